"""What a player may read at any time: the commands of the plain table, and the rules on one screen.

Here: text made of a ruleset's answers. Never: what has happened, a ruleset told by its name.
"""

from __future__ import annotations

from typing import Final

from ..rules.options import NUMBERS, option_value, option_values, options_of
from ..rules.ruleset import Ruleset
from . import rule_words as words
from .inert import wrapped

HELP: Final = """\
What can be typed (cards are 'AS', '10h', or their numbers; C D H S are clubs,
diamonds, hearts, spades):
  AS 10S, or 1 2       lead these cards, or answer with them where they beat
  give KS QH           give cards face down
  var, or claim        claim the points: after a trick won, before the next lead
  raise, or davi       raise the stake: davi 2, se 3, chari 4, panji 5, shashi 6
  accept, decline      answer a raise ('raise' raises back)
  pass                 claim nothing when the cards are out
  resign yes           give this hand up
  table, rules, help   show the table, the rules, this
  chat hello           say something to the other side
  stop                 play no further hand after this one ('go' takes it back)
  quit                 leave now; the game stays unfinished"""
"""The commands, in lines of at most 80 columns."""

LABEL: Final = 8
"""Columns of a rule card's labels."""


def rule_card(rules: Ruleset) -> list[str]:
    """The rules in force on one screen, in lines of at most 80 columns; with the table options of rules that ship."""
    parts = {
        "Cards": words.deck_text(rules),
        "Lead": words.lead_text(rules),
        "Answer": words.answer_text(rules),
        "Give": words.give_text(rules),
        "Trick": words.trick_text(rules),
        "Special": words.combinations_text(rules),
        "Win": words.win_text(rules),
        "Pot": words.pot_text(rules),
        "Stake": words.stake_text(rules),
        "Match": words.match_text(rules),
        "Begins": words.first_text(rules),
        "Clock": words.clock_text(rules),
        "Options": options_text(rules),
    }
    title = f"Rules: {rules.name}. {words.seats_text(rules)}."
    rows = [f"{label:{LABEL}}{text}" for label, text in parts.items() if text]
    return [title, *(line for row in rows for line in wrapped(row, indent=" " * LABEL))]


def options_text(rules: Ruleset) -> str:
    """The table options: what each is, and what else it may be; empty for rules that do not ship."""
    return "; ".join(_option_text(rules, option) for option in options_of(rules))


def _option_text(rules: Ruleset, option: str) -> str:
    present = option_value(rules, option)
    if option in NUMBERS:
        return f"{option} {present} ({NUMBERS[option][0]} to {NUMBERS[option][-1]})"
    others = [value for value in option_values(rules, option) if value != present]
    return f"{option} {present}" + (f" ({', '.join(others)})" if others else "")
