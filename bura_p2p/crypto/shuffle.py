"""The shuffle argument: these outputs are a permutation of those inputs, masked anew. Deck and hand alike.

Here: Terelius and Wikström's proof in the form of Haenni, Locher, Koenig and Dubuis ("Pseudo-code algorithms
for verifiable re-encryption mix-nets", 2017, algorithms 4.4–4.7), for ElGamal pairs (A, B) under a key P.
Never: rules, streams, a list whose length the prover chose. The letters are those of the protocol's section
4.

Hashed: statement = vec(label, ctx, u16 N, G, h, h₁ … h_N, P, A₁, B₁, … A_N, B_N, A'₁, B'₁, … A'_N, B'_N);
d = SHA-256(the same list, with c₁ … c_N behind it); uᵢ = HashToScalar(d ‖ u16 i, "shuffle-u"), i = 1 … N;
k = HashToScalar(vec(d, ĉ₁ … ĉ_N, t₁, t₂, t₃, t₄B, t₄A, t̂₁ … t̂_N), "shuffle-k").
Proof: k ‖ s₁ … s₄ ‖ ŝ₁ … ŝ_N ‖ s'₁ … s'_N ‖ c₁ … c_N ‖ ĉ₁ … ĉ_N, exactly 130N + 160 bytes.

Secret in the prover: ψ, r', r, r̂, every ω, and u'ᵢ (public values in a secret order): all through the
constant-time calls. Python's integers and list indexing are not constant time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from ..errors import Code, Failed, LocalError, PeerError
from . import evidence
from .challenge import Label, Purpose, hash_to_scalar, nonces, root, u16, vec
from .elgamal import MaskedCard, cards_from_bytes, cards_to_bytes
from .generators import MAX_CARDS, SHUFFLE_BASES, SHUFFLE_H
from .group import (
    ORDER,
    Element,
    Entropy,
    G,
    Scalar,
    multiply,
    multiply_base,
    scalar_from_bytes,
    scalar_to_bytes,
    total,
    weighted_sum,
)
from .proved import SEAL, ProvedCards

h: Final = SHUFFLE_H


def proof_size(N: int) -> int:
    """Bytes of a proof for N cards: 130N + 160."""
    return 130 * N + 160


@dataclass(frozen=True, slots=True)
class _Statement:
    """What is claimed: under P, the e' are a shuffle of the e (N of each)."""

    label: Label
    ctx: bytes
    P: Element
    e: tuple[MaskedCard, ...]
    e_: tuple[MaskedCard, ...]

    @property
    def N(self) -> int:
        return len(self.e)

    @property
    def bases(self) -> tuple[Element, ...]:
        return SHUFFLE_BASES[: len(self.e)]

    def parts(self) -> list[bytes]:
        """label, ctx, u16 N, G, h, h₁ … h_N, P, A₁, B₁, …, A'₁, B'₁, …"""
        elements = [G, h, *self.bases, self.P]
        for card in (*self.e, *self.e_):
            elements += card
        return [self.label.encode(), self.ctx, u16(self.N), *[element.to_bytes() for element in elements]]


@dataclass(frozen=True, slots=True)
class _Proof:
    """The fields of a proof, decoded."""

    k: Scalar
    s: tuple[Scalar, ...]
    s_hat: tuple[Scalar, ...]
    s_: tuple[Scalar, ...]
    c: tuple[Element, ...]
    c_hat: tuple[Element, ...]

    def to_bytes(self) -> bytes:
        scalars = (self.k, *self.s, *self.s_hat, *self.s_)
        points = (*self.c, *self.c_hat)
        return b"".join([*map(scalar_to_bytes, scalars), *[point.to_bytes() for point in points]])

    @classmethod
    def from_bytes(cls, data: bytes, N: int) -> _Proof:
        """Of 130N + 160 bytes, which the caller has counted. Raises `PeerError` (SCALAR, then POINT)."""
        edge = 32 * (5 + 2 * N)
        scalars = tuple(scalar_from_bytes(data[at : at + 32]) for at in range(0, edge, 32))
        points = tuple(Element.from_bytes(data[at : at + 33]) for at in range(edge, len(data), 33))
        return cls(scalars[0], scalars[1:5], scalars[5 : 5 + N], scalars[5 + N :], points[:N], points[N:])


