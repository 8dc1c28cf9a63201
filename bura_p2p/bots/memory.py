"""What an attentive player knows: the cards still unseen, its own side's points, the other sides' points.

Here: knowledge drawn from a `View`. Never: a slot of another hand, of the stock, or of a closed card of another
giver: where a position holds them, they are taken out before anything is asked of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import starmap, zip_longest
from statistics import mean
from typing import Final

from ..cards import Card, Suit, deck
from ..errors import LocalError
from ..rules.points import ALL_POINTS, card_points
from ..rules.position import ClosedGive, Pile, Play, Position
from ..table.view import View
from .chance import Entropy, sample

TRIES: Final = 64
"""How often the closed cards of a pile are imagined, to know what they are worth."""


@dataclass(frozen=True)
class Memory:
    """The view of one seat during a hand."""

    view: View

    @cached_property
    def position(self) -> Position:
        """The position without what this seat may not see; `LocalError` when no hand is being played."""
        position, seat = self.view.position, self.view.seat
        if position is None:
            raise LocalError("No hand is being played.")
        hands = tuple(held if at == seat else (None,) * len(held) for at, held in enumerate(position.hands))
        stock = (None,) * (len(position.stock) - 1) + position.stock[-1:]
        piles, trick = tuple(map(_seen_pile, position.piles)), tuple(map(_seen_play, position.trick))
        return position.but(hands=hands, stock=stock, piles=piles, trick=trick)

    @property
    def seat(self) -> int:
        """The own seat."""
        return self.view.seat

    @cached_property
    def side(self) -> tuple[int, ...]:
        """The seats of the own side."""
        return self.position.side(self.seat)

    @cached_property
    def rivals(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every other side."""
        sides = {self.position.side(seat) for seat in self.position.order}
        return tuple(sorted(sides - {self.side}))

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.position.trump

    @property
    def target(self) -> int:
        """The points to claim; more than there are where the rules have none."""
        return self.position.ruleset.target or 121

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in another hand, in the stock, or closed in a pile; the turned trump is none."""
        seen = {*self.view.held, *self.view.given, *self._shown}
        if self.position.trump_card is not None:
            seen.add(self.position.trump_card)
        return tuple(card for card in deck(self.position.ruleset.deck) if card not in seen)

    @cached_property
    def _shown(self) -> frozenset[Card]:
        """Every card that lies open."""
        cards = [card for pile in self.position.piles for card in pile.open]
        return frozenset(cards).union(*(play.shown for play in self.position.trick))

    @cached_property
    def at_large(self) -> Card | None:
        """The turned trump if another hand may hold it: it has been drawn, and neither kept here nor shown."""
        card = self.position.trump_card
        if card is None or self.position.stock or card in {*self.view.held, *self.view.given, *self._shown}:
            return None
        return card

    # --- points ---------------------------------------------------------------------------------------------

    @cached_property
    def closed(self) -> int:
        """How many closed cards of unknown worth others gave into the own side's piles."""
        if self.view.own_points is not None:
            return 0
        gives = [give for ally in self.side for give in self.position.piles[ally].unknown]
        return sum(len(give.cards) for give in gives if give.giver != self.seat)

    @cached_property
    def exact(self) -> int:
        """The points of the own side's piles without its closed cards of unknown worth.

        What this seat gave to an ally counts as the lowest that it gave to anybody: which cards went where is not
        remembered.
        """
        if self.view.own_points is not None:
            return self.view.own_points
        piles = [self.position.piles[ally] for ally in self.side]
        given = sum(len(give.cards) for pile in piles for give in pile.of(self.seat))
        return sum(pile.exact for pile in piles) + sum(self._worth_given[:given])

    @cached_property
    def _worth_given(self) -> list[int]:
        return sorted(card_points(card) for card in self.view.given)

    @cached_property
    def _worth_unseen(self) -> list[int]:
        return sorted(card_points(card) for card in self.unseen)

    @property
    def surely(self) -> int:
        """The points that the own side's piles hold at the least."""
        return self.exact + sum(self._worth_unseen[: self.closed])

    @property
    def probably(self) -> float:
        """The points that they hold when closed cards are as low as people choose them."""
        return self.exact + self.closed * self.usual

    @cached_property
    def usual(self) -> float:
        """What a closed card is worth: people give the lower ones of those that they have."""
        return mean(self._worth_unseen[: max(1, len(self._worth_unseen) * 2 // 3)] or [0])

    def theirs(self, side: tuple[int, ...]) -> float:
        """The points of another side's piles: exact where the table can tell, and else what is usual; of the cards
        that this seat gave, what they are worth on average.
        """
        points = 0.0
        for pile in (self.position.piles[seat] for seat in side):
            own = sum(len(give.cards) for give in pile.of(self.seat))
            others = sum(len(give.cards) for give in pile.unknown) - own
            points += pile.exact + others * self.usual + own * (mean(self._worth_given) if own else 0)
        return points

    @cached_property
    def best_rival(self) -> float:
        """The most points that another side has."""
        return max((self.theirs(side) for side in self.rivals), default=0.0)

    def odds_of(self, points: int, entropy: Entropy) -> float:
        """How likely the own side's piles hold `points`, when givers give the lower of two cards."""
        if self.surely >= points:
            return 1.0
        if not self.closed:
            return 0.0
        hits = 0
        for _ in range(TRIES):
            drawn = [card_points(card) for card in sample(self.unseen, 2 * self.closed, entropy)]
            pairs = zip_longest(drawn[: self.closed], drawn[self.closed :], fillvalue=ALL_POINTS)
            hits += self.exact + sum(starmap(min, pairs)) >= points
        return hits / TRIES


def _seen_pile(pile: Pile) -> Pile:
    gives = [give if give.opened else _seen_give(give) for give in pile.closed]
    return Pile(pile.open, tuple(gives), pile.sums)


def _seen_give(give: ClosedGive) -> ClosedGive:
    return ClosedGive(give.giver, (None,) * len(give.cards), give.points)


def _seen_play(play: Play) -> Play:
    return play if play.face_up else play._replace(cards=(None,) * len(play.cards))
