"""Whole hands that look, from one seat, the way this one does: what is hidden, dealt anew time after time.

Here: where each unseen card may lie, closed gives as people make them, what was announced and what was not. Never: a
card that the seat may not see (see `memory`), a play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from ..errors import LocalError
from ..rules.calls import HEIGHT
from ..rules.position import Phase
from .bits import ACES, POINTS, TRUMPS, bit_of, bits_of
from .habits import STRONG, ahead, looks
from .memory import Memory
from .quick import FOLLOWING, LAST_WORD, LEADING, NOBODY, RAISED, SEIZED, Questions, Quick, questions
from .recall import BLUFF, Recall

PHASES: Final = {
    Phase.LEAD: LEADING, Phase.SEIZED: SEIZED, Phase.RAISED: RAISED, Phase.FOLLOW: FOLLOWING,
    Phase.LAST_WORD: LAST_WORD,
}  # fmt: skip
"""A quick hand's name for each phase in which a player chooses."""


TRIES: Final = 20
"""How many imagined hands are looked at for one that fits what was seen."""

def give_weight(bit: int) -> float:
    """How likely a card is given closed, beside other cards: low ones are, trumps and aces hardly ever."""
    if bit & TRUMPS:
        return 0.12
    return 0.06 if bit & ACES else 0.12 if POINTS[bit] == 10 else 1.0


