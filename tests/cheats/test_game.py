"""Lies about the game: claims, raises, counts, results; silence and resigning, which are allowed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.crypto import statements
from bura_p2p.crypto.group import ORDER
from bura_p2p.crypto.masking import prove_points
from bura_p2p.crypto.relation import prove
from bura_p2p.errors import Code
from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import DUE, Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.cheat import SCENES, Cheat, at, both, convicts, judged

from .test_deck import changed

# --- claims and raises -------------------------------------------------------------------------------------


@both
def test_claim_before_any_trick(seat: int) -> None:
    """A claim in the place of the hand's first lead."""
    convicts(at("lead", seat), m.Claim(), Code.CLAIM_ILLEGAL)


@both
def test_claim_instead_of_an_answer(seat: int) -> None:
    """A claim where a trick is to be answered."""
    convicts(at("follow", seat), m.Claim(), Code.TYPE_NOT_DUE)


@both
def test_claim_while_a_raise_is_open(seat: int) -> None:
    """A claim by who must answer a raise, and one by who raised, out of turn."""
    convicts(at("raised", seat), m.Claim(), Code.TYPE_NOT_DUE)
    convicts(raising(seat), m.Claim(), Code.TYPE_NOT_DUE)


def raising(seat: int) -> Cheat:
    """A cheat whose own raise is open, so that the other must speak."""
    cheat = at("lead", seat)
    cheat.hall.note(seat, cheat.session.say(m.Raise(2)))
    while any(cheat.hall.mail.values()):
        cheat.hall.deliver_one()
    assert cheat.honest.table.stage is Stage.RAISED
    return cheat


@both
@pytest.mark.parametrize(
    "message",
    [m.Claim(), m.Raise(3), m.Accept(), m.Decline(), m.Pass(), m.Resign()],
    ids=lambda message: type(message).__name__.lower(),
)
def test_out_of_turn(seat: int, message: m.EntryMessage) -> None:
    """After its own raise the cheat speaks again, accepts its raise itself, resigns out of turn."""
    convicts(raising(seat), message, Code.TYPE_NOT_DUE)


@both
@pytest.mark.parametrize("to", [3, 4, 5, 6])
def test_raise_that_skips_a_step(seat: int, to: int) -> None:
    """The first raise is to two."""
    convicts(at("lead", seat), m.Raise(to), Code.RAISE_ILLEGAL)


@both
@pytest.mark.parametrize("to", [2, 4, 5, 6])
def test_raise_back_to_the_wrong_stake(seat: int, to: int) -> None:
    """Raising back to what is offered already, or further than by one step."""
    convicts(at("raised", seat), m.Raise(to), Code.RAISE_ILLEGAL)


@both
@pytest.mark.parametrize("to", [2, 3, 4])
def test_raise_twice_by_one_side(seat: int, to: int) -> None:
    """The cheat raised, the other accepted, and the cheat raises again."""
    convicts(at("lead after raise", seat), m.Raise(to), Code.RAISE_ILLEGAL)


@both
def test_raise_in_the_hand_without_raises(seat: int) -> None:
    """A match to one: nothing may be raised."""
    convicts(at("lead without raises", seat), m.Raise(2), Code.RAISE_ILLEGAL)


@both
def test_raise_instead_of_an_answer(seat: int) -> None:
    """A raise where a trick is to be answered."""
    convicts(at("follow", seat), m.Raise(2), Code.TYPE_NOT_DUE)


@both
def test_answer_to_a_raise_that_is_not_open(seat: int) -> None:
    """Accepting and declining where nobody raised."""
    for message in (m.Accept(), m.Decline()):
        convicts(at("lead", seat), message, Code.TYPE_NOT_DUE)


@both
def test_last_word_before_the_last_trick(seat: int) -> None:
    """A pass in the place of a lead, which would end the hand early."""
    for scene in ("lead", "later lead"):
        convicts(at(scene, seat), m.Pass(), Code.TYPE_NOT_DUE)


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


# --- the count ---------------------------------------------------------------------------------------------


def lying_sum(cheat: Cheat, said: int, cards=None) -> m.PileSum:
    """A sum with the best proof that a liar has: the true witness under the statement that is wanted."""
    cards = cheat.closed if cards is None else cards
    values = cheat.maker.read(cheat.secrets, cards)
    statement = statements.points(cheat.ctx, cheat.secrets.key.X, cards, said)
    return m.PileSum(said, prove(statement, statements.points_witness(cheat.secrets.key.x, values), cheat.entropy))


@both
@pytest.mark.parametrize("step", [-1, 1, -11])
def test_count_off(seat: int, step: int) -> None:
    """A sum a little wrong: under the proof of the right one, and under one made for the wrong one."""
    cheat = at("count", seat)
    ((points, proof),) = cheat.withheld.piles
    said = abs(points + step)
    convicts(cheat, m.Count((m.PileSum(said, proof),)), Code.STATEMENT_PROOF)
    cheat = at("count", seat)
    convicts(cheat, m.Count((lying_sum(cheat, said),)), Code.STATEMENT_PROOF)


