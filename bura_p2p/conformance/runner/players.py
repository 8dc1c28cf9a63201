"""How this side plays with the program under test: whatever brings a case about soonest.

Here: players by a word. Never: a lie, or a judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ...bots import make_bot
from ...rules import actions as a
from ...rules.points import cards_points
from ...table.state import need
from ...table.view import View
from ..hall import Player, card_player, claimer, raiser
from ..tape import Tape


def _right_claimer(number: int) -> Player:
    """Plays cards; claims when its pile holds the target for sure."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        low, _ = need(view.position).piles[view.seat].points(need(view.ruleset).deck)
        return a.Claim() if a.Claim() in view.legal and low >= need(need(view.ruleset).target) else cards(view)

    return choose


def _bluffer(number: int) -> Player:
    """Plays cards; claims as soon as the rules let it, right or wrong."""
    cards = card_player(number)
    return lambda view: a.Claim() if a.Claim() in view.legal else cards(view)


def _resigner(number: int) -> Player:
    """Resigns at its first lead or answer."""
    return lambda view: a.Resign()


def _decliner(number: int) -> Player:
    """Raises; declines whatever is raised against it."""
    raises = raiser(number)
    return lambda view: a.Decline() if a.Decline() in view.legal else raises(view)


def keeper(number: int) -> Player:
    """Takes what it can, and never claims: while the points are with it, the other side has nothing to claim, and the
    hand goes to its last card.
    """
    bot = make_bot("greedy", Tape(f"keeper {number}"))

    def choose(view: View) -> a.Action:
        quiet = [action for action in view.legal if not isinstance(action, a.Claim | a.Raise | a.Decline)]
        return bot.choose(replace(view, legal=tuple(quiet) or view.legal))

    return choose


def giver(number: int) -> Player:
    """Gives face down whenever it may and leads what is worth least: the other side takes it all, and does not know
    how much that is.
    """
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        gives = [action for action in view.legal if isinstance(action, a.Give)]
        leads = [action for action in view.legal if isinstance(action, a.Lead) and len(action.cards) == 1]
        return gives[0] if gives else min(leads, key=lambda lead: cards_points(lead.cards)) if leads else cards(view)

    return choose


PLAYERS: Final[Mapping[str, Callable[[int], Player]]] = {
    "cards": card_player, "right claims": _right_claimer, "early claims": _bluffer, "claims": claimer,
    "resigns": _resigner, "raises": raiser, "declines": _decliner, "keeps": keeper, "gives": giver,
}  # fmt: skip
"""How this side plays, by a word."""
