"""Sets of cards as whole numbers, for counting through many hands quickly.

Here: one bit a card, subsets, points, what beats what; everything that is asked twice is kept. Never: a rule: what a
card is worth and what beats it is asked of `rules.points` once, and remembered.

A bit is numbered 9 × suit + rank, with the trump suit changed over with spades: so trumps are always the suit of the
highest bits, and one memory serves every trump.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from ..cards import Card, Rank, Suit
from ..rules.points import card_beats, cards_points, set_beats

KEPT: Final = 1 << 15
"""How many answers of a kind are remembered: enough for a choice, and not so many that memory is long in tidying."""

RANKS: Final = len(Rank)

SUITS: Final = tuple(((1 << RANKS) - 1) << (RANKS * suit) for suit in range(4))
"""The cards of each suit; the last one is the trumps."""

TRUMPS: Final = SUITS[-1]

ACES: Final = sum(1 << (RANKS * suit + Rank.ACE) for suit in range(4))

_TRUMP: Final = Suit.SPADES
"""The suit that stands for trumps, whatever suit they are."""

CARDS: Final = {1 << (RANKS * suit + rank): Card(suit, rank) for suit in Suit for rank in Rank}
"""Each bit's card, where spades are trumps."""


def bit_of(card: Card, trump: Suit) -> int:
    """The bit of a card."""
    suit = _changed(card.suit, trump)
    return 1 << (RANKS * suit + card.rank)


def _changed(suit: Suit, trump: Suit) -> Suit:
    if suit == trump:
        return _TRUMP
    return trump if suit == _TRUMP else suit


def bits_of(cards: Iterable[Card], trump: Suit) -> int:
    """The set of these cards."""
    return sum(bit_of(card, trump) for card in cards)


def cards_of_bits(cards: int, trump: Suit) -> tuple[Card, ...]:
    """The cards of a set in card order: the inverse of `bits_of`."""
    found = (CARDS[bit] for bit in singles(cards))
    return tuple(sorted(Card(_changed(card.suit, trump), card.rank) for card in found))


class _Singles(dict[int, tuple[int, ...]]):
    def __missing__(self, cards: int) -> tuple[int, ...]:
        if len(self) > KEPT:
            self.clear()
        found, left = [], cards
        while left:
            low = left & -left
            found.append(low)
            left ^= low
        self[cards] = tuple(found)
        return self[cards]


class _Points(dict[int, int]):
    def __missing__(self, cards: int) -> int:
        if len(self) > KEPT:
            self.clear()
        self[cards] = cards_points(CARDS[bit] for bit in singles(cards))
        return self[cards]


_SINGLES: Final = _Singles()

POINTS: Final = _Points()
"""What a set is worth."""

HIGHER: Final = {
    bit: sum(other for other, card in CARDS.items() if card_beats(_TRUMP, card, CARDS[bit])) for bit in CARDS
}
"""To each card, those that beat it."""


def singles(cards: int) -> tuple[int, ...]:
    """The bits of a set, the lowest first."""
    return _SINGLES[cards]


@lru_cache(KEPT)
def subsets(cards: int, count: int) -> tuple[int, ...]:
    """Every set of `count` of these cards."""
    return tuple(map(sum, combinations(singles(cards), count)))


@lru_cache(KEPT)
def suited(cards: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Every set of one suit that has one of these sizes, the smallest first."""
    suits = [cards & suit for suit in SUITS]
    return tuple(part for size in sizes for suit in suits for part in subsets(suit, size))


@lru_cache(KEPT)
def covers(cards: int, led: int) -> bool:
    """Whether a set beats another one, card by card."""
    if cards in HIGHER and led in HIGHER:
        return bool(cards & HIGHER[led])
    return set_beats(_TRUMP, [CARDS[bit] for bit in singles(cards)], [CARDS[bit] for bit in singles(led)])


@lru_cache(KEPT)
def beating(held: int, led: int) -> tuple[int, ...]:
    """Every set of held cards that beats what was led."""
    if led in HIGHER:
        return singles(held & HIGHER[led])
    for bit in singles(led):
        if not held & HIGHER[bit]:
            return ()
    return tuple(part for part in subsets(held, led.bit_count()) if covers(part, led))
