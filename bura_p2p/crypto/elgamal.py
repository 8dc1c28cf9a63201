"""A masked card: an ElGamal ciphertext, and its bytes.

Here: the pair and its form on the wire. Never: keys, cards, proofs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ..errors import Code, PeerError
from .group import Element

CARD_SIZE: Final = 66
"""Bytes of one masked card: A, then B, 33 each."""


class MaskedCard(NamedTuple):
    """(A, B) = (r·G, M + r·K) for a card point M under a key K; `repr` shows no coordinates."""

    A: Element
    B: Element

    def to_bytes(self) -> bytes:
        """66 bytes, A ‖ B. A computed identity stands as 33 zero bytes: for hashing only."""
        return self.A.to_bytes() + self.B.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> MaskedCard:
        """The card that exactly 66 bytes encode. Raises `PeerError` (LENGTH, POINT)."""
        if len(data) != CARD_SIZE:
            raise PeerError(Code.LENGTH, "a masked card is 66 bytes")
        return cls(Element.from_bytes(data[:33]), Element.from_bytes(data[33:]))


def cards_to_bytes(cards: Iterable[MaskedCard]) -> bytes:
    """66 bytes a card, in order."""
    return b"".join([card.to_bytes() for card in cards])


def cards_from_bytes(data: bytes, count: int) -> tuple[MaskedCard, ...]:
    """The `count` cards that exactly 66·count bytes encode. Raises `PeerError` (LENGTH first, then POINT)."""
    if len(data) != CARD_SIZE * count:
        raise PeerError(Code.LENGTH, "a list of masked cards is 66 bytes a card")
    return tuple(MaskedCard.from_bytes(data[at : at + CARD_SIZE]) for at in range(0, len(data), CARD_SIZE))
