"""Entropy that can be played again: a counter under SHA-256.

Here: `Tape`, for conformance and tests only: who knows the label knows every secret that is drawn from it. It is
only ever passed as an argument; no shipped program that plays makes one, they all pass the operating system's
generator. Never: a default anywhere.
"""

from __future__ import annotations

import hashlib


class Tape:
    """An `Entropy`: call with n, get the next n bytes of the tape that `label` names.

    Block i (from 0) is SHA-256(label ‖ 0x00 ‖ u64 i); bytes are taken in order and none twice.
    """

    def __init__(self, label: str) -> None:
        self._label = label.encode() + b"\x00"
        self._block = 0
        self._rest = b""

    def force(self, taken: bytes) -> None:
        """Give these bytes first: a constructed deal is a shuffle whose chance was chosen."""
        self._rest = taken + self._rest

    def __call__(self, n: int) -> bytes:
        """The next n bytes."""
        while len(self._rest) < n:
            self._rest += hashlib.sha256(self._label + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        taken, self._rest = self._rest[:n], self._rest[n:]
        return taken
