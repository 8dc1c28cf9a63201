"""Fault 4: a proof that shows its witness: sound, complete, and everybody reads the permutation in it.

Published: an early zk-shuffle, whose proof held the differences of outputs and inputs. Tests of soundness do not
mind, nor do they with both copies below: the verifier of this package accepts what the two leaking provers make. Only
a test of hiding sees them.

So the observers below read the log of a game: by c_j − h_i = A'_i − A_j where the commitments take their factors from
the cards, and by s'_i/k = u_j where the responses have no nonce. The deeper tests are in `tests/hiding`: a simulator,
and no field of a proof, alone, added or subtracted, that meets a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.stacked import _shuffled_by
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import ORDER
from bura_p2p.crypto.masking import cards_from_bytes
from bura_p2p.verify import Replay, Verdict, verify_file
from bura_p2p.wire.codec import decode_body
from tests.faults.weakened import Edit, Weakened
from tests.hiding.test_fields import near, shown, stated

NONCES = "    c: list[Element] = [G] * N\n"
FACTORS_SHOWN = Weakened(
    "the commitments to the permutation take the factors of the cards",
    Edit("crypto.shuffle", NONCES, f"    r = list(r_)\n{NONCES}"),
)
RESPONSES_BARE = Weakened(
    "the responses for the permutation have no nonce",
    Edit("crypto.shuffle", NONCES, f"    w_ = [Scalar(0)] * N\n{NONCES}"),
)


def played() -> Hall:
    """An honest game up to its first play, which is a mix of three cards; both decks have been shuffled before."""
    hall = Hall("witness", players=[card_player(0), card_player(1)])
    return hall.run(lambda hall: bool(hall.plays))


Told = tuple[argument._Statement, bytes, Sequence[int]]


def told(hall: Hall) -> list[Told]:
    """Each shuffle of a deck: what it says, its proof, and the permutation that nobody should see in it."""
    replay = Replay([identity.public for identity in hall.identities])
    found = []
    for entry in hall.entries():
        body, table = decode_body(entry.body), replay.table
        if body.type == 3:
            message, cards = body.message(), table.state.cards
            outputs = cards_from_bytes(message.deck, 20)
            statement = argument._Statement(
                Label.DECK, table.context(entry.seat), cards.joint, tuple(cards.deck), outputs
            )
            found.append((statement, message.proof, list(_shuffled_by(hall, entry.seat, 1))))
        replay.feed(entry)
    return found


def by_differences(statement: argument._Statement, proof: bytes) -> list[int] | None:
    """The permutation, where c_j − h_i = A'_i − A_j."""
    N, c = statement.N, argument._Proof.from_bytes(proof, statement.N).c
    moved = [[output.A - card.A for card in statement.e] for output in statement.e_]
    order = [next((j for j in range(N) if c[j] - h_i == moved[i][j]), None) for i, h_i in enumerate(statement.bases)]
    return None if None in order else order


def by_responses(statement: argument._Statement, proof: bytes) -> list[int] | None:
    """The permutation, where s'_i = k·u_j."""
    fields = argument._Proof.from_bytes(proof, statement.N)
    u = argument._u(argument._digest(statement, fields.c), statement.N)
    place = {fields.k * u_j % ORDER: j for j, u_j in enumerate(u)}
    order = [place.get(s_i) for s_i in fields.s_]
    return None if None in order else order


Observer = Callable[[argument._Statement, bytes], list[int] | None]


def is_accepted_and_read(observer: str) -> None:
    """What a leaking proof gives to everybody: the permutation of every honest seat, and a verdict of no fault."""
    hall = played()
    shuffles = told(hall)
    assert len(shuffles) == 2
    for statement, proof, permutation in shuffles:
        assert {"differences": by_differences, "responses": by_responses}[observer](statement, proof) == permutation
    assert verify_file(hall.file()).culprit is None


def test_differences_show_the_permutation() -> None:
    FACTORS_SHOWN(__name__).is_accepted_and_read("differences")


def test_bare_responses_show_the_permutation() -> None:
    RESPONSES_BARE(__name__).is_accepted_and_read("responses")


def test_a_verifier_of_ours_cannot_tell() -> None:
    """Which is why hiding has tests of its own: the files of both leaking games are found without fault here."""
    for copy in (FACTORS_SHOWN, RESPONSES_BARE):
        assert verify_file(copy(__name__).played().file()).verdict is Verdict.OPEN


def test_our_proofs_show_nothing() -> None:
    for statement, proof, _ in told(played()):
        assert by_differences(statement, proof) is None
        assert by_responses(statement, proof) is None


def test_no_field_of_a_played_mix_meets_a_card() -> None:
    """Nothing in the proof, alone, added or subtracted, equals a half of an input or an output."""
    hall = played()
    replay = Replay([identity.public for identity in hall.identities])
    *before, play = hall.entries()
    for entry in before:
        replay.feed(entry)
    message, cards = decode_body(play.body).message(), replay.table.state.cards
    statement = argument._Statement(
        Label.HAND,
        replay.table.context(play.seat),
        cards.keys[play.seat].X,
        cards.held[play.seat],
        cards_from_bytes(message.hand, 3),
    )
    fields = shown(statement, message.mix_proof)
    assert not near(fields) & near(stated(statement))
    # the instrument: a field that did meet a card would be found
    assert near([*fields, statement.e_[0].A - statement.e[0].A]) & near(stated(statement))
