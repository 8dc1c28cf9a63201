from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from bura_p2p.cards import Card, Rank, deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import statements
from bura_p2p.crypto.challenge import Label, vec
from bura_p2p.crypto.generators import H_POINTS, H_RANK, H_SUIT
from bura_p2p.crypto.group import IDENTITY, ORDER, Element, G, multiply, multiply_base, using, weighted_sum
from bura_p2p.crypto.masking import (
    CARD_POINTS,
    HandKey,
    MaskedCard,
    ProvedCards,
    ProvedKey,
    ProvedShares,
    card_at,
    card_point,
    cards_from_bytes,
    cards_to_bytes,
    joint_key,
    key_commitment,
    own_share,
    private,
    prove_own_key,
    prove_points,
    prove_sealed_points,
    prove_shares,
    read_sealed_points,
    start_deck,
    unmask,
    verify_own_key,
    verify_points,
    verify_sealed_points,
    verify_shares,
)
from bura_p2p.crypto.relation import prove, verify
from bura_p2p.errors import Code, LocalError
from tests.crypto.hands import CTX, masked_deck, new_key, other_contexts, private_cards, proved
from tests.crypto.refusals import refused, wrong_lengths, wrong_points, wrong_scalars

ONE, TWO = new_key("one"), new_key("two")
P = ONE.X + TWO.X
OTHER_POINT = multiply_base(77).to_bytes()


def test_card_points_are_distinct_and_found_again() -> None:
    points = {card_point(card): card for card in deck(36)}
    assert len(points) == 36
    assert all(card_at(point) == card for point, card in points.items())
    assert not points.keys() & {-point for point in points}
    for stranger in (IDENTITY, G, card_point(Card.parse("AS")) + G, -card_point(Card.parse("AS"))):
        assert card_at(stranger) is None


def test_a_deck_is_worth_120_points() -> None:
    assert sum(CARD_POINTS[card.rank] for card in deck(36)) == 120
    assert [CARD_POINTS[rank] for rank in Rank] == [0, 0, 0, 0, 2, 3, 4, 10, 11]


def test_no_two_small_sums_of_cards_meet_where_a_rule_asks() -> None:
    # only points add up: the points axis of a sum is the sum of the points
    cards = [Card.parse(word) for word in ("AS", "10H", "6C")]
    masked = private_cards(ONE, cards)
    total_B = masked[0].B + masked[1].B + masked[2].B
    total_A = masked[0].A + masked[1].A + masked[2].A
    plain = total_B - multiply(ONE.x, total_A)
    ranks, suits = sum(card.rank + 1 for card in cards), sum(card.suit + 1 for card in cards)
    assert plain == weighted_sum([ranks, suits, 21], [H_RANK, H_SUIT, H_POINTS])


@pytest.mark.parametrize("size", [20, 32, 36])
def test_the_start_deck_is_masked_by_one(size: int) -> None:
    cards = deck(size)
    started = start_deck(cards, P)
    assert [card_at(e.B - P) for e in started] == list(cards)
    assert {e.A for e in started} == {G}


def test_draw_and_opening() -> None:
    masked = masked_deck(20, P)
    shares = [[own_share(key.x, card) for card in masked] for key in (ONE, TWO)]
    seen = []
    for card, first, second in zip(masked, *shares, strict=True):
        mine = private(card, [second])
        assert card_at(unmask(mine, [])) is None
        assert unmask(mine, [own_share(ONE.x, mine)]) == unmask(card, [first, second])
        seen.append(card_at(unmask(card, [first, second])))
        assert card_at(unmask(card, [first])) is None
        assert card_at(unmask(card, [second])) is None
    assert sorted(card for card in seen if card) == list(deck(36)[:20])


def test_masked_cards_have_one_form() -> None:
    cards = masked_deck(3, P)
    data = cards_to_bytes(cards)
    assert cards_from_bytes(data, 3) == cards
    assert MaskedCard.from_bytes(data[:66]) == cards[0]
    for wrong in wrong_lengths(data, 66):
        refused(Code.LENGTH, cards_from_bytes, wrong, 3)
    for wrong in wrong_lengths(data[:66], 33):
        refused(Code.LENGTH, MaskedCard.from_bytes, wrong)
    refused(Code.LENGTH, cards_from_bytes, data, 2)
    for at in range(0, len(data), 33):
        for wrong, code in wrong_points(data, at, Code.LENGTH, OTHER_POINT):
            if code is Code.POINT:
                refused(code, cards_from_bytes, wrong, 3)
            else:
                assert cards_from_bytes(wrong, 3) != cards
    assert MaskedCard(G, IDENTITY).to_bytes() == G.to_bytes() + bytes(33)
    refused(Code.POINT, MaskedCard.from_bytes, MaskedCard(G, IDENTITY).to_bytes())


