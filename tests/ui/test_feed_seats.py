"""What a feed shows of tables for three and for six, and of the clock of a move: followers in memory."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bura_p2p.cards import Card, deck
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.net import timers
from bura_p2p.net.driver import ClockSet, PeerAway, PeerBack, Update
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.table import events as e
from bura_p2p.ui.feed.follower import Follower
from tests.support.rulesets import THREE
from tests.ui.tables import shown_to


class Followed(Hall):
    """A hall with a follower at every seat; `states` are the tables that each has shown, with the events before."""

    def __init__(self, label: str, rules: Ruleset, seats: int) -> None:
        self.followers = [Follower(seat, lambda: 0.0, seats=seats) for seat in range(seats)]
        self.states: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
        self.seen: list[set[Card]] = [set() for _ in range(seats)]
        super().__init__(label, ruleset=rules, seats=seats, players=[card_player(seat) for seat in range(seats)])

    def note(self, seat: int, effects: Effects) -> None:
        super().note(seat, effects)
        if effects.events or not self.states[seat]:
            update = Update(len(self.states[seat]) + 1, effects.events, self.sessions[seat].view())
            told = self.followers[seat].follow(update)
            self.seen[seat] = shown_to(self.seen[seat], effects.events)
            table = self.followers[seat].table() or {}
            assert named([table, told]) <= self.seen[seat]
            self.states[seat].append(table)


def named(value: Any) -> set[Card]:
    """The cards that stand anywhere in plain data, but in the card that tells the rules."""
    match value:
        case dict():
            return set().union(*(named(one) for name, one in value.items() if name != "rule_card"))
        case list():
            return set().union(*map(named, value))
        case str():
            words = {word.strip(".,;:") for word in value.split()}
            return {card for card in deck(36) if str(card) in words}
    return set()


BY_SEAT = ("names", "counts", "piles")


@pytest.mark.parametrize(("rules", "seats"), [(THREE, 3), (find_ruleset("russian"), 3), (find_ruleset("western"), 6)])
def test_tables_for_more_than_two(rules, seats):
    hall = Followed(f"{rules.name} {seats}", rules, seats)
    hall.run(hands=1)
    assert hall.table.ended
    for seat, states in enumerate(hall.states):
        json.dumps(states)
        for table in states:
            assert (table["seat"], table["seats"]) == (seat, seats)
            assert [len(table[part]) for part in BY_SEAT] == [seats] * 3, table["stage"]
            assert set(table["order"]) <= set(range(seats))
            assert table["match"] is None or len(table["match"]["score"]) == seats
            assert len(table["held"]) <= table["counts"][seat]  # shares of what was drawn may be on their way
            assert [play["seat"] for play in table["trick"]] == turns(table)[: len(table["trick"])]
        whole = [table for table in states if table["last_trick"]]
        assert any(len(table["last_trick"]["plays"]) == seats for table in whole)
        assert len(states[-1]["result"]["score"]) == seats
        assert states[-1]["over"]["ended"] == "complete"
    mine = [sum(table["turn"]["mine"] for table in states) for states in hall.states]
    assert all(mine)


def turns(table: dict[str, Any]) -> list[int]:
    """The seats in the order in which they play this trick."""
    if table["leader"] is None:
        return []
    at = table["order"].index(table["leader"])
    return [*table["order"][at:], *table["order"][:at]]


def test_names_are_there_before_anybody_has_said_one():
    hall = Followed("nameless", THREE, 3)
    hall.start()
    first = hall.states[2][0]
    assert (first["seats"], len(first["names"]), len(first["piles"])) == (3, 3, 3)
    assert all(first["names"])


# --- the clock ---------------------------------------------------------------------------------------------------


class Clocked:
    """A follower at seat 0 and its clock, at times that are given."""

    def __init__(self) -> None:
        self.now = 0.0
        hall = Hall("clocked", ruleset=find_ruleset("georgian", clock=20, match_to=0))
        hall.run(until=lambda hall: any(each.view().legal for each in hall.sessions))
        self.view = hall.sessions[0].view()
        self.follower = Follower(0, lambda: self.now)
        self.seat = self.view.owing[0]

    def hear(self, now: float, *events: e.Event) -> dict[str, Any] | None:
        """The clock after these events."""
        self.now = now
        self.follower.follow(Update(1, events, self.view))
        return self.at(now)

    def at(self, now: float) -> dict[str, Any] | None:
        self.now = now
        return (self.follower.table() or {})["clock"]

    def clock(self, left: float, still: float | None = 0.0) -> dict[str, Any]:
        return {"seat": self.seat, "seconds_left": left, "running": still == 0, "still_for": still}


def test_a_clock_runs_and_is_given_more():
    clocked = Clocked()
    assert clocked.hear(0) is None
    assert clocked.hear(100, ClockSet(clocked.seat, 20)) == clocked.clock(20.0)
    assert clocked.at(115) == clocked.clock(5.0)
    assert clocked.hear(115, ClockSet(clocked.seat, 60)) == clocked.clock(65.0)
    assert clocked.hear(116, PeerBack()) == clocked.clock(64.0)
    clocked.view = replace(clocked.view, round=clocked.view.round + 1)
    assert clocked.hear(117, PeerBack()) is None
    assert clocked.hear(118, ClockSet(clocked.seat, 20)) == clocked.clock(20.0)


def test_it_stands_still_with_the_link_for_so_long_and_no_longer():
    """As the driver's, which has the program of who is away play when it is out."""
    clocked, budget = Clocked(), timers.AWAY_BUDGET
    clocked.hear(0, ClockSet(clocked.seat, 20))
    assert clocked.hear(5, PeerAway("connection", "Away.")) == clocked.clock(15.0, budget)
    assert clocked.at(5 + budget - 100) == clocked.clock(15.0, 100.0)
    assert clocked.at(5 + budget + 10) == clocked.clock(5.0)
    assert clocked.at(5 + budget + 100) == clocked.clock(0.0)
    assert clocked.hear(5 + budget + 12, PeerBack()) == clocked.clock(3.0)
    clocked.view = replace(clocked.view, round=clocked.view.round + 1)
    clocked.hear(400, ClockSet(clocked.seat, 20))
    assert clocked.hear(401, PeerAway("connection", "Away.")) == clocked.clock(19.0)  # nothing of it is left
