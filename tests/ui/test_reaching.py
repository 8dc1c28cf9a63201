"""How a friend gets in: the port that is remembered, the addresses of an invite, the message, each way to fail."""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.net.addresses import forwarded, invited, label, listening_port
from bura_p2p.net.dial import Attempt, DialFailed, Step
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of
from bura_p2p.ui.arguments import UsageError, public_at
from bura_p2p.ui.attempts import STEPS, attempts_text
from bura_p2p.ui.invites import direct_origin, install_lines, invite_message
from bura_p2p.ui.options import Reach
from bura_p2p.ui.reaching import LABELS, Where, kept_port
from tests.net.helpers import BIND, HOST
from tests.support.processes import Bura, bura, hold

# --- the order of the addresses ----------------------------------------------------------------------------------

OWN = tuple(candidate_of(host, 4242) for host in ("100.64.0.9", "fd00::5", "2a00::5", "192.168.1.5", "5.6.7.8"))
MAPPED = Candidate(Kind.MAPPED, bytes((9, 8, 7, 6)), 5000)


def test_the_likeliest_address_comes_first() -> None:
    words = [label(one) for one in invited(OWN, (MAPPED, forwarded("nino.example.org", 1)))]
    assert words == ["lan", "internet-ipv6", "internet", "mapped", "mapped", "lan-ipv6", "overlay"]


def test_what_leads_in_from_outside_is_never_crowded_out() -> None:
    many = tuple(candidate_of(f"192.168.{number}.5", 4242) for number in range(20))
    found = invited((*many, *OWN), (MAPPED, MAPPED))
    assert len(found) == 8
    assert found.count(MAPPED) == 1
    assert len(invited(many, [MAPPED._replace(port=port) for port in range(1, 20)])) == 8
    assert invited(many, [MAPPED._replace(port=port) for port in range(1, 20)])[0].kind == Kind.LAN


def test_the_listening_port_is_not_the_routers() -> None:
    assert listening_port((MAPPED, *OWN)) == 4242
    assert listening_port((MAPPED,)) == 0


ONION = "2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion"


def test_every_label_has_words() -> None:
    assert set(LABELS) == {
        *(label(one) for one in invited(OWN, (MAPPED,))),
        *(label(candidate_of(host, 1)) for host in ("127.0.0.1", ONION, "example.org")),
    }


# --- a port that was forwarded by hand ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("5.6.7.8", "5.6.7.8", 0),
        ("5.6.7.8:99", "5.6.7.8", 99),
        ("2a00::1", "2a00::1", 0),
        ("[2a00::1]", "2a00::1", 0),
        ("[2a00::1]:99", "2a00::1", 99),
        ("nino.example.org:99", "nino.example.org", 99),
        ("nino.example.org", "nino.example.org", 0),
        ("192.168.178.1:1", "192.168.178.1", 1),
    ],
)
def test_public_addresses(text: str, host: str, port: int) -> None:
    assert public_at(text) == (host, port)
    assert forwarded(host, port or 1).kind == Kind.MAPPED


