"""From the text of spec.md, section 11: hashing, generators, cards, the linear proof, the shuffle argument.

Here: every statement of 11.8 as its rows. Never: when one is due; anything of the package.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .curve import ORDER, Point, combine, decode, encode, minus, points, scalars
from .reader import BLOCKS, need, rows, sha, vec

# --- hashing, generators, cards ----------------------------------------------------------------------------

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
ACE = max(POINTS_OF)
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


# --- 11.8 --------------------------------------------------------------------------------------------------

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


def one_hot(base: Point, at: int, count: int) -> list[Point | str]:
    return [base if index == at else "-" for index in range(count)]


def shares(label: str, ctx: bytes, key: Point, cards: Sequence[Masked], data: bytes, proof: bytes) -> list[Point]:
    need(len(data) == 33 * len(cards) and bool(cards), "length")
    given = points(data)
    lines = [(key, [G]), *[(d, [a]) for d, (a, _) in zip(given, cards, strict=True)]]
    linear(label, ctx, lines, proof, f"{label}_proof")
    return given


def different(cards: Sequence[Masked]) -> None:
    need(len(set(cards)) == len(cards), "statement_proof")


def summed(cards: Sequence[Masked]) -> Masked:
    return combine(*[(1, a) for a, _ in cards]), combine(*[(1, b) for _, b in cards])


def sum_of_points(ctx: bytes, key: Point, cards: Sequence[Masked], p: int, proof: bytes) -> None:
    need(p <= 11 * len(cards), "statement_proof")
    different(cards)
    a, b = summed(cards)
    lines: list[Row] = [(key, [G, "-", "-"]), (combine((1, b), (-p, H_POINTS)), [a, H_RANK, H_SUIT])]
    linear("points", ctx, lines, proof, "statement_proof")


def sealed_points(
    ctx: bytes, key: Point, cards: Sequence[Masked], owner: Point, sealed: bytes, proof: bytes
) -> Masked:
    need(len(sealed) == 66, "length")
    ((c_1, c_2),) = masked(sealed)
    different(cards)
    a, b = summed(cards)
    lines: list[Row] = [
        (key, [G, *"----"]),
        (c_1, ["-", G, *"---"]),
        (c_2, ["-", owner, H_POINTS, *"--"]),
        (b, [a, "-", H_POINTS, H_RANK, H_SUIT]),
    ]
    linear("sealed-points", ctx, lines, proof, "statement_proof")
    return c_1, c_2


def sealed_total(ctx: bytes, key: Point, sealed: Sequence[Masked], p: int, proof: bytes) -> None:
    need(bool(sealed), "length")
    c_1, c_2 = summed(sealed)
    linear("sealed-total", ctx, [(key, [G]), (combine((1, c_2), (-p, H_POINTS)), [c_1])], proof, "statement_proof")


def of_suit(ctx: bytes, key: Point, cards: Sequence[Masked], suit: int, proof: bytes) -> None:
    different(cards)
    k = len(cards)
    lines: list[Row] = [(key, [G, *"-" * (2 * k)])]
    for i, (a, b) in enumerate(cards):
        target = combine((1, b), (-(suit + 1), H_SUIT))
        lines.append((target, [a, *one_hot(H_RANK, i, k), *one_hot(H_POINTS, i, k)]))
    linear("suit", ctx, lines, proof, "statement_proof")


def of_rank(ctx: bytes, key: Point, cards: Sequence[Masked], rank: int, proof: bytes) -> None:
    different(cards)
    k = len(cards)
    lines: list[Row] = [(key, [G, *"-" * k])]
    for i, (a, b) in enumerate(cards):
        target = combine((1, b), (-(rank + 1), H_RANK), (-POINTS_OF[rank], H_POINTS))
        lines.append((target, [a, *one_hot(H_SUIT, i, k)]))
    linear("rank", ctx, lines, proof, "statement_proof")


def of_one_suit(ctx: bytes, key: Point, cards: Sequence[Masked], proof: bytes) -> None:
    different(cards)
    (a_1, b_1), *rest = cards
    need(bool(rest), "length")
    k = len(rest)
    lines: list[Row] = [(key, [G, *"-" * (2 * k)])]
    for i, (a, b) in enumerate(rest):
        lines.append((minus(b_1, b), [minus(a_1, a), *one_hot(H_RANK, i, k), *one_hot(H_POINTS, i, k)]))
    linear("one-suit", ctx, lines, proof, "statement_proof")


# --- 11.9 --------------------------------------------------------------------------------------------------


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
