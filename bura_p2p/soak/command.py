"""`bura soak`: what is played, told to people and programs.

Here: arguments, the line of progress, the summary, the exit code. Never: a game.
"""

from __future__ import annotations

import json as json_text
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import trio

from ..errors import LocalError, UsageError
from ..ui.options import Json
from ..ui.output import complain, write_lines
from ..ui.paths import quoted
from ..ui.tongue import local, t, tn
from .health import Footprint
from .playing import Player, Soak
from .progress import Finding, Progress

MINUTE: Final = 60.0
"""Seconds between two lines of progress."""

LONGEST: Final = 60 * 24 * 366
"""Minutes that may be asked for."""


def soak(
    *,
    minutes: float = 5.0,
    number: int = 0,
    first: int = 0,
    games: int | None = None,
    keep: Path | None = None,
    program: str | None = None,
    json: Json = False,
) -> int:
    """Hours of hostile play: real peers by all rules, over lines that break, killed, taken up again, and lied to.

    After each game both files are verified and compared, every lie must have been found and named as the text
    demands, no secret may be left in a store, and this process may not have grown. Ends with 0, or with 1 where
    something was found; Ctrl-C ends it with what was found so far.

    Parameters
    ----------
    minutes
        How long to play; the last game is played to its end.
    number
        The number from which the games are drawn; the same number draws the same ones.
    first
        Begin with this game of them.
    games
        Play so many games at most.
    keep
        The folder where failed games are kept, with all that repeats them; else a new one, which is named.
    program
        The command that starts the peers that are killed and lied to; else this program.
    """
    asked = _asked(minutes, number, first, games, keep, program)
    progress, began = Progress(), time.monotonic()
    try:
        if not json:
            write_lines([t("Hostile play by number {number}; Ctrl-C ends it.", number=number)])
        player = Player(asked, progress, _teller(began, began + asked.seconds))
        trio.run(player.run, restrict_keyboard_interrupt_to_checkpoints=True)
    except* KeyboardInterrupt:
        progress.interrupted = True
    seconds = time.monotonic() - began
    write_lines([json_text.dumps(described(asked, progress, seconds))] if json else summary(progress, seconds))
    return progress.exit_code


def _asked(
    minutes: float, number: int, first: int, games: int | None, keep: Path | None, program: str | None
) -> Soak:
    """What the arguments ask for. Raises UsageError, one sentence."""
    if not 0 < minutes <= LONGEST:
        raise UsageError(t("--minutes takes a number of minutes above 0."))
    if first < 0 or (games is not None and games < 1):
        raise UsageError(t("--first takes a number from 0, and --games one from 1."))
    if keep is not None:
        _make(keep)
    try:
        words = [sys.executable, "-m", "bura_p2p"] if program is None else shlex.split(program)
    except ValueError:
        words = []
    if not words:
        raise UsageError(t("--program takes a command, such as 'python -m bura_p2p'."))
    return Soak(seconds=60 * minutes, number=number, program=words, first=first, most=games, keep=keep)


def _make(folder: Path) -> None:
    """The folder for failures, tried before there is one. Raises LocalError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = local(error.strerror or error)
        told = t("The folder {folder} cannot be made: {reason}.", folder=quoted(folder), reason=reason)
        raise LocalError(told) from None


def _teller(began: float, until: float) -> Callable[[Progress], None]:
    """Tells on standard error what is found at once, and once a minute how far it has come, as long as it goes on."""
    told, found = began, 0

    def tell(progress: Progress) -> None:
        nonlocal told, found
        for finding in progress.findings[found:]:
            complain(_finding_line(finding))
        found = len(progress.findings)
        now = time.monotonic()
        if now - told >= MINUTE and now < until:  # what is over is told in the summary
            told = now
            complain(_progress_line(progress, told - began))

    return tell


def _progress_line(progress: Progress, seconds: float) -> str:
    games = tn("{n} game", "{n} games", progress.played)
    count = len(progress.findings)
    found = tn("{n} fault found", "{n} faults found", count) if count else t("nothing found")
    minutes = tn("{n} minute", "{n} minutes", round(seconds / 60))
    return f"{minutes}: {games}, {_done(progress)}; {found}. {_takes(progress.health.last)}".rstrip()


def _done(progress: Progress) -> str:
    lies = tn("{n} lie", "{n} lies", progress.games["lie"])
    cuts, kills = tn("{n} cut", "{n} cuts", progress.cuts), tn("{n} kill", "{n} kills", progress.kills)
    return ", ".join([lies, cuts, kills])


def _takes(now: Footprint | None) -> str:
    if now is None or now.memory is None:
        return ""
    values = {"megabytes": now.memory // 10**6, "files": now.files, "tasks": now.tasks}
    return t("Memory: {megabytes} MB, open files: {files}, tasks: {tasks}.", **values)


def _finding_line(finding: Finding) -> str:
    what = finding.what.strip().splitlines()[-1]
    told = t("Game {game}: {what}", game=finding.game.label, what=what)
    kept = t("kept in {folder}; again: {command}", folder=finding.folder, command=finding.again)
    return f"{told} ({kept})"


def summary(progress: Progress, seconds: float) -> list[str]:
    """What people read at the end."""
    lines = [_progress_line(progress, seconds)]
    if progress.rules:
        rules = ", ".join(f"{name} {games}" for name, games in sorted(progress.rules.items()))
        lines.append(t("Games by ruleset, but for those with lies: {rules}.", rules=rules))
    lines += [_finding_line(finding) for finding in progress.findings]
    if progress.interrupted:
        lines.append(t("Interrupted; this is what was played so far."))
    return lines


def described(asked: Soak, progress: Progress, seconds: float) -> dict[str, Any]:
    """The summary for programs."""
    first, last = progress.health.first, progress.health.last
    return {
        "format": "bura-soak 1",
        "number": asked.number,
        "seconds": round(seconds, 1),
        "games": dict(progress.games),
        "rules": dict(progress.rules),
        "cuts": progress.cuts,
        "kills": progress.kills,
        "missed": progress.missed,
        "warm": None if first is None else first.described(),
        "last": None if last is None else last.described(),
        "findings": [finding.described() for finding in progress.findings],
        "interrupted": progress.interrupted,
        "exit": progress.exit_code,
    }
