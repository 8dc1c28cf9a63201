"""Invites: every way in which a text may be one, or not."""

from __future__ import annotations

import base64
import hashlib
from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.errors import LocalError
from bura_p2p.net import limits
from bura_p2p.net.invite import PREFIX, Candidate, CutInvite, Invite, Kind, candidate_of
from bura_p2p.wire.codec import pack

NOW = 1_800_000_000
CANDIDATES = (
    candidate_of("192.168.1.5", 4000),
    candidate_of("2001:4860:4860::8888", 4000),
    candidate_of("example.org", 4001),
)
INVITE = Invite(bytes(range(16)), b"c" * 32, b"h" * 32, NOW + 60, CANDIDATES)


def text_of(payload: bytes) -> str:
    checked = payload + hashlib.sha256(payload).digest()[:4]
    return PREFIX + base64.b32encode(checked).decode().rstrip("=")


def test_round_trip() -> None:
    assert Invite.parse(INVITE.text(), now=NOW) == INVITE
    assert [str(c) for c in CANDIDATES] == ["192.168.1.5:4000", "[2001:4860:4860::8888]:4000", "example.org:4001"]


def test_text_fits_a_qr_code_of_letters() -> None:
    assert set(INVITE.text()) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567:")


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda text: f"  {text}\r\n",
        lambda text: "\n".join(text[i : i + 20] for i in range(0, len(text), 20)),
        " ".join,
        lambda text: "\ufeff" + "\u200b".join(text) + "\u00ad",
        lambda text: text.replace("BURA", "Bura"),
    ],
)
def test_what_happens_to_pasted_text_is_forgiven(change) -> None:
    assert Invite.parse(change(INVITE.text()), now=NOW) == INVITE


@pytest.mark.parametrize("letter", ["\u017f", "\u0131"])
def test_no_letter_outside_ascii_is_taken_for_one_of_the_code(letter: str) -> None:
    """Their upper case is S and I."""
    text = INVITE.text().replace(letter.upper(), letter, 1)
    assert text != INVITE.text()
    with pytest.raises(CutInvite):
        Invite.parse(text, now=NOW)


@pytest.mark.parametrize("size", range(len(PREFIX), len(INVITE.text())))
def test_cut_off_anywhere(size: int) -> None:
    with pytest.raises(LocalError, match="cut off or mistyped"):
        Invite.parse(INVITE.text()[:size], now=NOW)


@pytest.mark.parametrize("place", range(len(PREFIX), len(INVITE.text())))
def test_mistyped_anywhere(place: int) -> None:
    text = INVITE.text()
    wrong = "A" if text[place] != "A" else "B"
    for bad in (text[:place] + wrong + text[place + 1 :], text[:place] + "1" + text[place + 1 :]):
        with pytest.raises(LocalError, match="cut off or mistyped"):
            Invite.parse(bad, now=NOW)


@pytest.mark.parametrize("text", ["", "hello", "BURA", "https://example.org", "URA:AAAA", "BURA:" + "A" * 5000, "é"])
def test_not_an_invite(text: str) -> None:
    with pytest.raises(LocalError, match="not a bura invite"):
        Invite.parse(text, now=NOW)


def test_two_invites_pasted_together() -> None:
    with pytest.raises(LocalError, match="mistyped"):
        Invite.parse(INVITE.text() * 2, now=NOW)


def test_a_newer_version() -> None:
    with pytest.raises(LocalError, match="newer version"):
        Invite.parse(text_of(pack((2, "whatever", ("is", "in", "it")))), now=NOW)


@pytest.mark.parametrize("late", [0, 1, 10**6])
def test_expired(late: int) -> None:
    with pytest.raises(LocalError, match="expired"):
        Invite.parse(INVITE.text(), now=INVITE.expires + late)


LONGEST_NAME = ".".join(["a" * 63] * 3 + ["a" * 61])
GOOD = (1, b"s" * 16, b"c" * 32, b"h" * 32, NOW + 60, ((0, bytes(4), 1),))


