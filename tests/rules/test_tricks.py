"""Leading, answering, giving, taking tricks, refilling: two seats, then tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.cards import Card, deck
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.rules.actions import Answer, Give, Lead
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions, legal_kinds
from bura_p2p.rules.position import Phase, Position, begin_hand, deal_known, turn_up
from bura_p2p.rules.step import Draw

from .hands import FIVE_CARD, NO_DRAW, SHOWN, TABLE, cards, dealt, play, start

HAND = dealt("AS 10S QH", "KS JS AD", turned="JH", stock="AC 10H 10C KD")


def refused(position: Position, seat: int, action: object, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        apply(position, seat, action)  # type: ignore[arg-type]
    assert caught.value.code is code


# --- leads -------------------------------------------------------------------------------------------------


def test_every_lead_of_a_hand() -> None:
    leads = [action.cards for action in legal_actions(HAND, 0) if isinstance(action, Lead)]
    assert leads == [cards("QH"), cards("10S"), cards("AS"), cards("10S AS")]


@pytest.mark.parametrize("led", ["10S QH", "", "AS AS", "KS", "6S", "AS 10S QH", "JH"])
def test_leads_that_are_refused(led: str) -> None:
    refused(HAND, 0, Lead(cards(led)), Code.LEAD_ILLEGAL)


@pytest.mark.parametrize("led", ["6S", "AS AS", "JH", "AS KS QS JS"])
def test_leads_that_are_refused_from_an_unknown_hand(led: str) -> None:
    public = turn_up(begin_hand(start()), Card.parse("JH"))
    refused(public, 0, Lead(cards(led)), Code.LEAD_ILLEGAL)


def test_a_card_that_lies_in_a_pile_cannot_be_played_again() -> None:
    public = turn_up(begin_hand(start()), Card.parse("JH"))
    position = play(public, "0 lead AS", "1 give 1 closed").position
    refused(position, 0, Lead(cards("AS")), Code.LEAD_ILLEGAL)
    running = play(position, "0 lead KS").position
    refused(running, 1, Answer(cards("KS")), Code.ANSWER_ILLEGAL)


def test_nobody_leads_more_than_the_shortest_hand_holds() -> None:
    short = replace(HAND, hands=(HAND.hands[0], HAND.hands[1][:1]))
    refused(short, 0, Lead(cards("AS 10S")), Code.LEAD_ILLEGAL)
    assert {len(action.cards) for action in legal_actions(short, 0) if isinstance(action, Lead)} == {1}


def test_the_turned_trump_is_known_to_all_once_drawn() -> None:
    position = replace(turn_up(begin_hand(start()), Card.parse("JH")), stock=cards("JH"), stock_positions=(6,))
    step = play(position, "0 lead AS", "1 give 1 closed")
    assert step.draws == (Draw(0, 6),)
    assert step.position.hands[0] == (None, None, Card.parse("JH"))
    after = play(step.position, "0 lead JH").position
    assert after.hands[0] == (None, None)


def test_after_a_closed_give_nothing_is_known_of_the_hand() -> None:
    known = dealt("AS 10S QH", "KS JS AD", turned="JH", stock="AC 10H")
    known = replace(known, hands=((None,) * 3, (Card.parse("AD"), None, None)))
    position = apply(play(known, "0 lead AS").position, 1, Give((None,))).position
    assert position.hands[1] == (None, None, Card.parse("10H"))  # the last was drawn from a known stock


# --- bura --------------------------------------------------------------------------------------------------


def test_a_whole_full_hand_of_trumps_on_lead_wins_at_once() -> None:
    trumps = dealt("AH KH QH", "AS 10S KS", turned="JH")
    step = play(trumps, "0 raise 2", "1 accept", "0 lead AH KH QH")
    assert step.outcome == step.position.outcome == Outcome(0, Reason.BURA, 2)
    assert actors(step.position) == ()


@pytest.mark.parametrize("led", ["AH", "AH KH"])
def test_fewer_trumps_win_nothing_at_once(led: str) -> None:
    trumps = dealt("AH KH QH", "AS 10S KS", turned="JH")
    assert play(trumps, f"0 lead {led}").outcome is None


def test_three_cards_of_a_plain_suit_are_no_bura() -> None:
    assert play(dealt("AD KD QD", "AS 10S KS", turned="JH"), "0 lead AD KD QD").outcome is None


def test_the_last_trumps_of_a_hand_that_is_not_full_are_no_bura() -> None:
    late = replace(HAND, hands=(cards("AH KH"), cards("AS 10S")), stock=(), stock_positions=())
    assert play(late, "0 lead AH KH").outcome is None


def test_a_bura_in_answer_wins_only_the_trick() -> None:
    position = dealt("AD KD QD", "AH KH QH", turned="JH")
    step = play(position, "0 lead AD KD QD", "1 answer AH KH QH")
    assert step.outcome is None
    assert step.trick is not None
    assert step.trick.winner == 1


def test_five_trumps_of_five() -> None:
    position = dealt("AH 10H KH QH JH", "AS 10S KS QS JS", turned="6H", rules=FIVE_CARD)
    assert play(position, "0 lead AH 10H KH QH").outcome is None
    assert play(position, "0 lead AH 10H KH QH JH").outcome == Outcome(0, Reason.BURA, 1)


# --- answers and gives -------------------------------------------------------------------------------------

LED = dealt("AS 10S JC", "QH KS KH", turned="JH")


def test_open_answers_must_beat_where_gives_are_closed() -> None:
    led = play(LED, "0 lead AS 10S").position
    assert legal_actions(led, 1) == (
        Answer(cards("QH KH")),
        Give(cards("QH KH")),
        Give(cards("QH KS")),
        Give(cards("KH KS")),
    )
    refused(led, 1, Answer(cards("QH KS")), Code.ANSWER_ILLEGAL)


@pytest.mark.parametrize("answer", ["QH", "QH KS KH", "QH QH", "AH QH", "6H QH", ""])
def test_answers_that_are_refused(answer: str) -> None:
    led = play(LED, "0 lead AS 10S").position
    refused(led, 1, Answer(cards(answer)), Code.ANSWER_ILLEGAL)


@pytest.mark.parametrize("given", ["QH", "QH KS KH", "QH QH", "AD QH", "6H QH", ""])
def test_gives_that_are_refused(given: str) -> None:
    led = play(LED, "0 lead AS 10S").position
    refused(led, 1, Give(cards(given)), Code.GIVE_ILLEGAL)
    refused(led, 1, Give((None,) * 3), Code.GIVE_ILLEGAL)


def test_more_closed_cards_than_the_hand_has_are_refused() -> None:
    led = replace(play(LED, "0 lead AS 10S").position, hands=(cards("JC"), (None,)))
    refused(led, 1, Give((None, None)), Code.GIVE_ILLEGAL)


def test_trumps_that_would_beat_may_be_given() -> None:
    step = play(LED, "0 lead AS", "1 give KH")
    assert step.trick is not None
    assert step.trick.winner == 0
    assert step.trick.points == 15
    assert step.position.piles[0].open == cards("AS")


def test_open_gives_do_not_beat_and_lie_open() -> None:
    position = dealt("AS 10S KS QS JS", "6D 7D 8D 9D 6C", turned="6H", rules=FIVE_CARD)
    led = play(position, "0 lead AS 10S").position
    assert legal_kinds(led, 1) >= {Answer}
    assert Give not in legal_kinds(led, 1)
    assert len(legal_actions(led, 1)) == 10
    refused(led, 1, Give((None, None)), Code.GIVE_ILLEGAL)
    step = play(led, "1 answer 6D 7D")
    assert step.trick is not None
    assert step.trick.winner == 0
    assert step.position.piles[0].open == cards("AS 10S 6D 7D")


def test_shown_points_come_with_a_give_and_only_where_they_are_shown() -> None:
    shown = dealt("AS 10S JC", "QH KS KH", turned="JH", rules=SHOWN)
    led = play(shown, "0 lead AS 10S").position
    assert Give(cards("QH KS"), 7) in legal_actions(led, 1)
    refused(led, 1, Give(cards("QH KS")), Code.POINTS_ILLEGAL)
    refused(led, 1, Give(cards("QH KS"), 8), Code.POINTS_ILLEGAL)
    refused(led, 1, Give((None, None), 3), Code.POINTS_ILLEGAL)
    refused(led, 1, Give((None, None), 23), Code.POINTS_ILLEGAL)
    step = apply(led, 1, Give((None, None), 7))
    assert step.trick is not None
    assert step.trick.points == 28
    assert step.position.piles[0].points(20) == (28, 28)
    refused(play(LED, "0 lead AS").position, 1, Give(cards("KS"), 4), Code.POINTS_ILLEGAL)


def test_a_give_is_known_or_closed() -> None:
    with pytest.raises(LocalError, match="partly"):
        Give((None, Card.parse("AS")))


def test_the_value_of_closed_cards_is_not_known() -> None:
    step = apply(play(LED, "0 lead AS").position, 1, Give((None,)))
    assert step.trick is not None
    assert step.trick.points is None
    assert step.position.piles[0].points(20) == (13, 22)


def test_choices_need_the_own_cards() -> None:
    public = turn_up(begin_hand(start()), Card.parse("JH"))
    with pytest.raises(LocalError, match="not known here"):
        legal_actions(public, 0)


# --- more than two -----------------------------------------------------------------------------------------


def test_later_players_beat_what_stands_not_what_was_led() -> None:
    """The three-player example of the Russian text, with closed gives."""
    position = dealt("QS 7S 6C", "9D JS AC", "KD 8D 9S", turned="6D", rules=TABLE)
    position = play(position, "0 lead QS 7S", "1 answer 9D JS").position
    assert legal_actions(position, 2)[0] == Answer(cards("8D KD"))
    refused(position, 2, Answer(cards("8D 9S")), Code.ANSWER_ILLEGAL)  # it would beat the lead
    both = play(position, "2 answer KD 8D")
    kept = play(position, "2 give 8D 9S")
    assert both.trick is not None
    assert kept.trick is not None
    assert (both.trick.winner, kept.trick.winner) == (2, 1)
    assert (both.trick.points, kept.trick.points) == (9, 5)


def test_a_give_leaves_standing_what_stood() -> None:
    position = dealt("QS 7S 6C", "9D JS AC", "KS 8D 9S", turned="6D", rules=TABLE)
    position = play(position, "0 lead QS", "1 give AC").position
    assert position.standing.seat == 0
    assert Answer(cards("KS")) in legal_actions(position, 2)


def test_turns_go_round_from_the_winner() -> None:
    position = dealt("QS 7S 6C", "9D JS AC", "KS 8D 9S", turned="6D", rules=TABLE)
    step = play(position, "0 lead QS", "1 give JS", "2 answer KS")
    assert actors(step.position) == (2,)
    assert [draw.seat for draw in step.draws] == [2, 0, 1]
    after = play(step.position, "2 lead 9S").position
    assert actors(after) == (0,)


# --- refill ------------------------------------------------------------------------------------------------


def test_one_card_at_a_time_the_winner_first_before_the_next_lead() -> None:
    step = play(dealt("AS 10S QH", "KS JS AD", turned="JH", stock="AC 10H 10C KD"), "0 lead AS 10S", "1 give KS JS")
    assert step.position.phase is Phase.LEAD
    assert step.draws == (Draw(0, 7), Draw(1, 8), Draw(0, 9), Draw(1, 10))
    assert step.position.hands == (cards("QH AC 10C"), cards("AD 10H KD"))
    assert step.position.stock_positions == (*range(11, 20), 6)


def test_a_short_stock_is_drawn_to_its_end_or_not_at_all() -> None:
    for rules, left in ((TABLE, 0), (NO_DRAW, 3)):
        position = dealt("AS 10S QS", "KS 9S 8S", turned="JH", rules=rules)
        position = replace(position, stock=position.stock[-3:], stock_positions=position.stock_positions[-3:])
        step = play(position, "0 lead AS 10S", "1 give KS 9S")
        assert len(step.position.stock) == left
        assert [draw.seat for draw in step.draws] == ([0, 1, 0] if left == 0 else [])


def test_a_stock_that_is_just_enough_is_drawn() -> None:
    position = dealt("AS 10S QS", "KS 9S 8S", turned="JH", rules=NO_DRAW)
    position = replace(position, stock=position.stock[-4:], stock_positions=position.stock_positions[-4:])
    assert len(play(position, "0 lead AS 10S", "1 give KS 9S").draws) == 4


def test_a_hand_ends_when_somebody_has_no_card_to_answer_with() -> None:
    position = deal_known(start(TABLE, 5), deck(36))
    hands = tuple(held[:1] for held in position.hands)
    position = replace(
        position, hands=hands, stock=position.stock[-1:], stock_positions=position.stock_positions[-1:]
    )
    leads = legal_actions(position, 0)
    step = apply(position, 0, leads[0])
    while step.trick is None:
        seat = actors(step.position)[0]
        step = apply(step.position, seat, legal_actions(step.position, seat)[-1])
    assert sorted(map(len, step.position.hands)) == [0, 0, 0, 0, 1]
    assert step.position.phase is Phase.LAST_WORD
