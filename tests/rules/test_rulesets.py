"""Claims out of turn, in hands of the rulesets as they come (what holds in every hand: `test_simulation`)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bura_p2p.errors import PeerError
from bura_p2p.rules.actions import Claim
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.match import Match
from bura_p2p.rules.phases import actors, apply
from bura_p2p.rules.position import Phase
from tests.support.deals import biased
from tests.support.walk import Turn, walk


def turns(name: str, seats: int) -> Iterator[Turn]:
    """A few hands, mostly with combinations."""
    for number in range(4):
        tape = random.Random(number)
        match = Match.start(RULESETS[name], range(seats), 0)
        yield from walk(tape, match, biased(tape, match), 0.0)


@pytest.mark.parametrize("name", ["classic", "russian", "closed", "western"])
def test_a_claim_is_taken_from_anybody_at_any_moment(name: str) -> None:
    """Source: "At any point during the game, a player may stop it and claim". """
    phases = set()
    for turn in turns(name, 2 if name == "classic" else 3):
        phases.add(turn.before.phase)
        for seat in turn.before.order:
            step = apply(turn.before, seat, Claim())
            assert step.position.claimant == seat
            assert step.position.trick == turn.before.trick
    assert phases >= {Phase.ANNOUNCE, Phase.LEAD, Phase.FOLLOW, Phase.LAST_WORD}


@pytest.mark.parametrize("name", ["kozel", "telegram", "georgian", "georgian-pairs"])
def test_elsewhere_nobody_claims_out_of_turn(name: str) -> None:
    for turn in turns(name, RULESETS[name].players[0]):
        for seat in set(turn.before.order) - set(actors(turn.before)):
            with pytest.raises(PeerError):
                apply(turn.before, seat, Claim())
