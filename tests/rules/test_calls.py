"""Combinations: who may announce, who leads then, and what a bura does to a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.errors import Code, PeerError
from bura_p2p.rules.actions import Action, Announce, Cede, Claim, Lead, Pass, Raise
from bura_p2p.rules.builtin import CLASSIC, CLOSED, KOZEL, RUSSIAN, TELEGRAM, WESTERN, find_ruleset
from bura_p2p.rules.notation import parse_action
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions, legal_kinds
from bura_p2p.rules.position import Phase, Position
from bura_p2p.rules.ruleset import Instant, Ruleset, Special

from .hands import cards, dealt, play, with_points

BURA, ACES, MOLODKA = Announce(Special.BURA), Announce(Special.THREE_ACES), Announce(Special.MOLODKA)
ANYTIME = find_ruleset("georgian", maliutka="anytime")
TAKES_POT = find_ruleset("russian", three_aces="takes_pot")
IN_TRICK = find_ruleset("western", special_sets="in_trick")


def refused(position: Position, seat: int, action: Action, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        apply(position, seat, action)
    assert caught.value.code is code


def bura_against(leader: str, rules: Ruleset) -> Position:
    """Seat 1 holds a bura of hearts, seat 0 leads."""
    return dealt(leader, "AH 10H 9H", turned="6H", rules=rules)


def test_before_each_lead_the_others_speak_in_turn_and_the_leader_last() -> None:
    position = dealt("AS 10D QH", "KS JS AD", "KD JD 8C", turned="6H", rules=RUSSIAN)
    for seat in (1, 2):
        assert (position.phase, actors(position)) == (Phase.ANNOUNCE, (seat,))
        assert legal_actions(position, seat) == (Pass(),)
        position = apply(position, seat, Pass()).position
    assert (position.phase, actors(position)) == (Phase.LEAD, (0,))
    assert Cede not in legal_kinds(position, 0)


def test_only_what_is_held_is_announced() -> None:
    position = dealt("AS 10D QH", "KS JS AD", turned="6H", rules=CLASSIC)
    refused(position, 1, BURA, Code.LEAD_ILLEGAL)
    refused(position, 1, MOLODKA, Code.LEAD_ILLEGAL)
    refused(position, 1, Announce(Instant.MOSCOW), Code.TYPE_NOT_DUE)
    assert legal_actions(bura_against("AS 10D QH", CLASSIC), 1) == (BURA, MOLODKA, Pass())


@pytest.mark.parametrize("rules", [RUSSIAN, CLOSED, WESTERN])
def test_a_bura_that_is_announced_alone_wins_when_the_leader_cedes(rules: Ruleset) -> None:
    position = play(bura_against("AS 10D QH", rules), "1 announce bura").position
    assert legal_kinds(position, 0) >= {Cede, Claim, Lead}
    assert [a for a in legal_actions(position, 0) if isinstance(a, Lead)] == []
    assert play(position, "0 cede").outcome == Outcome(1, Reason.BURA, 0)


def test_a_classic_bura_must_win_its_trick() -> None:
    position = play(bura_against("AS 10D QH", CLASSIC), "1 announce bura", "0 cede").position
    assert (position.phase, position.leader) == (Phase.SEIZED, 1)
    assert [a for a in legal_actions(position, 1) if isinstance(a, Lead)] == [Lead(cards("9H 10H AH"))]
    step = play(position, "1 lead AH 10H 9H", "0 answer AS 10D QH")
    assert step.trick is not None
    assert (step.draws, step.outcome) == ((), Outcome(1, Reason.BURA, 0))


def test_two_buras_are_played_out_and_ties_stay_with_the_leader() -> None:
    for rules in (CLASSIC, RUSSIAN, WESTERN):
        position = play(bura_against("KH QH JH", rules), "1 announce bura", "0 lead KH QH JH").position
        assert play(position, "1 answer AH 10H 9H").outcome == Outcome(0, Reason.BURA, 0)
        weak = play(bura_against("8H 7H KH", rules), "1 announce bura", "0 lead 8H 7H KH").position
        assert play(weak, "1 answer AH 10H 9H").outcome == Outcome(1, Reason.BURA, 0)


def test_a_silent_bura_does_not_count_against_a_led_one() -> None:
    for rules in (RUSSIAN, WESTERN):
        assert play(bura_against("8H 7H KH", rules), "1 pass", "0 lead 8H 7H KH").outcome == (
            Outcome(0, Reason.BURA, 0)
        )


def test_a_closed_bura_has_no_strength() -> None:
    position = play(bura_against("8H 7H KH", CLOSED), "1 announce bura", "0 lead 8H 7H KH").position
    assert play(position, "1 give AH 10H 9H").outcome == Outcome(0, Reason.BURA, 0)


def test_an_answered_bura() -> None:
    """A molodka is led, and a bura that was not announced is put on it."""
    outcomes = {}
    for rules in (CLASSIC, RUSSIAN, WESTERN):
        position = play(bura_against("8S 7S KS", rules), "1 pass", "0 lead 8S 7S KS").position
        outcomes[rules.name] = play(position, "1 answer AH 10H 9H").outcome
    won = Outcome(1, Reason.BURA, 0)
    assert outcomes == {"classic": won, "russian": None, "western": won}


def test_a_bura_under_three_aces_with_the_trump_ace() -> None:
    hands = ("AS AC AH", "KH 10H 9H")
    winners = {}
    for rules in (CLASSIC, WESTERN):
        step = play(dealt(*hands, turned="6H", rules=rules), "1 pass", "0 lead AS AC AH", "1 answer KH 10H 9H")
        winners[rules.name] = step.outcome and step.outcome.winner
    assert winners == {"classic": 0, "western": 1}


def test_the_leader_needs_as_high_a_combination_and_a_right_claim_goes_first() -> None:
    position = dealt("8S 7S KS", "AS AC AD", turned="6H", rules=CLASSIC)
    position = play(position, "1 announce three_aces").position
    refused(position, 0, Lead(cards("8S 7S KS")), Code.LEAD_ILLEGAL)
    refused(position, 0, Lead(cards("8S")), Code.LEAD_ILLEGAL)
    right = play(with_points(position, 31, 0), "0 claim").outcome
    assert right == Outcome(0, Reason.CLAIM_RIGHT, 0, claimed=(31, 31))
    wrong = play(with_points(position, 30, 0), "0 claim").outcome
    assert wrong == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(30, 30), payers=(0,))
    seized = play(position, "0 cede").position
    refused(seized, 1, Lead(cards("AS")), Code.LEAD_ILLEGAL)
    step = play(seized, "1 lead AS AC AD", "0 answer 8S 7S KS")
    assert step.trick is not None
    assert (step.trick.winner, step.trick.points, step.outcome) == (1, 37, None)


def test_three_aces_may_take_the_pot() -> None:
    position = dealt("8S 7S KS", "AS AC AD", "KH QH JH", turned="6H", rules=TAKES_POT)
    silent = play(position, "1 announce three_aces", "2 pass", "0 cede")
    assert silent.outcome == Outcome(1, Reason.COMBINATION, 0)
    both = play(position, "1 announce three_aces", "2 announce bura", "0 cede")
    assert both.outcome == Outcome(2, Reason.BURA, 0)
    led = play(dealt("AS AC AD", "8S 7S KS", turned="6H", rules=TAKES_POT), "1 pass", "0 lead AS AC AD")
    assert led.outcome == Outcome(0, Reason.COMBINATION, 0)


def test_of_equal_announcements_the_first_in_turn_leads() -> None:
    position = dealt("AS 10D QH", "8S 7S KS", "8C 7C KC", turned="6H", rules=RUSSIAN)
    position = play(position, "1 announce molodka", "2 announce molodka", "0 cede").position
    assert position.leader == 1


def test_three_trumps_announced_as_one_suit_are_a_bura_when_led() -> None:
    position = play(bura_against("AS 10D QH", RUSSIAN), "1 announce molodka", "0 cede").position
    assert play(position, "1 lead AH 10H 9H").outcome == Outcome(1, Reason.BURA, 0)


def test_combinations_in_the_trick_seize_the_next_lead() -> None:
    position = dealt("KS QS JS", "AS 10S 6H", turned="7H", rules=IN_TRICK)
    assert position.phase is Phase.LEAD
    step = play(position, "0 lead KS QS JS", "1 answer AS 10S 6H")
    assert step.trick is not None
    assert (step.trick.winner, step.position.leader, step.draws[0].seat) == (1, 0, 1)
    ends = play(dealt("8H 7H KH", "AH 10H 9H", turned="6H", rules=IN_TRICK), "0 lead 8H 7H KH", "1 answer AH 10H 9H")
    assert ends.outcome == Outcome(1, Reason.BURA, 0)


def test_a_maliutka_out_of_turn() -> None:
    position = dealt("AS 10D QH", "KS JS 10S", turned="JH", rules=ANYTIME)
    position = play(position, "1 announce molodka").position
    assert Raise not in legal_kinds(position, 0)
    right = play(with_points(position, 31, 0), "0 claim").outcome
    assert right == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(31, 31))
    seized = play(position, "0 cede").position
    assert [a for a in legal_actions(seized, 1) if not isinstance(a, Raise | Claim)] == [Lead(cards("JS KS 10S"))]
    trumps = dealt("AS 10D QD", "KH QH 10H", turned="JH", rules=ANYTIME)
    refused(trumps, 1, MOLODKA, Code.LEAD_ILLEGAL)
    assert legal_actions(trumps, 1) == (Pass(),)
    bura = play(dealt("KH QH 10H", "KS JS 10S", turned="JH", rules=ANYTIME), "1 announce molodka", "0 lead KH QH 10H")
    assert bura.outcome == Outcome(0, Reason.BURA, 1)


def test_no_combination_of_a_hand_that_is_not_full() -> None:
    position = dealt("AS 10D QH", "KS JS 8C", turned="6H", rules=CLASSIC)
    hands, stock = (cards("AS 10D"), cards("KS 8C")), position.stock[-1:]
    position = replace(position, hands=hands, stock=stock, phase=Phase.LEAD)
    step = play(position, "0 lead AS", "1 answer 8C")
    assert (step.draws, step.position.phase) == ((), Phase.LEAD)


@pytest.mark.parametrize(
    ("rules", "hands", "turned", "said", "winner", "reason"),
    [
        (TELEGRAM, ["KS QS 7S", "AS AD AC"], "6H", "moscow", 1, Reason.COMBINATION),
        (TELEGRAM, ["KH QH 7H", "AS AD AC"], "6H", "bura", 0, Reason.BURA),
        (KOZEL, ["KH QH 7H 9S", "AS AD AC AH"], "6H", "four_aces", 1, Reason.COMBINATION),
        (KOZEL, ["AS AD AC AH", "KH QH 7H 9H"], "6H", "four_trumps", 1, Reason.BURA),
    ],
)
def test_hands_that_win_by_being_held(
    rules: Ruleset, hands: list[str], turned: str, said: str, winner: int, reason: Reason
) -> None:
    position = dealt(*hands, turned=turned, rules=rules)
    while position.outcome is None:
        seat = actors(position)[0]
        (only,) = legal_actions(position, seat)
        assert only in (Pass(), parse_action(f"announce {only.what}") if isinstance(only, Announce) else Pass())
        position = apply(position, seat, only).position
    assert any(what == said for _, what in position.announced)
    assert (position.outcome.winner, position.outcome.reason) == (winner, reason)
