"""What a report says was checked is what stands in the log, entry by entry."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.hall import Hall, card_player, claimer
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.state import Counts
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.rulesets import THREE

POINT = 33
SHOWN = find_ruleset("georgian", match_to=0, points_shown=True)


def at_cards(label: str, name: str) -> Hall:
    """Three seats that play cards only."""
    players = [card_player(seat) for seat in range(3)]
    return Hall(label, ruleset=find_ruleset(name), seats=3, players=players)


HALLS = {
    "georgian, to the last card": lambda: Hall("counts", players=[card_player(1), card_player(2)]),
    "georgian, claimed": lambda: Hall("counts 3", players=[claimer(1), claimer(2)]),
    "georgian, opened": lambda: Hall("opened 0", players=[claimer(0), claimer(1)]),
    "points shown": lambda: Hall("counts", ruleset=SHOWN, players=[card_player(1), card_player(2)]),
    "three seats": lambda: Hall("counts", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)]),
    "closed": lambda: Hall("counts", ruleset=find_ruleset("closed"), seats=3),
    "telegram": lambda: Hall("counts", ruleset=find_ruleset("telegram")),
    "telegram, sealed": lambda: at_cards("c 0", "telegram"),
    "western, announced": lambda: at_cards("c 0", "western"),
}


def counted(hall: Hall) -> Counts:
    """The counts, from the messages alone."""
    found = Counts()
    said = [decode_body(entry.body).message() for entry in hall.entries()]
    found.hands = any(isinstance(message, m.Result) for message in said)
    for message in said:
        if isinstance(message, m.Reveal):
            found.keys += 1
        elif isinstance(message, m.Shuffle):
            found.shuffles += 1
        elif isinstance(message, m.Deal | m.Shares):
            found.shares += len(message.shares) // POINT
        elif isinstance(message, m.Lead | m.Answer | m.Open):
            found.openings += len(message.openings) // POINT
        elif isinstance(message, m.Count):
            found.statements += len(message.piles)
        elif isinstance(message, m.Points | m.Win | m.Announce):
            found.statements += 1
        if isinstance(message, m.Open):
            found.given_opened += len(message.openings) // POINT
        if isinstance(message, m.Lead | m.Answer | m.Give):
            found.mixes += bool(message.hand)
        if isinstance(message, m.Give):
            found.statements += message.points is not None
    found.given = sum(event.count for event in hall.events[0] if isinstance(event, e.Gave))
    return found


@pytest.mark.parametrize("name", HALLS)
def test_the_counts_are_those_of_the_log(name: str) -> None:
    hall = HALLS[name]().run()
    counts = hall.table.state.counts
    assert counts == counted(hall)
    assert counts.hands == 1
    assert counts.keys == counts.shuffles == hall.table.state.seats
    assert counts.given_closed == counts.given - counts.given_opened >= 0
    assert counts.mixes > 0
    assert counts.openings > 0
