"""Sums that only the owner of a pile can read, and the total that it proves of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import IDENTITY, ORDER, G, Scalar, multiply, multiply_base, using, weighted_sum
from bura_p2p.crypto.masking import (
    CARD_POINTS,
    HandKey,
    MaskedCard,
    prove_sealed_points,
    prove_sealed_total,
    read_sealed_points,
    verify_sealed_points,
    verify_sealed_total,
)
from bura_p2p.crypto.relation import Statement, prove
from bura_p2p.errors import Code, LocalError
from tests.crypto.hands import CTX, new_key, other_contexts, private_cards, proved
from tests.crypto.refusals import refused, wrong_lengths, wrong_scalars

OWNER, GIVER, FRIEND, THIEF = (new_key(label) for label in ("owner", "giver", "friend", "thief"))
KEY = proved(OWNER)
CODE = Code.STATEMENT_PROOF


def values(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def given(giver: HandKey, text: str, r: int | None = None) -> MaskedCard:
    """Proved points of these cards, sealed for the owner; with the factor `r`, where the giver has chosen one."""
    cards = values(text)
    masked = private_cards(giver, cards, text)
    if r is None:
        sealed, proof = prove_sealed_points(CTX, giver, masked, cards, KEY, Tape(text))
    else:
        p = sum(points(cards))
        C = MaskedCard(multiply_base(r), weighted_sum([p, r], [H_POINTS, OWNER.X]))
        statement = statements.sealed_points(CTX, giver.X, masked, OWNER.X, C)
        witness = statements.sealed_points_witness(giver.x, Scalar(r % ORDER), p, cards)
        sealed, proof = C.to_bytes(), prove(statement, witness, Tape(text))
    return verify_sealed_points(CTX, proved(giver), masked, KEY, sealed, proof)


def points(cards: Sequence[Card]) -> list[int]:
    return [CARD_POINTS[card.rank] for card in cards]


def total(sealed: Sequence[MaskedCard], key: HandKey = OWNER, ctx: bytes = CTX) -> tuple[int, bytes]:
    return prove_sealed_total(ctx, key, sealed, Tape("total"))


def false(sealed: Sequence[MaskedCard], p: int, x: int = OWNER.x) -> bytes:
    """The best that a liar can do: the true witness, or another, under the statement that is wanted."""
    return prove(statements.sealed_total(CTX, OWNER.X, sealed, p), [x], Tape("false"))


TWO = (given(GIVER, "AS 10H"), given(FRIEND, "KC 6D"))


@pytest.mark.parametrize("count", [1, 2, 7])
def test_the_owner_proves_its_total(count: int) -> None:
    sealed = [given(GIVER, text) for text in ("AS", "10H", "6C", "KD QD", "JC", "AC AH AD", "7S")[:count]]
    p, proof = total(sealed)
    assert (p, len(proof)) == ([11, 21, 21, 28, 30, 63, 63][count - 1], 64)
    verify_sealed_total(CTX, KEY, sealed, p, proof)


def test_any_other_total_is_refused() -> None:
    p, proof = total(TWO)
    assert p == 25
    for wrong in (0, 24, 26, 31, 36, 120, -25, -1, 25 + ORDER + 1):
        refused(CODE, verify_sealed_total, CTX, KEY, TWO, wrong, proof)
        for x in (OWNER.x, GIVER.x, OWNER.x + 1, 0):
            refused(CODE, verify_sealed_total, CTX, KEY, TWO, wrong, false(TWO, wrong, x))


def test_a_total_is_of_exactly_these_sums() -> None:
    p, proof = total(TWO)
    more = given(GIVER, "AD")
    for others in (TWO[:1], TWO[1:], (*TWO, TWO[0]), (*TWO, more), (TWO[0], more), (given(FRIEND, "AS 10H"), TWO[1])):
        refused(CODE, verify_sealed_total, CTX, KEY, others, p, proof)
    refused(Code.LENGTH, verify_sealed_total, CTX, KEY, [], 0, proof)
    refused(Code.LENGTH, verify_sealed_total, CTX, KEY, [], 0, bytes(64))
    refused(Code.LENGTH, prove_sealed_total, CTX, OWNER, [], Tape("none"))
    # only the sum is told, so their order is no part of it
    verify_sealed_total(CTX, KEY, TWO[::-1], p, proof)


def test_lengths_scalars_place_and_label() -> None:
    p, proof = total(TWO)
    for data in wrong_lengths(proof, 32):
        refused(Code.LENGTH, verify_sealed_total, CTX, KEY, TWO, p, data)
    for at in (0, 32):
        for data, code in wrong_scalars(proof, at, CODE):
            refused(code, verify_sealed_total, CTX, KEY, TWO, p, data)
    for ctx in other_contexts().values():
        refused(CODE, verify_sealed_total, ctx, KEY, TWO, p, proof)
        refused(CODE, verify_sealed_total, CTX, KEY, TWO, p, total(TWO, ctx=ctx)[1])
    true = statements.sealed_total(CTX, OWNER.X, TWO, p)
    for label in set(Label) - {Label.SEALED_TOTAL}:
        lie = prove(Statement(label, CTX, true.equations), [OWNER.x], Tape("label"))
        refused(CODE, verify_sealed_total, CTX, KEY, TWO, p, lie)


def test_a_sum_for_somebody_else_is_no_part_of_it() -> None:
    p, proof = total(TWO)
    refused(CODE, verify_sealed_total, CTX, proved(THIEF), TWO, p, proof)
    cards = values("AS 10H")
    masked = private_cards(GIVER, cards)
    sealed, by_giver = prove_sealed_points(CTX, GIVER, masked, cards, proved(THIEF), Tape("for a thief"))
    theirs = verify_sealed_points(CTX, proved(GIVER), masked, proved(THIEF), sealed, by_giver)
    for mixed in ([theirs], [TWO[0], theirs]):
        with pytest.raises(LocalError, match="not for this key"):
            total(mixed)
        for said in range(0, 61, 4):
            refused(CODE, verify_sealed_total, CTX, KEY, mixed, said, false(mixed, said))


def test_a_copy_from_before_the_cards_were_mixed_has_its_own_sum() -> None:
    """The giver names other ciphertexts than those that it gave: the table asks about those, and refuses."""
    cards = values("AS 10H")
    before, after = private_cards(GIVER, cards, "before"), private_cards(GIVER, cards, "after")
    sealed, proof = prove_sealed_points(CTX, GIVER, before, cards, KEY, Tape("copy"))
    refused(CODE, verify_sealed_points, CTX, proved(GIVER), after, KEY, sealed, proof)
    refused(CODE, verify_sealed_points, CTX, proved(GIVER), after[::-1], KEY, sealed, proof)
    refused(CODE, verify_sealed_points, CTX, proved(GIVER), [before[0], before[0]], KEY, sealed, proof)


# --- givers in league ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("provider", ["compiled", "pure"])
@pytest.mark.parametrize("texts", [("AS 10H", "KC 6D"), ("6C", "7D"), ("AS", "AD")])
def test_factors_that_cancel_stop_nobody(texts: tuple[str, str], provider: str) -> None:
    """Two givers choose r and −r: ΣC₁ is the identity, as a base and in the hash; the owner still tells its sum."""
    first, second = given(GIVER, texts[0], 5), given(FRIEND, texts[1], ORDER - 5)
    assert (first.A + second.A) == IDENTITY
    worth = sum(points(values(" ".join(texts))))
    with using(provider):
        p, proof = total([first, second])
        assert p == worth
        verify_sealed_total(CTX, KEY, [first, second], p, proof)
        for wrong in (worth + 1, worth - 1, 31):
            refused(CODE, verify_sealed_total, CTX, KEY, [first, second], wrong, proof)
            refused(CODE, verify_sealed_total, CTX, KEY, [first, second], wrong, false([first, second], wrong))


def test_equal_ciphertexts_count_each() -> None:
    """Two givers with cards of one worth and one factor: equal bytes, and no card is counted twice."""
    first, second = given(GIVER, "AS", 5), given(FRIEND, "AD", 5)
    assert first == second
    p, proof = total([first, second])
    assert p == 22
    verify_sealed_total(CTX, KEY, [first, second], p, proof)
    refused(CODE, verify_sealed_total, CTX, KEY, [first], p, proof)
    refused(CODE, verify_sealed_total, CTX, KEY, [first], 11, proof)


def test_a_factor_of_one_hides_nothing_and_stops_nobody() -> None:
    """A giver may tell everybody what it gave; that is its own affair."""
    open_sum = given(GIVER, "AS", 1)
    assert read_sealed_points(OWNER, open_sum) == 11
    assert multiply(Scalar(11), H_POINTS) == open_sum.B - OWNER.X
    p, proof = total([open_sum, *TWO])
    verify_sealed_total(CTX, KEY, [open_sum, *TWO], p, proof)


def test_the_owner_reads_every_sum_of_a_deck_and_no_other() -> None:
    def sealed(p: int) -> MaskedCard:
        return MaskedCard(G, weighted_sum([p, 1], [H_POINTS, OWNER.X]))

    assert [read_sealed_points(OWNER, sealed(p)) for p in (0, 1, 119, 120)] == [0, 1, 119, 120]
    assert [read_sealed_points(OWNER, sealed(p)) for p in (-1, 121)] == [None, None]


def test_no_sum_moves_along_another_axis_or_out_of_bounds() -> None:
    """What a proof cannot be made for: a worth that the cards do not have, whatever r is chosen for it."""
    cards = values("AS 10H")
    masked = private_cards(GIVER, cards)
    for p in (20, 22, 31, 21 + ORDER - 1):
        for r in (1, 5, ORDER - 5):
            C = MaskedCard(multiply_base(r), weighted_sum([p, r], [H_POINTS, OWNER.X]))
            statement = statements.sealed_points(CTX, GIVER.X, masked, OWNER.X, C)
            for said in (p, 21):
                witness = statements.sealed_points_witness(GIVER.x, Scalar(r), said % ORDER, cards)
                lie = prove(statement, witness, Tape("axis"))
                refused(CODE, verify_sealed_points, CTX, proved(GIVER), masked, KEY, C.to_bytes(), lie)


def test_an_identity_is_refused_by_its_form() -> None:
    cards = values("6C")
    masked = private_cards(GIVER, cards)
    for C in (MaskedCard(IDENTITY, G), MaskedCard(G, IDENTITY), MaskedCard(IDENTITY, IDENTITY)):
        refused(Code.POINT, verify_sealed_points, CTX, proved(GIVER), masked, KEY, C.to_bytes(), bytes(192))


def test_every_scalar_of_a_sealed_sum_counts() -> None:
    cards = values("AS 10H")
    masked = private_cards(GIVER, cards)
    sealed, proof = prove_sealed_points(CTX, GIVER, masked, cards, KEY, Tape("scalars"))
    for data in wrong_lengths(proof, 32):
        refused(Code.LENGTH, verify_sealed_points, CTX, proved(GIVER), masked, KEY, sealed, data)
    for at in range(0, 192, 32):
        for data, code in wrong_scalars(proof, at, CODE):
            refused(code, verify_sealed_points, CTX, proved(GIVER), masked, KEY, sealed, data)


def test_both_providers_prove_the_same_total() -> None:
    made = total(TWO)
    with using("pure"):
        assert total(TWO) == made
