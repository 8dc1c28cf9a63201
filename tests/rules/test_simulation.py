"""Hands and matches of every ruleset and option by chance, in a small size.

The full size, 10,000 hands of each with floors for everything rare: `python -m tests.support.simulate`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bura_p2p.rules.builtin import RULESETS
from tests.support.counts import AUTOMATIC, CARDS_OUT, expected
from tests.support.simulate import LEAST_PLAYED_OUT, MOST_CHOSEN, OPTIONS, TABLES, Row, play_hands

HANDS = 50
HANDS_OF_OPTIONS = 15


@pytest.mark.parametrize("name", TABLES)
def test_every_hand_keeps_the_invariants(name: str) -> None:
    row = play_hands(name, 0, HANDS if TABLES[name][0] in RULESETS.values() else HANDS_OF_OPTIONS)
    assert not row.faults
    assert row.counts["matches"] > 0


def test_all_rulesets_and_numbers_of_seats_are_there() -> None:
    assert len(TABLES) == 31 + 19
    assert {name.split(",")[0] for name in TABLES} == {*RULESETS, *OPTIONS}


def test_most_hands_are_played_out_and_few_turns_are_chosen() -> None:
    """Of a table where anybody may claim at any time; other hands and other numbers than above."""
    row = play_hands("russian, 3", 10_000, 120)
    assert not row.faults
    assert row.played_out > LEAST_PLAYED_OUT
    assert 0 < row.chosen < MOST_CHOSEN * 1.5  # of few turns
    specials = [f"{how} {what}" for how in ("announced", "led") for what in ("bura", "three_aces", "molodka")]
    for name in [*specials, "ceded", "short stock", "over an announcement", "end claim_wrong", "end dead"]:
        assert row.counts[name] > 0, name


def test_a_fault_is_told_and_floors_that_are_missed() -> None:
    row = Row("kozel, 5", Counter(hands=10_000, turns=100), ["kozel, 5: hand 3: AssertionError: so"])
    told = list(row.shortfalls())
    assert told[0] == "kozel, 5: hand 3: AssertionError: so"
    assert "only 0% of the hands were played out" in told[1]
    assert len(told) == 2 + len(expected(*TABLES["kozel, 5"]))
    row.counts["chosen claim"] = 2
    assert "2.00% of the turns were chosen" in list(row.shortfalls())[1]
    full = Counter(dict.fromkeys(expected(*TABLES["kozel, 5"]), 100), hands=10_000, turns=100)
    full[f"end {CARDS_OUT[0].label}"] = full[f"end {AUTOMATIC[0].label}"] = 3_000
    assert not list(Row("kozel, 5", full).shortfalls())
