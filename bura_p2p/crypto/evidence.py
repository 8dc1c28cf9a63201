"""What shows that a proof does not hold: the values of its equation, under the letters of spec.md.

Here: `Failed` of the two proofs (spec.md, G6 and G7), made after the verdict and only then. Never: a verdict, a
secret: everything here was in the entry, or any verifier computes it.

A proof has no commitments in it, only a challenge and responses. The verifier computes the commitments that these
answer, and one hash over all of them must give the challenge. So one equation fails, whatever was false: which row of
the statement that was, nobody can tell who does not know the secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..errors import Failed
from .elgamal import MaskedCard
from .group import Element, Scalar, scalar_to_bytes

LINEAR = "G6"
"""e = HashToScalar(vec(S, T_1 ... T_rows), linear-challenge)."""

SHUFFLE = "G7"
"""k = HashToScalar(vec(d, c_hat_1 ... t_hat_N), shuffle-k)."""

POINTS_RANGE = "G8"
"""0 <= p <= 11k."""

TWICE = "G9"
"""No masked card stands twice in a statement."""

Values = Iterator[tuple[str, str]]


def _scalar(value: int) -> str:
    return scalar_to_bytes(value).hex()


def _points(letter: str, points: Iterable[Element | None]) -> Values:
    """`letter_1`, `letter_2` …; what is absent is left out."""
    yield from ((f"{letter}_{i}", point.to_bytes().hex()) for i, point in enumerate(points, 1) if point is not None)


def _scalars(letter: str, values: Iterable[Scalar]) -> Values:
    yield from ((f"{letter}_{i}", _scalar(value)) for i, value in enumerate(values, 1))


def _cards(mark: str, cards: Sequence[MaskedCard]) -> Values:
    yield from _points(f"A{mark}", [card.A for card in cards])
    yield from _points(f"B{mark}", [card.B for card in cards])


def linear(
    hashed: bytes,
    rows: Sequence[tuple[Element, Sequence[Element | None]]],
    proof: Sequence[Scalar],
    T: Sequence[Element],
    right: Scalar,
) -> Failed:
    """Of a linear proof: statement bytes S, rows (Y, bases), e and z₁ … zₘ, the T and what their hash gives."""
    e, *z = proof

    def values() -> Values:
        yield "S", hashed.hex()
        yield from _points("Y", [Y for Y, _ in rows])
        for k, (_, bases) in enumerate(rows, 1):
            yield from _points(f"B_{k}", bases)
        yield "e", _scalar(e)
        yield from _scalars("z", z)
        yield from _points("T", T)
        yield from (("left", _scalar(e)), ("right", _scalar(right)))

    return Failed(LINEAR, None, tuple(values()))


def shuffled(
    place: tuple[bytes, Element],
    cards: tuple[Sequence[MaskedCard], Sequence[MaskedCard]],
    proof: tuple[Scalar, Sequence[Scalar], Sequence[Scalar], Sequence[Scalar], Sequence[Element], Sequence[Element]],
    hashed: tuple[bytes, Sequence[Scalar], Sequence[Element], Sequence[Element]],
    right: Scalar,
) -> Failed:
    """Of a shuffle: (ctx, P), (inputs, outputs), (k, s, ŝ, s', c, ĉ), (d, u, (t₁, t₂, t₃, t₄B, t₄A), t̂), and what
    the hash gives.
    """
    (ctx, P), (before, after) = place, cards
    (k, s, s_hat, s_, c, c_hat), (d, u, t, t_hat) = proof, hashed

    def values() -> Values:
        yield from (("ctx", ctx.hex()), ("N", str(len(before))), ("P", P.to_bytes().hex()))
        yield from (*_cards("", before), *_cards("'", after))
        yield "k", _scalar(k)
        yield from (*_scalars("s", s), *_scalars("s_hat", s_hat), *_scalars("s'", s_))
        yield from (*_points("c", c), *_points("c_hat", c_hat))
        yield "d", d.hex()
        yield from _scalars("u", u)
        names = ("t_1", "t_2", "t_3", "t_4B", "t_4A")
        yield from ((name, point.to_bytes().hex()) for name, point in zip(names, t, strict=True))
        yield from _points("t_hat", t_hat)
        yield from (("left", _scalar(k)), ("right", _scalar(right)))

    return Failed(SHUFFLE, None, tuple(values()))
