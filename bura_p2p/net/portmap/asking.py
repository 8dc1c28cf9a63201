"""One router asked for one port, by PCP or by NAT-PMP.

Here: which requests, and what their answers mean. Never: when to ask again (`spot`, `mapper`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from .. import timers
from . import natpmp, pcp
from .outcome import Address, Snag, snag_of
from .wire import Wire


@dataclass(frozen=True, slots=True)
class Granted:
    """What a router opened: its address and port outside, for `lifetime` seconds."""

    outside: Address
    port: int
    lifetime: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a router opened nothing. `outside`: its own address, where it told it."""

    snag: Snag
    outside: Address | None = None


_PCP_SNAGS: Final[dict[int, Snag]] = {
    pcp.Result.UNSUPP_VERSION: Snag.SILENT,
    pcp.Result.NOT_AUTHORIZED: Snag.REFUSED,
    pcp.Result.NETWORK_FAILURE: Snag.NO_ADDRESS,
    pcp.Result.NO_RESOURCES: Snag.FULL,
    pcp.Result.USER_EX_QUOTA: Snag.FULL,
    pcp.Result.CANNOT_PROVIDE_EXTERNAL: Snag.TAKEN,
    pcp.Result.ADDRESS_MISMATCH: Snag.SECOND_ROUTER,
}
_NATPMP_SNAGS: Final[dict[int, Snag]] = {
    natpmp.Result.NOT_AUTHORIZED: Snag.REFUSED,
    natpmp.Result.NETWORK_FAILURE: Snag.NO_ADDRESS,
    natpmp.Result.OUT_OF_RESOURCES: Snag.FULL,
}


async def by_pcp(wire: Wire, wish: pcp.Wish, tries: int) -> Granted | Refused:
    """Ask for `wish`. What leads to no address of the internet is taken back at once."""
    answer = await wire.ask(pcp.map_request(wish), partial(pcp.read_map, wish=wish), tries)
    if answer is None:
        return Refused(Snag.SILENT)
    if answer.external is None:
        return Refused(_PCP_SNAGS.get(answer.result, Snag.FAULTY))
    snag = snag_of(answer.external)
    if snag is not None:
        await wire.tell(pcp.release_request(wish))
        return Refused(snag, answer.external)
    return Granted(answer.external, answer.port, _bounded(answer.lifetime))


async def by_natpmp(wire: Wire, port: int, suggested: int, tries: int) -> Granted | Refused:
    """Ask for the router's own address, and if it is one of the internet, for `port` as `suggested` outside."""
    told = await wire.ask(natpmp.address_request(), natpmp.read_address, tries)
    if told is None or told.external is None:
        return Refused(Snag.SILENT if told is None else _NATPMP_SNAGS.get(told.result, Snag.FAULTY))
    snag = snag_of(told.external)
    if snag is not None:
        return Refused(snag, told.external)
    request = natpmp.map_request(port, suggested, timers.MAP_LEASE)
    read = partial(natpmp.read_map, port=port, lifetime=timers.MAP_LEASE)
    answer = await wire.ask(request, read, tries)
    if answer is None or answer.result:
        return Refused(Snag.SILENT if answer is None else _NATPMP_SNAGS.get(answer.result, Snag.FAULTY))
    return Granted(told.external, answer.port, _bounded(answer.lifetime))


def _bounded(lifetime: int) -> int:
    return min(lifetime, timers.MAP_LEASE_MOST)
