"""How long a bot may think: so many imagined hands, or so many seconds of a clock that it is given.

Here: `Thought`. Never: a clock of its own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..rules.actions import Action
from ..table.view import View

MARGIN: Final = 0.15
"""The part of the seconds that is kept back, for what comes before and after the thinking."""

PLENTY: Final = 1_000_000
"""More hands than anybody thinks of within the seconds."""


def undisturbed(think: Callable[[View], Action], view: View) -> Action:
    """Think, while nobody tidies up memory, which may take longer than the thought: imagined hands leave nothing
    behind that needs it.
    """
    tidied = gc.isenabled()
    gc.disable()
    try:
        return think(view)
    finally:
        if tidied:
            gc.enable()


@dataclass(frozen=True)
class Thought:
    """At most `hands` imagined hands a move, and less than `seconds` of `clock`, where there is one.

    With hands alone the same chance always gives the same move.
    """

    hands: int = 200
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    @classmethod
    def of(cls, seconds: float, clock: Callable[[], float]) -> Thought:
        """So many seconds a move, however many hands that is."""
        return cls(PLENTY, seconds, clock)

    def more(self) -> Callable[[], bool]:
        """A move begins: the question whether there is time for one more hand, as long as the longest so far."""
        clock, seconds = self.clock, self.seconds
        if clock is None or seconds is None:
            return self._counted()
        return _timed(clock, seconds * (1 - MARGIN), self.hands)

    def _counted(self) -> Callable[[], bool]:
        left = self.hands

        def going_on() -> bool:
            nonlocal left
            left -= 1
            return left >= 0

        return going_on


def _timed(clock: Callable[[], float], seconds: float, hands: int) -> Callable[[], bool]:
    before, longest, left = clock(), 0.0, hands
    ends = before + seconds

    def going_on() -> bool:
        nonlocal before, longest, left
        now = clock()
        longest, before, left = max(longest, now - before), now, left - 1
        return left >= 0 and now + longest < ends

    return going_on
