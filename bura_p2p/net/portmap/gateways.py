"""The routers that this computer sends through: its default gateways, from what the system tells without any packet.

Here: Linux's route files, and `netstat -rn` elsewhere. Never: a packet on the network.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

import trio

from .. import limits, timers
from .pcp import PORT

_ROUTES: Final = Path("/proc/net/route")
_ROUTES6: Final = Path("/proc/net/ipv6_route")
_UP_BY_GATEWAY: Final = 0x3  # RTF_UP | RTF_GATEWAY
_TUNNEL: Final = "fe80::"  # what macOS names for a tunnel: no host at all
_FILE: Final = 1 << 20  # characters of a route file that are read; a default route stands in the first lines


@dataclass(frozen=True, slots=True)
class Gateway:
    """A default gateway: `host` is its address, `interface` the name or number of the interface (empty where
    unknown; needed for a link-local IPv6 address), `port` the UDP port of its PCP or NAT-PMP server.
    """

    host: str
    interface: str = ""
    port: int = PORT

    @property
    def version(self) -> int:
        """4 or 6."""
        return ip_address(self.host).version

    def where(self) -> tuple[str, int] | tuple[str, int, int, int]:
        """The socket address of its server. Raises OSError where the interface is gone."""
        if self.version == 4:
            return self.host, self.port
        if not IPv6Address(self.host).is_link_local:
            return self.host, self.port, 0, 0
        number = int(self.interface) if self.interface.isdecimal() else socket.if_nametoindex(self.interface)
        return self.host, self.port, 0, number


async def find_gateways() -> tuple[Gateway, ...]:
    """The default gateways, at most `limits.GATEWAYS` of each IP version, the preferred first; may be empty."""
    linux = _ROUTES.exists()
    found = parse_linux(_text(_ROUTES), _text(_ROUTES6)) if linux else parse_netstat(await _netstat())
    routers: dict[tuple[str, str], Gateway] = {}
    for one in found:  # the same router by cable and by radio is one; a link-local address is so on every interface
        routers.setdefault((one.host, one.interface if one.version == 6 else ""), one)
    four = [one for one in routers.values() if one.version == 4]
    six = [one for one in routers.values() if one.version == 6]
    return (*four[: limits.GATEWAYS], *six[: limits.GATEWAYS])


def parse_linux(routes: str, routes6: str) -> tuple[Gateway, ...]:
    """The default gateways in the texts of Linux's /proc/net/route and /proc/net/ipv6_route, by metric."""
    found = [*_read(_linux4, routes), *_read(_linux6, routes6)]
    return tuple(dict.fromkeys(gateway for _, gateway in sorted(found, key=lambda one: one[0])))


def parse_netstat(text: str) -> tuple[Gateway, ...]:
    """The default gateways in what `netstat -rn` prints on macOS, the BSDs and Windows, in the order printed."""
    found = [*_read(_bsd, text), *_read(_windows4, text), *_read(_windows6, text)]
    return tuple(dict.fromkeys(gateway for _, gateway in found))


_Reader = Callable[[list[str]], tuple[int, Gateway]]
"""From the columns of a line to its metric and gateway; ValueError, IndexError or OverflowError for any other."""


def _read(read: _Reader, text: str) -> list[tuple[int, Gateway]]:
    found = []
    for line in text.splitlines():
        with suppress(ValueError, IndexError, OverflowError):
            found.append(read(line.split()))
    return found


def _linux4(columns: list[str]) -> tuple[int, Gateway]:
    """Interface, destination, gateway, flags, references, uses, metric, mask; addresses in the machine's order."""
    interface, target, gateway, flags, _, _, metric, mask = columns[:8]
    address = IPv4Address(int(gateway, 16).to_bytes(4, sys.byteorder))
    _must(int(target, 16) == 0 == int(mask, 16) and int(flags, 16) & _UP_BY_GATEWAY == _UP_BY_GATEWAY)
    return int(metric), _gateway(str(address), interface)


def _linux6(columns: list[str]) -> tuple[int, Gateway]:
    """Destination, its length, source, its length, gateway, metric, references, uses, flags, interface."""
    target, length, _, _, gateway, metric, _, _, flags, interface = columns[:10]
    address = IPv6Address(bytes.fromhex(gateway))
    _must(int(target, 16) == 0 == int(length, 16) and int(flags, 16) & _UP_BY_GATEWAY == _UP_BY_GATEWAY)
    return int(metric, 16), _gateway(str(address), interface)


def _bsd(columns: list[str]) -> tuple[int, Gateway]:
    """`default`, gateway (`192.168.1.1`, `fe80::1%en0`, or `link#20` for none), flags, interface."""
    _must(columns[0] == "default")
    host, _, interface = columns[1].partition("%")
    return 0, _gateway(host, interface or columns[3])


def _windows4(columns: list[str]) -> tuple[int, Gateway]:
    """Destination, mask, gateway (or a word for none), interface's address, metric."""
    _must(columns[:2] == ["0.0.0.0", "0.0.0.0"])  # noqa: S104  a route, nothing is bound
    return 0, _gateway(columns[2], "")


def _windows6(columns: list[str]) -> tuple[int, Gateway]:
    """Interface's number, metric, destination, gateway."""
    _must(columns[2] == "::/0")
    return 0, _gateway(columns[3], str(int(columns[0])))


def _gateway(host: str, interface: str) -> Gateway:
    address = ip_address(host)
    _must(not address.is_unspecified and not address.is_multicast and host != _TUNNEL)
    return Gateway(str(address), interface)


def _must(fits: bool) -> None:
    if not fits:
        raise ValueError


def _text(path: Path) -> str:
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            return file.read(_FILE)
    except OSError:
        return ""


async def _netstat() -> str:
    """What `netstat -rn` prints; nothing where there is no such program, or where it takes too long."""
    command = ["netstat", "-rn"]
    with suppress(OSError, subprocess.SubprocessError), trio.move_on_after(timers.LOOKUP):
        done = await trio.run_process(command, capture_stdout=True, stderr=subprocess.DEVNULL, check=False)
        return done.stdout[:_FILE].decode("ascii", "replace")
    return ""
