"""Signed entries, heads and table ids.

Here: what is signed, how it is opened, how rounds chain. Never: rules, proofs, or an order of rounds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..crypto.challenge import vec
from ..crypto.identity import Identity, pae, verify_signature
from ..errors import Code, PeerError
from ..wire import limits
from ..wire.codec import Body, decode_body

MEDIA_TYPE: Final = "application/vnd.bura-p2p.entry+msgpack;v=1"
"""Signed together with every body, so that no other signature of an identity can pass for an entry's."""

ZERO_HASH: Final = bytes(32)
"""What stands for the table id and the head in round 0."""

_TABLE_LABEL: Final = b"BURA-P2P-V1-table"


@dataclass(frozen=True, slots=True)
class SignedEntry:
    """An entry as it travels, unchecked: the seat it is said to be of, its body, its signature (64 bytes)."""

    seat: int
    body: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """An authentic entry, made only by `open_entry`: what travelled, and its decoded body."""

    signed: SignedEntry
    body: Body


def sign_entry(identity: Identity, body: bytes, seat: int) -> SignedEntry:
    """Signs the body of `seat` (0-based): Ed25519 over the DSSE pre-authentication encoding of type and body.

    The caller stores the entry before anything is sent, and never signs a second body for one place.
    """
    return SignedEntry(seat, body, identity.sign(pae(MEDIA_TYPE, body)))


def open_entry(signed: SignedEntry, public: bytes) -> Entry:
    """The entry, authentic under the identity key `public` (32 bytes) of the seat that it is said to be of.

    Raises `PeerError` SIGNATURE or IDENTITY_KEY, before anything is decoded; then those of `decode_body`;
    then SEAT_WRONG when the signed seat is another one.
    """
    if len(signed.body) > limits.MAX_BODY:
        raise PeerError(Code.ENCODING, f"a body of more than {limits.MAX_BODY} bytes")
    verify_signature(public, pae(MEDIA_TYPE, signed.body), signed.signature)
    body = decode_body(signed.body)
    if body.seat != signed.seat:
        raise PeerError(Code.SEAT_WRONG, f"the entry says seat {body.seat}, its cover seat {signed.seat}")
    return Entry(signed, body)


def by_place(entries: Iterable[SignedEntry]) -> tuple[SignedEntry, ...]:
    """Entries by (round, seat), evidence behind what it belies; a body that cannot be decoded comes last.

    Two sides accept the entries of a round in different orders; so sorted, both write one file.
    """
    return tuple(sorted(entries, key=_place))


def _place(signed: SignedEntry) -> tuple[int, int]:
    try:
        return decode_body(signed.body).round, signed.seat
    except PeerError:
        return limits.MAX_UINT, signed.seat


def next_head(prev: bytes, bodies: Sequence[bytes]) -> bytes:
    """SHA-256(vec(prev, body of each speaker, seats ascending)), 32 bytes.

    Bodies only: two valid signatures over one body are one entry.
    """
    return hashlib.sha256(vec(prev, *bodies)).digest()


def table_id(head_after_hellos: bytes) -> bytes:
    """SHA-256(vec("BURA-P2P-V1-table", head after round 0)), 32 bytes: every hello is in every later body."""
    return hashlib.sha256(vec(_TABLE_LABEL, head_after_hellos)).digest()
