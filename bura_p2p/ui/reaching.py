"""How a friend gets in: the door of a host, and every address that leads to it, also through the router.

Here: the listening port that is remembered, ports forwarded by hand or opened by the router, what is told of them.
Never: how a router is asked (`net.portmap`), the invite's text.
"""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, Protocol, TypeVar

from ..errors import LocalError
from ..net.addresses import forwarded, invited, label
from ..net.invite import Candidate, Kind, candidate_of
from ..net.listen import Door, open_door
from ..net.portmap.mapper import Found, Mapper, open_mappings
from ..net.portmap.outcome import (
    Address,
    Failure,
    Mapping,
    failure_sentence,
    mapping_sentence,
    snag_of,
    telling,
)
from ..net.portmap.spot import Terms
from ..net.portmap.upnp import Upnp
from ..net.punch import OwnPort, open_port
from ..sentences import N_
from .inert import wrapped
from .place import Place
from .tongue import local, t

_PORT: Final = "port"
_HIDDEN: Final = "onion"
_MAPPED: Final = "mapped port"
_KEY: Final = "mapping key"
_KEY_BYTES: Final = 16

ASKING: Final = N_("Asking your router to let a friend in ('--no-map' leaves it alone) ...")

LABELS: Final = {
    "lan": N_("this network"),
    "lan-ipv6": N_("this network, IPv6"),
    "internet": N_("the internet"),
    "internet-ipv6": N_("the internet, IPv6"),
    "mapped": N_("the internet, through your router"),
    "name": N_("by its name"),
    "overlay": N_("an overlay network, or your provider's own"),
    "loopback": N_("this computer only"),
    "onion": N_("Tor"),
}
"""Where an address leads, for people, by the words of `net.addresses.label`."""


@dataclass(frozen=True, kw_only=True)
class Where:
    """Where a host waits, and how a friend outside may come in.

    `address`: None for all of this computer's. `port`: 0 for any free one, None for the one of last time. `maps`:
    whether the router is asked to open it. `public`: a host and port (0: the one listened on) forwarded by hand.
    `onion`: the same of an onion service that leads here.
    """

    address: str | None = None
    port: int | None = None
    maps: bool = False
    public: tuple[str, int] | None = None
    onion: tuple[str, int] | None = None

    @property
    def hidden(self) -> bool:
        """Whether the onion service is the only way in that anybody is told of."""
        return self.onion is not None and self.address is not None and is_loopback(self.address)


def is_loopback(address: str) -> bool:
    """Whether an address to listen at, as it was typed, is this computer's own."""
    try:
        return address == "localhost" or ip_address(address).is_loopback
    except ValueError:
        return False


class Listening(Protocol):
    """What listens on a port of this computer: a host's door, or a guest's own port."""

    @property
    def port(self) -> int:
        """The port."""
        ...

    async def candidates(self) -> tuple[Candidate, ...]:
        """Where this computer may be reached there, best first. Raises LocalError where there is no network."""
        ...


L = TypeVar("L", bound=Listening)


class Ways:
    """All ways to a port of this computer; made by `open_ways`."""

    def __init__(self, port: int, own: tuple[Candidate, ...], by_hand: tuple[Candidate, ...]) -> None:
        self.port = port
        self.own = own
        self.found = Found((), ())
        self._by_hand = by_hand
        self._told: tuple[Candidate, ...] = ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """For the invite, or the reply code: the likeliest first, at most eight.

        Where no router opened a port for IPv4, its outer address is among them if it told that: it may let in whom
        this computer has called.
        """
        mapped = self.found.candidates
        seen = () if mapped or self._by_hand else tuple(forwarded(str(at), self.port) for at in self._outside())
        return invited(self.own, (*self._by_hand, *mapped, *seen))

    def _outside(self) -> list[Address]:
        told = [failure.outside for failure in self.found.failures if failure.outside is not None]
        return [address for address in told if address.version == 4 and snag_of(address) is None]

    def news(self) -> bool:
        """Whether `candidates` are others than when this was last asked."""
        told, self._told = self._told, self.candidates
        return told != self._told

    def take(self, found: Found) -> None:
        """Other mappings hold from now on."""
        self.found = found


