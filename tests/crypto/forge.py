"""A shuffle verifier with a switch, and a prover that does not care what it proves. For attacks only.

The verifier in the package recomputes every commitment and hashes it. `weak_verify` is the same verifier, copied,
but takes the named commitments as *given* by the prover: exactly a verifier that forgot those equations. `forge`
runs the honest prover's formulas on any matrix, chain and secrets, and returns what it committed to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

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


def statement_of(
    P: Element, e: Sequence[MaskedCard], e_: Sequence[MaskedCard], label: Label = Label.HAND
) -> package._Statement:
    return package._Statement(label, CTX, P, tuple(e), tuple(e_))


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


def challenge(d: bytes, c_hat: Sequence[Element], named: Commitments) -> Scalar:
    t = [named[name] for name in ("t_1", "t_2", "t_3", "t_4B", "t_4A")]
    return package._challenge(d, c_hat, t, [named[f"t_hat_{i + 1}"] for i in range(len(c_hat))])


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


@dataclass
class Forgery:
    """A forged proof, the commitments behind it, and the response that A would need."""

    statement: package._Statement
    proof: bytes
    committed: Commitments
    s_4a: int
    lies: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        _, _, named = recompute(self.statement, self.proof)
        self.lies = {name for name, value in named.items() if value != self.committed[name]}

    @property
    def outputs(self) -> bytes:
        return cards_to_bytes(self.statement.e_)


def forge(
    statement: package._Statement, c: Sequence[Element], know: Callable[[list[int]], Secrets]
) -> Forgery:
    """The honest formulas on what `know` claims once the u are fixed."""
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
    k = challenge(d, chain[1:], named)

    def respond(w_i: int, x_i: int) -> Scalar:
        return Scalar((w_i + k * x_i) % ORDER)

    secrets = (known.r_bar, r_circle, known.r_tilde, known.rho_b)
    proof = package._Proof(
        k,
        tuple(respond(w_i, x_i) for w_i, x_i in zip(w, secrets, strict=True)),
        tuple(respond(w_i, x_i) for w_i, x_i in zip(w_hat, r_hat, strict=True)),
        tuple(respond(w_i, x_i) for w_i, x_i in zip(w_, u_, strict=True)),
        tuple(c),
        tuple(chain[1:]),
    )
    return Forgery(statement, proof.to_bytes(), named, respond(w[3], known.rho_a))
