"""A host behind a home router that opens a port when asked: a real miniupnpd, and a guest in another home.

    pytest -m netns tests/netns/test_mapping.py
"""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.netns.routers import DAEMON, Opening, opening
from tests.netns.worlds import PLAIN, Home, Space, World, home, internet
from tests.support.processes import Bura, bura

pytestmark = [
    pytest.mark.netns,
    pytest.mark.skipif(DAEMON is None, reason="there is no miniupnpd here (package miniupnpd-nftables)"),
]
needs_library = pytest.mark.skipif(
    importlib.util.find_spec("miniupnpc") is None, reason="the optional library miniupnpc is not installed"
)

OUTSIDE, ELSEWHERE = "5.5.5", "6.6.6"
"""Networks that look like the internet's: a router of a documentation range opens nothing, for it is of no use."""
BOT = ("--bot", "greedy", "--json")


def two_homes(world: World) -> tuple[Space, Home, Home]:
    net = internet(world)
    return net, home(world, net, 1, network=OUTSIDE), home(world, net, 2, network=ELSEWHERE)


def hosting(place: Home, folder: Path, match: str = "1") -> tuple[Bura, dict[str, Any], dict[str, Any]]:
    """A host at home; what its router did, and its invite."""
    host = place.player.bura("host", "--match", match, *BOT, home=folder / "host")
    return host, host.event("mapping"), host.event("invite")


def joined(place: Home, folder: Path, invite: dict[str, Any]) -> tuple[Bura, dict[str, Any]]:
    """A guest in another home, and the way by which it came in."""
    guest = place.player.bura("join", "-", *BOT, home=folder / "guest")
    guest.type(invite["invite"])
    return guest, guest.event("path")


def played(host: Bura, guest: Bura) -> None:
    """The game goes to its end, and its file verifies."""
    assert (guest.end(), host.end()) == (0, 0), (host.lines[-3:], host.errors, guest.lines[-3:], guest.errors)
    kept = next(told for told in map(json.loads, reversed(host.lines)) if told["event"] == "game_file")
    with bura("verify", kept["file"], home=Path(kept["file"]).parent) as verify:
        assert verify.end() == 0


@pytest.mark.parametrize(
    ("pcp", "way"),
    [(True, "PCP"), pytest.param(False, "UPnP", marks=needs_library)],
)
def test_a_port_is_opened_used_and_closed(world: World, tmp_path: Path, pcp: bool, way: str) -> None:
    _, here, there = two_homes(world)
    router = opening(here, tmp_path, pcp=pcp)
    host, told, invite = hosting(here, tmp_path)
    (mapping,) = told["mappings"]
    assert mapping["way"] == way
    assert mapping["address"] == f"{OUTSIDE}.2:{router.ports()[0]}"
    guest, path = joined(there, tmp_path, invite)
    assert path == {"event": "path", "address": mapping["address"], "label": "mapped"}
    played(host, guest)
    assert router.ports() == []


def test_a_pinhole_for_ipv6(world: World, tmp_path: Path) -> None:
    net = internet(world)
    here, there = (home(world, net, number, v4=False, v6=True) for number in (1, 2))
    for number, place in ((1, here), (2, there)):
        place.router.address("lan0", f"2a0b:{number}::1/64")
        place.player.address("eth0", f"2a0b:{number}::10/64")
        net.route(f"2001:db8:ffff:{number}::2", f"2a0b:{number}::/64")
    here.router.address("lan0", "192.168.1.1/24")  # miniupnpd asks for an IPv4 address, whatever it serves
    router = opening(here, tmp_path)
    host, told, invite = hosting(here, tmp_path)
    (mapping,) = told["mappings"]
    assert (mapping["way"], mapping["pinhole"]) == ("PCP", True)
    assert mapping["address"] == f"[2a0b:1::10]:{router.ports()[0]}"
    guest, path = joined(there, tmp_path, invite)
    assert (path["address"], path["label"]) == (mapping["address"], "internet-ipv6")
    played(host, guest)
    assert router.ports() == []


def test_without_a_mapping_nobody_comes_in_and_the_reason_is_told(world: World, tmp_path: Path) -> None:
    """It was the opened port that let the guest in: without it the guest hears that the invite does not lead out."""
    _, here, there = two_homes(world)
    host, told, invite = hosting(here, tmp_path)
    assert told["mappings"] == []
    assert {failure["why"] for failure in told["failures"]} <= {"silent", "no-library"}
    guest = there.player.bura("join", "-", *BOT, home=tmp_path / "guest")
    begun = time.monotonic()
    guest.type(invite["invite"])
    failed = guest.event("not_connected")
    assert time.monotonic() - begun < 30
    guest.event("reply")
    guest.type("quit")
    assert guest.end() == 1
    assert "own network only" in failed["sentence"]
    host.close()


def test_what_a_killed_host_leaves_behind_is_taken_up_and_closed(world: World, tmp_path: Path) -> None:
    _, here, _ = two_homes(world)
    router = opening(here, tmp_path)
    host, first, _ = hosting(here, tmp_path)
    host.process.kill()
    host.process.wait()
    assert len(router.ports()) == 1
    host, again, _ = hosting(here, tmp_path)
    assert again["mappings"] == first["mappings"]
    assert len(router.ports()) == 1
    host.process.send_signal(signal.SIGINT)
    assert host.end() == 130
    assert router.ports() == []


