"""Chips and the pot, told to one seat: who paid what, what the pot holds, who owes.

Here: `Purse`, which follows both through a game, and their words. Never: how much somebody has to pay (that is the
rules').
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..table import events as e
from .words import begun, chips_word


def signed(chips: int) -> str:
    """`+3`, `-1`, `0`."""
    return f"{chips:+d}" if chips else "0"


class Purse:
    """The chips by seat and the pot, as the events tell them.

    `called` gives a player's name, `You` for the one at `seat`. A purse that has not seen the first hand begin says
    less, and never something wrong.
    """

    def __init__(self, seat: int, called: Callable[[int], str]) -> None:
        self.pot = 0
        self._seat = seat
        self._called = called
        self._chips: tuple[int, ...] = ()
        self._seen = False

    def opened(self, event: e.HandBegun) -> list[str]:
        """The antes of a hand, or that the pot has stayed."""
        before, self.pot = self.pot, event.pot
        if not self._seen and event.hand == 1:
            self._seen, self._chips = True, (0,) * len(event.order)
        if not self.pot or not self._seen:
            return [f"The pot holds {chips_word(self.pot)}."] if self.pot else []
        ante = (self.pot - before) // len(event.order)
        if not ante:
            return [f"The pot of {chips_word(self.pot)} has stayed; nobody pays anew."]
        self._chips = tuple(
            chips - ante if seat in event.order else chips for seat, chips in enumerate(self._chips)
        )
        return [f"Each pays {chips_word(ante)}: the pot holds {chips_word(self.pot)}."]

    def over(self, event: e.HandOver) -> str:
        """What the hand's end moved, as one sentence; empty where its winner took the pot, which the end says."""
        gains, before = self._moved(event.chips), self.pot
        self.pot = event.pot
        if event.winner is not None or not self._seen:
            return ""
        payers = [seat for seat, gain in gains if gain < 0]
        if payers:
            paid = " and ".join(self._does(seat, "pay", -dict(gains)[seat]) for seat in payers)
            return _sentence(f"{paid}: the pot, {before} before, holds {self.pot} now.")
        if gains:
            shares = " and ".join(self._does(seat, "get", gain) for seat, gain in gains)
            rest = f"; {chips_word(self.pot)} that cannot be divided {_stays(self.pot)}" if self.pot else ""
            return _sentence(f"{shares}{rest}.")
        return f"The pot of {chips_word(self.pot)} stays." if self.pot else ""

    def closed(self, event: e.GameOver) -> str:
        """What became of a pot that nobody has won, as one sentence; empty where there is none."""
        gains = self._moved(event.chips)
        if not gains or not self._seen:
            return ""
        shares = " and ".join(self._does(seat, "get", gain) for seat, gain in gains)
        return f"Nobody has won the pot, so it is shared: {shares}."

    def standing(self, chips: Sequence[int]) -> str:
        """`Chips: You have 3, Ben owes 3.`"""
        return f"Chips: {', '.join(self._has(seat, held) for seat, held in enumerate(chips))}."

    def _moved(self, chips: tuple[int, ...]) -> list[tuple[int, int]]:
        """Who has got, or (below 0) paid how much since the last time."""
        before, self._chips = self._chips, chips
        if len(before) != len(chips):
            return []
        return [(seat, now - then) for seat, (then, now) in enumerate(zip(before, chips, strict=True)) if now != then]

    def _has(self, seat: int, chips: int) -> str:
        mine = seat == self._seat
        if not chips:
            verb = "are" if mine else "is"
            return f"{self._called(seat)} {verb} even"
        plural, singular = ("owe", "owes") if chips < 0 else ("have", "has")
        return f"{self._called(seat)} {plural if mine else singular} {abs(chips)}"

    def _does(self, seat: int, verb: str, chips: int) -> str:
        who = f"you {verb}" if seat == self._seat else f"{self._called(seat)} {verb}s"
        return f"{who} {chips_word(chips)}"


def _sentence(text: str) -> str:
    return f"You {text[4:]}" if text.startswith("you ") else begun(text)


def _stays(count: int) -> str:
    return "stays" if count == 1 else "stay"
