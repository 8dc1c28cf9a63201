"""What lies on the disk: modes, the lock, versions, kills, and secrets that are gone."""

from __future__ import annotations

import os
import random
import re
import sqlite3
import stat
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.store import InUse, Store
from bura_p2p.store.faults import as_sentences
from bura_p2p.store.folder import DATABASE, LOCK
from bura_p2p.store.schema import APPLICATION_ID, STEPS, prepare
from tests.store.helpers import COMMIT_FOR_EVER, NOW, begin, bytes_on_disk, child, entry
from tests.support.processes import PATIENCE

STALE = (8, 12, 17, 34)

posix = pytest.mark.skipif(os.name != "posix", reason="file modes mean nothing here")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_modes_of_new_files(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "store"
    umask = os.umask(0)  # the worst one
    try:
        with Store.open(folder) as store:
            store.commit(begin(store), [entry(0)], secrets=[(1, "key", b"k")], now=NOW)
            assert mode(folder) == 0o700
            files = {path.name: mode(path) for path in folder.iterdir()}
    finally:
        os.umask(umask)
    assert files == {DATABASE: 0o600, DATABASE + "-wal": 0o600, LOCK: 0o600}


@posix
def test_files_open_to_others_are_shut(tmp_path: Path) -> None:
    Store.open(tmp_path / "s").close()
    (tmp_path / "s").chmod(0o755)
    (tmp_path / "s" / DATABASE).chmod(0o644)
    with Store.open(tmp_path / "s") as store:
        assert (mode(tmp_path / "s"), mode(tmp_path / "s" / DATABASE)) == (0o700, 0o600)
        assert store.check() == ()
        (tmp_path / "s" / DATABASE).chmod(0o644)
        assert len(store.check()) == 1


@posix
def test_a_folder_of_other_things_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").touch()
    tmp_path.chmod(0o755)
    Store.open(tmp_path).close()
    assert (mode(tmp_path), mode(tmp_path / DATABASE)) == (0o755, 0o600)


@posix
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "elsewhere").touch()
    (tmp_path / "s" / DATABASE).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LocalError, match="does not follow"):
        Store.open(tmp_path / "s")


def test_a_missing_store(tmp_path: Path) -> None:
    with pytest.raises(LocalError, match="no game store"):
        Store.open(tmp_path / "none", create=False)
    assert not (tmp_path / "none").exists()
    with pytest.raises(LocalError, match="no game store"):
        Store.open(tmp_path, create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "s").touch()
    with pytest.raises(LocalError, match="cannot be used"):
        Store.open(tmp_path / "s")


OPEN_AND_WAIT = """
import sys
from pathlib import Path
from bura_p2p.errors import LocalError
from bura_p2p.store import InUse, Store
try:
    store = Store.open(Path(sys.argv[1]))
except LocalError as error:
    print("refused:", error, flush=True)
else:
    print("open", flush=True)
    sys.stdin.read()
    store.close()
"""


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path):
        with child(OPEN_AND_WAIT, str(tmp_path)) as second:
            out, err = second.communicate(timeout=PATIENCE)
        assert out.startswith("refused: Another bura is running")
        assert out.count("\n") == 1
        assert err == ""
    with child(OPEN_AND_WAIT, str(tmp_path)) as third:
        out, _ = third.communicate("", timeout=PATIENCE)
    assert out == "open\n"


def test_a_killed_process_frees_the_lock(tmp_path: Path) -> None:
    with child(OPEN_AND_WAIT, str(tmp_path)) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(LocalError, match="Another bura"):
            Store.open(tmp_path)
        holder.kill()
        holder.wait(PATIENCE)
    Store.open(tmp_path).close()


def test_reading_the_files_does_not_free_the_lock(tmp_path: Path) -> None:
    """A POSIX process loses all its locks on a file when it closes any handle of it; a backup may read ours."""
    with Store.open(tmp_path):
        (tmp_path / DATABASE).read_bytes()
        with child(OPEN_AND_WAIT, str(tmp_path)) as second:
            out, _ = second.communicate(timeout=PATIENCE)
        assert out.startswith("refused")


def test_twice_in_one_process(tmp_path: Path) -> None:
    with Store.open(tmp_path), pytest.raises(LocalError, match="Another bura"):
        Store.open(tmp_path)


@pytest.mark.parametrize("after", [1, 5, 12])
def test_a_kill_loses_nothing_committed(tmp_path: Path, after: int) -> None:
    with child(COMMIT_FOR_EVER, str(tmp_path)) as process:
        assert process.stdout is not None
        for _ in range(after):
            process.stdout.readline()
        process.kill()
        told = after + len(process.stdout.read().split())
    with Store.open(tmp_path) as store:
        kept = store.entries(1)
        assert len(kept) in (told, told + 1)  # killed between the commit and the word about it
        assert kept == tuple(entry(number) for number in range(len(kept)))
        assert len(store.secrets(1)) == len(kept)
        assert store.check() == ()


