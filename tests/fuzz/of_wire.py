"""Targets of the lowest layers: frames, packed values, messages, signed entries, group elements.

Here: one function a target. Never: a table.
"""

from __future__ import annotations

from contextlib import suppress

from bura_p2p.crypto.group import Element, scalar_from_bytes, scalar_to_bytes
from bura_p2p.crypto.identity import check_identity_key, pae
from bura_p2p.crypto.masking import cards_from_bytes, cards_to_bytes, verify_own_key
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, by_place, open_entry
from bura_p2p.wire import limits
from bura_p2p.wire.codec import decode_body, decode_link, encode_body, encode_link, pack, unpack_strict
from bura_p2p.wire.framing import FrameReader, encode_frame

from . import examples
from .mutation import Cut, bytes_changed, either, packed_changed
from .prepared import identities
from .target import refused, target


@target("wire.framing", examples=examples.streams, longest=400)
def frames(data: bytes) -> None:
    """A stream in pieces of any size: the payloads are those of the whole, and no more than one frame is kept."""
    cut = Cut(data)
    limit = (limits.MAX_FRAME_BEFORE_AUTH, limits.MAX_FRAME, 16)[cut.number() % 3]
    step, stream = cut.number() + 1, cut.rest()
    step = max(step, len(stream) // 40)  # a byte at a time where there are few
    reader, whole = FrameReader(limit), FrameReader(limit)
    found: list[bytes] = []
    fault: PeerError | None = None
    try:
        for at in range(0, len(stream), step):
            found += reader.feed(stream[at : at + step])
            assert reader.pending <= limit + 4 + step
        reader.at_end()
    except PeerError as caught:
        fault = caught
        refused(fault, Code.FRAME_EMPTY, Code.FRAME_TOO_LONG, Code.LINK_MESSAGE)
    whole.push(stream)
    again: list[bytes] = []
    with suppress(PeerError):
        while (payload := whole.pull()) is not None:
            again.append(payload)
    assert found == again[: len(found)]
    assert all(1 <= len(payload) <= limit for payload in again)
    if fault is None:
        assert b"".join(map(encode_frame, found)) == stream


@target("wire.codec", examples=examples.values, change=either(packed_changed, bytes_changed), longest=1000)
def values(data: bytes) -> None:
    """A packed value: the same bytes come out again, or it is refused as an encoding."""
    try:
        value = unpack_strict(data)
    except PeerError as fault:
        refused(fault, Code.ENCODING)
    else:
        assert pack(value) == data


@target(
    "wire.codec", "wire.fields", "wire.messages", examples=examples.links,
    change=either(packed_changed, bytes_changed), longest=2500,
)  # fmt: skip
def links(data: bytes) -> None:
    """The payload of a link's frame: a message with the same bytes, an odd type to ignore, or LINK_MESSAGE."""
    try:
        message = decode_link(data)
    except PeerError as fault:
        refused(fault, Code.LINK_MESSAGE)
        return
    if message is None:
        assert unpack_strict(data)[0] % 2  # type: ignore[index]
    else:
        assert encode_link(message) == data


@target(
    "wire.codec", "wire.fields", "wire.messages", examples=examples.bodies,
    change=either(packed_changed, bytes_changed), longest=2000,
)  # fmt: skip
def bodies(data: bytes) -> None:
    """The body of an entry: place first, then its message; both give back the same bytes."""
    try:
        body = decode_body(data)
    except PeerError as fault:
        refused(fault, Code.ENCODING, Code.SHAPE)
        return
    try:
        message = body.message()
    except PeerError as fault:
        refused(fault, Code.VERSION, Code.TYPE_UNKNOWN, Code.SHAPE)
        return
    assert encode_body(body.version, body.table_id, body.round, body.seat, body.prev, message) == data


@target("log.entry", "crypto.identity", "wire.codec", examples=examples.entries, longest=1500)
def entries(data: bytes) -> None:
    """A signed entry; zeros for its key or its signature stand for those of somebody who may sign."""
    cut = Cut(data)
    seat, key, signature, body = cut.number() % 8, cut.raw(32), cut.raw(64), cut.rest()
    owner = identities()[seat % 2]
    public = owner.public if not any(key) else key
    signed = SignedEntry(seat, body, signature if any(signature) else owner.sign(pae(MEDIA_TYPE, body)))
    assert by_place([signed]) == (signed,)
    try:
        entry = open_entry(signed, public)
    except PeerError as fault:
        refused(fault, Code.SIGNATURE, Code.IDENTITY_KEY, Code.ENCODING, Code.SHAPE, Code.SEAT_WRONG)
    else:
        assert entry.signed == signed
        assert (entry.body.seat, decode_body(body)) == (seat, entry.body)
    try:
        check_identity_key(key)
    except PeerError as fault:
        refused(fault, Code.IDENTITY_KEY)


@target("crypto.group", "crypto.elgamal", "crypto.relation", examples=examples.elements, longest=200)
def elements(data: bytes) -> None:
    """Points, scalars, masked cards: one form for each. A proof out of any bytes convinces nobody."""
    cut = Cut(data)
    point, proof, scalar, card = cut.raw(33), cut.raw(64), cut.raw(32), cut.raw(66)
    try:
        element = Element.from_bytes(point)
        assert element.to_bytes() == point
        assert not element.is_identity
    except PeerError as fault:
        refused(fault, Code.POINT)
    try:
        assert scalar_to_bytes(scalar_from_bytes(scalar)) == scalar
    except PeerError as fault:
        refused(fault, Code.LENGTH, Code.SCALAR)
    try:
        assert cards_to_bytes(cards_from_bytes(card, 1)) == card
    except PeerError as fault:
        refused(fault, Code.LENGTH, Code.POINT)
    try:
        verify_own_key(examples.KEY_PLACE, point, proof)
    except PeerError as fault:
        refused(fault, Code.POINT, Code.LENGTH, Code.SCALAR, Code.KEY_PROOF)
    else:
        assert point + proof == examples.owned_key()