@pytest.mark.parametrize(
    "fields",
    [
        (0, *GOOD[1:]),
        (True, *GOOD[1:]),
        ("1", *GOOD[1:]),
        (),
        GOOD[:5],
        (*GOOD, 0),
        (1, b"s" * 15, *GOOD[2:]),
        (1, b"s" * 16, b"c" * 31, *GOOD[3:]),
        (*GOOD[:3], None, *GOOD[4:]),
        (*GOOD[:4], 2**32, GOOD[5]),
        (*GOOD[:5], ((0, bytes(5), 1),)),
        (*GOOD[:5], ((0, bytes(4), 0),)),
        (*GOOD[:5], ((0, bytes(4), 65536),)),
        (*GOOD[:5], ((0, bytes(4)),)),
        (*GOOD[:5], ((0, "a b", 1),)),
        (*GOOD[:5], ((0, "a\x1b[2J", 1),)),
        (*GOOD[:5], ((0, "", 1),)),
        (*GOOD[:5], ((0, "a" * 64, 1),)),
        (*GOOD[:5], ((0, f"org.{'a' * 64}", 1),)),
        (*GOOD[:5], ((0, "a..b", 1),)),
        (*GOOD[:5], ((0, "a.", 1),)),
        (*GOOD[:5], ((0, "a-.b", 1),)),
        (*GOOD[:5], ((0, f"{LONGEST_NAME}.a", 1),)),
        (*GOOD[:5], ((0, bytes(4), 1),) * 9),
    ],
)
def test_wrong_fields(fields: tuple[object, ...]) -> None:
    with pytest.raises(LocalError, match="not a bura invite"):
        Invite.parse(text_of(pack(fields)), now=NOW)


def test_not_canonical_inside() -> None:
    for payload in (pack(GOOD) + b"\x00", b"\xdc\x00\x01\x01", b"\x93\x01", b"\xff"):
        with pytest.raises(LocalError, match="not a bura invite"):
            Invite.parse(text_of(payload), now=NOW)


def test_an_unknown_kind_is_kept() -> None:
    fields = (*GOOD[:5], ((200, "somewhere", 1),))
    assert Invite.parse(text_of(pack(fields)), now=NOW).candidates == (Candidate(200, "somewhere", 1),)


@given(st.text(max_size=300) | st.text("ABCDEFGHabcd234567 \n", max_size=300).map(PREFIX.__add__))
def test_any_text_is_an_invite_or_one_sentence(text: str) -> None:
    with pytest.raises(LocalError) as caught:
        Invite.parse(text, now=NOW)
    assert str(caught.value).count("\n") == 0


@given(st.binary(max_size=200))
def test_any_payload_is_an_invite_or_one_sentence(payload: bytes) -> None:
    with pytest.raises(LocalError):
        Invite.parse(text_of(payload), now=NOW)


def test_the_secret_is_in_no_repr() -> None:
    invite = Invite(b"VERY-SECRET-WORD", b"c" * 32, b"h" * 32, NOW, CANDIDATES)
    assert "VERY" not in repr(invite) + str(invite) + f"{invite!r}"


@pytest.mark.parametrize(
    "change", [{"secret": b"short"}, {"candidates": CANDIDATES * 3}, {"expires": -1}, {"host": b""}]
)
def test_an_invite_that_nobody_could_read_is_not_written(change: dict) -> None:
    fields = {name: getattr(INVITE, name) for name in ("secret", "certificate", "host", "expires", "candidates")}
    with pytest.raises(LocalError):
        Invite(**(fields | change)).text()


def test_the_longest_invite_is_within_the_bound() -> None:
    longest = (Candidate(0, LONGEST_NAME, 65535),) * limits.CANDIDATES
    text = Invite(bytes(16), bytes(32), bytes(32), 2**32 - 1, longest).text()
    assert len(LONGEST_NAME) == limits.HOST_NAME
    assert len(text) < limits.INVITE_TEXT
    assert Invite.parse(text, now=NOW).candidates == longest


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("192.168.1.5", Kind.LAN),
        ("10.0.0.1", Kind.LAN),
        ("100.101.102.103", Kind.LAN),
        ("fd00::1", Kind.LAN),
        ("8.8.8.8", Kind.PUBLIC),
        ("2001:4860:4860::8888", Kind.PUBLIC),
        ("example.org", Kind.PUBLIC),
        ("2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion", Kind.ONION),
        ("127.0.0.1", Kind.LOOPBACK),
        ("::1", Kind.LOOPBACK),
    ],
)
def test_kind_of_an_address(host: str, kind: Kind) -> None:
    assert candidate_of(host, 1).kind is kind
    assert candidate_of(host, 1).host == host


@pytest.mark.parametrize(
    "host",
    [str(IPv4Address(0)), "::", "224.0.0.1", "ff02::1", "fe80::1", "", "a b", "-a", "a..b", "a" * 64, "a" * 300],
)
def test_addresses_that_nobody_can_dial(host: str) -> None:
    with pytest.raises(LocalError):
        candidate_of(host, 1)
