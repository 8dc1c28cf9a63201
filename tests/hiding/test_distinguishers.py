"""Nobody can tell which draw a card came from, nor what was given: no distinguisher beats chance on an honest player.

And every one of these would be caught by the same test: a hand that is not mixed, mixes that keep an order, a
permutation that never moves its last card, one factor for all cards, a proof that shows its witness. Their proofs
hold, and no table refuses them.

The plays come from tapes, so that a run gives the same numbers each time. BURA_TESTS=all takes 5,000 plays;
`python -m tests.hiding.statistics plays` takes fresh ones, and prints the tables (so does `-s` here).
"""

from __future__ import annotations

import os

import pytest

from bura_p2p.crypto.group import multiply_base
from bura_p2p.crypto.masking import own_share
from bura_p2p.verify import Verdict, verify_file
from tests.hiding import contest
from tests.hiding.plays import SMALL, Room, play_hand
from tests.hiding.statistics import LIMIT
from tests.hiding.stats import normal_p
from tests.hiding.weak import WEAK

WHOLE = os.environ.get("BURA_TESTS") == "all"
PLAYS = 5_000 if WHOLE else 200
WEAK_PLAYS = 1_000 if WHOLE else 60


def test_an_honest_player_is_like_chance() -> None:
    games = contest.collect("hiding", PLAYS)
    rows = contest.contest(games)
    print("\n" + contest.sizes(games), contest.table(rows), sep="\n")
    assert len(contest.mixed(games)) >= PLAYS
    assert {each.question for each in rows} == {contest.TRACED, contest.READ, contest.LOWER, contest.OLDER}
    assert contest.corrected(rows) > LIMIT
    least = contest.resolution(rows, LIMIT)
    print(f"an advantage that would show, one time in two: {least}")
    assert max(least.values()) < (0.1 if WHOLE else 0.35)
    assert least[contest.TRACED] < (0.04 if WHOLE else 0.17)
    algebra = ("known differences", "repeated factors", "open commitments", "known remainders")
    assert {each.name: each.found for each in rows if each.name in algebra} == dict.fromkeys(algebra, 0)


def test_the_least_advantage_that_shows() -> None:
    """A rate that lies so far above chance has just this p; and four times as many plays show half of it."""
    limit = LIMIT / 16
    some, more = (contest.row(contest.LOWER, "any", [contest.Guess(True, True, 0.5)] * n) for n in (500, 2_000))
    assert normal_p(some.seen_from(limit) * some.tries / some.deviation) == pytest.approx(limit, rel=1e-6)
    assert some.seen_from(limit) == pytest.approx(2 * more.seen_from(limit))
    missed, seen = (
        contest.row(contest.LOWER, "any", [contest.Guess(True, at < 500 * rate, 0.5) for at in range(500)])
        for rate in (0.49 + some.seen_from(limit), 0.51 + some.seen_from(limit))
    )
    assert seen.p < limit < missed.p


CAUGHT = {
    "no hand mix": (contest.TRACED, "known differences"),
    "a mix that sorts": (contest.LOWER, "the first"),
    "a mix in order of draws": (contest.OLDER, "the first"),
    "never moves the last card": (contest.LOWER, "the first"),
    "one factor for all cards": (contest.TRACED, "repeated factors"),
    "a proof without nonces": (contest.TRACED, "short nonces"),
}
"""Who is caught by what, beside others."""


@pytest.mark.parametrize("name", WEAK)
def test_a_weakened_player_is_caught(name: str) -> None:
    games = contest.collect(f"hiding from {name}", WEAK_PLAYS, WEAK[name], clean=True)
    rows = contest.contest(games)
    print("\n" + contest.sizes(games), contest.table(rows), sep="\n")
    assert contest.corrected(rows) < LIMIT
    by = {(each.question, each.name): each for each in rows}
    found = by[CAUGHT[name]]
    assert found.p < LIMIT
    assert found.right / found.tries > found.chance


@pytest.mark.parametrize("name", WEAK)
def test_weak_mixes_are_within_the_rules(name: str) -> None:
    """A stranger finds the file fair: what they lose is their own, and only these counts see it."""
    room = Room(f"accepted {name}", 0, SMALL, WEAK[name], answers=False)
    room.run()
    assert verify_file(room.file()).verdict is Verdict.FAIR


def test_the_opponent_has_what_it_is_said_to_have() -> None:
    """Its permutation and factors undo its shuffle, and every draw that is told is the right one."""
    for number in range(0, 12, 3):
        game = play_hand("had", number, None)
        before, after = game.decks[game.at : game.at + 2]
        for at, j in enumerate(game.psi):
            assert before[j].A + multiply_base(game.factors[j]) == after[at].A
            assert game.before(at) == (before[j] if game.at else game.decks[-1][at])
        for play in game.plays:
            for draw, card in zip(play.draws, play.inputs, strict=True):
                drawn = game.decks[-1][draw]
                # a card that has not been mixed yet is the one in the deck, less the opponent's share
                assert (drawn.A == card.A) == (own_share(game.key.x, card) == drawn.B - card.B)
        fresh = [(draw, card) for play in game.plays for draw, card in zip(play.draws, play.inputs, strict=True)]
        assert sum(game.decks[-1][draw].A == card.A for draw, card in fresh) >= 6
