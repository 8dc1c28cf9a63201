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
from .habits import STRONG, power
from .memory import Memory
from .quick import FOLLOWING, LAST_WORD, LEADING, NOBODY, RAISED, SEIZED, Questions, Quick, questions
from .recall import Recall

PHASES: Final = {
    Phase.LEAD: LEADING, Phase.SEIZED: SEIZED, Phase.RAISED: RAISED, Phase.FOLLOW: FOLLOWING,
    Phase.LAST_WORD: LAST_WORD,
}  # fmt: skip
"""A quick hand's name for each phase in which a player chooses."""


TRIES: Final = 6
"""How many imagined hands are looked at for one that fits what was seen."""

BLUFF: Final = 0.1
"""How often somebody raises with a poor hand, beside a strong one."""


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
        world, given = self.drawn(chance)
        for _ in range(TRIES):
            odds = self.recall.fits(world.hands[self.rival], given, chance) if self.recall.seen else 1.0
            if self.memory.position.phase is Phase.RAISED:
                odds *= BLUFF + (1 - BLUFF) / (1 + exp(2 * (STRONG - power(world, self.rival))))
            if odds >= 1 or chance.random() < odds:
                break
            world, given = self.drawn(chance)
        return world

    def drawn(self, chance: Random) -> tuple[Quick, list[int]]:
        """Any such hand, likely or not, and the cards that it imagines given into the own pile."""
        world = self.base.copy()
        random = chance.random
        pool = sorted(self.unseen, key=lambda _: random())
        given, rest = self._gives(pool, chance)
        count = len(self.memory.position.hands[self.rival])
        theirs = 0
        if self.turned and self.turned not in given:
            theirs, count = self.turned, count - 1
        theirs |= sum(rest[:count])
        stock = rest[count:]
        if world.stock:
            card = self.memory.position.trump_card
            stock.append(0 if card is None else bit_of(card, self.memory.trump))
        world.stock = tuple(stock)
        world.below = _below(world.stock)
        world.hands = [theirs, theirs]
        world.hands[self.seat] = self.held
        if not self.asked.told:
            world.points[self.seat] += sum([POINTS[bit] for bit in given])
        return world, given

    def _gives(self, pool: list[int], chance: Random) -> tuple[list[int], list[int]]:
        """The closed cards, and what is left of the pool."""
        if not self.closed:
            return [], pool
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


def _below(stock: tuple[int, ...]) -> tuple[int, ...]:
    below, left = [0], 0
    for bit in reversed(stock):
        left |= bit
        below.append(left)
    return tuple(reversed(below))
