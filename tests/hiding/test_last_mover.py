"""Who shuffles last sees what all others did, proof and all, and may choose by it: the deck stays fair all the same.

`test_uniform.py` counts decks of shufflers that look at nothing. Here the last one is a rogue that orders what it was
given by whatever it sees in it, with its own key and every share of its own. One fair shuffle before it is enough,
because the rogue cannot tell one card from another; where the fair one forgets a factor, or lets its proof tell, the
same counts show it. `BURA_TESTS=all` takes 10,000 decks.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pytest

from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label, context
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import ORDER, Element, Scalar, multiply, multiply_base
from bura_p2p.crypto.masking import HandKey, card_point, own_share, start_deck
from bura_p2p.crypto.shuffle import random_permutation, shuffle
from tests.hiding.uniform import HEAD, Counted, Order, count, then
from tests.hiding.weak import bare_proof

CARDS = deck_of(36)[30:]
N = len(CARDS)
DECKS = 10_000 if os.environ.get("BURA_TESTS") == "all" else 600
LIMIT = 1e-4


@dataclass
class Seen:
    """What the last shuffler has: the deck before and after the fair one, the argument, its key; and the truth."""

    key: HandKey
    before: tuple[MaskedCard, ...]
    deck: tuple[MaskedCard, ...]
    proof: argument._Proof
    u: Sequence[int]
    psi: Order


Look = Callable[[Seen, int], object]
"""What the last shuffler orders the cards by: something of the card at a place."""


def unmasked_by_half(seen: Seen, at: int) -> Element:
    """Its own mask taken off: what is left is under the fair one's key alone."""
    return seen.deck[at].B - own_share(seen.key.x, seen.deck[at])


@cache
def moves(deck: tuple[MaskedCard, ...], before: tuple[MaskedCard, ...]) -> Counter[Element]:
    """By what every card can have moved from every other; a factor that is used for all comes N times."""
    return Counter(new.B - old.B for new in deck for old in before)


def nearest_start(seen: Seen, at: int) -> int:
    """The card of the start deck from which this one moved as others did."""
    often = moves(seen.deck, seen.before)
    return max(range(N), key=lambda j: often[seen.deck[at].B - seen.before[j].B])


def opened_commitment(seen: Seen, at: int) -> int:
    """The j for which c_j is the bare base of this place, or s' hides u_j by no nonce."""
    response, k = seen.proof.s_[at], seen.proof.k
    bare = [(c_j - argument.SHUFFLE_BASES[at]).is_identity for c_j in seen.proof.c]
    return next((j for j, u_j in enumerate(seen.u) if bare[j] or response == k * u_j % ORDER), N)


LOOKS: dict[str, Look] = {
    "bytes of A": lambda seen, at: seen.deck[at].A.to_bytes()[1:],
    "bytes of B": lambda seen, at: seen.deck[at].B.to_bytes()[1:],
    "bytes of B less its own share": lambda seen, at: unmasked_by_half(seen, at).to_bytes()[1:],
    "bytes of B less an ace": lambda seen, at: (seen.deck[at].B - card_point(CARDS[-1])).to_bytes()[1:],
    "a hash of the card": lambda seen, at: hashlib.sha256(seen.deck[at].to_bytes()).digest(),
    "its response": lambda seen, at: seen.proof.s_[at],
    "its commitment": lambda seen, at: seen.proof.c_hat[at].to_bytes()[1:],
    "the commitment of that place": lambda seen, at: seen.proof.c[at].to_bytes()[1:],
    "known differences": nearest_start,
    "open commitments": opened_commitment,
}


def last(seen: Seen, look: Look) -> Order:
    """The order that the rogue makes; where it sees no difference, the place decides."""
    return sorted(range(N), key=lambda at: (look(seen, at), at))


# --- the one before it ----------------------------------------------------------------------------------------

Shuffled = tuple[tuple[MaskedCard, ...], bytes]
Fair = Callable[[bytes, Element, tuple[MaskedCard, ...], Order, HandKey, Tape], Shuffled]


def as_it_is(
    ctx: bytes, P: Element, cards: tuple[MaskedCard, ...], psi: Order, key: HandKey, tape: Tape
) -> Shuffled:
    return shuffle(Label.DECK, ctx, P, cards, psi, key.x, tape)


def masked_by(factors: Sequence[Scalar], prove: Callable[..., bytes]) -> Fair:
    def fair(
        ctx: bytes, P: Element, cards: tuple[MaskedCard, ...], psi: Order, _key: HandKey, tape: Tape
    ) -> Shuffled:
        r_ = factors or [Scalar(int.from_bytes(tape(31), "big")) for _ in cards]
        new = [MaskedCard(e.A + multiply_base(r), e.B + multiply(r, P)) for e, r in zip(cards, r_, strict=True)]
        statement = argument._Statement(Label.DECK, ctx, P, cards, tuple(new[j] for j in psi))
        return statement.e_, prove(statement, psi, r_, tape)

    return fair


FORGETFUL = {
    "one factor for all cards": (masked_by([Scalar(77)] * N, argument._prove), "known differences"),
    "a proof without nonces": (masked_by([], bare_proof), "open commitments"),
}
"""Fair in its order, and careless; and what the last one sees of it."""


def scenes(label: str, number: int, fair: Fair = as_it_is) -> Iterator[Seen]:
    """Decks that one fair seat has shuffled."""
    for at in range(number):
        tape = Tape(f"{label} {at}")
        first, second = HandKey.generate(tape), HandKey.generate(tape)
        P, ctx = first.X + second.X, context(tape(32), 1, 3, 0, tape(32))
        before, psi = start_deck(CARDS, P), random_permutation(N, tape)
        deck, proof = fair(ctx, P, before, psi, first, tape)
        fields = argument._Proof.from_bytes(proof, N)
        statement = argument._Statement(Label.DECK, ctx, P, before, deck)
        u = [int(u_i) for u_i in argument._u(argument._digest(statement, fields.c), N)]
        yield Seen(second, before, deck, fields, u, psi)


@cache
def honest() -> tuple[Seen, ...]:
    return tuple(scenes("last mover", DECKS))


def counted(name: str, decks: Sequence[Seen], look: Look) -> Counted:
    found = count(f"by {name}", N, 3, [then(seen.psi, last(seen, look)) for seen in decks])
    print(f"\n{HEAD}\n{found}")
    return found


@pytest.mark.parametrize("name", LOOKS)
def test_no_last_shuffler_chooses_where_a_card_comes(name: str) -> None:
    assert counted(name, honest(), LOOKS[name]).corrected > LIMIT


@pytest.mark.parametrize("name", FORGETFUL)
def test_it_would_if_the_one_before_it_were_careless(name: str) -> None:
    fair, look = FORGETFUL[name]
    assert counted(look, list(scenes(name, 60, fair)), LOOKS[look]).corrected < LIMIT
