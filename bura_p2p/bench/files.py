"""Many game files, checked on one core and on two.

Here: files of whole hands of 36 cards, and how long their check takes on the wall. Never: a check of its own (whoever
calls says what `bura verify` checks files with).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from ..errors import LocalError
from ..rules.builtin import find_ruleset
from ..sentences import N_, Sentence
from ..verify import Report, Verdict
from .play import whole_hands

FILES: Final = 100
GAMES: Final = 10
"""Different games among them; a copy of a game is a job of its own here, and is checked whole."""

ROUNDS: Final = 3
"""How often either is measured, in turn."""

CheckFiles: TypeAlias = Callable[[Sequence[tuple[Path, ...]], int], Iterable[tuple[Path, Report | LocalError]]]
"""Jobs and a number of processes to the outcome for each file; see `ui.cores.outcomes`."""


def files_figures(check: CheckFiles, count: int = FILES, rounds: int = ROUNDS) -> dict[str, Any]:
    """`files.count`; `files.one_core_s` and `files.two_cores_s`, medians on the wall, the start of the second process
    included; their ratio, None on a computer with one core.
    """
    with TemporaryDirectory() as folder:
        paths = _written(Path(folder), count)
        times: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(rounds):
            for processes, taken in times.items():
                taken.append(_timed(check, paths, processes))
    one, two = (median(taken) for taken in times.values())
    return {
        "files.count": count,
        "files.one_core_s": one,
        "files.two_cores_s": two,
        "files.two_cores_ratio": two / one if (os.cpu_count() or 1) > 1 else None,
    }


def _written(folder: Path, count: int) -> list[Path]:
    games = [play.file() for play in islice(whole_hands(find_ruleset("classic")), min(GAMES, count))]
    paths = [folder / f"{number}.bura" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(games[number % len(games)])
    return paths


def _timed(check: CheckFiles, paths: Sequence[Path], processes: int) -> float:
    start = time.perf_counter()
    outcomes = dict(check([(path,) for path in paths], processes))
    taken = time.perf_counter() - start
    fair = [one for one in outcomes.values() if isinstance(one, Report) and one.verdict is Verdict.FAIR]
    if len(fair) != len(paths):
        raise LocalError("The benchmark's own games do not verify.")
    return taken


def files_text(figures: Mapping[str, Any]) -> Sentence:
    """One line for people, without the target."""
    one, two, ratio = (figures[f"files.{name}"] for name in ("one_core_s", "two_cores_s", "two_cores_ratio"))
    values = {"count": figures["files.count"], "one": one, "two": two}
    if ratio is None:
        return Sentence("{count} game files: {one:.2f} s on one core, {two:.2f} s on two", **values)
    told = N_("{count} game files: {one:.2f} s on one core, {two:.2f} s on two, ratio {ratio:.2f}")
    return Sentence(told, **values, ratio=ratio)
