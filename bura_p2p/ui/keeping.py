"""Notes in the store, while a game is played, of what its player was dealt.

Here: `DealNotes`, which follows one game. Never: another seat's card, a report (that is `stats`), a fault that ends a
game: a note that cannot be written is not written.
"""

from __future__ import annotations

from contextlib import suppress

import trio

from ..errors import LocalError
from ..net.driver import Update
from ..rules.notation import format_hand
from ..stats.deals import count_deal, dealt_in
from ..store import LUCK, OFF, ON, REVIEW, DealRow, HeldRow, Store
from ..table.view import View


class DealNotes:
    """Follows game `game` of `store`. `practice`: a bot of one's own sits on the other side, so that nothing in the
    game is a secret from anybody, and own cards are kept for a review without asking.
    """

    def __init__(self, store: Store, game: int, *, practice: bool = False) -> None:
        self._store = store
        self._game = game
        self._counts = store.setting(LUCK) != OFF
        self._cards = practice or store.setting(REVIEW) == ON
        self._hand = 0
        self._last = ("", "")

    async def see(self, update: Update) -> None:
        """Note what an update shows and no earlier one has."""
        deal, held = self._deal(update.view), self._held(update.view)
        if deal is not None or held is not None:
            await trio.to_thread.run_sync(self._keep, deal, held)

    def _keep(self, deal: DealRow | None, held: HeldRow | None) -> None:
        with suppress(LocalError):  # the game itself says when the disk is full
            if deal is not None:
                self._store.note_deal(deal)
            if held is not None:
                self._store.note_held(held)

    def _deal(self, view: View) -> DealRow | None:
        found = dealt_in(view) if self._counts else None
        if found is None or found[0] == self._hand:
            return None
        self._hand, trump = found
        return count_deal(self._game, self._hand, view.held, trump)

    def _held(self, view: View) -> HeldRow | None:
        if not self._cards or view.outcome is not None:
            return None
        cards = format_hand(view.held), format_hand(view.given)
        if cards == self._last or not any(cards):
            return None
        self._last = cards
        return HeldRow(self._game, view.round, *cards)
