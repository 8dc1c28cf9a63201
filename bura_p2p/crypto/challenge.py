"""What is hashed: length-prefixed lists, contexts, labels and purposes, hash to scalar and to group.

Here: every label and every purpose of the project, as the one registry (`protocol/registry/purposes.json` is
written from it). Never: knowledge of a proof.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Final

from ..errors import LocalError
from .group import ORDER, Element, Entropy, Scalar
from .sswu import expand_message_xmd, hash_to_curve

__all__ = [
    "Label",
    "Purpose",
    "context",
    "expand_message_xmd",
    "hash_to_group",
    "hash_to_scalar",
    "lp",
    "nonces",
    "root",
    "u16",
    "vec",
]


class Purpose(StrEnum):
    """What a hash to a scalar or to the group is for: part of its separation tag. One use, one purpose."""

    CARD_AXIS = "card-axis"
    """To the group: the messages `rank`, `suit` and `points` give the three axes of a card."""
    SHUFFLE_BASE = "shuffle-base"
    """To the group: `h`, and `h` ‖ u16 i for i = 1 … 36, give the bases of the shuffle argument."""
    SHUFFLE_U = "shuffle-u"
    """To a scalar: d ‖ u16 i gives uᵢ, i = 1 … N."""
    SHUFFLE_K = "shuffle-k"
    """To a scalar: the challenge k of the shuffle argument."""
    LINEAR_CHALLENGE = "linear-challenge"
    """To a scalar: the challenge e of a linear relation."""
    NONCE = "nonce"
    """To a scalar: root ‖ u16 index gives one nonce of one proof. Never seen by anybody else."""
    MASKING_FACTOR = "masking-factor"
    """To a scalar: root ‖ u16 j gives r'ⱼ. Never seen by anybody else."""
    HAND_KEY = "hand-key"
    """To a scalar: 32 fresh bytes give the secret x of a hand. Never seen by anybody else."""


class Label(StrEnum):
    """What a statement says; its first hashed field. Two statements of different meaning never share one."""

    KEY_COMMIT = "key-commit"
    """The commitment to a hand key in the round `commit`."""
    OWN_KEY = "own-key"
    """I own this key."""
    SHARE = "share"
    """These shares for another seat's draws, or for the turned card, are right."""
    OPEN = "open"
    """These openings of my own cards are right."""
    POINTS = "points"
    """These cards of mine are worth p together."""
    SEALED_POINTS = "sealed-points"
    """These cards of mine are worth what this ciphertext holds, which the pile's owner can read."""
    SEALED_TOTAL = "sealed-total"
    """What these ciphertexts hold, all under my key, is p together."""
    SUIT = "suit"
    """Each of these cards of mine is of suit s."""
    RANK = "rank"
    """Each of these cards of mine is of rank r."""
    ONE_SUIT = "one-suit"
    """These cards of mine are of one suit."""
    DECK = "deck"
    """This deck is a shuffle of that deck, under the joint key."""
    HAND = "hand"
    """This hand is a shuffle of that hand, under its owner's key."""


PROTOCOL: Final = "BURA-P2P-V1-"
_SCALAR_SUITE: Final = "-with-secp256k1_XMD:SHA-256"
_GROUP_SUITE: Final = "-with-secp256k1_XMD:SHA-256_SSWU_RO_"

_SCALAR_TAGS: Final = {purpose: f"{PROTOCOL}{purpose}{_SCALAR_SUITE}".encode() for purpose in Purpose}
_GROUP_TAGS: Final = {purpose: f"{PROTOCOL}{purpose}{_GROUP_SUITE}".encode() for purpose in Purpose}


def u16(number: int) -> bytes:
    """Two bytes, big-endian."""
    return number.to_bytes(2, "big")


def lp(part: bytes) -> bytes:
    """u16 length ‖ part. `LocalError` beyond 65535 bytes."""
    if len(part) > 0xFFFF:
        raise LocalError("A hashed part is at most 65535 bytes long.")
    return len(part).to_bytes(2, "big") + part


_LENGTHS: Final = tuple(u16(length) for length in range(256))
"""The prefixes of short parts, made once: most of what is hashed are points, hundreds at a time."""


def vec(*parts: bytes) -> bytes:
    """u16 count ‖ lp(part 1) ‖ … : an injective encoding of a list of byte strings."""
    if len(parts) > 0xFFFF:
        raise LocalError("A hashed list has at most 65535 parts.")
    framed = [_LENGTHS[len(part)] + part if len(part) < len(_LENGTHS) else lp(part) for part in parts]
    return len(parts).to_bytes(2, "big") + b"".join(framed)


def context(table_id: bytes, hand: int, round: int, seat: int, head: bytes) -> bytes:  # noqa: A002
    """ctx = vec(table id, u32 hand, u32 round, u8 seat, head before this round): the place of a proof.

    `table_id` and `head` are 32 bytes (else `LocalError`); hands count from 1, rounds and seats from 0.
    """
    if len(table_id) != 32 or len(head) != 32:
        raise LocalError("A table id and a head are 32 bytes.")
    return vec(table_id, hand.to_bytes(4, "big"), round.to_bytes(4, "big"), seat.to_bytes(1, "big"), head)


def hash_to_scalar(message: bytes, purpose: Purpose) -> Scalar:
    """OS2IP(expand_message_xmd(SHA-256, message, DST, 48)) mod n.

    DST = "BURA-P2P-V1-" ‖ purpose ‖ "-with-secp256k1_XMD:SHA-256".
    """
    return Scalar(int.from_bytes(expand_message_xmd(message, _SCALAR_TAGS[purpose], 48), "big") % ORDER)


def hash_to_group(message: bytes, purpose: Purpose) -> Element:
    """RFC 9380 `secp256k1_XMD:SHA-256_SSWU_RO_`: an element whose logarithm nobody knows.

    DST = "BURA-P2P-V1-" ‖ purpose ‖ "-with-secp256k1_XMD:SHA-256_SSWU_RO_". For public labels of this project
    only, never for a caller's or a peer's.
    """
    return hash_to_curve(message, _GROUP_TAGS[purpose])


def root(entropy: Entropy, *bound: bytes) -> bytes:
    """SHA-256(vec(32 fresh bytes, bound…)): the hedged root of one proof's nonces, or of one deck's factors.

    Whatever the nonces must not be shared between is in `bound`: should the fresh bytes ever come again (a
    restored machine, a broken generator), two different statements still get unrelated nonces.
    """
    return hashlib.sha256(vec(entropy(32), *bound)).digest()


def nonces(root_: bytes, count: int, purpose: Purpose = Purpose.NONCE) -> list[Scalar]:
    """HashToScalar(root ‖ u16 index, purpose) for index = 1 … count, each once."""
    return [hash_to_scalar(root_ + u16(index), purpose) for index in range(1, count + 1)]
