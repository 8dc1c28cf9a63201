"""Cards as points, masking, private cards, shares and openings, hand keys.

Here: what a card is in the group, and what one seat does to mask and to open it. Never: the shuffle, rules,
which card may be opened when. A share is given only for a position that the table has just awarded, or for
one's own card; never for a ciphertext that somebody else supplies: the safety of the static hand key rests on
it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

from ..cards import Card, Rank, Suit, deck
from ..errors import Code, Failed, LocalError, PeerError
from . import statements
from .challenge import Label, Purpose, hash_to_scalar, nonces, root, vec
from .elgamal import CARD_SIZE, MaskedCard, cards_from_bytes, cards_to_bytes
from .evidence import POINTS_RANGE
from .generators import H_POINTS, H_RANK, H_SUIT
from .group import (
    IDENTITY,
    ORDER,
    Element,
    Entropy,
    G,
    Scalar,
    multiply,
    multiply_base,
    scalar_to_bytes,
    total,
    weighted_sum,
)
from .proved import SEAL, ProvedCards, ProvedKey, ProvedShares
from .relation import prove, verify

__all__ = [
    "CARD_POINTS",
    "CARD_SIZE",
    "HandKey",
    "MaskedCard",
    "ProvedCards",
    "ProvedKey",
    "ProvedShares",
    "card_at",
    "card_point",
    "cards_from_bytes",
    "cards_to_bytes",
    "joint_key",
    "key_commitment",
    "own_share",
    "private",
    "prove_one_suit",
    "prove_own_key",
    "prove_points",
    "prove_rank",
    "prove_sealed_points",
    "prove_sealed_total",
    "prove_shares",
    "prove_suit",
    "read_sealed_points",
    "start_deck",
    "unmask",
    "verify_one_suit",
    "verify_own_key",
    "verify_points",
    "verify_rank",
    "verify_sealed_points",
    "verify_sealed_total",
    "verify_shares",
    "verify_suit",
]

CARD_POINTS: Final[Mapping[Rank, int]] = {
    Rank.SIX: 0,
    Rank.SEVEN: 0,
    Rank.EIGHT: 0,
    Rank.NINE: 0,
    Rank.JACK: 2,
    Rank.QUEEN: 3,
    Rank.KING: 4,
    Rank.TEN: 10,
    Rank.ACE: 11,
}
"""What a card is worth on the points axis: part of the protocol, not of a ruleset."""

_SHARE_CODES: Final = {Label.SHARE: Code.SHARE_PROOF, Label.OPEN: Code.OPEN_PROOF}


def _axes(card: Card) -> Element:
    weights = (card.rank + 1, card.suit + 1, CARD_POINTS[card.rank])
    return weighted_sum(weights, (H_RANK, H_SUIT, H_POINTS))


_POINT_OF: Final = {card: _axes(card) for card in deck(36)}
_CARD_AT: Final = {point: card for card, point in _POINT_OF.items()}


def card_point(card: Card) -> Element:
    """M = (rank+1)·H_rank + (suit+1)·H_suit + points·H_points, the same in every deck."""
    return _POINT_OF[card]


def card_at(point: Element) -> Card | None:
    """The card at this point, of the 36; None if there is none. One dictionary look-up: not constant time."""
    return _CARD_AT.get(point)


def start_deck(cards: Sequence[Card], P: Element) -> tuple[MaskedCard, ...]:
    """e_c = (G, M_c + P): masked with the public factor 1, so that every seat recomputes it."""
    return tuple(MaskedCard(G, card_point(card) + P) for card in cards)


def private(masked: MaskedCard, shares: Sequence[Element]) -> MaskedCard:
    """(A, B − ΣD): with the shares of every other seat, the card under its owner's key alone."""
    return MaskedCard(masked.A, unmask(masked, shares))


