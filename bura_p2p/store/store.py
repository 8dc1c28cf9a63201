"""`Store`: one player's disk. Every method is one transaction, safe to call from any thread.

Here: queries. Never: protocol (what an entry means, whether a move is legal) or clocks: times are arguments.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, Self

from ..crypto.identity import Identity
from ..errors import LocalError
from ..log.entry import SignedEntry, by_place
from ..log.file import write_game
from ..sentences import Sentence
from . import faults
from .beside import connect_to_read, copy_to_read, journal, size, whole
from .faults import Damaged, as_sentences, as_written, as_written_or_null
from .folder import (
    DATABASE,
    FolderLock,
    InUse,
    has_store,
    may_write,
    modes_wrong,
    not_a_link,
    place_of,
    private_file,
    private_folder,
)
from .luck import Luck
from .rows import GAME, MOVED, OPEN, GameRow, PlayerRow, Secret
from .schema import prepare

_IDENTITY = "identity"
_CERTIFICATE = "certificate"
_CERTIFICATE_KEY = "certificate key"
_PLACE = "place"

_GAMES = """SELECT id, seat, seats, ruleset, started, changed, ended, status, result,
    (SELECT count(*) FROM entries WHERE entries.game = games.id) FROM games"""


class Store(Luck):
    """The open store of one folder; the only writer in the world while it is open.

    Every method may raise LocalError with one sentence (disk full, damaged, unknown game) and then has
    changed nothing. Use as a context manager, or call `close`.
    """

    def __init__(
        self, folder: Path, lock: FolderLock | None, connection: sqlite3.Connection, *, beside: bool = False
    ) -> None:
        """For `open` and `look` only."""
        self.folder = folder
        self.beside = beside
        self._path = folder / DATABASE
        self._lock = lock
        self._connection = connection
        self._turn = RLock()
        self._erased = False

    @classmethod
    def open(cls, folder: Path, *, create: bool = True) -> Self:
        """Open the store in `folder`, made first where it is missing and `create` is set.

        Raises LocalError: held by another process, missing, damaged, of a newer version, not to be written.
        """
        private_folder(folder, create=create)
        path = folder / DATABASE
        if not create and not has_store(folder):
            raise LocalError(Sentence("There is no game store in '{folder}' yet.", folder=folder))
        if path.exists() and not os.access(folder, os.W_OK):
            raise LocalError(faults.unwritable(path))
        lock = FolderLock(folder)
        try:
            if not os.path.lexists(path):
                _make(path)
            private_file(path)
            whole(path)
            with as_sentences(path):
                store = cls(folder, lock, _connect(path))
            store._find_place(place_of(path))
        except BaseException:
            lock.release()
            raise
        return store

    @classmethod
    def look(cls, folder: Path) -> Self:
        """Open the store in `folder` to read it; where nothing may be written there, as it lies, without a lock.

        Where another process uses it, `beside` is set: the store as that process last settled it, without what it
        has added since. Raises LocalError as `open` does with `create` not set, but for that.
        """
        path = folder / DATABASE
        if not has_store(folder) or may_write(folder):
            try:
                return cls.open(folder, create=False)
            except InUse:
                with as_sentences(path):
                    return cls(folder, None, copy_to_read(path), beside=True)
        not_a_link(path)
        if size(journal(path)):
            raise LocalError(faults.unclosed(path))
        whole(path)
        with as_sentences(path):
            return cls(folder, None, connect_to_read(path))

    def close(self) -> None:
        """Close the files and let the next process in; calling it again does nothing."""
        with self._turn:
            self._connection.close()
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _find_place(self, place: bytes) -> None:
        """Note where the store is. If it was elsewhere before, its open games may have gone on in the other copy."""
        with self._transaction() as db:
            before = _own(db, _PLACE)
            if before == place:
                return
            if before is not None:
                db.execute(
                    "INSERT OR IGNORE INTO secrets SELECT id, ?, ?, x'01' FROM games WHERE status = ?",
                    (GAME, MOVED, OPEN),
                )
            _put_own(db, _PLACE, place)

    # Who I am

    def identity(self, entropy: Callable[[int], bytes]) -> Identity:
        """The player's signing identity, made with `entropy` (n -> n fresh bytes) on first use."""
        with self._transaction() as db:
            secret = _own(db, _IDENTITY)
            if secret is not None:
                return Identity.from_secret(secret)
            identity = Identity.generate(entropy)
            _put_own(db, _IDENTITY, identity.secret)
            return identity

    def certificate(self) -> tuple[bytes, bytes] | None:
        """The host's TLS certificate and its private key, both PEM; None before `put_certificate`."""
        with self._reading() as db:
            certificate, key = _own(db, _CERTIFICATE), _own(db, _CERTIFICATE_KEY)
        return None if certificate is None or key is None else (certificate, key)

    def put_certificate(self, certificate: bytes, key: bytes) -> None:
        """Keep the host's TLS certificate and its private key (PEM), instead of those kept before."""
        with self._transaction() as db:
            _put_own(db, _CERTIFICATE, certificate)
            _put_own(db, _CERTIFICATE_KEY, key)

    def setting(self, name: str) -> str | None:
        """What `put_setting` kept under `name`, or None."""
        with self._reading() as db:
            row = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
            return None if row is None else str(as_written(row, str)[0])

    def put_setting(self, name: str, value: str) -> None:
        """Keep `value` under `name` (the program's own choice, such as `name`, `port`, `lang`)."""
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # Whom I have met

    def met(self, identity: bytes, name: str, *, now: float) -> None:
        """Note that the player of `identity` (32 bytes) was here `now` (seconds since 1970) and is called `name`."""
        with self._transaction() as db:
            _met(db, identity, name, now)

    def players(self) -> tuple[PlayerRow, ...]:
        """Everybody met so far, the latest first."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT identity, name, first_seen, last_seen FROM players ORDER BY last_seen DESC, identity"
            ).fetchall()
            return tuple(PlayerRow(*as_written(row, bytes, str, float, float)) for row in rows)

    # Games

    def begin_game(
        self, *, seat: int, ruleset: str, identities: Sequence[bytes], names: Sequence[str], started: float
    ) -> int:
        """Begin a game; the answer is its id in this store.

        `seat` is the own seat; `identities` (32 bytes each) and `names` go by seat; an unknown name is "".
        """
        with self._transaction() as db:
            game = db.execute(
                "INSERT INTO games (seat, seats, ruleset, started, changed, status) VALUES (?, ?, ?, ?, ?, ?)",
                (seat, len(identities), ruleset, started, started, OPEN),
            ).lastrowid
            if game is None:  # pragma: no cover - an INSERT has a row id
                raise LocalError("The game store gave no number to the new game.")
            for number, (identity, name) in enumerate(zip(identities, names, strict=True)):
                db.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (game, number, identity, name))
                if number != seat:
                    _met(db, identity, name, started)
            return game

    def put_names(self, game: int, names: Sequence[str], *, now: float) -> None:
        """Keep the names by seat, once the players have told them."""
        with self._transaction() as db:
            _touch(db, game, now)
            for seat, name in enumerate(names):
                db.execute("UPDATE seats SET name = ? WHERE game = ? AND seat = ?", (name, game, seat))
            others = db.execute(
                "SELECT identity, name FROM seats WHERE game = ?1 AND seat <> (SELECT seat FROM games WHERE id = ?1)",
                (game,),
            ).fetchall()
            for identity, name in others:
                _met(db, identity, name, now)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is kept inside, by this thread, is on the disk as a whole at the end of the block, or not at all."""
        with self._transaction():
            yield
        if self._erased:
            self._forget_journal()

    def commit(
        self,
        game: int,
        entries: Iterable[SignedEntry] = (),
        *,
        secrets: Iterable[tuple[int, str, bytes]] = (),
        erase: Iterable[int] = (),
        now: float,
    ) -> None:
        """Put `entries` at the log's end, keep `secrets` (hand, kind, value), erase the secrets of hands `erase`.

        All in one transaction, on the disk when this returns (or `together` ends): call it before anything of it is
        sent. A secret of the same hand and kind replaces the one kept; an erased one is overwritten in every file of
        the store.
        """
        gone = frozenset(erase)
        with self._transaction() as db:
            _touch(db, game, now)
            _append(db, game, entries)
            db.executemany(
                "INSERT OR REPLACE INTO secrets VALUES (?, ?, ?, ?)",
                [(game, hand, kind, value) for hand, kind, value in secrets],
            )
            if gone:
                _erase(db, lambda row_game, hand: row_game == game and hand in gone)
        if gone:
            self._forget_journal()

    def forget(self, game: int, hand: int, kind: str) -> None:
        """Erase one secret."""
        with self._transaction() as db:
            db.execute("DELETE FROM secrets WHERE game = ? AND hand = ? AND kind = ?", (game, hand, kind))

    def finish(
        self, game: int, status: str, result: str | None = None, *, now: float, keep_link: bool = False
    ) -> None:
        """End the game with a `status` other than `open` and a `result` (JSON); erases all its secrets.

        With `keep_link` those that are for the game as a whole stay: the other side may still lack the last entries.
        """
        if status == OPEN:
            raise LocalError("A game cannot be finished as open.")
        with self._transaction() as db:
            _touch(db, game, now)
            # a game that is taken up again only to be confirmed has ended before
            change = "UPDATE games SET status = ?, result = ?, ended = coalesce(ended, ?) WHERE id = ?"
            db.execute(change, (status, result, now, game))
            _erase(db, lambda row_game, hand: row_game == game and not (keep_link and hand == GAME))
        self._forget_journal()

    def games(self) -> tuple[GameRow, ...]:
        """All games, the latest first."""
        with self._reading() as db:
            rows = db.execute(_GAMES + " ORDER BY id DESC").fetchall()
            return tuple(_game_row(db, row) for row in rows)

    def game(self, game: int) -> GameRow:
        """One game; LocalError where there is none of this id."""
        with self._reading() as db:
            # a number that does not fit into 8 bytes cannot even be asked for
            row = db.execute(_GAMES + " WHERE id = ?", (game,)).fetchone() if abs(game) < 2**63 else None
            if row is None:
                raise LocalError(faults.no_game(game))
            return _game_row(db, row)

    def entries(self, game: int) -> tuple[SignedEntry, ...]:
        """The game's log in the order in which it was committed."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT seat, body, signature FROM entries WHERE game = ? ORDER BY place", (game,)
            ).fetchall()
            return tuple(SignedEntry(*as_written(row, int, bytes, bytes)) for row in rows)

    def secrets(self, game: int) -> tuple[Secret, ...]:
        """The game's secrets that are not erased yet, by hand and kind."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT hand, kind, value FROM secrets WHERE game = ? ORDER BY hand, kind", (game,)
            ).fetchall()
            return tuple(Secret(*as_written(row, int, str, bytes)) for row in rows)

    def export(self, game: int) -> bytes:
        """The game as a game file, finished or not: what anybody can check, no secret; both sides write the same."""
        return write_game(self.game(game).identities, by_place(self.entries(game)))

    def check(self) -> tuple[str, ...]:
        """One sentence for each thing that is wrong with the store's files; empty when all is well."""
        found = list(modes_wrong(self.folder))
        with self._reading() as db:
            damage = [str(row[0]) for row in db.execute("PRAGMA integrity_check").fetchall()]
            loose = db.execute("PRAGMA foreign_key_check").fetchall()
            gaps = db.execute(
                "SELECT game FROM entries GROUP BY game HAVING max(place) + 1 <> count(*) OR min(place) <> 0"
            ).fetchall()
        found += [Sentence("The game store is damaged: {text}.", text=text) for text in damage if text != "ok"]
        found += [Sentence("The game store holds rows of a game that is missing.")] if loose else []
        found += [Sentence("Game {game} lacks entries in the middle of its log.", game=row[0]) for row in gaps]
        return tuple(found)

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        """One transaction, alone: committed (and synchronised) at the end, or rolled back by any fault."""
        with self._turn, as_sentences(self._path):
            if self._connection.in_transaction:  # a part of what is kept `together`
                yield self._connection
                return
            self._connection.execute(begin)
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """One transaction that only reads: it needs no room on the disk, and no right to write."""
        return self._transaction("BEGIN")

    def _forget_journal(self) -> None:
        """Empty the write-ahead log, which holds pages from before the erasure; once that is on the disk."""
        with self._turn, as_sentences(self._path):
            self._erased = self._connection.in_transaction
            if not self._erased:
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _make(path: Path) -> None:
    """A new database at `path`, whole or not at all: an empty file there is then always damage.

    Raises LocalError where an old one was taken away without its journal, which would count as the new one's.
    """
    if size(journal(path)):
        raise LocalError(faults.orphaned(journal(path)))
    new = path.with_name(path.name + ".new")
    try:
        for left in (journal(path), new, journal(new)):  # of an earlier start that was cut
            left.unlink(missing_ok=True)
        private_file(new)
        with as_sentences(path):
            _connect(new).close()
        os.replace(new, path)
    except OSError as error:
        raise LocalError(faults.unmade(path, error)) from error


