"""Raises, and resigning in every phase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.cards import Card
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.rules.actions import Accept, Action, Claim, Decline, Lead, Raise, Resign
from bura_p2p.rules.builtin import GEORGIAN_PAIRS, find_ruleset
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import PHASES, actors, apply, legal_actions, legal_kinds, resigned
from bura_p2p.rules.position import Phase, Position, begin_hand, turn_up

from .hands import TABLE, cards, dealt, play, play_hand, start
from .samples import SAMPLES

HAND = dealt("AS 10S QH", "KS JS AD", turned="JH")


def refused(position: Position, seat: int, action: Action, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        apply(position, seat, action)
    assert caught.value.code is code


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        (["0 raise 2", "1 decline"], Outcome(0, Reason.DECLINED, 1)),
        (["0 raise 2", "1 raise 3", "0 decline"], Outcome(1, Reason.DECLINED, 2)),
        (["0 raise 2", "1 raise 3", "0 raise 4", "1 decline"], Outcome(0, Reason.DECLINED, 3)),
        (["0 raise 2", "1 raise 3", "0 accept", "0 raise 4", "1 decline"], Outcome(0, Reason.DECLINED, 3)),
        (
            ["0 raise 2", "1 raise 3", "0 raise 4", "1 raise 5", "0 raise 6", "1 decline"],
            Outcome(0, Reason.DECLINED, 5),
        ),
        (["0 raise 2", "1 resign"], Outcome(0, Reason.DECLINED, 1)),
        (["0 raise 2", "1 raise 3", "0 resign"], Outcome(1, Reason.DECLINED, 2)),
        (["0 raise 2", "1 accept", "0 resign"], Outcome(1, Reason.RESIGNED, 2)),
        (["0 resign"], Outcome(1, Reason.RESIGNED, 1)),
    ],
)
def test_a_hand_given_up_is_lost_at_the_stake_before_the_offer(moves: list[str], outcome: Outcome) -> None:
    step = play(HAND, *moves)
    assert step.outcome == step.position.outcome == outcome
    assert step.position.phase is Phase.OVER


def test_an_accepted_raise_is_the_stake_and_the_leader_goes_on() -> None:
    position = play(HAND, "0 raise 2", "1 accept").position
    assert (position.stake, position.raise_to, position.phase) == (2, None, Phase.LEAD)
    assert actors(position) == (0,)
    refused(position, 0, Raise(3), Code.RAISE_ILLEGAL)  # the same side never twice in a row
    assert Raise not in legal_kinds(position, 0)


def test_the_right_to_raise_passes_to_the_side_that_accepted() -> None:
    position = play(HAND, "0 raise 2", "1 accept", "0 lead AS", "1 give KS").position
    refused(position, 0, Raise(3), Code.RAISE_ILLEGAL)
    position = dealt("10S KS QS", "AS JS AD", turned="JH")
    position = play(position, "0 raise 2", "1 accept", "0 lead 10S", "1 answer AS").position
    assert Raise(3) in legal_actions(position, 1)
    assert play(position, "1 raise 3", "0 accept").position.stake == 3


def test_while_a_raise_is_open_the_other_side_answers_it() -> None:
    position = play(HAND, "0 raise 2").position
    assert (position.stake, position.raise_to) == (1, 2)
    assert actors(position) == (1,)
    assert legal_kinds(position, 1) == {Accept, Decline, Raise, Resign}
    assert legal_actions(position, 1) == (Accept(), Decline(), Raise(3))
    refused(position, 0, Lead(cards("AS")), Code.TYPE_NOT_DUE)
    refused(position, 1, Claim(), Code.TYPE_NOT_DUE)
    refused(position, 0, Raise(3), Code.TYPE_NOT_DUE)


@pytest.mark.parametrize("to", [0, 1, 3, 6, 7, -1])
def test_raises_go_one_step_at_a_time(to: int) -> None:
    refused(HAND, 0, Raise(to), Code.RAISE_ILLEGAL)


def test_nobody_raises_over_shashi() -> None:
    position = play(HAND, "0 raise 2", "1 raise 3", "0 raise 4", "1 raise 5", "0 raise 6").position
    assert legal_actions(position, 1) == (Accept(), Decline())
    refused(position, 1, Raise(7), Code.RAISE_ILLEGAL)
    assert play(position, "1 accept").position.stake == 6


def test_no_raise_in_the_hand_without_raises() -> None:
    match = start(find_ruleset("georgian", match_to=1))
    position = turn_up(begin_hand(match), Card.parse("JH"))
    assert legal_kinds(position, 0) == {Lead, Resign}
    refused(position, 0, Raise(2), Code.RAISE_ILLEGAL)


def test_a_raise_is_answered_by_the_first_seat_of_the_other_side() -> None:
    together = replace(GEORGIAN_PAIRS, name="together", teams=((0, 1), (2, 3)))
    for rules, answering in ((GEORGIAN_PAIRS, 1), (together, 2)):
        position = turn_up(begin_hand(start(rules, 4)), Card.parse("JH"))
        raised = play(position, "0 raise 2").position
        assert actors(raised) == (answering,)
        assert actors(play(raised, f"{answering} raise 3").position) == (0,)


def test_no_raise_after_the_lead() -> None:
    led = play(HAND, "0 lead AS").position
    refused(led, 1, Raise(2), Code.TYPE_NOT_DUE)


# --- resigning ---------------------------------------------------------------------------------------------


def test_resigning_is_open_to_every_actor_in_every_phase() -> None:
    seen: set[Phase] = {Phase.DEALING}
    dealing = begin_hand(start())
    assert actors(dealing) == (0, 1)
    assert legal_kinds(dealing, 1) == {Resign}
    assert legal_actions(dealing, 1) == ()
    assert play(dealing, "1 resign").outcome == Outcome(0, Reason.RESIGNED, 1)
    for number in range(60):
        for moment in play_hand(HAND.ruleset, 2, number):
            seen.add(moment.known.phase)
            reason = Reason.DECLINED if moment.known.phase is Phase.RAISED else Reason.RESIGNED
            expected = Outcome(1 - moment.seat, reason, moment.known.stake)
            assert Resign in legal_kinds(moment.public, moment.seat)
            assert apply(moment.public, moment.seat, Resign()).outcome == expected
    assert seen == set(Phase) - {Phase.OVER, Phase.ANNOUNCE, Phase.SEIZED, Phase.TALLY}


def test_who_raised_and_gives_up_has_declined_nothing() -> None:
    raised = play(HAND, "0 raise 2").position
    assert resigned(raised, frozenset({1})) == Outcome(0, Reason.DECLINED, 1)
    assert resigned(raised, frozenset({0})) == Outcome(1, Reason.RESIGNED, 1)


def test_several_at_once() -> None:
    assert resigned(HAND, frozenset({0, 1})) == Outcome(None, Reason.VOID, 0)
    assert resigned(HAND, frozenset({1})) == Outcome(0, Reason.RESIGNED, 1)
    three = begin_hand(start(TABLE, 3))
    assert resigned(three, frozenset({2})) == Outcome(None, Reason.RESIGNED, 0, left=(2,))
    assert resigned(three, frozenset({0, 1})) == Outcome(None, Reason.RESIGNED, 0, left=(0, 1))
    assert resigned(three, frozenset({0, 1, 2})) == Outcome(None, Reason.VOID, 0)
    for wrong in (frozenset[int](), frozenset({2})):
        with pytest.raises(LocalError):
            resigned(HAND, wrong)


# --- the table of phases -----------------------------------------------------------------------------------


def test_what_is_not_in_the_table_is_not_due() -> None:
    """Every kind of action in every phase where the table does not list it, and from every seat that owes nothing."""
    position = play(HAND, "0 lead AS").position
    for phase, rule in PHASES.items():
        there = replace(position, phase=phase, last_raiser=0, owing=(1,))
        for action in SAMPLES:
            if type(action) not in rule.moves:
                for seat in (0, 1):
                    refused(there, seat, action, Code.TYPE_NOT_DUE)
            for seat in {0, 1} - set(actors(there)):
                refused(there, seat, action, Code.TYPE_NOT_DUE)
                assert legal_kinds(there, seat) == frozenset()
                assert legal_actions(there, seat) == ()
