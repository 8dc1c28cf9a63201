"""A shuffle verifier with a switch, and a prover that does not care what it proves. For attacks only.

The verifier in the package recomputes every commitment and hashes it. `weak_verify` is the same verifier, copied,
but takes the named commitments as *given* by the prover: exactly a verifier that forgot those equations. `forge`
runs the honest prover's formulas on any matrix, chain and secrets, and returns what it committed to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import shuffle as package
from bura_p2p.crypto.challenge import Label, nonces
from bura_p2p.crypto.generators import SHUFFLE_BASES, SHUFFLE_H
from bura_p2p.crypto.group import (
    ORDER,
    Element,
    G,
    Scalar,
    multiply,
    multiply_base,
    total,
    weighted_sum,
)
from bura_p2p.crypto.masking import MaskedCard, cards_to_bytes
from tests.crypto.hands import CTX

Commitments = dict[str, Element]
Matrix = Sequence[Sequence[int]]


def statement_of(
    P: Element, e: Sequence[MaskedCard], e_: Sequence[MaskedCard], label: Label = Label.HAND, ctx: bytes = CTX
) -> package._Statement:
    return package._Statement(label, ctx, P, tuple(e), tuple(e_))


def recompute(
    statement: package._Statement, proof: bytes, s_4a: int | None = None
) -> tuple[package._Proof, bytes, Commitments]:
    """Every verifier equation by name; `s_4a` gives A a response of its own, as the package does not."""
    fields = package._Proof.from_bytes(proof, statement.N)
    d = package._digest(statement, fields.c)
    u = package._u(d, statement.N)
    k, (s_1, s_2, s_3, s_4), s_hat, s_ = fields.k, fields.s, fields.s_hat, fields.s_
    c, chain = fields.c, (SHUFFLE_H, *fields.c_hat)
    product = 1
    for u_i in u:
        product = product * u_i % ORDER
    ku = [k * u_i for u_i in u]
    h_i = SHUFFLE_BASES[: statement.N]
    named = {
        "t_1": weighted_sum([s_1, -k], [G, total(c) - total(h_i)]),
        "t_2": weighted_sum([s_2, -k, k * product], [G, chain[-1], SHUFFLE_H]),
        "t_3": weighted_sum([s_3, *s_, *[-x for x in ku]], [G, *h_i, *c]),
        "t_4B": weighted_sum(
            [*s_, -s_4, *[-x for x in ku]],
            [*[card.B for card in statement.e_], statement.P, *[card.B for card in statement.e]],
        ),
        "t_4A": weighted_sum(
            [*s_, -(s_4 if s_4a is None else s_4a), *[-x for x in ku]],
            [*[card.A for card in statement.e_], G, *[card.A for card in statement.e]],
        ),
    }
    for i in range(statement.N):
        named[f"t_hat_{i + 1}"] = weighted_sum([s_hat[i], s_[i], -k], [G, chain[i], chain[i + 1]])
    return fields, d, named


def challenge(d: bytes, c_hat: Sequence[Element], named: Commitments, links: int | None = None) -> Scalar:
    t = [named[name] for name in ("t_1", "t_2", "t_3", "t_4B", "t_4A")]
    return package._challenge(d, c_hat, t, [named[f"t_hat_{i + 1}"] for i in range(len(c_hat))][:links])


def weak_verify(
    statement: package._Statement, proof: bytes, given: Mapping[str, Element], s_4a: int | None = None
) -> bool:
    """The package's verdict, but for the equations in `given`, which are believed."""
    fields, d, named = recompute(statement, proof, s_4a)
    return challenge(d, fields.c_hat, {**named, **given}) == fields.k


@dataclass
class Secrets:
    """What a prover claims to know: the u' and the exponents of the five equations."""

    u_: list[int]
    r_bar: int
    r_tilde: int
    rho_a: int
    rho_b: int
    broken: tuple[int, int] | None = None
    """A link (from 0) of the chain, and what it multiplies by instead of its u'."""
    end: int = 0
    """What is added to r°, by who knows how h depends on G."""


@dataclass
class Forgery:
    """A forged proof, the commitments behind it, and the response that A would need."""

    statement: package._Statement
    proof: bytes
    committed: Commitments
    s_4a: int

    @property
    def lies(self) -> set[str]:
        """The equations that do not give back what was committed to."""
        _, _, named = recompute(self.statement, self.proof)
        return {name for name, value in named.items() if value != self.committed[name]}

    @property
    def outputs(self) -> bytes:
        return cards_to_bytes(self.statement.e_)


