"""The probabilities against tables: a p-value that is wrong would make every other test here worth nothing."""

from __future__ import annotations

from math import comb, exp
from statistics import NormalDist

import pytest

from tests.hiding.stats import beta, chi_square, chi_square_p, gamma_tail, interval, normal_p, two_samples

TABLE = [  # Abramowitz and Stegun, table 26.8: percentage points of the chi-square distribution
    (1, 0.05, 3.84146), (1, 0.001, 10.828), (2, 0.05, 5.99147), (5, 0.01, 15.0863), (10, 0.05, 18.3070),
    (19, 0.05, 30.1435), (30, 0.95, 18.4926), (30, 0.001, 59.703), (60, 0.99, 37.4848), (100, 0.01, 135.807),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "p", "distance"), TABLE)
def test_chi_square_as_in_the_table(freedom: int, p: float, distance: float) -> None:
    assert chi_square_p(distance, freedom) == pytest.approx(p, rel=5e-4)


def test_chi_square_of_an_even_number_of_degrees_is_a_poisson_sum() -> None:
    for freedom in (2, 8, 36):
        for distance in (0.1, 3.0, 40.0, 200.0):
            half, term, total = distance / 2, 1.0, 0.0
            for n in range(freedom // 2):
                term = term * half / n if n else 1.0
                total += term
            assert chi_square_p(distance, freedom) == pytest.approx(exp(-half) * total, rel=1e-9)
    assert chi_square_p(0, 5) == 1
    assert gamma_tail(0.5, 1e-9) == pytest.approx(1, abs=1e-4)


def test_both_ways_to_compute_meet() -> None:
    for a in (0.5, 3.0, 17.5, 200.0):
        assert gamma_tail(a, a + 1 - 1e-7) == pytest.approx(gamma_tail(a, a + 1 + 1e-7), rel=1e-5)


def test_counts() -> None:
    assert chi_square([10, 20, 30]) == (10.0, pytest.approx(exp(-5)))
    assert chi_square([10, 10], [15, 5])[0] == pytest.approx(20 / 3)
    distance, p = two_samples([10, 20, 0], [20, 10, 0])
    assert distance == pytest.approx(20 / 3)
    assert p == pytest.approx(chi_square_p(20 / 3, 1))


def test_the_normal_tail() -> None:
    for z in (0.0, 1.0, 1.96, 5.0):
        assert normal_p(-z) == normal_p(z) == pytest.approx(2 * NormalDist().cdf(-z), rel=1e-6)


def test_the_beta_function_is_a_binomial_sum() -> None:
    for n, k, x in ((10, 3, 0.2), (10, 3, 0.9), (50, 25, 0.5), (50, 1, 0.01)):
        tail = sum(comb(n, i) * x**i * (1 - x) ** (n - i) for i in range(k, n + 1))
        assert beta(k, n - k + 1, x) == pytest.approx(tail, rel=1e-9)


def test_intervals_as_in_the_paper() -> None:
    """3 of 10 gives 0.0667 to 0.6525, 0 of 10 up to 1 − 0.025^(1/10)."""
    assert interval(3, 10) == (pytest.approx(0.0667, abs=5e-5), pytest.approx(0.6525, abs=5e-5))
    assert interval(0, 10) == (0, pytest.approx(1 - 0.025**0.1))
    assert interval(10, 10) == (pytest.approx(0.025**0.1), 1)