def test_a_killed_host_comes_back_by_the_same_opening(world: World, tmp_path: Path) -> None:
    _, here, there = two_homes(world)
    router = opening(here, tmp_path)
    host, first, invite = hosting(here, tmp_path, "11")  # no first deal ends it, however lucky
    guest = there.player.bura("join", "-", "--json", home=tmp_path / "guest")
    guest.type(invite["invite"])
    guest.event("dealt")
    host.process.kill()
    host.process.wait()
    host = here.player.bura("resume", *BOT, home=tmp_path / "host")
    assert host.event("mapping")["mappings"] == first["mappings"]
    back = host.event("invite")
    assert [way["address"] for way in back["leads_to"]] == [way["address"] for way in invite["leads_to"]]
    guest.event("peer_back")
    guest.type("quit")
    assert (guest.end(), host.end()) == (10, 10), (host.lines[-3:], host.errors, guest.lines[-3:], guest.errors)
    assert router.ports() == []


@pytest.mark.parametrize("answers", [True, False])
def test_leaving_while_the_router_is_asked(world: World, tmp_path: Path, answers: bool) -> None:
    _, here, _ = two_homes(world)
    router = opening(here, tmp_path) if answers else Opening(here)
    host = here.player.bura("host", "--json", home=tmp_path / "host")
    host.event("asking_router")
    begun = time.monotonic()
    host.process.send_signal(signal.SIGINT)
    assert host.end() == 130
    assert time.monotonic() - begun < 5
    assert host.errors == "bura: Interrupted.\n"
    assert router.ports() == []


def test_no_map_leaves_the_router_alone(world: World, tmp_path: Path) -> None:
    _, here, _ = two_homes(world)
    router = opening(here, tmp_path)
    host = here.player.bura("host", "--no-map", "--json", home=tmp_path / "host")
    invite = host.event("invite")
    assert router.ports() == []
    assert [way["label"] for way in invite["leads_to"]] == ["lan"]


@pytest.mark.parametrize("percent", [20])
def test_a_lossy_network(world: World, tmp_path: Path, percent: int) -> None:
    _, here, _ = two_homes(world)
    opening(here, tmp_path)
    here.player.lose(percent)
    _, told, _ = hosting(here, tmp_path)
    assert len(told["mappings"]) == 1


def doctored(space: Space, folder: Path) -> dict[str, dict[str, Any]]:
    """What `bura doctor` finds."""
    doctor = space.bura("doctor", "--json", home=folder / "doctor")
    code = doctor.end()
    told = {finding["event"]: finding for finding in map(json.loads, doctor.lines)}
    assert code == 0, told
    return told


def count_packets(net: Space) -> None:
    net.nft(
        "table ip counted { chain c_pre { type filter hook prerouting priority 0; counter comment \"all\"; }; }\n"
    )


def packets(net: Space) -> int:
    """IPv4 packets that have come into the middle of the internet since it counts."""
    return int(re.findall(r"packets (\d+)", net.run("nft", "list", "table", "ip", "counted"))[0])


def test_doctor_and_host_ask_nobody_but_the_router(world: World, tmp_path: Path) -> None:
    net, here, _ = two_homes(world)
    router: Opening = opening(here, tmp_path)
    count_packets(net)
    told = doctored(here.player, tmp_path)
    assert router.ports() == []  # it looks, and opens nothing
    assert told["pcp"]["answers"]
    assert told["nat-pmp"]["outside"] == f"{OUTSIDE}.2"
    assert told["upnp"]["answers"] == (importlib.util.find_spec("miniupnpc") is not None)
    assert told["outside"]["carrier_nat"] is False
    assert told["summary"]["reach"] == "internet"
    assert told["addresses"]["addresses"][0]["interface"] == "eth0"
    hosting(here, tmp_path)
    assert packets(net) == 0
    here.player.python("import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('6.6.6.6', 9))")
    assert packets(net) == 1


def test_carrier_nat_is_told(world: World, tmp_path: Path) -> None:
    net = internet(world)
    here = home(world, net, 1, network=OUTSIDE, carrier=PLAIN)
    opening(here, tmp_path)
    told = doctored(here.player, tmp_path)
    assert told["outside"]["carrier_nat"] is True
    assert told["summary"]["reach"] == "lan"
    host, mapping, invite = hosting(here, tmp_path)
    assert mapping["mappings"] == []
    assert {failure["why"] for failure in mapping["failures"]} & {"no-address", "second-router", "carrier-nat"}
    assert [way["label"] for way in invite["leads_to"]] == ["lan"]
    host.close()


def test_a_silent_router(world: World, tmp_path: Path) -> None:
    _, here, _ = two_homes(world)
    begun = time.monotonic()
    told = doctored(here.player, tmp_path)
    assert time.monotonic() - begun < 15  # about five seconds
    assert not any(told[way]["answers"] for way in ("pcp", "nat-pmp", "upnp"))
    assert told["outside"]["carrier_nat"] is None
    assert told["summary"]["reach"] == "lan"


def test_a_computer_without_a_network(world: World, tmp_path: Path) -> None:
    alone = world.space("alone")
    doctor = alone.bura("doctor", "--json", home=tmp_path / "doctor")
    assert doctor.end() == 1
    told = {finding["event"]: finding for finding in map(json.loads, doctor.lines)}
    assert told["addresses"]["state"] == "fault"
    assert told["summary"]["reach"] == "nobody"
