"""Edwards25519 in integers: a second implementation of strict verification, and the edge cases it judges.

For tests only. `python -m tests.crypto.edwards` writes `protocol/vectors/identity.json`; `test_identity.py`
derives it again and compares.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import count
from math import gcd
from pathlib import Path
from typing import Any

from tests.crypto.vectors import VECTORS

PUBLISHED = Path(__file__).parent / "data" / "ed25519.json"

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
"""(X, Y, Z, T): x = X/Z, y = Y/Z, T = XY/Z."""
ZERO: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    """The complete addition law of RFC 8032, section 5.1.4."""
    A = (a[1] - a[0]) * (b[1] - b[0]) % P
    B = (a[1] + a[0]) * (b[1] + b[0]) % P
    C = 2 * a[3] * b[3] * D % P
    F = 2 * a[2] * b[2] % P
    E, H, F, G = B - A, B + A, F - C, F + C
    return E * F % P, G * H % P, F * G % P, E * H % P


def times(scalar: int, point: Point) -> Point:
    total = ZERO
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point | None:
    """The point, the lenient way (RFC 8032 without its checks of form): y is reduced, −0 is 0."""
    whole = int.from_bytes(data, "little")
    y, sign = (whole & (2**255 - 1)) % P, whole >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if x * x % P != square:
        return None
    x = x if x & 1 == sign else -x % P
    return x, y, 1, x * y % P


def known(data: bytes) -> Point:
    point = decode(data)
    assert point is not None
    return point


BASE = known((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
ORDER_EIGHT = known(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))
TORSION = [times(i, ORDER_EIGHT) for i in range(8)]
"""The eight points of low order: i times one of order eight."""


def is_strict(data: bytes) -> bool:
    """Is this the canonical encoding of a point that is not of low order?"""
    point = decode(data) if len(data) == 32 else None
    return point is not None and encode(point) == data and encode(times(8, point)) != encode(ZERO)


def challenge(R: bytes, A: bytes, message: bytes) -> int:
    """k, reduced modulo L as every library does (it matters where A has a part of low order)."""
    return int.from_bytes(hashlib.sha512(R + A + message).digest(), "little") % L


def judge(public: bytes, message: bytes, signature: bytes) -> str:
    """`valid`, `identity_key` or `signature`: the strict rule, word for word and slowly."""
    if not is_strict(public):
        return "identity_key"
    R, S = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or S >= L or not is_strict(R):
        return "signature"
    right = add(known(R), times(challenge(R, public, message), known(public)))
    return "valid" if encode(times(S, BASE)) == encode(right) else "signature"


def low_order_encodings() -> list[bytes]:
    """All fourteen encodings that a lenient decoder takes for a point of low order."""
    low = {encode(point) for point in TORSION}
    ys = sorted({int.from_bytes(data, "little") & (2**255 - 1) for data in low})
    ys += [y + P for y in ys if y + P < 2**255]
    return [(y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1)]


def non_canonical_encodings() -> list[bytes]:
    """Points that are not of low order with y ≥ p: y − p is 2 … 18."""
    ys = range(P + 2, 2**255)
    return [
        data
        for y in ys
        for sign in (0, 1)
        if decode(data := (y | sign << 255).to_bytes(32, "little")) is not None
    ]


A_LOG, R_LOG = (int.from_bytes(hashlib.sha512(name).digest(), "little") % L for name in (b"A", b"R"))


def case(name: str, source: str, public: bytes, message: bytes, signature: bytes) -> dict[str, str]:
    return {
        "name": name,
        "source": source,
        "public": public.hex(),
        "message": message.hex(),
        "signature": signature.hex(),
        "expected": judge(public, message, signature),
    }


OWN = "this project"


def torsion_cases() -> Iterator[dict[str, str]]:
    """A = aB + iT and R = rB + jT, where the torsion of R + kA vanishes (if it can) and where it does not."""
    for i in range(8):
        for j in range(8):
            A = encode(add(times(A_LOG, BASE), TORSION[i]))
            R = encode(add(times(R_LOG, BASE), TORSION[j]))
            wanted = [vanishes for vanishes in (True, False) if (j % gcd(i, 8) == 0 if vanishes else i or j)]
            for vanishes in wanted:
                message = next(
                    text
                    for text in (b"%d" % number for number in count())
                    if ((challenge(R, A, text) * i + j) % 8 == 0) is vanishes
                )
                S = (R_LOG + challenge(R, A, message) * A_LOG) % L
                name = f"A + {i}T, R + {j}T, torsion {'vanishes' if vanishes else 'stays'}"
                yield case(name, OWN, A, message, R + S.to_bytes(32, "little"))


def low_order_cases() -> Iterator[dict[str, str]]:
    """Each encoding of a point of low order as A, with an S that lenient verifiers take, and as R."""
    A = encode(times(A_LOG, BASE))
    for data in low_order_encodings():
        short = data[::-1].hex()[:8]
        R = encode(times(R_LOG, BASE))
        yield case(f"A of low order {short}", OWN, data, b"any", R + R_LOG.to_bytes(32, "little"))
        S = challenge(data, A, b"any") * A_LOG % L
        yield case(f"R of low order {short}", OWN, A, b"any", data + S.to_bytes(32, "little"))
        # with an A of mixed order the equation holds even without the cofactor
        mixed = encode(add(times(A_LOG, BASE), ORDER_EIGHT))
        for text in (b"%d" % number for number in range(200)):
            k = challenge(data, mixed, text)
            if encode(add(known(data), times(k % 8, ORDER_EIGHT))) == encode(ZERO):
                signature = data + (k * A_LOG % L).to_bytes(32, "little")
                yield case(f"R of low order {short}, A + 1T", OWN, mixed, text, signature)
                break


def form_cases() -> Iterator[dict[str, str]]:
    """Right in value, wrong in form."""
    A, R = encode(times(A_LOG, BASE)), encode(times(R_LOG, BASE))
    S = (R_LOG + challenge(R, A, b"form") * A_LOG) % L
    good = R + S.to_bytes(32, "little")
    yield case("a signature", OWN, A, b"form", good)
    for multiple in range(1, 16):
        if S + multiple * L < 2**256:
            yield case(f"S + {multiple}L", OWN, A, b"form", R + (S + multiple * L).to_bytes(32, "little"))
    yield case("another message", OWN, A, b"from", good)
    yield case("S = 0", OWN, A, b"form", R + bytes(32))
    yield case("R = 0, S = 0", OWN, A, b"form", bytes(64))
    yield case("R not on the curve", OWN, A, b"form", (2).to_bytes(32, "little") + good[32:])
    yield case("A not on the curve", OWN, (2).to_bytes(32, "little"), b"form", good)
    for size in (0, 32, 63, 65):
        yield case(f"{size} bytes of signature", OWN, A, b"form", (good + bytes(1))[:size])
    for size in (0, 31, 33):
        yield case(f"{size} bytes of key", OWN, (A + bytes(1))[:size], b"form", good)
    for data in non_canonical_encodings():
        yield case(f"A = {data[::-1].hex()[:4]}…{data[:1].hex()} not reduced", OWN, data, b"form", good)


def published_cases() -> Iterator[dict[str, str]]:
    """What others published, with the verdict of the strict rule."""
    for group in json.loads(PUBLISHED.read_text(encoding="utf-8")):
        for given in group["cases"]:
            fields = (bytes.fromhex(given[field]) for field in ("public", "message", "signature"))
            yield case(given["name"], group["source"], *fields)


def vectors() -> dict[str, Any]:
    return {
        "rule": "public is a canonical encoding of a point that is not of low order, else identity_key; so is R, "
        "S < L, and SB = R + kA without the cofactor, k reduced modulo L, else signature; else valid",
        "cases": [*published_cases(), *form_cases(), *low_order_cases(), *torsion_cases()],
    }


def main() -> None:
    text = json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"
    (VECTORS / "identity.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
