"""The tables of the local network as a list in the state, and the way to one of them by three words.

Here: who is listed, for as long as somebody looks. Never: how tables are found (`net.discovery`), what words prove.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import trio

from ...errors import LocalError
from ...net import limits
from ...net.discovery import Closed, OpenTable, tables_nearby
from ...net.invite import Candidate, Invite, candidate_of
from ...net.words import read_words
from ...net.words_in import invite_for
from ..inert import named
from ..nearby import LOOK, SETTLE
from ..tongue import t
from .feed import Feed

_PAUSE: Final = 0.25
"""Seconds between two lists: whoever floods the network floods no screen."""


class Lan:
    """What is found nearby. `wanted`: somebody looks, whenever no game goes on."""

    def __init__(self, feed: Feed, entropy: Callable[[int], bytes], clock: Callable[[], float]) -> None:
        self.wanted = False
        self._feed, self._entropy, self._clock = feed, entropy, clock
        self._open: dict[str, OpenTable] = {}
        self._looking: trio.CancelScope | None = None
        self._first = trio.Event()

    def start(self, tasks: trio.Nursery) -> None:
        """Look, if nobody does yet."""
        if self._looking is None:
            self._looking = trio.CancelScope()
            tasks.start_soon(self._watch, self._looking)

    def stop(self) -> None:
        """Look no more; what was found is forgotten."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        self._open.clear()
        self._first = trio.Event()
        if self._feed.state["nearby"]:
            self._feed.publish(nearby=[])

    async def _watch(self, looking: trio.CancelScope) -> None:
        with looking:
            async with tables_nearby() as news:
                async for found in news:
                    self.note(found)
                    await trio.sleep(_PAUSE)

    def note(self, found: OpenTable | Closed) -> None:
        """A table has come, changed or gone; a game that goes on is nobody's table."""
        if isinstance(found, Closed):
            gone = self._open.pop(found.key, None)
        elif found.again or (found.key not in self._open and len(self._open) >= limits.LAN_TABLES):
            return
        else:
            gone, self._open[found.key] = None, found
            self._first.set()
        if isinstance(found, OpenTable) or gone is not None:
            self._feed.publish(nearby=[_entry(table) for table in self._open.values()])

    async def only(self) -> str:
        """The id of the only table that is found in a moment. Raises `LocalError` where there is none, or several: at
        none of those are words tried, for a guess counts.
        """
        with trio.move_on_after(LOOK):
            await self._first.wait()
            await trio.sleep(SETTLE)
        if not self._open:
            raise LocalError(t(
                "No table was found on this network for your three words. Go by the address on the host's screen, or "
                "ask your friend for the invite."
            ))
        if len(self._open) > 1:
            raise LocalError(t(
                "Several tables are open on this network; sit down at the one whose words yours are, for a wrong "
                "guess counts."
            ))
        (only,) = self._open.values()
        return only.table.hex()

    def asking(self, table: str | None, address: str | None, words: str) -> Callable[[], Awaitable[Invite]]:
        """How to ask the table with this id, or at this address, for its invite. Raises `LocalError`."""
        known = next((one for one in self._open.values() if one.table.hex() == table), None)
        if known is not None:
            return self._asking(known.candidates, known.table, words)
        if address is None:
            raise LocalError(t("This table is open no more."))
        return self._asking((_candidate(address),), None, words)

    def _asking(
        self, candidates: Sequence[Candidate], table: bytes | None, words: str
    ) -> Callable[[], Awaitable[Invite]]:
        found, entropy, clock = read_words(words), self._entropy, self._clock
        return lambda: invite_for(found, candidates, table=table, entropy=entropy, clock=clock)


def _candidate(address: str) -> Candidate:
    host, _, port = address.strip().rpartition(":")
    if not (host and port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 2**16):
        raise LocalError(t("An address is HOST:PORT, such as 192.168.1.5:4242."))
    return candidate_of(host.strip("[]"), int(port))


def _entry(table: OpenTable) -> dict[str, Any]:
    return {
        "id": table.table.hex(),
        "name": named(table.name, 40) or t("a player without a name"),
        "rules": table.rules,
        "address": str(table.candidates[0]),
    }
