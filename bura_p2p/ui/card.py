"""What a player may read at any time: the rules on one screen.

Here: text made of a ruleset's answers. Never: what has happened, a ruleset told by its name.
"""

from __future__ import annotations

from typing import Final

from ..rules.options import NUMBERS, option_value, option_values, options_of
from ..rules.ruleset import Ruleset
from . import rule_words as words
from .inert import wrapped

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