def _digest(statement: _Statement, c: Sequence[Element]) -> bytes:
    return hashlib.sha256(vec(*statement.parts(), *[c_i.to_bytes() for c_i in c])).digest()


def _u(d: bytes, N: int) -> list[Scalar]:
    return [hash_to_scalar(d + u16(i), Purpose.SHUFFLE_U) for i in range(1, N + 1)]


def _challenge(d: bytes, c_hat: Sequence[Element], t: Sequence[Element], t_hat: Sequence[Element]) -> Scalar:
    hashed = vec(d, *[element.to_bytes() for element in (*c_hat, *t, *t_hat)])
    return hash_to_scalar(hashed, Purpose.SHUFFLE_K)


def random_permutation(N: int, entropy: Entropy) -> tuple[int, ...]:
    """A uniform permutation of 0 … N−1 (Fisher–Yates; bytes that would tilt a choice are drawn again)."""
    order = list(range(N))
    for last in range(N - 1, 0, -1):
        choices = last + 1
        limit = 2**32 - 2**32 % choices
        while (drawn := int.from_bytes(entropy(4), "big")) >= limit:
            pass
        other = drawn % choices
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def shuffle(
    label: Label,
    ctx: bytes,
    P: Element,
    cards: Sequence[MaskedCard],
    permutation: Sequence[int],
    x: Scalar,
    entropy: Entropy,
) -> tuple[tuple[MaskedCard, ...], bytes]:
    """Permute and mask anew: (outputs, proof of 130N + 160 bytes).

    Output i is input j = ψ(i) = `permutation[i]` (both from 0): e'ᵢ = (A_j + r'_jG, B_j + r'_jP). Label
    `deck` with the joint key P, or `hand` with the owner's. `LocalError` unless 2 ≤ N ≤ 36 and ψ permutes.

    r'_j = HashToScalar(root ‖ u16 j, "masking-factor"), j = 1 … N by input position, where
    root = SHA-256(vec(32 fresh bytes, x, ctx, the inputs' bytes)) and x is the prover's hand key, 32 bytes.
    The proof then takes 32 fresh bytes more.
    """
    e, psi = tuple(cards), tuple(permutation)
    if not 2 <= len(e) <= MAX_CARDS or sorted(psi) != list(range(len(e))):
        raise LocalError("A shuffle takes 2 to 36 cards and a permutation of their positions.")
    _demand_label(label)
    bound = root(entropy, scalar_to_bytes(x), ctx, cards_to_bytes(e))
    r_ = nonces(bound, len(e), Purpose.MASKING_FACTOR)
    masked = [
        MaskedCard(card.A + multiply_base(r_j), card.B + multiply(r_j, P))
        for card, r_j in zip(e, r_, strict=True)
    ]
    e_ = tuple(masked[j] for j in psi)
    return e_, _prove(_Statement(label, ctx, P, e, e_), psi, r_, entropy)


def _demand_label(label: Label) -> None:
    if label not in (Label.DECK, Label.HAND):
        raise LocalError("A shuffle is labelled 'deck' or 'hand'.")


