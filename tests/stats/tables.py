"""Games played in memory and kept as a driver keeps them: in a store, with the notes of what was dealt."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import trio

from bura_p2p.conformance.hall import Hall, Player
from bura_p2p.net.driver import Update
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.store import Store
from bura_p2p.table import events as e
from bura_p2p.ui.keeping import DealNotes


class KeptHall(Hall):
    """A hall that remembers every update of every seat, as a driver would have told it."""

    def __init__(self, label: str, players: Sequence[Player], ruleset: Ruleset | None = None) -> None:
        self.updates: list[list[Update]] = [[] for _ in players]
        super().__init__(label, ruleset=ruleset, seats=len(players), players=players)

    def note(self, seat: int, effects: Effects) -> None:
        super().note(seat, effects)
        if effects.events:
            number = len(self.updates[seat]) + 1
            self.updates[seat].append(Update(number, effects.events, self.sessions[seat].view()))

    def keep(
        self, store: Store, seat: int = 0, *, practice: bool = False, now: float = 2e9, name: str = "Ann"
    ) -> int:
        """Put the game as `seat` has it into the store; its number there."""
        game = store.begin_game(
            seat=seat,
            ruleset=self.ruleset.name,
            identities=[identity.public for identity in self.identities],
            names=[name if at != seat else "Me" for at in range(len(self.sessions))],
            started=now,
        )
        store.commit(game, self.entries(seat), now=now)
        trio.run(_follow, DealNotes(store, game, practice=practice).see, self.updates[seat])
        events = self.updates[seat][-1].events
        if self.sessions[seat].closed:
            told = [e.to_json(event) for event in events if isinstance(event, e.HandOver | e.GameOver)]
            store.finish(game, "complete", json.dumps(told), now=now + 60)
        return game


async def _follow(see: Callable[[Update], object], updates: Sequence[Update]) -> None:
    for update in updates:
        await see(update)


