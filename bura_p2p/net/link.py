"""A link: messages both ways over one authenticated stream, and a clear word when it ends.

Here: one reader task, one writer task, pings, goodbye. Never: what an entry means, authentication, or the choice
of a stream.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import trio

from ..errors import Code, LocalError, PeerError
from ..sentences import Sentence
from ..wire import limits as wire_limits
from ..wire.codec import decode_link, encode_link
from ..wire.framing import FrameReader, encode_frame
from ..wire.messages import Auth, Bye, Greet, LinkMessage, Ping, Pong
from . import limits, timers
from .faults import Goodbye, Loss, PeerLost
from .nursery import background

_LOOKS: Final = 3
"""How often the clock is looked at from one ping to the next."""


class LinkClosed(LocalError):  # noqa: N818  what happened
    """This side has closed the link itself; nothing more can be sent on it."""

    def __init__(self) -> None:
        super().__init__(Sentence("This link is closed."))


@asynccontextmanager
async def open_link(
    stream: trio.abc.Stream, reader: FrameReader | None = None, *, clock: Callable[[], float] = trio.current_time
) -> AsyncIterator[Link]:
    """A link over an authenticated `stream`, which it closes in the end.

    `reader` may hold bytes that came with the end of the authentication. `clock` gives seconds since 1970, by which
    the link notices that this computer has slept; with none it does not. Leaving the block says goodbye (LEFT,
    unless `close` gave another reason; FAULT after a fault of the peer, also one that the block found and raises)
    and drops the stream, in at most `timers.FAREWELL` seconds each, also when the block is cancelled.
    """
    link = Link(stream, reader, clock)
    try:
        async with background() as nursery:
            nursery.start_soon(link._run)
            try:
                yield link
            except PeerError:
                await link.close(Goodbye.FAULT)
                raise
            finally:
                try:
                    await link.close()
                finally:  # also when Ctrl-C comes once more: nothing else ends them
                    link._tasks.cancel()
    finally:
        with trio.move_on_after(timers.FAREWELL, shield=True), suppress(trio.ClosedResourceError):
            await stream.aclose()
        await trio.aclose_forcefully(stream)


class Link:
    """An open link; made by `open_link`. One task sends and one receives at a time, or several that take turns."""

    def __init__(
        self,
        stream: trio.abc.Stream,
        reader: FrameReader | None = None,
        clock: Callable[[], float] = trio.current_time,
    ) -> None:
        """For `open_link` only."""
        self._stream = stream
        self._clock = clock
        self._hearing = trio.CancelScope()
        self._frames = reader or FrameReader(wire_limits.MAX_FRAME)
        self._out, self._outbox = trio.open_memory_channel[bytes](limits.QUEUE)
        self._in, self._inbox = trio.open_memory_channel[LinkMessage](limits.QUEUE)
        self._end: PeerLost | PeerError | None = None
        self._closed = False
        self._tasks = trio.CancelScope(shield=True)
        self._written = trio.Event()
        self._read_out = trio.Event()
        self._taken = trio.Event()
        self._left = trio.Event()
        self._replaced: PeerLost | None = None
        self._put_back: list[LinkMessage] = []

    @property
    def end(self) -> PeerLost | PeerError | None:
        """Why nothing more can be sent; None while the link stands."""
        return self._end

    async def send(self, message: LinkMessage) -> None:
        """Queue `message`; waits only where `limits.QUEUE` messages wait already.

        Raises the link's end (PeerLost, or PeerError for a fault of the peer) once it has one; LinkClosed after
        `close`; LocalError for a message out of its bounds. That it was queued does not say that it arrived.
        """
        payload = encode_link(message)
        self._check()
        try:
            await self._out.send(payload)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self._check()
            raise PeerLost(Loss.CONNECTION) from None

    async def receive(self) -> LinkMessage:
        """The next message, pings and goodbyes apart; everything that came before the end is delivered first.

        Raises the link's end: PeerLost (CLOSED: the other side said goodbye; CONNECTION; SILENT), or PeerError
        FRAME_EMPTY, FRAME_TOO_LONG, LINK_MESSAGE, LINK_ORDER for bytes that are refused.
        """
        if self._put_back:
            return self._put_back.pop()
        try:
            return await self._inbox.receive()
        except (trio.EndOfChannel, trio.ClosedResourceError):
            self._taken.set()
            if self._replaced is not None:
                raise self._replaced from None
            self._check()
            raise PeerLost(Loss.CONNECTION) from None

    def put_back(self, message: LinkMessage) -> None:
        """`receive` gives this message, which it has given, once more, before any other."""
        self._put_back.append(message)

    async def close(self, reason: Goodbye = Goodbye.LEFT) -> None:
        """Say goodbye and let everything queued go out, within `timers.FAREWELL` seconds; then nothing is sent.

        Also when cancelled: the other side shall read that the game was closed. Calling it again only waits for that.
        What the other side has sent before it reads the goodbye is dropped; but for REPLACED, where it is still
        received.
        """
        if self._closed:
            with trio.move_on_after(timers.FAREWELL, shield=True):
                await self._left.wait()  # a block that ends now would cut the other task's goodbye short
            return
        self._closed = True
        try:
            await self._take_leave(reason)
        finally:
            self._left.set()

    async def _take_leave(self, reason: Goodbye) -> None:
        if isinstance(self._end or self._replaced, PeerLost):
            self._out.close()
            if self._replaced is not None:
                with trio.move_on_after(timers.FAREWELL, shield=True):
                    await self._written.wait()
            return
        goodbye = Goodbye.FAULT if self._end is not None else reason
        with trio.move_on_after(timers.FAREWELL, shield=True):
            try:
                await self._out.send(encode_link(Bye(goodbye)))
                self._out.close()
                await self._written.wait()
                # Closing a socket with unread bytes resets it, and the reset may overtake the goodbye: read on
                # until the other side, having read it, closes.
                if goodbye == Goodbye.REPLACED:
                    await self._taken.wait()
                self._inbox.close()
                await self._read_out.wait()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass  # the writer has met the end of the stream
        self._out.close()
        self._inbox.close()
        if goodbye == Goodbye.REPLACED:  # the block may last as long as the game, and the peer keep its end
            self._tasks.cancel()
            await trio.aclose_forcefully(self._stream)

    def _check(self) -> None:
        if self._end is not None:
            raise self._end
        if self._closed:
            raise LinkClosed

    def _lose(self, end: PeerLost | PeerError) -> None:
        """Note the end, once; what was received before it can still be taken."""
        if self._end is None:
            self._end = end
        self._in.close()

    async def _run(self) -> None:
        """Shielded: when the block is cancelled, the goodbye still has to go out. `open_link` ends it."""
        with self._tasks:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write)
                nursery.start_soon(self._ping)
                await self._read()
                if isinstance(self._end, PeerError):
                    return  # the goodbye that says so is still to be written
                nursery.cancel_scope.cancel()
            # At once, whatever our user is busy with: the other side waits for it (see `close`).
            with trio.move_on_after(timers.FAREWELL), suppress(trio.ClosedResourceError):
                await self._stream.aclose()

    async def _read(self) -> None:
        try:
            while True:
                message = await self._next()
                if isinstance(message, Bye):
                    end = PeerLost(Loss.CLOSED, message.reason)
                    if message.reason == Goodbye.REPLACED:
                        await self._say_last(end)
                    self._lose(end)
                    return
                await self._take(message)
        except PeerError as fault:
            self._lose(fault)
        except trio.TooSlowError:
            self._lose(PeerLost(Loss.SILENT))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self._lose(PeerLost(Loss.CONNECTION))
        finally:
            self._read_out.set()

    async def _say_last(self, end: PeerLost) -> None:
        """Another connection has taken this one's place: what our user sends before it closes this one goes out, for
        the other side hears it before it says anything over the new one.
        """
        self._replaced = end
        self._in.close()
        with trio.move_on_after(timers.FAREWELL):
            await self._written.wait()

    async def _take(self, message: LinkMessage | None) -> None:
        match message:
            case None | Pong():  # an unknown odd type, or the answer that shows that somebody is there
                return
            case Ping(n):
                self._hint(Pong(n))
            case Greet() | Auth():
                raise PeerError(Code.LINK_ORDER, "a handshake message after the handshake")
            case _:
                # Waits while the inbox is full: then nothing is read, and the peer's own sending stops. After
                # `close` nobody takes anything.
                with suppress(trio.BrokenResourceError):
                    await self._in.send(message)

    async def _next(self) -> LinkMessage | None:
        while (payload := self._frames.pull()) is None:
            with trio.fail_after(timers.SILENCE) as self._hearing:
                data = await self._stream.receive_some(limits.READ)
            if not data:
                raise trio.BrokenResourceError
            self._frames.push(data)
        return decode_link(payload)

    async def _write(self) -> None:
        try:
            async for payload in self._outbox:
                with trio.fail_after(timers.SEND):
                    await self._stream.send_all(encode_frame(payload) + self._waiting())
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the reader may still find a goodbye, or else meets the same end
        except trio.TooSlowError:
            self._lose(PeerLost(Loss.SILENT))
        finally:
            self._outbox.close()
            self._written.set()

    def _waiting(self) -> bytes:
        """Frames of everything else that waits: one write, hence few packets, for what belongs together."""
        frames = []
        try:
            while True:
                frames.append(encode_frame(self._outbox.receive_nowait()))
        except (trio.WouldBlock, trio.EndOfChannel):
            return b"".join(frames)

    async def _ping(self) -> None:
        number = looks = 0
        while self._end is None and not self._closed:
            slept = await self._sleeps_for(timers.PING / _LOOKS)
            looks += 1
            if slept:
                soon = trio.current_time() + timers.AWAKE
                self._hearing.deadline = min(self._hearing.deadline, soon)
            if slept or looks % _LOOKS == 0:
                number = (number + 1) % 2**32
                self._hint(Ping(number))

    async def _sleeps_for(self, seconds: float) -> bool:
        """Wait; whether this computer has slept meanwhile. Where trio's clock stands still then, all time limits do;
        a clock that was only set costs one ping.
        """
        before, begun = self._clock(), trio.current_time()
        await trio.sleep(seconds)
        return (self._clock() - before) - (trio.current_time() - begun) > timers.SLEPT

    def _hint(self, message: Ping | Pong) -> None:
        """Send a sign of life unless others wait to be sent, which are signs of life too; so no flood can grow."""
        try:
            self._out.send_nowait(encode_link(message))
        except (trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            return
