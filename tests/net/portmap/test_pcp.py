"""PCP's bytes: vectors written by hand after RFC 6887, and whatever else comes in a datagram."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.net.portmap.pcp import (
    Answer,
    Wish,
    announce_request,
    map_request,
    read_announce,
    read_map,
    release_request,
)

NONCE = bytes(range(1, 13))
WISH = Wish(IPv4Address("192.168.1.10"), NONCE, 0x1092, 0x1234, 3600)

REQUEST = (
    "02 01 0000 00000e10"  # version 2, MAP, reserved, 3600 s
    "00000000000000000000ffffc0a8010a"  # ::ffff:192.168.1.10
    "0102030405060708090a0b0c"  # nonce
    "06 000000 1092 1234"  # TCP, reserved, inner port 4242, outer port wanted
    "00000000000000000000ffff00000000"  # any IPv4 address
)
GRANTED = (
    "02 81 00 00 00000708 0000002a 000000000000000000000000"  # response to MAP, success, 1800 s, epoch 42
    "0102030405060708090a0b0c"
    "06 000000 1092 2222"
    "00000000000000000000ffff05060708"  # ::ffff:5.6.7.8
)
PINHOLE = bytes.fromhex(GRANTED)[:44].hex() + "2a00000000000000000000000000000a"


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


def changed(data: bytes, at: int, to: bytes) -> bytes:
    return data[:at] + to + data[at + len(to) :]


def test_a_request() -> None:
    assert map_request(WISH) == raw(REQUEST)
    assert len(map_request(WISH)) == 60


def test_a_request_for_what_was_granted_before() -> None:
    again = Wish(WISH.client, NONCE, WISH.port, 0x2222, 3600, IPv4Address("5.6.7.8"))
    assert map_request(again) == changed(changed(raw(REQUEST), 42, raw("2222")), 56, raw("05060708"))


def test_a_request_from_ipv6() -> None:
    request = map_request(Wish(IPv6Address("2a00::a"), NONCE, 0x1092, 0x1092, 3600))
    assert request[8:24] == raw("2a00000000000000000000000000000a")
    assert request[44:] == bytes(16)


def test_a_release_wants_nothing_and_has_the_same_nonce() -> None:
    bare = changed(changed(raw(REQUEST), 4, bytes(4)), 42, bytes(2))
    assert release_request(WISH) == bare


def test_an_announcement() -> None:
    assert announce_request(WISH.client) == raw("02 00 0000 00000000 00000000000000000000ffffc0a8010a")
    assert read_announce(raw("02 80 00 00 00000000 0000002a 000000000000000000000000")) == Answer(2, 0, 0, 42)
    assert read_announce(raw(GRANTED)) is None


def test_a_grant() -> None:
    assert read_map(raw(GRANTED), WISH) == Answer(2, 0, 1800, 42, IPv4Address("5.6.7.8"), 0x2222)
    assert read_map(raw(PINHOLE), WISH) == Answer(2, 0, 1800, 42, IPv6Address("2a00::a"), 0x2222)


def test_a_refusal_with_and_without_the_request_in_it() -> None:
    refused = changed(raw(GRANTED), 3, b"\x08")
    assert read_map(refused, WISH) == read_map(refused[:24], WISH) == Answer(2, 8, 1800, 42)
    assert read_map(changed(raw(GRANTED), 3, b"\xee"), WISH) == Answer(2, 0xEE, 1800, 42)


def test_a_router_of_another_version() -> None:
    natpmp = raw("00 81 0001 0000002a")
    assert read_map(natpmp, WISH) == read_announce(raw("00 80 0001 0000002a")) == Answer(0, 1, 0, 0)
    newer = changed(changed(raw(GRANTED), 0, b"\x03"), 3, b"\x01")[:24]
    assert read_map(newer, WISH) == Answer(3, 1, 1800, 42)


def test_a_release_that_was_heard() -> None:
    done = changed(changed(raw(GRANTED), 4, bytes(4)), 42, bytes(18))
    assert read_map(done, Wish(WISH.client, NONCE, WISH.port, 0, 0)) is not None
    assert read_map(done, WISH) is None


@pytest.mark.parametrize(
    ("at", "to", "what"),
    [
        (0, "01", "another version, and success"),
        (0, "00", "NAT-PMP, and not a refusal of the version"),
        (1, "01", "a request"),
        (1, "80", "an answer to ANNOUNCE"),
        (1, "82", "an answer to PEER"),
        (24, "00", "another nonce"),
        (35, "0d", "another nonce at its end"),
        (36, "11", "UDP"),
        (40, "10 93", "another port"),
        (42, "00 00", "no outer port"),
        (4, "00000000", "no lifetime"),
    ],
)
def test_answers_that_do_not_count(at: int, to: str, what: str) -> None:
    assert read_map(changed(raw(GRANTED), at, raw(to)), WISH) is None, what


@pytest.mark.parametrize("length", [0, 1, 4, 7, 23, 25, 26, 59, 61, 1101, 1104])
def test_lengths_that_do_not_count(length: int) -> None:
    assert read_map((raw(GRANTED) + bytes(2000))[:length], WISH) is None


def test_options_behind_a_grant_are_passed_over() -> None:
    assert read_map(raw(GRANTED) + bytes(40), WISH) == read_map(raw(GRANTED), WISH)


wishes = st.builds(
    Wish,
    client=st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)),
    nonce=st.binary(min_size=12, max_size=12),
    port=st.integers(1, 65535),
    suggested=st.integers(0, 65535),
    lifetime=st.integers(1, 2**32 - 1),
)


@given(wishes, st.integers(1, 65535), st.integers(1, 2**32 - 1), st.integers(0, 2**32 - 1), st.ip_addresses())
def test_what_a_server_echoes_is_read(wish, outer, lifetime, epoch, outside) -> None:
    outside = ip_address(str(outside))
    mapped = outside.packed if outside.version == 6 else bytes(10) + b"\xff\xff" + outside.packed
    head = raw("02810000") + lifetime.to_bytes(4, "big") + epoch.to_bytes(4, "big") + bytes(12)
    answer = read_map(head + map_request(wish)[24:42] + outer.to_bytes(2, "big") + mapped, wish)
    told = outside if outside.version == 4 or outside.ipv4_mapped is None else outside.ipv4_mapped
    assert answer == Answer(2, 0, lifetime, epoch, told, outer)


@given(st.binary(max_size=1200))
def test_garbage_raises_nothing(data: bytes) -> None:
    for answer in (read_map(data, WISH), read_announce(data)):
        assert answer is None or answer.external is None


@given(st.binary(max_size=200), st.integers(0, 59))
def test_a_damaged_grant_raises_nothing(noise: bytes, at: int) -> None:
    read_map(changed(raw(GRANTED), at, noise), WISH)
    read_map(raw(GRANTED)[:at] + noise, WISH)


def test_a_nonce_is_not_shown() -> None:
    assert NONCE.hex() not in repr(WISH)
    assert str(NONCE) not in repr(WISH)
