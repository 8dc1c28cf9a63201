"""Exact distributions: against counting every draw, against fractions, and against what a p-value must be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.stats.chance import LEAST, Chances, corrected, drawn, happens, total_of


@pytest.mark.parametrize(("total", "marked", "count"), [(19, 4, 3), (19, 3, 3), (12, 8, 5), (6, 0, 2), (5, 5, 5)])
def test_a_draw_is_what_counting_all_draws_gives(total, marked, count):
    seen = Counter(sum(card < marked for card in hand) for hand in combinations(range(total), count))
    odds = drawn(total, marked, count)
    assert sum(odds) == 1
    assert [chance * sum(seen.values()) for chance in odds] == [seen[hit] for hit in range(count + 1)]


def test_no_draw_of_more_than_there_is():
    for numbers in ((5, 6, 2), (5, 2, 6), (5, -1, 2)):
        with pytest.raises(LocalError):
            drawn(*numbers)


def exact_sum(parts: list[tuple[Fraction, ...]]) -> list[Fraction]:
    total = [Fraction(1)]
    for part in parts:
        longer = [Fraction(0)] * (len(total) + len(part) - 1)
        for at, one in enumerate(total):
            for more, other in enumerate(part, at):
                longer[more] += one * other
        total = longer
    return total


def test_sums_are_those_of_fractions_to_the_last_digits():
    one, other = drawn(35, 8, 3), drawn(19, 3, 5)
    exact = exact_sum([one] * 40 + [other] * 25)
    found = total_of([(Chances.of(one), 40), (Chances.of(other), 25)])
    for count, chance in enumerate(exact):
        at = count - found.first
        got = found.weights[at] if 0 <= at < len(found.weights) else 0.0
        if chance > Fraction(1, 10**55):
            assert got == pytest.approx(float(chance), rel=1e-12)
        else:
            assert got < 1e-54
    assert found.mean == pytest.approx(float(40 * Fraction(24, 35) + 25 * Fraction(15, 19)), rel=1e-12)
    for count in (0, 20, 46, 60, 90):
        tail = sum(exact[count:])
        assert found.at_least(count) == pytest.approx(float(tail), rel=1e-11, abs=1e-50)
        p = min(1, 2 * min(tail, sum(exact[: count + 1])))
        assert found.p_value(count) == pytest.approx(float(p), rel=1e-11, abs=1e-50)


def test_thousands_of_hands_are_summed_in_a_moment():
    found = Chances.of(drawn(35, 8, 3)).times(10_000)
    assert sum(found.weights) == pytest.approx(1, rel=1e-10)
    assert found.mean == pytest.approx(10_000 * 24 / 35, rel=1e-10)
    assert len(found.weights) < 4000
    assert found.p_value(0) == found.p_value(30_000) == LEAST


def test_a_p_value_is_below_alpha_no_more_often_than_alpha():
    chances = Chances.of(happens(Fraction(1, 3))).times(30)
    p_values = {count: chances.p_value(count) for count in range(31)}
    for alpha in (0.001, 0.01, 0.05, 0.2, 0.5):
        wrong = sum(chances.at_most(c) - chances.at_most(c - 1) for c, p in p_values.items() if p <= alpha)
        assert wrong <= alpha + 1e-12
    assert max(p_values.values()) == 1.0


def test_the_usual_range_cuts_off_its_share_at_most():
    chances = Chances.of(drawn(35, 8, 3)).times(50)
    low, high = chances.usual()
    assert chances.at_most(low - 1) <= 0.025 < chances.at_most(low)
    assert chances.at_least(high + 1) <= 0.025 < chances.at_least(high)
    assert low < chances.mean < high


def test_several_questions_are_corrected():
    assert corrected([]) == ()
    assert corrected([0.04]) == (0.04,)
    assert corrected([0.5, 0.01, 0.02]) == (0.5, 0.03, 0.04)
    assert corrected([0.9, 0.8]) == (1.0, 1.0)
    chance, wrong = Random(5), 0
    for _ in range(4000):
        wrong += min(corrected([chance.random() for _ in range(5)])) < 0.05
    assert wrong / 4000 < 0.062
