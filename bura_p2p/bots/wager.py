"""Stakes: whether to raise, and what to say to a raise, by the odds of the hand.

Here: what winning and losing is worth at each stake, and the three answers weighed against each other. Never: the
odds themselves (see `search`), cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..rules.match import Match
from ..table.view import View

PRIDE: Final = 4.0
"""What winning a hand is worth beside its stake: the winner leads the next one, and raises first."""

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

    def far(self, stake: int) -> bool:
        """Whether the match goes on whoever wins, at twice this stake even."""
        return all(left == 0 or left > 2 * stake for left in (self.need, self.theirs))

    def value(self, odds: float, stake: int) -> float:
        """What a hand at this stake promises; `odds` from -1 (lost) to 1 (won)."""
        won = (1 + odds) / 2
        gain, loss = min(stake, self.need or stake), min(stake, self.theirs or stake)
        return won * (gain + PRIDE) - (1 - won) * (loss + PRIDE)
