"""Two programs with a page each: a game from tab to tab, one program killed in the middle and started again."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from .page import PATIENCE, Page, Tab, page_at


def table_of(message: dict[str, Any]) -> dict[str, Any]:
    return message["state"]["table"] or {}


def invite_of(message: dict[str, Any]) -> str | None:
    return (message["state"]["waiting"] or {}).get("invite")


def here(message: dict[str, Any]) -> bool:
    return table_of(message).get("link", {}).get("state") == "here"


def play(tab: Tab, enough: Callable[[dict[str, Any]], bool], first: dict[str, Any] | None = None) -> dict[str, Any]:
    """Click any cards that may be played until `enough` of a table; that table."""
    chance, asked, message = random.Random(3), -1, first
    while True:
        table = {} if message is None else table_of(message)
        if table and enough(table):
            return table
        if table and table["turn"]["mine"] and table["round"] != asked:
            asked, legal = table["round"], table["turn"]["legal"]
            cards = [move for move in legal if move.split()[0] in ("lead", "answer", "give")]
            # a card at a time where that can be: a lead of three trumps would end the hand at once
            cards = [move for move in cards if len(move.split()) == 2] or cards
            tab.send({"do": "play", "move": chance.choice(cards or legal)})
        message = tab.next()
        assert message is not None, tab.closed


def play_both(
    tabs: list[Tab], enough: Callable[[dict[str, Any]], bool], first: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}

    def run(number: int) -> None:
        found[number] = play(tabs[number], enough, None if first is None else first[number])

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return [found[number] for number in range(2)]


def begun(page: Page, stack: ExitStack) -> tuple[Tab, str]:
    """A tab that has got its token."""
    tab = stack.enter_context(page.tab({"code": page.code}))
    return tab, tab.next()["token"]


def test_a_killed_program_comes_back_and_plays_on(tmp_path):
    with ExitStack() as stack:
        first = stack.enter_context(page_at(tmp_path / "nino", "--name", "Nino"))
        second = stack.enter_context(page_at(tmp_path / "levan"))
        (nino, token), (levan, _) = begun(first, stack), begun(second, stack)
        nino.send({"do": "host", "match": 1, "map": False})
        levan.send({"do": "join", "invite": invite_of(nino.until(invite_of))})
        before = play_both([nino, levan], lambda table: table["round"] > 9)
        assert before[0]["names"][0] == "Nino"
        first.program.process.kill()
        assert nino.end() == 1006
        levan.until(lambda message: table_of(message)["link"]["state"] == "away")
        again = stack.enter_context(page_at(tmp_path / "nino"))
        with again.tab({"token": token}) as stranger:
            assert "refused" in stranger.next()  # tokens die with their program
        nino, token = begun(again, stack)
        games = nino.next()["state"]["games"]
        assert [(game["id"], game["resumable"]) for game in games] == [(1, True)]
        nino.send({"do": "resume", "game": 1})
        back = [tab.until(here) for tab in (nino, levan)]
        reloaded = stack.enter_context(again.tab({"token": token}))
        reloaded.next()
        assert table_of(reloaded.next())["game"] == 1
        ended = play_both([nino, levan], lambda table: bool(table["over"] and table["over"]["verdict"]), back)
        for table in ended:
            assert table["over"]["verdict"]["headline"] == "complete and fair"
            assert table["result"]["proved"]
        assert ended[0]["head"] == ended[1]["head"]
