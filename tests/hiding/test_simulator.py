"""Zero knowledge, shown: proofs made without any witness pass the package's verifier under a programmed challenge.

And they look alike: every field of real and simulated proofs has the same distribution, as far as counts can tell;
and without programming, the simulator proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bura_p2p.cards import Card, Rank, Suit
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import relation, shuffle, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.elgamal import MaskedCard, cards_to_bytes
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import Element, G, Scalar, multiply, multiply_base
from bura_p2p.crypto.masking import CARD_POINTS
from bura_p2p.crypto.shuffle import random_permutation
from bura_p2p.errors import Code, PeerError
from tests.crypto.hands import CTX, masked_deck, new_key, private_cards
from tests.hiding.simulator import (
    Programmed,
    points,
    relation_holds,
    shuffle_holds,
    simulated_relation,
    simulated_shuffle,
)
from tests.hiding.stats import chi_square, two_samples

OWNER, OTHER = new_key("owner"), new_key("other")
JOINT = OWNER.X + OTHER.X
TRUMPS = [Card.parse(word) for word in ("AS", "10S", "6S")]
ACES = [Card.parse(word) for word in ("AS", "AH", "AC")]
SPADES, ASSES = private_cards(OWNER, TRUMPS), private_cards(OWNER, ACES)

Case = tuple[relation.Statement, tuple[int, ...]]


def worths(values: Sequence[Card]) -> list[int]:
    return [CARD_POINTS[card.rank] for card in values]


def sealed(r: int, p: int) -> MaskedCard:
    return MaskedCard(multiply_base(r), multiply(p, H_POINTS) + multiply(r, OTHER.X))


def cases() -> dict[str, Case]:
    """Every statement that the package proves, true, with its witness."""
    x, X = OWNER.x, OWNER.X
    A = [card.A for card in SPADES]
    D = [multiply(x, A_i) for A_i in A]
    return {
        "own-key": (statements.own_key(CTX, X), (x,)),
        "share": (statements.shares(Label.SHARE, CTX, X, A, D), (x,)),
        "open": (statements.shares(Label.OPEN, CTX, X, A[:1], D[:1]), (x,)),
        "points": (statements.points(CTX, X, SPADES, 21), statements.points_witness(x, TRUMPS)),
        "sealed-points": (
            statements.sealed_points(CTX, X, SPADES, OTHER.X, sealed(5, 21)),
            statements.sealed_points_witness(x, Scalar(5), 21, TRUMPS),
        ),
        "sealed-total": (statements.sealed_total(CTX, OTHER.X, [sealed(5, 21), sealed(6, 4)], 25), (OTHER.x,)),
        "suit": (statements.suit(CTX, X, SPADES, Suit.SPADES), statements.suit_witness(x, TRUMPS, worths(TRUMPS))),
        "rank": (statements.rank(CTX, X, ASSES, Rank.ACE, 11), statements.rank_witness(x, ACES)),
        "one-suit": (statements.one_suit(CTX, X, SPADES), statements.one_suit_witness(x, TRUMPS, worths(TRUMPS))),
    }


CASES = cases()


def test_every_label_of_a_relation_is_simulated() -> None:
    no_relation = {Label.KEY_COMMIT, Label.DECK, Label.HAND}
    assert {statement.label for statement, _ in CASES.values()} == set(Label) - no_relation
    for statement, witness in CASES.values():
        relation.verify(statement, relation.prove(statement, witness, Tape("true")), Code.STATEMENT_PROOF)


def refused(check: Callable[..., object], *arguments: object) -> bool:
    """Whether the package's own verifier, under its own hash, says no, and says why."""
    with pytest.raises(PeerError) as caught:
        check(*arguments)
    return caught.value.code is arguments[-1]


