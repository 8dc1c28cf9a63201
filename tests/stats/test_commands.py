"""`bura luck`, `bura stats`, `bura games --export`: what people read, what programs read, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura_p2p.cli import run
from bura_p2p.conformance.hall import card_player, random_player
from bura_p2p.log.file import read_game
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.stats.chance import LEAST
from bura_p2p.stats.history import add_up
from bura_p2p.stats.luck import Luck, luck_report
from bura_p2p.store import Store
from bura_p2p.ui.inert import columns, wrapped
from bura_p2p.ui.luck_command import luck_lines, p_text
from bura_p2p.ui.stats_command import history_lines
from tests.stats import dealers
from tests.stats.tables import KeptHall
from tests.stats.test_history import ANN, game


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """A store with three games: two with Ann, one for chips with Ben."""
    folder = tmp_path_factory.mktemp("home")
    first = KeptHall("commands 1", [random_player(1), random_player(2)])
    second = KeptHall("commands 2", [random_player(3), card_player(4)], find_ruleset("russian"))
    first.run(hands=2)
    second.run(hands=2)
    with Store.open(folder) as store:
        first.keep(store, 0, now=1.9e9)
        first.keep(store, 0)
        second.keep(store, 1, name="Ben")
    return folder


def told(capsys, *arguments: str) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


def test_luck_for_people(capsys, home):
    out = told(capsys, "luck", "--home", str(home))
    assert out.startswith("Your cards as they were dealt: 6 hands, 3 games:\n")
    assert [line.split()[0] for line in out.splitlines()[3:8]] == ["trumps", "aces", "tens", "combinations", "led"]
    assert "Nothing here is out of the usual" in out
    assert "only gross unfairness would show" in out
    assert max(map(columns, out.splitlines())) <= 80


def test_luck_for_programs(capsys, home):
    found = json.loads(told(capsys, "luck", "--json", "--home", str(home)))
    assert (found["games"], found["hands"], found["noting"], found["part"]) == (3, 6, True, False)
    asked = [answer["about"] for answer in found["answers"]]
    assert asked == ["trumps", "aces", "tens", "combinations", "first_lead"]


def test_luck_with_one_opponent_or_by_some_rules(capsys, home):
    ben = json.loads(told(capsys, "luck", "--against", "ben", "--json", "--home", str(home)))
    assert (ben["games"], ben["hands"], ben["part"]) == (1, 2, True)
    for name in ("georgian", "s004-3"):
        assert json.loads(told(capsys, "luck", "--rules", name, "--json", "--home", str(home)))["games"] == 2
    assert "one question more" in told(capsys, "luck", "--against", "Ann", "--home", str(home))
    assert run(["luck", "--against", "Cleo", "--home", str(home)]) == 2
    assert run(["luck", "--rules", "poker", "--home", str(home)]) == 2
    assert "There is no game with 'Cleo'" in capsys.readouterr().err


def test_luck_is_noted_or_not(capsys, tmp_path):
    Store.open(tmp_path).close()
    assert "It is from now on." in told(capsys, "luck", "--home", str(tmp_path))
    assert "Nothing is noted" in told(capsys, "luck", "--no-keep", "--home", str(tmp_path))
    assert f"'bura luck --home {tmp_path} --keep'\n" in told(capsys, "luck", "--home", str(tmp_path))
    assert "erased" in told(capsys, "luck", "--forget", "--keep", "--home", str(tmp_path))
    assert "No games yet." in told(capsys, "luck", "--home", str(tmp_path / "none"))


def sentences(report) -> str:
    return " ".join(luck_lines(report))


def test_luck_that_is_unusual_says_how_unusual():
    rare = luck_report(dealers.deals(1, 400, dealers.swapping(dealers.trump, 0.5)))
    assert rare.luck is Luck.RARE
    assert "Something here is more than unusual" in sentences(rare)
    assert "anybody can check them" in sentences(rare)
    coins = luck_report([], [True] * 6)
    assert coins.luck is Luck.UNUSUAL
    assert "one time in 32." in sentences(coins)
    for report in (rare, coins):
        assert max(columns(line) for text in luck_lines(report) for line in wrapped(text, indent="  ")) <= 80


def test_what_is_not_known_is_said():
    report = luck_report(dealers.deals(1, 200), unnoted=3)
    assert "What the other side was dealt nobody here knows" in sentences(report)
    assert "3 hands of these games were dealt and not noted." in sentences(report)


@pytest.mark.parametrize(
    ("p", "text"),
    [(1, "1.00"), (0.65, "0.65"), (0.0312, "0.031"), (0.00123, "0.0012"), (2e-7, "2e-07"), (LEAST, "<1e-60")],
)
def test_a_probability_in_a_few_digits(p, text):
    assert p_text(p) == text


def test_stats_for_people_and_programs(capsys, home):
    out = told(capsys, "stats", "--home", str(home))
    lines = out.splitlines()
    assert lines[1].split()[:2] == ["Ann", "2"]
    assert lines[2].split()[0] == "Ben"
    assert {"Georgian,", "Russian"} <= {line.split()[0] for line in lines if line}
    assert "\nYour chips, after the last game for chips:\n" in out
    assert max(map(columns, lines)) <= 80
    found = json.loads(told(capsys, "stats", "--json", "--home", str(home)))
    assert found["total"]["games"] == 3
    assert len(found["balance"]) == 1
    assert told(capsys, "stats", "--home", str(home / "none")) == "No games yet.\n"
    assert json.loads(told(capsys, "stats", "--json", "--home", str(home / "none")))["total"]["games"] == 0


def test_names_and_long_rows_stay_in_their_columns():
    history = add_up([
        game(1, name="\x1b[31mEve and a name that is far too long for any table", won=100, lost=100, chips=-100_000),
        game(2, b"c" * 32, ""), game(3, b"d" * 32, "lively bot"),
    ])  # fmt: skip
    lines = history_lines(history)
    assert max(map(columns, lines)) <= 80
    assert "\x1b" not in "".join(lines)
    assert any(line.startswith("lively (practice)") for line in lines)
    assert any(line.startswith("nobody yet") for line in lines)
    many = history_lines(add_up([game(number, ANN, chips=1) for number in range(30)]))
    assert sum(line.startswith("  game ") for line in many) == 12
    assert many[-1].endswith("+30")


def test_a_game_is_exported_in_every_form(capsys, home, tmp_path):
    for form in ("file", "text", "json"):
        path = tmp_path / f"one.{form}"
        assert str(path) in told(capsys, "games", "--export", "1", str(path), "--form", form, "--home", str(home))
    assert len(read_game((tmp_path / "one.file").read_bytes()).entries) > 20
    assert len(parse_game((tmp_path / "one.text").read_text("utf-8")).hands) == 2
    events = [json.loads(line) for line in (tmp_path / "one.json").read_text("utf-8").splitlines()]
    assert events[-1] == {"event": "end", "complete": True}
    assert run(["games", "--form", "text", "--home", str(home)]) == 2
    assert run(["games", "--export", "1", str(tmp_path / "x"), "--form", "pdf", "--home", str(home)]) == 2


def test_another_process_with_the_store_is_told_of(capsys, tmp_path):
    Store.open(tmp_path).close()
    with Store.open(tmp_path):
        for command in ("stats", "luck", "games"):
            assert run([command, "--home", str(tmp_path)]) == 0
            assert "Another bura is running; of a game that is played there now" in capsys.readouterr().err


def test_no_folder_is_made_for_a_copy(capsys, home, tmp_path):
    target = tmp_path / "nowhere" / "x.bura"
    assert run(["games", "--export", "1", str(target), "--home", str(home)]) == 2
    told = f"bura: There is no folder '{target.parent}'; make it, or name another.\n"
    assert capsys.readouterr().err == told
    assert not target.parent.exists()
