"""`bura verify`: game files, checked as a stranger does.

Here: the command, what it prints, its exit codes. Never: a verdict, the store.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..errors import LocalError
from ..verify import Verdict
from . import console, verdict
from .checking import reports
from .files import game_files
from .machine import json_line
from .options import JsonLines
from .output import FAILURE, complained
from .tongue import local, t, tn

Files = Annotated[list[str], Parameter(name="FILE", negative="", help="Game files, or folders of them.")]
"""Paths as text: the command library takes a list of anything else for JSON where a name begins with a bracket."""


def verify(files: Files, /, *, json: JsonLines = False) -> int:
    """Check game files, finished or broken off, as a stranger; a folder stands for the .bura files in it and below.

    Both sides' files of one game are judged together. Many files are checked on all cores.

    The exit code is the highest of all files:
    0 fair, 10 open or forked, 20 and 21 somebody broke the protocol, 22 void, 30 not readable, 40 too new.
    """
    worst, games = 0, list[tuple[bytes, bytes]]()
    for path, report in reports(game_files(list(map(Path, files))), quiet=json):
        if isinstance(report, LocalError):
            worst = max(worst, complained(FAILURE, local(str(report))))
            continue
        worst = max(worst, report.exit_code)
        games.append((report.table_id, report.head) if report.verdict is Verdict.FAIR else (b"", b""))
        if json:
            console.write_lines([json_line(verdict.report_json(report, str(path)))])
        else:
            console.write_lines([verdict.report_text(report, str(path))])
    if not json:
        console.write_lines(_alike(games))
    return worst


def _alike(games: list[tuple[bytes, bytes]]) -> list[str]:
    """One line where several fair files are all of one game: table id and head, empty for what is not fair."""
    if len(games) < 2 or len(set(games)) > 1 or not all(games[0]):
        return []
    if len(games) == 2:
        return [t("Both files are of one game, and agree.")]
    return [tn("The {n} file is of one game.", "All {n} files are of one game, and agree.", len(games))]
