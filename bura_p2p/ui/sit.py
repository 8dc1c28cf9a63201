"""One player at one table until it ends: updates to the screen, typed lines or a bot's choices to the driver.

Here: the loop that every line-wise face shares. Never: how a line looks, how a link came about.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol, runtime_checkable

import trio

from ..bots import Bot
from ..errors import LocalError
from ..net.driver import Command, Driver, Ending, Leave, NotDone, PeerGone, Play, SetPolicy, StopAfterHand, Update
from ..net.nursery import background
from ..rules.ruleset import Special
from ..table import events as e
from ..table.view import View
from .console import Lines
from .plain import Screen
from .tongue import t

Write = Callable[[Iterable[str]], Awaitable[None]]
"""Shows lines to the player."""

Watch = Callable[[Update], Awaitable[None]]
"""Sees every update before the screen does."""

PATIENCE: Final = 1.0
"""Seconds without news after which a screen may say whom the table waits for."""


@dataclass
class Story:
    """What is worth knowing when a game has ended."""

    ending: Ending | None = None
    last: e.Event | None = None
    gone: PeerGone | None = None
    quit: bool = False

    def note(self, update: Update) -> None:
        """Follow an update."""
        for event in update.events:
            if isinstance(event, e.GameOver | e.Voided | e.Refused):
                self.last = event
            elif isinstance(event, PeerGone):
                self.gone = event

    @property
    def exit_code(self) -> int:
        """0 complete, 22 void, 20 this side refused an entry that convicts its seat, 10 the game stays open."""
        match self.last:
            case e.GameOver():
                return 0
            case e.Voided():
                return 22
            case e.Refused(seat=int(), by_me=True):
                return 20
            case _:
                return 10


@runtime_checkable
class Announcing(Protocol):
    """A bot that says which combinations are announced for it."""

    def policy(self, view: View) -> frozenset[Special]:
        """The combinations, of cards drawn after this."""
        ...


@runtime_checkable
class Recalling(Protocol):
    """A screen that also shows what had happened in a game before it was taken up again."""

    def recall(self, update: Update) -> None:
        """Take in all of that, before the first update; no face has been told of it by this program."""
        ...


@dataclass
class Player:
    """Who decides: a bot, or whoever types `lines`. `hands`: the hand after which no more are played, or None.

    `heed` takes a line that is for somebody else than the table; whether it did.
    """

    lines: Lines
    bot: Bot | None = None
    hands: int | None = None
    heed: Callable[[str], Awaitable[bool]] | None = None
    _policy: frozenset[Special] | None = field(default=None, init=False)
    _failed: int = field(default=-1, init=False)

    def commands(self, update: Update) -> list[Command]:
        """What follows from an update without anybody typing or thinking."""
        orders: list[Command] = []
        for event in update.events:
            if isinstance(event, e.HandBegun) and self.hands is not None and event.hand >= self.hands:
                orders.append(StopAfterHand())
            if isinstance(event, NotDone) and self.bot is not None:
                self._bear(event, update.view)
        return orders + self._policies(update.view)

    def _bear(self, fault: NotDone, view: View) -> None:
        """A bot's move that came too late, or while the other side was away, is thought of anew.

        Raises LocalError for the second one in a turn that is not possible.
        """
        if view.my_turn and view.round == self._failed:
            raise LocalError(t("The bot's move was not possible: {sentence}", sentence=fault.sentence))
        if view.my_turn:
            self._failed = view.round

    def _policies(self, view: View) -> list[Command]:
        """What a bot wants announced, where that has changed; it counts for the cards drawn next."""
        if view.ruleset is None or view.match is None or not isinstance(self.bot, Announcing):
            return []
        policy = self.bot.policy(view)
        if policy == self._policy:
            return []
        self._policy = policy
        return [SetPolicy(policy)]


class Thinker:
    """A bot at work in a thread, so that the link is answered meanwhile: one move at a time, each passed to `play`.

    What the table needs no more, because the turn is over some other way, is thought to its end and thrown away.
    """

    def __init__(self, bot: Bot, play: Callable[[Play], Awaitable[None]]) -> None:
        self._bot, self._play = bot, play
        self._round, self._scope = -1, trio.CancelScope()
        self._one = trio.CapacityLimiter(1)  # a bot remembers: the next thought waits for one that was thrown away

    def look(self, view: View, nursery: trio.Nursery) -> None:
        """Begin to think if it is the bot's turn, once a round; stop if it no longer is.

        While two sides meet again it is nobody's turn: after that the bot is asked anew.
        """
        if view.round == self._round and view.my_turn:
            return
        self.forget()
        if view.my_turn:
            self._round, self._scope = view.round, trio.CancelScope()
            nursery.start_soon(self._think, view, self._scope)

    def forget(self) -> None:
        """Throw a thought away; a move that has been played may have come to nothing."""
        self._scope.cancel()
        self._round = -1

    async def _think(self, view: View, scope: trio.CancelScope) -> None:
        with scope:
            thought = trio.to_thread.run_sync
            action = await thought(self._bot.choose, view, abandon_on_cancel=True, limiter=self._one)
            await self._play(Play(action))


class Orders:
    """What follows from an update by itself, on its way to the driver. Whoever reads the updates never waits here:
    the driver may be waiting for them to be read. Of each kind the newest counts, so that there are never many.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._waiting: dict[type[Command], Command] = {}
        self._fresh = trio.Event()

    def give(self, command: Command) -> None:
        """Pass a command on, at once where there is room."""
        try:
            if not self._waiting:
                self._driver.commands.send_nowait(command)
                return
        except trio.WouldBlock:
            pass
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # the driver has ended, and the updates say why
        self._waiting[type(command)] = command
        self._fresh.set()

    async def pass_on(self) -> None:
        """Pass on what had to wait."""
        while True:
            await self._fresh.wait()
            self._fresh = trio.Event()
            while self._waiting:
                kind, command = next(iter(self._waiting.items()))
                await _order(self._driver, command)
                if self._waiting[kind] is command:  # else a newer one has come meanwhile
                    del self._waiting[kind]


