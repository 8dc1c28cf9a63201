"""Past games: the store's rows as lines and as JSON objects.

Here: how a row looks. Never: a verdict (that is `verdict`), opening the store.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, Final

from ..store import GameRow
from .inert import inert, named, pad
from .text import NAME_COLUMNS

STATUS: Final[Mapping[str, str]] = {
    "open": "unfinished",
    "complete": "complete",
    "void": "void",
    "refused": "an entry was refused",
}
"""What a game's status is called."""


def other_names(row: GameRow) -> str:
    """The other players, harmless; an unknown one is `?`."""
    names = [named(name, NAME_COLUMNS) or "?" for seat, name in enumerate(row.names) if seat != row.seat]
    return ", ".join(names)


def score_of(row: GameRow) -> tuple[int, ...]:
    """The last score that the result tells of; empty when there is none."""
    try:
        told = json.loads(row.result or "[]")
        scores = [tuple(map(int, event["score"])) for event in told if "score" in event]
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return ()
    return scores[-1] if scores else ()


def game_line(row: GameRow) -> str:
    """One line for people."""
    when = _when(row.started)
    score = score_of(row)
    score = score if len(score) == row.seats else ()
    points = f", {score[row.seat]}:{' '.join(str(p) for s, p in enumerate(score) if s != row.seat)}" if score else ""
    status = STATUS.get(row.status, inert(row.status))
    return f"{row.id:>4}  {when}  {pad('with ' + other_names(row), 26)}  {inert(row.ruleset)}: {status}{points}"


def _when(moment: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
    except (ValueError, OverflowError, OSError):  # no clock has told this
        return pad("at some time", 16)


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
    }
