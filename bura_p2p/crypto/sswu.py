"""Hashing to secp256k1: `expand_message_xmd` and the suite `secp256k1_XMD:SHA-256_SSWU_RO_` of RFC 9380.

Here: the suite, byte for byte, in integers. Never: a purpose or a label of this project; a secret hashed to
the group (the map is not constant time and needs not be: only public labels meet it).
"""

from __future__ import annotations

import hashlib
from typing import Final

from ..errors import LocalError
from .curve import FIELD as _P
from .group import Element

# The curve E' that is 3-isogenous to secp256k1, and Z (RFC 9380, section 8.7)
_A: Final = 0x3F8731ABDD661ADCA08A5558F0F5D272E953D363CB6F0E5D405447C01A444533
_B: Final = 1771
_Z: Final = _P - 11

# The isogeny from E' to secp256k1, lowest coefficient first (RFC 9380, appendix E.1)
_X_NUMERATOR: Final = (
    0x8E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38DAAAAA8C7,
    0x07D3D4C80BC321D5B9F315CEA7FD44C5D595D2FC0BF63B92DFFF1044F17C6581,
    0x534C328D23F234E6E2A413DECA25CAECE4506144037C40314ECBD0B53D9DD262,
    0x8E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38DAAAAA88C,
)
_X_DENOMINATOR: Final = (
    0xD35771193D94918A9CA34CCBB7B640DD86CD409542F8487D9FE6B745781EB49B,
    0xEDADC6F64383DC1DF7C4B2D51B54225406D36B641F5E41BBC52A56612A8C6D14,
    1,
)
_Y_NUMERATOR: Final = (
    0x4BDA12F684BDA12F684BDA12F684BDA12F684BDA12F684BDA12F684B8E38E23C,
    0xC75E0C32D5CB7C0FA9D0A54B12A0A6D5647AB046D686DA6FDFFC90FC201D71A3,
    0x29A6194691F91A73715209EF6512E576722830A201BE2018A765E85A9ECEE931,
    0x2F684BDA12F684BDA12F684BDA12F684BDA12F684BDA12F684BDA12F38E38D84,
)
_Y_DENOMINATOR: Final = (
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFF93B,
    0x7A06534BB8BDB49FD5E9E6632722C2989467C1BFC8E8D978DFB425D2685C2573,
    0x6484AA716545CA2CF3A70C3FA8FE337E0A3D21162F0D6299A7BF8192BFD2A76F,
    1,
)

_PADDED: Final = hashlib.sha256(bytes(64))  # Z_pad: one whole block, so its state can be copied


def _dst_prime(dst: bytes) -> bytes:
    if len(dst) > 255:
        dst = hashlib.sha256(b"H2C-OVERSIZE-DST-" + dst).digest()
    return dst + bytes([len(dst)])


def expand_message_xmd(message: bytes, dst: bytes, length: int) -> bytes:
    """`length` (1 … 8160) uniform bytes from SHA-256 (RFC 9380, section 5.3.1). `LocalError` beyond that."""
    blocks = -(-length // 32)
    if not 1 <= blocks <= 255:
        raise LocalError("expand_message_xmd gives 1 to 8160 bytes.")
    suffix = _dst_prime(dst)
    first = _PADDED.copy()
    first.update(message + length.to_bytes(2, "big") + b"\x00" + suffix)
    b_0 = first.digest()
    block = hashlib.sha256(b_0 + b"\x01" + suffix).digest()
    uniform, whole = block, int.from_bytes(b_0, "big")
    for index in range(2, blocks + 1):
        mixed = (whole ^ int.from_bytes(block, "big")).to_bytes(32, "big")
        block = hashlib.sha256(mixed + bytes([index]) + suffix).digest()
        uniform += block
    return uniform[:length]


def hash_to_field(message: bytes, dst: bytes) -> tuple[int, int]:
    """Two field elements (RFC 9380, section 5.2, with m = 1, L = 48, count = 2)."""
    uniform = expand_message_xmd(message, dst, 96)
    return int.from_bytes(uniform[:48], "big") % _P, int.from_bytes(uniform[48:], "big") % _P


def _root(value: int) -> int | None:
    root = pow(value, (_P + 1) // 4, _P)
    return root if root * root % _P == value else None


def _map_to_isogenous(u: int) -> tuple[int, int]:
    """The simplified Shallue–van de Woestijne–Ulas map to E' (RFC 9380, section 6.6.2); x is not reduced."""
    zu2 = _Z * u * u % _P
    tv1 = (zu2 * zu2 + zu2) % _P
    # the exceptional input u = 0 (and u with Z·u² = −1, which this field does not have)
    x = _B * pow(_Z * _A, -1, _P) if not tv1 else -_B * pow(_A, -1, _P) * (1 + pow(tv1, -1, _P))
    y = _root((x * x * x + _A * x + _B) % _P)
    if y is None:
        x = zu2 * x % _P
        # one of g(x1), g(Z·u²·x1) is a square, since Z is none
        y = pow(x * x * x + _A * x + _B, (_P + 1) // 4, _P)
    return x, y if u & 1 == y & 1 else _P - y


def _at(coefficients: tuple[int, ...], x: int) -> int:
    value = 0
    for coefficient in reversed(coefficients):
        value = (value * x + coefficient) % _P
    return value


def map_to_curve(u: int) -> Element:
    """The point of secp256k1 for one field element (RFC 9380, sections 6.6.3 and 8.7).

    The one x where a denominator of the isogeny vanishes is unreachable in practice (one u in 2^255); there
    `pow` raises `ValueError`, for a public label, when the table of generators is derived.
    """
    x, y = _map_to_isogenous(u)
    mapped_x = _at(_X_NUMERATOR, x) * pow(_at(_X_DENOMINATOR, x), -1, _P) % _P
    mapped_y = y * _at(_Y_NUMERATOR, x) * pow(_at(_Y_DENOMINATOR, x), -1, _P) % _P
    return Element.from_bytes(bytes([2 + (mapped_y & 1)]) + mapped_x.to_bytes(32, "big"))


def hash_to_curve(message: bytes, dst: bytes) -> Element:
    """The suite `secp256k1_XMD:SHA-256_SSWU_RO_` under the tag `dst` (RFC 9380, section 3)."""
    u_0, u_1 = hash_to_field(message, dst)
    return map_to_curve(u_0) + map_to_curve(u_1)
