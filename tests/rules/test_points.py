"""Ranks, values, and the beating of sets, against two oracles."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from bura_p2p.cards import Card, Rank, Suit, deck
from bura_p2p.rules.points import ALL_POINTS, card_beats, card_points, cards_points, points_range, set_beats

from .hands import cards


@pytest.mark.parametrize("size", [20, 32, 36])
def test_every_deck_holds_120_points(size: int) -> None:
    assert cards_points(deck(size)) == ALL_POINTS


def test_values_and_order_of_the_ranks() -> None:
    suit = cards("AS 10S KS QS JS 9S 8S 7S 6S")
    assert [card_points(card) for card in suit] == [11, 10, 4, 3, 2, 0, 0, 0, 0]
    for at, card in enumerate(suit):
        assert [card_beats(Suit.HEARTS, card, other) for other in suit] == [other in suit[at + 1 :] for other in suit]


def test_a_trump_beats_any_plain_card_and_only_a_higher_trump_beats_it() -> None:
    jack, queen, ace = cards("JH QH AS")
    assert card_beats(Suit.HEARTS, jack, ace)
    assert not card_beats(Suit.HEARTS, ace, jack)
    assert card_beats(Suit.HEARTS, queen, jack)
    assert not card_beats(Suit.HEARTS, jack, jack)


def test_two_plain_suits_never_beat_each_other() -> None:
    assert not card_beats(Suit.HEARTS, *cards("AC 6S"))


@pytest.mark.parametrize(
    ("answer", "standing", "beats"),
    [
        ("QH KS", "AS 10S", False),  # the worked example: the king does not cover the ten
        ("QH JH", "AS 10S", True),
        ("8S 6H", "AS 7S", True),  # not in the order sent
        ("6H 8S", "AS 7S", True),
        ("AS 6S", "10S 9S", False),  # the highest card alone decides nothing
        ("AS 8S", "KS 7S", True),
        ("AS 10S", "KS 9S", True),
        ("AS JH", "10S KS", True),  # an answer need not be of one suit
        ("10S 9H", "AS 7S", True),  # greedy pairing in this order would fail
        ("AS 10C", "KS QS", False),
        ("AS", "KS QS", False),
        ("AS KS", "QS", False),
    ],
)
def test_sets(answer: str, standing: str, beats: bool) -> None:
    assert set_beats(Suit.HEARTS, cards(answer), cards(standing)) is beats


def by_bijection(trump: Suit, answer: tuple[Card, ...], standing: tuple[Card, ...]) -> bool:
    """Every order of the answer against the standing cards."""
    pairs = (zip(order, standing, strict=True) for order in permutations(answer))
    return any(all(card_beats(trump, card, other) for card, other in pairing) for pairing in pairs)


def by_sorting(trump: Suit, answer: tuple[Card, ...], standing: tuple[Card, ...]) -> bool:
    """Both sides by (trump, rank), compared in order; a card of a third suit covers nothing."""

    def strength(card: Card) -> tuple[bool, Rank]:
        return card.suit == trump, card.rank

    ordered = zip(sorted(answer, key=strength), sorted(standing, key=strength), strict=True)
    return all(card_beats(trump, card, other) for card, other in ordered)


@pytest.mark.parametrize("trump", Suit)
def test_pairs_agree_with_both_oracles(trump: Suit) -> None:
    """Every lead of two cards of one suit against every answer of two from a 20-card deck."""
    pack = deck(20)
    for standing in combinations([card for card in pack if card.suit == Suit.SPADES], 2):
        for answer in combinations([card for card in pack if card not in standing], 2):
            expected = by_bijection(trump, answer, standing)
            assert set_beats(trump, answer, standing) == expected == by_sorting(trump, answer, standing)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_larger_sets_agree_with_both_oracles(size: int) -> None:
    """Standing sets as they occur: of the led suit and trumps mixed."""
    tape = random.Random(size)
    pack, beaten = list(deck(36)), 0
    for _ in range(1500):
        trump, led = tape.sample(list(Suit), 2)
        fitting = [card for card in pack if card.suit in (trump, led)]
        standing = tuple(tape.sample(fitting, size))
        rest = [card for card in fitting if card not in standing]
        answer = tuple(tape.sample(rest if tape.random() < 0.8 else [c for c in pack if c not in standing], size))
        expected = by_bijection(trump, answer, standing)
        assert set_beats(trump, answer, standing) == expected == by_sorting(trump, answer, standing)
        beaten += expected
    assert beaten > 20


@pytest.mark.parametrize(
    ("size", "count", "bounds"),
    [(20, 0, (0, 0)), (20, 1, (2, 11)), (20, 3, (6, 33)), (20, 5, (11, 54)), (36, 3, (0, 33)), (20, 20, (120, 120))],
)
def test_the_range_of_unknown_cards(size: int, count: int, bounds: tuple[int, int]) -> None:
    assert points_range(size, count) == bounds
