"""The mappings of one hosted game: PCP, else NAT-PMP, else UPnP for IPv4, and PCP pinholes for IPv6; kept as long as
the host waits or plays, then taken back.

Here: which routers are asked in which order, and when again. Never: what they are asked (`spot`, `upnp`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_address

import trio

from ...errors import LocalError
from .. import limits, timers
from ..invite import Candidate
from ..nursery import background
from .gateways import Gateway, find_gateways
from .outcome import LEADS_NOWHERE, Failure, Mapping, Snag, Way
from .spot import Spot, Terms
from .upnp import Upnp


@dataclass(frozen=True, slots=True)
class Found:
    """What all routers together gave: `mappings` that hold now, IPv4 first, and `failures` of the ways that led
    nowhere.
    """

    mappings: tuple[Mapping, ...]
    failures: tuple[Failure, ...]

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """For the invite; pinholes add none, for the address is this computer's own."""
        return tuple(dict.fromkeys(mapping.candidate for mapping in self.mappings if not mapping.pinhole))


class Mapper:
    """Asks the routers of this network for `terms`; `own` gives the addresses of this computer that are listened on
    (or raises LocalError where there is no network).

    `find` gives the default gateways; `upnp` is the UPnP router, None to leave UPnP out.
    """

    def __init__(
        self,
        terms: Terms,
        own: Callable[[], Awaitable[Sequence[Candidate]]],
        *,
        find: Callable[[], Awaitable[Sequence[Gateway]]] = find_gateways,
        upnp: Upnp | None = None,
    ) -> None:
        self._terms = terms
        self._own = own
        self._find = find
        self._upnp = upnp
        self._spots: dict[tuple[Gateway, str | None], Spot] = {}
        self._any_gateway = False

    @property
    def found(self) -> Found:
        """The present state."""
        spots = tuple(self._spots.values())
        ways: tuple[Spot | Upnp, ...] = spots if self._upnp is None else (*spots, self._upnp)
        mappings = [way.mapping for way in ways if way.mapping is not None]
        failures = [way.failure for way in ways if way.failure is not None]
        if not self._any_gateway:
            failures.append(Failure(Way.PCP, "", Snag.NO_GATEWAY))
        mappings.sort(key=lambda mapping: mapping.inside.version)
        return Found(tuple(mappings), tuple(failures))

    async def ask(self, tries: int = limits.MAP_TRIES) -> None:
        """Ask for everything, or for it once more. Raises nothing."""
        await self._look()
        async with trio.open_nursery() as nursery:
            for (gateway, _), spot in self._spots.items():
                if gateway.version == 6:
                    nursery.start_soon(spot.ask, tries)
            await self._ask_ipv4(tries)

    async def release(self) -> None:
        """Take everything back. Raises nothing."""
        async with trio.open_nursery() as nursery:
            for spot in self._spots.values():
                nursery.start_soon(spot.release)
            if self._upnp is not None:
                nursery.start_soon(self._upnp.release)

    async def _look(self) -> None:
        """Gateways and addresses as they are now; what a router of before gave stays until it runs out."""
        gateways = await self._find()
        self._any_gateway = bool(gateways)
        try:
            own = await self._own()
        except LocalError:  # the network is gone, for now
            own = ()
        wide = [one.host for one in own if is_global_ipv6(one)][: limits.PINHOLES]
        for gateway in gateways:
            for source in (None,) if gateway.version == 4 else wide:
                self._spots.setdefault((gateway, source), Spot(gateway, source, self._terms))
        gone = [key for key, spot in self._spots.items() if key[0] not in gateways and spot.mapping is None]
        for key in gone:
            del self._spots[key]

    async def _ask_ipv4(self, tries: int) -> None:
        """UPnP only where nothing else works; but looked for at once, since that takes its time."""
        upnp = self._upnp
        if upnp is not None and upnp.mapping is not None:
            await upnp.ask(self._terms)
            return
        spots = [spot for (gateway, _), spot in self._spots.items() if gateway.version == 4]
        async with trio.open_nursery() as nursery:
            if upnp is not None:
                nursery.start_soon(upnp.find)
            async with trio.open_nursery() as asking:
                for spot in spots:
                    asking.start_soon(spot.ask, tries)
            if not _upnp_may_help(spots):
                nursery.cancel_scope.cancel()
        if upnp is not None and _upnp_may_help(spots):
            await upnp.ask(self._terms)


@asynccontextmanager
async def open_mappings(
    mapper: Mapper, *, clock: Callable[[], float], changed: Callable[[Found], None] = lambda found: None
) -> AsyncIterator[Found]:
    """Ask once, for at most `timers.MAPPING` seconds; keep what was granted; take it back at the end.

    `changed` is told when other addresses lead in than before. `clock` is that of the mapper's terms.
    """
    try:
        with trio.move_on_after(timers.MAPPING):
            await mapper.ask()
        async with background() as nursery:
            nursery.start_soon(_keep, mapper, clock, changed)
            yield mapper.found
    finally:
        with trio.move_on_after(timers.MAP_RELEASE, shield=True):
            await mapper.release()


async def _keep(mapper: Mapper, clock: Callable[[], float], changed: Callable[[Found], None]) -> None:
    """Ask again at half of every lease (RFC 6887, 11.2.1), and at half of what is left of it while nobody answers."""
    while True:
        now, before = clock(), mapper.found
        left = min((mapping.until - now for mapping in before.mappings), default=timers.MAP_LEASE)
        await _pause(max(timers.MAP_AGAIN, min(left, timers.MAP_LEASE_MOST) / 2), clock)
        await mapper.ask(limits.MAP_TRIES_LATER)
        if set(mapper.found.candidates) != set(before.candidates):
            changed(mapper.found)


async def _pause(seconds: float, clock: Callable[[], float]) -> None:
    """By either clock: trio's own stands still in a sleeping laptop, and the one on the wall may be set back."""
    due, end = clock() + seconds, trio.current_time() + seconds
    while clock() < due and (left := end - trio.current_time()) > 0:  # noqa: ASYNC110  no event tells of a clock
        await trio.sleep(min(left, timers.MAP_LOOK))


def is_global_ipv6(candidate: Candidate) -> bool:
    """Whether a candidate is an IPv6 address of the internet."""
    address = ip_address(candidate.host) if isinstance(candidate.address, bytes) else None
    return address is not None and address.version == 6 and address.is_global


def _upnp_may_help(spots: Sequence[Spot]) -> bool:
    """Not where a port is open already, nor where a router has no address of the internet."""
    return not any(spot.mapping or (spot.failure and spot.failure.snag in LEADS_NOWHERE) for spot in spots)
