"""What the store gives back: plain frozen rows.

Here: rows only. Never: SQL, or a judgement of what a row means.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

OPEN = "open"
"""Status of a game that has begun and not ended; one that was cut keeps it."""


GAME = 0
"""The hand number of secrets that are not a hand's but the whole game's."""
LINK = "link"
"""Kind of such a secret: the invite by which the two sides find each other again."""
MOVED = "moved"
"""Kind of such a secret: the store was moved or copied while the game was open."""


class Secret(NamedTuple):
    """One secret of one hand of a game: hand counted from 1, a kind chosen by the session, the bytes."""

    hand: int
    kind: str
    value: bytes

    def __repr__(self) -> str:
        return f"Secret(hand={self.hand}, kind={self.kind!r}, value=<{len(self.value)} secret bytes>)"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of this store.

    `id` is local to the store; `seat` is the own seat (0-based) of `seats`; `identities` and `names` go by
    seat (32 bytes; text as the player sent it, never yet made harmless for a screen); times are seconds
    since 1970; `ended` is None and `result` is None while `status` is `open`; `entries` counts the log.
    """

    id: int
    seat: int
    seats: int
    ruleset: str
    identities: tuple[bytes, ...]
    names: tuple[str, ...] = field(repr=False)
    started: float
    changed: float
    ended: float | None
    status: str
    result: str | None
    entries: int


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Somebody met before: identity key (32 bytes), the last name they gave, and when (seconds since 1970)."""

    identity: bytes
    name: str = field(repr=False)
    first_seen: float
    last_seen: float


@dataclass(frozen=True, slots=True)
class DealRow:
    """What the own seat was dealt at the beginning of one hand, as numbers: no card is kept.

    Of `dealt` cards so many were `trumps`, `aces` and `tens`. `combination`: `trumps`, `aces` or `one_suit` where
    the whole hand was that, else empty.
    """

    game: int
    hand: int
    dealt: int
    trumps: int
    aces: int
    tens: int
    combination: str = ""

    def __repr__(self) -> str:
        """Where, not what: a log tells nobody how good somebody's cards are."""
        return f"DealRow(game={self.game}, hand={self.hand}, dealt={self.dealt})"


@dataclass(frozen=True, slots=True)
class HeldRow:
    """Own cards, kept for a review: `held` and `given` face down so far in this hand, as text, from `round` on."""

    game: int
    round: int
    held: str = field(repr=False)
    given: str = field(repr=False)
