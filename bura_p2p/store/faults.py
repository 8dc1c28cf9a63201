"""SQLite's faults as one clear sentence each.

Here: the translation. Never: values from the store in a sentence.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import LocalError

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_SHUT = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH})
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


def sentence(error: sqlite3.Error, path: Path) -> str:
    """What a person should read about `error`, met while using the database at `path`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code; extended ones add higher bits
    if code in _DAMAGED:
        return f"The game store {path} is damaged; move it away or bring back a copy of it, then start again."
    if code == sqlite3.SQLITE_FULL:
        return f"The disk is full, so nothing can be added to the game store {path}."
    if code in _SHUT:
        return f"The game store {path} cannot be opened for writing; look at the rights of its folder."
    if code == sqlite3.SQLITE_IOERR:
        return f"Reading or writing the game store {path} failed; the disk may be faulty or full."
    if code in _BUSY:
        return f"Another program is using the game store {path}; close that program first."
    return f"The game store {path} refused an operation ({type(error).__name__}, code {code})."


@contextmanager
def as_sentences(path: Path) -> Iterator[None]:
    """Turn any sqlite3 error inside the block into a LocalError about the database at `path`."""
    try:
        yield
    except sqlite3.Error as error:
        raise LocalError(sentence(error, path)) from error
