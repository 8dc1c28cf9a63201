from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import Label, Purpose, hash_to_scalar, u16, vec
from bura_p2p.crypto.generators import H_POINTS, H_RANK, H_SUIT
from bura_p2p.crypto.group import IDENTITY, ORDER, Element, G, multiply_base, total, using, weighted_sum
from bura_p2p.crypto.relation import Equation, Statement, prove, verify
from bura_p2p.errors import Code, LocalError
from tests.crypto.hands import CTX, other_contexts
from tests.crypto.refusals import refused, wrong_lengths, wrong_scalars

CODE = Code.STATEMENT_PROOF
BASES: tuple[tuple[Element | None, ...], ...] = ((G, None, None), (H_RANK, H_SUIT, H_POINTS), (None, G, H_RANK))
WITNESS = (5, ORDER - 2, 0)


def targets(witness: tuple[int, ...], rows: tuple[tuple[Element | None, ...], ...]) -> list[Element]:
    return [
        total(weighted_sum([x], [base]) for x, base in zip(witness, row, strict=True) if base is not None)
        for row in rows
    ]


def statement(
    witness: tuple[int, ...] = WITNESS,
    rows: tuple[tuple[Element | None, ...], ...] = BASES,
    label: Label = Label.POINTS,
    ctx: bytes = CTX,
) -> Statement:
    equations = [Equation(Y, row) for Y, row in zip(targets(witness, rows), rows, strict=True)]
    return Statement(label, ctx, tuple(equations))


PROOF = prove(statement(), WITNESS, Tape("relation"))


def test_a_true_statement_is_accepted() -> None:
    assert len(PROOF) == statement().proof_size == 32 * 4
    verify(statement(), PROOF, CODE)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, ORDER - 1), min_size=1, max_size=3), st.data())
def test_every_true_statement_is_accepted_and_its_neighbour_refused(witness: list[int], data: st.DataObject) -> None:
    base = st.sampled_from([None, G, H_RANK, H_SUIT, IDENTITY])
    row = st.tuples(*[base] * len(witness))
    rows = tuple(data.draw(st.lists(row, min_size=1, max_size=3)))
    true = statement(tuple(witness), rows)
    proof = prove(true, witness, Tape("any"))
    verify(true, proof, CODE)
    false = Statement(true.label, CTX, (*true.equations[:-1], Equation(true.equations[-1].target + G, rows[-1])))
    refused(CODE, verify, false, proof, CODE)
    if all(base is None or base.is_identity for base in rows[-1]):
        refused(CODE, verify, false, prove(false, witness, Tape("any")), CODE)


def test_the_bytes_are_those_of_the_protocol() -> None:
    true = statement()
    marker = bytes(33)
    parts = [b"points", CTX, u16(3), u16(3)]
    for equation in true.equations:
        parts.append(equation.target.to_bytes())
        parts += [marker if base is None else base.to_bytes() for base in equation.bases]
    assert true.to_bytes() == vec(*parts)
    e, *z = (int.from_bytes(PROOF[at : at + 32], "big") for at in range(0, 128, 32))
    T = [
        weighted_sum([*z, -e], [*[base or IDENTITY for base in equation.bases], equation.target])
        for equation in true.equations
    ]
    hashed = vec(true.to_bytes(), *[t.to_bytes() for t in T])
    assert hash_to_scalar(hashed, Purpose.LINEAR_CHALLENGE) == e


def test_a_wrong_length_is_refused_first() -> None:
    for data in wrong_lengths(PROOF, 32):
        refused(Code.LENGTH, verify, statement(), data, CODE)
    refused(Code.LENGTH, verify, statement(), b"\xff" * 127, CODE)


@pytest.mark.parametrize("field", range(4))
def test_every_field_counts(field: int) -> None:
    for data, code in wrong_scalars(PROOF, 32 * field, CODE):
        refused(code, verify, statement(), data, CODE)


def test_the_empty_proof_of_zeros_is_refused() -> None:
    refused(CODE, verify, statement(), bytes(128), CODE)


@pytest.mark.parametrize("place", other_contexts())
def test_a_proof_holds_in_its_place_only(place: str) -> None:
    refused(CODE, verify, statement(ctx=other_contexts()[place]), PROOF, CODE)


def test_a_proof_holds_for_its_label_only() -> None:
    for label in Label:
        if label is not Label.POINTS:
            refused(CODE, verify, statement(label=label), PROOF, CODE)


