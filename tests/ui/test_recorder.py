"""A game is written down from its events: every ruleset, larger tables, every kind of event."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura_p2p.conformance.hall import Hall, card_player, random_player
from bura_p2p.errors import LocalError, PeerError
from bura_p2p.log.file import MalformedFile
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.record import GameEnd, HandRecord, Move
from bura_p2p.rules.record_check import check_record
from bura_p2p.table import events as e
from bura_p2p.ui import recorder
from bura_p2p.ui.recorder import Recorder
from bura_p2p.ui.replay import replay_text

SAMPLES = Path(__file__).resolve().parents[2] / "protocol" / "games"
TABLES = [
    (name, seats)
    for name, rules in RULESETS.items()
    for seats in range(rules.players[0], max(rules.players[0], min(3, rules.players[1])) + 1)
]
"""Every ruleset at its smallest table, and at one of three."""


def test_every_event_is_written_in_one_way_or_deliberately_not():
    kinds = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)}
    lists = [*recorder._ACTIONS, *recorder._FACTS, *recorder._HEARD, *recorder.UNWRITTEN]
    assert len(lists) == len(set(lists))
    assert set(lists) == kinds - {e.Event}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_ruleset_is_written_down_as_it_was_played(name: str, seats: int):
    rules = RULESETS[name]
    players = [random_player(5), *(card_player(seat) for seat in range(1, seats))]
    hall = Hall(f"recorder {name}", ruleset=rules, seats=seats, players=players).run(hands=2)
    written = Recorder(rules)
    for event in hall.events[0]:
        written.hear(event)
    game = written.record()
    assert game is not None
    assert check_record(game) == game
    assert game.end is not None
    assert parse_game(replay_text(hall.file())) == game


def samples() -> list[Path]:
    """The game files that ship with the protocol and have more than a hello in them."""
    return sorted(path for path in SAMPLES.rglob("*.bura") if path.stat().st_size > 2000)


@pytest.mark.parametrize("path", samples(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_sample_games_of_the_protocol_are_real_games(path: Path):
    try:
        text = replay_text(path.read_bytes())
    except (PeerError, MalformedFile):
        assert path.parent.name == "bad"
        return
    case = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    try:
        game = parse_game(text)
    except LocalError:
        assert text.startswith("# "), "only a table that never opened has no game"
        assert all(line.startswith("# ") for line in text.splitlines())
        assert path.parent.name != "good"
        return
    assert check_record(game) == game
    if case["expect"]["verdict"] == "fair":
        assert game.end is not None


def test_nothing_is_written_before_the_table_opens():
    written = Recorder()
    assert written.record() is None
    written.hear(e.TableOpened(("A", "B"), "georgian", bytes(32)))
    assert written.record() is None, "events do not say the rules"
    written.ruleset = find_ruleset("georgian")
    assert written.record() is not None


def test_a_hand_that_is_given_up_before_it_begins():
    written = Recorder(find_ruleset("classic"))
    for event in (
        e.TableOpened(("A", "B"), "classic", bytes(32)),
        e.Resigned(1),
        e.HandOver(1, 0, "resigned", 0, None, (0, 0), None, (1, -1), 0),
        e.HandBegun(2, 0, (1, 0), 1, 2),
        e.Voided("deck_broken"),
    ):
        written.hear(event)
    game = written.record()
    assert game is not None
    assert game.hands[0].items == (Move(1, a.Resign()),)
    assert game.hands[0].order == ()
    assert game.hands[1] == HandRecord(2, (), (1, 0), 0, 1, 2)
    assert game.end == GameEnd(void="deck_broken")
    assert check_record(game) == game
