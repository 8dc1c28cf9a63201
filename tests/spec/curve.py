"""From the text of spec.md, 11.1: points and scalars of secp256k1, in plain integers.

Here: decoding, encoding, sums of multiples. Never: a proof; anything of the package; constant time.
"""

from __future__ import annotations

from functools import lru_cache

from .reader import TEXT, need, read_number

Point = tuple[int, int] | None
Jacobian = tuple[int, int, int]

P = 2**256 - 2**32 - 977
ORDER = read_number(TEXT, r"order n = `([0-9a-f]{64})`")


def decode(data: bytes) -> Point:
    """G1."""
    need(len(data) == 33 and data[0] in (2, 3), "point")
    x = int.from_bytes(data[1:], "big")
    square = (x**3 + 7) % P
    y = pow(square, (P + 1) // 4, P)
    need(x < P and y * y % P == square, "point")
    return x, y if y % 2 == data[0] % 2 else P - y


def encode(point: Point) -> bytes:
    """G3."""
    return bytes(33) if point is None else bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")


def points(data: bytes) -> list[Point]:
    return [decode(data[at : at + 33]) for at in range(0, len(data), 33)]


def scalars(data: bytes) -> list[int]:
    """G2."""
    values = [int.from_bytes(data[at : at + 32], "big") for at in range(0, len(data), 32)]
    need(all(value < ORDER for value in values), "scalar")
    return values


# --- arithmetic --------------------------------------------------------------------------------------------


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


def affine(*found: Jacobian) -> list[tuple[int, int]]:
    """None of them the identity; one inversion for all."""
    products = [1]
    for _, _, z in found:
        products.append(products[-1] * z % P)
    inverse, points_ = pow(products[-1], -1, P), []
    for (x, y, z), before in zip(reversed(found), reversed(products[:-1]), strict=True):
        own, inverse = inverse * before % P, inverse * z % P
        square = own * own % P
        points_.append((x * square % P, y * square * own % P))
    return points_[::-1]


@lru_cache(maxsize=2048)
def odd_multiples(point: tuple[int, int]) -> list[tuple[int, int]]:
    """1, 3, 5 … 15 times the point; none of them is the identity, whose order is a prime."""
    (twice,) = affine(double((*point, 1)))
    found: list[Jacobian] = [(*point, 1)]
    for _ in range(7):
        found.append(add_affine(found[-1], twice))
    return affine(*found)


def digits(scalar: int) -> list[tuple[int, int]]:
    """(bit, odd digit from −15 to 15) of a scalar's signed windows."""
    found, bit = [], 0
    while scalar:
        zeros = (scalar & -scalar).bit_length() - 1
        scalar, bit = scalar >> zeros, bit + zeros
        digit = (scalar + 16) % 32 - 16
        found.append((bit, digit))
        scalar -= digit
    return found


def combine(*terms: tuple[int, Point]) -> Point:
    """Σ scalar·point."""
    at: dict[int, list[tuple[int, int]]] = {}
    for scalar, point in terms:
        if point is None:
            continue
        for bit, digit in digits(scalar % ORDER):
            x, y = odd_multiples(point)[abs(digit) // 2]
            at.setdefault(bit, []).append((x, y if digit > 0 else P - y))
    total: Jacobian = (1, 1, 0)
    for bit in range(max(at, default=-1), -1, -1):
        total = double(total) if total[2] else total
        for each in at.get(bit, ()):
            total = add_affine(total, each)
    return affine(total)[0] if total[2] else None


def minus(b: Point, *rest: Point) -> Point:
    return combine((1, b), *[(-1, point) for point in rest])
