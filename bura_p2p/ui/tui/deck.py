"""Cards as a terminal shows them: in a line, or as small boxes beside each other.

Here: a card's letters, signs and colours by the player's choice (`Look`). Never: which cards there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from ..faces import SIGNS
from ..inert import columns

LETTERS: Final = "CDHS"
STRONG: Final = "bold"
FAINT: Final = "dim"
BACK: Final = "▒▒"
"""A card whose face is not seen."""

WIDE: Final = 8
"""Columns of a box with the space after it."""

_CYRILLIC: Final = str.maketrans({"A": "Т", "K": "К", "Q": "Д", "J": "В"})
_SIGNED: Final = re.compile(r"(?<![\w])(10|[6-9AKQJ])?([♣♦♥♠])")

_PAPER: Final = "#f4f1e6"
_LINE: Final = "#8b8f86"
_ON_PAPER: Final = {
    "two": ("#1b2420", "#b3202c", "#b3202c", "#1b2420"),
    "four": ("#17683a", "#1a56a5", "#b3202c", "#1b2420"),
}
_ON_DARK: Final = {"two": ("", "#f0868a", "#f0868a", ""), "four": ("#74c797", "#7fb2f2", "#f0868a", "")}
_ON_LIGHT: Final = {"two": ("", "#b3202c", "#b3202c", ""), "four": ("#17683a", "#1a56a5", "#b3202c", "")}
"""The suits' colours by their place in `LETTERS`, where two suits are red and where each has its own; "" is the
terminal's own.
"""


@dataclass(frozen=True, slots=True)
class Look:
    """How a player wants to see cards. `colours`: whether any are drawn; `light`: on a light ground."""

    colours: bool = True
    four: bool = False
    cyrillic: bool = False
    light: bool = False

    @classmethod
    def of(cls, settings: Mapping[str, str], *, colours: bool = True) -> Look:
        """The look that the settings of a state ask for."""
        asked = settings.get
        return cls(colours, asked("four_colours") == "yes", asked("letters") == "cyrillic", asked("theme") == "light")

    def name(self, card: str) -> str:
        """`10♥` for `10H`."""
        rank = card[:-1].translate(_CYRILLIC) if self.cyrillic else card[:-1]
        return f"{rank}{SIGNS[LETTERS.index(card[-1])]}"

    def ink(self, suit: str, *, paper: bool = False) -> str:
        """The style of a suit's sign, beside the cards or on one."""
        if not self.colours:
            return STRONG
        table = _ON_PAPER if paper else _ON_LIGHT if self.light else _ON_DARK
        colour = table["four" if self.four else "two"][LETTERS.index(suit)]
        return f"{STRONG} {colour} on {_PAPER}" if paper else f"{STRONG} {colour}".strip()

    def edge(self, *, chosen: bool = False) -> str:
        """The style of a card's frame."""
        if not self.colours:
            return ""
        return f"{'bold #a04f00' if chosen else _LINE} on {_PAPER}"

    @property
    def back(self) -> str:
        """The style of a card's back."""
        return "#8fa6dd on #27406f" if self.colours else ""

    @property
    def signal(self) -> str:
        """The style of what must not be missed."""
        return STRONG if not self.colours else f"{STRONG} #8a4500" if self.light else f"{STRONG} #f0b35a"


def card_text(card: str, look: Look) -> Text:
    """A card of a state, `10H`, with the sign of its suit."""
    return Text(look.name(card), look.ink(card[-1]))


def cards_text(cards: Iterable[str], look: Look) -> Text:
    """Cards in a row."""
    return Text(" ").join(card_text(card, look) for card in cards)


def backs_text(count: int, look: Look) -> Text:
    """Cards face down in a row."""
    return Text(" ").join(Text(BACK, look.back) for _ in range(count))


def told(line: str, look: Look, style: str = "") -> Text:
    """A sentence; the cards in it as the player wants to see them."""
    text, at = Text("", style), 0
    for found in _SIGNED.finditer(line):
        text.append(line[at : found.start()])
        card = f"{found[1] or ''}{LETTERS[SIGNS.index(found[2])]}"
        text.append(look.name(card), look.ink(card[-1]))
        at = found.end()
    return text.append(line[at:])


def boxes(cards: Sequence[str | None], look: Look, chosen: Sequence[int] = ()) -> list[Text]:
    """Cards beside each other as three lines; None lies face down, a chosen one has a double frame."""
    lines = [Text(), Text(), Text()]
    for number, card in enumerate(cards):
        for line, part in zip(lines, _box(card, look, chosen=number in chosen), strict=True):
            line.append_text(part).append(" " if number < len(cards) - 1 else "")
    return lines


def _box(card: str | None, look: Look, *, chosen: bool) -> list[Text]:
    if card is None:
        return [Text(part, look.back) for part in ("┌─────┐", "│▒▒▒▒▒│", "└─────┘")]
    left, line, right, side, low, lower = "╔═╗║╚╝" if chosen else "┌─┐│└┘"
    edge, name = look.edge(chosen=chosen), look.name(card)
    middle = Text().append(f"{side} ", edge).append(name, look.ink(card[-1], paper=look.colours))
    middle.append(" " * (4 - columns(name)) + side, edge)
    return [Text(f"{left}{line * 5}{right}", edge), middle, Text(f"{low}{line * 5}{lower}", edge)]
