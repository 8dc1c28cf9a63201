"""Finding each other again: the host waits at its door, the guest dials with growing pauses.

Here: one new connection after another for a game that has begun. Never: the game, or which of two connections counts
(the newest authenticated one does).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import trio

from ..crypto.identity import Identity
from ..errors import LocalError
from . import timers
from .dial import dial
from .invite import Invite
from .listen import Arrival, Door


class Again(Protocol):
    """Whatever brings the two together once more."""

    async def next(self, lost: trio.Event) -> Arrival:
        """The next authenticated connection. `lost` is set when the present one is known to be gone."""
        ...


class AtTheDoor:
    """The host's side: the guest may come back at any moment, also before the old connection is known to be dead."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`."""
        return await self._door.guest()


JITTER: Final = 0.2
"""How far a pause may be shorter or longer, as a part of it: two sides must not keep missing each other."""


class Redial:
    """The guest's side: dials the invite of the game once the connection is lost, until the host answers."""

    def __init__(self, invite: Invite, identity: Identity, entropy: Callable[[int], bytes]) -> None:
        self._invite = invite
        self._identity = identity
        self._entropy = entropy

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`. Pauses grow from `timers.RETRY_FIRST` to `timers.RETRY_LAST` seconds."""
        await lost.wait()
        pause = timers.RETRY_FIRST
        while True:
            try:
                return await dial(self._invite, self._identity, entropy=self._entropy)
            except LocalError:
                await trio.sleep(self._about(pause))
            pause = min(2 * pause, timers.RETRY_LAST)

    def _about(self, pause: float) -> float:
        part = int.from_bytes(self._entropy(2), "big") / 65_535
        return pause * (1 + JITTER * (2 * part - 1))
