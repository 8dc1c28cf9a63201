"""Drives one session over one link: stores, then sends; numbered updates out, commands in.

Here: the order of things. Never: what a message means, or a screen. Mathematics and disk run in a worker thread, one
call at a time and never abandoned, so that the loop stays free and nothing races.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import trio

from ..errors import Code, LocalError, PeerError
from ..rules.actions import Action
from ..rules.ruleset import Special
from ..session.effects import Effects
from ..session.session import Session
from ..store import Store
from ..table.events import Event, GameOver, HandOver, Refused, TableOpened, Voided, to_json
from ..table.view import View
from ..wire.messages import Chat, EntryFrame, Have, LinkMessage, Refuse
from . import limits, timers
from .faults import Goodbye, Loss, PeerLost
from .link import Link
from .nursery import background


@dataclass(frozen=True, slots=True)
class Play:
    """Command: play `action` now."""

    action: Action

    def __repr__(self) -> str:
        """No cards: a card given face down stands in no log and no traceback."""
        return f"Play({type(self.action).__name__})"


@dataclass(frozen=True, slots=True)
class StopAfterHand:
    """Command: the word for the next result is that no more hands are played (or, with False, that they are)."""

    stop: bool = True


@dataclass(frozen=True, slots=True)
class SetPolicy:
    """Command: of the cards drawn from now on, announce these combinations before another's lead."""

    announced: frozenset[Special]


@dataclass(frozen=True, slots=True)
class Say:
    """Command: a line of chat, 1 to 280 bytes in UTF-8."""

    text: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Command: close the link; the game stays open in the store."""


Command = Play | StopAfterHand | SetPolicy | Say | Leave
"""What a face may ask of a driver."""


class _NoHello:
    """The time for the other side's hello is over."""


