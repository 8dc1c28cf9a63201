"""Hands in a row: the score, the next leader, the hand without raises."""

from __future__ import annotations

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.rules.builtin import GEORGIAN, find_ruleset
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.position import begin_hand

from .hands import TABLE, start

DRAW = Outcome(None, Reason.DRAW, 0)
VOID = Outcome(None, Reason.VOID, 0)


def won(seat: int, points: int = 1) -> Outcome:
    return Outcome(seat, Reason.CLAIM_RIGHT, points)


def to(points: int, leader: int = 0) -> Match:
    return Match.start(find_ruleset("georgian", match_to=points), (0, 1), leader)


def test_the_winner_leads_next_and_after_a_draw_the_same_seat() -> None:
    match = to(11, leader=1)
    assert (match.hand, match.leader, match.score) == (1, 1, (0, 0))
    match = match.settle(DRAW)
    assert (match.hand, match.leader, match.score) == (2, 1, (0, 0))
    match = match.settle(won(0, 2))
    assert (match.hand, match.leader, match.score) == (3, 0, (2, 0))
    match = match.settle(VOID)
    assert (match.hand, match.leader, match.score) == (4, 0, (2, 0))


def test_a_match_to_1_has_no_raises_in_its_first_hand() -> None:
    match = to(1)
    assert not match.raises_allowed
    assert match.settle(DRAW).raises_allowed
    assert match.settle(won(1)).winner == 1


@pytest.mark.parametrize("length", [3, 7, 11])
def test_the_first_hand_one_short_has_no_raises_even_if_drawn(length: int) -> None:
    match = to(length)
    assert match.raises_allowed
    match = match.settle(won(0, length - 2))
    assert match.raises_allowed
    match = match.settle(won(0))
    assert match.score == (length - 1, 0)
    assert not match.raises_allowed
    assert not begin_hand(match).raises_allowed
    drawn = match.settle(DRAW)
    assert drawn.raises_allowed
    assert begin_hand(drawn).raises_allowed
    assert match.settle(VOID).raises_allowed


def test_only_one_hand_of_a_match_is_without_raises() -> None:
    match = to(3).settle(won(0, 2)).settle(won(1, 2))
    assert match.score == (2, 2)
    assert match.raises_allowed


def test_jumping_over_one_short_leaves_the_hand_without_raises_unused() -> None:
    assert to(3).settle(won(0, 3)).over
    assert not to(7).settle(won(0, 5)).settle(won(1, 6)).raises_allowed


def test_a_win_over_the_target_is_not_capped() -> None:
    match = to(3).settle(won(1, 6))
    assert (match.over, match.winner, match.score) == (True, 1, (0, 6))


def test_no_hand_begins_and_none_is_settled_after_the_end() -> None:
    match = to(1).settle(won(0))
    with pytest.raises(LocalError, match="over"):
        match.settle(won(0))
    with pytest.raises(LocalError, match="over"):
        begin_hand(match)


def test_an_open_match_is_never_over_and_never_without_raises() -> None:
    match = to(0)
    for _ in range(40):
        assert match.raises_allowed
        match = match.settle(won(1, 6))
    assert (match.over, match.winner, match.score) == (False, None, (0, 240))


def test_a_table_without_raises() -> None:
    assert not start(TABLE, 3).raises_allowed


@pytest.mark.parametrize(("order", "leader"), [((0, 2), 0), ((0, 0), 0), ((0, 1), 2), ((1, 2), 1)])
def test_the_order_lists_every_seat_once(order: tuple[int, int], leader: int) -> None:
    with pytest.raises(LocalError, match="every seat once"):
        Match.start(GEORGIAN, order, leader)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_seats_fit_the_rules(seats: int) -> None:
    with pytest.raises(LocalError, match="not for"):
        Match.start(GEORGIAN, range(seats), 0)


def test_the_numbers_and_names_of_the_reasons_are_on_the_wire() -> None:
    assert [(int(reason), reason.label) for reason in Reason] == [
        (0, "claim_right"),
        (1, "claim_wrong"),
        (2, "declined"),
        (3, "bura"),
        (4, "cards_out"),
        (5, "draw"),
        (6, "resigned"),
        (7, "void"),
        (8, "reached"),
        (9, "combination"),
        (10, "split"),
        (11, "dead"),
    ]