class Entrance(Ways):
    """An open door with all ways to it; made by `open_entrance`."""

    def __init__(self, door: Door, own: tuple[Candidate, ...], by_hand: tuple[Candidate, ...]) -> None:
        super().__init__(door.port, own, by_hand)
        self.door = door


@asynccontextmanager
async def open_entrance(place: Place, where: Where) -> AsyncIterator[Entrance]:
    """Open the door, and the ways through the router that `where` wants; all is closed and taken back at the end.

    Raises LocalError as `open_door` and `Door.candidates` do, and for a `public` address that nobody could dial.
    """
    async with AsyncExitStack() as stack:
        door = await _at_port(stack, place, where, _opening(place, where))
        own = () if where.hidden else await door.candidates()
        entrance = Entrance(door, own, _by_hand(where, door.port))
        if where.hidden:
            place.store.put_setting(_HIDDEN, f"{entrance.candidates[0]} {where.address} {door.port}")
        if where.maps:
            await stack.enter_async_context(_mapped(place, entrance, door))
            _remember_mapping(place, door.port, entrance.found)
        entrance.news()
        yield entrance


@asynccontextmanager
async def open_ways(place: Place, where: Where, listening: Listening) -> AsyncIterator[Ways]:
    """The ways to a port that a guest listens on, also through the router, if `where` wants it; closed at the end.

    Raises LocalError as `candidates` does, and for a `public` address that nobody could dial.
    """
    ways = Ways(listening.port, await listening.candidates(), _by_hand(where, listening.port))
    if not where.maps:
        yield ways
        return
    async with _mapped(place, ways, listening):
        yield ways


def _by_hand(where: Where, port: int) -> tuple[Candidate, ...]:
    router = () if where.public is None else (forwarded(where.public[0], where.public[1] or port),)
    onion = () if where.onion is None else (candidate_of(where.onion[0], where.onion[1] or port),)
    return (*router, *onion)


def hidden_at(place: Place, candidates: tuple[Candidate, ...]) -> tuple[str, int] | None:
    """Where the host of an invite with these candidates listened, address and port, if an onion service led there and
    nothing else; None if not. Raises LocalError where that was long ago.
    """
    if not candidates or any(candidate.kind != Kind.ONION for candidate in candidates):
        return None
    onion, _, at = (place.store.setting(_HIDDEN) or "").partition(" ")
    if onion != str(candidates[0]):
        raise LocalError(
            t(
                "This game is played through {address}; say at which port of this computer that ends, by "
                "--listen 127.0.0.1:PORT.",
                address=candidates[0],
            )
        )
    address, _, port = at.partition(" ")
    return address, int(port)


@asynccontextmanager
async def _mapped(place: Place, ways: Ways, listening: Listening) -> AsyncIterator[None]:
    """Ask the routers, and tell what they did."""
    await place.tell("asking_router", t(ASKING), {})
    mapper = Mapper(_terms(place, ways.port), listening.candidates, upnp=Upnp())
    async with open_mappings(mapper, clock=place.clock, changed=ways.take) as found:
        ways.take(found)
        await place.tell("mapping", mapping_text(ways), mapping_values(ways))
        yield


@asynccontextmanager
async def open_own_port(place: Place, where: Where) -> AsyncIterator[OwnPort]:
    """A port for a host that calls back, the one of last time if `where` names none. Raises LocalError."""
    async with AsyncExitStack() as stack:
        yield await _at_port(stack, place, where, open_port)


def _opening(place: Place, where: Where) -> Callable[[int], AbstractAsyncContextManager[Door]]:
    return lambda port: open_door(
        place.identity(),
        place.certificate(),
        entropy=place.entropy,
        clock=place.clock,
        host=where.address,
        port=port,
    )


