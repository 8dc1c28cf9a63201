"""PCP, the Port Control Protocol (RFC 6887): the bytes of MAP and ANNOUNCE.

Here: requests to bytes, bytes to answers; sans-IO. Never: sockets, times, or trust: what does not fit is None, as if
it had not come (RFC 6887, 8.3 and 11.4).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv6Address
from typing import Final

VERSION: Final = 2
"""The version of RFC 6887; 0 is NAT-PMP, which is served at the same port."""
PORT: Final = 5351
"""UDP port of PCP and NAT-PMP servers."""
NONCE: Final = 12
"""Bytes of a mapping's nonce."""
LONGEST: Final = 1100
"""Bytes of the longest message (RFC 6887, 7)."""
TCP: Final = 6
"""The protocol number of TCP."""

_ANNOUNCE: Final = 0
_MAP: Final = 1
_RESPONSE: Final = 0x80
_HEAD: Final = struct.Struct(">BBHI16s")
_ANSWER: Final = struct.Struct(">BBBBII12s")
_BODY: Final = struct.Struct(">12sB3sHH16s")

Address = IPv4Address | IPv6Address


class Result(IntEnum):
    """Result codes (RFC 6887, 7.4)."""

    SUCCESS = 0
    UNSUPP_VERSION = 1
    NOT_AUTHORIZED = 2
    MALFORMED_REQUEST = 3
    UNSUPP_OPCODE = 4
    UNSUPP_OPTION = 5
    MALFORMED_OPTION = 6
    NETWORK_FAILURE = 7
    NO_RESOURCES = 8
    UNSUPP_PROTOCOL = 9
    USER_EX_QUOTA = 10
    CANNOT_PROVIDE_EXTERNAL = 11
    ADDRESS_MISMATCH = 12
    EXCESSIVE_REMOTE_PEERS = 13


@dataclass(frozen=True, slots=True)
class Wish:
    """A TCP mapping that is asked for.

    `client` is the address that the request is sent from; `nonce` 12 bytes that nobody else on the network knows: who
    has them can take the mapping back. `suggested` is the external port wanted (0: any), `outside` the external
    address (None: any; on renewal those granted before), `lifetime` in seconds.
    """

    client: Address
    nonce: bytes
    port: int
    suggested: int
    lifetime: int
    outside: Address | None = None

    def __repr__(self) -> str:
        return f"Wish(port={self.port}, suggested={self.suggested}, lifetime={self.lifetime})"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. `result` may be a number that `Result` does not have; `lifetime` in seconds: of the
    mapping, or how long the same answer is to be expected. `epoch`: seconds since the server lost or got its state.

    `version` is the server's; only with `UNSUPP_VERSION` another than 2. `external` and `port` only where a MAP was
    granted (`result` 0); None and 0 else.
    """

    version: int
    result: int
    lifetime: int
    epoch: int
    external: Address | None = None
    port: int = 0


def map_request(wish: Wish) -> bytes:
    """The MAP request for `wish` (60 bytes), without options."""
    nothing = IPv4Address(0) if wish.client.version == 4 else IPv6Address(0)
    outside = _packed(wish.outside or nothing)
    head = _HEAD.pack(VERSION, _MAP, 0, wish.lifetime, _packed(wish.client))
    return head + _BODY.pack(wish.nonce, TCP, bytes(3), wish.port, wish.suggested, outside)


def release_request(wish: Wish) -> bytes:
    """The MAP request (60 bytes) that takes back what was granted for `wish` (RFC 6887, 15)."""
    return map_request(Wish(wish.client, wish.nonce, wish.port, 0, 0))


def announce_request(client: Address) -> bytes:
    """The ANNOUNCE request (24 bytes) from `client`: changes nothing, and shows whether somebody serves PCP."""
    return _HEAD.pack(VERSION, _ANNOUNCE, 0, 0, _packed(client))


def read_map(data: bytes, wish: Wish) -> Answer | None:
    """The answer to `wish` in a datagram; None for anything else: another length, opcode, nonce or port, or a grant
    without an address, port or lifetime.
    """
    answer = _read_head(data, _MAP)
    if answer is None or answer.version != VERSION:
        return answer
    if len(data) < _ANSWER.size + _BODY.size:
        # a server that could not read the request may answer with its header alone
        return answer if answer.result else None
    nonce, protocol, _, port, external_port, external = _BODY.unpack_from(data, _ANSWER.size)
    if (nonce, protocol, port) != (wish.nonce, TCP, wish.port):
        return None
    if answer.result:
        return answer
    if wish.lifetime and not (answer.lifetime and external_port):
        return None
    return Answer(VERSION, 0, answer.lifetime, answer.epoch, _unpacked(external), external_port)


def read_announce(data: bytes) -> Answer | None:
    """The answer to an ANNOUNCE in a datagram; None for anything else."""
    return _read_head(data, _ANNOUNCE)


def _read_head(data: bytes, opcode: int) -> Answer | None:
    if len(data) >= 8 and data[0] == 0 and data[1] & _RESPONSE:
        # a NAT-PMP server: unsupported version (RFC 6887, appendix A; RFC 6886, 3.5)
        (result,) = struct.unpack_from(">H", data, 2)
        return Answer(0, Result.UNSUPP_VERSION, 0, 0) if result == Result.UNSUPP_VERSION else None
    if not _ANSWER.size <= len(data) <= LONGEST or len(data) % 4:
        return None
    version, code, _, result, lifetime, epoch, _ = _ANSWER.unpack_from(data)
    if code != opcode | _RESPONSE:
        return None
    if version != VERSION and result != Result.UNSUPP_VERSION:
        return None
    return Answer(version, result, lifetime, epoch)


def _packed(address: Address) -> bytes:
    """16 bytes; IPv4 as ::ffff:a.b.c.d (RFC 6887, 5)."""
    return bytes(10) + b"\xff\xff" + address.packed if address.version == 4 else address.packed


def _unpacked(data: bytes) -> Address:
    address = IPv6Address(data)
    return address.ipv4_mapped or address
