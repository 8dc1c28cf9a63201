"""SPAKE2 over Ed25519 and the words' exchange, written again from the spec's section, with nothing of the package.

Here: the guest's side, for a stranger's client. Never: an import of `bura_p2p` or of `spake2`; constant time.
"""

from __future__ import annotations

import hashlib
import hmac

import msgpack
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
ZERO: Point = (0, 1)


def add(a: Point, b: Point) -> Point:
    x = a[0] * b[1] + a[1] * b[0]
    y = a[1] * b[1] + a[0] * b[0]
    t = D * a[0] * b[0] * a[1] * b[1]
    return x * pow(1 + t, -1, P) % P, y * pow(1 - t, -1, P) % P


def times(n: int, a: Point) -> Point:
    sum_ = ZERO
    for bit in bin(n % L)[2:]:
        sum_ = add(sum_, sum_)
        if bit == "1":
            sum_ = add(sum_, a)
    return sum_


def written(a: Point) -> bytes:
    return (a[1] | (a[0] & 1) << 255).to_bytes(32, "little")


def read(data: bytes) -> Point:
    """RFC 8032, 5.1.3."""
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0
    return (x if x & 1 == sign else P - x), y


BASE = read(bytes.fromhex("58" + "66" * 31))
M = read(bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312"))
N = read(bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3"))


def pae(kind: bytes, body: bytes) -> bytes:
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body)


def media_type(what: str) -> bytes:
    return f"application/vnd.bura-p2p.words-{what}+msgpack;v=1".encode()


class BareGuest:
    """A stranger's guest. `chance` is its secret number, below L."""

    def __init__(self, words: str, bind: bytes, table: bytes | None, chance: int) -> None:
        password = words.encode()
        wide = HKDF(hashes.SHA256(), 48, b"", b"SPAKE2 pw").derive(password)
        self.w = int.from_bytes(wide, "big") % L
        self.x = chance
        self.bind, self.table, self.password = bind, table, password
        self.X = written(add(times(self.x, BASE), times(self.w, M)))
        self.ask = msgpack.packb([1, [1, table, self.X]])

    def proof(self, answer: bytes) -> bytes:
        number, (Y,) = msgpack.unpackb(answer)
        assert number == 2
        shared = written(times(self.x, add(read(Y), times(L - self.w, N))))
        ids = [pae(media_type(who), msgpack.packb([self.bind, self.table])) for who in ("guest", "host")]
        hashed = b"".join(hashlib.sha256(part).digest() for part in (self.password, *ids))
        self.key = hashlib.sha256(hashed + self.X + Y + shared).digest()
        self.said = msgpack.packb([self.bind, self.ask, answer])
        return msgpack.packb([3, [self.mac("guest")]])

    def mac(self, what: str) -> bytes:
        return hmac.digest(self.key, pae(media_type(what), self.said), "sha256")

    def invite(self, gift: bytes) -> str:
        number, (mac, box) = msgpack.unpackb(gift)
        assert (number, mac) == (4, self.mac("host"))
        return ChaCha20Poly1305(self.mac("gift")).decrypt(bytes(12), box, None).decode()
