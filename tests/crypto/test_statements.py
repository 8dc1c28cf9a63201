from __future__ import annotations

from collections.abc import Sequence

import pytest

from bura_p2p.cards import Card, Rank, Suit, deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.evidence import TWICE
from bura_p2p.crypto.generators import H_POINTS, H_SUIT
from bura_p2p.crypto.group import G, Scalar, using, weighted_sum
from bura_p2p.crypto.masking import CARD_POINTS, MaskedCard, card_point
from bura_p2p.crypto.relation import Equation, Statement, prove, verify
from bura_p2p.crypto.shuffle import shuffle
from bura_p2p.errors import Code, LocalError, PeerError
from tests.crypto.hands import CTX, new_key, private_cards
from tests.crypto.refusals import refused, wrong_lengths, wrong_scalars

KEY = new_key("owner")
CODE = Code.STATEMENT_PROOF
Values = Sequence[Card]


def values(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def worth(cards: Values) -> list[int]:
    return [CARD_POINTS[card.rank] for card in cards]


def accepted(statement: Statement, witness: Sequence[int]) -> bytes:
    proof = prove(statement, witness, Tape("statement"))
    verify(statement, proof, CODE)
    return proof


def not_provable(statement: Statement, witness: Sequence[int]) -> None:
    refused(CODE, verify, statement, prove(statement, witness, Tape("statement")), CODE)


def test_own_key() -> None:
    owned = statements.own_key(CTX, KEY.X)
    assert len(accepted(owned, [KEY.x])) == 64
    not_provable(owned, [KEY.x + 1])
    not_provable(statements.own_key(CTX, KEY.X + G), [KEY.x])


@pytest.mark.parametrize("text", ["6C", "AS", "AS 10S", "KH QD", "AS 10S KS", "6C 7C 8C 9C JC"])
def test_points_true(text: str) -> None:
    cards = values(text)
    masked, p = private_cards(KEY, cards), sum(worth(cards))
    witness = statements.points_witness(KEY.x, cards)
    proof = accepted(statements.points(CTX, KEY.X, masked, p), witness)
    assert len(proof) == 128
    for wrong in (p - 1, p + 1, p + 11, -p - 1, 11 * len(cards) + 1):
        claim = statements.points(CTX, KEY.X, masked, wrong)
        refused(CODE, verify, claim, proof, CODE)
        not_provable(claim, witness)


def test_points_count_exactly_the_cards_named() -> None:
    cards = values("AS 10S KS")
    masked = private_cards(KEY, cards)
    for part in (masked[:2], masked[1:], masked[:1]):
        not_provable(statements.points(CTX, KEY.X, part, 25), statements.points_witness(KEY.x, cards))
    not_provable(
        statements.points(CTX, KEY.X, private_cards(new_key("other"), cards), 25),
        statements.points_witness(KEY.x, cards),
    )


def test_points_cannot_be_moved_to_another_axis() -> None:
    # the prover is free on rank and suit, not on points
    cards = values("AS 10S")
    masked = private_cards(KEY, cards)
    for rank_sum in range(20):
        not_provable(statements.points(CTX, KEY.X, masked, 20), (KEY.x, rank_sum, 8))


def sealed(p: int, r: int, owner: str = "winner") -> MaskedCard:
    X_w = new_key(owner).X
    return MaskedCard(weighted_sum([r], [G]), weighted_sum([p, r], [H_POINTS, X_w]))


def test_sealed_points() -> None:
    cards = values("AS 10H 6C")
    masked, r, X_w = private_cards(KEY, cards), Scalar(12345), new_key("winner").X
    witness = statements.sealed_points_witness(KEY.x, r, 21, cards)
    true = statements.sealed_points(CTX, KEY.X, masked, X_w, sealed(21, r))
    assert len(accepted(true, witness)) == 192
    for p in (20, 22, 0):
        false = statements.sealed_points(CTX, KEY.X, masked, X_w, sealed(p, r))
        not_provable(false, witness)
        not_provable(false, statements.sealed_points_witness(KEY.x, r, p, cards))
    not_provable(statements.sealed_points(CTX, KEY.X, masked, X_w, sealed(21, r, "thief")), witness)
    not_provable(statements.sealed_points(CTX, KEY.X, masked, X_w, sealed(21, r + 1)), witness)
    not_provable(statements.sealed_points(CTX, KEY.X, masked[:2], X_w, sealed(21, r)), witness)


@pytest.mark.parametrize("text", ["AS", "AS 10S KS", "6H 7H 8H 9H JH"])
def test_suit_true(text: str) -> None:
    cards = values(text)
    masked = private_cards(KEY, cards)
    witness = statements.suit_witness(KEY.x, cards, worth(cards))
    proof = accepted(statements.suit(CTX, KEY.X, masked, cards[0].suit), witness)
    assert len(proof) == 64 + 64 * len(cards)
    for other in set(Suit) - {cards[0].suit}:
        refused(CODE, verify, statements.suit(CTX, KEY.X, masked, other), proof, CODE)
        not_provable(statements.suit(CTX, KEY.X, masked, other), witness)


@pytest.mark.parametrize("text", ["AS 10S KH", "AH 10S KS", "6C 6D 6H", "AC AH"])
def test_suit_false(text: str) -> None:
    cards = values(text)
    masked = private_cards(KEY, cards)
    for claimed in Suit:
        witness = statements.suit_witness(KEY.x, cards, worth(cards))
        not_provable(statements.suit(CTX, KEY.X, masked, claimed), witness)


def test_suits_are_not_proved_by_a_sum() -> None:
    # a club and a heart add up to two diamonds; card by card neither is one
    cards = values("6C 6H")
    masked = private_cards(KEY, cards)
    assert sum(card.suit + 1 for card in cards) == 2 * (Suit.DIAMONDS + 1)
    not_provable(
        statements.suit(CTX, KEY.X, masked, Suit.DIAMONDS), statements.suit_witness(KEY.x, cards, worth(cards))
    )
    # the equation that a careless builder would take does hold for the sum
    total_A, total_B = masked[0].A + masked[1].A, masked[0].B + masked[1].B
    summed = statements.suit(CTX, KEY.X, [MaskedCard(total_A, total_B)], Suit.DIAMONDS)
    equation = summed.equations[1]
    careless = Statement(
        Label.SUIT,
        CTX,
        (summed.equations[0], Equation(total_B - weighted_sum([4], [H_SUIT]), equation.bases)),
    )
    accepted(careless, (KEY.x, 2, 0))


@pytest.mark.parametrize("text", ["AS", "AS AH AD", "6C 6D 6H 6S"])
def test_rank_true(text: str) -> None:
    cards = values(text)
    masked, rank = private_cards(KEY, cards), cards[0].rank
    witness = statements.rank_witness(KEY.x, cards)
    proof = accepted(statements.rank(CTX, KEY.X, masked, rank, CARD_POINTS[rank]), witness)
    assert len(proof) == 64 + 32 * len(cards)
    for other in set(Rank) - {rank}:
        not_provable(statements.rank(CTX, KEY.X, masked, other, CARD_POINTS[other]), witness)
    not_provable(statements.rank(CTX, KEY.X, masked, rank, CARD_POINTS[rank] + 1), witness)


def test_rank_false() -> None:
    for text in ("AS AH 10D", "9S JS", "KS AH"):
        cards = values(text)
        masked = private_cards(KEY, cards)
        for rank in Rank:
            claim = statements.rank(CTX, KEY.X, masked, rank, CARD_POINTS[rank])
            not_provable(claim, statements.rank_witness(KEY.x, cards))


@pytest.mark.parametrize("text", ["AS 6S", "AS 10S KS", "6H 7H 8H 9H JH"])
def test_one_suit_true(text: str) -> None:
    cards = values(text)
    masked = private_cards(KEY, cards)
    witness = statements.one_suit_witness(KEY.x, cards, worth(cards))
    proof = accepted(statements.one_suit(CTX, KEY.X, masked), witness)
    assert len(proof) == 64 * len(cards)


@pytest.mark.parametrize("text", ["AS 6H", "AS 10S KH", "AH 10S KS", "6C 6H 6D"])
def test_one_suit_false(text: str) -> None:
    cards = values(text)
    masked = private_cards(KEY, cards)
    not_provable(
        statements.one_suit(CTX, KEY.X, masked), statements.one_suit_witness(KEY.x, cards, worth(cards))
    )


def test_one_suit_does_not_tell_which() -> None:
    # the statement's bytes name no suit, and a proof for one suit is as long as for another
    for letter in "CDHS":
        cards = values(f"A{letter} 6{letter}")
        masked = private_cards(KEY, cards, letter)
        witness = statements.one_suit_witness(KEY.x, cards, worth(cards))
        assert witness[1:] == (8, 11)
        accepted(statements.one_suit(CTX, KEY.X, masked), witness)


def builders(cards: Sequence[MaskedCard]) -> list[tuple[object, ...]]:
    C = sealed(3, 4)
    return [
        (statements.points, CTX, KEY.X, cards, 11),
        (statements.sealed_points, CTX, KEY.X, cards, new_key("winner").X, C),
        (statements.suit, CTX, KEY.X, cards, Suit.SPADES),
        (statements.rank, CTX, KEY.X, cards, Rank.ACE, 11),
        (statements.one_suit, CTX, KEY.X, cards),
    ]


@pytest.mark.parametrize("index", range(5))
def test_the_same_card_is_not_counted_twice(index: int) -> None:
    (ace,) = private_cards(KEY, values("AS"))
    other, _ = private_cards(KEY, values("KS QS"))
    for cards in ([ace, ace], [ace, other, MaskedCard.from_bytes(ace.to_bytes())]):
        build, *arguments = builders(cards)[index]
        refused(CODE, build, *arguments)  # type: ignore[arg-type]
    build, *arguments = builders([])[index]
    refused(Code.LENGTH, build, *arguments)  # type: ignore[arg-type]


def test_the_first_card_that_stood_there_before_is_named() -> None:
    first, second, third = private_cards(KEY, values("AS KS QS"))
    with pytest.raises(PeerError) as caught:
        statements.points(CTX, KEY.X, [first, second, third, second, first], 22)
    failed = caught.value.failed
    assert failed is not None
    assert (failed.equation, failed.at) == (TWICE, 3)
    assert failed.values == (("A", second.A.to_bytes().hex()), ("B", second.B.to_bytes().hex()))


def test_the_same_card_twice_would_be_two_aces() -> None:
    # what the refusal of doubles prevents: without it this false sum has a proof
    (ace,) = private_cards(KEY, values("AS"))
    copy = MaskedCard(ace.A + G, ace.B + KEY.X)
    claim = statements.points(CTX, KEY.X, [ace, copy], 22)
    accepted(claim, (KEY.x, 2 * (Rank.ACE + 1), 2 * (Suit.SPADES + 1)))


def test_a_copy_from_before_the_mix_is_another_ciphertext() -> None:
    # nothing here can tell a copy from a card: the caller names the current hand only
    cards = values("AS KS")
    before = private_cards(KEY, cards)
    after, _ = shuffle(Label.HAND, CTX, KEY.X, before, (1, 0), KEY.x, Tape("mix"))
    assert not set(before) & set(after)
    claim = statements.points(CTX, KEY.X, [before[0], after[1]], 22)
    accepted(claim, (KEY.x, 18, 8))


def test_one_card_is_not_one_suit() -> None:
    refused(Code.LENGTH, statements.one_suit, CTX, KEY.X, private_cards(KEY, values("AS")))


def test_shares_have_a_label_and_a_length() -> None:
    with pytest.raises(LocalError):
        statements.shares(Label.POINTS, CTX, KEY.X, [G], [KEY.X])
    for A, D in (([], []), ([G], []), ([], [G]), ([G, G], [KEY.X])):
        refused(Code.LENGTH, statements.shares, Label.SHARE, CTX, KEY.X, A, D)


@pytest.mark.parametrize("index", range(5))
def test_every_field_of_every_statement_counts(index: int) -> None:
    cards = values("AS 10S")
    masked, r = private_cards(KEY, cards), Scalar(99)
    both = [
        (statements.points(CTX, KEY.X, masked, 21), statements.points_witness(KEY.x, cards)),
        (
            statements.sealed_points(CTX, KEY.X, masked, new_key("winner").X, sealed(21, r)),
            statements.sealed_points_witness(KEY.x, r, 21, cards),
        ),
        (
            statements.suit(CTX, KEY.X, masked, Suit.SPADES),
            statements.suit_witness(KEY.x, cards, worth(cards)),
        ),
        (
            statements.rank(CTX, KEY.X, masked[:1], Rank.ACE, 11),
            statements.rank_witness(KEY.x, cards[:1]),
        ),
        (statements.one_suit(CTX, KEY.X, masked), statements.one_suit_witness(KEY.x, cards, worth(cards))),
    ]
    statement, witness = both[index]
    proof = accepted(statement, witness)
    for data in wrong_lengths(proof, 32):
        refused(Code.LENGTH, verify, statement, data, CODE)
    for at in range(0, len(proof), 32):
        for data, code in wrong_scalars(proof, at, CODE):
            refused(code, verify, statement, data, CODE)


def test_both_providers_prove_alike() -> None:
    cards = values("AS 10S KS")
    masked = private_cards(KEY, cards)
    claim = statements.suit(CTX, KEY.X, masked, Suit.SPADES)
    witness = statements.suit_witness(KEY.x, cards, worth(cards))
    proof = accepted(claim, witness)
    with using("pure"):
        assert accepted(statements.suit(CTX, KEY.X, private_cards(KEY, cards), Suit.SPADES), witness) == proof


def test_every_card_has_the_witness_that_its_point_says() -> None:
    for card in deck(36):
        (masked,) = private_cards(KEY, [card], str(card))
        points = CARD_POINTS[card.rank]
        accepted(statements.points(CTX, KEY.X, [masked], points), statements.points_witness(KEY.x, [card]))
        assert masked.B - weighted_sum([KEY.x], [masked.A]) == card_point(card)
