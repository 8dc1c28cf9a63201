"""What was proved in one hand, in words.

Here: counting the events of a hand, and sentences for people. Never: a check (the table made it before the event), a
card.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.ruleset import Ruleset
from ...table import events as e
from ..words import cards_word


@dataclass(slots=True)
class Proofs:
    """Counts the events of one hand."""

    shuffles: int = 0
    dealt: int = 0
    drawn: int = 0
    shown: int = 0
    given: int = 0
    opened: int = 0
    counted: bool = False
    sealed: bool = False
    announced: bool = False

    def note(self, event: e.Event) -> None:
        """Follow an event of the hand."""
        match event:
            case e.Shuffled():
                self.shuffles += 1
            case e.Dealt(cards=cards):
                self.dealt = cards
            case e.Drew(count=count):
                self.drawn += count
            case e.Led(cards=cards) | e.Answered(cards=cards):
                self.shown += len(cards)
            case e.Gave(count=count):
                self.given += count
            case e.PileOpened(cards=cards):
                self.opened += len(cards)
            case e.Counted():
                self.counted = True
            case e.PointsSealed() | e.Reached():
                self.sealed = True
            case e.Announced():
                self.announced = True

    def sentences(self, rules: Ruleset | None) -> list[str]:
        """What was proved, one sentence each; nothing for a hand that was given up before its deal."""
        told = []
        if self.shuffles:
            deck = "deck" if rules is None else f"deck of {rules.deck} cards"
            told.append(
                f"The {deck} was shuffled by every player in turn, and each shuffle was proved to add, drop and swap "
                "nothing. One honest shuffle is enough: nobody could know or steer the order."
            )
        if self.dealt:
            drawn = f", and {cards_word(self.drawn)} drawn later," if self.drawn else ""
            told.append(
                f"{cards_word(self.dealt).capitalize()} each{drawn} came from that deck: every player handed out the "
                "right keys for each of them, by proof, and only who drew a card could read it."
            )
        if self.shown:
            told.append(f"{_were(self.shown)} shown, each proved to be one that its player held then.")
        return told + self._closed()

    def _closed(self) -> list[str]:
        told = []
        if self.given:
            closed = self.given - self.opened
            were = _were(self.given)
            told.append(f"{were} given face down, proved to be from the hand, and bound to it since.")
            if self.opened:
                told.append(f"{_were(self.opened)} opened for the claim, to exactly what had been given.")
            if closed > 0:
                stay = "1 of these stays" if closed == 1 else f"{closed} of these stay"
                told.append(f"{stay} closed for ever, also for whoever checks the file.")
        if self.counted or self.sealed:
            told.append("Points of closed cards were told with a proof, without showing the cards.")
        if self.announced:
            told.append("What was announced was proved, without showing a card.")
        return told


def _were(count: int) -> str:
    return "1 card was" if count == 1 else f"{count} cards were"
