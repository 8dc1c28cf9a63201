"""Several things kept as one: all of it or nothing, and an erasure that reaches every file all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.store import Store
from tests.store.helpers import NOW, begin, bytes_on_disk, entry

SECRET = b"SECRET-OF-HAND-1"


def end_and_fail(store: Store, game: int) -> None:
    with store.together():
        store.commit(game, [entry(1)], erase=[1], now=NOW)
        store.finish(game, "complete", now=NOW)
        assert (store.game(game).entries, store.game(game).status) == (2, "complete")
        store.put_names(99, ("a", "b"), now=NOW)


def test_all_of_it_or_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, [entry(0)], secrets=[(1, "key", SECRET)], now=NOW)
        with pytest.raises(LocalError, match="no game 99"):
            end_and_fail(store, game)
        row = store.game(game)
        assert (row.entries, row.status) == (1, "open")
        assert [secret.value for secret in store.secrets(game)] == [SECRET]
        with store.together():
            pass
        store.commit(game, [entry(1)], now=NOW)
        assert store.game(game).entries == 2


def test_what_is_erased_among_other_things_is_in_no_file(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.commit(game, secrets=[(1, "key", SECRET)], now=NOW)
        assert SECRET in bytes_on_disk(tmp_path)
        with store.together():
            store.commit(game, [entry(0)], erase=[1], now=NOW)
            store.put_names(game, ("Nino", "Gia"), now=NOW)
        assert SECRET not in bytes_on_disk(tmp_path)
