"""The clock of one move: how long a seat has left, and when it stands still.

Here: arithmetic on times that are given. Never: a timer, an outcome: a clock that is out makes none by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf


@dataclass(slots=True)
class MoveClock:
    """`seconds` for each move, 0 for no clock at all. It stands still while the link is down, for at most `budget`
    seconds for one seat in one hand; and without end while it is held. All times in seconds of one monotonic clock.
    """

    seconds: float
    budget: float
    place: tuple[int, int] | None = None
    _deadline: float = 0.0
    _stopped: float | None = None
    _held: float | None = None
    _used: dict[tuple[int, int], float] = field(default_factory=dict)
    _hand: int = 0

    @property
    def seat(self) -> int | None:
        """Whose move is timed, or None."""
        return None if self.place is None else self.place[1]

    def move(self, place: tuple[int, int] | None, hand: int, now: float) -> bool:
        """The table waits for `place` (round, seat), in this hand; None for nobody. Whether a new move is timed."""
        if not self.seconds or place == self.place:
            return False
        self.place, self._hand = place, hand
        self._deadline = now + self.seconds
        if self._stopped is not None:
            self._stopped = now
        if self._held is not None:
            self._held = now
        return place is not None

    def stop(self, now: float) -> None:
        """The link is down."""
        self._release(now)
        if self._stopped is None:
            self._stopped = now

    def hold(self, now: float) -> None:
        """Who owes the move may not make it before the other side's word on a new link: that time costs nothing."""
        self.go_on(now)
        self._held = now

    def _release(self, now: float) -> None:
        self._deadline += 0.0 if self._held is None else now - self._held
        self._held = None

    def go_on(self, now: float) -> None:
        """The link stands again: what was lost meanwhile is given back, as far as the budget reaches."""
        self._release(now)
        if self._stopped is None:
            return
        if self.place is not None:
            key = (self._hand, self.place[1])
            given = min(now - self._stopped, self.budget - self._used.get(key, 0.0))
            self._used[key] = self._used.get(key, 0.0) + given
            self._deadline += given
        self._stopped = None

    def more(self, seconds: float) -> None:
        """The one who waits gives more time."""
        self._deadline += seconds

    def left(self, now: float) -> float | None:
        """Seconds until the time is out (below 0: since); None where nothing is timed or the clock stands still."""
        shown = self.shown(now)
        return None if shown is None or shown[1] else shown[0]

    def shown(self, now: float) -> tuple[float, float] | None:
        """What to show of it: the seconds until the time is out (below 0: since), and for how many seconds the clock
        stands still now (0: it runs; without end while it is held). None where nothing is timed.
        """
        if not self.seconds or self.place is None:
            return None
        if self._held is not None:
            return self._deadline - self._held, inf
        if self._stopped is None:
            return self._deadline - now, 0.0
        rests = self.budget - self._used.get((self._hand, self.place[1]), 0.0)
        still = min(now - self._stopped, rests)
        return self._deadline + still - now, rests - still
