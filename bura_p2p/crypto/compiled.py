"""The compiled provider of group arithmetic: libsecp256k1 through `btclib-secp256k1`.

Here: the library's public byte calls, nothing else. Never: a check, an identity value, a scalar that is zero
(`group.py` keeps those away). Importing this module raises `ImportError` where no wheel exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from btclib_secp256k1 import ecdh, keys


class Compiled:
    """libsecp256k1; see `group.Provider` for what each call takes and gives.

    `mul` and `mul_base` are constant time in the scalar (`secp256k1_ecmult_const`, `secp256k1_ecmult_gen`);
    `mul_sum` is not and is for public values only.
    """

    name: Final = "compiled"

    def decompress(self, compressed: bytes) -> bytes:
        """33 bytes to 65, by a square root; `ValueError` when no such point exists."""
        return keys.reserialize(compressed, compressed=False)

    def mul(self, scalar: int, point: bytes) -> bytes:
        """scalar·point, constant time."""
        return ecdh.shared_point(point, scalar, compressed=False)

    def mul_base(self, scalar: int) -> bytes:
        """scalar·G, constant time."""
        return keys.pubkey_from_prvkey(scalar, compressed=False)

    def mul_sum(self, points: Sequence[bytes], scalars: Sequence[int]) -> bytes | None:
        """Σ scalarᵢ·pointᵢ, variable time."""
        return keys.pubkey_tweak_mul_sum(points, scalars, compressed=False)

    def add(self, points: Sequence[bytes]) -> bytes | None:
        """Σ pointᵢ."""
        return keys.pubkey_sum(points, compressed=False)


provider = Compiled()
