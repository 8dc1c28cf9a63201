"""The rules of the reader without any mathematics: cards lie open, and are their own ciphertexts.

Here: a table of `judge.py` from section 12 on, driven by plain cards; what proofs would show is taken as shown.
Imports nothing of the package. Never: entries, rounds, proofs.
"""

from __future__ import annotations

from typing import Any

from .calls import COMBINATIONS
from .play import Plays
from .proofs import POINTS_OF, Card
from .reader import need
from .rules import Rules, is_one
from .state import Hand, Play


def worth_of(cards: list[Any]) -> int:
    return sum(POINTS_OF[rank] for _, rank in cards)


class Bare(Plays):
    """A match between `order`, whose seats say and play what `play` is told."""

    def __init__(self, rules: bytes, order: list[int], leader: int) -> None:
        super().__init__(tuple(bytes([seat]) for seat in order))
        self.answers = Rules(rules)
        self.seated, self.order, self.leader = True, order, leader
        self.dealer = self.dealer_of(leader)
        self.waiting: dict[int, Any] = {}
        self.begin()

    def deal(self, cards: list[Card]) -> None:
        """By position of the deck."""
        self.waiting = {}
        held, piles, sealed = ([[] for _ in range(self.n)] for _ in range(3))
        self.hand = hand = Hand({}, None, cards, held, piles, sealed, self.leader)  # type: ignore[arg-type]
        for p, owner in enumerate(self.dealt()):
            hand.held[owner].append(self.private(owner, p))
        hand.turned = cards[self.turned]
        hand.stock = [*range(self.turned + 1, self.rules.number("deck")), self.turned]
        self.lead_next(self.leader)

    def private(self, owner: int, p: int) -> Any:
        return self.h.deck[p]

    # --- what a seat does ----------------------------------------------------------------------------------

    def play(self, seat: int, kind: str, *what: Any) -> None:
        """Raises `Refused` as an entry of that kind would be."""
        value = getattr(self, f"bare_{kind}", getattr(self, f"on_{kind}", None))(seat, *what)
        if kind == "resign":
            self.resign([seat])
        elif self.stage in ("opening", "count"):
            self.waiting[seat] = value
            if len(self.waiting) == len(self.speakers()):
                said, self.waiting = dict(sorted(self.waiting.items())), {}
                getattr(self, f"after_{self.stage}")(said)
        else:
            self.do_turn({seat: value})
        self.forced()

    def forced(self) -> None:
        """Sums are sealed, shares given."""
        while self.stage in ("points", "shares"):
            getattr(self, f"after_{self.stage}")({})

    def kept(self, seat: int, cards: list[Card]) -> list[Any]:
        need(all(card in self.h.held[seat] for card in cards), "foreign")
        return [card for card in self.h.held[seat] if card not in cards]

    def bare_lead(self, seat: int, cards: list[Card]) -> Any:
        need(self.legal_lead(seat, cards) and self.can_hold(seat, cards), "lead_illegal")
        return "lead", cards, self.kept(seat, cards)

    def bare_answer(self, seat: int, cards: list[Card]) -> Any:
        need(self.legal_answer(seat, cards) and self.can_hold(seat, cards), "answer_illegal")
        return "answer", cards, self.kept(seat, cards)

    def bare_give(self, seat: int, cards: list[Any]) -> Any:
        need(self.rules["give_face"] == "down" and len(cards) == self.led(), "give_illegal")
        return "give", Play(seat, [], cards, worth_of(cards) if self.tells else None), self.kept(seat, cards)

    def bare_announce(self, seat: int, what: str) -> Any:
        need(what in self.rules.announced(), "type_not_due")
        need(any(what in words for _, words in COMBINATIONS.values()), "no number for it")
        need(is_one(self.h.trump, self.h.held[seat], what), "untrue")  # type: ignore[arg-type]
        return "announce", what

    def bare_win(self, seat: int) -> Any:
        low, high = self.true_worth(seat)
        need(low == high >= self.rules.number("target"), "untrue")
        return ("win",)

    def true_worth(self, seat: int) -> tuple[int, int]:
        cards = [card for play in self.h.piles[seat] for card in (*play.open, *play.closed)]
        return worth_of(cards), worth_of(cards)

    def bare_open(self, seat: int) -> Any:
        return [card for play in self.owed_to_side(seat) for card in play.closed]

    def bare_count(self, seat: int) -> Any:
        owners = [owner for owner in range(self.n) if self.given(seat, owner)]
        cards = {owner: [card for play in self.given(seat, owner) for card in play.closed] for owner in owners}
        return {owner: worth_of(cards[owner]) for owner in owners}
