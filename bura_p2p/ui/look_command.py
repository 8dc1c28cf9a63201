"""The commands that look at game files: `verify`, `replay`.

Here: their options, what they print, their exit codes. Never: a verdict, the store.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..errors import LocalError, PeerError
from ..log.file import MalformedFile
from ..verify import Verdict
from . import console, replay, verdict
from .checking import reports
from .files import game_data, game_files
from .inert import inert, quoted
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


def replay_command(file: Path, /, *, json: Switch = False) -> int:
    """Write a game down from its file, hand by hand and trick by trick.

    A numbered line is a trick, with what was said before its lead.

    '-' is what was said when no lead followed, '=' the end of a hand, '#' a remark.

    What stays closed is only counted: 'give 1 closed'.

    A player without a plain name is called by the seat: seat0, seat1 and so on.

    Programs read this text as it is (README.md, "Notation").
    """
    data = game_data(file)
    try:
        if json:
            console.write_lines(map(json_line, replay.replay_json(data)))
        else:
            console.write_lines([replay.replay_text(data)])
    except (MalformedFile, PeerError) as fault:
        console.complain(f"{quoted(file)} is not a readable game file: {inert(str(fault)).rstrip('.')}.")
        return Verdict.MALFORMED.exit_code
    return 0
