"""What a store's row tells of a game's end.

Here: score, chips and who stopped, out of the row's result. Never: a judgement; the text in a store may be anything.
"""

from __future__ import annotations

import json
from typing import Any

from ..rules.builtin import RULESETS
from ..store import GameRow


def told(row: GameRow, word: str, what: str) -> list[Any]:
    """`what` of every event of the result, `word` (empty: any), that has it; nothing where it cannot be read."""
    try:
        events = json.loads(row.result or "[]")
        return [event[what] for event in events if what in event and word in ("", event.get("event"))]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []


def score_of(row: GameRow) -> tuple[int, ...]:
    """The last score that the result tells of; empty when there is none."""
    try:
        return tuple(map(int, told(row, "", "score")[-1]))
    except (IndexError, ValueError, TypeError, OverflowError):
        return ()


def chips_of(row: GameRow) -> tuple[int, ...]:
    """The last chips that the result tells of; empty when no pot was played for."""
    try:
        found = [tuple(map(int, chips)) for chips in told(row, "", "chips")]
    except (ValueError, TypeError, OverflowError):
        return ()
    rules = RULESETS.get(row.ruleset)
    played = any(any(chips) for chips in found) if rules is None else rules.has_pot
    return found[-1] if found and played else ()


def stopped_by(row: GameRow) -> tuple[int, ...]:
    """The seats that said they play no further hand, where that has ended the game."""
    seats = told(row, "game_over", "stopped")
    last = seats[-1] if seats and isinstance(seats[-1], list) else []
    return tuple(seat for seat in last if type(seat) is int and 0 <= seat < row.seats)
