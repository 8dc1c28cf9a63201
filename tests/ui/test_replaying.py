"""A replay with one's own cards: of a game that was left in mid-hand, with cards drawn that everybody saw."""

from __future__ import annotations

from typing import Any

from bura_p2p.ui.feed.feed import Message

from .feeds import Clicker, clicker_at

HANDS = 12


def drawn(nino: Clicker) -> bool:
    """Whether the own seat has answered and then drawn the turned trump: all in one round, before its next note."""
    seat, last = nino.state["table"]["seat"], ""
    for event in nino.events:
        if event.get("seat") == seat:
            last = event["event"] if event["event"] in ("led", "answered") else last
            if event["event"] == "drew" and event["turned"] and last == "answered":
                return True
    return False


def enough(nino: Clicker, message: Message) -> bool:
    table = message.state["table"]
    return table["match"] is not None and (table["match"]["hand"] > HANDS or (drawn(nino) and table["stock"] == 0))


def own_turn(table: dict[str, Any]) -> bool:
    """Whether a card is asked of the own seat, and of nobody else."""
    return table["stage"] in ("lead", "follow") and table["turn"]["owing"] == [table["seat"]]


async def play_on(nino: Clicker) -> None:
    """Click any cards until it has happened, or `HANDS` are over."""
    asked = -1
    while not enough(nino, message := await nino.until(lambda message: message.state["table"] is not None)):
        table = message.state["table"]
        if table["turn"]["mine"] and table["round"] != asked:
            asked = table["round"]
            nino.do("play", move=nino.choose(table["turn"]["legal"]))


async def test_a_replay_of_a_game_that_was_left(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        nino.do("practise", bot="greedy", rules="kozel")
        await nino.screen("table")
        await play_on(nino)
        nino.do("leave")
        await nino.screen("lobby")
        nino.do("replay", game=1)
        told = await nino.until(lambda message: any(one["event"] in ("replay", "not_done") for one in message.events))
        replay = told.events[-1]
        assert replay["event"] == "replay", replay
        live = {table["round"]: table for one in nino.seen if (table := one.state["table"]) and own_turn(table)}
        told_again = {table["round"]: table for step in replay["steps"] if own_turn(table := step["table"])}
        # The bot may have moved in the very moment of leaving: one turn more, that nobody saw.
        assert sorted(told_again)[: len(live)] == sorted(live)
        assert len(told_again) <= len(live) + 1
        for number, table in live.items():
            assert sorted(told_again[number]["held"]) == sorted(table["held"]), number
