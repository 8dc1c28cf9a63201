"""What was seen in the course of a hand: each play of the other seat, with what lay on the table then.

Here: `Recall`, which looks on at the own choices and finds out what happened between them, and how well an imagined
hand fits that. Never: a card that the seat may not see.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import exp
from random import Random
from typing import Final

from ..cards import deck
from ..rules.position import Phase
from .bits import bits_of, covers, singles
from .habits import AHEAD, PLAIN, STRONG, looks
from .memory import Memory
from .quick import Questions, questions

OTHERWISE: Final = 0.08
"""How likely somebody beats who by habit would give, or gives who would beat."""

OTHERS: Final = 0.25
"""How likely somebody plays other cards than by habit, where only the cards differ."""

NEVER: Final = -1
"""Before which lead it raised, if it did not."""

SAME: Final = 0.3
"""Points by which cards may differ and be as good."""

NEARBY: Final = 3
"""How many tricks back plays are weighed: of what was held before, little is left."""

TASTE: Final = 1.5
"""By how many points a lead must look worse than the best one to be so much rarer as e is greater than 1."""

ODD: Final = 0.08
"""How likely somebody leads what looks much worse than something else."""

QUIET: Final = 0.35
"""How likely somebody does not raise with a strong hand."""

BLUFF: Final = 0.1
"""How often somebody raises with a poor hand, beside a strong one."""


@dataclass(frozen=True)
class Seen:
    """In one trick the other seat put down open cards `shown`, or `closed` ones, and drew `drew` afterwards.

    `led`: what it answered, 0 where it led; `stock`: whether cards were left to draw. Where it led: `known`, what lay
    open before; `ahead`, by how many points it was; `word`, 1 if it raised first, -1 if it might have, 0 if not.
    """

    led: int
    shown: int
    closed: int
    drew: int
    stock: bool
    known: int = 0
    ahead: float = 0.0
    word: int = 0


@dataclass(frozen=True)
class _Moment:
    """An own choice: the hand, the tricks taken, the other seat's cards, what either has led, what the piles hold,
    by how many points the other seat is ahead, and whether it has raised before this lead (see `Seen`).
    """

    hand: int
    tricks: int
    theirs: int
    led: int
    answered: int
    shown: int
    stock: bool
    ahead: float
    word: int

    @property
    def lead(self) -> Seen:
        """The other seat's lead, which waits for an answer."""
        return Seen(0, self.answered, 0, 0, self.stock, self.shown, self.ahead, self.word)


@dataclass
class Recall:
    """The other seat's plays in this hand, the latest last."""

    seen: list[Seen] = field(default_factory=list)
    _last: _Moment | None = None
    _raised: int = NEVER
    _asked: Questions | None = None
    _deck: int = 0

    def look(self, memory: Memory, led: int = 0) -> None:
        """Take in what has happened since the last look; to be called at each own choice, with what is `led`."""
        position, last = memory.position, self._last
        self._asked, self._deck = questions(position.ruleset), bits_of(deck(position.ruleset.deck), memory.trump)
        now = _moment(memory, led)
        if last is None or now.hand != last.hand or now.tricks < last.tricks:
            self.seen, self._raised = [], NEVER
        elif now.tricks == last.tricks + 1:
            self.seen.append(_between(last, now))
        elif now.tricks > last.tricks:
            self.seen = []
        if position.phase is Phase.RAISED:
            self._raised = now.tricks
        self._last = replace(now, word=1) if self._raised == now.tricks else now

    @property
    def plays(self) -> list[Seen]:
        """Each play, the latest last, with a lead that waits for an answer."""
        waiting = [self._last.lead] if self._last and self._last.answered else []
        return [*self.seen, *waiting]

    @property
    def raised(self) -> int | None:
        """After how many tricks the other seat has raised the last time, if it has in this hand."""
        return None if self._raised == NEVER else self._raised

    @property
    def tells(self) -> bool:
        """Whether there is anything to fit."""
        return bool(self.seen) or bool(self._last and self._last.answered)

    def fits(self, theirs: int, given: list[int], chance: Random) -> float:
        """How likely somebody who holds `theirs` now, and has given `given`, has played as it did: 0 to 1.

        Which of the cards were drawn when is not known: one way of many is looked at.
        """
        odds, held, closed, gave = 1.0, theirs, list(given), sum(given)
        if self._last and self._last.answered:
            held |= self._last.answered
            odds *= self._led(held, gave, self._last.lead)
        for seen in reversed(self.seen[-NEARBY:]):
            kept = list(singles(held))
            for _ in range(min(seen.drew, len(kept))):
                held ^= kept.pop(int(chance.random() * len(kept)))
            put = seen.shown
            for _ in range(min(seen.closed, len(closed))):
                put |= closed.pop()
            held |= put
            if not seen.led:
                odds *= self._led(held, gave, seen)
            elif put.bit_count() == seen.led.bit_count():
                odds *= _odds(held, put, seen)
        return odds

    def _led(self, held: int, gave: int, seen: Seen) -> float:
        """How likely somebody with this hand leads so, and speaks so before."""
        asked = self._asked
        if asked is None:
            return 1.0
        odds = 1.0
        if seen.word:
            power = looks(held, asked.size) + AHEAD * seen.ahead / min(asked.target, 61)
            strong = 1 / (1 + exp(3 * (STRONG - power)))
            odds = BLUFF + (1 - BLUFF) * strong if seen.word > 0 else 1 - (1 - QUIET) * strong
        if seen.stock:
            rest = self._deck & ~(held | seen.known | gave)
            count = min(held.bit_count(), asked.size)
            behind = PLAIN.behind(held, seen.shown, rest, asked.sizes(count), asked.gift)
            odds *= max(ODD, exp(-behind / TASTE))
        return odds


def _odds(held: int, put: int, seen: Seen) -> float:
    expected, loss = PLAIN.fits(held, seen.led, put, seen.stock, not seen.closed and covers(put, seen.led))
    return (1.0 if expected else OTHERWISE) * (1.0 if loss < SAME else OTHERS)


def _moment(memory: Memory, led: int) -> _Moment:
    position, match = memory.position, memory.view.match
    rival, trump = 1 - memory.seat, position.trump
    answered = sum(bits_of(play.shown, trump) for play in position.trick)
    gift = questions(position.ruleset).gift
    worth = [pile.exact + gift * sum(len(give.cards) for give in pile.unknown) for pile in position.piles]
    return _Moment(
        hand=0 if match is None else match.hand,
        tricks=sum(position.tricks_won),
        theirs=len(position.hands[rival]) + answered.bit_count(),
        led=led,
        answered=answered,
        shown=sum(bits_of(pile.open, trump) for pile in position.piles),
        stock=bool(position.stock),
        ahead=worth[rival] - worth[memory.seat],
        word=_word(memory, rival),
    )


def _word(memory: Memory, rival: int) -> int:
    """-1 where the other seat might have raised before its lead."""
    position = memory.position
    may = position.raises_allowed and position.last_raiser != rival and not position.announced
    return -1 if may and position.stake + 1 in position.ruleset.raises else 0


def _between(last: _Moment, now: _Moment) -> Seen:
    """What the other seat did in the trick of the earlier moment."""
    if last.answered:
        return replace(last.lead, drew=now.theirs - last.theirs + last.answered.bit_count())
    shown = now.shown & ~last.shown & ~last.led
    count = last.led.bit_count()
    closed = count - shown.bit_count()
    return Seen(last.led, shown, closed, now.theirs - last.theirs + count, last.stock)
