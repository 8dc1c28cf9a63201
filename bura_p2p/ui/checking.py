"""Game files and games of the store, checked.

Here: which reports there are, and what keeps one from being there. Never: a verdict, a store that is opened here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from ..errors import LocalError
from ..store import GameRow, Store
from ..verify import Verdict, verify_file
from . import console
from .cores import Outcome, jobs_of, outcomes, processes_for
from .inert import inert
from .output import FAILURE
from .paths import shown_path
from .tongue import local, t
from .verdict import HEADLINES


def reports(
    found: Mapping[Path, LocalError | None], *, quiet: bool, processes: int | None = None
) -> Iterator[tuple[Path, Outcome]]:
    """Each file's report, or why it cannot be read, in the order of `found` (see `files.game_files`).

    Files of one game are judged with each other's entries. So many `processes` work, or as many as are worth it.
    `quiet` tells no progress, which goes to a terminal only.
    """
    told: dict[Path, Outcome] = {path: fault for path, fault in found.items() if fault is not None}
    meter = Progress(len(found), quiet=quiet)
    meter.tell(len(told))
    jobs = jobs_of([path for path, fault in found.items() if fault is None])
    with closing(outcomes(jobs, processes or processes_for(jobs))) as checked, meter:
        for path in found:
            while path not in told:
                other, outcome = next(checked)
                told[other] = outcome
                meter.tell(meter.done + 1)
            meter.clear()
            yield path, told.pop(path)


class Progress:
    """One line on standard error, where that is a terminal: how many of `total` are done of `what`."""

    def __init__(self, total: int, *, quiet: bool, what: str = "") -> None:
        shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.done = 0
        self._total = total
        self._what = what or t("checking game files")
        self._shown = shown and not quiet
        self._width = 0

    def tell(self, done: int) -> None:
        """So many are done."""
        self.done = done
        line = t("{what}: {done} of {total} done", what=self._what, done=done, total=self._total)
        self._write(f"\r{line}")
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away; what follows may be written in its place."""
        if self._width:
            self._write(f"\r{' ' * self._width}\r")
        self._width = 0

    def _write(self, text: str) -> None:
        if self._shown:
            with suppress(OSError):  # the terminal is gone; the verdicts may have another place to go
                sys.stderr.write(text)
                sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        self.clear()


def progress(path: Path, *, quiet: bool) -> None:
    """Say on a terminal which file is looked at."""
    if sys.stderr is not None and sys.stderr.isatty() and not quiet:
        console.complain(t("checking {path} ...", path=shown_path(path)))


def tell_beside(store: Store) -> None:
    """Say on standard error where another process uses the store, so that its newest games are missing here."""
    if store.beside:
        console.complain(t(
            "Another bura is running; of a game that is played there now, the newest part may be missing here."
        ))


def check_game(store: Store, row: GameRow) -> tuple[int, dict[str, Any], str]:
    """One game's part of the exit code, its check for programs, and for people."""
    if row.entries == 0:
        return 0, {"verdict": None, "exit": 0}, t("; nothing was played")
    try:
        report = verify_file(store.export(row.id))
    except LocalError as fault:
        return FAILURE, {"verdict": None, "exit": FAILURE, "fault": str(fault)}, f"; {inert(local(str(fault)), 300)}"
    code = 0 if report.verdict is Verdict.OPEN else report.exit_code
    found = {"verdict": report.verdict.label, "exit": report.exit_code}
    return code, found, f"; {t(HEADLINES[report.verdict])}"


def check_store(store: Store) -> int:
    """The exit code of the store's own check; what it finds goes to standard error."""
    found = store.check()
    for sentence in found:
        console.complain(local(sentence))
    return FAILURE if found else 0
