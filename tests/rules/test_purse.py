"""Pots, dealers, sides, leaving: what outlives a hand of the other rulesets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.rules.actions import Raise
from bura_p2p.rules.builtin import CLASSIC, GEORGIAN_PAIRS, KOZEL, RULESETS, RUSSIAN, TELEGRAM, WESTERN, find_ruleset
from bura_p2p.rules.match import MAX_POT, Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, legal_kinds, resigned
from bura_p2p.rules.position import Phase
from bura_p2p.rules.ruleset import Exhausted, Wrong

from .hands import dealt, play, start, with_points

DEAD = Outcome(None, Reason.DEAD, 0)
PAIRS = dealt("AS KS QS JS 9S", "AD KD QD JD 9D", "AC KC QC JC 9C", "8S 8D 8C 7S 7D",
              turned="6H", rules=GEORGIAN_PAIRS)  # fmt: skip


def wrong(seat: int) -> Outcome:
    return Outcome(None, Reason.CLAIM_WRONG, 0, payers=(seat,))


def won(seat: int) -> Outcome:
    return Outcome(seat, Reason.CLAIM_RIGHT, 0)


def test_everybody_antes_and_who_wins_the_pot_deals_next() -> None:
    match = Match.start(replace(RUSSIAN, ante=2), (0, 1, 2), 1)
    assert (match.dealer, match.pot, match.chips) == (0, 6, (-2, -2, -2))
    match = match.settle(won(1))
    assert (match.dealer, match.leader, match.pot, match.chips) == (1, 2, 6, (-4, 2, -4))


@pytest.mark.parametrize(("rules", "pots"), [(CLASSIC, (4, 10)), (RUSSIAN, (6, 15)), (WESTERN, (3, 6))])
def test_after_a_dead_hand_and_a_wrong_claim(rules: object, pots: tuple[int, int]) -> None:
    """000 and 001 ante again each time; 002 leaves the pot. A wrong claim doubles it."""
    chosen = next(r for r in RULESETS.values() if r is rules)
    match = start(chosen, chosen.players[0] if chosen is CLASSIC else 3, leader=1)
    assert match.dealer == 0
    dead = match.settle(DEAD)
    assert (dead.dealer, dead.leader, dead.pot) == (0, 1, pots[0])
    claimed = dead.settle(wrong(1))
    assert (claimed.dealer, claimed.pot, claimed.paid(DEAD).pot) == (1, pots[1], pots[1])


def test_a_pot_that_does_not_divide_keeps_the_rest() -> None:
    match = start(KOZEL, 3, leader=1)
    split = match.settle(Outcome(None, Reason.SPLIT, 0, (50, 50, 20), sharers=(0, 1)))
    assert (split.dealer, split.pot, split.chips) == (0, 4, (-1, -1, -2))


def test_who_sits_on_the_right_may_lead() -> None:
    match = start(find_ruleset("russian", first_lead="right"), 4, leader=1)
    assert match.dealer == 2
    assert match.settle(won(0)).leader == 3


def test_the_first_lead_goes_round() -> None:
    match = start(TELEGRAM, 3)
    leaders = [match.leader]
    for outcome in (Outcome(2, Reason.REACHED, 1), DEAD, Outcome(0, Reason.BURA, 1)):
        match = match.settle(outcome)
        leaders.append(match.leader)
    assert (leaders, match.score) == ([0, 1, 2, 0], (1, 0, 1))


def test_who_leaves_pays_and_the_next_deal_is_without_them() -> None:
    position = dealt("AS 10D QH", "KS JS AD", "KD JD 8C", turned="6H", rules=RUSSIAN, leader=1)
    outcome = resigned(position, frozenset({0}))
    assert outcome == Outcome(None, Reason.RESIGNED, 0, payers=(0,), left=(0,))
    match = start(RUSSIAN, 3, leader=1).settle(outcome)
    assert (match.order, match.dealer, match.leader, match.pot) == ((1, 2), 1, 2, 8)
    assert not match.over
    assert match.settle(Outcome(None, Reason.RESIGNED, 0, left=(1,))).over


def test_of_two_the_other_wins_the_pot() -> None:
    position = dealt("AS 10D QH", "KS JS AD", turned="6H", rules=CLASSIC)
    assert resigned(position, frozenset({0})) == Outcome(1, Reason.RESIGNED, 0)
    match = start(CLASSIC).settle(resigned(position, frozenset({0})))
    assert (match.order, match.chips, match.pot) == ((0, 1), (-2, 0), 2)


def test_the_left_hand_opponent_answers_a_raise_for_the_side() -> None:
    raised = play(PAIRS, "0 raise 2").position
    assert actors(raised) == (1,)
    back = play(raised, "1 raise 3").position
    assert actors(back) == (0,)
    assert play(back, "0 decline").outcome == Outcome(1, Reason.DECLINED, 2)
    accepted = play(raised, "1 accept").position
    assert Raise not in legal_kinds(accepted, 0)
    trick = play(accepted, "0 lead 9S", "1 answer 9D", "2 answer 9C", "3 answer 8D").position
    assert (trick.leader, Raise in legal_kinds(trick, 0)) == (0, False)


def test_a_side_counts_and_scores_together() -> None:
    claim = play(with_points(PAIRS, 31, 0, 30, 0), "0 claim")
    assert claim.outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(61, 61))
    false = play(with_points(PAIRS, 30, 0, 30, 0), "0 claim")
    assert false.outcome == Outcome(1, Reason.CLAIM_WRONG, 1, claimed=(60, 60))
    match = start(GEORGIAN_PAIRS, 4).settle(false.outcome or DEAD)
    assert (match.score, match.leader) == ((0, 1, 0, 1), 1)
    assert resigned(PAIRS, frozenset({1})).winner == 0
    assert resigned(PAIRS, frozenset({0, 1})).reason is Reason.VOID


def test_partners_beat_each_other() -> None:
    step = play(PAIRS, "0 lead 9S", "1 answer 9D", "2 answer 9C", "3 answer 8S")
    assert step.trick is not None
    assert step.trick.winner == 0
    assert step.position.phase is Phase.LEAD


def test_a_pot_that_nobody_won_is_shared_when_the_players_get_up() -> None:
    """No rule text says where it goes; chips and pot stay 0 together."""
    match = replace(Match.start(RUSSIAN, (0, 1, 2), 1), pot=10, chips=(-4, -3, -3))
    closed = match.closed()
    assert (closed.chips, closed.pot) == ((-1, 0, 0), 1)


def test_a_pot_that_can_double_no_more_ends_the_match() -> None:
    """Else, with a pot at its bound, being wrong would cost nothing for ever."""
    half = MAX_POT // 2
    match = replace(Match.start(RUSSIAN, (0, 1), 1), pot=half - 1, chips=(1 - half, 0))
    dead = match.settle(Outcome(None, Reason.DEAD, 0))
    assert (dead.pot, dead.over) == (half - 1, False)  # two antes do not fit any more
    wrong = dead.settle(Outcome(None, Reason.CLAIM_WRONG, 0, payers=(0,)))
    assert (wrong.pot, wrong.chips[0], wrong.over) == (2 * half - 2, 2 - 2 * half, True)
    assert (wrong.closed().pot, wrong.closed().chips) == (0, (1 - half, half - 1))
    both = match.settle(Outcome(None, Reason.RESIGNED, 0, payers=(0, 1)))
    assert both.pot <= MAX_POT


def test_a_wrong_claim_that_nobody_wins_by_names_the_next_dealer() -> None:
    """Three seats that play for points: a claim loses the hand to no one of the two others."""
    rules = replace(RUSSIAN, name="points", wrong=Wrong.LOSE_HAND, exhausted=Exhausted.MOST_POINTS, ante=0)
    match = start(rules, 3)
    step = play(with_points(dealt("8S 7S KC", "AS AC 6D", "9H 9C 9D", turned="6H", rules=rules), 30, 0, 0), "0 claim")
    assert step.outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(30, 30), payers=(0,))
    following = match.settle(step.outcome)
    assert (following.dealer, following.pot, following.score) == (0, 0, (0, 0, 0))
