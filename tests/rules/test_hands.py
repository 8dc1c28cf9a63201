"""Whole hands: the worked example, and random hands of every ruleset, known and unknown side by side."""

from __future__ import annotations

import pytest

from bura_p2p.cards import deck
from bura_p2p.rules.actions import Answer, Claim, Give, Resign
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, legal_actions, legal_kinds
from bura_p2p.rules.points import ALL_POINTS
from bura_p2p.rules.position import Phase, with_hand
from bura_p2p.rules.ruleset import Ruleset, ShortStock

from .hands import GAMES, Moment, all_cards, cards, dealt, play, play_hand

NAMES = [f"{rules.name}-{rules.points_shown}-{seats}" for rules, seats in GAMES]
HANDS = 25


def test_the_worked_hand_move_by_move() -> None:
    """The example of the Georgian text; seat 0 is "you"."""
    position = dealt("AS 10D QH", "KS JS AD", turned="JH", stock="AC 10H 10C KD")
    assert position.trump_card == cards("JH")[0]
    assert len(position.stock) == 14

    position = play(position, "0 lead AS").position
    assert not any(isinstance(action, Answer) for action in legal_actions(position, 1))
    step = play(position, "1 give JS")
    assert step.trick is not None
    assert (step.trick.winner, step.trick.points) == (0, 13)
    assert step.position.piles[0].points(20) == (13, 22)  # "a face-down card is worth at least 2"
    assert step.position.hands == (cards("10D QH AC"), cards("KS AD 10H"))

    step = play(step.position, "0 lead 10D", "1 answer AD")
    assert step.trick is not None
    assert (step.trick.winner, step.trick.points) == (1, 21)
    assert step.position.hands == (cards("QH AC KD"), cards("KS 10H 10C"))
    assert step.position.leader == 1

    step = play(step.position, "1 lead 10C", "0 answer AC")
    assert step.trick is not None
    assert (step.trick.winner, step.trick.points) == (0, 21)
    assert step.position.piles[0].points(20)[0] == 34
    assert play(step.position, "0 claim").outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(34, 43))


@pytest.mark.parametrize(("rules", "seats"), GAMES, ids=NAMES)
def test_cards_and_points_are_conserved_and_every_hand_ends(rules: Ruleset, seats: int) -> None:
    for number in range(HANDS):
        moments = list(play_hand(rules, seats, number))
        for moment in moments:
            after = moment.step.position
            assert all_cards(after) == list(deck(rules.deck))
            assert len(after.stock) == len(after.stock_positions)
            if moment.step.trick is not None:
                check_trick(moment, equal=seats <= 4 or rules.short_stock is ShortStock.NO_DRAW)
        check_end(moments[-1])


def check_trick(moment: Moment, equal: bool) -> None:
    after, trick = moment.step.position, moment.step.trick
    assert trick is not None
    sizes = {len(held) for held in after.hands}
    if equal:
        assert len(sizes) == 1
    full = after.ruleset.hand
    if after.ruleset.short_stock is ShortStock.DRAW_REST and after.stock:
        assert sizes == {full}
    assert max(sizes) <= full
    assert after.leader == trick.winner
    assert after.phase is (Phase.LEAD if min(sizes) else Phase.LAST_WORD)
    assert sum(after.tricks_won) == sum(moment.known.tricks_won) + 1
    assert after.piles[trick.winner].size == moment.known.piles[trick.winner].size + sum(
        len(played.cards) for played in trick.plays
    )
    led = {card.suit for card in trick.plays[0].shown}
    assert len(led) == 1
    for played in trick.plays:
        if played.beats:
            assert {card.suit for card in played.shown} <= led | {after.trump}


def check_end(moment: Moment) -> None:
    after = moment.step.position
    outcome = after.outcome
    assert outcome is not None
    assert outcome == moment.step.outcome
    assert actors(after) == ()
    assert outcome.points == (0 if outcome.winner is None else after.stake)
    if outcome.totals is not None:
        dead = sum(pile.size for pile in after.piles) < after.ruleset.deck
        assert sum(outcome.totals) <= ALL_POINTS
        assert dead or sum(outcome.totals) == ALL_POINTS


@pytest.mark.parametrize(("rules", "seats"), GAMES, ids=NAMES)
def test_a_stranger_and_a_seat_judge_as_one_who_knows_every_card(rules: Ruleset, seats: int) -> None:
    for number in range(HANDS):
        for moment in play_hand(rules, seats, 1000 + number, claims=0.05):
            known, public = moment.known, moment.public
            assert actors(known) == actors(public)
            for seat in known.order:
                assert legal_kinds(known, seat) == legal_kinds(public, seat)
            check_view(moment)
            check_same_step(moment)


def check_view(moment: Moment) -> None:
    known, seat = moment.known, moment.seat
    if known.phase in {Phase.OPENING, Phase.COUNT}:
        return
    view = with_hand(moment.public, seat, [card for card in known.hands[seat] if card is not None])
    assert legal_actions(view, seat) == legal_actions(known, seat)
    assert moment.action in legal_actions(view, seat)
    assert {type(action) for action in legal_actions(known, seat)} | {Resign, Answer} == (
        legal_kinds(known, seat) | {Answer}
    )


def check_same_step(moment: Moment) -> None:
    step, public = moment.step, moment.public_step
    assert step.draws == public.draws
    assert step.outcome == public.outcome
    assert (step.trick is None) == (public.trick is None)
    if step.trick is not None and public.trick is not None:
        assert step.trick.winner == public.trick.winner
        assert public.trick.points in {None, step.trick.points}
    for name in ("phase", "leader", "stake", "raise_to", "last_raiser", "tricks_won", "owing", "stock_positions"):
        assert getattr(step.position, name) == getattr(public.position, name)
    for ours, theirs in zip(step.position.piles, public.position.piles, strict=True):
        assert ours.points(step.position.ruleset.deck) == theirs.points(step.position.ruleset.deck)
    for held, seen in zip(step.position.hands, public.position.hands, strict=True):
        assert len(held) == len(seen)
        assert all(card in held for card in seen if card is not None)


def test_random_hands_reach_every_end() -> None:
    """So that the properties above speak of all of them (bura needs a constructed deal)."""
    reasons, kinds = set(), set()
    for rules, seats in GAMES:
        for number in range(40):
            for moment in play_hand(rules, seats, number, claims=0.1):
                kinds.add(type(moment.action))
                if moment.step.outcome is not None:
                    reasons.add(moment.step.outcome.reason)
    assert reasons >= {Reason.CLAIM_RIGHT, Reason.CLAIM_WRONG, Reason.DECLINED, Reason.CARDS_OUT}
    assert {Claim, Give, Answer} <= kinds
    assert len(kinds) == 10  # every kind but Resign
