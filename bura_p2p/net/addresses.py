"""This computer's own addresses, found with nothing but the standard library.

Here: enumeration and labels. Never: a packet on the network, or a guess which address the friend can reach.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address, ip_network

import trio

from ..errors import LocalError
from ..sentences import Sentence
from . import limits, timers
from .invite import Candidate, Kind, candidate_of

# "Connecting" a UDP socket sends nothing; it only makes the system choose the address that it would send from.
# One target for each kind of network that a computer may have a route to; documentation addresses for the rest.
_TARGETS = {
    socket.AF_INET: ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "100.100.100.100"),
    socket.AF_INET6: ("2001:db8::1", "fd00::1", "200::1"),
}
_SHARED = ip_network("100.64.0.0/10")


async def local_candidates(port: int, families: Iterable[int]) -> tuple[Candidate, ...]:
    """Where this computer listening on `port` may be reached, at most eight, the likeliest first.

    `families` are those listened on (`socket.AF_INET`, `socket.AF_INET6`). Loopback and link-local addresses are
    left out; the result is empty where there is no network.
    """
    wanted = frozenset(families)
    hosts = [host for family in sorted(wanted) for host in _routed(family)]
    with trio.move_on_after(timers.LOOKUP):
        # May hang on a name server, and then nothing waits for it.
        hosts += await trio.to_thread.run_sync(_named, wanted, abandon_on_cancel=True)
    found: dict[Candidate, None] = {}
    for host in hosts:
        candidate = _usable(host, port)
        if candidate is not None:
            found[candidate] = None
    return tuple(sorted(found, key=_rank))[: limits.CANDIDATES]


async def looked_up(candidate: Candidate) -> tuple[Candidate, ...]:
    """The same as raw addresses, of the same kind: of its name, where it has one. Raises LocalError where the name
    leads nowhere.
    """
    if not isinstance(candidate.address, str):
        return (candidate,)
    try:
        with trio.fail_after(timers.LOOKUP):
            found = await trio.socket.getaddrinfo(candidate.address, candidate.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, trio.TooSlowError):
        raise LocalError(Sentence("The name {address} cannot be looked up.", address=candidate.address)) from None
    raw = [candidate_of(str(answer[4][0]), candidate.port) for answer in found if answer[0] in _TARGETS]
    return tuple(dict.fromkeys(one._replace(kind=candidate.kind) for one in raw))


def label(candidate: Candidate) -> str:
    """A word for the kind of network behind an address: `loopback`, `onion`, `name`, `overlay`, `lan`, `internet`
    or `mapped`; with `-ipv6` added where it is one (e.g. `internet-ipv6`). Screens translate it.
    """
    if candidate.kind in (Kind.LOOPBACK, Kind.ONION, Kind.MAPPED):
        return Kind(candidate.kind).name.lower()
    if isinstance(candidate.address, str):
        return "name"
    address = ip_address(candidate.address)
    if address.version == 4 and address in _SHARED:
        return "overlay"
    word = "internet" if address.is_global else "lan"
    return f"{word}-ipv6" if address.version == 6 else word


def invited(own: Iterable[Candidate], further: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates of an invite: this computer's `own`, and `further` ones that lead to it through a router.

    At most eight, the likeliest first. Where there are more, own ones are left out, those that come last.
    """
    more = tuple(dict.fromkeys(further))[: limits.CANDIDATES - 1]
    kept = sorted(dict.fromkeys(own), key=_rank)[: limits.CANDIDATES - len(more)]
    return tuple(sorted(dict.fromkeys((*kept, *more)), key=_rank))


def forwarded(host: str, port: int) -> Candidate:
    """The candidate for a port that was forwarded by hand: an address or name of the router, not of this computer.

    Raises LocalError where nobody outside could dial it.
    """
    candidate = candidate_of(host, port)
    named_here = isinstance(candidate.address, str) and candidate.address.lower() == "localhost"
    if candidate.kind == Kind.ONION:
        raise LocalError(Sentence(
            "{host} is no address of your router; an onion service is named by --onion.",
            host=host,
        ))
    if candidate.kind == Kind.LOOPBACK or named_here:
        raise LocalError(Sentence(
            "{host} is this computer itself; a friend needs the address of your router.",
            host=host,
        ))
    if isinstance(candidate.address, bytes) and ip_address(candidate.address).is_link_local:
        raise LocalError(Sentence("Nobody outside this network can reach the address {host}.", host=host))
    return candidate._replace(kind=Kind.MAPPED)


def listening_port(candidates: Iterable[Candidate]) -> int:
    """The port that the host of an invite with these candidates listens on; 0 where they do not tell."""
    return next((one.port for one in candidates if one.kind not in (Kind.MAPPED, Kind.ONION)), 0)


def _rank(candidate: Candidate) -> int:
    """LAN before internet; IPv4 before IPv6 within the LAN. (Every one is dialled; this is only the order.)"""
    order = ("lan", "internet-ipv6", "internet", "mapped", "name", "lan-ipv6", "overlay")
    word = label(candidate)
    return order.index(word) if word in order else len(order)


def _routed(family: int) -> list[str]:
    hosts = []
    for target in _TARGETS.get(socket.AddressFamily(family), ()):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                hosts.append(str(probe.getsockname()[0]))
        except OSError:  # no such family, or no route that way
            continue
    return hosts


def _named(families: frozenset[int]) -> list[str]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # a computer without a proper name
        return []
    return [str(answer[4][0]) for answer in answers if answer[0] in families]


def _usable(host: str, port: int) -> Candidate | None:
    try:
        candidate = candidate_of(host, port)
    except LocalError:
        return None
    address = ip_address(candidate.host)
    return None if address.is_loopback or address.is_link_local else candidate
