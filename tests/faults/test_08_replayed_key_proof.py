"""Fault 8: a replayed proof of key ownership: another's key, under the proof that its owner once made.

Published: geometryxyz/mental-poker, issue 3: the proof of key ownership was bound to no game and no player, so that
anybody could show it again and take a seat under a key whose secret it does not have.

Here the place is hashed: table, hand, round, seat and the head before the round. So a proof of the other seat, of an
earlier hand or of another table is a proof of nothing; and so is a repeated commitment.
"""

from __future__ import annotations

import pytest

from bura_p2p.conformance.cheat import Scene
from bura_p2p.conformance.scenes import PLAIN
from bura_p2p.conformance.staging import Scenery
from bura_p2p.crypto.masking import key_commitment
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.table.view import View
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.faults.scenes import believed
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts

NO_PLACE = Weakened(
    "a proof does not say where it was made",
    Edit("crypto.relation", "parts = [self.label.encode(), self.ctx, u16(", "parts = [self.label.encode(), u16("),
    Edit("crypto.masking", "vec(Label.KEY_COMMIT.encode(), ctx, X, proof, nonce)", "vec(X, proof, nonce)"),
)


def resigning(number: int):
    def choose(view: View) -> a.Action:
        return a.Resign()

    return choose


RESIGNED = Scene("second hand", Stage.COMMIT, (PLAIN,), liar=resigning, others=resigning)


def second_hand(seat: int) -> Cheat:
    """The cheat owes its commitment for a second hand; the first one was given up."""
    hall = Scenery("second hand", RESIGNED, PLAIN, seat)
    cheat = Cheat(hall, seat)
    cheat.session.keeps_back(None)
    hall.run(lambda hall: hall.table.stage is Stage.LEAD, hands=2)
    cheat.session.keeps_back(Stage.COMMIT)
    hall.run(lambda hall: cheat.table.state.hand == 2 and not any(hall.mail.values()) and bool(hall.plays), hands=2)
    assert cheat.table.owing() == (seat,)
    return cheat


def reveals_of(cheat: Cheat) -> list[m.Reveal]:
    """Every key that the honest seat has shown here."""
    bodies = [decode_body(entry.body) for entry in cheat.honest.entries() if entry.seat == 1 - cheat.seat]
    return [body.message() for body in bodies if body.type == 2]


def from_another_hand(seat: int) -> tuple[Cheat, m.Reveal]:
    """What the honest seat showed in the first hand, again in the second."""
    cheat = second_hand(seat)
    (old,) = reveals_of(cheat)
    return cheat, old


def from_another_table(seat: int) -> tuple[Cheat, m.Reveal]:
    """What somebody showed at another table."""
    elsewhere = second_hand(1 - seat)
    (old,) = reveals_of(elsewhere)
    return at("commit", seat), old


SOURCES = {"hand": from_another_hand, "table": from_another_table}
sources = pytest.mark.parametrize("source", SOURCES)


def shown_again(cheat: Cheat, old: m.Reveal) -> m.Reveal:
    """The old key and proof, newly committed to."""
    nonce = cheat.entropy(32)
    cheat.goes_on(m.Commit(key_commitment(cheat.ctx, old.key, old.proof, nonce)), Stage.REVEAL)
    return m.Reveal(old.key, old.proof, nonce)


def sits_under_anothers_key(source: str, seat: int) -> None:
    """What a replay is worth: a seat at the table, and a joint key to which the cheat adds no secret of its own."""
    cheat, old = SOURCES[source](seat)
    happened = believed(cheat, shown_again(cheat, old), mute=Stage.SHUFFLE)
    assert any(isinstance(event, e.HandBegun) for event in happened)
    assert cheat.cards.keys[seat].X.to_bytes() == old.key
    assert cheat.cards.keys[seat].X != cheat.secrets.key.X


def mirrored(seat: int) -> tuple[Cheat, m.Reveal]:
    """The other seat's commitment, repeated, and now its opening."""
    cheat = at("commit", seat)
    cheat.goes_on(decode_body(cheat.table.log.open[1 - seat].body).message(), Stage.REVEAL)
    return cheat, decode_body(cheat.table.log.open[1 - seat].body).message()


def voids_unpunished(seat: int) -> None:
    """What a replay across seats is worth: equal keys, a void hand, and nobody who could be named."""
    cheat, lie = mirrored(seat)
    assert e.Voided("keys_equal") in believed(cheat, lie)


@both
@sources
def test_a_replay_takes_a_seat(source: str, seat: int) -> None:
    NO_PLACE(__name__).sits_under_anothers_key(source, seat)


@both
@sources
def test_a_replay_is_refused(source: str, seat: int) -> None:
    cheat, old = SOURCES[source](seat)
    convicts(cheat, shown_again(cheat, old), Code.KEY_PROOF)


@both
def test_a_mirror_voids_the_hand(seat: int) -> None:
    NO_PLACE(__name__).voids_unpunished(seat)


@both
def test_a_mirror_is_refused(seat: int) -> None:
    convicts(*mirrored(seat), Code.COMMITMENT)
