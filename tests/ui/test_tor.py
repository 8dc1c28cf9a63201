"""Two programs that meet through Tor: a small proxy stands for it, and leads a service's name to the host's port."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bura_p2p.net.invite import Invite, Kind, candidate_of
from bura_p2p.net.socks import Proxy
from bura_p2p.ui.arguments import UsageError, onion_at, socks_at
from bura_p2p.ui.invites import invite_message
from bura_p2p.ui.options import CallBack, Reach
from bura_p2p.ui.reaching import Where
from bura_p2p.verify import Verdict, verify_file
from tests.net.helpers import BIND, HOST
from tests.support.processes import Bura, bura, hold
from tests.support.socks import Socks, socks

NAME = "2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion"

# --- options -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meant"), [(NAME, (NAME, 0)), (NAME.upper(), (NAME, 0)), (f"{NAME}:80", (NAME, 80))]
)
def test_names_of_services(text: str, meant: tuple[str, int]) -> None:
    assert onion_at(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("", "abc.onion", f"a{NAME[1:]}", NAME[:-1], f"www.{NAME}", f"http://{NAME}", f"{NAME}/", "example.org"),
        *(f"{NAME}:", f"{NAME}:0", f"{NAME}:65536", f"{NAME}:x", f"{NAME}:-1", f"{NAME}:٣", f"{NAME}:{'9' * 5000}"),
    ],
)
def test_what_names_no_service(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        onion_at(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:9050", "127.0.0.1", 9050),
        ("localhost:9150", "127.0.0.1", 9150),
        ("[::1]:9050", "::1", 9050),
        ("10.152.152.10:1", "10.152.152.10", 1),
    ],
)
def test_proxies(text: str, host: str, port: int) -> None:
    assert socks_at(text) == Proxy(host, port)
    assert str(Proxy(host, port)) in (text, f"127.0.0.1:{port}")


@pytest.mark.parametrize(
    "text",
    [
        *("", "9050", ":9050", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x"),
        *("tor.example.org:9050", "::1:9050", "[127.0.0.1]:9050", "socks5://127.0.0.1:9050", "[::1]", "127.0.0.1:٣"),
    ],
)
def test_what_is_no_proxys_address(text: str) -> None:
    """A name is none: it would have to be looked up."""
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:9050"):
        socks_at(text)


@pytest.mark.parametrize(
    ("reach", "where"),
    [
        (Reach(onion=NAME), Where(onion=(NAME, 0))),
        (Reach(onion=NAME, maps=True), Where(onion=(NAME, 0), maps=True)),
        (Reach(onion=f"{NAME}:80", port=5), Where(onion=(NAME, 80), port=5)),
        (Reach(onion=NAME, public="5.6.7.8"), Where(onion=(NAME, 0), public=("5.6.7.8", 0))),
        (Reach(onion=NAME, listen="127.0.0.1:5"), Where(onion=(NAME, 0), address="127.0.0.1", port=5)),
    ],
)
def test_what_the_options_mean(reach: Reach, where: Where) -> None:
    assert reach.where() == where
    assert where.hidden == (where.address is not None)


def test_a_hidden_host_is_on_this_computer_only() -> None:
    assert Where(onion=(NAME, 0), address="::1").hidden
    assert not Where(onion=(NAME, 0), address="192.168.1.5").hidden
    assert not Where(address="127.0.0.1").hidden


@pytest.mark.parametrize("options", [{"port": 5}, {"maps": True}, {"maps": False}, {"public": "5.6.7.8"}])
def test_nobody_calls_back_past_the_proxy(options: dict[str, object]) -> None:
    assert CallBack(socks="127.0.0.1:9050").where() is None
    with pytest.raises(UsageError, match="With --socks"):
        CallBack(socks="127.0.0.1:9050", **options).where()


def test_the_message_says_what_the_friend_needs() -> None:
    def message(*candidates: object) -> str:
        return " ".join(invite_message(Invite(b"s" * 16, BIND, HOST.public, 2**31, candidates).text()))

    onion, lan = candidate_of(NAME, 80), candidate_of("192.168.1.5", 80)
    assert "join --socks 127.0.0.1:9050" in message(onion)
    assert "--socks" not in message(onion, lan)
    assert "--socks" not in message(lan)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("host", "--onion", NAME, "--listen", "127.0.0.1:0", "--lan"), "--lan shows an address"),
        (("host", "--onion", NAME, "--listen", "127.0.0.1:0", "--map"), "leave --listen out, or --map"),
        (("host", "--public", NAME), "named by --onion"),
        (("join", "--socks", "127.0.0.1:9050", "--lan"), "leave out --lan"),
        (("join", "--socks", "127.0.0.1:9050", "--port", "5"), "leave out --port"),
        (("resume", "--socks", "nobody"), "--socks takes HOST:PORT"),
    ],
)
def test_options_that_contradict_each_other(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    with bura(*arguments, home=tmp_path) as command:
        assert command.end() == 2
        assert says in command.errors


# --- games -------------------------------------------------------------------------------------------------------


@contextmanager
def hidden_host(home: Path, port: int, *options: str) -> Iterator[tuple[Bura, str]]:
    with bura(
        *("host", "--onion", f"{NAME}:80", "--listen", f"127.0.0.1:{port}", "--json", "--name", "Ann", *options),
        home=home,
    ) as host:
        told = host.event("invite")
        assert told["leads_to"] == [{"address": f"{NAME}:80", "label": "onion"}]
        yield host, told["invite"]


@contextmanager
def noted(home: Path, notes: Path, *arguments: str) -> Iterator[Bura]:
    """A command whose every address is noted."""
    running = Bura(*arguments, home=home, program=("tests.support.noted", str(notes)))
    try:
        yield running
    finally:
        running.close()


def spoke_to_nobody(notes: Path) -> bool:
    """A host that only waits within its computer."""
    lines = notes.read_text("utf-8").splitlines()
    assert "socket.bind" in {line.split()[0] for line in lines}
    assert "socket.connect" not in {line.split()[0] for line in lines}
    return {line.split()[1] for line in lines} == {"127.0.0.1"}


def only_spoke_to(notes: Path, proxy: Socks) -> bool:
    lines = notes.read_text("utf-8").splitlines()
    kinds = {line.split()[0] for line in lines}
    assert "socket.connect" in kinds
    assert kinds <= {"socket.connect", "socket.getaddrinfo"}
    return {" ".join(line.split()[1:]) for line in lines} == {f"127.0.0.1 {proxy.port}"}


BOT = ("--bot", "greedy", "--json")


def fair(*homes: Path) -> bool:
    files = [next((home / "games").glob("*.bura")).read_bytes() for home in homes]
    assert len(set(files)) == 1
    return verify_file(files[0]).verdict is Verdict.FAIR


def test_a_whole_game_and_a_cut(tmp_path: Path) -> None:
    """Every connection of the guest is one to the proxy, also after a cut; the proxy alone hears the host's name."""
    ann, ben, notes = tmp_path / "ann", tmp_path / "ben", tmp_path / "notes"
    port = hold()
    with socks({NAME: port}) as proxy, hidden_host(ann, port, "--bot", "greedy", "--hands", "3") as (host, invite):
        with noted(ben, notes, "join", invite, "--socks", str(proxy), "--name", "Ben", *BOT) as guest:
            guest.event("trick_taken")
            proxy.cut()
            assert (host.end(), guest.end()) == (0, 0)
        assert len(proxy.asked) >= 2
        assert set(proxy.asked) == {(3, NAME, 80)}
        assert only_spoke_to(notes, proxy)
    assert fair(ann, ben)


