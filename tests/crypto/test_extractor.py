"""Soundness, shown from the other end: whoever answers twice gives its witness away, to an extractor without secrets.

The simulators of `tests/hiding` show that one accepted proof tells nothing. Here a prover is rewound: it keeps its
commitments and is asked again. From its answers alone the extractor computes what the statement says that it knows:
the scalars of a relation; of a shuffle the permutation and every factor. So nobody who cannot shuffle can answer.

Accepted means what the package's verifier means by it: what it computes as commitments is the same for both answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import relation, shuffle
from bura_p2p.crypto.challenge import Label, nonces
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import ORDER, Element, G, Scalar, multiply, multiply_base, scalar_from_bytes, total
from bura_p2p.crypto.shuffle import random_permutation
from tests.crypto.forge import Matrix, dot, inverse, multiplied, transposed
from tests.crypto.hands import CTX, masked_deck, new_key
from tests.hiding.simulator import Programmed, relation_holds, simulated_relation
from tests.hiding.test_simulator import CASES

OWNER = new_key("owner")
Answer = tuple[Scalar, tuple[Scalar, ...]]
"""A challenge, and the responses to it."""


def over(numbers: Sequence[int], divisor: int) -> list[int]:
    return [number * pow(divisor, -1, ORDER) % ORDER for number in numbers]


def extracted(one: Answer, two: Answer) -> list[int]:
    """(z − z')/(e − e') for every response: all that there is to extracting."""
    (e, z), (e_, z_) = one, two
    return over([a - b for a, b in zip(z, z_, strict=True)], e - e_)


# --- relations -----------------------------------------------------------------------------------------------


def asked_again(witness: Sequence[int], label: str) -> tuple[Answer, Answer]:
    """A prover's answers to two challenges, for one choice of its nonces."""
    e, e_, *w = nonces(Tape(label)(32), 2 + len(witness))
    first, second = (
        (k, tuple(Scalar((w_j + k * x_j) % ORDER) for w_j, x_j in zip(w, witness, strict=True))) for k in (e, e_)
    )
    return first, second


def commitments(statement: relation.Statement, answer: Answer) -> list[Element]:
    return [relation._recompute(row, *answer) for row in statement.equations]


def solves(statement: relation.Statement, x: Sequence[int]) -> bool:
    return all(
        total([multiply(x_j, base) for x_j, base in zip(x, row.bases, strict=True) if base is not None]) == row.target
        for row in statement.equations
    )


@pytest.mark.parametrize("name", CASES)
def test_two_answers_give_the_witness(name: str) -> None:
    statement, witness = CASES[name]
    one, two = asked_again(witness, name)
    assert commitments(statement, one) == commitments(statement, two)
    for e, z in (one, two):
        oracle = Programmed(relation._challenge)
        oracle.tell(e, statement.to_bytes(), commitments(statement, (e, z)))
        assert relation_holds(statement, b"".join(n.to_bytes(32, "big") for n in (e, *z)), oracle)
    found = extracted(one, two)
    assert solves(statement, found)
    assert found == [x % ORDER for x in witness]


@pytest.mark.parametrize("name", CASES)
def test_who_knows_a_witness_of_nothing_cannot_answer_twice(name: str) -> None:
    """A wrong scalar in any place: the two answers stand for different commitments."""
    statement, witness = CASES[name]
    for at in range(len(witness)):
        wrong = [x + (j == at) for j, x in enumerate(witness)]
        one, two = asked_again(wrong, f"{name} {at}")
        assert commitments(statement, one) != commitments(statement, two)
        assert not solves(statement, extracted(one, two))


def test_two_simulated_proofs_give_nothing() -> None:
    """They hold, each under its own program; they have no commitment in common, and their quotient is no witness."""
    for name, (statement, _) in CASES.items():
        oracle, tape = Programmed(relation._challenge), Tape(f"simulated {name}")
        answers = []
        for _ in range(2):
            proof = simulated_relation(statement, oracle, tape)
            assert relation_holds(statement, proof, oracle)
            e, *z = [scalar_from_bytes(proof[at : at + 32]) for at in range(0, len(proof), 32)]
            answers.append((e, tuple(z)))
        assert not set(commitments(statement, answers[0])) & set(commitments(statement, answers[1]))
        assert not solves(statement, extracted(*answers))


# --- the shuffle ---------------------------------------------------------------------------------------------


