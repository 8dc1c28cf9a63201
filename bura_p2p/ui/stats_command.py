"""`bura stats`: results with every opponent and by every ruleset, and how one's chips went.

Here: the command and its table. Never: a sum (those are `stats.history`'s), a name that is not made harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..sentences import N_
from ..stats.history import BOT, Balance, History, Tally, history_of
from ..store import Store, has_store
from . import console
from .arguments import home_of
from .checking import Progress, tell_beside
from .chips import signed
from .inert import inert, named, pad, pad_left, room, wrapped
from .kept import speak_as_kept
from .machine import json_line
from .options import Home, Json
from .tongue import t, tn
from .words import KINDS, rules_title

NAME: Final = 24
"""Columns of a name in the table."""

_WIDTHS: Final = (7, 6, 10, 14, 10, 8)
"""Columns of the numbers in the table."""

_NARROW: Final = (6, 5, 9, 12, 9, 8)
"""The same below the name, in a terminal that is too narrow for both."""

SHOWN: Final = 12
"""Games of a running balance that are shown; `--json` has them all."""

NONE: Final = N_("No games yet.")


def stats(*, json: Json = False, home: Home = None) -> int:
    """Results of all your games: with every opponent, by every ruleset, and your chips from game to game."""
    folder = home_of(home)
    if not has_store(folder):
        console.write_lines([json_line(History(Tally(), (), (), (), ()).to_json()) if json else t(NONE)])
        return 0
    with Store.look(folder) as store:
        speak_as_kept(store)
        tell_beside(store)
        rows = store.games()
        with Progress(len(rows), quiet=json) as meter:
            history = history_of(store, rows, meter.tell)
    console.write_lines([json_line(history.to_json())] if json else history_lines(history))
    return 0


def history_lines(history: History) -> list[str]:
    """The history for people, in lines of at most 80 columns."""
    if not history.total.games:
        return [t(NONE)]
    heads = (t("games"), t("open"), t("matches"), t("hands"), t("points"), t("chips"))
    lines = [*_line("", heads), *_rows(history.opponents)]
    if len(history.rulesets) > 1 or len(history.opponents) > 1:
        by_rules = [line for tally in history.rulesets for line in _row(tally, rules_title(tally.name))]
        lines += ["", *by_rules, "", *_row(history.total, t("all together"))]
    lines += ["", *wrapped(t("Matches and points: yours, then theirs. Hands: won, lost, won by nobody.")),
              *wrapped(t("Open: broken off, or not signed to its end by both."))]  # fmt: skip
    return [*lines, *_balance_lines(history.balance)]


def _rows(tallies: Sequence[Tally]) -> list[str]:
    return [line for tally in tallies for line in _row(tally)]


def _line(name: str, cells: Sequence[str]) -> list[str]:
    """A name and what stands in its row; in a narrow terminal below it."""
    narrow = room() < NAME + sum(_WIDTHS)
    widths = _NARROW if narrow else _WIDTHS
    row = "".join(pad_left(cell, width) for cell, width in zip(cells, widths, strict=True))
    if not narrow:
        return [pad(name, NAME) + row]
    return [name, row] if name else [row]


def _row(tally: Tally, name: str = "") -> list[str]:
    called = name or named(tally.name, NAME - 1) or inert(tally.name, NAME - 1) or t("nobody yet")
    if tally.practice:
        kind = tally.name.removesuffix(BOT)
        called = t("{name} (practice)", name=t(KINDS[kind]) if kind in KINDS else named(kind, NAME - 13))
    matches = f"{tally.matches_won}:{tally.matches_lost}"
    hands = f"{tally.hands_won}-{tally.hands_lost}-{tally.hands_nobody}"
    points = f"{tally.points}:{tally.points_against}"
    chips = "" if tally.chips is None else signed(tally.chips)
    return _line(called, (str(tally.games), str(tally.open or ""), matches, hands, points, chips))


def _balance_lines(balance: Sequence[Balance]) -> Iterator[str]:
    """The own chips after each of the last games."""
    if not balance:
        return
    yield ""
    last = balance[-SHOWN:]
    yield tn(
        "Your chips, after the last game for chips:", "Your chips, after the last {n} games for chips:", len(last)
    )
    for one in last:
        chips, total = signed(one.chips), signed(one.total)
        yield "  " + t("game {game:>4}: {chips:>6}, together {total:>6}", game=one.game, chips=chips, total=total)
