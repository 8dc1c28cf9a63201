"""Before a game begins: a host that offers nothing, a guest that says nothing, an invite that nobody uses."""

from __future__ import annotations

import itertools
import os
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from bura_p2p.errors import LocalError
from bura_p2p.net.dial import dial
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import open_door
from bura_p2p.net.offer import offer_table
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.store import Store
from bura_p2p.ui.console import Printer, TypedLines
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.meeting import Place, host_game
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.ui.sit import Player
from tests.net.helpers import CERTIFICATE, GUEST, HOST, LOOPBACK
from tests.support.processes import bura

RULES = find_ruleset("georgian", match_to=1)


@asynccontextmanager
async def at_a_silent_host(home: Path):
    """A guest's process, and the link of a host that has not offered anything yet."""
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=time.time, host=LOOPBACK) as door:
        invite = door.invite(await door.candidates()).text()
        with bura("join", invite, home=home) as guest, trio.fail_after(60):
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
        assert guest.errors == "bura: You leave; no game has begun.\n"


async def test_what_is_typed_after_a_late_offer_is_not_lost(tmp_path):
    async with at_a_silent_host(tmp_path) as (guest, link):
        guest.type("help")
        await trio.to_thread.run_sync(guest.until, lambda line: "quit" in line)
        await offer_table(link, seats=2, ruleset=RULES.canonical_bytes())
        await trio.to_thread.run_sync(guest.until, lambda line: line.startswith("The host offers"))
        guest.type("quit")
        assert await trio.to_thread.run_sync(guest.end) == 10
        assert "You leave the game; it stays unfinished." in guest.lines


async def test_a_guest_that_says_nothing(tmp_path):
    with bura("host", "--listen", "127.0.0.1:0", home=tmp_path) as host, trio.fail_after(60):
        text = await trio.to_thread.run_sync(host.until, lambda line: line.startswith("BURA:"))
        arrival = await dial(Invite.parse(text, now=time.time()), GUEST, entropy=os.urandom)
        async with open_link(arrival.stream, arrival.reader):
            await trio.to_thread.run_sync(host.until, lambda line: line == "Waiting for the other side.")


async def test_an_invite_that_nobody_uses_in_time(tmp_path):
    """A clock on which every look is eight hours after the one before."""
    hours = itertools.count(1_800_000_000, 8 * 60 * 60)
    with Store.open(tmp_path) as store, trio.fail_after(60):
        place = Place(
            store=store,
            name="Ann",
            player=Player(TypedLines(None)),
            screen=lambda seat: PlainScreen(seat, Faces()),
            write=Printer().write,
            phrase=lambda word, sentence, values: [sentence],
            file=None,
            entropy=os.urandom,
            clock=lambda: float(next(hours)),
        )
        invites: list[str] = []
        with pytest.raises(LocalError, match="has expired"):
            await host_game(place, RULES, address=LOOPBACK, port=0, announce=invites.append)
    assert len(invites) == 1
