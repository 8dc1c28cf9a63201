"""The guest's side where nobody can be dialled: both sides call each other, each from the port that it listens on.

The host learns the guest's addresses from a reply code (`reply`), which a person carries; its own side is
`Door.call`. Roles stay as the invite gives them, whoever's packet came first: the host is the TLS server and lets in
one; the guest greets over one connection at a time, the first that shows the invite's certificate.

Here: `OwnPort`, and finding each other again that way. Never: the reply code's text, screens.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import trio

from ..crypto.identity import Identity
from ..errors import PeerError
from . import limits, timers
from .addresses import local_candidates
from .calls import Calls, Tempo
from .dial import Attempt, DialFailed, GreetFailed, greet_host, secure
from .faults import Step
from .invite import Candidate, Invite
from .listen import Arrival, Staying
from .nursery import background
from .ports import SharedPort, listen_on, reset_when_closed
from .tls import Stream, client_context

GREETINGS: Final = 3
"""Refused greetings after which a guest takes the host's word that its invite is no good."""


@asynccontextmanager
async def open_port(port: int = 0) -> AsyncIterator[OwnPort]:
    """Listen on `port` (0: a free one) of all this computer's addresses, and be able to call from it.

    Raises LocalError where it is taken. Whoever connects while nobody is looked for is sent away.
    """
    listeners = await listen_on(None, port)
    own = OwnPort(listeners)
    async with background() as nursery:
        own._tasks = nursery
        for listener in listeners:
            nursery.start_soon(_serve, listener, own)
        try:
            yield own
        finally:
            own._staying.end()


async def _serve(listener: trio.SocketListener, own: OwnPort) -> None:
    await trio.serve_listeners(own._visit, [listener])


class OwnPort:
    """A guest's own port; made by `open_port`."""

    def __init__(self, listeners: Sequence[trio.SocketListener]) -> None:
        """For `open_port` only."""
        self._shared = SharedPort(listeners)
        self._families = frozenset(int(listener.socket.family) for listener in listeners)
        self._meeting: _Meeting | None = None
        self._visitors = 0
        self._staying = Staying()
        self._tasks: trio.Nursery | None = None
        self._left: set[trio.CancelScope] = set()
        self.steps: dict[Candidate, Step] = {}
        """How far the last `meet` has come at each of the host's addresses."""

    @property
    def port(self) -> int:
        """The port."""
        return self._shared.number

    async def candidates(self) -> tuple[Candidate, ...]:
        """Where this computer says that it can be reached; the host tries them all."""
        return await local_candidates(self.port, self._families)

    async def meet(
        self, invite: Invite, identity: Identity, *, entropy: Callable[[int], bytes], tempo: Tempo
    ) -> Arrival:
        """Call the host of `invite`, and let it call, until both are authenticated; without a time limit.

        Raises DialFailed where the host is there and refuses: its version is another, or the invite is no good.
        """
        meeting = self._meeting = _Meeting(invite, identity, entropy)
        self.steps = {}
        calls = Calls(self._shared, invite.candidates, tempo, meeting.take, self.steps)
        try:
            async with background() as nursery:
                nursery.start_soon(calls.run)
                await meeting.over.wait()
        except BaseException:
            await meeting.forget()
            raise
        finally:
            self._meeting = None
        arrival = meeting.result()
        for scope in self._left:
            scope.cancel()
        return replace(arrival, stream=_Patient(arrival.stream, self._leave))

    def _leave(self, stream: trio.abc.Stream) -> None:
        """See to a connection that is dead for its user, and was not ended by the other side (see `_Patient`)."""
        if self._tasks is not None:
            self._tasks.start_soon(self._outlast, stream)

    async def _outlast(self, stream: trio.abc.Stream) -> None:
        line = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
        with trio.CancelScope() as scope:
            self._left.add(scope)
            try:
                while await line.receive_some(limits.READ):
                    pass  # too late
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
                pass  # at last
            finally:
                self._left.discard(scope)
                await trio.aclose_forcefully(stream)

    async def _visit(self, stream: trio.SocketStream) -> None:
        """Somebody has connected; perhaps the host. Raises nothing; trio closes the stream when this returns."""
        meeting = self._meeting
        if meeting is None or self._visitors >= limits.HALF_OPEN:
            return
        self._visitors += 1
        try:
            reset_when_closed(stream.socket)
            arrival = await meeting.greet(stream)
        finally:
            self._visitors -= 1
        if arrival is not None:
            await self._staying.hold(arrival)


class _Patient(trio.abc.Stream):
    """The guest's end of a connection between two routers. When it has gone silent, its socket is kept open.

    Both routers still take the two ports for connected, and drop whatever would begin a new connection. The host has
    closed its end; so what this end's system keeps sending is answered, once the line is there again, by a reset,
    which makes both routers forget.
    """

    def __init__(self, stream: trio.abc.Stream, leave: Callable[[trio.abc.Stream], None]) -> None:
        self._stream = stream
        self._leave = leave
        self._ended = False
        self._left = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        try:
            data = await self._stream.receive_some(max_bytes)
        except trio.BrokenResourceError:
            self._ended = True
            raise
        self._ended = not data
        return data

    async def aclose(self) -> None:
        if self._ended:
            await self._stream.aclose()
            return
        if not self._left:
            self._left = True
            self._leave(self._stream)
        await trio.lowlevel.checkpoint()


class _Meeting:
    """Connections that come about, until one has led to the host."""

    def __init__(self, invite: Invite, identity: Identity, entropy: Callable[[int], bytes]) -> None:
        self.over = trio.Event()
        self._invite = invite
        self._identity = identity
        self._entropy = entropy
        self._context = client_context()
        self._turn = trio.Lock()
        self._arrival: Arrival | None = None
        self._refused: list[Attempt] = []

    def result(self) -> Arrival:
        if self._arrival is None:
            raise DialFailed(tuple(self._refused))
        return self._arrival

    async def forget(self) -> None:
        """Nobody waits any more."""
        if self._arrival is not None:
            await self._arrival.drop()

    async def take(self, stream: trio.SocketStream) -> None:
        """See `calls.Take`; the connection to the host stays, and its caller is called off by `OwnPort.meet`."""
        if await self.greet(stream) is not None:
            await trio.sleep_forever()

    async def greet(self, stream: trio.SocketStream) -> Arrival | None:
        """What comes of a connection: the host's, authenticated, the first time; else None, with it closed."""
        try:
            with trio.fail_after(timers.ADMISSION):
                tls = await secure(stream, self._invite, self._context)
        except (PeerError, trio.BrokenResourceError, trio.TooSlowError):
            return None  # not the host, or a connection of no use to it
        try:
            async with self._turn:
                return await self._greet(tls)
        except BaseException:
            await trio.aclose_forcefully(tls)
            raise

    async def _greet(self, tls: Stream) -> Arrival | None:
        if self.over.is_set():
            await trio.aclose_forcefully(tls)
            return None
        try:
            arrival = await greet_host(tls, self._invite, self._identity, entropy=self._entropy)
        except GreetFailed as fault:
            self._refuse(fault.step)
            return None
        self._arrival = arrival
        self.over.set()
        return arrival

    def _refuse(self, step: Step) -> None:
        self._refused.append(Attempt(self._invite.candidates[0], step))
        if step is Step.VERSION or len(self._refused) >= GREETINGS:
            self.over.set()
