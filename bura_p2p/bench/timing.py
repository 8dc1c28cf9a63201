"""Timing: a piece of work and its bare cost, one after the other, many times over, and the medians.

Here: clocks and medians. Never: what is timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from statistics import median

from .bare import Bare, Call, recorded

FINE = 1e-5
"""A process clock must tick at least so often (seconds) to be of use."""


def pick_clock() -> Callable[[], float]:
    """Seconds of this process's own work where the system counts them finely, else of wall time."""
    return time.process_time if time.get_clock_info("process_time").resolution <= FINE else time.perf_counter


CLOCK = pick_clock()


class Meter:
    """Adds up the time spent in its blocks. `around` is entered before the clock starts, left after it stops."""

    def __init__(self, around: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        self.seconds = 0.0
        self._around = around
        self._inner: AbstractContextManager[object] = nullcontext()
        self._started = 0.0

    def __enter__(self) -> Meter:
        self._inner = self._around()
        self._inner.__enter__()
        self._started = CLOCK()
        return self

    def __exit__(self, *exc: object) -> None:
        self.seconds += CLOCK() - self._started
        self._inner.__exit__(None, None, None)


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians of one piece of work: milliseconds, those of its bare library calls, and their ratio.

    The last two are None where the compiled library is not installed.
    """

    ms: float
    bare_ms: float | None
    ratio: float | None


def measure(work: Callable[[Meter], object], repetitions: int, also: Sequence[Call] = ()) -> Cost:
    """The cost of `work`, which does what it is to be judged by inside `with meter:`.

    It runs once to record its calls of the group's library, then `repetitions` times, each time followed by those
    calls alone, and by those that it makes `also`.
    """
    bare = Bare.of([*recorded(lambda record: work(Meter(record))), *also])
    own, alone = list[float](), list[float]()
    for _ in range(repetitions):
        meter, floor = Meter(), Meter()
        work(meter)
        own.append(meter.seconds)
        if bare is not None:
            with floor:
                bare()
            alone.append(floor.seconds)
    ms, bare_ms = median(own) * 1000, median(alone) * 1000 if alone else None
    return Cost(ms, bare_ms, ms / bare_ms if bare_ms else None)
