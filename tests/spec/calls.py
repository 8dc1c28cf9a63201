"""From the text of spec.md, 12.4 to 12.7 without cards put down: announcing, ceding, raising, claiming, counting."""

from __future__ import annotations

import re
from typing import Any

from .match import Match
from .proofs import (
    ACE,
    POINTS_OF,
    Masked,
    of_one_suit,
    of_rank,
    of_suit,
    sealed_points,
    sealed_total,
    sum_of_points,
)
from .reader import need, rows
from .rules import HEIGHT
from .state import End, Play

COMBINATIONS = {int(row[0]): (row[1], re.findall(r"([a-z_]+)`? \d", row[2])) for row in rows("combinations")}
"""What is proved, and the words of rulesets for it."""


class Calls(Match):
    """Everything that is said."""

    def do_turn(self, said: dict[int, Any]) -> None:
        """A round with one speaker."""
        ((seat, (kind, *rest)),) = said.items()
        getattr(self, f"do_{kind}")(seat, *rest)

    after_announce = after_lead = after_seized = after_raised = after_follow = after_tally = after_last_word = do_turn

    # --- 12.4 ----------------------------------------------------------------------------------------------

    def lead_next(self, leader: int) -> None:
        hand = self.h
        hand.leader, hand.spoken, hand.said = leader, 0, []
        self.stage = "announce" if self.callers() else "lead"

    def on_announce(self, seat: int, what: int, proof: bytes) -> Any:
        proved, words = COMBINATIONS[what]
        word = next((word for word in self.rules.announced() if word in words), None)
        need(word is not None, "type_not_due")
        hand, place = self.h, (self.ctx(seat), self.h.keys[seat], self.h.held[seat])
        if proved == "trumps":
            of_suit(*place, hand.trump, proof)
        elif proved == "aces":
            of_rank(*place, ACE, proof)
        else:
            of_one_suit(*place, proof)
        if hand.turned_known and hand.turned_owner == seat and hand.turned:
            none = proved == "aces" and hand.turned[1] != ACE
            need(not none and self.rules["maliutka"] != "anytime", "lead_illegal")
        return "announce", word

    def do_announce(self, seat: int, word: str) -> None:
        self.h.said.append((seat, word))
        self.heard()

    def heard(self) -> None:
        hand = self.h
        hand.spoken += 1
        if hand.spoken < len(self.callers()):
            return
        self.stage = "lead"
        if hand.said and self.rules.words("instant"):
            seat, word = self.highest()
            self.win(seat, "bura" if HEIGHT[word] == 3 else "combination")

    def highest(self) -> tuple[int, str]:
        return max(self.h.said, key=lambda each: HEIGHT[each[1]])

    def wins_at_once(self, seat: int, word: str | None) -> bool:
        rival = any(other != seat and said == "bura" for other, said in self.h.said)
        if word == "three_aces":
            return self.rules["three_aces"] == "takes_pot" and not rival
        if word != "bura":
            return False
        ends = self.rules["bura"] in ("instant_on_announce", "play_ends_round")
        called = ends and self.rules["specials_when"] == "pre_lead" and not rival
        return called or self.rules["bura"] == "whole_hand_on_lead"

    def on_cede(self, seat: int) -> Any:
        need(bool(self.h.said), "type_not_due")
        return ("cede",)

    def do_cede(self, _: int) -> None:
        seat, word = self.highest()
        if self.wins_at_once(seat, word):
            self.win(seat, "bura" if word == "bura" else "combination")
        else:
            self.h.leader, self.stage = seat, "seized"

    def on_pass(self, seat: int) -> Any:
        return ("pass",)

    def do_pass(self, seat: int) -> None:
        hand = self.h
        if self.stage == "announce":
            self.heard()
        elif self.stage == "tally":
            self.fill_hands()
        else:
            hand.spoken += 1
            if self.rules["win"] != "claim_anytime" or hand.spoken == len(self.order):
                self.cards_out()

    # --- 12.6 ----------------------------------------------------------------------------------------------

    def on_raise(self, seat: int, to: int) -> Any:
        hand = self.h
        own = hand.raiser is not None and hand.raiser in self.side(seat)
        allowed = self.raises_allowed and not own and not hand.said and to in self.rules.numbers("raises")
        need(allowed and to == (hand.offer or hand.stake) + 1, "raise_illegal")
        return "raise", to

    def do_raise(self, seat: int, to: int) -> None:
        hand = self.h
        hand.stake, hand.offer, hand.raiser, self.stage = hand.offer or hand.stake, to, seat, "raised"

    def on_accept(self, seat: int) -> Any:
        return ("accept",)

    def do_accept(self, seat: int) -> None:
        self.h.stake, self.h.offer, self.stage = self.h.offer or 1, None, "lead"

    def on_decline(self, seat: int) -> Any:
        return ("decline",)

    def do_decline(self, seat: int) -> None:
        self.lose(seat, "declined")

    def on_resign(self, seat: int) -> Any:
        return None

    # --- 12.7: claims --------------------------------------------------------------------------------------

    def worth(self, owner: int) -> tuple[int, int]:
        """The low and high of a pile."""
        pile = self.h.piles[owner]
        known = sum(POINTS_OF[rank] for play in pile for _, rank in play.open)
        known += sum(play.worth or 0 for play in pile)
        low, high = self.rules.least_and_most(sum(len(play.closed) for play in self.unknown(owner)))
        return known + low, known + high

    def worth_of_side(self, seat: int) -> tuple[int, int]:
        ranges = [self.worth(owner) for owner in self.side(seat)]
        return sum(low for low, _ in ranges), sum(high for _, high in ranges)

    def on_claim(self, seat: int) -> Any:
        after_own = self.rules["win"] == "var_after_own_trick" and self.stage in ("lead", "last_word")
        may = self.rules["win"] == "claim_anytime" or (after_own and self.h.taker is not None)
        need(may, "type_not_due" if self.stage == "follow" else "claim_illegal")
        return ("claim",)

    def do_claim(self, seat: int) -> None:
        self.h.claimant = seat
        low, high = self.worth_of_side(seat)
        if low < self.rules.number("target") <= high:
            self.stage = "opening"
        else:
            self.settle_claim()

    def settle_claim(self) -> None:
        claimant = self.h.claimant
        if self.worth_of_side(claimant)[0] >= self.rules.number("target"):
            self.win(claimant, "claim_right")
        elif self.rules["wrong"] == "lose_hand":
            self.lose(claimant, "claim_wrong")
        else:
            self.end(End(None, "claim_wrong", payers=[claimant]))

    # --- 12.7: points that win by themselves ---------------------------------------------------------------

    def on_points(self, seat: int, sealed: bytes, proof: bytes) -> Any:
        hand = self.h
        (given,) = [play.closed for play in hand.last if play.seat == seat]
        owner = hand.keys[hand.leader if hand.taker is None else hand.taker]
        return sealed_points(self.ctx(seat), hand.keys[seat], given, owner, sealed, proof)

    def after_points(self, said: dict[int, Masked]) -> None:
        self.h.sealed[self.h.leader] += said.values()
        self.tally_or_fill()

    def tally_or_fill(self) -> None:
        if self.h.tally:
            self.stage = "tally"
        else:
            self.fill_hands()

    def on_win(self, seat: int, points: int, proof: bytes) -> Any:
        hand, pile = self.h, self.h.piles[seat]
        sealed_total(self.ctx(seat), hand.keys[seat], hand.sealed[seat], points, proof)
        low, high = self.rules.least_and_most(sum(len(play.closed) for play in pile))
        known = sum(POINTS_OF[rank] for play in pile for _, rank in play.open)
        need(low <= points <= high and known + points >= self.rules.number("target"), "points_illegal")
        return ("win",)

    def do_win(self, seat: int) -> None:
        self.win(seat, "reached")

    # --- 12.7: the cards are out ---------------------------------------------------------------------------

    def cards_out(self) -> None:
        """The hand has ended, or the stage is `count`."""
        if self.rules["exhausted"] != "most_points":
            self.end(End(None, "dead"))
            return
        self.stage = "count"
        if not self.speakers():
            self.most()

    def given(self, seat: int, owner: int) -> list[Play]:
        return [play for play in self.h.piles[owner] if play.closed and play.seat == seat]

    def on_count(self, seat: int, piles: Any) -> Any:
        owners = [owner for owner in range(self.n) if self.given(seat, owner)]
        need(len(piles) == len(owners), "length")
        cards = {owner: [card for play in self.given(seat, owner) for card in play.closed] for owner in owners}
        for owner, (worth, proof) in zip(owners, piles, strict=True):
            sum_of_points(self.ctx(seat), self.h.keys[seat], cards[owner], worth, proof)
        for owner, (worth, _) in zip(owners, piles, strict=True):
            low, high = self.rules.least_and_most(len(cards[owner]))
            need(low <= worth <= high, "points_illegal")
        return {owner: worth for owner, (worth, _) in zip(owners, piles, strict=True)}

    def after_count(self, said: dict[int, Any]) -> None:
        for seat, sums in said.items():
            for owner, worth in sums.items():
                for at, play in enumerate(self.given(seat, owner)):
                    play.worth = 0 if at else worth
        self.most()

    def most(self) -> None:
        totals = {tuple(self.side(seat)): self.worth_of_side(seat)[0] for seat in self.order}
        best = [side for side, total in totals.items() if total == max(totals.values())]
        if len(best) == 1:
            self.win(next(seat for seat in self.turn(self.leader) if seat in best[0]), "cards_out")
        elif self.rules["tie"] == "split_pot":
            self.end(End(None, "split", sharers=sorted(seat for side in best for seat in side)))
        else:
            self.end(End(None, "draw"))