ERASE_AND_DIE = """
import os, sys
from pathlib import Path
from bura_p2p.store import InUse, Store
from tests.store.helpers import COMMIT_FOR_EVER, NOW, begin
store = Store.open(Path(sys.argv[1]))
game = begin(store)
store.commit(game, secrets=[(1, "key", b"SECRET-OF-HAND-1")], now=NOW)
with store._transaction() as db:  # the erasure of commit(), killed before the journal is emptied
    db.execute("DELETE FROM secrets")
os._exit(1)
"""


def test_a_journal_left_by_a_kill_is_emptied_at_the_next_start(tmp_path: Path) -> None:
    with child(ERASE_AND_DIE, str(tmp_path)) as process:
        process.communicate(timeout=PATIENCE)
    assert b"SECRET-OF-HAND-1" in bytes_on_disk(tmp_path)
    with Store.open(tmp_path):
        assert b"SECRET-OF-HAND-1" not in bytes_on_disk(tmp_path)


def test_erased_secrets_are_in_no_file(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, secrets=[(1, "key", b"SECRET-OF-HAND-1"), (2, "key", b"SECRET-OF-HAND-2")], now=NOW)
        assert b"SECRET-OF-HAND-1" in bytes_on_disk(tmp_path)
        store.commit(game, [entry(0)], erase=[1], now=NOW)
        assert b"SECRET-OF-HAND-1" not in bytes_on_disk(tmp_path)
        assert b"SECRET-OF-HAND-2" in bytes_on_disk(tmp_path)
        store.finish(game, "complete", now=NOW)
        assert b"SECRET-OF-HAND" not in bytes_on_disk(tmp_path)


