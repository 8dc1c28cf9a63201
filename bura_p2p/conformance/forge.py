"""Lying provers of the shuffle argument: each satisfies every equation of the verifier but the one it is named for.

Here: six forgeries for a deck or a hand. Never: a verifier of its own; what a forgery leaves unsatisfied is computed
with the package's equations. Source of the attacks: the linear algebra of Terelius and
Wikström, "Proofs of Restricted Shuffles" (2010): c commits to a matrix M, and M is a permutation if and only if
its rows sum to one (t_1) and ∏(Mu)_i = ∏u_i for a random u (t_2, t̂); t_3 ties c to the u' = Mu in use, t_4A and
t_4B tie u' to the two halves of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ..crypto.challenge import Label
from ..crypto.generators import SHUFFLE_BASES
from ..crypto.group import (
    ORDER,
    Element,
    Entropy,
    G,
    Scalar,
    multiply,
    multiply_base,
    total,
    weighted_sum,
)
from ..crypto.masking import MaskedCard, cards_to_bytes
from ..crypto.shuffle import (
    _challenge,
    _commit,
    _digest,
    _Proof,
    _recompute,
    _respond,
    _Statement,
    _u,
    h,
)

HALF = pow(2, -1, ORDER)

Rows = list[dict[int, int]]
"""A sparse square matrix: per row, column to coefficient."""


class Attack(Enum):
    """The equation that a forgery leaves unsatisfied, and what comes out as cards."""

    T_1 = "one card halved, one doubled; c commits to a matrix whose rows do not sum to one"
    T_2 = "(2e_0, e_1 - e_0, ...): the product of u' is another, and the chain's end does not fit"
    T_HAT = "the same, and one link of the chain does not fit"
    T_3 = "one card halved, one doubled; c commits to the identity"
    T_4A = "another A in the first card, from whose owner's key another face follows"
    T_4B = "another B in the first card"

    @property
    def equation(self) -> str:
        """The verifier's name for it, as in `Forgery.unsatisfied`."""
        return self.name.lower().replace("4a", "4A").replace("4b", "4B")


@dataclass(frozen=True)
class Forgery:
    """False outputs with their proof; `unsatisfied` names the equations that alone stand in its way."""

    outputs: tuple[MaskedCard, ...]
    data: bytes
    proof: bytes
    unsatisfied: frozenset[str]


@dataclass
class _Plan:
    """e'_i = Σ_j T_ij e_j + R_i(G, P), u' = Mu, c_j = r_jG + Σ_i C_ij h_i."""

    T: Rows
    M: Rows
    C: Rows


def _identity(N: int) -> Rows:
    return [{i: 1} for i in range(N)]


def _plan(attack: Attack, N: int) -> _Plan:
    plain = _identity(N)
    scaled = _Plan(
        [{0: HALF}, {1: 2}, *plain[2:]], [{0: 2}, {1: HALF}, *plain[2:]], [{0: 2}, {1: HALF}, *plain[2:]]
    )
    match attack:
        case Attack.T_1:
            return scaled
        case Attack.T_3:
            return _Plan(scaled.T, scaled.M, plain)
        case Attack.T_2 | Attack.T_HAT:
            M = [{0: HALF, 1: HALF}, {1: 1}, *plain[2:]]
            return _Plan([{0: 2}, {0: -1, 1: 1}, *plain[2:]], M, M)
        case Attack.T_4A | Attack.T_4B:
            return _Plan(plain, plain, plain)


def _random(entropy: Entropy, count: int) -> list[Scalar]:
    return [Scalar(int.from_bytes(entropy(40), "big") % ORDER) for _ in range(count)]


