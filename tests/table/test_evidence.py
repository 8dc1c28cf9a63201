"""What is shown of a refusal, value by value."""

from __future__ import annotations

import pytest

from bura_p2p.crypto.group import POINT_FORM, SCALAR_FORM
from bura_p2p.errors import Code, Failed, PeerError
from bura_p2p.table import evidence
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, pack

RESULT = m.Result(
    hand=1, winner=0, reason=2, points=3, score=(3, 0), chips=(4, -4), pot=0, next_leader=None, play_on=True
)


def fault(equation: str, data: bytes) -> PeerError:
    code = Code.POINT if equation == POINT_FORM else Code.SCALAR
    return PeerError(code, failed=Failed(equation, None, (("bytes", data.hex()),)))


def body(round_: int = 3, seat: int = 0, number: int = 11, payload: object = (2,)):
    return decode_body(pack((1, bytes(32), round_, seat, bytes(32), number, payload)))


def test_a_commitment_shows_what_was_hashed_and_both_hashes() -> None:
    failed = evidence.commitment(b"\1", m.Reveal(b"\2" * 33, b"\3" * 64, b"\4" * 32), b"\5", b"\6")
    parts = (("ctx", "01"), ("X", "02" * 33), ("proof", "03" * 64), ("nonce", "04" * 32))
    assert failed == Failed("K3", None, (*parts, ("left", "05"), ("right", "06")))


def test_a_result_shows_only_what_differs() -> None:
    other = m.Result(
        hand=1, winner=None, reason=2, points=3, score=(0, 3), chips=(4, -4), pot=0, next_leader=1, play_on=False
    )
    assert evidence.result(RESULT, RESULT) == Failed("Z2", None, ())
    assert evidence.result(RESULT, other).values == (
        ("winner said", "0"),
        ("winner computed", "nil"),
        ("score said", "3 0"),
        ("score computed", "0 3"),
        ("next_leader said", "nil"),
        ("next_leader computed", "1"),
        ("play_on said", "true"),
        ("play_on computed", "false"),
    )


@pytest.mark.parametrize("cards", [2, 3, 36])
def test_where_in_a_shuffle(cards: int) -> None:
    edge, size = 32 * (5 + 2 * cards), 130 * cards + 160
    for at in (0, 32, edge - 32):
        proof = bytes(at) + b"\xff" * 32 + bytes(size - at - 32)
        found = evidence.in_message(fault(SCALAR_FORM, b"\xff" * 32), m.Shuffle(bytes(66), proof))
        assert found is not None
        assert found.values == (("field", "proof"), ("byte", str(at)), ("bytes", "ff" * 32))
    for at in (edge, edge + 33, size - 33):
        proof = bytes(at) + b"\xee" * 33 + bytes(size - at - 33)
        found = evidence.in_message(fault(POINT_FORM, b"\xee" * 33), m.Shuffle(bytes(66), proof))
        assert found is not None
        assert found.values == (("field", "proof"), ("byte", str(at)), ("bytes", "ee" * 33))


@pytest.mark.parametrize("size", [130 * 3 + 159, 130 * 3 + 161, 96])
def test_what_has_not_the_length_of_a_shuffle_holds_scalars_alone(size: int) -> None:
    at = size // 32 * 32 - 32
    proof = bytes(at) + b"\xff" * 32 + bytes(size - at - 32)
    found = evidence.in_message(fault(SCALAR_FORM, b"\xff" * 32), m.Shuffle(bytes(66), proof))
    assert found is not None
    assert found.values[:2] == (("field", "proof"), ("byte", str(at)))


def test_a_message_without_bytes_adds_nothing() -> None:
    refusal = fault(POINT_FORM, b"\xee" * 33)
    assert evidence.in_message(refusal, RESULT) == refusal.failed


def test_a_point_is_looked_for_where_points_stand_and_a_scalar_where_scalars_do() -> None:
    point, scalar = b"\xee" * 33, b"\xff" * 32
    deal = m.Deal(bytes(33) + point, bytes(32) + scalar)
    for equation, data, field, byte in (
        (POINT_FORM, point, "shares", "33"),
        (SCALAR_FORM, scalar, "proof", "32"),
    ):
        found = evidence.in_message(fault(equation, data), deal)
        assert found is not None
        assert found.values[:2] == (("field", field), ("byte", byte))
    inside = m.Deal(bytes(1) + point + bytes(32), bytes(1) + scalar + bytes(31))
    wrong_kind = m.Deal(scalar + bytes(1), point + bytes(31))
    for equation, data in ((POINT_FORM, point), (SCALAR_FORM, scalar)):
        for message in (inside, wrong_kind):
            refusal = fault(equation, data)
            assert evidence.in_message(refusal, message) == refusal.failed


def test_only_bytes_that_are_no_point_and_no_scalar_are_looked_for() -> None:
    deal = m.Deal(b"\xee" * 33, bytes(64))
    other = PeerError(Code.SHARE_PROOF, failed=Failed("G6", None, (("S", "00"),)))
    assert evidence.in_message(other, deal) == other.failed
    assert evidence.in_message(PeerError(Code.LENGTH), deal) is None


def test_the_pile_of_a_count() -> None:
    piles = (m.PileSum(1, bytes(128)), m.PileSum(2, bytes(32) + b"\xff" * 32 + bytes(64)))
    found = evidence.in_message(fault(SCALAR_FORM, b"\xff" * 32), m.Count(piles))
    assert found is not None
    assert found.values[:2] == (("field", "piles 1 proof"), ("byte", "32"))


def test_in_what_two_bodies_differ() -> None:
    assert evidence.differing(body(), body()) == ()
    assert evidence.differing(body(), body(payload=(3,))) == ("to",)
    assert evidence.differing(body(), body(round_=4, seat=1)) == ("round", "seat")
    assert evidence.differing(body(), body(number=9, payload=())) == ("type", "payload")
    assert evidence.differing(body(), body(payload=("?",))) == ("payload",)
    assert evidence.differing(body(payload=("?",)), body(seat=1)) == ("seat", "payload")


def test_the_word_of_a_type() -> None:
    assert evidence.word(body()) == "raise"
    assert evidence.word(body(number=200)) == "200"
