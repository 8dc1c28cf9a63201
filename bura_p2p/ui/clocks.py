"""What the plain table says of clocks, and of the wish to end a hand.

Here: sentences. Never: time.
"""

from __future__ import annotations

from ..net.driver import ClockSet, EndOffered, TimeOut
from .text import Narrator
from .tongue import t, tn


def clock_text(event: ClockSet | TimeOut | EndOffered, narrator: Narrator) -> str:
    """One sentence or two, from the seat of `narrator`."""
    mine = event.seat == narrator.seat
    match event:
        case ClockSet(_, seconds):
            time = tn("{n} second", "{n} seconds", seconds)
            return narrator.tells(event.seat, "You have {time}.", "{name} has {time}.", time=time)
        case TimeOut() if mine:
            return t("Your time is out: the cheapest card is played for you.")
        case TimeOut():
            more = t("Wait, give 'more time', ask to move or give up ('offer end'), or 'quit' and go on later.")
            return f"{t('The time of {name} is out.', name=narrator.name(event.seat))} {more}"
        case EndOffered() if mine:
            return t("You ask the other side to move, or to give this hand up.")
        case EndOffered():
            name = narrator.name(event.seat)
            return t("{name} asks you to move, or to give this hand up ('resign yes').", name=name)
