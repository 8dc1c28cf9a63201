"""Bura between two strangers: no server, no trust, and a game file that anybody can check.

For programs, `__all__` is the public part; it is imported when it is asked for, so that what a program does without
costs it nothing. A bot of one's own is a class with `choose`, which gets a `View` and returns one of `view.legal`:
see `Bot`, and `bura_p2p.bots` for one in twenty lines. `bura play --bot MODULE:CLASS` plays against it over the real
protocol, `bura arena MODULE:CLASS greedy` lets it play many hands. A program that hosts or joins is a client of
`open_lobby`: commands in, numbered messages with the whole state out, as every face of this package has them; their
shapes stand in `bura_p2p.ui.feed`. `verify_file` checks a finished game. What is called wrongly, or does not go as it
should on this side, raises `LocalError`, whose text is one sentence for people.

What lives where. An import may only point to an earlier line; modules of one line never import each other, but for
`crypto`, `rules` and `wire`, which do not know each other either.

    errors, cards               faults and their codes; what a card is
    rules, crypto, wire         the game; the mathematics; the bytes
    log                         signed entries, rounds, heads, the game file
    table                       what every seat and every stranger computes from the same entries
    session, verify             one player's secrets and moves; a stranger's check: both run the same table
    bots, store                 players that are programs; the disk
    net, stats                  the only sockets; results, luck, and a look back over past games
    ui, arena, bench, demo      people: the browser, the terminal
    conformance                 a seat that tells one lie, and every lie that it knows
    cli                         the command

`tests/test_house.py` holds it.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as type checkers take it: to import `typing` takes a moment before Ctrl-C is heeded

if TYPE_CHECKING:
    from typing import Any

    from .bots import Bot
    from .cards import Card, Rank, Suit
    from .errors import LocalError
    from .rules.actions import Accept, Action, Answer, Cede, Claim, Decline, Give, Lead, Pass, Raise
    from .rules.builtin import find_ruleset
    from .rules.notation import format_action, parse_action
    from .rules.points import card_beats, cards_points
    from .rules.position import Position
    from .rules.ruleset import Ruleset
    from .table.view import View
    from .ui.feed.feed import Client, Message
    from .ui.feed.lobby import Lobby
    from .ui.feed.opening import open_lobby
    from .verify import Report, Verdict, verify_file

__all__ = [
    "Accept", "Action", "Answer", "Bot", "Card", "Cede", "Claim", "Client", "Decline", "Give", "Lead", "Lobby",
    "LocalError", "Message", "Pass", "Position", "Raise", "Rank", "Report", "Ruleset", "Suit", "Verdict", "View",
    "card_beats", "cards_points", "find_ruleset", "format_action", "open_lobby", "parse_action", "verify_file",
]  # fmt: skip

_PLACES = {
    "bots": ("Bot",),
    "cards": ("Card", "Rank", "Suit"),
    "errors": ("LocalError",),
    "rules.actions": ("Accept", "Action", "Answer", "Cede", "Claim", "Decline", "Give", "Lead", "Pass", "Raise"),
    "rules.builtin": ("find_ruleset",),
    "rules.notation": ("format_action", "parse_action"),
    "rules.points": ("card_beats", "cards_points"),
    "rules.position": ("Position",),
    "rules.ruleset": ("Ruleset",),
    "table.view": ("View",),
    "ui.feed.feed": ("Client", "Message"),
    "ui.feed.lobby": ("Lobby",),
    "ui.feed.opening": ("open_lobby",),
    "verify": ("Report", "Verdict", "verify_file"),
}
"""Where each public name is."""


def __getattr__(name: str) -> Any:
    for place, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{place}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
