"""One seat's secrets of one hand, and what of them goes to the store.

Here: the hand key, the commitment's nonce, the deck permutation, the cards read. Never: anything that outlives
its hand; a `repr` that shows a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..cards import Card
from ..crypto.group import Entropy
from ..crypto.masking import HandKey, card_point
from ..crypto.shuffle import random_permutation
from ..rules.ruleset import Special

Stored = tuple[int, str, bytes]
"""A secret for the store: hand number, kind, value."""


class Kind(StrEnum):
    """What a stored secret is."""

    KEY = "key"
    KEY_PROOF = "key_proof"
    NONCE = "nonce"
    PERMUTATION = "permutation"
    CARDS = "cards"
    POLICY = "policy"


@dataclass(frozen=True, slots=True)
class HandSecrets:
    """A seat's secrets of hand `hand`: its key, the proof that it owns it (64 bytes), the nonce (32 bytes).

    `ctx` is the context of the commit round: the commitment and the proof are made for it.
    """

    hand: int
    key: HandKey
    proof: bytes
    nonce: bytes
    ctx: bytes

    def __repr__(self) -> str:
        return f"HandSecrets(hand={self.hand})"

    def stored(self) -> tuple[Stored, ...]:
        """What the store must hold before the commitment is sent."""
        return (
            (self.hand, Kind.KEY, self.key.to_bytes()),
            (self.hand, Kind.KEY_PROOF, self.proof),
            (self.hand, Kind.NONCE, self.nonce),
        )


def secrets_of(hand: int, kept: Mapping[tuple[int, str], bytes], ctx: bytes) -> HandSecrets | None:
    """What was stored of the secrets of `hand`; None where that is not all. `ctx` is that of its commit round.

    Raises LocalError for a key that is none.
    """
    if not all((hand, kind) in kept for kind in (Kind.KEY, Kind.KEY_PROOF, Kind.NONCE)):
        return None
    key = HandKey.from_bytes(kept[hand, Kind.KEY])
    return HandSecrets(hand, key, kept[hand, Kind.KEY_PROOF], kept[hand, Kind.NONCE], ctx)


def stored_cards(hand: int, cards: Iterable[Card]) -> Stored:
    """The hidden cards that the seat can read, held or given: a point (33 bytes) and a text (3 bytes) for each."""
    return hand, Kind.CARDS, b"".join([card_point(card).to_bytes() + f"{card!s:3}".encode() for card in cards])


def stored_policy(hand: int, policy: Iterable[Special]) -> Stored:
    """The combinations that are announced of the cards drawn since: their names, in ASCII."""
    return hand, Kind.POLICY, " ".join(sorted(policy)).encode("ascii")


def read_policy(value: bytes) -> frozenset[Special]:
    """The inverse of `stored_policy`; words that are none are left out."""
    words = value.decode("ascii", "replace").split()
    return frozenset(special for special in Special if special in words)


def stored_permutation(hand: int, permutation: Sequence[int]) -> Stored:
    """The seat's permutation of the deck: one byte a position."""
    return hand, Kind.PERMUTATION, bytes(permutation)


def in_random_order(items: Sequence[int], entropy: Entropy) -> tuple[int, ...]:
    """`items` in a uniformly random order."""
    return tuple(items[at] for at in random_permutation(len(items), entropy))
