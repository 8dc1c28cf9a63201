"""What is noted while a game is played: every dealt hand once, own cards only where they may be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from bura_p2p.conformance.hall import card_player, random_player
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.stats.deals import count_deal
from bura_p2p.stats.played import beside, played_in
from bura_p2p.store import LUCK, OFF, ON, REVIEW, DealRow, Store
from bura_p2p.table import events as e
from tests.stats.tables import KeptHall
from tests.store.helpers import bytes_on_disk

RULES = ("georgian", "georgian-5", "classic", "telegram")


def true_deals(hall: KeptHall, seat: int) -> list[DealRow]:
    """From what the session itself told: the first cards after each deal."""
    found, trump, hand = [], None, 0
    for event in hall.events[seat]:
        if isinstance(event, e.HandBegun):
            hand = event.hand
        elif isinstance(event, e.Dealt):
            trump = event.trump
        elif isinstance(event, e.Held) and trump is not None:
            found.append(count_deal(1, hand, event.cards, trump.suit))
            trump = None
    return found


@pytest.mark.parametrize("rules", RULES)
def test_every_dealt_hand_is_noted_once(rules, tmp_path: Path):
    players = [random_player(3), random_player(4)]
    hall = KeptHall(f"kept {rules}", players, find_ruleset(rules))
    hall.run(hands=2)
    with Store.open(tmp_path) as store:
        game = hall.keep(store)
        assert list(store.deals()) == true_deals(hall, 0)
        assert [row.hand for row in store.deals()] == [1, 2]
        played = played_in(store.export(game))
        assert [hand.row for hand in beside(played, store.deals())] == list(store.deals())
        turned = [event.trump for event in hall.events[0] if isinstance(event, e.Dealt)]
        assert [dealing.turned for dealing in played.dealt.values()] == turned
        begun = next(event for event in hall.events[0] if isinstance(event, e.HandBegun))
        assert played.first_leader == begun.leader


def test_a_game_that_is_broken_off_counts(tmp_path: Path):
    hall = KeptHall("kept cut", [card_player(1), card_player(2)])
    hall.run(lambda hall: hall.table.stage.value == "follow")
    with Store.open(tmp_path) as store:
        game = hall.keep(store)
        assert store.game(game).status == "open"
        assert list(store.deals()) == true_deals(hall, 0)
        assert len(beside(played_in(store.export(game)), store.deals())) == 1


def test_a_note_that_does_not_fit_is_left_out(tmp_path: Path):
    hall = KeptHall("kept fit", [card_player(1), card_player(2)])
    hall.run()
    played = played_in(hall.file())
    assert beside(played, [DealRow(1, 1, 5, 0, 0, 0), DealRow(1, 2, 3, 0, 0, 0)]) == []
    assert len(beside(played, [DealRow(1, 1, 3, 0, 0, 0)])) == 1


def test_own_cards_are_kept_only_where_they_may_be(tmp_path: Path):
    hall = KeptHall("kept cards", [card_player(1), card_player(2)])
    hall.run(hands=2)
    with Store.open(tmp_path / "a") as store:
        assert store.held(hall.keep(store)) == ()
        store.put_setting(REVIEW, ON)
        rows = store.held(hall.keep(store))
        assert {update.view.round for update in hall.updates[0]} >= {row.round for row in rows}
        assert all(1 <= len(row.held.split()) <= 3 or row.given for row in rows)
        store.put_setting(REVIEW, OFF)
        assert store.held(hall.keep(store)) == ()
    with Store.open(tmp_path / "b") as store:
        assert store.held(hall.keep(store, practice=True)) == rows_like(rows)


def rows_like(rows):
    """The same rows as of the only game of another store."""
    return tuple(type(row)(1, row.round, row.held, row.given) for row in rows)


def test_nothing_is_noted_where_that_is_not_wanted(tmp_path: Path):
    hall = KeptHall("kept not", [card_player(1), card_player(2)])
    hall.run()
    with Store.open(tmp_path) as store:
        store.put_setting(LUCK, OFF)
        hall.keep(store)
        assert store.deals() == ()


def test_no_card_of_a_settled_hand_is_on_the_disk(tmp_path: Path):
    """The counts are all that stays: no text of own cards stands anywhere in the store's files."""
    hall = KeptHall("kept disk", [card_player(1), card_player(2)])
    hall.run()
    held = [event.cards for event in hall.events[0] if isinstance(event, e.Held)]
    with Store.open(tmp_path) as store:
        hall.keep(store)
        disk = bytes_on_disk(tmp_path)
        assert held
        for cards in held:
            assert " ".join(map(str, cards)).encode() not in disk


def test_a_store_that_fails_ends_no_game(tmp_path: Path):
    hall = KeptHall("kept full", [card_player(1), card_player(2)])
    hall.run()
    with Store.open(tmp_path) as store:
        store._connection.execute("CREATE TRIGGER full BEFORE INSERT ON luck BEGIN SELECT RAISE(ABORT, 'full'); END")
        hall.keep(store)
        assert store.deals() == ()
