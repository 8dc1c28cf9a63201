"""From the text of spec.md, 12.8 and 12.9: how a hand ends, chips, the next hand, the result. See `judge.py`."""

from __future__ import annotations

from typing import Any

from .reader import LIMITS, need
from .state import REASON, End, State


class Match(State):
    """What outlives a hand."""

    def leads(self, dealer: int, order: list[int]) -> int:
        """Who leads first when `dealer` deals."""
        at = order.index(dealer)
        return order[at - 1] if self.rules["first_lead"] == "right_of_dealer" else order[(at + 1) % len(order)]

    def dealer_of(self, leader: int) -> int | None:
        if self.rules["dealer"] == "nobody":
            return None
        return next(seat for seat in self.order if self.leads(seat, self.order) == leader)

    def begin(self) -> None:
        """The next hand, or the first."""
        self.number += 1
        self.hand, self.result, self.stage = None, None, "commit"
        stays = self.rules["exhausted"] == "void_pot_stays" and self.pot > 0
        if self.rules.pot and not stays:
            self.pay(self.order, min(self.rules.number("ante"), self.room(self.order, LIMITS["max_pot"] // 2)))

    def room(self, payers: list[int], most: int) -> int:
        return max(0, most - self.pot) // len(payers)

    def pay(self, seats: list[int], each: int) -> None:
        """`each` chips from every seat into the pot; below 0 out of it."""
        for seat in seats:
            self.chips[seat] -= each
        self.pot += each * len(seats)

    # --- the end of a hand ---------------------------------------------------------------------------------

    def win(self, seat: int, reason: str) -> None:
        stake = self.hand.stake if self.hand else 1
        self.end(End(seat, reason, 0 if self.rules.pot else stake))

    def lose(self, seat: int, reason: str) -> None:
        winner = self.other_side(seat)
        if winner is None:
            self.end(End(None, reason, payers=[seat]))
        else:
            self.win(winner, reason)

    def resign(self, seats: list[int]) -> None:
        sides = {tuple(self.side(seat)) for seat in self.order}
        if sides == {tuple(self.side(seat)) for seat in seats} or (self.rules.teams and not self.seated):
            self.end(End(None, "void"))
        elif self.other_side(seats[0]) is None:
            self.end(End(None, "resigned", payers=seats, left=seats))
        else:
            self.lose(seats[0], "declined" if self.stage == "raised" else "resigned")

    def end(self, end: End) -> None:
        self.result, self.stage = end, "result"
        self.spent = self.spent or self.one_short()
        self.won = self.won or end.winner is not None
        if self.rules.pot:
            self.move_pot(end)
        if end.winner is not None:
            for seat in self.side(end.winner):
                self.score[seat] += end.points

    def move_pot(self, end: End) -> None:
        if end.winner is not None:
            self.pay([end.winner], -self.pot)
        elif end.sharers:
            self.pay(end.sharers, -(self.pot // len(end.sharers)))
        elif end.payers:
            self.pay(end.payers, min(self.pot, self.room(end.payers, LIMITS["max_pot"])))

    # --- the next hand -------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        reached = 0 < self.rules.number("match_to") <= max(self.score)
        doubled = 2 * self.pot > LIMITS["max_pot"]
        return reached or doubled or len(self.playing()) < self.rules.numbers("players")[0]

    def stays(self, seat: int) -> int:
        """`seat`, or the first after it that plays on."""
        return next(other for other in self.turn(seat) if other in self.playing())

    def following(self) -> tuple[list[int], int | None, int]:
        """(order, dealer, leader) of the next hand."""
        end = self.result or End(None, "void")
        order = [seat for seat in self.order if seat in self.playing()]
        if self.dealer is not None:
            claimants = end.payers if end.reason == "claim_wrong" else []
            dealer = self.dealer if end.winner is None else end.winner
            dealer = self.stays(claimants[0] if claimants else dealer)
            return order, dealer, self.leads(dealer, order)
        if self.rules["first_lead"] == "rotating_seat":
            return order, None, self.stays(self.turn(self.leader)[1])
        return order, None, self.stays(self.leader if end.winner is None else end.winner)

    def on_result(self, seat: int, **m: Any) -> Any:
        end = self.result or End(None, "void")
        wanted = {
            "hand": self.number,
            "winner": end.winner,
            "reason": REASON[end.reason],
            "points": end.points,
            "score": tuple(self.score),
            "chips": tuple(self.chips),
            "pot": self.pot,
            "next_leader": None if self.over else self.following()[2],
            "play_on": m["play_on"] and not self.over,
        }
        need(m == wanted, "result_wrong")
        return m["play_on"]

    def after_result(self, said: dict[int, Any]) -> None:
        if self.over or not all(said.values()):
            self.stage = "complete"
            return
        self.order, self.dealer, self.leader = self.following()
        self.begin()
