#!/usr/bin/env python3
"""An independent verifier of bura games: the stranger's check of section 15, in one file.

Written from the text of the protocol alone ("spec.md", version 1, draft 3), by a writer who had seen no other program
of it; names in brackets, as [E7], are that text's. It needs Python 3.11 or later and nothing else, no secret and no
network. Dedicated to the public domain (CC0 1.0).

    python3 verify.py GAME.bura [MORE.bura ...] [--json]   judge GAME; MORE lend their entries (X3)
    python3 verify.py --shim                               answer vectors, one JSON object a line (protocol/README.md)

The exit code of a check is that of its verdict (section 15.2), 2 if a file cannot be read. The file is read from the
top down as the protocol is: bytes, signatures, the group, proofs, rules, the game, the log, the check, the shell.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

# ---------------------------------------------------------------------------------------------------------------
# Section 4: limits; section 14 and 15: codes and verdicts
# ---------------------------------------------------------------------------------------------------------------

MAX_UINT = 2 ** 53 - 1
MAX_DEPTH = 8
MAX_ITEMS = 64
MAX_BODY = 65535
MAX_FRAME = 66048
MAX_POT = 1_000_000
MAX_FILE = 67_108_864
MAX_FILE_ENTRIES = 100_000
FILE_MAGIC = b"BURA-GAME-FILE 1"
ZERO = bytes(32)

EXIT_CODES = {"fair": 0, "unsigned_result": 10, "open": 10, "forked": 10, "fault": 20, "equivocation": 21,
              "void": 22, "malformed": 30, "unsupported": 40}

FIRST_LEADERS = {2: 0, 4: 1}
"""Section 8: the features known here, by the seat that each names as first leader."""

CODE_NUMBERS = {
    "frame_empty": 1, "frame_too_long": 2, "link_message": 3, "signature": 10, "identity_key": 11, "encoding": 12,
    "shape": 13, "type_unknown": 14, "table_wrong": 20, "round_wrong": 21, "seat_wrong": 22, "prev_wrong": 23,
    "equivocation": 24, "version": 30, "feature": 31, "ruleset": 32, "ruleset_differs": 33, "identity_repeated": 34,
    "type_not_due": 40, "length": 50, "point": 51, "scalar": 52, "commitment": 53, "key_proof": 54,
    "shuffle_proof": 55, "share_proof": 56, "open_proof": 57, "mix_proof": 58, "statement_proof": 59,
    "lead_illegal": 70, "answer_illegal": 71, "give_illegal": 72, "claim_illegal": 73, "raise_illegal": 74,
    "points_illegal": 75, "result_wrong": 76, "deck_broken": 90, "keys_equal": 91,
}


class Refused(Exception):
    """The outcome "refuse (code)" of section 2: nothing has changed.

    `requirement` is the requirement that was broken; `proof` holds the challenge that a proof named and the one that
    its equations give, for the report of X6.
    """

    def __init__(self, code: str, requirement: str, proof: tuple[str, str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.requirement = requirement
        self.proof = proof


def require(holds: bool, code: str, requirement: str) -> None:
    """Refuse by `code` unless `holds`."""
    if not holds:
        raise Refused(code, requirement)


# ---------------------------------------------------------------------------------------------------------------
# Section 6: strict msgpack
# ---------------------------------------------------------------------------------------------------------------

Value = Any  # None, bool, int, str, bytes, or a list of values: what M1 allows


class Reader:
    """Reads one strict value; every deviation from M1 to M5 is refused (`encoding`)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes; they have to be there."""
        end = self.at + size
        require(end <= len(self.data), "encoding", "M5")
        piece = self.data[self.at:end]
        self.at = end
        return piece

    def number(self, size: int, least: int) -> int:
        """A big-endian length or integer of `size` bytes that no shorter form could hold (M2)."""
        value = int.from_bytes(self.take(size), "big")
        require(value >= least, "encoding", "M2")
        return value

    def negative(self, size: int) -> int:
        """An int of `size` bytes, below what the next shorter form holds (M2)."""
        value = int.from_bytes(self.take(size), "big", signed=True)
        shorter = {1: -32, 2: -2 ** 7, 4: -2 ** 15, 8: -2 ** 31}[size]
        require(value < shorter, "encoding", "M2")
        return value

    def text(self, size: int) -> str:
        """A str of `size` bytes; Python's UTF-8 refuses surrogates and long forms itself (M3)."""
        try:
            return self.take(size).decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("encoding", "M3") from None

    def array(self, size: int, depth: int) -> list[Value]:
        """An array of `size` items, itself at `depth` (M4)."""
        require(size <= MAX_ITEMS and depth <= MAX_DEPTH, "encoding", "M4")
        return [self.value(depth + 1) for _ in range(size)]

    def value(self, depth: int = 1) -> Value:
        """One value; `depth` is the depth of an array that would stand here."""
        head = self.take(1)[0]
        if head < 0x80:
            return head
        if head >= 0xe0:
            return head - 256
        if 0x90 <= head < 0xa0:
            return self.array(head - 0x90, depth)
        if 0xa0 <= head < 0xc0:
            return self.text(head - 0xa0)
        if head in (0xc0, 0xc2, 0xc3):
            return {0xc0: None, 0xc2: False, 0xc3: True}[head]
        if 0xc4 <= head <= 0xc6:
            return self.take(self.number(*((1, 0), (2, 2 ** 8), (4, 2 ** 16))[head - 0xc4]))
        if 0xcc <= head <= 0xcf:
            value = self.number(*((1, 2 ** 7), (2, 2 ** 8), (4, 2 ** 16), (8, 2 ** 32))[head - 0xcc])
            require(value <= MAX_UINT, "encoding", "M1")
            return value
        if 0xd0 <= head <= 0xd3:
            value = self.negative((1, 2, 4, 8)[head - 0xd0])
            require(value >= -MAX_UINT, "encoding", "M1")
            return value
        if 0xd9 <= head <= 0xdb:
            return self.text(self.number(*((1, 32), (2, 2 ** 8), (4, 2 ** 16))[head - 0xd9]))
        if head == 0xdc:
            return self.array(self.number(2, 16), depth)
        raise Refused("encoding", "M1")


def read_value(data: bytes) -> Value:
    """The one strict value that `data` is [M1 to M6]."""
    require(len(data) <= MAX_FRAME, "encoding", "M5")
    reader = Reader(data)
    value = reader.value()
    require(reader.at == len(data), "encoding", "M5")
    return value


# ---------------------------------------------------------------------------------------------------------------
# Sections 7 and 9: the fields of bodies and messages
# ---------------------------------------------------------------------------------------------------------------

Field = Callable[[Value], bool]


def uint(low: int, high: int, nil: bool = False) -> Field:
    """An integer from `low` to `high`, or nil where that is allowed; a bool is no integer."""
    return lambda value: nil if value is None else type(value) is int and low <= value <= high


def binary(low: int, high: int | None = None) -> Field:
    """Raw bytes, `low` to `high` of them, or exactly `low`."""
    most = low if high is None else high
    return lambda value: type(value) is bytes and low <= len(value) <= most


def text(low: int, high: int) -> Field:
    """A str by its UTF-8 bytes."""
    return lambda value: type(value) is str and low <= len(value.encode()) <= high


def array(low: int, high: int, item: Field, ascending: bool = False) -> Field:
    """An array of `low` to `high` items, strictly ascending if so."""
    def fits(value: Value) -> bool:
        if type(value) is not list or not low <= len(value) <= high or not all(map(item, value)):
            return False
        return not ascending or all(a < b for a, b in itertools.pairwise(value))
    return fits


def record(*fields: Field) -> Field:
    """An array of exactly these fields."""
    return lambda value: (type(value) is list and len(value) == len(fields)
                          and all(fits(item) for fits, item in zip(fields, value)))


def boolean(value: Value) -> bool:
    """A bool."""
    return type(value) is bool


def anything(value: Value) -> bool:
    """Any array: of a body's payload no more is known before its place is judged (E7)."""
    return type(value) is list


BODY = record(uint(0, 65535), binary(32), uint(0, 2 ** 32 - 1), uint(0, 5), binary(32), uint(0, 255), anything)
IDENTITIES = array(2, 6, binary(32))
ENTRY_FRAME = record(uint(0, 5), binary(1, MAX_BODY), binary(64))

_PLAY = (binary(0, 330), binary(0, 810), binary(33, 165), binary(64))
_VERSIONS = array(1, 8, uint(0, 65535), ascending=True)
_FEATURES = array(0, 32, uint(0, 65535), ascending=True)

MESSAGES: dict[int, tuple[str, Field]] = {
    0: ("hello", record(binary(32), binary(32), _VERSIONS, _FEATURES, uint(2, 6), binary(1, 1024), text(0, 64))),
    1: ("commit", record(binary(32))),
    2: ("reveal", record(binary(33), binary(64), binary(32))),
    3: ("shuffle", record(binary(66, 2376), binary(1, 4840))),
    4: ("deal", record(binary(33, 1188), binary(64))),
    5: ("shares", record(binary(33, 1188), binary(64))),
    6: ("lead", record(*_PLAY)),
    7: ("answer", record(*_PLAY)),
    8: ("give", record(binary(0, 330), binary(0, 810), uint(0, 55, nil=True), binary(0, 128))),
    9: ("claim", record()),
    10: ("pass", record()),
    11: ("raise", record(uint(2, 6))),
    12: ("accept", record()),
    13: ("decline", record()),
    14: ("open", record(binary(33, 1188), binary(64))),
    15: ("count", record(array(1, 6, record(uint(0, 120), binary(128))))),
    16: ("result", record(uint(0, 2 ** 32 - 1), uint(0, 5, nil=True), uint(0, 255), uint(0, 255),
                          array(2, 6, uint(0, 65535)), array(2, 6, uint(-MAX_UINT, MAX_UINT)), uint(0, MAX_POT),
                          uint(0, 5, nil=True), boolean)),
    17: ("resign", record()),
    18: ("announce", record(uint(0, 2), binary(64, 384))),
    19: ("cede", record()),
    20: ("points", record(binary(66), binary(192))),
    21: ("win", record(uint(0, 120), binary(64))),
}


class Outer(NamedTuple):
    """The seven outer fields of a body (section 7)."""

    version: int
    table_id: bytes
    round: int
    seat: int
    prev: bytes
    type: int
    payload: list[Value]


def read_body(body: bytes) -> Outer:
    """A body by its outer form [E5, E7]."""
    require(len(body) <= MAX_BODY, "encoding", "E5")
    value = read_value(body)
    require(BODY(value), "shape", "E7")
    return Outer(*value)


def read_message(outer: Outer) -> str:
    """The name of the message in a body whose payload has that message's fields [E14]."""
    require(outer.version == 1, "version", "E14")
    require(outer.type in MESSAGES, "type_unknown", "E14")
    name, fits = MESSAGES[outer.type]
    require(fits(outer.payload), "shape", "E14")
    return name


# ---------------------------------------------------------------------------------------------------------------
# Section 7: what is hashed and signed
# ---------------------------------------------------------------------------------------------------------------

ENTRY_MEDIA_TYPE = b"application/vnd.bura-p2p.entry+msgpack;v=1"


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def vec(*parts: bytes) -> bytes:
    """vec(x1 ... xm) of section 7: the number of parts, then each behind its length."""
    return u16(len(parts)) + b"".join(u16(len(part)) + part for part in parts)


