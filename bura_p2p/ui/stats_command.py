"""`bura stats`: results with every opponent and by every ruleset, and how one's chips went.

Here: the command and its table. Never: a sum (those are `stats.history`'s), a name that is not made harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ..stats.history import BOT, Balance, History, Tally, history_of
from ..store import Store
from . import console
from .arguments import home_of
from .checking import Progress, tell_beside
from .chips import signed
from .inert import inert, named, pad
from .machine import json_line
from .options import Switch

NAME: Final = 24
"""Columns of a name in the table."""

SHOWN: Final = 12
"""Games of a running balance that are shown; `--json` has them all."""

NONE: Final = "No games yet."


def stats(*, json: Switch = False, home: Path | None = None) -> int:
    """Results of all your games: with every opponent, by every ruleset, and your chips from game to game."""
    folder = home_of(home)
    if not (folder / "bura.sqlite").exists():
        console.write_lines([json_line(History(Tally(), (), (), (), ()).to_json()) if json else NONE])
        return 0
    with Store.look(folder) as store:
        tell_beside(store)
        rows = store.games()
        with Progress(len(rows), quiet=json) as meter:
            history = history_of(store, rows, meter.tell)
    console.write_lines([json_line(history.to_json())] if json else history_lines(history))
    return 0


def history_lines(history: History) -> list[str]:
    """The history for people, in lines of at most 80 columns."""
    if not history.total.games:
        return [NONE]
    head = f"{'':{NAME}}{'games':>7}{'open':>6}{'matches':>10}{'hands':>14}{'points':>10}{'chips':>8}"
    lines = [head, *map(_row, history.opponents)]
    if len(history.rulesets) > 1 or len(history.opponents) > 1:
        lines += ["", *map(_row, history.rulesets), "", _row(history.total, "all together")]
    lines += ["", "Matches and points: yours, then theirs. Hands: won, lost, won by nobody.",
              "Open: broken off, or not signed to its end by both."]  # fmt: skip
    return [*lines, *_balance_lines(history.balance)]


def _row(tally: Tally, name: str = "") -> str:
    called = name or named(tally.name, NAME - 1) or inert(tally.name, NAME - 1) or "nobody yet"
    if tally.practice:
        called = f"{named(tally.name.removesuffix(BOT), NAME - 11)} (practice)"
    matches = f"{tally.matches_won}:{tally.matches_lost}"
    hands = f"{tally.hands_won}-{tally.hands_lost}-{tally.hands_nobody}"
    points = f"{tally.points}:{tally.points_against}"
    chips = "" if tally.chips is None else signed(tally.chips)
    numbers = f"{tally.games:>7}{tally.open or '':>6}{matches:>10}{hands:>14}{points:>10}{chips:>8}"
    return pad(called, NAME) + numbers


def _balance_lines(balance: Sequence[Balance]) -> Iterator[str]:
    """The own chips after each of the last games."""
    if not balance:
        return
    yield ""
    last = balance[-SHOWN:]
    yield "Your chips:" if len(last) == 1 else f"Your chips, after the last {len(last)} games for chips:"
    for one in last:
        yield f"  game {one.game:>4}: {signed(one.chips):>6}, together {signed(one.total):>6}"
