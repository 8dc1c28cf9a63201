"""NAT-PMP (RFC 6886): the bytes of the two requests, the external address and a TCP mapping.

Here: requests to bytes, bytes to answers; sans-IO. Never: sockets, times, or trust: what does not fit is None, as if
it had not come.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address
from typing import Final

_VERSION: Final = 0
_ADDRESS: Final = 0
_MAP_TCP: Final = 2
_RESPONSE: Final = 0x80
_HEAD: Final = struct.Struct(">BBHI")
_GRANT: Final = struct.Struct(">HHI")


class Result(IntEnum):
    """Result codes (RFC 6886, 3.5)."""

    SUCCESS = 0
    UNSUPPORTED_VERSION = 1
    NOT_AUTHORIZED = 2
    NETWORK_FAILURE = 3
    OUT_OF_RESOURCES = 4
    UNSUPPORTED_OPCODE = 5


@dataclass(frozen=True, slots=True)
class Outside:
    """The answer to `address_request`: `external` where `result` is 0. `epoch` as in `Grant`."""

    result: int
    epoch: int
    external: IPv4Address | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """The answer to `map_request`. `port` (external) and `lifetime` (seconds) where `result` is 0; `epoch`: seconds
    since the router lost or got its table.
    """

    result: int
    epoch: int
    port: int = 0
    lifetime: int = 0


def address_request() -> bytes:
    """The request for the router's external address (2 bytes); it changes nothing."""
    return bytes((_VERSION, _ADDRESS))


def map_request(port: int, suggested: int, lifetime: int) -> bytes:
    """The request (12 bytes) to map TCP `port` for `lifetime` seconds, if it can be to the external port `suggested`
    (0: any).
    """
    return struct.pack(">BBHHHI", _VERSION, _MAP_TCP, 0, port, suggested, lifetime)


def release_request(port: int) -> bytes:
    """The request (12 bytes) to take back the mapping of TCP `port` (RFC 6886, 3.4)."""
    return map_request(port, 0, 0)


def read_address(data: bytes) -> Outside | None:
    """The answer to `address_request` in a datagram; None for anything else."""
    head = _read_head(data, _ADDRESS)
    if head is None:
        return None
    result, epoch = head
    if result:
        return Outside(result, epoch)
    return Outside(0, epoch, IPv4Address(data[8:])) if len(data) == _HEAD.size + 4 else None


def read_map(data: bytes, port: int, lifetime: int) -> Grant | None:
    """The answer to `map_request` for `port` with `lifetime` in a datagram; None for anything else, a grant without
    a port or a lifetime among it.
    """
    head = _read_head(data, _MAP_TCP)
    if head is None:
        return None
    result, epoch = head
    if len(data) != _HEAD.size + _GRANT.size:
        return Grant(result, epoch) if result else None
    internal, external, granted = _GRANT.unpack_from(data, _HEAD.size)
    if internal != port:
        return None
    if result:
        return Grant(result, epoch)
    if lifetime and not (external and granted):
        return None
    return Grant(0, epoch, external, granted)


def _read_head(data: bytes, opcode: int) -> tuple[int, int] | None:
    """Result and epoch of an answer; the longest has 16 bytes."""
    if not _HEAD.size <= len(data) <= _HEAD.size + _GRANT.size:
        return None
    version, code, result, epoch = _HEAD.unpack_from(data)
    return (result, epoch) if (version, code) == (_VERSION, opcode | _RESPONSE) else None
