"""Results over past games: with whom, by which rules, won and lost, and how one's chips went.

Here: rows and logs of one's own store to plain sums. Never: a check (the store keeps only what its own table has
accepted; `verify` is for other people's files), a name made harmless (that is the face's), chance (`luck`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..errors import PeerError
from ..rules.ruleset import Ruleset, decode_ruleset
from ..store import GameRow, Store
from ..wire import messages as m
from ..wire.codec import decode_body
from .told import chips_of

BOT: Final = " bot"
"""How the name of a partner for practice ends; it has a new key for every game."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of the store, seen from the own seat.

    `opponent` is the key of the other seat (of the first other one, where there are more), `name` what it was called,
    as it came. Of its hands so many were `won`, `lost`, and by `nobody`; `points` are match points, own and others'.
    `match`: whether the own seat has won the match, None where nobody has. `chips`: the own ones at the end, None
    where no pot was played for. `ended`: the game was played to an end that both have signed.
    """

    game: int
    when: float
    opponent: bytes
    name: str
    ruleset: str
    ended: bool
    won: int = 0
    lost: int = 0
    nobody: int = 0
    points: tuple[int, int] = (0, 0)
    match: bool | None = None
    chips: int | None = None


def result_of(store: Store, row: GameRow) -> GameResult:
    """What became of one game. Raises `LocalError` where the store does."""
    rules, hands = _read(store, row)
    own, others = _split(hands[-1].score if hands else (), row)
    winners = [hand.winner for hand in hands]
    won, nobody = winners.count(row.seat), winners.count(None)
    other = next(seat for seat in range(row.seats) if seat != row.seat)
    return GameResult(
        game=row.id,
        when=row.started,
        opponent=row.identities[other],
        name=row.names[other],
        ruleset=row.ruleset,
        ended=row.status == "complete",
        won=won,
        lost=len(winners) - won - nobody,
        nobody=nobody,
        points=(own, others),
        match=_match(rules, own, others),
        chips=_chips(row, rules, hands),
    )


def _read(store: Store, row: GameRow) -> tuple[Ruleset | None, list[m.Result]]:
    """The rules, and every result that the own seat has signed: all seats sign the same."""
    rules, hands = None, []
    for signed in store.entries(row.id):
        try:
            message = decode_body(signed.body).message() if signed.seat == row.seat else None
            if isinstance(message, m.Hello):
                rules = decode_ruleset(message.ruleset)
        except PeerError:
            continue  # an entry that was refused, and kept to show why
        if isinstance(message, m.Result):
            hands.append(message)
    return rules, hands


def _split(score: Sequence[int], row: GameRow) -> tuple[int, int]:
    if len(score) != row.seats:
        return 0, 0
    return score[row.seat], max(points for seat, points in enumerate(score) if seat != row.seat)


def _match(rules: Ruleset | None, own: int, others: int) -> bool | None:
    if rules is None or not rules.match_to or max(own, others) < rules.match_to:
        return None
    return own >= rules.match_to


def _chips(row: GameRow, rules: Ruleset | None, hands: Sequence[m.Result]) -> int | None:
    """The result tells them with a last pot shared out; a game that was broken off has only its hands."""
    if rules is None or not rules.has_pot:
        return None
    chips = chips_of(row) or (hands[-1].chips if hands else ())
    return chips[row.seat] if len(chips) == row.seats else None


# --- sums -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Results added up. `open` games were broken off, and nobody knows why. `chips`: None where none were played for.

    `keys` are the identities behind `name`: one, or for practice as many as there were games.
    """

    name: str = ""
    keys: list[bytes] = field(default_factory=list)
    practice: bool = False
    games: int = 0
    open: int = 0
    matches_won: int = 0
    matches_lost: int = 0
    hands_won: int = 0
    hands_lost: int = 0
    hands_nobody: int = 0
    points: int = 0
    points_against: int = 0
    chips: int | None = None

    def add(self, result: GameResult) -> None:
        """One more game."""
        self.games += 1
        self.open += not result.ended
        self.matches_won += result.match is True
        self.matches_lost += result.match is False
        self.hands_won += result.won
        self.hands_lost += result.lost
        self.hands_nobody += result.nobody
        self.points += result.points[0]
        self.points_against += result.points[1]
        if result.chips is not None:
            self.chips = (self.chips or 0) + result.chips

    def to_json(self) -> dict[str, Any]:
        """Plain data; the name as it came."""
        names = ("name", "practice", "games", "open", "matches_won", "matches_lost", "hands_won", "hands_lost",
                 "hands_nobody", "points", "points_against", "chips")  # fmt: skip
        return {name: getattr(self, name) for name in names} | {"keys": [key.hex() for key in self.keys]}


@dataclass(frozen=True, slots=True)
class Balance:
    """The own chips after a game: what it brought, and all together since the first."""

    game: int
    when: float
    chips: int
    total: int


@dataclass(frozen=True, slots=True)
class History:
    """All results: `total`, `opponents` and `rulesets` with the most games first, `balance` from game to game."""

    total: Tally
    opponents: tuple[Tally, ...]
    rulesets: tuple[Tally, ...]
    balance: tuple[Balance, ...]
    results: tuple[GameResult, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data, every number."""
        return {
            "total": self.total.to_json(),
            "opponents": [tally.to_json() for tally in self.opponents],
            "rulesets": [tally.to_json() for tally in self.rulesets],
            "balance": [
                {"game": one.game, "when": one.when, "chips": one.chips, "total": one.total} for one in self.balance
            ],
        }


def history_of(
    store: Store, rows: Iterable[GameRow], done: Callable[[int], None] = lambda count: None
) -> History:
    """The history over these games of the store; those in which nothing was played are left out.

    `done` is told how many are read. Raises `LocalError` where the store does.
    """
    results = []
    for count, row in enumerate(rows, start=1):
        if row.entries > 1:
            results.append(result_of(store, row))
        done(count)
    return add_up(results)


def add_up(results: Iterable[GameResult]) -> History:
    """The history that these games make."""
    found = sorted(results, key=lambda result: (result.when, result.game))
    met = [result.opponent for result in found]
    total, opponents, rulesets = Tally(), dict[bytes | str, Tally](), dict[str, Tally]()
    for result in found:
        practice = result.name.endswith(BOT) and met.count(result.opponent) == 1
        one = opponents.setdefault(result.name if practice else result.opponent, Tally(practice=practice))
        one.name = result.name or one.name
        if result.opponent not in one.keys:
            one.keys.append(result.opponent)
        for tally in (total, one, rulesets.setdefault(result.ruleset, Tally(name=result.ruleset))):
            tally.add(result)
    return History(total, _most(opponents.values()), _most(rulesets.values()), _balance(found), tuple(found))


def _most(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    return tuple(sorted(tallies, key=lambda tally: (-tally.games, tally.name)))


def _balance(results: Sequence[GameResult]) -> tuple[Balance, ...]:
    found, total = [], 0
    for result in results:
        if result.chips is not None:
            total += result.chips
            found.append(Balance(result.game, result.when, result.chips, total))
    return tuple(found)
