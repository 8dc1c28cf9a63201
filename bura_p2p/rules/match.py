"""A match: hands in a row, who leads them, and the score between them.

Here: what outlives a hand. Never: cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import LocalError
from .outcome import Outcome
from .ruleset import NoRaise, Ruleset


@dataclass(frozen=True)
class Match:
    """The state before, and during, hand number `hand` (from 1).

    `order` lists the seats clockwise; `leader` leads first in this hand; `score` holds match points by seat;
    `no_raise_used`: the match's one hand without raises has begun before this hand.
    """

    ruleset: Ruleset
    order: tuple[int, ...]
    leader: int
    hand: int
    score: tuple[int, ...]
    no_raise_used: bool

    @classmethod
    def start(cls, ruleset: Ruleset, order: Sequence[int], leader: int) -> Match:
        """The first hand of a match. `order` is a permutation of the seats 0…n-1. Raises `LocalError`."""
        seats = len(order)
        if sorted(order) != list(range(seats)) or leader not in order:
            raise LocalError("The order lists every seat once, and the leader is one of them.")
        if not ruleset.seats_allowed(seats):
            raise LocalError(f"The {ruleset.name} rules are not for {seats} seats.")
        return cls(ruleset, tuple(order), leader, hand=1, score=(0,) * seats, no_raise_used=False)

    @property
    def over(self) -> bool:
        """Whether somebody has won the match. An open match (`match_to` 0) is never over by points."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The seat that has reached `match_to`, or None."""
        if not self.ruleset.match_to:
            return None
        return next((seat for seat, points in enumerate(self.score) if points >= self.ruleset.match_to), None)

    @property
    def without_raises(self) -> bool:
        """Whether this is the match's one hand without raises: the first with a side one point short.

        In a match to 1 that is the first hand. (Source: "When one side is a single point from winning the
        match, the first such hand is played without raises.")
        """
        rules = self.ruleset
        if rules.no_raise is NoRaise.NEVER or not rules.match_to or self.no_raise_used:
            return False
        return max(self.score) == rules.match_to - 1

    @property
    def raises_allowed(self) -> bool:
        """Whether this hand may be raised."""
        return bool(self.ruleset.raises) and not self.without_raises

    def settle(self, outcome: Outcome) -> Match:
        """The match after this hand ended so: the winner leads next, or else the same seat again.

        The hand without raises is used up even if drawn or void. Raises `LocalError` when the match is
        over.
        """
        if self.over:
            raise LocalError("This match is over.")
        score, leader = list(self.score), self.leader
        if outcome.winner is not None:
            score[outcome.winner] += outcome.points
            leader = outcome.winner
        used = self.no_raise_used or self.without_raises
        return replace(self, leader=leader, hand=self.hand + 1, score=tuple(score), no_raise_used=used)
