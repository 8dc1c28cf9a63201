from __future__ import annotations

import pickle
from typing import Any

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity, _is_canonical, check_identity_key, pae, verify_signature
from bura_p2p.errors import Code, LocalError, PeerError
from tests.crypto import edwards
from tests.crypto.refusals import refused
from tests.crypto.vectors import load

VECTORS = load("identity.json")
CASES: list[dict[str, str]] = VECTORS["cases"]
# RFC 8032, section 7.1: secret, public, message, signature
RFC_SECRETS = (
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
)
ALICE, BOB = Identity.generate(Tape("alice")), Identity.generate(Tape("bob"))


def verdict(public: bytes, message: bytes, signature: bytes) -> str:
    try:
        verify_signature(public, message, signature)
    except PeerError as error:
        return error.code.label
    return "valid"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['source'][:12]}: {case['name']}")
def test_every_published_edge_case(case: dict[str, str]) -> None:
    fields = (bytes.fromhex(case[name]) for name in ("public", "message", "signature"))
    assert verdict(*fields) == case["expected"]


def test_the_vectors_are_what_a_second_implementation_says() -> None:
    derived: dict[str, Any] = edwards.vectors()
    assert derived == VECTORS, "run python -m tests.crypto.edwards"


def test_the_vectors_hold_every_kind_of_edge() -> None:
    expected = [case["expected"] for case in CASES]
    assert {"valid", "signature", "identity_key"} == set(expected)
    assert len(edwards.low_order_encodings()) == 14
    assert len(edwards.non_canonical_encodings()) == 20
    taming = [case["expected"] for case in CASES if "Taming" in case["source"]]
    # verify_strict's column of the paper's table: of twelve, only the fourth
    assert [number for number, word in enumerate(taming) if word == "valid"] == [3]
    assert len(taming) == 12


@pytest.mark.parametrize("number", range(3))
def test_rfc_8032(number: int) -> None:
    case = CASES[number]
    identity = Identity.from_secret(bytes.fromhex(RFC_SECRETS[number]))
    assert identity.public.hex() == case["public"]
    assert identity.sign(bytes.fromhex(case["message"])).hex() == case["signature"]


def test_keys_that_no_verifier_should_meet() -> None:
    for data in (*edwards.low_order_encodings(), *edwards.non_canonical_encodings()):
        refused(Code.IDENTITY_KEY, check_identity_key, data)
    for data in (b"", bytes(31), bytes(33), ALICE.public[:31], ALICE.public + b"\x00"):
        refused(Code.IDENTITY_KEY, check_identity_key, data)
    off_curve = next(y for y in range(2, 50) if edwards.decode(y.to_bytes(32, "little")) is None)
    refused(Code.IDENTITY_KEY, check_identity_key, off_curve.to_bytes(32, "little"))
    check_identity_key(ALICE.public)


def test_sign_and_verify() -> None:
    signature = ALICE.sign(b"body")
    assert len(signature) == 64
    assert ALICE.sign(b"body") == signature
    verify_signature(ALICE.public, b"body", signature)
    refused(Code.SIGNATURE, verify_signature, ALICE.public, b"body!", signature)
    refused(Code.SIGNATURE, verify_signature, BOB.public, b"body", signature)
    refused(Code.SIGNATURE, verify_signature, ALICE.public, b"body", BOB.sign(b"body"))


def test_the_form_of_a_signature_is_checked_here_and_not_only_by_the_library() -> None:
    good = ALICE.sign(b"body")
    R = good[:32]
    assert _is_canonical(good)
    assert _is_canonical(R + bytes(32))
    assert _is_canonical(R + (edwards.L - 1).to_bytes(32, "little"))
    assert not _is_canonical(R + edwards.L.to_bytes(32, "little"))
    assert not _is_canonical(R + b"\xff" * 32)
    assert not any(_is_canonical(good[:size]) for size in range(64))
    assert not _is_canonical(good + b"\x00")
    for data in (*edwards.low_order_encodings(), *edwards.non_canonical_encodings()):
        assert not _is_canonical(data + good[32:])


@pytest.mark.parametrize("byte", range(64))
def test_every_byte_of_a_signature_counts(byte: int) -> None:
    signature = ALICE.sign(b"body")
    for bit in (0x01, 0x80):
        changed = signature[:byte] + bytes([signature[byte] ^ bit]) + signature[byte + 1 :]
        refused(Code.SIGNATURE, verify_signature, ALICE.public, b"body", changed)


def test_an_identity_hides_its_secret() -> None:
    assert repr(ALICE) == str(ALICE) == "Identity(…)"
    assert Identity.from_secret(ALICE.secret).public == ALICE.public
    assert Identity.generate(Tape("alice")).secret == ALICE.secret == Tape("alice")(32)
    assert len(ALICE.public) == 32
    with pytest.raises(TypeError):
        pickle.dumps(ALICE)
    for size in (0, 31, 33):
        with pytest.raises(LocalError) as caught:
            Identity.from_secret(b"\x07" * size)
        assert "0707" not in repr(caught.value)


def test_pre_authentication_encoding() -> None:
    # the example of the DSSE specification
    encoded = pae("http://example.com/HelloWorld", b"hello world")
    assert encoded == b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    assert pae(b"t", b"") == b"DSSEv1 1 t 0 "
    assert pae("ж", b"\x00\xff") == b"DSSEv1 2 \xd0\xb6 2 \x00\xff"
    # no two pairs share an encoding, though they share their characters
    assert len({pae("a", b"b 1 c"), pae("a 5 b", b"c"), pae("a", b"b"), pae("ab", b"")}) == 4
