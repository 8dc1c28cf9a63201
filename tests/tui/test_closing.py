"""Closing the program from the terminal's table: what is asked, and where nothing is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bura_p2p.ui.tui.dialogs import Question
from tests.support.processes import PATIENCE
from tests.tui.states import OVER, lobby_state, table_state
from tests.tui.test_screens import asyncio_test, sitting

KEYS = pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])


@KEYS
@asyncio_test
async def test_nothing_is_asked_where_nothing_is_lost(key):
    for state, keys in ((lobby_state(), ()), (lobby_state(), ("j", "a")), (table_state(over=OVER), ())):
        async with sitting() as one:
            await one.show(state)
            await one.press(*keys)
            assert one.app._exit is False
            await one.press(key)
            assert one.app._exit is True


@KEYS
@asyncio_test
async def test_a_game_is_not_closed_without_a_question(key):
    """Also where something is typed, is asked or lies over the table."""
    for keys in (("t", "h"), ("z",)):
        async with sitting() as one:
            one.app._do({"do": "host"})
            await one.show(table_state())
            await one.press(*keys, key)
            await one.sees("Close the program?", "resume it later")
            await one.press(key)
            questions = [screen for screen in one.app.screen_stack if isinstance(screen, Question)]
            assert len(questions) == 1 + keys.count("z")
            await one.press("n")
            assert one.app._exit is False
            await one.press(key, "y")
            assert one.app._exit is True


@asyncio_test
async def test_a_game_for_practice_is_not_said_to_go_on():
    async with sitting() as one:
        one.app._do({"do": "practise"})
        await one.show(table_state())
        await one.press("q")
        await one.sees("This game is for practice: it stays")
        await one.press("n")
        one.app._do({"do": "resume"})
        await one.press("q")
        await one.sees("resume it later")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no such terminals on this system")
def test_a_terminal_that_is_gone_ends_the_program(tmp_path):
    """Its window was killed, and no signal came: what is read from it is nothing, at once and for ever."""
    near, far = os.openpty()
    command = [sys.executable, "-m", "bura_p2p", "table", "--tui", "--home", str(tmp_path)]
    environment = {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen(command, stdin=far, stdout=far, stderr=far, env=environment, start_new_session=True)
    try:
        os.close(far)
        shown = b""
        while b"\x1b[?1049h" not in shown:  # the screen is its own
            shown += os.read(near, 65536)
        os.close(near)
        assert process.wait(PATIENCE) == 130
    finally:
        process.kill()
        process.wait()
