"""What a whole hand is said to be: every prover and verifier of `masking` for suits, ranks and one suit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from bura_p2p.cards import Card, Rank, Suit, deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import masking, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.generators import H_POINTS, H_RANK, H_SUIT
from bura_p2p.crypto.group import ORDER, G, Scalar, multiply, using, weighted_sum
from bura_p2p.crypto.masking import HandKey, MaskedCard
from bura_p2p.crypto.relation import Statement, prove
from bura_p2p.crypto.shuffle import shuffle
from bura_p2p.errors import Code, PeerError
from tests.crypto.hands import CTX, new_key, other_contexts, private_cards, proved
from tests.crypto.refusals import refused, wrong_lengths, wrong_scalars

KEY, OTHER = new_key("holder"), new_key("somebody else")
OWNER, STRANGER = proved(KEY), proved(OTHER)
CODE = Code.STATEMENT_PROOF


def values(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def worths(cards: Sequence[Card]) -> list[int]:
    return [masking.CARD_POINTS[card.rank] for card in cards]


@dataclass(frozen=True)
class Said:
    """One of the three things that can be said of a hand; `extra` is the suit or the rank, where one is named."""

    label: Label
    prover: Callable[..., bytes]
    verifier: Callable[..., None]
    true: str
    near: str
    """All but one card of it."""
    size: Callable[[int], int]
    extra: tuple[Any, ...] = ()

    def prove(
        self, cards: Sequence[MaskedCard], faces: Sequence[Card], key: HandKey = KEY, ctx: bytes = CTX
    ) -> bytes:
        return self.prover(ctx, key, cards, faces, *self.extra, Tape("said"))

    def verify(self, cards: Sequence[MaskedCard], proof: bytes, ctx: bytes = CTX, key: Any = OWNER) -> None:
        self.verifier(ctx, key, cards, *self.extra, proof)

    def statement(self, cards: Sequence[MaskedCard], X: Any = KEY.X) -> Statement:
        match self.label:
            case Label.SUIT:
                return statements.suit(CTX, X, cards, *self.extra)
            case Label.RANK:
                return statements.rank(CTX, X, cards, *self.extra, masking.CARD_POINTS[self.extra[0]])
            case _:
                return statements.one_suit(CTX, X, cards)

    def witness(self, faces: Sequence[Card], x: int = KEY.x) -> tuple[int, ...]:
        match self.label:
            case Label.SUIT:
                return statements.suit_witness(x, faces, worths(faces))
            case Label.RANK:
                return statements.rank_witness(x, faces)
            case _:
                return statements.one_suit_witness(x, faces, worths(faces))


SUIT = Said(Label.SUIT, masking.prove_suit, masking.verify_suit, "AS 10S 6S", "AS 10S 6H", lambda k: 64 + 64 * k,
            (Suit.SPADES,))  # fmt: skip
RANK = Said(Label.RANK, masking.prove_rank, masking.verify_rank, "AS AC AD", "AS AC 10D", lambda k: 64 + 32 * k,
            (Rank.ACE,))  # fmt: skip
ONE_SUIT = Said(Label.ONE_SUIT, masking.prove_one_suit, masking.verify_one_suit, "AS 10S 6S", "AS 10S 6H",
                lambda k: 64 * k)  # fmt: skip
EVERY = pytest.mark.parametrize("said", [SUIT, RANK, ONE_SUIT], ids=lambda said: said.label.value)


@EVERY
def test_what_is_true_is_proved(said: Said) -> None:
    for count in (2, 3) if said is ONE_SUIT else (1, 2, 3):
        cards = values(said.true)[:count]
        masked = private_cards(KEY, cards)
        proof = said.prove(masked, cards)
        assert len(proof) == said.size(count)
        said.verify(masked, proof)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_aces_and_suits_of_every_hand(size: int) -> None:
    for suit in Suit:
        cards = tuple(card for card in deck(20) if card.suit is suit)[:size]
        masked = private_cards(KEY, cards, str(suit))
        masking.verify_suit(CTX, OWNER, masked, suit, masking.prove_suit(CTX, KEY, masked, cards, suit, Tape("s")))
        masking.verify_one_suit(CTX, OWNER, masked, masking.prove_one_suit(CTX, KEY, masked, cards, Tape("o")))
    aces = tuple(card for card in deck(20) if card.rank is Rank.ACE)[:size]
    masked = private_cards(KEY, aces, "aces")
    masking.verify_rank(CTX, OWNER, masked, Rank.ACE, masking.prove_rank(CTX, KEY, masked, aces, Rank.ACE, Tape("r")))


@EVERY
def test_what_is_false_is_not(said: Said) -> None:
    """Nearly a combination: with the true witness, with one of other cards, and with any single card changed."""
    near, true = values(said.near), values(said.true)
    masked = private_cards(KEY, near)
    for faces in (near, true, near[::-1]):
        refused(CODE, said.verify, masked, said.prove(masked, faces))
    for at in range(3):
        cards = [*true[:at], near[2], *true[at + 1 :]]
        masked = private_cards(KEY, cards, f"changed {at}")
        refused(CODE, said.verify, masked, said.prove(masked, cards))
        refused(CODE, said.verify, masked, said.prove(masked, true))


def test_another_suit_and_another_rank_are_refused() -> None:
    cards, aces = values(SUIT.true), values(RANK.true)
    masked, masked_aces = private_cards(KEY, cards), private_cards(KEY, aces, "aces")
    for suit in set(Suit) - {Suit.SPADES}:
        refused(CODE, masking.verify_suit, CTX, OWNER, masked, suit, SUIT.prove(masked, cards))
        lie = masking.prove_suit(CTX, KEY, masked, cards, suit, Tape("lie"))
        refused(CODE, masking.verify_suit, CTX, OWNER, masked, suit, lie)
    for rank in set(Rank) - {Rank.ACE}:
        refused(CODE, masking.verify_rank, CTX, OWNER, masked_aces, rank, RANK.prove(masked_aces, aces))
        lie = masking.prove_rank(CTX, KEY, masked_aces, aces, rank, Tape("lie"))
        refused(CODE, masking.verify_rank, CTX, OWNER, masked_aces, rank, lie)


def test_one_is_not_proved_by_the_proof_of_another() -> None:
    """Three trumps are one suit too, and three aces none; each proof holds for its own statement alone."""
    cards = values(SUIT.true)
    masked = private_cards(KEY, cards)
    proofs = {SUIT: SUIT.prove(masked, cards), ONE_SUIT: ONE_SUIT.prove(masked, cards)}
    refused(Code.LENGTH, ONE_SUIT.verify, masked, proofs[SUIT])
    refused(Code.LENGTH, SUIT.verify, masked, proofs[ONE_SUIT])
    refused(Code.LENGTH, RANK.verify, masked, proofs[ONE_SUIT])
    aces = private_cards(KEY, values(RANK.true), "aces")
    refused(CODE, ONE_SUIT.verify, aces, masking.prove_one_suit(CTX, KEY, aces, values(RANK.true), Tape("aces")))


@EVERY
def test_the_label_counts(said: Said) -> None:
    """The same equations under another label."""
    cards = values(said.true)
    masked = private_cards(KEY, cards)
    true = said.statement(masked)
    for label in set(Label) - {said.label}:
        proof = prove(Statement(label, CTX, true.equations), said.witness(cards), Tape("label"))
        refused(CODE, said.verify, masked, proof)


@EVERY
def test_lengths_and_scalars(said: Said) -> None:
    cards = values(said.true)
    masked = private_cards(KEY, cards)
    proof = said.prove(masked, cards)
    for data in wrong_lengths(proof, 32):
        refused(Code.LENGTH, said.verify, masked, data)
    for at in range(0, len(proof), 32):
        for data, code in wrong_scalars(proof, at, CODE):
            refused(code, said.verify, masked, data)


@EVERY
def test_place_owner_and_cards_count(said: Said) -> None:
    cards = values(said.true)
    masked = private_cards(KEY, cards)
    proof = said.prove(masked, cards)
    for ctx in other_contexts().values():
        refused(CODE, said.verify, masked, proof, ctx=ctx)
        refused(CODE, said.verify, masked, said.prove(masked, cards, ctx=ctx))
    refused(CODE, said.verify, masked, proof, key=STRANGER)
    refused(CODE, said.verify, masked[::-1], proof)
    refused(Code.LENGTH, said.verify, masked[:2], proof)
    refused(CODE, said.verify, private_cards(KEY, cards, "masked anew"), proof)
    # somebody else's hand, by its own holder or by this one
    theirs = private_cards(OTHER, cards)
    refused(CODE, said.verify, theirs, said.prove(theirs, cards, key=OTHER))
    refused(CODE, said.verify, theirs, said.prove(theirs, cards))


@EVERY
def test_a_witness_of_another_key(said: Said) -> None:
    """The first row binds the key: without it any hand could be opened to anything."""
    cards = values(said.near)
    masked = private_cards(KEY, cards)
    for x in (OTHER.x, Scalar((KEY.x + 1) % ORDER)):
        lie = prove(said.statement(masked), said.witness(values(said.true), x), Tape("w"))
        refused(CODE, said.verify, masked, lie)


@EVERY
def test_the_same_card_twice_and_no_card(said: Said) -> None:
    cards = values(said.true)[:1] * 2
    (ace,) = private_cards(KEY, cards[:1])
    for pair in ([ace, ace], [ace, MaskedCard.from_bytes(ace.to_bytes())]):
        for call in (said.verify, said.prove):
            refused(CODE, call, pair, cards if call == said.prove else bytes(said.size(2)))
    refused(Code.LENGTH, said.verify, [], bytes(64))
    refused(Code.LENGTH, said.verify, [], b"")


def test_one_card_is_not_said_to_be_of_one_suit() -> None:
    masked = private_cards(KEY, values("AS"))
    refused(Code.LENGTH, masking.verify_one_suit, CTX, OWNER, masked, bytes(64))
    refused(Code.LENGTH, masking.prove_one_suit, CTX, KEY, masked, values("AS"), Tape("one"))


@EVERY
def test_a_card_from_before_the_mix_stands_for_another(said: Said) -> None:
    """Two ciphertexts of one card differ, so nothing here can tell: the caller names the current hand only.

    And it must: with a copy a hand of two suits is proved to be of one.
    """
    cards = values(said.near)
    before = private_cards(KEY, cards)
    after, _ = shuffle(Label.HAND, CTX, KEY.X, before, (0, 1, 2), KEY.x, Tape("mix"))
    faces = (*cards[:2], cards[0])
    copied = [*after[:2], before[0]]
    said.verify(copied, said.prove(copied, faces))
    refused(CODE, said.verify, after, said.prove(copied, faces))
    refused(CODE, said.verify, before, said.prove(copied, faces))


@EVERY
def test_a_hand_before_its_mix_and_after_it_is_not_the_same(said: Said) -> None:
    cards = values(said.true)
    before = private_cards(KEY, cards)
    after, _ = shuffle(Label.HAND, CTX, KEY.X, before, (2, 0, 1), KEY.x, Tape("mix"))
    refused(CODE, said.verify, after, said.prove(before, cards))
    said.verify(after, said.prove(after, (cards[2], cards[0], cards[1])))


@pytest.mark.parametrize("axis", [H_RANK, H_SUIT, H_POINTS], ids=["rank", "suit", "points"])
def test_each_axis_is_bound_card_by_card(axis: Any) -> None:
    """Moving two cards against each other along an axis leaves every sum as it was."""
    cards = values(SUIT.true)
    first, second, third = private_cards(KEY, cards)
    moved = [MaskedCard(first.A, first.B + axis), MaskedCard(second.A, second.B - axis), third]
    for said, free in ((SUIT, {H_RANK, H_POINTS}), (ONE_SUIT, {H_RANK, H_POINTS}), (RANK, {H_SUIT})):
        faces = values(said.true)
        base = list(private_cards(KEY, faces))
        base[:2] = [MaskedCard(base[0].A, base[0].B + axis), MaskedCard(base[1].A, base[1].B - axis)]
        if axis not in free:
            refused(CODE, said.verify, base, said.prove(base, faces))
            refused(CODE, said.verify, moved, said.prove(moved, cards))


def test_a_base_may_be_the_identity() -> None:
    """Two cards under one mask: A₁ − A₂ is the identity. It is an ordinary value."""

    def under_one_mask(cards: Sequence[Card]) -> list[MaskedCard]:
        mask = multiply(Scalar(7), KEY.X)
        return [MaskedCard(weighted_sum([7], [G]), masking.card_point(card) + mask) for card in cards]

    alike, mixed = values("AS 10S"), values("AS 10H")
    masked = under_one_mask(alike)
    ONE_SUIT.verify(masked, ONE_SUIT.prove(masked, alike))
    masked = under_one_mask(mixed)
    refused(CODE, ONE_SUIT.verify, masked, ONE_SUIT.prove(masked, mixed))


def test_no_two_cards_of_a_deck_are_taken_for_what_they_are_not() -> None:
    """Every pair of a small deck, against every verifier, with its true witness."""
    cards = [card for card in deck(20) if card.rank in (Rank.ACE, Rank.TEN)]
    for pair in combinations(cards, 2):
        masked = private_cards(KEY, pair, str(pair))
        one = len({card.suit for card in pair}) == 1
        same = all(card.rank is Rank.ACE for card in pair)
        assert accepts(ONE_SUIT, masked, pair) == one
        assert accepts(RANK, masked, pair) == same
        assert accepts(SUIT, masked, pair) == (one and pair[0].suit is Suit.SPADES)


def accepts(said: Said, masked: Sequence[MaskedCard], faces: Sequence[Card]) -> bool:
    try:
        said.verify(masked, said.prove(masked, faces))
    except PeerError as fault:
        if fault.code is not CODE:
            raise
        return False
    return True


def test_one_suit_is_the_same_bytes_for_every_suit() -> None:
    """Under the same masks and chance, statement and proof of four suits are equal: nothing in them hangs on it."""
    made = set()
    for suit in Suit:
        cards = tuple(Card(suit, rank) for rank in (Rank.ACE, Rank.TEN, Rank.SIX))
        masked = private_cards(KEY, cards, "alike")
        made.add((ONE_SUIT.statement(masked).to_bytes(), ONE_SUIT.prove(masked, cards)))
    assert len(made) == 1


@EVERY
def test_both_providers_say_the_same(said: Said) -> None:
    cards = values(said.true)
    masked = private_cards(KEY, cards)
    proof = said.prove(masked, cards)
    with using("pure"):
        assert said.prove(masked, cards) == proof
        said.verify(masked, proof)
        refused(CODE, said.verify, masked[::-1], proof)
