"""Which ciphertext lies where, asked of one hand's cards alone."""

from __future__ import annotations

import pytest

from bura_p2p.cards import Card
from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import multiply
from bura_p2p.crypto.masking import (
    HandKey,
    MaskedCard,
    ProvedShares,
    joint_key,
    prove_shares,
    start_deck,
    verify_shares,
)
from bura_p2p.rules.step import Draw
from bura_p2p.table.deck import HandCards
from tests.crypto.hands import CTX, new_key, proved

KEYS = [new_key(f"deck {seat}") for seat in range(3)]
DEALT = (0, 1, 2, 0, 1, 2)
TURNED = 6


def hand(size: int = 20, turned: int = TURNED) -> HandCards:
    """Three seats, two cards each, nothing shuffled: position p holds the p-th card of the deck."""
    keys = {seat: proved(key) for seat, key in enumerate(KEYS)}
    joint = joint_key(list(keys.values()))
    deck = start_deck(deck_of(size), joint)
    return HandCards(seats=3, keys=keys, joint=joint, deck=deck, dealt=DEALT, turned_position=turned)


def shares(seat: int, masked: list[MaskedCard], label: Label = Label.SHARE) -> ProvedShares:
    key: HandKey = KEYS[seat]
    given, proof = prove_shares(label, CTX, key, masked, Tape(f"shares {seat}"))
    return verify_shares(label, CTX, proved(key), masked, given, proof)


def deal(cards: HandCards) -> None:
    for seat in range(3):
        owed = cards.owed_at_deal(seat)
        cards.add_shares(seat, owed, shares(seat, [cards.deck[at] for at in owed]))
    cards.give_out_dealt()


def test_everybody_owes_the_others_cards_and_the_turned_one() -> None:
    assert [hand().owed_at_deal(seat) for seat in range(3)] == [
        (1, 2, 4, 5, 6),
        (0, 2, 3, 5, 6),
        (0, 1, 3, 4, 6),
    ]


def test_nobody_owes_the_turned_card_again() -> None:
    draws = [Draw(1, 9), Draw(2, 8), Draw(0, TURNED), Draw(1, 5)]
    assert [hand().owed_for(draws, seat) for seat in range(3)] == [(5, 8, 9), (8,), (5, 9)]


def test_a_dealt_card_is_its_owners_alone() -> None:
    cards = hand()
    deal(cards)
    assert [len(held) for held in cards.held] == [2, 2, 2]
    faces = deck_of(20)
    for seat, positions in enumerate(([0, 3], [1, 4], [2, 5])):
        for masked, at in zip(cards.held[seat], positions, strict=True):
            assert cards.recognise(seat, [masked], shares(seat, [masked], Label.OPEN), 20) == (faces[at],)
    assert cards.turned_owner is None


@pytest.mark.parametrize("drawn", [TURNED, TURNED - 1, TURNED + 1])
def test_who_draws_the_turned_card_owns_it(drawn: int) -> None:
    cards = hand()
    deal(cards)
    cards.give_out([Draw(1, drawn)])
    assert cards.turned_owner == (1 if drawn == TURNED else None)
    assert len(cards.held[1]) == 3


def test_the_turned_card_is_a_card_of_the_deck() -> None:
    cards = hand()
    deal(cards)
    assert cards.turn_up(20) == deck_of(20)[TURNED] == cards.turned
    large = hand(36, turned=0)
    for seat in range(3):
        large.add_shares(seat, [0], shares(seat, [large.deck[0]]))
    assert deck_of(36)[0] not in deck_of(20)
    assert large.turn_up(20) is None
    assert large.turned is None
    assert large.turn_up(36) == deck_of(36)[0]


def test_one_card_is_not_opened_twice_at_once() -> None:
    cards = hand()
    deal(cards)
    first, second = cards.held[0]
    twice = MaskedCard(second.A, first.B + multiply(KEYS[0].x, second.A - first.A))
    opened = shares(0, [first, twice], Label.OPEN)
    assert cards.recognise(0, [first, twice], opened, 20) is None
    assert cards.recognise(0, [twice], shares(0, [twice], Label.OPEN), 20) == (deck_of(20)[0],)


def test_gives_lie_in_the_order_given_by_giver_and_pile() -> None:
    cards = hand()
    a, b, c, d = (cards.deck[at] for at in range(4))
    cards.trick_gives = [(0, (a,)), (2, (b,))]
    cards.collect(1)
    assert cards.trick_gives == []
    cards.trick_gives = [(0, (c,))]
    cards.collect(2)
    cards.trick_gives = [(0, (d,))]
    assert cards.piles_of(0) == (1, 2)
    assert cards.piles_of(2) == (1,)
    assert cards.piles_of(1) == ()
    assert cards.closed_cards(0, 1) == (a,)
    assert cards.closed_for(0, (1, 2)) == (a, c)
    assert cards.closed_for(2, (1, 2)) == (b,)
    assert cards.just_given(0, 1) == (a,)
    assert cards.given_by(0) == (a, c, d)
    cards.collect(1)
    assert cards.just_given(0, 1) == (d,)
    assert cards.closed_cards(0, 1) == (a, d)


def test_a_card_that_is_none() -> None:
    cards = hand()
    deal(cards)
    (first, _) = cards.held[0]
    moved = MaskedCard(first.A, first.B + first.A)
    assert cards.recognise(0, [moved], shares(0, [moved], Label.OPEN), 20) is None
    assert Card.parse("6S") not in deck_of(20)
