"""The luck report: what one was dealt over many games against what chance deals, with exact p-values.

Here: the questions, their answers, one plain word for them all. Never: the other side's cards, of which nobody here
knows how many were good; cards drawn later; a word on why something is unusual.

What is asked stands before any game is looked at: of the cards dealt when a hand begins, how many trumps, aces and
tens; how many whole hands that are a combination; how often one led the first hand of a game. Given the turned card,
a dealt hand is a uniform draw from the other cards of the deck, whoever played how before; so its counts are
hypergeometric, and those of different hands are independent. Which hands are there does not depend on their cards, as
long as every hand that was dealt is counted, those of games that were broken off too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from ..cards import Rank
from ..store import DealRow
from .chance import Chances, corrected, drawn, happens, total_of
from .deals import Dealing, odds_of_combination

UNUSUAL: Final = 0.05
"""Corrected p-values below this are worth a word."""

RARE: Final = 0.001
"""Below this chance is a poor explanation."""


class Luck(Enum):
    """What a report says as a whole."""

    NOTHING = "nothing"
    USUAL = "usual"
    UNUSUAL = "unusual"
    RARE = "rare"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question: so many of `out_of` were seen, where chance deals `expected` on average.

    In 95 of 100 such rows of hands there are `low` to `high`. `p` is how often chance is at least so far out, on
    either side; `corrected` takes account of all the questions that are asked at once.
    """

    about: str
    seen: int
    out_of: int
    expected: float
    low: int
    high: int
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class LuckReport:
    """All answers over `hands` dealt hands of `games` games. `luck` is what the least corrected p-value says.

    `unnoted` hands were dealt and not noted at the time, so that nothing is known of them.
    """

    games: int
    hands: int
    unnoted: int
    answers: tuple[Answer, ...]

    @property
    def least(self) -> float:
        """The least corrected p-value, 1 where nothing was asked."""
        return min((answer.corrected for answer in self.answers), default=1.0)

    @property
    def luck(self) -> Luck:
        """The report in one word."""
        if not self.answers:
            return Luck.NOTHING
        return Luck.RARE if self.least < RARE else Luck.UNUSUAL if self.least < UNUSUAL else Luck.USUAL

    def to_json(self) -> dict[str, Any]:
        """Plain data, every number of the report."""
        names = ("about", "seen", "out_of", "expected", "low", "high", "p", "corrected")
        return {
            "games": self.games,
            "hands": self.hands,
            "unnoted": self.unnoted,
            "luck": self.luck.value,
            "least": self.least,
            "answers": [{name: getattr(answer, name) for name in names} for answer in self.answers],
        }


@dataclass(frozen=True, slots=True)
class Dealt:
    """One hand that was dealt, and what the own seat got of it."""

    dealing: Dealing
    row: DealRow


@dataclass(frozen=True)
class _Question:
    """What is counted in a hand, and how it is distributed there."""

    about: str
    counted: Callable[[DealRow], int]
    most: Callable[[DealRow], int]
    odds: Callable[[Dealing], Sequence[Fraction]]


def _ranked(rank: Rank) -> Callable[[Dealing], Sequence[Fraction]]:
    return lambda dealing: drawn(dealing.deck - 1, dealing.others(rank), dealing.hand)


QUESTIONS: Final = (
    _Question(
        "trumps",
        lambda row: row.trumps,
        lambda row: row.dealt,
        lambda dealing: drawn(dealing.deck - 1, dealing.deck // 4 - 1, dealing.hand),
    ),
    _Question("aces", lambda row: row.aces, lambda row: row.dealt, _ranked(Rank.ACE)),
    _Question("tens", lambda row: row.tens, lambda row: row.dealt, _ranked(Rank.TEN)),
    _Question(
        "combinations",
        lambda row: int(bool(row.combination)),
        lambda row: 1,
        lambda dealing: happens(odds_of_combination(dealing)),
    ),
)
"""What is asked of dealt hands."""

FIRST_LEAD: Final = "first_lead"
"""What is asked of games: how often the own seat led their first hand."""


def luck_report(
    hands: Iterable[Dealt], first_leads: Sequence[bool] = (), *, seats: int = 2, unnoted: int = 0
) -> LuckReport:
    """The report over all these hands, and over games by whether the own seat led first, one of `seats`."""
    known = tuple(hands)
    kinds = Counter(hand.dealing for hand in known)
    found: list[tuple[str, int, int, Chances]] = []
    for question in QUESTIONS if known else ():
        odds = Counter[tuple[Fraction, ...]]()
        for dealing, many in kinds.items():
            odds[tuple(question.odds(dealing))] += many
        chances = total_of((Chances.of(one), many) for one, many in odds.items())
        seen = sum(question.counted(hand.row) for hand in known)
        found.append((question.about, seen, sum(question.most(hand.row) for hand in known), chances))
    if first_leads:
        chances = Chances.of(happens(Fraction(1, seats))).times(len(first_leads))
        found.append((FIRST_LEAD, sum(first_leads), len(first_leads), chances))
    games = len({hand.row.game for hand in known})
    return LuckReport(games, len(known), unnoted, _answers(found))


def _answers(found: Sequence[tuple[str, int, int, Chances]]) -> tuple[Answer, ...]:
    p_values = [chances.p_value(seen) for _, seen, _, chances in found]
    return tuple(
        Answer(about, seen, out_of, chances.mean, *chances.usual(), p, after)
        for (about, seen, out_of, chances), p, after in zip(found, p_values, corrected(p_values), strict=True)
    )
