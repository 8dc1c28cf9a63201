"""Whole hands in memory, with all the mathematics: every end, both logs, a stranger's check."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from bura_p2p.conformance.hall import Hall, card_player, random_player
from bura_p2p.crypto.group import using
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.table.view import View
from bura_p2p.verify import Verdict, verify_file
from tests.support.rulesets import THREE


def bura_player(view: View) -> a.Action:
    """Keeps trumps, leads three of them as soon as it can, and never beats, raises or claims."""
    trump = view.position.trump
    leads = [action for action in view.legal if isinstance(action, a.Lead)]
    whole = [x for x in leads if len(x.cards) == 3 and all(card.suit == trump for card in x.cards)]
    singles = [x for x in leads if len(x.cards) == 1]
    cheap = sorted(singles, key=lambda x: (x.cards[0].suit == trump, x.cards[0].rank))
    gives = [x for x in view.legal if isinstance(x, a.Give)]
    fewest = sorted(gives, key=lambda x: sum(card.suit == trump for card in x.known))
    return (whole or cheap or fewest or [x for x in view.legal if not isinstance(x, a.Claim | a.Raise)])[0]


@lru_cache
def finished(label: str, kind: str = "random", hands: int = 1) -> Hall:
    players = {
        "random": [random_player(len(label)), random_player(7)],
        "cards": [card_player(1), card_player(2)],
        "bura": [bura_player, card_player(3)],
    }[kind]
    return Hall(label, players=players).run(hands=hands)


def last_hand(hall: Hall) -> e.HandOver:
    return [event for event in hall.events[0] if isinstance(event, e.HandOver)][-1]


def find(reason: str, kind: str, label: str) -> Hall:
    """The first hand, of tapes tried in turn, that ends so."""
    for number in range(300):
        hall = finished(f"{label} {number}", kind)
        if last_hand(hall).reason == reason:
            return hall
    raise AssertionError(f"no hand ended by {reason}")


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("claim_right", "random"),
        ("claim_wrong", "random"),
        ("declined", "random"),
        ("cards_out", "cards"),
        ("bura", "bura"),
    ],
)
def test_every_end_of_a_hand_is_one_game_for_all(reason: str, kind: str) -> None:
    hall = find(reason, kind, reason)
    assert hall.file(0) == hall.file(1)
    report = verify_file(hall.file())
    assert report.verdict is Verdict.FAIR, report
    assert [hand.reason for hand in report.hands] == [reason]
    assert report.head == hall.sessions[0].table.head == hall.sessions[1].table.head
    assert report.counts == hall.table.state.counts


def test_cards_out_counts_every_point_and_shows_no_face() -> None:
    hall = find("cards_out", "cards", "count")
    over = last_hand(hall)
    assert sum(over.totals) == 120
    counts = hall.table.state.counts
    assert counts.given > 0
    assert counts.given_opened == 0
    assert counts.statements > 0


def test_a_claim_that_open_cards_do_not_settle_opens_the_pile() -> None:
    for number in range(300):
        hall = finished(f"open {number}")
        opened = [event for event in hall.events[0] if isinstance(event, e.PileOpened)]
        if opened:
            break
    assert hall.table.state.counts.given_opened == sum(len(event.cards) for event in opened)
    assert verify_file(hall.file()).verdict is Verdict.FAIR


def test_public_events_are_the_same_for_all_seats() -> None:
    hall = finished("events", "cards")
    public = [[event for event in events if not isinstance(event, e.Held)] for events in hall.events]
    assert public[0] == public[1]


def test_the_same_tapes_play_the_same_game_byte_for_byte() -> None:
    first, second = (Hall("twice", players=[card_player(1), card_player(2)]).run() for _ in range(2))
    assert first.file() == second.file()


def test_both_group_providers_play_the_same_hand() -> None:
    compiled = Hall("providers", players=[card_player(1), card_player(2)]).run()
    with using("pure"):
        pure = Hall("providers", players=[card_player(1), card_player(2)]).run()
        report = verify_file(compiled.file())
    assert pure.file() == compiled.file()
    assert report.verdict is Verdict.FAIR


def test_shown_points_are_proved_with_every_give() -> None:
    rules = find_ruleset("georgian", match_to=0, points_shown=True)
    hall = Hall("shown", ruleset=rules, players=[card_player(1), card_player(2)]).run()
    gave = [event for event in hall.events[0] if isinstance(event, e.Gave)]
    assert gave
    assert all(event.points is not None for event in gave)
    assert hall.table.state.counts.statements == len(gave)
    assert sum(last_hand(hall).totals) == 120
    assert verify_file(hall.file()).verdict is Verdict.FAIR


@pytest.mark.parametrize("match_to", [1, 3])
def test_a_match_ends_at_its_length(match_to: int) -> None:
    rules = find_ruleset("georgian", match_to=match_to)
    hall = Hall(f"match {match_to}", ruleset=rules).run(hands=100)
    over = [event for event in hall.events[1] if isinstance(event, e.GameOver)]
    assert len(over) == 1
    assert over[0].score[over[0].winner] >= match_to
    assert verify_file(hall.file()).winner == over[0].winner
    raised = [event for event in hall.events[0] if isinstance(event, e.Raised)]
    assert not (match_to == 1 and raised)


@pytest.mark.parametrize("mail_order", range(4))
def test_three_seats_deal_play_and_verify_in_any_order_of_mail(mail_order: int) -> None:
    players = [random_player(mail_order), card_player(1), card_player(2)]
    hall = Hall(f"three {mail_order}", ruleset=THREE, seats=3, players=players, mail_order=mail_order).run(hands=2)
    assert [session.table.stage for session in hall.sessions] == [Stage.COMPLETE] * 3
    assert hall.file(0) == hall.file(1) == hall.file(2)
    report = verify_file(hall.file())
    assert report.verdict is Verdict.FAIR
    assert report.counts.shuffles == 6


def test_two_seats_under_the_rules_for_three() -> None:
    hall = Hall("two of three", ruleset=replace(THREE, match_to=0), players=[card_player(4), card_player(5)]).run()
    assert verify_file(hall.file()).verdict is Verdict.FAIR


def test_the_stranger_sees_every_cut_of_a_game_as_open() -> None:
    hall = finished("cut", "random")
    entries = hall.entries()
    for length in range(1, len(entries)):
        cut = Hall("cut")
        cut.sessions[0].entries = lambda length=length: entries[:length]
        report = verify_file(cut.file())
        assert report.verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT), (length, report)
        assert report.owing
        assert report.culprit is None


def test_a_settled_claim_tells_the_least_and_the_most() -> None:
    for reason in ("claim_right", "claim_wrong"):
        least, most = last_hand(find(reason, "random", reason)).claimed
        assert least <= most
        assert (least >= 31) == (reason == "claim_right")
        assert (most >= 31) == (reason == "claim_right")
    assert last_hand(find("cards_out", "cards", "count")).claimed is None


def test_the_end_names_who_stopped() -> None:
    hall = finished("stopped")
    over = [event for event in hall.events[0] if isinstance(event, e.GameOver)]
    assert over[0].stopped == (0, 1)
