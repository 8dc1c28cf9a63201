"""The clock of a running game: follows whose move it is, and rings when the time is out.

Here: `MoveClock` with real time and an alarm. Never: what follows when it rings (the driver's).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from ..table.events import Event
from ..table.view import PLAYER_STAGES, View
from . import timers
from .clock import MoveClock
from .faces import ClockSet

Place = tuple[int, int]
"""A move: its round, its seat."""


class Clockwork:
    """`nursery` runs the alarms; `ring` is awaited with the place of a move whose time may be out."""

    def __init__(self, nursery: trio.Nursery, ring: Callable[[Place], Awaitable[None]]) -> None:
        self._nursery = nursery
        self._ring = ring
        self._clock = MoveClock(0.0, timers.AWAY_BUDGET)
        self._rung: Place | None = None

    def follow(self, view: View) -> tuple[Event, ...]:
        """The clock of a new move is set, and told; nothing where the rules have no clock."""
        self._clock.seconds = float(view.ruleset.clock) if view.ruleset is not None else 0.0
        owing = view.owing[0] if view.stage in PLAYER_STAGES and len(view.owing) == 1 else None
        place = None if owing is None else (view.round, owing)
        hand = 0 if view.match is None else view.match.hand
        if not self._clock.move(place, hand, trio.current_time()) or place is None:
            return ()
        self._set_alarm(place)
        return (ClockSet(place[1], int(self._clock.seconds)),)

    def stop(self) -> None:
        """The link is down."""
        self._clock.stop(trio.current_time())

    def hold(self, seat: int) -> None:
        """A new link stands, and `seat`, which is this side's, can play nothing before the other side's word."""
        if self._clock.seat == seat:
            self._clock.hold(trio.current_time())

    def go_on(self) -> None:
        """The link stands again."""
        self._clock.go_on(trio.current_time())

    def more(self, seat: int, seconds: int) -> tuple[Event, ...]:
        """More time for the seat whose move is timed; anything else is nothing."""
        if self._clock.seat != seat:
            return ()
        self._clock.more(seconds)
        place, left = self._clock.place, self._clock.left(trio.current_time())
        if place is not None and place == self._rung and left is not None and left > 0:
            self._rung = None
            self._set_alarm(place)  # the one of before has told that the time was out
        return (ClockSet(seat, seconds),)

    def is_out(self, place: Place) -> bool:
        """Whether the time of this move, which is still due, is out; else the alarm is set again."""
        if self._clock.place != place:
            return False
        left = self._clock.left(trio.current_time())
        if left is not None and left <= 0:
            self._rung = place
            return True
        self._set_alarm(place)
        return False

    def _set_alarm(self, place: Place) -> None:
        left = self._clock.left(trio.current_time())
        self._nursery.start_soon(self._wait, place, timers.PING if left is None else max(left, 0.0))

    async def _wait(self, place: Place, seconds: float) -> None:
        await trio.sleep(seconds)
        await self._ring(place)
