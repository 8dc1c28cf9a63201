"""A look back at one's own choices: where a good player, seeing the same, would have done something else.

Here: what judges a choice, and the marks that follow. Never: a card that the player did not see at the time, a view
that is only guessed (see `decisions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, runtime_checkable

from ..bots.chance import Entropy
from ..bots.memory import Memory
from ..bots.worlds import PLAYED, finish, imagine
from ..bots.worth import HAND, cards_of, cost, worth
from ..rules.actions import Accept, Action, Claim, Decline, Give, Lead, Pass, Raise
from ..rules.notation import format_action
from ..rules.position import Position
from ..table.view import View
from .decisions import Decision, Unknown

WORLDS: Final = 48
"""How often the other hands are imagined for one choice."""


@runtime_checkable
class Judge(Protocol):
    """Values the actions that it has thought about, from one seat's view; legal ones may be missing.

    `unit` says in what: `odds` (0 to 1, that the own side wins the hand) or `points` (card points, better or worse).
    A better action is worth a mark when it is better by `margin`.
    """

    @property
    def unit(self) -> str:
        """What its values are."""
        ...

    @property
    def margin(self) -> float:
        """How much better is better."""
        ...

    def evaluate(self, view: View) -> Mapping[Action, float]:
        """The value of actions of `view.legal`."""
        ...


@dataclass(frozen=True, slots=True)
class Mark:
    """A choice that the judge would have made otherwise: `best` is worth `value`, what was chosen `chosen`."""

    decision: Decision
    best: Action
    value: float
    chosen: float
    unit: str

    def __repr__(self) -> str:
        """Where, not what."""
        return f"Mark({self.decision!r}, better by {self.value - self.chosen:.2f} {self.unit})"

    def to_json(self) -> dict[str, Any]:
        """Plain data; moves as they are typed."""
        one = self.decision
        return {
            "hand": one.hand,
            "trick": one.trick,
            "round": one.round,
            "chosen": format_action(one.chosen),
            "best": format_action(self.best),
            "unit": self.unit,
            "chosen_value": round(self.chosen, 4),
            "best_value": round(self.value, 4),
        }


@dataclass(slots=True)
class Review:
    """What came of a look back: `judged` choices, `marks` for those that could have been better.

    `forced`: there was nothing to choose. `unknown` counts by reason the choices of which nobody can know what was
    seen; `silent` those on which the judge has no word.
    """

    judged: int = 0
    forced: int = 0
    silent: int = 0
    unknown: Counter[Unknown] = field(default_factory=Counter)
    marks: list[Mark] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain data, every number."""
        return {
            "judged": self.judged,
            "forced": self.forced,
            "silent": self.silent,
            "unknown": {why.name.lower(): count for why, count in self.unknown.items()},
            "marks": [mark.to_json() for mark in self.marks],
        }


def review(decisions: Iterable[Decision], judge: Judge, done: Callable[[int], None] = lambda count: None) -> Review:
    """Look back at all these choices; `done` is told how many are judged. As slow as the judge thinks."""
    found = Review()
    for count, decision in enumerate(decisions, start=1):
        _look(found, decision, judge)
        done(count)
    return found


def _look(found: Review, decision: Decision, judge: Judge) -> None:
    view = decision.view
    if view is None:
        found.unknown[decision.why or Unknown.GIVEN] += 1
        return
    if isinstance(decision.chosen, Give) and None in decision.chosen.cards:
        found.unknown[Unknown.GIVEN] += 1
        return
    if len(view.legal) < 2:
        found.forced += 1
        return
    values = judge.evaluate(view)
    if decision.chosen not in values:
        found.silent += 1
        return
    found.judged += 1
    best = max(values, key=lambda action: values[action])
    if values[best] - values[decision.chosen] >= judge.margin:
        found.marks.append(Mark(decision, best, values[best], values[decision.chosen], judge.unit))


# --- judges -----------------------------------------------------------------------------------------------------


@runtime_checkable
class Evaluating(Protocol):
    """A bot that tells its odds: how likely actions of `view.legal` win the hand, 0 to 1, after so many `seconds`."""

    def evaluate(self, view: View, seconds: float) -> Mapping[Action, float]:
        """The odds by action."""
        ...


@dataclass(frozen=True, slots=True)
class OddsJudge:
    """Asks such a bot, and lets it think for `seconds` about each choice."""

    bot: Evaluating
    seconds: float = 0.5
    unit: str = "odds"
    margin: float = 0.05

    def evaluate(self, view: View) -> Mapping[Action, float]:
        """The bot's odds."""
        return self.bot.evaluate(view, self.seconds)



class PointJudge:
    """Values plays as `bots.greedy` does, over more imagined hands: the points of the trick, a hand won or lost.

    It has no word on raises and on the last word, where the whole hand counts.
    """

    unit = "points"
    margin = 4.0

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def evaluate(self, view: View) -> Mapping[Action, float]:
        """Card points that each play, and a claim, promises."""
        if any(isinstance(action, Accept | Decline | Pass) for action in view.legal):
            return {}
        memory = Memory(view)
        worlds = imagine(memory, WORLDS, self._entropy)
        values = dict[Action, float]()
        for action in view.legal:
            if isinstance(action, Claim):
                values[action] = HAND * (2 * memory.odds_of(memory.target, self._entropy) - 1)
            elif not isinstance(action, Raise):
                values[action] = self._play(memory, worlds, action)
        return values

    def _play(self, memory: Memory, worlds: list[Position], action: Action) -> float:
        weight = PLAYED if not isinstance(action, Lead) else PLAYED / 2
        total = sum(worth(memory, finish(world, memory.seat, action)) for world in worlds)
        return total / len(worlds) - weight * cost(memory, cards_of(action))
