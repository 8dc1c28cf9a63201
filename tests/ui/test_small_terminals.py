"""What a person sees in a terminal of 80 columns: past games, advice, wrong words, a demo that is broken off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from bura_p2p.net.portmap.outcome import Failure, Snag, Way, failure_sentence
from bura_p2p.ui import tongue
from bura_p2p.ui.games import game_lines, who_text
from bura_p2p.ui.inert import WIDTH, columns
from bura_p2p.ui.nearby import Leaving, Nearby
from tests.support.processes import PATIENCE
from tests.ui.test_console import ROW
from tests.ui.test_narrow import SIXTY, terminal
from tests.ui.test_nearby import WRONG, Told, Typed, showing_host, table


@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_a_usual_game_is_one_line(language):
    tongue.use(language)
    names = ("Beginner bot", "Me")
    row = replace(ROW, names=names, status="complete", result='[{"score": [1, 0]}, {"score": [1, 3]}, {}]')
    (line,) = game_lines(row, who=columns(who_text(row)))
    assert columns(line) <= WIDTH


def test_the_extra_is_advised_for_this_very_python():
    told = failure_sentence(Failure(Way.PCP, "192.168.1.1", Snag.NO_LIBRARY), 4242)
    assert f"{sys.executable} -m pip install \"bura_p2p[upnp]\"' brings it" in told.replace(f'"{sys.executable}"', "")


async def test_a_number_at_the_words_names_its_table():
    place = Told()
    nearby = Nearby(place, Typed("two", "1", "quit"))
    await nearby.note(table())
    with pytest.raises(Leaving):
        await nearby.invite("1")
    asked = [sentence.split("\n") for word, sentence, _ in place.told if word == "words_wanted"]
    assert [lines[0].partition(":")[0] for lines in asked][::2] == ["Table 1", "Table 1"]
    assert asked[1][0] == "'two' is none of the words that a host shows."
    assert all(columns(line) <= WIDTH for line in asked[1])


def test_wrong_words_are_told_in_lines(tmp_path):
    with showing_host(tmp_path / "a") as (_, _words, address), terminal("join", home=tmp_path / "b") as screen:
        screen.write(f"{address}\n")
        lines = [screen.readline().rstrip()]
        while not lines[-1].startswith("The three words"):
            lines.append(screen.readline().rstrip())
        screen.write(f"{WRONG}\n")
        lines = [screen.readline().rstrip()]
        while not lines[-1].startswith("The three words"):
            lines.append(screen.readline().rstrip())
        assert "Two more guesses count; after them" in " ".join(" ".join(lines).split())
        assert max(map(columns, lines)) <= SIXTY


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no such terminals on this system")
def test_the_line_of_progress_is_cleared_before_a_demo_ends(tmp_path):
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "bura_p2p", "demo", "--out", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    said = b""
    while b"waiting for the invite" not in said:
        said += os.read(ours, 4096)
    running.send_signal(signal.SIGINT)
    while b"Interrupted." not in said:
        said += os.read(ours, 4096)
    running.wait(PATIENCE)
    os.close(ours)
    assert said.partition(b"waiting for the invite")[2].count(b"\r" + b" " * 40 + b"\r") == 1
    assert b"\rbura: Interrupted." in said
