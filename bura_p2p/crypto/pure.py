"""The pure-Python provider of group arithmetic: the test oracle, and the fallback where no wheel exists.

Here: secp256k1 in Jacobian coordinates with integers. Never: constant time (Python's integers are not; the
secrets of somebody who can be timed belong with the compiled provider), a check, an identity value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from .curve import BASE_X, BASE_Y
from .curve import FIELD as P

_ODD_MULTIPLES: Final = 8
"""1·P, 3·P … 15·P: what the digits of width 5 name."""

_ROWS: Final = 32
_ROW: Final = 255
"""The table for G: a row for each byte of a scalar, an entry for each value of it but 0."""

Affine: TypeAlias = tuple[int, int]
Jacobian: TypeAlias = tuple[int, int, int]
"""(X, Y, Z) stands for (X/Z², Y/Z³); Z = 0 is the identity."""

_ZERO: Jacobian = (BASE_X, BASE_Y, 0)  # any X and Y would do


def _double(point: Jacobian) -> Jacobian:
    """2·point; no point of this curve has order two, so Y is never 0 (dbl-2009-l of the EFD)."""
    x, y, z = point
    a = x * x % P
    b = y * y % P
    c = b * b % P
    d = 2 * ((x + b) * (x + b) - a - c) % P
    e = 3 * a
    x3 = (e * e - 2 * d) % P
    return x3, (e * (d - x3) - 8 * c) % P, 2 * y * z % P


def _add_affine(left: Jacobian, right: Affine) -> Jacobian:
    """left + right, with every special case (madd of the EFD)."""
    x1, y1, z1 = left
    x2, y2 = right
    if not z1:
        return x2, y2, 1
    zz = z1 * z1 % P
    h = (x2 * zz - x1) % P
    r = (y2 * zz % P * z1 - y1) % P
    if not h:
        return _ZERO if r else _double(left)
    hh = h * h % P
    hhh = h * hh % P
    v = x1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - y1 * hhh) % P, z1 * h % P


def _to_affine(points: Sequence[Jacobian]) -> list[Affine]:
    """The same points (none the identity) with Z = 1, by one inversion (Montgomery's trick)."""
    products = [1]
    for _, _, z in points:
        products.append(products[-1] * z % P)
    inverse = pow(products[-1], -1, P)
    affine: list[Affine] = []
    for (x, y, z), before in zip(reversed(points), reversed(products[:-1]), strict=True):
        z_inverse = inverse * before % P
        inverse = inverse * z % P
        square = z_inverse * z_inverse % P
        affine.append((x * square % P, y * square % P * z_inverse % P))
    return affine[::-1]


def _load(point: bytes) -> Affine:
    return int.from_bytes(point[1:33], "big"), int.from_bytes(point[33:], "big")


def _store(point: Jacobian) -> bytes | None:
    if not point[2]:
        return None
    ((x, y),) = _to_affine([point])
    return b"\x04" + x.to_bytes(32, "big") + y.to_bytes(32, "big")


def _digits(scalar: int) -> list[int]:
    """The width-5 non-adjacent form, least digit first: every digit is 0 or odd and below 16 in size."""
    digits = []
    while scalar:
        digit = 0
        if scalar & 1:
            digit = scalar & 31
            if digit & 16:
                digit -= 32
            scalar -= digit
        digits.append(digit)
        scalar >>= 1
    return digits


def _odd_multiples(points: Sequence[Affine]) -> list[list[Affine]]:
    """1·P, 3·P … 15·P for every point, all brought to Z = 1 together."""
    multiples: list[Jacobian] = []
    doubles = _to_affine([_double((x, y, 1)) for x, y in points])
    for (x, y), twice in zip(points, doubles, strict=True):
        current: Jacobian = (x, y, 1)
        for _ in range(_ODD_MULTIPLES):
            multiples.append(current)
            current = _add_affine(current, twice)
    affine = _to_affine(multiples)
    return [affine[start : start + _ODD_MULTIPLES] for start in range(0, len(affine), _ODD_MULTIPLES)]


def _interleave(points: Sequence[bytes], scalars: Sequence[int]) -> Jacobian:
    """Σ scalarᵢ·pointᵢ with one chain of doublings for all (Straus; Möller 2001)."""
    tables = _odd_multiples([_load(point) for point in points])
    forms = [_digits(scalar) for scalar in scalars]
    steps: list[list[Affine]] = [[] for _ in range(max(map(len, forms)))]
    for table, form in zip(tables, forms, strict=True):
        for place, digit in enumerate(form):
            if digit > 0:
                steps[place].append(table[digit >> 1])
            elif digit:
                x, y = table[-digit >> 1]
                steps[place].append((x, P - y))
    total = _ZERO
    for step in reversed(steps):
        total = _double(total)
        for point in step:
            total = _add_affine(total, point)
    return total


@cache
def _comb() -> list[list[Affine]]:
    """Row i holds 1…255 times 2^(8i)·G: built once, at the first multiplication of G (some 20 ms)."""
    rows: list[Jacobian] = []
    base: Jacobian = (BASE_X, BASE_Y, 1)
    for _ in range(_ROWS):
        (anchor,) = _to_affine([base])
        current: Jacobian = (*anchor, 1)
        for _ in range(_ROW):
            rows.append(current)
            current = _add_affine(current, anchor)
        base = current
    affine = _to_affine(rows)
    return [affine[start : start + _ROW] for start in range(0, len(affine), _ROW)]


class Pure:
    """secp256k1 in integers; see `group.Provider` for the calls. Nothing here is constant time."""

    name: Final = "pure"

    def decompress(self, compressed: bytes) -> bytes:
        """33 bytes to 65, by a square root; `ValueError` when no such point exists."""
        x = int.from_bytes(compressed[1:], "big")
        square = (x * x % P * x + 7) % P
        y = pow(square, (P + 1) // 4, P)
        if x >= P or y * y % P != square:
            raise ValueError("no such point")
        if y & 1 != compressed[0] & 1:
            y = P - y
        return b"\x04" + compressed[1:] + y.to_bytes(32, "big")

    def mul(self, scalar: int, point: bytes) -> bytes | None:
        """scalar·point."""
        return _store(_interleave([point], [scalar]))

    def mul_base(self, scalar: int) -> bytes | None:
        """scalar·G."""
        total = _ZERO
        for row, digit in zip(_comb(), scalar.to_bytes(32, "little"), strict=True):
            if digit:
                total = _add_affine(total, row[digit - 1])
        return _store(total)

    def mul_sum(self, points: Sequence[bytes], scalars: Sequence[int]) -> bytes | None:
        """Σ scalarᵢ·pointᵢ."""
        return _store(_interleave(points, scalars))

    def add(self, points: Sequence[bytes]) -> bytes | None:
        """Σ pointᵢ."""
        total = _ZERO
        for point in points:
            total = _add_affine(total, _load(point))
        return _store(total)


provider = Pure()
