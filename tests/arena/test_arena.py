"""The arena: mirrored deals, figures that can be worked out by hand, and a command that says them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from bura_p2p.arena.command import arena
from bura_p2p.arena.contest import Contest, play_deal, play_deals, tallies
from bura_p2p.arena.figures import Deal, mean_gain, share_gained, share_won
from bura_p2p.arena.table import Seat, play_hand
from bura_p2p.bots import make_bot
from bura_p2p.cards import deck
from bura_p2p.cli import run
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import UsageError
from bura_p2p.rules.actions import Action, Cede
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.match import Match
from bura_p2p.rules.ruleset import Ruleset, Special
from bura_p2p.table.view import View

FOR_TWO = [rules for rules in RULESETS.values() if rules.players[0] == 2]


# --- hands -----------------------------------------------------------------------------------------------------


class Watching:
    """Plays as another bot does, and notes what it was shown."""

    def __init__(self, seat: int, whole: Sequence[object]) -> None:
        self.bot, self.seat, self.whole = make_bot("greedy", Tape(f"watch {seat}")), seat, whole

    def policy(self, view: View) -> frozenset[Special]:
        return self.bot.policy(view)

    def choose(self, view: View) -> Action:
        position = view.position
        assert position is not None
        assert view.seat == self.seat
        assert view.legal
        assert set(position.hands[1 - self.seat]) <= {None}
        assert set(position.stock[:-1]) <= {None}
        for pile in position.piles:
            assert all(give.opened or set(give.cards) <= {None} for give in pile.closed)
        return self.bot.choose(view)


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.name)
def test_a_seat_is_shown_no_more_than_it_may_see(rules: Ruleset) -> None:
    cards = list(deck(rules.deck))
    for number in range(3):
        Random(number).shuffle(cards)
        seats = [Seat(Watching(at, cards)) for at in (0, 1)]
        outcome = play_hand(Match.start(rules, (0, 1), 0), cards, seats, lambda: 0.0)
        assert outcome.reason.label not in {"resigned", "void"}
        assert seats[0].illegal == seats[1].illegal == 0


class Cheat:
    """Does what is never legal."""

    def policy(self, view: View) -> frozenset[Special]:
        return frozenset()

    def choose(self, view: View) -> Action:
        return Cede()


def test_an_illegal_move_is_counted_and_a_thought_is_timed() -> None:
    ticks = iter(range(1000))
    seats = [Seat(Cheat()), Seat(make_bot("greedy", Tape("fair")))]
    play_hand(Match.start(RULESETS["georgian"], (0, 1), 0), deck(20), seats, lambda: float(next(ticks)))
    assert seats[0].illegal == seats[0].moves > 0
    assert seats[1].illegal == 0
    assert seats[1].longest == 1.0


def test_a_bot_against_itself_gains_nothing() -> None:
    """The same cards, the same leader, the same chance for both: what one hand brings, the mirrored one takes."""
    contest = Contest(("beginner", "beginner"), RULESETS["georgian"], 0.1, worlds=1)
    tally = play_deals(contest, range(150))
    assert mean_gain(tally.deals).low < 0 < mean_gain(tally.deals).high
    assert sum(sum(counts) for counts in tally.ends.values()) == 300


def test_the_same_worlds_play_the_same_however_many_work() -> None:
    contest = Contest(("expert", "beginner"), RULESETS["classic"], 0.1, worlds=4)
    alone, spread = [], []
    for part in tallies(contest, 6, 1):
        alone += part.deals
    for part in tallies(contest, 6, 2):
        spread += part.deals
    assert alone == spread == [play_deal(contest, number).deals[0] for number in range(6)]


# --- figures ---------------------------------------------------------------------------------------------------


def deals(*gains: tuple[float, float]) -> list[Deal]:
    return [Deal(pair, ((pair[0] > 0) - (pair[0] < 0), (pair[1] > 0) - (pair[1] < 0))) for pair in gains]


def test_shares_and_means_are_those_worked_out_by_hand() -> None:
    some = deals((1, 1), (2, -1), (-1, 1), (0, 3), (-2, -2))
    assert mean_gain(some).value == pytest.approx(0.2)
    means = [1, 0.5, 0, 1.5, -2]
    spread = sqrt(sum((one - 0.2) ** 2 for one in means) / 4 / 5)
    assert mean_gain(some).high - mean_gain(some).low == pytest.approx(2 * 1.959964 * spread)
    assert share_gained(some).value == pytest.approx(8 / 14)
    assert share_won(some, 1).value == 0.5
    assert share_won(some, -1).value == 0.4


def test_wilsons_interval() -> None:
    """Of 10, 8: 49.0 % to 94.3 % (Wilson, 1927)."""
    found = share_won(deals(*[(1, 1)] * 4, (-1, -1)), 1)
    assert found == pytest.approx((0.8, 0.490, 0.943), abs=5e-4)
    none = share_won(deals((-1, -1)), 1)
    assert (none.value, none.low) == (0.0, 0.0)
    assert none.high < 1


def test_no_gain_at_all_is_half_and_says_nothing() -> None:
    assert share_gained(deals((0, 0))) == (0.5, 0.0, 1.0)
    assert mean_gain(deals((1, 1))).high == float("inf")


def test_intervals_hold_about_as_often_as_they_say() -> None:
    chance, held = Random(4), 0
    for _ in range(300):
        some = deals(*[(chance.choice([-1, 2]), chance.choice([-1, 2])) for _ in range(60)])
        held += share_gained(some).low <= 2 / 3 <= share_gained(some).high
    assert 0.9 < held / 300 < 0.99


# --- the command -----------------------------------------------------------------------------------------------


def test_the_command_speaks_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "greedy", "random", "--hands", "40", "--rules", "classic", "--jobs", "1"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("classic: 40 hands, each deal from both seats (95 % intervals)\n")
    assert "greedy  hands won" in told.out
    assert "chips a hand" in told.out
    assert "0 of" in told.out
    assert told.err == ""  # no progress where nobody looks on


def test_the_command_speaks_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("beginner", "random", hands=20, rules="s004-3", jobs=1, json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["ruleset"], report["hands"], report["unit"]) == ("georgian", 20, "points")
    first, second = report["players"]
    assert first["gain"][0] == -second["gain"][0]
    assert first["share"][0] + second["share"][0] == pytest.approx(1)
    assert first["won"][1] <= first["won"][0] <= first["won"][2]
    assert first["illegal"] == second["illegal"] == 0
    assert sum(sum(counts) for counts in report["ends"].values()) == 20


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"hands": 3}, "an even number"),
        ({"hands": 0}, "an even number"),
        ({"jobs": 0}, "a number of processes"),
        ({"seconds": 0.0}, "more than 0"),
        ({"seconds": 61.0}, "at most 60"),
        ({"worlds": 0}, "imagined hands"),
        ({"rules": "georgian-pairs"}, "not for two"),
        ({"rules": "whist"}, "no rules called"),
    ],
)
def test_what_makes_no_contest_is_said(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        arena("greedy", "greedy", **options)  # type: ignore[arg-type]


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(UsageError, match="no bot called 'deep'"):
        arena("greedy", "deep")
    assert run(["arena", "greedy", "deep"]) == run(["arena", "greedy", "greedy", "--rules", "whist"]) == 2
