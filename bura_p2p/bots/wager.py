"""Stakes: whether to raise, and what to say to a raise, by the odds of the hand.

Here: what winning and losing is worth at each stake, and the three answers weighed against each other. Never: the
odds themselves (see `search`), cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from ..rules.match import Match
from ..table.view import View
from .habits import FAIR

PRIDE: Final = 4.0
"""What winning a hand is worth beside its stake: the winner leads the next one, and raises first."""

STEEP: Final = 3.0
"""How sharply people tell a hand worth standing up with from one that is not."""

PASSED_ON: Final = 0.05
"""What it costs, as a part of the stake, that the other side may raise next."""

WORTHWHILE: Final = 0.02
"""What a raise must bring more than the play without it."""


def stands_up(power: float) -> float:
    """How likely somebody whose hand looks so (see `habits.power`) accepts a raise."""
    return 1 / (1 + exp(-STEEP * (power - FAIR)))


@dataclass(frozen=True)
class Stakes:
    """What a hand of one seat's match is worth: `need` points, and the other seat `theirs`, end it; 0 is never."""

    need: int = 0
    theirs: int = 0

    @classmethod
    def of(cls, view: View) -> Stakes:
        """Those of the match that a view shows."""
        match: Match | None = view.match
        if match is None or not match.ruleset.match_to:
            return cls()
        goal = match.ruleset.match_to
        return cls(goal - match.score[view.seat], goal - match.score[1 - view.seat])

    def value(self, odds: float, stake: int) -> float:
        """What a hand at this stake promises; `odds` from -1 (lost) to 1 (won)."""
        won = (1 + odds) / 2
        gain, loss = min(stake, self.need or stake), min(stake, self.theirs or stake)
        return won * (gain + PRIDE) - (1 - won) * (loss + PRIDE)

    def raised(self, runs: Sequence[float], powers: Sequence[float], stake: int) -> float:
        """What an offer of one more than `stake` promises: `runs` are the ends of imagined hands (-1 to 1), `powers`
        how the other seat's cards look to it in each.
        """
        total = 0.0
        for run, power in zip(runs, powers, strict=True):
            stays = stands_up(power)
            total += (1 - stays) * self.value(1.0, stake) + stays * self.value(run - PASSED_ON, stake + 1)
        return total / len(runs) - WORTHWHILE
