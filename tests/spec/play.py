"""From the text of spec.md: cards put down, opened, taken and drawn (sections 9.7 to 9.9, 10, 11.6, 11.7, 12.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .calls import Calls
from .curve import minus
from .proofs import CARDS, POINTS_OF, Card, Masked, shares, shuffled, sum_of_points
from .reader import need
from .rules import HEIGHT, LED_BURAS, is_one, set_beats
from .state import Play


class Plays(Calls):
    """Everything that is played."""

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
        hand, deck = self.h, self.rules.cards()
        if len(set(found)) < len(found) or any(card not in deck or card in hand.opened for card in found):
            return None
        return None if hand.turned in found and seat != hand.turned_owner else found  # type: ignore[return-value]

    def open_play(
        self, kind: str, seat: int, m: dict[str, bytes], legal: Callable[[int, list[Card]], bool]
    ) -> Any:
        k, rest = divmod(len(m["openings"]), 33)
        need(rest == 0 and 1 <= k <= len(self.h.held[seat]), "length")
        mixed = self.mix(seat, m["hand"], m["mix_proof"])
        found = self.faces(seat, mixed[:k], m["openings"], m["proof"])
        if found is not None:
            need(legal(seat, found) and self.can_hold(seat, found), f"{kind}_illegal")
        return kind, found, mixed[k:]

    def can_hold(self, seat: int, cards: list[Card]) -> bool:
        known = self.h.turned_known and seat == self.h.turned_owner and self.h.turned not in cards
        return len(cards) + known <= len(self.h.held[seat])

    # --- lead, answer, give --------------------------------------------------------------------------------

    def on_lead(self, seat: int, **m: bytes) -> Any:
        return self.open_play("lead", seat, m, self.legal_lead)

    def legal_lead(self, seat: int, cards: list[Card]) -> bool:
        hand, word = self.h, self.rules.combination(self.h.trump, cards)
        shortest = min(len(hand.held[other]) for other in self.order)
        if len(cards) not in self.rules.numbers("lead") or len(cards) > shortest:
            return False
        if len({suit for suit, _ in cards}) > 1 and word != "three_aces":
            return False
        if not hand.said:
            return True
        _, said = self.highest()
        if self.stage == "lead":
            return word is not None and HEIGHT[word] >= HEIGHT[said]
        plain = self.rules["maliutka"] == "turn" or cards[0][0] != hand.trump
        return len(cards) == self.rules.hand and is_one(hand.trump, cards, said) and plain

    def on_answer(self, seat: int, **m: bytes) -> Any:
        return self.open_play("answer", seat, m, self.legal_answer)

    def legal_answer(self, seat: int, cards: list[Card]) -> bool:
        return len(cards) == self.led() and (self.rules["give_face"] == "up" or self.beaten(cards))

    def led(self) -> int:
        return len(self.h.trick[0].open)

    def beaten(self, cards: list[Card]) -> bool:
        return set_beats(self.h.trump, cards, self.h.stands.open if self.h.stands else [])

    def on_give(self, seat: int, **m: Any) -> Any:
        k = self.led()
        need(self.rules["give_face"] == "down" and k <= len(self.h.held[seat]), "give_illegal")
        mixed = self.mix(seat, m["hand"], m["mix_proof"])
        worth = m["points"]
        if not self.tells:
            need(worth is None and not m["points_proof"], "length")
            return "give", Play(seat, [], mixed[:k]), mixed[k:]
        need(worth is not None, "length")
        sum_of_points(self.ctx(seat), self.h.keys[seat], mixed[:k], worth, m["points_proof"])
        low, high = self.rules.least_and_most(k)
        need(low <= worth <= high, "points_illegal")
        return "give", Play(seat, [], mixed[:k], worth), mixed[k:]

    def do_lead(self, seat: int, cards: list[Card] | None, kept: list[Masked]) -> None:
        if not self.opened(seat, cards, kept):
            return
        word = self.rules.combination(self.h.trump, cards or [])
        if self.wins_at_once(seat, word):
            self.win(seat, "bura" if word == "bura" else "combination")
        else:
            self.stage = "follow"

    def do_answer(self, seat: int, cards: list[Card] | None, kept: list[Masked]) -> None:
        if self.opened(seat, cards, kept) and len(self.h.trick) == len(self.order):
            self.take_trick()

    def opened(self, seat: int, cards: list[Card] | None, kept: list[Masked]) -> bool:
        """False: void."""
        hand = self.h
        if cards is None:
            self.stage = "void"
            return False
        play = Play(seat, cards, [])
        hand.stands = play if not hand.trick or self.beaten(cards) else hand.stands
        hand.opened |= set(cards)
        hand.turned_known = hand.turned_known and hand.turned not in cards
        hand.held[seat] = kept
        hand.trick.append(play)
        return True

    def do_give(self, seat: int, play: Play, kept: list[Masked]) -> None:
        hand = self.h
        hand.turned_known = hand.turned_known and seat != hand.turned_owner
        hand.held[seat] = kept
        hand.trick.append(play)
        if len(hand.trick) == len(self.order):
            self.take_trick()

    # --- after a trick -------------------------------------------------------------------------------------

    def take_trick(self) -> None:
        hand = self.h
        winner = hand.stands.seat if hand.stands else hand.leader
        hand.piles[winner] += hand.trick
        hand.last, hand.trick, hand.stands = hand.trick, [], None
        bura, hand.after = self.bura_in_trick(winner), self.leader_after(winner)
        hand.leader = hand.taker = winner
        hand.tally = False
        if bura is not None:
            self.win(bura, "bura")
            return
        if self.rules["win"] == "auto":
            low, high = self.worth(winner)
            target = self.rules.number("target")
            if low >= target:
                self.win(winner, "reached")
                return
            hand.tally = high >= target
        self.stage = "points"
        if not self.seals or not self.speakers():
            self.tally_or_fill()

    def words(self) -> list[tuple[Play, str | None]]:
        return [(play, self.rules.combination(self.h.trump, play.open)) for play in self.h.last]

    def bura_in_trick(self, winner: int) -> int | None:
        buras = [play for play, word in self.words() if word == "bura"]
        if not buras or self.rules["bura"] not in LED_BURAS:
            return None
        if self.rules["bura"] == "must_win_trick":
            return winner
        lead, callers = self.h.last[0], [seat for seat, word in self.h.said if word == "bura"]
        if buras[0] is lead and self.rules["specials_when"] == "pre_lead":
            buras = [play for play in buras if play is lead or play.seat in callers]
        if buras[0] is not lead and self.rules["bura"] == "instant_on_announce":
            return None
        stands = buras[0]
        for play in buras[1:]:
            stands = play if set_beats(self.h.trump, play.open, stands.open) else stands
        return stands.seat

    def leader_after(self, winner: int) -> int:
        if self.rules["specials_when"] != "in_trick":
            return winner
        found = [(HEIGHT[word], play.seat) for play, word in self.words() if word]
        return max(found, key=lambda each: each[0])[1] if found else winner

    def fill_hands(self) -> None:
        """Steps 5 and 6."""
        hand, full = self.h, self.rules.hand
        sizes = {seat: len(hand.held[seat]) for seat in self.order}
        wanted = len(sizes) * full - sum(sizes.values())
        if self.rules["short_stock"] == "draw_rest" or wanted <= len(hand.stock):
            while hand.stock and min(sizes.values()) < full:
                for seat in self.turn(hand.leader):
                    if hand.stock and sizes[seat] < full:
                        hand.draws.append((seat, hand.stock.pop(0)))
                        sizes[seat] += 1
        if min(sizes.values()) == 0 and self.rules["win"] in ("auto", "most_points"):
            self.cards_out()
            if self.stage != "count":
                return
        self.stage = "shares"
        if not self.speakers():
            self.after_shares({})

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
            if p == self.turned:
                hand.turned_owner, hand.turned_known = owner, True
        hand.draws = []
        if all(hand.held[seat] for seat in self.order):
            self.lead_next(hand.after)
        elif self.rules["win"] in ("auto", "most_points"):
            self.stage = "count"
        else:
            hand.spoken, self.stage = 0, "last_word"

    # --- openings ------------------------------------------------------------------------------------------

    def owed_to_side(self, seat: int) -> list[Play]:
        return [play for owner in self.side(self.h.claimant) for play in self.given(seat, owner)]

    def on_open(self, seat: int, openings: bytes, proof: bytes) -> Any:
        cards = [card for play in self.owed_to_side(seat) for card in play.closed]
        return self.faces(seat, cards, openings, proof)

    def after_opening(self, said: dict[int, Any]) -> None:
        found = [card for cards in said.values() for card in cards or ()]
        if None in said.values() or len(set(found)) < len(found):
            self.stage = "void"
            return
        for seat, cards in said.items():
            for play in self.owed_to_side(seat):
                play.worth = sum(POINTS_OF[cards.pop(0)[1]] for _ in play.closed)
        self.settle_claim()