def _own(db: sqlite3.Connection, name: str) -> bytes | None:
    row = db.execute("SELECT value FROM own WHERE name = ?", (name,)).fetchone()
    return None if row is None else bytes(as_written(row, bytes)[0])


def _put_own(db: sqlite3.Connection, name: str, value: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO own VALUES (?, ?)", (name, value))


def _met(db: sqlite3.Connection, identity: bytes, name: str, now: float) -> None:
    db.execute(
        """INSERT INTO players VALUES (?1, ?2, ?3, ?3) ON CONFLICT (identity) DO UPDATE SET
        name = CASE WHEN ?2 = '' THEN name ELSE ?2 END, last_seen = max(last_seen, ?3)""",
        (identity, name, now),
    )


def _touch(db: sqlite3.Connection, game: int, now: float) -> None:
    if db.execute("UPDATE games SET changed = ? WHERE id = ?", (now, game)).rowcount != 1:
        raise LocalError(faults.no_game(game))


def _append(db: sqlite3.Connection, game: int, entries: Iterable[SignedEntry]) -> None:
    query = "SELECT coalesce(max(place) + 1, 0) FROM entries WHERE game = ?"
    first = int(db.execute(query, (game,)).fetchone()[0])
    db.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
        [(game, place, e.seat, e.body, e.signature) for place, e in enumerate(entries, start=first)],
    )


