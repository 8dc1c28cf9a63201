"""What the routers of this network offer, found out without changing anything at them.

Here: PCP ANNOUNCE, NAT-PMP's external address, UPnP's status, all at once. Never: a mapping.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address

import trio

from .. import limits, timers
from ..invite import Candidate
from . import natpmp, pcp
from .gateways import Gateway
from .mapper import is_global_ipv6
from .outcome import Address, Failure, Snag, Way
from .upnp import Upnp
from .wire import Wire, open_wire


@dataclass(frozen=True, slots=True)
class Reply:
    """How a router took one way of asking: `answers`, and its address outside where it told it. `offline`: it says
    that it has none. `missing`: the way cannot be tried, for its library is not installed.
    """

    way: Way
    gateway: str
    answers: bool
    outside: Address | None = None
    offline: bool = False
    missing: bool = False


async def probe(
    gateways: Sequence[Gateway], own: Sequence[Candidate], *, entropy: Callable[[int], bytes], upnp: Upnp | None
) -> tuple[Reply, ...]:
    """Ask every gateway in every way; in the order of gateways and ways, UPnP last. Raises nothing, and takes at most
    `timers.PROBE` seconds.

    IPv6 gateways are asked from the first global one of the addresses `own`, and left out where there is none.
    """
    wide = next((ip_address(one.host) for one in own if is_global_ipv6(one)), None)
    asked = [(gateway, way) for gateway in gateways for way in (Way.PCP, Way.NAT_PMP)]
    asked = [(gateway, way) for gateway, way in asked if gateway.version == 4 or (way is Way.PCP and wide)]
    replies: dict[int, Reply] = {}

    async def ask(number: int, gateway: Gateway, way: Way) -> None:
        source = str(wide) if gateway.version == 6 else None
        replies[number] = await _ask(gateway, way, source, entropy)

    async def ask_upnp(router: Upnp) -> None:
        replies[len(asked)] = await _ask_upnp(router)

    with trio.move_on_after(timers.PROBE):
        async with trio.open_nursery() as nursery:
            for number, (gateway, way) in enumerate(asked):
                nursery.start_soon(ask, number, gateway, way)
            if upnp is not None:
                nursery.start_soon(ask_upnp, upnp)
    silent = [Reply(way, gateway.host, answers=False) for gateway, way in asked]
    silent += [] if upnp is None else [Reply(Way.UPNP, "", answers=False)]
    return tuple(replies.get(number, reply) for number, reply in enumerate(silent))


async def _ask(gateway: Gateway, way: Way, source: str | None, entropy: Callable[[int], bytes]) -> Reply:
    try:
        async with open_wire(gateway, entropy, source) as wire:
            return await (_by_pcp if way is Way.PCP else _by_natpmp)(gateway, wire)
    except OSError:
        return Reply(way, gateway.host, answers=False)


async def _by_pcp(gateway: Gateway, wire: Wire) -> Reply:
    answer = await wire.ask(pcp.announce_request(wire.own), pcp.read_announce, limits.MAP_TRIES)
    spoken = answer is not None and answer.version == pcp.VERSION
    return Reply(Way.PCP, gateway.host, answers=spoken)


async def _by_natpmp(gateway: Gateway, wire: Wire) -> Reply:
    told = await wire.ask(natpmp.address_request(), natpmp.read_address, limits.MAP_TRIES)
    if told is None:
        return Reply(Way.NAT_PMP, gateway.host, answers=False)
    none = told.external is None or told.external.is_unspecified
    return Reply(Way.NAT_PMP, gateway.host, answers=True, outside=None if none else told.external, offline=none)


async def _ask_upnp(router: Upnp) -> Reply:
    found = await router.find()
    if isinstance(found, Failure):
        return Reply(Way.UPNP, "", answers=False, missing=found.snag is Snag.NO_LIBRARY)
    return Reply(Way.UPNP, "", answers=True, outside=found.outside, offline=found.outside is None)
