"""Probabilities of chance: chi-square, normal and beta distributions, without a library.

Here: p-values and intervals. Never: data. Sources: Abramowitz and Stegun, "Handbook of Mathematical Functions",
6.5.29 (series of the incomplete gamma function), 6.5.31 (its continued fraction), 26.5.8 (that of the beta function),
the fractions by Lentz's method; Clopper and Pearson, Biometrika 26 (1934).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import erfc, exp, lgamma, log, log1p, sqrt

TINY = 1e-300
CLOSE = 1e-14


def _fraction(first: float, terms: Iterator[tuple[float, float]]) -> float:
    """first + a₁/(b₁ + a₂/(b₂ + …)) by Lentz's method."""
    value = c = first or TINY
    d = 0.0
    for a, b in terms:
        d = 1 / (b + a * d or TINY)
        c = b + a / c or TINY
        step = c * d
        value *= step
        if abs(step - 1) < CLOSE:
            return value
    raise ArithmeticError("no end")


def gamma_tail(a: float, x: float) -> float:
    """Q(a, x) = Γ(a, x)/Γ(a), for a > 0 and x ≥ 0."""
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in count(1):
            term *= x / (a + n)
            total += term
            if term < total * CLOSE:
                return 1 - front * total
    return front / _fraction(x + 1 - a, ((-n * (n - a), x + 2 * n + 1 - a) for n in count(1)))


def chi_square_p(distance: float, freedom: int) -> float:
    """The chance of at least this distance with so many degrees of freedom."""
    return gamma_tail(freedom / 2, distance / 2)


def chi_square(counts: Sequence[int], usual: Sequence[float] | None = None) -> tuple[float, float]:
    """(distance, p) of counts from `usual`, by default all alike."""
    expected = usual or [sum(counts) / len(counts)] * len(counts)
    distance = sum((seen - e) ** 2 / e for seen, e in zip(counts, expected, strict=True))
    return distance, chi_square_p(distance, len(counts) - 1)


def two_samples(first: Sequence[int], second: Sequence[int]) -> tuple[float, float]:
    """(distance, p) of two rows of counts from one unknown distribution; columns without anything are left out."""
    rows = [pair for pair in zip(first, second, strict=True) if sum(pair)]
    one, two = (sum(row[at] for row in rows) for at in (0, 1))
    distance = 0.0
    for row in rows:
        for seen, size in zip(row, (one, two), strict=True):
            usual = sum(row) * size / (one + two)
            distance += (seen - usual) ** 2 / usual
    return distance, chi_square_p(distance, len(rows) - 1)


def normal_p(z: float) -> float:
    """The chance that a normal value lies at least so far from its mean, on either side."""
    return erfc(abs(z) / sqrt(2))


def beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), the regularised incomplete beta function, 0 ≤ x ≤ 1."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a

    def terms() -> Iterator[tuple[float, float]]:
        for m in count(1):
            yield -(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1)), 1.0
            yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1.0

    return front / _fraction(1.0, terms())


def _where(rises: Callable[[float], float], level: float) -> float:
    """Where a rising function on 0 … 1 reaches `level`."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < level else (low, middle)
    return (low + high) / 2


def interval(hits: int, tries: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Clopper-Pearson interval of a rate."""
    side = (1 - confidence) / 2
    low = _where(lambda x: beta(hits, tries - hits + 1, x), side) if hits else 0.0
    high = _where(lambda x: beta(hits + 1, tries - hits, x), 1 - side) if hits < tries else 1.0
    return low, high
