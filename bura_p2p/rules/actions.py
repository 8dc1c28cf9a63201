"""What a seat can do, as frozen values.

Here: the actions and what makes one well formed. Never: whether it is legal (`phases`), its text
(`notation`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..cards import Card
from ..errors import LocalError
from .ruleset import Instant, Special


@dataclass(frozen=True)
class Lead:
    """Open a trick with one or more cards of one suit."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Answer:
    """Put down open cards, as many as were led; the position computes whether they beat."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Give:
    """Put down as many closed cards as were led: all known (the giver) or all None (everybody else).

    `points` is their proved sum where the table shows points, else None.
    """

    cards: tuple[Card | None, ...]
    points: int | None = None

    def __repr__(self) -> str:
        return f"Give({len(self.cards)} cards, points={self.points})"

    def __post_init__(self) -> None:
        if len({card is None for card in self.cards}) > 1:
            raise LocalError("A give is either known or closed, not partly known.")

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards, if they are known; else nothing."""
        return tuple(card for card in self.cards if card is not None)


@dataclass(frozen=True)
class Claim:
    """Say that one's pile holds the target ("var").

    `points`: what the closed cards of the pile are proved to be worth, where points win by themselves and only their
    winner can tell; else None.
    """

    points: int | None = None


@dataclass(frozen=True)
class Pass:
    """Say nothing: no claim in the last word, no combination before a lead, not enough points yet."""


@dataclass(frozen=True)
class Announce:
    """Say before a lead that one's whole hand is this combination."""

    what: Special | Instant


@dataclass(frozen=True)
class Cede:
    """Leave the lead to the highest combination that was announced."""


@dataclass(frozen=True)
class Raise:
    """Offer the stake `to` (davi 2, se 3, chari 4, panji 5, shashi 6)."""

    to: int


@dataclass(frozen=True)
class Accept:
    """Play on at the stake that was offered."""


@dataclass(frozen=True)
class Decline:
    """Lose the hand at the stake before the offer."""


@dataclass(frozen=True)
class Open:
    """Show all closed cards that this seat gave into the claimant's pile, in pile order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Count:
    """Say what one's closed cards are worth: a sum for each pile that holds some, by owner's seat."""

    sums: tuple[int, ...]


@dataclass(frozen=True)
class Resign:
    """Give up the hand; stands in for any action that a seat owes."""


Action: TypeAlias = (
    Lead | Answer | Give | Claim | Pass | Raise | Accept | Decline | Open | Count | Resign
    | Announce | Cede
)  # fmt: skip
"""Any of the actions."""

ACTIONS: tuple[type[Action], ...] = (
    Lead, Answer, Give, Claim, Pass, Raise, Accept, Decline, Open, Count, Resign,
    Announce, Cede,
)  # fmt: skip
"""All kinds of action, in the order in which they are listed everywhere."""
