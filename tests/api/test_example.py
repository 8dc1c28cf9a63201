"""The bot in twenty lines, and bots that go wrong: in the arena, and in whole games over the real protocol."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bura_p2p.bots.own import OwnBot, find_own
from bura_p2p.errors import LocalError
from bura_p2p.rules.ruleset import Special
from bura_p2p.verify import Verdict, verify_file
from tests.bots.engine import deal, view_of
from tests.support.processes import Bura

from .example import README, example, packaged

BAD = """
import time

class Raises:
    def choose(self, view):
        raise ValueError("no idea, at all.")

class Cheats:
    def choose(self, view):
        return view.legal

class Sleeps:
    def choose(self, view):
        time.sleep(3600)

class Leaves:
    def choose(self, view):
        raise SystemExit

class Odd:
    def policy(self, view):
        return ["anything"]
    def choose(self, view):
        return view.legal[-1]

class Unmade:
    def __init__(self, plan):
        pass
    def choose(self, view):
        return view.legal[0]

class Plain:
    def choose(self, view):
        return view.legal[0]

def made():
    return Plain()

def nothing():
    return None

class Mute:
    pass

class Unsayable(Exception):
    def __str__(self):
        return self.words

class SlowToSay(Exception):
    def __str__(self):
        time.sleep(3600)

class Stammers:
    def choose(self, view):
        raise Unsayable

class Drawls:
    def choose(self, view):
        raise SlowToSay

class Paints:
    def choose(self, view):
        raise ValueError("\\x1b[2Jred \\u202e {name}\\x07")

class Sulks:
    @property
    def policy(self):
        raise RuntimeError("ask me not")
    def choose(self, view):
        return view.legal[0]

class Ponders:
    def policy(self, view):
        time.sleep(3600)
    def choose(self, view):
        return view.legal[0]

class Refuses:
    def __init__(self):
        raise Unsayable
    def choose(self, view):
        return view.legal[0]

class Hides:
    @property
    def choose(self):
        raise RuntimeError("find me not")

def hidden():
    return Hides()
"""

ROOT = README.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the bots in it."""
    place = tmp_path_factory.mktemp("bots")
    (place / "careful.py").write_text(example(), encoding="utf-8")
    (place / "bad_bots.py").write_text(BAD, encoding="utf-8")
    (place / "broken_bots.py").write_text("def choose(:\n", encoding="utf-8")
    (place / "lacking_bots.py").write_text("import no_such_module_at_all\n", encoding="utf-8")
    return place


