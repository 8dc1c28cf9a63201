"""What a player at a table does without typing: a bot's moves and policy, the hand after which no more are played."""

from __future__ import annotations

from bura_p2p.net.driver import Play, SetPolicy, StopAfterHand, Update
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import Special
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from bura_p2p.ui.console import TypedLines
from bura_p2p.ui.sit import Player

from .tables import scripted


class Shy:
    """Takes what comes first; announces nothing once it has seen its cards."""

    def choose(self, view: View) -> a.Action:
        return view.legal[0]

    def policy(self, view: View) -> frozenset[Special]:
        return frozenset() if view.held else frozenset({Special.BURA})


class Mute:
    """A bot that has no say in what is announced."""

    def choose(self, view: View) -> a.Action:
        return view.legal[0]


def views() -> list[View]:
    """Seat A's view before the table opens, while nothing is held, and when it is to lead."""
    tables, seat_of = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD 8C AH"], "6D")
    session = tables.sessions[seat_of["A"]]
    early = session.view()
    tables.run(lambda tables: any(each.view().legal for each in tables.sessions))
    return [early, session.view()]


def test_a_bots_policy_is_passed_on_where_it_changes():
    early, turn = views()
    player = Player(TypedLines(None), Shy())
    assert player.commands(Update(1, (), early)) == [SetPolicy(frozenset({Special.BURA}))]
    assert player.commands(Update(2, (), early)) == []
    assert player.commands(Update(3, (), turn)) == [SetPolicy(frozenset()), Play(turn.legal[0])]
    assert player.commands(Update(4, (), turn)) == []


def test_a_bot_without_a_policy_and_a_person():
    _, turn = views()
    assert Player(TypedLines(None), Mute()).commands(Update(1, (), turn)) == [Play(turn.legal[0])]
    assert Player(TypedLines(None)).commands(Update(1, (), turn)) == []


def test_the_last_hand_is_said_to_be_the_last():
    _, turn = views()
    player = Player(TypedLines(None), hands=2)
    assert player.commands(Update(1, (e.HandBegun(1, 0, (0, 1)),), turn)) == []
    assert player.commands(Update(2, (e.HandBegun(2, 0, (0, 1)),), turn)) == [StopAfterHand()]
