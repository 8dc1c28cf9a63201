"""The log beside the picture: the newest sentence is in sight, whatever grows below it, and what came before is read.

Here: the pilot, small terminals. Never: what the sentences say.
"""

from __future__ import annotations

import pytest

from bura_p2p.ui.tui.log import Log
from tests.tui.states import OVER, table_state, turn
from tests.tui.test_screens import asyncio_test, sitting


def said(*numbers: int) -> list[dict]:
    return [{"event": "led", "text": f"sentence {number}."} for number in numbers]


MANY = turn("lead KC", "lead QS", "raise 3", "claim", may_resign=True)
"""A turn whose keys need three lines."""


@asyncio_test
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_newest_line_is_seen_when_the_keys_take_more_lines(size):
    async with sitting(size) as one:
        await one.show(table_state(), *said(*range(20)))
        await one.sees("sentence 19.")
        away = {"state": "away", "reason": "connection", "text": "Away.", "choices": ["wait", "offer_end", "stop"]}
        for number, changes in enumerate([{"turn": MANY}, {"link": away, "turn": MANY}, {}, {"turn": MANY}]):
            await one.show(table_state(**changes), *said(20 + number))
            await one.press("1")
            await one.sees(f"sentence {20 + number}.")


@asyncio_test
async def test_a_game_that_is_taken_up_again_shows_its_newest_line():
    async with sitting((80, 24)) as one:
        await one.show(table_state(turn=MANY), *said(*range(60)))
        await one.sees("sentence 59.")
        await one.show(table_state(over=OVER), *said(60, 61))
        await one.sees("sentence 61.")
        await one.show(table_state(game=5), *said(*range(100, 130)))
        await one.sees("sentence 129.")


@asyncio_test
async def test_what_was_told_before_is_read_by_keys_and_in_peace():
    async with sitting((80, 24)) as one:
        await one.show(table_state(turn=MANY), *said(*range(40)))
        await one.sees("sentence 39.")
        await one.press("home")
        await one.sees("sentence 0.")
        await one.show(table_state(turn=MANY), *said(40))
        await one.pilot.pause(0.2)
        await one.sees("sentence 0.")
        await one.press("pagedown")
        assert "sentence 0." not in one.text()
        await one.press("end")
        await one.sees("sentence 40.")
        await one.press("pageup")
        assert "sentence 40." not in one.text()
        for _ in range(20):
            await one.press("pagedown")
        await one.sees("sentence 40.")
        await one.show(table_state(), *said(41))
        await one.sees("sentence 41.")
        assert one.app.query_one(Log).following
