"""What the plain table says of clocks, and of the wish to end a hand.

Here: sentences. Never: time.
"""

from __future__ import annotations

from ..net.driver import ClockSet, EndOffered, TimeOut
from .text import Narrator


def clock_text(event: ClockSet | TimeOut | EndOffered, narrator: Narrator) -> str:
    """One sentence or two, from the seat of `narrator`."""
    mine = event.seat == narrator.seat
    match event:
        case ClockSet(_, seconds):
            return f"{narrator.does(event.seat, 'have')} {seconds} seconds."
        case TimeOut() if mine:
            return "Your time is out: the cheapest card is played for you."
        case TimeOut():
            who = narrator.name(event.seat)
            return f"The time of {who} is out. Wait, give 'more time', 'offer end', or 'quit' and go on later."
        case EndOffered():
            told = f"{narrator.does(event.seat, 'offer')} to end this hand"
            return f"{told}." if mine else f"{told}: 'resign yes' gives it up; or play on."
