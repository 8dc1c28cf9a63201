"""Bots at every table: each ruleset, each number of seats. They end every hand, read no hidden card, and play well.

`BURA_BOT_DEALS=200` plays so many deals where the default run plays few.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, median, stdev
from time import process_time

import pytest

from bura_p2p.bots import BOTS, Thought, make_bot
from bura_p2p.conformance.tape import Tape
from bura_p2p.rules.actions import Action
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.deal import side_of
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Position
from bura_p2p.rules.ruleset import Bura, Exhausted, GiveFace, Instant, Ruleset, Special, Win

from .engine import TABLE_NAMES, TABLES, deal, forced, play_hand, reshuffled, table_match, view_of

DEALS = int(os.environ.get("BURA_BOT_DEALS", "0"))

BRIEF = Thought(hands=8)
"""Hardly a thought: for what holds however long a bot thinks."""

SMALLEST = [(rules, rules.players[0]) for rules in RULESETS.values()]


def play(names: Sequence[str], rules: Ruleset, number: int, label: str = "") -> tuple[Match, Outcome, list[Action]]:
    """A hand of bots by seat; what each one announces is its own policy."""
    match = table_match(rules, len(names), number)
    bots = [make_bot(name, Tape(f"{label} {number} {seat}"), BRIEF) for seat, name in enumerate(names)]
    position = deal(number, match)
    policies = [bot.policy(view_of(position, seat, match=match)) for seat, bot in enumerate(bots)]
    return match, *play_hand(position, [bot.choose for bot in bots], match=match, policies=policies)


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
def test_all_bots_end_every_hand(rules: Ruleset, seats: int) -> None:
    for number in range(DEALS or 2):
        names = [tuple(BOTS)[(seat + number) % len(BOTS)] for seat in range(seats)]
        match, outcome, _ = play(names, rules, number, "ends")
        assert outcome.reason not in {Reason.RESIGNED, Reason.VOID}
        match.settle(outcome)


def choices(position: Position, number: int) -> Iterator[tuple[Position, int]]:
    """The positions of a random hand in which a seat has a choice."""
    driver = make_bot("random", Tape(f"drive {number}"))
    while position.outcome is None:
        seat = actors(position)[0]
        action = forced(position, legal_actions(position, seat), frozenset(Special))
        if action is None:
            yield position, seat
            action = driver.choose(view_of(position, seat))
        position = apply(position, seat, action).position


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
def test_hidden_cards_do_not_change_a_choice(rules: Ruleset, seats: int) -> None:
    """What nobody but its holder knows is dealt anew, and once left in the position: the same choice."""
    for number in range(DEALS or 1):
        match = table_match(rules, seats, number)
        for turn, (position, seat) in enumerate(choices(deal(number + 40, match), number)):
            if turn % (1 if DEALS else 4):
                continue
            other = reshuffled(position, seat, number)
            own = view_of(position, seat).own_points
            views = [view_of(position, seat), view_of(other, seat, masked=False, own_points=own)]
            assert views[0] == view_of(other, seat, own_points=own)
            for name in BOTS:
                chosen = [make_bot(name, Tape(f"hidden {turn}"), BRIEF).choose(view) for view in views]
                assert chosen[0] == chosen[1]


def gain(match: Match, outcome: Outcome, side: int) -> float:
    """What the seats of one side win against the others: match points, or parts of the pot."""
    payments = match.payments(outcome)
    if match.ruleset.has_pot:
        return (payments.get(side, 0) - payments.get(1 - side, 0)) / match.pot
    if outcome.winner is None:
        return 0.0
    return outcome.points * (1 if side in side_of(match.ruleset, match.order, outcome.winner) else -1)


@pytest.mark.parametrize(("rules", "seats"), SMALLEST, ids=RULESETS)
def test_greedy_beats_random(rules: Ruleset, seats: int) -> None:
    """Each deal is played twice, with the hands changed over: its mean gain is above zero by two errors."""
    gains = []
    for number in range(DEALS or 10):
        both = [
            gain(*play([("greedy", "random")[(seat + flip) % 2] for seat in range(seats)], rules, number)[:2], flip)
            for flip in (0, 1)
        ]
        gains.append(mean(both))
    assert mean(gains) > 2 * stdev(gains) / len(gains) ** 0.5


def ends(rules: Ruleset) -> set[Reason]:
    """How hands of these rules end, of those ends that people see in an evening."""
    found = set()
    if rules.win in {Win.CLAIM_ANYTIME, Win.VAR_AFTER_OWN_TRICK}:
        found |= {Reason.CLAIM_RIGHT, Reason.CLAIM_WRONG}
    if rules.win is Win.AUTO:
        found.add(Reason.REACHED)
    else:
        found.add(Reason.CARDS_OUT if rules.exhausted is Exhausted.MOST_POINTS else Reason.DEAD)
    if rules.raises:
        found.add(Reason.DECLINED)
    if not rules.teams and (rules.bura is not Bura.NOTHING or {Instant.BURA, Instant.FOUR_TRUMPS} & {*rules.instant}):
        found.add(Reason.BURA)
    return found


@pytest.mark.parametrize(("rules", "seats"), SMALLEST, ids=RULESETS)
def test_lively_shows_every_end_of_a_hand(rules: Ruleset, seats: int) -> None:
    seen: Counter[Reason] = Counter()
    for number in range(1, (DEALS or 40) + 1):
        seen[play(["lively"] * seats, rules, number, "lively")[1].reason] += 1
        if ends(rules) <= set(seen) and not DEALS:
            break
    assert ends(rules) <= set(seen)
    assert not {Reason.RESIGNED, Reason.VOID} & set(seen)


@pytest.mark.parametrize("name", BOTS)
def test_same_entropy_same_game(name: str) -> None:
    for rules, seats in SMALLEST:
        games = [play([name] * seats, rules, 7, "twice")[1:] for _ in range(2)]
        assert games[0] == games[1]


def test_greedy_does_not_think_long() -> None:
    """Well under a blink, in the middle, at the tables that take longest."""
    for name, seats in (("georgian-5", 2), ("georgian-pairs", 4), ("russian", 6), ("closed", 4)):
        match, bot, times = table_match(RULESETS[name], seats), make_bot("greedy", Tape("time")), []
        for position, seat in choices(deal(3, match), 3):
            view = view_of(position, seat)
            started = process_time()
            bot.choose(view)
            times.append(process_time() - started)
        assert median(times) < 0.05


def test_greedy_never_claims_wrongly_what_it_saw_open() -> None:
    for name in ("classic", "russian", "western"):
        assert RULESETS[name].give_face is GiveFace.UP
        for number in range(DEALS or 6):
            outcome = play(["greedy", "greedy"], RULESETS[name], number, "open")[1]
            assert outcome.reason is not Reason.CLAIM_WRONG
