"""The README's examples exist: every command, every option, every file that it names."""

from __future__ import annotations

import contextlib
import io
import re
import textwrap
from functools import cache
from pathlib import Path

import pytest

from bura_p2p.cli import FAILURE, INTERRUPTED, USAGE, run
from bura_p2p.rules import game_text
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.notation import parse_action
from bura_p2p.rules.record_check import check_record
from bura_p2p.verify import Verdict

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXT = " ".join(re.sub(r"```.*?```", "", README, flags=re.DOTALL).split())
FIRST = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/bura demo"
SECOND = "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest"


def examples() -> list[list[str]]:
    """Every `bura …` in a code block or between backticks, as words."""
    blocks = re.findall(r"^    (.+)$", README, re.MULTILINE) + re.findall(r"`([^`]+)`", TEXT)
    command = re.compile(
        r"(?:^|[/\\ ])bura "
        r"((?:host|join|play|demo|verify|replay|games|bench|rules|doctor|stats|luck|arena|table)\b.*)"
    )
    found = [command.search(text) for text in blocks]
    return [match[1].split() for match in found if match]


@cache
def help_of(*command: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert run([*command, "--help"]) == 0
    return said.getvalue()


def test_the_two_commands_stand_there_word_for_word():
    assert f"    {FIRST}\n" in README
    assert f"    {SECOND}\n" in README


def test_there_are_examples():
    commands = {words[0] for words in examples()}
    assert commands == {"host", "join", "play", "demo", "verify", "replay", "games", "bench", "rules", "doctor"} | {
        "stats",
        "luck",
        "arena",
        "table",
    }


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_commands_and_options_exist(words):
    text = help_of(*words[: 2 if words[0] == "rules" else 1])
    for word in words[1:]:
        if word.startswith("--"):
            assert word in text or word == "--help"


def test_the_game_that_is_written_down_is_a_real_one():
    text = "    Bura 1\n" + game_text.__doc__.split("    Bura 1\n")[1].split("\n\n- ")[0]
    game = parse_game(textwrap.dedent(text))
    told = check_record(game)
    assert told.hands[0].end == game.hands[0].end
    assert told.hands[0].moves == game.hands[0].moves


def test_moves_in_the_text_are_moves():
    sentence = TEXT.split("Moves are typed:")[1].split(". In a game")[0]
    moves = re.findall(r"`([^`]+)`", sentence)
    assert len(moves) > 5
    for move in moves:
        parse_action(move)


def test_exit_codes_and_options_are_told():
    said = TEXT.split("Exit codes of all commands:")[1].split("## ")[0]
    codes = {int(code) for code in re.findall(r"(?:^|[ \n])(\d+) [a-z]", said)}
    assert codes >= {0, 1, 2, FAILURE, USAGE, INTERRUPTED} | {verdict.exit_code for verdict in Verdict}
    options = ("--home", "--port", "--listen", "--show-points", "--bot", "--export", "--match", "--json", "--public")
    for option in options:
        assert option in README


def test_the_fresh_run_uses_the_second_command():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'pip" install' in script
    assert "'.[test]'" in script


def test_what_is_not_promised_is_said():
    words = ("pulled the plug", "goes on", "look first", "fished", "phone", "thinking time", "rolled back", "quantum")
    said = TEXT.split("What is not promised")[1]
    assert not [word for word in words if word not in said]


def test_systems_that_were_never_tried_are_named():
    assert "has been run on Linux only" in TEXT
