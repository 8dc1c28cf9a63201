"""Changes of a body that every layer before the one that is meant lets pass: a field, a place, a form, a hello; each
signed again by its seat.

Here: bodies from bodies. Never: where in a file they stand (`mutants`), a verdict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgpack

from bura_p2p.conformance.pens import ALIAS, ANOTHER, BAD_POINTS, BAD_SCALARS, argument_fields
from bura_p2p.crypto.group import ORDER, G
from bura_p2p.crypto.identity import Identity, pae
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry
from tests.crypto import edwards
from tests.fuzz.mutation import value_changed

from .games import VARIANTS, Game

Fields = tuple[Any, ...]

SCALARS = [[data for _, data in BAD_SCALARS.values()], [ANOTHER[32], (ORDER - 1).to_bytes(32, "big")]]
POINTS = [[data for _, data in BAD_POINTS.values()], [ANOTHER[33], G.to_bytes()]]


def fields_of(entry: SignedEntry) -> Fields:
    """The outer fields. Raises ValueError for a body that is nothing any more."""
    found = msgpack.unpackb(entry.body, use_list=False)
    if not isinstance(found, tuple):
        raise ValueError("no array")  # noqa: TRY004  what msgpack raises too
    return found


def packed(value: object) -> bytes:
    """The value's bytes; none where it has none."""
    try:
        return bytes(msgpack.packb(value))
    except (OverflowError, ValueError, TypeError, UnicodeError):
        return b""


# --- a field of the payload --------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """The paths of all that is no array; of an array that is empty too."""
    if not isinstance(value, tuple) or not value:
        return [path]
    return [leaf for at, item in enumerate(value) for leaf in leaves(item, (*path, at))]


def put(value: Any, path: Sequence[int], change: Callable[[Any], Any]) -> Any:
    """The value with what stands at the path changed."""
    if not path:
        return change(value)
    at = path[0]
    return (*value[:at], put(value[at], path[1:], change), *value[at + 1 :])


def another_field(entry: SignedEntry, random: Random) -> bytes:
    """One field of the payload is another of its kind: a number beside it, a point or a scalar that is good or bad,
    pieces exchanged, dropped, doubled.
    """
    fields = fields_of(entry)
    paths = leaves(fields[6])
    changed = put(fields[6], random.choice(paths), lambda value: another_value(value, random))
    return packed((*fields[:6], changed))


def another_value(value: Any, random: Random) -> Any:
    if isinstance(value, bytes) and len(value) >= 32 and random.random() < 0.9:
        return another_piece(value, random)
    if value == b"" and random.random() < 0.8:
        return random.choice((bytes(33), bytes(66), bytes(64), ALIAS, 2 * G.to_bytes()))
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.7:
        return max(0, value + random.choice((-2, -1, 1, 1, 2, 11, 30)))
    return value_changed(value, random)


def pieces(data: bytes) -> list[tuple[int, int]]:
    """(offset, size) of the points and scalars in a field, as far as its length tells."""
    count, rest = divmod(len(data) - 160, 130)
    if count > 0 and not rest:
        return list(argument_fields(count).values())
    size = 33 if len(data) % 33 == 0 else 32
    return [(at, size) for at in range(0, len(data) - size + 1, size)]


def another_piece(data: bytes, random: Random) -> bytes:
    found = pieces(data)
    at, size = random.choice(found)
    other = random.choice([each for each, other in found if other == size])
    piece, there = data[at : at + size], data[other : other + size]
    match random.randrange(10):
        case 0 | 1 | 2:
            new = random.choice(random.choice(POINTS if size == 33 else SCALARS))
            return data[:at] + new + data[at + size :]
        case 3 | 4 if at != other and piece != there:
            low, high = sorted((at, other))
            first, last = data[low : low + size], data[high : high + size]
            return data[:low] + last + data[low + size : high] + first + data[high + size :]
        case 5:
            return data[:at] + data[at + size :]
        case 6:
            return data[:at] + piece + data[at:]
        case 7:
            return data[:at] + there + data[at + size :]
        case 8 if size == 33:
            return data[:at] + bytes([piece[0] ^ 1]) + data[at + 1 :]
        case _:
            where = at + random.randrange(size)
            return data[:where] + bytes([data[where] ^ 1 << random.randrange(8)]) + data[where + 1 :]


# --- the place ---------------------------------------------------------------------------------------------


def another_place(game: Game, entry: SignedEntry, random: Random) -> bytes:
    """One of the outer fields is another, mostly in its bounds."""
    fields = fields_of(entry)
    if len(fields) < 7:
        return packed((*fields, None))
    elsewhere = fields_of(random.choice(game.entries))
    at = random.choice((0, 0, 1, 2, 2, 3, 4, 4, 5, 5, 7))
    match at:
        case 0:
            other: Any = random.choice((0, 2, 3, 255, 256))
        case 1:
            other = random.choice((bytes(32), random.randbytes(32), elsewhere[1]))
        case 2:
            other = random.choice((0, fields[2] + 1, max(0, fields[2] - 1), elsewhere[2], fields[2] + 30, 2**32))
        case 3:
            other = random.choice((1 - fields[3] if fields[3] < 2 else 0, fields[3] + 1, 5, 6))
        case 4:
            other = random.choice((bytes(32), elsewhere[4], elsewhere[4], random.randbytes(32)))
        case 5:
            other = random.choice((random.randrange(24), random.choice((22, 23, 24, 100, 254, 255, 256))))
        case _:
            return packed(random.choice(((*fields, None), fields[:6], (*fields[:6], None))))
    return packed((*fields[:at], other, *fields[at + 1 :]))