def forge(
    statement: package._Statement,
    c: Sequence[Element],
    know: Callable[[list[int]], Secrets],
    links: int | None = None,
) -> Forgery:
    """The honest formulas on what `know` claims once the u are fixed; only `links` of the chain are answered for."""
    N = statement.N
    drawn = iter(nonces(Tape("forge")(32), 3 * N + 4))
    r_hat, w, w_hat, w_ = ([next(drawn) for _ in range(count)] for count in (N, 4, N, N))
    d = package._digest(statement, c)
    known = know([int(u_i) for u_i in package._u(d, N)])
    u_ = [u_i % ORDER for u_i in known.u_]
    chain = [SHUFFLE_H]
    r_circle = 0
    for i, (r_hat_i, u_i) in enumerate(zip(r_hat, u_, strict=True)):
        factor = known.broken[1] if known.broken and known.broken[0] == i else u_i
        chain.append(multiply_base(r_hat_i) + multiply(factor, chain[-1]))
        r_circle = (r_hat_i + factor * r_circle) % ORDER
    r_circle = (r_circle + known.end) % ORDER
    h_i = SHUFFLE_BASES[:N]
    named = {
        "t_1": multiply_base(w[0]),
        "t_2": multiply_base(w[1]),
        "t_3": weighted_sum([w[2], *w_], [G, *h_i]),
        "t_4B": weighted_sum([*w_, -w[3]], [*[card.B for card in statement.e_], statement.P]),
        "t_4A": weighted_sum([*w_, -w[3]], [*[card.A for card in statement.e_], G]),
    }
    for i in range(N):
        named[f"t_hat_{i + 1}"] = weighted_sum([w_hat[i], w_[i]], [G, chain[i]])
    k = challenge(d, chain[1:], named, links)

    def respond(w_i: int, x_i: int) -> Scalar:
        return Scalar((w_i + k * x_i) % ORDER)

    secrets = (known.r_bar, r_circle, known.r_tilde, known.rho_b)
    proof = package._Proof(
        k,
        tuple(respond(w_i, x_i) for w_i, x_i in zip(w, secrets, strict=True)),
        tuple(respond(w_i, x_i) for w_i, x_i in zip(w_hat, r_hat, strict=True))[:links],
        tuple(respond(w_i, x_i) for w_i, x_i in zip(w_, u_, strict=True)),
        tuple(c),
        tuple(chain[1:]),
    )
    return Forgery(statement, proof.to_bytes(), named, respond(w[3], known.rho_a))


# --- outputs that are combinations of the inputs -----------------------------------------------------------


def combine(weights: Sequence[int], cards: Sequence[MaskedCard], r: int, P: Element) -> MaskedCard:
    """Σ weightᵢ·cardᵢ, masked anew with r."""
    return MaskedCard(
        weighted_sum([*weights, r], [*[card.A for card in cards], G]),
        weighted_sum([*weights, r], [*[card.B for card in cards], P]),
    )


def commit(M: Matrix, r: Sequence[int]) -> list[Element]:
    """c_j = r_jG + Σᵢ M_ij·hᵢ: a commitment to column j of any matrix."""
    N = len(r)
    return [
        weighted_sum([r[j], *[M[i][j] for i in range(N)]], [G, *SHUFFLE_BASES[:N]]) for j in range(N)
    ]


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True)) % ORDER


def product(factors: Sequence[int]) -> int:
    result = 1
    for factor in factors:
        result = result * factor % ORDER
    return result


def identity(N: int) -> Matrix:
    return [[int(i == j) for j in range(N)] for i in range(N)]


def inverse(M: Matrix) -> list[list[int]]:
    """M⁻¹ modulo the order, by elimination. `ValueError` where there is none."""
    N = len(M)
    rows = [[value % ORDER for value in row] + [int(i == j) for j in range(N)] for i, row in enumerate(M)]
    for at in range(N):
        pivot = next((i for i in range(at, N) if rows[i][at]), at)
        rows[at], rows[pivot] = rows[pivot], rows[at]
        factor = pow(rows[at][at], -1, ORDER)
        rows[at] = [value * factor % ORDER for value in rows[at]]
        for i in range(N):
            if i != at:
                rows[i] = [(a - rows[i][at] * b) % ORDER for a, b in zip(rows[i], rows[at], strict=True)]
    return [row[N:] for row in rows]


def transposed(M: Matrix) -> list[list[int]]:
    return [list(column) for column in zip(*M, strict=True)]


def multiplied(left: Matrix, right: Matrix) -> list[list[int]]:
    return [[dot(row, column) for column in transposed(right)] for row in left]


Adjust = Callable[[Secrets, list[int]], None]
"""What else a forger claims, once the u are fixed."""


def by_matrix(
    P: Element,
    e: Sequence[MaskedCard],
    M: Matrix,
    *,
    weights: Matrix | None = None,
    committed: Matrix | None = None,
    adjust: Adjust = lambda secrets, u: None,
    label: Label = Label.HAND,
    ctx: bytes = CTX,
    links: int | None = None,
) -> Forgery:
    """Outputs e' with e_j = Σᵢ M_ij·e'ᵢ, proved by u'ᵢ = Σⱼ M_ij·u_j.

    `weights` makes e' from e, where M has no inverse; c commits to `committed`, else to M.
    """
    r, extra = nonces(b"r" * 32, len(e)), nonces(b"x" * 32, len(e))
    rows = transposed(inverse(M)) if weights is None else weights
    e_ = [combine(row, e, r_i, P) for row, r_i in zip(rows, extra, strict=True)]

    def know(u: list[int]) -> Secrets:
        u_ = [dot(row, u) for row in M]
        rho = dot(u_, extra)
        secrets = Secrets(u_, sum(r), dot(r, u), rho, rho)
        adjust(secrets, u)
        return secrets

    return forge(statement_of(P, e, e_, label, ctx), commit(M if committed is None else committed, r), know, links)
