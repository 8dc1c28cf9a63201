"""Entries that have overtaken this table: kept until their round comes (three or more seats).

Here: at most `MAX_HELD_ENTRIES` a seat, one for each round. Never: a judgement of them.
"""

from __future__ import annotations

from ..log.entry import Entry, SignedEntry

MAX_HELD_ENTRIES = 32
"""Entries of one seat that are kept while this table is behind."""


class Ahead:
    """The entries of rounds still to come."""

    def __init__(self) -> None:
        self._kept: list[Entry] = []

    def __repr__(self) -> str:
        return f"Ahead({len(self._kept)} entries)"

    def keep(self, entry: Entry) -> None:
        """Keep `entry`, unless the seat has one for that round here already, or too many."""
        places = [kept.body.round for kept in self._kept if kept.body.seat == entry.body.seat]
        if entry.body.round not in places and len(places) < MAX_HELD_ENTRIES:
            self._kept.append(entry)

    def ready(self, round_: int) -> list[SignedEntry]:
        """Those whose round has come; they are kept no more."""
        ready = [entry.signed for entry in self._kept if entry.body.round <= round_]
        self._kept = [entry for entry in self._kept if entry.body.round > round_]
        return ready
