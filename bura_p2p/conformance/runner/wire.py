"""One connection to the program under test: frames out and in, and whatever else one may want to write.

Here: saying, hearing, how a connection ended. Never: what is true or a lie, TLS, authentication.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import trio

from ...errors import PeerError
from ...net import limits, timers
from ...wire.codec import decode_link, encode_link
from ...wire.framing import FrameReader, encode_frame
from ...wire.messages import Bye, EntryFrame, LinkMessage, Ping, Pong
from .exchange import Exchange

PATIENCE_OF_A_WRITE: Final = 30.0
"""Seconds for one write."""

AT_ONCE: Final = 0.8 * min(timers.HELLO, timers.SILENCE)
"""Seconds after which a link that is closed was closed because nothing came, whatever was said."""

MOST_HEARD: Final = 64_000_000
"""Bytes of one connection that are listened to, far more than the longest match; a message counts as `ONE` more."""

ONE: Final = 200


class Style(StrEnum):
    """How what is said is cut into writes."""

    WHOLE = "whole"
    """Each message is one write."""
    BYTES = "bytes"
    """One byte at a time."""
    MERGED = "merged"
    """All that is said at once is one write, a ping in front and behind."""


class How(StrEnum):
    """How a connection ended."""

    BYE = "said goodbye"
    CLOSED = "closed the connection"
    SILENT = "said nothing more and did not close"
    FAULT = "sent what is no message"
    FLOOD = "sent without end"


@dataclass(frozen=True, slots=True)
class End:
    """The end of a connection: `reason` of a goodbye, the fault of what is no message."""

    how: How
    reason: int | None = None
    fault: str = ""

    @property
    def closed(self) -> bool:
        """Whether the other side has closed."""
        return self.how in (How.BYE, How.CLOSED)

    def __str__(self) -> str:
        if self.how is How.BYE:
            return f"{self.how.value} ({self.reason})"
        return f"{self.how.value} ({self.fault})" if self.fault else self.how.value


class Wire:
    """An authenticated connection. Pings are answered; `heard` and `said` hold every message, for whoever asks."""

    def __init__(
        self, stream: trio.SSLStream[trio.SocketStream], reader: FrameReader, exchange: Exchange
    ) -> None:
        """`reader` may hold bytes that came with the end of the authentication; `exchange` remembers what is said."""
        self.style = Style.WHOLE
        self.heard: list[LinkMessage] = []
        self.entries_after: list[EntryFrame] = []
        self.ignored = 0
        self._stream = stream
        self._reader = reader
        self._exchange = exchange
        self._gone = False
        self._room = MOST_HEARD

    async def say(self, *words: LinkMessage | bytes) -> None:
        """Send messages as frames, and bytes as they are. What cannot be sent any more is dropped."""
        await self._write([word if isinstance(word, bytes) else encode_frame(encode_link(word)) for word in words])

    async def _write(self, frames: Sequence[bytes]) -> None:
        for frame in frames:
            self._exchange.sent(frame)
        match self.style:
            case Style.BYTES:
                pieces = [bytes([byte]) for frame in frames for byte in frame]
            case Style.MERGED:
                ping = encode_frame(encode_link(Ping(7)))
                pieces = [b"".join([ping, *frames, ping])] if frames else []
            case _:
                pieces = list(frames)
        try:
            with trio.fail_after(PATIENCE_OF_A_WRITE):
                for piece in pieces:
                    await self._stream.send_all(piece)
        except (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            self._gone = True  # the end is met by hearing

    async def hear(self, patience: float) -> LinkMessage | End:
        """The next message but pings, and what is to be ignored; or how the connection has ended."""
        try:
            with trio.fail_after(patience):
                while True:
                    payload = await self._payload()
                    if payload is None:
                        return End(How.CLOSED)
                    self._exchange.heard(payload)
                    self._room -= len(payload) + ONE
                    if self._room < 0:
                        return End(How.FLOOD)
                    message = decode_link(payload)
                    if message is None:
                        self.ignored += 1
                        continue
                    self.heard.append(message)
                    if isinstance(message, Bye):
                        return End(How.BYE, message.reason)
                    if isinstance(message, Ping):
                        await self.say(Pong(message.n))
                        continue
                    return message
        except trio.TooSlowError:
            return End(How.SILENT)
        except PeerError as fault:
            return End(How.FAULT, fault=fault.code.label)

    async def _payload(self) -> bytes | None:
        while (payload := self._reader.pull()) is None:
            try:
                data = await self._stream.receive_some(limits.READ)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return None
            if not data:
                return None
            self._reader.push(data)
        return bytes(payload)

    async def closes(self, patience: float) -> End:
        """Hear until the end that is due at once; entries that come meanwhile are kept in `entries_after`."""
        deadline = trio.current_time() + min(patience, AT_ONCE)
        while True:
            heard = await self.hear(max(deadline - trio.current_time(), 0.0))
            if isinstance(heard, End):
                return heard
            if isinstance(heard, EntryFrame):
                self.entries_after.append(heard)

    async def cut_short(self) -> None:
        """End this side's bytes, as when a computer dies after what it has written; the other side can be heard."""
        try:
            await self._stream.transport_stream.send_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self._gone = True

    async def drop(self) -> None:
        """Close without a word."""
        await trio.aclose_forcefully(self._stream)

    async def leave(self, reason: int, patience: float = 2.0) -> None:
        """Say goodbye, wait a moment for the other side to close, and close."""
        if not self._gone:
            await self.say(Bye(reason))
            with trio.move_on_after(patience):
                await self.closes(patience)
        await self.drop()
