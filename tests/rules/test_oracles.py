"""Which set beats which: the engine against two oracles that know nothing of it."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from bura_p2p.cards import Card, Suit, deck
from bura_p2p.rules.points import card_points, cards_points, set_beats
from tests.support.oracles import VALUES, by_matching, by_sorting, covers, is_standing, value

PACK = deck(36)
SETS = 100_000


def test_the_values_of_the_cards() -> None:
    assert [card_points(card) for card in PACK] == [VALUES.get(card.rank.text, 0) for card in PACK]
    assert value(PACK) == cards_points(PACK) == value(deck(20)) == 120


@pytest.mark.parametrize("trump", Suit)
def test_every_card_against_every_card(trump: Suit) -> None:
    for card in PACK:
        for other in PACK:
            expected = card != other and covers(trump, card, other)
            assert set_beats(trump, [card], [other]) == expected
            if card != other:
                assert by_matching(trump, [card], [other]) == expected == by_sorting(trump, [card], [other])


@pytest.mark.parametrize("trump", Suit)
def test_every_pair_against_every_pair(trump: Suit) -> None:
    """All 353,430 for each trump: any two cards against any other two, also such as never stand in a trick.

    The order within a set is that of the deck; `test_random_sets` has all orders.
    """
    pairs, beaten = tuple(combinations(PACK, 2)), 0
    for standing in pairs:
        sorts = is_standing(trump, standing)
        for cards in pairs:
            if cards[0] in standing or cards[1] in standing:
                continue
            expected = by_matching(trump, cards, standing)
            assert set_beats(trump, cards, standing) == expected
            if sorts:
                assert by_sorting(trump, cards, standing) == expected
            beaten += expected
    assert beaten == 47_988  # of each trump as many: the suits are alike


@pytest.mark.parametrize("part", range(4))
def test_random_sets(part: int) -> None:
    """100,000 pairs of sets of 1 to 5 cards in any order, half of them such as stand in tricks."""
    tape, beaten = random.Random(part), [0] * 6
    for number in range(SETS // 4):
        trump, size = tape.choice(list(Suit)), tape.randint(1, 5)
        cards, standing = drawn(tape, trump, size, likely=number % 2 == 0)
        expected = by_matching(trump, cards, standing)
        assert set_beats(trump, cards, standing) == expected
        if is_standing(trump, standing):
            assert by_sorting(trump, cards, standing) == expected
        beaten[size] += expected
    assert min(beaten[1:]) > 250, beaten


def drawn(tape: random.Random, trump: Suit, size: int, likely: bool) -> tuple[list[Card], list[Card]]:
    """An answer and what stands; `likely`: of a suit and trumps on both sides, so that many beat."""
    led = tape.choice(list(Suit))
    pack = [card for card in PACK if card.suit in {led, trump}] if likely and led != trump else list(PACK)
    both = tape.sample(pack, 2 * size)
    return both[:size], both[size:]
