"""Claims, openings, the last word and the count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.errors import Code, PeerError
from bura_p2p.rules.actions import Action, Claim, Count, Lead, Open, Pass, Raise, Resign
from bura_p2p.rules.builtin import GEORGIAN
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions, legal_kinds
from bura_p2p.rules.position import ClosedGive, Phase, Pile, Position, begin_hand, turn_up
from bura_p2p.rules.ruleset import Ruleset

from .hands import FIVE_CARD, SHOWN, TABLE, cards, dealt, play, start, with_points

HAND = dealt("AS 10S QH", "KS JS AD", turned="JH", stock="AC 10H 10C KD")


def refused(position: Position, seat: int, action: Action, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        apply(position, seat, action)
    assert caught.value.code is code


def ended(position: Position) -> Position:
    """The same at its last word."""
    return replace(position, phase=Phase.LAST_WORD, hands=((),) * position.seats, stock=(), stock_positions=())


# --- when --------------------------------------------------------------------------------------------------


def test_no_claim_before_the_first_trick() -> None:
    assert Claim not in legal_kinds(HAND, 0)
    refused(HAND, 0, Claim(), Code.CLAIM_ILLEGAL)


def test_only_the_winner_of_the_last_trick_claims_and_only_before_leading() -> None:
    position = with_points(HAND, 40, 40)
    assert Claim in legal_kinds(position, 0)
    refused(position, 1, Claim(), Code.TYPE_NOT_DUE)
    led = play(position, "0 lead AS").position
    refused(led, 0, Claim(), Code.TYPE_NOT_DUE)
    refused(led, 1, Claim(), Code.TYPE_NOT_DUE)


def test_the_right_to_claim_comes_with_the_own_trick() -> None:
    """You took 31 and led again; the other side takes the trick: now it may claim, and you wait."""
    position = with_points(dealt("10S KS QS", "AS JS AD", turned="JH"), 31, 0)
    position = play(position, "0 lead 10S", "1 answer AS").position
    assert actors(position) == (1,)
    refused(position, 0, Claim(), Code.TYPE_NOT_DUE)
    assert play(position, "1 claim").outcome == Outcome(0, Reason.CLAIM_WRONG, 1, claimed=(21, 21))


def test_a_claim_after_raising_in_the_same_turn() -> None:
    step = play(with_points(HAND, 31, 0), "0 raise 2", "1 accept", "0 claim")
    assert step.outcome == Outcome(0, Reason.CLAIM_RIGHT, 2, claimed=(31, 31))


# --- right and wrong ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "points", "right"),
    [
        (GEORGIAN, 30, False),
        (GEORGIAN, 31, True),
        (FIVE_CARD, 60, False),
        (FIVE_CARD, 61, True),
        (GEORGIAN, 0, False),
    ],
)
def test_a_claim_needs_the_target_and_ends_the_hand(rules: Ruleset, points: int, right: bool) -> None:
    hands = ("AS KS QS", "AD KD QD") if rules.hand == 3 else ("AS KS QS JS 9S", "AD KD QD JD 9D")
    step = apply(replace(with_points(dealt(*hands, turned="JH", rules=rules), points, 59), stake=3), 0, Claim())
    reason = Reason.CLAIM_RIGHT if right else Reason.CLAIM_WRONG
    assert step.outcome == Outcome(0 if right else 1, reason, 3, claimed=(points, points))
    assert actors(step.position) == ()


def test_a_wrong_claim_at_a_larger_table_wins_for_nobody() -> None:
    position = with_points(dealt("AS KS QS", "AD KD QD", "AC KC QC", turned="JH", rules=TABLE), 30, 50, 0)
    assert apply(position, 0, Claim()).outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(30, 30), payers=(0,))


def piled(open_cards: str, *closed: int, rules: Ruleset = GEORGIAN, seats: int = 2) -> Position:
    """A stranger's position: seat 0 has won these open cards and closed plays of these sizes, from seats 1, 2, 1 …"""
    position = turn_up(begin_hand(start(rules, seats)), cards("JH")[0])
    gives = tuple(ClosedGive(1 + at % (seats - 1), (None,) * size) for at, size in enumerate(closed))
    pile = Pile(cards(open_cards), gives)
    return replace(position, piles=(pile, *(Pile(),) * (seats - 1)), tricks_won=(1,) + (0,) * (seats - 1))


