"""What a liar writes with: wrong bytes, and proofs made as well as a liar can make them.

Here: true provers for false statements, and the fields of proofs. Never: a cheat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ..cards import Card
from ..crypto import masking, statements
from ..crypto.challenge import Label
from ..crypto.group import ORDER, Element, G, multiply_base
from ..crypto.masking import HandKey, MaskedCard
from ..crypto.relation import Statement, prove
from ..crypto.shuffle import shuffle
from ..rules.points import cards_points
from ..wire import messages as m
from .rogue import Rogue

FIELD: Final = 2**256 - 2**32 - 977
"""The prime of secp256k1's field."""

OFF_CURVE: Final = next(
    bytes([2]) + x.to_bytes(32, "big") for x in range(1, 100) if pow(x**3 + 7, (FIELD - 1) // 2, FIELD) != 1
)

ALIAS: Final = bytes([2]) + (FIELD + 1).to_bytes(32, "big")
"""Reduced, it would be the point of x = 1: a reader that does not look at x itself takes it."""

BAD_POINTS: Final[Mapping[str, tuple[str, bytes]]] = {
    "identity": ("the identity, as zero bytes", bytes(33)),
    "off-curve": ("a point off the curve", OFF_CURVE),
    "x-not-reduced": ("a point whose x is not below the prime", ALIAS),
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

SCALAR_LINES: Final = {
    "zero": "response scalar set to 0", "order": "response scalar shifted by n", "largest": "scalar ≥ n",
}  # fmt: skip
"""What each of them covers of the list of cheats."""

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


def argument_fields(count: int) -> dict[str, tuple[int, int]]:
    """Every field of a shuffle argument about `count` cards, in the letters of the design: offset and size."""
    names = ["k", "s_1", "s_2", "s_3", "s_4"]
    names += [f"ŝ_{i}" for i in range(1, count + 1)] + [f"s'_{i}" for i in range(1, count + 1)]
    fields = {name: (32 * at, 32) for at, name in enumerate(names)}
    points = [f"c_{i}" for i in range(1, count + 1)] + [f"ĉ_{i}" for i in range(1, count + 1)]
    return fields | {name: (32 * len(names) + 33 * at, 33) for at, name in enumerate(points)}


def field_of(name: str, count: int) -> tuple[int, int]:
    """One of them; `N` in a name is the last card."""
    return argument_fields(count)[name.replace("N", str(count))]


SCALAR_FIELDS: Final = ("k", "s_1", "s_2", "s_3", "s_4", "ŝ_1", "ŝ_N", "s'_1", "s'_N")
"""Scalars of an argument: all that stand alone, the first and the last of each list."""

POINT_FIELDS: Final = ("c_1", "c_N", "ĉ_1", "ĉ_N")
"""The same for points."""

ANOTHER: Final[Mapping[int, bytes]] = {32: bytes(31) + b"\x07", 33: multiply_base(7).to_bytes()}
"""A good value by size: a scalar, a point."""


def plain_name(field: str) -> str:
    """A field's name for an id: `ŝ_N` is `s-hat-last`."""
    name = field.replace("ŝ", "s-hat").replace("s'", "s-prime").replace("ĉ", "c-hat").replace("_N", "-last")
    return name.replace("_", "-").lower()


def proved_twice(liar: Rogue, alone: Statement, face: Sequence[Card]) -> tuple[int, bytes]:
    """The points of one card counted twice, with a proof about the card and itself.

    `alone` is the statement about it once. The package's own builder refuses to state it twice.
    """
    key, once = alone.equations
    x_A, H_rank, H_suit = once.bases
    doubled = None if x_A is None else x_A + x_A
    twice = replace(once, target=once.target + once.target, bases=(doubled, H_rank, H_suit))
    witness = statements.points_witness(liar.secrets.key.x, [*face, *face])
    return 2 * cards_points(face), prove(replace(alone, equations=(key, twice)), witness, liar.entropy)
