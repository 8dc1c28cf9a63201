"""Who judges a choice: the good bot, by the odds of the whole hand; and, for more than two players, plain points.

Here: views to `Values`. Never: a clock of its own, a card that the view does not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from ..bots import quick as q
from ..bots.bits import bits_of
from ..bots.chance import Entropy
from ..bots.memory import Memory
from ..bots.recall import Recall
from ..bots.sampler import Sampler
from ..bots.search import think
from ..bots.thought import Thought
from ..bots.worlds import PLAYED, finish, imagine
from ..bots.worth import HAND, cards_of, cost, worth
from ..rules.actions import Accept, Action, Answer, Cede, Claim, Decline, Give, Lead, Pass, Raise
from ..rules.position import Position
from ..table.view import View
from .review import Values

_KINDS: Final[dict[type[Action], int]] = {
    Lead: q.LEAD, Answer: q.ANSWER, Give: q.GIVE,
    Claim: q.CLAIM, Pass: q.PASS, Cede: q.CEDE, Raise: q.RAISE, Accept: q.ACCEPT, Decline: q.DECLINE,
}  # fmt: skip

CLOSE: Final = 2.5
"""A better action is marked when it is better by so many standard errors, and by `ODDS` or `STAKES` at the least."""

ODDS, STAKES = 0.05, 0.15


class ExpertJudge:
    """Plays each action out in imagined hands, as `bots.expert` does; then looks again, in others, at the best one
    and at the one that was chosen. So the best is not called best for its luck in the first look.

    Each look lasts a `thought`, of which there are three. Choices of one hand are to be asked in their order: it
    remembers what lay on the table, and judges by plain `points` where more than two play.
    """

    def __init__(self, entropy: Entropy, thought: Thought | None = None) -> None:
        self._chance = Random(int.from_bytes(entropy(16), "big"))  # noqa: S311 - nobody's cards hang on it
        self._thought = Thought() if thought is None else thought
        self._points = PointJudge(entropy)
        self._recall = Recall()

    def evaluate(self, view: View, chosen: Action) -> Values:
        """The odds of winning the hand, a draw counting half; or what is won, where the choice is about the stake."""
        memory = Memory(view)
        if len(memory.position.hands) != 2:
            return self._points.evaluate(view, chosen)
        self._recall.look(memory)
        stakes = any(isinstance(action, Raise | Accept | Decline) for action in view.legal)
        look = _Look(memory, Sampler(memory, self._recall), self._chance, self._thought, stakes)
        values = look.values(view.legal, chosen)
        if isinstance(chosen, Lead):
            self._recall.look(memory, bits_of(chosen.cards, memory.trump))
        return values


@dataclass(frozen=True)
class _Look:
    """Thinking about one choice."""

    memory: Memory
    sampler: Sampler
    chance: Random
    thought: Thought
    stakes: bool

    def values(self, legal: Sequence[Action], chosen: Action) -> Values:
        unit, least = ("stakes", STAKES) if self.stakes else ("odds", ODDS)
        moves = {self._coded(action): action for action in legal}
        if self._coded(chosen) not in moves:
            return Values({}, unit, least)
        found, _ = self._think(list(moves))
        best = moves[max(found, key=found.__getitem__)]
        looks = {action: self._think([self._coded(action)]) for action in (best, chosen)}
        known = {action: next(iter(one.values())) for action, (one, _) in looks.items()}
        error = self._error(list(known.values()), min(many for _, many in looks.values()))
        return Values(known, unit, max(least, CLOSE * error))

    def _error(self, values: Sequence[float], hands: int) -> float:
        """The standard error of the difference of these averages over so many hands; not 0 where all went one way."""
        if self.stakes:
            return float(self.sampler.base.stake * (2 / max(1, hands)) ** 0.5)
        spread: float = sum(value * (1 - value) for value in values) + 1 / max(1, hands)
        return float((spread / max(1, hands)) ** 0.5)

    def _think(self, moves: list[int]) -> tuple[dict[int, float], int]:
        """What each of these moves brings on average, and in how many imagined hands."""
        seat, going_on, hands = self.memory.seat, self.thought.more(), 0

        def more() -> bool:
            nonlocal hands
            hands += 1
            return going_on()

        deal = partial(self.sampler.deal, self.chance)
        found = think(deal, moves, seat, partial(self._worth, seat), self.chance, more)
        return found, hands - 1

    def _worth(self, seat: int, quick: q.Quick) -> float:
        gain = quick.gain(seat)
        return float(gain) if self.stakes else 1.0 if gain > 0 else 0.0 if gain < 0 else 0.5

    def _coded(self, action: Action) -> int:
        """The move of a quick hand; -1 for what is none."""
        kind = _KINDS.get(type(action), -1)
        return kind if kind < 0 else kind | bits_of(cards_of(action), self.memory.trump)


# --- a judge for any table --------------------------------------------------------------------------------------

WORLDS: Final = 48
"""How often the other hands are imagined for one choice."""

POINTS: Final = 4.0
"""How many card points better is better."""


class PointJudge:
    """Values plays as `bots.greedy` does, over more imagined hands: the points of the trick, a hand won or lost.

    It has no word on raises and on the last word, where the whole hand counts.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def evaluate(self, view: View, chosen: Action) -> Values:
        """Card points that each play, and a claim, promises."""
        values = dict[Action, float]()
        if any(isinstance(action, Accept | Decline | Pass) for action in view.legal):
            return Values(values, "points", POINTS)
        memory = Memory(view)
        worlds = imagine(memory, WORLDS, self._entropy)
        for action in view.legal:
            if isinstance(action, Claim):
                values[action] = HAND * (2 * memory.odds_of(memory.target, self._entropy) - 1)
            elif not isinstance(action, Raise):
                values[action] = self._play(memory, worlds, action)
        return Values(values, "points", POINTS)

    def _play(self, memory: Memory, worlds: list[Position], action: Action) -> float:
        weight = PLAYED if not isinstance(action, Lead) else PLAYED / 2
        total = sum(worth(memory, finish(world, memory.seat, action)) for world in worlds)
        return total / len(worlds) - weight * cost(memory, cards_of(action))


PACE: Final = 15_000
"""Hands that a usual computer imagines in a second."""


def expert_judge(entropy: Entropy, seconds: float) -> ExpertJudge:
    """The good bot as a judge that thinks about each choice for as long as a usual computer needs `seconds`.

    So many hands, not so much time: with the same entropy the same choices are always judged alike.
    """
    return ExpertJudge(entropy, Thought(max(1, round(seconds * PACE / 3))))
