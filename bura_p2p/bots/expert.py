"""The good bot: knows from experience what moments are worth, where there is any; imagines hands that fit all it has
seen, plays moves out in them, and takes the best.

Here: how a view becomes moves to think about, and what an end of a hand is worth. Never: a card that the seat may not
see, a table of more than two (there it plays as `Greedy`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ..errors import LocalError
from ..rules.actions import Accept, Action, Answer, Cede, Claim, Decline, Give, Lead, Pass, Raise
from ..rules.position import Phase
from ..rules.ruleset import Special
from ..table.view import View
from . import quick as q
from .bits import bits_of
from .chance import Entropy
from .greedy import Greedy
from .learned import Values, learned
from .memory import Memory
from .odds import odds_of_points
from .recall import Recall
from .sampler import Sampler
from .search import think
from .sight import Sight
from .thought import Thought, undisturbed
from .wager import PRIDE, Stakes

SURE: Final = 0.999
"""Odds from which a claim needs no thought."""

HOPELESS: Final = 0.05
"""Odds below which a claim is not thought about."""

CLOSE: Final = 0.1
"""By how much moves may be worth less than the best one, as has been learned, to be thought about."""

_KINDS: Final[dict[type[Action], int]] = {
    Claim: q.CLAIM, Pass: q.PASS, Cede: q.CEDE, Raise: q.RAISE, Accept: q.ACCEPT, Decline: q.DECLINE,
}  # fmt: skip


class Expert:
    """Thinks as long as its `thought` lets it, and remembers one hand at a time."""

    def __init__(self, entropy: Entropy, thought: Thought | None = None) -> None:
        self._chance = Random(int.from_bytes(entropy(16), "big"))  # noqa: S311 - a bot's dreams decide no deal
        self._thought = Thought() if thought is None else thought
        self._greedy = Greedy(entropy)
        self._recall = Recall()

    def policy(self, view: View) -> frozenset[Special]:
        """Every combination is announced: it takes the lead."""
        return frozenset(Special)

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        return undisturbed(self._chosen, view)

    def _chosen(self, view: View) -> Action:
        memory, more = Memory(view), self._thought.more()
        if len(memory.position.hands) != 2:
            return self._greedy.choose(view)
        self._recall.look(memory)
        chosen = self._thought_of(memory, more)
        if isinstance(chosen, Lead):
            self._recall.look(memory, bits_of(chosen.cards, memory.trump))
        return chosen

    def _thought_of(self, memory: Memory, more: Callable[[], bool]) -> Action:
        sampler = Sampler(memory, self._recall)
        legal, odds = list(memory.view.legal), 0.0
        if Claim() in legal and len(legal) > 1:
            odds = claim_odds(sampler)
            if odds >= SURE:
                return Claim()
            if odds < HOPELESS:
                legal.remove(Claim())
        if len(legal) == 1:
            return legal[0]
        choice = _Choice(memory, sampler, self._chance, more)
        values = learned(memory.position.ruleset)
        if values is None or not Stakes.of(memory.view).far(memory.position.stake):
            return choice.best(legal)
        return choice.likeliest(legal, Sight(sampler, odds), values)


@dataclass(frozen=True)
class _Choice:
    """One choice between several actions."""

    memory: Memory
    sampler: Sampler
    chance: Random
    more: Callable[[], bool]

    def best(self, legal: Sequence[Action]) -> Action:
        """What brings most, as if nobody raised any more; a raise before a lead is thought of with the best lead."""
        moves = {coded(action, self.memory): action for action in legal}
        phase = self.memory.position.phase
        plays = [move for move in moves if phase is Phase.RAISED or move != q.RAISE]
        if len(moves) == 1:
            return moves[plays[0]]
        found = self._think(plays, {}, offers=len(plays) < len(moves))
        return moves[max(found, key=found.__getitem__)]

    def likeliest(self, legal: Sequence[Action], sight: Sight, values: Values) -> Action:
        """What has been learned to bring most, if it is clear; else imagined hands have a say between such moves."""
        moves = {coded(action, self.memory): action for action in legal}
        known = {move: self._learned(move, sight, values) for move in moves}
        most = max(known.values())
        close = {move: value for move, value in known.items() if most - value <= CLOSE}
        if len(close) > 1:
            close = self._think(list(close), close)
        return moves[max(close, key=close.__getitem__)]

    def _learned(self, move: int, sight: Sight, values: Values) -> float:
        if move == q.DECLINE:
            return -(PRIDE + self.sampler.base.stake) / (PRIDE + 1)
        return values.of(sight.after(move))

    def _think(self, plays: Sequence[int], known: Mapping[int, float], *, offers: bool = False) -> dict[int, float]:
        """What each move brings, in imagined hands in which nobody raises later."""
        seat, stakes = self.sampler.seat, Stakes.of(self.memory.view)
        unit = PRIDE + (1 if known else self.sampler.base.stake)

        def worth(quick: q.Quick) -> float:
            gain = quick.gain(seat)
            return stakes.value(1.0 if gain > 0 else -1.0, abs(gain)) / unit if gain else 0.0

        def deal() -> q.Quick:
            world = self.sampler.deal(self.chance)
            world.ceiling = 0
            return world

        return think(deal, plays, seat, worth, self.chance, self.more, offers=offers, known=known)


def claim_odds(sampler: Sampler) -> float:
    """How likely the own pile holds the target: exact, if closed cards are given as people give them."""
    needed = sampler.asked.target - sampler.base.points[sampler.seat]
    if sampler.asked.told or not sampler.closed:
        return float(needed <= 0)
    return odds_of_points(sampler.weighted, sampler.closed, needed)


def coded(action: Action, memory: Memory) -> int:
    """An action as the move of a quick hand."""
    match action:
        case Lead(cards):
            return q.LEAD | bits_of(cards, memory.trump)
        case Answer(cards):
            return q.ANSWER | bits_of(cards, memory.trump)
        case Give():
            return q.GIVE | bits_of(action.known, memory.trump)
        case _:
            return _KINDS[type(action)]
