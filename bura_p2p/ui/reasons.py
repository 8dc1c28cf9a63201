"""Why a hand ended, in words: whoever gave it up is told so, and nobody is told that of the other.

Here: `Reasons`, which follows a hand for one seat, and the words. Never: a hand's worth, a table's picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ..rules.ruleset import Bura, Ruleset
from ..sentences import N_
from ..table import events as e
from .inert import inert
from .tongue import t

BURA_TRICK: Final = "bura_trick"
"""How a hand was won by a bura that had to win its trick; any other reason is told by its registry name."""


def reason_told(reason: str, rules: Ruleset | None) -> str:
    """By which word a face tells why a hand ended."""
    return BURA_TRICK if reason == "bura" and rules is not None and rules.bura is Bura.MUST_WIN_TRICK else reason


class Reasons:
    """Why the hands that the player at `seat` follows ended."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._gave_up: set[int] = set()

    def begun(self) -> None:
        """A hand begins: nobody has given it up."""
        self._gave_up.clear()

    def resigned(self, seat: int) -> None:
        """A seat gives the hand up."""
        self._gave_up.add(seat)

    def true(self, event: e.HandOver) -> e.HandOver:
        """The end with the one reason that people saw: the registry calls a resignation instead of an answer to a
        raise a declined raise, though nobody has declined it.
        """
        return replace(event, reason="resigned") if event.reason == "declined" and self._gave_up else event

    def words(self, event: e.HandOver, rules: Ruleset | None) -> str:
        """Why a hand ended, as a clause. Beyond two seats it may be one's own partner who gave up."""
        told = reason_told(self.true(event).reason, rules)
        if told == "resigned" and self._mine(event):
            return t("you gave up")
        if told == BURA_TRICK:
            return t("the trick with a bura in it")
        alone = event.winner == self._seat or len(event.score) == len(_BOTH)
        known = _NOBODY if event.winner is None or (told == "resigned" and not alone) else _WHY
        return t(known[told]) if told in known else inert(told)

    def _mine(self, event: e.HandOver) -> bool:
        """Whether this seat gave it up; the end tells so itself where two play."""
        return self._seat in self._gave_up or self._seat in event.left or (
            len(event.score) == len(_BOTH) and event.winner not in (None, self._seat)
        )


_BOTH: Final = (0, 1)

_WHY: Final[Mapping[str, str]] = {
    "claim_right": N_("the points were there"),
    "claim_wrong": N_("the points were not there"),
    "declined": N_("the raise was declined"),
    "bura": N_("bura, a whole hand of trumps"),
    "reached": N_("the points were reached"),
    "combination": N_("a whole hand of aces"),
    "cards_out": N_("the higher count when all cards were played"),
    "resigned": N_("the other side gave up"),
}

_NOBODY: Final[Mapping[str, str]] = {
    "claim_wrong": N_("the points were not there"),
    "draw": N_("the points are equal"),
    "split": N_("the points are equal, and the pot is shared"),
    "dead": N_("the cards are out, and nobody has claimed"),
    "resigned": N_("somebody gave up"),
    "void": N_("all gave up"),
}
