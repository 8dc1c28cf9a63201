"""What has passed a proof: types that only a verifier of this package makes.

Here: `ProvedKey`, `ProvedShares`, `ProvedCards`. Never: the proofs. A function that takes one of these checks
nothing again; making one outside a verifier is a `LocalError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self, final

from ..errors import LocalError
from .elgamal import MaskedCard
from .group import Element

SEAL: Final = object()
"""What a verifier shows to make one of these; nobody else in the package may name it (a test looks)."""


def _demand(seal: object) -> None:
    if seal is not SEAL:
        raise LocalError("Only a verifier makes what is proved.")


@final
class ProvedKey:
    """A hand key X whose sender proved that it knows x (`masking.verify_own_key`)."""

    __slots__ = ("_X",)

    def __init__(self, X: Element, seal: object) -> None:
        _demand(seal)
        self._X = X

    @property
    def X(self) -> Element:
        """The key, an element that is not the identity."""
        return self._X

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProvedKey) and self._X == other._X

    def __hash__(self) -> int:
        return hash((ProvedKey, self._X))


@final
class ProvedShares(tuple[Element, ...]):
    """The shares Dᵢ = xAᵢ of one proof, in the order of its cards (`masking.verify_shares`)."""

    __slots__ = ()

    def __new__(cls, shares: Iterable[Element], seal: object) -> Self:
        """For the verifier only."""
        _demand(seal)
        return super().__new__(cls, shares)


@final
class ProvedCards(tuple[MaskedCard, ...]):
    """The outputs of one proved shuffle, in order (`shuffle.verify_shuffle`)."""

    __slots__ = ()

    def __new__(cls, cards: Iterable[MaskedCard], seal: object) -> Self:
        """For the verifier only."""
        _demand(seal)
        return super().__new__(cls, cards)
