"""Practice from the lobby: the same partner process as `bura play`, started and ended without holding up the loop.

Here: `practise`. Never: a way round the network or the protocol.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import trio

from ...rules.ruleset import Ruleset
from ..meeting import host_game
from ..place import Place
from ..practice import Partner
from ..reaching import Where


async def practise(place: Place, rules: Ruleset, bot: str) -> int:
    """Play against the bot called `bot` by these rules; the exit code of the game."""
    partner = Partner(bot)
    try:
        return await host_game(
            replace(place, practice=True),
            rules,
            where=Where(address="127.0.0.1", port=0),
            announce=partner.invite,
            waiting=partner.look,
            returns=False,
        )
    finally:
        fault = sys.exc_info()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(partner.__exit__, *fault)
