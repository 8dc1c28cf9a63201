"""Announcements and leads that are allowed, whatever they are good for."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.cheats.calls import DRAWN, HEARD
from bura_p2p.conformance.cheats.combinations import (
    FOUR_CARDS,
    NEARLY,
    NOTHING,
    ONE_SUIT,
    OUT_OF_TURN,
    THREE,
    TRUE,
    said,
)
from bura_p2p.conformance.cheats.plays import open_play
from bura_p2p.conformance.stacked import cards
from bura_p2p.rules import actions as a
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.rogues import Liar, Setting, liar
from tests.support.trials import scenery


def announcing(rules: Ruleset, *hands: str) -> Setting:
    """B is to announce what it holds."""
    return Setting(rules, hands, "JD", Stage.ANNOUNCE, "B")


@pytest.mark.parametrize("what", TRUE, ids=lambda what: what.label)
def test_what_is_held_is_believed(what: m.Combination) -> None:
    """The liars' own pen writes what is true: what is refused of them is refused for the lie."""
    hall = scenery(TRUE[what], TRUE[what].kinds[0], 0)
    assert TRUE[what] not in NEARLY.values()
    effects = hall.liar.say(said(hall.liar, what))
    honest = hall.sessions[hall.liar.others[0]]
    assert not any(isinstance(answer, m.Refuse) for answer in honest.receive(effects.send[0]).send)
    assert not honest.closed


def test_what_was_drawn_counts() -> None:
    """The cards of a hand that was mixed since, proved as they lie now."""
    hall = scenery(DRAWN, DRAWN.kinds[0], 0)
    assert set(hall.liar.faces) == set(cards("JC QC KC"))
    hall.note(hall.seat, hall.liar.say(said(hall.liar, ONE_SUIT)))
    hall.run(lambda hall: not any(hall.mail.values()))
    assert hall.sessions[1 - hall.seat].table.stage is Stage.LEAD


def test_an_equal_lead_stays_with_the_leader() -> None:
    hall = scenery(HEARD, HEARD.kinds[0], 0)
    hall.note(hall.seat, hall.liar.say(open_play(hall.liar, m.Lead, cards("JC QC AC"))))
    hall.run(lambda hall: not any(hall.mail.values()))
    assert hall.sessions[1 - hall.seat].table.stage is Stage.FOLLOW


LEADS_LAST = announcing(THREE, NOTHING, "AD KD QD", "QC KS 10S")
"""B has a bura and is to speak; C has nothing; A leads."""
BLUFF = announcing(OUT_OF_TURN, NOTHING, "AD KD QD")
"""B holds three trumps, which are of one suit, but no maliutka."""


def bluff(cheat: Liar) -> None:
    """The trumps are proved to be of one suit, which nobody can tell from a maliutka; the leader cedes."""
    cheat.says(said(cheat.session, ONE_SUIT))
    leader = cheat.seat_of("A")
    cheat.hall.note(leader, cheat.hall.sessions[leader].play(a.Cede()))
    cheat.settle()
    assert cheat.honest.table.stage is Stage.SEIZED


def test_trumps_announced_as_a_maliutka_lose() -> None:
    """What is left to the bluffer is to resign; saying nothing leaves a file that says who owes the lead."""
    cheat = liar(BLUFF)
    bluff(cheat)
    assert cheat.session.legal == ()
    report = verify_file(cheat.hall.file(cheat.witness))
    assert (report.verdict, report.owing, report.waits_for) == (Verdict.OPEN, (cheat.seat,), "seized")
    cheat.hall.note(cheat.seat, cheat.session.play(a.Resign()))
    cheat.hall.run()
    outcome = cheat.honest.table.state.outcome
    assert (outcome.winner, outcome.reason) == (cheat.seat_of("A"), Reason.RESIGNED)
    assert verify_file(cheat.hall.file(cheat.witness)).verdict is Verdict.FAIR


# --- allowed ---------------------------------------------------------------------------------------------------


def test_announcing_less_and_nothing_is_allowed() -> None:
    """Three trumps are of one suit too, and nobody need say what it holds: both hurt only oneself."""
    for message in (lambda cheat: said(cheat.session, ONE_SUIT), lambda cheat: m.Pass()):
        cheat = liar(LEADS_LAST)
        cheat.says(message(cheat))
        assert not cheat.honest.closed
        assert cheat.honest.table.stage is not Stage.ANNOUNCE or cheat.honest.table.owing() == (cheat.seat_of("C"),)


def test_keeping_back_a_hand_that_wins_by_being_held() -> None:
    """Nobody can know that it was held. It wins nothing later: it was broken by the first card that was put down."""
    setting = announcing(FOUR_CARDS, "JS QH KC 10S", "AD KD QD 10D")
    cheat = liar(setting)
    cheat.says(m.Pass())
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    assert cheat.honest.table.state.outcome.reason is not Reason.BURA
