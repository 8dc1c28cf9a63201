"""What is signed, and what opening an entry refuses."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from bura_p2p.crypto.identity import pae
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import (
    MEDIA_TYPE,
    ZERO_HASH,
    SignedEntry,
    by_place,
    next_head,
    open_entry,
    sign_entry,
    table_id,
)
from bura_p2p.wire import limits
from bura_p2p.wire.codec import encode_body
from bura_p2p.wire.messages import Claim, EntryMessage, Pass

from .tables import IDENTITIES

BODY = encode_body(1, bytes(32), 3, 0, bytes(32), Claim())
SIGNED = sign_entry(IDENTITIES[0], BODY, 0)
PUBLIC = IDENTITIES[0].public


def refused(entry: SignedEntry, public: bytes = PUBLIC) -> Code:
    with pytest.raises(PeerError) as caught:
        open_entry(entry, public)
    return caught.value.code


def signs(body: bytes, seat: int = 0, media_type: str = MEDIA_TYPE) -> SignedEntry:
    return SignedEntry(seat, body, IDENTITIES[0].sign(pae(media_type, body)))


def test_honest_entry_opens() -> None:
    entry = open_entry(SIGNED, PUBLIC)
    assert entry.signed == SIGNED
    assert entry.body.message() == Claim()
    assert (entry.body.round, entry.body.seat) == (3, 0)


def test_signed_bytes_are_the_pre_authentication_encoding() -> None:
    kind = b"application/vnd.bura-p2p.entry+msgpack;v=1"
    said = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(BODY), BODY)
    assert IDENTITIES[0].sign(said) == SIGNED.signature


def test_every_bit_of_a_signature_and_of_a_body_counts() -> None:
    for bit in range(8 * 64):
        assert refused(replace(SIGNED, signature=flipped(SIGNED.signature, bit))) is Code.SIGNATURE
    for bit in range(8 * len(BODY)):
        assert refused(replace(SIGNED, body=flipped(BODY, bit))) is Code.SIGNATURE


def flipped(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ (1 << bit % 8)]) + data[bit // 8 + 1 :]


def test_other_key() -> None:
    assert refused(SIGNED, IDENTITIES[1].public) is Code.SIGNATURE


@pytest.mark.parametrize("public", [bytes(32), b"\x01" + bytes(31), b"\xff" * 32, b"", bytes(33)])
def test_no_key_at_all(public: bytes) -> None:
    assert refused(SIGNED, public) is Code.IDENTITY_KEY


@pytest.mark.parametrize("kind", ["", MEDIA_TYPE + " ", MEDIA_TYPE[:-1] + "2", "application/vnd.bura-p2p.auth"])
def test_other_media_type(kind: str) -> None:
    assert refused(signs(BODY, media_type=kind)) is Code.SIGNATURE
    assert refused(SignedEntry(0, BODY, IDENTITIES[0].sign(BODY))) is Code.SIGNATURE


@pytest.mark.parametrize("signature", [b"", bytes(64), bytes(63), SIGNED.signature + b"\0", SIGNED.signature[:-1]])
def test_signature_of_another_length_or_of_zeros(signature: bytes) -> None:
    assert refused(replace(SIGNED, signature=signature)) is Code.SIGNATURE


def test_signature_with_the_order_added_to_its_scalar() -> None:
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(SIGNED.signature[32:], "little") + order
    assert refused(replace(SIGNED, signature=SIGNED.signature[:32] + scalar.to_bytes(32, "little"))) is Code.SIGNATURE


def test_signature_is_checked_before_the_body_is_read() -> None:
    assert refused(SignedEntry(0, b"\x80", bytes(64))) is Code.SIGNATURE
    assert refused(SignedEntry(0, bytes(limits.MAX_BODY + 1), bytes(64))) is Code.ENCODING


def test_signed_but_wrong() -> None:
    assert refused(signs(BODY, seat=1)) is Code.SEAT_WRONG
    assert refused(signs(b"")) is Code.ENCODING
    assert refused(signs(BODY + b"\0")) is Code.ENCODING
    assert refused(signs(b"\xdc\0\7" + BODY[1:])) is Code.ENCODING
    assert refused(signs(b"\x90")) is Code.SHAPE
    unknown = open_entry(signs(BODY[:-2] + b"\xcc\xff\x90"), PUBLIC)
    with pytest.raises(PeerError) as caught:  # read only where it stands right, so that it convicts
        unknown.body.message()
    assert caught.value.code is Code.TYPE_UNKNOWN
    other = open_entry(signs(b"\x97\x02" + BODY[2:]), PUBLIC)
    with pytest.raises(PeerError) as caught:
        other.body.message()
    assert caught.value.code is Code.VERSION


def test_heads_hash_bodies_in_order() -> None:
    other = encode_body(1, bytes(32), 3, 1, bytes(32), Pass())
    said = b"\0\3" + b"\0\x20" + bytes(32)
    said += len(BODY).to_bytes(2, "big") + BODY + len(other).to_bytes(2, "big") + other
    assert next_head(ZERO_HASH, [BODY, other]) == hashlib.sha256(said).digest()
    assert next_head(ZERO_HASH, [other, BODY]) != next_head(ZERO_HASH, [BODY, other])
    assert next_head(b"\1" * 32, [BODY]) != next_head(ZERO_HASH, [BODY])


def test_table_id() -> None:
    head = b"\7" * 32
    assert table_id(head) == hashlib.sha256(b"\0\2\0\x11BURA-P2P-V1-table\0\x20" + head).digest()


def test_entries_by_place() -> None:
    def placed(round_: int, seat: int, message: EntryMessage | None = None) -> SignedEntry:
        body = encode_body(1, bytes(32), round_, seat, bytes(32), message or Pass())
        return SignedEntry(seat, body, bytes(64))

    first, second, third = placed(0, 1), placed(1, 0), placed(1, 1)
    lie = placed(1, 1, Claim())
    noise = SignedEntry(0, b"noise", bytes(64))
    assert by_place([noise, third, lie, second, first]) == (first, second, third, lie, noise)
