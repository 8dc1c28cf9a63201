"""Drives one session over one link after another: stores, then sends; numbered updates out, commands in.

Here: the order of things, and what happens when a link ends. Never: what a message means, or a screen. Mathematics
and disk run in a worker thread, one call at a time and never abandoned: the loop stays free, and nothing races.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import trio

from ..bots.cheapest import cheapest
from ..errors import Code, LocalError, PeerError
from ..rules.actions import Action
from ..sentences import N_
from ..session.effects import Effects
from ..session.session import Session
from ..store import GAME, MOVED, Store
from ..table.events import Event, TableOpened
from ..table.view import View
from ..wire import messages as m
from ..wire.messages import Chat, EntryFrame, Have, LinkMessage, Refuse, Resume
from . import limits, timers
from .again import Again
from .clockwork import Clockwork, Place
from .faces import (
    ClockSet,
    Command,
    Ending,
    EndOffered,
    GiveTime,
    Leave,
    NotDone,
    OfferEnd,
    PeerAway,
    PeerBack,
    PeerGone,
    Play,
    Said,
    Say,
    SetPolicy,
    StopAfterHand,
    TimeOut,
    Update,
)
from .faults import Goodbye, Loss, PeerLost
from .items import Heard, Joined, NoHello, NoWord, Tick
from .link import Link, LinkClosed, open_link
from .listen import Arrival
from .nursery import background
from .record import ended_as
from .talk import Talk

__all__ = [
    "ClockSet", "Command", "Driver", "EndOffered", "Ending", "GiveTime", "Leave", "NotDone", "OfferEnd", "PeerAway",
    "PeerBack", "PeerGone", "Play", "Said", "Say", "SetPolicy", "StopAfterHand", "TimeOut", "Update",
]  # fmt: skip

Item = Heard | Joined | Arrival | Command | NoHello | NoWord | Tick


class Driver:
    """Runs `session` into game `game` of `store`, over `link` and, where `again` finds them, over others after it.

    `link` leads to the player in `peer_seat`; None where it is still to be found. With `resuming` the session has
    been restored, and both sides first say how far they have come; `word` is the other side's, where it has been
    heard already. `clock` gives seconds since 1970. A face reads `updates` to its end and writes `commands`; when it
    closes either, that is a `Leave`. After `limits.UPDATES` unread updates the driver waits for it. Call `run` once.

    `offer`: what a host says first in a new game. `patience`: seconds for its table to open, while the other side is
    there; then no clock counts any more. `waits`: whether to wait also for one who has left on purpose.
    """

    def __init__(
        self,
        *,
        session: Session,
        store: Store,
        game: int,
        link: Link | None,
        peer_seat: int,
        clock: Callable[[], float],
        patience: float = timers.HELLO,
        again: Again | None = None,
        resuming: bool = False,
        word: Resume | None = None,
        offer: m.Offer | None = None,
        waits: bool = True,
    ) -> None:
        self._session = session
        self._store = store
        self._game = game
        self._link = link
        self._old: Link | None = None
        self._newest: Arrival | None = None
        self._peer_seat = peer_seat
        self._clock = clock
        self._patience = patience
        self._again = again
        self._resuming = resuming
        self._word, self._offer = word, offer
        self._waits = waits
        self._greeted = not resuming
        self._confirmed = False
        self._moved = session.moved
        self._lost_link = trio.Event()
        self._opened = trio.Event()
        self._limiter = trio.CapacityLimiter(1)
        self._number, self._talk = 0, Talk()
        self._news, self.updates = trio.open_memory_channel[Update](limits.UPDATES)
        self.commands, self._orders = trio.open_memory_channel[Command](limits.COMMANDS)
        self._inbox, self._items = trio.open_memory_channel[Item](0)
        self.end: PeerLost | PeerError | None = None
        """Why the link was lost; None unless `run` gave LOST."""

    async def run(self) -> Ending:
        """Play until the session is closed (OVER: complete, void or refused), the face leaves (LEFT), or the link
        ends for good (LOST; see `end`). Says goodbye on the link, where there still is one.

        Raises LocalError where the store fails: then nothing of that step was sent.
        """
        with self._news:
            async with background() as nursery:
                self._tasks = nursery
                self._clockwork = Clockwork(nursery, self._ring)
                ending = await self._play_on()
                if self._link is not None:
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
        self._tasks.start_soon(self._pump_commands)
        if self._again is not None:
            self._tasks.start_soon(self._find_again, self._again)
        try:
            ending = await self._begin()
            while ending is None:
                ending = await self._handle(await self._items.receive())
            if ending is Ending.OVER and self._session.table.ended:
                await self._confirm()
        except trio.BrokenResourceError:  # nobody reads the updates any more
            ending = Ending.LEFT
        return ending

    async def _begin(self) -> Ending | None:
        if self._session.closed:
            await self._step(self._session.start)  # all was there already when this side was broken off
        if self._link is None:
            await self._away(PeerLost(Loss.CONNECTION))
            return Ending.OVER if self._session.closed else None
        self._tasks.start_soon(self._pump_link, self._link)
        if self._resuming:
            return await self._greet(self._link)
        self._tasks.start_soon(self._wait_for_hello)
        return await self._step(self._sit_down)

    def _sit_down(self) -> Effects:
        """Say hello, a host behind its offer: whoever has read that finds the game begun here."""
        effects = self._session.start()
        return effects if self._offer is None else replace(effects, send=(self._offer, *effects.send))

    # --- what comes in --------------------------------------------------------------------------------------

    async def _pump_link(self, link: Link) -> None:
        try:
            while True:
                await self._inbox.send(Heard(link, await link.receive()))
        except (PeerLost, PeerError) as end:
            await self._inbox.send(Heard(link, end))
        except LinkClosed:
            return  # for a newer one

    async def _pump_commands(self) -> None:
        async for command in self._orders:
            await self._inbox.send(command)
        await self._inbox.send(Leave())

    async def _find_again(self, again: Again) -> None:
        while True:
            arrival = await again.next(self._lost_link)
            self._lost_link = trio.Event()
            async with arrival.handed_on():
                await self._inbox.send(arrival)
            await trio.sleep(timers.RETRY_FIRST)  # who comes and goes at will holds nobody up

    async def _hold(self, arrival: Arrival, old: Link | None) -> None:
        """Keep a new link for as long as it stands; `old` is heard to its end before."""
        try:
            if old is not None:
                await old.close(Goodbye.REPLACED)
            async with open_link(arrival.stream, arrival.reader, clock=self._clock) as link:
                if arrival is self._newest:
                    await self._inbox.send(Joined(link))
                    await self._pump_link(link)
                await link.close(Goodbye.REPLACED)
        finally:
            arrival.done.set()

    async def _wait_for_hello(self) -> None:
        with trio.move_on_after(self._patience):
            await self._opened.wait()
            return
        await self._inbox.send(NoHello())

    async def _wait_for_word(self, link: Link) -> None:
        await trio.sleep(timers.RESUME)
        await self._inbox.send(NoWord(link))

    # --- what follows ---------------------------------------------------------------------------------------

    async def _handle(self, item: Item) -> Ending | None:
        match item:
            case Heard(link, EntryFrame() as entry) if link is self._old and self._greeted:
                return await self._step(lambda: self._session.receive(entry))
            case Heard(link, heard):
                return await self._hear(heard) if link is self._link else None
            case Arrival():
                self._replace(item)
            case Joined(link):
                self._replace(None)
                self._link = link
                return await self._greet(link)
            case NoWord(link):
                if link is self._link and not self._greeted:
                    await link.close(Goodbye.FAULT)
                    return await self._lost(PeerLost(Loss.SILENT))
            case Tick(place):
                return await self._time_out(place) if self._clockwork.is_out(place) else None
            case NoHello():
                away = self._link is None
                if self._opened.is_set() or (away and self._again is not None and self._waits):
                    return None  # it has come while this waited for its turn, or may come over another link
                return await self._gone(PeerLost(Loss.CONNECTION if away else Loss.SILENT))
            case _:
                return await self._obey(item)
        return None

    async def _obey(self, command: Command) -> Ending | None:
        match command:
            case Play(action):
                return await self._play(action)
            case StopAfterHand(stop):
                self._session.play_on = not stop
            case SetPolicy(announced):
                self._session.policy = announced
            case Say(text):
                await self._say(text)
            case OfferEnd():
                await self._tell_owing(m.OfferEnd())
            case GiveTime():
                await self._tell_owing(m.MoreTime(timers.MORE_TIME))
            case Leave():
                return Ending.LEFT
        return None

    async def _hear(self, item: LinkMessage | PeerLost | PeerError) -> Ending | None:
        match item:
            case PeerLost() | PeerError():
                return await self._lost(item)
            case Resume() if self._resuming and not self._greeted:
                return await self._hear_word(item)
            case EntryFrame() | Refuse() if self._greeted:
                return await self._step(lambda: self._session.receive(item))
            case Have():
                self._note_have(item)
                return await self._step(lambda: self._session.receive_have(self._peer_seat, item))
            case Chat() | m.OfferEnd() | m.MoreTime() if not self._talk.may(self._peer_seat):
                return None
            case Chat(text):
                await self._publish((Said(self._peer_seat, text),))
            case m.OfferEnd():
                await self._publish((EndOffered(self._peer_seat),))
            case m.MoreTime(seconds):
                await self._tell(self._clockwork.more(self._session.seat, seconds))
            case m.Another():
                return None
            case _:
                return await self._lost(PeerError(Code.LINK_ORDER, "a message that has no place in a game"))
        return None

    # --- one link after another -----------------------------------------------------------------------------

    def _replace(self, arrival: Arrival | None) -> None:
        """The newest connection counts: the other side would not come again if the old one were of use to it.

        What it has signed and sent is heard all the same: a copy of its store would sign something else there.
        """
        old, self._link = self._link, None
        self._old = old or self._old
        if arrival is not None:
            self._clockwork.hold(self._session.seat)  # to take leave of the old link may last longer than a move
            self._newest = arrival
            self._tasks.start_soon(self._hold, arrival, old)
        elif old is not None:
            self._tasks.start_soon(old.close, Goodbye.REPLACED)

    async def _greet(self, link: Link) -> Ending | None:
        """On a new link: say how far this side has come, and hear the other's word before anything else."""
        self._resuming, self._greeted = True, False
        self._clockwork.hold(self._session.seat)
        self._tasks.start_soon(self._wait_for_word, link)
        await self._send([self._session.meet_again()])
        word, self._word = self._word, None
        return None if word is None else await self._hear_word(word)

    async def _hear_word(self, word: Resume) -> Ending | None:
        self._greeted = True
        self._opened.set()
        self._clockwork.go_on()
        ending = await self._step(lambda: self._session.receive(word))
        if ending is not Ending.LOST:
            await self._publish((PeerBack(),))
        return ending

    async def _lost(self, end: PeerLost | PeerError) -> Ending | None:
        """The link has ended: wait for the next one, where there can be one. This side's hello is stored already."""
        goodbye = end.goodbye if isinstance(end, PeerLost) else None
        left = isinstance(end, PeerLost) and end.loss is Loss.CLOSED and goodbye != Goodbye.REPLACED
        # A guest has no second connection but by a copy of its store: nothing is signed before it has seen how far.
        copied = goodbye == Goodbye.REPLACED and self._session.seat > 0
        if copied:
            mark = partial(self._store.commit, self._game, secrets=[(GAME, MOVED, b"\x01")], now=self._clock())
            await trio.to_thread.run_sync(mark)
            end = PeerLost(Loss.ELSEWHERE, goodbye)
        fault = goodbye == Goodbye.FAULT or copied
        begun = self._opened.is_set() or self._resuming
        waits = self._again is not None and not fault and ((self._waits and begun) or not left)
        if isinstance(end, PeerLost) and waits:
            await self._away(end)
            return None
        return await self._gone(end)

    async def _gone(self, end: PeerLost | PeerError) -> Ending:
        self.end = end
        if isinstance(end, PeerLost):
            await self._publish((PeerGone(end.loss.value, str(end)),))
        else:
            sentence = N_("The other side sent something that this program does not accept; the link is closed.")
            await self._publish((PeerGone(end.code.label, sentence),))
        return Ending.LOST

    async def _away(self, end: PeerLost) -> None:
        self._link = None
        self._lost_link.set()
        self._clockwork.stop()
        await self._publish((PeerAway(end.loss.value, str(end)),))

    async def _confirm(self) -> None:
        """The game is complete here: stay until the other side has it whole too, or nobody comes for it."""
        patience = timers.FAREWELL if self._again is None else timers.LINGER
        with trio.move_on_after(patience):
            await self._send_have()
            while not self._confirmed:
                item = await self._items.receive()
                if isinstance(item, Heard) and item.link is self._link:
                    await self._confirm_heard(item.item)
                elif isinstance(item, Arrival | Joined):
                    await self._handle(item)
                elif isinstance(item, Leave):
                    break
        if self._confirmed:
            await trio.to_thread.run_sync(partial(self._store.commit, self._game, erase=[GAME], now=self._clock()))

    async def _confirm_heard(self, item: LinkMessage | PeerLost | PeerError) -> None:
        match item:
            case Have():
                self._note_have(item)
            case PeerLost(goodbye=Goodbye.FINISHED):
                self._confirmed = True
            case PeerLost() | PeerError():
                self._link = None
                self._lost_link.set()
            case Resume():
                await self._step(lambda: self._session.receive(item))
                await self._send_have()

    def _note_have(self, have: Have) -> None:
        table = self._session.table
        self._confirmed = table.ended and (have.round, have.head) == (table.round, table.head)

    async def _send_have(self) -> None:
        await self._send([Have(self._session.table.round, self._session.table.head)])

    # --- the clock ------------------------------------------------------------------------------------------

    async def _ring(self, place: Place) -> None:
        await self._inbox.send(Tick(place))

    async def _time_out(self, place: Place) -> Ending | None:
        """The time of a move is out: one's own program plays the cheapest; for another seat it is only told."""
        await self._publish((TimeOut(place[1]),))
        view = self._session.view()
        return await self._play(cheapest(view)) if place[1] == self._session.seat and view.legal else None

    async def _tell_owing(self, message: m.OfferEnd | m.MoreTime) -> None:
        """To the other side, when it is the one that the table waits for."""
        if self._peer_seat not in self._session.table.owing() or self._link is None:
            await self._publish((NotDone("The table does not wait for the other side, or it is not there."),))
            return
        await self._send([message])
        if isinstance(message, m.MoreTime):
            await self._tell(self._clockwork.more(self._peer_seat, message.seconds))
        else:
            await self._publish((EndOffered(self._session.seat),))

    async def _tell(self, events: tuple[Event, ...]) -> None:
        if events:
            await self._publish(events)

    # --- steps of the session -------------------------------------------------------------------------------

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
        await self._send(effects.send)
        if effects.fault is not None:
            return await self._lost(effects.fault)
        if any(isinstance(event, TableOpened) for event in effects.events):
            self._opened.set()
        events = (*effects.events, *self._clockwork.follow(view))
        if events:
            await self._publish(events, view)
        return Ending.OVER if self._session.closed else None

    async def _send(self, messages: Sequence[LinkMessage]) -> None:
        """Send what is stored already; what cannot be sent now, the other side will ask for."""
        if self._link is None:
            return
        for message in messages:
            try:
                await self._link.send(message)
            except (PeerLost, PeerError, LinkClosed):
                return  # the end of the link is met, after all that came before it, by receiving

    def _work(self, call: Callable[[], Effects]) -> tuple[Effects, View]:
        """In the worker thread. After a fault of the store nothing of it is kept: the driver must end."""
        effects = call()
        now = self._clock()
        with self._store.together():
            if effects.entries or effects.secrets or effects.erase:
                self._store.commit(self._game, effects.entries, secrets=effects.secrets, erase=effects.erase, now=now)
            if self._moved and not self._session.moved:
                self._moved = False
                self._store.forget(self._game, GAME, MOVED)
            for event in effects.events:
                if isinstance(event, TableOpened):
                    self._store.put_names(self._game, event.names, now=now)
            if self._session.closed and effects.events:
                status, told = ended_as(effects.events)
                self._store.finish(self._game, status, told, now=now, keep_link=self._session.table.ended)
        return effects, self._session.view()

    async def _say(self, text: str) -> None:
        seat = self._session.seat
        if not self._talk.may(seat):
            await self._publish((NotDone("That was a lot of talk at once; wait a little."),))
            return
        if self._link is None:
            await self._publish((NotDone("Nobody is there to hear it."),))
            return
        try:
            await self._link.send(Chat(text))
        except (PeerLost, PeerError, LinkClosed):
            return  # said to nobody; the end of the link follows
        except LocalError as fault:
            await self._publish((NotDone(str(fault)),))
        else:
            await self._publish((Said(seat, text),))

    async def _publish(self, events: tuple[Event, ...], view: View | None = None) -> None:
        self._number += 1
        await self._news.send(Update(self._number, events, view or self._session.view()))


class _Illegal(Exception):  # noqa: N818  a move, not a fault of the store
    """The session refused a command."""
