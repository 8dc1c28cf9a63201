"""`bura doctor`: what it says of networks of every kind, and of the one that this test runs in."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

import pytest

from bura_p2p.net.checkup import Checkup, interface_names, multicast_possible
from bura_p2p.net.invite import candidate_of
from bura_p2p.net.portmap.gateways import Gateway
from bura_p2p.net.portmap.outcome import Way
from bura_p2p.net.portmap.probe import Reply
from bura_p2p.store import Store
from bura_p2p.ui.doctor import Finding, State, diagnose
from tests.support.processes import bura

NOW = 1_800_000_000.0
ROUTER = Gateway("192.168.1.1", "wlan0")


def reply(way: Way, answers: bool = True, outside: str | None = None, **values) -> Reply:
    address = None if outside is None else ip_address(outside)
    router = values.pop("router", "" if way is Way.UPNP else ROUTER.host)
    return Reply(way, router, answers, address, **values)


HOME = Checkup(
    own=(candidate_of("192.168.1.10", 4242), candidate_of("2a00::5", 4242)),
    interfaces={"192.168.1.10": "wlan0"},
    port=4242,
    port_fault=None,
    multicast=True,
    discovery=True,
    gateways=(ROUTER,),
    replies=(reply(Way.PCP), reply(Way.NAT_PMP, outside="5.6.7.8"), reply(Way.UPNP, outside="5.6.7.8")),
)
SILENT = (reply(Way.PCP, False), reply(Way.NAT_PMP, False), reply(Way.UPNP, False))


def findings(found: Checkup, *, now: float = NOW, last: float = 0) -> dict[str, Finding]:
    listed = list(diagnose(found, now=now, last=last))
    assert len({finding.about for finding in listed}) == len(listed)
    assert all(finding.sentence.endswith(".") for finding in listed)
    assert all(json.loads(json.dumps(finding.values)) == finding.values for finding in listed)
    return {finding.about: finding for finding in listed}


def states(found: Checkup, **values) -> dict[str, State]:
    return {about: finding.state for about, finding in findings(found, **values).items()}


def test_a_home_where_all_is_well() -> None:
    told = findings(HOME)
    assert {finding.state for finding in told.values()} == {State.FINE}
    assert told["summary"].values == {"reach": "internet"}
    assert told["outside"].values == {"outside": ["5.6.7.8"], "carrier_nat": False}
    assert "wlan0" in told["addresses"].sentence


@pytest.mark.parametrize(
    "replies",
    [
        (reply(Way.PCP), reply(Way.NAT_PMP, outside="100.64.3.4"), reply(Way.UPNP, outside="100.64.3.4")),
        (reply(Way.NAT_PMP, outside="10.0.0.2"),),
        (reply(Way.PCP), reply(Way.NAT_PMP, offline=True), reply(Way.UPNP, offline=True)),
    ],
)
def test_carrier_nat(replies: tuple[Reply, ...]) -> None:
    told = findings(replace(HOME, replies=replies))
    assert told["outside"].state is State.HINT
    assert told["outside"].values["carrier_nat"] is True
    assert "carrier NAT" in told["outside"].sentence
    assert told["summary"].values == {"reach": "maybe"}


def test_a_router_that_says_nothing() -> None:
    told = findings(replace(HOME, replies=SILENT, own=HOME.own[:1]))
    assert told["outside"].values == {"outside": [], "carrier_nat": None}
    assert "--public" in told["outside"].sentence
    assert told["summary"].values == {"reach": "lan"}
    assert not any(finding.state is State.FAULT for finding in told.values())


def test_a_library_that_is_missing() -> None:
    told = findings(replace(HOME, replies=(reply(Way.UPNP, False, missing=True),), discovery=False))
    assert '"bura_p2p[upnp]"' in told["upnp"].sentence
    assert "zeroconf" in told["mdns"].sentence


def test_ipv6_with_and_without_a_pinhole() -> None:
    assert findings(HOME)["ipv6"].values == {"ipv6": ["2a00::5"], "pinhole": False}
    opens = findings(replace(HOME, replies=(reply(Way.PCP, router="fe80::1"),)))["ipv6"]
    assert opens.values["pinhole"] is True
    assert findings(replace(HOME, own=HOME.own[:1]))["ipv6"].state is State.HINT


@pytest.mark.parametrize(
    ("found", "about"),
    [
        (replace(HOME, own=()), "addresses"),
        (replace(HOME, port_fault="Port 4242 is in use by another program; choose another with --port."), "port"),
    ],
)
def test_where_nobody_can_join(found: Checkup, about: str) -> None:
    told = states(found)
    assert {name for name, state in told.items() if state is State.FAULT} == {about, "summary"}


def test_a_computer_that_plays_on_its_own_network_only() -> None:
    told = findings(replace(HOME, gateways=(), replies=(), own=HOME.own[:1], multicast=False, port=0))
    assert told["router"].state is told["mdns"].state is State.HINT
    assert told["summary"].values == {"reach": "lan"}


def test_a_computer_with_an_internet_address() -> None:
    told = findings(replace(HOME, own=(candidate_of("5.6.7.8", 1),), replies=SILENT))
    assert told["outside"].state is State.FINE
    assert told["summary"].values == {"reach": "internet"}


@pytest.mark.parametrize(
    ("now", "last", "state"),
    [
        (NOW, 0, State.FINE),
        (NOW, NOW + 3600, State.FINE),
        (NOW, NOW + 100 * 24 * 3600, State.HINT),
        (0, 0, State.FAULT),
        (946_684_800, 0, State.FAULT),
        (9_999_999_999, 0, State.FAULT),
    ],
)
def test_the_clock(now: float, last: float, state: State) -> None:
    assert states(HOME, now=now, last=last)["clock"] is state


def test_what_the_system_tells() -> None:
    assert isinstance(multicast_possible(), bool)
    assert all(ip_address(address) and name for address, name in interface_names().items())


# --- here --------------------------------------------------------------------------------------------------------


def test_this_network_in_words_and_for_programs(tmp_path: Path) -> None:
    """The one run that asks everybody; nothing is known of the network here."""
    begun = time.monotonic()
    with bura("doctor", "--port", "70000", home=tmp_path) as doctor:
        assert doctor.end() == 2
    start = time.monotonic() - begun  # of a program that asks nobody, on a machine as busy
    begun = time.monotonic()
    with bura("doctor", "--json", home=tmp_path) as doctor:
        code = doctor.end()
    assert doctor.errors == ""
    told = {finding["event"]: finding for finding in map(json.loads, doctor.lines)}
    assert {"clock", "addresses", "port", "router", "upnp", "outside", "ipv6", "mdns", "summary"} <= set(told)
    assert code == int(any(finding["state"] == "fault" for finding in told.values()))
    assert time.monotonic() - begun < 20 + 6 * start  # about five seconds beside its start
    assert not (tmp_path / "bura.sqlite").exists()  # it looks, and leaves nothing behind


def test_the_port_of_last_time_is_looked_at(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:  # noqa: S104
        port = other.getsockname()[1]
        with Store.open(tmp_path) as store:
            store.put_setting("port", str(port))
        with bura("doctor", home=tmp_path) as doctor:
            assert doctor.end() == 1
    text = " ".join(line.strip() for line in doctor.lines)
    assert f"fault Port: Port {port} is in use by another program" in text
    assert max(map(len, doctor.lines)) <= 80


def test_a_port_that_our_own_host_holds() -> None:
    busy = replace(HOME, port_fault="Port 4242 is in use by another program; choose another with --port.")
    told = {finding.about: finding for finding in diagnose(busy, now=NOW, last=0, running=True)}
    assert told["port"].state is State.HINT
    assert told["summary"].values == {"reach": "internet"}


def test_a_port_that_is_none(tmp_path: Path) -> None:
    with bura("doctor", "--port", "70000", home=tmp_path) as doctor:
        assert doctor.end() == 2
