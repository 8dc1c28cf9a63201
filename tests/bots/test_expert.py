"""The good bot: what it imagines fits what it saw, its odds are exact, it keeps its time, and it plays well.

`BURA_BOT_DEALS=300` plays so many deals where the default run plays few.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, count, cycle
from math import prod
from random import Random
from statistics import mean, stdev

import pytest

from bura_p2p.bots import Thought, make_bot
from bura_p2p.bots import quick as q
from bura_p2p.bots.bits import POINTS, bit_of, bits_of
from bura_p2p.bots.expert import Expert, claim_odds
from bura_p2p.bots.habits import KEEN, PLAIN, play_out
from bura_p2p.bots.memory import Memory
from bura_p2p.bots.odds import odds_of_points
from bura_p2p.bots.recall import Recall, Seen
from bura_p2p.bots.sampler import Sampler
from bura_p2p.bots.wager import Stakes
from bura_p2p.cards import Card, Suit, deck
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.rules.actions import Accept, Action, Answer, Claim, Decline, Give, Lead, Raise
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import ClosedGive, Phase, Pile, Position
from bura_p2p.rules.ruleset import Ruleset, Special
from bura_p2p.table import events
from tests.rules.hands import cards, dealt, play

from .engine import deal, forced, play_hand, table_match, truth, view_of

DEALS = int(os.environ.get("BURA_BOT_DEALS", "0"))

FOR_TWO = [rules for rules in RULESETS.values() if rules.players[0] == 2]


def decisions(rules: Ruleset, number: int) -> Iterator[tuple[Position, int]]:
    """The choices of a hand that two random players play."""
    position, bot = deal(number, table_match(rules, 2, number)), make_bot("random", Tape(f"drive {number}"))
    while position.outcome is None:
        seat = actors(position)[0]
        action = forced(position, legal_actions(position, seat), frozenset(Special))
        if action is None:
            yield position, seat
            action = bot.choose(view_of(position, seat))
        position = apply(position, seat, action).position


# --- imagining -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.name)
def test_imagined_hands_look_like_the_real_one(rules: Ruleset) -> None:
    """The own cards, every count and all open points are as they are; each card lies in one place."""
    for number in range(DEALS or 4):
        for position, seat in decisions(rules, number):
            sampler, chance = Sampler(Memory(view_of(position, seat))), Random(number)
            for _ in range(3):
                world = sampler.deal(chance)
                trump, rival = position.trump, 1 - seat
                assert world.hands[seat] == bits_of(filter(None, position.hands[seat]), trump)
                assert world.hands[rival].bit_count() == len(position.hands[rival])
                assert len(world.stock) == len(position.stock)
                assert world.shown == [pile.exact for pile in position.piles]
                assert world.points[rival] == truth(position, rival)
                laid = [card for pile in position.piles for card in pile.open]
                laid += [card for put in position.trick for card in put.shown]
                seen = world.hands[0] | world.hands[1] | sum(world.stock) | bits_of(laid, trump)
                closed = sum(len(give.cards) for pile in position.piles for give in pile.closed)
                assert seen.bit_count() == rules.deck - closed
                assert sorted(world.legal()) == sorted(quick_moves(position, seat))


def test_given_cards_are_worth_what_was_shown() -> None:
    """Where gives tell their points, an ace that was given is imagined as an ace."""
    for position, seat in decisions(RULESETS["telegram"], 3):
        gives = [give for give in position.piles[seat].closed if give.points == 11 and len(give.cards) == 1]
        sampler = Sampler(Memory(view_of(position, seat)))
        for _ in range(5):
            _, given = sampler.drawn(Random(1))
            shown = sum(give.points or 0 for give in position.piles[seat].closed)
            assert sum(POINTS[bit] for bit in given) == shown
            assert sum(POINTS[bit] == 11 for bit in given) >= len(gives)


def quick_moves(position: Position, seat: int) -> list[int]:
    kinds = {"Lead": q.LEAD, "Answer": q.ANSWER, "Give": q.GIVE, "Claim": q.CLAIM, "Pass": q.PASS, "Cede": q.CEDE}
    kinds |= {"Raise": q.RAISE, "Accept": q.ACCEPT, "Decline": q.DECLINE}
    return [
        kinds[type(action).__name__] | bits_of(getattr(action, "cards", ()), position.trump)
        for action in legal_actions(position, seat)
    ]


def georgian(*hands: str, turned: str, stock: str = "", moves: tuple[str, ...] = ()) -> Position:
    return play(dealt(*hands, turned=turned, stock=stock, rules=RULESETS["georgian"]), *moves).position


def last_cards() -> Position:
    """Nothing is left to draw and nothing was given closed: what is not seen is in the other hand."""
    held, theirs = cards("AS QS JD"), cards("KS 10D JC")
    laid = tuple(card for card in deck(20) if card not in {*held, *theirs})
    start = georgian("AS QS JD", "KS 10D JC", turned="JH")
    piles = (Pile(laid[:7]), Pile(laid[7:]))
    return replace(start, hands=(held, theirs), stock=(), stock_positions=(), piles=piles, tricks_won=(3, 4))


def test_it_knows_what_must_be_in_the_other_hand() -> None:
    position = last_cards()
    sampler = Sampler(Memory(view_of(position, 0)))
    assert {sampler.deal(Random(n)).hands[1] for n in range(20)} == {bits_of(cards("KS 10D JC"), position.trump)}


def test_a_hand_that_would_have_beaten_is_imagined_less() -> None:
    """The ten of spades was led and not beaten: the ace of spades is hardly in that hand, but may have been drawn."""
    trump = Suit.HEARTS
    recall = Recall(seen=[Seen(bits_of(cards("10S"), trump), 0, 1, 1, stock=True)])
    given, chance = [bits_of(cards("JC"), trump)], Random(1)

    def fit(text: str) -> float:
        return mean(recall.fits(bits_of(cards(text), trump), list(given), chance) for _ in range(300))

    assert fit("AS QD JD") < 0.6 < fit("AC QD JD")


def test_it_finds_out_what_happened_between_two_looks() -> None:
    """The ten of spades is led, a closed card is given, and both draw; then clubs are led and beaten."""
    start = georgian("10S JC KD", "QD QC JD", turned="JH", stock="JS KS QS QH KC KH 10C 10D 10H AC AD AS AH")
    recall, trump = Recall(), start.trump
    recall.look(Memory(view_of(start, 0)))
    recall.look(Memory(view_of(start, 0)), bits_of(cards("10S"), trump))
    second = play(start, "0 lead 10S", "1 give JD").position
    recall.look(Memory(view_of(second, 0)))
    assert recall.seen == [Seen(bits_of(cards("10S"), trump), 0, 1, 1, stock=True)]
    recall.look(Memory(view_of(second, 0)), bits_of(cards("JC"), trump))
    third = play(second, "0 lead JC", "1 answer QC", "1 lead KS").position
    recall.look(Memory(view_of(third, 0)))
    led, beaten = bits_of(cards("JC"), trump), bits_of(cards("QC"), trump)
    assert recall.seen[1:] == [Seen(led, beaten, 0, 1, stock=True)]


def test_a_lead_and_a_raise_tell_of_the_hand() -> None:
    """A jack was led: not by somebody who had two queens to lead, and hardly with the best trumps beside it, unless
    the stake was raised before.
    """
    start = georgian("JS QC QD", "KS KD JC", turned="JH", moves=("0 lead JS",))
    trump, chance = start.trump, Random(1)
    quiet, raised = Recall(), Recall()
    quiet.look(Memory(view_of(start, 1)))
    loud = georgian("JS QC QD", "KS KD JC", turned="JH", moves=("0 raise 2",))
    raised.look(Memory(view_of(loud, 1)))
    raised.look(Memory(view_of(play(loud, "1 accept", "0 lead JS").position, 1)))

    def fit(recall: Recall, text: str) -> float:
        return recall.fits(bits_of(cards(text), trump), [], chance)

    assert fit(quiet, "QS QC") < 0.3 < fit(quiet, "QD QC")
    assert fit(quiet, "AH 10H") < 0.3
    assert fit(raised, "QD QC") < 0.3 * fit(quiet, "QD QC")
    assert fit(raised, "AH 10H") > fit(quiet, "AH 10H")


def test_a_raise_of_one_hand_says_nothing_of_the_next() -> None:
    loud = georgian("JS QC QD", "KS KD JC", turned="JH", moves=("0 raise 2",))
    later = georgian("JS QC QD", "KS KD JC", turned="JH", moves=("0 lead JS",))
    recall, fresh = Recall(), Recall()
    recall.look(Memory(view_of(loud, 1)))
    match = replace(table_match(RULESETS["georgian"], 2), hand=7)
    for one in (recall, fresh):
        one.look(Memory(view_of(later, 1, match=match)))
    held = bits_of(cards("QD QC"), later.trump)
    assert recall.fits(held, [], Random(1)) == fresh.fits(held, [], Random(1))


# --- claims ----------------------------------------------------------------------------------------------------


def test_odds_are_those_of_every_way_counted() -> None:
    chance = Random(3)
    for _ in range(60):
        held = [(chance.choice([0, 0, 2, 3, 4, 10, 11]), chance.choice([1.0, 0.5, 0.1])) for _ in range(7)]
        size, least = chance.randrange(4), chance.randrange(-3, 25)
        ways = [(sum(p for p, _ in some), prod(w for _, w in some)) for some in combinations(held, size)]
        told = sum(way for points, way in ways if points >= least) / sum(way for _, way in ways)
        assert odds_of_points(held, size, least) == pytest.approx(told)
    assert odds_of_points([(4, 1.0)], 2, 1) == 0


def with_pile(open_cards: str, closed: int) -> Position:
    start = georgian("QS QC JD", "KS KD JC", turned="JH")
    pile = Pile(cards(open_cards), (ClosedGive(1, (None,) * closed),) if closed else ())
    return replace(start, piles=(pile, Pile()), tricks_won=(1, 0))


def chosen(position: Position, seat: int = 0, hands: int = 60) -> Action:
    return Expert(Tape("chosen"), Thought(hands)).choose(view_of(position, seat))


@pytest.mark.parametrize(
    ("pile", "closed", "claims"),
    [("AS 10S 10C", 0, True), ("AS 10S QD JS KC", 1, True), ("AS 10S QD", 1, False), ("AS 10S", 0, False)],
)
def test_it_claims_what_it_has_and_not_what_it_hopes_for(pile: str, closed: int, claims: bool) -> None:
    """Every card of this deck is worth 2 at the least: 30 and a closed card are enough, and 24 hardly."""
    position = with_pile(pile, closed)
    assert (chosen(position) == Claim()) == claims
    odds = claim_odds(Sampler(Memory(view_of(position, 0))))
    assert (odds == 1.0) if claims else (odds < 0.3)


# --- stakes ----------------------------------------------------------------------------------------------------


def raised(position: Position) -> Position:
    return play(position, "0 raise 2").position


def test_a_hopeless_hand_is_not_played_for_more_and_a_good_one_is() -> None:
    start = georgian("AH 10H AS", "JS QC JD", turned="QH")
    lost = replace(start, piles=(Pile(cards("AC 10C KC KD")), Pile()), tricks_won=(1, 0))
    assert chosen(raised(lost), 1) == Decline()
    won = georgian("JS QC JD", "AH 10H AS", turned="JH")
    assert chosen(raised(won), 1) in {Accept(), Raise(3)}
    assert isinstance(chosen(start), Raise)


def test_a_stake_beyond_the_match_is_worth_no_more() -> None:
    open_match, last = Stakes(), Stakes(need=1, theirs=5)
    assert open_match.value(1.0, 4) > open_match.value(1.0, 2)
    assert last.value(1.0, 4) == last.value(1.0, 1)
    assert last.value(-1.0, 4) == open_match.value(-1.0, 4)


# --- time ------------------------------------------------------------------------------------------------------


def test_a_thought_ends_with_its_time() -> None:
    ticks = count()
    more = Thought.of(1.0, lambda: next(ticks) / 100).more()
    assert sum(iter(more, False)) == 83
    more = Thought(hands=5).more()
    assert [more() for _ in range(7)] == [True] * 5 + [False] * 2


class Ticking:
    """A clock that goes on by itself at each look: by a hundredth of a second, and each seventh time by nine."""

    def __init__(self) -> None:
        self.now, self._steps = 0.0, cycle([0.01] * 6 + [0.09])

    def __call__(self) -> float:
        self.now += next(self._steps)
        return self.now


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.name)
def test_it_stops_at_its_limit(rules: Ruleset) -> None:
    """It looks at the clock before every imagined hand, and imagines none that might end too late."""
    clock, seconds = Ticking(), 1.0
    bot, spent = Expert(Tape("time"), Thought.of(seconds, clock)), [0.0]
    for position, seat in decisions(rules, 5):
        started = clock.now
        bot.choose(view_of(position, seat))
        spent.append(clock.now - started)
    assert 0.7 * seconds < max(spent) < seconds


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.name)
def test_it_plays_over_the_protocol(rules: Ruleset) -> None:
    players = [make_bot(name, Tape(f"hall {name}"), Thought(hands=4)).choose for name in ("expert", "beginner")]
    hall = Hall(f"expert {rules.name}", ruleset=rules, players=players).run()
    assert hall.table.ended
    assert not [event for event in hall.events[0] if isinstance(event, events.Refused)]


# --- strength --------------------------------------------------------------------------------------------------


def gains(rules: Ruleset, first: Callable[[str], object], second: Callable[[str], object], deals: int) -> list[float]:
    """What the first bot wins in each deal, which is played from both seats."""
    found = []
    for number in range(deals):
        match, total = table_match(rules, 2, number), 0.0
        for flip in (0, 1):
            pair = [first(f"a {number} {flip}"), second(f"b {number} {flip}")]
            players = [pair[seat ^ flip].choose for seat in (0, 1)]  # type: ignore[attr-defined]
            outcome, _ = play_hand(deal(number, match), players, match=match)
            worth = outcome.points or 1
            side = outcome.winner if outcome.winner is not None else 1 - outcome.payers[0] if outcome.payers else None
            total += 0 if side is None else worth if side == flip else -worth
        found.append(total)
    return found


def bots(name: str, hands: int = 40) -> Callable[[str], object]:
    return lambda label: make_bot(name, Tape(label), Thought(hands))


def better(rules: Ruleset, first: str, second: str, deals: int) -> bool:
    """Above zero by two standard errors."""
    found = gains(rules, bots(first), bots(second), deals)
    return mean(found) > 2 * stdev(found) / len(found) ** 0.5


@pytest.mark.parametrize("name", ["georgian", "classic", "telegram"])
def test_the_players_are_as_good_as_they_are_called(name: str) -> None:
    """The beginner is between chance and the expert, who hardly thinks here."""
    rules = RULESETS[name]
    assert better(rules, "beginner", "random", DEALS or 30)
    assert better(rules, "expert", "beginner", DEALS or 40)


@pytest.mark.skipif(not DEALS, reason="BURA_BOT_DEALS=300 measures it")
@pytest.mark.parametrize("name", ["georgian", "classic", "georgian-5", "kozel"])
def test_the_expert_beats_the_greedy_one(name: str) -> None:
    assert better(RULESETS[name], "expert", "greedy", DEALS)


@pytest.mark.parametrize("name", ["georgian-5", "kozel", "closed"])
def test_the_experts_own_habits_beat_those_that_it_expects(name: str) -> None:
    """Without any thought: the same deals from both seats."""
    rules, found = RULESETS[name], []
    for number in range(DEALS or 600):
        order = list(deck(rules.deck))
        Random(number).shuffle(order)
        size = rules.hand
        trump = order[2 * size].suit
        hands = bits_of(order[: 2 * size : 2], trump), bits_of(order[1 : 2 * size : 2], trump)
        stock = tuple(bit_of(card, trump) for card in [*order[2 * size + 1 :], order[2 * size]])
        total = 0
        for players in ((KEEN, PLAIN), (PLAIN, KEEN)):
            hand = q.Quick(q.questions(rules), hands, stock, number % 2, begun=True)
            hand.ceiling = 0
            play_out(hand, players)
            total += hand.gain(players.index(KEEN))
        found.append(total)
    assert mean(found) > 2 * stdev(found) / len(found) ** 0.5


def test_more_than_two_are_played_as_the_greedy_one_does() -> None:
    rules = RULESETS["georgian-pairs"]
    position = deal(3, table_match(rules, 4, 3))
    view = view_of(position, actors(position)[0])
    assert Expert(Tape("pairs")).choose(view) == make_bot("greedy", Tape("other")).choose(view) or view.legal


def test_leads_and_answers_of_an_expert_are_plain() -> None:
    """A trick that decides the hand is taken; nothing is thrown after one that is lost."""
    start = georgian("KS JS QD", "AS JC JD", turned="JH", moves=("0 lead KS",))
    near = replace(start, piles=(Pile(), Pile(cards("AC 10C"))), tricks_won=(0, 1))
    assert chosen(near, 1) == Answer((Card.parse("AS"),))
    start = georgian("AH KS QD", "10S JC JD", turned="JH", moves=("0 lead AH",))
    given = chosen(start, 1)
    assert isinstance(given, Give)
    assert POINTS[bits_of(given.known, start.trump)] == 2
    assert start.phase is Phase.FOLLOW
    assert isinstance(chosen(georgian("AH KS QD", "10S JC JD", turned="JH")), Lead | Raise)
