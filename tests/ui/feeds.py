"""Players at feeds: a lobby each, commands in, messages out, over real sockets of this computer.

Here: who clicks. Never: a way round a command.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio

from bura_p2p.store import Store
from bura_p2p.ui.feed.feed import Client, Message
from bura_p2p.ui.feed.lobby import Lobby
from bura_p2p.ui.reaching import Where

LOOPBACK = Where(address="127.0.0.1", port=0)


class Clicker:
    """Somebody at one client of a lobby; `seen` is everything that came."""

    def __init__(self, lobby: Lobby, client: Client, number: int = 0) -> None:
        self.lobby, self.client = lobby, client
        self.seen: list[Message] = []
        self.chance = random.Random(number)

    @property
    def state(self) -> dict[str, Any]:
        return self.seen[-1].state

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for message in self.seen for event in message.events]

    def do(self, do: str, **values: Any) -> None:
        self.lobby.do({"do": do, **values}, self.client)

    async def next(self) -> Message:
        self.seen.append(await self.client.next())
        return self.seen[-1]

    async def until(self, found: Callable[[Message], bool], patience: float = 120) -> Message:
        """The next message that fits."""
        with trio.move_on_after(patience):
            while True:
                message = await self.next()
                if found(message):
                    return message
        told = [(event["event"], event.get("text")) for event in self.events[-12:]]
        raise AssertionError(f"it does not come; on the screen {self.state['screen']}, after {told}")

    async def event(self, name: str) -> dict[str, Any]:
        message = await self.until(lambda message: any(event["event"] == name for event in message.events))
        return next(event for event in message.events if event["event"] == name)

    async def screen(self, name: str) -> dict[str, Any]:
        return (await self.until(lambda message: message.state["screen"] == name)).state

    async def invite(self) -> str:
        """The invite, as soon as there is one."""
        message = await self.until(lambda message: bool((message.state["waiting"] or {}).get("invite")))
        return message.state["waiting"]["invite"]

    async def play(self) -> dict[str, Any]:
        """Click any legal move, or a word when only words are open, until the game is over; the table then."""
        asked = -1
        while True:
            message = await self.until(lambda message: message.state["table"] is not None)
            table = message.state["table"]
            if table["over"]:
                return table
            if table["turn"]["mine"] and table["round"] != asked:
                asked = table["round"]
                self.do("play", move=self.choose(table["turn"]["legal"]))

    def choose(self, legal: list[str]) -> str:
        cards = [move for move in legal if move.split()[0] in ("lead", "answer", "give")]
        return self.chance.choice(cards or legal)


@asynccontextmanager
async def lobby_at(folder: Path, name: str, where: Where = LOOPBACK):
    """A running lobby with its store in `folder`."""
    with Store.open(folder) as store:
        lobby = Lobby(store, where=where, version="0", entropy=os.urandom, clock=time.time)
        async with trio.open_nursery() as nursery:
            await nursery.start(lobby.run)
            lobby.do({"do": "name", "name": name})
            yield lobby
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def clicker_at(folder: Path, name: str, number: int = 0):
    """A lobby with somebody at it."""
    async with lobby_at(folder, name) as lobby:
        with lobby.feed.client() as client:
            clicker = Clicker(lobby, client, number)
            await clicker.next()
            yield clicker


@asynccontextmanager
async def two(folder: Path):
    """Two players in their lobbies."""
    async with clicker_at(folder / "nino", "Nino", 1) as nino, clicker_at(folder / "levan", "Levan", 2) as levan:
        yield nino, levan


async def sit_down(host: Clicker, guest: Clicker, **table: Any) -> None:
    """The one hosts, the other joins; both have a table then."""
    host.do("host", **table)
    invite = await host.invite()
    guest.do("join", invite=f"Hello!\n{invite[:70]}\n{invite[70:]}\n")
    await host.screen("table")
    await guest.screen("table")


async def gone_after_the_end(who: Clicker, name: str) -> None:
    """Whose other side has left a game that is over is told so, and may wait for it."""
    left = await who.until(lambda message: message.state["table"]["link"]["state"] == "away")
    link = left.state["table"]["link"]
    assert (link["reason"], link["text"], link["choices"]) == ("left", f"{name} has left.", ["stop"])
    assert left.state["table"]["over"]["rematch"]["mine"] is False


async def play_both(one: Clicker, other: Clicker) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.play)
        nursery.start_soon(other.play)
