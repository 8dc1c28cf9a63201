"""How a hand ended: a value with a reason.

Here: `Outcome`, `Reason`. Never: how it came about.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Reason(IntEnum):
    """Why a hand is over; the numbers are on the wire (protocol registry `reasons`)."""

    CLAIM_RIGHT = 0
    CLAIM_WRONG = 1
    DECLINED = 2
    BURA = 3
    CARDS_OUT = 4
    DRAW = 5
    RESIGNED = 6
    VOID = 7
    REACHED = 8
    COMBINATION = 9
    SPLIT = 10
    DEAD = 11

    @property
    def label(self) -> str:
        """The reason's name in reports and in the registry, e.g. `claim_right`."""
        return self.name.lower()


@dataclass(frozen=True)
class Outcome:
    """The end of a hand.

    `winner` is a seat or None; `points` the match points that the winner scores (the stake; 0 without a
    winner); `totals` the card points of every pile by seat when they were counted; `claimed` the least and
    the most that the claimant's pile can hold, as everybody at the table could see it when the claim was
    settled. `payers`: seats that pay the pot once more where there is one (a wrong claim that nobody
    wins by, leaving); `left`: seats that do not play on; `sharers`: seats that split the pot.
    """

    winner: int | None
    reason: Reason
    points: int
    totals: tuple[int, ...] | None = None
    claimed: tuple[int, int] | None = None
    payers: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    sharers: tuple[int, ...] = ()
