"""Before a game begins: a host that offers nothing, a guest that says nothing, an invite that nobody uses."""

from __future__ import annotations

import itertools
import json
import os
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

import pytest
import trio

from bura_p2p.errors import LocalError
from bura_p2p.net.dial import dial
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import open_door
from bura_p2p.net.portmap.mapper import Found
from bura_p2p.net.portmap.outcome import Mapping, Way
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.options import find_with_options
from bura_p2p.store import Store
from bura_p2p.ui.console import Printer
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.feed.screen import CommandLines
from bura_p2p.ui.inert import columns
from bura_p2p.ui.meeting import CONSENT, Place, host_game, offer_text, offer_values
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.ui.reaching import Where, open_entrance
from bura_p2p.ui.sit import Player
from bura_p2p.wire.messages import EntryFrame, Offer
from tests.net.helpers import CERTIFICATE, GUEST, HOST, LOOPBACK
from tests.support.processes import PATIENCE, bura

RULES = find_ruleset("georgian", match_to=1)


@asynccontextmanager
async def at_a_silent_host(home: Path):
    """A guest's process, and the link of a host that has not offered anything yet."""
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=time.time, host=LOOPBACK) as door:
        invite = door.invite(await door.candidates()).text()
        with bura("join", invite, home=home) as guest, trio.fail_after(2 * PATIENCE):
            arrival = await door.guest()
            async with open_link(arrival.stream, arrival.reader) as link:
                await trio.to_thread.run_sync(guest.until, lambda line: line.startswith("Connected; waiting"))
                yield guest, link


@pytest.mark.parametrize("quits", [True, False])
async def test_leaving_before_the_offer(tmp_path, quits):
    async with at_a_silent_host(tmp_path) as (guest, _):
        if quits:
            guest.type("quit")
        else:
            guest.hang_up()
        assert await trio.to_thread.run_sync(guest.end) == 1
        ended = "" if quits else "Your input has ended, so you leave"
        assert guest.errors == f"bura: {ended or 'You leave'}; no game has begun.\n"


async def test_what_is_typed_after_a_late_offer_is_not_lost(tmp_path):
    async with at_a_silent_host(tmp_path) as (guest, link):
        guest.type("help")
        await trio.to_thread.run_sync(guest.until, lambda line: "quit" in line)
        await offered(link, RULES)
        await trio.to_thread.run_sync(guest.until, lambda line: line.startswith("The host offers"))
        guest.type("quit")
        assert await trio.to_thread.run_sync(guest.end) == 10
        assert "You leave the game; it stays unfinished." in guest.lines


HOUSE = replace(find_ruleset("russian"), name="our-house", deck=32, ante=2)


async def offered(link, rules, seats=2):
    await link.send(Offer(seats, rules.canonical_bytes()))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (RULES, "The host offers a match to 1: Georgian, three cards. 'rules' tells them."),
        (find_ruleset("telegram"), "The host offers an open match: Quick. 'rules' tells them."),
        (find_ruleset("russian", ante=5, molodka="off"),
         "The host offers hands for chips: Russian (molodka off, ante 5). 'rules' tells them."),
        (HOUSE,
         "The host offers hands for chips: house rules 'our-house'. These rules do not ship with this program:"),
    ],
)  # fmt: skip
def test_what_is_offered(rules, told):
    text = offer_text(rules)
    assert " ".join(line.strip() for line in text.splitlines()) == told
    assert all(columns(line) <= 80 for line in text.splitlines())
    values = offer_values(rules)
    assert json.loads(json.dumps(values)) == values
    assert values["house"] == ("form" in values) == (rules is HOUSE)
    assert find_with_options("russian", **offer_values(find_ruleset("russian", ante=5))["options"]).ante == 5


