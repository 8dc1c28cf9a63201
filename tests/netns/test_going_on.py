"""A game that is under way when the network fails: it goes on, and ends, and both files are the same.

Here: cables pulled for a minute, an address that changes, a player killed behind two routers. Never: a game that
begins (`test_meeting`).
"""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.netns.people import HANDS, Hand, check_files, guest, host
from tests.netns.test_meeting import meet_by_reply, reply_of
from tests.netns.worlds import Lan, World, home, internet, same_lan

pytestmark = pytest.mark.netns

MINUTE = 60.0
BACK = 60.0
"""Seconds after which two sides have found each other again, at most."""


def test_both_cables_out_for_a_minute(world: World, tmp_path: Path) -> None:
    lan, hand = same_lan(world), Hand()
    hosting, invite = host(lan.host, tmp_path, "--no-map", *HANDS)
    people = [hand.seat(hosting), hand.seat(guest(lan.guest, tmp_path, invite, *HANDS))]
    hand.play(4)
    lan.cut()
    time.sleep(MINUTE)
    for person in people:
        assert person.sees("peer_away", patience=1)["reason"] == "silent"
    lan.mend()
    for person in people:
        person.sees("peer_back", patience=BACK)
    hand.play_on()
    check_files(tmp_path)


def test_a_player_killed_behind_two_routers(world: World, tmp_path: Path) -> None:
    """Who is started again calls from the port of before; nobody carries a code."""
    net, hand = internet(world), Hand()
    one, two = home(world, net, 1), home(world, net, 2)
    hosting, joining = meet_by_reply(one, two, tmp_path, HANDS)
    people = [hand.seat(hosting), hand.seat(joining)]
    hand.play(4)
    joining.process.send_signal(signal.SIGKILL)
    people[0].sees("peer_away")
    hand.seat(two.player.bura("resume", "--no-map", *HANDS, home=tmp_path / "guest"))
    people[0].sees("peer_back", patience=BACK)
    hand.play(2)
    hosting.process.send_signal(signal.SIGKILL)
    again = hand.seat(one.player.bura("resume", "--public", one.public, *HANDS, home=tmp_path / "host"))
    again.sees("peer_back", patience=BACK)
    hand.play_on()
    check_files(tmp_path)


def test_both_cables_out_for_a_minute_behind_two_routers(world: World, tmp_path: Path) -> None:
    """They call each other again, with no new code."""
    net, hand = internet(world), Hand()
    one, two = home(world, net, 1), home(world, net, 2)
    hosting, joining = meet_by_reply(one, two, tmp_path, HANDS)
    people = [hand.seat(hosting), hand.seat(joining)]
    hand.play(4)
    one.cut()
    two.cut()
    time.sleep(MINUTE)
    for person in people:
        person.sees("peer_away", patience=1)
    one.mend()
    two.mend()
    begun = time.monotonic()
    for person in people:
        person.sees("peer_back", patience=2 * BACK)
    print(f"back after {time.monotonic() - begun:.0f} s")
    hand.play_on()
    check_files(tmp_path)


def host_moved(world: World, tmp_path: Path) -> tuple[Lan, Hand]:
    """Both have left a game in its middle, and the host's address is another one."""
    lan, hand = same_lan(world), Hand()
    hosting, invite = host(lan.host, tmp_path, "--no-map", *HANDS)
    joining = guest(lan.guest, tmp_path, invite, *HANDS)
    hand.seat(hosting)
    hand.seat(joining)
    hand.play(4)
    lan.host.move("eth0", "192.168.1.77/24")
    for player in (hosting, joining):
        player.type("quit")
        player.process.wait(60)
    return lan, hand


def test_another_address_in_the_middle_of_a_game(world: World, tmp_path: Path) -> None:
    """The host's address changes, and the guest knows the old one only: a fresh invite for the same game."""
    lan, hand = host_moved(world, tmp_path)
    again = lan.host.bura("resume", "--no-map", *HANDS, home=tmp_path / "host")
    fresh = again.event("invite")["invite"]
    hand.seat(again)
    hand.seat(guest(lan.guest, tmp_path, fresh, *HANDS))
    hand.play_on()
    check_files(tmp_path)


def test_another_address_and_nothing_pasted(world: World, tmp_path: Path) -> None:
    """On one network the guest finds the host where that announces the game."""
    lan, hand = host_moved(world, tmp_path)
    hand.seat(lan.guest.bura("resume", *HANDS, home=tmp_path / "guest"))
    hand.seat(lan.host.bura("resume", "--no-map", *HANDS, home=tmp_path / "host"))
    hand.play_on()
    check_files(tmp_path)


def test_another_public_address_in_the_middle_of_a_game(world: World, tmp_path: Path) -> None:
    """Behind two routers it takes a fresh invite and a fresh reply code, which the host takes at the table."""
    net, hand = internet(world), Hand()
    one, two = home(world, net, 1), home(world, net, 2)
    hosting, joining = meet_by_reply(one, two, tmp_path, HANDS)
    for player in (hosting, joining):
        hand.seat(player)
    hand.play(4)
    moved = one.public.replace(".2", ".77")
    one.router.move("wan0", f"{moved}/24", one.public.replace(".2", ".1"))
    joining.type("quit")
    joining.process.wait(60)
    hosting.process.send_signal(signal.SIGKILL)
    again = one.player.bura("resume", "--public", moved, *HANDS, home=tmp_path / "host")
    fresh = again.event("invite")["invite"]
    back = guest(two.player, tmp_path, fresh, "--public", two.public, *HANDS)
    again.type(reply_of(back))
    for player in (again, back):
        hand.seat(player)
    hand.play_on()
    check_files(tmp_path)
