"""Results added up: by opponent, by ruleset, chips from game to game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura_p2p.conformance.hall import card_player, random_player
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.stats.history import GameResult, add_up, history_of, result_of
from bura_p2p.store import Store
from bura_p2p.table import events as e
from bura_p2p.verify import verify_file
from tests.stats.tables import KeptHall
from tests.store.helpers import begin

ANN, BEN = b"a" * 32, b"b" * 32


@pytest.mark.parametrize("rules", ["georgian", "russian"])
def test_a_result_is_what_the_file_says(rules, tmp_path: Path):
    hall = KeptHall(f"results {rules}", [random_player(1), random_player(2)], find_ruleset(rules))
    hall.run(hands=3)
    with Store.open(tmp_path) as store:
        games = [hall.keep(store, seat) for seat in (0, 1)]
        results = [result_of(store, store.game(game)) for game in games]
        report = verify_file(store.export(games[0]))
    winners = [hand.winner for hand in report.hands]
    has_pot = report.rules is not None and report.rules.has_pot
    for seat, result in enumerate(results):
        assert result.ended
        assert (result.won, result.lost) == (winners.count(seat), winners.count(1 - seat))
        assert result.nobody == winners.count(None)
        assert result.points == (report.score[seat], report.score[1 - seat])
        assert result.chips == (report.chips[seat] if has_pot else None)
        assert result.opponent == hall.identities[1 - seat].public


def test_who_won_the_match(tmp_path: Path):
    hall = KeptHall("results match", [card_player(1), card_player(2)], find_ruleset("georgian", match_to=1))
    hall.run(hands=9)
    (over,) = [event for event in hall.events[0] if isinstance(event, e.GameOver)]
    assert over.winner is not None
    with Store.open(tmp_path) as store:
        for seat in (0, 1):
            game = hall.keep(store, seat)
            assert result_of(store, store.game(game)).match is (over.winner == seat)


def test_a_game_that_was_broken_off_counts_its_hands(tmp_path: Path):
    hall = KeptHall("results cut", [card_player(1), card_player(2)], find_ruleset("russian"))
    hall.run(lambda hall: hall.table.state.hand == 2 and hall.table.stage.value == "lead", hands=3)
    with Store.open(tmp_path) as store:
        result = result_of(store, store.game(hall.keep(store)))
        begin(store)  # nobody came
        history = history_of(store, store.games())
    assert not result.ended
    assert result.won + result.lost + result.nobody == 1
    (settled,) = [event for event in hall.events[0] if isinstance(event, e.HandOver)]
    assert result.chips == settled.chips[0]
    assert (history.total.games, history.total.open) == (1, 1)


def game(number: int, opponent: bytes = ANN, name: str = "Ann", **more) -> GameResult:
    return GameResult(number, 1e9 + number, opponent, name, more.pop("ruleset", "georgian"), True, **more)


def test_an_opponent_is_a_key_and_has_the_last_name():
    history = add_up([
        game(2, name="Anna", won=2, lost=1, points=(3, 1), match=True),
        game(1, won=1, lost=3, points=(1, 3), match=False),
        game(3, BEN, "Anna", nobody=2),
    ])  # fmt: skip
    first, second = history.opponents
    assert (first.name, first.keys, first.games) == ("Anna", [ANN], 2)
    assert (first.hands_won, first.hands_lost, first.points, first.points_against) == (3, 4, 4, 4)
    assert (first.matches_won, first.matches_lost) == (1, 1)
    assert (second.keys, second.hands_nobody) == ([BEN], 2)
    assert history.total.games == sum(tally.games for tally in history.rulesets) == 3
    assert [result.game for result in history.results] == [1, 2, 3]


def test_practice_is_one_line_whatever_keys_the_bot_had():
    bots = [game(number, bytes([number]) * 32, "greedy bot", won=1) for number in range(1, 6)]
    history = add_up([*bots, game(9, ANN, "Robo bot"), game(10, ANN, "Robo bot")])
    assert [(one.name, one.practice, one.games) for one in history.opponents] == [
        ("greedy bot", True, 5), ("Robo bot", False, 2),
    ]  # fmt: skip


def test_chips_from_game_to_game():
    history = add_up([game(3, chips=-2), game(1, chips=5), game(2), game(4, BEN, "Ben", chips=-4)])
    assert [(one.game, one.chips, one.total) for one in history.balance] == [(1, 5, 5), (3, -2, 3), (4, -4, -1)]
    assert history.total.chips == -1
    assert history.opponents[0].chips == 3
    told = history.to_json()
    assert json.loads(json.dumps(told)) == told
    assert told["balance"][-1]["total"] == -1


def test_no_game_at_all():
    history = add_up([])
    assert (history.total.games, history.opponents, history.balance) == (0, (), ())
