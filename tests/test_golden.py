"""Every ruleset has a golden playthrough with each seat's view, and plays it so."""

from __future__ import annotations

import pytest

from bura_p2p.rules.builtin import RULESETS
from tests.support.golden import FOLDER, HANDS, playthrough


def test_every_ruleset_has_a_golden_playthrough_at_its_smallest_table() -> None:
    played = {(ruleset, seats) for ruleset, seats, options, _ in HANDS.values() if not options}
    assert {(rules.name, rules.players[0]) for rules in RULESETS.values()} <= played
    larger = {rules.name for rules in RULESETS.values() if rules.players[1] > rules.players[0]} - {"western"}
    assert larger <= {ruleset for ruleset, seats in played if seats > 2}


def test_every_golden_text_belongs_to_a_hand() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(HANDS)


@pytest.mark.parametrize("key", HANDS)
def test_the_hand_is_played_as_written(key: str) -> None:
    """On a difference: see whether the game was meant to change, then `python -m tests.support.golden`."""
    assert playthrough(key) == (FOLDER / f"{key}.txt").read_text("utf-8")
