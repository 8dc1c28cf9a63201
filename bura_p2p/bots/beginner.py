"""A bot for somebody's first hands: it plays what looks good at once, and errs as beginners do.

Here: its few rules of thumb and its mistakes. Never: a count of cards that were played, a grudge: it hardly ever
raises, stands up to few raises, and claims only what it has seen, sometimes a trick too late.
"""

from __future__ import annotations

from typing import Final

from ..errors import LocalError
from ..rules.actions import Accept, Action, Answer, Cede, Claim, Decline, Give, Lead, Pass, Raise
from ..rules.points import cards_points, set_beats
from ..rules.position import Position
from ..rules.ruleset import Special
from ..table.view import View
from .chance import Entropy, happens, sample
from .memory import Memory
from .worth import cards_of, cost, strength

CARELESS: Final = 0.15
"""How often it plays without looking."""

LATE: Final = 0.25
"""How often it does not notice that it has the points, this time."""

OVERDONE: Final = 4
"""Points by which it counts too much, now and then."""

BOLD: Final = 0.1
"""How often it raises with a hand that looks strong."""

STRONG, FAIR = 4.0, 1.0
"""How a hand must look to it to raise, and to stand up to a raise."""


class Beginner:
    """Takes tricks that have points in them, leads high cards, and forgets."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def policy(self, view: View) -> frozenset[Special]:
        """Every combination: the program calls out what a beginner would not see."""
        return frozenset(Special)

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        memory, legal = Memory(view), view.legal
        if Claim() in legal and self._claims(memory):
            return Claim()
        if Accept() in legal:
            return Accept() if strength(memory) >= FAIR else Decline()
        raises = [action for action in legal if isinstance(action, Raise)]
        if raises and strength(memory) >= STRONG and happens(BOLD, self._entropy):
            return raises[0]
        plays = [action for action in legal if not isinstance(action, Claim | Raise)]
        if happens(CARELESS, self._entropy):
            return sample([act for act in plays if len(cards_of(act)) < 2] or plays, 1, self._entropy)[0]
        return max(plays, key=lambda action: _appeal(memory, action))

    def _claims(self, memory: Memory) -> bool:
        """It counts what it saw; closed cards for little; now and then too much, or too late."""
        counted = memory.surely
        if happens(0.1, self._entropy):
            counted += OVERDONE
        return counted >= memory.target and not happens(LATE, self._entropy)


def _appeal(memory: Memory, action: Action) -> float:
    """How good a play looks at first sight."""
    position, cards = memory.position, cards_of(action)
    match action:
        case Lead():
            return 2.0 * len(cards) + cards_points(cards) / 4 - cost(memory, cards) / 2
        case Answer() if _takes(position, action):
            return 2.0 + _on_table(position) + cards_points(cards) / 2 - cost(memory, cards)
        case Answer() | Give():
            return -float(cards_points(cards)) - cost(memory, cards)
        case Pass() | Cede():
            return 0.0
        case _:
            return -100.0


def _takes(position: Position, action: Answer) -> bool:
    return set_beats(position.trump, action.cards, position.standing.shown)


def _on_table(position: Position) -> int:
    return sum(cards_points(play.shown) for play in position.trick)
