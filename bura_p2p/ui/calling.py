"""The host's desk for reply codes: typed or pasted lines in, calls to the guest out.

Here: which lines belong to a reply code, what is said of it, how long the guest is called. Never: the moves that
are typed beside it, sockets.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import trio

from ..errors import LocalError
from ..net import timers
from ..net.calls import Tempo
from ..net.faults import Step
from ..net.invite import REPLY_PREFIX, Candidate
from ..net.nursery import background
from ..net.reply import CutReply, Reply
from ..sentences import N_
from .asking import HESITATION, LEAVES, NOT_WHOLE, InputEnded, Leaving, goes_on, may_go_on
from .doubts import doubt_of, doubt_sentence
from .place import Place
from .playing import keep_link, kept_links, kept_reply
from .reaching import Entrance
from .tongue import local, t

WAITING: Final = N_("Waiting for your friend. A reply code (BURA-R:...) can be pasted here; 'quit' leaves.")


@asynccontextmanager
async def reply_desk(place: Place, entrance: Entrance, game: int | None = None) -> AsyncIterator[Desk]:
    """A desk for as long as the block; `game` is the number of one that was taken up again."""
    async with background() as nursery:
        desk = Desk(place, entrance, nursery)
        if game is not None:
            desk.go_on(game)
        place.player.heed = desk.heed
        try:
            yield desk
        finally:
            place.player.heed = None


class Desk:
    """Takes reply codes; made by `reply_desk`. `reply` is the text of the newest one."""

    def __init__(self, place: Place, entrance: Entrance, tasks: trio.Nursery) -> None:
        """For `reply_desk` only."""
        self.reply: str | None = None
        self._friend: tuple[Candidate, ...] = ()
        self._game: int | None = None
        self._place = place
        self._entrance = entrance
        self._tasks = tasks
        self._begun = ""
        self._calling = trio.CancelScope()

    def friend(self) -> tuple[Candidate, ...]:
        """Where the guest said last that it can be called; nowhere, if it did not."""
        return self._friend

    def go_on(self, game: int) -> None:
        """From now on keep the reply codes for this game; and call at the one that it has."""
        self._game = game
        self.reply = kept_reply(self._place, game)
        if self.reply is not None:
            self._friend = Reply.parse(self.reply, now=0).candidates

    async def listen(self) -> None:
        """Before a game: read lines. Raises LocalError when the player leaves, or can type no more."""
        while (line := await self._place.player.lines.next()) is not None:
            if await self.heed(line) or not line.strip():
                continue
            if line.strip().lower() in LEAVES:
                raise Leaving
            await self._place.explain("waiting", t(WAITING))
        if self._place.player.bot is None:
            raise InputEnded

    async def heed(self, line: str) -> bool:
        """Take a line if it belongs to a reply code, begun or new; whether it does."""
        at = line.upper().find(REPLY_PREFIX)
        before = self._begun if at < 0 else ""
        if at < 0 and not (before and goes_on(line)):
            await self._give_up()
            return False
        self._begun = ""
        await self._read(before, line[max(0, at) :])  # a messenger or a friend may have put something before it
        return True

    async def _give_up(self) -> None:
        """What was begun is not gone on with."""
        if self._begun:
            self._begun = ""
            await self._wrong(CutReply())

    async def _read(self, before: str, line: str) -> None:
        text = before + line
        try:
            reply = Reply.parse(text, now=self._place.clock())
        except CutReply as fault:
            if not may_go_on(line):
                await self._wrong(fault)
                return
            self._begun = text
            self._tasks.start_soon(self._hint, text)
        except LocalError as fault:
            await self._wrong(fault)
        else:
            await self._take(reply)

    async def _hint(self, text: str) -> None:
        await trio.sleep(HESITATION)
        if self._begun == text:
            await self._place.explain("not_whole", t(NOT_WHOLE))

    async def _wrong(self, fault: LocalError) -> None:
        await self._place.explain("not_done", local(str(fault)))

    async def _take(self, reply: Reply) -> None:
        if not self._entrance.door.has_invited(reply):
            await self._wrong(LocalError(t("This reply code answers another invite than your newest one.")))
            return
        self._friend, self.reply = reply.candidates, reply.text()
        if self._game is not None:
            keep_link(self._place, self._game, *kept_links(self._place, self._game), reply=self.reply)
        self._calling.cancel()
        self._calling = trio.CancelScope()
        self._tasks.start_soon(self._call, self._calling, reply.candidates)

    async def _call(self, scope: trio.CancelScope, friend: tuple[Candidate, ...]) -> None:
        with scope:
            where = {"candidates": list(map(str, friend))}
            await self._place.tell("calling", t("Both sides now try to reach each other, for a minute ..."), where)
            tempo, steps = Tempo(), dict[Candidate, Step]()
            tempo.hurry()
            with trio.move_on_after(timers.CALL_LASTS):
                async with background() as nursery:
                    nursery.start_soon(self._doubt, friend, steps)
                    await self._entrance.door.call(friend, tempo, steps)
                    return  # somebody has come in
            sentence = t(
                "No connection came about. While your friend's bura still waits, the code can be pasted again."
            )
            await self._place.explain("called", sentence)

    async def _doubt(self, friend: tuple[Candidate, ...], steps: dict[Candidate, Step]) -> None:
        await trio.sleep(timers.CALL_DOUBT)
        doubt = doubt_of(self._entrance.candidates, friend, steps)
        await self._place.explain("doubt", doubt_sentence(doubt), doubt=doubt.value)
