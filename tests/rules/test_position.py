"""Positions as values: copies differ in what they are told, and in nothing else."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from bura_p2p.cards import deck, deck_set
from bura_p2p.errors import LocalError
from bura_p2p.rules.position import Phase, Position

from .hands import GAMES, play_hand


def test_a_copy_is_what_replace_makes() -> None:
    for rules, seats in GAMES:
        for turn in play_hand(rules, seats, 3):
            position = turn.step.position
            assert position.but() == position
            changed = position.but(leader=-1, phase=Phase.OVER)
            assert changed == replace(position, leader=-1, phase=Phase.OVER)
            assert hash(changed) == hash(replace(position, leader=-1, phase=Phase.OVER))
            assert vars(position).keys() == {field.name for field in fields(Position)}


def test_a_copy_has_no_new_fields() -> None:
    *_, turn = play_hand(*GAMES[0], 1)
    with pytest.raises(TypeError, match="A position has no leaders"):
        turn.step.position.but(leaders=1)


def test_a_deck_as_a_set() -> None:
    for size in (20, 32, 36):
        assert sorted(deck_set(size)) == list(deck(size))
    with pytest.raises(LocalError):
        deck_set(52)
