"""Places, heads and what does not fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import ZERO_HASH, Entry, SignedEntry, next_head, sign_entry, table_id
from bura_p2p.log.log import Log
from bura_p2p.wire.codec import encode_body
from bura_p2p.wire.messages import Claim, Commit, EntryMessage, Pass

from .tables import IDENTITIES, hello, opened, played, signed, speak


def refused(log: Log, entry: Entry) -> Code:
    before = (log.round, log.head, dict(log.open), log.closed)
    with pytest.raises(PeerError) as caught:
        log.add(entry)
    assert (caught.value.seat, caught.value.round) == (entry.body.seat, entry.body.round)
    assert before == (log.round, log.head, dict(log.open), log.closed)
    return caught.value.code


def placed(log: Log, seat: int, message: EntryMessage, **other: object) -> Entry:
    """An entry for the log's next place, with other fields where given."""
    place = {"table_id": log.table_id, "round": log.round, "prev": log.head, **other}
    body = encode_body(1, seat=seat, message=message, **place)  # type: ignore[arg-type]
    return opened(sign_entry(IDENTITIES[seat], body, seat))


def test_empty() -> None:
    log = Log(2)
    assert (log.round, log.head, log.table_id, dict(log.open), log.closed) == (0, ZERO_HASH, ZERO_HASH, {}, ())
    assert list(log.entries()) == []
    assert log.find(0, 0) is log.find(1, 0) is log.find(-1, 0) is None
    with pytest.raises(LocalError):
        log.close()


def test_rounds_chain() -> None:
    log = Log(2)
    second = speak(log, 1, hello(1))
    first = speak(log, 0, hello(0))
    assert dict(log.open) == {0: first, 1: second}
    head = log.close()
    assert head == log.head == next_head(ZERO_HASH, [first.body, second.body])
    assert log.table_id == table_id(head)
    assert (log.round, dict(log.open)) == (1, {})
    commit = speak(log, 0, Commit(b"c" * 32))
    assert log.close() == next_head(head, [commit.body])
    assert log.table_id == table_id(head)
    assert log.closed == ((first, second), (commit,))


def test_entries_by_round_and_seat_and_find() -> None:
    log = played(4)
    tail = speak(log, 0, Claim())
    found = list(log.entries())
    assert [(e.seat, opened(e).body.round) for e in found] == [(0, 0), (1, 0), (0, 1), (1, 1), (1, 2), (0, 3), (0, 4)]
    assert log.find(4, 0) is tail
    assert log.find(2, 1) == found[4]
    assert log.find(2, 0) is log.find(5, 0) is None


def test_same_inputs_same_heads() -> None:
    assert played(4).head == played(4).head
    assert len({played(n).head for n in range(1, 5)}) == 4


def test_the_same_entry_again_is_no_fault() -> None:
    log = played(3)
    for held in list(log.entries()):
        assert log.add(opened(held)) is False
        assert log.check(opened(held)) is False
    entry = opened(signed(log, 0, Claim()))
    assert log.check(entry) is True
    assert log.check(entry) is True
    assert log.add(entry) is True
    assert log.add(entry) is False


def test_the_same_body_under_another_signature_is_the_same_entry() -> None:
    log = played(3)
    entry = log.find(2, 1)
    assert entry is not None
    other = replace(opened(entry), signed=SignedEntry(1, entry.body, bytes(64)))
    assert log.add(other) is False
    assert log.find(2, 1) is entry


def test_what_does_not_fit() -> None:
    log = played(3)
    assert refused(log, placed(log, 0, Claim(), table_id=b"t" * 32)) is Code.TABLE_WRONG
    assert refused(log, placed(log, 0, Claim(), round=4)) is Code.ROUND_WRONG
    assert refused(log, placed(log, 0, Claim(), round=2)) is Code.ROUND_WRONG
    assert refused(log, placed(log, 0, Claim(), prev=ZERO_HASH)) is Code.PREV_WRONG
    assert refused(log, placed(log, 2, Claim())) is Code.SEAT_WRONG


def test_two_bodies_for_one_place() -> None:
    log = played(3)
    assert refused(log, placed(log, 1, Claim(), round=2)) is Code.EQUIVOCATION
    assert refused(log, placed(log, 1, Claim(), round=1, prev=b"p" * 32)) is Code.EQUIVOCATION
    speak(log, 0, Claim())
    assert refused(log, placed(log, 0, Pass())) is Code.EQUIVOCATION
    assert refused(log, placed(log, 0, Pass(), table_id=b"t" * 32)) is Code.TABLE_WRONG


def test_a_genuine_hello_from_another_table_frames_nobody() -> None:
    log = Log(2)
    speak(log, 0, hello(0))
    other = opened(signed(Log(2), 0, hello(0, nonce=9)))
    assert refused(log, other) is Code.TABLE_WRONG
    assert refused(played(3), other) is Code.TABLE_WRONG


def test_a_genuine_entry_from_another_table_frames_nobody() -> None:
    other = Log(2)
    for seat in (0, 1):
        speak(other, seat, hello(seat, nonce=9))
    other.close()
    assert refused(played(3), opened(signed(other, 0, Commit(b"x" * 32)))) is Code.TABLE_WRONG


def test_round_zero() -> None:
    log = Log(2)
    assert refused(log, placed(log, 0, hello(0), table_id=b"t" * 32)) is Code.TABLE_WRONG
    assert refused(log, placed(log, 0, hello(0), prev=b"t" * 32)) is Code.PREV_WRONG
    assert refused(log, placed(log, 0, Claim(), round=1)) is Code.ROUND_WRONG


def test_an_early_entry_is_of_a_wrong_round_until_its_round_opens() -> None:
    ahead, behind = played(2), Log(2)
    entry = opened(signed(ahead, 0, Claim()))
    for seat in (0, 1):
        assert refused(behind, entry) is Code.ROUND_WRONG
        speak(behind, seat, hello(seat))
    behind.close()
    assert refused(behind, entry) is Code.ROUND_WRONG


def test_views_cannot_be_written() -> None:
    log = played(2)
    with pytest.raises(TypeError):
        log.open[0] = None  # type: ignore[index]
