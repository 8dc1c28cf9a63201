"""What a sensible bot does in positions where one move is right, ruleset by ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bura_p2p.bots import make_bot
from bura_p2p.bots.memory import Memory
from bura_p2p.cards import Card
from bura_p2p.conformance.tape import Tape
from bura_p2p.rules.actions import Action, Answer, Cede, Claim, Give, Lead, Pass
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.phases import actors, apply
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import ClosedGive, Phase, Pile, Position
from bura_p2p.rules.ruleset import Special
from tests.rules.hands import cards, dealt, play

from .engine import deal, table_match, view_of


def chosen(position: Position, seat: int | None = None, own_points: int | None = None) -> Action:
    seat = actors(position)[0] if seat is None else seat
    return make_bot("greedy", Tape("judgement")).choose(view_of(position, seat, own_points=own_points))


def at(name: str, *hands: str, turned: str, moves: Sequence[str] = (), stock: str = "") -> Position:
    start = dealt(*hands, turned=turned, stock=stock, rules=RULESETS[name])
    return play(start, *moves).position


def with_pile(position: Position, seat: int, text: str) -> Position:
    piles = list(position.piles)
    piles[seat] = Pile(cards(text))
    return replace(position, piles=tuple(piles), tricks_won=tuple(int(other == seat) for other in position.order))


# --- claims ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "russian", "closed", "russian-32", "western"])
def test_it_claims_at_its_next_place_whatever_that_is(name: str) -> None:
    start = at(name, "AS 9S JD", "7H 9C QD", turned="JH", moves=["1 pass"])
    for pile, claims in (("AD 10D AC", True), ("AD 10D 8C", False)):
        lead = with_pile(start, 0, pile)
        assert (chosen(lead) == Claim()) == claims
        follow = with_pile(play(start, "0 lead 9S").position, 1, pile)
        assert (chosen(follow) == Claim()) == claims
    last = replace(with_pile(start, 0, "AD 10D AC"), phase=Phase.LAST_WORD, spoken=0, hands=((), ()))
    assert chosen(last) == Claim()
    assert chosen(with_pile(last, 0, "AD 10D 8C")) == Pass()


def test_a_pot_is_not_put_at_risk_for_little() -> None:
    """Closed gives may be worth the missing points: seldom enough of them for a pot, often enough when many."""
    start = at("closed", "AS 9S JD", "7H 9C QD", turned="JH", moves=["1 pass"])
    position = with_pile(start, 0, "AD 10C KC KD")
    for count, claims in ((1, False), (12, True)):
        given = ClosedGive(1, (None,) * count)
        pile = Pile(position.piles[0].open, (given,))
        assert (chosen(replace(position, piles=(pile, Pile()))) == Claim()) == claims


# --- combinations ------------------------------------------------------------------------------------------


def test_it_leaves_the_lead_to_what_it_cannot_top() -> None:
    position = at("classic", "AS 9S JD", "7C 9C QC", turned="JH", moves=["1 announce molodka"])
    assert chosen(position) == Cede()


@pytest.mark.parametrize("name", ["classic", "russian", "western"])
def test_it_tops_what_is_announced_with_a_bura(name: str) -> None:
    position = at(name, "AH 9H QH", "7C 9C QC", turned="JH", moves=["1 announce molodka"])
    assert chosen(position) == Lead(cards("9H QH AH"))


def test_it_answers_a_bura_with_a_higher_one() -> None:
    """The winner of that trick wins the hand: cards that do not beat would lose it."""
    position = at("classic", "9H JH 8H", "10H AH QH", turned="7H", moves=["1 pass", "0 lead 8H 9H JH"])
    assert chosen(position) == Answer(cards("QH 10H AH"))


def test_it_does_not_answer_a_higher_hand_with_its_bura_in_vain() -> None:
    """Three trumps that do not beat give the hand to the winner of the trick (source: "When a bura is played")."""
    hands = ["9C JC QC", "8H 9H JD", "10S 9S 8S"]
    position = at("russian", *hands, turned="7H", moves=["1 pass", "2 pass", "0 lead 9C"])
    assert isinstance(chosen(position), Answer)


def test_what_is_announced_is_imagined() -> None:
    """Against an announced bura its three trumps are counted on: it is not topped by hope."""
    position = at("classic", "AS AD AC", "QH 10H 9H", turned="JH", moves=["1 announce bura"])
    assert chosen(position) == Cede()


# --- points ------------------------------------------------------------------------------------------------


def test_it_takes_the_trick_that_brings_it_to_the_target() -> None:
    """Points that win by themselves: 25 held, 11 led; a trump is not too dear for that."""
    position = at("telegram", "AS 9C 8D", "JH 7C 9D", turned="6H", moves=["0 pass", "1 pass", "0 lead AS"])
    assert chosen(position, own_points=25) == Answer(cards("JH"))


def test_shown_points_are_believed() -> None:
    position = deal(5, table_match(RULESETS["telegram"], 3))
    memory = Memory(view_of(position, 1, own_points=17))
    assert (memory.exact, memory.surely, memory.probably, memory.closed) == (17, 17, 17, 0)


def test_it_gives_little_to_rivals() -> None:
    """All that is led is beaten by nothing here: the cheapest cards go."""
    position = at("closed", "AS 9C 8D", "10C 7C 9D", turned="6H", moves=["1 pass", "0 lead AS"])
    answer = chosen(position)
    assert isinstance(answer, Give)
    assert cards_points(answer.known) == 0


# --- pairs -------------------------------------------------------------------------------------------------

PAIR_HANDS = ("9C 8C 7C 7D 6D", "AC 6S 7S 8S JS", "6C QD JD 9D 8D", "10C AH 9H QC KS")


def test_an_ally_that_wins_is_given_points_and_not_overtaken() -> None:
    """Seat 1 has taken the lead with the ace of clubs, and nobody comes after: the trumps stay, the ten goes."""
    moves = ["0 lead 9C", "1 answer AC", "2 answer 6C"]
    position = at("georgian-pairs", *PAIR_HANDS, turned="10H", moves=moves)
    assert chosen(position) == Answer(cards("10C"))


def test_a_rival_that_wins_is_overtaken_where_it_pays() -> None:
    hands = ("9C 8C 7D 6D JD", "AC 6S 7S 8S 9S", "AH 9H QD 8D 9D", "6C 7C JC QC KS")
    position = at("georgian-pairs", *hands, turned="10H", moves=["0 lead 9C", "1 answer AC"])
    assert chosen(position) in {Answer(cards("9H")), Answer(cards("AH"))}


def test_the_piles_of_a_side_count_together() -> None:
    position = at("georgian-pairs", *PAIR_HANDS, turned="10H")
    piles = (Pile(cards("AD 10D KD")), Pile(cards("JH")), Pile(cards("AS 10S KC KH")), Pile())
    position = replace(position, piles=piles, tricks_won=(1, 1, 1, 0))
    assert (Memory(view_of(position, 0)).surely, Memory(view_of(position, 2)).surely) == (54, 54)
    assert chosen(position) != Claim()
    more = (piles[0], piles[1], Pile((*piles[2].open, Card.parse("10H"))), piles[3])
    assert chosen(replace(position, piles=more)) == Claim()


# --- what is announced for a bot ----------------------------------------------------------------------------


def test_policies() -> None:
    matches = [table_match(RULESETS["classic"], 2, number) for number in range(30)]
    views = [view_of(deal(1, match), 0, match=match) for match in matches]
    for name in ("greedy", "lively"):
        bot = make_bot(name, Tape("policy"))
        assert {bot.policy(view) for view in views} == {frozenset(Special)}
    bot = make_bot("random", Tape("policy"))
    drawn = [bot.policy(view) for view in views for _ in range(3)]
    assert drawn[::3] == drawn[1::3] == drawn[2::3]  # one for each hand
    assert len(set(drawn)) > 4
    assert bot.policy(replace(views[0], match=None)) <= frozenset(Special)


def test_after_a_lead_is_left_the_announcer_leads() -> None:
    position = at("russian", "AS 9S JD", "7C 9C QC", turned="JH", moves=["1 announce molodka", "0 cede"])
    assert position.phase is Phase.SEIZED
    assert chosen(position) == Lead(cards("7C 9C QC"))
    assert apply(position, 1, chosen(position)).position.phase is Phase.FOLLOW
