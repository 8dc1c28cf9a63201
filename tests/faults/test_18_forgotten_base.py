"""Fault 18: a proof format that forgets a base.

Published: the proof of equal logarithms in RFC 9497 (section 2.2) hashes B, C and D but not A; where the prover has a
say in A, a false statement is proved with an A that is chosen after the challenge.

At a card table the prover does have a say: a play opens a card of the hand that the very same entry has masked
anew, so the factor r' of the first card can be solved for once e is known. What opens is then no card: the hand is
void, and nobody can be named. Here every base is hashed, the marker where a base is absent (`Statement.to_bytes`).
"""

from __future__ import annotations

from bura_p2p.crypto import relation, statements
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label, nonces
from bura_p2p.crypto.group import ORDER, Scalar, multiply, multiply_base, scalar_to_bytes
from bura_p2p.crypto.masking import MaskedCard, card_at, cards_to_bytes, unmask
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.faults.scenes import believed
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts

BASES_LEFT_OUT = Weakened(
    "a linear relation is hashed without its bases",
    Edit(
        "crypto.relation",
        "            parts += [IDENTITY_MARKER if base is None else base.to_bytes() for base in equation.bases]\n",
    ),
)


def opening_of_nothing(cheat: Cheat) -> m.Lead:
    """D = xA + δG is "proved" for A' = A + r'G, where r' is solved for after the challenge."""
    key, held = cheat.secrets.key, cheat.ciphers
    w, beta, delta, *r_ = nonces(b"b" * 32, 3 + len(held))
    A = held[0].A
    D = multiply(key.x, A) + multiply_base(delta)
    T = [multiply_base(w), multiply(w, A) + multiply_base(beta)]
    statement = statements.shares(Label.OPEN, cheat.ctx, key.X, [A], [D])
    challenge = relation._challenge(statement.to_bytes(), T)
    z = (w + challenge * key.x) % ORDER
    # zA' − eD = T_2
    r_[0] = Scalar((beta + challenge * delta) * pow(z, -1, ORDER) % ORDER)
    outputs = [
        MaskedCard(card.A + multiply_base(r_j), card.B + multiply(r_j, key.X))
        for card, r_j in zip(held, r_, strict=True)
    ]
    assert card_at(unmask(outputs[0], [D])) is None
    mix = argument._Statement(Label.HAND, cheat.ctx, key.X, held, tuple(outputs))
    mix_proof = argument._prove(mix, range(len(held)), r_, cheat.entropy)
    proof = scalar_to_bytes(challenge) + scalar_to_bytes(z)
    return m.Lead(cards_to_bytes(outputs), mix_proof, D.to_bytes(), proof)


def voids_unpunished(seat: int) -> None:
    """What a forgotten base is worth: a hand that goes badly is made void, and nobody is to blame."""
    cheat = at("lead", seat)
    assert a.Lead in {type(action) for action in cheat.session.view().legal}
    assert e.Voided("deck_broken") in believed(cheat, opening_of_nothing(cheat))
    assert cheat.table.stage is Stage.VOID


@both
def test_a_chosen_base_opens_nothing_unpunished(seat: int) -> None:
    BASES_LEFT_OUT(__name__).voids_unpunished(seat)


@both
def test_every_base_is_hashed(seat: int) -> None:
    cheat = at("lead", seat)
    convicts(cheat, opening_of_nothing(cheat), Code.OPEN_PROOF)