async def _at_port(
    stack: AsyncExitStack, place: Place, where: Where, opening: Callable[[int], AbstractAsyncContextManager[L]]
) -> L:
    """Listen at the port asked for; else at the one of last time, which somebody's router may be set up for."""
    everywhere = where.address is None
    kept = _kept_port(place) if everywhere and where.port is None else None
    port = where.port or 0 if kept is None else kept
    try:
        listening = await stack.enter_async_context(opening(port))
    except LocalError as fault:
        cause = fault.__cause__
        if kept is None or not isinstance(cause, OSError) or cause.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        listening = await stack.enter_async_context(opening(0))
        told = t(
            "Port {kept}, the one of last time, is taken by another program; this time it is {port}.",
            kept=kept, port=listening.port,
        )
        await place.tell("port", told, {"port": listening.port, "taken": kept})
    if everywhere:
        place.store.put_setting(_PORT, str(listening.port))
    return listening


def kept_port(text: str | None) -> int | None:
    """The port in a setting; None where there is none."""
    digits = text or ""
    fits = digits.isascii() and digits.isdigit() and len(digits) <= 5
    return int(digits) if fits and 0 < int(digits) < 65_536 else None


def _kept_port(place: Place) -> int | None:
    return kept_port(place.store.setting(_PORT))


def _terms(place: Place, port: int) -> Terms:
    before, _, outside = (place.store.setting(_MAPPED) or "").partition(" ")
    suggested = kept_port(outside) if before == str(port) else None
    key = place.store.setting(_KEY)
    if key is None or len(key) != 2 * _KEY_BYTES:
        key = place.entropy(_KEY_BYTES).hex()
        place.store.put_setting(_KEY, key)
    return Terms(
        port=port, suggested=suggested or port, key=key.encode("ascii"), clock=place.clock, entropy=place.entropy
    )


def _remember_mapping(place: Place, port: int, found: Found) -> None:
    """The same port outside the next time: a friend may have noted it, and routers keep lists."""
    for mapping in found.mappings:
        if not mapping.pinhole:
            place.store.put_setting(_MAPPED, f"{port} {mapping.outside_port}")
            return


# --- what is told ------------------------------------------------------------------------------------------------


def mapping_text(ways: Ways) -> str:
    """What the routers did; where none opened anything for IPv4, the reason that says most and what to do."""
    told = list(dict.fromkeys(local(mapping_sentence(mapping)) for mapping in ways.found.mappings))
    if all(mapping.pinhole for mapping in ways.found.mappings):
        failure = telling(one for one in ways.found.failures if ":" not in one.gateway)
        if any(label(own) == "internet" for own in ways.own):
            told.append(t("This computer has an internet address of its own."))
        elif failure is not None:
            told.append(local(failure_sentence(failure, ways.port)))
    return "\n".join(line for sentence in told for line in wrapped(sentence, indent="  "))


def mapping_values(ways: Ways) -> dict[str, Any]:
    """The same for programs. `direct`: this computer has an internet address of its own."""
    return {
        "mappings": [_mapping_json(mapping) for mapping in ways.found.mappings],
        "failures": [_failure_json(failure) for failure in ways.found.failures],
        "direct": any(label(own) == "internet" for own in ways.own),
    }


def _mapping_json(mapping: Mapping) -> dict[str, Any]:
    return {
        "way": mapping.way.value,
        "router": mapping.gateway,
        "address": str(mapping.candidate),
        "pinhole": mapping.pinhole,
    }


def _failure_json(failure: Failure) -> dict[str, Any]:
    outside = None if failure.outside is None else str(failure.outside)
    return {"way": failure.way.value, "router": failure.gateway, "why": failure.snag.value, "outside": outside}


def candidate_words(candidate: Candidate) -> str:
    """An address and where it leads, e.g. `192.168.1.5:4242 (this network)`."""
    word = label(candidate)
    return f"{candidate} ({label_words(word)})"


def label_words(word: str) -> str:
    """Where an address leads, for people, by a word of `net.addresses.label`."""
    return t(LABELS[word]) if word in LABELS else word
