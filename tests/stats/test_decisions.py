"""The choices of a game file: with notes as the player saw them, without notes only where nothing is guessed."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from bura_p2p.conformance.hall import card_player, claimer, raiser, random_player
from bura_p2p.errors import LocalError
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.notation import format_hand
from bura_p2p.stats.decisions import Decision, Unknown, decisions_of
from bura_p2p.store import HeldRow
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from tests.stats.tables import KeptHall
from tests.tools import games

PLAYERS = {
    "georgian": (claimer, card_player), "georgian-5": (card_player, raiser), "classic": (card_player, card_player),
    "closed": (card_player, claimer), "telegram": (card_player, random_player),
}  # fmt: skip


@cache
def played(rules: str) -> tuple[KeptHall, list[list[tuple[View, a.Action]]]]:
    """A game of two hands, and what each seat saw and chose."""
    truth: list[list[tuple[View, a.Action]]] = [[], []]

    def telling(seat, player):
        def choose(view):
            action = player(view)
            truth[seat].append((view, action))
            return action

        return choose

    players = [telling(seat, maker(seat + 3)) for seat, maker in enumerate(PLAYERS[rules])]
    hall = KeptHall(f"decisions {rules}", players, find_ruleset(rules))
    hall.run(hands=2)
    return hall, truth


def notes(hall: KeptHall, seat: int) -> list[HeldRow]:
    """What `DealNotes` keeps, from the updates."""
    views = [update.view for update in hall.updates[seat] if update.view.outcome is None]
    return [
        HeldRow(1, view.round, format_hand(view.held), format_hand(view.given))
        for view in views
        if view.held or view.given
    ]


def same(found: Decision, view: View) -> bool:
    assert found.view is not None
    one = found.view
    return (one.held, one.round, one.stage, one.legal) == (view.held, view.round, view.stage, view.legal) and (
        sorted(one.given) == sorted(view.given) and one.match == view.match and one.position == view.position
    )


@pytest.mark.parametrize("rules", PLAYERS)
@pytest.mark.parametrize("seat", [0, 1])
def test_with_notes_every_choice_is_seen_as_it_was(rules, seat):
    hall, truth = played(rules)
    found = list(decisions_of(hall.file(), seat, notes(hall, seat)))
    assert len(found) == len(truth[seat])
    for decision, (view, action) in zip(found, truth[seat], strict=True):
        assert same(decision, view)
        assert decision.chosen in decision.view.legal or None in decision.chosen.cards
        if not (isinstance(decision.chosen, a.Give) and None in decision.chosen.cards):
            assert decision.chosen == action
    last = [one for one in found if isinstance(one.chosen, a.Give) and None in one.chosen.cards]
    assert len(last) <= 2  # a give that ended its hand


@pytest.mark.parametrize("rules", PLAYERS)
@pytest.mark.parametrize("seat", [0, 1])
def test_without_notes_nothing_is_guessed(rules, seat):
    hall, truth = played(rules)
    found = list(decisions_of(hall.file(), seat))
    assert len(found) == len(truth[seat])
    for decision, (view, action) in zip(found, truth[seat], strict=True):
        assert (decision.view is None) == (decision.why is not None)
        assert type(decision.chosen) is type(action)
        if decision.view is not None:
            assert same(decision, view)
            assert decision.chosen == action


def test_open_gives_make_the_last_tricks_known():
    hall, _ = played("classic")
    found = list(decisions_of(hall.file(), 0))
    whys = Counter(decision.why for decision in found)
    assert whys[None] >= 3
    assert whys[Unknown.DRAWN] > 10
    assert all(decision.trick >= 1 for decision in found)


def test_notes_of_another_hand_or_game_are_not_believed():
    hall, _ = played("classic")
    strange = [HeldRow(1, 1, "AS KS QS", ""), HeldRow(1, 10_000, "AS KS QS", "")]
    assert list(decisions_of(hall.file(), 0, strange)) == list(decisions_of(hall.file(), 0))


def test_opened_gives_are_known():
    hall, truth = played("closed")
    assert any(isinstance(event, e.PileOpened) for event in hall.events[0])
    opened = [
        (decision.chosen, action)
        for seat in (0, 1)
        for decision, (_, action) in zip(decisions_of(hall.file(), seat), truth[seat], strict=True)
        if isinstance(decision.chosen, a.Give) and None not in decision.chosen.cards
    ]
    assert opened
    assert all(set(found.cards) == set(true.cards) for found, true in opened)


def test_a_faulty_or_cut_file_is_walked_as_far_as_it_goes():
    assert len(list(decisions_of(games.faulty(), 0))) + len(list(decisions_of(games.faulty(), 1))) == 0
    whole = games.whole()
    assert 0 < len(list(decisions_of(games.cut(whole, 12), 0))) <= len(list(decisions_of(whole, 0)))


def test_no_file_and_no_seat():
    with pytest.raises(LocalError, match="not a readable game file"):
        list(decisions_of(b"something else", 0))
    with pytest.raises(LocalError, match="no seat 2"):
        list(decisions_of(games.whole(), 2))


def test_a_decision_tells_no_card_in_a_log():
    hall, _ = played("classic")
    for decision in decisions_of(hall.file(), 0, notes(hall, 0)):
        assert not set(map(str, decision.view.held)) & set(repr(decision).replace("(", " ").split())