def unmask(masked: MaskedCard, shares: Sequence[Element]) -> Element:
    """B − ΣD: with the shares of every key in the mask, the card point M."""
    return total((masked.B, *[-D for D in shares]))


def own_share(x: Scalar, masked: MaskedCard) -> Element:
    """D = xA, by the constant-time call."""
    return multiply(x, masked.A)


class HandKey:
    """The key of one seat for one hand: x secret, X = xG. Fresh for every hand; `repr` shows nothing."""

    __slots__ = ("X", "x")

    def __init__(self, x: int) -> None:
        """From the secret scalar, 1 ≤ x < n, else `LocalError` (which does not show it)."""
        if not 0 < x < ORDER:
            raise LocalError("A hand key's secret lies between 1 and the order of the group.")
        self.x: Final = Scalar(x)
        self.X: Final = multiply_base(x)

    @classmethod
    def generate(cls, entropy: Entropy) -> HandKey:
        """x = HashToScalar(32 fresh bytes, "hand-key")."""
        return cls(hash_to_scalar(entropy(32), Purpose.HAND_KEY))

    @classmethod
    def from_bytes(cls, secret: bytes) -> HandKey:
        """From the 32 bytes that `to_bytes` gave. Raises `LocalError`."""
        if len(secret) != 32:
            raise LocalError("A hand key's secret is 32 bytes.")
        return cls(int.from_bytes(secret, "big"))

    def to_bytes(self) -> bytes:
        """The secret, 32 bytes, for the store only."""
        return scalar_to_bytes(self.x)

    def __repr__(self) -> str:
        return "HandKey(…)"


def key_commitment(ctx: bytes, X: bytes, proof: bytes, nonce: bytes) -> bytes:
    """SHA-256(vec("key-commit", ctx, X, proof, nonce)), 32 bytes.

    `ctx` is that of the commit round, `X` the 33 bytes of the key, `proof` 64 bytes, `nonce` 32: all as they
    stand on the wire, so that the commitment can be checked before anything is decoded.
    """
    return hashlib.sha256(vec(Label.KEY_COMMIT.encode(), ctx, X, proof, nonce)).digest()


def prove_own_key(ctx: bytes, key: HandKey, entropy: Entropy) -> bytes:
    """I own this key: 64 bytes. `ctx` is that of the commit round."""
    return prove(statements.own_key(ctx, key.X), [key.x], entropy)


def verify_own_key(ctx: bytes, key: bytes, proof: bytes) -> ProvedKey:
    """The key in these 33 bytes, owned. Raises `PeerError` (POINT, LENGTH, SCALAR, KEY_PROOF)."""
    X = Element.from_bytes(key)
    verify(statements.own_key(ctx, X), proof, Code.KEY_PROOF)
    return ProvedKey(X, SEAL)


def joint_key(keys: Sequence[ProvedKey]) -> Element:
    """P = ΣXᵢ. Raises `PeerError(KEYS_EQUAL)` if two keys are equal or the sum is the identity."""
    P = total(key.X for key in keys)
    if len(set(keys)) != len(keys) or P.is_identity:
        raise PeerError(Code.KEYS_EQUAL, "two hand keys are equal, or all of them cancel")
    return P


def prove_shares(
    label: Label, ctx: bytes, key: HandKey, cards: Sequence[MaskedCard], entropy: Entropy
) -> tuple[bytes, bytes]:
    """(D₁ ‖ … ‖ D_k, proof): 33k and 64 bytes. Label `share` or `open`, k ≥ 1."""
    D = [own_share(key.x, card) for card in cards]
    proof = prove(statements.shares(label, ctx, key.X, [card.A for card in cards], D), [key.x], entropy)
    return b"".join([share.to_bytes() for share in D]), proof


