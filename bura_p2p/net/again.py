"""Finding each other again: the host waits at its door, the guest dials with growing pauses.

Here: one new connection after another for a game that has begun. Never: the game, or which of two connections counts
(the newest authenticated one does).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import trio

from ..crypto.identity import Identity
from ..errors import LocalError
from . import timers
from .calls import Tempo
from .dial import dial
from .invite import Candidate, Invite
from .listen import Arrival, Door
from .nursery import background
from .punch import OwnPort
from .socks import Proxy


class Again(Protocol):
    """Whatever brings the two together once more."""

    async def next(self, lost: trio.Event) -> Arrival:
        """The next authenticated connection. `lost` is set when the present one is known to be gone."""
        ...


class AtTheDoor:
    """The host's side: the guest may come back at any moment, also before the old connection is known to be dead.

    Once that is lost, the guest is called at the addresses that `friend` gives; where there are any.
    """

    def __init__(self, door: Door, friend: Callable[[], Sequence[Candidate]] = tuple) -> None:
        self._door = door
        self._friend = friend

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`."""
        async with background() as nursery:
            nursery.start_soon(self._call, lost)
            return await self._door.guest()

    async def _call(self, lost: trio.Event) -> None:
        await lost.wait()
        friend = self._friend()
        if friend:
            await self._door.call(friend, _hurried(), {})


JITTER: Final = 0.2
"""How far a pause may be shorter or longer, as a part of it: two sides must not keep missing each other."""


class Redial:
    """The guest's side: dials the invite of the game once the connection is lost, until the host answers; through
    the `proxy`, where there is one.
    """

    def __init__(
        self, invite: Invite, identity: Identity, entropy: Callable[[int], bytes], proxy: Proxy | None = None
    ) -> None:
        self._proxy = proxy
        self._invite = invite
        self._identity = identity
        self._entropy = entropy

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`. Pauses grow from `timers.RETRY_FIRST` to `timers.RETRY_LAST` seconds."""
        await lost.wait()
        pause = timers.RETRY_FIRST
        while True:
            try:
                return await dial(self._invite, self._identity, entropy=self._entropy, proxy=self._proxy)
            except LocalError:
                await trio.sleep(self._about(pause))
            pause = min(2 * pause, timers.RETRY_LAST)

    def _about(self, pause: float) -> float:
        part = int.from_bytes(self._entropy(2), "big") / 65_535
        return pause * (1 + JITTER * (2 * part - 1))


class CallAgain:
    """The guest's side where it took calls from both sides: it calls once more, from the port of before, while the
    host calls it. That works for as long as neither side's public address or port has changed.
    """

    def __init__(self, own: OwnPort, invite: Invite, identity: Identity, entropy: Callable[[int], bytes]) -> None:
        self._own = own
        self._invite = invite
        self._identity = identity
        self._entropy = entropy

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`. For a minute it tries as if the host were at it too, then patiently."""
        await lost.wait()
        tempo = _hurried()
        while True:
            try:
                return await self._own.meet(self._invite, self._identity, entropy=self._entropy, tempo=tempo)
            except LocalError:
                await trio.sleep(timers.RETRY_LAST)


def _hurried() -> Tempo:
    tempo = Tempo()
    tempo.hurry()
    return tempo
