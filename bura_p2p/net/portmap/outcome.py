"""What came of asking a router: mappings, or why there is none.

Here: values and the sentences about them. Never: sockets, times.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import Final

from ...sentences import N_, Sentence
from ..invite import Candidate, Kind

Address = IPv4Address | IPv6Address
_SHARED: Final = ip_network("100.64.0.0/10")


class Way(Enum):
    """How a router is asked; in the order of preference."""

    PCP = "PCP"
    NAT_PMP = "NAT-PMP"
    UPNP = "UPnP"


class Snag(Enum):
    """Why a way led nowhere; the one that says most comes first."""

    CARRIER_NAT = "carrier-nat"
    SECOND_ROUTER = "second-router"
    NO_ADDRESS = "no-address"
    REFUSED = "refused"
    FULL = "full"
    TAKEN = "taken"
    FAULTY = "faulty"
    NO_LIBRARY = "no-library"
    SILENT = "silent"
    NO_GATEWAY = "no-gateway"


LEADS_NOWHERE: Final = frozenset({Snag.CARRIER_NAT, Snag.SECOND_ROUTER})
"""Where a router's ports do not face the internet, no other way of asking it helps."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """A port that a router opened.

    `way` and `gateway` (its address; empty where unknown) tell who opened it. `inside` and `port` are this
    computer's; `outside` and `outside_port` what a friend dials: the same where only a firewall was opened. It holds
    until `until`, in seconds of the clock that was given; infinity: until it is taken back.
    """

    way: Way
    gateway: str
    inside: Address
    port: int
    outside: Address
    outside_port: int
    until: float

    @property
    def candidate(self) -> Candidate:
        """For the invite."""
        return Candidate(Kind.MAPPED, self.outside.packed, self.outside_port)

    @property
    def pinhole(self) -> bool:
        """Whether only a firewall was opened: the friend dials this computer's own address."""
        return self.inside == self.outside


@dataclass(frozen=True, slots=True)
class Failure:
    """A way that led nowhere. `outside`: the router's own address, where it told it."""

    way: Way
    gateway: str
    snag: Snag
    outside: Address | None = None


Outcome = Mapping | Failure


def snag_of(outside: Address) -> Snag | None:
    """What is wrong with a router's outer address; None for one of the internet."""
    if outside.is_unspecified:
        return Snag.NO_ADDRESS
    if outside in _SHARED:
        return Snag.CARRIER_NAT
    if outside.is_multicast:
        return Snag.FAULTY
    return None if outside.is_global else Snag.SECOND_ROUTER


def telling(failures: Iterable[Failure]) -> Failure | None:
    """The failure that says most; None where there is none."""
    order = list(Snag)
    return min(failures, key=lambda failure: order.index(failure.snag), default=None)


_PYTHON: Final = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
INSTALL: Final = f'{_PYTHON} -m pip install "bura_p2p[upnp]"'
"""What brings the library for UPnP to where this program is installed; in a form that every shell reads."""

_BY_HAND: Final = N_("or forward port {port} to this computer in the router's settings by hand, and give --public.")

_SENTENCES: Final = {
    Snag.CARRIER_NAT: N_(
        "Your provider shares one internet address among many customers (carrier NAT{has}): nobody outside can come"
        " in by IPv4. IPv6 on both sides, a friend who hosts, or an overlay network such as Tailscale gets round "
        "that."
    ),
    Snag.SECOND_ROUTER: N_(
        "A second router, or your provider's carrier NAT, stands between your router and the internet{has}; open "
        "the port there too, or let your friend host."
    ),
    Snag.NO_ADDRESS: N_(
        "Your router says that it has no internet address of its own. If you can open web pages all the same, your "
        "provider uses carrier NAT, or there is a second router, and nobody outside can come in by IPv4: use IPv6 "
        "on both sides, let your friend host, or take an overlay network such as Tailscale."
    ),
    Snag.REFUSED: N_(
        "Your router refuses to open a port; allow UPnP, NAT-PMP or PCP in its settings,"
    ),
    Snag.FULL: N_("Your router has no room for another open port; restart it,"),
    Snag.TAKEN: N_("The ports asked for are given to another computer by your router; choose another with --port."),
    Snag.FAULTY: N_("Your router's answer makes no sense; restart it,"),
    Snag.SILENT: N_("No router answers when asked to open a port; switch on UPnP, NAT-PMP or PCP in its settings,"),
    Snag.NO_LIBRARY: N_(
        "No router answers PCP or NAT-PMP, and the library for UPnP is not installed; '{install}' brings it,"
    ),
    Snag.NO_GATEWAY: N_("This computer has no router to ask; is it connected to a network?"),
}


_HANDS: Final = frozenset({Snag.REFUSED, Snag.FULL, Snag.FAULTY, Snag.SILENT, Snag.NO_LIBRARY})
"""Those that forwarding by hand gets round; `_BY_HAND` ends their sentence."""


def failure_sentence(failure: Failure, port: int) -> str:
    """What a failure means and what to do, for the listening `port`."""
    has = "" if failure.outside is None else Sentence("; your router has {outside}", outside=failure.outside)
    told = Sentence(_SENTENCES[failure.snag], has=has, install=INSTALL)
    if failure.snag not in _HANDS:
        return told
    return Sentence("{said} {more}", said=told, more=Sentence(_BY_HAND, port=port))


def mapping_sentence(mapping: Mapping) -> str:
    """What a router did, and for how long it was asked to."""
    if mapping.pinhole:
        return Sentence(
            "Your router lets a friend in at {candidate} (by {way}).",
            candidate=mapping.candidate, way=mapping.way.value,
        )
    return Sentence(
        "Your router opened {candidate} for a friend outside (by {way}).",
        candidate=mapping.candidate, way=mapping.way.value,
    )
