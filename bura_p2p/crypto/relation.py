"""One proof for everything linear: knowledge of x₁ … xₘ with Yₖ = Σⱼ xⱼ·Bₖⱼ for every row k.

Here: Maurer's generalised Schnorr proof ("Unifying zero-knowledge proofs of knowledge", AFRICACRYPT 2009),
made non-interactive by hashing the whole statement. Never: what a statement means (`statements.py`), streams,
seats, randomness of its own.

Statement bytes: vec(label, ctx, u16 rows, u16 m, then per row Y, B₁ … Bₘ), 33 bytes an element, 33 zero bytes
for an absent base. Challenge: e = HashToScalar(vec(statement bytes, T₁ … T_rows), "linear-challenge").
Proof: e ‖ z₁ … zₘ, exactly 32(1+m) bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import Code, Failed, LocalError, PeerError
from . import evidence
from .challenge import Label, Purpose, hash_to_scalar, nonces, root, u16, vec
from .group import (
    IDENTITY_MARKER,
    ORDER,
    Element,
    Entropy,
    Scalar,
    multiply,
    scalar_from_bytes,
    scalar_to_bytes,
    total,
    weighted_sum,
)


@dataclass(frozen=True, slots=True)
class Equation:
    """One row: target Y = Σⱼ xⱼ·basesⱼ. A base is None where its witness does not enter this row."""

    target: Element
    bases: tuple[Element | None, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """At least one row, every row over the same m ≥ 1 witnesses; anything else is a `LocalError`."""

    label: Label
    ctx: bytes
    equations: tuple[Equation, ...]

    def __post_init__(self) -> None:
        widths = {len(equation.bases) for equation in self.equations}
        if len(widths) != 1 or 0 in widths:
            raise LocalError("A statement has at least one row, and every row the same number of bases.")

    @property
    def witnesses(self) -> int:
        """m, the number of scalars that are proved to be known."""
        return len(self.equations[0].bases)

    @property
    def proof_size(self) -> int:
        """Bytes of a proof: 32(1+m)."""
        return 32 * (1 + self.witnesses)

    def to_bytes(self) -> bytes:
        """vec(label, ctx, u16 rows, u16 m, then per row Y, B₁ … Bₘ): absent bases are hashed too."""
        parts = [self.label.encode(), self.ctx, u16(len(self.equations)), u16(self.witnesses)]
        for equation in self.equations:
            parts.append(equation.target.to_bytes())
            parts += [IDENTITY_MARKER if base is None else base.to_bytes() for base in equation.bases]
        return vec(*parts)


def _challenge(statement: bytes, commitments: Sequence[Element]) -> Scalar:
    return hash_to_scalar(vec(statement, *[T.to_bytes() for T in commitments]), Purpose.LINEAR_CHALLENGE)


def prove(statement: Statement, witness: Sequence[int], entropy: Entropy) -> bytes:
    """A proof of 32(1+m) bytes that the prover knows `witness` (m scalars, else `LocalError`).

    Nonces: wⱼ = HashToScalar(root ‖ u16 j, "nonce"), j = 1 … m, with
    root = SHA-256(vec(32 fresh bytes, label, ctx, statement bytes, x₁ ‖ … ‖ xₘ)).
    A witness that does not satisfy the statement gives a proof that nobody accepts.
    """
    if len(witness) != statement.witnesses:
        raise LocalError("A proof needs one scalar for every witness of its statement.")
    x = [secret % ORDER for secret in witness]
    hashed = statement.to_bytes()
    secrets = b"".join(map(scalar_to_bytes, x))
    w = nonces(root(entropy, statement.label.encode(), statement.ctx, hashed, secrets), len(x))
    T = [
        total([multiply(w_j, B_kj) for w_j, B_kj in zip(w, row.bases, strict=True) if B_kj is not None])
        for row in statement.equations
    ]
    e = _challenge(hashed, T)
    z = [(w_j + e * x_j) % ORDER for w_j, x_j in zip(w, x, strict=True)]
    return b"".join(map(scalar_to_bytes, [e, *z]))


def verify(statement: Statement, proof: bytes, code: Code) -> None:
    """Return if `proof` holds. Raises `PeerError`: LENGTH, then SCALAR, then `code`."""
    if len(proof) != statement.proof_size:
        raise PeerError(Code.LENGTH, f"a proof of this statement is {statement.proof_size} bytes")
    e, *z = [scalar_from_bytes(proof[at : at + 32]) for at in range(0, len(proof), 32)]
    if not _holds(statement, e, z, _challenge):
        raise PeerError(code, f"the proof for '{statement.label}' does not hold", failed=_failed(statement, e, z))


def _holds(
    statement: Statement, e: Scalar, z: Sequence[Scalar], challenge: Callable[[bytes, Sequence[Element]], Scalar]
) -> bool:
    """Every equation at once: e is what `challenge` makes of the commitments that the z answer.

    `challenge` is an argument because the proof that nothing leaks programs it; whoever judges passes the hash.
    """
    T = [_recompute(row, e, z) for row in statement.equations]
    return challenge(statement.to_bytes(), T) == e


def _failed(statement: Statement, e: Scalar, z: Sequence[Scalar]) -> Failed:
    """The equation once more, for whoever checks the refusal."""
    hashed, T = statement.to_bytes(), [_recompute(row, e, z) for row in statement.equations]
    rows = [(row.target, row.bases) for row in statement.equations]
    return evidence.linear(hashed, rows, (e, *z), T, _challenge(hashed, T))


def _recompute(row: Equation, e: Scalar, z: Sequence[Scalar]) -> Element:
    present = [(z_j, B_kj) for z_j, B_kj in zip(z, row.bases, strict=True) if B_kj is not None]
    # T_k = Σ z_j·B_kj − e·Y_k
    return weighted_sum([*[z_j for z_j, _ in present], -e], [*[B_kj for _, B_kj in present], row.target])
