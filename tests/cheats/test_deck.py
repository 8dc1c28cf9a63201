"""Shuffles that are allowed, and all that a refused one costs."""

from __future__ import annotations

from dataclasses import replace

from bura_p2p.conformance.pens import deck_shuffled
from bura_p2p.crypto.shuffle import proof_size
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from tests.support.cheat import at, both, frame, judged


@both
def test_unshuffled_deck_with_a_valid_proof_is_allowed(seat: int) -> None:
    """Not permuting at all hurts only oneself: the game goes on, and the file is fair."""
    cheat = at("shuffle", seat)
    cheat.hall.note(seat, cheat.session.say(deck_shuffled(cheat.session, cheat.cards.deck)))
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    assert verify_file(cheat.hall.file(1 - seat)).verdict is Verdict.FAIR


def test_the_refused_shuffle_is_all_that_was_lost() -> None:
    """The honest side's events tell of nothing but the refusal."""
    cheat = at("shuffle", 0)
    signed = cheat.signed(replace(cheat.withheld, proof=bytes(proof_size(20))))
    effects = cheat.honest.receive(frame(signed))
    assert effects.events == (e.Refused("point", 0, cheat.table.round, by_me=True),)
    assert judged(cheat, cheat.stored(effects), Verdict.FAULT).counts.shuffles == 0
