"""Words that every face shares: counts, players without a name, what a claim was worth, who stopped.

Here: phrases made of numbers and of names that are harmless already or made so. Never: whole tales.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..rules.builtin import TITLES, is_known
from ..rules.options import changed_options
from ..rules.ruleset import Instant, Maliutka, Ruleset, Special, Win
from ..sentences import N_
from .inert import MAX_COLUMNS, inert, named
from .tongue import capital, t, tn

UNNAMED: Final = (
    N_("the host"),
    N_("the guest"),
    N_("the second guest"),
    N_("the third guest"),
    N_("the fourth guest"),
    N_("the fifth guest"),
)
"""By seat: what a player without a usable name is called. No peer can be called so: `named` puts it in quotes."""


def cards_word(count: int) -> str:
    """`1 card`, `2 cards`."""
    return tn("{n} card", "{n} cards", count)


def points_word(count: int) -> str:
    """`1 point`, `2 points`."""
    return tn("{n} point", "{n} points", count)


def chips_word(count: int) -> str:
    """`1 chip`, `2 chips`."""
    return tn("{n} chip", "{n} chips", count)


COMBINATIONS: Final = {
    Special.BURA: N_("bura (three trumps)"),
    Special.THREE_ACES: N_("three aces"),
    Special.MOLODKA: N_("molodka (three of one suit)"),
    Instant.MOSCOW: N_("Moscow (three aces)"),
    Instant.FOUR_TRUMPS: N_("bura (four trumps)"),
    Instant.FOUR_ACES: N_("four aces"),
}
"""What a combination is called when it is announced; `Instant.BURA` is the same word as `Special.BURA`."""


def combination_word(what: str, rules: Ruleset | None = None) -> str:
    """`bura (three trumps)`; one that this version does not know comes back harmless."""
    if what == Special.MOLODKA and rules is not None and rules.maliutka is Maliutka.ANYTIME:
        return t("maliutka (a whole hand of one suit)")
    return next((t(text) for known, text in COMBINATIONS.items() if known == what), inert(what.replace("_", " "), 40))


BOTS: Final = {
    "beginner bot": N_("Beginner bot"),
    "expert bot": N_("Expert bot"),
    "greedy bot": N_("Greedy bot"),
    "random bot": N_("Random bot"),
    "lively bot": N_("Lively bot"),
}
"""What a partner for practice is called, by the name that it signs."""


KINDS: Final = {
    "beginner": N_("beginner"),
    "expert": N_("expert"),
    "greedy": N_("greedy"),
    "random": N_("random"),
    "lively": N_("lively"),
}
"""What kind of bot it is, by the word that is typed for it."""


def player(names: Sequence[str], seat: int, width: int = MAX_COLUMNS) -> str:
    """What the player at `seat` is called, harmless and never empty."""
    name = named(names[seat], width) if seat < len(names) else ""
    return t(BOTS[name]) if name in BOTS else name or t(UNNAMED[min(seat, len(UNNAMED) - 1)])


def begun(text: str) -> str:
    """`text` as a sentence begins: only our own words get a capital letter, nobody's name is changed."""
    return capital(text) if text.startswith(tuple(map(t, UNNAMED))) else text


def joined(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    *first, last = names or [""]
    return t("{names} and {last}", names=", ".join(first), last=last) if first else last


def either(items: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = items
    return t("{names} or {last}", names=", ".join(most), last=last) if most else last


def clauses(parts: Sequence[str]) -> str:
    """Clauses one after another: `A beats B and C beats D`."""
    told, *more = parts or [""]
    for part in more:
        told = t("{names} and {last}", names=told, last=part)
    return told


def claim_worth(claimed: tuple[int, int], *, right: bool) -> str:
    """What the table could see in the claimant's pile: `34 points`, `at least 34 points`, `at most 29 points`."""
    least, most = claimed
    if least == most:
        return points_word(least)
    if right:
        return tn("at least {n} point", "at least {n} points", least)
    return tn("at most {n} point", "at most {n} points", most)


def needed(rules: Ruleset | None) -> str:
    """`; 31 were needed`, to follow what a claim was worth; empty where the rules are not at hand."""
    if rules is None or rules.target is None:
        return ""
    return f"; {t('{points} were needed', points=rules.target)}"


def claims_var(rules: Ruleset | None) -> bool:
    """Whether a claim is called `var`: it is where it is made straight after an own trick."""
    return rules is None or rules.win is not Win.CLAIM_ANYTIME


def not_played_out(rules: Ruleset | None) -> str:
    """`the match to 3 is not played out`; empty for an open match."""
    if rules is None or not rules.match_to:
        return ""
    return t("the match to {points} is not played out", points=rules.match_to)


def rules_title(name: str) -> str:
    """`Russian`: the rules with this name, for a list of them; those that do not ship are their harmless name."""
    return t(TITLES[name]) if name in TITLES else inert(name, 32)


def named_rules(name: str) -> str:
    """The same in a sentence: `Russian`, `my-own rules`."""
    return rules_title(name) if name in TITLES else t("{name} rules", name=inert(name, 32))


def rules_word(rules: Ruleset) -> str:
    """`Russian`, `Russian (ante 5, molodka off)`, `house rules 'my-own'`; the match is told apart."""
    if not is_known(rules):
        return t("house rules '{name}'", name=inert(rules.name, 32))
    options = (f"{name} {value}" for name, value in changed_options(rules).items() if name != "match_to")
    told = ", ".join(options)
    return f"{rules_title(rules.name)}{told and f' ({told})'}"
