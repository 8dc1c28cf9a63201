"""Long-lived identities: Ed25519, signed plainly and verified strictly; the encoding of what is signed.

Here: `Identity`, `verify_signature`, DSSE's pre-authentication encoding. Never: what is signed, or where a
secret is kept.

Libraries disagree on hundreds of edge cases of Ed25519 (Chalkias, Garillot, Nikolaenko, "Taming the many
EdDSAs", 2020). The rule here is one that all of them can follow: A and R are canonical encodings of points
that are not of low order, S < L, and the equation SB = R + kA holds without the cofactor. So nobody can make
a key under which a signature fits two messages, or a signature on which two verifiers differ.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ..errors import Code, LocalError, PeerError
from .group import Entropy

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
# the y of a point of order eight; with 0, 1 and −1 these are the y of all eight points of low order
_Y8: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_LOW_ORDER_Y: Final = frozenset({0, 1, _P - 1, _Y8, _P - _Y8})


def _y(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little") & (2**255 - 1)


def _is_strict(encoded: bytes) -> bool:
    """Is this 32 bytes whose y is reduced and not that of a point of low order?

    With those y gone, x = 0 is gone too, so the sign bit has one meaning: no second encoding is left.
    """
    return len(encoded) == 32 and (y := _y(encoded)) < _P and y not in _LOW_ORDER_Y


@lru_cache(maxsize=256)
def _is_key(public: bytes) -> bool:
    """Is this the strict encoding of a point of the curve, x² = (y²−1)/(dy²+1)?"""
    if not _is_strict(public):
        return False
    yy = _y(public) ** 2
    # a quotient is a square exactly where the product is (Euler's criterion)
    return pow((yy - 1) * (_D * yy + 1), (_P - 1) // 2, _P) == 1


def _is_canonical(signature: bytes) -> bool:
    """Is this 64 bytes R ‖ S with R strictly encoded and S < L?

    Libraries check some of this too, each its own part; here stands all of it, whatever they do.
    """
    R, S = signature[:32], signature[32:]
    return len(signature) == 64 and _is_strict(R) and int.from_bytes(S, "little") < _L


def check_identity_key(public: bytes) -> None:
    """Return if these are the 32 bytes of a key that strict verification can accept.

    Raises `PeerError(IDENTITY_KEY)` for another length, a non-canonical encoding, a point of low order, and
    bytes that are no point.
    """
    if not _is_key(bytes(public)):
        raise PeerError(Code.IDENTITY_KEY, "not an Ed25519 key in canonical form")


def verify_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Return if `signature` (64 bytes, R ‖ S) is the key's signature of `message`, by the strict rule.

    Raises `PeerError`: IDENTITY_KEY as `check_identity_key`, else SIGNATURE.
    """
    check_identity_key(public)
    if not _is_canonical(signature):
        raise PeerError(Code.SIGNATURE, "not an Ed25519 signature in canonical form")
    try:
        # OpenSSL compares the bytes of SB − kA with R: without the cofactor
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        raise PeerError(Code.SIGNATURE, "the signature does not fit") from None


@final
class Identity:
    """A long-lived signing key. `repr` shows nothing of it."""

    __slots__ = ("_key", "_public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls, entropy: Entropy) -> Identity:
        """A new identity from 32 fresh bytes."""
        return cls.from_secret(entropy(32))

    @classmethod
    def from_secret(cls, secret: bytes) -> Identity:
        """The identity of these 32 bytes (RFC 8032, section 5.1.5). `LocalError` for another length."""
        if len(secret) != 32:
            raise LocalError("An identity's secret is 32 bytes.")
        return cls(Ed25519PrivateKey.from_private_bytes(secret))

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return self._public

    @property
    def secret(self) -> bytes:
        """The secret, 32 bytes, for the store only."""
        return self._key.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """64 bytes, R ‖ S (RFC 8032, section 5.1.6): the same message gives the same signature."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        return "Identity(…)"


def pae(media_type: bytes | str, body: bytes) -> bytes:
    """DSSE v1 pre-authentication encoding: what is signed, so that a type is part of every signature.

    "DSSEv1" SP len(type) SP type SP len(body) SP body, lengths in decimal ASCII; a str is UTF-8.
    """
    kind = media_type.encode() if isinstance(media_type, str) else media_type
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body)
