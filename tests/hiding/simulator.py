"""Proofs without a witness, for a challenge that is programmed: what a proof shows, anybody can make up.

Here: the simulators of both arguments and the hash that they program. Never: a witness, and so no key, permutation or
factor; an equation of its own (the commitments are what the package's verifier computes from the rest).

Relation: e and z are drawn first, T = Σz·B − e·Y follows. Shuffle: c, ĉ, k and all responses are drawn first, the
u follow from the real hash, the t from the verifier's equations. An honest proof has exactly this distribution: for
every witness, uniform nonces make the responses uniform and independent of k; r_j makes c_j uniform, r̂_i makes ĉ_i
uniform, whatever ψ is; and all commitments are determined by the rest. Only that k is the hash of what was chosen
before it is missing, and that is all the soundness there is.
"""

from __future__ import annotations

from bura_p2p.crypto import relation, shuffle
from bura_p2p.crypto.group import ORDER, Element, Entropy, Scalar, multiply_base, scalar_from_bytes, scalar_to_bytes


class Programmed:
    """A challenge function: the package's hash `real`, but for the places where it was told what to answer."""

    def __init__(self, real) -> None:
        self._real = real
        self._told: dict[tuple[object, ...], Scalar] = {}

    @staticmethod
    def _place(parts) -> tuple[object, ...]:
        return tuple(part if isinstance(part, bytes) else tuple(part) for part in parts)

    def tell(self, answer: Scalar, *parts) -> None:
        """Answer so from now on; a place that has an answer keeps it."""
        assert self._place(parts) not in self._told
        self._told[self._place(parts)] = answer

    def __call__(self, *parts) -> Scalar:
        place = self._place(parts)
        return self._told[place] if place in self._told else self._real(*parts)


def scalars(entropy: Entropy, count: int) -> tuple[Scalar, ...]:
    """Uniform scalars (of 48 bytes, so that the bias is below 2⁻¹²⁸)."""
    return tuple(Scalar(int.from_bytes(entropy(48), "big") % ORDER) for _ in range(count))


def points(entropy: Entropy, count: int) -> tuple[Element, ...]:
    """Uniform elements."""
    return tuple(map(multiply_base, scalars(entropy, count)))


def simulated_relation(statement: relation.Statement, oracle: Programmed, entropy: Entropy) -> bytes:
    """A proof of `statement`, true or not, that holds under `oracle`."""
    e, *z = scalars(entropy, 1 + statement.witnesses)
    oracle.tell(e, statement.to_bytes(), [relation._recompute(row, e, z) for row in statement.equations])
    return b"".join(map(scalar_to_bytes, [e, *z]))


def simulated_shuffle(statement: shuffle._Statement, oracle: Programmed, entropy: Entropy) -> bytes:
    """A proof of `statement`, true or not, that holds under `oracle`."""
    N = statement.N
    c, c_hat = points(entropy, N), points(entropy, N)
    k, s, s_hat, s_ = (scalars(entropy, count) for count in (1, 4, N, N))
    fields = shuffle._Proof(k[0], s, s_hat, s_, c, c_hat)
    d = shuffle._digest(statement, c)
    t, t_hat = shuffle._recompute(statement, fields, shuffle._u(d, N))
    oracle.tell(fields.k, d, c_hat, t, t_hat)
    return fields.to_bytes()


def relation_holds(statement: relation.Statement, proof: bytes, challenge) -> bool:
    """The package's verdict under another challenge function."""
    e, *z = [scalar_from_bytes(proof[at : at + 32]) for at in range(0, len(proof), 32)]
    return relation._holds(statement, e, z, challenge)


def shuffle_holds(statement: shuffle._Statement, proof: bytes, challenge) -> bool:
    """The package's verdict under another challenge function."""
    return shuffle._holds(statement, shuffle._Proof.from_bytes(proof, statement.N), challenge)
