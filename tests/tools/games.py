"""Game files for the tests of what tells of them: whole, cut, faulty, forked.

Here: files made by real sessions, each made once a process. Never: what is expected of them.
"""

from __future__ import annotations

from functools import cache

from bura_p2p.conformance.hall import Hall, card_player, random_player
from bura_p2p.log.file import read_game, write_game
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from bura_p2p.wire import messages as m
from tests.support.forging import forge_entry


@cache
def whole(hands: int = 2) -> bytes:
    """A complete open match with claims and raises in it."""
    players = [card_player(1), random_player(5)]
    return Hall("tools", players=players).run(hands=hands).file()


@cache
def counted() -> bytes:
    """A hand that lasts to its last card, where points are proved and nothing opens."""
    for number in range(1, 50):
        hall = Hall(f"tools counted {number}", players=[card_player(number), card_player(number + 1)]).run()
        if any(isinstance(event, e.Counted) for event in hall.events[0]):
            return hall.file()
    raise LookupError("no such hand")


def late_claimer(view: View) -> a.Action:
    """Plays cards until closed cards decide its claim; then claims."""
    if a.Claim() in view.legal and view.position is not None and view.position.piles[view.seat].closed:
        return a.Claim()
    return card_player(len(view.held))(view)


@cache
def opened() -> bytes:
    """A hand in which given cards had to be opened for a claim."""
    for number in range(1, 200):
        hall = Hall(f"tools opened {number}", players=[late_claimer, card_player(number)]).run()
        if any(isinstance(event, e.PileOpened) for event in hall.events[0]):
            return hall.file()
    raise LookupError("no such hand")


@cache
def shown_points() -> bytes:
    """A hand where every give carries its points."""
    rules = find_ruleset("georgian", match_to=0, points_shown=True)
    for number in range(1, 50):
        hall = Hall(f"tools shown {number}", ruleset=rules, players=[card_player(number), card_player(7)]).run()
        if any(isinstance(event, e.Gave) for event in hall.events[0]):
            return hall.file()
    raise LookupError("no such hand")


@cache
def chips() -> bytes:
    """A game for chips: a wrong claim doubles the pot in its first hand."""
    rules = find_ruleset("russian", ante=2)

    def claimer(view: View) -> a.Action:
        return a.Claim() if view.match is not None and view.match.hand == 1 else card_player(3)(view)

    return Hall("tools chips", ruleset=rules, players=[claimer, claimer]).run(hands=2).file()


@cache
def resigned() -> bytes:
    """A hand that seat 1 gives up at once."""
    hall = Hall("tools resigned").run(lambda hall: hall.table.stage.value == "lead")
    hall.note(1, hall.sessions[1].play(a.Resign()))
    hall.note(0, hall.sessions[0].play(a.Resign()))
    return hall.run().file()


def cut(data: bytes, entries: int) -> bytes:
    """The file without its last `entries` entries."""
    game = read_game(data)
    return write_game(game.identities, game.entries[:-entries])


@cache
def faulty() -> bytes:
    """The file of a game in which the first to lead signs a claim that the rules do not allow yet."""
    hall = Hall("tools faulty").run(lambda hall: hall.table.stage.value == "lead")
    (seat,) = hall.table.owing()
    return hall.file(extra=[forge_entry(hall.sessions[seat], m.Raise(5))])


@cache
def twice() -> bytes:
    """The file of a game in which the first to lead signed a raise, and a resignation in the same place."""
    hall = Hall("tools twice").run(lambda hall: hall.table.stage.value == "lead")
    (seat,) = hall.table.owing()
    entries = [forge_entry(hall.sessions[seat], message) for message in (m.Raise(2), m.Resign())]
    return hall.file(extra=entries)