@pytest.mark.parametrize(
    "text",
    [
        *("127.0.0.1", "127.9.9.9:5", "[::1]:5", "localhost", "LocalHost:5", "0.0.0.0", "[::]:5"),  # noqa: S104
        *("224.0.0.1", "fe80::1", "169.254.1.1", "5.6.7.8:", "5.6.7.8:0", "5.6.7.8:65536", "5.6.7.8:" + "9" * 5000),
        *(":99", "", "a b", "[2a00::1", "2a00::1]", "5.6.7.8:x", "5.6.7.8:-1", "5.6.7.8:٣"),
    ],
)
def test_addresses_that_nobody_could_dial(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        public_at(text)
    assert len(str(caught.value)) < 200


def test_an_onion_service_is_no_router() -> None:
    with pytest.raises(UsageError, match="named by --onion"):
        public_at(ONION)


@pytest.mark.parametrize(
    ("reach", "where"),
    [
        (Reach(), Where(maps=True)),
        (Reach(maps=False), Where()),
        (Reach(port=0), Where(port=0, maps=True)),
        (Reach(port=5), Where(port=5, maps=True)),
        (Reach(listen=":5"), Where(port=5, maps=True)),
        (Reach(listen="192.168.1.5"), Where(address="192.168.1.5", port=0)),
        (Reach(listen="127.0.0.1:5"), Where(address="127.0.0.1", port=5)),
        (Reach(public="5.6.7.8"), Where(public=("5.6.7.8", 0))),
        (Reach(public="5.6.7.8:1", maps=True), Where(public=("5.6.7.8", 1), maps=True)),
    ],
)
def test_what_the_options_mean(reach: Reach, where: Where) -> None:
    assert reach.where() == where


def test_one_address_is_not_mapped() -> None:
    with pytest.raises(UsageError, match="--listen"):
        Reach(listen="192.168.1.5:1", maps=True).where()


@pytest.mark.parametrize(
    ("text", "port"),
    [(None, None), ("", None), ("4242", 4242), ("0", None), ("65536", None), ("9" * 99, None), ("x", None)],
)
def test_a_port_that_was_kept(text: str | None, port: int | None) -> None:
    assert kept_port(text) == port


# --- hosts in their own processes --------------------------------------------------------------------------------


@contextmanager
def hosting(home: Path, *options: str):
    """A host everywhere on this computer, whose router is left alone; its invite with what is told around it."""
    with bura("host", "--no-map", "--json", *options, home=home) as host:
        try:
            yield host, host.event("invite")
        except EOFError:
            if "no network address" in host.errors:
                pytest.skip("this computer has no network")
            raise


def port_of(invite: dict) -> int:
    return listening_port(Invite.parse(invite["invite"], now=time.time()).candidates)


def test_the_port_is_remembered(tmp_path: Path) -> None:
    with hosting(tmp_path) as (_, invite):
        first = port_of(invite)
    hold(first, "0.0.0.0")  # noqa: S104
    with hosting(tmp_path) as (_, invite):
        assert port_of(invite) == first
    with socket.create_server(("0.0.0.0", first)), hosting(tmp_path) as (host, invite):  # noqa: S104
        other = port_of(invite)
        assert other != first
        assert any(json.loads(line).get("taken") == first for line in host.lines)
    for port in (first, other):
        hold(port, "0.0.0.0")  # noqa: S104
    with hosting(tmp_path) as (_, invite):
        assert port_of(invite) == other
    with hosting(tmp_path, "--port", str(first)) as (_, invite):
        assert port_of(invite) == first
    with hosting(tmp_path) as (_, invite):
        assert port_of(invite) == first


def test_a_port_that_was_asked_for_and_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:  # noqa: S104
        port = other.getsockname()[1]
        with bura("host", "--no-map", "--port", str(port), home=tmp_path) as host:
            assert host.end() == 1
            assert f"Port {port} is in use" in host.errors


def test_a_forwarded_port_is_in_the_invite(tmp_path: Path) -> None:
    with hosting(tmp_path, "--public", "5.6.7.8") as (_, invite):
        port = port_of(invite)
        assert {"address": f"5.6.7.8:{port}", "label": "mapped"} in invite["leads_to"]
        assert invite["leads_to"][0]["label"] != "mapped"
    hold(port, "0.0.0.0")  # noqa: S104
    with hosting(tmp_path, "--public", "nino.example.org:99") as (_, invite):
        assert {"address": "nino.example.org:99", "label": "mapped"} in invite["leads_to"]
        assert port_of(invite) == port


def test_a_host_on_loopback_asks_nobody_and_remembers_nothing(tmp_path: Path) -> None:
    with bura("host", "--json", "--listen=127.0.0.1:0", home=tmp_path) as host:
        invite = host.event("invite")
        assert [json.loads(line)["event"] for line in host.lines] == ["invite"]
    assert [way["label"] for way in invite["leads_to"]] == ["loopback"]
    with (
        socket.create_server(("127.0.0.1", port_of(invite))),  # else it may get the same one by chance
        bura("host", "--json", "--listen=127.0.0.1:0", home=tmp_path) as host,
    ):
        assert port_of(host.event("invite")) != port_of(invite)
        assert [json.loads(line)["event"] for line in host.lines] == ["invite"]  # it has not even tried


# --- the message -------------------------------------------------------------------------------------------------


def test_the_message_for_a_friend(tmp_path: Path) -> None:
    with bura("host", "--listen", "127.0.0.1:0", home=tmp_path) as host:
        host.until(lambda line: line.startswith("Waiting for your friend"))
    text = next(line for line in host.lines if line.startswith("BURA:"))
    message = invite_message(text)
    shown = "\n".join(host.lines)
    assert "\n".join(message) in shown
    assert "127.0.0.1" in shown
    assert LABELS["loopback"] in shown
    for word in ("Bura", "Python 3.11", "Linux, macOS", "Windows", "pip install", "bura join"):
        assert any(word in line for line in message)
    assert max(len(line) for line in message if line != text) <= 90


COMMIT = "0123456789abcdef" * 2 + "01234567"


@pytest.mark.parametrize(
    ("noted", "origin"),
    [
        ({"url": "file:///somewhere/bura", "dir_info": {}}, None),
        ({"url": "https://example.org/bura_p2p-0.1.0-py3-none-any.whl", "archive_info": {}},
         "https://example.org/bura_p2p-0.1.0-py3-none-any.whl"),
        ({"url": "https://example.org/bura.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
         f"git+https://example.org/bura.git@{COMMIT}"),
        ({"url": "https://nino:secret@example.org/bura.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, None),
        ({"url": "https://example.org/a' ; rm -rf ~ '", "archive_info": {}}, None),
        ({"url": "https://example.org/b", "vcs_info": {"vcs": "git", "commit_id": "main; ls"}}, None),
        ({"url": "https://example.org/b", "vcs_info": {"vcs": "hg", "commit_id": COMMIT}}, None),
        ({"url": "http://example.org/b", "archive_info": {}}, None),
        ({"url": 5}, None),
        ([], None),
    ],
)  # fmt: skip
def test_where_the_friend_gets_the_program(noted: object, origin: str | None) -> None:
    """What this copy was installed from, where that is public; a folder of this computer is not."""
    assert direct_origin(json.dumps(noted)) == origin
    lines = install_lines(origin)
    assert ("the folder that I send you" in lines[0]) == (origin is None)
    assert sum("pip install" in line for line in lines) == 2


def test_no_note_of_an_origin() -> None:
    assert direct_origin("{") is None


# --- ways to fail ------------------------------------------------------------------------------------------------

NEAR = tuple(candidate_of(host, 9) for host in ("192.168.1.5", "fd00::5"))
FAR = (*NEAR, candidate_of("5.6.7.8", 9))


@pytest.mark.parametrize("step", list(Step))
def test_each_way_to_fail_has_its_sentence(step: Step) -> None:
    faults = {str(DialFailed((Attempt(FAR[-1], other),))) for other in Step}
    assert len(faults) == len(Step)
    attempts = tuple(Attempt(candidate, step) for candidate in FAR)
    text = attempts_text(attempts)
    assert all(str(candidate) in text for candidate in FAR)
    assert text.count(STEPS[step]) == len(FAR)


def test_an_invite_into_another_network_is_told_from_a_silent_host() -> None:
    for step in (Step.UNREACHABLE, Step.TIMEOUT, Step.REFUSED):
        near = str(DialFailed(tuple(Attempt(candidate, step) for candidate in NEAR)))
        far = str(DialFailed(tuple(Attempt(candidate, step) for candidate in FAR)))
        assert "own network only" in near
        assert "own network only" not in far


def invite_to_nobody() -> tuple[Invite, socket.socket]:
    """An invite whose port is held, and not listened on."""
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    candidate = candidate_of("127.0.0.1", held.getsockname()[1])
    return Invite(os.urandom(16), BIND, HOST.public, int(time.time()) + 60, (candidate,)), held


def failed(guest: Bura, invite: Invite) -> None:
    guest.type(invite.text())
    assert guest.end() == 1
    assert "no game is waiting there" in guest.errors


def test_every_attempt_is_told_when_asked_for(tmp_path: Path) -> None:
    invite, held = invite_to_nobody()
    address = str(invite.candidates[0])
    with held:
        with bura("join", "-", home=tmp_path) as guest:
            failed(guest, invite)
            assert guest.lines == []
        with bura("join", "-", "-v", home=tmp_path) as guest:
            failed(guest, invite)
            assert guest.lines == ["Tried:", f"  {address} (this computer only): {STEPS[Step.REFUSED]}"]
        with bura("join", "-", "--json", home=tmp_path) as guest:
            failed(guest, invite)
            (told,) = map(json.loads, guest.lines)
    assert (told["event"], told["step"]) == ("not_connected", "refused")
    assert told["attempts"] == [{"address": address, "label": "loopback", "step": "refused"}]
    assert told["sentence"] in guest.errors


def test_the_address_that_led_there_is_told(tmp_path: Path) -> None:
    with bura("host", "--listen", "127.0.0.1:0", "--json", home=tmp_path / "a") as host:
        invite = host.event("invite")
        with bura("join", "-", "-v", home=tmp_path / "b") as guest:
            guest.type(invite["invite"])
            guest.until(lambda line: line.startswith(f"Connected by {invite['leads_to'][0]['address']} ("))


def test_no_public_address_is_read_as_another_option() -> None:
    with pytest.raises(LocalError):
        forwarded("--map", 5)
