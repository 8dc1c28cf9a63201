"""Which deck position goes where.

Here: the order of dealing and of the stock. Never: cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from .ruleset import Ruleset


def turn_order(order: Sequence[int], first: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with `first`. `order` lists the seats clockwise from anywhere."""
    at = order.index(first)
    return (*order[at:], *order[:at])


def deal_order(ruleset: Ruleset, order: Sequence[int], leader: int) -> tuple[int, ...]:
    """The seat that gets each deck position from 0: one card at a time, in turn order from the leader."""
    return turn_order(order, leader) * ruleset.hand


def turned_position(ruleset: Ruleset, seats: int) -> int:
    """The deck position of the card that is turned up for trump: the first after the hands."""
    return seats * ruleset.hand


def stock_positions(ruleset: Ruleset, seats: int) -> tuple[int, ...]:
    """The deck positions of the stock in draw order: the turned trump lies at the bottom, drawn last."""
    turned = turned_position(ruleset, seats)
    return (*range(turned + 1, ruleset.deck), turned)


def side_of(ruleset: Ruleset, order: Sequence[int], seat: int) -> tuple[int, ...]:
    """The seats that play together with `seat`, itself included, ascending (sides are places clockwise)."""
    place = order.index(seat)
    team = next((team for team in ruleset.teams if place in team), (place,))
    return tuple(sorted(order[ally] for ally in team))
