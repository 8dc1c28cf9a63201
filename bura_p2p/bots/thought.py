"""How long a bot may think: so many imagined hands, or so many seconds of a clock that it is given.

Here: `Thought`. Never: a clock of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Final

MARGIN: Final = 0.1
"""The part of the seconds that is kept back, for what comes before and after the thinking."""

PLENTY: Final = 1_000_000
"""More hands than anybody thinks of within the seconds."""


@dataclass(frozen=True)
class Thought:
    """At most `hands` imagined hands a move, and less than `seconds` of `clock`, where there is one.

    With hands alone the same chance always gives the same move. `stop`, once set, ends a thought that is under way:
    the best move so far is played, or thrown away by whoever asked.
    """

    hands: int = 200
    seconds: float | None = None
    clock: Callable[[], float] | None = None
    stop: Event | None = None

    @classmethod
    def of(cls, seconds: float, clock: Callable[[], float], stop: Event | None = None) -> Thought:
        """So many seconds a move, however many hands that is."""
        return cls(PLENTY, seconds, clock, stop)

    def more(self) -> Callable[[], bool]:
        """A move begins: the question whether there is time for one more hand."""
        left, stop, clock = self.hands, self.stop, self.clock
        ends = None if clock is None or self.seconds is None else clock() + self.seconds * (1 - MARGIN)

        def going_on() -> bool:
            nonlocal left
            left -= 1
            if left < 0 or (stop is not None and stop.is_set()):
                return False
            return ends is None or clock is None or clock() < ends

        return going_on
