"""What a process takes: memory, open files, tasks, threads; and whether that grows.

Here: measuring and comparing. Never: a game.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import trio

_FILES: Final = ("/proc/self/fd", "/dev/fd")
_MEMORY: Final = Path("/proc/self/statm")

WARM: Final = 3
"""Games of peers that stay after which everything is loaded that ever will be."""

MOST_MEMORY: Final = 96 * 2**20
"""Bytes by which the process may have grown since then: the largest hand of all rules needs so much, once."""

MEMORY_A_GAME: Final = 32 * 2**10
"""Bytes more for every game: the lists of past games."""

MOST: Final = {"files": 12, "tasks": 12, "threads": 32}
"""By how much the rest may have grown; threads that wait for work end after some seconds."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """Bytes of memory, open files, trio's tasks, threads; None for what this system does not tell."""

    memory: int | None
    files: int | None
    tasks: int
    threads: int

    def described(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def measured() -> Footprint:
    """What this process takes now; under trio."""
    tasks = trio.lowlevel.current_statistics().tasks_living
    return Footprint(_memory(), _files(), tasks, threading.active_count())


def _memory() -> int | None:
    with suppress(OSError, ValueError, IndexError, AttributeError):
        return int(_MEMORY.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return None


def _files() -> int | None:
    for place in _FILES:
        with suppress(OSError):
            return len(os.listdir(place))
    return None


class Health:
    """The footprints of a process after each game. `first`: when it was warm; `most`: the largest memory."""

    def __init__(self) -> None:
        self.first: Footprint | None = None
        self.last: Footprint | None = None
        self._games = 0

    def grown(self, now: Footprint) -> str:
        """Take in one more footprint; what has grown beyond its bound since the first, in English, or empty."""
        self._games += 1
        self.last = now
        if self._games <= WARM:
            return ""
        if self.first is None:
            self.first = now
        return ", ".join(self._growth(self.first, now))

    def _growth(self, first: Footprint, now: Footprint) -> list[str]:
        bounds = {"memory": MOST_MEMORY + MEMORY_A_GAME * self._games, **MOST}
        found = []
        for name, bound in bounds.items():
            before, after = getattr(first, name), getattr(now, name)
            if before is not None and after is not None and after - before > bound:
                found.append(f"{name} {before} -> {after}")
        return found
