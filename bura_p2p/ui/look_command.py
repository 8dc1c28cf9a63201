"""`bura verify`: game files, checked as a stranger does.

Here: the command, what it prints, its exit codes. Never: a verdict, the store.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..errors import LocalError
from . import console, verdict
from .checking import reports
from .files import game_files
from .machine import json_line
from .options import Switch
from .output import FAILURE, complained


def verify(files: Annotated[list[Path], Parameter(name="FILE", negative="")], /, *, json: Switch = False) -> int:
    """Check game files, finished or broken off, as a stranger; a folder stands for the .bura files in it and below.

    Both sides' files of one game are judged together. Many files are checked on all cores.

    The exit code is the highest of all files:
    0 fair, 10 open or forked, 20 and 21 somebody broke the protocol, 22 void, 30 not readable, 40 too new.
    """
    worst = 0
    for path, report in reports(game_files(files), quiet=json):
        if isinstance(report, LocalError):
            worst = max(worst, complained(FAILURE, str(report)))
            continue
        worst = max(worst, report.exit_code)
        if json:
            console.write_lines([json_line(verdict.report_json(report, str(path)))])
        else:
            console.write_lines([verdict.report_text(report, str(path))])
    return worst
