"""A look back at one's own choices: where a good player, seeing the same, would have done something else.

Here: what a judge is, and the marks that follow from one. Never: a judge (`judges`), a card that the player did not
see at the time, a view that is only guessed (see `decisions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..rules.actions import Action, Give
from ..rules.notation import format_action
from ..table.view import View
from .decisions import Decision, Unknown


@dataclass(frozen=True, slots=True)
class Values:
    """What actions are worth, in `unit`; a better one is worth a mark when it is better by `margin`.

    `odds` are 0 to 1, that the own side wins the hand; `stakes` what it wins or loses; `points` card points, better
    or worse. Actions that were not thought about are missing.
    """

    by_action: Mapping[Action, float]
    unit: str = "odds"
    margin: float = 0.05


class Judge(Protocol):
    """Whoever values the actions that a view allows."""

    def evaluate(self, view: View, chosen: Action) -> Values:
        """The values of actions of `view.legal`, of the best and of what was `chosen` at least; nothing at all where
        the judge has no word.
        """
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
    values = judge.evaluate(view, decision.chosen)
    known = values.by_action
    if decision.chosen not in known:
        found.silent += 1
        return
    found.judged += 1
    best, chosen = max(known, key=lambda action: known[action]), known[decision.chosen]
    if known[best] - chosen >= values.margin:
        found.marks.append(Mark(decision, best, known[best], chosen, values.unit))
