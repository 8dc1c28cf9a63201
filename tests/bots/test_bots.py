"""Bots at the Georgian table, and where they meet others: always legal, sure of most that they claim."""

from __future__ import annotations

from collections import Counter

import pytest

from bura_p2p.bots import BOTS, make_bot
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.stacked import stack
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import LocalError
from bura_p2p.rules.actions import Accept, Claim, Count, Lead, Open, Raise
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Phase
from bura_p2p.table import events

from .engine import deal, new_match, play_hand, view_of


def choosers(*names: str, label: str = "bots") -> list:
    return [make_bot(name, Tape(f"{label} {seat}")).choose for seat, name in enumerate(names)]


@pytest.mark.parametrize("names", [("random", "random"), ("random", "greedy"), ("greedy", "greedy")])
def test_hundreds_of_hands_stay_legal(names):
    players = choosers(*names)
    rounds = 800 if names == ("random", "random") else 80
    reasons = Counter(play_hand(deal(number), players)[0].reason for number in range(rounds))
    assert sum(reasons.values()) == rounds
    assert Reason.CLAIM_RIGHT in reasons


@pytest.mark.parametrize("points_shown", [False, True])
def test_both_bots_play_tables_that_show_points(points_shown):
    players = choosers("greedy", "random")
    for number in range(40):
        position = deal(number, new_match(points_shown=points_shown))
        assert play_hand(position, players)[0] is not None


def test_greedy_errs_like_people():
    """Over many hands: right and wrong claims, raises, and raises that are declined."""
    players, reasons, kinds = choosers("greedy", "greedy", label="errs"), Counter(), Counter()
    for number in range(200):
        outcome, actions = play_hand(deal(number), players)
        reasons[outcome.reason] += 1
        kinds.update(map(type, actions))
    assert reasons[Reason.CLAIM_RIGHT] > 50
    assert reasons[Reason.CLAIM_WRONG] > 0
    assert reasons[Reason.DECLINED] > 5
    assert kinds[Accept] > 20
    assert kinds[Raise] > 20





def test_greedy_claims_what_it_surely_has():
    """The rule text's example: 11 and 21 seen, one closed card is worth at least 2."""
    for number in range(80):
        position = deal(number)
        players = choosers("greedy", "greedy", label=f"sure {number}")
        while position.outcome is None:
            seat = actors(position)[0]
            action = legal_actions(position, seat)[0]
            if not isinstance(action, Open | Count):
                action = players[seat](view_of(position, seat))
                if position.phase is Phase.LEAD and Claim() in legal_actions(position, seat):
                    surely = position.piles[seat].points(20)[0]
                    assert surely < 31 or action == Claim()
            position = apply(position, seat, action).position


def test_greedy_leads_a_bura():
    found = 0
    for number in range(3000):
        position = deal(number, new_match(match_to=1))  # no raises in this hand
        seat = actors(position)[0]
        if all(card.suit == position.trump for card in position.hands[seat] if card):
            found += 1
            action = make_bot("greedy", Tape("bura")).choose(view_of(position, seat))
            assert action == Lead(tuple(sorted(position.hands[seat])))
    assert found


def test_nothing_to_choose_and_unknown_bot():
    view = view_of(deal(1), 1 - actors(deal(1))[0])
    assert not view.legal
    for name in BOTS:
        with pytest.raises(LocalError):
            make_bot(name, Tape("none")).choose(view)
    with pytest.raises(LocalError, match="greedy, random, lively"):
        make_bot("deep", Tape("none"))



@pytest.mark.parametrize("name", BOTS)
def test_every_bot_answers_what_is_announced_against_its_lead(name):
    """It leads as high a combination or leaves the lead; and it leads what it has announced itself."""
    for hands in (["7S 9S 6C", "AD AC AH"], ["7S 9S 8S", "AD AC AH"]):
        players = [make_bot(name, Tape(f"announced {name} {seat}")).choose for seat in (0, 1)]
        hall = stack(Hall(f"announced {name}", ruleset=find_ruleset("classic"), players=players), hands, "6D")
        assert hall.run().table.ended
        kinds = {type(event) for event in hall.events[0]}
        assert events.Announced in kinds
        assert events.Ceded in kinds