def verify_shares(
    label: Label, ctx: bytes, key: ProvedKey, cards: Sequence[MaskedCard], shares: bytes, proof: bytes
) -> ProvedShares:
    """The shares Dᵢ = xAᵢ for these cards, in order.

    Raises `PeerError`: LENGTH first (33 bytes a card, at least one card, 64 of proof), then POINT, SCALAR,
    and SHARE_PROOF or OPEN_PROOF by label.
    """
    if len(shares) != 33 * len(cards):
        raise PeerError(Code.LENGTH, "33 bytes of share for every card")
    D = [Element.from_bytes(shares[at : at + 33]) for at in range(0, len(shares), 33)]
    verify(statements.shares(label, ctx, key.X, [card.A for card in cards], D), proof, _SHARE_CODES[label])
    return ProvedShares(D, SEAL)


def _worth(values: Iterable[Card]) -> int:
    return sum(CARD_POINTS[card.rank] for card in values)


def prove_points(
    ctx: bytes, key: HandKey, cards: Sequence[MaskedCard], values: Sequence[Card], entropy: Entropy
) -> tuple[int, bytes]:
    """(p, proof): these private cards, which are `values`, are worth p together. 128 bytes."""
    p = _worth(values)
    statement = statements.points(ctx, key.X, cards, p)
    return p, prove(statement, statements.points_witness(key.x, values), entropy)


def verify_points(ctx: bytes, key: ProvedKey, cards: Sequence[MaskedCard], p: int, proof: bytes) -> None:
    """Return if the k cards are worth p, 0 ≤ p ≤ 11k.

    Raises `PeerError` (LENGTH, SCALAR, STATEMENT_PROOF).
    """
    if not 0 <= p <= 11 * len(cards):
        failed = Failed(POINTS_RANGE, None, (("p", str(p)), ("k", str(len(cards)))))
        raise PeerError(Code.STATEMENT_PROOF, "no such cards are worth so much", failed=failed)
    verify(statements.points(ctx, key.X, cards, p), proof, Code.STATEMENT_PROOF)


def prove_sealed_points(
    ctx: bytes,
    key: HandKey,
    cards: Sequence[MaskedCard],
    values: Sequence[Card],
    owner: ProvedKey,
    entropy: Entropy,
) -> tuple[bytes, bytes]:
    """(C, proof): the worth of these private cards, readable by the pile's owner only. 66 and 192 bytes.

    C = (rG, pH_points + rX_w) with r = HashToScalar(root ‖ u16 1, "masking-factor") and
    root = SHA-256(vec(32 fresh bytes, "sealed-points", x, ctx, the cards' bytes)).
    """
    p = _worth(values)
    bound = root(entropy, Label.SEALED_POINTS.encode(), key.to_bytes(), ctx, cards_to_bytes(cards))
    (r,) = nonces(bound, 1, Purpose.MASKING_FACTOR)
    # p+1 and −1 instead of p: a sum of zero must not show in time
    C = MaskedCard(multiply_base(r), total((multiply(p + 1, H_POINTS), -H_POINTS, multiply(r, owner.X))))
    statement = statements.sealed_points(ctx, key.X, cards, owner.X, C)
    return C.to_bytes(), prove(statement, statements.sealed_points_witness(key.x, r, p, values), entropy)


def verify_sealed_points(
    ctx: bytes, key: ProvedKey, cards: Sequence[MaskedCard], owner: ProvedKey, sealed: bytes, proof: bytes
) -> MaskedCard:
    """C, if it holds the worth of these cards.

    Raises `PeerError` (LENGTH, POINT, SCALAR, STATEMENT_PROOF).
    """
    C = MaskedCard.from_bytes(sealed)
    verify(statements.sealed_points(ctx, key.X, cards, owner.X, C), proof, Code.STATEMENT_PROOF)
    return C


