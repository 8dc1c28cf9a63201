"""Three to six seats in memory: leaving, sums sealed for the winner, claims out of turn, sides."""

from __future__ import annotations

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player, random_player
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.errors import LocalError
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import (
    CLASSIC,
    CLOSED,
    GEORGIAN_5,
    GEORGIAN_PAIRS,
    KOZEL,
    RULESETS,
    RUSSIAN,
    TELEGRAM,
    find_ruleset,
)  # fmt: skip
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m

from .scripts import play_script

TABLES = [
    (rules, seats)
    for rules in RULESETS.values()
    for seats in range(rules.players[0], rules.players[1] + 1)
]


def told(hall, kind: type, seat: int = 0) -> list:
    return [event for event in hall.events[seat] if isinstance(event, kind)]


def fair(hall: Hall) -> None:
    files = {hall.file(seat) for seat in range(len(hall.sessions))}
    assert [verify_file(data).verdict for data in files] == [Verdict.FAIR]


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda item: getattr(item, "name", item))
def test_every_ruleset_is_played_and_verifies_at_every_table(rules, seats) -> None:
    hall = Hall(f"{rules.name} {seats}", ruleset=rules, seats=seats, mail_order=seats,
                players=[random_player(number) for number in range(seats)])  # fmt: skip
    hall.run(hands=2)
    assert told(hall, e.GameOver)
    fair(hall)
    chips = told(hall, e.GameOver)[0].chips
    assert sum(chips) in (0, -(told(hall, e.HandOver)[-1].pot % len(chips)))


# --- leaving -----------------------------------------------------------------------------------------------


def left_table(rules, seats: int, leaver: int, hands: int = 3) -> Hall:
    """`leaver` gets up in the first hand, at its first place after the deal; the others play on."""
    hall = Hall(f"leaving {rules.name} {seats} {leaver}", ruleset=rules, seats=seats,
                players=[card_player(seat) for seat in range(seats)])  # fmt: skip
    hall.run(lambda hall: bool(told(hall, e.Dealt, leaver)), hands=hands)
    hall.note(leaver, hall.sessions[leaver].play(a.Resign()))
    return hall.run(hands=hands)


@pytest.mark.parametrize("rules", [RUSSIAN, CLOSED, KOZEL, TELEGRAM], ids=lambda rules: rules.name)
@pytest.mark.parametrize(("seats", "leaver"), [(3, 0), (3, 2), (4, 1)])
def test_the_others_play_on_without_who_has_left(rules, seats, leaver) -> None:
    """The leaver pays as for a wrong claim where there is a pot; nobody wins; the next deal is without it."""
    hall = left_table(rules, seats, leaver)
    first, second, *_ = told(hall, e.HandOver)
    assert (first.winner, first.reason, first.left) == (None, "resigned", (leaver,))
    if rules.has_pot:
        assert (first.chips[leaver], first.pot) == (-1 - seats, 2 * seats)
    begun = told(hall, e.HandBegun)
    assert leaver not in begun[1].order
    assert len(begun[1].order) == seats - 1
    assert second.left == ()
    assert told(hall, e.GameOver)[0].stopped == tuple(seat for seat in range(seats) if seat != leaver)
    speakers = {entry.seat for entry in hall.table.log.closed[-1]}
    assert leaver not in speakers
    fair(hall)


def test_who_has_left_sees_what_all_see_and_can_say_no_more() -> None:
    hall = left_table(RUSSIAN, 3, 1)
    assert hall.sessions[1].table.head == hall.table.head
    assert hall.sessions[1].view().held == ()
    hall = Hall("left early", ruleset=RUSSIAN, seats=3, players=[card_player(seat) for seat in range(3)])
    hall.run(lambda hall: bool(told(hall, e.Dealt, 1)), hands=2)
    hall.note(1, hall.sessions[1].play(a.Resign()))
    hall.run(lambda hall: len(told(hall, e.Dealt, 1)) == 2, hands=2)
    assert 1 not in hall.sessions[1].table.state.playing
    for action in (a.Resign(), a.Claim()):
        with pytest.raises(LocalError):
            hall.sessions[1].play(action)


def test_a_head_told_by_who_has_left_stops_nobody() -> None:
    hall = Hall("left head", ruleset=RUSSIAN, seats=3, players=[card_player(seat) for seat in range(3)])
    hall.run(lambda hall: bool(told(hall, e.Dealt, 1)), hands=2)
    hall.note(1, hall.sessions[1].play(a.Resign()))
    hall.run(lambda hall: len(told(hall, e.HandBegun)) == 2, hands=2)
    for seat in (0, 2):
        hall.note(seat, hall.sessions[seat].receive_have(1, m.Have(hall.table.round, bytes(32))))
    hall.run(hands=2)
    assert told(hall, e.GameOver)


def test_two_seats_resign_at_once() -> None:
    """Too few are left for another hand, and a pot that nobody won goes to who stays."""
    hall = Hall("at once", ruleset=RUSSIAN, seats=3, players=[card_player(seat) for seat in range(3)])
    hall.run(lambda hall: all(session.table.stage is Stage.COMMIT for session in hall.sessions), hands=9)
    for seat in (0, 1):
        hall.note(seat, hall.sessions[seat].play(a.Resign()))
    hall.run(hands=9)
    (over,) = told(hall, e.HandOver)
    assert (over.reason, over.left, over.winner) == ("resigned", (0, 1), None)
    assert (over.chips, over.pot) == ((-4, -4, -1), 9)
    assert told(hall, e.GameOver)[0].chips == (-4, -4, 8)
    fair(hall)