@pytest.mark.parametrize(
    ("open_cards", "closed", "settled"),
    [
        ("AS 10S KS QS JS", (1,), Reason.CLAIM_RIGHT),  # 30 and at least 2
        ("AS 10S KS QS", (1,), None),  # 28: 30 at least
        ("AS 10S KS", (2, 1), Reason.CLAIM_RIGHT),  # 25 and at least 6
        ("AS 10S QS", (2, 1), None),  # 24
        ("10S KS QS JS", (1,), Reason.CLAIM_WRONG),  # 19 and at most 11
        ("10S KS QS", (1, 1), None),  # 17 and at most 22
        ("AS KS QS JS", (1,), None),  # 20 and at most 11: just enough
        ("QS JS", (1,), Reason.CLAIM_WRONG),
        ("AS 10S", (), Reason.CLAIM_WRONG),
        ("AS 10S AC", (), Reason.CLAIM_RIGHT),
    ],
)
def test_what_all_can_see_settles_a_claim_at_once(
    open_cards: str, closed: tuple[int, ...], settled: Reason | None
) -> None:
    step = apply(piled(open_cards, *closed), 0, Claim())
    assert (step.outcome and step.outcome.reason) == settled
    if settled is None:
        assert step.position.phase is Phase.OPENING
        assert actors(step.position) == (1,)
        assert legal_kinds(step.position, 1) == {Open, Resign}


def test_opening_settles_the_rest() -> None:
    opening = apply(piled("AS 10S KS QS", 1), 0, Claim()).position
    assert opening.outcome is None
    assert play(opening, "1 open JS").outcome == Outcome(1, Reason.CLAIM_WRONG, 1, claimed=(30, 30))
    assert play(opening, "1 open QC").outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(31, 31))


def test_points_that_were_shown_settle_a_claim_at_once() -> None:
    position = dealt("AS 10S JC", "QH KS KH", turned="JH", rules=SHOWN)
    for closed, right in (("give QH KH for 7", False), ("give KS KH for 8", False)):
        step = play(position, "0 lead AS 10S", f"1 {closed}", "0 claim")
        assert step.outcome is not None
        assert (step.outcome.reason is Reason.CLAIM_RIGHT) is right
    rich = dealt("AS 10S JC", "QH AC KH", turned="JH", rules=SHOWN)
    right_step = play(rich, "0 lead AS 10S", "1 give AC QH for 14", "0 claim")
    assert right_step.outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(35, 35))


@pytest.mark.parametrize("shown", ["", "JS JC", "6S", "AS", "JH"])
def test_openings_that_are_refused(shown: str) -> None:
    """The wrong number; not of the deck; seen elsewhere (in the pile, the turned trump)."""
    opening = apply(piled("AS 10S KS QS", 1), 0, Claim()).position
    refused(opening, 1, Open(cards(shown)), Code.POINTS_ILLEGAL)


def test_an_opening_shows_what_was_given() -> None:
    position = with_points(HAND, 19, 0)
    position = play(position, "0 lead AS", "1 give JS", "0 claim").position
    assert position.outcome is not None  # 19 + 11 + at least 2
    opening = play(with_points(HAND, 17, 0), "0 lead AS", "1 give JS", "0 claim").position
    assert legal_actions(opening, 1) == (Open(cards("JS")),)
    refused(opening, 1, Open(cards("QC")), Code.POINTS_ILLEGAL)
    assert play(opening, "1 open JS").outcome == Outcome(1, Reason.CLAIM_WRONG, 1, claimed=(30, 30))


def test_several_givers_open_in_any_order() -> None:
    claimed = apply(piled("AS KS", 1, 2, 1, rules=TABLE, seats=3), 0, Claim()).position
    assert actors(claimed) == (1, 2)
    refused(claimed, 1, Open(cards("10C")), Code.POINTS_ILLEGAL)
    for moves in (("1 open 10C 7D", "2 open QD 9C"), ("2 open QD 9C", "1 open 10C 7D")):
        step = play(claimed, *moves)
        assert step.outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(28, 28), payers=(0,))
        assert [give.cards for give in step.position.piles[0].closed] == [cards("10C"), cards("QD 9C"), cards("7D")]
    half = play(claimed, "1 open 10C 7D")
    assert half.outcome is None
    assert actors(half.position) == (2,)
    refused(half.position, 1, Open(cards("10C 7D")), Code.TYPE_NOT_DUE)
    refused(half.position, 2, Open(cards("10C 9C")), Code.POINTS_ILLEGAL)  # the ten was opened before
    assert play(half.position, "2 open QD AD").outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(39, 39))


def test_what_one_seat_knows_does_not_change_the_flow() -> None:
    """A position that knows the closed cards still waits for them to be opened."""
    position = play(with_points(HAND, 17, 0), "0 lead AS", "1 give JS", "0 claim").position
    assert position.phase is Phase.OPENING


