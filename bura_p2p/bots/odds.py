"""The exact odds that closed cards are worth enough for a claim.

Here: one sum over every way in which cards can have been given. Never: chance, a play.
"""

from __future__ import annotations

from collections.abc import Iterable


def odds_of_points(weighted: Iterable[tuple[int, float]], count: int, least: int) -> float:
    """How likely `count` of these cards are worth at least `least` points together.

    `weighted`: each card's points and its weight; a set of cards is as likely as the product of its weights. 0 if
    there are fewer cards than `count`.
    """
    # ways[n][points]: the weight of all sets of n cards worth so much; all from `least` on count as `least`.
    ways: list[dict[int, float]] = [{} for _ in range(count + 1)]
    ways[0][0] = 1.0
    most = max(0, least)
    for points, weight in weighted:
        for size in range(count, 0, -1):
            grown = ways[size]
            for total, way in ways[size - 1].items():
                reached = min(most, total + points)
                grown[reached] = grown.get(reached, 0.0) + way * weight
    every = sum(ways[count].values())
    return ways[count].get(most, 0.0) / every if every else 0.0
