"""What was dealt is kept as numbers, once a hand, and not at all where that is not wanted."""

from __future__ import annotations

import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.store import DealRow, HeldRow, Store
from bura_p2p.store.folder import DATABASE
from bura_p2p.store.schema import STEPS
from tests.store.helpers import begin, bytes_on_disk


def test_a_deal_is_noted_once(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        deal = DealRow(game, 1, 3, 2, 1, 1, "")
        store.note_deal(deal)
        store.note_deal(DealRow(game, 1, 3, 0, 0, 0, ""))
        store.note_deal(DealRow(game, 2, 3, 3, 0, 1, "trumps"))
        assert store.deals() == (deal, DealRow(game, 2, 3, 3, 0, 1, "trumps"))
        store.finish(game, "complete", now=2e9)
        assert len(store.deals()) == 2
        assert store.check() == ()


def test_own_cards_are_kept_until_they_are_forgotten(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = begin(store)
        store.note_deal(DealRow(game, 1, 3, 2, 1, 1))
        store.note_held(HeldRow(game, 9, "AS KH QC", ""))
        store.note_held(HeldRow(game, 12, "AS 10H", "KH"))
        assert store.held(game) == (HeldRow(game, 9, "AS KH QC", ""), HeldRow(game, 12, "AS 10H", "KH"))
        assert store.held(game + 1) == ()
        store.forget_deals(held=True)
        assert (store.held(game), len(store.deals())) == ((), 1)
        store.forget_deals(luck=True)
        assert store.deals() == ()
        assert b"AS KH QC" not in bytes_on_disk(tmp_path)


@pytest.mark.parametrize(
    "deal", [(1, 0, 3, 0, 0, 0), (1, 1, 3, 4, 0, 0), (1, 1, 3, 0, 2, 2), (1, 1, 3, -1, 0, 0), (7, 1, 3, 0, 0, 0)]
)
def test_what_cannot_be_is_not_noted(tmp_path: Path, deal: tuple[int, ...]) -> None:
    with Store.open(tmp_path) as store:
        begin(store)
        with pytest.raises(LocalError):
            store.note_deal(DealRow(*deal))
        assert store.deals() == ()


def test_a_count_is_no_card_and_a_row_tells_nothing_in_a_log() -> None:
    assert {field.type for field in fields(DealRow)} == {"int", "str"}
    assert "AS" not in repr(HeldRow(1, 9, "AS", "AS"))
    assert repr(DealRow(1, 2, 3, 1, 1, 1, "aces")) == "DealRow(game=1, hand=2, dealt=3)"


def test_a_store_of_the_first_version_is_brought_up(tmp_path: Path) -> None:
    with Store.open(tmp_path / "new") as store:
        begin(store)
    path = tmp_path / "new" / DATABASE
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE luck")
        db.execute("DROP TABLE held")
        db.execute("PRAGMA user_version = 1")
    db.close()
    with Store.open(tmp_path / "new") as store:
        store.note_deal(DealRow(1, 1, 3, 0, 0, 0))
        assert len(store.deals()) == len(store.games()) == 1
    assert len(STEPS) == 2