# --- the end of the cards ----------------------------------------------------------------------------------


def test_the_last_word_is_the_winners_alone() -> None:
    position = ended(with_points(HAND, 40, 80))
    assert actors(position) == (0,)
    assert legal_actions(position, 0) == (Claim(), Pass())
    refused(position, 0, Lead(cards("AS")), Code.TYPE_NOT_DUE)
    refused(position, 0, Raise(2), Code.TYPE_NOT_DUE)


def test_var_with_40_beats_an_undeclared_80_and_silence_loses() -> None:
    position = ended(with_points(HAND, 40, 80))
    assert play(position, "0 claim").outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(40, 40))
    assert play(position, "0 pass").outcome == Outcome(1, Reason.CARDS_OUT, 1, (40, 80))


def test_more_points_win_at_the_stake_and_60_60_is_a_draw() -> None:
    position = replace(ended(with_points(HAND, 61, 59)), stake=4)
    assert play(position, "0 pass").outcome == Outcome(0, Reason.CARDS_OUT, 4, (61, 59))
    assert play(ended(with_points(HAND, 60, 60)), "0 pass").outcome == Outcome(None, Reason.DRAW, 0, (60, 60))


def test_equal_best_piles_at_a_larger_table_are_a_draw() -> None:
    position = ended(with_points(dealt("AS KS QS", "AD KD QD", "AC KC QC", turned="JH", rules=TABLE), 50, 20, 50))
    assert play(position, "0 pass").outcome == Outcome(None, Reason.DRAW, 0, (50, 20, 50))


def counting(seats: int = 2) -> Position:
    """A stranger's last word: everybody gave to everybody (with three seats)."""
    rules = GEORGIAN if seats == 2 else TABLE
    position = ended(turn_up(begin_hand(start(rules, seats)), cards("JH")[0]))
    piles = [
        Pile(cards("AS 10S"), tuple(ClosedGive(giver, (None,)) for giver in range(seats) if giver != owner))
        for owner in range(seats)
    ]
    return replace(position, piles=tuple(piles), tricks_won=(1,) * seats)


def test_the_givers_count_and_the_last_count_settles() -> None:
    position = play(counting(), "0 pass").position
    assert position.phase is Phase.COUNT
    assert actors(position) == (0, 1)
    for moves in (("0 count 2", "1 count 11"), ("1 count 11", "0 count 2")):
        assert play(position, *moves).outcome == Outcome(0, Reason.CARDS_OUT, 1, (32, 23))
    assert play(position, "0 count 3", "1 count 3").outcome == Outcome(None, Reason.DRAW, 0, (24, 24))
    half = play(position, "0 count 2").position
    assert actors(half) == (1,)
    refused(half, 0, Count((2,)), Code.TYPE_NOT_DUE)


@pytest.mark.parametrize("sums", [(), (2, 2), (1,), (12,), (-1,)])
def test_counts_that_are_refused(sums: tuple[int, ...]) -> None:
    refused(play(counting(), "0 pass").position, 0, Count(sums), Code.POINTS_ILLEGAL)


def test_a_count_has_a_sum_for_each_pile_by_owner() -> None:
    position = play(counting(3), "0 pass").position
    assert actors(position) == (0, 1, 2)
    step = play(position, "0 count 10 2", "1 count 3 4", "2 count 0 11")
    assert step.outcome == Outcome(1, Reason.CARDS_OUT, 1, (24, 42, 27))


def test_a_known_count_must_be_true() -> None:
    position = ended(play(HAND, "0 lead AS", "1 give JS").position)
    position = play(position, "0 pass").position
    assert actors(position) == (1,)
    assert legal_actions(position, 1) == (Count((2,)),)
    refused(position, 1, Count((3,)), Code.POINTS_ILLEGAL)


def test_nobody_counts_where_nothing_is_closed() -> None:
    position = dealt("AS 10S KS QS JS", "6D 7D 8D 9D 6C", turned="6H", rules=FIVE_CARD)
    position = ended(play(position, "0 lead AS", "1 answer 6D").position)
    assert play(position, "0 pass").outcome == Outcome(0, Reason.CARDS_OUT, 1, (11, 0))


def test_what_is_owed_of_cards_that_are_unknown_here_is_not_listed() -> None:
    assert legal_actions(apply(piled("AS 10S KS QS", 1), 0, Claim()).position, 1) == ()
    assert legal_actions(play(counting(), "0 pass").position, 0) == ()