def test_hand_keys_hide_their_secret() -> None:
    key = HandKey.generate(Tape("k"))
    assert multiply_base(key.x) == key.X
    assert repr(key) == str(key) == f"{key}" == "HandKey(…)"
    assert HandKey.from_bytes(key.to_bytes()).X == key.X
    assert HandKey.generate(Tape("k")).x == key.x != HandKey.generate(Tape("l")).x
    for secret in (0, ORDER, -1, ORDER + 5):
        with pytest.raises(LocalError, match="between 1 and the order"):
            HandKey(secret)
    for data in (b"", bytes(32), bytes(31), b"\x01" * 33, ORDER.to_bytes(32, "big")):
        with pytest.raises(LocalError):
            HandKey.from_bytes(data)


def test_key_ownership() -> None:
    proof = prove_own_key(CTX, ONE, Tape("own"))
    X = ONE.X.to_bytes()
    assert verify_own_key(CTX, X, proof).X == ONE.X
    for ctx in other_contexts().values():
        refused(Code.KEY_PROOF, verify_own_key, ctx, X, proof)
    refused(Code.KEY_PROOF, verify_own_key, CTX, TWO.X.to_bytes(), proof)
    refused(Code.KEY_PROOF, verify_own_key, CTX, X, prove_own_key(CTX, TWO, Tape("own")))
    for data, code in wrong_points(X, 0, Code.KEY_PROOF, OTHER_POINT):
        refused(code, verify_own_key, CTX, data, proof)
    for data in wrong_lengths(proof, 32):
        refused(Code.LENGTH, verify_own_key, CTX, X, data)
    for at in (0, 32):
        for data, code in wrong_scalars(proof, at, Code.KEY_PROOF):
            refused(code, verify_own_key, CTX, X, data)


def test_a_rogue_key_cannot_be_owned() -> None:
    # the second mover wants P = yG, picks yG − X₁, and does not know its logarithm
    rogue = multiply_base(5) - ONE.X
    forged = prove_own_key(CTX, HandKey(5), Tape("rogue"))
    refused(Code.KEY_PROOF, verify_own_key, CTX, rogue.to_bytes(), forged)


def test_the_joint_key() -> None:
    keys = [proved(ONE), proved(TWO)]
    assert joint_key(keys) == P
    assert joint_key(keys[:1]) == ONE.X
    refused(Code.KEYS_EQUAL, joint_key, [keys[0], keys[1], proved(ONE, "again")])
    refused(Code.KEYS_EQUAL, joint_key, [proved(ONE), proved(HandKey(ORDER - ONE.x))])
    refused(Code.KEYS_EQUAL, joint_key, [])


def test_proved_keys_are_values() -> None:
    assert proved(ONE) == proved(ONE, "again")
    assert proved(ONE) != proved(TWO)
    assert proved(ONE) != ONE.X
    assert len({proved(ONE), proved(ONE, "again"), proved(TWO)}) == 2


def test_what_is_proved_cannot_be_made_by_hand() -> None:
    with pytest.raises(LocalError):
        ProvedKey(ONE.X, None)
    with pytest.raises(LocalError):
        ProvedShares([ONE.X], object())
    with pytest.raises(LocalError):
        ProvedCards(masked_deck(2, P), object())


def test_the_key_commitment() -> None:
    fields = [CTX, ONE.X.to_bytes(), prove_own_key(CTX, ONE, Tape("own")), bytes(32)]
    committed = key_commitment(*fields)
    assert committed == hashlib.sha256(vec(b"key-commit", *fields)).digest()
    for index in range(4):
        changed = list(fields)
        changed[index] = bytes([fields[index][0] ^ 1]) + fields[index][1:]
        assert key_commitment(*changed) != committed


