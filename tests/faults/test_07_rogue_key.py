"""Fault 7: a rogue key. Who shows its key last picks yG − X of the other, and reads the whole deck alone.

Published: a flaw of every scheme that adds up keys nobody proved to own (Ristenpart and Yilek, "The power of
proofs-of-possession", 2007); in this field, mental poker libraries whose second mover sends its key after the first.

Here a key is committed to before any is shown, and comes with a proof that its owner knows its secret. Each alone
stops this attack: the commitment, because the other's key is not known when one commits; the proof, because nobody
knows the secret of yG − X. So both are weakened below, and each is deleted alone.
"""

from __future__ import annotations

from functools import cache

from bura_p2p.cards import Card
from bura_p2p.conformance.scenes import LARGE, REVEAL
from bura_p2p.conformance.staging import Scenery
from bura_p2p.crypto.group import Element
from bura_p2p.crypto.masking import HandKey, card_at, own_share, prove_own_key, unmask
from bura_p2p.errors import Code
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.faults.scenes import believed
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, both, convicts
from tests.support.trials import fork

ANY_OPENING = Edit("table.checks", "if opened != committed.commitment:", "if False:")
ANY_OWNER = Edit("crypto.masking", "    verify(statements.own_key(ctx, X), proof, Code.KEY_PROOF)\n")
NEITHER = Weakened("a key is neither committed to nor proved to be owned", ANY_OPENING, ANY_OWNER)
NO_COMMITMENT = Weakened("a key is proved to be owned, but not committed to", ANY_OPENING)
NO_PROOF = Weakened("a key is committed to, but not proved to be owned", ANY_OWNER)


@cache
def _about_to_reveal(seat: int) -> Cheat:
    cheat = Cheat(Scenery("rogue key", REVEAL, LARGE, seat), seat)
    assert cheat.runs_to(Stage.REVEAL)
    return cheat


def about_to_reveal(seat: int) -> Cheat:
    """A game of 36 cards, in which the cheat has seen the honest key and still owes its own."""
    return Cheat(fork(_about_to_reveal(seat).hall), seat)


def rogue(cheat: Cheat) -> tuple[HandKey, m.Reveal]:
    """y, and yG − X in place of the cheat's key, with the best proof there is: that y is known."""
    theirs = decode_body(cheat.table.log.open[1 - cheat.seat].body).message()
    y = HandKey.generate(cheat.entropy)
    X = y.X - Element.from_bytes(theirs.key)
    proof = prove_own_key(cheat.secrets.ctx, y, cheat.entropy)
    return y, m.Reveal(X.to_bytes(), proof, cheat.secrets.nonce)


def reads_the_deck(seat: int) -> None:
    """What a rogue key is worth: every card of the shuffled deck, before any is dealt."""
    cheat = about_to_reveal(seat)
    y, lie = rogue(cheat)
    believed(cheat, lie, mute=Stage.DEAL)
    cheat.hall.run(lambda hall: hall.table.stage is Stage.DEAL)
    assert cheat.cards.shuffles == 2
    assert cheat.cards.joint == y.X
    read = [card_at(unmask(masked, [own_share(y.x, masked)])) for masked in cheat.cards.deck]
    assert len(read) == 36
    assert all(isinstance(face, Card) for face in read)
    assert len(set(read)) == 36


def is_refused(seat: int, code: str) -> None:
    """What stands in its way when one of the two checks is left."""
    cheat = about_to_reveal(seat)
    convicts(cheat, rogue(cheat)[1], Code[code])


@both
def test_a_rogue_key_reads_36_of_36_cards(seat: int) -> None:
    NEITHER(__name__).reads_the_deck(seat)


@both
def test_a_rogue_key_is_refused(seat: int) -> None:
    is_refused(seat, "COMMITMENT")


@both
def test_each_check_alone_refuses_it(seat: int) -> None:
    NO_COMMITMENT(__name__).is_refused(seat, "KEY_PROOF")
    NO_PROOF(__name__).is_refused(seat, "COMMITMENT")
