"""What a player announces by itself before another's lead: the words that set it, and how it stands.

Here: from typed words to combinations and back. Never: announcing (the session does), a combination that the rules
in force do not have.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from ..errors import LocalError
from ..rules.ruleset import Maliutka, Ruleset, Special, SpecialsWhen
from ..sentences import N_
from .inert import inert
from .tongue import t

FROM_NOW: Final = N_("It counts for cards that you draw from now on; of those that you hold nothing changes.")
"""When a change takes effect, and why nobody can tell from it what is held."""


def policy_word(what: Special, rules: Ruleset) -> str:
    """How a combination is typed: `bura`, `three_aces`, `molodka`; `maliutka` where it is called so."""
    if what is Special.MOLODKA and rules.maliutka is Maliutka.ANYTIME:
        return "maliutka"
    return str(what)


def read_policy(text: str, rules: Ruleset) -> frozenset[Special]:
    """`all`, `none`, or combinations of these rules, commas or spaces between. Raises `LocalError`, one sentence."""
    if not rules.announced:
        raise LocalError(_nothing_to_announce(rules))
    words = {policy_word(what, rules): what for what in rules.announced}
    text = text.lower().strip().rstrip(".!")
    if text in ("all", "none"):
        return frozenset(words.values() if text == "all" else ())
    chosen = set()
    parts = text.replace("three aces", "three_aces").replace("-", "_").replace(",", " ").replace(" and ", " ").split()
    for part in parts or [text]:
        if part not in words:
            what = f"'{inert(part, 20)}'" if part.isprintable() else t("That")
            raise LocalError(t(
                "{what} cannot be announced; 'announce' takes all, none, or {words}.",
                what=what, words=', '.join(words),
            ))
        chosen.add(words[part])
    return frozenset(chosen)


def _nothing_to_announce(rules: Ruleset) -> str:
    if rules.instant:
        return t("A hand that wins by being held is announced by itself; there is nothing to choose.")
    if rules.specials_when is SpecialsWhen.IN_TRICK:
        return t("By these rules combinations are not announced, they are played.")
    return t("By these rules nothing is announced before a lead.")


def policy_text(policy: AbstractSet[Special], rules: Ruleset) -> str:
    """`You announce bura and three_aces, when your whole hand is one and the other side leads.`"""
    if not rules.announced:
        return _nothing_to_announce(rules)
    chosen = [policy_word(what, rules) for what in rules.announced if what in policy]
    if not chosen:
        return t("You announce nothing, whatever you hold.")
    return t("You announce {chosen}, when you hold it and the other side is to lead.", chosen=', '.join(chosen))
