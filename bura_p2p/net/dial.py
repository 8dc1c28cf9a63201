"""The guest's way in: tries every address of an invite, and proves to the host that it was asked.

With a proxy everything goes through that, and nothing leaves this computer beside it.

Here: connecting and the words for each way it fails. Never: listening, or a second use of an invite.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import trio

from ..crypto.identity import Identity
from ..errors import Code, LocalError, PeerError
from ..sentences import N_, Sentence
from . import timers
from .addresses import label
from .auth import Handshake, Role
from .calls import is_dialled
from .faults import PeerLost, Step, step_of_os
from .handshake import authenticate
from .invite import Candidate, Invite, Kind
from .listen import Arrival
from .onion import is_service
from .ports import is_own
from .socks import Proxy, ProxyFault, ProxyRefused, reply_words
from .tls import Stream, client_context, client_handshake

_SENTENCES: Final = {
    Step.UNREACHABLE: Sentence(
        "No address of this invite can be reached from here; are both computers online, and on the same network if "
        "the invite is for one? '{bura_doctor}' looks at this computer's network."
    ),
    Step.TIMEOUT: N_(
        "Nobody answers at the addresses of this invite; the host's firewall or router may be in the way, or the "
        "host has closed the game. 'bura doctor' on the host's computer tells what to try."
    ),
    Step.REFUSED: N_(
        "The host's computer answers, but no game is waiting there; is the host still waiting, and is this the "
        "newest invite?"
    ),
    Step.NO_TLS: N_(
        "The host's computer closed the connection at once; the invite may be used already, or a game is on. Ask "
        "for a new invite."
    ),
    Step.OTHER_HOST: N_("Somebody else than the host of this invite answers there; ask for a new invite."),
    Step.VERSION: N_("The host runs a version of bura that this one cannot play with; use the newest on both sides."),
    Step.SILENT: N_("The host is there, but does not answer; is its program held up? Try once more."),
    Step.INVITE: N_(
        "The host did not accept this invite: it was used already, has expired, or was replaced by a newer one. Ask"
        " for a new one."
    ),
}

_NEAR_ONLY: Final = {
    Step.UNREACHABLE: N_(
        "This invite leads into the host's own network only, and there is no way to it from here. Is the host still"
        " waiting? If you are somewhere else, it needs a way in from the internet; 'bura doctor' on the host's "
        "computer tells which."
    ),
    Step.TIMEOUT: N_(
        "This invite leads into the host's own network only, and nobody answers there. If you are somewhere else, "
        "the host needs a way in from the internet; if not, a firewall may be in the way. 'bura doctor' on the "
        "host's computer tells what to try."
    ),
    Step.REFUSED: N_(
        "This invite leads into the host's own network only, and no game is waiting at its address. Has the host "
        "stopped waiting, or made a newer invite? If you are on another network, the address is somebody else's."
    ),
}
"""The same where the invite has no address that could be reached from elsewhere."""

_LIKE_A_CUT: Final = frozenset({Step.NO_TLS, Step.INVITE})
"""The steps at which a connection is closed without a word, as a line that breaks does."""

_NEAR: Final = frozenset({"lan", "lan-ipv6", "overlay"})

_ONLY_TOR: Final = N_(
    "This invite leads through Tor only: start Tor on this computer, then add '--socks 127.0.0.1:9050' to what you "
    "typed, or 9150 with Tor Browser."
)
_ALSO_TOR: Final = N_("It leads through Tor as well: with Tor running here, '--socks 127.0.0.1:9050' goes that way.")

_PROXIED: Final = {
    Step.UNREACHABLE: N_(
        "This invite has no address that a proxy could lead to; the host needs an onion service, or a way in from "
        "the internet."
    ),
    Step.TIMEOUT: N_("The proxy has found no way to the host in a minute; is the host waiting, and its Tor running?"),
}
_PROXY_REPLY: Final = N_(
    "The proxy has not reached the host: {reply}. Is the host waiting, and its Tor running? A new onion service "
    "takes a minute or two until it can be found."
)
"""The same through a proxy."""

_BY_PROXY: Final = (Kind.ONION, Kind.PUBLIC, Kind.MAPPED)
"""The kinds that a proxy is asked for: others are of the host's own network or computer, not of the proxy's."""

_REPLIES: Final = {5: Step.REFUSED, 6: Step.TIMEOUT}
"""What a proxy's reply says of an address, where it is not that there is no way to it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One address and how far the attempt came; `code` is the proxy's reply, where one has refused."""

    candidate: Candidate
    step: Step
    code: int | None = None


class DialFailed(LocalError):  # noqa: N818  what happened, not an error of this program
    """No link came of an invite. The sentence tells of the attempt that came furthest; `attempts` has them all."""

    def __init__(self, attempts: tuple[Attempt, ...], *, in_tor: bool = False, proxied: bool = False) -> None:
        """`in_tor`: whether addresses in Tor were left out for want of a proxy; `proxied`: whether there was one."""
        self.step = max((attempt.step for attempt in attempts), default=Step.UNREACHABLE)
        self.attempts = attempts
        said = self._proxied() if proxied and self.step <= Step.REFUSED else self._direct()
        if in_tor and self.step <= Step.REFUSED:
            said = Sentence("{said} {more}", said=said, more=_ALSO_TOR) if attempts else _ONLY_TOR
        super().__init__(said)

    def _direct(self) -> str:
        near = bool(self.attempts) and all(label(attempt.candidate) in _NEAR for attempt in self.attempts)
        return (_NEAR_ONLY if near else _SENTENCES).get(self.step, _SENTENCES[self.step])

    def _proxied(self) -> str:
        best = max(self.attempts, key=lambda attempt: attempt.step, default=None)
        if best is None or best.code is None:
            return _PROXIED[self.step]
        return Sentence(_PROXY_REPLY, reply=reply_words(best.code))


async def dial(
    invite: Invite, identity: Identity, *, entropy: Callable[[int], bytes], proxy: Proxy | None = None
) -> Arrival:
    """Connect to the host of `invite` and authenticate both ways.

    All addresses are tried at once with a short stagger; the first that shows the invite's certificate is used,
    the others are dropped. With a `proxy` all go through it, and without one those in Tor are left out. A host that
    refuses looks like a line that breaks, so it is called twice before that is said. `entropy` gives n fresh bytes.
    Raises DialFailed (a LocalError), ProxyFault (another) where the proxy is of no use, or LocalError where the
    invite is one's own.
    """
    if invite.host == identity.public:
        raise LocalError(Sentence("This is your own invite; send it to your friend."))
    try:
        return await _dial_once(invite, identity, entropy, proxy)
    except DialFailed as fault:
        if fault.step not in _LIKE_A_CUT:
            raise
    return await _dial_once(invite, identity, entropy, proxy)


async def _dial_once(
    invite: Invite, identity: Identity, entropy: Callable[[int], bytes], proxy: Proxy | None
) -> Arrival:
    race = _Race(invite, proxy)
    candidate, stream = await race.run()
    try:
        return replace(await greet_host(stream, invite, identity, entropy=entropy), way=candidate)
    except GreetFailed as fault:
        raise DialFailed((*race.attempts, Attempt(candidate, fault.step))) from fault


class GreetFailed(Exception):  # noqa: N818  what happened, not an error of this program
    """The connection stood, and the authentication did not come about."""

    def __init__(self, step: Step) -> None:
        super().__init__(step.name)
        self.step = step


async def greet_host(
    stream: Stream, invite: Invite, identity: Identity, *, entropy: Callable[[int], bytes]
) -> Arrival:
    """Authenticate both ways over a stream that shows the invite's certificate.

    Raises GreetFailed, with the stream closed.
    """
    handshake = Handshake(
        Role.GUEST,
        identity,
        tls_bind=invite.certificate,
        secret=invite.secret,
        entropy=entropy,
        expected=invite.host,
    )
    try:
        with trio.fail_after(timers.ADMISSION):
            agreed, reader = await authenticate(stream, handshake)
    except (PeerError, PeerLost, trio.BrokenResourceError, trio.TooSlowError) as fault:
        await trio.aclose_forcefully(stream)
        raise GreetFailed(_step_of(fault)) from fault
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise
    return Arrival(stream, reader, agreed)


def _step_of(fault: Exception) -> Step:
    """What went wrong inside TLS. A host that refuses an invite says nothing and closes."""
    if isinstance(fault, trio.TooSlowError):
        return Step.SILENT
    if not isinstance(fault, PeerError):
        return Step.INVITE
    return Step.VERSION if fault.code in (Code.VERSION, Code.FEATURE) else Step.OTHER_HOST


class _Race:
    """Attempts at all addresses; the first pinned TLS stream wins."""

    def __init__(self, invite: Invite, proxy: Proxy | None) -> None:
        self.attempts: list[Attempt] = []
        self._invite = invite
        self._proxy = proxy
        self._fault: ProxyFault | None = None
        self._context = client_context()
        self._won: tuple[Candidate, Stream] | None = None

    async def run(self) -> tuple[Candidate, Stream]:
        """The winner; raises DialFailed or ProxyFault when all attempts have ended without one."""
        try:
            await self._try_all()
        except BaseException:
            if self._won is not None:
                await trio.aclose_forcefully(self._won[1])
            raise
        if self._won is not None:
            return self._won
        if self._fault is not None:
            raise self._fault
        in_tor = self._proxy is None and any(candidate.in_tor for candidate in self._invite.candidates)
        raise DialFailed(tuple(self.attempts), in_tor=in_tor, proxied=self._proxy is not None)

    async def _try_all(self) -> None:
        dialled = self._dialled()
        ended = [trio.Event() for _ in dialled]
        async with trio.open_nursery() as nursery:
            for candidate, event in zip(dialled, ended, strict=True):
                nursery.start_soon(self._try, candidate, event, nursery.cancel_scope)
                with trio.move_on_after(timers.STAGGER):
                    await event.wait()  # a failed attempt lets the next start at once (RFC 8305, 5)

    def _dialled(self) -> list[Candidate]:
        if self._proxy is None:
            return [candidate for candidate in self._invite.candidates if is_dialled(candidate)]
        reached = [candidate for candidate in self._invite.candidates if candidate.kind in _BY_PROXY]
        fit = [candidate for candidate in reached if not candidate.in_tor or is_service(candidate.host)]
        return sorted(fit, key=lambda candidate: not candidate.in_tor)

    async def _try(self, candidate: Candidate, ended: trio.Event, others: trio.CancelScope) -> None:
        try:
            stream = await self._connect(candidate)
        finally:
            ended.set()
        if isinstance(stream, Attempt):
            self.attempts.append(stream)
        elif self._won is None:
            self._won = (candidate, stream)
            others.cancel()
        else:
            await trio.aclose_forcefully(stream)

    async def _connect(self, candidate: Candidate) -> Stream | Attempt:
        try:
            tcp = await (self._directly(candidate) if self._proxy is None else self._through(self._proxy, candidate))
        except trio.TooSlowError:
            tcp = Step.TIMEOUT
        except ProxyRefused as refused:
            return Attempt(candidate, _REPLIES.get(refused.code, Step.UNREACHABLE), refused.code)
        if isinstance(tcp, Step):
            return Attempt(candidate, tcp)
        try:
            with trio.fail_after(timers.ADMISSION):
                return await secure(tcp, self._invite, self._context)
        except PeerError:
            return Attempt(candidate, Step.OTHER_HOST)
        except (trio.BrokenResourceError, trio.TooSlowError):
            return Attempt(candidate, Step.NO_TLS)

    async def _directly(self, candidate: Candidate) -> trio.SocketStream | Step:
        try:
            with trio.fail_after(timers.CONNECT):
                return await trio.open_tcp_stream(candidate.host, candidate.port)
        except OSError as error:
            step = step_of_os(error)
            # The host's home may number its computers as this one does, which then refuses what was for the host.
            return Step.UNREACHABLE if step is Step.REFUSED and _is_here(candidate) else step
        except UnicodeError:  # a name that the system's resolver cannot encode
            return Step.UNREACHABLE

    async def _through(self, proxy: Proxy, candidate: Candidate) -> trio.SocketStream | Step:
        try:
            return await proxy.connect(candidate.host, candidate.port)
        except ProxyFault as fault:
            self._fault = fault
            return Step.UNREACHABLE


def _is_here(candidate: Candidate) -> bool:
    """Whether an address that is not meant for one computer is this computer's own."""
    if candidate.kind == Kind.LOOPBACK or isinstance(candidate.address, str):
        return False
    return is_own(socket.AF_INET if len(candidate.address) == 4 else socket.AF_INET6, candidate.host)


async def secure(tcp: trio.SocketStream, invite: Invite, context: ssl.SSLContext) -> Stream:
    """The guest's TLS on a connection. Raises as `client_handshake`, with the connection closed."""
    try:
        return await client_handshake(tcp, context, invite.certificate)
    except BaseException:
        await trio.aclose_forcefully(tcp)
        raise
