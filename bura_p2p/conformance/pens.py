"""What a liar writes with: wrong bytes, and proofs made as well as a liar can make them.

Here: true provers for false statements, and the fields of proofs. Never: a cheat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..crypto import masking
from ..crypto.challenge import Label
from ..crypto.group import ORDER, Element, G
from ..crypto.masking import HandKey, MaskedCard
from ..crypto.shuffle import shuffle
from ..wire import messages as m
from .rogue import Rogue

FIELD: Final = 2**256 - 2**32 - 977
"""The prime of secp256k1's field."""

OFF_CURVE: Final = next(
    bytes([2]) + x.to_bytes(32, "big") for x in range(1, 100) if pow(x**3 + 7, (FIELD - 1) // 2, FIELD) != 1
)

BAD_POINTS: Final[Mapping[str, tuple[str, bytes]]] = {
    "identity": ("the identity, as zero bytes", bytes(33)),
    "off-curve": ("a point off the curve", OFF_CURVE),
    "x-not-reduced": ("a point whose x is not below the prime", bytes([2]) + FIELD.to_bytes(32, "big")),
    "uncompressed": ("the prefix of an uncompressed point", b"\x04" + G.to_bytes()[1:]),
    "hybrid": ("the prefix of a hybrid point", b"\x06" + G.to_bytes()[1:]),
    "odd-hybrid": ("the other prefix of a hybrid point", b"\x07" + G.to_bytes()[1:]),
}
"""Name: what it is, and 33 bytes that are no point."""

POINT_LINES: Final[Mapping[str, str]] = {
    "identity": "identity encodings", "off-curve": "off-curve encodings", "x-not-reduced": "off-curve encodings",
    "uncompressed": "uncompressed encodings", "hybrid": "hybrid encodings", "odd-hybrid": "hybrid encodings",
}  # fmt: skip
"""What each of them covers of the list of cheats."""

BAD_SCALARS: Final[Mapping[str, tuple[str, bytes]]] = {
    "zero": ("set to zero", bytes(32)),
    "order": ("set to the group's order", ORDER.to_bytes(32, "big")),
    "largest": ("set to the largest number of 32 bytes", b"\xff" * 32),
}
"""Name: what was done, and the bytes. Zero is a scalar, and proves nothing; the others are none."""

OTHER_HASH: Final = bytes(range(32))
"""32 bytes that are the hash of nothing here."""


def put(data: bytes, start: int, value: bytes) -> bytes:
    """`data` with `value` in place of what stands at `start`."""
    return data[:start] + value + data[start + len(value) :]


def points_moved(point: bytes) -> bytes:
    """Another point: G is added."""
    return (Element.from_bytes(point) + G).to_bytes()


Cards = Sequence[MaskedCard]


def proved_shares(
    liar: Rogue, cards: Cards, *, key: HandKey | None = None, label: Label = Label.SHARE, ctx: bytes | None = None
) -> tuple[bytes, bytes]:
    """Shares of `cards`, whatever they are, with a true proof that they are right."""
    return masking.prove_shares(label, ctx or liar.ctx, key or liar.secrets.key, cards, liar.entropy)


def deck_shuffled(
    liar: Rogue, deck: Cards, *, key: Element | None = None, label: Label = Label.DECK, ctx: bytes | None = None
) -> m.Shuffle:
    """A true shuffle of `deck`, whatever it is."""
    outputs, proof = shuffle(
        label, ctx or liar.ctx, key or liar.cards.joint, deck, range(len(deck)), liar.secrets.key.x, liar.entropy
    )
    return m.Shuffle(masking.cards_to_bytes(outputs), proof)


def hand_mixed(
    liar: Rogue, hand: Cards, *, key: HandKey | None = None, label: Label = Label.HAND, ctx: bytes | None = None
) -> tuple[Cards, bytes]:
    """A true mix of `hand`, whatever it is."""
    key = key or liar.secrets.key
    return shuffle(label, ctx or liar.ctx, key.X, hand, range(len(hand)), key.x, liar.entropy)