def _prove(statement: _Statement, psi: Sequence[int], r_: Sequence[Scalar], entropy: Entropy) -> bytes:
    """The proof. Nonces are HashToScalar(root ‖ u16 index, "nonce"), each index once, with
    root = SHA-256(vec(32 fresh bytes, label, ctx, statement, witness)),
    witness = u16 ψ(1)−1 ‖ … ‖ u16 ψ(N)−1 ‖ r'₁ ‖ … ‖ r'_N:
    1 … N are r by input position, then r̂₁ … r̂_N, ω₁ … ω₄, ω̂₁ … ω̂_N, ω'₁ … ω'_N.
    """
    N = statement.N
    witness = b"".join([*map(u16, psi), *map(scalar_to_bytes, r_)])
    hedged = root(entropy, statement.label.encode(), statement.ctx, vec(*statement.parts()), witness)
    counts = (N, N, 4, N, N)
    drawn = iter(nonces(hedged, sum(counts)))
    r, r_hat, w, w_hat, w_ = ([next(drawn) for _ in range(count)] for count in counts)

    c: list[Element] = [G] * N
    for j, h_i in zip(psi, statement.bases, strict=True):
        c[j] = multiply_base(r[j]) + h_i
    d = _digest(statement, c)
    u = _u(d, N)
    u_ = [u[j] for j in psi]

    chain = [h]
    for r_hat_i, u_i in zip(r_hat, u_, strict=True):
        chain.append(multiply_base(r_hat_i) + multiply(u_i, chain[-1]))
    c_hat = chain[1:]

    t, t_hat = _commit(statement, chain[:-1], w, w_hat, w_)
    k = _challenge(d, c_hat, t, t_hat)

    v = 1
    r_circle = 0
    for r_hat_i, u_i in zip(reversed(r_hat), reversed(u_), strict=True):
        r_circle += r_hat_i * v
        v = v * u_i % ORDER
    r_bar = sum(r)
    r_tilde = sum(r_i * u_i for r_i, u_i in zip(r, u, strict=True))
    rho = sum(r_j * u_j for r_j, u_j in zip(r_, u, strict=True))

    return _Proof(
        k,
        _respond(w, (r_bar, r_circle, r_tilde, rho), k),
        _respond(w_hat, r_hat, k),
        _respond(w_, u_, k),
        tuple(c),
        tuple(c_hat),
    ).to_bytes()


def _respond(nonces_: Sequence[Scalar], secrets: Sequence[int], k: Scalar) -> tuple[Scalar, ...]:
    return tuple(Scalar((w_i + k * x_i) % ORDER) for w_i, x_i in zip(nonces_, secrets, strict=True))


def _commit(
    statement: _Statement,
    before: Sequence[Element],
    w: Sequence[Scalar],
    w_hat: Sequence[Scalar],
    w_: Sequence[Scalar],
) -> tuple[list[Element], list[Element]]:
    """(t₁, t₂, t₃, t₄B, t₄A) and t̂₁ … t̂_N, where `before` is ĉ₀ … ĉ_{N−1}."""
    w_1, w_2, w_3, w_4 = w
    hidden_h = [multiply(w_i, h_i) for w_i, h_i in zip(w_, statement.bases, strict=True)]
    hidden_A = [multiply(w_i, card.A) for w_i, card in zip(w_, statement.e_, strict=True)]
    hidden_B = [multiply(w_i, card.B) for w_i, card in zip(w_, statement.e_, strict=True)]
    t_1 = multiply_base(w_1)
    t_2 = multiply_base(w_2)
    t_3 = total([multiply_base(w_3), *hidden_h])
    t_4B = total([multiply(-w_4, statement.P), *hidden_B])
    t_4A = total([multiply_base(-w_4), *hidden_A])
    t_hat = [
        multiply_base(w_hat_i) + multiply(w_i, c_before)
        for w_hat_i, w_i, c_before in zip(w_hat, w_, before, strict=True)
    ]
    return [t_1, t_2, t_3, t_4B, t_4A], t_hat


@cache
def _minus_sum_of_bases(N: int) -> Element:
    return -total(SHUFFLE_BASES[:N])


