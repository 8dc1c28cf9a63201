"""Practice from the lobby: the same partner process as `bura play`, started and ended without holding up the loop.

Here: `practise`, `own_bot_of`. Never: a way round the network or the protocol.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import trio

from ...bots import is_own
from ...rules.ruleset import Ruleset
from ..meeting import host_game
from ..place import Place
from ..practice import Partner
from ..reaching import Where


def own_bot_of(first: Mapping[str, Any] | None) -> str | None:
    """The bot of somebody's own with which a table begins: named on the command line, never by a client."""
    bot = str((first or {}).get("bot", ""))
    return bot if is_own(bot) else None


async def practise(place: Place, rules: Ruleset, bot: str, first_leader: int | None = None) -> int:
    """Play against the bot called `bot` by these rules; the exit code of the game. What went wrong with one of
    somebody's own is told at the end. `first_leader`: the seat that leads first; None: it is drawn.
    """
    partner = Partner(bot, first_leader)
    try:
        code = await host_game(
            replace(place, practice=True),
            rules,
            where=Where(address="127.0.0.1", port=0),
            announce=partner.invite,
            waiting=partner.look,
            returns=False,
            first_leader=first_leader,
        )
    finally:
        fault = sys.exc_info()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(partner.__exit__, *fault)
    for line in partner.complaint.splitlines():
        await place.tell("bot", line, {})
    return code
