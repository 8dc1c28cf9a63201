"""NAT-PMP's bytes: vectors written by hand after RFC 6886, and whatever else comes in a datagram."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.net.portmap.natpmp import (
    Grant,
    Outside,
    address_request,
    map_request,
    read_address,
    read_map,
    release_request,
)

OUTSIDE = bytes.fromhex("00 80 0000 0000002a 05060708")
GRANTED = bytes.fromhex("00 82 0000 0000002a 1092 2222 00000708")
PORT = 0x1092


def test_requests() -> None:
    assert address_request() == bytes.fromhex("0000")
    assert map_request(PORT, 0x2222, 3600) == bytes.fromhex("00 02 0000 1092 2222 00000e10")
    assert release_request(PORT) == bytes.fromhex("00 02 0000 1092 0000 00000000")


def test_answers() -> None:
    assert read_address(OUTSIDE) == Outside(0, 42, IPv4Address("5.6.7.8"))
    assert read_map(GRANTED, PORT, 3600) == Grant(0, 42, 0x2222, 1800)
    released = GRANTED[:10] + bytes(6)
    assert read_map(released, PORT, 0) == Grant(0, 42)
    assert read_map(released, PORT, 3600) is None


@pytest.mark.parametrize("result", [1, 2, 3, 4, 5, 77])
def test_refusals(result: int) -> None:
    code = result.to_bytes(2, "big")
    assert read_address(OUTSIDE[:2] + code + OUTSIDE[4:8]) == Outside(result, 42)
    assert read_address(OUTSIDE[:2] + code + OUTSIDE[4:]) == Outside(result, 42)
    assert read_map(GRANTED[:2] + code + GRANTED[4:], PORT, 3600) == Grant(result, 42)
    assert read_map(GRANTED[:2] + code + GRANTED[4:8], PORT, 3600) == Grant(result, 42)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        GRANTED[:7],
        GRANTED[:8],
        GRANTED[:15],
        GRANTED + b"\0",
        b"\x02" + GRANTED[1:],
        b"\0\x02" + GRANTED[2:],
        b"\0\x81" + GRANTED[2:],
        GRANTED[:9] + b"\x93" + GRANTED[10:],
        GRANTED[:10] + bytes(2) + GRANTED[12:],
        GRANTED[:12] + bytes(4),
    ],
)
def test_answers_that_do_not_count(data: bytes) -> None:
    assert read_map(data, PORT, 3600) is None


@pytest.mark.parametrize("data", [b"", OUTSIDE[:8], OUTSIDE[:11], OUTSIDE + b"\0", b"\x02" + OUTSIDE[1:], GRANTED])
def test_addresses_that_do_not_count(data: bytes) -> None:
    assert read_address(data) is None


@given(st.integers(1, 65535), st.integers(1, 65535), st.integers(1, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_what_a_server_grants_is_read(port: int, outer: int, lifetime: int, epoch: int) -> None:
    inner = map_request(port, 0, lifetime)[4:6]
    data = b"\0\x82\0\0" + epoch.to_bytes(4, "big") + inner + outer.to_bytes(2, "big") + lifetime.to_bytes(4, "big")
    assert read_map(data, port, lifetime) == Grant(0, epoch, outer, lifetime)


@given(st.binary(max_size=40))
def test_garbage_raises_nothing(data: bytes) -> None:
    read_address(data)
    read_map(data, PORT, 3600)