def test_replaced_secrets_are_in_no_file_after_the_hand(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        for value in (b"FIRST-VALUE-OF-IT", b"SECOND-VALUE-OF-IT"):
            store.commit(game, secrets=[(1, "key", value)], now=NOW)
        store.commit(game, erase=[1], now=NOW)
        assert b"-VALUE-OF-IT" not in bytes_on_disk(tmp_path)


@pytest.mark.parametrize("number", STALE)
def test_erased_secrets_leave_no_copy_in_moved_pages(tmp_path: Path, number: int) -> None:
    """Secrets of many sizes come and go, so that pages split and merge: no page may keep a stale copy.

    With a plain DELETE (and secure deletion on), SQLite 3.40 leaves some for these numbers.
    """
    chance = random.Random(number)
    alive: dict[tuple[int, int], str] = {}
    with Store.open(tmp_path) as store:
        games = [begin(store) for _ in range(20)]
        store._connection.execute("PRAGMA synchronous = OFF")  # no power is cut here
        for step in range(300):
            if alive and chance.random() > 0.55:
                game, hand = chance.choice(list(alive))
                store.commit(game, erase=[hand], now=NOW)
                del alive[game, hand]
                continue
            game, hand = chance.choice(games), chance.randrange(1000)
            if (game, hand) not in alive:
                alive[game, hand] = tag = f"<{step}>"
                value = tag.encode() * chance.choice((1, 5, 20, 100, 600))
                store.commit(game, secrets=[(hand, "k", value)], now=NOW)
        left = {found.decode() for found in re.findall(rb"<\d+>", bytes_on_disk(tmp_path))}
    assert left <= set(alive.values())


def test_a_new_database_is_of_the_newest_version(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        begin(store)
    db = sqlite3.connect(tmp_path / DATABASE)
    assert db.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    db.close()
    with Store.open(tmp_path) as store:
        assert len(store.games()) == 1


def test_a_start_that_was_cut_is_begun_anew(tmp_path: Path) -> None:
    for left in (".new", ".new-wal", "-wal"):
        (tmp_path / (DATABASE + left)).touch()
    (tmp_path / (DATABASE + ".new")).write_bytes(b"half of a database")
    with Store.open(tmp_path) as store:
        assert store.games() == ()
        assert {path.name for path in tmp_path.iterdir()} == {DATABASE, DATABASE + "-wal", LOCK}


def prepared(path: Path, steps: tuple[tuple[str, ...], ...]) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        prepare(connection, path, steps)
    finally:
        connection.close()


def test_a_later_step_keeps_what_there_is(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.put_setting("name", "Nino")
    later = (*STEPS, ("CREATE TABLE more (name TEXT) STRICT", "INSERT INTO more SELECT value FROM settings"))
    prepared(tmp_path / DATABASE, later)
    with sqlite3.connect(tmp_path / DATABASE) as db:
        assert db.execute("SELECT name FROM more").fetchall() == [("Nino",)]
        assert db.execute("PRAGMA user_version").fetchone() == (len(STEPS) + 1,)
    db.close()


def test_a_step_that_fails_leaves_the_version_before(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.put_setting("name", "Nino")
    broken = (*STEPS, ("DELETE FROM settings", "CREATE TABLE games (again TEXT) STRICT"))
    with pytest.raises(sqlite3.OperationalError):
        prepared(tmp_path / DATABASE, broken)
    with Store.open(tmp_path) as store:
        assert store.setting("name") == "Nino"


def test_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    db.close()
    with pytest.raises(LocalError, match="newer version"):
        Store.open(tmp_path)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.execute("CREATE TABLE cats (name TEXT)")
    db.close()
    with pytest.raises(LocalError, match="another program"):
        Store.open(tmp_path)


def test_a_full_disk_is_one_sentence_and_nothing_is_half_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(LocalError, match="disk is full"):
            store.commit(game, [entry(number) for number in range(100)], now=NOW)
        assert store.entries(game) == ()
        assert store.check() == ()


def test_faults_of_sqlite_are_sentences(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    Store.open(tmp_path).close()
    reader = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with pytest.raises(LocalError, match="cannot be opened for writing"), as_sentences(path):
        reader.execute("CREATE TABLE t (x)")
    reader.close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(LocalError, match="Another program"):
        Store.open(tmp_path)
    holder.close()
    with pytest.raises(LocalError, match="cannot be opened"), as_sentences(path):
        sqlite3.connect(tmp_path / "no" / "such" / "folder")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LocalError):
        Store.open(tmp_path)


LOOK = """
import os, sys
from pathlib import Path
from bura_p2p.errors import LocalError
from bura_p2p.store import InUse, Store
if os.geteuid() == 0:
    os.setuid(65534)  # root may write anywhere
try:
    with Store.look(Path(sys.argv[1])) as store:
        print([row.entries for row in store.games()], len(store.check()))
        store.put_setting("name", "Nino")
except LocalError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="rights of another kind")
def test_a_read_only_home_can_be_looked_at() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "a b?#%"
        home.mkdir(0o755)
        with Store.open(home) as store:
            store.commit(begin(store), [entry(0), entry(1)], now=NOW)
        for path, rights in ((Path(folder), 0o755), (home, 0o555), (home / DATABASE, 0o444)):
            path.chmod(rights)
        try:
            with child(LOOK, str(home)) as looker:
                out, err = looker.communicate(timeout=PATIENCE)
            assert out.startswith("[2] 1\n")  # others may read it, says the check
            assert "cannot be opened for writing" in out
            assert err == ""
            home.chmod(0o755)
            (home / (DATABASE + "-wal")).write_bytes(b"not yet in the database")
            home.chmod(0o555)
            with child(LOOK, str(home)) as looker:
                out, _ = looker.communicate(timeout=PATIENCE)
            assert "was not closed" in out
        finally:
            home.chmod(0o755)


def test_looking_takes_the_lock_where_it_can(tmp_path: Path) -> None:
    with pytest.raises(LocalError, match="no game store"):
        Store.look(tmp_path)
    Store.open(tmp_path).close()
    with Store.look(tmp_path), pytest.raises(LocalError, match="Another bura"):
        Store.open(tmp_path)


def test_reading_needs_no_room_on_the_disk(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store._connection.execute("PRAGMA query_only = ON")
        assert [row.id for row in store.games()] == [game]
        assert (store.entries(game), store.secrets(game), store.setting("name")) == ((), (), None)
        assert store.check() == ()
        statements: list[str] = []
        store._connection.set_trace_callback(statements.append)
        store.games()
        assert "BEGIN" in statements
        store._connection.set_trace_callback(None)


def test_looking_beside_a_process_that_plays(tmp_path: Path) -> None:
    """What was settled when it began is seen; what it adds is not, and nothing is written anywhere."""
    with Store.open(tmp_path) as store:
        begin(store)
    with Store.open(tmp_path) as store:
        begin(store)
        before = sorted(path.name for path in tmp_path.iterdir())
        with Store.look(tmp_path) as looker:
            assert looker.beside
            assert [row.id for row in looker.games()] == [1]
            assert sorted(path.name for path in tmp_path.iterdir()) == before
        assert [row.id for row in store.games()] == [2, 1]
        with pytest.raises(InUse):
            Store.open(tmp_path)
    with Store.look(tmp_path) as looker:
        assert not looker.beside
        assert len(looker.games()) == 2


def test_looking_while_checkpoints_go_on(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        begin(store)
    with Store.open(tmp_path) as store, ThreadPoolExecutor(1) as pool:
        done = pool.submit(lambda: [store.put_setting("name", "x" * n) or store._forget_journal() for n in range(60)])
        with Store.look(tmp_path) as looker:
            assert len(looker.games()) == 1
            assert looker.check() == ()
        done.result(PATIENCE)
