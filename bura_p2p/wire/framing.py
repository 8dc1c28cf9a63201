"""Frames: a 4-byte big-endian length and that many bytes, on streams and in game files.

Here: sans-IO cutting of a byte stream into payloads. Never: what a payload means, sockets, clocks.
"""

from __future__ import annotations

from ..errors import Code, LocalError, PeerError
from . import limits

HEADER = 4
"""Bytes of the length before each payload."""


def encode_frame(payload: bytes) -> bytes:
    """The frame of a payload of 1 to `MAX_FRAME` bytes. Raises `LocalError` for another length."""
    if not 1 <= len(payload) <= limits.MAX_FRAME:
        raise LocalError(f"A frame holds 1 to {limits.MAX_FRAME} bytes.")
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameReader:
    """Cuts a stream, however it is split, into frame payloads.

    `limit` bounds the next payloads and may be raised between two `pull`s, once the peer is authenticated:
    a frame that waits in the same write is then judged by the new bound. No more than one frame and the
    last piece pushed is ever kept. A refused header stays, so that every later call raises the same fault.
    """

    def __init__(self, limit: int = limits.MAX_FRAME_BEFORE_AUTH) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._start = 0  # bytes handed out; dropped at the next push (at every pull would be quadratic)

    @property
    def pending(self) -> int:
        """Bytes received that are not handed out yet."""
        return len(self._buffer) - self._start

    def push(self, data: bytes | bytearray | memoryview) -> None:
        """Takes the next piece of the stream, of any length."""
        del self._buffer[: self._start]
        self._start = 0
        self._buffer += data

    def pull(self) -> bytes | None:
        """The next payload, or None while it is incomplete.

        Raises `PeerError` FRAME_EMPTY or FRAME_TOO_LONG as soon as the four bytes of its length are there.
        """
        if self.pending < HEADER:
            return None
        begin = self._start + HEADER
        length = int.from_bytes(self._buffer[self._start : begin], "big")
        if length == 0:
            raise PeerError(Code.FRAME_EMPTY, "a frame of no bytes")
        if length > self.limit:
            raise PeerError(Code.FRAME_TOO_LONG, f"a frame of more than {self.limit} bytes")
        if self.pending < HEADER + length:
            return None
        self._start = begin + length
        return bytes(self._buffer[begin : self._start])

    def feed(self, data: bytes | bytearray | memoryview) -> list[bytes]:
        """`push`, then every payload that is complete.

        Raises as `pull` does, at once; earlier payloads of the same piece are then lost with the link.
        """
        self.push(data)
        frames = []
        while (frame := self.pull()) is not None:
            frames.append(frame)
        return frames

    def at_end(self) -> None:
        """To be called when the stream has ended. Raises `PeerError` LINK_MESSAGE when that cut a frame."""
        if self.pending:
            raise PeerError(Code.LINK_MESSAGE, "the stream ended within a frame")