@pytest.mark.parametrize("name", CASES)
def test_a_relation_is_simulated(name: str) -> None:
    """Of a true statement and of a false one: the simulator cannot tell them apart either."""
    statement, _ = CASES[name]
    first = statement.equations[0]
    false = replace(statement, equations=(replace(first, target=first.target + G), *statement.equations[1:]))
    for stated in (statement, false):
        oracle = Programmed(relation._challenge)
        proofs = [simulated_relation(stated, oracle, Tape(f"{name} {i}")) for i in range(3)]
        for proof in proofs:
            assert len(proof) == stated.proof_size
            assert relation_holds(stated, proof, oracle)
            assert not relation_holds(stated, proof, relation._challenge)
            assert refused(relation.verify, stated, proof, Code.STATEMENT_PROOF)
            damaged = proof[:-1] + bytes([proof[-1] ^ 1])
            assert not relation_holds(stated, damaged, oracle)


def deck_case(N: int, label: Label) -> shuffle._Statement:
    """A real deck or hand, shuffled by the package; nobody keeps by what."""
    P = JOINT if label is Label.DECK else OWNER.X
    inputs, tape = masked_deck(N, P), Tape(f"{label} {N}")
    outputs, _ = shuffle.shuffle(label, CTX, P, inputs, random_permutation(N, tape), OWNER.x, tape)
    return shuffle._Statement(label, CTX, P, inputs, outputs)


SHUFFLES = [(20, Label.DECK), (36, Label.DECK), *[(N, Label.HAND) for N in (2, 3, 4, 5)]]


@pytest.mark.parametrize(("N", "label"), SHUFFLES)
def test_a_shuffle_is_simulated(N: int, label: Label) -> None:
    """Of a true shuffle, and of outputs that nobody shuffled at all."""
    true = deck_case(N, label)
    drawn = points(Tape("no cards"), 2 * N)
    false = replace(true, e_=tuple(map(MaskedCard, drawn[:N], drawn[N:])))
    for stated in (true, false):
        oracle = Programmed(shuffle._challenge)
        proof = simulated_shuffle(stated, oracle, Tape(f"{label} {N}"))
        assert len(proof) == shuffle.proof_size(N)
        assert shuffle_holds(stated, proof, oracle)
        assert not shuffle_holds(stated, proof, shuffle._challenge)
        outputs = cards_to_bytes(stated.e_)
        whole = (label, CTX, stated.P, stated.e, outputs, proof, Code.MIX_PROOF)
        assert refused(shuffle.verify_shuffle, *whole)
        other = replace(stated, e_=(*stated.e_[1:], stated.e_[0]))
        assert not shuffle_holds(other, proof, oracle)


def test_programming_is_all_that_the_simulator_has() -> None:
    """Under the real hash none of many tries holds, not even with the hash of its own commitments put in for e."""
    statement, _ = CASES["points"]
    hand = deck_case(2, Label.HAND)
    for i in range(100):
        proof = simulated_relation(statement, Programmed(relation._challenge), Tape(f"try {i}"))
        e, *z = (Scalar(int.from_bytes(proof[at : at + 32], "big")) for at in range(0, len(proof), 32))
        T = [relation._recompute(row, e, z) for row in statement.equations]
        hashed = relation._challenge(statement.to_bytes(), T)
        assert hashed != e
        assert not relation._holds(statement, hashed, z, relation._challenge)
        assert not shuffle_holds(
            hand, simulated_shuffle(hand, Programmed(shuffle._challenge), Tape(f"try {i}")), shuffle._challenge
        )


def test_only_these_tests_program_a_challenge() -> None:
    """In the package whoever asks whether a proof holds passes the hash."""
    folder = Path(relation.__file__).parents[1]
    sources = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    calls = [(path, call) for path, text in sources.items() for call in re.findall(r"not _holds\((.*)\):\n", text)]
    calls = [(path, call) for path, call in calls if path.parent.name == "crypto"]
    assert {path.name for path, _ in calls} == {"relation.py", "shuffle.py"}
    assert all(call.endswith(", _challenge") for _, call in calls)
    crypto = {path: text for path, text in sources.items() if path.parent.name == "crypto"}
    assert sum(text.count("_holds(") for text in crypto.values()) == 2 * len(calls) == 4
    for path in sources.keys() - crypto.keys():  # another module's word of that name is its own
        assert ("_holds(" in sources[path]) == ("def _holds(" in sources[path]), path
        assert not re.search(r"import .*\b_holds\b|\b(?:relation|shuffle)\._holds\b", sources[path]), path


