"""A store that the disk, or somebody, has changed: one sentence, nothing repaired, nothing begun anew in silence."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.store import Store
from bura_p2p.store.faults import Damaged, as_sentences, as_written, as_written_or_null
from bura_p2p.store.folder import DATABASE
from tests.store.helpers import COMMIT_FOR_EVER, NOW, begin, child, entry


def damage_header(path: Path) -> None:
    path.write_bytes(b"not a database at all" + path.read_bytes()[21:])


def damage_pages(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + bytes([0xA5]) * (len(data) - 100))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize("damage", [damage_header, damage_pages, cut])
def test_a_damaged_database_is_one_sentence(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    with Store.open(tmp_path) as store:
        store.commit(begin(store), [entry(number) for number in range(50)], now=NOW)
    damage(tmp_path / DATABASE)
    with pytest.raises(LocalError, match=r"^The game store .* is damaged; [^.]*\.$"):
        read_all(tmp_path)
    # The lock is free again, and the file is as it was: nothing was "repaired".
    (tmp_path / DATABASE).unlink()
    Store.open(tmp_path).close()


def read_all(folder: Path) -> None:
    with Store.open(folder) as store:
        for row in store.games():
            store.entries(row.id)
            store.secrets(row.id)
        store.players()
        store.certificate()
        store.setting("name")
        store.identity(os.urandom)
        store.check()


@pytest.mark.parametrize("number", range(40))
def test_any_damage_is_one_sentence(tmp_path: Path, number: int) -> None:
    """Noise anywhere behind the header, also in the schema, whose text SQLite quotes in its own message."""
    with Store.open(tmp_path) as store:
        store.identity(os.urandom)
        store.put_certificate(b"certificate", b"key")
        store.put_setting("name", "Nino")
        for _ in range(3):
            store.commit(begin(store), [entry(at) for at in range(9)], secrets=[(1, "key", b"k")], now=NOW)
    chance, path = random.Random(number), tmp_path / DATABASE
    data = path.read_bytes()
    at = 100 + chance.randrange(4000 if number % 2 else len(data) - 300)
    path.write_bytes(data[:at] + chance.randbytes(200) + data[at + 200 :])
    try:
        read_all(tmp_path)
    except LocalError as fault:
        assert str(fault).count("\n") == 0  # noqa: PT017  whether it is met at all is chance


WRONG_ROWS = [
    "UPDATE games SET started = 9e999",
    "UPDATE games SET seat = 1, seats = 9",
    "DELETE FROM seats WHERE seat = 1",
]


@pytest.mark.parametrize("statement", WRONG_ROWS)
def test_rows_that_were_never_written_so_are_damage(tmp_path: Path, statement: str) -> None:
    with Store.open(tmp_path) as store:
        begin(store)
    db = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    db.execute(statement)
    db.close()
    with Store.open(tmp_path) as store, pytest.raises(LocalError, match="is damaged"):
        store.games()


def test_values_of_another_kind_are_damage() -> None:
    assert as_written((1, "a", None), int, str, type(None)) == (1, "a", None)
    for row, kind in (((None,), int), (("1",), bytes), ((float("inf"),), float), ((1,), float)):
        with pytest.raises(Damaged):
            as_written(row, kind)
    assert as_written_or_null(None, str) is None
    with pytest.raises(Damaged):
        as_written_or_null(1, str)
    with pytest.raises(LocalError, match="is damaged"), as_sentences(Path("x")):
        raise Damaged
    with pytest.raises(LocalError, match="is damaged"), as_sentences(Path("x")):
        b"\xff".decode()


def test_damage_inside_is_found_by_check(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, [entry(0), entry(1), entry(2)], now=NOW)
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.execute("DELETE FROM entries WHERE place = 1")
    db.close()
    with Store.open(tmp_path) as store:
        assert store.check() == ("Game 1 lacks entries in the middle of its log.",)


@pytest.mark.parametrize("size", [0, 1, 99, 511])
def test_a_database_cut_to_nothing_is_damaged(tmp_path: Path, size: int) -> None:
    with Store.open(tmp_path) as store:
        begin(store)
    os.truncate(tmp_path / DATABASE, size)
    for opened in (Store.open, Store.look):
        with pytest.raises(LocalError, match="is damaged"):
            opened(tmp_path)
    assert (tmp_path / DATABASE).stat().st_size == size


def test_a_journal_without_its_database_is_not_taken_for_the_new_ones(tmp_path: Path) -> None:
    with child(COMMIT_FOR_EVER, str(tmp_path)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    (tmp_path / DATABASE).rename(tmp_path / "damaged")
    with pytest.raises(LocalError, match="-wal' belongs to a game store that is gone"):
        Store.open(tmp_path)
    (tmp_path / (DATABASE + "-wal")).rename(tmp_path / "damaged-wal")
    with Store.open(tmp_path) as store:
        assert store.games() == ()
