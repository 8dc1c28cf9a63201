"""What a player can type at a table of these rules.

Here: the commands, one line each. Never: the rules themselves (`card`), a command that these rules do not have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..rules.ruleset import GiveFace, Ruleset, Win
from ..sentences import N_
from .announcing import policy_word
from .inert import wrapped
from .text import raise_name
from .tongue import t
from .words import claims_var

_HEAD: Final = N_(
    "What can be typed (cards are 'AS', '10h', or their numbers; C D H S are clubs, diamonds, hearts, spades):"
)

TYPED: Final = 21
"""Columns of what is typed."""

_CLAIMS: Final = frozenset({Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME})


def help_lines(rules: Ruleset | None) -> list[str]:
    """The commands, at most 24 lines of at most 80 columns; of those that only some rules have, those of `rules`."""
    rows = [(typed, text) for make in _ROWS for typed, text in make(rules)]
    return [*wrapped(t(_HEAD)), *(f"  {typed:<{TYPED}}{text}" for typed, text in rows)]


Rows = list[tuple[str, str]]


def _cards(rules: Ruleset | None) -> Rows:
    if rules is None:
        give = t("give cards that do not beat")
    else:
        give = t("give cards face down") if rules.give_face is GiveFace.DOWN else t("give cards face up")
    return [
        (t("AS 10S, or 1 2"), t("lead these cards, or answer with them where they beat")),
        (t("give KS QH"), give),
    ]


def _claim(rules: Ruleset | None) -> Rows:
    if rules is None:
        return [(t("var, or claim"), t("claim the points that your pile holds"))]
    if rules.win not in _CLAIMS:
        return []
    if claims_var(rules):
        return [(t("var, or claim"), t("claim the points: after a trick won, before the next lead"))]
    return [(t("claim"), t("claim the points, at any time: kept for your turn, unseen"))]


def _announce(rules: Ruleset | None) -> Rows:
    if rules is None or not rules.announced:
        return []
    words = ", ".join(policy_word(what, rules) for what in rules.announced)
    return [
        (t("cede"), t("leave the lead to what was announced against it")),
        (t("announce none"), t("of cards drawn later, announce nothing; or: all, or some")),
        ("", t("of {words}; alone it tells what is set", words=words)),
    ]


def _raise(rules: Ruleset | None) -> Rows:
    if rules is None or not rules.raises:
        return []
    names = ", ".join(f"{raise_name(stake)} {stake}" for stake in rules.raises)
    return [
        (t("raise, or {first}", first=raise_name(rules.raises[0])), t("raise the stake: {names}", names=names)),
        (t("accept, decline"), t("answer a raise ('raise' raises back)")),
    ]


def _last_word(rules: Ruleset | None) -> Rows:
    if rules is None or rules.win in _CLAIMS:
        return [(t("pass"), t("claim nothing when the cards are out"))]
    return []


def _always(rules: Ruleset | None) -> Rows:
    return [
        (t("resign yes"), t("give this hand up")),
        (t("table, rules, help"), t("show the table, the rules, this")),
        (t("chat hello"), t("say something to the other side")),
        (t("stop"), t("play no further hand after this one ('go' takes it back)")),
        (t("quit"), t("leave now; with a friend 'bura resume' goes on later")),
    ]


def _clock(rules: Ruleset | None) -> Rows:
    if rules is None or not rules.clock:
        return []
    return [(t("more time, offer end"), t("to the other side, when its time runs out"))]


_ROWS: Final[tuple[Callable[[Ruleset | None], Rows], ...]] = (
    _cards, _claim, _announce, _raise, _last_word, _clock, _always,
)  # fmt: skip
