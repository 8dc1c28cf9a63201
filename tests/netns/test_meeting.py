"""From an invite to a verified game over every kind of network between two homes; and the right words where there
is no way.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.netns.people import BOTS, guest, host, play_to_the_end
from tests.netns.worlds import PLAIN, SYMMETRIC, Home, World, home, internet, open_home, same_lan
from tests.support.processes import Bura

pytestmark = pytest.mark.netns

DIAGNOSIS = 30.0


def reply_of(player: Bura) -> str:
    """The reply code of a guest that finds no way."""
    assert player.event("unreachable")["step"] in ("timeout", "unreachable")
    return player.event("reply")["reply"]


def meet_by_reply(one: Home, two: Home, tmp_path: Path, options: tuple[str, ...]) -> tuple[Bura, Bura]:
    """Two players behind routers that let nobody in; the guest's reply code has been pasted."""
    hosting, invite = host(one.player, tmp_path, "--public", one.public, *options)
    joining = guest(two.player, tmp_path, invite, "--public", two.public, *options)
    hosting.type(reply_of(joining))
    return hosting, joining


def test_on_one_lan_by_invite(world: World, tmp_path: Path) -> None:
    lan = same_lan(world)
    hosting, invite = host(lan.host, tmp_path, "--no-map", *BOTS)
    play_to_the_end(tmp_path, hosting, guest(lan.guest, tmp_path, invite, *BOTS))


def test_on_one_lan_by_its_list_and_three_words(world: World, tmp_path: Path) -> None:
    """Nothing is sent: the guest finds the table by mDNS, and types what the host's screen shows."""
    lan = same_lan(world)
    hosting, _ = host(lan.host, tmp_path, "--no-map", "--name", "Ann", *BOTS)
    words = hosting.event("words")["words"]
    joining = lan.guest.bura("join", *BOTS, home=tmp_path / "guest")
    table = joining.event("table")
    assert table["name"] == "Ann"
    joining.type(f"{table['number']} {words}")
    play_to_the_end(tmp_path, hosting, joining)


def test_over_a_line_that_loses_a_fifth(world: World, tmp_path: Path) -> None:
    lan = same_lan(world)
    for space in (lan.host, lan.guest):
        space.lose(20)
    hosting, invite = host(lan.host, tmp_path, "--no-map", *BOTS)
    play_to_the_end(tmp_path, hosting, guest(lan.guest, tmp_path, invite, *BOTS))
    assert all(space.lost() for space in (lan.host, lan.guest))


def test_two_routers_and_a_reply_code(world: World, tmp_path: Path) -> None:
    net = internet(world)
    play_to_the_end(tmp_path, *meet_by_reply(home(world, net, 1), home(world, net, 2), tmp_path, BOTS))


def test_a_carrier_that_translates_once_more(world: World, tmp_path: Path) -> None:
    net = internet(world)
    play_to_the_end(tmp_path, *meet_by_reply(home(world, net, 1, carrier=PLAIN), home(world, net, 2), tmp_path, BOTS))


def test_ipv6_behind_two_firewalls(world: World, tmp_path: Path) -> None:
    """Nobody has to know a public address: this computer's own is one."""
    net = internet(world)
    one, two = (home(world, net, number, v4=False, v6=True) for number in (1, 2))
    hosting, invite = host(one.player, tmp_path, "--no-map", *BOTS)
    joining = guest(two.player, tmp_path, invite, "--no-map", *BOTS)
    hosting.type(reply_of(joining))
    play_to_the_end(tmp_path, hosting, joining)


def test_a_guest_that_can_be_dialled(world: World, tmp_path: Path) -> None:
    """The guest has no router; the host's keeps everybody out, and nobody knows the host's public address."""
    net = internet(world)
    one = home(world, net, 1)
    hosting, invite = host(one.player, tmp_path, "--no-map", *BOTS)
    joining = guest(open_home(world, net, 2), tmp_path, invite, *BOTS)
    hosting.type(reply_of(joining))
    play_to_the_end(tmp_path, hosting, joining)


def test_a_router_that_changes_ports(world: World, tmp_path: Path) -> None:
    net = internet(world)
    one, two = home(world, net, 1), home(world, net, 2, nat=SYMMETRIC)
    hosting, joining = meet_by_reply(one, two, tmp_path, BOTS)
    hosting.event("calling")
    begun = time.monotonic()
    joining.type("")
    for player in (hosting, joining):
        doubt = player.event("doubt")
        assert doubt["doubt"] == "symmetric_router"
        assert "symmetric NAT" in doubt["sentence"]
        assert "--public" in doubt["sentence"]
    assert time.monotonic() - begun < DIAGNOSIS
    joining.type("quit")
    assert joining.end() == 1
    hosting.type("quit")
    assert hosting.end() == 1


def test_a_guest_that_tells_no_public_address(world: World, tmp_path: Path) -> None:
    net = internet(world)
    one, two = home(world, net, 1), home(world, net, 2)
    hosting, invite = host(one.player, tmp_path, "--public", one.public, *BOTS)
    joining = guest(two.player, tmp_path, invite, "--no-map", *BOTS)
    assert joining.event("unreachable")["step"] in ("timeout", "unreachable")
    joining.event("no_public_address")
    hosting.type(joining.event("reply")["reply"])
    assert hosting.event("doubt")["doubt"] == "their_address"
