"""Finding each other again: the host waits at its door, the guest dials with growing pauses.

Here: one new connection after another for a game that has begun. Never: the game, or which of two connections counts
(the newest authenticated one does).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

import trio

from ..crypto.identity import Identity
from ..errors import LocalError
from . import limits, timers
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


class Sightings:
    """Addresses where the host may wait by now, of tables that others have announced: hints, and no more."""

    def __init__(self) -> None:
        self._found: dict[Candidate, None] = {}
        self._fresh = trio.Event()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """At most eight, the newest first. Those that are announced no more stay: the host may still be there."""
        return tuple(reversed(self._found))[: limits.CANDIDATES]

    def note(self, candidates: Sequence[Candidate]) -> None:
        """These are new."""
        for candidate in reversed(candidates):
            self._found.pop(candidate, None)
            self._found[candidate] = None
        while len(self._found) > limits.CANDIDATES:
            del self._found[next(iter(self._found))]
        self._fresh.set()
        self._fresh = trio.Event()

    async def fresh(self) -> None:
        """Wait for news."""
        await self._fresh.wait()


JITTER: Final = 0.2
"""How far a pause may be shorter or longer, as a part of it: two sides must not keep missing each other."""


class Redial:
    """The guest's side: dials the invite of the game once the connection is lost, until the host answers; through
    the `proxy`, where there is one. What it finds at `sighted` addresses shows the invite's certificate, or is not
    the host.
    """

    def __init__(
        self,
        invite: Invite,
        identity: Identity,
        entropy: Callable[[int], bytes],
        proxy: Proxy | None = None,
        sighted: Sightings | None = None,
    ) -> None:
        self._proxy = proxy
        self._sighted = sighted or Sightings()
        self._invite = invite
        self._identity = identity
        self._entropy = entropy

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`. Pauses grow from `timers.RETRY_FIRST` to `timers.RETRY_LAST` seconds."""
        await lost.wait()
        pause = timers.RETRY_FIRST
        while True:
            invite = self._now()
            try:
                return await dial(invite, self._identity, entropy=self._entropy, proxy=self._proxy)
            except LocalError:
                await self._sleep(self._about(pause), invite)
            pause = min(2 * pause, timers.RETRY_LAST)

    def _now(self) -> Invite:
        where = dict.fromkeys((*self._sighted.candidates, *self._invite.candidates))
        return replace(self._invite, candidates=tuple(where))

    async def _sleep(self, pause: float, tried: Invite) -> None:
        """A pause, shorter when there is more than was tried; whoever floods the network with it hurries nobody."""
        with trio.move_on_after(max(pause - timers.RETRY_FIRST, 0)):
            while self._now() == tried:
                await self._sighted.fresh()
        await trio.sleep(min(pause, timers.RETRY_FIRST))

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
