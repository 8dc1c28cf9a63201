"""What a player may read at any time: the rules on one screen.

Here: text made of a ruleset's answers. Never: what has happened, a ruleset told by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..rules.options import NUMBERS, option_value, option_values, options_of
from ..rules.ruleset import Ruleset
from ..sentences import N_
from ..table.view import View
from . import rule_words as words
from .inert import columns, pad, wrapped
from .tongue import capital, t
from .words import player, rules_title

LABEL: Final = 8
"""Columns of a rule card's labels, where no language needs more."""

_PARTS: Final[tuple[tuple[str, Callable[[Ruleset], str]], ...]] = (
    (N_("Cards"), words.deck_text),
    (N_("Lead"), words.lead_text),
    (N_("Answer"), words.answer_text),
    (N_("Give"), words.give_text),
    (N_("Trick"), words.trick_text),
    (N_("Special"), words.combinations_text),
    (N_("Win"), words.win_text),
    (N_("Pot"), words.pot_text),
    (N_("Stake"), words.stake_text),
    (N_("Match"), words.match_text),
    (N_("Clock"), words.clock_text),
)


_BEGINS: Final = len(_PARTS) - 1
"""The place of who leads first: before the clock."""


def table_card(view: View) -> list[str]:
    """The rule card of the table that is seen, with who leads first where the hellos say so; empty before them."""
    if view.ruleset is None:
        return []
    if view.wanted_leader is None:
        return rule_card(view.ruleset)
    if view.wanted_leader == view.seat:
        return rule_card(view.ruleset, t("you lead the first hand"))
    return rule_card(view.ruleset, t("{name} leads the first hand", name=player(view.names, view.wanted_leader)))


def rule_card(rules: Ruleset, first: str = "") -> list[str]:
    """The rules in force on one screen, in lines of at most 80 columns; with the table options of rules that ship.
    `first`: who begins the first hand, as `rule_words.first_text` takes it.
    """
    parts = [(label, told(rules)) for label, told in _PARTS]
    parts.insert(_BEGINS, (N_("Begins"), words.first_text(rules, first)))
    parts.append((N_("Options"), options_text(rules)))
    width = max(LABEL, *(columns(t(label)) + 1 for label, _ in parts))
    rows = [f"{pad(t(label), width)}{text}" for label, text in parts if text]
    title = t("Rules: {name}. {seats}.", name=rules_title(rules.name), seats=capital(words.seats_text(rules)))
    return [*wrapped(title), *(line for row in rows for line in wrapped(row, indent=" " * width))]


def options_text(rules: Ruleset) -> str:
    """The table options: what each is, and what else it may be; empty for rules that do not ship."""
    return "; ".join(_option_text(rules, option) for option in options_of(rules))


def _option_text(rules: Ruleset, option: str) -> str:
    present = option_value(rules, option)
    if option in NUMBERS:
        few, most = NUMBERS[option][0], NUMBERS[option][-1]
        return t("{option} {present} ({few} to {most})", option=option, present=present, few=few, most=most)
    others = [value for value in option_values(rules, option) if value != present]
    return f"{option} {present}" + (f" ({', '.join(others)})" if others else "")
