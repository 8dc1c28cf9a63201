"""What is no lie about the game: claims that come too early, silence, resigning."""

from __future__ import annotations

import pytest

from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import DUE, Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.cheat import SCENES, at, both, judged


@both
def test_claim_without_the_points(seat: int) -> None:
    """A claim that is too early is no cheat but a lost hand: the givers open, and the other side wins."""
    cheat = at("later lead", seat)
    cheat.hall.note(seat, cheat.session.say(m.Claim()))
    cheat.hall.run()
    outcome = cheat.honest.table.state.outcome
    assert outcome.reason in (Reason.CLAIM_RIGHT, Reason.CLAIM_WRONG)
    assert (outcome.winner == seat) == (outcome.reason is Reason.CLAIM_RIGHT)
    assert verify_file(cheat.hall.file(1 - seat)).verdict is Verdict.FAIR


RESIGNING = [name for name, scene in SCENES.items() if m.Resign in DUE[scene.stage].types]


@both
@pytest.mark.parametrize("scene", RESIGNING)
def test_resigning_in_every_state(seat: int, scene: str) -> None:
    """Whatever a seat owes, it may resign instead: the other wins the hand, and the file is fair."""
    cheat = at(scene, seat)
    cheat.hall.note(seat, cheat.session.say(m.Resign()))
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    outcome = cheat.honest.table.state.outcome
    assert outcome.winner == 1 - seat
    assert outcome.reason in (Reason.RESIGNED, Reason.DECLINED)
    report = verify_file(cheat.hall.file(1 - seat))
    assert (report.verdict, report.culprit) == (Verdict.FAIR, None)


@both
@pytest.mark.parametrize("scene", [name for name in SCENES if name != "hello"])
def test_silence_in_every_state(seat: int, scene: str) -> None:
    """Who says nothing is not convicted: the file tells who owes what, and no more."""
    cheat = at(scene, seat)
    stored = [entry for effects in cheat.hall.effects[1 - seat] for entry in effects.entries]
    stage = SCENES[scene].stage
    verdict = Verdict.UNSIGNED_RESULT if stage is Stage.RESULT else Verdict.OPEN
    report = judged(cheat, stored, verdict)
    assert (report.exit_code, report.culprit) == (10, None)
    assert seat in report.owing
    assert report.waits_for == stage.value
