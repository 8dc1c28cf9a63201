"""Each verifier equation attacked alone: a false statement whose proof passes all the others.

For every attack the tests show three things: the statement is false, a verifier that forgot just the named
equations accepts it, and the package refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import Label, nonces
from bura_p2p.crypto.group import ORDER, Element, G, multiply, multiply_base, total
from bura_p2p.crypto.masking import MaskedCard, card_at, card_point, cards_to_bytes
from bura_p2p.crypto.shuffle import shuffle, verify_shuffle
from bura_p2p.errors import Code
from tests.crypto.forge import (
    Forgery,
    Matrix,
    Secrets,
    by_matrix,
    combine,
    commit,
    dot,
    forge,
    identity,
    product,
    recompute,
    statement_of,
    weak_verify,
)
from tests.crypto.hands import CTX, new_key, private_cards
from tests.crypto.refusals import refused

KEY = new_key("owner")
HALF = pow(2, -1, ORDER)
# not the six of clubs with the seven of diamonds: on the axes 7D is twice 6C, and (2e₀, e₁ − e₀) would be a swap
HELD = [Card.parse(word) for word in ("KH", "7D", "AS", "6C")]


def held(N: int = 3) -> tuple[MaskedCard, ...]:
    return private_cards(KEY, HELD[:N])


def plain(cards: Sequence[MaskedCard]) -> list[Element]:
    return [card.B - multiply(KEY.x, card.A) for card in cards]


def moved(M: Matrix, broken_link: int | None = None) -> Forgery:
    """Outputs e' with e_j = Σᵢ M_ij·e'ᵢ.

    `broken_link` (from 1) of the chain multiplies by what the product of the u' lacks, instead of by its u'.
    """

    def adjust(secrets: Secrets, u: list[int]) -> None:
        if broken_link is not None:
            factor = product(u) * pow(product(secrets.u_), -1, ORDER) * secrets.u_[broken_link - 1]
            secrets.broken = (broken_link - 1, factor % ORDER)

    return by_matrix(KEY.X, held(len(M)), M, adjust=adjust)


def honest() -> Forgery:
    return moved([[0, 1, 0], [0, 0, 1], [1, 0, 0]])


def ours(forgery: Forgery) -> object:
    return verify_shuffle(
        Label.HAND, CTX, KEY.X, forgery.statement.e, forgery.outputs, forgery.proof, Code.MIX_PROOF
    )


def is_false(forgery: Forgery) -> bool:
    return sorted(x.to_bytes() for x in plain(forgery.statement.e_)) != sorted(
        x.to_bytes() for x in plain(forgery.statement.e)
    )


def test_the_forger_can_also_be_honest() -> None:
    forgery = honest()
    assert not forgery.lies
    assert not is_false(forgery)
    assert weak_verify(forgery.statement, forgery.proof, {})
    assert ours(forgery) == forgery.statement.e_


def without_t_1() -> Forgery:
    """Rows that do not sum to one: half of one card, twice another; the product of the u' is right."""
    return moved([[2, 0, 0], [0, HALF, 0], [0, 0, 1]])


KNOWN_MATRIX = [[HALF, HALF, 0], [0, 1, 0], [0, 0, 1]]
KNOWN_INVERSE = [[2, 0, 0], [-1, 1, 0], [0, 0, 1]]


def without_t_2() -> Forgery:
    """(2e₀, e₁ − e₀, e₂): every row sums to one, the chain is true, its product is wrong."""
    return moved(KNOWN_MATRIX)


def without_t_hat() -> Forgery:
    """(2e₀, e₁ − e₀, e₂) with a last link that was made up: the product is right, the chain is not."""
    return moved(KNOWN_MATRIX, broken_link=3)


def without_t_3() -> Forgery:
    """Commitments to an honest permutation, and u' that have nothing to do with them."""
    return by_matrix(KEY.X, held(), [[2, 0, 0], [0, HALF, 0], [0, 0, 1]], committed=identity(3))