@dataclass
class Prover:
    """One who has committed to a permutation, and can be asked again: for other u, and then for another k."""

    statement: shuffle._Statement
    psi: tuple[int, ...]
    factors: list[Scalar]
    r: list[Scalar]

    @property
    def c(self) -> list[Element]:
        """The commitments to the permutation, which stand before any question."""
        found = [G] * self.statement.N
        for j, h_i in zip(self.psi, self.statement.bases, strict=True):
            found[j] = multiply_base(self.r[j]) + h_i
        return found

    def answers(self, u: Sequence[Scalar], ks: Sequence[Scalar], label: str) -> list[shuffle._Proof]:
        """The proofs for these u, with one chain, one set of commitments, and each k."""
        N = self.statement.N
        drawn = iter(nonces(Tape(label)(32), 3 * N + 4))
        r_hat, w, w_hat, w_ = ([next(drawn) for _ in range(count)] for count in (N, 4, N, N))
        u_, chain, r_circle = [u[j] for j in self.psi], [shuffle.h], 0
        for r_hat_i, u_i in zip(r_hat, u_, strict=True):
            chain.append(multiply_base(r_hat_i) + multiply(u_i, chain[-1]))
            r_circle = (r_hat_i + u_i * r_circle) % ORDER
        secrets = (sum(self.r), r_circle, dot(self.r, u), dot(self.factors, u))
        respond, c, c_hat = shuffle._respond, tuple(self.c), tuple(chain[1:])
        return [
            shuffle._Proof(k, respond(w, secrets, k), respond(w_hat, r_hat, k), respond(w_, u_, k), c, c_hat)
            for k in ks
        ]


def prover(N: int, label: Label) -> Prover:
    P, tape = OWNER.X, Tape(f"rewound {label} {N}")
    inputs, psi = masked_deck(N, P), random_permutation(N, tape)
    factors, r = nonces(tape(32), N), nonces(tape(32), N)
    moved = zip(inputs, factors, strict=True)
    new = [MaskedCard(e.A + multiply_base(r_j), e.B + multiply(r_j, P)) for e, r_j in moved]
    return Prover(shuffle._Statement(label, CTX, P, inputs, tuple(new[j] for j in psi)), psi, factors, r)


def rewound(one: Prover, label: str) -> tuple[Matrix, list[int]]:
    """From answers for N times other u, two k each: M with u' = Mu, and the factors by input."""
    N = one.statement.N
    asked, said, rho = [], [], []
    for number in range(N):
        k, k_, *u = nonces(Tape(f"{label} {number}")(32), 2 + N)
        first, second = one.answers(u, (k, k_), f"{label} nonces {number}")
        same = [shuffle._recompute(one.statement, fields, u) for fields in (first, second)]
        assert same[0] == same[1]
        assert (first.c, first.c_hat) == (second.c, second.c_hat)
        found = extracted((k, (first.s[3], *first.s_)), (k_, (second.s[3], *second.s_)))
        rho.append(found[0])
        said.append(found[1:])
        asked.append(list(u))
    back = inverse(transposed(asked))
    return multiplied(transposed(said), back), [dot(rho, column) for column in transposed(back)]


@pytest.mark.parametrize(("N", "label"), [(2, Label.HAND), (3, Label.HAND), (5, Label.HAND), (8, Label.DECK)])
def test_answers_give_the_permutation_and_every_factor(N: int, label: Label) -> None:
    one = prover(N, label)
    M, factors = rewound(one, f"asked {label} {N}")
    assert all(sorted(row) == [0] * (N - 1) + [1] for row in (*M, *transposed(M)))
    psi = [list(row).index(1) for row in M]
    for i, j in enumerate(psi):
        card, old = one.statement.e_[i], one.statement.e[j]
        assert multiply_base(factors[j]) == card.A - old.A
        assert multiply(factors[j], one.statement.P) == card.B - old.B
    assert (tuple(psi), factors) == (one.psi, one.factors)


def test_a_card_of_other_origin_cannot_be_answered_for() -> None:
    """The same prover for outputs of which one is another card: its two answers stand for different commitments."""
    one, (more,) = prover(3, Label.HAND), masked_deck(1 + 3, OWNER.X, "other")[:1]
    for at in range(3):
        outputs = list(one.statement.e_)
        outputs[at] = more
        false = shuffle._Statement(Label.HAND, CTX, OWNER.X, one.statement.e, tuple(outputs))
        k, k_, *u = nonces(Tape(f"false {at}")(32), 5)
        first, second = Prover(false, one.psi, one.factors, one.r).answers(u, (k, k_), "false")
        (t, t_hat), (t_, t_hat_) = (shuffle._recompute(false, fields, u) for fields in (first, second))
        assert [a == b for a, b in zip(t, t_, strict=True)] == [True, True, True, False, False]
        assert t_hat == t_hat_
