"""The table options of a ruleset as people write them: names, values, what is in force.

Here: text to values and back. Never: what an option changes (`builtin.with_option`), a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..errors import LocalError
from ..sentences import Sentence
from .builtin import CHOICES, RULESETS, find_ruleset, is_known, with_option
from .ruleset import MATCH_LENGTHS, MAX_ANTE, GiveFace, Maliutka, Ruleset, SpecialsWhen, ThreeAces

NUMBERS: Final[Mapping[str, range]] = {"ante": range(1, MAX_ANTE + 1), "clock": range(3601)}
"""Options that are any number of a range: chips, seconds (0: no clock)."""

_USUAL: Final[Mapping[str, tuple[int, ...]]] = {"ante": (1, 2, 5, 10), "clock": (0, 10, 20, 30, 60)}

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "first_lead": ("left", "right"),
    "three_aces": tuple(map(str, ThreeAces)),
    "molodka": ("on", "off"),
    "special_sets": (str(SpecialsWhen.PRE_LEAD), str(SpecialsWhen.IN_TRICK)),
    "maliutka": tuple(map(str, Maliutka)),
    "give_face": tuple(map(str, GiveFace)),
    "points_shown": ("no", "yes"),
    "match_to": tuple(map(str, MATCH_LENGTHS)),
}
"""Every value of the options that are no number of a range."""

_ALIKE: Final = (frozenset({"yes", "on", "true"}), frozenset({"no", "off", "false"}))
"""Words for the same answer; each option is told by one of them."""


def options_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The names of the options that these rules have; none for rules that do not ship."""
    return CHOICES[ruleset.name] if is_known(ruleset) else ()


def option_values(ruleset: Ruleset, option: str) -> tuple[str, ...]:
    """What one option may be while the others stay as they are; of `NUMBERS` the usual ones and the present one.

    Raises `LocalError` for an option that these rules do not have.
    """
    if option in _WORDS and option in options_of(ruleset):
        return tuple(word for word in _WORDS[option] if _makes_a_game(ruleset, option, word))
    present = int(option_value(ruleset, option))
    return tuple(map(str, sorted({*_USUAL.get(option, ()), present})))


def _makes_a_game(ruleset: Ruleset, option: str, word: str) -> bool:
    try:
        with_option(ruleset, option, parse_option(option, word))
    except LocalError:
        return False
    return True


def option_value(ruleset: Ruleset, option: str) -> str:
    """What the option is now: the word that would change nothing. Raises `LocalError` for an option they lack."""
    if option not in options_of(ruleset):
        raise LocalError(Sentence(
            "The {rules} rules have no option '{option}'.",
            rules=ruleset.name, option=option[:32],
        ))
    if option in _WORDS:
        return next(
            word for word in _WORDS[option] if with_option(ruleset, option, parse_option(option, word)) == ruleset
        )
    return str(getattr(ruleset, option))


def parse_option(option: str, value: object) -> Any:
    """The value of an option as `with_option` takes it, from a word, a number or a truth value.

    `yes`, `on` and `true` are one answer, `no`, `off` and `false` the other. Raises `LocalError` for a value that
    the option does not have; an option that no rules have is left to `find_ruleset`.
    """
    text = str(value).strip().lower()
    if option in NUMBERS:
        return _number(option, text)
    words = _WORDS.get(option, ())
    alike = next((group for group in _ALIKE if text in group), frozenset({text}))
    found = next((word for word in words if word in alike), None)
    if found is None:
        if words:
            raise LocalError(Sentence(
                "The option '{option}' is one of: {words}; not '{text}'.",
                option=option, words=', '.join(words), text=text[:32],
            ))
        return text
    if option == "match_to":
        return int(found)
    return found == "yes" if option == "points_shown" else found


def _number(option: str, text: str) -> int:
    allowed = NUMBERS[option]
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) in allowed):
        raise LocalError(Sentence(
            "The option '{option}' is a number from {few} to {most}, not '{text}'.",
            option=option, few=allowed[0], most=allowed[-1], text=text[:32],
        ))
    return int(text)


def changed_options(ruleset: Ruleset) -> dict[str, str]:
    """The options that are not as they ship, by name: with these values `find_with_options` gives the same rules."""
    shipped = RULESETS.get(ruleset.name, ruleset)
    present = {option: option_value(ruleset, option) for option in options_of(ruleset)}
    return {option: value for option, value in present.items() if option_value(shipped, option) != value}


def find_with_options(name: str, /, **options: object) -> Ruleset:
    """`find_ruleset` with the values as people write them (see `parse_option`). Raises `LocalError`, one sentence."""
    known = find_ruleset(name).name
    for option in options:
        if option not in CHOICES[known]:
            raise LocalError(
                Sentence(
                    "The {rules} rules have no option '{option}'; they have: {options}.",
                    rules=known, option=option[:32], options=', '.join(CHOICES[known]),
                )
            )
    return find_ruleset(known, **{option: parse_option(option, value) for option, value in options.items()})
