"""Two players meet: one hosts, one joins, and both sit down at a table that is played to its end.

Here: identity, door or dial, offer, session, driver, game file, in this order. Never: what a line looks like, the
arguments of a command.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final

import trio

from ..errors import LocalError, PeerError
from ..net.again import AtTheDoor
from ..net.driver import Leave
from ..net.faults import PeerLost
from ..net.invite import Invite
from ..net.link import Link, open_link
from ..net.listen import Arrival, Door
from ..net.nursery import background
from ..net.offer import await_offer, has_free_seat, missed_offer
from ..net.socks import Proxy
from ..rules.builtin import check_name, is_known
from ..rules.options import changed_options
from ..rules.ruleset import Ruleset, decode_ruleset
from ..sentences import N_
from ..wire.messages import Hello, Offer, Resume
from .asking import InputEnded, Leaving
from .calling import Desk, reply_desk
from .card import rule_card
from .inert import wrapped
from .nearby import shown_nearby
from .place import Place
from .playing import SEATS, NewGame, play_new
from .reaching import Where, open_entrance
from .replying import find_host
from .resuming import game_of, rejoin
from .sit import PATIENCE
from .synonyms import in_english
from .tongue import local, t
from .words import rules_word

OFFER_PATIENCE: Final = 30.0
"""Seconds that a guest waits for the host to say which table it offers."""

CONSENT: Final = N_("To play by these house rules type 'yes' within half a minute; 'quit' leaves.")
"""What a guest is asked before it says hello by rules that do not ship."""

SHOWS_RULES: Final = N_("'rules' tells them.")
"""What follows an offer by rules that ship; a face that is no terminal leaves it out."""

CONSENT_PATIENCE: Final = 25.0
"""Seconds for that answer: the host waits a little longer for the hello."""

LOOK_ROUND: Final = 0.5
"""Seconds between two looks whether waiting still makes sense."""


async def host_game(
    place: Place,
    ruleset: Ruleset,
    *,
    where: Where,
    announce: Callable[[str], None],
    waiting: Callable[[], None] = lambda: None,
    returns: bool = True,
    nearby: bool = False,
    first_leader: int | None = None,
) -> int:
    """Wait for a guest and play; the exit code of the game.

    `announce` gets the invite, and the same with other addresses when the router changes its mind; `waiting` is
    called now and then and may raise `LocalError` to end the wait. `returns`: whether a guest that is lost can come
    back (a practice partner cannot). `nearby`: whether the local network is shown this table while it waits.
    `first_leader`: the seat that leads first, where the guest says so too; None: it is drawn.
    """
    identity = place.identity()
    async with open_entrance(place, where) as entrance:
        door = entrance.door
        invite = door.invite(entrance.candidates)
        announce(invite.text())

        def look() -> None:
            nonlocal invite
            waiting()
            if place.clock() >= invite.expires:
                raise LocalError(t("The invite has expired, and nobody came with it; '{bura_host}' makes a new one."))
            if entrance.news():
                invite = replace(invite, candidates=entrance.candidates)
                announce(invite.text())

        async with reply_desk(place, entrance) as desk:
            async with shown_nearby(place, door, invite, ruleset, where.address) if nearby else nullcontext():
                arrival = await _guest(door, look, desk if returns else None)
            peer = arrival.agreed.peer
            door.expect(peer, *((invite.secret,) if returns else ()))
            async with open_link(arrival.stream, arrival.reader, clock=place.clock) as link:
                kept = invite.text() if returns else None
                identities = (identity.public, peer)
                game = NewGame(identity, 0, identities, ruleset, kept, desk.reply, first_leader=first_leader)
                return await play_new(place, game, link, AtTheDoor(door, desk.friend) if returns else None)


async def _guest(door: Door, waiting: Callable[[], None], desk: Desk | None) -> Arrival:
    async with background() as nursery:
        if desk is not None:
            nursery.start_soon(desk.listen)
        while True:
            with trio.move_on_after(LOOK_ROUND):
                return await door.guest()
            waiting()


async def join_game(
    place: Place,
    invite: Invite,
    *,
    where: Where | None = None,
    verbose: bool = False,
    proxy: Proxy | None = None,
    first_leader: int | None = None,
) -> int:
    """Find the host of `invite` and play, a new game or one that was broken off; the exit code of the game.

    `where` a host that cannot be reached may call back; None: it is not asked to. `verbose`: tell which address led
    to the host, or how far each came. `proxy`: what the host is reached through, now and after every cut; nothing
    leaves this computer beside it, if `where` is None. `first_leader`: the seat that leads first, where the host says
    so too; None: it is drawn.
    """
    identity = place.identity()
    async with (
        find_host(place, invite, where, verbose=verbose, proxy=proxy) as found,
        open_link(found.arrival.stream, found.arrival.reader, clock=place.clock) as link,
    ):
        offered = await _offered(place, link)
        if isinstance(offered, Resume):
            row = game_of(place, invite, offered)
            if row is not None or not has_free_seat(offered):
                return await rejoin(place, invite, link, offered, row, found, proxy)
            offered = await _missed(link, invite.host)
        await place.tell("offer", offer_text(offered), offer_values(offered))
        if not is_known(offered):
            await _ask(place, offered)
        identities = (found.arrival.agreed.peer, identity.public)
        game = NewGame(
            identity, 1, identities, offered, invite.text(), found.reply, proxy, first_leader=first_leader
        )
        return await play_new(place, game, link, found.again)


def offer_text(ruleset: Ruleset) -> str:
    """What a host offers, in words, with the options that are not as they ship."""
    if ruleset.has_pot:
        told = t("The host offers hands for chips: {rules}.", rules=rules_word(ruleset))
    elif ruleset.match_to:
        told = t("The host offers a match to {points}: {rules}.", points=ruleset.match_to, rules=rules_word(ruleset))
    else:
        told = t("The host offers an open match: {rules}.", rules=rules_word(ruleset))
    more = t(SHOWS_RULES) if is_known(ruleset) else t("These rules do not ship with this program:")
    told = f"{told} {more}"
    return "\n".join(wrapped(told, indent="  "))


def offer_values(ruleset: Ruleset) -> dict[str, Any]:
    """The same for programs; `house` is true for rules that do not ship, and `form` is then their canonical text."""
    house = not is_known(ruleset)
    return {
        "ruleset": ruleset.name,
        "match_to": ruleset.match_to,
        "points_shown": ruleset.points_shown,
        "options": changed_options(ruleset),
        "house": house,
    } | ({"form": ruleset.canonical_bytes().decode("ascii"), "card": rule_card(ruleset)} if house else {})


async def _ask(place: Place, ruleset: Ruleset) -> None:
    """Show house rules, and wait for a yes. Raises `LocalError` when the guest leaves, or says nothing in time."""
    if place.player.bot is not None:
        return
    card = "\n".join(rule_card(ruleset))
    await place.tell("house_rules", f"{card}\n{t(CONSENT)}", {"sentence": t(CONSENT)})
    with trio.move_on_after(CONSENT_PATIENCE):
        while True:
            line = await place.player.lines.next()
            match None if line is None else in_english(line.strip().lower()):
                case "yes":
                    return
                case None:
                    raise InputEnded
                case "quit" | "exit" | "q" | "no":
                    raise Leaving
                case _:
                    await place.tell("house_rules", t(CONSENT), {"sentence": t(CONSENT)})
    raise LocalError(t("Nothing was answered in time; no game has begun."))


async def _offered(place: Place, link: Link) -> Ruleset | Resume:
    with _Sentences():
        try:
            async with background() as nursery:
                nursery.start_soon(_meanwhile, place)
                with trio.fail_after(OFFER_PATIENCE):
                    offer = await await_offer(link)
        except trio.TooSlowError:
            raise LocalError(t("The host is connected, but offers no game.")) from None
        return offer if isinstance(offer, Resume) else _rules_of(offer)


async def _missed(link: Link, host: bytes) -> Ruleset:
    """What a host has offered that holds its hello ready, for a guest that was cut off before it could read it."""
    with _Sentences():
        try:
            with trio.fail_after(OFFER_PATIENCE):
                return _rules_of(await missed_offer(link, host))
        except trio.TooSlowError:
            raise LocalError(t("The host is connected, but offers no game.")) from None


def _rules_of(offer: Offer | Hello) -> Ruleset:
    """The rules of an offered table. Raises `LocalError` where this version does not play at it."""
    if offer.seats != SEATS:
        raise LocalError(t(
            "The host offers a table for {seats}; this version plays tables for two.",
            seats=offer.seats,
        ))
    try:
        ruleset = decode_ruleset(offer.ruleset)
    except PeerError:
        raise LocalError(t("The host offers rules that this version does not know.")) from None
    try:
        check_name(ruleset)
    except PeerError:
        raise LocalError(t(
            "The host offers other rules than it says ('{ruleset}').",
            ruleset=ruleset.name,
        )) from None
    if not ruleset.seats_allowed(SEATS):
        raise LocalError(t("The host offers rules that are not for two."))
    return ruleset


async def _meanwhile(place: Place) -> None:
    """Before the offer: say what is waited for, answer what is typed. Raises `LocalError` when the guest leaves."""
    await trio.sleep(PATIENCE)
    if place.player.bot is not None:
        return
    await place.tell("connected", t("Connected; waiting for the host's offer."), {})
    screen = place.screen(1)
    while True:
        line = await place.player.lines.next()
        if line is None:
            raise InputEnded
        answer = screen.typed(line)
        if isinstance(answer.command, Leave):
            raise Leaving
        await place.write(answer.lines)


class _Sentences:
    """Turns the end of a link, before a game has begun, into one sentence."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, PeerLost):
            raise LocalError(local(str(fault))) from None
        if isinstance(fault, PeerError):
            raise LocalError(t("The other side sent something that this program does not accept.")) from None


