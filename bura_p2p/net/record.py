"""How a game has ended, as a store keeps it.

Here: from the events of its end to a status and the result as text. Never: the game, or the store.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..table.events import Event, GameOver, HandOver, Refused, Voided, to_json


def ended_as(events: Sequence[Event]) -> tuple[str, str]:
    """The status (complete, void or refused) of a game that ends with these events, and its end in JSON."""
    status = "complete"
    for event in events:
        if isinstance(event, Voided):
            status = "void"
        elif isinstance(event, Refused):
            status = "refused"
    told = [to_json(event) for event in events if isinstance(event, HandOver | GameOver | Voided | Refused)]
    return status, json.dumps(told)
