"""Exact distributions of counts: what chance deals, and how unusual a count is.

Here: hypergeometric and binomial counts, sums of independent ones, two-sided p-values, Holm's correction. Never: a
card, a game, an approximation by a normal curve.

Every sum is of positive terms, so that a float's relative error grows by no more than 2⁻⁵³ a term: below 10⁻¹⁰ for
ten thousand hands. Ends of a distribution below `LEAST` are cut off, and no p-value below that is told from it.
Sources: W. Feller, "An Introduction to Probability Theory and Its Applications", II.6 (hypergeometric), XI.1 (sums);
S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, fsum
from typing import Final, Self

from ..errors import LocalError

LEAST: Final = 1e-60
"""Probabilities below this are not told from it."""


@dataclass(frozen=True)
class Chances:
    """How likely each count is: `weights[i]` is the probability of `first + i`; they sum to 1."""

    weights: tuple[float, ...]
    first: int = 0

    @classmethod
    def of(cls, chances: Iterable[Fraction]) -> Self:
        """From exact probabilities of 0, 1, 2, …"""
        return cls(tuple(map(float, chances)))

    @property
    def mean(self) -> float:
        """The expected count."""
        return fsum(weight * count for count, weight in enumerate(self.weights, self.first))

    def __add__(self, other: Chances) -> Chances:
        """The sum of two independent counts."""
        short, long = sorted((self.weights, other.weights), key=len)
        sums = [0.0] * (len(short) + len(long) - 1)
        for at, weight in enumerate(short):
            if weight:
                for place, more in enumerate(long, at):
                    sums[place] += weight * more
        return Chances(tuple(sums), self.first + other.first)._cut()

    def times(self, count: int) -> Chances:
        """The sum of `count` independent counts like this one."""
        total, power = Chances((1.0,)), self
        while count:
            if count & 1:
                total += power
            count >>= 1
            if count:
                power += power
        return total

    def _cut(self) -> Chances:
        weights, first = self.weights, self.first
        kept = [at for at, weight in enumerate(weights) if weight >= LEAST]
        return Chances(weights[kept[0] : kept[-1] + 1], first + kept[0]) if kept else self

    def at_most(self, count: int) -> float:
        """The probability of this count or a lower one; 0 stands for less than `LEAST` too."""
        return min(1.0, fsum(self.weights[: max(0, count - self.first + 1)]))

    def at_least(self, count: int) -> float:
        """The probability of this count or a higher one; 0 stands for less than `LEAST` too."""
        return min(1.0, fsum(self.weights[max(0, count - self.first) :]))

    def p_value(self, count: int) -> float:
        """How often chance is at least so far out, on either side: twice the smaller tail, at most 1."""
        return max(LEAST, min(1.0, 2 * min(self.at_most(count), self.at_least(count))))

    def usual(self, share: float = 0.95) -> tuple[int, int]:
        """The least and the most of the counts that are left when (1 - `share`) / 2 is cut off at either end."""
        end = (1 - share) / 2
        below = list(accumulate(self.weights))
        above = list(accumulate(reversed(self.weights)))
        low = next(at for at, chance in enumerate(below) if chance > end)
        high = next(at for at, chance in enumerate(above) if chance > end)
        return self.first + low, self.first + len(self.weights) - 1 - high


def drawn(total: int, marked: int, count: int) -> tuple[Fraction, ...]:
    """Exactly how likely 0, 1, … `count` marked cards are among `count` drawn of `total`, `marked` of them marked.

    Raises `LocalError` for numbers that are no draw.
    """
    if not 0 <= marked <= total or not 0 <= count <= total:
        raise LocalError("Nobody can draw so many of so few cards.")
    ways = comb(total, count)
    return tuple(Fraction(comb(marked, hit) * comb(total - marked, count - hit), ways) for hit in range(count + 1))


def happens(odds: Fraction) -> tuple[Fraction, Fraction]:
    """Something that happens with these odds, counted: 0 or 1."""
    return 1 - odds, odds


def total_of(counts: Iterable[tuple[Chances, int]]) -> Chances:
    """The sum of independent counts, each (how one is distributed, how many there are)."""
    total = Chances((1.0,))
    for one, many in counts:
        total += one.times(many)
    return total


def corrected(p_values: Sequence[float]) -> tuple[float, ...]:
    """The p-values of several questions asked at once, in their order: Holm's, whatever the questions share.

    To call what is below α unusual is wrong for any of them with probability α at most.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    found, worst = [1.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        worst = max(worst, min(1.0, p_values[at] * (len(order) - rank)))
        found[at] = worst
    return tuple(found)
