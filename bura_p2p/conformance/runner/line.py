"""A faulty line between two programs: it delays, cuts into pieces, merges, and breaks off.

Here: a TCP proxy on this computer that passes bytes on as badly as TCP may. Never: what is inside; that is TLS.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

import trio

from ...net.nursery import background

HOST: Final = "127.0.0.1"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """How a line treats what comes: one delay in seconds per piece, at most so much; pieces of at most so many bytes;
    bytes held back for so many seconds so that they are merged; the connections that break off, each after so many
    bytes in both directions together.
    """

    id: str
    about: str
    delay: float = 0.0
    piece: int = 65_536
    merge: float = 0.0
    breaks: tuple[int, ...] = ()

    @property
    def requirements(self) -> tuple[str, ...]:
        """What a game over it shows."""
        return ("F5", "J1", "J3", "J4", "J5") if self.breaks else ("F5",)


FAULTS: Final[tuple[Fault, ...]] = (
    Fault(id="pair-plain", about="Nothing is done to the line."),
    Fault(id="pair-delays", about="Every piece comes up to 80 milliseconds late.", delay=0.08),
    Fault(id="pair-pieces", about="Bytes come in pieces of at most seven.", piece=7),
    Fault(id="pair-merges", about="Bytes are held back for 50 milliseconds, and come at once.", merge=0.05),
    Fault(id="pair-cut", about="The line breaks off once, in the first hand.", breaks=(12_000,)),
    Fault(id="pair-cuts", about="The line breaks off three times.", breaks=(7_000, 6_000, 5_000)),
)  # fmt: skip
"""Every kind of line."""


@dataclass
class Line:
    """An open line: `port` leads to `target`. `broken`: connections that broke off so far."""

    fault: Fault
    port: int
    random: Random
    broken: int = 0
    passed: int = field(default=0)

    async def carry(self, one: trio.SocketStream, other: trio.SocketStream) -> None:
        """Both ways until one side ends, or the line breaks off."""
        left = self.fault.breaks[self.broken] if self.broken < len(self.fault.breaks) else None
        start = self.passed
        async with trio.open_nursery() as nursery:

            async def way(source: trio.SocketStream, target: trio.SocketStream) -> None:
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    while data := await self._some(source):
                        for piece in self._pieces(data):
                            await trio.sleep(self.random.random() * self.fault.delay)
                            await target.send_all(piece)
                            self.passed += len(piece)
                            if left is not None and self.passed - start >= left:
                                self.broken += 1
                                nursery.cancel_scope.cancel()
                                return
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    await target.send_eof()

            nursery.start_soon(way, one, other)
            nursery.start_soon(way, other, one)

    async def _some(self, source: trio.SocketStream) -> bytes:
        data = bytes(await source.receive_some(65_536))
        if data and self.fault.merge:
            with trio.move_on_after(self.fault.merge):
                while more := await source.receive_some(65_536):
                    data += more
        return data

    def _pieces(self, data: bytes) -> list[bytes]:
        size = self.fault.piece
        return [data[at : at + size] for at in range(0, len(data), size)]


@asynccontextmanager
async def open_line(fault: Fault, target: tuple[str, int], number: int) -> AsyncIterator[Line]:
    """A line to `target`, host and port; `number` draws its chance. It is gone after the block."""
    listeners = await trio.open_tcp_listeners(0, host=HOST)
    line = Line(fault, int(listeners[0].socket.getsockname()[1]), Random(number))  # noqa: S311  to be played again

    async def visit(stream: trio.SocketStream) -> None:
        try:
            other = await trio.open_tcp_stream(*target)
        except OSError:
            return
        async with stream, other:
            await line.carry(stream, other)

    async with background() as nursery:
        nursery.start_soon(trio.serve_listeners, visit, listeners)
        yield line
