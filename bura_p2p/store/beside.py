"""A database that this process may only read: one that another has open, or that lies where nothing may be written.

Here: connections that change nothing on the disk, and what the files beside a database tell. Never: a query.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from ..errors import LocalError
from .faults import damaged
from .folder import InUse
from .schema import look

_SMALLEST = 512
"""Bytes of the smallest database: one page of the smallest size (SQLite file format, 1.3.2)."""

_CHECKPOINT = 0.1
"""Seconds to wait whether a checkpoint was going on."""
_TRIES = 10
"""Times that a store in use is read before that is given up."""


def connect_to_read(path: Path) -> sqlite3.Connection:
    """The database as it lies, where nothing may be written. Raises as `look`."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    try:
        look(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def copy_to_read(path: Path) -> sqlite3.Connection:
    """The database that another process has open, as of its last checkpoint, in memory only.

    Not a file: its erased secrets would be left on the disk. Its journal, which only that process may read, does
    not count; so the copy calls itself a database without one (SQLite file format, 1.3.3). Raises as `look`, and
    `InUse` where it never rests.
    """
    data = bytearray(_settled(path))
    data[18:20] = b"\x01\x01"
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        connection.deserialize(bytes(data))
        look(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _settled(path: Path) -> bytes:
    """The file's bytes, read while no checkpoint was copying pages into it: that touches it, or ends the journal."""
    for _ in range(_TRIES):
        before = _touched(path)
        data = path.read_bytes()
        time.sleep(_CHECKPOINT)
        if _touched(path) == before:
            if len(data) < _SMALLEST:
                raise LocalError(damaged(path))
            return data
    raise InUse(path.parent)


def _touched(path: Path) -> tuple[int, ...]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size, int(size(journal(path)) == 0)


def journal(path: Path) -> Path:
    """Where the write-ahead log of the database at `path` lies."""
    return path.with_name(path.name + "-wal")


def size(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    return path.stat().st_size if path.exists() else 0


def whole(path: Path) -> None:
    """Raises LocalError for a file that is too short to be a database: an empty one would count as a new one."""
    if path.stat().st_size < _SMALLEST:
        raise LocalError(damaged(path))
