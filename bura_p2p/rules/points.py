"""What cards are worth, and which cards beat which.

Here: arithmetic on cards with a trump. Never: positions, seats, whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from ..cards import Card, Rank, Suit, deck

_POINTS: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}

ALL_POINTS: Final = 120
"""What every deck holds, whether of 20, 32 or 36 cards."""


def card_points(card: Card) -> int:
    """Ace 11, ten 10, king 4, queen 3, jack 2, the others 0 (all five rule texts agree)."""
    return _POINTS.get(card.rank, 0)


def cards_points(cards: Iterable[Card]) -> int:
    """The sum of `card_points`."""
    return sum(map(card_points, cards))


@cache
def points_range(deck_size: int, count: int) -> tuple[int, int]:
    """The least and the most that `count` different cards of a deck can be worth together."""
    values = sorted(map(card_points, deck(deck_size)))
    return sum(values[:count]), sum(values[len(values) - count :])


def card_beats(trump: Suit, card: Card, other: Card) -> bool:
    """Whether `card` beats `other`: higher in its suit, or a trump on a plain card. Equality never beats."""
    if card.suit == other.suit:
        return card.rank > other.rank
    return card.suit == trump


def set_beats(trump: Suit, cards: Sequence[Card], standing: Sequence[Card]) -> bool:
    """Whether `cards` beat `standing` one to one, in whatever order either is given.

    Each standing card must be covered by a card of its own (a bijection): all or nothing. Sets have at most
    five cards, so trying each cover for the first standing card is cheap.
    """
    if len(cards) != len(standing):
        return False
    if len(cards) == 1:
        return card_beats(trump, cards[0], standing[0])
    if not standing:
        return True
    first, *rest = standing
    for at, card in enumerate(cards):
        if card_beats(trump, card, first) and set_beats(trump, [*cards[:at], *cards[at + 1 :]], rest):
            return True
    return False
