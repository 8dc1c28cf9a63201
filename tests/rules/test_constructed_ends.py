"""Deals constructed for how hands end: the last word, stakes, a short stock, sides, leaving, the count.

Each test names the sentence that it plays out.

The texts by title: "Bura" (Denexa Games), «Бура», "OBJECT OF BURA", "Bura card game rules", "Bura rules … (Georgian
tables)".
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.errors import Code, PeerError
from bura_p2p.rules.actions import Action, Answer, Claim, Count, Give, Lead, Pass, Raise
from bura_p2p.rules.builtin import (
    CLASSIC,
    CLOSED,
    GEORGIAN_5,
    GEORGIAN_PAIRS,
    KOZEL,
    RUSSIAN,
    TELEGRAM,
    WESTERN,
    find_ruleset,
)
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions, legal_kinds, resigned
from bura_p2p.rules.position import Phase, Pile, Position
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.rules.step import Draw

from .hands import cards, dealt, play, start, with_points


def refused(position: Position, seat: int, action: Action, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        apply(position, seat, action)
    assert caught.value.code is code


def with_stock(position: Position, size: int) -> Position:
    """The same with only the last cards of the stock left."""
    return replace(position, stock=position.stock[-size:], stock_positions=position.stock_positions[-size:])


def out_of_cards(position: Position) -> Position:
    """The same with nothing left to play or draw, waiting for the last word."""
    empty = ((),) * position.seats
    return replace(position, phase=Phase.LAST_WORD, hands=empty, stock=(), stock_positions=())


# --- the last word -------------------------------------------------------------------------------------------

FORTY = ("0 lead JH AH", "1 give JS AS", "0 lead JD AD", "1 answer JC KD", "1 lead QD 10D", "0 answer 10C AC",
         "0 lead KH 10H", "1 give QC QH", "0 lead QS 10S", "1 answer KC KS")  # fmt: skip


def forty() -> Position:
    """A whole hand of twenty cards: seat 0 has won 80 and said nothing, seat 1 the last trick and 40."""
    stock = "10C QH AD KD QD AC 10D 10H KH KS QS QC 10S"
    return play(dealt("AH JH JD", "JC JS AS", turned="KC", stock=stock), *FORTY).position


def test_var_in_the_last_word_with_40_beats_an_undeclared_80() -> None:
    """ "Bura rules …": "the hand goes to the player who reaches 31 or more and declares it"; "If every card is played
    and nobody declared, the player with more points wins".
    """
    position = forty()
    assert (position.phase, actors(position), position.hands, position.stock) == (Phase.LAST_WORD, (1,), ((), ()), ())
    assert legal_actions(position, 1) == (Claim(), Pass())
    refused(position, 0, Claim(), Code.TYPE_NOT_DUE)  # it has led again since it won a trick
    assert position.piles[1].points(20) == (40, 40)
    assert play(position, "1 claim").outcome == Outcome(1, Reason.CLAIM_RIGHT, 1, claimed=(40, 40))


def test_no_var_in_the_last_word_loses_40_to_80() -> None:
    """ "Bura rules …": "If the cards run out and nobody declared, the higher score wins." """
    position = play(forty(), "1 pass").position
    assert (position.phase, actors(position)) == (Phase.COUNT, (1,))
    step = play(position, "1 count 19")  # JS AS and QC QH, given into the other pile
    assert step.outcome == Outcome(0, Reason.CARDS_OUT, 1, (80, 40))


@pytest.mark.parametrize("rules", [CLASSIC, RUSSIAN, CLOSED, WESTERN])
def test_everybody_has_the_last_word_in_turn_from_the_last_tricks_winner(rules: Ruleset) -> None:
    """ "Bura" (Denexa): "If the players run out of cards before either one makes a declaration of collecting 31
    points, the hand is a draw."
    """
    position = with_points(dealt("AS 10S QH", "KS JS AD", turned="6H", rules=rules, leader=1), 31, 30)
    position = out_of_cards(position)
    assert actors(position) == (1,)
    passed = play(position, "1 pass").position
    assert (passed.phase, actors(passed)) == (Phase.LAST_WORD, (0,))
    assert play(passed, "0 claim").outcome == Outcome(0, Reason.CLAIM_RIGHT, 0, claimed=(31, 31))
    assert play(passed, "0 pass").outcome == Outcome(None, Reason.DEAD, 0)
    assert play(position, "1 claim").outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(30, 30), payers=(1,))


# --- stakes --------------------------------------------------------------------------------------------------


def test_while_a_raise_is_open_nobody_claims_and_after_it_the_claim_is_at_the_new_stake() -> None:
    """ "Bura rules …": "The opponent accepts, declines (and loses the hand at the stake before the raise) or raises
    back"; "'Var' can only be said straight after winning a trick, before the next lead".
    """
    position = with_points(dealt("AS 10S QH", "KS JS AD", turned="JH"), 31, 40)
    raised = play(position, "0 raise 2").position
    for seat in (0, 1):
        refused(raised, seat, Claim(), Code.TYPE_NOT_DUE)
    back = play(raised, "1 raise 3").position
    for seat in (0, 1):
        refused(back, seat, Claim(), Code.TYPE_NOT_DUE)
    accepted = play(back, "0 accept").position
    assert legal_kinds(accepted, 0) >= {Claim, Raise, Lead}
    assert play(accepted, "0 claim").outcome == Outcome(0, Reason.CLAIM_RIGHT, 3, claimed=(31, 31))
    refused(accepted, 1, Claim(), Code.TYPE_NOT_DUE)


def test_five_cards_go_to_61() -> None:
    """ "Bura rules …": "61 points win, and 60:60 is a draw"; "if you are short you lose the hand at the stake it was
    being played for".
    """
    position = dealt("AS KS QS JS 9S", "AD KD QD JD 9D", turned="6H", rules=GEORGIAN_5)
    raised = play(with_points(position, 60, 60), "0 raise 2", "1 accept").position
    assert play(raised, "0 claim").outcome == Outcome(1, Reason.CLAIM_WRONG, 2, claimed=(60, 60))
    right = with_points(position, 61, 59)
    assert play(right, "0 claim").outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(61, 61))
    ended = out_of_cards(with_points(position, 60, 60))
    assert play(ended, "0 pass").outcome == Outcome(None, Reason.DRAW, 0, (60, 60))


@pytest.mark.parametrize(("before", "won"), [(15, False), (16, True), (17, True)])
def test_31_wins_by_itself_and_30_does_not(before: int, won: bool) -> None:
    """ "Bura card game rules": "As soon as a player reaches 31, the game is over." The trick brings 15; with two
    seats everybody sees what the given card is worth.
    """
    position = replace(dealt("AS 10D QC", "KC 9D 8D", turned="6H", rules=TELEGRAM), phase=Phase.LEAD)
    step = play(with_points(position, before, 30), "0 lead AS", "1 give KC for 4")
    reached = Outcome(0, Reason.REACHED, 1, claimed=(before + 15, before + 15))
    assert (step.outcome, bool(step.draws)) == ((reached, False) if won else (None, True))


@pytest.mark.parametrize(("before", "won"), [("AC KD", False), ("AC QD JD", True)])
def test_at_a_larger_table_the_winner_of_the_trick_tells_whether_31_are_reached(before: str, won: bool) -> None:
    """The same, and: "Nobody sees them, but they go to whoever takes the trick, together with their points". """
    position = replace(dealt("AS 10D QC", "KC 9D 8D", "7S 7D 7C", turned="6H", rules=TELEGRAM), phase=Phase.LEAD)
    position = replace(position, piles=(Pile(cards(before)), *position.piles[1:]))
    position = play(position, "0 lead AS", "1 give KC", "2 give 7S").position
    assert (position.phase, actors(position)) == (Phase.TALLY, (0,))
    assert legal_actions(position, 0) == ((Claim(),) if won else (Pass(),))
    refused(position, 0, Pass() if won else Claim(), Code.POINTS_ILLEGAL)
    refused(position, 0, Claim(3) if won else Claim(4), Code.POINTS_ILLEGAL)
    if won:
        told = play(position, "0 claim for 4").outcome
        assert told == Outcome(0, Reason.REACHED, 1, claimed=(31, 31))
    else:
        assert play(position, "0 pass").draws


def test_the_partner_does_not_raise_again() -> None:
    """ "Bura rules …": "Raises alternate between the sides: the same side can never raise twice in a row." """
    hands = ("9S 8S KD QD JD", "10S AS 9D 8D 7D", "6H 7H KC QC JC", "9H 8H 10C 9C 8C")
    position = dealt(*hands, turned="KH", rules=GEORGIAN_PAIRS)
    position = play(position, "0 raise 2", "1 accept", "0 lead 9S 8S").position
    partner = play(position, "1 answer 10S AS", "2 answer 6H 7H", "3 answer 10C 9C").position
    assert (partner.leader, Raise in legal_kinds(partner, 2)) == (2, False)
    refused(partner, 2, Raise(3), Code.RAISE_ILLEGAL)
    other = play(position, "1 answer 10S AS", "2 answer KC QC", "3 answer 10C 9C").position
    assert (other.leader, Raise(3) in legal_actions(other, 1)) == (1, True)


# --- the stock -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [CLASSIC, RUSSIAN, CLOSED, WESTERN])
def test_a_stock_that_is_short_by_one_is_not_drawn(rules: Ruleset) -> None:
    """ "Bura" (Denexa): "If there will not be enough cards left in the stock to replenish the hands, the players do
    not draw at all, instead simply playing on with their hands as they are." The turned trump stays too.
    """
    position = with_stock(dealt("AS 10S QD", "7C 9S 8S", turned="JH", rules=rules), 3)
    put = "give 9S 8S" if rules is CLOSED else "answer 9S 8S"
    step = play(position, "1 pass", "0 lead AS 10S", f"1 {put}")
    assert (step.draws, step.position.phase, len(step.position.stock)) == ((), Phase.LEAD, 3)
    assert step.position.hands == (cards("QD"), cards("7C"))
    last = play(step.position, "0 lead QD", "1 give 7C" if rules is CLOSED else "1 answer 7C")
    assert (last.draws, last.position.phase, len(last.position.stock)) == ((), Phase.LAST_WORD, 3)
    assert last.position.stock[-1] == cards("JH")[0]
    dead = play(last.position, "0 pass", "1 pass").outcome
    assert dead == Outcome(None, Reason.DEAD, 0)


def test_a_stock_that_is_just_enough_is_drawn_whole_the_turned_trump_last() -> None:
    """ "Bura" (Denexa): "each player draws from the stock, starting with the winner of the trick and alternating"."""
    position = with_stock(dealt("AS 10S QD", "7C 9S 8S", turned="JH", rules=CLASSIC), 4)
    step = play(position, "1 pass", "0 lead AS 10S", "1 answer 9S 8S")
    assert [draw.seat for draw in step.draws] == [0, 1, 0, 1]
    assert step.draws[-1] == Draw(1, 6)
    assert cards("JH")[0] in step.position.hands[1]


def test_three_cards_short_by_one_at_a_table_of_three() -> None:
    """«Бура»: «Если в колоде недостаточно карт на всех, то игроки доигрывают оставшимся у них на руках количеством
    карт»: «на всех», so two cards for three players are not drawn.
    """
    position = dealt("AS 10S QD", "7C 9S 8S", "7D 9D 8D", turned="JH", rules=RUSSIAN)
    step = play(with_stock(position, 2), "1 pass", "2 pass", "0 lead AS", "1 answer 7C", "2 answer 7D")
    assert (step.draws, len(step.position.stock)) == ((), 2)


@pytest.mark.parametrize("rules", [TELEGRAM, find_ruleset("georgian")])
def test_elsewhere_a_short_stock_is_drawn_to_its_end(rules: Ruleset) -> None:
    """ "Bura rules …": "hands are refilled from the stock one card at a time, the trick winner first, until hands are
    full or the stock is empty".
    """
    position = dealt("10D KD QS", "JD AC KS", turned="JH", rules=rules)
    position = with_stock(replace(position, phase=Phase.LEAD), 3)
    led = play(position, "0 lead 10D KD").position
    step = apply(led, 1, next(action for action in legal_actions(led, 1) if isinstance(action, Give)))
    assert [draw.seat for draw in step.draws] == [0, 1, 0]
    assert [len(hand) for hand in step.position.hands] == [3, 2]
    refused(replace(step.position, phase=Phase.LEAD), 0, Lead(step.position.hands[0]), Code.LEAD_ILLEGAL)


def kozel_for_five() -> Position:
    """Five hands of four with no four trumps and no four aces among them; clubs are trumps."""
    return dealt("AS 10S 9S 8S", "KS QS JS 7S", "AD 10D 9D 8D", "KD QD JD 7D", "9H 8H 7H 6H", turned="6C",
                 rules=KOZEL, stock="6S 6D AH 10H KH QH JH JC 7C 8C 9C QC KC 10C AC")  # fmt: skip


def test_kozel_with_five_hands_ends_when_somebody_cannot_answer() -> None:
    """«Бура»: «заходить можно только либо с одной карты, либо с трех одной масти»; «игра ведется до окончания
    колоды». Sixteen cards do not go round among five: in the end one seat still holds a card, which counts for
    nobody.
    """
    position, tricks, drawn = kozel_for_five(), 0, []
    while position.outcome is None:
        (seat,) = actors(position)
        legal = legal_actions(position, seat)
        step = apply(position, seat, next((a for a in legal if isinstance(a, Lead | Answer)), legal[0]))
        tricks += step.trick is not None
        drawn += [len(step.draws)] * (step.trick is not None)
        position = step.position
    assert drawn == [5, 5, 5, 1, 0, 0, 0]
    left = [len(hand) for hand in position.hands]
    assert (sum(left), max(left), tricks) == (1, 1, 7)
    assert position.outcome.reason is Reason.CARDS_OUT
    totals = position.outcome.totals or ()
    unplayed = [card for hand in position.hands for card in hand if card is not None]
    assert sum(totals) == 120 - sum({"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}.get(c.rank.text, 0) for c in unplayed)
    assert totals[position.outcome.winner or 0] == max(totals)


def test_kozel_leads_one_or_three_and_never_more_than_the_shortest_hand_holds() -> None:
    """ "Bura card game rules": "You cannot lead more cards than the shortest hand at the table holds" (with five
    hands of unequal size the same holds of «козел»).
    """
    position = replace(kozel_for_five(), phase=Phase.LEAD)
    sizes = {len(action.cards) for action in legal_actions(position, 0) if isinstance(action, Lead)}
    assert sizes == {1, 3}
    short = replace(position, hands=(*position.hands[:4], position.hands[4][:2]))
    assert {len(action.cards) for action in legal_actions(short, 0) if isinstance(action, Lead)} == {1}
    refused(short, 0, Lead(cards("10S 9S 8S")), Code.LEAD_ILLEGAL)


# --- pairs, and seats that give up ------------------------------------------------------------------------------


def test_the_partner_overtakes_and_must_beat_what_stands() -> None:
    """ "Bura rules …": "The trick goes to whoever played the cards that stand at the end. That player leads next"."""
    hands = ("9S 8S KD QD JD", "10S AS 9D 8D 7D", "6H 7H KC QC JC", "9H 8H 10C 9C 8C")
    position = dealt(*hands, turned="KH", rules=GEORGIAN_PAIRS)
    led = play(position, "0 lead 9S 8S", "1 answer 10S AS").position
    assert led.standing.seat == 1
    over = play(led, "2 answer 6H 7H").position
    assert over.standing.seat == 2
    step = play(over, "3 answer 10C 9C")
    assert step.trick is not None
    assert (step.trick.winner, step.trick.points, step.position.leader) == (2, 31, 2)
    assert step.position.side_points(0) == (31, 31)
    own = play(position, "0 lead 9S 8S", "1 answer 9D 8D", "2 answer 6H 7H", "3 answer 10C 9C")
    assert own.trick is not None
    assert own.trick.winner == 2  # against the partner's lead too
    beaten = play(over, "3 answer 9H 8H")
    assert beaten.trick is not None
    assert beaten.trick.winner == 3


def test_only_who_won_the_trick_says_var_for_the_side() -> None:
    """ "Bura rules …": "the player who has just won a trick announces that he already has the points he needs". """
    hands = ("9S 8S KD QD JD", "10S AS 9D 8D 7D", "6H 7H KC QC JC", "9H 8H 10C 9C 8C")
    position = with_points(dealt(*hands, turned="KH", rules=GEORGIAN_PAIRS), 31, 0, 30, 0)
    for seat in (1, 2, 3):
        refused(position, seat, Claim(), Code.TYPE_NOT_DUE)
    outcome = play(position, "0 claim").outcome
    assert outcome == Outcome(0, Reason.CLAIM_RIGHT, 1, claimed=(61, 61))
    match = Match.start(GEORGIAN_PAIRS, range(4), 0).settle(outcome)
    assert (match.score, match.leader) == ((1, 0, 1, 0), 0)


def test_two_seats_resign_at_once_at_a_larger_table() -> None:
    """No text says how people leave: who leaves a pot pays as for a wrong claim («должен удвоить банк»), nobody wins,
    and "the next round is started" without them.
    """
    position = dealt("AS 10D QH", "KS JS AD", "KD JD 8C", "7S 7D 7C", turned="6H", rules=RUSSIAN)
    outcome = resigned(position, frozenset({0, 2}))
    assert outcome == Outcome(None, Reason.RESIGNED, 0, payers=(0, 2), left=(0, 2))
    match = start(RUSSIAN, 4)
    following = match.settle(outcome)
    assert (following.order, following.pot, following.chips) == ((1, 3), 14, (-5, -2, -5, -2))
    assert (match.dealer, following.dealer, following.leader) == (3, 3, 1)


def test_two_seats_resign_at_once_and_end_the_match_or_nothing() -> None:
    """The same: of two sides both at once make the hand void; of three seats two leave one, and no hand begins."""
    pair = dealt("AS 10D QH", "KS JS AD", turned="6H", rules=CLASSIC)
    assert resigned(pair, frozenset({0, 1})) == Outcome(None, Reason.VOID, 0)
    three = dealt("AS 10D QH", "KS JS AD", "KD JD 8C", turned="6H", rules=WESTERN)
    outcome = resigned(three, frozenset({1, 2}))
    assert outcome == Outcome(None, Reason.RESIGNED, 0, payers=(1, 2), left=(1, 2))
    match = start(WESTERN, 3).settle(outcome)
    assert (match.over, match.order, match.pot + sum(match.chips)) == (True, (0,), 0)
    sides = dealt("9S 8S KD QD JD", "10S AS 9D 8D 7D", "6H 7H KC QC JC", "9H 8H 10C 9C 8C",
                  turned="KH", rules=GEORGIAN_PAIRS)  # fmt: skip
    assert resigned(sides, frozenset({1, 3})) == Outcome(0, Reason.RESIGNED, 1)
    assert resigned(sides, frozenset({2, 3})) == Outcome(None, Reason.VOID, 0)


# --- the count -----------------------------------------------------------------------------------------------


def test_a_count_with_gives_in_both_piles() -> None:
    """ "Bura rules …": "In three-card bura given cards go face down and the trick winner never sees them"; "If every
    card is played and nobody declared, the player with more points wins".

    Both seats gave into the other's pile: each tells the sum of what it gave, and nothing is opened.
    """
    position = dealt("10S KC QD", "KS QC AD", turned="JH", stock="JC JD QS 10C")
    position = play(position, "0 lead 10S", "1 give KS", "0 lead KC", "1 give QC").position
    position = play(position, "0 lead QD", "1 answer AD", "1 lead 10C").position
    given = next(action for action in legal_actions(position, 0) if isinstance(action, Give))
    position = apply(position, 0, given).position
    ended = out_of_cards(position)
    counting = play(ended, "1 pass").position
    assert (counting.phase, actors(counting)) == (Phase.COUNT, (0, 1))
    assert legal_actions(counting, 1) == (Count((7,)),)
    refused(counting, 1, Count((8,)), Code.POINTS_ILLEGAL)
    refused(counting, 0, Count((2, 2)), Code.POINTS_ILLEGAL)
    (own,) = legal_actions(counting, 0)
    assert isinstance(own, Count)
    totals = (10 + 4 + 7, 3 + 11 + 10 + own.sums[0])
    for first, second in ((0, 1), (1, 0)):
        step = apply(apply(counting, first, legal_actions(counting, first)[0]).position, second,
                     legal_actions(counting, second)[0])  # fmt: skip
        assert step.outcome == Outcome(1, Reason.CARDS_OUT, 1, totals)
        assert not any(give.opened for pile in step.position.piles for give in pile.closed)


def test_a_count_of_one_seat_in_two_piles() -> None:
    """ "Bura card game rules": "If all cards are played and nobody has 31, the player with the most points wins." One
    seat has given to both others: a sum for each pile, the owners' seats ascending.
    """
    silent = ("0 pass", "1 pass", "2 pass")
    position = dealt("QS 7S 6C", "KS 9D 8D", "QC 8S JC", turned="6H", stock="7C 7D 8C", rules=TELEGRAM)
    position = play(position, *silent, "0 lead QS", "1 answer KS", "2 give JC").position
    position = play(position, "1 pass", "2 pass", "0 pass").position
    position = replace(position, hands=tuple(hand[:1] for hand in position.hands), stock=(), stock_positions=())
    assert position.hands == (cards("7S"), cards("9D"), cards("QC"))
    position = replace(position, leader=0)
    counting = play(position, "0 lead 7S", "1 give 9D", "2 give QC").position
    assert (counting.phase, actors(counting)) == (Phase.COUNT, (1, 2))
    assert legal_actions(counting, 2) == (Count((3, 2)),)
    refused(counting, 2, Count((2, 3)), Code.POINTS_ILLEGAL)
    step = play(counting, "2 count 3 2", "1 count 0")
    assert step.outcome == Outcome(1, Reason.CARDS_OUT, 1, (3, 9, 0))
