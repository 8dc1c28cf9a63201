"""A bot's chance: odds and picks from bytes.

Here: two questions. Never: anything that a game's fairness hangs on; a bot's dice may be a little uneven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

Entropy = Callable[[int], bytes]
"""n to n fresh bytes."""


def happens(odds: float, entropy: Entropy) -> bool:
    """True with probability `odds` (0 to 1), to a 65536th."""
    return int.from_bytes(entropy(2), "big") < odds * 65536


def sample(items: Sequence[T], count: int, entropy: Entropy) -> list[T]:
    """`count` different items in random order (all, when there are fewer)."""
    pool = list(items)
    drawn = min(count, len(pool))
    bits = int.from_bytes(entropy(4 * drawn), "big")
    for at in range(drawn):
        bits, step = divmod(bits, len(pool) - at)
        pool[at], pool[at + step] = pool[at + step], pool[at]
    return pool[:drawn]
