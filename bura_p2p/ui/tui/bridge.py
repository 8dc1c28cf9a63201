"""Trio as the guest of Textual's loop: messages of the feed one way, commands the other, one thread.

Here: `Desk`, which runs the lobby for as long as the terminal table is open. Never: a widget, what a command means.
Neither side awaits anything of the other: each only leaves something in the other's queue.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

import outcome
import trio

from ..feed.feed import Message
from ..feed.lobby import Lobby

Command = dict[str, Any]


class Desk:
    """One client of a lobby. `lobby` makes it, inside trio; `first` is done at once."""

    def __init__(self, lobby: Callable[[], Lobby], first: Command | None = None) -> None:
        self._make, self._first = lobby, first
        self._take: Callable[[Message], object] = lambda message: None
        self._token: trio.lowlevel.TrioToken | None = None
        self._put: Callable[[Command], None] = lambda command: None
        self._scope = trio.CancelScope()
        self._done: asyncio.Future[outcome.Outcome[None]] | None = None

    def start(self, take: Callable[[Message], object], failed: Callable[[], object]) -> None:
        """Begin, inside asyncio: every message goes to `take`; `failed` is told if the lobby ends by itself."""
        loop = asyncio.get_running_loop()
        self._done, self._take = loop.create_future(), take
        self._done.add_done_callback(lambda done: failed())
        trio.lowlevel.start_guest_run(
            self._run,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=self._done.set_result,
            host_uses_signal_set_wakeup_fd=True,
            restrict_keyboard_interrupt_to_checkpoints=True,
        )

    def do(self, command: Command) -> None:
        """Pass a command on; nothing comes back but messages."""
        if self._token is not None and self._done is not None and not self._done.done():
            self._token.run_sync_soon(self._put, command)

    async def stop(self) -> None:
        """End the lobby, in order, and raise what went wrong in it."""
        if self._done is None:
            return
        if self._token is None:
            self._scope.cancel()  # not begun yet
        elif not self._done.done():
            self._token.run_sync_soon(self._scope.cancel)
        (await asyncio.shield(self._done)).unwrap()

    async def _run(self) -> None:
        with self._scope:
            lobby = self._make()
            send, receive = trio.open_memory_channel[Command](math.inf)
            self._put, self._token = send.send_nowait, trio.lowlevel.current_trio_token()
            async with trio.open_nursery() as nursery:
                await nursery.start(lobby.run)
                with lobby.feed.client() as client:
                    if self._first is not None:
                        lobby.do(self._first, client)
                    nursery.start_soon(self._read, lobby, client)
                    async for command in receive:
                        lobby.do(command, client)

    async def _read(self, lobby: Lobby, client: Any) -> None:
        while True:
            self._take(await client.next())