ODD_VALUES = (b"\xc1", b"\x80", b"\xc7\0\1", b"\xca\0\0\0\0", b"\x91" * 9 + b"\x90", b"\xa2\xc3\x28")
"""Payloads that are no strict msgpack."""


# --- the form ----------------------------------------------------------------------------------------------


def wide(value: Any, random: Random, chance: float = 0.0) -> bytes:
    """Packed, with `chance` a header wider than it needs at each value."""
    if random.random() >= chance:
        if not isinstance(value, tuple):
            return bytes(msgpack.packb(value))
        head = bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    else:
        head = wide_head(value, random)
    if isinstance(value, tuple):
        return head + b"".join(wide(item, random, chance) for item in value)
    return head + (value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b"")


def wide_head(value: Any, random: Random) -> bytes:
    size = random.choice((1, 2, 4))
    step = {1: 0, 2: 1, 4: 2}[size]
    match value:
        case tuple():
            return bytes([0xDC + (size == 4)]) + len(value).to_bytes(4 if size == 4 else 2, "big")
        case bytes():
            return bytes([0xC5 + (size == 4)]) + len(value).to_bytes(4 if size == 4 else 2, "big")
        case str():
            return bytes([0xDA + (size == 4)]) + len(value.encode()).to_bytes(4 if size == 4 else 2, "big")
        case bool() | None:
            return bytes(msgpack.packb(value))
        case int() if 0 <= value < 256**size:
            return bytes([0xCC + step]) + value.to_bytes(size, "big")
        case _:
            return bytes([0xCF]) + (value % 2**64).to_bytes(8, "big")


def another_form(entry: SignedEntry, random: Random) -> bytes:
    """The same said in other bytes: headers that are too wide, something behind, something that no msgpack is."""
    fields = fields_of(entry)
    match random.randrange(6):
        case 0:
            return entry.body + random.choice((b"\0", b"\xc0", entry.body))
        case 1:
            return entry.body[:-1]
        case 2:
            return bytes([0x97]) + b"".join(map(msgpack.packb, fields[:6])) + random.choice(ODD_VALUES)
        case _:
            return wide(fields, random, random.choice((0.1, 0.3, 1)))


# --- the signature ---------------------------------------------------------------------------------------


def lax_signature(identity: Identity, entry: SignedEntry, random: Random) -> SignedEntry:
    """A signature that only strict verification refuses (E25): R is the neutral point, or S is not reduced."""
    if random.random() < 0.5:
        return signed_again(identity, entry, random, nonce=0)
    response = int.from_bytes(entry.signature[32:], "little") + edwards.L
    return replace(entry, signature=entry.signature[:32] + response.to_bytes(32, "little"))


def signed_again(identity: Identity, entry: SignedEntry, random: Random, nonce: int | None = None) -> SignedEntry:
    """Another valid signature of the same body: RFC 8032 with a nonce of our own."""
    private = identity.secret
    half = hashlib.sha512(private).digest()[:32]
    secret = int.from_bytes(half, "little") & (2**254 - 8) | 2**254
    nonce = random.randrange(1, edwards.L) if nonce is None else nonce
    commitment = edwards.encode(edwards.times(nonce, edwards.BASE))
    message = pae(MEDIA_TYPE, entry.body)
    challenge = int.from_bytes(hashlib.sha512(commitment + identity.public + message).digest(), "little")
    response = (nonce + challenge * secret) % edwards.L
    return replace(entry, signature=commitment + response.to_bytes(32, "little"))


# --- hellos ------------------------------------------------------------------------------------------------


def another_hello(game: Game, entry: SignedEntry, random: Random) -> bytes:
    """A hello that says one other thing: identity, nonce, versions, features, seats, rules, name."""
    fields = fields_of(entry)
    said = list(fields[6])
    at = random.randrange(7)
    other: Any = {
        0: (bytes(32), random.randbytes(32), game.publics[-1], b"\xff" * 32, b"\1" + bytes(31), said[0][:-1]),
        1: (bytes(32), said[1] + b"\0", said[1][:-1], random.randbytes(32)),
        2: ((2,), (1, 2), (0, 1), (2, 1), (1, 1), (), (255,), (256,), tuple(range(1, 18)), ((1,),), 1),
        3: ((1,), (2,), (1, 3), (3, 1), (1, 1), (2, 3), (255,), (256,), tuple(range(1, 40, 2)), b"", (64, 65)),
        4: (1, 2, 3, 4, 5, 6, 7, 0, None),
        5: (random.choice(VARIANTS).canonical_bytes(), random.choice(VARIANTS).canonical_bytes(), said[5][:-1], b""),
        6: ("", "a" * 33, "x\u202ey", "a\x00b", "e\u0301" * 20, "é" * 32, "é" * 33, "\ud7ff", "\n", b"a", "  a"),
    }[at]
    said[at] = random.choice(other)
    return packed((*fields[:6], tuple(said)))
