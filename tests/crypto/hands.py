"""Small set-ups that several tests of the mathematics share: keys, decks, private cards."""

from __future__ import annotations

from collections.abc import Sequence

from bura_p2p.cards import Card, deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import Label, context, nonces
from bura_p2p.crypto.group import Element, multiply, multiply_base
from bura_p2p.crypto.masking import (
    HandKey,
    MaskedCard,
    ProvedKey,
    card_point,
    prove_own_key,
    start_deck,
    verify_own_key,
)
from bura_p2p.crypto.shuffle import random_permutation, shuffle

CTX = context(b"\x01" * 32, 1, 7, 0, b"\x02" * 32)


def other_contexts() -> dict[str, bytes]:
    """Every context that differs from `CTX` in one field."""
    table, head = b"\x01" * 32, b"\x02" * 32
    return {
        "table": context(b"\x03" * 32, 1, 7, 0, head),
        "hand": context(table, 2, 7, 0, head),
        "round": context(table, 1, 8, 0, head),
        "seat": context(table, 1, 7, 1, head),
        "head": context(table, 1, 7, 0, b"\x04" * 32),
    }


def new_key(label: str) -> HandKey:
    return HandKey.generate(Tape(f"key {label}"))


def proved(key: HandKey, label: str = "proof") -> ProvedKey:
    return verify_own_key(CTX, key.X.to_bytes(), prove_own_key(CTX, key, Tape(label)))


def private_cards(key: HandKey, cards: Sequence[Card], label: str = "cards") -> tuple[MaskedCard, ...]:
    """These cards under one key, freshly masked, in this order."""
    factors = nonces(Tape(f"private {label}")(32), len(cards))
    return tuple(
        MaskedCard(multiply_base(r), card_point(card) + multiply(r, key.X))
        for r, card in zip(factors, cards, strict=True)
    )


def masked_deck(N: int, P: Element, label: str = "deck") -> tuple[MaskedCard, ...]:
    """The first N cards of the largest deck under P, shuffled once (so that no A is G)."""
    tape, key = Tape(f"masked {label} {N}"), new_key("dealer")
    order = random_permutation(N, tape)
    outputs, _ = shuffle(Label.DECK, CTX, P, start_deck(deck(36)[:N], P), order, key.x, tape)
    return outputs
