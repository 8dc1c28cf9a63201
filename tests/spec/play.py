"""From the text of spec.md: plays, words, points and the end of a hand (sections 9, 10, 12). See `judge.py`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from .reader import CARDS, POINTS_OF, Card, Masked, minus, need, shares, shuffled, sum_of_points
from .state import REASON, Play, State


class Plays(State):
    """What seats say once the cards are dealt, and what becomes of it."""

    def begin(self) -> None:
        self.number += 1
        self.hand, self.result, self.stage = None, None, "commit"

    # --- plays ---------------------------------------------------------------------------------------------

    def mix(self, seat: int, hand: bytes, mix_proof: bytes) -> list[Masked]:
        held = self.h.held[seat]
        if len(held) == 1:
            need(not hand and not mix_proof, "length")
            return held
        return shuffled("hand", self.ctx(seat), self.h.keys[seat], held, hand, mix_proof, "mix_proof")

    def faces(self, seat: int, cards: list[Masked], openings: bytes, proof: bytes) -> list[Card] | None:
        """None: the wire is tripped (11.7)."""
        given = shares("open", self.ctx(seat), self.h.keys[seat], cards, openings, proof)
        found = [CARDS.get(minus(b, d)) for (_, b), d in zip(cards, given, strict=True)]
        hand = self.h
        if len(set(found)) < len(found) or any(card not in self.cards() or card in hand.opened for card in found):
            return None
        return None if hand.turned in found and seat != hand.turned_owner else found  # type: ignore[return-value]

    def open_play(self, seat: int, m: dict[str, bytes], judge: Callable[[list[Card]], None]) -> Any:
        k, rest = divmod(len(m["openings"]), 33)
        need(rest == 0 and 1 <= k <= len(self.h.held[seat]), "length")
        mixed = self.mix(seat, m["hand"], m["mix_proof"])
        found = self.faces(seat, mixed[:k], m["openings"], m["proof"])
        if found is not None:
            judge(found)
        return found, mixed[k:]

    def can_hold(self, seat: int, cards: list[Card]) -> bool:
        known = self.h.turned_known and seat == self.h.turned_owner and self.h.turned not in cards
        return len(cards) + known <= len(self.h.held[seat])

    def on_lead(self, seat: int, **m: bytes) -> Any:
        def legal(cards: list[Card]) -> None:
            sizes = [int(size) for size in self.rules["lead"].split(" ")]
            need(len(cards) in sizes and len(cards) <= min(map(len, self.h.held)), "lead_illegal")
            need(len({suit for suit, _ in cards}) == 1 and self.can_hold(seat, cards), "lead_illegal")

        return self.open_play(seat, m, legal)

    def on_answer(self, seat: int, **m: bytes) -> Any:
        def legal(cards: list[Card]) -> None:
            need(len(cards) == self.led() and self.can_hold(seat, cards), "answer_illegal")
            need(self.rules["give_face"] == "up" or self.beaten(cards), "answer_illegal")

        return self.open_play(seat, m, legal)

    def led(self) -> int:
        return len(self.h.trick[0].open)

    def beaten(self, cards: list[Card]) -> bool:
        stands = self.h.stands.open if self.h.stands else []
        return any(all(map(self.beats, some, stands)) for some in permutations(cards))

    def on_give(self, seat: int, **m: Any) -> Any:
        k = self.led()
        need(k <= len(self.h.held[seat]), "give_illegal")
        mixed = self.mix(seat, m["hand"], m["mix_proof"])
        worth = m["points"]
        if self.rules["points_shown"] == "no":
            need(worth is None and not m["points_proof"], "length")
        else:
            need(worth is not None, "length")
            sum_of_points(self.ctx(seat), self.h.keys[seat], mixed[:k], worth, m["points_proof"])
        need(self.rules["give_face"] == "down", "give_illegal")
        if worth is not None:
            low, high = self.least_and_most(k)
            need(low <= worth <= high, "points_illegal")
        return Play(seat, [], mixed[:k], worth), mixed[k:]

    def after_lead(self, said: dict[int, Any]) -> None:
        ((seat, value),) = said.items()
        if not isinstance(value, tuple):
            self.after_word(seat, value)
        elif self.put(seat, *value):
            hand = self.h
            led = hand.trick[0].open
            bura = self.rules["bura"] == "whole_hand_on_lead" and len(led) == self.ask("hand")
            if bura and hand.turned and all(suit == hand.turned[0] for suit, _ in led):
                self.end(seat, "bura", hand.stake)
            else:
                self.stage = "follow"

    def put(self, seat: int, play: Any, kept: list[Masked]) -> bool:
        """False: void."""
        hand = self.h
        if play is None:
            self.stage = "void"
            return False
        hand.held[seat] = kept
        if isinstance(play, Play):
            hand.turned_known = hand.turned_known and seat != hand.turned_owner
        else:
            beats = not hand.trick or self.beaten(play)
            hand.opened |= set(play)
            hand.turned_known = hand.turned_known and hand.turned not in play
            play = Play(seat, play, [])
            hand.stands = play if beats else hand.stands
        hand.trick.append(play)
        return True

    def after_follow(self, said: dict[int, Any]) -> None:
        ((seat, value),) = said.items()
        if not self.put(seat, *value) or len(self.h.trick) < self.n:
            return
        hand = self.h
        hand.leader = hand.stands.seat if hand.stands else 0
        hand.piles[hand.leader] += hand.trick
        hand.trick, hand.stands, hand.taken = [], None, True
        self.refill()
        self.stage = "shares"
        if not self.speakers():
            self.after_shares({})

    def refill(self) -> None:
        hand, full = self.h, self.ask("hand")
        sizes = [len(held) for held in hand.held]
        if self.rules["short_stock"] == "no_draw" and self.n * full - sum(sizes) > len(hand.stock):
            return
        while hand.stock and min(sizes) < full:
            for seat in self.turn(hand.leader):
                if hand.stock and sizes[seat] < full:
                    hand.draws.append((seat, hand.stock.pop(0)))
                    sizes[seat] += 1

    # --- words ---------------------------------------------------------------------------------------------

    def on_claim(self, seat: int) -> Any:
        need(self.h.taken, "claim_illegal")
        return "claim"

    def on_pass(self, seat: int) -> Any:
        return "pass"

    def on_accept(self, seat: int) -> Any:
        return "accept"

    def on_decline(self, seat: int) -> Any:
        return "decline"

    def on_resign(self, seat: int) -> Any:
        return None

    def on_raise(self, seat: int, to: int) -> Any:
        hand = self.h
        stakes = self.rules["raises"].split(" ")
        allowed = self.raises_allowed and hand.raiser != seat and str(to) in stakes
        need(allowed and to == (hand.offer or hand.stake) + 1, "raise_illegal")
        return to

    def after_word(self, seat: int, word: Any) -> None:
        hand = self.h
        match word:
            case "claim":
                hand.claimant = seat
                low, high = self.worth(seat)
                if low < self.ask("target") <= high:
                    self.stage = "opening"
                else:
                    self.settle()
            case "pass":
                self.stage = "count"
                if not self.speakers():
                    self.most()
            case "accept":
                hand.stake, hand.offer, self.stage = hand.offer or 1, None, "lead"
            case "decline":
                self.lose(seat, "declined")
            case to:
                hand.stake, hand.offer, hand.raiser, self.stage = hand.offer or hand.stake, to, seat, "raised"

    def after_raised(self, said: dict[int, Any]) -> None:
        ((seat, word),) = said.items()
        self.after_word(seat, word)

    after_last_word = after_raised

    # --- points --------------------------------------------------------------------------------------------

    def worth(self, owner: int) -> tuple[int, int]:
        pile = self.h.piles[owner]
        known = sum(POINTS_OF[rank] for play in pile for _, rank in play.open)
        known += sum(play.worth or 0 for play in pile)
        low, high = self.least_and_most(sum(len(play.closed) for play in self.unknown(owner)))
        return known + low, known + high

    def given(self, seat: int, owner: int) -> list[Play]:
        return [play for play in self.h.piles[owner] if play.closed and play.seat == seat]

    def on_open(self, seat: int, openings: bytes, proof: bytes) -> Any:
        cards = [card for play in self.given(seat, self.h.claimant or 0) for card in play.closed]
        return self.faces(seat, cards, openings, proof)

    def after_opening(self, said: dict[int, Any]) -> None:
        found = [card for cards in said.values() for card in cards or ()]
        if None in said.values() or len(set(found)) < len(found):
            self.stage = "void"
            return
        for seat, cards in said.items():
            for play in self.given(seat, self.h.claimant or 0):
                play.worth = sum(POINTS_OF[cards.pop(0)[1]] for _ in play.closed)
        self.settle()

    def on_count(self, seat: int, piles: Any) -> Any:
        owners = [owner for owner in range(self.n) if self.given(seat, owner)]
        need(len(piles) == len(owners), "length")
        cards = {owner: [card for play in self.given(seat, owner) for card in play.closed] for owner in owners}
        for owner, (worth, proof) in zip(owners, piles, strict=True):
            sum_of_points(self.ctx(seat), self.h.keys[seat], cards[owner], worth, proof)
        for owner, (worth, _) in zip(owners, piles, strict=True):
            low, high = self.least_and_most(len(cards[owner]))
            need(low <= worth <= high, "points_illegal")
        return {owner: worth for owner, (worth, _) in zip(owners, piles, strict=True)}

    def after_count(self, said: dict[int, Any]) -> None:
        for seat, sums in said.items():
            for owner, worth in sums.items():
                for at, play in enumerate(self.given(seat, owner)):
                    play.worth = 0 if at else worth
        self.most()

    def settle(self) -> None:
        claimant = self.h.claimant or 0
        if self.worth(claimant)[0] >= self.ask("target"):
            self.end(claimant, "claim_right", self.h.stake)
        else:
            self.lose(claimant, "claim_wrong")

    def most(self) -> None:
        totals = [self.worth(owner)[0] for owner in range(self.n)]
        best = [owner for owner in range(self.n) if totals[owner] == max(totals)]
        if len(best) > 1:
            self.end(None, "draw", 0)
        else:
            self.end(best[0], "cards_out", self.h.stake)

    # --- the end -------------------------------------------------------------------------------------------

    def lose(self, seat: int, reason: str) -> None:
        others = [other for other in range(self.n) if other != seat]
        if len(others) == 1:
            self.end(others[0], reason, self.hand.stake if self.hand else 1)
        else:
            self.end(None, reason, 0)

    def end(self, winner: int | None, reason: str, points: int) -> None:
        self.spent = self.spent or self.one_short()
        self.result, self.stage = (winner, reason, points), "result"
        if winner is not None:
            self.score[winner] += points
            self.first = winner

    @property
    def over(self) -> bool:
        return 0 < self.ask("match_to") <= max(self.score)

    def on_result(self, seat: int, **m: Any) -> Any:
        winner, reason, points = self.result or (None, "void", 0)
        wanted = {
            "hand": self.number,
            "winner": winner,
            "reason": REASON[reason],
            "points": points,
            "score": tuple(self.score),
            "next_leader": None if self.over else self.first,
            "play_on": m["play_on"] and not self.over,
        }
        need(m == wanted, "result_wrong")
        return m["play_on"]

    def after_result(self, said: dict[int, Any]) -> None:
        if self.over or not all(said.values()):
            self.stage = "complete"
        else:
            self.begin()

    # --- drawing

    def take(self, said: dict[int, Any]) -> None:
        for seat, given in said.items():
            for p, share in given.items():
                self.h.shown.setdefault(p, {})[seat] = share

    def private(self, owner: int, p: int) -> Masked:
        a, b = self.h.deck[p]
        return a, minus(b, *[share for seat, share in self.h.shown[p].items() if seat != owner])

    def after_shares(self, said: dict[int, Any]) -> None:
        self.take(said)
        hand = self.h
        for owner, p in hand.draws:
            hand.held[owner].append(self.private(owner, p))
            if p == self.n * self.ask("hand"):
                hand.turned_owner, hand.turned_known = owner, True
        hand.draws = []
        self.stage = "lead" if all(hand.held) else "last_word"
