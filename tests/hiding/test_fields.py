"""A proof does not show its witness: nothing in it meets the cards that it is about (fault 4 of published ones).

Of a proof are taken: its points, the commitments that the verifier computes from it, and every scalar as a point
(times G and times the key). Of its statement: both halves of every input and output, the key, the bases. Then all of
these, their multiples by 2, 3 and 4, and the sums and differences of any two are compared, up to the sign; a proof
that published what it adds to a card (as one did: outputs less inputs, hence the permutation) would be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest

from bura_p2p.cards import deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import relation, shuffle
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import ORDER, Element, G, Scalar, multiply, multiply_base, weighted_sum
from bura_p2p.crypto.masking import start_deck
from bura_p2p.crypto.shuffle import random_permutation
from tests.crypto.hands import CTX, masked_deck, new_key
from tests.hiding.simulator import shuffle_holds
from tests.hiding.test_simulator import CASES
from tests.hiding.weak import bare_proof

OWNER, OTHER = new_key("owner"), new_key("other")
JOINT = OWNER.X + OTHER.X


def xs(elements: Iterable[Element]) -> set[bytes]:
    """The x-coordinates, so that a point and its negative are one; the identity is left out."""
    return {element.to_bytes()[1:] for element in elements if not element.is_identity}


def near(elements: Sequence[Element]) -> set[bytes]:
    """Of some points: themselves, their multiples up to 4, sums and differences of any two."""

    def all_of_them() -> Iterator[Element]:
        for element in elements:
            twice = element + element
            yield from (element, twice, twice + element, twice + twice)
        for one, two in combinations(elements, 2):
            yield from (one + two, one - two)

    return xs(all_of_them())


def shown(statement: shuffle._Statement, proof: bytes) -> list[Element]:
    """Every field of a shuffle's proof, as points: sent, computed, and scalars times G and times the key."""
    fields = shuffle._Proof.from_bytes(proof, statement.N)
    t, t_hat = shuffle._recompute(statement, fields, shuffle._u(shuffle._digest(statement, fields.c), statement.N))
    numbers = (fields.k, *fields.s, *fields.s_hat, *fields.s_)
    return [*fields.c, *fields.c_hat, *t, *t_hat, *scaled(numbers, statement.P)]


def scaled(numbers: Iterable[Scalar], key: Element) -> list[Element]:
    return [point for number in numbers for point in (multiply_base(number), multiply(number, key))]


def stated(statement: shuffle._Statement) -> list[Element]:
    cards = [half for card in (*statement.e, *statement.e_) for half in card]
    return list(dict.fromkeys([*cards, statement.P, G, shuffle.h, *statement.bases]))


def made(N: int, label: Label, inputs: Sequence[MaskedCard], P: Element) -> tuple[shuffle._Statement, bytes]:
    tape = Tape(f"fields {label} {N} {len(inputs)}")
    outputs, proof = shuffle.shuffle(label, CTX, P, inputs, random_permutation(N, tape), OWNER.x, tape)
    return shuffle._Statement(label, CTX, P, tuple(inputs), outputs), proof


HANDS = [(N, number) for N in (2, 3, 4, 5) for number in range(5)]


@pytest.mark.parametrize(("N", "number"), HANDS)
def test_a_hands_proof_shows_no_card(N: int, number: int) -> None:
    statement, proof = made(N, Label.HAND, masked_deck(N, OWNER.X, f"hand {number}"), OWNER.X)
    assert not near(shown(statement, proof)) & near(stated(statement))


@pytest.mark.parametrize("N", [20, 36])
@pytest.mark.parametrize("first", [True, False])
def test_a_decks_proof_shows_no_card(N: int, first: bool) -> None:
    """The first shuffle's inputs are known to all, those of the second are not."""
    inputs = start_deck(deck(36)[:N], JOINT) if first else masked_deck(N, JOINT)
    statement, proof = made(N, Label.DECK, inputs, JOINT)
    assert not near(shown(statement, proof)) & near(stated(statement))