@both
def test_count_of_more_than_cards_can_be_worth(seat: int) -> None:
    """The largest sum that the form allows."""
    cheat = at("count", seat)
    convicts(cheat, m.Count((m.PileSum(120, bytes(128)),)), Code.STATEMENT_PROOF)


@both
def test_count_of_other_cards(seat: int) -> None:
    """A true sum of one card of the pile, and of one card twice."""
    cheat = at("count", seat)
    values = cheat.maker.read(cheat.secrets, cheat.closed[:1])
    points, proof = prove_points(cheat.ctx, cheat.secrets.key, cheat.closed[:1], values, cheat.entropy)
    convicts(cheat, m.Count((m.PileSum(points, proof),)), Code.STATEMENT_PROOF)


@both
def test_count_with_a_pile_too_many(seat: int) -> None:
    """The right sum of the right pile, and a second pile that does not exist."""
    cheat = at("count", seat)
    convicts(cheat, m.Count((*cheat.withheld.piles, *cheat.withheld.piles)), Code.LENGTH)


@both
def test_count_with_a_missing_pile(seat: int) -> None:
    """An empty list: a form that no count has."""
    cheat = at("count", seat)
    convicts(cheat, cheat.signed_raw(15, ((),)), Code.SHAPE)


@both
@pytest.mark.parametrize("value", [0, ORDER], ids=["zero", "order"])
def test_scalars_of_the_count(seat: int, value: int) -> None:
    """Each scalar of a sum's proof set to zero, or shifted by the order."""
    for number in range(4):
        cheat = at("count", seat)
        ((points, proof),) = cheat.withheld.piles
        lie = changed(proof, ("", 32 * number, 32), value.to_bytes(32, "big"))
        code = Code.SCALAR if value else Code.STATEMENT_PROOF
        convicts(cheat, m.Count((m.PileSum(points, lie),)), code)


@both
def test_count_for_another_place(seat: int) -> None:
    """The right sum, proved for the other seat's place."""
    cheat = at("count", seat)
    values = cheat.maker.read(cheat.secrets, cheat.closed)
    elsewhere = cheat.table.context(1 - seat)
    points, proof = prove_points(elsewhere, cheat.secrets.key, cheat.closed, values, cheat.entropy)
    convicts(cheat, m.Count((m.PileSum(points, proof),)), Code.STATEMENT_PROOF)


# --- the result --------------------------------------------------------------------------------------------

WRONG_RESULT = {
    "hand": lambda result: result.hand + 1,
    "winner": lambda result: None if result.winner is not None else 0,
    "reason": lambda result: (result.reason + 1) % len(Reason),
    "points": lambda result: result.points + 1,
    "score": lambda result: tuple(reversed(result.score)) if len(set(result.score)) > 1 else (7, 7),
    "next_leader": lambda result: 1 - (result.next_leader or 0),
    "chips": lambda result: (1, -1),
    "pot": lambda result: 1,
}


@both
@pytest.mark.parametrize("field", WRONG_RESULT)
def test_false_result(seat: int, field: str) -> None:
    """Each field of the result, one at a time, is not what the log gives."""
    cheat = at("result", seat)
    lie = replace(cheat.withheld, **{field: WRONG_RESULT[field](cheat.withheld)})
    assert lie != cheat.withheld
    convicts(cheat, lie, Code.RESULT_WRONG)


@both
def test_the_cheat_declares_itself_the_winner(seat: int) -> None:
    """The other's win, turned round in every field."""
    cheat = at("result", seat)
    score = tuple(3 if each == seat else 0 for each in range(2))
    lie = replace(cheat.withheld, winner=seat, next_leader=seat, score=score, points=3)
    convicts(cheat, lie, Code.RESULT_WRONG)


@both
@pytest.mark.parametrize("score", [(0,) * 3, (1, 0, 0), (65535, 65535)], ids=str)
def test_score_of_another_table(seat: int, score: tuple[int, ...]) -> None:
    """A score for more seats than sit here, and one out of all bounds."""
    cheat = at("result", seat)
    convicts(cheat, replace(cheat.withheld, score=score), Code.RESULT_WRONG)


@both
def test_playing_on_after_the_match(seat: int) -> None:
    """The match is over, and the cheat says that it plays on; or names a leader of a hand that will not be."""
    cheat = at("result of match", seat)
    convicts(cheat, replace(cheat.withheld, play_on=True), Code.RESULT_WRONG)
    cheat = at("result of match", seat)
    convicts(cheat, replace(cheat.withheld, next_leader=seat), Code.RESULT_WRONG)


@both
def test_resigning_a_hand_that_is_over(seat: int) -> None:
    """Instead of signing the result."""
    convicts(at("result", seat), m.Resign(), Code.TYPE_NOT_DUE)


# --- allowed -----------------------------------------------------------------------------------------------

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
