"""Reply codes: every way in which a text may be one, or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.errors import LocalError
from bura_p2p.net import limits
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of, code_text
from bura_p2p.net.reply import PREFIX, CutReply, Reply
from bura_p2p.wire.codec import pack

NOW = 1_800_000_000
SECRET = bytes(range(16))
CANDIDATES = (candidate_of("192.168.1.5", 4000), candidate_of("2001:4860:4860::8888", 4000))
REPLY = Reply.to(SECRET, CANDIDATES, NOW + 60)


def test_round_trip() -> None:
    assert Reply.parse(REPLY.text(), now=NOW) == REPLY
    assert REPLY.text().startswith("BURA-R:")
    assert len(REPLY.text()) < 140


@pytest.mark.parametrize(
    "change", [str.lower, " ".join, lambda text: "\n".join(text[i : i + 20] for i in range(0, len(text), 20))]
)
def test_what_happens_to_pasted_text_is_forgiven(change) -> None:
    assert Reply.parse(change(REPLY.text()), now=NOW) == REPLY


@pytest.mark.parametrize("size", range(len(PREFIX), len(REPLY.text())))
def test_cut_off_anywhere(size: int) -> None:
    with pytest.raises(CutReply, match="cut off or mistyped"):
        Reply.parse(REPLY.text()[:size], now=NOW)


def test_it_answers_one_invite_and_nothing_in_it_can_be_changed() -> None:
    assert REPLY.answers(SECRET)
    assert not REPLY.answers(bytes(16))
    assert not Reply(REPLY.tag, REPLY.expires + 1, REPLY.candidates).answers(SECRET)
    assert not Reply(REPLY.tag, REPLY.expires, REPLY.candidates[:1]).answers(SECRET)
    other_kind = (REPLY.candidates[0]._replace(kind=Kind.MAPPED), *REPLY.candidates[1:])
    assert not Reply(REPLY.tag, REPLY.expires, other_kind).answers(SECRET)


def test_the_secret_is_not_in_it() -> None:
    assert SECRET not in REPLY.tag
    assert SECRET.hex() not in repr(REPLY)


def test_too_many_addresses_are_left_out() -> None:
    many = [candidate_of("192.168.1.5", port) for port in range(1, 20)]
    assert Reply.to(SECRET, many, NOW).candidates == tuple(many[: limits.CANDIDATES])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a reply code"),
        ("BURA:AAAA", "not a reply code"),
        (PREFIX + "A" * limits.INVITE_TEXT, "not a reply code"),
        (code_text(PREFIX, pack((2, b"", 0, ()))), "newer version"),
        (code_text(PREFIX, pack((1, bytes(16), NOW + 60, ()))), "not a reply code"),
        (code_text(PREFIX, pack((1, bytes(15), NOW + 60, ((0, bytes(4), 1),)))), "not a reply code"),
        (code_text(PREFIX, b"\xc1"), "not a reply code"),
        (Reply.to(SECRET, CANDIDATES, NOW).text(), "has expired"),
    ],
)
def test_what_is_none(text: str, sentence: str) -> None:
    with pytest.raises(LocalError, match=sentence):
        Reply.parse(text, now=NOW)


def test_what_cannot_be_written() -> None:
    with pytest.raises(LocalError, match="cannot be written"):
        Reply.to(SECRET, (), NOW).text()
    with pytest.raises(LocalError, match="cannot be written"):
        Reply.to(SECRET, (Candidate(0, bytes(4), 0),), NOW).text()


def test_a_reply_code_is_no_invite() -> None:
    with pytest.raises(LocalError, match="a reply code; it is for the one who sent the invite"):
        Invite.parse(f" {REPLY.text()}", now=NOW)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(LocalError):
        Reply.parse(PREFIX + text, now=NOW)
