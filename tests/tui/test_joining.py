"""Forms that lead to a table: what was typed in one is kept where it is refused, and the reason stands in it.

Here: the pilot, states and refusals as a lobby publishes them. Never: a lobby.
"""

from __future__ import annotations

from textual.widgets import Input

from tests.tui.states import lobby_state, table_state
from tests.tui.test_screens import asyncio_test, sitting

NEARBY = [{"id": "ab", "name": "Ann", "rules": "georgian", "address": "192.168.1.5:4242"}]
WRONG = "Those are not the words that the host shows now; look at its screen once more."


def refused(text: str) -> dict:
    return {"event": "not_done", "text": text}


def typed(one, name: str) -> str:
    return one.app.screen.query_one(f"#{name}", Input).value


@asyncio_test
async def test_wrong_words_at_a_listed_table():
    async with sitting() as one:
        await one.show(lobby_state(nearby=NEARBY))
        await one.press("l")
        await one.press("enter")
        await one.press(*"bus", "space", *"fifty", "space", *"fier", "enter")
        await one.show(lobby_state(nearby=NEARBY), refused("'fier' is none of the words."))
        await one.sees("Join a table of the local network", "'fier' is none of the words.", "bus fifty fier")
        await one.press("end", "backspace", "backspace", *"re", "enter")
        await one.show(lobby_state(screen="joining"))
        await one.show(lobby_state(), refused(WRONG))  # the list begins anew
        await one.sees("Those are not the words", "bus fifty fire")
        await one.press("enter")
        words = {"do": "join_nearby", "id": "ab"}
        assert one.done[1:] == [
            words | {"words": "bus fifty fier"},
            words | {"address": "192.168.1.5:4242", "words": "bus fifty fire"},
            words | {"address": "192.168.1.5:4242", "words": "bus fifty fire"},
        ]


@asyncio_test
async def test_wrong_words_at_an_address_and_what_else_is_wrong_with_it():
    async with sitting() as one:
        await one.press("l", "enter")
        one.app.screen.query_one("#address", Input).value = "192.168.1.5"
        one.app.screen.query_one("#words", Input).value = "bus fifty fire"
        await one.press("ctrl+s")
        await one.show(lobby_state(), refused("An address is HOST:PORT, such as 192.168.1.5:4242."))
        await one.sees("An address is HOST:PORT", "bus fifty fire")
        assert (typed(one, "address"), typed(one, "words")) == ("192.168.1.5", "bus fifty fire")
        await one.press("escape")
        await one.show(lobby_state(), refused("Something else."))
        assert len(one.app.screen_stack) == 1


@asyncio_test
async def test_an_invite_that_is_refused_is_still_there():
    async with sitting() as one:
        await one.press("j", *"BURA", "enter")
        await one.show(lobby_state(), refused("This is not a bura invite."))
        await one.sees("Join by an invite", "This is not a bura invite.")
        assert typed(one, "invite") == "BURA"


@asyncio_test
async def test_what_came_true_does_not_come_back():
    async with sitting() as one:
        await one.press("j", *"BURA", "enter")
        await one.show(table_state())
        await one.show(lobby_state(), refused("The other side closed the game."))
        assert len(one.app.screen_stack) == 1
        await one.press("j", *"BURA", "enter", "g", "escape")
        await one.show(lobby_state(), refused("Something else."))
        assert len(one.app.screen_stack) == 1