def sha256(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def pae(media_type: bytes, body: bytes) -> bytes:
    """DSSE's pre-authentication encoding."""
    return b"DSSEv1 %d %s %d %s" % (len(media_type), media_type, len(body), body)


def next_head(before: bytes, bodies: Sequence[bytes]) -> bytes:
    """The head after a round with these bodies, seats ascending."""
    return sha256(vec(before, *bodies))


def table_id_of(head: bytes) -> bytes:
    """The table id, from the head after round 0."""
    return sha256(vec(b"BURA-P2P-V1-table", head))


def context(table_id: bytes, hand: int, number: int, seat: int, head: bytes) -> bytes:
    """ctx of a place (section 11.2), 85 bytes."""
    return vec(table_id, u32(hand), u32(number), u8(seat), head)


def wnaf(scalar: int, width: int) -> Iterator[tuple[int, int]]:
    """The digits of a number >= 0 in width-w non-adjacent form: (bit position, odd digit), lowest first."""
    position = 0
    half, full = 1 << (width - 1), 1 << width
    while scalar:
        zeros = (scalar & -scalar).bit_length() - 1
        scalar >>= zeros
        position += zeros
        digit = scalar & (full - 1)
        if digit >= half:
            digit -= full
        yield position, digit
        scalar -= digit


# ---------------------------------------------------------------------------------------------------------------
# Section 7: Ed25519, strict verification
# ---------------------------------------------------------------------------------------------------------------

ED_P = 2 ** 255 - 19
ED_L = 2 ** 252 + 27742317777372353535851937790883648493
ED_D = -121665 * pow(121666, -1, ED_P) % ED_P
ED_2D = 2 * ED_D % ED_P
ED_ROOT = pow(2, (ED_P - 1) // 4, ED_P)
ED_Y8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7
ED_LOW_ORDER = frozenset({0, 1, ED_P - 1, ED_Y8, ED_P - ED_Y8})
ED_WIDTH = 5

EdPoint = tuple[int, int, int, int]  # extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z
ED_ZERO: EdPoint = (0, 1, 1, 0)


def ed_add(p: EdPoint, q: EdPoint) -> EdPoint:
    """The sum of two points of edwards25519; the formula is complete."""
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a = (y1 - x1) * (y2 - x2) % ED_P
    b = (y1 + x1) * (y2 + x2) % ED_P
    c = t1 * t2 % ED_P * ED_2D % ED_P
    d = 2 * z1 * z2 % ED_P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % ED_P, g * h % ED_P, f * g % ED_P, e * h % ED_P


def ed_double(p: EdPoint) -> EdPoint:
    """Twice a point."""
    x, y, z, _ = p
    a, b = x * x % ED_P, y * y % ED_P
    h = a + b
    e = h - (x + y) * (x + y) % ED_P
    g = a - b
    f = 2 * z * z % ED_P + g
    return e * f % ED_P, g * h % ED_P, f * g % ED_P, e * h % ED_P


def ed_multiples(point: EdPoint, count: int) -> tuple[EdPoint, ...]:
    """The first odd multiples of a point."""
    twice = ed_double(point)
    table = [point]
    while len(table) < count:
        table.append(ed_add(table[-1], twice))
    return tuple(table)


def ed_well_formed(data: bytes) -> bool:
    """32 bytes whose low 255 bits are below p and not the y of a point of low order."""
    y = int.from_bytes(data, "little") & (2 ** 255 - 1)
    return len(data) == 32 and y < ED_P and y not in ED_LOW_ORDER


@lru_cache(maxsize=64)
def ed_read_key(key: bytes) -> EdPoint | None:
    """The point of a key that passes `identity_key`, else None."""
    if not ed_well_formed(key):
        return None
    number = int.from_bytes(key, "little")
    y, sign = number & (2 ** 255 - 1), number >> 255
    u, v = (y * y - 1) % ED_P, (ED_D * y * y + 1) % ED_P
    x = u * pow(v, 3, ED_P) * pow(u * pow(v, 7, ED_P), (ED_P - 5) // 8, ED_P) % ED_P
    if v * x * x % ED_P != u:
        x = x * ED_ROOT % ED_P
    if v * x * x % ED_P != u:
        return None
    if x & 1 != sign:
        x = ED_P - x
    return x, y, 1, x * y % ED_P


def ed_write(point: EdPoint) -> bytes:
    """The 32 bytes of a point."""
    x, y, z, _ = point
    inverse = pow(z, -1, ED_P)
    x, y = x * inverse % ED_P, y * inverse % ED_P
    return (y | (x & 1) << 255).to_bytes(32, "little")


@lru_cache(maxsize=1)
def ed_base_table() -> tuple[EdPoint, ...]:
    """Odd multiples of the base point B, whose y is 4/5 and whose x is even."""
    base = ed_read_key((4 * pow(5, -1, ED_P) % ED_P).to_bytes(32, "little"))
    assert base is not None
    return ed_multiples(base, 64)


@lru_cache(maxsize=64)
def ed_negative_table(key: EdPoint) -> tuple[EdPoint, ...]:
    """Odd multiples of the negated key."""
    x, y, z, t = key
    return ed_multiples((-x % ED_P, y, z, -t % ED_P), 1 << (ED_WIDTH - 2))


def ed_difference(s: int, k: int, key: EdPoint) -> EdPoint:
    """s·B - k·key."""
    steps: list[list[EdPoint]] = [[] for _ in range(256)]
    for scalar, width, table in ((s, 8, ed_base_table()), (k, ED_WIDTH, ed_negative_table(key))):
        for position, digit in wnaf(scalar, width):
            x, y, z, t = table[abs(digit) >> 1]
            steps[position].append((x, y, z, t) if digit > 0 else (-x, y, z, -t))
    total = ED_ZERO
    for step in reversed(steps):
        total = ed_double(total)
        for point in step:
            total = ed_add(total, point)
    return total


def check_signature(key: bytes, message: bytes, signature: bytes) -> None:
    """Strict verification of section 7, without the cofactor: refuse `identity_key` or `signature` [E6]."""
    point = ed_read_key(key)
    if point is None:
        raise Refused("identity_key", "E6")
    require(len(signature) == 64 and ed_well_formed(signature[:32]), "signature", "E6")
    s = int.from_bytes(signature[32:], "little")
    require(s < ED_L, "signature", "E6")
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    k = int.from_bytes(digest, "little") % ED_L
    require(ed_write(ed_difference(s, k, point)) == signature[:32], "signature", "E6")


# ---------------------------------------------------------------------------------------------------------------
# Section 11.1: secp256k1
# ---------------------------------------------------------------------------------------------------------------

P = 2 ** 256 - 2 ** 32 - 977
N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141

Affine = tuple[int, int]
Point = Affine | None              # None is the identity, and in a statement an absent base (G3)
Jacobian = tuple[int, int, int]    # X, Y, Z with x = X/Z², y = Y/Z³; Z = 0 is the identity
Masked = tuple[Point, Point]       # a masked card (A, B)

G: Affine = (0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798,
             0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8)
NARROW, WIDE = 5, 8                # window widths: points met once, and generators


def double(p: Jacobian) -> Jacobian:
    """Twice a point (no point of the curve has y = 0)."""
    x, y, z = p
    yy = y * y % P
    s = 4 * x * yy % P
    m = 3 * x * x % P
    x3 = (m * m - 2 * s) % P
    return x3, (m * (s - x3) - 8 * yy * yy) % P, 2 * y * z % P


def add_affine(p: Jacobian, q: Affine) -> Jacobian:
    """The sum of a Jacobian and an affine point."""
    x1, y1, z1 = p
    x2, y2 = q
    if not z1:
        return x2, y2, 1
    zz = z1 * z1 % P
    h = (x2 * zz - x1) % P
    r = (y2 * z1 % P * zz - y1) % P
    if not h:
        return (0, 1, 0) if r else double(p)
    hh = h * h % P
    hhh = h * hh % P
    v = x1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - y1 * hhh) % P, z1 * h % P


def to_affine(p: Jacobian) -> Point:
    """A Jacobian point by its two coordinates."""
    x, y, z = p
    if not z:
        return None
    inverse = pow(z, -1, P)
    square = inverse * inverse % P
    return x * square % P, y * square % P * inverse % P


def odd_multiples(point: Affine, count: int) -> tuple[Affine, ...]:
    """The first odd multiples of a point, made affine by one inversion for all."""
    twice = to_affine(double((*point, 1)))
    assert twice is not None           # the order of the group is odd
    chain: list[Jacobian] = [(*point, 1)]
    while len(chain) < count:
        chain.append(add_affine(chain[-1], twice))
    products = list(itertools.accumulate((z for _, _, z in chain), lambda a, b: a * b % P))
    inverse = pow(products[-1], -1, P)
    table: list[Affine] = []
    for index in range(count - 1, -1, -1):
        x, y, z = chain[index]
        own = inverse * products[index - 1] % P if index else inverse
        inverse = inverse * z % P
        square = own * own % P
        table.append((x * square % P, y * square % P * own % P))
    return tuple(reversed(table))


@lru_cache(maxsize=2048)
def narrow_table(point: Affine) -> tuple[Affine, ...]:
    """Odd multiples of a point of a game."""
    return odd_multiples(point, 1 << (NARROW - 2))


@lru_cache(maxsize=64)
def wide_table(point: Affine) -> tuple[Affine, ...]:
    """Odd multiples of a generator."""
    return odd_multiples(point, 1 << (WIDE - 2))


def combine(*terms: tuple[int, Point]) -> Point:
    """Σ scalar·point, by one chain of doublings for all (Straus). What is absent or the identity adds nothing."""
    steps: list[list[Affine]] = [[] for _ in range(258)]
    generators = all_generators()
    for scalar, point in terms:
        if point is None:
            continue
        fixed = point in generators
        table = wide_table(point) if fixed else narrow_table(point)
        for position, digit in wnaf(scalar % N, WIDE if fixed else NARROW):
            x, y = table[abs(digit) >> 1]
            steps[position].append((x, y) if digit > 0 else (x, P - y))
    total: Jacobian = (0, 1, 0)
    for step in reversed(steps):
        if total[2]:
            total = double(total)
        for point in step:
            total = add_affine(total, point)
    return to_affine(total)


def total_of(points: Iterable[Point]) -> Point:
    """Σ of points; over nothing the identity."""
    total: Jacobian = (0, 1, 0)
    for point in points:
        if point is not None:
            total = add_affine(total, point)
    return to_affine(total)


def negative(point: Point) -> Point:
    """The inverse of a point."""
    return None if point is None else (point[0], P - point[1])


def difference(a: Point, b: Point) -> Point:
    """a - b."""
    return total_of((a, negative(b)))


def write_point(point: Point) -> bytes:
    """33 bytes of an element; 33 zero bytes for the identity and for an absent base [G3]."""
    if point is None:
        return bytes(33)
    return bytes((2 | point[1] & 1,)) + point[0].to_bytes(32, "big")


def root_mod_p(square: int) -> int | None:
    """A square root modulo p, or None."""
    root = pow(square, (P + 1) // 4, P)
    return root if root * root % P == square % P else None


def read_point(data: bytes) -> Affine:
    """A point on the wire [G1]."""
    require(len(data) == 33 and data[0] in (2, 3), "point", "G1")
    x = int.from_bytes(data[1:], "big")
    require(x < P, "point", "G1")
    y = root_mod_p((x * x * x + 7) % P)
    if y is None:
        raise Refused("point", "G1")
    return x, y if y & 1 == data[0] & 1 else P - y


def read_points(data: bytes) -> list[Point]:
    """A list of points whose length has been judged [G4]."""
    return [read_point(data[at:at + 33]) for at in range(0, len(data), 33)]


def read_cards(data: bytes) -> list[Masked]:
    """A list of masked cards whose length has been judged [G4]."""
    points = read_points(data)
    return list(zip(points[0::2], points[1::2]))


def write_card(card: Masked) -> bytes:
    """66 bytes of a masked card."""
    return write_point(card[0]) + write_point(card[1])


def read_scalars(data: bytes) -> list[int]:
    """A list of scalars whose length has been judged [G2]."""
    scalars = [int.from_bytes(data[at:at + 32], "big") for at in range(0, len(data), 32)]
    require(all(scalar < N for scalar in scalars), "scalar", "G2")
    return scalars


def write_scalar(scalar: int) -> bytes:
    """32 bytes of a scalar."""
    return scalar.to_bytes(32, "big")


# ---------------------------------------------------------------------------------------------------------------
# Sections 11.3 and 11.4: hashing, generators, cards
# ---------------------------------------------------------------------------------------------------------------

SSWU_A = 0x3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533
SSWU_B = 1771
SSWU_Z = P - 11
ISOGENY = (  # RFC 9380, appendix E.1: x numerator, x denominator, y numerator, y denominator; lowest power first
    (0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa8c7,
     0x07d3d4c80bc321d5b9f315cea7fd44c5d595d2fc0bf63b92dfff1044f17c6581,
     0x534c328d23f234e6e2a413deca25caece4506144037c40314ecbd0b53d9dd262,
     0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa88c),
    (0xd35771193d94918a9ca34ccbb7b640dd86cd409542f8487d9fe6b745781eb49b,
     0xedadc6f64383dc1df7c4b2d51b54225406d36b641f5e41bbc52a56612a8c6d14, 1),
    (0x4bda12f684bda12f684bda12f684bda12f684bda12f684bda12f684b8e38e23c,
     0xc75e0c32d5cb7c0fa9d0a54b12a0a6d5647ab046d686da6fdffc90fc201d71a3,
     0x29a6194691f91a73715209ef6512e576722830a201be2018a765e85a9ecee931,
     0x2f684bda12f684bda12f684bda12f684bda12f684bda12f684bda12f38e38d84),
    (0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffff93b,
     0x7a06534bb8bdb49fd5e9e6632722c2989467c1bfc8e8d978dfb425d2685c2573,
     0x6484aa716545ca2cf3a70c3fa8fe337e0a3d21162f0d6299a7bf8192bfd2a76f, 1),
)
GROUP_PURPOSES = ("card-axis", "shuffle-base")


def domain(purpose: str) -> bytes:
    """The DST of a purpose (section 11.3)."""
    suite = "secp256k1_XMD:SHA-256" + ("_SSWU_RO_" if purpose in GROUP_PURPOSES else "")
    return f"BURA-P2P-V1-{purpose}-with-{suite}".encode()


def expand_message(message: bytes, tag: bytes, length: int) -> bytes:
    """expand_message_xmd with SHA-256 (RFC 9380, 5.3.1); a DST above 255 bytes does not occur here."""
    tail = tag + u8(len(tag))
    first = sha256(bytes(64) + message + u16(length) + b"\0" + tail)
    blocks = [sha256(first + b"\1" + tail)]
    while 32 * len(blocks) < length:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(sha256(mixed + u8(len(blocks) + 1) + tail))
    return b"".join(blocks)[:length]


def hash_to_scalar(message: bytes, purpose: str) -> int:
    """HashToScalar of section 11.3."""
    return int.from_bytes(expand_message(message, domain(purpose), 48), "big") % N


def map_to_curve(u: int) -> Affine:
    """The simplified SWU map to an isogenous curve, and the isogeny back (RFC 9380, 6.6.3)."""
    zuu = SSWU_Z * u * u % P
    spread = (zuu * zuu + zuu) % P
    if spread:
        x = -SSWU_B * pow(SSWU_A, -1, P) * (1 + pow(spread, -1, P)) % P
    else:
        x = SSWU_B * pow(SSWU_Z * SSWU_A, -1, P) % P
    y = root_mod_p((x * x * x + SSWU_A * x + SSWU_B) % P)
    if y is None:
        x = zuu * x % P
        y = root_mod_p((x * x * x + SSWU_A * x + SSWU_B) % P)
    assert y is not None               # one of the two is a square
    if y & 1 != u & 1:
        y = P - y
    up, down, side, under = (sum(k * pow(x, i, P) for i, k in enumerate(row)) % P for row in ISOGENY)
    return up * pow(down, -1, P) % P, y * side % P * pow(under, -1, P) % P


def field_elements(message: bytes, tag: bytes) -> tuple[int, int]:
    """hash_to_field with two elements (RFC 9380, 5.2)."""
    wide = expand_message(message, tag, 96)
    return int.from_bytes(wide[:48], "big") % P, int.from_bytes(wide[48:], "big") % P


def hash_to_curve(message: bytes, tag: bytes) -> Point:
    """hash_to_curve of the suite secp256k1_XMD:SHA-256_SSWU_RO_ (RFC 9380, 8.7); the cofactor is 1."""
    return total_of(map_to_curve(u) for u in field_elements(message, tag))


@lru_cache(maxsize=64)
def generator(message: bytes, purpose: str) -> Affine:
    """HashToGroup of section 11.3."""
    point = hash_to_curve(message, domain(purpose))
    assert point is not None
    return point


def shuffle_bases(size: int) -> list[Affine]:
    """h, h_1 ... h_size of section 11.4."""
    names = [b"h"] + [b"h" + u16(i) for i in range(1, size + 1)]
    return [generator(name, "shuffle-base") for name in names]


H_RANK = generator(b"rank", "card-axis")
H_SUIT = generator(b"suit", "card-axis")
H_POINTS = generator(b"points", "card-axis")


@lru_cache(maxsize=1)
def all_generators() -> frozenset[Affine]:
    """Every point that is multiplied again and again."""
    return frozenset((G, H_RANK, H_SUIT, H_POINTS, *shuffle_bases(36)))


RANKS = ("6", "7", "8", "9", "J", "Q", "K", "10", "A")
RANK_POINTS = (0, 0, 0, 0, 2, 3, 4, 10, 11)
SUITS = "CDHS"
ACE = 8
LOWEST_RANK = {20: 4, 32: 1, 36: 0}


class Card(NamedTuple):
    """A card by the numbers of section 11.4."""

    suit: int
    rank: int

    @property
    def points(self) -> int:
        """What it is worth."""
        return RANK_POINTS[self.rank]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]


@lru_cache(maxsize=36)
def card_point(card: Card) -> Point:
    """M = (rank+1)·H_rank + (suit+1)·H_suit + points·H_points."""
    return combine((card.rank + 1, H_RANK), (card.suit + 1, H_SUIT), (card.points, H_POINTS))


@lru_cache(maxsize=3)
def deck_of(size: int) -> tuple[Card, ...]:
    """The cards of a deck, by suit, then rank."""
    return tuple(Card(suit, rank) for suit in range(4) for rank in range(LOWEST_RANK[size], 9))


@lru_cache(maxsize=3)
def faces_of(size: int) -> dict[Point, Card]:
    """The cards of a deck by their points."""
    return {card_point(card): card for card in deck_of(size)}


def start_deck(size: int, joint_key: Point) -> list[Masked]:
    """The start deck of section 11.5: masked with the public factor 1."""
    return [(G, total_of((card_point(card), joint_key))) for card in deck_of(size)]


# ---------------------------------------------------------------------------------------------------------------
# Section 11.8: the linear proof
# ---------------------------------------------------------------------------------------------------------------

Row = tuple[Point, list[Point]]    # a target Y and its bases in the order of the witness, None where absent

PROOF_CODES = {"own-key": "key_proof", "share": "share_proof", "open": "open_proof"}


def check_linear(label: str, ctx: bytes, rows: list[Row], proof: bytes) -> None:
    """Judge a proof that one witness fits every row [G2, G4, G6]."""
    width = len(rows[0][1])
    require(len(proof) == 32 * (1 + width), "length", "G4")
    challenge, *responses = read_scalars(proof)
    elements = [write_point(element) for target, bases in rows for element in (target, *bases)]
    statement = vec(label.encode(), ctx, u16(len(rows)), u16(width), *elements)
    commitments = [write_point(combine((-challenge, target), *zip(responses, bases))) for target, bases in rows]
    computed = hash_to_scalar(vec(statement, *commitments), "linear-challenge")
    if computed != challenge:
        named = write_scalar(challenge).hex(), write_scalar(computed).hex()
        raise Refused(PROOF_CODES.get(label, "statement_proof"), "G6", named)


def require_some(stated: Sequence[object], least: int = 1) -> None:
    """A statement over nothing says nothing, and no card is of one suit with itself alone [G9b]."""
    require(len(stated) >= least, "length", "G9b")


def require_different(cards: Sequence[Masked]) -> None:
    """One masked card may not stand twice in a statement over cards [G9]."""
    require(len(set(cards)) == len(cards), "statement_proof", "G9")


def check_own_key(ctx: bytes, key: Point, proof: bytes) -> None:
    """`own-key`: x with X = x·G."""
    check_linear("own-key", ctx, [(key, [G])], proof)


def check_shares(label: str, ctx: bytes, key: Point, cards: Sequence[Masked], shares: Sequence[Point],
                 proof: bytes) -> None:
    """`share` and `open`: D_i = x·A_i for each card."""
    require_some(cards)
    rows: list[Row] = [(key, [G])]
    rows += [(share, [card[0]]) for share, card in zip(shares, cards)]
    check_linear(label, ctx, rows, proof)


def check_points(ctx: bytes, key: Point, cards: Sequence[Masked], points: int, proof: bytes) -> None:
    """`points`: the cards are worth so much together [G8, G9]."""
    require_some(cards)
    require(points <= 11 * len(cards), "statement_proof", "G8")
    require_different(cards)
    target = total_of([*(b for _, b in cards), combine((-points, H_POINTS))])
    check_linear("points", ctx, [(key, [G, None, None]),
                                 (target, [total_of(a for a, _ in cards), H_RANK, H_SUIT])], proof)


def check_sealed_points(ctx: bytes, key: Point, owner: Point, cards: Sequence[Masked], sealed: Masked,
                        proof: bytes) -> None:
    """`sealed-points`: the cards are worth what the pair (C_1, C_2) holds for its owner [G9]."""
    require_some(cards)
    require_different(cards)
    rows: list[Row] = [
        (key, [G, None, None, None, None]),
        (sealed[0], [None, G, None, None, None]),
        (sealed[1], [None, owner, H_POINTS, None, None]),
        (total_of(b for _, b in cards), [total_of(a for a, _ in cards), None, H_POINTS, H_RANK, H_SUIT]),
    ]
    check_linear("sealed-points", ctx, rows, proof)


def check_sealed_total(ctx: bytes, key: Point, pairs: Sequence[Masked], points: int, proof: bytes) -> None:
    """`sealed-total`: the pairs sealed for this key hold so much together."""
    require_some(pairs)
    target = total_of([*(second for _, second in pairs), combine((-points, H_POINTS))])
    check_linear("sealed-total", ctx, [(key, [G]), (target, [total_of(first for first, _ in pairs)])], proof)


def witness_row(width: int, given: dict[int, Point]) -> list[Point]:
    """A row of `width` bases, absent but for those given by their place."""
    return [given.get(place) for place in range(width)]


def check_suit(ctx: bytes, key: Point, cards: Sequence[Masked], suit: int, proof: bytes) -> None:
    """`suit`: each card is of this suit [G9]."""
    require_some(cards)
    require_different(cards)
    size = len(cards)
    width = 1 + 2 * size
    rows: list[Row] = [(key, witness_row(width, {0: G}))]
    for i, (a, b) in enumerate(cards, 1):
        rows.append((difference(b, combine((suit + 1, H_SUIT))),
                     witness_row(width, {0: a, i: H_RANK, size + i: H_POINTS})))
    check_linear("suit", ctx, rows, proof)


def check_rank(ctx: bytes, key: Point, cards: Sequence[Masked], rank: int, proof: bytes) -> None:
    """`rank`: each card is of this rank, and worth what that is [G9]."""
    require_some(cards)
    require_different(cards)
    width = 1 + len(cards)
    known = combine((rank + 1, H_RANK), (RANK_POINTS[rank], H_POINTS))
    rows: list[Row] = [(key, witness_row(width, {0: G}))]
    for i, (a, b) in enumerate(cards, 1):
        rows.append((difference(b, known), witness_row(width, {0: a, i: H_SUIT})))
    check_linear("rank", ctx, rows, proof)


def check_one_suit(ctx: bytes, key: Point, cards: Sequence[Masked], proof: bytes) -> None:
    """`one-suit`: every card is of the first one's suit [G9]."""
    require_some(cards, 2)
    require_different(cards)
    others = len(cards) - 1
    width = 1 + 2 * others
    rows: list[Row] = [(key, witness_row(width, {0: G}))]
    (first_a, first_b), *rest = cards
    for i, (a, b) in enumerate(rest, 1):
        rows.append((difference(first_b, b),
                     witness_row(width, {0: difference(first_a, a), i: H_RANK, others + i: H_POINTS})))
    check_linear("one-suit", ctx, rows, proof)


# ---------------------------------------------------------------------------------------------------------------
# Section 11.9: the shuffle argument
# ---------------------------------------------------------------------------------------------------------------

class ShuffleProof(NamedTuple):
    """k, s_1 ... s_4, ŝ, s', c and ĉ of a proof."""

    k: int
    s: list[int]
    s_hat: list[int]
    s_prime: list[int]
    c: list[Point]
    c_hat: list[Point]


def read_shuffle_proof(proof: bytes, size: int) -> ShuffleProof:
    """The fields of a proof of 130N + 160 bytes: every scalar, then every point."""
    scalars = read_scalars(proof[:32 * (5 + 2 * size)])
    points = read_points(proof[32 * (5 + 2 * size):])
    return ShuffleProof(scalars[0], scalars[1:5], scalars[5:5 + size], scalars[5 + size:],
                        points[:size], points[size:])


def shuffle_digest(label: str, ctx: bytes, key: Point, inputs: Sequence[Masked], outputs: Sequence[Masked],
                   c: Sequence[Point]) -> bytes:
    """d of step 2: the whole statement, and the commitments to the permutation."""
    size = len(inputs)
    cards = [element for card in (*inputs, *outputs) for element in card]
    return sha256(vec(label.encode(), ctx, u16(size), *map(write_point, (G, *shuffle_bases(size), key, *cards, *c))))


def shuffle_commitments(digest: bytes, key: Point, inputs: Sequence[Masked], outputs: Sequence[Masked],
                        proof: ShuffleProof) -> list[Point]:
    """t_1, t_2, t_3, t_4B, t_4A, t̂_1 ... t̂_N as the verifier's equations give them."""
    size = len(inputs)
    h, *bases = shuffle_bases(size)
    k, (s1, s2, s3, s4), s_hat, s_prime, c, c_hat = proof
    u = [hash_to_scalar(digest + u16(i), "shuffle-u") for i in range(1, size + 1)]
    product = k
    for factor in u:
        product = product * factor % N
    minus_ku = [-k * factor for factor in u]
    surplus = difference(total_of(c), total_of(bases))
    commitments = [
        combine((s1, G), (-k, surplus)),
        combine((s2, G), (-k, c_hat[-1]), (product, h)),
        combine((s3, G), *zip(s_prime, bases), *zip(minus_ku, c)),
        combine((-s4, key), *zip(s_prime, (b for _, b in outputs)), *zip(minus_ku, (b for _, b in inputs))),
        combine((-s4, G), *zip(s_prime, (a for a, _ in outputs)), *zip(minus_ku, (a for a, _ in inputs))),
    ]
    for i, before in enumerate((h, *c_hat[:-1])):
        commitments.append(combine((s_hat[i], G), (s_prime[i], before), (-k, c_hat[i])))
    return commitments


def check_shuffle(label: str, ctx: bytes, key: Point, inputs: Sequence[Masked], outputs: bytes, proof: bytes,
                  requirement: str = "S2") -> list[Masked]:
    """Judge outputs as a shuffle of the inputs [S2, P3, G7]; the outputs, read."""
    size = len(inputs)
    require(len(outputs) == 66 * size and len(proof) == 130 * size + 160, "length", requirement)
    cards = read_cards(outputs)
    fields = read_shuffle_proof(proof, size)
    digest = shuffle_digest(label, ctx, key, inputs, cards, fields.c)
    commitments = shuffle_commitments(digest, key, inputs, cards, fields)
    computed = hash_to_scalar(vec(digest, *map(write_point, (*fields.c_hat, *commitments))), "shuffle-k")
    if computed != fields.k:
        named = write_scalar(fields.k).hex(), write_scalar(computed).hex()
        raise Refused("shuffle_proof" if label == "deck" else "mix_proof", "G7", named)
    return cards


# ---------------------------------------------------------------------------------------------------------------
# Section 12.1: rulesets
# ---------------------------------------------------------------------------------------------------------------

NUMBER = "(?:0|[1-9][0-9]{0,4})"


def listed(item: str) -> str:
    """The pattern of a list: items with one blank between, `-` if empty."""
    return f"(?:-|{item}(?: {item})*)"


GRAMMAR: dict[str, str] = {
    "name": "[a-z][a-z0-9-]{0,31}",
    "players": "[2-6] [2-6]",
    "deck": "20|32|36",
    "hand": "[1-5]",
    "target": f"-|{NUMBER}",
    "lead": listed(NUMBER),
    "short_stock": "draw_rest|no_draw",
    "give_face": "down|up",
    "specials": listed("(?:bura|three_aces|molodka)"),
    "specials_when": "never|pre_lead|in_trick",
    "three_aces": "lead|takes_pot",
    "bura": "nothing|whole_hand_on_lead|must_win_trick|instant_on_announce|play_ends_round",
    "maliutka": "turn|anytime",
    "instant": listed("(?:bura|moscow|four_trumps|four_aces)"),
    "win": "var_after_own_trick|claim_anytime|auto|most_points",
    "wrong": "lose_hand|pay_pot|double_pot|nothing",
    "exhausted": "most_points|void_reante|void_pot_stays",
    "tie": "draw|split_pot",
    "dealer": "nobody|claimant_or_winner_else_same",
    "first_lead": "winner|left_of_dealer|right_of_dealer|rotating_seat",
    "raises": listed("[2-6]"),
    "match_to": "0|1|3|7|11",
    "no_raise": "never|first_hand_one_short",
    "points_shown": "no|yes",
    "teams": listed("[0-5](?:,[0-5])*"),
    "clock": NUMBER,
    "ante": NUMBER,
}

# The answers of the rulesets with names of their own, from `players` on; a star marks a question left open (U3).
NAMED_RULESETS: dict[str, str] = {
    "georgian": "2 2|20|3|31|1 2 3|draw_rest|down*|-|never|lead|whole_hand_on_lead|turn*|-|var_after_own_trick|"
                "lose_hand|most_points|draw|nobody|winner|2 3 4 5 6|0*|first_hand_one_short|no*|-|0*|0",
    "georgian-5": "2 2|36|5|61|1 2 3 4 5|draw_rest|up*|-|never|lead|whole_hand_on_lead|turn*|-|var_after_own_trick|"
                  "lose_hand|most_points|draw|nobody|winner|2 3 4 5 6|0*|first_hand_one_short|no*|-|0*|0",
    "georgian-pairs": "4 4|36|5|61|1 2 3 4 5|draw_rest|up*|-|never|lead|whole_hand_on_lead|turn*|-|"
                      "var_after_own_trick|lose_hand|most_points|draw|nobody|winner|2 3 4 5 6|0*|"
                      "first_hand_one_short|no*|0,2 1,3|0*|0",
    "classic": "2 2|36|3|31|1 2 3|no_draw|up|bura three_aces molodka*|pre_lead|lead|must_win_trick|turn|-|"
               "claim_anytime|pay_pot|void_reante|draw|claimant_or_winner_else_same|left_of_dealer|-|0|never|no|-|"
               "0*|1*",
    "russian": "2 6|36|3|31|1 2 3|no_draw|up*|bura three_aces molodka*|pre_lead|lead*|instant_on_announce|turn|-|"
               "claim_anytime|double_pot|void_reante|draw|claimant_or_winner_else_same|left_of_dealer*|-|0|never|"
               "no|-|0*|1*",
    "closed": "2 6|36|3|31|1 2 3|no_draw|down*|bura three_aces molodka*|pre_lead|lead*|instant_on_announce|turn|-|"
              "claim_anytime|double_pot|void_reante|draw|claimant_or_winner_else_same|left_of_dealer*|-|0|never|"
              "no|-|0*|1*",
    "russian-32": "2 6|32|3|31|1 2 3|no_draw|up*|bura three_aces molodka*|pre_lead|lead*|instant_on_announce|turn|"
                  "-|claim_anytime|double_pot|void_reante|draw|claimant_or_winner_else_same|left_of_dealer*|-|0|"
                  "never|no|-|0*|1*",
    "kozel": "2 5|36|4|-|1 3|draw_rest|up|-|never|lead|nothing|turn|four_trumps four_aces|most_points|double_pot|"
             "most_points|split_pot|claimant_or_winner_else_same|left_of_dealer*|-|0|never|no|-|0*|1*",
    "western": "2 6|36|3|31|1 2 3|no_draw|up|bura three_aces molodka*|pre_lead*|lead|play_ends_round|turn|-|"
               "claim_anytime|double_pot|void_pot_stays|draw|claimant_or_winner_else_same|left_of_dealer|-|0|never|"
               "no|-|0*|1*",
    "telegram": "2 4|36|3|31|1 2 3|draw_rest|down|-|never|lead|nothing|turn|bura moscow|auto|nothing|most_points|"
                "draw|nobody|rotating_seat|-|0|never|yes*|-|20*|0",
}

TRICK_BURAS = ("must_win_trick", "instant_on_announce", "play_ends_round")
CLAIM_WINS = ("var_after_own_trick", "claim_anytime")


@dataclass(frozen=True)
class Rules:
    """A ruleset: the answers that the rules ask for."""

    fewest: int
    most: int
    deck: int
    hand: int
    target: int
    lead: tuple[int, ...]
    no_draw: bool
    give_down: bool
    specials: tuple[str, ...]
    specials_when: str
    aces_take_pot: bool
    bura: str
    anytime: bool
    instant: tuple[str, ...]
    win: str
    wrong: str
    exhausted: str
    split: bool
    dealer: bool
    first_lead: str
    raises: tuple[int, ...]
    match_to: int
    one_short: bool
    points_shown: bool
    teams: tuple[tuple[int, ...], ...]
    clock: int
    ante: int

    @property
    def pot(self) -> bool:
        """Whether there is a pot (U1)."""
        return self.wrong in ("pay_pot", "double_pot")

    @property
    def announced(self) -> tuple[str, ...]:
        """What may be announced before a lead (section 12.4)."""
        if self.instant:
            return self.instant
        if self.specials_when == "pre_lead":
            return self.specials
        return ("molodka",) if self.anytime else ()

    @property
    def counting(self) -> tuple[str, ...]:
        """The combinations that count when led or answered open (section 12.2)."""
        return (*self.specials, *(("molodka",) if self.anytime else ()),
                *(("bura",) if self.bura == "whole_hand_on_lead" else ()))


def read_answers(data: bytes) -> dict[str, str]:
    """The answers in the lines of the canonical form; any other bytes are refused (`ruleset`) [H5]."""
    require(len(data) <= 1024 and data.isascii() and data.endswith(b"\n"), "ruleset", "H5")
    first, *lines = data[:-1].decode("ascii").split("\n")
    require(first == "bura-rules 1" and len(lines) == len(GRAMMAR), "ruleset", "H5")
    answers: dict[str, str] = {}
    for line, (question, pattern) in zip(lines, GRAMMAR.items()):
        name, _, answer = line.partition(" ")
        require(name == question and re.fullmatch(pattern, answer) is not None, "ruleset", "H5")
        answers[name] = answer
    return answers


def items(answer: str) -> tuple[str, ...]:
    """The items of a list."""
    return () if answer == "-" else tuple(answer.split(" "))


def numbers(answer: str, separator: str = " ") -> tuple[int, ...]:
    """The items of a list of numbers."""
    return () if answer == "-" else tuple(map(int, answer.split(separator)))


def rules_of(answers: dict[str, str]) -> Rules:
    """The answers by their meaning."""
    fewest, most = numbers(answers["players"])
    return Rules(
        fewest=fewest, most=most, deck=int(answers["deck"]), hand=int(answers["hand"]),
        target=0 if answers["target"] == "-" else int(answers["target"]), lead=numbers(answers["lead"]),
        no_draw=answers["short_stock"] == "no_draw", give_down=answers["give_face"] == "down",
        specials=items(answers["specials"]), specials_when=answers["specials_when"],
        aces_take_pot=answers["three_aces"] == "takes_pot", bura=answers["bura"],
        anytime=answers["maliutka"] == "anytime", instant=items(answers["instant"]), win=answers["win"],
        wrong=answers["wrong"], exhausted=answers["exhausted"], split=answers["tie"] == "split_pot",
        dealer=answers["dealer"] != "nobody", first_lead=answers["first_lead"], raises=numbers(answers["raises"]),
        match_to=int(answers["match_to"]), one_short=answers["no_raise"] == "first_hand_one_short",
        points_shown=answers["points_shown"] == "yes",
        teams=tuple(numbers(team, ",") for team in items(answers["teams"])),
        clock=int(answers["clock"]), ante=int(answers["ante"]))


def makes_game(r: Rules, answers: dict[str, str]) -> bool:
    """Whether the answers go together [U1], in the order of its list."""
    no_target = answers["target"] == "-"
    places = sorted(place for team in r.teams for place in team)
    return all((
        r.fewest <= r.most and r.most * r.hand < r.deck,
        r.lead[:1] == (1,) and all(a < b for a, b in itertools.pairwise(r.lead)) and r.lead[-1] <= r.hand,
        r.clock <= 3600,
        no_target or 1 <= r.target <= 120,
        no_target == (r.win == "most_points"),
        not no_target or r.exhausted == "most_points",
        r.raises == tuple(range(2, 2 + len(r.raises))),
        not r.raises or (r.fewest, r.most) == (2, 2) or bool(r.teams),
        not r.teams or (len(r.teams) == 2 and places == list(range(r.most)) and r.fewest == r.most),
        not (r.points_shown and r.give_down) or (r.fewest, r.most) == (2, 2) or r.win == "auto",
        (not r.specials) == (r.specials_when == "never"),
        not r.specials or (r.hand == 3 and 3 in r.lead and not r.instant),
        (r.bura in TRICK_BURAS) == ("bura" in r.specials),
        not r.aces_take_pot or "three_aces" in r.specials,
        not {"bura", "moscow"} & set(r.instant) or r.hand == 3,
        not {"four_trumps", "four_aces"} & set(r.instant) or r.hand == 4,
        len(set(r.specials)) == len(r.specials) and len(set(r.instant)) == len(r.instant),
        not r.anytime or (r.hand > 1 and r.hand in r.lead and not r.specials and not r.instant),
        (r.first_lead in ("left_of_dealer", "right_of_dealer")) == r.dealer,
        not r.pot or (1 <= r.ante <= 1000 and not r.teams and not r.raises and r.match_to == 0),
        r.pot or (r.ante == 0 and r.exhausted == "most_points" and not r.split),
        r.win != "auto" or (r.wrong == "nothing" and not r.teams),
        r.win not in CLAIM_WINS or r.wrong != "nothing",
        r.win != "auto" or not r.raises or r.points_shown or not r.give_down,
        r.win != "var_after_own_trick" or r.specials_when != "in_trick",
    ))


def bears_own_name(answers: dict[str, str]) -> bool:
    """Whether rules with a name of section 12.1 differ from its column only where they may [U3]."""
    column = NAMED_RULESETS.get(answers["name"])
    if column is None:
        return True
    for question, known in zip(list(GRAMMAR)[1:], column.split("|")):
        answer, own, is_open = answers[question], known.rstrip("*"), known.endswith("*")
        if question == "specials" and is_open:
            is_open = answer == own.removesuffix(" molodka")
        if answer != own and not is_open:
            return False
    return True


def read_rules(data: bytes) -> Rules:
    """A ruleset that makes a game and bears no other's name [H5, U1, U3]."""
    answers = read_answers(data)
    rules = rules_of(answers)
    require(makes_game(rules, answers), "ruleset", "U1")
    require(bears_own_name(answers), "ruleset", "U3")
    return rules


# ---------------------------------------------------------------------------------------------------------------
# Sections 12.2 and 12.7: cards, combinations, points
# ---------------------------------------------------------------------------------------------------------------

HEIGHTS = {"bura": 3, "three_aces": 2, "molodka": 1}
ANNOUNCEMENTS = (("bura", "four_trumps"), ("three_aces", "moscow", "four_aces"), ("molodka",))
TRUMPS, ACES, ONE_SUIT = range(3)
ANNOUNCED_NAME = ("bura", "three_aces", "molodka")     # of the combination of each number, where it is led


def beats(a: Card, b: Card, trump: int) -> bool:
    """Whether card a beats card b."""
    return a.rank > b.rank if a.suit == b.suit else a.suit == trump


def set_beats(ours: Sequence[Card], theirs: Sequence[Card], trump: int) -> bool:
    """Whether some one-to-one pairing has every card of theirs beaten; sets have at most five cards."""
    return any(all(beats(a, b, trump) for a, b in zip(order, theirs)) for order in itertools.permutations(ours))


def is_combination(name: str, cards: Sequence[Card], trump: int) -> bool:
    """Whether cards are all trumps, all aces, or all of one suit."""
    if name == "bura":
        return all(card.suit == trump for card in cards)
    if name == "three_aces":
        return all(card.rank == ACE for card in cards)
    return len({card.suit for card in cards}) == 1


def combination_of(rules: Rules, cards: Sequence[Card], trump: int) -> str | None:
    """*The combination of* cards that were led or answered open: the highest of those that count."""
    if len(cards) != rules.hand:
        return None
    fitting = (name for name in HEIGHTS if name in rules.counting and is_combination(name, cards, trump))
    return next(fitting, None)


def lowest_points(deck: int, count: int) -> int:
    """The sum of the `count` lowest card values of a whole deck."""
    return sum(sorted(card.points for card in deck_of(deck))[:count])


def highest_points(deck: int, count: int) -> int:
    """The sum of the `count` highest card values of a whole deck."""
    return sum(sorted((card.points for card in deck_of(deck)), reverse=True)[:count])


def can_be_worth(deck: int, count: int, points: int) -> bool:
    """Whether `count` cards may be worth `points`: only the bounds are looked at."""
    return lowest_points(deck, count) <= points <= highest_points(deck, count)


# ---------------------------------------------------------------------------------------------------------------
# Section 12.3: the position of a hand
# ---------------------------------------------------------------------------------------------------------------

STAGES: dict[str, tuple[str, ...]] = {
    "hello": ("hello",),
    "commit": ("commit", "resign"),
    "reveal": ("reveal", "resign"),
    "shuffle": ("shuffle", "resign"),
    "deal": ("deal", "resign"),
    "announce": ("announce", "pass", "resign"),
    "lead": ("lead", "cede", "claim", "raise", "resign"),
    "seized": ("lead", "claim", "resign"),
    "raised": ("accept", "decline", "raise", "resign"),
    "follow": ("answer", "give", "claim", "resign"),
    "points": ("points", "resign"),
    "tally": ("win", "pass", "resign"),
    "shares": ("shares", "resign"),
    "last_word": ("claim", "pass", "resign"),
    "opening": ("open", "resign"),
    "count": ("count", "resign"),
    "result": ("result",),
    "complete": (),
    "void": (),
}

REASONS = ("claim_right", "claim_wrong", "declined", "bura", "cards_out", "draw", "resigned", "void", "reached",
           "combination", "split", "dead")


@dataclass
class Play:
    """What one seat put on a trick: open cards, or closed ones, whose points may be told or opened later."""

    seat: int
    cards: list[Card] = field(default_factory=list)
    closed: list[Masked] = field(default_factory=list)
    worth: int | None = None           # of closed cards: what all know that they are worth

    @property
    def unknown(self) -> bool:
        """Whether closed cards of unknown worth lie here."""
        return bool(self.closed) and self.worth is None


class Commitment(NamedTuple):
    """What a commit binds to, and the context of its round."""

    value: bytes
    ctx: bytes


class Move(NamedTuple):
    """An accepted entry: its message, and what its round needs of it when it closes."""

    kind: str
    data: Any = None


class PlayData(NamedTuple):
    """A judged lead, answer or give."""

    hand: list[Masked]                 # the mixed hand
    played: int                        # how many of its first cards are played
    cards: list[Card]                  # those, where they are open
    broken: bool = False               # they trip the wire
    points: int | None = None          # those of a give that tells


class OpenData(NamedTuple):
    """A judged open: its cards in pile order, with the plays that they belong to."""

    cards: list[Card]
    plays: list[Play]
    broken: bool


@dataclass
class Hand:
    """The public state of one hand, from `commit` to `result`."""

    commitments: dict[int, Commitment] = field(default_factory=dict)
    keys: dict[int, Point] = field(default_factory=dict)
    joint_key: Point = None
    deck: list[Masked] = field(default_factory=list)
    shuffled: set[int] = field(default_factory=set)
    owners: dict[int, int] = field(default_factory=dict)                   # dealt position: seat
    shares: dict[int, dict[int, Point]] = field(default_factory=dict)      # position: seat: share
    turned_at: int = 0
    turned: Card = Card(0, 0)
    stock: list[int] = field(default_factory=list)
    held: dict[int, list[Masked]] = field(default_factory=dict)
    drawn: list[tuple[int, int]] = field(default_factory=list)             # seat, position: not yet held
    turned_owner: int | None = None    # who drew the turned card
    turned_shown: bool = True          # False while it is known to be in its drawer's hand
    opened: set[Card] = field(default_factory=set)
    leader: int = 0                    # of the trick; the hand's leader is the match's
    to_speak: list[int] = field(default_factory=list)                      # seats that still follow or have a word
    announced: list[tuple[int, int]] = field(default_factory=list)         # before this lead: seat, combination
    seized: int | None = None          # what the leader has to lead, in `seized`
    stake: int = 1
    offer: int | None = None           # the open raise
    last_raiser: int | None = None
    trick: list[Play] = field(default_factory=list)
    standing: Play | None = None
    piles: dict[int, list[Play]] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)                  # pile's owner: sum of the counts
    sealed: dict[int, list[Masked]] = field(default_factory=dict)
    tricks: int = 0
    winner: int = 0                    # of the last trick
    next_leader: int = 0
    tally: bool = False
    claimant: int | None = None

    @property
    def trump(self) -> int:
        """The trump suit."""
        return self.turned.suit


class Outcome(NamedTuple):
    """What the results of a hand have to say, and what the match becomes (section 12.9)."""

    told: list[Value]                  # hand ... next_leader
    over: bool
    order: list[int]
    leader: int
    dealer: int
    score: list[int]
    chips: list[int]
    pot: int


# ---------------------------------------------------------------------------------------------------------------
# Sections 9 to 12: the game
# ---------------------------------------------------------------------------------------------------------------

class Game:
    """The state of a table's game, and what the receivers of entries have to judge [E15, E16].

    `check` judges one entry and changes nothing; `close` lets a whole round take effect. The methods `_check_…` are
    named after messages (section 9), `_close_…` after stages (section 10).
    """

    def __init__(self, identities: Sequence[bytes]) -> None:
        self.identities = list(identities)
        self.seats = len(identities)
        self.stage = "hello"
        self.due: list[int] = list(range(self.seats))
        self.void_code: str | None = None
        self.table_id = ZERO
        self.order = list(range(self.seats))
        self.leader = 0
        self.dealer = 0
        self.number = 0
        self.score = [0] * self.seats
        self.chips = [0] * self.seats
        self.pot = 0
        self.places_drawn = False
        self.first_leaders: list[int] = []
        self.won_before = False
        self.no_raise_spent = False
        self.no_raise_now = False
        self.rules: Rules
        self.hand = Hand()
        self.outcome: Outcome

    # -- what Table calls ---------------------------------------------------------------------------------------

    def check(self, seat: int, kind: str, payload: list[Value], ctx: bytes, others: dict[int, list[Value]]) -> Move:
        """Judge an entry that stands well [E15, E16]; `others` are the payloads of this round so far."""
        require(seat in self.due and kind in STAGES[self.stage], "type_not_due", "E15")
        if kind == "hello":
            return self._check_hello(seat, payload, others)
        judge: Callable[[int, list[Value], bytes], Move] = getattr(self, f"_check_{kind}")
        return judge(seat, payload, ctx)

    def close(self, moves: dict[int, Move], table_id: bytes) -> None:
        """A round closes: every speaker's entry is there, by seat ascending."""
        self.table_id = table_id
        resigned = [seat for seat, move in moves.items() if move.kind == "resign"]
        if resigned:
            self._end_resigned(resigned)
        else:
            getattr(self, f"_close_{self.stage}")(moves)

    def _enter(self, stage: str, due: Iterable[int]) -> None:
        """The next round is of this stage, and these seats owe an entry."""
        self.stage = stage
        self.due = sorted(due)

    def _void(self, code: str) -> None:
        """The table ends, nobody wins, nobody is named."""
        self.void_code = code
        self._enter("void", ())

    # -- seats and sides (sections 11.5, 12.3) ------------------------------------------------------------------

    def turn_order(self, seat: int) -> list[int]:
        """The order, rotated to begin with a seat."""
        index = self.order.index(seat)
        return self.order[index:] + self.order[:index]

    def sides(self) -> dict[int, int]:
        """The side of every seat that plays on."""
        if not self.rules.teams:
            return {seat: seat for seat in self.order}
        return {self.order[place]: side for side, team in enumerate(self.rules.teams) for place in team}

    def other_side_seat(self, seat: int) -> int | None:
        """With exactly two sides, the other side's seat; else None."""
        sides = self.sides()
        if len(set(sides.values())) != 2:
            return None
        return next(other for other in self.turn_order(self.leader) if sides[other] != sides[seat])

    def leads_with(self, dealer: int, order: list[int]) -> int:
        """The seat that leads with a dealer (section 12.9)."""
        step = 1 if self.rules.first_lead == "left_of_dealer" else -1
        return order[(order.index(dealer) + step) % len(order)]

    def dealer_for(self, leader: int) -> int:
        """The dealer with which this seat leads; 0 where nobody deals."""
        if not self.rules.dealer:
            return 0
        return next(dealer for dealer in self.order if self.leads_with(dealer, self.order) == leader)

    # -- hello, commit, reveal ----------------------------------------------------------------------------------

    def _check_hello(self, seat: int, payload: list[Value], others: dict[int, list[Value]]) -> Move:
        """Section 9.1."""
        identity, _, versions, features, seats, ruleset, _ = payload
        require(identity == self.identities[seat], "identity_key", "H2")
        require(1 in versions, "version", "H3")
        leaders = [seat for feature, seat in FIRST_LEADERS.items() if feature in features]
        require(all(feature % 2 or feature in FIRST_LEADERS for feature in features), "feature", "H4")
        require(len(leaders) < 2, "feature", "H4")
        rules = read_rules(ruleset)
        require(seats == self.seats and rules.fewest <= seats <= rules.most, "ruleset_differs", "H6")
        require(all(other[5] == ruleset for other in others.values()), "ruleset_differs", "H6")
        named = set(features) & set(FIRST_LEADERS)
        for other in others.values():
            require(named == set(other[3]) & set(FIRST_LEADERS), "ruleset_differs", "H6")
        return Move("hello", (rules, leaders))

    def _close_hello(self, moves: dict[int, Move]) -> None:
        """The rules stand; hand 1 begins."""
        self.rules, self.first_leaders = moves[0].data
        self.dealer = self.dealer_for(self.leader)
        self._begin_hand()

    def _begin_hand(self) -> None:
        """Antes, and the round of the commits (section 12.9)."""
        rules = self.rules
        if rules.pot and not (rules.exhausted == "void_pot_stays" and self.pot):
            ante = max(0, min(rules.ante, (MAX_POT // 2 - self.pot) // len(self.order)))
            for seat in self.order:
                self.chips[seat] -= ante
            self.pot += ante * len(self.order)
        self.number += 1
        self.no_raise_now = (rules.one_short and rules.match_to > 0 and not self.no_raise_spent
                             and max(self.score) == rules.match_to - 1)
        self.hand = Hand(stake=0 if rules.pot else 1)
        self._enter("commit", self.order)

    def _check_commit(self, _seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.2: nothing can be wrong yet."""
        return Move("commit", Commitment(payload[0], ctx))

    def _close_commit(self, moves: dict[int, Move]) -> None:
        """Section 9.2: the commitments are kept."""
        self.hand.commitments = {seat: move.data for seat, move in moves.items()}
        self._enter("reveal", self.order)

    def _check_reveal(self, seat: int, payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.3; the context is that of the commit."""
        key, proof, nonce = payload
        commitment = self.hand.commitments[seat]
        require(commit_to(commitment.ctx, key, proof, nonce) == commitment.value, "commitment", "K3")
        point = read_point(key)
        check_own_key(commitment.ctx, point, proof)
        return Move("reveal", (point, nonce))

    def _close_reveal(self, moves: dict[int, Move]) -> None:
        """K6, the joint key, and once in a game the places (section 11.5)."""
        keys = {seat: move.data[0] for seat, move in moves.items()}
        joint_key = total_of(keys.values())
        if len(set(keys.values())) < len(keys) or joint_key is None:
            self._void("keys_equal")                                       # K6
            return
        self.hand.keys, self.hand.joint_key = keys, joint_key
        self.hand.deck = start_deck(self.rules.deck, joint_key)
        if not self.places_drawn:
            self._draw_places({seat: move.data[1] for seat, move in moves.items()})
        self._enter("shuffle", [min(self.order)])

    def _draw_places(self, nonces: dict[int, bytes]) -> None:
        """The order of play, and with it leader and dealer (section 11.5)."""
        self.places_drawn = True
        self.order = draw_places(self.table_id, nonces)
        if not self.won_before:                                            # Y15a, Y15b
            self.leader = next((seat for seat in self.first_leaders if seat in self.order), self.order[0])
        self.dealer = self.dealer_for(self.leader)

    # -- shuffle, deal, shares ----------------------------------------------------------------------------------

    def _check_shuffle(self, _seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.4."""
        hand = self.hand
        return Move("shuffle", check_shuffle("deck", ctx, hand.joint_key, hand.deck, *payload))

    def _close_shuffle(self, moves: dict[int, Move]) -> None:
        """The next seat shuffles, or the deck is laid out."""
        (seat, move), = moves.items()
        self.hand.deck = move.data
        self.hand.shuffled.add(seat)
        waiting = set(self.order) - self.hand.shuffled
        if waiting:
            self._enter("shuffle", [min(waiting)])
            return
        self._lay_out()
        self._enter("deal", self.order)

    def _lay_out(self) -> None:
        """Which position goes where (section 11.6)."""
        hand, size = self.hand, self.rules.hand
        order = self.turn_order(self.leader)
        hand.turned_at = len(order) * size
        hand.owners = {position: order[position % len(order)] for position in range(hand.turned_at)}
        hand.stock = [*range(hand.turned_at + 1, self.rules.deck), hand.turned_at]
        hand.leader = self.leader

    def _owed_at_deal(self, seat: int) -> list[int]:
        """The positions of D1."""
        hand = self.hand
        return [position for position, owner in hand.owners.items() if owner != seat] + [hand.turned_at]

    def _owed_after_draw(self, seat: int) -> list[int]:
        """The positions of D4."""
        hand = self.hand
        return sorted(position for owner, position in hand.drawn if owner != seat and position != hand.turned_at)

    def _check_given_shares(self, seat: int, payload: list[Value], ctx: bytes, owed: list[int],
                            requirement: str) -> dict[int, Point]:
        """D2 and D5, for these positions."""
        shares, proof = payload
        require(len(shares) == 33 * len(owed), "length", requirement)
        points = read_points(shares)
        check_shares("share", ctx, self.hand.keys[seat], [self.hand.deck[at] for at in owed], points, proof)
        return dict(zip(owed, points))

    def _check_deal(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.5."""
        return Move("deal", self._check_given_shares(seat, payload, ctx, self._owed_at_deal(seat), "D2"))

    def _check_shares(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.6."""
        return Move("shares", self._check_given_shares(seat, payload, ctx, self._owed_after_draw(seat), "D5"))

    def _take_shares(self, moves: dict[int, Move]) -> None:
        """Keep the shares of a closed round by position."""
        for seat, move in moves.items():
            for position, share in move.data.items():
                self.hand.shares.setdefault(position, {})[seat] = share

    def _private_card(self, position: int, owner: int) -> Masked:
        """The card of a position under its owner's key alone (section 11.6)."""
        a, b = self.hand.deck[position]
        shares = self.hand.shares.get(position, {})
        return a, difference(b, total_of(share for seat, share in shares.items() if seat != owner))

    def _close_deal(self, moves: dict[int, Move]) -> None:
        """D3: the turned card, the private cards, and the first lead."""
        hand = self.hand
        self._take_shares(moves)
        _, b = hand.deck[hand.turned_at]
        turned = faces_of(self.rules.deck).get(difference(b, total_of(hand.shares[hand.turned_at].values())))
        if turned is None:
            self._void("deck_broken")                                      # D3
            return
        hand.turned = turned
        for seat in self.order:
            hand.held[seat] = [self._private_card(at, seat) for at, owner in hand.owners.items() if owner == seat]
            hand.piles[seat], hand.sealed[seat] = [], []
        self._lead_next()

    def _close_shares(self, moves: dict[int, Move]) -> None:
        """The cards drawn become private cards."""
        self._take_shares(moves)
        self._after_shares()

    # -- before a lead (section 12.4) ---------------------------------------------------------------------------

    def _lead_next(self) -> None:
        """*Lead next* of section 10."""
        hand, rules = self.hand, self.rules
        hand.announced, hand.seized = [], None
        hand.trick, hand.standing = [], None
        order = self.turn_order(hand.leader)
        full = [seat for seat in order if len(hand.held[seat]) == rules.hand]
        if rules.instant:
            hand.to_speak = full
        elif (rules.specials_when == "pre_lead" or rules.anytime) and len(full) == len(order):
            hand.to_speak = order[1:]
        else:
            hand.to_speak = []
        self._announce_or_lead()

    def _announce_or_lead(self) -> None:
        """The next word before a lead; when all have spoken, what follows."""
        hand = self.hand
        if hand.to_speak:
            self._enter("announce", [hand.to_speak.pop(0)])
        elif hand.announced and self.rules.instant:
            winner, what = self._highest_announced()
            self._end(winner, "bura" if what == TRUMPS else "combination", hand.stake)
        else:
            self._enter("lead", [hand.leader])

    def _highest_announced(self) -> tuple[int, int]:
        """Seat and combination of the greatest height, of equal ones the first; combinations stand by height."""
        return min(self.hand.announced, key=lambda pair: pair[1])

    def _check_announce(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.19."""
        hand, rules = self.hand, self.rules
        what, proof = payload
        require(any(name in rules.announced for name in ANNOUNCEMENTS[what]), "type_not_due", "Q4")
        key, cards = hand.keys[seat], hand.held[seat]
        if what == TRUMPS:
            check_suit(ctx, key, cards, hand.trump, proof)
        elif what == ACES:
            check_rank(ctx, key, cards, ACE, proof)
        else:
            check_one_suit(ctx, key, cards, proof)
        if self._known_to_hold_turned(seat):
            require(not rules.anytime and (what != ACES or hand.turned.rank == ACE), "lead_illegal", "Q5")
        return Move("announce", what)

    def _check_pass(self, _seat: int, _payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.11."""
        return Move("pass")

    def _close_announce(self, moves: dict[int, Move]) -> None:
        """The next word, or what follows the last (section 12.4)."""
        (seat, move), = moves.items()
        if move.kind == "announce":
            self.hand.announced.append((seat, move.data))
        self._announce_or_lead()

    def _wins_at_once(self, seat: int, combination: str | None) -> bool:
        """Whether a combination that a seat leads, or that is ceded to it, wins the hand (section 12.4)."""
        rules = self.rules
        other_bura = any(other != seat and what == TRUMPS for other, what in self.hand.announced)
        if combination == "three_aces":
            return rules.aces_take_pot and not other_bura
        if combination != "bura":
            return False
        return rules.bura == "whole_hand_on_lead" or (rules.bura in ("instant_on_announce", "play_ends_round")
                                                      and rules.specials_when == "pre_lead" and not other_bura)

    def _win_with(self, seat: int, combination: str | None) -> None:
        """The end of a hand by a combination."""
        self._end(seat, "bura" if combination == "bura" else "combination", self.hand.stake)

    # -- playing (sections 9.7 to 9.9, 12.5) --------------------------------------------------------------------

    def _known_to_hold_turned(self, seat: int) -> bool:
        """Whether the table knows the turned card in this seat's hand (section 12.3)."""
        return self.hand.turned_owner == seat and not self.hand.turned_shown

    def _mix(self, seat: int, mixed: bytes, proof: bytes, ctx: bytes) -> list[Masked]:
        """The mixed hand [P3]."""
        held = self.hand.held[seat]
        if len(held) == 1:
            require(not mixed and not proof, "length", "P3")
            return held
        return check_shuffle("hand", ctx, self.hand.keys[seat], held, mixed, proof, "P3")

    def _open_cards(self, seat: int, cards: Sequence[Masked], openings: Sequence[Point]) -> tuple[list[Card], bool]:
        """The faces of opened private cards, and whether any of them trips the wire (section 11.7)."""
        hand, faces = self.hand, faces_of(self.rules.deck)
        found = [faces.get(difference(b, opening)) for (_, b), opening in zip(cards, openings)]
        opened = [card for card in found if card is not None]
        broken = (len(set(opened)) < len(found) or not hand.opened.isdisjoint(opened)
                  or (hand.turned in opened and hand.turned_owner != seat))
        return opened, broken

    def _check_open_play(self, seat: int, payload: list[Value], ctx: bytes) -> PlayData:
        """P2 to P5, of a lead or an answer."""
        mixed, mix_proof, openings, proof = payload
        held = len(self.hand.held[seat])
        count, odd = divmod(len(openings), 33)
        require(not odd and 1 <= count <= held, "length", "P2")
        hand = self._mix(seat, mixed, mix_proof, ctx)
        points = read_points(openings)
        check_shares("open", ctx, self.hand.keys[seat], hand[:count], points, proof)
        cards, broken = self._open_cards(seat, hand[:count], points)
        return PlayData(hand, count, cards, broken)

    def _can_hold(self, seat: int, cards: Sequence[Card]) -> bool:
        """Whether a seat can hold these cards, none of which trips the wire (section 12.5)."""
        hidden = self._known_to_hold_turned(seat) and self.hand.turned not in cards
        return not hidden or len(cards) < len(self.hand.held[seat])

    def _lead_legal(self, seat: int, cards: Sequence[Card]) -> bool:
        """The first row of section 12.5."""
        hand, rules = self.hand, self.rules
        combination = combination_of(rules, cards, hand.trump)
        if len(cards) not in rules.lead or len(cards) > min(map(len, hand.held.values())):
            return False
        if len({card.suit for card in cards}) > 1 and combination != "three_aces":
            return False
        if hand.seized is not None:
            own = is_combination(ANNOUNCED_NAME[hand.seized], cards, hand.trump)
            if len(cards) != rules.hand or not own:
                return False
            if rules.anytime and is_combination("bura", cards, hand.trump):
                return False
        elif hand.announced:
            _, what = self._highest_announced()
            if combination is None or HEIGHTS[combination] < HEIGHTS[ANNOUNCED_NAME[what]]:
                return False
        return self._can_hold(seat, cards)

    def _check_lead(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.7."""
        data = self._check_open_play(seat, payload, ctx)
        require(data.broken or self._lead_legal(seat, data.cards), "lead_illegal", "P6")
        return Move("lead", data)

    def _check_answer(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.8."""
        data = self._check_open_play(seat, payload, ctx)
        if not data.broken:
            standing = self._standing_cards()
            legal = len(data.cards) == len(standing) and self._can_hold(seat, data.cards)
            if legal and self.rules.give_down:
                legal = set_beats(data.cards, standing, self.hand.trump)
            require(legal, "answer_illegal", "P8")
        return Move("answer", data)

    def _standing_cards(self) -> list[Card]:
        """*What stands* on the trick."""
        assert self.hand.standing is not None
        return self.hand.standing.cards

    def _gives_tell(self) -> bool:
        """Whether everybody sees the points of gives (section 12.3)."""
        return self.rules.points_shown and len(self.order) == 2

    def _gives_seal(self) -> bool:
        """Whether the winner of a trick alone learns them."""
        return self.rules.win == "auto" and not self._gives_tell()

    def _check_give(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.9."""
        mixed, mix_proof, points, proof = payload
        count = len(self._standing_cards())
        require(self.rules.give_down and count <= len(self.hand.held[seat]), "give_illegal", "P10")
        hand = self._mix(seat, mixed, mix_proof, ctx)
        if not self._gives_tell():
            require(points is None and not proof, "length", "P12")
            return Move("give", PlayData(hand, count, []))
        require(points is not None, "length", "P12")
        check_points(ctx, self.hand.keys[seat], hand[:count], points, proof)
        require(can_be_worth(self.rules.deck, count, points), "points_illegal", "P13")
        return Move("give", PlayData(hand, count, [], points=points))

    def _check_cede(self, _seat: int, _payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.20."""
        require(bool(self.hand.announced), "type_not_due", "Q6")
        return Move("cede")

    def _close_lead(self, moves: dict[int, Move]) -> None:
        """What a leader has said or led."""
        (seat, move), = moves.items()
        if move.kind == "raise":
            self._raise(seat, move.data)
        elif move.kind == "cede":
            self._cede()
        elif move.kind == "claim":
            self._claim(seat)
        else:
            self._lead(seat, move.data)

    _close_seized = _close_lead

    def _cede(self) -> None:
        """The lead goes to the highest combination announced."""
        seat, what = self._highest_announced()
        if self._wins_at_once(seat, ANNOUNCED_NAME[what]):
            self._win_with(seat, ANNOUNCED_NAME[what])
            return
        self.hand.leader, self.hand.seized = seat, what
        self._enter("seized", [seat])

    def _lead(self, seat: int, data: PlayData) -> None:
        """A lead takes effect."""
        hand = self.hand
        if data.broken:
            self._void("deck_broken")                                      # P5
            return
        combination = combination_of(self.rules, data.cards, hand.trump)
        hand.standing = self._put(seat, data)
        if self._wins_at_once(seat, combination):
            self._win_with(seat, combination)
            return
        hand.to_speak = self.turn_order(seat)[1:]
        self._enter("follow", [hand.to_speak.pop(0)])

    def _put(self, seat: int, data: PlayData) -> Play:
        """The first cards of a mixed hand go to the trick; the rest is what the seat holds."""
        hand = self.hand
        hand.held[seat] = data.hand[data.played:]
        hand.opened.update(data.cards)
        play = Play(seat, data.cards)
        if not data.cards:
            play.closed, play.worth = data.hand[:data.played], data.points
        if not data.cards or hand.turned in data.cards:
            hand.turned_shown = hand.turned_shown or hand.turned_owner == seat
        hand.trick.append(play)
        return play

    def _close_follow(self, moves: dict[int, Move]) -> None:
        """A claim, or cards on the trick; after the last of them the trick is taken."""
        (seat, move), = moves.items()
        hand = self.hand
        if move.kind == "claim":
            self._claim(seat)
            return
        if move.data.broken:
            self._void("deck_broken")
            return
        play = self._put(seat, move.data)
        if play.cards and set_beats(play.cards, self._standing_cards(), hand.trump):
            hand.standing = play
        if hand.to_speak:
            self._enter("follow", [hand.to_speak.pop(0)])
        else:
            self._after_trick()

    # -- after a trick (section 10) -----------------------------------------------------------------------------

    def _after_trick(self) -> None:
        """Steps 1 to 3."""
        hand, rules = self.hand, self.rules
        assert hand.standing is not None
        winner = hand.winner = hand.standing.seat
        hand.piles[winner].extend(hand.trick)
        hand.tricks += 1
        hand.next_leader = self._leader_after_trick(winner)
        bura_winner = self._trick_bura(winner)
        if bura_winner is not None:
            self._end(bura_winner, "bura", hand.stake)
            return
        hand.tally = False
        if rules.win == "auto":
            low, high = self._bounds([winner])
            if low >= rules.target:
                self._end(winner, "reached", hand.stake)
                return
            hand.tally = high >= rules.target
        givers = [play.seat for play in hand.trick if play.closed]
        if self._gives_seal() and givers:
            self._enter("points", givers)
        else:
            self._after_points()

    def _leader_after_trick(self, winner: int) -> int:
        """*The next leader* of section 12.5."""
        if self.rules.specials_when != "in_trick":
            return winner
        best, leader = 0, winner
        for play in self.hand.trick:
            combination = combination_of(self.rules, play.cards, self.hand.trump)
            if combination is not None and HEIGHTS[combination] > best:
                best, leader = HEIGHTS[combination], play.seat
        return leader

    def _trick_bura(self, winner: int) -> int | None:
        """The seat that wins the hand by *a bura in the trick* (section 12.5)."""
        hand, rules = self.hand, self.rules
        if rules.bura not in TRICK_BURAS:
            return None
        buras = [play for play in hand.trick if combination_of(rules, play.cards, hand.trump) == "bura"]
        if not buras:
            return None
        if rules.bura == "must_win_trick":
            return winner
        lead = hand.trick[0]
        if buras[0] is lead:
            if rules.specials_when == "pre_lead":
                announced = {seat for seat, what in hand.announced if what == TRUMPS}
                buras = [play for play in buras if play is lead or play.seat in announced]
        elif rules.bura == "instant_on_announce":
            return None
        standing = buras[0]
        for play in buras[1:]:
            if set_beats(play.cards, standing.cards, hand.trump):
                standing = play
        return standing.seat

    def _after_points(self) -> None:
        """Step 4."""
        if self.hand.tally:
            self._enter("tally", [self.hand.winner])
        else:
            self._after_tally()

    def _after_tally(self) -> None:
        """Steps 5 and 6: hands are filled, and shares owed."""
        self._fill_hands()
        empty = any(not self._held_count(seat) for seat in self.order)
        if empty and self.rules.win not in CLAIM_WINS and not self._count_due():
            self._cards_out()
            return
        owing = [seat for seat in self.order if self._owed_after_draw(seat)]
        if owing:
            self._enter("shares", owing)
        else:
            self._after_shares()

    def _held_count(self, seat: int) -> int:
        """The cards that a seat holds, those just drawn included."""
        return len(self.hand.held[seat]) + sum(owner == seat for owner, _ in self.hand.drawn)

    def _fill_hands(self) -> None:
        """*Filling hands* of section 12.5."""
        hand, full = self.hand, self.rules.hand
        order = self.turn_order(hand.winner)
        wanted = sum(full - len(hand.held[seat]) for seat in order)
        if self.rules.no_draw and wanted > len(hand.stock):
            return
        while hand.stock and any(self._held_count(seat) < full for seat in order):
            for seat in order:
                if hand.stock and self._held_count(seat) < full:
                    position = hand.stock.pop(0)
                    hand.drawn.append((seat, position))
                    if position == hand.turned_at:
                        hand.turned_owner, hand.turned_shown = seat, False

    def _after_shares(self) -> None:
        """Step 7: the cards drawn are held, and somebody leads, has a last word, or counts."""
        hand, rules = self.hand, self.rules
        for seat, position in hand.drawn:
            hand.held[seat].append(self._private_card(position, seat))
        hand.drawn = []
        hand.leader = hand.next_leader
        if all(hand.held[seat] for seat in self.order):
            self._lead_next()
        elif rules.win in CLAIM_WINS:
            order = self.turn_order(hand.winner)
            hand.to_speak = order if rules.win == "claim_anytime" else order[:1]
            hand.announced, hand.seized = [], None
            self._enter("last_word", [hand.to_speak.pop(0)])
        else:
            self._cards_out()

    # -- points that win by themselves (sections 9.21, 9.22) ----------------------------------------------------

    def _check_points(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.21."""
        hand = self.hand
        pair = read_cards(payload[0])[0]
        cards = [card for play in hand.trick if play.seat == seat for card in play.closed]
        check_sealed_points(ctx, hand.keys[seat], hand.keys[hand.winner], cards, pair, payload[1])
        return Move("points", pair)

    def _close_points(self, moves: dict[int, Move]) -> None:
        """Section 9.21: the pairs are added to those sealed for the winner."""
        self.hand.sealed[self.hand.winner].extend(move.data for move in moves.values())
        self._after_points()

    def _check_win(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.22."""
        hand, rules = self.hand, self.rules
        points, proof = payload
        check_sealed_total(ctx, hand.keys[seat], hand.sealed[seat], points, proof)
        closed = sum(len(play.closed) for play in hand.piles[seat])
        shown = sum(card.points for play in hand.piles[seat] for card in play.cards)
        require(can_be_worth(rules.deck, closed, points) and shown + points >= rules.target, "points_illegal", "T5")
        return Move("win")

    def _close_tally(self, moves: dict[int, Move]) -> None:
        """The target is reached, or the hand goes on with step 5."""
        (seat, move), = moves.items()
        if move.kind == "win":
            self._end(seat, "reached", self.hand.stake)
        else:
            self._after_tally()

    # -- raises (sections 9.12 to 9.14, 12.6) -------------------------------------------------------------------

    def _check_raise(self, seat: int, payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.12."""
        hand, rules, sides = self.hand, self.rules, self.sides()
        following = 1 + (hand.stake if hand.offer is None else hand.offer)
        last = None if hand.last_raiser is None else sides[hand.last_raiser]
        open_to_seat = bool(rules.raises) and not self.no_raise_now and last != sides[seat] and not hand.announced
        require(open_to_seat and payload[0] == following and following in rules.raises, "raise_illegal", "R2")
        return Move("raise", payload[0])

    def _check_accept(self, _seat: int, _payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.13."""
        return Move("accept")

    def _check_decline(self, _seat: int, _payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.14."""
        return Move("decline")

    def _raise(self, seat: int, stake: int) -> None:
        """A raise takes effect; raising back accepts the open one."""
        hand, sides = self.hand, self.sides()
        if hand.offer is not None:
            hand.stake = hand.offer
        hand.offer, hand.last_raiser = stake, seat
        answerer = next(other for other in self.turn_order(hand.leader) if sides[other] != sides[seat])
        self._enter("raised", [answerer])

    def _close_raised(self, moves: dict[int, Move]) -> None:
        """Section 9.13 and 9.14, or a raise back."""
        (seat, move), = moves.items()
        hand = self.hand
        if move.kind == "raise":
            self._raise(seat, move.data)
        elif move.kind == "decline":
            self._end(self.other_side_seat(seat), "declined", hand.stake)
        else:
            assert hand.offer is not None
            hand.stake, hand.offer = hand.offer, None
            self._enter("lead", [hand.leader])

    # -- claims (sections 9.10, 9.15, 12.7) ---------------------------------------------------------------------

    def _check_claim(self, _seat: int, _payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.10."""
        after_trick = self.rules.win == "var_after_own_trick" and self.hand.tricks > 0
        may = self.rules.win == "claim_anytime" or (after_trick and self.stage in ("lead", "last_word"))
        require(may, "type_not_due" if self.stage == "follow" else "claim_illegal", "R1")
        return Move("claim")

    def _side_of(self, seat: int) -> list[int]:
        """The seats of a seat's side, ascending: the order of pile owners."""
        sides = self.sides()
        return sorted(other for other in self.order if sides[other] == sides[seat])

    def _bounds(self, owners: Iterable[int]) -> tuple[int, int]:
        """*low* and *high* of the piles of these owners, each pile bounded for itself."""
        low = high = 0
        for owner in owners:
            pile = self.hand.piles.get(owner, [])
            known = sum(card.points for play in pile for card in play.cards)
            known += sum(play.worth for play in pile if play.worth is not None)
            unknown = sum(len(play.closed) for play in pile if play.unknown)
            if owner in self.hand.counted:
                known, unknown = known + self.hand.counted[owner], 0
            low += known + lowest_points(self.rules.deck, unknown)
            high += known + highest_points(self.rules.deck, unknown)
        return low, high

    def _unknown_plays(self, owners: Iterable[int], giver: int | None = None) -> list[Play]:
        """Gives of unknown worth in these piles, in pile order, of one giver or of all."""
        return [play for owner in sorted(owners) for play in self.hand.piles.get(owner, [])
                if play.unknown and giver in (None, play.seat)]

    def _claim(self, seat: int) -> None:
        """A claim is settled at once, or cards are opened for it."""
        self.hand.claimant = seat
        side = self._side_of(seat)
        low, high = self._bounds(side)
        if low >= self.rules.target or high < self.rules.target:
            self._settle_claim()
        else:
            self._enter("opening", {play.seat for play in self._unknown_plays(side)})

    def _settle_claim(self) -> None:
        """The end of a hand by a claim (section 12.8)."""
        claimant = self.hand.claimant
        assert claimant is not None
        low, _ = self._bounds(self._side_of(claimant))
        if low >= self.rules.target:
            self._end(claimant, "claim_right", self.hand.stake)
        elif self.rules.pot:
            self._end(None, "claim_wrong", 0, payers=[claimant])
        else:
            self._end(self.other_side_seat(claimant), "claim_wrong", self.hand.stake)

    def _check_open(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.15."""
        assert self.hand.claimant is not None
        openings, proof = payload
        plays = self._unknown_plays(self._side_of(self.hand.claimant), seat)
        cards = [card for play in plays for card in play.closed]
        require(len(openings) == 33 * len(cards), "length", "C2")
        points = read_points(openings)
        check_shares("open", ctx, self.hand.keys[seat], cards, points, proof)
        opened, broken = self._open_cards(seat, cards, points)
        return Move("open", OpenData(opened, plays, broken))

    def _close_opening(self, moves: dict[int, Move]) -> None:
        """C3; then the claim is settled with all cards known."""
        opened = [card for move in moves.values() for card in move.data.cards]
        if len(set(opened)) < len(opened) or any(move.data.broken for move in moves.values()):
            self._void("deck_broken")                                      # C3
            return
        self.hand.opened.update(opened)
        for move in moves.values():
            cards = iter(move.data.cards)
            for play in move.data.plays:
                play.worth = sum(card.points for card in itertools.islice(cards, len(play.closed)))
        self._settle_claim()

    def _close_last_word(self, moves: dict[int, Move]) -> None:
        """A claim, the next word, or the cards are out."""
        (seat, move), = moves.items()
        if move.kind == "claim":
            self._claim(seat)
        elif self.hand.to_speak:
            self._enter("last_word", [self.hand.to_speak.pop(0)])
        else:
            self._cards_out()

    # -- the cards are out (sections 9.16, 12.7) ----------------------------------------------------------------

    def _count_due(self) -> bool:
        """Whether closed cards have to be counted when the cards are out."""
        return self.rules.exhausted == "most_points" and bool(self._unknown_plays(self.order))

    def _cards_out(self) -> None:
        """*The cards are out*: dead, or counted, or compared."""
        if self.rules.exhausted != "most_points":
            self._end(None, "dead", 0)
        elif self._count_due():
            self._enter("count", {play.seat for play in self._unknown_plays(self.order)})
        else:
            self._compare_piles()

    def _given_piles(self, giver: int) -> dict[int, list[Masked]]:
        """The closed cards of a giver by the owner of the pile, owners ascending."""
        piles = {owner: [card for play in self._unknown_plays([owner], giver) for card in play.closed]
                 for owner in sorted(self.order)}
        return {owner: cards for owner, cards in piles.items() if cards}

    def _check_count(self, seat: int, payload: list[Value], ctx: bytes) -> Move:
        """Section 9.16."""
        piles = self._given_piles(seat)
        require(len(payload[0]) == len(piles), "length", "C5")
        sums: dict[int, int] = {}
        for (owner, cards), (points, proof) in zip(piles.items(), payload[0]):
            check_points(ctx, self.hand.keys[seat], cards, points, proof)
            sums[owner] = points
        fitting = all(can_be_worth(self.rules.deck, len(piles[owner]), points) for owner, points in sums.items())
        require(fitting, "points_illegal", "C6")
        return Move("count", sums)

    def _close_count(self, moves: dict[int, Move]) -> None:
        """The sums of all givers are known."""
        for move in moves.values():
            for owner, points in move.data.items():
                self.hand.counted[owner] = self.hand.counted.get(owner, 0) + points
        self._compare_piles()

    def _compare_piles(self) -> None:
        """The side whose piles are worth most wins."""
        worth: dict[int, int] = {}
        sides = self.sides()
        for seat in self.order:
            worth[sides[seat]] = worth.get(sides[seat], 0) + self._bounds([seat])[0]
        best = [side for side, points in worth.items() if points == max(worth.values())]
        seats = [seat for seat in self.turn_order(self.leader) if sides[seat] in best]
        if len(best) == 1:
            self._end(seats[0], "cards_out", self.hand.stake)
        elif self.rules.split:
            self._end(None, "split", 0, sharers=seats)
        else:
            self._end(None, "draw", 0)

    # -- how a hand ends (sections 12.8, 12.9) ------------------------------------------------------------------

    def _end_resigned(self, resigned: list[int]) -> None:
        """A round with resigns in it [Z4]."""
        sides = self.sides()
        count = len(set(sides.values()))
        if len({sides[seat] for seat in resigned}) == count or (self.rules.teams and not self.places_drawn):
            self._end(None, "void", 0)
        elif count == 2:
            reason = "declined" if self.stage == "raised" else "resigned"
            self._end(self.other_side_seat(resigned[0]), reason, self.hand.stake)
        else:
            self._end(None, "resigned", 0, payers=resigned, leavers=resigned)

    def _end(self, winner: int | None, reason: str, points: int, payers: Sequence[int] = (),
             sharers: Sequence[int] = (), leavers: Sequence[int] = ()) -> None:
        """The end of a hand: section 12.9, steps 1 to 7."""
        if winner is None:
            points = 0
        chips, pot = self._pay(winner, payers, sharers)
        score = list(self.score)
        if winner is not None:
            for seat in self._side_of(winner):
                score[seat] += points
        order = [seat for seat in self.order if seat not in leavers]
        rules = self.rules
        over = ((rules.match_to > 0 and max(score) >= rules.match_to) or pot > MAX_POT // 2
                or len(order) < rules.fewest)
        leader, dealer = (0, 0) if over else self._next_leader(winner, reason, order)
        told = [self.number, winner, REASONS.index(reason), points, score, chips, pot, None if over else leader]
        self.outcome = Outcome(told, over, order, leader, dealer, score, chips, pot)
        self.won_before = self.won_before or winner is not None
        self._enter("result", order)

    def _pay(self, winner: int | None, payers: Sequence[int], sharers: Sequence[int]) -> tuple[list[int], int]:
        """Step 1: the chips of every seat, and the pot."""
        chips, pot = list(self.chips), self.pot
        if not self.rules.pot:
            return chips, pot
        if winner is not None:
            chips[winner] += pot
            return chips, 0
        if sharers:
            share, rest = divmod(pot, len(sharers))
            for seat in sharers:
                chips[seat] += share
            return chips, rest
        if payers:
            price = min(pot, (MAX_POT - pot) // len(payers))
            for seat in payers:
                chips[seat] -= price
            return chips, pot + price * len(payers)
        return chips, pot

    def _next_leader(self, winner: int | None, reason: str, order: list[int]) -> tuple[int, int]:
        """Steps 6 and 7: the next hand's leader, and its dealer."""
        def staying(seat: int) -> int:
            """The seat, or the first after it in the order of this hand that plays on."""
            return next(other for other in self.turn_order(seat) if other in order)

        if self.rules.dealer:
            dealer = self.dealer
            if winner is not None:
                dealer = winner
            elif reason == "claim_wrong" and self.hand.claimant is not None:
                dealer = self.hand.claimant
            dealer = staying(dealer)
            return self.leads_with(dealer, order), dealer
        if self.rules.first_lead == "rotating_seat":
            after = self.turn_order(self.leader)[1 % len(self.order)]
            return staying(after), 0
        return staying(self.leader if winner is None else winner), 0

    def _check_result(self, _seat: int, payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.17."""
        *told, play_on = payload
        require(told == self.outcome.told, "result_wrong", "Z2")
        require(not (play_on and self.outcome.over), "result_wrong", "Z2")
        return Move("result", play_on)

    def _check_resign(self, _seat: int, _payload: list[Value], _ctx: bytes) -> Move:
        """Section 9.18."""
        return Move("resign")

    def _close_result(self, moves: dict[int, Move]) -> None:
        """The match goes on with step 8, or the game is complete."""
        outcome = self.outcome
        self.no_raise_spent = self.no_raise_spent or self.no_raise_now
        self.order, self.leader, self.dealer = outcome.order, outcome.leader, outcome.dealer
        self.score, self.chips, self.pot = list(outcome.score), list(outcome.chips), outcome.pot
        if outcome.over or not all(move.data for move in moves.values()):
            self._enter("complete", ())
        else:
            self._begin_hand()


def commit_to(ctx: bytes, key: bytes, proof: bytes, nonce: bytes) -> bytes:
    """The commitment of K1."""
    return sha256(vec(b"key-commit", ctx, key, proof, nonce))


def draw_places(table_id: bytes, nonces: dict[int, bytes]) -> list[int]:
    """The seats by the hashes of section 11.5."""
    root = sha256(vec(b"BURA-P2P-V1-places", table_id, *(nonces[seat] for seat in sorted(nonces))))
    return sorted(nonces, key=lambda seat: sha256(root + u8(seat)))


# ---------------------------------------------------------------------------------------------------------------
# Section 7: the log
# ---------------------------------------------------------------------------------------------------------------

class Entry(NamedTuple):
    """A signed entry: the seat that covers it, the body as received, and the signature."""

    seat: int
    body: bytes
    signature: bytes


class Verdict(NamedTuple):
    """What a check concludes, and whom it names (section 15.2)."""

    name: str
    seat: int | None = None
    round: int | None = None
    refusal: Refused | None = None
    evidence: tuple[Entry, ...] = ()


class Readings:
    """Entries of one game, each by E5 to E8; what was found is kept, for files repeat each other's entries."""

    def __init__(self, identities: Sequence[bytes]) -> None:
        self.identities = identities
        self.known: dict[Entry, Outer | Refused] = {}

    def read(self, entry: Entry) -> Outer:
        """The outer fields of an entry that its seat signed, else its refusal."""
        found = self.known.get(entry)
        if found is None:
            try:
                found = self._judge(entry)
            except Refused as refusal:
                found = refusal
            self.known[entry] = found
        if isinstance(found, Refused):
            raise found
        return found

    def signed(self, entry: Entry) -> Outer | None:
        """The same, or None."""
        try:
            return self.read(entry)
        except Refused:
            return None

    def _judge(self, entry: Entry) -> Outer:
        """E4 to E8, in their order; nothing is decoded before the signature is good."""
        require(entry.seat < len(self.identities), "seat_wrong", "E4")
        require(len(entry.body) <= MAX_BODY, "encoding", "E5")
        check_signature(self.identities[entry.seat], pae(ENTRY_MEDIA_TYPE, entry.body), entry.signature)
        outer = read_body(entry.body)
        require(outer.seat == entry.seat, "seat_wrong", "E8")
        return outer


class Table:
    """The log of a table: rounds, heads, and the entry of every place (section 7)."""

    def __init__(self, readings: Readings) -> None:
        self.readings = readings
        self.game = Game(readings.identities)
        self.round = 0
        self.head = ZERO
        self.table_id = ZERO
        self.places: dict[tuple[int, int], Entry] = {}
        self.moves: dict[int, Move] = {}
        self.payloads: dict[int, list[Value]] = {}
        self.accepted: Counter[str] = Counter()

    def holds(self, entry: Entry) -> bool:
        """Whether this very body was accepted."""
        outer = self.readings.signed(entry)
        held = None if outer is None else self.places.get((outer.round, entry.seat))
        return held is not None and held.body == entry.body

    def owed(self) -> list[int]:
        """The seats that owe an entry of the open round."""
        return [seat for seat in self.game.due if seat not in self.moves]

    def judge(self, entry: Entry) -> bool:
        """Judge an entry by E4 to E16 and append it; False if it was held already [E11]."""
        outer = self.readings.read(entry)
        seat = entry.seat
        require(outer.round <= self.round, "round_wrong", "E9")
        require(outer.table_id == (self.table_id if outer.round else ZERO), "table_wrong", "E10")
        held = self.places.get((outer.round, seat))
        if held is not None:
            if held.body == entry.body:
                return False
            raise Refused("equivocation" if outer.round else "table_wrong", "E11")
        require(outer.round == self.round, "round_wrong", "E12")
        require(outer.prev == self.head, "prev_wrong", "E13")
        kind = read_message(outer)
        ctx = context(self.table_id, self.game.number, self.round, seat, self.head)
        self.moves[seat] = self.game.check(seat, kind, outer.payload, ctx, self.payloads)
        self.payloads[seat] = outer.payload
        self.places[outer.round, seat] = entry
        self.accepted[kind] += 1
        if not self.owed():
            self._close_round()
        return True

    def _close_round(self) -> None:
        """The head moves, then the round takes effect."""
        speakers = sorted(self.moves)
        self.head = next_head(self.head, [self.places[self.round, seat].body for seat in speakers])
        if self.round == 0:
            self.table_id = table_id_of(self.head)
        moves = {seat: self.moves[seat] for seat in speakers}
        self.moves, self.payloads = {}, {}
        self.round += 1
        self.game.close(moves, self.table_id)


# ---------------------------------------------------------------------------------------------------------------
# Section 15.1: the file
# ---------------------------------------------------------------------------------------------------------------

class Malformed(Exception):
    """A file that is none [X1]."""


class GameFile(NamedTuple):
    """What stands in a file."""

    identities: tuple[bytes, ...]
    entries: tuple[Entry, ...]

    @property
    def game(self) -> tuple[tuple[bytes, ...], bytes | None]:
        """What files of one game have in common [X3]: the identities and the first body of seat 0."""
        return self.identities, next((entry.body for entry in self.entries if entry.seat == 0), None)


def cut_frames(stream: bytes, bound: int) -> Iterator[bytes]:
    """The payloads of the frames of a stream [F2 to F4]."""
    at = 0
    while at < len(stream):
        require(at + 4 <= len(stream), "link_message", "F4")
        length = int.from_bytes(stream[at:at + 4], "big")
        require(length > 0, "frame_empty", "F2")
        require(length <= bound, "frame_too_long", "F3")
        at += 4
        require(at + length <= len(stream), "link_message", "F4")
        yield stream[at:at + length]
        at += length


def read_fields(payload: bytes, fits: Field) -> list[Value]:
    """A frame's strict value of this form."""
    value: list[Value] = read_value(payload)
    require(fits(value), "shape", "X1")
    return value


def read_file(data: bytes) -> GameFile:
    """Identities and entries of a file, or Malformed [X1]."""
    if len(data) > MAX_FILE:
        raise Malformed("more than max_file bytes")
    if not data.startswith(FILE_MAGIC):
        raise Malformed("not the magic of a game file")
    entries: list[Entry] = []
    try:
        frames = cut_frames(data[len(FILE_MAGIC):], MAX_FRAME)
        identities = tuple(read_fields(next(frames, b""), IDENTITIES))
        for payload in frames:
            entries.append(Entry(*read_fields(payload, ENTRY_FRAME)))
            if len(entries) > MAX_FILE_ENTRIES:
                raise Malformed("more than max_file_entries entries")
    except Refused as refusal:
        raise Malformed(f"a broken frame or value ({refusal.code})") from None
    if any(ed_read_key(identity) is None for identity in identities):
        raise Malformed("an identity that is no strict key")
    if len(set(identities)) < len(identities):
        raise Malformed("one identity in two seats")
    if not entries:
        raise Malformed("no entry")
    if any(entry.seat >= len(identities) for entry in entries):
        raise Malformed("a seat beyond the identities")
    return GameFile(identities, tuple(entries))


# ---------------------------------------------------------------------------------------------------------------
# Section 15.2: the check
# ---------------------------------------------------------------------------------------------------------------

MISPLACED = ("table_wrong", "round_wrong", "seat_wrong", "prev_wrong")


class Check:
    """The check of one file, to which others of its game may lend their entries."""

    def __init__(self, file: GameFile, others: Sequence[GameFile] = ()) -> None:
        self.file = file
        self.lenders = [other for other in others if other.game == file.game]
        self.readings = Readings(file.identities)
        self.table = Table(self.readings)

    def run(self) -> Verdict:
        """The verdict [X2, X3, X4]."""
        verdict, rest = self._judge_own()
        lent = self._lent()
        if not set(self.file.entries).issuperset(lent) and (verdict is None or verdict.name == "forked"):
            verdict = self._judge_all(verdict, rest, lent)
        if verdict is None:
            verdict = self._standing()
        if verdict.name not in ("fault", "equivocation", "malformed", "unsupported"):
            verdict = self._two_bodies(lent) or verdict
        return verdict

    def _judge_own(self) -> tuple[Verdict | None, list[Entry]]:
        """The file's own entries up to the first that is not accepted: its verdict, and what was not judged."""
        entries = self.file.entries
        for index, entry in enumerate(entries):
            try:
                if not self.table.judge(entry):
                    return Verdict("malformed", evidence=(entry,)), []
            except Refused as refusal:
                return self._refused(entry, refusal), list(entries[index:])
        return None, []

    def _lent(self) -> list[Entry]:
        """The entries lent, of each file up to the first that its seat has not signed, by their bytes [X3]."""
        lent = [entry for lender in self.lenders
                for entry in itertools.takewhile(self.readings.signed, lender.entries)]
        return sorted(lent, key=lambda entry: (entry.body, entry.signature))

    def _refused(self, entry: Entry, refusal: Refused) -> Verdict:
        """The table of section 15.2."""
        if self.readings.signed(entry) is None:
            return Verdict("malformed", refusal=refusal, evidence=(entry,))
        outer = self.readings.read(entry)
        if outer.round == 0 and self.table.round == 0:
            unsupported = refusal.code in ("version", "feature", "ruleset")
            return Verdict("unsupported" if unsupported else "malformed", refusal=refusal, evidence=(entry,))
        if refusal.code == "table_wrong" or refusal.requirement == "E12":
            return Verdict("malformed", refusal=refusal, evidence=(entry,))
        if refusal.code in ("prev_wrong", "round_wrong"):
            return Verdict("forked", refusal=refusal, evidence=(entry,))
        evidence: tuple[Entry, ...] = (entry,)
        if refusal.code == "equivocation":
            evidence = (self.table.places[outer.round, entry.seat], entry)
        name = "equivocation" if refusal.code == "equivocation" else "fault"
        return Verdict(name, entry.seat, outer.round, refusal, evidence)

    def _sorted(self, entries: Iterable[Entry]) -> list[tuple[Outer, Entry]]:
        """The signed ones of these entries by (round, seat) ascending, those of one place as they came."""
        signed = [(outer, entry) for entry in entries if (outer := self.readings.signed(entry)) is not None]
        return sorted(signed, key=lambda pair: (pair[0].round, pair[1].seat))

    def _judge_all(self, verdict: Verdict | None, rest: list[Entry], lent: list[Entry]) -> Verdict | None:
        """All entries at hand that are not yet accepted, the file's own and those lent [X3]."""
        for outer, entry in self._sorted([*rest, *lent]):
            try:
                self.table.judge(entry)
            except Refused as refusal:
                if refusal.code in MISPLACED or outer.round == 0:
                    continue
                return self._refused(entry, refusal)
        return verdict if any(not self.table.holds(entry) for entry in rest) else None

    def _standing(self) -> Verdict:
        """Every entry was accepted: how far the game has come."""
        names = {"complete": "fair", "void": "void", "result": "unsigned_result"}
        return Verdict(names.get(self.table.game.stage, "open"))

    def _two_bodies(self, lent: list[Entry]) -> Verdict | None:
        """The first place with two bodies among all entries at hand [X4]."""
        first: dict[tuple[int, int], Entry] = {}
        for outer, entry in self._sorted([*self.file.entries, *lent]):
            if outer.round == 0 or outer.table_id != self.table.table_id:
                continue
            before = first.setdefault((outer.round, entry.seat), entry)
            if before.body != entry.body:
                return Verdict("equivocation", entry.seat, outer.round, Refused("equivocation", "X4"),
                               (before, entry))
        return None


Report = dict[str, Any]


def report_of(check: Check, verdict: Verdict) -> Report:
    """What was concluded and counted [X5, X6]; it says nothing about why an entry is missing."""
    table = check.table
    report: Report = {"verdict": verdict.name, "exit_code": EXIT_CODES[verdict.name]}
    if verdict.seat is not None:
        report |= {"seat": verdict.seat, "round": verdict.round}
    if verdict.refusal is not None:
        report |= {"code": verdict.refusal.code, "requirement": verdict.refusal.requirement,
                   "code_number": CODE_NUMBERS[verdict.refusal.code]}
        if verdict.refusal.proof is not None:
            named, computed = verdict.refusal.proof
            report["challenge"] = {"named": named, "computed": computed}
    report |= {"rounds": table.round, "head": table.head.hex(), "table_id": table.table_id.hex(),
               "hands": table.game.number, "stage": table.game.stage, "owed": table.owed(),
               "checked": dict(table.accepted)}
    if table.game.void_code is not None:
        report["void"] = table.game.void_code
    if table.game.number:
        report |= {"score": table.game.score, "chips": table.game.chips}
    if verdict.evidence:
        report["evidence"] = [[seat, body.hex(), signature.hex()] for seat, body, signature in verdict.evidence]
    return report


def verify(data: bytes, others: Sequence[bytes] = ()) -> Report:
    """The stranger's check of a file's bytes, to which other files may lend [X3]."""
    try:
        file = read_file(data)
    except Malformed as why:
        return {"verdict": "malformed", "exit_code": EXIT_CODES["malformed"], "why": str(why), "rounds": 0,
                "head": ZERO.hex(), "table_id": ZERO.hex()}
    lenders: list[GameFile] = []
    for other in others:
        try:
            lenders.append(read_file(other))
        except Malformed:
            continue
    check = Check(file, lenders)
    verdict = check.run()
    return report_of(check, verdict) | {"lenders": len(check.lenders)}


# ---------------------------------------------------------------------------------------------------------------
# Vectors: each group of protocol/vectors/ as a function from inputs to outputs
# ---------------------------------------------------------------------------------------------------------------

Json = Any
Operation = Callable[[dict[str, Json]], dict[str, Json]]
RANK_OF = {name: rank for rank, name in enumerate(RANKS)}


def raw(inputs: dict[str, Json], *names: str) -> list[bytes]:
    """Inputs that are bytes."""
    return [bytes.fromhex(inputs[name]) for name in names]


def one(inputs: dict[str, Json], name: str) -> bytes:
    """One input that is bytes."""
    return bytes.fromhex(inputs[name])


def shown(value: Value) -> Json:
    """A value in JSON, a bin written {"bin": hex}."""
    if type(value) is bytes:
        return {"bin": value.hex()}
    return [shown(item) for item in value] if type(value) is list else value


def op_frames(inputs: dict[str, Json]) -> dict[str, Json]:
    """encoding/frames."""
    return {"payloads": [payload.hex() for payload in cut_frames(one(inputs, "stream"), inputs["bound"])]}


def op_value(inputs: dict[str, Json]) -> dict[str, Json]:
    """encoding/values."""
    return {"value": shown(read_value(one(inputs, "bytes")))}


def op_body(inputs: dict[str, Json]) -> dict[str, Json]:
    """encoding/bodies and encoding/outer."""
    outer = read_body(one(inputs, "body"))
    return {"type": read_message(outer), "payload": shown(outer.payload)}


def op_vec(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/vec."""
    return {"bytes": vec(*map(bytes.fromhex, inputs["parts"])).hex()}


def op_ctx(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/ctx."""
    table_id, head = raw(inputs, "table_id", "head")
    return {"ctx": context(table_id, inputs["hand"], inputs["round"], inputs["seat"], head).hex()}


def op_head(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/head."""
    return {"head": next_head(one(inputs, "before"), [bytes.fromhex(body) for body in inputs["bodies"]]).hex()}


def op_table_id(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/table_id."""
    return {"table_id": table_id_of(one(inputs, "head")).hex()}


def op_signature(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/signature."""
    body, public, signature = raw(inputs, "body", "public", "signature")
    require(len(body) <= MAX_BODY, "encoding", "E5")
    check_signature(public, pae(ENTRY_MEDIA_TYPE, body), signature)
    return {}


def op_key_commit(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/key_commit."""
    ctx, key, proof, nonce, commitment = raw(inputs, "ctx", "key", "proof", "nonce", "commitment")
    require(commit_to(ctx, key, proof, nonce) == commitment, "commitment", "K3")
    return {}


def op_places(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/places."""
    nonces = {seat: bytes.fromhex(nonce) for seat, nonce in enumerate(inputs["nonces"])}
    order = draw_places(one(inputs, "table_id"), nonces)
    leaders = [seat for feature, seat in FIRST_LEADERS.items() if feature in inputs["features"]]
    return {"order": order, "leader": (leaders + order)[0]}


def op_cards(inputs: dict[str, Json]) -> dict[str, Json]:
    """places/cards: a card masked and opened by two seats."""
    name = inputs["card"]
    point = card_point(Card(SUITS.index(name[-1]), RANK_OF[name[:-1]]))
    secrets = [int(secret, 16) for secret in inputs["x"]]
    factor = int(inputs["r"], 16)
    joint = total_of(combine((x, G)) for x in secrets)
    start: Masked = (G, total_of((point, joint)))
    a, b = total_of((start[0], combine((factor, G)))), total_of((start[1], combine((factor, joint))))
    private = difference(b, total_of(combine((x, a)) for x in secrets[1:]))
    opening = combine((secrets[0], a))
    return {"joint_key": write_point(joint).hex(), "card_point": write_point(point).hex(),
            "start": write_card(start).hex(), "masked": write_card((a, b)).hex(),
            "share": write_point(combine((secrets[1], a))).hex(), "private": write_card((a, private)).hex(),
            "opening": write_point(opening).hex(), "read": write_point(difference(private, opening)).hex()}


def op_relation(inputs: dict[str, Json]) -> dict[str, Json]:
    """relation/…: a linear proof of one label; cards of a statement are those of the table, hence good."""
    label = inputs["label"]
    ctx, key_bytes, proof = raw(inputs, "ctx", "key", "proof")
    key = read_point(key_bytes)
    cards = read_cards(bytes.fromhex(inputs.get("cards", "")))
    sealed = bytes.fromhex(inputs.get("sealed", ""))
    if label == "own-key":
        check_own_key(ctx, key, proof)
    elif label in ("share", "open"):
        shares = one(inputs, "shares")
        require(len(shares) == 33 * len(cards), "length", "D2")
        check_shares(label, ctx, key, cards, read_points(shares), proof)
    elif label == "points":
        check_points(ctx, key, cards, inputs["points"], proof)
    elif label == "sealed-points":
        check_sealed_points(ctx, key, read_point(one(inputs, "owner")), cards, read_cards(sealed)[0], proof)
    elif label == "sealed-total":
        check_sealed_total(ctx, key, read_cards(sealed), inputs["points"], proof)
    elif label == "suit":
        check_suit(ctx, key, cards, inputs["suit"], proof)
    elif label == "rank":
        check_rank(ctx, key, cards, ACE, proof)
    else:
        check_one_suit(ctx, key, cards, proof)
    return {}


def op_shuffle(inputs: dict[str, Json]) -> dict[str, Json]:
    """shuffle/…: a shuffle argument."""
    ctx, key, cards, outputs, proof = raw(inputs, "ctx", "key", "inputs", "outputs", "proof")
    check_shuffle(inputs["label"], ctx, read_point(key), read_cards(cards), outputs, proof)
    return {}


class HandPlayer:
    """hand/hand: entries of one table, one request after another."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def __call__(self, inputs: dict[str, Json]) -> dict[str, Json]:
        """Judge one entry; the head after it if it closes a round."""
        body, signature = raw(inputs, "body", "signature")
        if self.table is None or inputs["first"]:
            self.table = Table(Readings([bytes.fromhex(identity) for identity in inputs["identities"]]))
        before = self.table.round
        self.table.judge(Entry(inputs["seat"], body, signature))
        return {"head": self.table.head.hex()} if self.table.round > before else {}


def op_ruleset(inputs: dict[str, Json]) -> dict[str, Json]:
    """rulesets/forms: the bytes of a ruleset."""
    data = one(inputs, "ruleset")
    read_rules(data)
    return {"name": read_answers(data)["name"]}


def op_identity(inputs: dict[str, Json]) -> dict[str, Json]:
    """identity/verify: a signature over the message itself."""
    check_signature(*raw(inputs, "public", "message", "signature"))
    return {}


def op_curve(inputs: dict[str, Json]) -> dict[str, Json]:
    """hash-to-group/hash_to_curve."""
    point = hash_to_curve(inputs["message"].encode(), inputs["dst"].encode())
    x, y = point if point is not None else (0, 0)
    return {"p": {"x": f"{x:064x}", "y": f"{y:064x}"}}


def op_expand(inputs: dict[str, Json]) -> dict[str, Json]:
    """hash-to-group/expand_message_xmd."""
    uniform = expand_message(inputs["message"].encode(), inputs["dst"].encode(), inputs["length"])
    return {"uniform": uniform.hex()}


def op_scalar(inputs: dict[str, Json]) -> dict[str, Json]:
    """hash-to-group/hash_to_scalar."""
    return {"scalar": write_scalar(hash_to_scalar(one(inputs, "message"), inputs["purpose"])).hex()}


def op_game(inputs: dict[str, Json]) -> dict[str, Json]:
    """games/verdict: the bytes of a file, and of those that lend to it."""
    report = verify(one(inputs, "file"), [bytes.fromhex(other) for other in inputs["others"]])
    named = ("seat", "round", "code") if "seat" in report else ()
    return {key: report[key] for key in ("verdict", "exit_code", "rounds", "head", "table_id", *named)}


def operations() -> dict[str, Operation]:
    """Every group that a verifier can run; links and `resume` are a client's."""
    table: dict[str, Operation] = {
        "encoding/frames": op_frames, "encoding/values": op_value, "encoding/bodies": op_body,
        "encoding/outer": op_body, "places/vec": op_vec, "places/ctx": op_ctx, "places/head": op_head,
        "places/table_id": op_table_id, "places/signature": op_signature, "places/key_commit": op_key_commit,
        "places/places": op_places, "places/cards": op_cards, "shuffle/hand": op_shuffle, "shuffle/deck": op_shuffle,
        "rulesets/forms": op_ruleset, "hand/hand": HandPlayer(), "identity/verify": op_identity,
        "hash-to-group/hash_to_curve": op_curve, "hash-to-group/expand_message_xmd": op_expand,
        "hash-to-group/hash_to_scalar": op_scalar, "games/verdict": op_game,
    }
    labels = (*PROOF_CODES, "points", "sealed-points", "sealed-total", "suit", "rank", "one-suit")
    return table | {f"relation/{label}": op_relation for label in labels}


def answer(operation: Operation, inputs: dict[str, Json]) -> dict[str, Json]:
    """What an operation answers: ok with its outputs, or the code of the refusal."""
    try:
        return {"ok": True} | operation(inputs)
    except Refused as refusal:
        return {"ok": False, "code": refusal.code}


def shim(lines: Iterable[str]) -> None:
    """A line in: {"op": "<file>/<group>", "in": {…}}; a line out: {"result": …} or {"unsupported": true}."""
    table = operations()
    for line in lines:
        reply: dict[str, Json]
        try:
            request = json.loads(line)
            operation = table.get(request["op"])
            reply = {"unsupported": True} if operation is None else {"result": answer(operation, request["in"])}
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError) as error:
            reply = {"error": f"no request that can be answered: {type(error).__name__}"}
        print(json.dumps(reply), flush=True)


# ---------------------------------------------------------------------------------------------------------------
# The shell
# ---------------------------------------------------------------------------------------------------------------

def read_bytes(path: str) -> bytes:
    """A file, but no more of it than shows that it is too long [X1]."""
    with open(path, "rb") as stream:
        return stream.read(MAX_FILE + 1)


def told(report: Report) -> str:
    """A report for people: one line, and what a fault needs so that anybody can judge it again (X6)."""
    line = report["verdict"]
    if "seat" in report:
        line += f": seat {report['seat']}, round {report['round']}, {report['code']} [{report['requirement']}]"
    elif "code" in report:
        line += f": {report['code']} [{report['requirement']}]"
    elif "why" in report:
        line += f": {report['why']}"
    elif "void" in report:
        line += f": {report['void']}"
    elif report["owed"]:
        line += f": stage {report['stage']}, owed by " + ", ".join(f"seat {seat}" for seat in report["owed"])
    lines = [line, f"{report['rounds']} rounds closed, head {report['head']}"]
    if report.get("hands"):
        lines.append(f"table {report['table_id']}, hand {report['hands']}, score {report['score']}, "
                     f"chips {report['chips']}")
    if "checked" in report:
        lines.append("accepted: " + ", ".join(f"{number} {kind}" for kind, number in report["checked"].items()))
    if "challenge" in report:
        lines.append(f"challenge named {report['challenge']['named']}, computed {report['challenge']['computed']}")
    for seat, body, signature in report.get("evidence", ()):
        lines.append(f"entry of seat {seat}: body {body} signature {signature}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """The command line."""
    if arguments == ["--shim"]:
        shim(sys.stdin)
        return 0
    as_json = "--json" in arguments
    paths = [argument for argument in arguments if argument != "--json"]
    if not paths or any(path.startswith("--") for path in paths):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        data, *others = map(read_bytes, paths)
    except OSError as error:
        print(f"cannot read: {error}", file=sys.stderr)
        return 2
    report = verify(data, others)
    print(json.dumps(report) if as_json else told(report))
    return int(report["exit_code"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
