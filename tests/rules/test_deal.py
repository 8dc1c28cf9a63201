"""Deck positions, the known deal, filling in what a seat knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.cards import Card, deck
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.rules.builtin import GEORGIAN
from bura_p2p.rules.deal import deal_order, stock_positions, turn_order, turned_position
from bura_p2p.rules.match import Match
from bura_p2p.rules.position import Phase, begin_hand, deal_known, turn_up, with_hand
from bura_p2p.rules.ruleset import Ruleset

from .hands import FIVE_CARD, TABLE, cards, dealt, start


def test_turn_order_is_clockwise_from_anybody() -> None:
    assert turn_order((2, 0, 1), 0) == (0, 1, 2)
    assert turn_order((2, 0, 1), 1) == (1, 2, 0)


def test_one_card_at_a_time_from_the_leader() -> None:
    assert deal_order(GEORGIAN, (0, 1), 1) == (1, 0, 1, 0, 1, 0)
    assert deal_order(TABLE, (2, 0, 1), 0) == (0, 1, 2, 0, 1, 2, 0, 1, 2)


def test_the_turned_card_follows_the_hands_and_is_drawn_last() -> None:
    assert turned_position(GEORGIAN, 2) == 6
    assert stock_positions(GEORGIAN, 2) == (*range(7, 20), 6)
    assert (turned_position(FIVE_CARD, 2), turned_position(TABLE, 3)) == (10, 9)


@pytest.mark.parametrize(("rules", "seats"), [(GEORGIAN, 2), (FIVE_CARD, 2), (TABLE, 3), (TABLE, 6)])
def test_every_deck_position_is_dealt_or_in_the_stock(rules: Ruleset, seats: int) -> None:
    places = [*range(len(deal_order(rules, range(seats), 0))), *stock_positions(rules, seats)]
    assert sorted(places) == list(range(rules.deck))


def test_a_hand_begins_unknown() -> None:
    position = begin_hand(start())
    assert position.phase is Phase.DEALING
    assert position.hands == ((None,) * 3,) * 2
    assert position.stock == (None,) * 14
    assert position.trump_card is None
    with pytest.raises(LocalError, match="trump"):
        _ = position.trump
    with pytest.raises(LocalError, match="led"):
        _ = position.standing


def test_turning_up() -> None:
    position = turn_up(begin_hand(start()), Card.parse("JH"))
    assert position.phase is Phase.LEAD
    assert position.stock == (*(None,) * 13, Card.parse("JH"))
    with pytest.raises(LocalError):
        turn_up(position, Card.parse("QH"))
    with pytest.raises(PeerError) as caught:
        turn_up(begin_hand(start()), Card.parse("6H"))
    assert caught.value.code is Code.DECK_BROKEN


def test_a_known_deal_goes_round() -> None:
    pack = deck(36)
    position = deal_known(Match.start(TABLE, (2, 0, 1), 0), pack)
    assert position.hands == ((pack[0], pack[3], pack[6]), (pack[1], pack[4], pack[7]), (pack[2], pack[5], pack[8]))
    assert position.trump_card == pack[9]
    assert position.stock == (*pack[10:], pack[9])


@pytest.mark.parametrize("pack", [deck(36), deck(20)[1:], (*deck(20)[1:], deck(20)[1])])
def test_a_known_deal_needs_the_whole_deck(pack: tuple[Card, ...]) -> None:
    with pytest.raises(LocalError, match="each of the 20 cards"):
        deal_known(start(), pack)


def test_filling_in_a_hand() -> None:
    position = turn_up(begin_hand(start()), Card.parse("JH"))
    held = cards("AS 10S KD")
    assert with_hand(position, 1, held).hands == ((None,) * 3, held)
    for wrong in ("AS 10S", "AS 10S KD QD", "AS AS KD"):
        with pytest.raises(LocalError, match="different cards"):
            with_hand(position, 1, cards(wrong))
    known = replace(position, hands=((None,) * 3, (Card.parse("JH"), None, None)))
    with pytest.raises(LocalError, match="other cards"):
        with_hand(known, 1, held)
    assert with_hand(known, 1, cards("AS JH KD")).hands[1] == cards("AS JH KD")


def test_the_other_side_is_one_seat_or_none() -> None:
    assert dealt("AS KS QS", "AD KD QD", turned="JH").other_side(0) == 1
    assert begin_hand(start(TABLE, 3)).other_side(0) is None
