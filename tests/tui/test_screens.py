"""The terminal table by Textual's own pilot: recorded states in, keys pressed, commands out."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import wraps

import pytest

from bura_p2p.ui.feed.feed import Message
from bura_p2p.ui.inert import columns
from bura_p2p.ui.tui.app import Table
from bura_p2p.ui.tui.dialogs import Choice, Form, Question, Reading
from bura_p2p.ui.tui.felt import Felt
from bura_p2p.ui.tui.keys import latin, layouts
from bura_p2p.ui.tui.moves import move_of
from bura_p2p.ui.tui.picture import board, headline, keys_line
from tests.support import six_seats as six
from tests.tui.states import OVER, RESULT, TABLE, lobby_state, table_state, turn


class Sitter:
    """Somebody at the application: `done` are the commands given."""

    def __init__(self, size: tuple[int, int], *, colours: bool = True) -> None:
        self.done: list[dict] = []
        self.app = Table(self.done.append, colours=colours)
        self.size = size

    async def show(self, state: dict, *events: dict) -> None:
        self.app.take(Message(1, events, state))
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def sees(self, *words: str) -> None:
        """Wait until all of this is on the screen."""
        for _ in range(3000):
            if all(word in self.text() for word in words):
                return
            await asyncio.sleep(0.02)
            await self.pilot.pause()
        raise AssertionError(f"{words} on:\n{self.text()}")

    def text(self) -> str:
        """What is on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@asynccontextmanager
async def sitting(size: tuple[int, int] = (80, 24), *, colours: bool = True):
    one = Sitter(size, colours=colours)
    async with one.app.run_test(size=size, notifications=True) as one.pilot:
        await one.show(lobby_state())
        yield one


def asyncio_test(test):
    """Textual lives in asyncio; the other tests in trio."""

    @wraps(test)
    def run(*arguments, **named):
        asyncio.run(test(*arguments, **named))

    return run


def test_a_letter_is_a_place_on_the_keyboard():
    assert layouts("r") == "r,к,რ"
    assert [latin(key) for key in ("к", "რ", "К", "r", "7")] == ["r", "r", "r", "r", "7"]


def test_shown_where_both_can_be():
    legal = ["answer KC", "give KC for 4", "give QS for 3", "claim"]
    assert move_of(legal, ["KC"]) == "answer KC"
    assert move_of(legal, ["KC"], down=True) == "give KC for 4"
    assert move_of(legal, ["QS"]) == "give QS for 3"
    assert move_of(legal, ["KC", "QS"]) is None
    assert move_of(legal, []) is None
    assert move_of(["lead AS 10S"], ["10S", "AS"]) == "lead AS 10S"


@pytest.mark.parametrize(("width", "roomy"), [(60, False), (80, False), (80, True), (120, True)])
def test_a_board_fits(width, roomy):
    match = {**TABLE["match"], "chips": [-120, 120], "pot": 40}
    table = {**TABLE, "held": ["AS", "10H", "KD", "QC", "7S"], "counts": [5, 5], "match": match}
    for line in board(table, width, [1], 12.0, stays=True, roomy=roomy).plain.splitlines():
        assert columns(line) <= min(width, 80)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_each_of_several_has_a_row(width, seats):
    table = six.table(seats=seats)
    lines = board(table, width, [1], None, roomy=True).plain.splitlines()
    assert all(columns(line) <= width for line in lines)
    names = [*six.NAMES[1:seats], "You"]
    for line, name in zip(lines, names, strict=False):
        assert name in line
    assert [line.startswith("» ") for line in lines[:seats]] == [False] * (seats - 2) + [True, False]
    for line, put in zip(lines, ("lead 10♣ 9♣", "give ▒▒ ▒▒", "beat A♣ 7♥", "give 6♦ 6♠")[: seats - 1], strict=False):
        assert line.rstrip().endswith(put)
    assert "chips +5" in headline(table, width).plain


def test_a_long_name_gives_way_to_the_cards():
    table = six.table(names=["Nino", *["Wanderer of the far hills"] * 5])
    table["trick"][0]["cards"] = ["10C", "10S", "10D", "10H", "9C"]
    table["counts"] = [5] * 6
    lines = board(table, 60, [], None).plain.splitlines()[:6]
    assert all(columns(line) <= 60 for line in lines)
    assert "Wander" in lines[0]
    assert "…" in lines[0]
    assert lines[0].rstrip().endswith("10♣ 10♠ 10♦ 10♥ 9♣")


@asyncio_test
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_six_at_the_terminal(size):
    async with sitting(size) as one:
        await one.show(six.state(turn=six.turn("answer AS KH", "give AS 10S")))
        await one.press("1")
        await one.sees("Ana Maria", "beat A♣ 7♥", "You", "║ A♠  ║", "[1]▲", "[?] keys", "Your turn.")
        over = {**OVER, "score": [0] * 6}
        await one.show(six.state(over=over))
        await one.sees(*six.NAMES[1:], "Levan wins the match.")


