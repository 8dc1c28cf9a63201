"""What of this computer's network can be found out without sending anything to anybody but the local router.

Here: addresses with the names of their interfaces, the listening port, multicast, the routers' offers. Never: what it
means for a player (`ui.doctor`), a lasting change anywhere.
"""

from __future__ import annotations

import importlib
import importlib.util
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any, Final

from .addresses import local_candidates
from .invite import Candidate
from .listen import port_fault
from .portmap.gateways import Gateway, find_gateways
from .portmap.probe import Reply, probe
from .portmap.upnp import Upnp

_BOTH: Final = (socket.AF_INET, socket.AF_INET6)
_IPV6_ADDRESSES: Final = Path("/proc/net/if_inet6")
_SIOCGIFADDR: Final = 0x8915  # netdevice(7), Linux
_MDNS: Final = ("224.0.0.251", 5353)  # RFC 6762, 3


@dataclass(frozen=True, slots=True)
class Checkup:
    """What was found.

    `own`: candidates at the listening port; `interfaces`: the name for an address, where the system tells. `port`:
    the one tried (0: any), `port_fault` why it cannot be listened on. `multicast`: whether mDNS has a socket to use,
    `discovery` whether its library is installed. `gateways` and their `replies`.
    """

    own: tuple[Candidate, ...]
    interfaces: dict[str, str]
    port: int
    port_fault: str | None
    multicast: bool
    discovery: bool
    gateways: tuple[Gateway, ...]
    replies: tuple[Reply, ...]


async def check_up(port: int, *, entropy: Callable[[int], bytes]) -> Checkup:
    """Look at everything at once; about five seconds at most. `port`: the one that games wait at, 0 for any."""
    fault = await port_fault(port)
    own = await local_candidates(port or 1, _BOTH)
    gateways = await find_gateways()
    replies = await probe(gateways, own, entropy=entropy, upnp=Upnp())
    return Checkup(
        own=own,
        interfaces=interface_names(),
        port=port,
        port_fault=fault,
        multicast=multicast_possible(),
        discovery=importlib.util.find_spec("zeroconf") is not None,
        gateways=gateways,
        replies=replies,
    )


def multicast_possible() -> bool:
    """Whether the system gives a socket for mDNS: its port shared, its group joined. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            probe.bind(("", _MDNS[1]))
            group = struct.pack("4s4s", IPv4Address(_MDNS[0]).packed, bytes(4))
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        except OSError:
            return False
    return True


def interface_names() -> dict[str, str]:
    """From this computer's addresses to the names of their interfaces: on Linux; elsewhere empty."""
    return _ipv4_names() | _ipv6_names()


def _ipv4_names() -> dict[str, str]:
    names: dict[str, str] = {}
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        return names
    if not _IPV6_ADDRESSES.parent.is_dir():
        return names
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an IPv4 address
                answer = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                names[str(IPv4Address(answer[20:24]))] = name
    return names


def _ipv6_names() -> dict[str, str]:
    names: dict[str, str] = {}
    with suppress(OSError):
        for line in _IPV6_ADDRESSES.read_text("ascii").splitlines():
            columns = line.split()
            names[str(IPv6Address(bytes.fromhex(columns[0])))] = columns[-1]
    return names
