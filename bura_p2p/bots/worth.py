"""What a move is worth, in card points: the trick that it brings, a hand won or lost, the cards that it costs.

Here: the weights. Never: which moves there are, or what the others hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..cards import Card, Rank
from ..rules.actions import Action, Answer, Give, Lead
from ..rules.points import cards_points
from ..rules.position import Play
from ..rules.step import Step
from .memory import Memory
from .worlds import card_cost

HAND: Final = 60.0
"""To win the hand there and then."""

REACHED: Final = 40.0
"""To have the points that are to be claimed."""

TO_LEAD: Final = 1.5
"""To win a trick beside its points: the winner speaks and leads next."""


def worth(memory: Memory, step: Step) -> float:
    """What this end of a trick, or of the hand, is worth to the own side."""
    if step.outcome is not None:
        if step.outcome.winner is None:
            return 0.0
        return HAND if step.outcome.winner in memory.side else -HAND
    if step.trick is None:
        return 0.0
    points = sum(_points(memory, play) for play in step.trick.plays)
    if step.trick.winner in memory.side:
        return TO_LEAD + points + (REACHED if memory.surely < memory.target <= memory.surely + points else 0.0)
    theirs = memory.theirs(memory.position.side(step.trick.winner))
    # Of several rivals each is a rival to the others too, but the one that has the points beats all.
    return -points / len(memory.rivals) - (REACHED if theirs < memory.target <= theirs + points else 0.0)


def _points(memory: Memory, play: Play) -> float:
    """What was put down, or is likely to have been."""
    known = [card for card in play.cards if card is not None]
    if len(known) == len(play.cards):
        return cards_points(known)
    return len(play.cards) * memory.usual if play.points is None else play.points


def cards_of(action: Action) -> tuple[Card, ...]:
    """The cards that leave the hand."""
    match action:
        case Lead(cards) | Answer(cards):
            return cards
        case Give():
            return action.known
        case _:
            return ()


def cost(memory: Memory, cards: Sequence[Card]) -> float:
    """What it costs to part with cards, beside their points."""
    return sum(card_cost(memory.position, card) for card in cards)


def strength(memory: Memory) -> float:
    """How good the own hand and points look: about 3 on average, 6 is strong, whatever the size of hands."""
    held = memory.view.held
    trumps = [card for card in held if card.suit == memory.trump]
    high = sum(card.rank >= Rank.TEN for card in held)
    suits = max((sum(card.suit == other.suit for card in held) for other in held), default=0)
    ahead = 3.1 * (memory.probably - memory.best_rival) / memory.target
    return 3 / memory.position.ruleset.hand * (1.5 * len(trumps) + 0.7 * high + 0.4 * (suits - 1)) + ahead
