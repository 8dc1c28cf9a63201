"""A seat that speaks before it has read all that has come: what it says is right, and the liar is named as before."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.rules import actions as a
from bura_p2p.session.session import Session
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.forging import forge


def led() -> tuple[Hall, Session, Session, m.EntryFrame]:
    """A lead has just been heard; the leader, the other seat, and another word of the leader's for that place."""
    hall = Hall("unread", players=[card_player(1), card_player(2)])
    hall.run(until=lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()), hands=5)
    (seat,) = hall.table.owing()
    leader, other = hall.sessions[seat], hall.sessions[1 - seat]
    second = forge(leader, m.Claim())
    lead = next(action for action in leader.view().legal if isinstance(action, a.Lead))
    (frame,) = [word for word in leader.play(lead).send if isinstance(word, m.EntryFrame)]
    other.receive(frame)
    return hall, leader, other, second


def speaks(session: Session) -> m.EntryFrame:
    give = next(action for action in session.view().legal if isinstance(action, a.Give | a.Answer))
    frames = [word for word in session.play(give).send if isinstance(word, m.EntryFrame)]
    return frames[0]


@pytest.mark.parametrize("spoken", [False, True])
def test_two_words_for_one_place(spoken: bool) -> None:
    hall, leader, other, second = led()
    if spoken:
        speaks(other)
    effects = other.receive(second)
    (refused,) = [event for event in effects.events if isinstance(event, e.Refused)]
    assert (refused.code, refused.seat) == ("equivocation", leader.seat)
    report = verify_file(hall.file(other.seat, effects.entries))
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, leader.seat)


@pytest.mark.parametrize(("spoken", "code"), [(False, "type_not_due"), (True, "round_wrong")])
def test_a_word_out_of_turn(spoken: bool, code: str) -> None:
    """Judged where the table is then: on its own turn it convicts; behind it there is no place for it."""
    hall, leader, other, _ = led()
    early = forge(leader, m.Pass(), round=other.table.round, prev=other.table.head)
    if spoken:
        speaks(other)
    effects = other.receive(early)
    (refused,) = [event for event in effects.events if isinstance(event, e.Refused)]
    assert (refused.code, refused.seat) == (code, None if spoken else leader.seat)
    report = verify_file(hall.file(other.seat, effects.entries))
    named = None if report.culprit is None else report.culprit.seat
    assert (report.verdict, named) == ((Verdict.OPEN, None) if spoken else (Verdict.FAULT, leader.seat))
