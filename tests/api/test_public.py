"""What the package passes on: all of it there, documented, and free of cost until it is asked for."""

from __future__ import annotations

import inspect
import os
import random
import re
import subprocess
import sys
import time
from typing import Any

import pytest
import trio

import bura_p2p
import bura_p2p.ui.feed as shapes
from bura_p2p import Lobby, LocalError, Verdict, open_lobby, verify_file
from bura_p2p.net.nursery import background
from bura_p2p.store import Store
from bura_p2p.ui.feed.commands import COMMANDS
from bura_p2p.ui.feed.practising import own_bot_of
from bura_p2p.ui.reaching import Where

PATIENCE = 240.0


@pytest.mark.parametrize("name", bura_p2p.__all__)
def test_every_public_name_is_there_and_documented(name):
    found = getattr(bura_p2p, name)
    assert name in dir(bura_p2p)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert inspect.getdoc(found)
        assert found.__name__ == name


def test_the_list_is_sorted_and_says_each_once():
    assert list(bura_p2p.__all__) == sorted(set(bura_p2p.__all__))
    assert "no_such_name" not in dir(bura_p2p)
    with pytest.raises(AttributeError, match="no_such_name"):
        bura_p2p.no_such_name  # noqa: B018


def test_a_view_and_its_moves_cost_no_face_and_no_network():
    code = (
        "import sys, bura_p2p\n"
        "assert not [name for name in sys.modules if name.startswith('bura_p2p.')]\n"
        "from bura_p2p import Action, Bot, Card, Claim, View, cards_points\n"
        "heavy = ('trio', 'cyclopts', 'bura_p2p.net', 'bura_p2p.ui')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


async def test_a_program_plays_by_the_public_names_alone(tmp_path):
    chance, asked, numbers = random.Random(1), -1, list[int]()
    with trio.fail_after(PATIENCE):
        async with open_lobby(tmp_path, listen="127.0.0.1:0") as lobby:
            with lobby.feed.client() as client:
                lobby.do({"do": "practise", "bot": "random", "match": 1}, client)
                async for message in client:
                    numbers.append(message.n)
                    check(message.state, "The state")
                    table = message.state["table"]
                    if table is not None:
                        check(table, "The table")
                        if table["over"] is not None and table["over"]["verdict"] is not None:
                            break
                        if table["turn"]["mine"] and table["round"] != asked:
                            asked, legal = table["round"], table["turn"]["legal"]
                            cards = [move for move in legal if move.split()[0] in ("lead", "answer", "give")]
                            lobby.do({"do": "play", "move": chance.choice(cards or legal)}, client)
    assert numbers == sorted(numbers)
    assert table["over"]["verdict"]["exit"] == 0
    files = list((tmp_path / "games").glob("*.bura"))
    assert [verify_file(file.read_bytes()).verdict for file in files] == [Verdict.FAIR]


async def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalError, match="folder"):
        async with open_lobby(tmp_path / "file"):
            pass


async def test_what_a_program_raises_comes_out_as_it_is(tmp_path):
    with pytest.raises(ZeroDivisionError):
        async with open_lobby(tmp_path, listen="127.0.0.1:0"):
            raise ZeroDivisionError


# --- what is written about the shapes ----------------------------------------------------------------------------


def written(heading: str) -> str:
    """The paragraph of the docstring under a heading."""
    return (shapes.__doc__ or "").split(f"\n{heading}")[1].split("\n\n")[0]


def check(found: dict[str, Any], heading: str) -> None:
    """Every key that is there stands in the paragraph, and those of what is in it."""
    text = written(heading)
    for key, value in found.items():
        assert re.search(rf"\b{key}\b", text), key
        inner = value[0] if isinstance(value, list) and value else value
        if isinstance(inner, dict) and key not in ("settings", "table"):
            assert not [name for name in inner if not re.search(rf"\b{name}\b", text)], key


def test_every_command_is_written_down_with_its_fields():
    text = written("Commands are objects")
    for name, fields in COMMANDS.items():
        assert re.search(rf"\b{name}\b", text), name
        assert not [field for field in fields if not re.search(rf"\b{field}\b", text)], name


async def test_a_table_that_is_drawn_takes_only_the_bot_it_was_opened_with(tmp_path):
    """A page names bots; which code is imported is said on the command line alone."""
    name, played = "tests.api.failing:Fails", 0
    assert own_bot_of({"do": "practise", "bot": name}) == name
    assert own_bot_of({"do": "practise", "bot": "expert"}) is own_bot_of({"do": "look"}) is own_bot_of(None) is None
    with Store.open(tmp_path) as store, trio.fail_after(PATIENCE):
        lobby = Lobby(store, where=Where(), version="", entropy=os.urandom, clock=time.time, own_bot=name)
        async with background() as nursery:
            await nursery.start(lobby.run)
            with lobby.feed.client() as client:
                lobby.do({"do": "practise", "bot": "tests.api.example:example"}, client)
                lobby.do({"do": "practise", "bot": name, "match": 1}, client)
                async for message in client:
                    told = {event["event"]: event["text"] for event in message.events}
                    if "not_done" in told:
                        assert "There is no bot called 'tests.api.example:example'" in told["not_done"]
                        assert message.state["bots"][-1] == name
                        played += 1
                    if "The bot" in told.get("told", ""):
                        break
                    table = message.state["table"]
                    if table is not None and table["turn"]["mine"] and not table["resigning"]:
                        lobby.do({"do": "play", "move": table["turn"]["legal"][0]}, client)
    assert played == 1
    assert f"The bot '{name}' failed" in told["told"]
    assert "RuntimeError: no move (failing.py, line 12)" in told["told"]