def _erase(db: sqlite3.Connection, gone: Callable[[int, int], bool]) -> None:
    """Erase the secrets for which `gone(game, hand)` holds, by writing the table anew.

    Secure deletion overwrites the deleted row, but not copies of it that an earlier split or merge of pages
    left in a page's unused part. Emptying the whole table frees, and so overwrites, every page that it ever had.
    """
    rows: list[tuple[Any, ...]] = db.execute("SELECT game, hand, kind, value FROM secrets").fetchall()
    db.execute("DELETE FROM secrets")
    kept = [row for row in rows if not gone(row[0], row[1])]
    db.executemany("INSERT INTO secrets VALUES (?, ?, ?, ?)", kept)


def _game_row(db: sqlite3.Connection, row: Sequence[Any]) -> GameRow:
    kept = as_written((*row[:6], row[7], row[9]), int, int, int, str, float, float, str, int)
    number, seat, seats, ruleset, started, changed, status, entries = kept
    ended, result = as_written_or_null(row[6], float), as_written_or_null(row[8], str)
    players = db.execute("SELECT identity, name FROM seats WHERE game = ? ORDER BY seat", (number,)).fetchall()
    if not 0 <= seat < seats == len(players):
        raise Damaged
    for player in players:
        as_written(player, bytes, str)
    return GameRow(
        id=number,
        seat=seat,
        seats=seats,
        ruleset=ruleset,
        identities=tuple(identity for identity, _ in players),
        names=tuple(name for _, name in players),
        started=started,
        changed=changed,
        ended=ended,
        status=status,
        result=result,
        entries=entries,
    )
