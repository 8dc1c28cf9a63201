"""What was seen in the course of a hand: each play of the other seat, with what lay on the table then.

Here: `Recall`, which looks on at the own choices and finds out what happened between them, and how well an imagined
hand fits that. Never: a card that the seat may not see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from .bits import bits_of, covers, singles
from .habits import PLAIN
from .memory import Memory

OTHERWISE: Final = 0.2
"""How likely somebody beats who by habit would give, or gives who would beat."""

OTHERS: Final = 0.6
"""How likely somebody plays other cards than by habit, where only the cards differ."""

NEARBY: Final = 3
"""How many tricks back plays are weighed: of what was held before, little is left."""


@dataclass(frozen=True)
class Seen:
    """In one trick the other seat put down open cards `shown`, or `closed` ones, and drew `drew` afterwards.

    `led`: what it answered, 0 where it led; `stock`: whether cards were left to draw.
    """

    led: int
    shown: int
    closed: int
    drew: int
    stock: bool


@dataclass(frozen=True)
class _Moment:
    """An own choice: the hand, the tricks taken, the other seat's cards, what either has led, what the piles hold."""

    hand: int
    tricks: int
    theirs: int
    led: int
    answered: int
    shown: int
    stock: bool


@dataclass
class Recall:
    """The other seat's plays in this hand, the latest last."""

    seen: list[Seen] = field(default_factory=list)
    _last: _Moment | None = None

    def look(self, memory: Memory, led: int = 0) -> None:
        """Take in what has happened since the last look; to be called at each own choice, with what is `led`."""
        now, last = _moment(memory, led), self._last
        if last is None or now.hand != last.hand or now.tricks < last.tricks:
            self.seen = []
        elif now.tricks == last.tricks + 1:
            self.seen.append(_between(last, now))
        elif now.tricks > last.tricks:
            self.seen = []
        self._last = now

    def fits(self, theirs: int, given: list[int], chance: Random) -> float:
        """How likely somebody who holds `theirs` now, and has given `given`, has played as it did: 0 to 1.

        Which of the cards were drawn when is not known: one way of many is looked at.
        """
        odds, held, closed = 1.0, theirs | (self._last.answered if self._last else 0), list(given)
        for seen in reversed(self.seen[-NEARBY:]):
            kept = list(singles(held))
            for _ in range(min(seen.drew, len(kept))):
                held ^= kept.pop(int(chance.random() * len(kept)))
            put = seen.shown
            for _ in range(min(seen.closed, len(closed))):
                put |= closed.pop()
            held |= put
            if seen.led and put.bit_count() == seen.led.bit_count():
                odds *= _odds(held, put, seen)
        return odds


def _odds(held: int, put: int, seen: Seen) -> float:
    beat, give, beats = PLAIN.replies(held, seen.led, seen.stock)
    took = not seen.closed and covers(put, seen.led)
    if took != (beats and beat != 0):
        return OTHERWISE
    return 1.0 if put == (beat if took else give) else OTHERS


def _moment(memory: Memory, led: int) -> _Moment:
    position, match = memory.position, memory.view.match
    rival, trump = 1 - memory.seat, position.trump
    answered = sum(bits_of(play.shown, trump) for play in position.trick)
    return _Moment(
        hand=0 if match is None else match.hand,
        tricks=sum(position.tricks_won),
        theirs=len(position.hands[rival]) + answered.bit_count(),
        led=led,
        answered=answered,
        shown=sum(bits_of(pile.open, trump) for pile in position.piles),
        stock=bool(position.stock),
    )


def _between(last: _Moment, now: _Moment) -> Seen:
    """What the other seat did in the trick of the earlier moment."""
    if last.answered:
        put = last.answered
        return Seen(0, put, 0, now.theirs - last.theirs + put.bit_count(), last.stock)
    shown = now.shown & ~last.shown & ~last.led
    count = last.led.bit_count()
    closed = count - shown.bit_count()
    return Seen(last.led, shown, closed, now.theirs - last.theirs + count, last.stock)
