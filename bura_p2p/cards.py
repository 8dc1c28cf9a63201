"""Cards and decks: suits, ranks, the text form.

Here: what a card *is*. Never: trumps, points, randomness.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from .errors import LocalError
from .sentences import Sentence


class Suit(IntEnum):
    """The four suits by their number on the suit axis (protocol registry `cards`)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One ASCII letter: C, D, H or S."""
        return "CDHS"[self]


class Rank(IntEnum):
    """The nine ranks by their number on the rank axis; a higher number beats a lower one (the ten beats the king)."""

    SIX = 0
    SEVEN = 1
    EIGHT = 2
    NINE = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    TEN = 7
    ACE = 8

    @property
    def text(self) -> str:
        """The rank as people write it: 6 7 8 9 J Q K 10 A."""
        return ("6", "7", "8", "9", "J", "Q", "K", "10", "A")[self]


_RANKS = {rank.text: rank for rank in Rank}
_SUITS = {suit.letter: suit for suit in Suit}


class Card(NamedTuple):
    """One card. Ordered by suit, then rank: the order of the start deck."""

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return self.rank.text + self.suit.letter

    @classmethod
    def parse(cls, text: str) -> Card:
        """The inverse of `str`: `AS`, `10h` (letters of either case). Raises `LocalError`."""
        folded = text.strip().upper()
        rank, suit = _RANKS.get(folded[:-1]), _SUITS.get(folded[-1:])
        if rank is None or suit is None:
            raise LocalError(
                Sentence(
                    "'{text}' is not a card: write a rank (6 7 8 9 J Q K 10 A) and a suit (C D H S), such as 10H.",
                    text=text[:8],
                )
            )
        return cls(suit, rank)


LOWEST_RANK = {20: Rank.JACK, 32: Rank.SEVEN, 36: Rank.SIX}
"""Deck size to the lowest rank that it holds; a deck of 20 leaves out six to nine."""


@cache
def deck(size: int) -> tuple[Card, ...]:
    """The cards of a deck of `size` (20, 32 or 36) in start order: by suit, then rank. Raises `LocalError`."""
    lowest = LOWEST_RANK.get(size)
    if lowest is None:
        raise LocalError(Sentence("There is no deck of {size} cards; decks have 20, 32 or 36.", size=size))
    return tuple(Card(suit, rank) for suit in Suit for rank in Rank if rank >= lowest)


@cache
def deck_set(size: int) -> frozenset[Card]:
    """The cards of `deck`, as a set. Raises `LocalError`."""
    return frozenset(deck(size))