def bura(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command as somebody types it in that folder."""
    settings = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "BURA_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "bura_p2p", *arguments]
    return subprocess.run(
        command, cwd=folder, env=settings, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_it_is_twenty_lines_and_one_text():
    assert len(example().splitlines()) <= 20
    assert example() == packaged()


def test_it_beats_who_plays_anything(folder):
    done = bura(folder, "arena", "careful:Careful", "random", "--hands", "100", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    own, _ = json.loads(done.stdout)["players"]
    assert own["won"][1] > 0.6
    assert own["illegal"] == 0
    assert own["failed"] is None


def play_a_hand(folder: Path, bot: str) -> Bura:
    """A person who plays anything, against the bot; the program at its end."""
    settings = {"PYTHONPATH": str(ROOT)}
    home = folder / bot.replace(":", "-")
    player = Bura("play", "--bot", bot, "--json", "--hands", "1", home=home, environment=settings, folder=folder)
    try:
        while (line := player.line()) is not None:
            told = json.loads(line)
            if told["event"] == "your_turn":
                cards = [move for move in told["legal"] if move.split()[0] in ("lead", "answer", "give")]
                player.type((cards or told["legal"])[0])
        assert player.end() == 0
    finally:
        player.close()
    told = [json.loads(line) for line in player.lines]
    file = next(one for one in told if one["event"] == "game_file")
    assert verify_file(Path(file["file"]).read_bytes()).verdict is Verdict.FAIR
    assert f"{bot.partition(':')[2]} bot" in next(one for one in told if one["event"] == "table_opened")["names"]
    return player


def test_a_whole_game_against_it(folder):
    assert play_a_hand(folder, "careful:Careful").errors == ""


def test_one_that_fails_loses_no_game(folder):
    """Something legal is played for it, and the end tells what went wrong."""
    said = play_a_hand(folder, "bad_bots:Raises").errors
    assert said.count("\n") == 1
    assert "The bot 'bad_bots:Raises' failed" in said
    assert "ValueError: no idea, at all (bad_bots.py, line 6)." in said


WRONG = {
    "no_such_bots:Any": "There is no module 'no_such_bots' in this folder",
    "bad_bots:Nobody": "The module 'bad_bots' has nothing called 'Nobody'.",
    "bad_bots:Mute": "'bad_bots:Mute' is no bot",
    "broken_bots:Any": "cannot be imported: SyntaxError",
    "lacking_bots:Any": "The module 'lacking_bots' cannot be imported: ModuleNotFoundError: No module named 'no_such",
    "bad_bots": "one of your own as MODULE:CLASS",
    "os.system('x'):Any": "one of your own as MODULE:CLASS",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_name_is_one_sentence(folder, name):
    done = bura(folder, "play", "--bot", name)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert WRONG[name] in done.stderr


def test_one_that_cannot_be_made_is_one_sentence(folder):
    wrong = {
        "Unmade": "cannot be made: TypeError", "nothing": "has no method 'choose'",
        "Refuses": "cannot be made: an exception that cannot be told", "hidden": "cannot be made: RuntimeError",
    }  # fmt: skip
    for name, told in wrong.items():
        done = bura(folder, "arena", f"bad_bots:{name}", "random", "--hands", "2")
        assert done.returncode == 1
        assert told in done.stderr
        assert done.stderr.count("\n") == 1


def test_the_arena_counts_what_went_wrong(folder):
    done = bura(folder, "arena", "bad_bots:made", "bad_bots:Cheats", "--hands", "4", "--jobs", "1")
    assert "failed, at first so: it chose something of the kind tuple, which is not legal there" in done.stdout
    assert done.stdout.count("failed") == 1


def own(name: str, seconds: float = 5.0) -> OwnBot:
    """A bot of the text above, made here."""
    space: dict[str, type] = {}
    exec(BAD, space)  # noqa: S102  the lines above
    return OwnBot(name, space[name], seconds)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Raises", "ValueError"),
        ("Cheats", "of the kind tuple"),
        ("Sleeps", "more than 0.05 seconds"),
        ("Leaves", "SystemExit"),
        ("Stammers", "an exception that cannot be told"),
        ("Drawls", "more than 0.05 seconds"),
        ("Paints", "ValueError: [2Jred {name} "),
    ],
)
def test_whatever_it_does_there_is_a_legal_move(name, told):
    bot, view = own(name, 0.05), view_of(deal(1), 1)
    view = view if view.legal else view_of(deal(1), 0)
    for times in (1, 2):
        assert bot.choose(view) in view.legal
        assert bot.faults == times
    assert told in bot.complaint()
    assert "2 times, at first so" in bot.complaint()


def test_what_is_said_about_combinations():
    view = view_of(deal(1), 0)
    silent, odd = own("Plain"), own("Odd")
    assert silent.policy(view) == odd.policy(view) == frozenset(Special)
    assert silent.complaint() is None
    assert "failed once: ValueError: 'anything' is not a valid Special" in odd.complaint()
    sulks = own("Sulks")
    assert sulks.policy(view) == frozenset(Special)
    assert "failed once: RuntimeError: ask me not" in sulks.complaint()


def test_about_combinations_one_is_asked_once_a_hand():
    """Who asks waits for the answer, and the link with it."""
    view, slow = view_of(deal(1), 0), own("Ponders", 0.05)
    assert [slow.policy(view) for _ in range(20)] == [frozenset(Special)] * 20
    assert slow.faults == 1
    assert view.match is not None
    assert slow.policy(replace(view, match=replace(view.match, hand=view.match.hand + 1))) == frozenset(Special)
    assert slow.faults == 2


def test_where_there_is_nothing_to_choose():
    view = next(view for seat in (0, 1) if not (view := view_of(deal(1), seat)).legal)
    with pytest.raises(LocalError, match="nothing to choose"):
        own("Plain").choose(view)


def test_a_function_may_make_it():
    assert find_own("tests.api.example:example") is example
