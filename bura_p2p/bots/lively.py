"""A bot for demonstrations: greedy, in a temper that changes from hand to hand.

Here: the tempers. Never: a seat's or a card's influence on which temper comes: it follows the hand number alone, so
that two such bots share it and every end that a hand can have is seen within a few hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..cards import Card
from ..errors import LocalError
from ..rules.actions import Accept, Action, Claim, Decline, Give, Lead, Pass, Raise
from ..rules.calls import combination
from ..rules.position import Position
from ..rules.ruleset import Special
from ..table.view import View
from .chance import Entropy, happens
from .greedy import Greedy
from .worth import cards_of

HASTE: Final = 0.75
"""How often a hasty player claims, whatever it has."""


class Lively:
    """Plays as `Greedy` does, but shy, hasty, proud or collecting trumps in its turn."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._greedy = Greedy(entropy)

    def policy(self, view: View) -> frozenset[Special]:
        """Every combination, as `Greedy`."""
        return self._greedy.policy(view)

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        hand = 1 if view.match is None else view.match.hand
        return TEMPERS[hand % len(TEMPERS)](self, view)

    def _plain(self, view: View) -> Action:
        return self._greedy.choose(view)

    def _shy(self, view: View) -> Action:
        """Never claims, raises or declines: the hand goes to the last card."""
        quiet = _quiet(view)
        chosen = self._greedy.choose(view)
        return chosen if chosen in quiet else _first(quiet, Accept, Pass) or _cheapest(view, quiet)

    def _hasty(self, view: View) -> Action:
        """Claims now and then without counting, once it has won a trick."""
        position = view.position
        won = position is not None and position.piles[view.seat].size > 0
        if won and Claim() in view.legal and happens(HASTE, self._entropy):
            return Claim()
        return self._greedy.choose(view)

    def _proud(self, view: View) -> Action:
        """Raises whenever it may, and folds before another's pride."""
        return _first(view.legal, Decline, Raise) or self._greedy.choose(view)

    def _collecting(self, view: View) -> Action:
        """Keeps its trumps together, to have or to lead them all at once."""
        position, quiet = view.position, _quiet(view)
        bura = [x for x in quiet if position and isinstance(x, Lead) and _is_bura(position, x.cards)]
        return bura[0] if bura else _first(quiet, Accept, Pass) or _cheapest(view, quiet)


TEMPERS: Final[Sequence[Callable[[Lively, View], Action]]] = (
    Lively._collecting,
    Lively._plain,
    Lively._hasty,
    Lively._shy,
    Lively._collecting,
    Lively._proud,
    Lively._collecting,
    Lively._plain,
)
"""The temper of hand h is number h modulo their count."""


def _quiet(view: View) -> list[Action]:
    return [action for action in view.legal if not isinstance(action, Claim | Raise | Decline)]


def _is_bura(position: Position, cards: Sequence[Card]) -> bool:
    return combination(position, cards) == Special.BURA


def _first(actions: Sequence[Action], *kinds: type[Action]) -> Action | None:
    return next((action for kind in kinds for action in actions if isinstance(action, kind)), None)


def _cheapest(view: View, actions: Sequence[Action]) -> Action:
    """The play that parts with the fewest trumps, then takes the trick, then spends the lowest cards."""

    def cost(action: Action) -> tuple[int, int, bool, int]:
        cards = cards_of(action)
        trump = None if view.position is None else view.position.trump
        trumps = sum(card.suit == trump for card in cards)
        return trumps, len(cards), isinstance(action, Give), sum(card.rank for card in cards)

    return min(actions, key=cost)
