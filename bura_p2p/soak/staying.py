"""Two peers that live on in this process and play game after game, as people do who leave their table open.

Here: who clicks, over a line that is cut. Never: a way round a command of the lobby, a judgement.
"""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import trio

from ..conformance.runner.line import HOST, open_line
from ..errors import LocalError
from ..net.invite import Invite, candidate_of
from ..net.nursery import background
from ..store import Store
from ..ui.feed.feed import Client
from ..ui.feed.lobby import Lobby
from ..ui.reaching import Where
from .plan import Game
from .progress import Fault, Progress

PATIENCE: Final = 120.0
"""Seconds for something new on a player's screen."""

NAMES: Final = ("host", "guest")


class Peer:
    """Somebody at a lobby, who does whatever the rules allow."""

    def __init__(self, store: Store, lobby: Lobby, client: Client) -> None:
        self.store = store
        self._lobby, self._client = lobby, client
        self.state: dict[str, Any] = {}
        self.refused = ""

    def do(self, do: str, **values: Any) -> None:
        """A command of the lobby."""
        self._lobby.do({"do": do, **values}, self._client)

    async def until(self, found: Callable[[dict[str, Any]], Any]) -> Any:
        """What `found` finds in a state, this one or a later one. Raises Fault where nothing comes."""
        with trio.move_on_after(PATIENCE) as patience:
            while not self.state or not (what := found(self.state)):
                message = await self._client.next()
                self.state = message.state
                self.refused = next((e["text"] for e in message.events if e["event"] == "not_done"), self.refused)
                patience.deadline = trio.current_time() + PATIENCE
            return what
        table = self.state.get("table") or {}
        where = f"screen {self.state.get('screen')}, stage {table.get('stage')}, link {table.get('link')}"
        raise Fault(f"nothing new for {PATIENCE:.0f} seconds: {where}; {self.refused}")

    async def play(self, chance: Random) -> dict[str, Any]:
        """Play one hand to its end, and leave; how it ended."""
        asked: object = None
        self.do("stop_after_hand", stop=True)
        while True:
            table = await self.until(partial(_calls, asked))
            if table["over"]:
                return dict(table["over"])
            asked = _moment(table)
            self.do("play", move=_move(table["turn"]["legal"], chance))


def _calls(asked: object, state: dict[str, Any]) -> dict[str, Any] | None:
    """The table, where there is something to do that was not done yet."""
    table: dict[str, Any] | None = state["table"]
    if table is None:
        return None
    turn = table["turn"]["mine"] and bool(table["turn"]["legal"]) and _moment(table) != asked
    return table if table["over"] or turn else None


def _moment(table: dict[str, Any]) -> object:
    return table["round"], table["stage"], table["turn"]["legal"]


def _move(legal: list[str], chance: Random) -> str:
    """One of the kinds of moves, then one of this kind."""
    kinds = sorted({move.split()[0] for move in legal})
    kind = chance.choice([kind for kind in kinds if kind != "resign"] or kinds)
    return chance.choice([move for move in legal if move.split()[0] == kind])


@asynccontextmanager
async def open_peers(folder: Path) -> AsyncIterator[tuple[Peer, Peer]]:
    """Two peers with a store each, for as long as the block."""
    async with AsyncExitStack() as stack:
        nursery = await stack.enter_async_context(background())
        peers = []
        for name in NAMES:
            store = stack.enter_context(Store.open(folder / name))
            where = Where(address=HOST, port=0)
            lobby = Lobby(store, where=where, version="", entropy=os.urandom, clock=time.time)
            await nursery.start(lobby.run)
            lobby.do({"do": "name", "name": name})
            peers.append(Peer(store, lobby, stack.enter_context(lobby.feed.client())))
        yield peers[0], peers[1]
        nursery.cancel_scope.cancel()


async def play_staying(game: Game, peers: tuple[Peer, Peer], progress: Progress) -> tuple[bytes, bytes]:
    """One game between the two, over the game's line; both files. Raises Fault."""
    host, guest = peers
    host.do("host", rules=game.rules.name, lan=False, map=False)
    text = await host.until(lambda state: (state["waiting"] or {}).get("invite"))
    invite = Invite.parse(text, now=time.time())
    port = next((one.port for one in invite.candidates if one.host == HOST), invite.candidates[0].port)
    ends: list[dict[str, Any]] = []
    async with open_line(game.line, (HOST, port), game.draw) as line:
        guest.do("join", invite=replace(invite, candidates=(candidate_of(HOST, line.port),)).text())
        async with background() as nursery:
            done = trio.Event()

            async def sit(peer: Peer, number: int) -> None:
                await peer.until(lambda state: state["screen"] == "table")
                ends.append(await peer.play(Random(number)))  # noqa: S311  moves that can be drawn again
                if len(ends) == len(peers):
                    done.set()

            await _both(nursery, sit, peers, game.draw, done)
        progress.cuts += line.broken
    for peer in peers:
        peer.do("leave")
        await peer.until(lambda state: state["screen"] == "lobby")
    unfinished = [end for end in ends if end["ended"] != "complete"]
    if unfinished:
        raise Fault(f"the game ended as {unfinished}")
    return _file(host), _file(guest)


async def _both(
    nursery: trio.Nursery, sit: Callable[..., Any], peers: tuple[Peer, Peer], number: int, done: trio.Event
) -> None:
    """Let both play; a fault of one is the game's."""
    faults: list[Fault] = []

    async def careful(peer: Peer, number: int) -> None:
        try:
            await sit(peer, number)
        except Fault as fault:
            faults.append(fault)
            done.set()

    for seat, peer in enumerate(peers):
        nursery.start_soon(careful, peer, 2 * number + seat)
    await done.wait()
    if faults:
        raise faults[0]


def _file(peer: Peer) -> bytes:
    try:
        return peer.store.export(peer.store.games()[0].id)
    except LocalError as fault:
        raise Fault(f"no file of the game: {fault}") from None
