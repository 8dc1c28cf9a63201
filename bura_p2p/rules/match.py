"""A match: hands in a row, who leads them, and the score between them.

Here: what outlives a hand. Never: cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..errors import LocalError
from .deal import side_of, turn_order
from .outcome import Outcome, Reason
from .ruleset import Dealer, Exhausted, FirstLead, NoRaise, Ruleset

MAX_POT: Final = 1_000_000
"""The most chips in a pot: it doubles with every wrong claim, and every language's integers are to hold it.

Antes fill it to half of that at most. A pot above that half could not be doubled, and being wrong would cost nothing:
the match is over, and who is left shares it.
"""


@dataclass(frozen=True)
class Match:
    """The state before, and during, hand number `hand` (from 1).

    `order` lists the seats clockwise; `leader` leads first in this hand; `score` holds match points by seat;
    `no_raise_used`: the match's one hand without raises has begun before this hand. `dealer` deals it, where a
    ruleset has one. `pot` and `chips` (by seat, beginning at 0; below 0 is owed) count chips without value, the
    antes of this hand paid: together they are always 0. A seat that has left is no more in `order`.
    """

    ruleset: Ruleset
    order: tuple[int, ...]
    leader: int
    hand: int
    score: tuple[int, ...]
    no_raise_used: bool
    dealer: int | None = None
    pot: int = 0
    chips: tuple[int, ...] = ()

    @classmethod
    def start(cls, ruleset: Ruleset, order: Sequence[int], leader: int) -> Match:
        """The first hand of a match: the seat that leads decides who deals. Raises `LocalError`.

        `order` is a permutation of the seats 0…n-1.
        """
        seats = len(order)
        if sorted(order) != list(range(seats)) or leader not in order:
            raise LocalError("The order lists every seat once, and the leader is one of them.")
        if not ruleset.seats_allowed(seats):
            raise LocalError(f"The {ruleset.name} rules are not for {seats} seats.")
        dealer = dealer_of(ruleset, order, leader)
        match = cls(ruleset, tuple(order), leader, 1, (0,) * seats, False, dealer, chips=(0,) * seats)
        return match.anted()

    @property
    def over(self) -> bool:
        """Whether somebody has won the match, too few are left for a hand, or the pot can double no more.

        An open match (`match_to` 0) is never over by points.
        """
        return self.winner is not None or len(self.order) < self.ruleset.players[0] or self.pot > MAX_POT // 2

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

    def anted(self) -> Match:
        """The match with the antes of this hand in the pot, where there is one and they are due.

        Where the text has a pot stay (source: "The pot remains"), new antes come only after it was won.
        """
        stays = self.ruleset.exhausted is Exhausted.VOID_POT_STAYS and self.pot
        if not self.ruleset.has_pot or stays:
            return self
        ante = min(self.ruleset.ante, max(0, MAX_POT // 2 - self.pot) // len(self.order))
        paid = dict.fromkeys(self.order, -ante)
        return replace(self, chips=self._moved(paid), pot=self.pot + ante * len(self.order))

    def payments(self, outcome: Outcome) -> dict[int, int]:
        """The chips that each seat gets (below 0: pays) when this hand ends so; nothing where there is no pot.

        Who must double the pot pays what it held; who shares it takes an equal part, and the rest stays. No pot
        grows beyond `MAX_POT`.
        """
        if not self.ruleset.has_pot:
            return {}
        if outcome.winner is not None:
            return {outcome.winner: self.pot}
        if outcome.sharers:
            return dict.fromkeys(outcome.sharers, self.pot // len(outcome.sharers))
        if not outcome.payers:
            return {}
        return dict.fromkeys(outcome.payers, -min(self.pot, (MAX_POT - self.pot) // len(outcome.payers)))

    def _moved(self, chips: Mapping[int, int]) -> tuple[int, ...]:
        return tuple(held + chips.get(seat, 0) for seat, held in enumerate(self.chips))

    def paid(self, outcome: Outcome) -> Match:
        """The match with points and chips moved for this hand; the coming hand is not looked at yet."""
        payments, score = self.payments(outcome), list(self.score)
        if outcome.winner is not None:
            for ally in side_of(self.ruleset, self.order, outcome.winner):
                score[ally] += outcome.points
        pot = self.pot - sum(payments.values())
        return replace(self, score=tuple(score), chips=self._moved(payments), pot=pot)

    def settle(self, outcome: Outcome) -> Match:
        """The match after this hand ended so: paid, who left is gone, the next dealer and leader, the antes.

        The hand without raises is used up even if drawn or void. Raises `LocalError` when the match is
        over.
        """
        if self.over:
            raise LocalError("This match is over.")
        order = tuple(seat for seat in self.order if seat not in outcome.left)
        used = self.no_raise_used or self.without_raises
        match = replace(self.paid(outcome), order=order, hand=self.hand + 1, no_raise_used=used)
        if len(order) < self.ruleset.players[0]:
            return match
        dealer = None if self.dealer is None else self._stays(_next_dealer(self.dealer, outcome), order)
        match = replace(match, dealer=dealer, leader=self._next_leader(dealer, outcome, order))
        return match if match.over else match.anted()

    def closed(self) -> Match:
        """The match when nobody plays on: a pot that nobody has won is shared equally by the seats still in it.

        What does not divide stays in the pot. No rule text says where a pot goes when the players get up; this gives
        everybody as much of it as anybody.
        """
        part = self.pot // len(self.order)
        chips = self._moved(dict.fromkeys(self.order, part))
        return replace(self, chips=chips, pot=self.pot - part * len(self.order))

    def _stays(self, seat: int, order: Sequence[int]) -> int:
        """`seat`, or if it has left the first after it that stays."""
        return next(after for after in turn_order(self.order, seat) if after in order)

    def _next_leader(self, dealer: int | None, outcome: Outcome, order: Sequence[int]) -> int:
        if dealer is not None:
            return leader_after(self.ruleset, order, dealer)
        if self.ruleset.first_lead is FirstLead.ROTATING_SEAT:
            return self._stays(turn_order(self.order, self.leader)[1], order)
        return self._stays(self.leader if outcome.winner is None else outcome.winner, order)


def _next_dealer(dealer: int, outcome: Outcome) -> int:
    """Who won or claimed, else the same (source: "the player to claim victory whether correct or incorrect")."""
    if outcome.winner is not None:
        return outcome.winner
    return outcome.payers[0] if outcome.reason is Reason.CLAIM_WRONG else dealer


def leader_after(ruleset: Ruleset, order: Sequence[int], dealer: int) -> int:
    """Who leads first when `dealer` deals: the seat on the left, or on the right where the ruleset says so."""
    turn = turn_order(order, dealer)
    return turn[-1] if ruleset.first_lead is FirstLead.RIGHT_OF_DEALER else turn[1]


def dealer_of(ruleset: Ruleset, order: Sequence[int], leader: int) -> int | None:
    """Who deals when `leader` leads first; None where a ruleset has no dealer."""
    if ruleset.dealer is Dealer.NOBODY:
        return None
    return next(seat for seat in order if leader_after(ruleset, order, seat) == leader)
