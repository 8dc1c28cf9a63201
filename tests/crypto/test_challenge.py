from __future__ import annotations

import hashlib

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import (
    Label,
    Purpose,
    context,
    hash_to_group,
    hash_to_scalar,
    lp,
    nonces,
    root,
    vec,
)
from bura_p2p.crypto.group import ORDER
from bura_p2p.errors import LocalError
from tests.crypto.hands import CTX, other_contexts


def test_lists_are_prefixed_by_their_count_and_lengths() -> None:
    assert vec() == b"\x00\x00"
    assert vec(b"") == b"\x00\x01\x00\x00"
    assert vec(b"ab", b"c") == b"\x00\x02\x00\x02ab\x00\x01c"
    assert lp(b"x" * 0xFFFF)[:2] == b"\xff\xff"
    assert vec(*[b""] * 0xFFFF) == b"\xff\xff" + bytes(2 * 0xFFFF)
    assert len({vec(b"ab", b"c"), vec(b"a", b"bc"), vec(b"abc"), vec(b"ab", b"c", b"")}) == 4


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(LocalError):
        lp(bytes(0x10000))
    with pytest.raises(LocalError):
        vec(*[b""] * 0x10000)


def test_the_context_is_the_whole_place() -> None:
    expected = "00050020" + "01" * 32 + "000400000001" + "000400000007" + "000100" + "0020" + "02" * 32
    assert CTX.hex() == expected
    assert len({CTX, *other_contexts().values()}) == 6
    for table, head in ((bytes(31), bytes(32)), (bytes(32), bytes(33))):
        with pytest.raises(LocalError):
            context(table, 1, 0, 0, head)


def test_every_purpose_hashes_apart() -> None:
    scalars = [hash_to_scalar(b"m", purpose) for purpose in Purpose]
    assert len(set(scalars)) == len(Purpose)
    assert all(0 < scalar < ORDER for scalar in scalars)
    points = {hash_to_group(b"m", purpose) for purpose in (Purpose.CARD_AXIS, Purpose.SHUFFLE_BASE)}
    assert len(points) == 2


def test_no_label_or_purpose_is_part_of_a_tag_of_another() -> None:
    # a purpose stands between two fixed strings and a label is length-prefixed: equality is the only clash
    assert len({*Purpose}) == len(Purpose)
    assert len({*Label}) == len(Label)
    assert all(len(purpose.encode()) < 200 for purpose in Purpose)


def test_the_root_is_hedged() -> None:
    fresh = Tape("a")(32)
    assert root(Tape("a"), b"x", b"y") == hashlib.sha256(vec(fresh, b"x", b"y")).digest()
    same_entropy = {root(Tape("a"), *bound) for bound in ((b"x", b"y"), (b"xy",), (b"x", b"z"), (b"y", b"x"))}
    assert len(same_entropy) == 4
    assert root(Tape("a"), b"x") != root(Tape("b"), b"x")


def test_every_nonce_is_drawn_once() -> None:
    drawn = nonces(bytes(32), 148)
    assert len(set(drawn)) == 148
    assert drawn[:5] == nonces(bytes(32), 5)
    assert drawn[0] == hash_to_scalar(bytes(32) + b"\x00\x01", Purpose.NONCE)
    assert not set(drawn) & set(nonces(bytes(32), 148, Purpose.MASKING_FACTOR))
    assert not set(drawn) & set(nonces(b"\x01" * 32, 148))