def prove_sealed_total(ctx: bytes, key: HandKey, sealed: Sequence[MaskedCard], entropy: Entropy) -> tuple[int, bytes]:
    """(p, proof): these proved ciphertexts for this key hold p together. 64 bytes. `LocalError` if they do not."""
    sums = [read_sealed_points(key, C) for C in sealed]
    p = sum(points for points in sums if points is not None)
    if None in sums:
        raise LocalError("These ciphertexts are not for this key.")
    return p, prove(statements.sealed_total(ctx, key.X, sealed, p), [key.x], entropy)


def verify_sealed_total(ctx: bytes, key: ProvedKey, sealed: Sequence[MaskedCard], p: int, proof: bytes) -> None:
    """Return if the ciphertexts hold p together. Raises `PeerError` (LENGTH, SCALAR, STATEMENT_PROOF)."""
    verify(statements.sealed_total(ctx, key.X, sealed, p), proof, Code.STATEMENT_PROOF)


def read_sealed_points(key: HandKey, sealed: MaskedCard) -> int | None:
    """What C holds for its owner, looked up over 0 … 120; None beyond that (no proved C holds it)."""
    return _sums().get(unmask(sealed, [own_share(key.x, sealed)]))


@cache
def _sums() -> dict[Element, int]:
    """p·H_points to p, for every sum that the cards of a deck can have."""
    points = accumulate([IDENTITY, *[H_POINTS] * 120])
    return {point: p for p, point in enumerate(points)}


# --- what a whole hand is ----------------------------------------------------------------------------------


def _worths(values: Sequence[Card]) -> list[int]:
    return [CARD_POINTS[card.rank] for card in values]


def prove_suit(
    ctx: bytes, key: HandKey, cards: Sequence[MaskedCard], values: Sequence[Card], suit: Suit, entropy: Entropy
) -> bytes:
    """Each of these k private cards, which are `values`, is of `suit`: 64 + 64k bytes."""
    statement = statements.suit(ctx, key.X, cards, suit)
    return prove(statement, statements.suit_witness(key.x, values, _worths(values)), entropy)


def verify_suit(ctx: bytes, key: ProvedKey, cards: Sequence[MaskedCard], suit: Suit, proof: bytes) -> None:
    """Return if each of the cards is of `suit`. Raises `PeerError` (LENGTH, SCALAR, STATEMENT_PROOF)."""
    verify(statements.suit(ctx, key.X, cards, suit), proof, Code.STATEMENT_PROOF)


def prove_rank(
    ctx: bytes, key: HandKey, cards: Sequence[MaskedCard], values: Sequence[Card], rank: Rank, entropy: Entropy
) -> bytes:
    """Each of these k private cards, which are `values`, is of `rank`: 64 + 32k bytes."""
    statement = statements.rank(ctx, key.X, cards, rank, CARD_POINTS[rank])
    return prove(statement, statements.rank_witness(key.x, values), entropy)


def verify_rank(ctx: bytes, key: ProvedKey, cards: Sequence[MaskedCard], rank: Rank, proof: bytes) -> None:
    """Return if each of the cards is of `rank`. Raises `PeerError` (LENGTH, SCALAR, STATEMENT_PROOF)."""
    verify(statements.rank(ctx, key.X, cards, rank, CARD_POINTS[rank]), proof, Code.STATEMENT_PROOF)


def prove_one_suit(
    ctx: bytes, key: HandKey, cards: Sequence[MaskedCard], values: Sequence[Card], entropy: Entropy
) -> bytes:
    """These k ≥ 2 private cards, which are `values`, are of one suit, which stays untold: 64k bytes."""
    statement = statements.one_suit(ctx, key.X, cards)
    return prove(statement, statements.one_suit_witness(key.x, values, _worths(values)), entropy)


def verify_one_suit(ctx: bytes, key: ProvedKey, cards: Sequence[MaskedCard], proof: bytes) -> None:
    """Return if the cards are of one suit. Raises `PeerError` (LENGTH, SCALAR, STATEMENT_PROOF)."""
    verify(statements.one_suit(ctx, key.X, cards), proof, Code.STATEMENT_PROOF)
