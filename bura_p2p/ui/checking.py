"""Game files and games of the store, checked one after another.

Here: which reports there are, and what keeps one from being there. Never: a verdict, a store that is opened here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..errors import LocalError
from ..log.file import game_key
from ..store import GameRow, Store
from ..verify import Lent, Report, Verdict, verify_file
from . import console
from .files import game_data
from .inert import inert
from .verdict import HEADLINES

FAILURE: Final = 1
"""The exit code of what could not be done."""


def reports(paths: Sequence[Path], *, quiet: bool) -> Iterator[tuple[Path, Report | LocalError]]:
    """Each file's report, or why it cannot be read, in order. One file's bytes at a time are in memory.

    Files of one game are judged with each other's entries. `quiet` tells no progress, which goes to a terminal only.
    """
    keys = {path: game_key(data) for path in paths if (data := _bytes_or_none(path)) is not None}
    often = {key for key, number in Counter(keys.values()).items() if number > 1}
    lent: dict[bytes | None, Lent] = {}
    for path in paths:
        progress(path, quiet=quiet)
        key = keys.get(path)
        if key in often and key is not None and key not in lent:
            alike = (data for other in keys if keys[other] == key and (data := _bytes_or_none(other)) is not None)
            lent[key] = Lent.of(alike, key)
        try:
            yield path, verify_file(game_data(path), lent.get(key, Lent()))
        except LocalError as fault:
            yield path, fault


def progress(path: Path, *, quiet: bool) -> None:
    """Say on a terminal which file is looked at."""
    if sys.stderr is not None and sys.stderr.isatty() and not quiet:
        console.complain(f"checking {inert(str(path))} ...")


def _bytes_or_none(path: Path) -> bytes | None:
    try:
        return game_data(path)
    except LocalError:
        return None


def check_game(store: Store, row: GameRow) -> tuple[int, dict[str, Any], str]:
    """One game's part of the exit code, its check for programs, and for people."""
    if row.entries == 0:
        return 0, {"verdict": None, "exit": 0}, "; nothing was played"
    try:
        report = verify_file(store.export(row.id))
    except LocalError as fault:
        return FAILURE, {"verdict": None, "exit": FAILURE, "fault": str(fault)}, f"; {inert(str(fault), 300)}"
    code = 0 if report.verdict is Verdict.OPEN else report.exit_code
    found = {"verdict": report.verdict.label, "exit": report.exit_code}
    return code, found, f"; {HEADLINES[report.verdict]}"


def check_store(store: Store) -> int:
    """The exit code of the store's own check; what it finds goes to standard error."""
    found = store.check()
    for sentence in found:
        console.complain(sentence)
    return FAILURE if found else 0
