"""Numbered messages to any number of clients: each gets the newest state at once, and then every message.

Here: `Feed`, `Client`, `Message`. Never: what a state holds, a socket; a client that is slow holds up nobody.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import trio

PENDING: Final = 64
"""Messages that wait for one client; then only the newest is kept for it, without what led there."""

Event = dict[str, Any]
State = dict[str, Any]


@dataclass(frozen=True)
class Message:
    """One message: `n` counts from 1, `events` led to `state`, which is whole and never changed afterwards.
    `log`: what had happened before; in a client's first one, and where a game is taken up again.
    """

    n: int
    events: tuple[Event, ...]
    state: State
    log: tuple[Event, ...] = ()

    def __repr__(self) -> str:
        """No state: it tells the cards that the seat holds."""
        return f"Message({self.n}, {[event.get('event') for event in self.events]})"

    def text(self, before: State) -> str:
        """The message as JSON, in ASCII, for whoever knows the state `before`: of this one the parts that have
        changed since, all of them where that is empty.
        """
        parts = {part: value for part, value in self.state.items() if before.get(part, self) is not value}
        told: dict[str, Any] = {"n": self.n, "events": list(self.events), "state": parts}
        if self.log:
            told["log"] = list(self.log)
        return json.dumps(told, separators=(",", ":"))


class Client:
    """One reader of a feed; made by `Feed.client`. One task at a time reads it."""

    def __init__(self, first: Message) -> None:
        """For `Feed` only."""
        self._waiting: deque[Message] = deque([first])
        self._fresh = trio.Event()

    async def next(self) -> Message:
        """The next message; waits for one. Who has read too slowly gets the newest state and log, and no events."""
        while not self._waiting:
            await self._fresh.wait()
        return self._waiting.popleft()

    def __aiter__(self) -> Client:
        """All messages, one after another; there is always one more."""
        return self

    async def __anext__(self) -> Message:
        return await self.next()

    def put(self, message: Message) -> None:
        """For `Feed` only: one more message."""
        if len(self._waiting) >= PENDING:
            log = next((one.log for one in (message, *reversed(self._waiting)) if one.log), ())
            self._waiting.clear()
            message = Message(message.n, (), message.state, log)
        self._waiting.append(message)
        self._fresh.set()
        self._fresh = trio.Event()


class Feed:
    """The newest state, empty at first, and who reads it. `renew` gives what of it passes with time: a clock; `past`
    what whoever comes now has missed.
    """

    def __init__(self, renew: Callable[[], State] = dict, past: Callable[[], Sequence[Event]] = tuple) -> None:
        self.newest = Message(0, (), {})
        self._renew, self._past = renew, past
        self._clients: list[Client] = []

    @property
    def state(self) -> State:
        """The newest state; not to be changed."""
        return self.newest.state

    def publish(self, events: Sequence[Event] = (), log: Sequence[Event] = (), **changes: Any) -> None:
        """A new message to every client: these parts of the state have changed, and this happened, after `log`."""
        state = {**self.newest.state, **self._renew(), **changes}
        self.newest = Message(self.newest.n + 1, tuple(events), state, tuple(log))
        for client in self._clients:
            client.put(self.newest)

    def tell(self, client: Client, event: Event) -> None:
        """Something for one client alone, in a message with the number and the state of the newest one."""
        client.put(Message(self.newest.n, (event,), {**self.newest.state, **self._renew()}))

    @contextmanager
    def client(self) -> Iterator[Client]:
        """A new reader for as long as the block; its first message is the newest state, without events."""
        client = Client(Message(self.newest.n, (), {**self.newest.state, **self._renew()}, tuple(self._past())))
        self._clients.append(client)
        try:
            yield client
        finally:
            self._clients.remove(client)

    def __len__(self) -> int:
        """How many read."""
        return len(self._clients)
