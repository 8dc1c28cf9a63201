"""Calling the other side at all its addresses, again and again, from the port that one listens on.

Both sides do it at the same time: what each sends opens its own router to the other. At most four attempts begin in
a second, whatever the number of addresses.

Here: attempts, their pace, and what their failures say. Never: TLS, or who is at the other end.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import trio

from . import timers
from .faults import Step, step_of_os
from .invite import Candidate, Kind
from .ports import SharedPort, Target

Take = Callable[[trio.SocketStream], Awaitable[None]]
"""Gets a connection that came about, and returns when it is of no use any more, with it closed. Raises nothing."""

_DIALLED: Final = frozenset({Kind.LAN, Kind.PUBLIC, Kind.MAPPED, Kind.LOOPBACK})


def is_dialled(candidate: Candidate) -> bool:
    """Whether an address is dialled straight from this computer."""
    return candidate.kind in _DIALLED and not candidate.in_tor


class Tempo:
    """How hard to try: for a while as if both sides were at it, then patiently, until it is hurried again."""

    def __init__(self) -> None:
        self._until = 0.0
        self._attempts: set[trio.CancelScope] = set()
        self._hurried = trio.Event()
        self._next = 0.0

    def hurry(self, seconds: float = timers.CALL_LASTS) -> None:
        """The other side is at it now, for so many seconds; begin anew at once."""
        self._until = trio.current_time() + seconds
        for attempt in self._attempts:
            attempt.cancel()
        self._hurried.set()
        self._hurried = trio.Event()

    @property
    def brisk(self) -> bool:
        """Whether this is such a while."""
        return trio.current_time() < self._until

    @property
    def period(self) -> float:
        """Seconds from one attempt at an address to the next."""
        return timers.CALL if self.brisk else timers.CALL_PATIENT

    async def turn(self) -> None:
        """Wait until one more attempt may begin."""
        now = trio.current_time()
        self._next = max(now, self._next) + timers.STAGGER
        await trio.sleep_until(self._next - timers.STAGGER)

    async def pause(self, until: float) -> None:
        """Sleep, but not when hurried."""
        hurried = self._hurried
        with trio.move_on_at(until):
            await hurried.wait()

    def attempt(self) -> trio.CancelScope:
        """A scope for one attempt, which ends with its period, or when hurried; use it once, and `over` it."""
        scope = trio.CancelScope(deadline=trio.current_time() + self.period)
        self._attempts.add(scope)
        return scope

    def over(self, scope: trio.CancelScope) -> None:
        """An attempt has ended."""
        self._attempts.discard(scope)


class Calls:
    """Attempts at `candidates` from `port` until cancelled; `steps` is told how far each address came."""

    def __init__(
        self,
        port: SharedPort,
        candidates: Iterable[Candidate],
        tempo: Tempo,
        take: Take,
        steps: dict[Candidate, Step],
    ) -> None:
        self.steps = steps
        self._port = port
        self._candidates = [candidate for candidate in candidates if is_dialled(candidate)]
        self._tempo = tempo
        self._take = take

    async def run(self) -> None:
        """Never returns."""
        async with trio.open_nursery() as nursery:
            for candidate in self._candidates:
                nursery.start_soon(self._prepare, candidate, nursery)
            await trio.sleep_forever()

    async def _prepare(self, candidate: Candidate, nursery: trio.Nursery) -> None:
        try:
            for target in await self._port.targets(candidate.host, candidate.port):
                nursery.start_soon(self._keep_on, candidate, target)
        except (OSError, UnicodeError):  # a name that leads nowhere
            self.steps[candidate] = Step.UNREACHABLE

    async def _keep_on(self, candidate: Candidate, target: Target) -> None:
        while True:
            await self._tempo.turn()
            begun = trio.current_time()
            step = await self._attempt(target)
            self.steps[candidate] = max(step, self.steps.get(candidate, step))
            # Where a router refuses what it did not ask for, the two sides' packets must pass each other on the way.
            quick = self._tempo.brisk and step is Step.REFUSED
            await self._tempo.pause(begun + (timers.STAGGER if quick else self._tempo.period))

    async def _attempt(self, target: Target) -> Step:
        scope = self._tempo.attempt()
        stream = None
        try:
            with scope:
                stream = await self._port.connect(target)
        except OSError as error:
            return step_of_os(error)
        finally:
            self._tempo.over(scope)
        if stream is None:
            return Step.TIMEOUT
        await self._take(stream)
        return Step.NO_TLS
