"""What a player can type at a table of these rules.

Here: the commands, one line each. Never: the rules themselves (`card`), a command that these rules do not have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..rules.notation import RAISE_NAMES
from ..rules.ruleset import GiveFace, Ruleset, Win
from .announcing import policy_word
from .words import claims_var

_HEAD: Final = (
    "What can be typed (cards are 'AS', '10h', or their numbers; C D H S are clubs,",
    "diamonds, hearts, spades):",
)

_CLAIMS: Final = frozenset({Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME})


def help_lines(rules: Ruleset | None) -> list[str]:
    """The commands, at most 24 lines of at most 80 columns; of those that only some rules have, those of `rules`."""
    rows = [(typed, text) for make in _ROWS for typed, text in make(rules)]
    return [*_HEAD, *(f"  {typed:<21}{text}" for typed, text in rows)]


Rows = list[tuple[str, str]]


def _cards(rules: Ruleset | None) -> Rows:
    face = "that do not beat" if rules is None else "face down" if rules.give_face is GiveFace.DOWN else "face up"
    return [("AS 10S, or 1 2", "lead these cards, or answer with them where they beat"),
            ("give KS QH", f"give cards {face}")]  # fmt: skip


def _claim(rules: Ruleset | None) -> Rows:
    if rules is None:
        return [("var, or claim", "claim the points that your pile holds")]
    if rules.win not in _CLAIMS:
        return []
    if claims_var(rules):
        return [("var, or claim", "claim the points: after a trick won, before the next lead")]
    return [("claim", "claim the points, at any time: kept for your turn, unseen")]


def _announce(rules: Ruleset | None) -> Rows:
    if rules is None or not rules.announced:
        return []
    words = ", ".join(policy_word(what, rules) for what in rules.announced)
    return [("cede", "leave the lead to what was announced against it"),
            ("announce none", "of cards drawn later, announce nothing; or: all, or some"),
            ("", f"of {words}; alone it tells what is set")]  # fmt: skip


def _raise(rules: Ruleset | None) -> Rows:
    if rules is None or not rules.raises:
        return []
    names = ", ".join(f"{RAISE_NAMES[stake]} {stake}" for stake in rules.raises)
    return [(f"raise, or {RAISE_NAMES[rules.raises[0]]}", f"raise the stake: {names}"),
            ("accept, decline", "answer a raise ('raise' raises back)")]  # fmt: skip


def _last_word(rules: Ruleset | None) -> Rows:
    return [("pass", "claim nothing when the cards are out")] if rules is None or rules.win in _CLAIMS else []


def _always(rules: Ruleset | None) -> Rows:
    return [("resign yes", "give this hand up"),
            ("table, rules, help", "show the table, the rules, this"),
            ("chat hello", "say something to the other side"),
            ("stop", "play no further hand after this one ('go' takes it back)"),
            ("quit", "leave now; 'bura resume' goes on later")]  # fmt: skip


def _clock(rules: Ruleset | None) -> Rows:
    if rules is None or not rules.clock:
        return []
    return [("more time, offer end", "to the other side, when its time runs out")]


_ROWS: Final[tuple[Callable[[Ruleset | None], Rows], ...]] = (
    _cards, _claim, _announce, _raise, _last_word, _clock, _always,
)  # fmt: skip
