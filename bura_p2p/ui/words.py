"""Words that every face shares: counts, players without a name, what a claim was worth, who stopped.

Here: phrases of English made of numbers and of names that are harmless already or made so. Never: whole tales.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import Final

from ..rules.builtin import is_known
from ..rules.options import changed_options
from ..rules.ruleset import Instant, Maliutka, Ruleset, Special, Win
from .inert import MAX_COLUMNS, inert, named

UNNAMED: Final = (
    "the host",
    "the guest",
    "the second guest",
    "the third guest",
    "the fourth guest",
    "the fifth guest",
)
"""By seat: what a player without a usable name is called. No peer can be called so: `named` puts it in quotes."""


def cards_word(count: int) -> str:
    """`1 card`, `2 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def points_word(count: int) -> str:
    """`1 point`, `2 points`."""
    return "1 point" if count == 1 else f"{count} points"


def chips_word(count: int) -> str:
    """`1 chip`, `2 chips`."""
    return "1 chip" if count == 1 else f"{count} chips"


COMBINATIONS: Final = {
    Special.BURA: "bura (three trumps)",
    Special.THREE_ACES: "three aces",
    Special.MOLODKA: "molodka (three of one suit)",
    Instant.MOSCOW: "Moscow (three aces)",
    Instant.FOUR_TRUMPS: "bura (four trumps)",
    Instant.FOUR_ACES: "four aces",
}
"""What a combination is called when it is announced; `Instant.BURA` is the same word as `Special.BURA`."""


def combination_word(what: str, rules: Ruleset | None = None) -> str:
    """`bura (three trumps)`; one that this version does not know comes back harmless."""
    if what == Special.MOLODKA and rules is not None and rules.maliutka is Maliutka.ANYTIME:
        return "maliutka (a whole hand of one suit)"
    return next((text for known, text in COMBINATIONS.items() if known == what), inert(what.replace("_", " "), 40))


def player(names: Sequence[str], seat: int, width: int = MAX_COLUMNS) -> str:
    """What the player at `seat` is called, harmless and never empty."""
    name = named(names[seat], width) if seat < len(names) else ""
    return name or UNNAMED[min(seat, len(UNNAMED) - 1)]


def begun(text: str) -> str:
    """`text` as a sentence begins: only our own words get a capital letter, nobody's name is changed."""
    return f"The {text[4:]}" if text.startswith("the ") else text


def joined(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    *first, last = names or [""]
    return f"{', '.join(first)} and {last}" if first else last


def claim_worth(claimed: tuple[int, int], *, right: bool) -> str:
    """What the table could see in the claimant's pile: `34 points`, `at least 34 points`, `at most 29 points`."""
    least, most = claimed
    if least == most:
        return points_word(least)
    return f"at least {points_word(least)}" if right else f"at most {points_word(most)}"


def needed(rules: Ruleset | None) -> str:
    """`; 31 were needed`, to follow what a claim was worth; empty where the rules are not at hand."""
    return "" if rules is None or rules.target is None else f"; {rules.target} were needed"


def claims_var(rules: Ruleset | None) -> bool:
    """Whether a claim is called `var`: it is where it is made straight after an own trick."""
    return rules is None or rules.win is not Win.CLAIM_ANYTIME


def not_played_out(rules: Ruleset | None) -> str:
    """`the match to 3 is not played out`; empty for an open match."""
    return f"the match to {rules.match_to} is not played out" if rules is not None and rules.match_to else ""


def rules_word(rules: Ruleset) -> str:
    """`russian rules`, `russian rules (ante 5, molodka off)`, `house rules 'my-own'`; the match is told apart."""
    if not is_known(rules):
        return f"house rules '{inert(rules.name, 32)}'"
    options = (f"{name} {value}" for name, value in changed_options(rules).items() if name != "match_to")
    told = ", ".join(options)
    return f"{inert(rules.name)} rules{told and f' ({told})'}"


def typed_path(path: object) -> str:
    """A path as it can be typed after a command."""
    text = str(path)
    if os.name == "nt":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)