def test_all_seats_resign_at_once() -> None:
    hall = Hall("all", ruleset=RUSSIAN, seats=3, players=[card_player(seat) for seat in range(3)])
    hall.run(lambda hall: all(session.table.stage is Stage.COMMIT for session in hall.sessions))
    for seat in range(3):
        hall.note(seat, hall.sessions[seat].play(a.Resign()))
    hall.run(hands=2)
    first, *_ = told(hall, e.HandOver)
    assert (first.reason, first.left, first.pot) == ("void", (), 3)
    assert told(hall, e.HandBegun)[0].pot == 6
    fair(hall)


def test_a_resignation_before_the_sides_are_drawn_wins_nobody_the_hand() -> None:
    hall = Hall("early", ruleset=GEORGIAN_PAIRS, seats=4, players=[card_player(seat) for seat in range(4)])
    hall.run(lambda hall: hall.sessions[3].table.stage is Stage.HELLO and len(hall.carried) > 5)
    hall.sessions[3]._resigning = True
    hall.run(hands=1)
    (over,) = told(hall, e.HandOver)
    assert (over.reason, over.winner) == ("void", None)
    fair(hall)


# --- sums that only the winner of a trick can read ---------------------------------------------------------


@pytest.mark.parametrize(("shown", "seats"), [(True, 3), (True, 4), (False, 2), (False, 3)])
def test_the_winner_of_a_trick_alone_reads_what_was_given(shown, seats) -> None:
    """Telegram: "Nobody sees them", and yet "As soon as a player reaches 31, the game is over." """
    rules = find_ruleset("telegram", points_shown=shown)
    hall = Hall(f"sealed {seats}", ruleset=rules, seats=seats, players=[card_player(seat) for seat in range(seats)])
    totals: dict[int, int | None] = {}

    def watch(hall: Hall) -> bool:
        for seat, session in enumerate(hall.sessions):
            if session.table.stage not in (Stage.POINTS, Stage.RESULT, Stage.COMPLETE):
                totals[seat] = session.view().own_points
        return False

    hall.run(watch)
    assert told(hall, e.PointsSealed)
    (over,) = told(hall, e.HandOver)
    assert over.reason == "reached"
    assert over.claimed[0] >= 31
    points = set(totals.values())
    assert points == {None} if not shown else all(total is not None and total < 31 for total in points)
    assert all(session.view().own_points is None for session in hall.sessions)


# --- claims at any time ------------------------------------------------------------------------------------


def test_a_claim_out_of_turn_is_kept_unseen_for_the_next_place() -> None:
    """Denexa Games: "When a player believes they have reached … they may declare"; its place is the seat's own."""
    hall = Hall("kept", ruleset=CLASSIC, players=[card_player(0), card_player(1)])
    stack(hall, ["7S 9H 6D", "JC KD QS"], "8D", "AS 10S")
    first, second = turn(hall)
    hall.run(lambda hall: bool(hall.sessions[first].view().legal))
    sent = len(hall.carried)
    effects = hall.sessions[second].play(a.Claim())
    assert not effects.send
    assert not effects.entries
    assert hall.sessions[second].view().claiming
    assert not hall.sessions[first].view().claiming
    hall.players[first] = lambda view: a.Lead((Card.parse("7S"),))
    hall.run()
    assert len(hall.carried) > sent
    claimed = told(hall, e.Claimed)
    assert [(event.seat, event.settled) for event in claimed] == [(second, True)]
    assert told(hall, e.HandOver)[0].reason == "claim_wrong"


def test_a_claim_that_no_rule_allows_out_of_turn_is_told() -> None:
    hall = Hall("var", ruleset=GEORGIAN_5, players=[card_player(0), card_player(1)])
    hall.run(lambda hall: bool(hall.sessions[0].view().legal or hall.sessions[1].view().legal))
    waiting = next(seat for seat in (0, 1) if not hall.sessions[seat].view().legal)
    with pytest.raises(LocalError, match="not your turn"):
        hall.sessions[waiting].play(a.Claim())


def test_the_givers_of_a_sides_piles_open_for_its_claim() -> None:
    """Pairs with cards given face down: a claim looks into both piles of the side."""
    rules = find_ruleset("georgian-pairs", give_face="down")
    hands = ["AS 10S KS 6C 7C", "6D 7D 8D QD 9D", "AC 10C KC 8C 9C", "JD JC QC QS JS"]
    script = [
        "A lead AS 10S KS", "B give 6D 7D QD", "C give 8C 9C 10C", "D give JD JC QC",
        "A claim",
    ]  # fmt: skip
    hall, seat_of = play_script(rules, hands, "6H", "", script)
    opened = told(hall, e.PileOpened)
    assert {event.seat for event in opened} <= {seat_of[who] for who in "BCD"}
    (over,) = told(hall, e.HandOver)
    assert over.claimed[0] == over.claimed[1] == 25 + 3 + 10 + 2 + 2 + 3 or not opened