_Item = LinkMessage | Command | PeerLost | PeerError | _NoHello


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A line of chat. `text` is as the peer sent it: make it harmless before showing."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class NotDone(Event):
    """A command could not be followed, and nothing has changed; `sentence` says why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class PeerGone(Event):
    """The link has ended: `reason` is `closed`, `connection`, `silent`, or the label of a refusal code."""

    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Update:
    """What a face shows next: `number` counts from 1 without gaps, `view` is what the seat sees after `events`."""

    number: int
    events: tuple[Event, ...]
    view: View

    def __repr__(self) -> str:
        """The names of the events only: one of them tells the cards that the seat holds."""
        return f"Update({self.number}, {[type(event).__name__ for event in self.events]})"


class Ending(Enum):
    """Why a driver has ended."""

    OVER = "over"
    LEFT = "left"
    LOST = "lost"


class Driver:
    """Runs `session` (not started yet) over `link`, whose far end sits at `peer_seat`, into game `game` of `store`.

    `clock` gives seconds since 1970. A face reads `updates` to its end and writes `commands`; when it closes either,
    that is a `Leave`. After `limits.UPDATES` unread updates the driver waits for it. Call `run` once.

    `patience`: seconds for the table to open, once the link stands; then no clock counts any more.
    """

    def __init__(
        self,
        *,
        session: Session,
        store: Store,
        game: int,
        link: Link,
        peer_seat: int,
        clock: Callable[[], float],
        patience: float = timers.HELLO,
    ) -> None:
        self._session = session
        self._store = store
        self._game = game
        self._link = link
        self._peer_seat = peer_seat
        self._clock = clock
        self._patience = patience
        self._opened = trio.Event()
        self._limiter = trio.CapacityLimiter(1)
        self._number = 0
        self._lines: dict[int, deque[float]] = {}
        self._news, self.updates = trio.open_memory_channel[Update](limits.UPDATES)
        self.commands, self._orders = trio.open_memory_channel[Command](limits.COMMANDS)
        self.end: PeerLost | PeerError | None = None
        """Why the link was lost; None unless `run` gave LOST."""

    async def run(self) -> Ending:
        """Play until the session is closed (OVER: complete, void or refused), the face leaves (LEFT), or the link
        ends (LOST; see `end`). Says goodbye on the link, where there still is one.

        Raises LocalError where the store fails: then nothing of that step was sent.
        """
        with self._news:
            ending = await self._play_on()
        await self._link.close(self._goodbye(ending))
        return ending

    def _goodbye(self, ending: Ending) -> Goodbye:
        """Finished only where the table has ended: a refusal leaves it open, and says fault as a bad link does."""
        if ending is Ending.LEFT:
            return Goodbye.LEFT
        if ending is Ending.OVER and self._session.table.ended:
            return Goodbye.FINISHED
        return Goodbye.FAULT

    async def _play_on(self) -> Ending:
        async with background() as nursery:
            inbox, items = trio.open_memory_channel[_Item](0)
            nursery.start_soon(self._pump_link, inbox.clone())
            nursery.start_soon(self._pump_commands, inbox.clone())
            nursery.start_soon(self._wait_for_hello, inbox)
            try:
                ending = await self._step(self._session.start)
                while ending is None:
                    ending = await self._handle(await items.receive())
            except trio.BrokenResourceError:  # nobody reads the updates any more
                ending = Ending.LEFT
            return ending

    async def _pump_link(self, inbox: trio.MemorySendChannel[_Item]) -> None:
        try:
            while True:
                await inbox.send(await self._link.receive())
        except (PeerLost, PeerError) as end:
            await inbox.send(end)

    async def _pump_commands(self, inbox: trio.MemorySendChannel[_Item]) -> None:
        async for command in self._orders:
            await inbox.send(command)
        await inbox.send(Leave())

    async def _wait_for_hello(self, inbox: trio.MemorySendChannel[_Item]) -> None:
        with trio.move_on_after(self._patience):
            await self._opened.wait()
            return
        await inbox.send(_NoHello())

    async def _handle(self, item: _Item) -> Ending | None:
        match item:
            case EntryFrame() | Refuse():
                return await self._step(lambda: self._session.receive(item))
            case Have():
                return await self._step(lambda: self._session.receive_have(self._peer_seat, item))
            case Play(action):
                return await self._play(action)
            case StopAfterHand(stop):
                self._session.play_on = not stop
            case SetPolicy(announced):
                self._session.policy = announced
            case Chat(text):
                if self._may_talk(self._peer_seat):
                    await self._publish((Said(self._peer_seat, text),))
            case Say(text):
                await self._say(text)
            case Leave():
                return Ending.LEFT
            case _NoHello():
                # it may have come while this waited for its turn
                return None if self._opened.is_set() else await self._lost(PeerLost(Loss.SILENT))
            case PeerLost() | PeerError():
                return await self._lost(item)
            case _:
                return await self._lost(PeerError(Code.LINK_ORDER, "a message that has no place in a game"))
        return None

    async def _play(self, action: Action) -> Ending | None:
        def call() -> Effects:
            try:
                return self._session.play(action)
            except LocalError as fault:
                raise _Illegal(str(fault)) from None

        try:
            return await self._step(call)
        except _Illegal as fault:
            await self._publish((NotDone(str(fault)),))
            return None

    async def _step(self, call: Callable[[], Effects]) -> Ending | None:
        """Let the session speak, keep what it says, and only then send and show it."""
        effects, view = await trio.to_thread.run_sync(self._work, call, limiter=self._limiter)
        for message in effects.send:
            try:
                await self._link.send(message)
            except (PeerLost, PeerError):
                break  # it is stored; the end of the link is met, after all that came before it, by receiving
        if any(isinstance(event, TableOpened) for event in effects.events):
            self._opened.set()
        if effects.events:
            await self._publish(effects.events, view)
        return Ending.OVER if self._session.closed else None

    def _work(self, call: Callable[[], Effects]) -> tuple[Effects, View]:
        """In the worker thread. After a fault of the store the session is ahead of the disk: the driver must end."""
        effects = call()
        now = self._clock()
        if effects.entries or effects.secrets or effects.erase:
            self._store.commit(self._game, effects.entries, secrets=effects.secrets, erase=effects.erase, now=now)
        for event in effects.events:
            if isinstance(event, TableOpened):
                self._store.put_names(self._game, event.names, now=now)
        if self._session.closed:
            self._finish(effects.events, now)
        return effects, self._session.view()

    def _finish(self, events: Sequence[Event], now: float) -> None:
        status = "complete"
        for event in events:
            if isinstance(event, Voided):
                status = "void"
            elif isinstance(event, Refused):
                status = "refused"
        told = [to_json(event) for event in events if isinstance(event, HandOver | GameOver | Voided | Refused)]
        self._store.finish(self._game, status, json.dumps(told), now=now)

    async def _say(self, text: str) -> None:
        seat = self._session.seat
        if not self._may_talk(seat):
            await self._publish((NotDone("That was a lot of talk at once; wait a little."),))
            return
        try:
            await self._link.send(Chat(text))
        except LocalError as fault:
            await self._publish((NotDone(str(fault)),))
        except (PeerLost, PeerError):
            return  # said to nobody; the end of the link follows
        else:
            await self._publish((Said(seat, text),))

    def _may_talk(self, seat: int) -> bool:
        """At most `limits.CHAT_LINES` lines a seat within `timers.CHAT_WINDOW` seconds."""
        now = trio.current_time()
        lines = self._lines.setdefault(seat, deque())
        while lines and lines[0] <= now - timers.CHAT_WINDOW:
            lines.popleft()
        if len(lines) >= limits.CHAT_LINES:
            return False
        lines.append(now)
        return True

    async def _lost(self, end: PeerLost | PeerError) -> Ending:
        self.end = end
        if isinstance(end, PeerLost):
            await self._publish((PeerGone(end.loss.value, str(end)),))
        else:
            sentence = "The other side sent something that this program does not accept; the link is closed."
            await self._publish((PeerGone(end.code.label, sentence),))
        return Ending.LOST

    async def _publish(self, events: tuple[Event, ...], view: View | None = None) -> None:
        self._number += 1
        await self._news.send(Update(self._number, events, view or self._session.view()))


class _Illegal(Exception):  # noqa: N818  a move, not a fault of the store
    """The session refused a command."""
