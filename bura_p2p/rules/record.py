"""A whole game as people write it down, as values: what was done, and what everybody saw to follow from it.

Here: the record, its bounds, what a seat is called in it. Never: its text (`game_text`), whether the rules allow it
(`record_check`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..cards import Card
from ..errors import LocalError
from .actions import Action
from .notation import format_action, parse_action
from .outcome import Reason
from .ruleset import Ruleset

MAX_PLAYERS: Final = 6
"""The most players of a game."""

MAX_NAME: Final = 64
"""The most characters of a player's name."""

MAX_HANDS: Final = 10_000
"""The most hands of a game."""

MAX_ITEMS: Final = 1_000
"""The most moves and facts of a hand; a real one has a quarter of that."""

MAX_NUMBER: Final = 10**12 - 1
"""The largest number anywhere, without its sign."""


@dataclass(frozen=True)
class Move:
    """`seat` did this. Raises `LocalError` for an action that has no text (see `notation`)."""

    seat: int
    action: Action

    def __post_init__(self) -> None:
        text = format_action(self.action)
        if parse_action(text) != self.action:
            raise LocalError(f"'{text[:40]}' cannot be written down as a move.")


@dataclass(frozen=True)
class Taken:
    """`seat` took the trick; `points`: what the open cards in it are worth (None: not written down)."""

    seat: int
    points: int | None = None


@dataclass(frozen=True)
class Drawn:
    """`seat` drew `count` cards after a trick; `turned`: the turned trump is one of them."""

    seat: int
    count: int
    turned: bool = False


Item: TypeAlias = Move | Taken | Drawn
"""One thing that happened in a hand: a move, or a fact that follows from the moves before it."""


@dataclass(frozen=True)
class HandEnd:
    """How a hand ended.

    `winner`, `reason` and `points` as in `Outcome`. The rest follows, and is None or empty where it is not written
    down: `score`, `totals` and `chips` by seat, `claimed` the least and the most that the claimant's pile can hold,
    `pot` what stays in it before new antes, `left` the seats that play no further hand.
    """

    winner: int | None
    reason: Reason
    points: int = 0
    claimed: tuple[int, int] | None = None
    totals: tuple[int, ...] | None = None
    score: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    pot: int | None = None
    left: tuple[int, ...] = ()


