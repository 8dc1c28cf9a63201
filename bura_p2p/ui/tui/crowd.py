"""More than two at the terminal's table: a row for each, with what has been won and what lies there of the trick.

Here: those rows, for any width from 60 columns. Never: one's own cards, the facts of the hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from ...sentences import N_
from ..chips import signed
from ..inert import columns
from ..tongue import t
from .deck import FAINT, STRONG, Look, backs_text, cards_text

Table = Mapping[str, Any]
Plays = Sequence[Mapping[str, Any]]

KINDS: Final = {"lead": N_("lead"), "answer": N_("beat"), "give": N_("give")}
"""What a player has done in a trick."""

_HELD: Final = "▒"
_NARROW: Final = 72
"""Columns below which nothing but numbers is said of a pile."""


def name_of(table: Table, seat: int) -> str:
    """A player's name; one's own seat is `You`."""
    return t("You") if seat == table["seat"] else str(table["names"][seat])


def names_of(table: Table, seats: Sequence[int]) -> str:
    """Several names in a row."""
    return ", ".join(name_of(table, seat) for seat in seats)


def tally(match: Mapping[str, Any], seat: int) -> str:
    """What a seat has won so far: chips where there is a pot, else match points."""
    return str(match["score"][seat]) if match["chips"] is None else signed(match["chips"][seat])


def seats_round(table: Table) -> list[int]:
    """All seats in turn order, the own one last."""
    return [(table["seat"] + 1 + number) % table["seats"] for number in range(table["seats"])]


def rows(table: Table, plays: Plays, width: int, look: Look) -> list[Text]:
    """A row for each seat, one's own last. `plays` lie on the table."""
    seats = seats_round(table)
    parts = {seat: [_held(table, seat), _pile(table, seat, short=width < _NARROW)] for seat in seats}
    if table["match"] is not None:
        for seat in seats:
            parts[seat].append(tally(table["match"], seat))
    wide = [max(columns(parts[seat][column]) for seat in seats) for column in range(len(parts[seats[0]]))]
    put = {play["seat"]: _put(play, look, strong=play is _stands(plays)) for play in plays}
    most = max((columns(text.plain) for text in put.values()), default=0)
    room = width - sum(wide) - 2 * len(wide) - most - 5
    named = max(6, min(room, max(columns(name_of(table, seat)) for seat in seats)))
    found = []
    for seat in seats:
        line = Text("» " if seat in table["turn"]["owing"] and table["over"] is None else "  ")
        line.append(_cut(name_of(table, seat), named), STRONG)
        for part, columns_ in zip(parts[seat], wide, strict=True):
            line.append(f"  {part}{' ' * (columns_ - columns(part))}")
        found.append(line.append("  ").append_text(put.get(seat, Text())))
    return found


def _cut(name: str, most: int) -> str:
    """A name in exactly so many columns."""
    if columns(name) <= most:
        return name + " " * (most - columns(name))
    while columns(name) >= most:
        name = name[:-1]
    return f"{name}…" + " " * (most - columns(name) - 1)


def _held(table: Table, seat: int) -> str:
    return _HELD * int(table["counts"][seat])


def _pile(table: Table, seat: int, *, short: bool) -> str:
    pile = table["piles"][seat]
    points = table["own_points"] if seat == table["seat"] else pile["points"]
    if short:
        told = f"{pile['cards']}({pile['closed']})" if pile["closed"] else str(pile["cards"])
    else:
        told = t("pile {cards}", cards=pile["cards"])
        told += f" ({t('{n} down', n=pile['closed'])})" if pile["closed"] else ""
    return told if points is None else f"{told} = {points}"


def _stands(plays: Plays) -> Mapping[str, Any] | None:
    """The play that takes the trick as it lies."""
    return next((play for play in reversed(plays) if play["kind"] == "answer"), plays[0] if plays else None)


def _put(play: Mapping[str, Any], look: Look, *, strong: bool) -> Text:
    shown = backs_text(play["count"], look) if play["cards"] is None else cards_text(play["cards"], look)
    return Text().append(f"{t(KINDS[play['kind']])} ", look.signal if strong else FAINT).append_text(shown)
