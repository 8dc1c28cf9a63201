"""The database's shape, as steps from one version to the next.

Here: DDL and `prepare`. Never: queries. A step, once released, is never changed; a new one is added.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ..errors import LocalError

APPLICATION_ID = 0x42555241
"""SQLite's application_id of our database: the letters BURA."""
OLDEST_SQLITE = (3, 37, 0)
"""STRICT tables came with this release."""

_VERSION_1 = (
    "CREATE TABLE own (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """CREATE TABLE players (
        identity BLOB PRIMARY KEY CHECK (length(identity) = 32), name TEXT NOT NULL,
        first_seen REAL NOT NULL, last_seen REAL NOT NULL) STRICT""",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, seat INTEGER NOT NULL, seats INTEGER NOT NULL,
        ruleset TEXT NOT NULL, started REAL NOT NULL, changed REAL NOT NULL, ended REAL,
        status TEXT NOT NULL, result TEXT, CHECK (seat >= 0 AND seat < seats)) STRICT""",
    """CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (id), seat INTEGER NOT NULL,
        identity BLOB NOT NULL CHECK (length(identity) = 32), name TEXT NOT NULL,
        PRIMARY KEY (game, seat)) STRICT""",
    """CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games (id), place INTEGER NOT NULL, seat INTEGER NOT NULL,
        body BLOB NOT NULL, signature BLOB NOT NULL, PRIMARY KEY (game, place)) STRICT""",
    """CREATE TABLE secrets (
        game INTEGER NOT NULL REFERENCES games (id), hand INTEGER NOT NULL, kind TEXT NOT NULL,
        value BLOB NOT NULL, PRIMARY KEY (game, hand, kind)) STRICT""",
)

_VERSION_2 = (
    """CREATE TABLE luck (
        game INTEGER NOT NULL REFERENCES games (id), hand INTEGER NOT NULL CHECK (hand > 0),
        dealt INTEGER NOT NULL, trumps INTEGER NOT NULL, aces INTEGER NOT NULL, tens INTEGER NOT NULL,
        combination TEXT NOT NULL, PRIMARY KEY (game, hand), CHECK (dealt > 0 AND min(trumps, aces, tens) >= 0
        AND trumps <= dealt AND aces + tens <= dealt)) STRICT""",
    """CREATE TABLE held (
        game INTEGER NOT NULL REFERENCES games (id), round INTEGER NOT NULL CHECK (round > 0),
        held TEXT NOT NULL, given TEXT NOT NULL, PRIMARY KEY (game, round)) STRICT""",
)

STEPS: tuple[tuple[str, ...], ...] = (_VERSION_1, _VERSION_2)
"""STEPS[v] brings a database of version v (its `user_version`) to version v + 1."""


def prepare(connection: sqlite3.Connection, path: Path, steps: tuple[tuple[str, ...], ...] = STEPS) -> None:
    """Set the connection up and bring the database at `path` to the version after `steps`, one at a time.

    `connection` is in autocommit mode. Raises LocalError for an SQLite that is too old, a database of a newer
    version, or one that is not ours; sqlite3.Error for a damaged one. A step that is cut leaves the old version.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise LocalError(
            f"This Python comes with SQLite {sqlite3.sqlite_version}; 3.37 or newer is needed for the game store."
        )
    _pragmas(connection)
    version = _version(connection, path, len(steps))
    for number, step in enumerate(steps[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # some faults have rolled back already
                connection.execute("ROLLBACK")
            raise
    # What an earlier process left in the write-ahead log may hold secrets that are erased by now.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def look(connection: sqlite3.Connection, path: Path) -> None:
    """Make sure that a database that cannot be written can be read.

    Raises as `prepare`, and LocalError for an older version.
    """
    if _version(connection, path, len(STEPS)) < len(STEPS):
        raise LocalError(
            f"The game store '{path}' was made by an older version of bura, and cannot be brought up to date where "
            "nothing may be written; copy its folder to a place where it may."
        )


def _pragmas(connection: sqlite3.Connection) -> None:
    for pragma in (
        "locking_mode = EXCLUSIVE",  # one process anyway; and no shared-memory file beside the database
        "journal_mode = WAL",
        "synchronous = FULL",  # an entry is on the disk before it is sent
        "secure_delete = ON",  # deleted bytes are overwritten with zeros
        "temp_store = MEMORY",
        "foreign_keys = ON",
        "trusted_schema = OFF",
        "cell_size_check = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _version(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    empty = version == 0 and application == 0 and tables == 0
    if not empty and application != APPLICATION_ID:
        raise LocalError(f"'{path}' is a database of another program, not a game store.")
    if version > newest:
        raise LocalError(
            f"The game store '{path}' was made by a newer version of bura; use that version, or another folder."
        )
    return version
