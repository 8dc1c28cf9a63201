"""Another game after the last, between the same two, when both want one.

Here: no message says that somebody wants one. The guest says it by coming to the host's door again, with the invite
of the game before; the host by offering a table to who has come. So the host sees what the guest wants, and the guest
learns what the host wants when it asks itself. Who leads first is drawn anew by both, as in every game.

Never: a door for anybody else than the player of the game before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from ...errors import LocalError, PeerError
from ...net import timers
from ...net.again import AtTheDoor, Redial
from ...net.faults import PeerLost
from ...net.invite import Invite
from ...net.link import Link, open_link
from ...net.nursery import background
from ...net.offer import await_offer, offer_table
from ...rules.ruleset import Ruleset
from ...store import GameRow
from ...wire.messages import Offer
from ..place import Place
from ..playing import SEATS, NewGame, play_new
from ..reaching import Where, open_entrance
from ..resuming import as_before


@dataclass(frozen=True, slots=True)
class Before:
    """The game before: its row, its rules, the invites by which the two find each other (the newest first)."""

    row: GameRow
    rules: Ruleset
    invites: tuple[str, ...]

    def __repr__(self) -> str:
        """Without the invites, which are secrets."""
        return f"Before({self.row.id}, {self.rules.name})"


async def host_rematch(
    place: Place, before: Before, where: Where, wanted: trio.Event, theirs: Callable[[bool], None]
) -> int:
    """Wait for the guest of `before` and, once `wanted` is set, play with it by the same rules; the exit code.

    `theirs` is told whether the guest is there, that is, wants a game.
    """
    peer, invites = before.row.identities[1], [Invite.parse(text, now=0) for text in before.invites]
    async with open_entrance(place, as_before(place, invites[0].candidates, where)) as entrance:
        door = entrance.door
        door.expect(peer, *(invite.secret for invite in invites))
        while True:
            arrival = await door.guest()
            async with open_link(arrival.stream, arrival.reader, clock=place.clock) as link:
                theirs(True)
                if await _agreed(link, wanted) and await _offer(link, before.rules):
                    identities = (place.identity().public, peer)
                    game = NewGame(place.identity(), 0, identities, before.rules, before.invites[0])
                    return await play_new(place, game, link, AtTheDoor(door))
            arrival.done.set()
            theirs(False)


async def _offer(link: Link, rules: Ruleset) -> bool:
    """Offer the table of before; whether the link still stands."""
    try:
        await offer_table(link, seats=SEATS, ruleset=rules.canonical_bytes())
    except (PeerLost, PeerError):
        return False
    return True


async def _agreed(link: Link, wanted: trio.Event) -> bool:
    """Whether this side wants a game before the guest is gone."""
    async with background() as nursery:
        gone = trio.Event()
        nursery.start_soon(_until_gone, link, gone)
        nursery.start_soon(_until_set, wanted, gone)
        await gone.wait()
    return wanted.is_set() and link.end is None


async def _until_set(wanted: trio.Event, done: trio.Event) -> None:
    await wanted.wait()
    done.set()


async def _until_gone(link: Link, gone: trio.Event) -> None:
    """A guest has nothing to say before the offer; what it says all the same is dropped."""
    try:
        while True:
            await link.receive()
    except (PeerLost, PeerError, LocalError):
        gone.set()


async def join_rematch(place: Place, before: Before) -> int:
    """Come to the host's door again, wait for its offer, and play; the exit code."""
    invite, identity = Invite.parse(before.invites[0], now=0), place.identity()
    again = Redial(invite, identity, place.entropy)
    lost = trio.Event()
    lost.set()
    while True:
        arrival = await again.next(lost)
        async with open_link(arrival.stream, arrival.reader, clock=place.clock) as link:
            offered = await _offered(link)
            if offered is None:
                await trio.sleep(timers.RETRY_FIRST)
                continue
            if offered.seats != SEATS or offered.ruleset != before.rules.canonical_bytes():
                raise LocalError("The host offers another table than the one before; join it by a new invite.")
            game = NewGame(identity, 1, (invite.host, identity.public), before.rules, before.invites[0])
            return await play_new(place, game, link, again)


async def _offered(link: Link) -> Offer | None:
    """The host's offer; None where the link ends before it comes."""
    try:
        offer = await await_offer(link)
    except (PeerLost, PeerError):
        return None
    return offer if isinstance(offer, Offer) else None