def _outputs(
    attack: Attack, plan: _Plan, e: Sequence[MaskedCard], P: Element, R: Sequence[Scalar], shift: Element
) -> tuple[MaskedCard, ...]:
    cards = []
    for row, R_i in zip(plan.T, R, strict=True):
        A = weighted_sum([*row.values(), R_i], [*[e[j].A for j in row], G])
        B = weighted_sum([*row.values(), R_i], [*[e[j].B for j in row], P])
        cards.append(MaskedCard(A, B))
    if attack is Attack.T_4A:
        cards[0] = MaskedCard(cards[0].A + shift, cards[0].B)
    if attack is Attack.T_4B:
        cards[0] = MaskedCard(cards[0].A, cards[0].B + shift)
    return tuple(cards)


def forge(
    attack: Attack,
    label: Label,
    ctx: bytes,
    P: Element,
    cards: Sequence[MaskedCard],
    entropy: Entropy,
    shift: Element = G,
) -> Forgery:
    """A forgery for N ≥ 2 cards. `shift` is what T_4A and T_4B add to the first card."""
    e, N = tuple(cards), len(cards)
    plan = _plan(attack, N)
    R, r, r_hat, w, w_hat, w_ = (_random(entropy, count) for count in (N, N, N, 4, N, N))
    bases = SHUFFLE_BASES[:N]
    statement = _Statement(label, ctx, P, e, _outputs(attack, plan, e, P, R, shift))
    columns = [[multiply(row.get(j, 0), h_i) for row, h_i in zip(plan.C, bases, strict=True)] for j in range(N)]
    c = [total([multiply_base(r_j), *column]) for r_j, column in zip(r, columns, strict=True)]
    d = _digest(statement, c)
    u = _u(d, N)
    u_ = [Scalar(sum(value * u[j] for j, value in row.items()) % ORDER) for row in plan.M]
    chain = _chain(attack, u, u_, r_hat)
    t, t_hat = _commit(statement, chain[:-1], w, w_hat, w_)
    k = _challenge(d, chain[1:], t, t_hat)
    secrets = (
        sum(r),
        _r_circle(r_hat, u_),
        sum(r_j * u_j for r_j, u_j in zip(r, u, strict=True)),
        sum(R_i * u_i for R_i, u_i in zip(R, u_, strict=True)),
    )
    proof = _Proof(
        k,
        _respond(w, secrets, k),
        _respond(w_hat, r_hat, k),
        _respond(w_, u_, k),
        tuple(c),
        tuple(chain[1:]),
    )
    unsatisfied = _unsatisfied(statement, proof, u, t, t_hat)
    return Forgery(statement.e_, cards_to_bytes(statement.e_), proof.to_bytes(), unsatisfied)


def _r_circle(r_hat: Sequence[Scalar], u_: Sequence[Scalar]) -> int:
    value, v = 0, 1
    for r_hat_i, u_i in zip(reversed(r_hat), reversed(u_), strict=True):
        value += r_hat_i * v
        v = v * u_i % ORDER
    return value


def _chain(attack: Attack, u: Sequence[Scalar], u_: Sequence[Scalar], r_hat: Sequence[Scalar]) -> list[Element]:
    """ĉ_0 … ĉ_N; for T_HAT the last link is what t_2 wants, and does not follow from the one before."""
    chain = [h]
    for r_hat_i, u_i in zip(r_hat, u_, strict=True):
        chain.append(multiply_base(r_hat_i) + multiply(u_i, chain[-1]))
    if attack is Attack.T_HAT:
        product = 1
        for u_i in u:
            product = product * u_i % ORDER
        chain[-1] = multiply_base(_r_circle(r_hat, u_)) + multiply(product, h)
    return chain


def _unsatisfied(
    statement: _Statement, proof: _Proof, u: Sequence[Scalar], t: Sequence[Element], t_hat: Sequence[Element]
) -> frozenset[str]:
    """The verifier's equations that do not give back what the prover hashed."""
    computed, computed_hat = _recompute(statement, proof, u)
    names = ("t_1", "t_2", "t_3", "t_4B", "t_4A")
    wrong = {name for name, mine, theirs in zip(names, t, computed, strict=True) if mine != theirs}
    return frozenset(wrong | ({"t_hat"} if list(t_hat) != computed_hat else set()))