def test_a_game_taken_up_again_goes_the_same_way(tmp_path: Path) -> None:
    """Neither side says again how: the host waits within its computer as before, the guest asks the same proxy."""
    ann, ben, notes = tmp_path / "ann", tmp_path / "ben", tmp_path / "notes"
    port = hold()
    with socks({NAME: port}) as proxy:
        with hidden_host(ann, port, "--match", "1") as (host, invite):
            with bura("join", invite, "--socks", str(proxy), "--json", home=ben) as guest:
                guest.event("table_opened")
                host.event("table_opened")
                guest.close()
            host.close()
        with noted(ann, tmp_path / "host", "resume", *BOT) as host:
            assert host.event("invite")["leads_to"] == [{"address": f"{NAME}:80", "label": "onion"}]
            with noted(ben, notes, "resume", *BOT) as guest:
                assert guest.event("proxy")["proxy"] == str(proxy)
                assert (host.end(), guest.end()) == (0, 0)
        assert set(proxy.asked) == {(3, NAME, 80)}
        assert only_spoke_to(notes, proxy)
        assert spoke_to_nobody(tmp_path / "host")
    assert fair(ann, ben)


def test_a_guest_without_a_proxy_is_told_what_to_do(tmp_path: Path) -> None:
    with hidden_host(tmp_path / "ann", hold()) as (_, invite):
        with noted(tmp_path / "ben", tmp_path / "notes", "join", invite) as guest:
            assert guest.end() == 1
        assert "This invite leads through Tor only: start Tor on this computer" in guest.errors
        assert guest.errors.count("\n") == 1
        assert guest.lines == []
        assert (tmp_path / "notes").read_text("utf-8") == ""


def test_ways_to_fail_at_the_proxy(tmp_path: Path) -> None:
    invite = Invite(b"s" * 16, BIND, HOST.public, int(time.time()) + 60, (candidate_of(NAME, 80),)).text()
    nobody = hold()
    with bura("join", invite, "--socks", f"127.0.0.1:{nobody}", home=tmp_path) as guest:
        assert guest.end() == 1
        assert guest.errors.startswith(f"bura: There is no proxy at 127.0.0.1:{nobody}; is Tor running there?")
    with socks({}, code=0xF0) as proxy, bura("join", invite, "--socks", str(proxy), "-v", home=tmp_path) as guest:
        assert guest.end() == 1
        told = " ".join(line.strip() for line in guest.lines[:-2])
        assert told == f"Going to the host through the proxy at {proxy}; through Tor that can take a minute."
        assert guest.lines[-2:] == [
            "Tried:",
            f"  {NAME}:80 (Tor): the proxy says: no such onion service can be found (code 240)",
        ]
        assert guest.errors.startswith("bura: The proxy has not reached the host: no such onion service can be found")
    with socks({}) as proxy, bura("join", invite, "--socks", str(proxy), "--json", home=tmp_path) as guest:
        assert guest.end() == 1
        way, told = map(json.loads, guest.lines)
    assert (way["event"], way["proxy"]) == ("proxy", str(proxy))
    assert told["attempts"] == [
        {"address": f"{NAME}:80", "label": "onion", "step": "unreachable", "proxy_reply": 4}
    ]


def test_a_host_of_several_ways_names_them_all(tmp_path: Path) -> None:
    with bura("host", "--onion", NAME, "--port", "0", "--json", "--no-lan", home=tmp_path) as host:
        told = host.event("invite")
    found = Invite.parse(told["invite"], now=time.time()).candidates
    kinds = [candidate.kind for candidate in found]
    assert kinds.count(Kind.ONION) == 1
    assert len({candidate.port for candidate in found}) == 1
    assert len(kinds) > 1
    assert Kind.MAPPED not in kinds