async def test_house_rules_are_shown_and_asked_for(tmp_path):
    async with at_a_silent_host(tmp_path) as (guest, link):
        await offered(link, HOUSE)
        await trio.to_thread.run_sync(guest.until, lambda line: line.startswith("Rules: our-house."))
        await trio.to_thread.run_sync(guest.until, lambda line: line == CONSENT)
        guest.type("what?")
        await trio.to_thread.run_sync(guest.until, lambda line: line == CONSENT)
        guest.type("yes")
        while not isinstance(message := await link.receive(), EntryFrame):
            continue
        assert HOUSE.canonical_bytes() in message.body
        guest.type("quit")
        assert await trio.to_thread.run_sync(guest.end) == 10
    assert " ".join(line.strip() for line in guest.lines).count("32 cards, high to low") == 1


@pytest.mark.parametrize("quits", [True, False])
async def test_house_rules_are_not_played_without_a_yes(tmp_path, quits):
    async with at_a_silent_host(tmp_path) as (guest, link):
        await offered(link, HOUSE)
        await trio.to_thread.run_sync(guest.until, lambda line: line == CONSENT)
        guest.type("no") if quits else guest.hang_up()
        assert await trio.to_thread.run_sync(guest.end) == 1
        ended = "" if quits else "Your input has ended, so you leave"
        assert guest.errors == f"bura: {ended or 'You leave'}; no game has begun.\n"


@pytest.mark.parametrize(
    ("rules", "seats", "why"),
    [
        (replace(find_ruleset("georgian"), deck=36), 2, "other rules than it says ('georgian')"),
        (find_ruleset("russian"), 3, "a table for 3; this version plays tables for two"),
        (find_ruleset("georgian-pairs"), 2, "rules that are not for two"),
    ],
)
async def test_offers_that_are_not_taken(tmp_path, rules, seats, why):
    async with at_a_silent_host(tmp_path) as (guest, link):
        await offered(link, rules, seats)
        assert await trio.to_thread.run_sync(guest.end) == 1
        assert why in guest.errors
        assert guest.errors.count("\n") == 1


async def test_a_guest_that_says_nothing(tmp_path):
    with bura("host", "--listen", "127.0.0.1:0", home=tmp_path) as host, trio.fail_after(2 * PATIENCE):
        text = await trio.to_thread.run_sync(host.until, lambda line: line.startswith("BURA:"))
        arrival = await dial(Invite.parse(text, now=time.time()), GUEST, entropy=os.urandom)
        async with open_link(arrival.stream, arrival.reader):
            await trio.to_thread.run_sync(host.until, lambda line: line == "Waiting for the other side.")


@contextmanager
def place_of_ann(home, clock):
    with Store.open(home) as store:
        yield Place(
            store=store,
            name="Ann",
            player=Player(CommandLines()),  # nobody types, and somebody may
            screen=lambda seat: PlainScreen(seat, Faces()),
            write=Printer().write,
            phrase=lambda word, sentence, values: [sentence],
            file=None,
            entropy=os.urandom,
            clock=clock,
        )


async def test_a_router_that_changes_its_mind_while_the_host_waits(tmp_path):
    with place_of_ann(tmp_path, time.time) as place:
        async with open_entrance(place, Where(address=LOOPBACK, port=0)) as entrance:
            alone = entrance.candidates
            assert not entrance.news()
            inside, outside = ip_address("192.168.1.5"), ip_address("9.8.7.6")
            mapping = Mapping(Way.PCP, "192.168.1.1", inside, 4242, outside, 5000, 0)
            entrance.take(Found((mapping,), ()))
            assert entrance.candidates == (mapping.candidate, *alone)
            assert (entrance.news(), entrance.news()) == (True, False)
            entrance.take(Found((), ()))
            assert entrance.news()
            assert entrance.candidates == alone


async def test_an_invite_that_nobody_uses_in_time(tmp_path):
    """A clock on which every look is eight hours after the one before."""
    hours = itertools.count(1_800_000_000, 8 * 60 * 60)
    with place_of_ann(tmp_path, lambda: float(next(hours))) as place, trio.fail_after(2 * PATIENCE):
        invites: list[str] = []
        with pytest.raises(LocalError, match="has expired"):
            await host_game(place, RULES, where=Where(address=LOOPBACK, port=0), announce=invites.append)
    assert len(invites) == 1
