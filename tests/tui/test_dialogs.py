"""Lines to read in the terminal's table: laid out for the dialog that shows them."""

from __future__ import annotations

import pytest

from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.stats.history import History, Tally
from bura_p2p.stats.luck import luck_report
from bura_p2p.ui import inert, tongue
from bura_p2p.ui.card import rule_card
from bura_p2p.ui.luck_command import luck_lines
from bura_p2p.ui.stats_command import history_lines
from tests.stats import dealers
from tests.tui.states import lobby_state, table_state, turn
from tests.tui.test_screens import asyncio_test, sitting

SIZES = ((60, 20), (80, 24), (100, 30), (120, 40))


def tables() -> list[list[str]]:
    report = luck_report(dealers.deals(1, 200))
    tally = Tally("Nino", games=120, matches_won=60, matches_lost=59, hands_won=700, points=1200)
    lines = luck_lines(report)
    return [
        rule_card(find_ruleset("georgian")),
        history_lines(History(tally, (tally,), (tally,), (), ())),
        lines[: lines.index("", 2)][2:],
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_no_line_of_a_table_is_broken_again(size, language):
    @asyncio_test
    async def shown():
        async with sitting(size) as one:
            tongue.use(language)
            for lines in tables():
                assert max(map(inert.columns, lines)) <= inert.room()
                await one.show(lobby_state(), {"event": "stats", "text": "", "lines": lines})
                whole = [line.strip() for line in lines][: size[1] // 2]
                await one.sees(*whole)
                await one.press("escape")

    shown()
    assert inert.room() == inert.WIDTH  # of the standard output again


@asyncio_test
async def test_what_can_be_done_with_a_game_is_named_for_each():
    async with sitting() as one:
        await one.press("g")
        await one.sees("[r] resume  [p] replay")
        await one.press("down")
        await one.sees("[Enter] this one  [p] replay")
        assert "[r]" not in one.text()
        await one.press("r")  # who presses it all the same is told why not
        assert one.done == [{"do": "resume", "game": 2}]


@asyncio_test
async def test_a_form_shows_what_counts_where_nothing_is_typed():
    for key in "hp":
        async with sitting() as one:
            await one.press(key)
            await one.sees("3 if nothing is typed")
            await one.press("7", "ctrl+s")
            assert one.done[0]["match"] == 7


@asyncio_test
async def test_a_window_that_hides_the_hand_says_so():
    async with sitting((30, 10)) as one:
        await one.show(table_state(turn=turn("lead KC")))
        await one.sees("Window too small!")
        await one.pilot.resize_terminal(80, 24)
        await one.sees("K♣", "Bura")
        assert "too small" not in one.text()
    for size in ((60, 20), (80, 24)):
        async with sitting(size) as one:
            await one.show(table_state(turn=turn("lead KC")))
            await one.sees("Bura")
            assert "too small" not in one.text()
