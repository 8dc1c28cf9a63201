"""The pieces of mathematics that a hand is made of, one by one.

Here: what is proved and verified, on how many cards. Never: clocks, printing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ..cards import Card, deck
from ..crypto import masking
from ..crypto.challenge import Label, context
from ..crypto.masking import HandKey, MaskedCard, cards_to_bytes, start_deck
from ..crypto.shuffle import random_permutation, shuffle, verify_shuffle
from ..errors import Code
from .timing import Meter

CTX: Final = context(bytes(32), 1, 1, 0, bytes(32))
SHUFFLES: Final = {3: Label.HAND, 20: Label.DECK, 36: Label.DECK}
"""How many cards are shuffled, and what such a shuffle is in a game."""

Work = Callable[[Meter], object]
"""Does something; what counts, it does inside `with meter:`."""


def _metered(work: Callable[[], object]) -> Work:
    def run(meter: Meter) -> None:
        with meter:
            work()

    return run


def pieces() -> Iterator[tuple[str, Work]]:
    """Names (`shuffle36.prove`, `share.verify` …) and work.

    A shuffle's `prove` permutes and masks the cards anew, and proves it. All cards have been shuffled before: those
    of a start deck, all masked with the factor 1, would be cheaper.
    """
    for N, label in SHUFFLES.items():
        yield from _shuffle(N, label)
    yield from _key()
    yield from _shares("share", Label.SHARE)
    yield from _shares("opening", Label.OPEN)
    yield from _points()


def _masked(key: HandKey, faces: Sequence[Card]) -> tuple[MaskedCard, ...]:
    """These cards under `key`, each with its own factor, in this order."""
    N = len(faces)
    if N == 1:
        return _masked(key, [*faces, *deck(36)[:1]])[:1]
    return shuffle(Label.HAND, CTX, key.X, start_deck(faces, key.X), range(N), key.x, os.urandom)[0]


def _shuffle(N: int, label: Label) -> Iterator[tuple[str, Work]]:
    key = HandKey.generate(os.urandom)
    cards = _masked(key, deck(36)[:N])
    psi = random_permutation(N, os.urandom)
    outputs, proof = shuffle(label, CTX, key.X, cards, psi, key.x, os.urandom)
    data = cards_to_bytes(outputs)
    yield f"shuffle{N}.prove", _metered(lambda: shuffle(label, CTX, key.X, cards, psi, key.x, os.urandom))
    yield (
        f"shuffle{N}.verify",
        _metered(lambda: verify_shuffle(label, CTX, key.X, cards, data, proof, Code.SHUFFLE_PROOF)),
    )


def _key() -> Iterator[tuple[str, Work]]:
    key = HandKey.generate(os.urandom)
    public, proof = key.X.to_bytes(), masking.prove_own_key(CTX, key, os.urandom)
    yield "key.prove", _metered(lambda: masking.prove_own_key(CTX, key, os.urandom))
    yield "key.verify", _metered(lambda: masking.verify_own_key(CTX, public, proof))


def _shares(name: str, label: Label) -> Iterator[tuple[str, Work]]:
    """One share, or one opening, as after a trick of one card."""
    key = HandKey.generate(os.urandom)
    cards = _masked(key, deck(36)[-1:])
    proved = masking.verify_own_key(CTX, key.X.to_bytes(), masking.prove_own_key(CTX, key, os.urandom))
    data, proof = masking.prove_shares(label, CTX, key, cards, os.urandom)
    yield f"{name}.prove", _metered(lambda: masking.prove_shares(label, CTX, key, cards, os.urandom))
    yield f"{name}.verify", _metered(lambda: masking.verify_shares(label, CTX, proved, cards, data, proof))


def _points() -> Iterator[tuple[str, Work]]:
    """The points of three given cards, proved together."""
    key, faces = HandKey.generate(os.urandom), deck(36)[-3:]
    cards = _masked(key, faces)
    proved = masking.verify_own_key(CTX, key.X.to_bytes(), masking.prove_own_key(CTX, key, os.urandom))
    p, proof = masking.prove_points(CTX, key, cards, faces, os.urandom)
    yield "points.prove", _metered(lambda: masking.prove_points(CTX, key, cards, faces, os.urandom))
    yield "points.verify", _metered(lambda: masking.verify_points(CTX, proved, cards, p, proof))