@pytest.mark.parametrize(("label", "code"), [(Label.SHARE, Code.SHARE_PROOF), (Label.OPEN, Code.OPEN_PROOF)])
class TestShares:
    def test_true(self, label: Label, code: Code) -> None:
        for k in (1, 2, 5):
            cards = masked_deck(5, P)[:k]
            shares, proof = prove_shares(label, CTX, ONE, cards, Tape("shares"))
            assert (len(shares), len(proof)) == (33 * k, 64)
            D = verify_shares(label, CTX, proved(ONE), cards, shares, proof)
            assert isinstance(D, ProvedShares)
            assert list(D) == [own_share(ONE.x, card) for card in cards]

    def test_every_field_counts(self, label: Label, code: Code) -> None:
        cards = masked_deck(5, P)[:3]
        shares, proof = prove_shares(label, CTX, ONE, cards, Tape("shares"))
        key = proved(ONE)
        for data in wrong_lengths(shares, 33):
            refused(Code.LENGTH, verify_shares, label, CTX, key, cards, data, proof)
        for data in wrong_lengths(proof, 32):
            refused(Code.LENGTH, verify_shares, label, CTX, key, cards, shares, data)
        for at in (0, 32):
            for data, expected in wrong_scalars(proof, at, code):
                refused(expected, verify_shares, label, CTX, key, cards, shares, data)
        for at in range(0, 99, 33):
            for data, expected in wrong_points(shares, at, code, OTHER_POINT):
                refused(expected, verify_shares, label, CTX, key, cards, data, proof)

    def test_place_label_key_and_cards_count(self, label: Label, code: Code) -> None:
        deck5 = masked_deck(5, P)
        cards = deck5[:2]
        shares, proof = prove_shares(label, CTX, ONE, cards, Tape("shares"))
        key = proved(ONE)
        for ctx in other_contexts().values():
            refused(code, verify_shares, label, ctx, key, cards, shares, proof)
        other, other_code = (
            (Label.OPEN, Code.OPEN_PROOF) if label is Label.SHARE else (Label.SHARE, Code.SHARE_PROOF)
        )
        refused(other_code, verify_shares, other, CTX, key, cards, shares, proof)
        refused(code, verify_shares, label, CTX, proved(TWO), cards, shares, proof)
        refused(code, verify_shares, label, CTX, key, cards[::-1], shares, proof)
        refused(code, verify_shares, label, CTX, key, deck5[1:3], shares, proof)
        swapped = shares[33:] + shares[:33]
        refused(code, verify_shares, label, CTX, key, cards, swapped, proof)
        refused(Code.LENGTH, verify_shares, label, CTX, key, cards[:1], shares, proof)

    def test_a_false_share_is_refused(self, label: Label, code: Code) -> None:
        cards = masked_deck(5, P)[:2]
        _, proof = prove_shares(label, CTX, ONE, cards, Tape("shares"))
        honest = [own_share(ONE.x, card) for card in cards]

        def sent(D: Sequence[Element]) -> bytes:
            return b"".join(share.to_bytes() for share in D)

        # two errors that cancel in a sum are still errors
        for D in ([honest[0] + G, honest[1] - G], [honest[0], honest[0]], [honest[0], cards[1].A]):
            refused(code, verify_shares, label, CTX, proved(ONE), cards, sent(D), proof)

    def test_an_empty_list_is_refused(self, label: Label, code: Code) -> None:
        _, proof = prove_shares(label, CTX, ONE, masked_deck(5, P)[:1], Tape("shares"))
        for data in (proof, bytes(64)):
            refused(Code.LENGTH, verify_shares, label, CTX, proved(ONE), [], b"", data)
        refused(Code.LENGTH, prove_shares, label, CTX, ONE, [], Tape("shares"))


def test_shares_have_no_other_label() -> None:
    cards = masked_deck(2, P)[:1]
    with pytest.raises(LocalError):
        prove_shares(Label.HAND, CTX, ONE, cards, Tape("shares"))
    with pytest.raises(LocalError):
        verify_shares(Label.HAND, CTX, proved(ONE), cards, OTHER_POINT, bytes(64))


