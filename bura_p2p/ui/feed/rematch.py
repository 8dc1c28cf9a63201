"""Another game after the last, between the same two, when both want one.

Here: the guest comes to the host's door again, with the invite of the game before. On this link each says that it
wants a game (`another`); when both have, the host offers the same table. First leads who did not lead first in the
game before, as both know from it.

Never: a door for anybody else than the player of the game before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import trio

from ...errors import LocalError, PeerError
from ...net import timers
from ...net.again import AtTheDoor, Redial
from ...net.faults import Goodbye, PeerLost
from ...net.invite import Invite
from ...net.link import Link, open_link
from ...net.listen import Arrival
from ...net.nursery import background
from ...net.offer import has_free_seat, missed_offer
from ...rules.ruleset import Ruleset
from ...store import GameRow
from ...wire.messages import Another, Chat, Hello, Offer, Resume
from ..place import Place
from ..playing import SEATS, NewGame, play_new
from ..reaching import Where, open_entrance
from ..resuming import as_before, tell_end
from ..tongue import t

PATIENCE: Final = 15 * 60.0
"""Seconds for the other side to come back."""

MISSED: Final = 6.0
"""Seconds after which whoever has not come back is told to be away: the guest comes at once where it comes at all."""

Told = Callable[[bool], None]
"""Is told whether the other side wants a game, or whether it is there."""


Tell = Callable[[Resume], Awaitable[None]]
"""Answers the word of a side that lacks the end of the game before."""


@dataclass(frozen=True, slots=True)
class Before:
    """The game before: its row, its rules, the invites by which the two find each other (the newest first), and the
    seat that leads first in the next one; None where no hand came so far that its keys were shown.
    """

    row: GameRow
    rules: Ruleset
    invites: tuple[str, ...]
    leads: int | None

    def __repr__(self) -> str:
        """Without the invites, which are secrets."""
        return f"Before({self.row.id}, {self.rules.name})"


async def host_rematch(
    place: Place, before: Before, where: Where, wanted: trio.Event, theirs: Told, there: Told
) -> int:
    """Wait for the guest of `before` and, once `wanted` is set and the guest wants it too, play; the exit code.
    `theirs` is told whether the guest wants it, `there` whether it has come.

    Raises `LocalError` when nobody comes.
    """
    peer, invites = before.row.identities[1], [Invite.parse(text, now=0) for text in before.invites]
    async with open_entrance(place, as_before(place, invites[0].candidates, where)) as entrance:
        door = entrance.door
        door.expect(peer, *(invite.secret for invite in invites))
        while True:
            arrival = await _back(door.guest, there)
            async with open_link(arrival.stream, arrival.reader, clock=place.clock) as link:
                if await _agreed(link, wanted, theirs, partial(tell_end, place, before.row, link)):
                    identities = (place.identity().public, peer)
                    newest, *older = before.invites
                    game = NewGame(
                        place.identity(), 0, identities, before.rules, newest,
                        older=tuple(older), first_leader=before.leads,
                    )  # fmt: skip
                    return await play_new(place, game, link, AtTheDoor(door))
            arrival.done.set()
            theirs(False)
            there(False)


async def join_rematch(place: Place, before: Before, wanted: trio.Event, theirs: Told, there: Told) -> int:
    """Come to the host's door again and, once both want it, play; the exit code. Raises as `host_rematch`, and for
    another offer.
    """
    invite, identity = Invite.parse(before.invites[0], now=0), place.identity()
    again, lost = Redial(invite, identity, place.entropy), trio.Event()
    lost.set()
    while True:
        arrival = await _back(lambda: again.next(lost), there)
        async with open_link(arrival.stream, arrival.reader, clock=place.clock) as link:
            tell = partial(tell_end, place, before.row, link)
            offered = await _offered(link, invite.host, wanted, theirs, tell)
            if offered is not None:
                if offered.seats != SEATS or offered.ruleset != before.rules.canonical_bytes():
                    raise LocalError(t("The host offers another table than the one before; join it by a new invite."))
                identities, newest = (invite.host, identity.public), before.invites[0]
                game = NewGame(identity, 1, identities, before.rules, newest, first_leader=before.leads)
                return await play_new(place, game, link, again)
        theirs(False)
        there(False)
        await trio.sleep(timers.RETRY_FIRST)


async def _back(coming: Callable[[], Awaitable[Arrival]], there: Told) -> Arrival:
    with trio.move_on_after(PATIENCE):
        async with background() as nursery:
            nursery.start_soon(_miss, there)
            arrival = await coming()
        there(True)
        return arrival
    raise LocalError(t("The other side has not come back for another game."))


async def _miss(there: Told) -> None:
    await trio.sleep(MISSED)
    there(False)


# --- the host ----------------------------------------------------------------------------------------------------


async def _agreed(link: Link, mine: trio.Event, told: Told, tell: Tell) -> bool:
    """Whether both want a game before the guest is gone."""
    theirs, over = trio.Event(), trio.Event()
    async with background() as nursery:
        nursery.start_soon(_say, link, mine)
        nursery.start_soon(_hear, link, theirs, over, told, tell)
        nursery.start_soon(_when_both, mine, theirs, over)
        await over.wait()
    return mine.is_set() and theirs.is_set() and link.end is None


async def _hear(link: Link, theirs: trio.Event, over: trio.Event, told: Told, tell: Tell) -> None:
    try:
        while not isinstance(message := await link.receive(), Resume):
            if isinstance(message, Another) and not theirs.is_set():
                theirs.set()
                told(True)
        await _to_its_end(link, message, tell)
    except (PeerLost, PeerError, LocalError):
        over.set()


async def _to_its_end(link: Link, word: Resume, tell: Tell) -> None:
    """The other side lacks the end of the game before: that, and no other game, is what this link is for."""
    await tell(word)
    while True:
        await link.receive()


async def _when_both(mine: trio.Event, theirs: trio.Event, over: trio.Event) -> None:
    await mine.wait()
    await theirs.wait()
    over.set()


async def _say(link: Link, mine: trio.Event) -> None:
    """Tell the other side, once this one wants a game."""
    await mine.wait()
    try:
        await link.send(Another())
    except (PeerLost, PeerError, LocalError):
        return  # the link has ended, which whoever receives from it sees


# --- the guest ---------------------------------------------------------------------------------------------------


async def _offered(link: Link, host: bytes, mine: trio.Event, told: Told, tell: Tell) -> Offer | Hello | None:
    """The host's offer, once this side wants it, or its hello, where it was offered on a link that has ended; None
    where this one ends before, or something else comes.
    """
    async with background() as nursery:
        nursery.start_soon(_say, link, mine)
        try:
            heard = False
            while isinstance(message := await link.receive(), Another | Chat):
                if isinstance(message, Another) and not heard:
                    told(True)
                    heard = True
            missed = isinstance(message, Resume) and has_free_seat(message)
            if isinstance(message, Resume) and not missed:
                await _to_its_end(link, message, tell)
            offered = await missed_offer(link, host) if missed else message
        except (PeerLost, PeerError, LocalError):
            return None
        if not isinstance(offered, Offer | Hello):
            await link.close(Goodbye.FAULT)
            return None
        await mine.wait()
        return offered
