"""Chips and the pot, told to one seat: who paid what, what the pot holds, who owes.

Here: `Purse`, which follows both through a game, and their words. Never: how much somebody has to pay (that is the
rules').
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..sentences import N_
from ..table import events as e
from .tongue import capital, t, tn
from .words import begun, chips_word, clauses


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
            return [t("The pot holds {chips}.", chips=chips_word(self.pot))] if self.pot else []
        ante = (self.pot - before) // len(event.order)
        if not ante:
            return [t("The pot of {chips} has stayed; nobody pays anew.", chips=chips_word(self.pot))]
        self._chips = tuple(
            chips - ante if seat in event.order else chips for seat, chips in enumerate(self._chips)
        )
        return [t("Each pays {ante}: the pot holds {chips}.", ante=chips_word(ante), chips=chips_word(self.pot))]

    def over(self, event: e.HandOver) -> str:
        """What the hand's end moved, as one sentence; empty where its winner took the pot, which the end says."""
        gains, before = self._moved(event.chips), self.pot
        self.pot = event.pot
        if event.winner is not None or not self._seen:
            return ""
        payers = [seat for seat, gain in gains if gain < 0]
        if payers:
            paid = clauses([self._paid(seat, -dict(gains)[seat]) for seat in payers])
            told = t("{paid}: the pot, {before} before, holds {now} now.", paid=paid, before=before, now=self.pot)
            return _sentence(told)
        if gains:
            shares = clauses([self._got(seat, gain) for seat, gain in gains])
            rest = tn(
                "{n} chip that cannot be divided stays", "{n} chips that cannot be divided stay", self.pot
            )
            return _sentence(f"{shares}; {rest}." if self.pot else f"{shares}.")
        return t("The pot of {chips} stays.", chips=chips_word(self.pot)) if self.pot else ""

    def closed(self, event: e.GameOver) -> str:
        """What became of a pot that nobody has won, as one sentence; empty where there is none."""
        gains = self._moved(event.chips)
        if not gains or not self._seen:
            return ""
        shares = clauses([self._got(seat, gain) for seat, gain in gains])
        return t("Nobody has won the pot, so it is shared: {shares}.", shares=shares)

    def standing(self, chips: Sequence[int]) -> str:
        """`Chips: You have 3, Ben owes 3.`"""
        told = ", ".join(self._has(seat, held) for seat, held in enumerate(chips))
        return t("Chips: {chips}.", chips=told)

    def _moved(self, chips: tuple[int, ...]) -> list[tuple[int, int]]:
        """Who has got, or (below 0) paid how much since the last time."""
        before, self._chips = self._chips, chips
        if len(before) != len(chips):
            return []
        return [(seat, now - then) for seat, (then, now) in enumerate(zip(before, chips, strict=True)) if now != then]

    def _has(self, seat: int, chips: int) -> str:
        if not chips:
            mine, other = N_("You are even"), N_("{name} is even")
        elif chips < 0:
            mine, other = N_("You owe {chips}"), N_("{name} owes {chips}")
        else:
            mine, other = N_("You have {chips}"), N_("{name} has {chips}")
        return self._clause(seat, mine, other, chips=abs(chips))

    def _paid(self, seat: int, chips: int) -> str:
        return self._clause(seat, "you pay {chips}", "{name} pays {chips}", chips=chips_word(chips))

    def _got(self, seat: int, chips: int) -> str:
        return self._clause(seat, "you get {chips}", "{name} gets {chips}", chips=chips_word(chips))

    def _clause(self, seat: int, mine: str, other: str, /, **values: object) -> str:
        return t(mine, **values) if seat == self._seat else t(other, name=self._called(seat), **values)


def _sentence(text: str) -> str:
    """Only our own words get a capital letter: `you` and a player without a name."""
    ours = tuple(t(mine, chips="").split()[0] for mine in ("you pay {chips}", "you get {chips}"))
    return capital(text) if text.startswith(ours) else begun(text)