# --- real and simulated proofs look alike -------------------------------------------------------------------

PROOFS, BINS = 400, 8


def counts(values: Sequence[int], shift: int) -> list[int]:
    """How often each of three bits' values comes, `shift` bits from the end."""
    found = [value >> shift & (BINS - 1) for value in values]
    return [found.count(bits) for bits in range(BINS)]


def x_of(point: Element) -> int:
    return int.from_bytes(point.to_bytes()[1:], "big")


def compare(real: dict[str, list[int]], made: dict[str, list[int]]) -> list[float]:
    """p for every field, by its lowest and its highest three bits: against each other, and each against uniform."""
    found = []
    for name, values in real.items():
        for shift in (0, 253):
            one, two = counts(values, shift), counts(made[name], shift)
            found += [two_samples(one, two)[1], chi_square(one)[1], chi_square(two)[1]]
    return found


def columns(rows: list[dict[str, int]]) -> dict[str, list[int]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_fields_of_relations_are_distributed_alike() -> None:
    statement, witness = CASES["points"]

    def fields(proof: bytes) -> dict[str, int]:
        e, *z = (Scalar(int.from_bytes(proof[at : at + 32], "big")) for at in range(0, len(proof), 32))
        T = [x_of(relation._recompute(row, e, z)) for row in statement.equations]
        return {f"field {i}": value for i, value in enumerate([e, *z, *T])}

    tape, oracle = Tape("relations alike"), Programmed(relation._challenge)
    real = columns([fields(relation.prove(statement, witness, tape)) for _ in range(PROOFS)])
    made = columns([fields(simulated_relation(statement, oracle, tape)) for _ in range(PROOFS)])
    found = compare(real, made)
    assert len(found) == 36
    assert min(found) * len(found) > 0.01, sorted(found)[:3]


def test_fields_of_shuffles_are_distributed_alike() -> None:
    """Of one hand of three and always the same permutation and factors, so that nothing else blurs what may show."""
    inputs, tape = masked_deck(3, OWNER.X), Tape("shuffles alike")
    psi, r_ = (2, 0, 1), [Scalar(7), Scalar(11), Scalar(13)]
    masked = [MaskedCard(e.A + multiply_base(r), e.B + multiply(r, OWNER.X)) for e, r in zip(inputs, r_, strict=True)]
    statement = shuffle._Statement(Label.HAND, CTX, OWNER.X, inputs, tuple(masked[j] for j in psi))
    oracle = Programmed(shuffle._challenge)

    def fields(proof: bytes) -> dict[str, int]:
        opened = shuffle._Proof.from_bytes(proof, 3)
        values = [opened.k, *opened.s, *opened.s_hat, *opened.s_, *map(x_of, (*opened.c, *opened.c_hat))]
        return {f"field {i}": value for i, value in enumerate(values)}

    real = columns([fields(shuffle._prove(statement, psi, r_, tape)) for _ in range(PROOFS)])
    made = columns([fields(simulated_shuffle(statement, oracle, tape)) for _ in range(PROOFS)])
    found = compare(real, made)
    assert len(found) == 102
    assert min(found) * len(found) > 0.01, sorted(found)[:3]


def test_the_comparison_sees_nonces_that_are_short() -> None:
    """The instrument itself: a prover whose responses carry their secret is told from the simulator."""
    real = {"z": [(3 * i) % 256 for i in range(PROOFS)]}
    made = {"z": [int.from_bytes(Tape(f"whole {i}")(32), "big") for i in range(PROOFS)]}
    assert min(compare(real, made)) < 1e-20