def verify_shuffle(
    label: Label,
    ctx: bytes,
    P: Element,
    inputs: Sequence[MaskedCard],
    outputs: bytes,
    proof: bytes,
    code: Code,
) -> ProvedCards:
    """The outputs, if they are a shuffle of `inputs` under P, 2 ≤ N ≤ 36, where N is the number of inputs.

    `outputs` is 66N bytes, `proof` 130N + 160: exact lengths are checked before anything is decoded. Raises
    `PeerError`: LENGTH, then POINT and SCALAR, then `code` (SHUFFLE_PROOF or MIX_PROOF).
    """
    _demand_label(label)
    N = len(inputs)
    if not 2 <= N <= MAX_CARDS or len(proof) != proof_size(N):
        raise PeerError(Code.LENGTH, f"a shuffle is of 2 to {MAX_CARDS} cards; for {N}, {proof_size(N)} bytes")
    statement = _Statement(label, ctx, P, tuple(inputs), cards_from_bytes(outputs, N))
    if not _holds(statement, _Proof.from_bytes(proof, N), _challenge):
        failed = _failed(statement, _Proof.from_bytes(proof, N))
        raise PeerError(code, f"the shuffle proof for '{label}' does not hold", failed=failed)
    return ProvedCards(statement.e_, SEAL)


def _holds(
    statement: _Statement,
    fields: _Proof,
    challenge: Callable[[bytes, Sequence[Element], Sequence[Element], Sequence[Element]], Scalar],
) -> bool:
    """Every equation at once: k is what `challenge` makes of d, the ĉ and the commitments that the responses answer.

    `challenge` is an argument because the proof that nothing leaks programs it; whoever judges passes the hash.
    """
    d = _digest(statement, fields.c)
    t, t_hat = _recompute(statement, fields, _u(d, statement.N))
    return challenge(d, fields.c_hat, t, t_hat) == fields.k


def _failed(statement: _Statement, fields: _Proof) -> Failed:
    """The equation once more, for whoever checks the refusal."""
    d = _digest(statement, fields.c)
    u = _u(d, statement.N)
    t, t_hat = _recompute(statement, fields, u)
    return evidence.shuffled(
        (statement.ctx, statement.P),
        (statement.e, statement.e_),
        (fields.k, fields.s, fields.s_hat, fields.s_, fields.c, fields.c_hat),
        (d, u, t, t_hat),
        _challenge(d, fields.c_hat, t, t_hat),
    )


def _recompute(
    statement: _Statement, fields: _Proof, u: Sequence[Scalar]
) -> tuple[list[Element], list[Element]]:
    """The commitments that the responses answer: the verifier's equations, with the challenge folded in."""
    N, P, bases, e, e_ = statement.N, statement.P, statement.bases, statement.e, statement.e_
    k, (s_1, s_2, s_3, s_4), s_hat, s_ = fields.k, fields.s, fields.s_hat, fields.s_
    c, c_hat = fields.c, fields.c_hat
    chain = (h, *c_hat)
    k_prod_u = k
    for u_i in u:
        k_prod_u = Scalar(k_prod_u * u_i % ORDER)
    minus_ku = [-k * u_i for u_i in u]
    A, B = [card.A for card in e], [card.B for card in e]
    A_, B_ = [card.A for card in e_], [card.B for card in e_]
    sum_c_minus_h = total([*c, _minus_sum_of_bases(N)])

    t_1 = weighted_sum([s_1, -k], [G, sum_c_minus_h])
    t_2 = weighted_sum([s_2, -k, k_prod_u], [G, c_hat[-1], h])
    t_3 = weighted_sum([s_3, *s_, *minus_ku], [G, *bases, *c])
    t_4B = weighted_sum([*s_, -s_4, *minus_ku], [*B_, P, *B])
    t_4A = weighted_sum([*s_, -s_4, *minus_ku], [*A_, G, *A])
    t_hat = [
        weighted_sum([s_hat_i, s_i, -k], [G, before, after])
        for s_hat_i, s_i, (before, after) in zip(s_hat, s_, pairwise(chain), strict=True)
    ]
    return [t_1, t_2, t_3, t_4B, t_4A], t_hat
