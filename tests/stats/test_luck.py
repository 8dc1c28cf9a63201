"""The luck report: right for fair dealers, and not for those that favour somebody."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from bura_p2p.cards import Card, Rank, Suit, deck
from bura_p2p.stats.deals import Dealing, combination_of, count_deal, odds_of_combination
from bura_p2p.stats.luck import FIRST_LEAD, QUESTIONS, Luck, luck_report
from tests.stats import dealers


@pytest.mark.parametrize(("size", "hand"), [(20, 3), (32, 3), (20, 4)])
@pytest.mark.parametrize("text", ["AH", "10C", "KS"])
def test_the_odds_are_those_of_all_hands(size, hand, text):
    turned = Card.parse(text)
    dealing = Dealing(size, hand, turned)
    others = [card for card in deck(size) if card != turned]
    rows = [count_deal(1, 1, cards, turned.suit) for cards in combinations(others, hand)]
    for question in QUESTIONS:
        seen = Counter(question.counted(row) for row in rows)
        for count, chance in enumerate(question.odds(dealing)):
            assert chance == Fraction(seen[count], len(rows)), question.about


def test_the_odds_of_combinations_that_are_known():
    king = Dealing(36, 3, Card(Suit.SPADES, Rank.KING))
    assert float(odds_of_combination(king)) == pytest.approx(0.0086 + 0.0385 + 0.0006, abs=2e-4)
    five = Dealing(36, 5, Card(Suit.SPADES, Rank.KING))
    assert odds_of_combination(five) == Fraction(3 * 126 + 56, 324_632)


def test_what_a_hand_is():
    hand = [Card.parse(text) for text in ("AS", "AH", "AD")]
    assert combination_of(hand, Suit.SPADES) == "aces"
    assert combination_of([Card.parse(text) for text in ("AS", "6S", "9S")], Suit.SPADES) == "trumps"
    assert combination_of([Card.parse(text) for text in ("AS", "6S", "9S")], Suit.CLUBS) == "one_suit"
    assert combination_of([Card.parse(text) for text in ("AS", "6S", "9H")], Suit.SPADES) == ""


def test_fair_dealers_are_told_unusual_no_more_often_than_said():
    reports = [luck_report(dealers.deals(number, 50), dealers.turns(number, 15)) for number in range(150)]
    assert sum(report.luck is not Luck.USUAL for report in reports) <= 15  # 7 or fewer are expected
    assert sum(report.luck is Luck.RARE for report in reports) <= 2
    inside = sum(answer.low <= answer.seen <= answer.high for report in reports for answer in report.answers)
    assert inside >= 0.94 * 5 * 150


@pytest.mark.parametrize("size", [20, 36])
@pytest.mark.parametrize(
    ("dealer", "about"),
    [
        (dealers.swapping(dealers.trump, 0.4), "trumps"),
        (dealers.swapping(dealers.plain, 0.4), "trumps"),
        (dealers.swapping(dealers.ace, 0.4), "aces"),
    ],
)
def test_a_dealer_that_favours_is_found(dealer, about, size):
    report = luck_report(dealers.deals(3, 600, dealer, size=size))
    answer = next(answer for answer in report.answers if answer.about == about)
    assert report.luck is Luck.RARE
    assert answer.corrected == report.least < 1e-3
    assert not answer.low <= answer.seen <= answer.high


def test_what_the_other_side_gets_from_the_stock_cannot_be_seen_in_the_own_hand():
    report = luck_report(dealers.deals(9, 600, dealers.swapping(dealers.trump, 0.5, to=1)))
    assert report.luck is Luck.USUAL


def test_a_coin_that_always_falls_one_way_is_found():
    report = luck_report([], [True] * 20)
    assert [answer.about for answer in report.answers] == [FIRST_LEAD]
    assert report.least == pytest.approx(2 * 0.5**20)
    assert report.luck is Luck.RARE


def test_a_few_hands_say_little_and_say_so():
    report = luck_report(dealers.deals(1, 3, dealers.swapping(dealers.trump, 1)))
    trumps = report.answers[0]
    assert (trumps.low, trumps.out_of) == (0, 9)
    assert trumps.high >= 5
    assert luck_report([]).luck is Luck.NOTHING


def test_decks_and_turned_cards_are_mixed_rightly():
    hands = dealers.deals(1, 200, size=20) + dealers.deals(2, 100, size=36, hand=5)
    report = luck_report(hands, unnoted=7)
    trumps, aces, *_ = report.answers
    assert trumps.expected == pytest.approx(200 * 3 * 4 / 19 + 100 * 5 * 8 / 35)
    turned = Counter((hand.dealing.deck, hand.dealing.turned.rank == Rank.ACE) for hand in hands)
    ace = sum(n * (4 - is_ace) * (3 / 19 if size == 20 else 5 / 35) for (size, is_ace), n in turned.items())
    assert aces.expected == pytest.approx(ace)
    told = report.to_json()
    assert json.loads(json.dumps(told)) == told
    assert (told["hands"], told["unnoted"]) == (300, 7)