async def sit(
    driver: Driver, screen: Screen, player: Player, write: Write, story: Story, watch: Watch | None = None
) -> None:
    """Play until the driver ends; `story` follows. Raises `LocalError` when the store fails, `OSError` when nobody
    reads what `write` writes.
    """
    orders = Orders(driver)
    thinker = None if player.bot is None else Thinker(player.bot, partial(_order, driver))
    async with background() as nursery:
        nursery.start_soon(_drive, driver, story)
        nursery.start_soon(orders.pass_on)
        if player.bot is None:
            nursery.start_soon(_listen, driver, screen, player, write, story)
        elif player.heed is not None:
            nursery.start_soon(_heed, player)
        while True:
            update = await _next(driver, screen, write)
            if update is None:
                break
            story.note(update)
            if watch is not None:
                await watch(update)
            await write(screen.show(update))
            for command in player.commands(update):
                orders.give(command)
            if thinker is not None:
                if any(isinstance(event, NotDone) for event in update.events):
                    thinker.forget()
                thinker.look(update.view, nursery)


async def _next(driver: Driver, screen: Screen, write: Write) -> Update | None:
    """The next update, or None when there are no more; after a moment of silence the screen may say something."""
    try:
        with trio.move_on_after(PATIENCE):
            return await driver.updates.receive()
        await write(screen.idle())
        return await driver.updates.receive()
    except trio.EndOfChannel:
        return None


async def _drive(driver: Driver, story: Story) -> None:
    story.ending = await driver.run()


async def _listen(driver: Driver, screen: Screen, player: Player, write: Write, story: Story) -> None:
    """Typed lines to commands; the end of the input leaves the game."""
    while True:
        line = await player.lines.next()
        if line is not None and player.heed is not None and await player.heed(line):
            continue
        answer = screen.typed(line)
        await write(answer.lines)
        if answer.command is not None:
            story.quit = story.quit or isinstance(answer.command, Leave)
            await _order(driver, answer.command)
        if line is None:
            return


async def _heed(player: Player) -> None:
    """A bot plays; what is typed can only be for somebody else."""
    while (line := await player.lines.next()) is not None:
        if player.heed is not None:
            await player.heed(line)


async def _order(driver: Driver, command: Command) -> None:
    try:
        await driver.commands.send(command)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return  # the driver has ended, and the updates say why
