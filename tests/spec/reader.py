"""From the text of spec.md: frames, strict msgpack, fields, signatures, heads, the table id, the group, its proofs.

Written from spec.md and reading its tables; imports nothing of the package it stands against. Never: rules, stages
(`judge.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TEXT = (Path(__file__).parents[2] / "spec.md").read_text("utf-8")
BLOCKS = {m[1]: m[2] for m in re.finditer(r"<!-- begin ([a-z_ ]+) -->\n(.*?)<!-- end \1 -->", TEXT, re.DOTALL)}
ZERO = bytes(32)


class Refused(Exception):  # noqa: N818  the text's own word
    """An entry is refused with `code`; `well` says whether it stands well (E13)."""

    def __init__(self, code: str, *, well: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.well = well


class Malformed(Exception):  # noqa: N818
    """X1."""


def need(holds: bool, code: str) -> None:
    if not holds:
        raise Refused(code)


def rows(block: str) -> list[list[str]]:
    """The cells of the last table of a block, without its header, code marks taken off."""
    lines = [line for line in BLOCKS[block].splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("| ").split(" | ")] for line in lines[2:]]


LIMITS = {row[0]: int(row[1]) for row in rows("limits")}
TYPES = {int(row[0]): row[1] for row in rows("entry types")}


# --- sections 5 and 6 --------------------------------------------------------------------------------------


def frames(data: bytes) -> Iterator[bytes]:
    while data:
        length = int.from_bytes(data[:4], "big")
        if not 1 <= length <= LIMITS["max_frame"] or len(data) < 4 + length:
            raise Malformed
        yield data[4 : 4 + length]
        data = data[4 + length :]


def strict(data: bytes) -> Any:
    need(len(data) <= LIMITS["max_frame"], "encoding")
    try:
        value = msgpack.unpackb(data, use_list=False, raw=False, strict_map_key=True)
    except Exception:  # noqa: BLE001
        raise Refused("encoding") from None
    need(allowed(value, LIMITS["max_depth"]), "encoding")
    need(msgpack.packb(value, use_bin_type=True) == data, "encoding")
    return value


def allowed(value: Any, depth: int) -> bool:
    if type(value) is tuple:
        return depth > 0 and len(value) <= LIMITS["max_items"] and all(allowed(item, depth - 1) for item in value)
    if type(value) is int:
        return 0 <= value <= LIMITS["max_uint"]
    return value is None or type(value) in (bool, str, bytes)


def fits(value: Any, kind: str) -> bool:
    """Whether a value has a type and range as the tables of the text write them."""
    if " or " in kind and "[" not in kind:
        return any(fits(value, one) for one in kind.split(" or "))
    if kind == "nil":
        return value is None
    if kind == "bool":
        return type(value) is bool
    if kind == "array":
        return type(value) is tuple
    if kind.startswith("["):
        items = [item.split(" ", 1)[1] for item in kind[1:-1].split("; ")]
        return type(value) is tuple and len(value) == len(items) and all(map(fits, value, items))
    if match := re.fullmatch(r"array of (\S+) × (.+?)(, strictly ascending)?", kind):
        return (
            type(value) is tuple
            and within(len(value), match[1])
            and all(fits(item, match[2]) for item in value)
            and (not match[3] or list(value) == sorted(set(value)))
        )
    name, span = kind.split(" ")
    match name:
        case "uint":
            return type(value) is int and within(value, span)
        case "bin":
            return type(value) is bytes and within(len(value), span)
        case "str":
            return type(value) is str and within(len(value.encode()), span)
    raise ValueError(kind)


def within(number: int, span: str) -> bool:
    low, _, high = span.partition("–")
    return int(low) <= number <= int(high or low)


def fields(value: Any, block: str) -> dict[str, Any]:
    """The fields of an array by name (E7, E14)."""
    kinds = rows(block) if "|" in BLOCKS[block] else []
    need(type(value) is tuple and len(value) == len(kinds), "shape")
    need(all(fits(item, row[2]) for item, row in zip(value, kinds, strict=True)), "shape")
    return {row[1]: item for item, row in zip(value, kinds, strict=True)}


# --- section 7 ---------------------------------------------------------------------------------------------


def lp(x: bytes) -> bytes:
    return len(x).to_bytes(2, "big") + x


def vec(*parts: bytes) -> bytes:
    return len(parts).to_bytes(2, "big") + b"".join(map(lp, parts))


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


MEDIA_TYPE = re.search(r"PAE\(T, body\) with T = `([^`]+)`", TEXT)[1].encode()  # type: ignore[index]
Y8 = int(re.search(r"^y8 = ([0-9a-f]{64})$", TEXT, re.MULTILINE)[1], 16)  # type: ignore[index]
FIELD25519 = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
LOW = {0, 1, FIELD25519 - 1, Y8, FIELD25519 - Y8}


def pae(kind: bytes, body: bytes) -> bytes:
    return b" ".join([b"DSSEv1", str(len(kind)).encode(), kind, str(len(body)).encode(), body])


def strict_point(encoded: bytes) -> bool:
    y = int.from_bytes(encoded, "little") % 2**255
    return len(encoded) == 32 and y < FIELD25519 and y not in LOW


def strict_key(encoded: bytes) -> bool:
    """A strict point that lies on the curve: (y²−1)/(d·y²+1) is a square, and 0 has no odd root."""
    y, d = int.from_bytes(encoded, "little") % 2**255, -121665 * pow(121666, -1, FIELD25519)
    xx = (y * y - 1) * pow(d * y * y + 1, -1, FIELD25519) % FIELD25519
    return strict_point(encoded) and pow(xx, (FIELD25519 - 1) // 2, FIELD25519) == 1


def signed(key: bytes, body: bytes, signature: bytes) -> None:
    need(strict_key(key), "identity_key")
    s = int.from_bytes(signature[32:], "little")
    need(len(signature) == 64 and strict_point(signature[:32]) and s < L, "signature")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, pae(MEDIA_TYPE, body))
    except InvalidSignature:
        raise Refused("signature") from None


def next_head(head: bytes, bodies: Iterable[bytes]) -> bytes:
    return sha(vec(head, *bodies))


def table_id(head: bytes) -> bytes:
    return sha(vec(b"BURA-P2P-V1-table", head))


# --- section 15.1 ------------------------------------------------------------------------------------------


def read_file(data: bytes) -> tuple[tuple[bytes, ...], list[tuple[int, bytes, bytes]]]:
    """(identities, entries): X1."""
    if not data.startswith(b"BURA-GAME-FILE 1") or len(data) > LIMITS["max_file"]:
        raise Malformed
    try:
        first, *rest = [strict(frame) for frame in frames(data[16:])]
        need(fits(first, "array of 2–6 × bin 32") and len(set(first)) == len(first), "shape")
        need(all(map(strict_key, first)), "identity_key")
        entries = [tuple(fields(item, "link entry_frame").values()) for item in rest]
    except (Refused, ValueError):
        raise Malformed from None
    if not entries or len(entries) > LIMITS["max_file_entries"] or any(entry[0] >= len(first) for entry in entries):
        raise Malformed
    return first, entries


# --- section 11: the group ---------------------------------------------------------------------------------

Point = tuple[int, int] | None
P = 2**256 - 2**32 - 977
ORDER = int(re.search(r"order n = `([0-9a-f]{64})`", TEXT)[1], 16)  # type: ignore[index]


def decode(data: bytes) -> Point:
    need(len(data) == 33 and data[0] in (2, 3), "point")
    x = int.from_bytes(data[1:], "big")
    square = (x**3 + 7) % P
    y = pow(square, (P + 1) // 4, P)
    need(x < P and y * y % P == square, "point")
    return x, y if y % 2 == data[0] % 2 else P - y


def encode(point: Point) -> bytes:
    return bytes(33) if point is None else bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")


def points(data: bytes) -> list[Point]:
    return [decode(data[at : at + 33]) for at in range(0, len(data), 33)]


def scalars(data: bytes) -> list[int]:
    values = [int.from_bytes(data[at : at + 32], "big") for at in range(0, len(data), 32)]
    need(all(value < ORDER for value in values), "scalar")
    return values


Jacobian = tuple[int, int, int]


def double(p: Jacobian) -> Jacobian:
    x, y, z = p
    yy = y * y % P
    s, m = 4 * x * yy % P, 3 * x * x % P
    x2 = (m * m - 2 * s) % P
    return x2, (m * (s - x2) - 8 * yy * yy) % P, 2 * y * z % P


def add_affine(p: Jacobian, q: tuple[int, int]) -> Jacobian:
    x, y, z = p
    if z == 0:
        return q[0], q[1], 1
    zz = z * z % P
    h, r = (q[0] * zz - x) % P, (q[1] * zz * z - y) % P
    if h == 0:
        return double(p) if r == 0 else (1, 1, 0)
    hh = h * h % P
    v, hhh = x * hh % P, hh * h % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - y * hhh) % P, z * h % P


def combine(*terms: tuple[int, Point]) -> Point:
    """Σ scalar·point."""
    live = [(scalar % ORDER, point) for scalar, point in terms if point is not None and scalar % ORDER]
    total: Jacobian = (1, 1, 0)
    for bit in range(max((scalar.bit_length() for scalar, _ in live), default=0) - 1, -1, -1):
        total = double(total)
        for scalar, point in live:
            if scalar >> bit & 1:
                total = add_affine(total, point)
    x, y, z = total
    if z == 0:
        return None
    inverse = pow(z, -1, P)
    return x * inverse**2 % P, y * inverse**3 % P


def minus(b: Point, *rest: Point) -> Point:
    return combine((1, b), *[(-1, point) for point in rest])


# --- section 11: hashing, generators, cards ----------------------------------------------------------------

DST = {row[0]: row[2].encode() for row in rows("purposes")}
GENERATOR = {row[0]: decode(bytes.fromhex(row[2])) for row in rows("generators")}
G, H_RANK, H_SUIT, H_POINTS = (GENERATOR[name] for name in ("G", "H_rank", "H_suit", "H_points"))


def to_scalar(message: bytes, purpose: str) -> int:
    """RFC 9380, 5.3.1, 48 bytes, mod n."""
    dst = DST[purpose] + bytes([len(DST[purpose])])
    b_0 = sha(bytes(64) + message + b"\x00\x30\x00" + dst)
    b_1 = sha(b_0 + b"\x01" + dst)
    b_2 = sha(bytes(x ^ y for x, y in zip(b_0, b_1, strict=True)) + b"\x02" + dst)
    return int.from_bytes((b_1 + b_2)[:48], "big") % ORDER


_RANKS, _SUITS = BLOCKS["axes"].strip().split("\n\n")
POINTS_OF = {int(a): int(c) for a, c in re.findall(r"^\| (\d) \| \S+ \| (\d+) \|$", _RANKS, re.MULTILINE)}
Card = tuple[int, int]  # suit, rank
CARDS: dict[Point, Card] = {
    combine((rank + 1, H_RANK), (suit + 1, H_SUIT), (worth, H_POINTS)): (suit, rank)
    for rank, worth in POINTS_OF.items()
    for suit in range(4)
}
POINT_OF = {card: point for point, card in CARDS.items()}

Masked = tuple[Point, Point]


def masked(data: bytes) -> list[Masked]:
    flat = points(data)
    return list(zip(flat[::2], flat[1::2], strict=True))


def u16(number: int) -> bytes:
    return number.to_bytes(2, "big")


# --- 11.8 and 11.9 -----------------------------------------------------------------------------------------

Row = tuple[Point, Sequence[Point | str]]


def linear(label: str, ctx: bytes, lines: Sequence[Row], proof: bytes, code: str) -> None:
    m = len(lines[0][1])
    need(len(proof) == 32 * (1 + m), "length")
    e, *z = scalars(proof)
    parts = [label.encode(), ctx, u16(len(lines)), u16(m)]
    for target, bases in lines:
        parts += [encode(target), *[bytes(33) if base == "-" else encode(base) for base in bases]]  # type: ignore[arg-type]
    t = [
        combine(*[(z_j, b) for z_j, b in zip(z, bases, strict=True) if b != "-"], (-e, target))  # type: ignore[arg-type]
        for target, bases in lines
    ]
    need(to_scalar(vec(vec(*parts), *map(encode, t)), "linear-challenge") == e, code)


def shares(label: str, ctx: bytes, key: Point, cards: Sequence[Masked], data: bytes, proof: bytes) -> list[Point]:
    need(len(data) == 33 * len(cards) and bool(cards), "length")
    given = points(data)
    lines = [(key, [G]), *[(d, [a]) for d, (a, _) in zip(given, cards, strict=True)]]
    linear(label, ctx, lines, proof, f"{label}_proof")
    return given


def sum_of_points(ctx: bytes, key: Point, cards: Sequence[Masked], p: int, proof: bytes) -> None:
    need(p <= 11 * len(cards) and len(set(cards)) == len(cards), "statement_proof")
    a = combine(*[(1, card[0]) for card in cards])
    b = combine(*[(1, card[1]) for card in cards], (-p, H_POINTS))
    linear("points", ctx, [(key, [G, "-", "-"]), (b, [a, H_RANK, H_SUIT])], proof, "statement_proof")


def shuffled(
    label: str, ctx: bytes, key: Point, e: Sequence[Masked], out: bytes, proof: bytes, code: str
) -> list[Masked]:
    n = len(e)
    need(len(out) == 66 * n and len(proof) == 130 * n + 160, "length")
    e_ = masked(out)
    edge = 32 * (5 + 2 * n)
    k, s_1, s_2, s_3, s_4, *rest = scalars(proof[:edge])
    s_hat, s_ = rest[:n], rest[n:]
    flat = points(proof[edge:])
    c, c_hat = flat[:n], flat[n:]
    h, bases = GENERATOR["h"], [GENERATOR[f"h_{i}"] for i in range(1, n + 1)]
    listed = [G, h, *bases, key, *[x for card in e for x in card], *[x for card in e_ for x in card], *c]
    d = sha(vec(label.encode(), ctx, u16(n), *map(encode, listed)))
    u = [to_scalar(d + u16(i), "shuffle-u") for i in range(1, n + 1)]
    product = k
    for u_i in u:
        product = product * u_i % ORDER
    ku = [-k * u_i for u_i in u]
    t = [
        combine((s_1, G), *[(-k, c_i) for c_i in c], *[(k, h_i) for h_i in bases]),
        combine((s_2, G), (-k, c_hat[-1]), (product, h)),
        combine((s_3, G), *zip(s_, bases, strict=True), *zip(ku, c, strict=True)),
        *[
            combine(
                *[(s_i, card[side]) for s_i, card in zip(s_, e_, strict=True)],
                (-s_4, base),
                *[(w, card[side]) for w, card in zip(ku, e, strict=True)],
            )
            for side, base in ((1, key), (0, G))
        ],
    ]
    for s_hat_i, s_i, before, after in zip(s_hat, s_, [h, *c_hat], c_hat, strict=False):
        t.append(combine((s_hat_i, G), (s_i, before), (-k, after)))
    need(to_scalar(vec(d, *map(encode, [*c_hat, *t])), "shuffle-k") == k, code)
    return e_