def test_every_element_of_the_statement_is_hashed() -> None:
    # with the commitments that were sent, each changed statement gets another challenge
    true = statement()
    seen = {true.to_bytes()}
    for r, equation in enumerate(true.equations):
        for c in range(-1, 3):
            bases = list(equation.bases)
            target = equation.target
            if c < 0:
                target += G
            else:
                base = bases[c]
                bases[c] = None if base is not None else H_SUIT
            rows = list(true.equations)
            rows[r] = Equation(target, tuple(bases))
            changed = Statement(true.label, CTX, tuple(rows))
            seen.add(changed.to_bytes())
            refused(CODE, verify, changed, PROOF, CODE)
    assert len(seen) == 13


def test_the_order_of_rows_and_of_witnesses_counts() -> None:
    true = statement()
    refused(CODE, verify, Statement(true.label, CTX, true.equations[::-1]), PROOF, CODE)
    turned = tuple(Equation(row.target, row.bases[::-1]) for row in true.equations)
    refused(CODE, verify, Statement(true.label, CTX, turned), PROOF, CODE)
    refused(Code.LENGTH, verify, Statement(true.label, CTX, (Equation(G, (G,)),)), PROOF, CODE)
    refused(CODE, verify, Statement(true.label, CTX, true.equations[:2]), PROOF, CODE)


def test_a_false_witness_proves_nothing() -> None:
    for witness in ((6, ORDER - 2, 0), (5, ORDER - 1, 0), (5, ORDER - 2, 1), (0, 0, 0)):
        refused(CODE, verify, statement(), prove(statement(), witness, Tape("false")), CODE)


def test_one_witness_serves_all_rows() -> None:
    # two keys that would each do for one row
    rows = (Equation(multiply_base(5), (G,)), Equation(weighted_sum([6], [H_RANK]), (H_RANK,)))
    split = Statement(Label.SHARE, CTX, rows)
    for x in (5, 6):
        refused(CODE, verify, split, prove(split, [x], Tape("split")), CODE)


def test_zero_scalars_and_the_identity_are_ordinary() -> None:
    nothing = Statement(Label.POINTS, CTX, (Equation(IDENTITY, (G, IDENTITY)),))
    verify(nothing, prove(nothing, [0, 7], Tape("zero")), CODE)
    absent = Statement(Label.POINTS, CTX, (Equation(IDENTITY, (None, None)),))
    verify(absent, prove(absent, [3, 4], Tape("zero")), CODE)
    refused(CODE, verify, absent, bytes(96), CODE)


def test_witnesses_are_reduced() -> None:
    assert prove(statement(), (5 + ORDER, -2, ORDER), Tape("relation")) == PROOF


def test_both_providers_give_the_same_bytes_and_verdicts() -> None:
    with using("pure"):
        assert prove(statement(), WITNESS, Tape("relation")) == PROOF
        verify(statement(), PROOF, CODE)
        refused(CODE, verify, statement((6, 0, 0)), PROOF, CODE)


def test_nonces_are_hedged() -> None:
    class Broken:
        """A generator that gives the same bytes for ever."""

        def __call__(self, n: int) -> bytes:
            return bytes(n)

    first = prove(statement(), WITNESS, Broken())
    assert first == prove(statement(), WITNESS, Broken())
    second = prove(statement(ctx=other_contexts()["round"]), WITNESS, Broken())
    e, e_ = (int.from_bytes(proof[:32], "big") for proof in (first, second))
    z, z_ = (int.from_bytes(proof[32:64], "big") for proof in (first, second))
    # were the nonce the same, the two responses would give the witness away
    assert (z - z_) * pow(e - e_, -1, ORDER) % ORDER != WITNESS[0]


def test_the_witness_does_not_show() -> None:
    x = hash_to_scalar(b"secret", Purpose.HAND_KEY)
    owned = Statement(Label.OWN_KEY, CTX, (Equation(multiply_base(x), (G,)),))
    proof = prove(owned, [x], Tape("shown"))
    assert x.to_bytes(32, "big") not in proof
    assert str(x) not in repr(owned)


def test_misuse_is_mine() -> None:
    with pytest.raises(LocalError):
        prove(statement(), WITNESS[:2], Tape("few"))
    for equations in ((), (Equation(G, ()),), (Equation(G, (G,)), Equation(G, (G, G)))):
        with pytest.raises(LocalError):
            Statement(Label.POINTS, CTX, equations)
    with pytest.raises(ValueError, match="zip"):
        weighted_sum([1, 2], [G])
