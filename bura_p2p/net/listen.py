"""The host's door: waits on TCP for the one guest that holds the invite, or the words for it, whatever else knocks.

Here: listening sockets, the limits on strangers, the invite's one use. Never: the game; a stranger costs a running
game nothing but a closed socket.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

import trio

from ..crypto.identity import Identity
from ..errors import Code, LocalError, PeerError
from ..sentences import Sentence
from ..wire.framing import FrameReader
from . import limits, timers
from .addresses import local_candidates
from .auth import Agreed, Handshake, Role
from .calls import Calls, Tempo
from .faults import Goodbye, Step
from .handshake import authenticate
from .invite import SECRET, Candidate, Invite, candidate_of
from .link import open_link
from .nursery import background
from .ports import SharedPort, listen_on, number_of, own_address, reset_when_closed
from .reply import Reply
from .tls import ALPN, WORDS_ALPN, certificate_hash, server_context, server_handshake, speak, spoken
from .words_out import WordsOut


@dataclass(frozen=True, slots=True)
class Arrival:
    """An authenticated connection: pass `stream` and `reader` to `open_link`; `agreed` says with whom and how.

    Set `done` when its link is closed: until then the door, if it came through one, holds its socket. `way`: the
    candidate that was dialled; None for who came in by the door.
    """

    stream: trio.abc.Stream
    reader: FrameReader
    agreed: Agreed
    done: trio.Event = field(default_factory=trio.Event)
    way: Candidate | None = None

    async def drop(self) -> None:
        """Nobody takes it: close it at once."""
        self.done.set()
        await trio.aclose_forcefully(self.stream)

    async def turn_away(self, reason: Goodbye) -> None:
        """Nobody takes it: say so, and close it, in a few seconds at most."""
        with trio.CancelScope(shield=True):
            async with open_link(self.stream, self.reader) as link:
                await link.close(reason)
        await self.drop()

    @asynccontextmanager
    async def handed_on(self) -> AsyncIterator[None]:
        """A block that finds somebody who takes it; where that fails, or is cancelled, it is dropped."""
        try:
            yield
        except BaseException:
            await self.drop()
            raise


class Staying:
    """The connections whose links are open: whoever listens holds their sockets as long."""

    def __init__(self) -> None:
        self._all: set[trio.Event] = set()
        self._over = False

    async def hold(self, arrival: Arrival) -> None:
        """Wait until its link is closed, also to say goodbye when all is cancelled; not when nobody listens any more:
        then nobody has taken it.
        """
        if self._over:
            await arrival.turn_away(Goodbye.LEFT)
            return
        self._all.add(arrival.done)
        with trio.CancelScope(shield=True):
            await arrival.done.wait()
        self._all.discard(arrival.done)

    def end(self) -> None:
        """Nobody listens any more."""
        self._over = True
        for done in self._all:
            done.set()


@dataclass(eq=False, slots=True)
class _Visitor:
    """Somebody who is connected and not authenticated."""

    address: str
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


@asynccontextmanager
async def open_door(
    identity: Identity,
    certificate: tuple[bytes, bytes],
    *,
    entropy: Callable[[int], bytes],
    clock: Callable[[], float],
    host: str | None = None,
    port: int = 0,
    patience: float = timers.ADMISSION,
) -> AsyncIterator[Door]:
    """Listen, and let nobody in until `Door.invite` is called. Keep it open for as long as the guest's link is used.

    `certificate` and its key in PEM (`Store.certificate`, `make_certificate`); `entropy` n -> n fresh bytes; `clock`
    gives seconds since 1970. `host` is an address of this computer, None for all of them (loopback only when asked
    for by name); `port` 0 takes a free one. `patience`: seconds for one connection to authenticate.
    Raises LocalError where the port is taken or the address is not this computer's.
    """
    address = None if host is None else own_address(host)
    listeners = await listen_on(address, port)
    door = Door(identity, certificate, entropy, clock, address, listeners, patience)
    async with background() as nursery:
        door._tasks = nursery
        for listener in listeners:
            # A handler never raises; an accept that fails for want of descriptors is retried by trio.
            nursery.start_soon(_serve, listener, door)
        try:
            yield door
        finally:
            await door._leave()
            door._staying.end()


async def _serve(listener: trio.SocketListener, door: Door) -> None:
    await trio.serve_listeners(door._visit, [listener])


class Door:
    """An open door; made by `open_door`.

    `turned_away` counts refused connections by a word: `timeout`, `broken` (no TLS or gone), `crowded`, `closed`
    (no invite is out), or the label of a refusal code (`authentication`: a wrong or used invite).
    """

    def __init__(
        self,
        identity: Identity,
        certificate: tuple[bytes, bytes],
        entropy: Callable[[int], bytes],
        clock: Callable[[], float],
        host: str | None,
        listeners: list[trio.SocketListener],
        patience: float,
    ) -> None:
        """For `open_door` only."""
        self.turned_away: Counter[str] = Counter()
        self.port = number_of(listeners)
        self._identity = identity
        self._bind = certificate_hash(certificate[0])
        self._context = server_context(*certificate)
        self._entropy = entropy
        self._clock = clock
        self._host = host
        self._families = frozenset(int(listener.socket.family) for listener in listeners)
        self._patience = patience
        self._listeners = listeners
        self._tasks: trio.Nursery | None = None
        self._shared: SharedPort | None = None
        self._calling: set[trio.CancelScope] = set()
        self._staying = Staying()
        self._peer: bytes | None = None
        self._secrets: tuple[bytes, ...] = ()
        self._secret: bytes | None = None
        self._expires = 0
        self._words: WordsOut | None = None
        self._visitors: list[_Visitor] = []
        self._arrived, self._arrivals = trio.open_memory_channel[Arrival](1)

    def __repr__(self) -> str:
        return f"Door(port={self.port}, open={bool(self._accepted)}, turned_away={dict(self.turned_away)})"

    @property
    def _accepted(self) -> tuple[bytes, ...]:
        """The secrets that open this door now."""
        return self._secrets if self._secret is None else (self._secret, *self._secrets)

    async def candidates(self) -> tuple[Candidate, ...]:
        """Where a guest may reach this door, best first; only the asked-for address where one was asked for.

        Raises LocalError where there is no network.
        """
        if self._host is not None and not ip_address(self._host).is_unspecified:
            return (candidate_of(self._host, self.port),)
        found = await local_candidates(self.port, self._families)
        if not found:
            raise LocalError(
                Sentence(
                    "This computer has no network address that a friend could reach; connect it to a network, or "
                    "listen on 127.0.0.1 to play within this computer."
                )
            )
        return found

    def invite(self, candidates: tuple[Candidate, ...], *, lifetime: float = timers.INVITE) -> Invite:
        """A new invite, good for one guest within `lifetime` seconds; an earlier one is good no more."""
        self._secret = self._entropy(SECRET)
        self._expires = int(self._clock() + lifetime)
        return Invite(self._secret, self._bind, self._identity.public, self._expires, candidates)

    def invite_back(self, candidates: tuple[Candidate, ...], *, lifetime: float = timers.INVITE) -> Invite:
        """A new invite for who is expected, to these addresses: this side may have moved since the game began."""
        secret = self._entropy(SECRET)
        self._secrets = (*self._secrets, secret)
        expires = int(self._clock() + lifetime)
        return Invite(secret, self._bind, self._identity.public, expires, candidates)

    def expect(self, peer: bytes, *secrets: bytes) -> None:
        """From now on let in the player `peer` (identity, 32 bytes) with one of these secrets, as often as it comes.

        For a game that has begun: the newest connection is the one that counts.
        """
        self._peer, self._secrets = peer, secrets

    def has_invited(self, reply: Reply) -> bool:
        """Whether a reply code answers an invite that is good here."""
        return any(reply.answers(secret) for secret in self._accepted)

    def show_words(self, invite: Invite, table: bytes) -> WordsOut:
        """From now on give `invite` to whoever has the three words of the answer, until somebody has used it.

        `table` is the id (4 bytes) under which this table is announced.
        """
        self._words = WordsOut(invite.text(), table=table, tls_bind=self._bind, entropy=self._entropy)
        speak(self._context, ALPN, WORDS_ALPN)
        return self._words

    def withdraw(self) -> None:
        """Let nobody in any more but who is expected; whoever is half-way in is dropped, and nobody is called."""
        self._secret = None
        self._words = None
        speak(self._context, ALPN)
        for scope in (*(visitor.scope for visitor in self._visitors), *self._calling):
            scope.cancel()

    async def _leave(self) -> None:
        """The end: who has come in, and was not taken, is told."""
        with suppress(trio.WouldBlock):
            await self._arrivals.receive_nowait().turn_away(Goodbye.LEFT)

    async def guest(self) -> Arrival:
        """Wait for the guest that holds the invite. From then on the invite is used up and the door is shut."""
        return await self._arrivals.receive()

    async def call(self, candidates: Sequence[Candidate], tempo: Tempo, steps: dict[Candidate, Step]) -> None:
        """Call the guest at these addresses from this door's port, until somebody has come in, or cancelled.

        Names are left out, and what is nobody's address. A connection that comes of it is a visitor like any other.
        `steps` is told how far each address came.
        """
        if self._shared is None:
            self._shared = SharedPort(self._listeners)
        calls = Calls(self._shared, filter(self._may_call, candidates), tempo, self._receive, steps)
        with trio.CancelScope() as scope:
            self._calling.add(scope)
            try:
                await calls.run()
            finally:
                self._calling.discard(scope)

    def _may_call(self, candidate: Candidate) -> bool:
        """Who sends a reply code shall not choose what this computer talks to: no names, nothing but computers of
        others. Loopback where this door is for this computer only.
        """
        if isinstance(candidate.address, str):
            return False
        address = ip_address(candidate.address)
        at_home = self._host is not None and ip_address(self._host).is_loopback
        if address.is_loopback or at_home:  # a door that Tor leads to calls nobody past Tor
            return address.is_loopback and at_home
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            return False
        broadcast = address.version == 4 and address.is_reserved
        return not (address.is_unspecified or address.is_multicast or address.is_link_local or broadcast)

    async def _receive(self, stream: trio.SocketStream) -> None:
        """See to a visitor that this door has called; whatever happens to the caller, it is the door's visitor."""
        over = trio.Event()

        async def visit() -> None:
            try:
                await self._visit(stream)
            finally:
                await trio.aclose_forcefully(stream)
                over.set()

        if self._tasks is not None:
            self._tasks.start_soon(visit)
            await over.wait()

    async def _visit(self, stream: trio.SocketStream) -> None:
        """Judge one connection; raises nothing. trio closes the stream when this returns."""
        accepted = self._accepted
        if not accepted:
            self.turned_away["closed"] += 1
            return
        if self._shared is not None:
            reset_when_closed(stream.socket)
        visitor = _Visitor(_address_of(stream))
        self._make_room(visitor)
        arrival = None
        try:
            with visitor.scope, trio.fail_after(self._patience):
                arrival = await self._examine(stream, visitor.address, accepted)
        except trio.TooSlowError:
            self.turned_away["timeout"] += 1
        except PeerError as fault:
            self.turned_away[fault.code.label] += 1
        except Exception:  # noqa: BLE001  a stranger's connection, whatever it does, must not end the listening
            self.turned_away["broken"] += 1
        finally:
            self._visitors.remove(visitor)
        if arrival is not None:
            self.withdraw()
            with suppress(trio.WouldBlock):
                self._arrivals.receive_nowait().done.set()  # nobody has asked for it yet, and the newest one counts
            self._arrived.send_nowait(arrival)
            await self._staying.hold(arrival)

    async def _examine(self, stream: trio.SocketStream, address: str, accepted: Sequence[bytes]) -> Arrival | None:
        """An arrival, or None for somebody who came for the invite only, by words."""
        tls = await server_handshake(stream, self._context)
        if spoken(tls) != WORDS_ALPN:
            return await self._admit(tls, accepted)
        if self._words is None:
            raise PeerError(Code.AUTHENTICATION, "no words are out")
        await self._words.hear(tls, address)
        return None

    async def _admit(self, stream: trio.abc.Stream, accepted: Sequence[bytes]) -> Arrival:
        handshake = Handshake(
            Role.HOST,
            self._identity,
            tls_bind=self._bind,
            secret=accepted[0],
            more=accepted[1:],
            entropy=self._entropy,
            admit=lambda agreed: self._use_up(handshake.secret, agreed.peer),
        )
        try:
            agreed, reader = await authenticate(stream, handshake)
        except BaseException:
            if handshake.agreed is not None and self._secret is None and handshake.secret not in self._secrets:
                self._secret = handshake.secret  # proved, but gone before it heard so: the invite is still good
            raise
        return Arrival(stream, reader, agreed)

    def _use_up(self, secret: bytes, peer: bytes) -> None:
        """The invite's one use: the first who proves it, within its time, takes it. Who is expected comes again."""
        if secret in self._secrets and peer == self._peer:
            return
        if self._secret != secret or self._clock() >= self._expires:
            raise PeerError(Code.AUTHENTICATION, "the invite is used up or has expired")
        self._secret = None

    def _make_room(self, visitor: _Visitor) -> None:
        """Note a visitor. When too many are half-way in, drop the oldest from the address that has the most: a
        good guest needs milliseconds, and is neither.
        """
        if len(self._visitors) >= limits.HALF_OPEN:
            crowd = Counter(other.address for other in self._visitors)
            # max() keeps the first of equals, and the list is in order of arrival
            oldest = max(
                (other for other in self._visitors if not other.scope.cancel_called),
                key=lambda other: crowd[other.address],
                default=None,
            )
            if oldest is not None:
                self.turned_away["crowded"] += 1
                oldest.scope.cancel()
        self._visitors.append(visitor)


def _address_of(stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:  # gone already
        return ""


async def port_fault(port: int) -> str | None:
    """Why nobody can listen on `port` of all of this computer's addresses now, in a sentence; None where it works."""
    try:
        listeners = await listen_on(None, port)
    except LocalError as fault:
        return str(fault)
    for listener in listeners:
        await listener.aclose()
    return None