def test_chosen_without_colours():
    plain = board({**TABLE, "turn": turn("lead KC")}, 80, [0], None).plain
    assert "╔" in plain
    assert "[1]▲" in plain
    assert "[2]▲" not in plain


@asyncio_test
async def test_choose_then_confirm():
    async with sitting() as one:
        await one.show(table_state(turn=turn("answer KC", "give KC", "give QS", "claim")))
        await one.press("enter")
        assert one.done == []  # nothing is chosen: Enter by habit does nothing
        await one.press("1", "enter")
        assert one.done == [{"do": "play", "move": "answer KC"}]
        await one.press("1", "g")
        await one.press("1", "1", "2", "enter")
        assert [command["move"] for command in one.done] == ["answer KC", "give KC", "give QS"]
        await one.sees("Your turn.", "K♣")


@asyncio_test
async def test_a_claim_is_asked_once_more():
    async with sitting() as one:
        await one.show(table_state(turn=turn("claim", "lead KC")))
        for key in ("v", "м", "ვ"):
            await one.press(key)
            assert isinstance(one.app.screen, Question)
            await one.press("enter")
            assert isinstance(one.app.screen, Question)
            await one.press("n")
        assert one.done == []
        await one.press("м", "н")
        assert one.done == [{"do": "play", "move": "claim"}]


@asyncio_test
async def test_a_raise_is_accepted_by_its_own_key():
    async with sitting() as one:
        await one.show(table_state(raise_to=3, raised_by=1, turn=turn("accept", "decline", "raise 4")))
        await one.press("enter", "space")
        assert one.done == []
        await one.press("d", "n", "a", "r")
        assert [command["move"] for command in one.done] == ["accept", "raise 4"]
        await one.sees("3 is offered")


@asyncio_test
async def test_resigning_and_leaving_are_asked_once_more():
    async with sitting() as one:
        await one.show(table_state())
        await one.press("z", "y", "x", "n", "x", "y")
        assert one.done == [{"do": "play", "move": "resign"}, {"do": "leave"}]


@asyncio_test
async def test_talk_takes_the_letters():
    async with sitting() as one:
        await one.show(table_state())
        await one.press("t", "q", "x", "1", "enter")
        assert one.done == [{"do": "say", "text": "qx1"}]
        await one.press("t", "z", "escape", "f")
        assert one.done[1:] == [{"do": "stop_after_hand", "stop": True}]


@asyncio_test
async def test_a_result_is_told_once():
    async with sitting() as one:
        await one.show(table_state(result=RESULT))
        assert isinstance(one.app.screen, Reading)
        await one.sees("proved")
        await one.press("escape")
        await one.show(table_state(result=RESULT))
        assert not isinstance(one.app.screen, Reading)
        await one.press("e")
        assert isinstance(one.app.screen, Reading)


@asyncio_test
async def test_the_end_and_another_game():
    async with sitting() as one:
        wish = {"mine": False, "theirs": True, "offered": True, "leads": 1}
        over = {**OVER, "file": "game-1.bura", "rematch": wish}
        await one.show(table_state(over=over, held=[], turn=turn(mine=False, may_resign=False)))
        await one.sees("game-1.bura", "[n] begins")
        await one.press("n", "x")
        assert one.done == [{"do": "rematch"}, {"do": "leave"}]
        gone = {"state": "away", "reason": "left", "text": "Levan has left.", "choices": []}
        over = {**over, "rematch": {**wish, "mine": True, "theirs": False}}
        await one.show(table_state(over=over, held=[], turn=turn(mine=False, may_resign=False), link=gone))
        await one.sees("Levan has left.", "waiting for the other side")
        await one.show(lobby_state())
        await one.sees("Practise")


@asyncio_test
async def test_away_with_its_choices():
    link = {"state": "away", "reason": "closed", "text": "Levan closed the game.", "choices": ["wait", "stop"]}
    waiting = {"invite": "BURA:ABC", "message": "Come: BURA:ABC", "words": None, "leads_to": [], "reach": ""}
    async with sitting() as one:
        await one.show({**table_state(link=link), "waiting": waiting})
        await one.sees("Levan closed the game.", "[b] invite")
        await one.press("b")
        await one.sees("Come: BURA:ABC")
    here = {"state": "here", "reason": "", "text": "", "choices": ["wait", "offer_end", "more_time", "stop"]}
    assert {"[o] ask to move or give up", "[m]ore time"} <= set(keys_line({**TABLE, "link": here}, 0))


@asyncio_test
async def test_text_is_no_markup():
    async with sitting() as one:
        said = {"event": "said", "seat": 1, "text": "Levan says: [bold red]x[/] [@click=app.exit]y[/]"}
        await one.show(table_state(), said)
        await one.sees("[bold red]x[/]")
        await one.show(lobby_state(), {"event": "not_done", "text": "No [b]such[/b] thing."})
        await one.sees("[b]such[/b]")


