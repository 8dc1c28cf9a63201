"""Plays from a hand that are allowed."""

from __future__ import annotations

from bura_p2p.conformance.cheats.hands import PLAYED
from bura_p2p.verify import Verdict, verify_file
from tests.support.cheat import at, both


@both
def test_hand_in_the_old_order_with_a_valid_proof_is_allowed(seat: int) -> None:
    """Not permuting one's hand hurts only oneself."""
    cheat = at("lead", seat)
    cheat.hall.note(seat, cheat.session.say(PLAYED[0].mixing(cheat.session, cheat.ciphers)))
    cheat.hall.run()
    assert verify_file(cheat.hall.file(1 - seat)).verdict is Verdict.FAIR