@dataclass(frozen=True)
class HandRecord:
    """A hand, number `number` from 1.

    `order` are the seats clockwise, `leader` leads first, `pot` holds the antes of this hand too; they are empty or
    None where they are not written down, or where the hand was given up before it began. `trump` is None until the
    card is turned up, `dealer` and `pot` are None where the rules have none, `end` is None while the hand goes on.
    """

    number: int
    items: tuple[Item, ...] = ()
    order: tuple[int, ...] = ()
    leader: int | None = None
    dealer: int | None = None
    pot: int | None = None
    trump: Card | None = None
    end: HandEnd | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was done, without the facts that follow from it."""
        return tuple(item for item in self.items if isinstance(item, Move))


@dataclass(frozen=True)
class GameEnd:
    """How a game ended.

    `winner` has won the match (None: nobody); `score` and `chips` by seat (chips empty where there is no pot);
    `stopped` are the seats that play no further hand. `void`: the last hand and the game are void, for this reason;
    then there is nothing else.
    """

    winner: int | None = None
    score: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    stopped: tuple[int, ...] = ()
    void: str | None = None


@dataclass(frozen=True)
class GameRecord:
    """A game: `players` are the names by seat, as they came; `end` is None while it goes on.

    Raises `LocalError` for what no text can say: see the bounds of this module; hands are numbered from 1, seats are
    those of the players, what is "by seat" has a number for each.
    """

    players: tuple[str, ...]
    ruleset: Ruleset
    hands: tuple[HandRecord, ...] = ()
    end: GameEnd | None = None

    def __post_init__(self) -> None:
        _require(2 <= len(self.players) <= MAX_PLAYERS, f"has 2 to {MAX_PLAYERS} players")
        for name in self.players:
            check_name(name)
        _require([hand.number for hand in self.hands] == [*range(1, len(self.hands) + 1)], "numbers its hands from 1")
        _require(len(self.hands) <= MAX_HANDS, f"has at most {MAX_HANDS} hands")
        for hand in self.hands:
            _check_hand(hand, len(self.players))
        if self.end is not None:
            _check_end(self.end, len(self.players))


def check_name(name: str) -> None:
    """Raises `LocalError` for a name that is too long, or that no encoding of text has (half a surrogate pair)."""
    _require(len(name) <= MAX_NAME, f"has names of at most {MAX_NAME} characters")
    _require(not any("\ud800" <= character <= "\udfff" for character in name), "has names that are text")


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise LocalError(f"A written game {what}.")


def _check_hand(hand: HandRecord, players: int) -> None:
    end = hand.end
    seats = [*hand.order, *(item.seat for item in hand.items), *_given(hand.leader, hand.dealer)]
    numbers = [*_given(hand.pot), *_numbers(hand.items)]
    if end is not None:
        seats += [*_given(end.winner), *end.left]
        numbers += [end.points, *_given(end.pot), *(end.claimed or ()), *end.score, *(end.totals or ()), *end.chips]
        _check_by_seat(players, end.score or None, end.totals, end.chips or None)
        _require(len(set(end.left)) == len(end.left), "names who leaves once")
    _require(len(hand.items) <= MAX_ITEMS, f"has at most {MAX_ITEMS} moves and facts in a hand")
    _require(len(set(hand.order)) == len(hand.order), "names every seat of an order once")
    _check_values(seats, numbers, players)


def _check_end(end: GameEnd, players: int) -> None:
    _check_by_seat(players, end.score or None, end.chips or None)
    _require(len(set(end.stopped)) == len(end.stopped), "names who stops once")
    _check_values([*_given(end.winner), *end.stopped], [*end.score, *end.chips], players)
    if end.void is not None:
        _require(end == GameEnd(void=end.void), "is void and nothing else")
        _require(bool(WORD.fullmatch(end.void)), "is void for a reason of one word")


def _check_values(seats: Sequence[int], numbers: Sequence[int], players: int) -> None:
    _require(all(0 <= seat < players for seat in seats), "names only seats of its players")
    _require(all(abs(number) <= MAX_NUMBER for number in numbers), f"has no number beyond {MAX_NUMBER}")


def _check_by_seat(players: int, *lists: tuple[int, ...] | None) -> None:
    _require(all(values is None or len(values) == players for values in lists), "has a number for each seat")


def _given(*values: int | None) -> Iterator[int]:
    return (value for value in values if value is not None)


def _numbers(items: Sequence[Item]) -> Iterator[int]:
    for item in items:
        if isinstance(item, Taken):
            yield from _given(item.points)
        elif isinstance(item, Drawn):
            yield item.count


WORD: Final = re.compile("[a-z][a-z0-9_]{0,31}")
"""A word that names a reason."""

PLAIN_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_-]{0,15}")
"""A name that needs no quotes."""

_NO_LABEL: Final = re.compile("nobody|seat[0-9]*")


def is_plain(name: str) -> bool:
    """Whether a name can stand as it is in a line of moves: a plain word that means nothing else there."""
    return bool(PLAIN_NAME.fullmatch(name)) and not _NO_LABEL.fullmatch(name.lower())


def seat_labels(players: Sequence[str]) -> tuple[str, ...]:
    """What each seat is called in the lines of a game: its player's name if that is plain and nobody else's, else
    `seat0`, `seat1` …
    """
    folded = [name.lower() for name in players]
    return tuple(
        name if is_plain(name) and folded.count(name.lower()) == 1 else f"seat{seat}"
        for seat, name in enumerate(players)
    )