@asyncio_test
async def test_hosting_joining_practising():
    async with sitting() as one:
        await one.press("h")
        assert isinstance(one.app.screen, Form)
        await one.press("3", "enter")
        assert one.done == [{"do": "host", "rules": "georgian", "lan": True, "map": True, "options": {}, "match": 3}]
        await one.press("p", "ctrl+s")
        assert (one.done[1]["do"], one.done[1]["bot"]) == ("practise", lobby_state()["bots"][0])
        await one.press("j", "B", "enter")
        assert one.done[2] == {"do": "join", "invite": "B"}
        await one.press("l")
        assert one.done[3] == {"do": "look"}
        assert isinstance(one.app.screen, Choice)


@pytest.mark.parametrize("key", ["h", "p"])
@asyncio_test
async def test_a_form_says_what_a_raise_is_called(key):
    async with sitting() as one:
        await one.press(key)
        await one.sees("davi 2, se 3", "shashi 6.", "Points that win")


@asyncio_test
async def test_three_words_of_the_command_line_are_at_hand():
    near = [{"id": "ab", "name": "Levan", "rules": "georgian", "address": "192.168.1.5:4242"}]
    async with sitting() as one:
        await one.show(lobby_state(nearby=near, words="bus fifty fire", busy="Looking for the table."))
        await one.sees("Looking for the table.")
        await one.press("l", "enter", "ctrl+s")
        assert one.done == [{"do": "look"}, {"do": "join_nearby", "id": "ab", "words": "bus fifty fire"}]


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@asyncio_test
async def test_the_field_with_the_keys_is_marked_without_colours(size):
    async with sitting(size, colours=False) as one:
        await one.press("p")
        for label in ("Against", "Rules", "Options as", "Points that win", "Against"):
            await one.press("tab")
            marked = [line.split("▌")[1].strip() for line in one.text().splitlines() if "▌" in line]
            assert marked, label
            assert marked[0].startswith(label)


@pytest.mark.parametrize(("still", "least", "most"), [(None, 64.2, 64.2), (10.0, 4.2, 44.2)])
@asyncio_test
async def test_a_clock_that_stands_still_goes_on_when_the_page_s_does(still, least, most):
    clock = {"seat": 0, "seconds_left": 64.2, "running": False, "still_for": still}
    async with sitting() as one:
        await one.show(table_state(clock=clock))
        await one.sees("You 1:05" if still is None else "You 1:0")  # as the page rounds it
        felt = one.app.query_one(Felt)
        felt._since -= 30
        assert least <= felt._seconds(felt.table) <= most


@asyncio_test
async def test_a_game_is_resumed_from_the_list():
    async with sitting() as one:
        await one.press("g", "enter")
        assert one.done == [{"do": "resume", "game": 3}]
        await one.press("g", "down", "p")
        assert one.done[1] == {"do": "replay", "game": 2}
        await one.press("escape")
        await one.show(lobby_state(screen="joining", restoring=True))
        await one.sees("Reading the game again")
        await one.show(lobby_state(screen="joining"))
        await one.sees("Coming to the table")


@asyncio_test
async def test_waiting_shows_the_whole_message():
    waiting = {
        "invite": "BURA:ABC", "message": "Let us play\n\nBURA:ABC", "words": "one two three", "reply_wanted": True,
        "leads_to": [{"address": "192.0.2.1:4", "label": "this network"}], "reach": "The router lets a friend in.",
    }  # fmt: skip
    async with sitting() as one:
        await one.show(lobby_state(screen="waiting", waiting=waiting))
        await one.sees("BURA:ABC", "one two three", "192.0.2.1:4", "lets a friend in")
        await one.press("r", "X", "enter", "escape")
        assert one.done == [{"do": "reply", "code": "X"}, {"do": "cancel"}]


@asyncio_test
async def test_what_is_asked_is_answered_once():
    ask = {"kind": "house_rules", "text": "Do you play by them?", "lines": ["Rules: house."]}
    async with sitting() as one:
        await one.show(lobby_state(screen="joining", ask=ask))
        await one.sees("Rules: house.")
        await one.press("y")
        assert one.done == [{"do": "answer", "yes": True}]
        await one.show(lobby_state(screen="joining", ask=ask))
        await one.show(lobby_state(screen="joining"))
        assert not isinstance(one.app.screen, Question)


@asyncio_test
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (130, 40)])
async def test_each_width_shows_cards_prompt_and_keys(size):
    async with sitting(size) as one:
        await one.show(table_state(turn=turn("lead KC")), {"event": "led", "text": "Levan leads A♦."})
        await one.sees("│ K♣  │ │ Q♠  │", "Your turn.", "Levan leads A♦.", "[1-2] choose", "trump ♦", "[?] keys")


def test_the_headline_of_a_game_that_is_over_names_its_last_hand():
    match = {**TABLE["match"], "hand": 3}
    assert "hand 3" in headline({**TABLE, "match": match, "result": RESULT}, 80).plain
    assert "hand 2" in headline({**TABLE, "match": match, "result": RESULT, "over": OVER}, 80).plain