def test_points_of_given_cards() -> None:
    cards = [Card.parse(word) for word in ("AS", "10H", "6C")]
    masked = private_cards(ONE, cards)
    p, proof = prove_points(CTX, ONE, masked, cards, Tape("points"))
    assert (p, len(proof)) == (21, 128)
    key = proved(ONE)
    verify_points(CTX, key, masked, p, proof)
    for wrong in (-1, 0, 20, 22, 33, 34, 255):
        refused(Code.STATEMENT_PROOF, verify_points, CTX, key, masked, wrong, proof)
    refused(Code.STATEMENT_PROOF, verify_points, CTX, proved(TWO), masked, p, proof)
    for ctx in other_contexts().values():
        refused(Code.STATEMENT_PROOF, verify_points, ctx, key, masked, p, proof)
    refused(Code.LENGTH, verify_points, CTX, key, masked, p, proof[:-32])
    refused(Code.LENGTH, verify_points, CTX, key, [], 0, proof)


def test_a_sum_beyond_the_cards_is_refused_even_with_a_proof() -> None:
    # an owner of one card cannot say 12, whatever it masked before
    masked = [MaskedCard(G, ONE.X + weighted_sum([12], [H_POINTS]))]
    statement = statements.points(CTX, ONE.X, masked, 12)
    proof = prove(statement, (ONE.x, 0, 0), Tape("beyond"))
    verify(statement, proof, Code.STATEMENT_PROOF)
    refused(Code.STATEMENT_PROOF, verify_points, CTX, proved(ONE), masked, 12, proof)


def test_sealed_points_are_read_by_the_owner_of_the_pile_only() -> None:
    cards = [Card.parse(word) for word in ("AS", "10H", "6C")]
    masked = private_cards(ONE, cards)
    winner, key = proved(TWO), proved(ONE)
    sealed, proof = prove_sealed_points(CTX, ONE, masked, cards, winner, Tape("sealed"))
    assert (len(sealed), len(proof)) == (66, 192)
    C = verify_sealed_points(CTX, key, masked, winner, sealed, proof)
    assert read_sealed_points(TWO, C) == 21
    assert read_sealed_points(ONE, C) is None
    refused(Code.STATEMENT_PROOF, verify_sealed_points, CTX, key, masked, key, sealed, proof)
    refused(Code.STATEMENT_PROOF, verify_sealed_points, CTX, winner, masked, winner, sealed, proof)
    refused(Code.STATEMENT_PROOF, verify_sealed_points, CTX, key, masked[:2], winner, sealed, proof)
    for ctx in other_contexts().values():
        refused(Code.STATEMENT_PROOF, verify_sealed_points, ctx, key, masked, winner, sealed, proof)
    for at in (0, 33):
        for data, code in wrong_points(sealed, at, Code.STATEMENT_PROOF, OTHER_POINT):
            refused(code, verify_sealed_points, CTX, key, masked, winner, data, proof)
    for data in wrong_lengths(sealed, 33):
        refused(Code.LENGTH, verify_sealed_points, CTX, key, masked, winner, data, proof)


def test_sealed_cards_may_be_worth_nothing() -> None:
    cards = [Card.parse("6C"), Card.parse("9H")]
    masked = private_cards(ONE, cards)
    sealed, proof = prove_sealed_points(CTX, ONE, masked, cards, proved(TWO), Tape("nothing"))
    C = verify_sealed_points(CTX, proved(ONE), masked, proved(TWO), sealed, proof)
    assert read_sealed_points(TWO, C) == 0


@pytest.mark.parametrize("p", [0, 1, 119, 120])
def test_reading_a_sum_is_a_look_up(p: int) -> None:
    masked = MaskedCard(multiply_base(9), weighted_sum([p, 9], [H_POINTS, TWO.X]))
    assert read_sealed_points(TWO, masked) == p


def test_nothing_beyond_the_deck_is_read() -> None:
    for p in (121, -1):
        masked = MaskedCard(multiply_base(9), weighted_sum([p, 9], [H_POINTS, TWO.X]))
        assert read_sealed_points(TWO, masked) is None


def test_both_providers_mask_alike() -> None:
    cards = masked_deck(5, P)
    shares = prove_shares(Label.SHARE, CTX, ONE, cards, Tape("both"))
    with using("pure"):
        assert prove_shares(Label.SHARE, CTX, ONE, cards, Tape("both")) == shares
        assert masked_deck(5, P) == cards
        verify_shares(Label.SHARE, CTX, proved(ONE), cards, *shares)
