"""Tables to fuzz: the one place of this folder that knows where halls and forks live.

Here: those names, two games of the same identities, games that end before the deck is shuffled. Never: an input.
"""

from __future__ import annotations

from collections.abc import Sequence

from bura_p2p.conformance.hall import Hall, Player, card_player, claimer, raiser
from bura_p2p.conformance.tape import Tape
from bura_p2p.rules import actions as a
from bura_p2p.table.phases import Stage
from tests.support.cheat import SEALING, SEIZING
from tests.support.trials import again, fork, picture

__all__ = [
    "SEALING", "SEIZING", "Hall", "Player", "Tape", "again", "card_player", "claimer", "fork", "given_up", "picture",
    "raiser",
]  # fmt: skip


def given_up(hall: Hall, stages: Sequence[Stage], seat: int = 1) -> Hall:
    """Plays one hand a stage: `seat` gives it up when it owes an entry and the table waits for that. A short game."""
    hall.hands_wanted = len(stages)
    for _ in range(10_000):
        hand = hall.table.state.hand
        session = hall.sessions[seat]
        due = 0 < hand <= len(stages) and session.table.stage is stages[hand - 1]
        if due and not session.closed and not session._resigning:
            hall.note(seat, session.play(a.Resign()))
        elif not hall.step():
            return hall
    raise RuntimeError("the game does not end")
