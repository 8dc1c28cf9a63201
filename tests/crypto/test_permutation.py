"""Whether the permutation that a seat shuffles by is fair: each order, and each card in each place."""

from __future__ import annotations

from collections import Counter

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.shuffle import random_permutation

DRAWS = 12_000


def test_each_order_of_three_is_as_likely() -> None:
    """2,000 of each within five standard deviations; swapping with any place would give 1,778 or 2,222."""
    tape = Tape("fair orders")
    drawn = Counter(random_permutation(3, tape) for _ in range(DRAWS))
    assert len(drawn) == 6
    assert all(abs(count - DRAWS / 6) < 5 * (DRAWS * 5 / 36) ** 0.5 - 5 for count in drawn.values()), drawn


@pytest.mark.parametrize("N", [20, 36])
def test_each_card_comes_to_each_place_as_often(N: int) -> None:
    """All places, so the last one and that of the turned trump too: chi-square, N − 1 degrees of freedom a place."""
    tape, rounds = Tape(f"fair places of {N}"), 2_000
    places = [Counter[int]() for _ in range(N)]
    for _ in range(rounds):
        for place, card in zip(places, random_permutation(N, tape), strict=True):
            place[card] += 1
    usual = rounds / N
    for place in places:
        distance = sum((place[card] - usual) ** 2 / usual for card in range(N))
        assert distance < N - 1 + 5.5 * (2 * (N - 1)) ** 0.5