@dataclass(frozen=True)
class Sampler:
    """What one of two seats knows, as sets of cards."""

    memory: Memory
    recall: Recall = field(default_factory=Recall)

    @cached_property
    def seat(self) -> int:
        """The own seat."""
        return self.memory.seat

    @cached_property
    def rival(self) -> int:
        """The other seat. Raises `LocalError` unless two play."""
        order = self.memory.position.order
        if len(order) != 2 or len(self.memory.position.hands) != 2:
            raise LocalError("This is a table for two.")
        return 1 - self.seat

    @cached_property
    def asked(self) -> Questions:
        """The rules."""
        return questions(self.memory.position.ruleset)

    @cached_property
    def held(self) -> int:
        """The own cards."""
        return bits_of(self.memory.view.held, self.memory.trump)

    @cached_property
    def gone(self) -> int:
        """Every card that lies open in a pile."""
        return bits_of((card for pile in self.memory.position.piles for card in pile.open), self.memory.trump)

    @cached_property
    def given(self) -> int:
        """The own cards that were given closed."""
        return bits_of(self.memory.view.given, self.memory.trump)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Cards that the other seat may hold or have given closed, or that lie in the stock; not the turned trump."""
        return tuple(bit_of(card, self.memory.trump) for card in self.memory.unseen)

    @cached_property
    def turned(self) -> int:
        """The turned trump's bit, if the other seat has it or has given it; else 0."""
        card = self.memory.at_large
        return 0 if card is None else bit_of(card, self.memory.trump)

    @cached_property
    def closed(self) -> int:
        """How many cards the other seat has given closed into the own pile."""
        return sum(len(give.cards) for give in self.memory.position.piles[self.seat].closed if not give.opened)

    @cached_property
    def told(self) -> tuple[tuple[int, int], ...]:
        """Of each of those gives, where its points are shown: how many cards, and what they are worth together."""
        gives = self.memory.position.piles[self.seat].closed
        return tuple((len(give.cards), give.points) for give in gives if give.points is not None and not give.opened)

    @cached_property
    def weighted(self) -> list[tuple[int, float]]:
        """The points and the weight of each card that the other seat may have given closed."""
        free = [*self.unseen, self.turned] if self.turned else self.unseen
        return [(POINTS[bit], give_weight(bit)) for bit in free]

    @cached_property
    def announced(self) -> int:
        """The height of what the other seat has announced before this lead, or 0."""
        said = [HEIGHT[what] for seat, what in self.memory.position.announced if seat == self.rival]
        return max(said, default=0)

    @cached_property
    def base(self) -> Quick:
        """The hand without its hidden cards."""
        position = self.memory.position
        quick = Quick(self.asked, (0, 0), (0,) * len(position.stock), position.leader)
        quick.phase, quick.tricks = PHASES[position.phase], sum(position.tricks_won)
        quick.spoken = position.spoken if position.phase is Phase.LAST_WORD else 0
        if position.phase is Phase.FOLLOW:
            quick.led = bits_of(position.trick[0].shown, position.trump)
        quick.stake, quick.offer = position.stake, position.raise_to or 0
        quick.raiser = NOBODY if position.last_raiser is None else position.last_raiser
        if not position.raises_allowed:
            quick.ceiling = 0
        for seat, pile in enumerate(position.piles):
            quick.shown[seat] = pile.exact
            quick.closed[seat] = sum(len(give.cards) for give in pile.unknown)
        quick.points = quick.shown[:]
        given = self.memory.view.given
        if not self.asked.told:
            quick.points[self.rival] += sum(POINTS[bit_of(card, position.trump)] for card in given)
        if position.phase is Phase.LEAD:
            quick.said = self.announced
        return quick

    def deal(self, chance: Random) -> Quick:
        """One such hand that fits what was seen."""
        total, chosen = 0.0, (0, list[int]())
        for _ in range(TRIES):
            theirs, given = self._hidden(chance)
            odds = self._fit(theirs, given, chance)
            total += odds
            if chance.random() * total <= odds:
                chosen = theirs, given
            if chance.random() * self.likely[0] <= odds:
                self.likely[0] = max(odds, self.likely[0])
                chosen = theirs, given
                break
        return self._world(*chosen, chance)

    @cached_property
    def likely(self) -> list[float]:
        """How well the likeliest hand that has been imagined fits; others are imagined so much less often."""
        return [0.02]

    def _fit(self, theirs: int, given: list[int], chance: Random) -> float:
        odds = self.recall.fits(theirs, given, chance) if self.recall.tells else 1.0
        if self.base.phase == RAISED:
            strength = looks(theirs, self.asked.size) + ahead(self.base, self.rival)
            odds *= BLUFF + (1 - BLUFF) / (1 + exp(2 * (STRONG - strength)))
        return odds

    def drawn(self, chance: Random) -> tuple[Quick, list[int]]:
        """Any such hand, likely or not, and the cards that it imagines given into the own pile."""
        theirs, given = self._hidden(chance)
        return self._world(theirs, given, chance), given

    def _hidden(self, chance: Random) -> tuple[int, list[int]]:
        """What the other seat may hold, and may have given into the own pile."""
        given, rest = self._gives([*self.unseen], chance) if self.closed else ([], [*self.unseen])
        count, theirs, random = len(self.memory.position.hands[self.rival]), 0, chance.random
        if self.turned and self.turned not in given:
            theirs, count = self.turned, count - 1
        for _ in range(count):
            theirs |= rest.pop(int(random() * len(rest)))
        return theirs, given

    def _world(self, theirs: int, given: list[int], chance: Random) -> Quick:
        """The hand in which the other seat holds and has given these, and the stock lies anyhow."""
        world, random = self.base.copy(), chance.random
        if world.stock:
            hidden = theirs | sum(given)
            stock = [bit for bit in self.unseen if not bit & hidden]
            stock.sort(key=lambda _: random())
            stock.append(self.bottom)
            world.stock = tuple(stock)
            world.left = sum(stock)
        world.hands = [theirs, theirs]
        world.hands[self.seat] = self.held
        if given and not self.asked.told:
            world.points[self.seat] += sum([POINTS[bit] for bit in given])
        return world

    @cached_property
    def bottom(self) -> int:
        """The turned trump's bit."""
        card = self.memory.position.trump_card
        return 0 if card is None else bit_of(card, self.memory.trump)

    def _gives(self, pool: list[int], chance: Random) -> tuple[list[int], list[int]]:
        """The closed cards, and what is left of the pool."""
        free = [*pool, self.turned] if self.turned else pool
        order, given = _ordered(free, chance), list[int]()
        for count, points in self.told:
            given += _worth_so([bit for bit in order if bit not in given], count, points)
        given += [bit for bit in order if bit not in given][: self.closed - len(given)]
        return given, [bit for bit in pool if bit not in given]


def _ordered(free: list[int], chance: Random) -> list[int]:
    """These cards in random order, the likely gives rather first."""
    keys = {bit: chance.random() ** (1 / give_weight(bit)) for bit in free}
    return sorted(free, key=keys.__getitem__, reverse=True)


def _worth_so(cards: list[int], count: int, points: int) -> list[int]:
    """The first `count` of these cards that are worth `points` together; none, if there are none."""
    some = (part for part in combinations(cards, count) if sum([POINTS[bit] for bit in part]) == points)
    return list(next(some, ()))
