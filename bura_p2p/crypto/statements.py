"""Every statement that the one proof of `relation.py` proves: its equations, and its witness.

Here: the table of the protocol's section "One proof for everything else", one builder a row, in its letters.
Never: proving, verifying, which cards the rules ask about (the caller names exactly the cards of this entry,
of the whole current hand or of one giver's closed cards in a pile, never a copy from before a mix).

Only points add up. Suits and ranks are proved card by card: a club and a heart are together two diamonds.
Every builder raises `PeerError`: LENGTH for an empty list, STATEMENT_PROOF for the same card twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card, Rank, Suit
from ..errors import Code, Failed, LocalError, PeerError
from .challenge import Label
from .elgamal import MaskedCard
from .evidence import TWICE
from .generators import H_POINTS, H_RANK, H_SUIT
from .group import Element, G, Scalar, total, weighted_sum
from .relation import Equation, Statement


def _checked(cards: Sequence[MaskedCard]) -> Sequence[MaskedCard]:
    if not cards:
        raise PeerError(Code.LENGTH, "a statement is about at least one card")
    if len(set(cards)) != len(cards):
        raise PeerError(Code.STATEMENT_PROOF, "a statement names the same card twice", failed=_twice(cards))
    return cards


def _twice(cards: Sequence[MaskedCard]) -> Failed:
    """The first card that stood there before."""
    at = next(at for at, card in enumerate(cards) if card in cards[:at])
    return Failed(TWICE, at, (("A", cards[at].A.to_bytes().hex()), ("B", cards[at].B.to_bytes().hex())))


def _sums(cards: Sequence[MaskedCard]) -> tuple[Element, Element]:
    """ΣA and ΣB."""
    checked = _checked(cards)
    return total(card.A for card in checked), total(card.B for card in checked)


def _one_hot(base: Element, at: int, count: int) -> list[Element | None]:
    return [base if index == at else None for index in range(count)]


def own_key(ctx: bytes, X: Element) -> Statement:
    """X = xG. Witness (x); 64 bytes."""
    return Statement(Label.OWN_KEY, ctx, (Equation(X, (G,)),))


def shares(
    label: Label, ctx: bytes, X: Element, points_A: Sequence[Element], shares_D: Sequence[Element]
) -> Statement:
    """X = xG, Dᵢ = xAᵢ for k ≥ 1 points. Label `share` or `open`. Witness (x); 64 bytes for every k.

    Raises `PeerError(LENGTH)` for an empty list and for lists of different length.
    """
    if label not in (Label.SHARE, Label.OPEN):
        raise LocalError("Shares are labelled 'share' or 'open'.")
    if not points_A or len(points_A) != len(shares_D):
        raise PeerError(Code.LENGTH, "one share for every card, and at least one card")
    rows = [Equation(D_i, (A_i,)) for A_i, D_i in zip(points_A, shares_D, strict=True)]
    return Statement(label, ctx, (Equation(X, (G,)), *rows))


def points(ctx: bytes, X: Element, cards: Sequence[MaskedCard], p: int) -> Statement:
    """X = xG, ΣB − pH_points = xΣA + αH_rank + βH_suit. Witness (x, α, β); 128 bytes."""
    A, B = _sums(cards)
    return Statement(
        Label.POINTS,
        ctx,
        (
            Equation(X, (G, None, None)),
            Equation(weighted_sum([1, -p], [B, H_POINTS]), (A, H_RANK, H_SUIT)),
        ),
    )


def points_witness(x: Scalar, values: Sequence[Card]) -> tuple[int, ...]:
    """(x, α, β): α = Σ(rank+1), β = Σ(suit+1)."""
    return (x, sum(card.rank + 1 for card in values), sum(card.suit + 1 for card in values))


def sealed_points(
    ctx: bytes, X: Element, cards: Sequence[MaskedCard], X_w: Element, C: MaskedCard
) -> Statement:
    """X = xG, C₁ = rG, C₂ = pH_points + rX_w, ΣB = xΣA + αH_rank + βH_suit + pH_points.

    Witness (x, r, p, α, β); 192 bytes. X_w is the key of the pile's owner, who alone reads p from C = (C₁,
    C₂).
    """
    A, B = _sums(cards)
    return Statement(
        Label.SEALED_POINTS,
        ctx,
        (
            Equation(X, (G, None, None, None, None)),
            Equation(C.A, (None, G, None, None, None)),
            Equation(C.B, (None, X_w, H_POINTS, None, None)),
            Equation(B, (A, None, H_POINTS, H_RANK, H_SUIT)),
        ),
    )


def sealed_points_witness(x: Scalar, r: Scalar, p: int, values: Sequence[Card]) -> tuple[int, ...]:
    """(x, r, p, α, β): α = Σ(rank+1), β = Σ(suit+1)."""
    return (x, r, p, *points_witness(x, values)[1:])


def sealed_total(ctx: bytes, X: Element, sealed: Sequence[MaskedCard], p: int) -> Statement:
    """X = xG, ΣC₂ − pH_points = xΣC₁ for k ≥ 1 ciphertexts under X. Witness (x); 64 bytes.

    Two of them may be equal, and ΣC₁ may be the identity: givers who know each other's factors can bring that about,
    and the owner must still be able to tell its sum. Raises `PeerError(LENGTH)` for an empty list.
    """
    if not sealed:
        raise PeerError(Code.LENGTH, "a total is of at least one ciphertext")
    C1, C2 = total(C.A for C in sealed), total(C.B for C in sealed)
    return Statement(
        Label.SEALED_TOTAL, ctx, (Equation(X, (G,)), Equation(weighted_sum([1, -p], [C2, H_POINTS]), (C1,)))
    )


def suit(ctx: bytes, X: Element, cards: Sequence[MaskedCard], suit: Suit) -> Statement:
    """X = xG and, card by card, Bᵢ − (s+1)H_suit = xAᵢ + αᵢH_rank + βᵢH_points.

    Witness (x, α₁ … α_k, β₁ … β_k); 64 + 64k bytes.
    """
    cards = _checked(cards)
    k = len(cards)
    rows = [
        Equation(
            weighted_sum([1, -(suit + 1)], [card.B, H_SUIT]),
            (card.A, *_one_hot(H_RANK, i, k), *_one_hot(H_POINTS, i, k)),
        )
        for i, card in enumerate(cards)
    ]
    return Statement(Label.SUIT, ctx, (Equation(X, (G, *[None] * (2 * k))), *rows))


def suit_witness(x: Scalar, values: Sequence[Card], worth: Sequence[int]) -> tuple[int, ...]:
    """(x, α₁ … α_k, β₁ … β_k): αᵢ = rankᵢ+1, βᵢ = the points of card i."""
    return (x, *[card.rank + 1 for card in values], *worth)


def rank(ctx: bytes, X: Element, cards: Sequence[MaskedCard], rank: Rank, points_value: int) -> Statement:
    """X = xG and, card by card, Bᵢ − (r+1)H_rank − points·H_points = xAᵢ + βᵢH_suit.

    `points_value` is what a card of that rank is worth. Witness (x, β₁ … β_k); 64 + 32k bytes.
    """
    cards = _checked(cards)
    k = len(cards)
    rows = [
        Equation(
            weighted_sum([1, -(rank + 1), -points_value], [card.B, H_RANK, H_POINTS]),
            (card.A, *_one_hot(H_SUIT, i, k)),
        )
        for i, card in enumerate(cards)
    ]
    return Statement(Label.RANK, ctx, (Equation(X, (G, *[None] * k)), *rows))


def rank_witness(x: Scalar, values: Sequence[Card]) -> tuple[int, ...]:
    """(x, β₁ … β_k): βᵢ = suitᵢ+1."""
    return (x, *[card.suit + 1 for card in values])


def one_suit(ctx: bytes, X: Element, cards: Sequence[MaskedCard]) -> Statement:
    """X = xG and, for i ≥ 2, B₁−Bᵢ = x(A₁−Aᵢ) + αᵢH_rank + βᵢH_points; k ≥ 2, else `PeerError(LENGTH)`.

    Witness (x, α₂ … α_k, β₂ … β_k); 64k bytes. Which suit it is stays untold.
    """
    first, *others = _checked(cards)
    if not others:
        raise PeerError(Code.LENGTH, "one suit is said of at least two cards")
    k = len(others)
    rows = [
        Equation(
            first.B - card.B,
            (first.A - card.A, *_one_hot(H_RANK, i, k), *_one_hot(H_POINTS, i, k)),
        )
        for i, card in enumerate(others)
    ]
    return Statement(Label.ONE_SUIT, ctx, (Equation(X, (G, *[None] * (2 * k))), *rows))


def one_suit_witness(x: Scalar, values: Sequence[Card], worth: Sequence[int]) -> tuple[int, ...]:
    """(x, α₂ … α_k, β₂ … β_k): αᵢ = rank₁−rankᵢ, βᵢ = the points of card 1 less those of card i."""
    ranks = [values[0].rank - card.rank for card in values[1:]]
    return (x, *ranks, *[worth[0] - value for value in worth[1:]])
