"""The numbers of secp256k1 (SEC 2, section 2.4.1). Here: constants. Never: arithmetic."""

from __future__ import annotations

from typing import Final

FIELD: Final = 2**256 - 2**32 - 977
"""p, the prime of the field; the curve is y² = x³ + 7."""

ORDER: Final = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
"""n, the prime order of the group; the cofactor is 1."""

BASE_X: Final = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
BASE_Y: Final = 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8
"""The coordinates of the base point G."""
