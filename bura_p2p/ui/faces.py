"""How cards look on a terminal line.

Here: a card, a row of cards, a suit's word; letters where the terminal cannot show suit signs. Never: colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..cards import Card, Suit

SIGNS: Final = "♣♦♥♠"
"""The suits' signs by their number, without a variation selector: one column each."""

WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
"""The suits' names by their number."""


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
        return f"{WORDS[suit]} {SIGNS[suit]}" if self.signs else WORDS[suit]


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
