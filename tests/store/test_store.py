"""The store keeps what it is given, and gives it back."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import LocalError
from bura_p2p.log.file import read_game
from bura_p2p.store import Secret, Store
from tests.store.helpers import FRIEND, ME, NOW, begin, entry


def no_entropy(_: int) -> bytes:
    raise AssertionError("nothing is to be made")


def test_identity_is_made_once(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a") as store:
        first = store.identity(secrets.token_bytes)
        assert store.identity(no_entropy).public == first.public
    with Store.open(tmp_path / "a") as store:
        again = store.identity(no_entropy)
    assert (again.public, again.secret) == (first.public, first.secret)
    assert isinstance(again, Identity)


def test_certificate_and_settings(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        assert store.certificate() is None
        assert store.setting("port") is None
        store.put_certificate(b"certificate", b"key")
        store.put_setting("port", "1")
        store.put_setting("port", "4000")
    with Store.open(tmp_path) as store:
        assert store.certificate() == (b"certificate", b"key")
        assert store.setting("port") == "4000"


def test_a_game_from_begin_to_finish(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, [entry(0), entry(0, 1)], secrets=[(1, "key", b"k" * 32)], now=NOW + 1)
        store.commit(game, [entry(1)], secrets=[(1, "key", b"l" * 32), (2, "key", b"m" * 32)], now=NOW + 2)
        store.put_names(game, ("Nino", "Gia"), now=NOW + 2)
        row = store.game(game)
        assert (row.seat, row.seats, row.ruleset, row.status, row.entries) == (0, 2, "georgian", "open", 3)
        assert (row.identities, row.names) == ((ME.public, FRIEND.public), ("Nino", "Gia"))
        assert (row.started, row.changed, row.ended, row.result) == (NOW, NOW + 2, None, None)
        assert store.entries(game) == (entry(0), entry(0, 1), entry(1))
        assert store.secrets(game) == (Secret(1, "key", b"l" * 32), Secret(2, "key", b"m" * 32))
        store.finish(game, "complete", '{"winner": 0}', now=NOW + 3)
        row = store.game(game)
        assert (row.status, row.result, row.ended) == ("complete", '{"winner": 0}', NOW + 3)
        assert store.secrets(game) == ()
        assert store.check() == ()


def test_a_cut_game_stays_open(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, [entry(0)], now=NOW)
    with Store.open(tmp_path) as store:
        assert [(row.id, row.status, row.entries) for row in store.games()] == [(game, "open", 1)]


def test_games_are_listed_latest_first(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        games = [begin(store) for _ in range(3)]
        assert [row.id for row in store.games()] == games[::-1]


def test_players_met(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.met(FRIEND.public, "Gia", now=NOW)
        store.met(ME.public, "Nino", now=NOW + 5)
        store.met(FRIEND.public, "", now=NOW + 9)  # without a name the last one stays
        assert [(p.identity, p.name, p.first_seen, p.last_seen) for p in store.players()] == [
            (FRIEND.public, "Gia", NOW, NOW + 9),
            (ME.public, "Nino", NOW + 5, NOW + 5),
        ]


def test_export_is_a_game_file(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, [entry(0), entry(1)], secrets=[(1, "key", b"never in a file!")], now=NOW)
        data = store.export(game)
    read = read_game(data)
    assert (read.identities, read.entries) == ((ME.public, FRIEND.public), (entry(0), entry(1)))
    assert b"never in a file!" not in data


@pytest.mark.parametrize("call", ["commit", "finish", "put_names", "game"])
def test_an_unknown_game_is_one_sentence(tmp_path: Path, call: str) -> None:
    with Store.open(tmp_path) as store:
        arguments = {"commit": ([entry(0)],), "finish": ("complete",), "put_names": (("a", "b"),), "game": ()}
        times = {} if call == "game" else {"now": NOW}
        with pytest.raises(LocalError, match="no game 7 in the game store"):
            getattr(store, call)(7, *arguments[call], **times)


def test_a_failed_commit_changes_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        bad: list[tuple[int, str, bytes]] = [(1, "key", "text, not bytes")]  # type: ignore[list-item]
        with pytest.raises(LocalError):
            store.commit(game, [entry(0)], secrets=bad, now=NOW + 1)
        assert (store.entries(game), store.secrets(game), store.game(game).changed) == ((), (), NOW)
        store.commit(game, [entry(0)], now=NOW + 1)  # and the store goes on


def test_a_game_cannot_finish_open(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, pytest.raises(LocalError):
        store.finish(begin(store), "open", now=NOW)


def test_no_secret_in_any_repr(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.commit(begin(store), secrets=[(1, "key", b"SECRET")], now=NOW)
        secret = store.secrets(1)[0]
        assert "SECRET" not in repr(secret) + str(secret) + repr(store) + repr(store.identity(Tape("x")))


def test_close_twice(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.close()
    store.close()
    with pytest.raises(LocalError):
        store.games()
