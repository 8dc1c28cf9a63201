"""What is played for somebody whose time is out: the legal action that costs least.

Here: one fixed order. Never: a plan, or a risk: nothing is claimed or raised, and no raise is accepted.
"""

from __future__ import annotations

from ..cards import Card
from ..errors import LocalError
from ..rules.actions import Action, Answer, Cede, Decline, Give, Lead, Pass
from ..rules.points import cards_points
from ..table.view import View

_ORDER = (Pass, Decline, Give, Answer, Lead, Cede)
"""Kinds of action, the cheapest first; a kind that is not here is chosen only where nothing else is legal."""


def cheapest(view: View) -> Action:
    """One of `view.legal`: of the cheapest kind, with the fewest points, the fewest cards, the fewest trumps.

    Raises `LocalError` when there is nothing to choose from.
    """
    if not view.legal:
        raise LocalError("There is nothing to choose now.")
    trump = None if view.position is None or view.position.trump_card is None else view.position.trump

    def cost(action: Action) -> tuple[int, ...]:
        kind = _ORDER.index(type(action)) if type(action) in _ORDER else len(_ORDER)
        cards: tuple[Card, ...] = ()
        if isinstance(action, Lead | Answer):
            cards = action.cards
        elif isinstance(action, Give):
            cards = action.known
        trumps = sum(card.suit == trump for card in cards)
        return (kind, cards_points(cards), trumps, len(cards), sum(card.rank for card in cards))

    return min(view.legal, key=cost)
