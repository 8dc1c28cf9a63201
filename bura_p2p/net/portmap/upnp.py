"""UPnP IGD, by the library miniupnpc where it is installed: a port opened by a router that knows nothing better.

The library blocks, so that all of it runs in a thread; a device that drips is left behind with its thread. It asks by
multicast, and reads what answers: a device of one's own network is believed about where its description lies.

Here: finding a router, opening a port, closing it. Never: the library's own exceptions outside, or a mapping of
another computer written over.
"""

from __future__ import annotations

import importlib
import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Any, Final, TypeVar

import trio

from .. import limits, timers
from .outcome import Failure, Mapping, Snag, Way, snag_of
from .spot import Terms

_TAKEN: Final = "ConflictInMappingEntry"
T = TypeVar("T")
_TCP: Final = "TCP"
_ABOUT: Final = "bura"
_PERMANENT_ONLY: Final = ("OnlyPermanentLeasesSupported", "Invalid Args")
_SNAGS: Final = {
    "Action not authorized": Snag.REFUSED,
    "NoPortMapsAvailable": Snag.FULL,
    _TAKEN: Snag.TAKEN,
    "ConflictWithOtherMechanisms": Snag.TAKEN,
}


Device = Any
"""The library's `UPnP` object, which comes without types; every method but `discover` asks the router by HTTP."""


def library_device() -> Device:
    """A fresh object of the library; None where it is not installed."""
    try:
        library = importlib.import_module("miniupnpc")
    except ImportError:
        return None
    return library.UPnP()


@dataclass(frozen=True, slots=True)
class Status:
    """What a router tells about itself: whether it is connected, and its outer address where it has one to give."""

    connected: bool
    outside: IPv4Address | None


class Upnp:
    """The UPnP router of this network, and the port that it opened for one hosted game."""

    def __init__(self, make: Callable[[], Device] = library_device) -> None:
        self.mapping: Mapping | None = None
        self.failure: Failure | None = None
        self._make = make
        self._device: Device = None
        self._found: Status | Failure | None = None
        self._opened: Mapping | None = None  # set in the thread, also when nobody waits for it any more
        self._turn = threading.Lock()  # a thread that was left behind may still use the device

    async def find(self) -> Status | Failure:
        """Look for a router, once; then ask how it is. Raises nothing."""
        self._found = await trio.to_thread.run_sync(self._in_turn, self._find, abandon_on_cancel=True)
        return self._found

    async def ask(self, terms: Terms) -> None:
        """Ask the router last found for the mapping, or for it once more; `mapping` and `failure` tell the result."""
        found, self._found = self._found or await self.find(), None
        if isinstance(found, Failure):
            if self.mapping is not None and terms.clock() >= self.mapping.until:
                self.mapping = None
            self.failure = found
            return
        ports, now = self._ports(terms), terms.clock()  # neither clock nor entropy is used in a thread
        answer = await trio.to_thread.run_sync(
            self._in_turn, lambda: self._map(found, ports, terms.port, now), abandon_on_cancel=True
        )
        self.mapping = answer if isinstance(answer, Mapping) else None
        self.failure = answer if isinstance(answer, Failure) else None

    async def release(self) -> None:
        """Take the mapping back, if there is one. Raises nothing."""
        self.mapping = None
        if self._device is not None:
            await trio.to_thread.run_sync(self._in_turn, self._release, abandon_on_cancel=True)

    # --- in a thread

    def _in_turn(self, work: Callable[[], T]) -> T:
        with self._turn:
            return work()

    def _find(self) -> Status | Failure:
        device = self._device
        try:
            if device is None:
                device = self._make()
                if device is None:
                    return _failure(Snag.NO_LIBRARY)
                device.discoverdelay = int(1000 * timers.UPNP_SEARCH)
                device.discover()
                device.selectigd()
            connected = device.statusinfo()[0] in ("Connected", "Up")
            outside = _address(device.externalipaddress())
        except Exception:  # noqa: BLE001  the library raises nothing more exact: no device, none for ports, no answer
            self._device = None
            return _failure(Snag.SILENT)
        self._device = device
        return Status(connected, outside if connected else None)

    def _map(self, found: Status, ports: list[int], inside: int, now: float) -> Mapping | Failure:
        device, outside = self._device, found.outside
        if device is None or outside is None:
            # connected, and no address that it would name: it knows that it is none of the internet
            return _failure(Snag.SECOND_ROUTER if found.connected else Snag.NO_ADDRESS)
        snag = snag_of(outside)
        if snag is not None:
            return _failure(snag, outside)
        try:
            port, lease = _first_free(device, ports, inside)
        except Exception as fault:  # noqa: BLE001  as above; the text is all that there is of a router's own refusal
            return _failure(_SNAGS.get(str(fault), Snag.FAULTY))
        until = now + lease if lease else math.inf
        self._opened = Mapping(Way.UPNP, "", IPv4Address(device.lanaddr), inside, outside, port, until)
        return self._opened

    def _ports(self, terms: Terms) -> list[int]:
        """External ports to try: the one of before, the one wanted, the listening one, then others."""
        before = [] if self._opened is None else [self._opened.outside_port]
        others = [49_152 + int.from_bytes(terms.entropy(2), "big") % 16_384 for _ in range(limits.UPNP_PORTS)]
        return list(dict.fromkeys([*before, terms.suggested, terms.port, *others]))[: limits.UPNP_PORTS]

    def _release(self) -> None:
        opened, self._opened = self._opened, None
        if self._device is not None and opened is not None:
            with suppress(Exception):  # it is gone already, or the router is
                self._device.deleteportmapping(opened.outside_port, _TCP)


def _first_free(device: Device, ports: list[int], inside: int) -> tuple[int, int]:
    """Open the first of the external `ports` that can be; it, and its lease. Raises what the library does."""
    for port in ports:
        if _ours_or_free(device, port, inside):
            try:
                return port, _open(device, port, inside)
            except Exception as fault:
                if _SNAGS.get(str(fault)) is not Snag.TAKEN:
                    raise
    raise OSError(_TAKEN)


def _ours_or_free(device: Device, outside: int, inside: int) -> bool:
    """Many routers write an entry over without a word: it may be another computer's."""
    entry = device.getspecificportmapping(outside, _TCP)
    return entry is None or (entry[0], entry[1]) == (device.lanaddr, inside)


def _open(device: Device, outside: int, inside: int) -> int:
    """The lease, 0 where the router keeps the entry until it is deleted."""
    try:
        device.addportmapping(outside, _TCP, device.lanaddr, inside, _ABOUT, "", timers.MAP_LEASE)
    except Exception as fault:
        if str(fault) not in _PERMANENT_ONLY:
            raise
        device.addportmapping(outside, _TCP, device.lanaddr, inside, _ABOUT, "", 0)
        return 0
    return timers.MAP_LEASE


def _address(text: str) -> IPv4Address | None:
    try:
        address = IPv4Address(text.strip())
    except ValueError:
        return None
    return None if address.is_unspecified else address


def _failure(snag: Snag, outside: IPv4Address | None = None) -> Failure:
    return Failure(Way.UPNP, "", snag, outside)
