"""What a number of hands says about two players.

Here: results of mirrored deals added up, shares and means with their 95 % intervals. Never: a hand, a word of output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, variance
from typing import Final, NamedTuple

Z: Final = 1.959964
"""Standard errors to each side of a 95 % interval."""


class Interval(NamedTuple):
    """A figure, and what it lies between in 95 of 100 such measurements."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Deal:
    """One deal played from both seats: for each of the two hands what the first player gained (points or chips; below
    0: lost), and whether it won (1), lost (-1), or neither (0).
    """

    gains: tuple[float, float]
    wins: tuple[int, int]


def share_won(deals: Sequence[Deal], sign: int) -> Interval:
    """The part of all hands that the first player won (`sign` 1) or lost (-1), with Wilson's interval.

    The interval is that of hands that have nothing to do with each other; mirrored ones vary less.
    """
    count = 2 * len(deals)
    hits = sum(won == sign for deal in deals for won in deal.wins)
    part, bound = hits / count, Z * Z / count
    middle = (part + bound / 2) / (1 + bound)
    reach = Z / (1 + bound) * sqrt(part * (1 - part) / count + bound / (4 * count))
    return Interval(part, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_gain(deals: Sequence[Deal]) -> Interval:
    """What the first player gains in a hand: the deals are independent, their two hands are not."""
    means = [mean(deal.gains) for deal in deals]
    value = mean(means)
    reach = Z * sqrt(variance(means) / len(means)) if len(means) > 1 else float("inf")
    return Interval(value, value - reach, value + reach)


def share_gained(deals: Sequence[Deal]) -> Interval:
    """The part of all that changed hands which went to the first player; deals are taken as they come (a ratio of two
    sums, linearised).
    """
    own = [sum(gain for gain in deal.gains if gain > 0) for deal in deals]
    both = [sum(map(abs, deal.gains)) for deal in deals]
    total = sum(both)
    if not total:
        return Interval(0.5, 0.0, 1.0)
    value = sum(own) / total
    apart = sum((part - value * whole) ** 2 for part, whole in zip(own, both, strict=True))
    reach = Z * sqrt(apart * len(deals) / max(1, len(deals) - 1)) / total
    return Interval(value, max(0.0, value - reach), min(1.0, value + reach))
