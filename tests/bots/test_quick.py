"""The quick hand against the rules: the same legal moves, the same points, the same end, move by move.

`BURA_BOT_DEALS=2000` plays so many deals where the default run plays few.
"""

from __future__ import annotations

import os
from itertools import combinations
from random import Random

import pytest

from bura_p2p.bots import quick as q
from bura_p2p.bots.bits import POINTS, beating, bit_of, bits_of, cards_of_bits, covers, suited
from bura_p2p.cards import Suit, deck
from bura_p2p.rules.actions import Accept, Action, Answer, Cede, Claim, Decline, Give, Lead, Pass, Raise
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.points import cards_points, set_beats
from bura_p2p.rules.position import Position, deal_known
from bura_p2p.rules.ruleset import Ruleset, Special

from .engine import deal, forced, table_match, truth

DEALS = int(os.environ.get("BURA_BOT_DEALS", "0")) or 60

RULES = [
    *(rules for rules in RULESETS.values() if rules.players[0] == 2),
    find_ruleset("georgian", points_shown=True),
    find_ruleset("georgian", maliutka="anytime"),
    find_ruleset("georgian", give_face="up"),
    find_ruleset("georgian-5", give_face="down"),
    find_ruleset("georgian-5", maliutka="anytime"),
    find_ruleset("russian", three_aces="takes_pot", molodka=False),
    find_ruleset("russian", give_face="down", three_aces="takes_pot"),
    find_ruleset("western", special_sets="in_trick"),
    find_ruleset("telegram", points_shown=False),
]
NAMES = [f"{at}-{rules.name}" for at, rules in enumerate(RULES)]


def coded(action: Action, trump: Suit) -> int:
    match action:
        case Lead(cards):
            return q.LEAD | bits_of(cards, trump)
        case Answer(cards):
            return q.ANSWER | bits_of(cards, trump)
        case Give():
            return q.GIVE | bits_of(action.known, trump)
    kinds = {Claim: q.CLAIM, Pass: q.PASS, Cede: q.CEDE, Raise: q.RAISE, Accept: q.ACCEPT, Decline: q.DECLINE}
    return kinds[type(action)]


def quick_of(position: Position) -> q.Quick:
    trump = position.trump
    hands = tuple(bits_of(filter(None, held), trump) for held in position.hands)
    stock = tuple(bit_of(card, trump) for card in position.stock if card is not None)
    return q.Quick(q.questions(position.ruleset), (hands[0], hands[1]), stock, position.leader, begun=True)


def settled(position: Position) -> tuple[Position, Outcome | None]:
    """The position with everything done that nobody chooses."""
    while position.outcome is None:
        seat = actors(position)[0]
        action = forced(position, legal_actions(position, seat), frozenset(Special))
        if action is None:
            break
        position = apply(position, seat, action).position
    return position, position.outcome


def same_end(quick: q.Quick, outcome: Outcome) -> None:
    assert quick.phase == q.OVER
    assert quick.winner == (q.NOBODY if outcome.winner is None else outcome.winner)
    if outcome.winner is not None and not outcome.payers:
        assert abs(quick.gain(0)) == (outcome.points or 1)
    wrong = outcome.payers[0] if outcome.payers else q.NOBODY
    assert (quick.wrong if outcome.winner is None else q.NOBODY) == wrong


def loaded(rules: Ruleset, number: int) -> Position:
    """Every second deal has many trumps and aces on top: combinations meet in it."""
    position = deal(number, table_match(rules, 2, number))
    if number % 2:
        return position
    chance, match = Random(number), table_match(rules, 2, number)
    trump = chance.choice(list(Suit))
    heavy = sorted(deck(rules.deck), key=lambda card: chance.random() * (0.25 if card.suit == trump else 1.0))
    return deal_known(match, heavy)


@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_the_quick_hand_goes_as_the_rules_have_it(rules: Ruleset) -> None:
    reasons = set()
    for number in range(DEALS):
        chance = Random(number)
        position, outcome = settled(loaded(rules, number))
        quick = quick_of(position if position.outcome is None else loaded(rules, number))
        trump = position.trump
        while outcome is None:
            seat = actors(position)[0]
            codes = {coded(action, trump): action for action in legal_actions(position, seat)}
            assert seat == quick.actor
            assert sorted(quick.legal()) == sorted(codes)
            assert quick.points == [truth(position, 0), truth(position, 1)]
            assert quick.shown == [position.piles[at].exact for at in (0, 1)]
            calm = [code for code in codes if code not in {q.CLAIM, q.DECLINE} or chance.random() < 0.1] or [*codes]
            move = chance.choice(calm)
            untouched, before = quick.copy(), quick.legal()
            quick.act(move)
            assert untouched.legal() == before
            position, outcome = settled(apply(position, seat, codes[move]).position)
        same_end(quick, outcome)
        reasons.add(outcome.reason)
    assert len(reasons) > 1
    assert Reason.RESIGNED not in reasons


@pytest.mark.parametrize("trump", Suit)
def test_bits_are_cards(trump: Suit) -> None:
    chance = Random(trump)
    for _ in range(200):
        cards = tuple(sorted(chance.sample(deck(36), 5)))
        held, led = bits_of(cards, trump), bits_of(cards[:2], trump)
        assert cards_of_bits(held, trump) == cards
        assert POINTS[held] == cards_points(cards)
        assert covers(bits_of(cards[2:4], trump), led) == set_beats(trump, cards[2:4], cards[:2])
        found = {cards_of_bits(part, trump) for part in beating(bits_of(cards[2:], trump), led)}
        assert found == {part for part in combinations(cards[2:], 2) if set_beats(trump, part, cards[:2])}
        leads = {cards_of_bits(part, trump) for part in suited(held, (1, 2))}
        pairs = {pair for pair in combinations(cards, 2) if pair[0].suit == pair[1].suit}
        assert leads == pairs | {(card,) for card in cards}
