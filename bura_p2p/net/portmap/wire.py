"""Questions to one router over UDP, asked again until it answers or counts as silent.

Here: a connected socket (so that the system drops whatever comes from anybody else) and the pauses. Never: what a
question means.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeVar

import trio

from .. import limits, timers
from .gateways import Gateway
from .pcp import LONGEST

T = TypeVar("T")
_JITTER: Final = 0.1  # RFC 6887, 8.1.1: RAND


class Wire:
    """A way to one router's PCP or NAT-PMP server; made by `open_wire`. `own`: the address that it sees."""

    def __init__(self, socket: trio.socket.SocketType, entropy: Callable[[int], bytes]) -> None:
        """For `open_wire` only."""
        self.own: IPv4Address | IPv6Address = ip_address(str(socket.getsockname()[0]).partition("%")[0])
        self._socket = socket
        self._entropy = entropy

    async def ask(self, request: bytes, read: Callable[[bytes], T | None], tries: int = limits.MAP_TRIES) -> T | None:
        """The first datagram of which `read` makes something; None when nothing came after `tries` requests.

        Raises nothing: a router that cannot be reached is as silent as another.
        """
        pause = timers.MAP_FIRST
        try:
            for _ in range(tries):
                await self._socket.send(request)
                with trio.move_on_after(pause * self._about()):
                    return await self._answer(read)
                pause *= 2
        except OSError:  # nobody listens there (ICMP says so), or no route any more
            pass
        return None

    async def _answer(self, read: Callable[[bytes], T | None]) -> T:
        while True:
            answer = read(await self._socket.recv(LONGEST + 1))
            if answer is not None:
                return answer

    async def tell(self, request: bytes) -> None:
        """Send once and wait for nothing. Raises nothing."""
        with suppress(OSError):
            await self._socket.send(request)

    def _about(self) -> float:
        return 1 + _JITTER * (int.from_bytes(self._entropy(2), "big") / 32_767.5 - 1)


@asynccontextmanager
async def open_wire(
    gateway: Gateway, entropy: Callable[[int], bytes], source: str | None = None
) -> AsyncIterator[Wire]:
    """Open a way to the server of `gateway`, from this computer's address `source` (None: as the system chooses).

    `entropy` gives n fresh bytes. Raises OSError where there is no route, or the address is gone.
    """
    family = trio.socket.AF_INET if gateway.version == 4 else trio.socket.AF_INET6
    with trio.socket.socket(family, trio.socket.SOCK_DGRAM) as socket:
        if source is not None:
            await socket.bind((source, 0))
        await socket.connect(gateway.where())
        yield Wire(socket, entropy)
