"""Past games: the store's rows as lines and as JSON objects.

Here: how a row looks. Never: a verdict (that is `verdict`), opening the store.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..sentences import N_
from ..stats.told import chips_of, score_of, stopped_by, told
from ..store import GameRow
from .chips import signed
from .inert import inert, pad, wrapped
from .text import NAME_COLUMNS
from .tongue import t
from .words import joined, player

STATUS: Final[Mapping[str, str]] = {
    "open": N_("unfinished"),
    "complete": N_("complete"),
    "void": N_("void"),
    "refused": N_("an entry was refused"),
}
"""What a game's status is called."""


def status_word(status: str) -> str:
    """A game's status, for people; one that this version does not know comes back harmless."""
    return t(STATUS[status]) if status in STATUS else inert(status, 20)


def other_names(row: GameRow) -> str:
    """The other players, harmless; `nobody yet` where none of them has said hello."""
    if row.entries < 2 and not any(name for seat, name in enumerate(row.names) if seat != row.seat):
        return t("nobody yet")
    return joined([player(row.names, seat, NAME_COLUMNS) for seat in range(row.seats) if seat != row.seat])


_SCORES: Final[Mapping[str, str]] = {
    "won": N_("you won {score}"),
    "lost": N_("you lost {score}"),
    "level": N_("level at {score}"),
    "led": N_("you led {score}"),
    "behind": N_("you were behind {score}"),
}
"""What comes after a game's status, by its outcome."""


def outcome_of(row: GameRow) -> str:
    """What a game has come to for its own seat: `won` or `lost`; where nobody has won the match, who was ahead:
    `led`, `behind` or `level`; empty where the row does not tell.
    """
    chips = chips_of(row)
    score = chips if len(chips) == row.seats else score_of(row)
    if len(score) != row.seats:
        return ""
    winner = told(row, "game_over", "winner")[-1:]
    if winner and winner[0] is not None:
        return "won" if winner[0] == row.seat else "lost"
    most = max(points for seat, points in enumerate(score) if seat != row.seat)
    return "level" if score[row.seat] == most else "led" if score[row.seat] > most else "behind"


def _points(row: GameRow) -> str:
    """`, you lost 1:3`: what it came to, the own points first; or `, your chips +2`."""
    chips, outcome = chips_of(row), outcome_of(row)
    if not outcome:
        return ""
    if len(chips) == row.seats:
        return ", " + t("your chips {chips}", chips=signed(chips[row.seat]))
    mine, *others = own_first(row.seat, score_of(row))
    return ", " + t(_SCORES[outcome], score=f"{mine}:{' '.join(map(str, others))}")


def status_told(row: GameRow) -> str:
    """How a game stands, and what it came to: `complete, you won 3:1`."""
    return status_word(row.status) + _points(row)


def own_first(seat: int, numbers: Sequence[int]) -> list[int]:
    """Numbers by seat, with those of `seat` before the others."""
    return [numbers[seat], *(number for other, number in enumerate(numbers) if other != seat)]


WHO: Final = 26
"""Columns of the other players in a list of games, where there is room."""


def who_text(row: GameRow) -> str:
    """With whom a game was played."""
    return t("with {names}", names=other_names(row))


def game_line(row: GameRow, who: int = WHO) -> str:
    """One line for people; `who`: the columns of the other players."""
    status = status_told(row)
    stopped = stopped_by(row)
    names = [t("you") if seat == row.seat else player(row.names, seat, NAME_COLUMNS) for seat in stopped]
    status += f"; {t('stopped by {names}', names=joined(names))}" if names else ""
    return f"{row.id:>4}  {_when(row.started)}  {pad(who_text(row), who)}  {inert(row.ruleset)}: {status}"


def game_lines(row: GameRow, more: str = "", who: int = WHO) -> list[str]:
    """The same with `more` after it, in lines of at most 80 columns."""
    return wrapped(game_line(row, who) + more, indent=" " * 6)


def _when(moment: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
    except (ValueError, OverflowError, OSError):  # no clock has told this
        return pad(t("at some time"), 16)


def game_json(row: GameRow) -> dict[str, Any]:
    """One JSON object; names as they were signed."""
    return {
        "game": row.id,
        "status": row.status,
        "ruleset": row.ruleset,
        "seat": row.seat,
        "names": list(row.names),
        "keys": [identity.hex() for identity in row.identities],
        "started": row.started,
        "ended": row.ended,
        "entries": row.entries,
        "score": list(score_of(row)),
        "chips": list(chips_of(row)),
        "stopped": list(stopped_by(row)),
    }
