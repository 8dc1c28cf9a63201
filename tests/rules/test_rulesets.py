"""Whole hands of every ruleset: random deals, and deals biased to combinations, known and unknown side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bura_p2p.cards import Card, Rank, deck
from bura_p2p.errors import PeerError
from bura_p2p.rules.actions import Action, Announce, Answer, Cede, Claim, Give, Lead, Pass, Resign
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.deal import deal_order
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions, legal_kinds
from bura_p2p.rules.points import ALL_POINTS, cards_points
from bura_p2p.rules.position import Phase, Position, begin_hand, deal_known, turn_up, with_hand
from bura_p2p.rules.ruleset import Exhausted, Ruleset, ShortStock

from .hands import Moment, all_cards, blind

VARIANTS = (
    find_ruleset("western", special_sets="in_trick"),
    find_ruleset("russian", three_aces="takes_pot", first_lead="right"),
    find_ruleset("closed", molodka="off"),
    find_ruleset("georgian", maliutka="anytime"),
    find_ruleset("georgian-5", maliutka="anytime", give_face="down"),
    find_ruleset("georgian-pairs", give_face="down", maliutka="anytime"),
)
GAMES = [
    (rules, seats)
    for rules in (*RULESETS.values(), *VARIANTS)
    for seats in range(rules.players[0], rules.players[1] + 1)
]
NAMES = [f"{rules.name}{'' if rules in RULESETS.values() else '-option'}-{seats}" for rules, seats in GAMES]
HANDS = 24


def biased(tape: random.Random, rules: Ruleset, order: list[int], leader: int) -> list[Card]:
    """A deck in deal order in which one or two seats get combinations, and so do the first draws."""
    pack = list(deck(rules.deck))
    tape.shuffle(pack)
    trump, plain = tape.sample(sorted({card.suit for card in pack}), 2)
    wanted = {
        "trumps": [card for card in pack if card.suit == trump],
        "aces": [card for card in pack if card.rank is Rank.ACE],
        "plain": [card for card in pack if card.suit == plain],
    }
    hands: dict[int, list[Card]] = {}
    for seat in tape.sample(order, 2):
        rest = [card for card in wanted[tape.choice(sorted(wanted))] if all(card not in h for h in hands.values())]
        hands[seat] = rest[: rules.hand]
    used = {card for hand in hands.values() for card in hand}
    others = [card for card in pack if card not in used]
    turned = next((card for card in others if card.suit == trump), others[0])
    others.remove(turned)
    dealt = []
    for seat in deal_order(rules, order, leader):
        held = hands.get(seat, [])
        dealt.append(held.pop() if held else others.pop())
    spare = [card for hand in hands.values() for card in hand]
    return [*dealt, turned, *sorted(others + spare, key=lambda card: (tape.random() < 0.5, card.suit))]


def play_through(rules: Ruleset, seats: int, number: int, match: Match | None = None) -> Iterator[Moment]:
    tape = random.Random(number)
    order = tape.sample(range(seats), seats)
    match = match or Match.start(rules, order, tape.choice(order))
    order = list(match.order)
    pack = biased(tape, rules, order, match.leader)
    if number % 3 == 0:
        tape.shuffle(pack)
    known = deal_known(match, pack)
    public = turn_up(begin_hand(match), known.trump_card or pack[0])
    while actors(known):
        seat = tape.choice(actors(known))
        action = choose(tape, known, legal_actions(known, seat))
        step, public_step = apply(known, seat, action), apply(public, seat, blind(action))
        yield Moment(known, public, seat, action, step, public_step)
        known, public = step.position, public_step.position


def choose(tape: random.Random, position: Position, actions: tuple[Action, ...]) -> Action:
    """Any action, but rarely a claim, and mostly a combination where there is one."""
    said = [action for action in actions if isinstance(action, Announce)]
    if said and tape.random() < 0.8:
        return tape.choice(said)
    long = [a for a in actions if isinstance(a, Lead | Answer) and len(a.cards) >= 3]
    if long and tape.random() < 0.5:
        return tape.choice(long)
    rest = [action for action in actions if not isinstance(action, Claim)]
    if Claim() in actions and (not rest or tape.random() < 0.06):
        return Claim()
    return tape.choice(rest)


@pytest.mark.parametrize(("rules", "seats"), GAMES, ids=NAMES)
def test_the_invariants_hold_in_every_hand(rules: Ruleset, seats: int) -> None:
    for number in range(HANDS):
        moments = list(play_through(rules, seats, number))
        for moment in moments:
            check_cards(moment)
            check_knowledge(moment)
        check_end(moments[-1])


def check_cards(moment: Moment) -> None:
    after, rules = moment.step.position, moment.known.ruleset
    assert all_cards(after) == list(deck(rules.deck))
    sizes = {len(after.hands[seat]) for seat in after.order}
    if not after.trick and after.outcome is None and (rules.name, after.seats) != ("kozel", 5):
        assert len(sizes) == 1
    if moment.step.trick is not None:
        check_trick(moment)
    if moment.step.draws and rules.short_stock is ShortStock.NO_DRAW:
        assert sizes == {rules.hand}
    if isinstance(moment.action, Claim):
        assert moment.step.position.trick == moment.known.trick


def check_trick(moment: Moment) -> None:
    trick, after = moment.step.trick, moment.step.position
    assert trick is not None
    gained = [
        new.size - old.size for new, old in zip(after.piles, moment.known.piles, strict=True)
    ]
    assert gained[trick.winner] == sum(gained) == sum(len(play.cards) for play in trick.plays)
    led = {card.suit for card in trick.plays[0].shown}
    if len(led) > 1:
        assert {card.rank for card in trick.plays[0].shown} == {Rank.ACE}
        return
    for play in trick.plays:
        if play.beats:
            assert {card.suit for card in play.shown} <= led | {after.trump}


def check_knowledge(moment: Moment) -> None:
    """A stranger and a seat follow as one who knows every card."""
    known, public, seat = moment.known, moment.public, moment.seat
    assert actors(known) == actors(public)
    assert all(legal_kinds(known, other) == legal_kinds(public, other) for other in known.order)
    if known.phase not in {Phase.OPENING, Phase.COUNT, Phase.TALLY}:
        view = with_hand(public, seat, [card for card in known.hands[seat] if card is not None])
        assert legal_actions(view, seat) == legal_actions(known, seat)
    assert moment.action in legal_actions(known, seat)
    kinds = {type(action) for action in legal_actions(known, seat)}
    free: set[type[Action]] = {Resign, Answer, Announce}
    if known.phase in {Phase.TALLY, Phase.ANNOUNCE}:
        free |= {Claim, Pass}  # what the cards decide
    if known.announced:
        free |= {Lead}  # the leader may have nothing as high
    assert kinds | free == legal_kinds(known, seat) | free
    step, told = moment.step, moment.public_step
    assert (step.draws, step.outcome, step.trick is None) == (told.draws, told.outcome, told.trick is None)
    for name in ("phase", "leader", "stake", "tricks_won", "owing", "spoken", "announced", "stock_positions"):
        assert getattr(step.position, name) == getattr(told.position, name)


def check_end(moment: Moment) -> None:
    after = moment.step.position
    outcome = after.outcome
    assert outcome is not None
    assert outcome.points == (0 if outcome.winner is None else after.worth)
    truth = [
        cards_points(pile.open) + sum(cards_points(give.known or ()) for give in pile.closed) for pile in after.piles
    ]
    total = sum(truth[seat] for seat in after.side(outcome.winner)) if outcome.winner is not None else 0
    target = after.ruleset.target or 0
    match outcome.reason:
        case Reason.CLAIM_RIGHT | Reason.REACHED:
            assert total >= target
        case Reason.CLAIM_WRONG:
            claimant = moment.seat if after.claimant is None else after.claimant
            assert sum(truth[seat] for seat in after.side(claimant)) < target
            assert (outcome.winner is None) == after.ruleset.has_pot
        case Reason.CARDS_OUT | Reason.SPLIT:
            assert outcome.totals == tuple(truth)
            best = max(sum(truth[ally] for ally in after.side(seat)) for seat in after.order)
            assert outcome.winner is None or total == best
        case Reason.DRAW:
            assert outcome.totals == tuple(truth)
        case Reason.DEAD:
            assert after.ruleset.exhausted is not Exhausted.MOST_POINTS
            assert outcome.totals is None
        case _:
            pass
    assert sum(truth) <= ALL_POINTS


@pytest.mark.parametrize(("rules", "seats"), GAMES, ids=NAMES)
def test_pot_chips_and_score_are_conserved_over_hands(rules: Ruleset, seats: int) -> None:
    tape = random.Random(7)
    order = tape.sample(range(seats), seats)
    match = Match.start(rules, order, order[0])
    for number in range(12):
        outcome = [*play_through(rules, seats, 500 + number, match)][-1].step.outcome
        assert outcome is not None
        following = match.settle(outcome)
        assert following.pot + sum(following.chips) == 0
        assert (following.pot > 0) == rules.has_pot
        assert following.leader in following.order
        gained = sum(following.score) - sum(match.score)
        allies = len(rules.teams[0]) if rules.teams else 1
        assert gained == outcome.points * allies
        match = following


def test_biased_deals_reach_what_random_ones_hardly_do() -> None:
    seen: dict[str, set[object]] = {}
    for rules, seats in GAMES:
        for number in range(HANDS):
            for moment in play_through(rules, seats, number):
                at = seen.setdefault(rules.name, set())
                at |= {type(moment.action), moment.known.phase}
                if moment.step.outcome is not None:
                    at.add(moment.step.outcome.reason)
    for name in ("classic", "russian", "closed", "russian-32", "western"):
        assert {Announce, Cede, Reason.BURA, Phase.SEIZED, Reason.CLAIM_WRONG} <= seen[name], name
    assert Reason.COMBINATION in seen["russian"]
    assert {Reason.BURA, Reason.COMBINATION, Reason.CARDS_OUT} <= seen["kozel"]
    assert {Reason.BURA, Reason.COMBINATION, Reason.REACHED, Phase.TALLY} <= seen["telegram"]
    assert {Announce, Cede} <= seen["georgian"]
    assert {Give} <= seen["georgian-pairs"]


@pytest.mark.parametrize("name", ["classic", "russian", "closed", "western"])
def test_a_claim_is_taken_from_anybody_at_any_moment(name: str) -> None:
    seats = 2 if name == "classic" else 3
    for moment in play_through(RULESETS[name], seats, 5):
        for seat in moment.known.order:
            if moment.known.phase in {Phase.OPENING, Phase.OVER}:
                continue
            step = apply(moment.known, seat, Claim())
            assert step.position.claimant == seat
            assert step.position.trick == moment.known.trick


@pytest.mark.parametrize("name", ["kozel", "telegram", "georgian", "georgian-pairs"])
def test_elsewhere_nobody_claims_out_of_turn(name: str) -> None:
    rules = RULESETS[name]
    for moment in play_through(rules, rules.players[0], 5):
        for seat in set(moment.known.order) - set(actors(moment.known)):
            with pytest.raises(PeerError):
                apply(moment.known, seat, Claim())


def test_who_left_is_dealt_no_cards_and_the_others_play_on() -> None:
    for name in ("russian", "closed", "kozel", "western", "telegram"):
        match = Match.start(RULESETS[name], (2, 0, 3, 1), 0)
        match = match.settle(Outcome(None, Reason.RESIGNED, 0, payers=(0,) if match.pot else (), left=(0,)))
        assert match.order == (2, 3, 1)
        assert match.pot + sum(match.chips) == 0
        for number in range(6):
            *_, last = play_through(RULESETS[name], 4, number, replace(match, hand=2))
            assert last.step.position.hands[0] == ()
            assert last.step.outcome is not None