@pytest.mark.parametrize("name", CASES)
def test_a_relations_proof_shows_no_card(name: str) -> None:
    statement, witness = CASES[name]
    proof = relation.prove(statement, witness, Tape(f"fields {name}"))
    e, *z = (Scalar(int.from_bytes(proof[at : at + 32], "big")) for at in range(0, len(proof), 32))
    points = {point for row in statement.equations for point in (row.target, *row.bases) if point is not None}
    T = [relation._recompute(row, e, z) for row in statement.equations]
    fields = dict.fromkeys([*T, *scaled((e, *z), statement.equations[0].target)])  # rows may share a commitment
    assert not near(list(fields)) & near(list(points))


# --- no candidate fits better than another ------------------------------------------------------------------


def guesses(statement: shuffle._Statement, proof: bytes) -> Iterator[tuple[int, int, Element, int]]:
    """For every output i and input j: what would be left of c_j, of ĉ_i and of s'_i if ψ(i) were j."""
    fields = shuffle._Proof.from_bytes(proof, statement.N)
    u = shuffle._u(shuffle._digest(statement, fields.c), statement.N)
    chain = (shuffle.h, *fields.c_hat)
    for i, h_i in enumerate(statement.bases):
        for j, u_j in enumerate(u):
            nonce = (fields.s_[i] - fields.k * u_j) % ORDER
            yield i, j, fields.c[j] - h_i, nonce
            yield i, j, weighted_sum([1, -u_j], [chain[i + 1], chain[i]]), nonce


@pytest.mark.parametrize(("N", "label"), [(2, Label.HAND), (3, Label.HAND), (5, Label.HAND), (20, Label.DECK)])
def test_no_guess_of_the_permutation_leaves_anything_small(N: int, label: Label) -> None:
    """Were r_j, r̂_i or ω'_i short, or used twice, then one j would stand out."""
    statement, proof = made(N, label, masked_deck(N, OWNER.X), OWNER.X)
    small = xs(multiply_base(number) for number in range(1, 257))
    rests, nonces = [], []
    for _, _, rest, nonce in guesses(statement, proof):
        assert not rest.is_identity
        rests.append(rest)
        nonces.append(nonce)
    assert not xs(rests) & (small | near(stated(statement)[:12]))
    assert len(xs(rests)) == 2 * N * N
    assert all(2**220 < nonce < ORDER - 2**220 for nonce in nonces)
    assert len(set(nonces)) == N * N


# --- the instrument itself ----------------------------------------------------------------------------------


def test_a_published_difference_is_found() -> None:
    """As the faulty proof did it: output less input, or a card, or what its sum with a field is."""
    inputs, tape = masked_deck(3, OWNER.X), Tape("difference")
    outputs, proof = shuffle.shuffle(Label.HAND, CTX, OWNER.X, inputs, (2, 0, 1), OWNER.x, tape)
    statement = shuffle._Statement(Label.HAND, CTX, OWNER.X, inputs, outputs)
    fields, cards = shown(statement, proof), near(stated(statement))
    leak = outputs[0].B - inputs[2].B
    for bad in (leak, -leak, outputs[1].A, outputs[0].A - inputs[2].A):
        assert near([*fields, bad]) & cards
    blinded = [*fields, leak + fields[0]]
    assert near(blinded) & cards


def test_a_prover_without_nonces_is_found() -> None:
    """All r, r̂ and ω zero: still a proof that holds, and every field tells."""
    inputs = masked_deck(3, OWNER.X)
    psi, r_ = (2, 0, 1), [Scalar(5), Scalar(6), Scalar(7)]
    masked = [MaskedCard(e.A + multiply_base(r), e.B + multiply(r, OWNER.X)) for e, r in zip(inputs, r_, strict=True)]
    statement = shuffle._Statement(Label.HAND, CTX, OWNER.X, inputs, tuple(masked[j] for j in psi))
    proof = bare_proof(statement, psi, r_)
    assert shuffle_holds(statement, proof, shuffle._challenge)
    fits = [(i, j) for i, j, rest, nonce in guesses(statement, proof) if rest.is_identity and not nonce]
    assert set(fits) == set(enumerate(psi))
    assert near(shown(statement, proof)) & near(stated(statement))
