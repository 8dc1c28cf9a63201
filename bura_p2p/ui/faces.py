"""How cards look on a terminal line.

Here: a card, a row of cards, a suit's word; letters where the terminal cannot show suit signs. Never: colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..cards import Card, Suit
from ..sentences import N_
from .tongue import t

SIGNS: Final = "♣♦♥♠"
"""The suits' signs by their number, without a variation selector: one column each."""

WORDS: Final = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))
"""The suits' names by their number."""


def suit_word(suit: Suit) -> str:
    """A suit's word."""
    return t(WORDS[suit])


@dataclass(frozen=True, slots=True)
class Faces:
    """Writes cards: `AS`, or `A♠` where `signs`."""

    signs: bool = False

    def card(self, card: Card) -> str:
        """One card."""
        return f"{card.rank.text}{SIGNS[card.suit]}" if self.signs else str(card)

    def row(self, cards: Iterable[Card]) -> str:
        """Cards in their order, a space between."""
        return " ".join(map(self.card, cards))

    def suit(self, suit: Suit) -> str:
        """A suit's word, with its sign where there are signs."""
        return f"{suit_word(suit)} {SIGNS[suit]}" if self.signs else suit_word(suit)


def faces_for(encoding: str | None) -> Faces:
    """Signs where `encoding` (of the output; None: unknown) has them, else letters."""
    try:
        SIGNS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return Faces(signs=False)
    return Faces(signs=True)


def letters(text: str) -> str:
    """Typed text with suit signs turned into letters, so that both forms of a card are read."""
    for suit in Suit:
        text = text.replace(SIGNS[suit], suit.letter)
    return text.replace("\N{VARIATION SELECTOR-16}", "")
