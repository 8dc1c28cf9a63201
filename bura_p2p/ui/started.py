"""How this program was started, so that a command that is told can be typed, or copied, as it stands.

Here: the way to the program, the folder that was named with --home, and both in a command. Never: a sentence, reading
arguments.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .paths import typed_path

NAME: Final = "bura"
_PACKAGE: Final = __name__.partition(".")[0]

_AT_HOME: Final = frozenset({"table", "host", "join", "play", "resume", "games", "stats", "luck", "replay", "doctor"})
"""The commands that take --home."""


class _Now:
    """The folder that this command was told: one for the process, which serves one player."""

    def __init__(self) -> None:
        self.home: Path | None = None


_now: Final = _Now()


def at_home(home: Path | None) -> None:
    """From now on repeat `--home` with this folder in what is told to type; None: none was given."""
    _now.home = home


def command(words: str = "") -> str:
    """What to type for `bura` with these words: by the way that this program was started, with its folder."""
    told = [program(), *words.split()]
    if _now.home is not None and words.split(" ", maxsplit=1)[0] in _AT_HOME:
        told += ["--home", typed_path(_now.home, inside="'")]
    return " ".join(told)


def program(arguments: Sequence[str] | None = None, original: Sequence[str] | None = None) -> str:
    """How a process with these `sys.argv` and `sys.orig_argv` was started, for a terminal: by its name where that
    finds it, else by its path as it was typed.
    """
    arguments = sys.argv if arguments is None else arguments
    original = sys.orig_argv if original is None else original
    path = Path(arguments[0])
    if path.name == "__main__.py" and path.parent.name == _PACKAGE:
        before = original[: max(1, len(original) - len(arguments) + 1)]
        return " ".join(word if word.startswith("-") else typed_path(word, inside="'") for word in before)
    if path.stem != NAME:  # also no name at all, as of a program that is read from standard input
        return NAME
    file = next((one for one in (path, path.with_name(f"{path.name}.exe")) if one.exists()), None)
    if file is None:
        return NAME
    found = shutil.which(path.name)
    return path.stem if found is not None and os.path.samefile(found, file) else typed_path(path, inside="'")