def smuggled(part: str) -> Forgery:
    """An honest shuffle but for the A or the B of the first output."""
    true = honest().statement
    first = true.e_[0]
    if part == "B":
        ace = card_point(Card.parse("AH")) - plain([first])[0]
        e_ = (MaskedCard(first.A, first.B + ace), *true.e_[1:])
    else:
        e_ = (MaskedCard(true.e_[1].A, first.B), *true.e_[1:])
    r, extra = nonces(b"r" * 32, 3), nonces(b"x" * 32, 3)
    M = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]

    def know(u: list[int]) -> Secrets:
        u_ = [dot(row, u) for row in M]
        rho = dot(u_, extra)
        return Secrets(u_, sum(r), dot(r, u), rho, rho)

    return forge(statement_of(KEY.X, true.e, e_), commit(M, r), know)


ATTACKS: dict[str, tuple[Callable[[], Forgery], set[str]]] = {
    "t_1": (without_t_1, {"t_1"}),
    "t_2": (without_t_2, {"t_2"}),
    "t_hat": (without_t_hat, {"t_hat_3"}),
    "t_3": (without_t_3, {"t_3"}),
    "t_4A": (lambda: smuggled("A"), {"t_4A"}),
    "t_4B": (lambda: smuggled("B"), {"t_4B"}),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_each_equation_alone_carries_weight(name: str) -> None:
    make, lies = ATTACKS[name]
    forgery = make()
    assert is_false(forgery)
    assert forgery.lies == lies
    forgotten = {equation: forgery.committed[equation] for equation in lies}
    assert weak_verify(forgery.statement, forgery.proof, forgotten)
    assert not weak_verify(forgery.statement, forgery.proof, {})
    refused(Code.MIX_PROOF, ours, forgery)


def test_the_weak_verifier_is_weak_in_one_equation_only() -> None:
    for name, (make, _) in ATTACKS.items():
        forgery = make()
        for other, (_, lies) in ATTACKS.items():
            if other != name:
                given = {equation: forgery.committed[equation] for equation in lies}
                assert not weak_verify(forgery.statement, forgery.proof, given)


@pytest.mark.parametrize("position", [1, 2, 3])
def test_every_link_of_the_chain_carries_weight(position: int) -> None:
    """A chain that is broken anywhere makes the product right; only that link's t̂ tells."""
    forgery = moved(KNOWN_MATRIX, broken_link=position)
    name = f"t_hat_{position}"
    assert is_false(forgery)
    assert forgery.lies == {name}
    assert weak_verify(forgery.statement, forgery.proof, {name: forgery.committed[name]})
    refused(Code.MIX_PROOF, ours, forgery)


def test_two_responses_for_A_and_B_would_let_an_owner_cheat() -> None:
    """With s_4a apart from s_4B an owner may mask A and B by different factors: the card changes."""
    e = held()
    r, a, b = nonces(b"r" * 32, 3), nonces(b"a" * 32, 3), nonces(b"b" * 32, 3)
    e_ = [
        MaskedCard(card.A + multiply_base(a_i), card.B + multiply(b_i, KEY.X))
        for card, a_i, b_i in zip(e, a, b, strict=True)
    ]

    def know(u: list[int]) -> Secrets:
        return Secrets(u, sum(r), dot(r, u), dot(u, a), dot(u, b))

    forgery = forge(statement_of(KEY.X, e, e_), commit(identity(3), r), know)
    assert is_false(forgery)
    assert forgery.lies == {"t_4A"}
    assert weak_verify(forgery.statement, forgery.proof, {}, s_4a=forgery.s_4a)
    refused(Code.MIX_PROOF, ours, forgery)
    turned = forgery.proof[:128] + forgery.s_4a.to_bytes(32, "big") + forgery.proof[160:]
    _, _, named = recompute(forgery.statement, turned)
    assert named["t_4A"] == forgery.committed["t_4A"]
    assert named["t_4B"] != forgery.committed["t_4B"]
    refused(
        Code.MIX_PROOF, verify_shuffle, Label.HAND, CTX, KEY.X, e, forgery.outputs, turned, Code.MIX_PROOF
    )


OUTPUTS: dict[str, Callable[[Sequence[MaskedCard]], list[MaskedCard]]] = {
    "(2e0, e1 - e0, e2)": lambda e: [combine(row, e, 7, KEY.X) for row in KNOWN_INVERSE],
    "(e1 - e0, e0, e2)": lambda e: [combine(row, e, 7, KEY.X) for row in ([-1, 1, 0], [1, 0, 0], [0, 0, 1])],
    "(e2, e0, e0)": lambda e: [
        combine(row, e, r, KEY.X) for r, row in ((7, [0, 0, 1]), (8, [1, 0, 0]), (9, [1, 0, 0]))
    ],
    "[x, y, w] for [x, y, z]": lambda e: [*e[:2], private_cards(KEY, [Card.parse("AH")], "w")[0]],
    "one card twice, bit for bit": lambda e: [e[0], e[0], e[2]],
    "one card under another key": lambda e: [*e[:2], private_cards(new_key("thief"), HELD[2:3])[0]],
    "A and B exchanged": lambda e: [*e[:2], MaskedCard(e[2].B, e[2].A)],
    "all three the same point": lambda _: [MaskedCard(G, G)] * 3,
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_honest_proof_does_not_carry_over_to_known_attack_outputs(name: str) -> None:
    e = held()
    _, proof = shuffle(Label.HAND, CTX, KEY.X, e, (0, 1, 2), KEY.x, Tape("carry"))
    outputs = cards_to_bytes(OUTPUTS[name](e))
    refused(Code.MIX_PROOF, verify_shuffle, Label.HAND, CTX, KEY.X, e, outputs, proof, Code.MIX_PROOF)


@pytest.mark.parametrize("name", OUTPUTS)
def test_the_honest_prover_cannot_prove_known_attack_outputs(name: str) -> None:
    e = held()
    e_ = OUTPUTS[name](e)
    r = nonces(b"r" * 32, 3)

    def know(u: list[int]) -> Secrets:
        return Secrets(u, sum(r), dot(r, u), 7 * sum(u), 7 * sum(u))

    forgery = forge(statement_of(KEY.X, e, e_), commit(identity(3), r), know)
    assert forgery.lies
    refused(Code.MIX_PROOF, ours, forgery)


def test_a_duplicate_is_refused_though_its_cards_are_real() -> None:
    weights = [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
    forgery = by_matrix(KEY.X, held(), [[1, 1, 0], [0, 0, 0], [0, 0, 1]], weights=weights)
    assert [card_at(point) for point in plain(forgery.statement.e_)].count(HELD[0]) == 2
    refused(Code.MIX_PROOF, ours, forgery)


def test_the_challenge_binds_the_commitments_to_the_matrix() -> None:
    # c sent after the u are known would prove anything: each c is part of d
    forgery = honest()
    fields, d, _ = recompute(forgery.statement, forgery.proof)
    moved = (fields.c[0] + G, fields.c[1] - G, fields.c[2])
    assert total(moved) == total(fields.c)
    edge = 32 * 11
    data = forgery.proof[:edge] + b"".join(c.to_bytes() for c in moved) + forgery.proof[edge + 99 :]
    other = recompute(forgery.statement, data)
    assert other[1] != d
    refused(
        Code.MIX_PROOF,
        verify_shuffle,
        Label.HAND,
        CTX,
        KEY.X,
        forgery.statement.e,
        forgery.outputs,
        data,
        Code.MIX_PROOF,
    )


def test_an_unsound_shuffle_could_land_on_real_cards() -> None:
    # why the tripwire on opened points is no second line of defence: 2·6C = 7D
    assert card_point(Card.parse("6C")) + card_point(Card.parse("6C")) == card_point(Card.parse("7D"))
