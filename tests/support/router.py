"""A home router in the same process: PCP (RFC 6887) and NAT-PMP (RFC 6886) on a real UDP socket, with a real table.

Written from the RFCs with offsets of its own, not with the package's codec.

Here: an honest server, and the ways in which a line or a neighbour spoils what it says. Never: a packet off loopback.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address

import trio

from bura_p2p.net.portmap.gateways import Gateway

LOOPBACK = "127.0.0.1"


@dataclass
class Entry:
    """One line of the table."""

    nonce: bytes
    outside: int
    until: float


@dataclass
class Router:
    """`speaks`: `pcp`, `nat-pmp`, both or neither. `longest`: the longest lease in seconds it gives. `refuses`: a
    result code for every request to map. `taken`: external ports that are somebody else's.

    `loses(n)`: whether the n-th datagram that comes in is lost. `spoils(data)`: what is sent besides the answer, from
    the same socket, before it; `impostor`: whether every answer comes once more, changed, from another port first.
    """

    speaks: frozenset[str] = frozenset({"pcp", "nat-pmp"})
    outside: str = "9.8.7.6"
    longest: int = 7200
    refuses: int = 0
    taken: frozenset[int] = frozenset()
    loses: Callable[[int], bool] = lambda number: False
    spoils: Callable[[bytes], list[bytes]] = lambda answer: []
    impostor: bool = False
    table: dict[tuple[str, int], Entry] = field(default_factory=dict)
    heard: list[bytes] = field(default_factory=list)

    @property
    def lines(self) -> dict[int, int]:
        """From inner ports to outer ones, of what has not run out."""
        now = trio.current_time()
        return {inner: entry.outside for (_, inner), entry in self.table.items() if entry.until > now}

    def answer(self, data: bytes, client: str) -> bytes | None:
        """What the router says to a datagram; None for nothing."""
        if not self.speaks or len(data) < 2:
            return None
        if data[0] == 2 and "pcp" in self.speaks:
            return self._pcp(data, client)
        if data[0] == 0 and "nat-pmp" in self.speaks:
            return self._natpmp(data, client)
        if "nat-pmp" in self.speaks:  # RFC 6886, 3.5: a version that it does not speak
            return bytes((0, 0x80 | data[1])) + (1).to_bytes(2, "big") + self._epoch()
        return None

    def _epoch(self) -> bytes:
        return int(trio.current_time()).to_bytes(8, "big")[-4:]

    # --- PCP: header 0-23; MAP: nonce 24-35, protocol 36, inner port 40-41, outer port 42-43, outer address 44-59

    def _pcp(self, data: bytes, client: str) -> bytes:
        lifetime = int.from_bytes(data[4:8], "big")
        if data[1] == 0:
            return self._head(0, 0, 0)
        if data[1] != 1 or len(data) < 60:
            return self._head(data[1], 4, 30)
        claimed = IPv6Address(data[8:24])
        if str(claimed.ipv4_mapped or claimed) != client:
            return self._head(1, 12, 30) + data[24:60]
        if self.refuses:
            return self._head(1, self.refuses, 30) + data[24:60]
        inner, wanted = int.from_bytes(data[40:42], "big"), int.from_bytes(data[42:44], "big")
        entry = self._line(client, inner)
        if entry is not None and entry.nonce != data[24:36]:
            return self._head(1, 2, 30) + data[24:60]  # RFC 6887, 11.3: another nonce may touch nothing
        if lifetime == 0:
            self.table.pop((client, inner), None)
            return self._head(1, 0, 0) + data[24:60]
        granted = min(lifetime, self.longest)
        outer = self._open(client, inner, wanted, granted, data[24:36])
        address = IPv6Address(b"\0" * 10 + b"\xff\xff" + IPv4Address(self.outside).packed)
        if claimed.ipv4_mapped is None:
            address = claimed
        return self._head(1, 0, granted) + data[24:42] + outer.to_bytes(2, "big") + address.packed

    def _head(self, opcode: int, result: int, lifetime: int) -> bytes:
        return bytes((2, 0x80 | opcode, 0, result)) + lifetime.to_bytes(4, "big") + self._epoch() + bytes(12)

    # --- NAT-PMP: map request: 0, opcode, 0, 0, inner port 4-5, outer port 6-7, lifetime 8-11

    def _natpmp(self, data: bytes, client: str) -> bytes | None:
        if len(data) == 2 and data[1] == 0:
            return bytes((0, 128, 0, 0)) + self._epoch() + IPv4Address(self.outside).packed
        if len(data) != 12 or data[1] not in (1, 2):
            return None
        inner, wanted = int.from_bytes(data[4:6], "big"), int.from_bytes(data[6:8], "big")
        lifetime = int.from_bytes(data[8:12], "big")
        head = bytes((0, 0x80 | data[1])) + self.refuses.to_bytes(2, "big") + self._epoch() + data[4:6]
        if self.refuses:
            return head + bytes(6)
        if lifetime == 0:
            self.table.pop((client, inner), None)
            return head + bytes(6)
        granted = min(lifetime, self.longest)
        outer = self._open(client, inner, wanted, granted, b"")
        return head + outer.to_bytes(2, "big") + granted.to_bytes(4, "big")

    # --- the table

    def _line(self, client: str, inner: int) -> Entry | None:
        entry = self.table.get((client, inner))
        return entry if entry is not None and entry.until > trio.current_time() else None

    def _open(self, client: str, inner: int, wanted: int, lifetime: int, nonce: bytes) -> int:
        entry = self._line(client, inner)
        outer = entry.outside if entry is not None else wanted or inner
        while outer in self.taken:
            outer += 1
        self.table[client, inner] = Entry(nonce, outer, trio.current_time() + lifetime)
        return outer


@asynccontextmanager
async def serving(router: Router, host: str = LOOPBACK) -> AsyncIterator[Gateway]:
    """The router at work on a free port of loopback; the gateway to find it by."""
    family = trio.socket.AF_INET6 if ":" in host else trio.socket.AF_INET
    with trio.socket.socket(family, trio.socket.SOCK_DGRAM) as door:
        await door.bind((host, 0))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_serve, router, door, family)
            yield Gateway(host, "lo", int(door.getsockname()[1]))
            nursery.cancel_scope.cancel()


async def _serve(router: Router, door: trio.socket.SocketType, family: int) -> None:
    while True:
        data, peer = await door.recvfrom(2000)
        router.heard.append(data)
        if router.loses(len(router.heard) - 1):
            continue
        answer = router.answer(data, peer[0])
        if answer is None:
            continue
        if router.impostor:
            with trio.socket.socket(family, trio.socket.SOCK_DGRAM) as stranger:
                await stranger.sendto(answer[:-2] + b"\x06\x06", peer)
        for other in router.spoils(answer):
            await door.sendto(other, peer)
        await door.sendto(answer, peer)
