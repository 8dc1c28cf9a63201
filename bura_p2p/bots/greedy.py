"""A sensible bot: remembers what lay open, plays each trick out in its mind, and dares a little.

Here: how it chooses leads, answers, gives, claims, raises and the word after an announcement. Never: another seat's
cards (see `memory`), or a plan longer than one trick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..errors import LocalError
from ..rules.actions import Accept, Action, Claim, Decline, Pass, Raise
from ..rules.outcome import Reason
from ..rules.phases import apply
from ..rules.position import Phase, Position
from ..rules.ruleset import Exhausted, Special
from ..table.view import View
from .chance import Entropy, happens
from .memory import Memory
from .worlds import PLAYED, finish, imagine
from .worth import cards_of, cost, strength, worth

WORLDS: Final = 24
"""How often the hands of one other seat are imagined for a choice; of several seats, so much less often."""

BOLDNESS: Final = 0.04
"""How often it raises, or stands up to a raise, without the cards for it."""

_SURE, _LIKELY, _TEMPTING, _EVEN = 1.0, 0.65, 0.35, 0.5
"""Odds of a claim."""

_STRONG, _FAIR = 3.5, 0.3
"""Strength to raise with, and to stand up to a raise with: three of four such hands are won, or nearly half."""

_LED = 0.5
"""How much of a card's cost counts when it is led."""


class Greedy:
    """Takes the move that promises the most points now; claims when sure, or when the odds tempt it."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def policy(self, view: View) -> frozenset[Special]:
        """Every combination is announced: it takes the lead."""
        return frozenset(Special)

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        memory = Memory(view)
        chosen = _CHOICES[memory.position.phase](self, memory)
        return chosen if chosen in view.legal else view.legal[0]

    def _lead(self, memory: Memory) -> Action:
        """A claim, a raise while the cards promise something, or what goes on best: a lead, or to leave it."""
        if self._claims(memory):
            return Claim()
        best = self._best(memory, _LED)
        raises = [action for action in memory.view.legal if isinstance(action, Raise)]
        if raises and (strength(memory) >= _STRONG or _wins(memory, best) or happens(BOLDNESS, self._entropy)):
            return raises[0]
        return best

    def _follow(self, memory: Memory) -> Action:
        return Claim() if self._claims(memory) else self._best(memory, PLAYED)

    def _claims(self, memory: Memory) -> bool:
        """Sure, or likely enough for its mood: some claims will be wrong, as people's are."""
        if Claim() not in memory.view.legal:
            return False
        odds = memory.odds_of(memory.target, self._entropy)
        enough = _LIKELY if memory.position.ruleset.has_pot else _TEMPTING
        return odds >= _SURE or (odds >= enough and happens(odds, self._entropy))

    def _last_word(self, memory: Memory) -> Action:
        """Claim a sure target. Where the count decides, only a pile behind tries its luck; where nothing does, it
        does when the odds are good.
        """
        odds = memory.odds_of(memory.target, self._entropy)
        counted = memory.position.ruleset.exhausted is Exhausted.MOST_POINTS
        lucky = odds > _EVEN and (not counted or memory.probably <= memory.best_rival)
        return Claim() if odds >= _SURE or lucky else Pass()

    def _raised(self, memory: Memory) -> Action:
        """An answer to a raise."""
        power = strength(memory)
        raises = [action for action in memory.view.legal if isinstance(action, Raise)]
        if raises and power >= _STRONG + 1.0:
            return raises[0]
        return Accept() if power >= _FAIR or happens(BOLDNESS, self._entropy) else Decline()

    def _best(self, memory: Memory, weight: float) -> Action:
        """The play that is worth most on average, over what the others may hold, less `weight` times its cards."""
        plays = [action for action in memory.view.legal if not isinstance(action, Claim | Raise)]
        if len(plays) == 1:
            return plays[0]
        position = memory.position
        yet = position.seats - 1 - len(position.trick)
        worlds = imagine(memory, max(8, WORLDS // yet) if yet else 1, self._entropy)

        def value(action: Action) -> float:
            return _average(memory, worlds, action) - weight * cost(memory, cards_of(action))

        return max(plays, key=value)


def _average(memory: Memory, worlds: list[Position], action: Action) -> float:
    return sum(worth(memory, finish(world, memory.seat, action)) for world in worlds) / len(worlds)


def _wins(memory: Memory, lead: Action) -> bool:
    """Whether this lead ends the hand as a combination, whatever the others hold."""
    outcome = apply(memory.position, memory.seat, lead).outcome
    return outcome is not None and outcome.reason in {Reason.BURA, Reason.COMBINATION}


_CHOICES: Final[dict[Phase, Callable[[Greedy, Memory], Action]]] = {
    Phase.LEAD: Greedy._lead,
    Phase.SEIZED: Greedy._lead,
    Phase.RAISED: Greedy._raised,
    Phase.FOLLOW: Greedy._follow,
    Phase.LAST_WORD: Greedy._last_word,
}
