"""What an attentive player knows: the cards still unseen, its own points, the other side's points.

Here: knowledge drawn from a `View`. Never: a slot of another hand, of the stock, or of a closed card of another
giver: even where a position holds them, they are not read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..cards import Card, Suit, deck
from ..errors import LocalError
from ..rules.points import cards_points
from ..rules.position import Position
from ..table.view import View
from .chance import Entropy, sample


@dataclass(frozen=True)
class Memory:
    """The view of one seat during a hand."""

    view: View

    @cached_property
    def position(self) -> Position:
        """The position; `LocalError` when no hand is being played."""
        if self.view.position is None:
            raise LocalError("No hand is being played.")
        return self.view.position

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.position.trump

    @property
    def target(self) -> int:
        """The points to claim; more than there are where the rules have none."""
        return self.position.ruleset.target or 121

    @cached_property
    def led(self) -> tuple[Card, ...]:
        """The open cards that stand in the running trick."""
        return self.position.standing.shown if self.position.trick else ()

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in another hand, in the stock, or closed in the own pile."""
        seen = {*self.view.held, *self.view.given}
        for pile in self.position.piles:
            seen.update(pile.open)
        for play in self.position.trick:
            seen.update(play.shown)
        if self.position.trump_card is not None:
            seen.add(self.position.trump_card)
        return tuple(card for card in deck(self.position.ruleset.deck) if card not in seen)

    @cached_property
    def others_hold(self) -> int:
        """How many cards the fullest other hand holds."""
        hands = enumerate(self.position.hands)
        return max(len(held) for seat, held in hands if seat != self.view.seat)

    @cached_property
    def trump_card_at_large(self) -> bool:
        """Whether another hand may hold the turned trump: it has been drawn, and neither kept here nor shown."""
        card = self.position.trump_card
        if card is None or self.position.stock or card in self.view.held or card in self.view.given:
            return False
        return not any(card in pile.open for pile in self.position.piles) and card not in self.led

    def other_hand(self, entropy: Entropy) -> list[Card]:
        """A hand that another seat may hold."""
        at_large = self.trump_card_at_large
        hand = sample(self.unseen, self.others_hold - at_large, entropy)
        return [*hand, self.position.trump_card] if at_large and self.position.trump_card else hand

    @cached_property
    def closed(self) -> int:
        """How many closed cards of unknown worth lie in the own pile."""
        return sum(len(give.cards) for give in self.position.piles[self.view.seat].unknown)

    @cached_property
    def surely(self) -> int:
        """The points that the own pile holds at the least."""
        exact = self.exact
        values = sorted(cards_points([card]) for card in self.unseen)
        return exact + sum(values[: self.closed])

    @cached_property
    def exact(self) -> int:
        """The points of the own pile without its closed cards of unknown worth."""
        pile = self.position.piles[self.view.seat]
        shown = sum(give.points for give in pile.closed if give.points is not None)
        return cards_points(pile.open) + shown

    @cached_property
    def probably(self) -> float:
        """The points that the own pile holds when closed cards are as low as people choose them."""
        values = sorted(cards_points([card]) for card in self.unseen)
        lower = values[: max(1, len(values) * 2 // 3)] or [0]
        return self.exact + self.closed * sum(lower) / len(lower)

    @cached_property
    def theirs(self) -> int:
        """The points of the other piles: their open cards, and what this seat gave into them."""
        piles = (pile for seat, pile in enumerate(self.position.piles) if seat != self.view.seat)
        return sum(cards_points(pile.open) for pile in piles) + cards_points(self.view.given)

    def odds_of(self, points: int, entropy: Entropy, tries: int = 64) -> float:
        """How likely the own pile holds `points`, when givers give the lower of two cards."""
        if self.surely >= points:
            return 1.0
        hits = 0
        for _ in range(tries):
            drawn = sorted(cards_points([card]) for card in sample(self.unseen, 2 * self.closed, entropy))
            hits += self.exact + sum(drawn[: self.closed]) >= points
        return hits / tries
