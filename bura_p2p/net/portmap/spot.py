"""One of this computer's addresses behind one router, and the port that the router opens for it: PCP, else NAT-PMP.

Here: asking, asking again, taking back. Never: when (the mapper knows), other routers.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from .. import timers
from . import natpmp, pcp
from .asking import Granted, Refused, by_natpmp, by_pcp
from .gateways import Gateway
from .outcome import LEADS_NOWHERE, Failure, Mapping, Snag, Way, telling
from .wire import Wire, open_wire

_LABEL: Final = b"bura-p2p PCP nonce\x00"


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What every mapping of one hosted game has in common.

    `port` (TCP) is listened on; `suggested` is the external port wanted. `key`: secret bytes of this installation;
    nonces come of it, so that what a crash left behind at a router can be renewed and taken back. `clock` gives
    seconds, `entropy` n fresh bytes.
    """

    port: int
    suggested: int
    key: bytes
    clock: Callable[[], float]
    entropy: Callable[[int], bytes]

    def __repr__(self) -> str:
        return f"Terms(port={self.port}, suggested={self.suggested})"


class Spot:
    """A port at `source`, an address of this computer (None: the one that faces the router), behind `gateway`."""

    def __init__(self, gateway: Gateway, source: str | None, terms: Terms) -> None:
        self.gateway = gateway
        self.mapping: Mapping | None = None
        self.failure: Failure | None = None
        self._source = source
        self._terms = terms
        self._asked: set[Way] = set()

    async def ask(self, tries: int) -> None:
        """Ask for the mapping, or for it once more; `mapping` and `failure` tell the result. Raises nothing.

        A mapping holds as long as it was granted when nobody answers the question to renew it.
        """
        self.failure = None
        try:
            async with open_wire(self.gateway, self._terms.entropy, self._source) as wire:
                for way in self._ways():
                    self._asked.add(way)
                    answer = await (self._by_pcp if way is Way.PCP else self._by_natpmp)(wire, tries)
                    if isinstance(answer, Granted):
                        self._keep(way, wire, answer)
                        return
                    self._lose(way, answer)
                    if answer.snag in LEADS_NOWHERE or self.mapping is not None:
                        return
        except OSError:  # no such interface, address or route any more
            self._lose(Way.PCP, Refused(Snag.SILENT))

    async def release(self) -> None:
        """Take back what the router gave, or may have given without our hearing of it. Raises nothing."""
        held, asked = None if self.mapping is None else self.mapping.way, self._asked
        self.mapping, self._asked = None, set()
        try:
            async with open_wire(self.gateway, self._terms.entropy, self._source) as wire:
                for way in asked:
                    request, read = self._farewell(way, wire)
                    await (wire.ask(request, read) if way is held else wire.tell(request))
        except OSError:
            return

    def _ways(self) -> tuple[Way, ...]:
        """The one that holds first; another one only where that is lost."""
        ways = (Way.PCP, Way.NAT_PMP) if self.gateway.version == 4 else (Way.PCP,)
        held = self.mapping
        return ways if held is None else (held.way, *(way for way in ways if way is not held.way))

    def _keep(self, way: Way, wire: Wire, answer: Granted) -> None:
        terms, until = self._terms, self._terms.clock() + answer.lifetime
        self.failure = None
        self.mapping = Mapping(way, self.gateway.host, wire.own, terms.port, answer.outside, answer.port, until)

    def _lose(self, way: Way, answer: Refused) -> None:
        silent = answer.snag is Snag.SILENT
        if self.mapping is not None and not (silent and self._terms.clock() < self.mapping.until):
            self.mapping = None
        failure = Failure(way, self.gateway.host, answer.snag, answer.outside)
        self.failure = telling([failure] if self.failure is None else [self.failure, failure])

    async def _by_pcp(self, wire: Wire, tries: int) -> Granted | Refused:
        return await by_pcp(wire, self._wish(wire), tries)

    async def _by_natpmp(self, wire: Wire, tries: int) -> Granted | Refused:
        wanted = self._terms.suggested if self.mapping is None else self.mapping.outside_port
        return await by_natpmp(wire, self._terms.port, wanted, tries)

    def _wish(self, wire: Wire) -> pcp.Wish:
        before = self.mapping
        wanted = self._terms.suggested if before is None else before.outside_port
        outside = None if before is None else before.outside
        return pcp.Wish(wire.own, self._nonce(wire), self._terms.port, wanted, timers.MAP_LEASE, outside)

    def _nonce(self, wire: Wire) -> bytes:
        """Another one for each server (RFC 6887, 11.2), and the same one for the same mapping after a crash."""
        place = f"{self.gateway.host} {wire.own} {self._terms.port}".encode()
        return hmac.digest(self._terms.key, _LABEL + place, hashlib.sha256)[: pcp.NONCE]

    def _farewell(self, way: Way, wire: Wire) -> tuple[bytes, Callable[[bytes], object]]:
        """The request that takes a mapping back, and what reads its answer."""
        port = self._terms.port
        if way is Way.NAT_PMP:
            return natpmp.release_request(port), partial(natpmp.read_map, port=port, lifetime=0)
        wish = pcp.Wish(wire.own, self._nonce(wire), port, 0, 0)
        return pcp.release_request(wish), partial(pcp.read_map, wish=wish)
