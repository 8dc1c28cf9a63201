"""This computer's addresses, as far as a test can know them."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from bura_p2p.net.addresses import label, local_candidates
from bura_p2p.net.invite import Candidate, Kind, candidate_of


async def test_nothing_that_only_this_computer_can_use() -> None:
    found = await local_candidates(4000, (socket.AF_INET, socket.AF_INET6))
    assert len(found) <= 8
    assert len(set(found)) == len(found)
    for candidate in found:
        address = ip_address(candidate.host)
        assert not any((address.is_loopback, address.is_link_local, address.is_unspecified))
        assert candidate.port == 4000


async def test_only_the_families_listened_on() -> None:
    found = await local_candidates(4000, (socket.AF_INET,))
    assert all(len(candidate.address) == 4 for candidate in found)
    assert await local_candidates(4000, ()) == ()


@pytest.mark.parametrize(
    ("host", "word"),
    [
        ("192.168.1.5", "lan"),
        ("8.8.8.8", "internet"),
        ("2001:4860:4860::8888", "internet-ipv6"),
        ("fd00::1", "lan-ipv6"),
        ("100.64.1.1", "overlay"),
        ("127.0.0.1", "loopback"),
        ("2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion", "onion"),
        ("example.org", "name"),
    ],
)
def test_labels(host: str, word: str) -> None:
    assert label(candidate_of(host, 1)) == word


def test_label_of_a_mapped_address() -> None:
    assert label(Candidate(Kind.MAPPED, bytes((8, 8, 8, 8)), 1)) == "mapped"
