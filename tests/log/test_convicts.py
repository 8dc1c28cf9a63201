"""Which refusals prove a fault, and what the log still holds of rounds gone by."""

from __future__ import annotations

import pytest

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import ZERO_HASH
from bura_p2p.log.log import NOISE, Log, convicts
from bura_p2p.wire.messages import Claim

from .tables import played, speak


def test_what_does_not_stand_well_proves_nothing() -> None:
    names = {"SIGNATURE", "ENCODING", "TABLE_WRONG", "ROUND_WRONG", "SEAT_WRONG", "PREV_WRONG"}
    assert {code.name for code in NOISE} == names
    for code in Code:
        assert convicts(PeerError(code, seat=0, round=1)) is (code.name not in names)


def test_nothing_of_round_zero_and_nothing_without_a_place() -> None:
    code = Code.EQUIVOCATION
    assert convicts(PeerError(code, seat=0, round=1))
    assert convicts(PeerError(code, seat=1, round=900))
    assert not convicts(PeerError(code, seat=1, round=0))
    assert not convicts(PeerError(code, seat=1, round=None))
    assert not convicts(PeerError(code, seat=None, round=1))
    assert not convicts(PeerError(code))


def test_heads_of_every_round_so_far() -> None:
    log, heads = Log(2), [ZERO_HASH]
    assert log.head_before(0) == ZERO_HASH
    for rounds in range(1, 5):
        heads.append(played(rounds).head)
    log = played(4)
    assert [log.head_before(round_) for round_ in range(5)] == heads
    for outside in (-1, 5, 6):
        with pytest.raises(LocalError):
            log.head_before(outside)


def test_entries_of_one_round() -> None:
    log = played(3)
    assert [log.held(round_) for round_ in range(3)] == list(log.closed)
    assert [[entry.seat for entry in log.held(round_)] for round_ in range(3)] == [[0, 1], [0, 1], [1]]
    assert log.held(3) == log.held(4) == log.held(-1) == ()
    second, first = speak(log, 1, Claim()), speak(log, 0, Claim())
    assert log.held(3) == (first, second)
    assert list(log.entries())[-2:] == [first, second]
    assert log.held(4) == ()
