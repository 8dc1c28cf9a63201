"""Combinations at full tables: announced by proof, ceded to, led, won with; and the policy that speaks for a seat."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.rules.builtin import CLASSIC, GEORGIAN, KOZEL, RUSSIAN, TELEGRAM, WESTERN, find_ruleset
from bura_p2p.rules.ruleset import Special
from bura_p2p.table import events as e
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body

from .scripts import play_script


def told(hall, kind: type, seat: int = 0) -> list:
    return [event for event in hall.events[seat] if isinstance(event, kind)]


def said(hall) -> list[tuple[str, int, str]]:
    """(event, seat, what) for everything said before a lead."""
    kinds = (e.Announced, e.Passed, e.Ceded)
    return [
        (e.event_name(event), event.seat, getattr(event, "what", ""))
        for event in hall.events[0]
        if isinstance(event, kinds) and getattr(event, "stage", "announce") == "announce"
    ]


def test_a_bura_is_announced_and_led() -> None:
    """Denexa Games: "When a bura is played, the winner of that trick wins the hand." """
    hall, seat_of = play_script(
        CLASSIC, ["7S 9S 6C", "AD KD QD"], "6D", "", ["A cede", "B lead AD KD QD", "A answer 7S 9S 6C"]
    )
    a, b = seat_of["A"], seat_of["B"]
    assert said(hall) == [("announced", b, "bura"), ("ceded", a, "")]
    (over,) = told(hall, e.HandOver)
    assert (over.winner, over.reason, over.chips[b], over.pot) == (b, "bura", 1, 0)


def test_the_leader_leads_an_equal_combination() -> None:
    """Denexa Games: "the player who won the last trick retains the right to lead" (a tie stays with the leader)."""
    script = ["A lead 7S 9S 6S", "B answer 7C 9C 6C", "A claim"]
    hall, seat_of = play_script(CLASSIC, ["7S 9S 6S", "7C 9C 6C"], "6D", "", script)
    assert said(hall)[0] == ("announced", seat_of["B"], "molodka")
    assert told(hall, e.TrickTaken)[0].seat == seat_of["A"]


def test_announcing_over_an_announcement() -> None:
    """«Бура»: «В порядке убывания они таковы: «бура» … три туза; «молодка»»."""
    script = ["A cede", "C lead AS AC AH", "A answer 8S 9D 6S", "B answer 7C 9C 6C", "C claim"]
    hall, seat_of = play_script(RUSSIAN, ["8S 9D 6S", "7C 9C 6C", "AS AC AH"], "6H", "", script)
    assert said(hall)[:3] == [
        ("announced", seat_of["B"], "molodka"),
        ("announced", seat_of["C"], "three_aces"),
        ("ceded", seat_of["A"], ""),
    ]
    assert told(hall, e.HandOver)[0].reason == "claim_right"


def test_a_bura_that_wins_by_being_announced() -> None:
    """«Бура»: «Если у игрока есть комбинация «бура», то игра считается законченной в пользу этого игрока»."""
    hall, seat_of = play_script(RUSSIAN, ["8S 9D 6S", "7H 9H 6H", "AS AC 7D"], "8H", "", ["A cede"])
    (over,) = told(hall, e.HandOver)
    assert (over.winner, over.reason) == (seat_of["B"], "bura")
    assert told(hall, e.Ceded) == [e.Ceded(seat_of["A"], seat_of["B"])]
    assert not told(hall, e.Led)


def test_two_buras_are_played() -> None:
    """OBJECT OF BURA: "The Bura that wins the trick wins the pot." """
    script = ["A cede", "B lead 7H 9H 6H", "C answer AH KH 10H", "A answer 8S 9D 6S"]
    hall, seat_of = play_script(WESTERN, ["8S 9D 6S", "7H 9H 6H", "AH KH 10H"], "8H", "", script)
    (over,) = told(hall, e.HandOver)
    assert (over.winner, over.reason) == (seat_of["C"], "bura")


@pytest.mark.parametrize(
    ("rules", "hands", "turned", "what", "reason"),
    [
        (TELEGRAM, ["8S 9D 6S", "7H 9H 6H"], "8H", "bura", "bura"),
        (TELEGRAM, ["AS AC AD", "7H 9D 6H"], "8H", "moscow", "combination"),
        (KOZEL, ["AS AC AD AH", "7H 9D 6H 6S"], "8H", "four_aces", "combination"),
        (KOZEL, ["AS AC AD AH", "7H 9H 6H 10H"], "8H", "four_trumps", "bura"),
    ],
)
def test_hands_that_win_by_being_held(rules, hands, turned, what, reason) -> None:
    hall, seat_of = play_script(rules, hands, turned, "", [])
    winner = seat_of["B" if what in ("bura", "four_trumps") else "A"]
    assert (winner, what) in [(event.seat, event.what) for event in told(hall, e.Announced)]
    (over,) = told(hall, e.HandOver)
    assert (over.winner, over.reason) == (winner, reason)


def test_a_maliutka_out_of_turn() -> None:
    """Georgian tables: "Some tables allow a maliutka to be led out of turn." """
    rules = find_ruleset("georgian", maliutka="anytime")
    script = ["A cede", "B lead AS 10S KS", "A give JS QC KD", "B claim"]
    hall, seat_of = play_script(rules, ["JS QC KD", "AS 10S KS"], "JH", "", script)
    assert said(hall)[:2] == [("announced", seat_of["B"], "molodka"), ("ceded", seat_of["A"], "")]
    assert told(hall, e.HandOver)[0].winner == seat_of["B"]


def announcements(hall: Hall) -> list[m.Announce]:
    messages = [decode_body(entry.body).message() for entry in hall.entries()]
    return [message for message in messages if isinstance(message, m.Announce)]


def test_nothing_on_the_wire_shows_a_card_that_is_announced() -> None:
    hall, _ = play_script(WESTERN, ["7S 9H 6D", "6C 9C 7C"], "6H", "", ["A cede", "B claim"])
    (announced,) = announcements(hall)
    assert (announced.what, len(announced.proof)) == (m.Combination.ONE_SUIT, 64 * 3)


def stacked_after_start(policies: list[frozenset[Special]]) -> Hall:
    hall = Hall("policy", ruleset=CLASSIC, players=[card_player(0), card_player(1)])
    for session, policy in zip(hall.sessions, policies, strict=True):
        session.policy = policy
    return stack(hall, ["7S 9H 6D", "AD KD QD"], "8D", "")


@pytest.mark.parametrize(
    ("policy", "what"),
    [
        (frozenset(Special), m.Combination.TRUMPS),
        (frozenset({Special.MOLODKA}), m.Combination.ONE_SUIT),  # three trumps are one suit too
        (frozenset({Special.THREE_ACES}), None),
        (frozenset(), None),
    ],
)
def test_the_policy_speaks_for_a_seat(policy, what) -> None:
    hall = stacked_after_start([policy, policy])
    hall.run(lambda hall: any(isinstance(event, e.Led | e.Ceded) for event in hall.events[0]))
    first = [message.what for message in announcements(hall)][:1]
    assert first == ([] if what is None else [what])


def test_a_policy_counts_for_cards_drawn_after_it_was_set() -> None:
    """What a holder thinks when it has seen its cards can change nothing that is said of them."""
    hall = stacked_after_start([frozenset(Special)] * 2)
    holder = turn(hall)[1]
    hall.run(lambda hall: any(isinstance(event, e.Held) for event in hall.events[holder]))
    hall.sessions[holder].policy = frozenset()
    hall.run(lambda hall: any(isinstance(event, e.Led | e.Ceded) for event in hall.events[0]))
    assert [message.what for message in announcements(hall)][:1] == [m.Combination.TRUMPS]


def test_georgian_rules_announce_nothing() -> None:
    hall = Hall("silent", ruleset=GEORGIAN).run()
    assert not said(hall)
