from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bura_p2p.crypto.challenge import Purpose, hash_to_scalar
from bura_p2p.crypto.curve import FIELD
from bura_p2p.crypto.group import Element
from bura_p2p.crypto.sswu import expand_message_xmd, hash_to_curve, hash_to_field, map_to_curve
from bura_p2p.errors import LocalError
from tests.crypto.vectors import load

DATA = load("hash-to-group.json")
CURVE, EXPAND = DATA["hash_to_curve"], DATA["expand_message_xmd"]
CURVE_DST, EXPAND_DST = CURVE["dst"].encode(), EXPAND["dst"].encode()


def point(coordinates: dict[str, str]) -> Element:
    y = int(coordinates["y"], 16)
    return Element.from_bytes(bytes([2 + y % 2]) + bytes.fromhex(coordinates["x"]))


@pytest.mark.parametrize("case", CURVE["cases"], ids=lambda case: case["message"][:8] or "empty")
def test_rfc_9380_hash_to_curve(case: dict[str, Any]) -> None:
    message = case["message"].encode()
    u = hash_to_field(message, CURVE_DST)
    assert [f"{value:064x}" for value in u] == case["u"]
    assert map_to_curve(u[0]) == point(case["q0"])
    assert map_to_curve(u[1]) == point(case["q1"])
    assert hash_to_curve(message, CURVE_DST) == point(case["p"])


@pytest.mark.parametrize("case", EXPAND["cases"], ids=lambda case: f"{case['message'][:8]}-{case['length']}")
def test_rfc_9380_expand_message(case: dict[str, Any]) -> None:
    assert expand_message_xmd(case["message"].encode(), EXPAND_DST, case["length"]).hex() == case["uniform"]


@pytest.mark.parametrize("case", DATA["hash_to_scalar"]["cases"], ids=lambda case: case["purpose"])
def test_hash_to_scalar(case: dict[str, str]) -> None:
    scalar = hash_to_scalar(bytes.fromhex(case["message"]), Purpose(case["purpose"]))
    assert f"{scalar:064x}" == case["scalar"]


def test_all_the_published_cases_are_here() -> None:
    assert [len(case["message"]) for case in CURVE["cases"]] == [0, 3, 16, 133, 517]
    assert [case["length"] for case in EXPAND["cases"]] == [32] * 5 + [128] * 5


def test_the_exceptional_input_maps_to_a_point() -> None:
    assert not map_to_curve(0).is_identity
    assert map_to_curve(0) != map_to_curve(1)


def test_the_sign_of_the_input_is_the_sign_of_the_output() -> None:
    # u and −u map to opposite points, since they have opposite parity
    for u in (1, 2, 3, 1 << 200):
        assert map_to_curve(FIELD - u) == -map_to_curve(u)


def test_a_long_tag_is_hashed() -> None:
    long = b"t" * 256
    hashed = hashlib.sha256(b"H2C-OVERSIZE-DST-" + long).digest()
    assert expand_message_xmd(b"m", long, 48) == expand_message_xmd(b"m", hashed, 48)
    longest = long[:255]
    hashed = hashlib.sha256(b"H2C-OVERSIZE-DST-" + longest).digest()
    assert expand_message_xmd(b"m", longest, 48) != expand_message_xmd(b"m", hashed, 48)


def test_lengths_of_the_expansion() -> None:
    assert len(expand_message_xmd(b"m", b"t", 8160)) == 8160
    assert len(expand_message_xmd(b"m", b"t", 1)) == 1
    for length in (0, -1, 8161):
        with pytest.raises(LocalError):
            expand_message_xmd(b"m", b"t", length)
