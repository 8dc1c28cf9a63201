"""SQLite's faults as one clear sentence each.

Here: the translation, and the word for rows that nobody wrote so. Never: values from the store in a sentence.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import NoneType
from typing import Any

from ..errors import LocalError
from ..sentences import Sentence

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_SHUT = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH})
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class Damaged(Exception):  # noqa: N818  what the disk did
    """A row holds what the store never writes; `as_sentences` says so."""


def as_written(row: Sequence[Any], *kinds: type) -> Sequence[Any]:
    """`row`, if each value is of its kind (float: finite); else Damaged.

    STRICT tables bind who writes, not what a fault of the disk leaves.
    """
    for value, kind in zip(row, kinds, strict=True):
        if not isinstance(value, kind) or (isinstance(value, float) and not math.isfinite(value)):
            raise Damaged
    return row


def as_written_or_null(value: Any, kind: type) -> Any:
    """The same for one value that may be missing."""
    return value if isinstance(value, NoneType) else as_written((value,), kind)[0]


def damaged(path: Path) -> str:
    """The sentence for a database that is not as it was left."""
    return Sentence(
        "The game store '{path}' is damaged; move it away or bring back a copy of it, then start again.",
        path=path,
    )


def sentence(error: sqlite3.Error, path: Path) -> str:
    """What a person should read about `error`, met while using the database at `path`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code; extended ones add higher bits
    if code in _DAMAGED:
        return damaged(path)
    if code == sqlite3.SQLITE_FULL:
        return Sentence("The disk is full, so nothing can be added to the game store '{path}'.", path=path)
    if code == sqlite3.SQLITE_READONLY:
        return unwritable(path)
    if code in _SHUT:
        return Sentence("The game store '{path}' cannot be opened; look at the rights of its folder.", path=path)
    if code == sqlite3.SQLITE_IOERR:
        return Sentence(
            "Reading or writing the game store '{path}' failed; the disk may be faulty or full.",
            path=path,
        )
    if code in _BUSY:
        return Sentence("Another program is using the game store '{path}'; close that program first.", path=path)
    return Sentence(
        "The game store '{path}' refused an operation ({kind}, code {code}).",
        path=path, kind=type(error).__name__, code=code,
    )


@contextmanager
def as_sentences(path: Path) -> Iterator[None]:
    """Turn any sqlite3 error, and a damaged row, inside the block into a LocalError about the database at `path`.

    The module decodes SQLite's own message about a damaged schema, which may quote bytes that are no text.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise LocalError(sentence(error, path)) from error
    except (UnicodeDecodeError, Damaged) as error:
        raise LocalError(damaged(path)) from error


def unclosed(path: Path) -> Sentence:
    """A store that was broken off where nobody may write."""
    return Sentence(
        "The game store '{path}' was not closed, and its folder cannot be written; copy the folder to a place where "
        "it can, and look at it there.",
        path=path,
    )


def unwritable(path: Path) -> Sentence:
    """A store where nobody may write, for a command that has to."""
    return Sentence(
        "The game store '{path}' cannot be opened for writing; look at the rights of its folder.",
        path=path,
    )


def orphaned(journal: Path) -> Sentence:
    """A journal whose store was taken away."""
    return Sentence("'{journal}' belongs to a game store that is gone; move it to the same place.", journal=journal)


def unmade(path: Path, error: OSError) -> Sentence:
    """A store that could not be made."""
    return Sentence("The game store '{path}' cannot be made: {strerror}.", path=path, strerror=error.strerror)


def no_game(game: int) -> Sentence:
    """A number that no game has."""
    return Sentence("There is no game {game} in the game store.", game=game)
