"""Runs the authentication of `auth` over a stream.

Here: frames in, frames out, until both sides are proved. Never: a time limit; the caller has one for TLS and this.
"""

from __future__ import annotations

import trio

from ..errors import PeerError
from ..wire import limits as wire_limits
from ..wire.framing import FrameReader, encode_frame
from . import limits
from .auth import Agreed, Handshake
from .faults import Loss, PeerLost


async def authenticate(stream: trio.abc.Stream, handshake: Handshake) -> tuple[Agreed, FrameReader]:
    """Run `handshake`; the answer is what was agreed, and the reader that holds whatever came after it.

    Raises PeerError as `Handshake.receive` and the frames do, PeerLost where the stream ends first, and trio's
    BrokenResourceError.
    """
    reader = FrameReader(wire_limits.MAX_FRAME_BEFORE_AUTH)
    await send_payloads(stream, handshake.start())
    while True:
        payload = await next_payload(stream, reader)
        try:
            answers = handshake.receive(payload)
        except PeerError:
            await send_payloads(stream, handshake.parting)
            raise
        await send_payloads(stream, answers)
        if handshake.agreed is not None:
            reader.limit = wire_limits.MAX_FRAME
            return handshake.agreed, reader


async def send_payloads(stream: trio.abc.Stream, payloads: tuple[bytes, ...]) -> None:
    """Send each payload as a frame, in one write."""
    if payloads:
        await stream.send_all(b"".join(map(encode_frame, payloads)))


async def next_payload(stream: trio.abc.Stream, reader: FrameReader) -> bytes:
    """The next frame's payload. Raises as `authenticate` does."""
    while (payload := reader.pull()) is None:
        data = await stream.receive_some(limits.READ_BEFORE_AUTH)
        if not data:
            raise PeerLost(Loss.CONNECTION)
        reader.push(data)
    return payload
