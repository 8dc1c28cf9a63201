"""What a seat sees after each of its moves, as the inputs of a learned value (see `learned`).

Here: `Sight`, a few dozen numbers out of `INPUTS`: which cards lie where, points, what the other seat has shown, left
unsaid and given, and what a lead is likely to meet. Never: a card that the seat may not see, what any of it is worth.

Plain suits are put in an order of their own, so that only what is in them counts, not which they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Final

from .bits import HIGHER, POINTS, RANKS, SUITS, TRUMPS, covers, singles
from .habits import AHEAD, unbeaten
from .quick import ACCEPT, ANSWER, CARDS, CEDE, CLAIM, GIVE, KIND, LEAD, RAISE, RAISED
from .recall import Seen
from .sampler import Sampler

(
    _CARD, _SHOWN, _TURNED, _MINE, _CLOSED, _THEIRS, _THEIR_SHOWN, _STOCK, _MOMENT, _STAKE, _RAISER, _QUIET, _GAVE,
    _LED, _ODDS, _THEIR_CLOSED, _AHEAD, _TRUMPS, _HIGH, _HELD, _UNBEATEN, _LAY, _BEATEN, _IF_WON, _IF_LOST, _LAST,
    _MINE_ABOUT, _THEIRS_ABOUT, _SUIT, _ANSWERED, _GAVE_BEFORE, _RAISED_AGO, _HAS_TURNED, INPUTS,
) = (
    0, 180, 216, 225, 267, 277, 319, 361, 380, 392, 400, 408, 414,
    440, 456, 470, 480, 512, 522, 531, 535, 551, 567, 639, 681, 723,
    764, 806, 848, 860, 864, 882, 886, 896,
)  # fmt: skip
"""Where each group of inputs begins, and how many there are. All are 0 or 1; of most groups just one is 1."""

_MOST: Final = 41
"""Points from which more make no difference."""

_HIGH_CARDS: Final = sum(3 << (RANKS * suit + RANKS - 2) for suit in range(4))
"""Tens and aces."""

_MOMENTS: Final = {RAISE: 3, ACCEPT: 4, CLAIM: 5, CEDE: 6}
"""What kind of moment follows a move that puts down no card; others pass. A lead is 0, a trick won 1, one lost 2."""


def _rank(cards: int) -> int:
    """The rank of the lowest bit."""
    return ((cards & -cards).bit_length() - 1) % RANKS


@dataclass
class _Table:
    """What lies where after a move: the own cards, what is led by the own seat, what is gone, what it has given; the
    piles' points as the table sees them, and closed cards in them; and what the other pile truly holds.
    """

    own: int
    led: int
    gone: int
    given: int
    mine: int
    closed: int
    theirs: int
    their_closed: int
    truly: int
    moment: int


@dataclass(frozen=True)
class Sight:
    """What one of two seats sees at a choice."""

    sampler: Sampler
    claim_odds: float

    def after(self, move: int) -> list[int]:
        """The inputs that are 1 after this move."""
        table = self._table(move)
        found = [*self._always, *self._cards(table), *self._points(table)]
        base = self.sampler.base
        if move & KIND == CLAIM:
            found.append(_ODDS + int(self.claim_odds * 12))
        raiser = 1 if move & KIND == RAISE else 0 if base.raiser < 0 else 1 if base.raiser == self.sampler.seat else 2
        found += [_RAISER + raiser, _MOMENT + table.moment]
        if table.led:
            found += self._lead(table)
        return found

    def _table(self, move: int) -> _Table:
        base, seat = self.sampler.base, self.sampler.seat
        rival, kind, cards = 1 - seat, move & KIND, move & CARDS
        table = _Table(
            self.sampler.held, 0, self.sampler.gone, self.sampler.given, base.shown[seat], base.closed[seat],
            base.shown[rival], base.closed[rival], base.points[rival], _MOMENTS.get(kind, 8),
        )  # fmt: skip
        if kind == RAISE and base.phase == RAISED:
            table.moment = 7
        elif kind == LEAD:
            table.own, table.led, table.moment = table.own ^ cards, cards, 0
        elif kind in (ANSWER, GIVE):
            self._follow(table, kind, cards)
        return table

    def _follow(self, table: _Table, kind: int, cards: int) -> None:
        led = self.sampler.base.led
        lay, put = POINTS[led], POINTS[cards]
        table.own ^= cards
        table.gone |= led
        if kind == GIVE:
            table.given |= cards
            table.theirs, table.their_closed = table.theirs + lay, table.their_closed + cards.bit_count()
        else:
            table.gone |= cards
        if kind == ANSWER and covers(cards, led):
            table.mine, table.moment = table.mine + lay + put, 1
            return
        table.truly, table.moment = table.truly + lay + put, 2
        if kind == ANSWER:
            table.theirs += lay + put

    # --- the same after every move ------------------------------------------------------------------------

    @cached_property
    def _unseen(self) -> int:
        """What the other seat may hold."""
        return sum(self.sampler.unseen) | self.sampler.turned

    @cached_property
    def _rival_held(self) -> int:
        return len(self.sampler.memory.position.hands[self.sampler.rival])

    @cached_property
    def _plays(self) -> list[Seen]:
        return self.sampler.recall.plays

    @cached_property
    def _always(self) -> list[int]:
        base, stock = self.sampler.base, len(self.sampler.base.stock)
        found = [
            _STOCK + min(18, stock // 2), _STAKE + max(1, min(7, base.stake)), _HELD + min(3, self._rival_held),
            _TRUMPS + min(9, (self._unseen & TRUMPS).bit_count()),
            _HIGH + min(8, (self._unseen & _HIGH_CARDS).bit_count()),
        ]  # fmt: skip
        if stock:
            found.append(_TURNED + _rank(self.sampler.bottom))
        if self.sampler.turned:
            found.append(_HAS_TURNED + _rank(self.sampler.turned))
        return [*found, *self._heard()]

    def _heard(self) -> Iterator[int]:
        """What the other seat has said and not said, given and led."""
        plays, recall = self._plays, self.sampler.recall
        yield _QUIET + min(3, sum(not play.led and play.word < 0 for play in plays))
        if recall.raised is not None:
            yield _QUIET + 4
            yield _RAISED_AGO + max(0, min(3, self.sampler.base.tricks - recall.raised))
        answers = [play for play in plays if play.led][-2:]
        for begin, play in zip((_GAVE, _GAVE_BEFORE), reversed(answers), strict=False):
            if play.closed or not covers(play.shown, play.led):
                yield begin + _rank(play.led) + (0 if play.led & -play.led < TRUMPS & -TRUMPS else RANKS)
        if plays:
            last = plays[-1]
            yield _ANSWERED + last.led.bit_count() if last.led else _LED + min(3, last.shown.bit_count())

    # --- what a move changes ------------------------------------------------------------------------------

    def _cards(self, table: _Table) -> Iterator[int]:
        """Where each card lies; what beats the own ones."""
        place = self._places(table)
        for at, cards in enumerate((table.own, table.led, self._waiting(table), table.gone, table.given)):
            for bit in singles(cards):
                yield _CARD + 5 * place(bit) + at
        shown = 0
        for play in self._plays:
            shown |= play.shown
        yield from (_SHOWN + place(bit) for bit in singles(shown))
        if self._plays:
            yield from (_LAST + place(bit) for bit in singles(self._plays[-1].shown))
        beaten = sorted((self._unseen & HIGHER[bit]).bit_count() for bit in singles(table.own))
        yield from (_BEATEN + 24 * at + min(23, count) for at, count in enumerate(beaten[:3]))
        longest = max((table.own & suit).bit_count() for suit in SUITS)
        yield _SUIT + (4 if self.sampler.base.stock else 0) + min(3, longest)

    def _waiting(self, table: _Table) -> int:
        """What the other seat has led, where the trick still waits."""
        return self.sampler.base.led if table.moment == _MOMENTS[CLAIM] else 0

    def _places(self, table: _Table) -> Callable[[int], int]:
        """The number of each card where plain suits are in order."""
        waiting = self._waiting(table)

        def key(suit: int) -> tuple[int, ...]:
            piles = (table.own, table.led, waiting, table.gone, table.given)
            return tuple((cards >> (RANKS * suit)) & SUITS[0] for cards in piles)

        order = sorted(range(3), key=key, reverse=True)
        begins = {suit: RANKS * at for at, suit in enumerate(order)} | {3: 3 * RANKS}

        def place(bit: int) -> int:
            suit, rank = divmod(bit.bit_length() - 1, RANKS)
            return begins[suit] + rank

        return place

    def _points(self, table: _Table) -> Iterator[int]:
        asked = self.sampler.asked
        yield _MINE + min(_MOST, table.mine)
        yield _CLOSED + min(9, table.closed)
        yield _THEIRS + min(_MOST, table.truly)
        yield _THEIR_SHOWN + min(_MOST, table.theirs)
        yield _THEIR_CLOSED + min(9, table.their_closed)
        ahead = AHEAD * (table.theirs + asked.gift * table.their_closed - table.mine - asked.gift * table.closed)
        yield _AHEAD + max(0, min(31, floor(4 * (ahead / 31)) + 15))
        if not asked.up:
            yield _MINE_ABOUT + min(_MOST, table.mine + 3 * table.closed)
            yield _THEIRS_ABOUT + min(_MOST, table.theirs + 3 * table.their_closed)

    def _lead(self, table: _Table) -> list[int]:
        """What a lead is likely to meet, and what it brings."""
        count, lay = table.led.bit_count(), POINTS[table.led]
        higher = sum((self._unseen & HIGHER[bit]).bit_count() for bit in singles(table.led)) // count
        odds = unbeaten(self._unseen.bit_count(), higher, self._rival_held, count)
        return [
            _UNBEATEN + int(odds * 15.999), _LAY + min(15, lay // 2), _IF_WON + min(_MOST, table.mine + lay),
            _IF_LOST + min(_MOST, table.truly + lay),
        ]  # fmt: skip
