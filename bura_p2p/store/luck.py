"""What one was dealt, as numbers that outlive the hand; and, only where that is wanted, one's own cards.

Here: the tables `luck` and `held` of the store, and whether they are kept. Never: another seat's card. A hand's
secrets are erased when it is settled. The counts stay, and whoever has the store's file learns them and no more; own
cards are kept for a review of the game where its player said so, or where nobody but a bot sat on the other side.
"""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager
from typing import Final

from .faults import as_written
from .rows import DealRow, HeldRow

LUCK: Final = "luck"
"""The setting for counts of what is dealt: kept unless it is `off`."""

REVIEW: Final = "review"
"""The setting for own cards: kept only if it is `on`."""

ON: Final = "on"
OFF: Final = "off"


class Luck:
    """The part of a `Store` that keeps what was dealt."""

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError

    def _forget_journal(self) -> None:
        raise NotImplementedError

    def note_deal(self, deal: DealRow) -> None:
        """Keep what was dealt, unless it is kept already: a hand is dealt once.

        Raises LocalError as every method of a store does, also for an unknown game.
        """
        with self._transaction() as db:
            db.execute(
                "INSERT INTO luck VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, hand) DO NOTHING",
                (deal.game, deal.hand, deal.dealt, deal.trumps, deal.aces, deal.tens, deal.combination),
            )

    def deals(self) -> tuple[DealRow, ...]:
        """All deals that were noted, by game and hand."""
        query = "SELECT game, hand, dealt, trumps, aces, tens, combination FROM luck ORDER BY game, hand"
        with self._reading() as db:
            rows = db.execute(query).fetchall()
            return tuple(DealRow(*as_written(row, int, int, int, int, int, int, str)) for row in rows)

    def note_held(self, held: HeldRow) -> None:
        """Keep own cards from a round on. Raises LocalError as every method of a store does."""
        with self._transaction() as db:
            row = (held.game, held.round, held.held, held.given)
            db.execute("INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?)", row)

    def held(self, game: int) -> tuple[HeldRow, ...]:
        """The own cards of a game that were kept, by round."""
        query = "SELECT game, round, held, given FROM held WHERE game = ? ORDER BY round"
        with self._reading() as db:
            rows = db.execute(query, (game,)).fetchall()
            return tuple(HeldRow(*as_written(row, int, int, str, str)) for row in rows)

    def forget_deals(self, *, luck: bool = False, held: bool = False) -> None:
        """Erase what was noted of deals, and own cards."""
        with self._transaction() as db:
            if luck:
                db.execute("DELETE FROM luck")
            if held:
                db.execute("DELETE FROM held")
        self._forget_journal()
