"""What was proved in one hand, in words.

Here: counting the events of a hand, and sentences for people. Never: a check (the table made it before the event), a
card.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.ruleset import Ruleset
from ...table import events as e
from ..tongue import t, tn
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
            deck = t("The deck was shuffled by every player in turn, and each shuffle was proved to add, drop and "
                     "swap nothing.")  # fmt: skip
            if rules is not None:
                deck = tn(
                    "The deck of {n} card was shuffled by every player in turn, and each shuffle was proved to add, "
                    "drop and swap nothing.",
                    "The deck of {n} cards was shuffled by every player in turn, and each shuffle was proved to add, "
                    "drop and swap nothing.",
                    rules.deck,
                )
            told.append(f"{deck} {t('One honest shuffle is enough: nobody could know or steer the order.')}")
        if self.dealt:
            told.append(self._came())
        if self.shown:
            told.append(tn(
                "{n} card was shown, each proved to be one that its player held then.",
                "{n} cards were shown, each proved to be one that its player held then.",
                self.shown,
            ))
        return told + self._closed()

    def _came(self) -> str:
        dealt = cards_word(self.dealt)
        if self.drawn:
            came = t("{dealt} each, and {drawn} drawn later, came from that deck:", dealt=dealt,
                     drawn=cards_word(self.drawn))  # fmt: skip
        else:
            came = t("{dealt} each came from that deck:", dealt=dealt)
        keys = t("every player handed out the right keys for each of them, by proof, and only who drew a card could "
                 "read it.")  # fmt: skip
        return f"{came} {keys}"

    def _closed(self) -> list[str]:
        told = []
        if self.given:
            closed = self.given - self.opened
            told.append(tn(
                "{n} card was given face down, proved to be from the hand, and bound to it since.",
                "{n} cards were given face down, proved to be from the hand, and bound to it since.",
                self.given,
            ))
            if self.opened:
                told.append(tn(
                    "{n} card was opened for the claim, to exactly what had been given.",
                    "{n} cards were opened for the claim, to exactly what had been given.",
                    self.opened,
                ))
            if closed > 0:
                told.append(tn(
                    "{n} of these stays closed for ever, also for whoever checks the file.",
                    "{n} of these stay closed for ever, also for whoever checks the file.",
                    closed,
                ))
        if self.counted or self.sealed:
            told.append(t("Points of closed cards were told with a proof, without showing the cards."))
        if self.announced:
            told.append(t("What was announced was proved, without showing a card."))
        return told
