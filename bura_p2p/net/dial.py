"""The guest's way in: tries every address of an invite, and proves to the host that it was asked.

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
from . import timers
from .addresses import label
from .auth import Handshake, Role
from .calls import DIALLED
from .faults import PeerLost, Step, step_of_os
from .handshake import authenticate
from .invite import Candidate, Invite, Kind
from .listen import Arrival
from .ports import is_own
from .tls import Stream, client_context, client_handshake

_SENTENCES: Final = {
    Step.UNREACHABLE: "No address of this invite can be reached from here; are both computers online, and on the "
    "same network if the invite is for one? 'bura doctor' looks at this computer's network.",
    Step.TIMEOUT: "Nobody answers at the addresses of this invite; the host's firewall or router may be in the way, "
    "or the host has closed the game. 'bura doctor' on the host's computer tells what to try.",
    Step.REFUSED: "The host's computer answers, but no game is waiting there; is the host still waiting, and is this "
    "the newest invite?",
    Step.NO_TLS: "The host's computer closed the connection at once; the invite may be used already, or a game "
    "is on. Ask for a new invite.",
    Step.OTHER_HOST: "Somebody else than the host of this invite answers there; ask for a new invite.",
    Step.VERSION: "The host runs a version of bura that this one cannot play with; use the newest on both sides.",
    Step.SILENT: "The host is there, but does not answer; is its program held up? Try once more.",
    Step.INVITE: "The host did not accept this invite: it was used already, has expired, or was "
    "replaced by a newer one. Ask for a new one.",
}

_NEAR_ONLY: Final = {
    Step.UNREACHABLE: "This invite leads into the host's own network only, and there is no way to it from here. If "
    "you are somewhere else, the host needs a way in from the internet; 'bura doctor' on the host's computer tells "
    "which.",
    Step.TIMEOUT: "This invite leads into the host's own network only, and nobody answers there. If you are "
    "somewhere else, the host needs a way in from the internet; if not, a firewall may be in the way. 'bura doctor' "
    "on the host's computer tells what to try.",
    Step.REFUSED: "This invite leads into the host's own network only, and no game is waiting at its address. Has "
    "the host stopped waiting, or made a newer invite? If you are on another network, the address is somebody "
    "else's.",
}
"""The same where the invite has no address that could be reached from elsewhere."""

_NEAR: Final = frozenset({"lan", "lan-ipv6", "overlay"})


@dataclass(frozen=True, slots=True)
class Attempt:
    """One address and how far the attempt came."""

    candidate: Candidate
    step: Step


class DialFailed(LocalError):  # noqa: N818  what happened, not an error of this program
    """No link came of an invite. The sentence tells of the attempt that came furthest; `attempts` has them all."""

    def __init__(self, attempts: tuple[Attempt, ...]) -> None:
        self.step = max((attempt.step for attempt in attempts), default=Step.UNREACHABLE)
        self.attempts = attempts
        near = bool(attempts) and all(label(attempt.candidate) in _NEAR for attempt in attempts)
        super().__init__((_NEAR_ONLY if near else _SENTENCES).get(self.step, _SENTENCES[self.step]))


async def dial(invite: Invite, identity: Identity, *, entropy: Callable[[int], bytes]) -> Arrival:
    """Connect to the host of `invite` and authenticate both ways.

    All addresses are tried at once with a short stagger; the first that shows the invite's certificate is used,
    the others are dropped. `entropy` gives n fresh bytes. Raises DialFailed (a LocalError), or LocalError where
    the invite is one's own.
    """
    if invite.host == identity.public:
        raise LocalError("This is your own invite; send it to your friend.")
    race = _Race(invite)
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

    def __init__(self, invite: Invite) -> None:
        self.attempts: list[Attempt] = []
        self._invite = invite
        self._context = client_context()
        self._won: tuple[Candidate, Stream] | None = None

    async def run(self) -> tuple[Candidate, Stream]:
        """The winner; raises DialFailed when all attempts have ended without one."""
        dialled = [candidate for candidate in self._invite.candidates if candidate.kind in DIALLED]
        ended = [trio.Event() for _ in dialled]
        async with trio.open_nursery() as nursery:
            for candidate, event in zip(dialled, ended, strict=True):
                nursery.start_soon(self._try, candidate, event, nursery.cancel_scope)
                with trio.move_on_after(timers.STAGGER):
                    await event.wait()  # a failed attempt lets the next start at once (RFC 8305, 5)
        if self._won is None:
            raise DialFailed(tuple(self.attempts))
        return self._won

    async def _try(self, candidate: Candidate, ended: trio.Event, others: trio.CancelScope) -> None:
        try:
            stream = await self._connect(candidate)
        finally:
            ended.set()
        if isinstance(stream, Step):
            self.attempts.append(Attempt(candidate, stream))
        elif self._won is None:
            self._won = (candidate, stream)
            others.cancel()
        else:
            await trio.aclose_forcefully(stream)

    async def _connect(self, candidate: Candidate) -> Stream | Step:
        step = Step.TIMEOUT
        try:
            with trio.fail_after(timers.CONNECT):
                tcp = await trio.open_tcp_stream(candidate.host, candidate.port)
            step = Step.NO_TLS
            with trio.fail_after(timers.ADMISSION):
                return await secure(tcp, self._invite, self._context)
        except trio.TooSlowError:
            return step
        except PeerError:
            return Step.OTHER_HOST
        except trio.BrokenResourceError:
            return Step.NO_TLS
        except OSError as error:
            step = step_of_os(error)
            # The host's home may number its computers as this one does, which then refuses what was for the host.
            return Step.UNREACHABLE if step is Step.REFUSED and _is_here(candidate) else step
        except UnicodeError:  # a name that the system's resolver cannot encode
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
