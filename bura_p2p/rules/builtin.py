"""The rulesets that ship, as literals, and the door by which names and options reach them.

Here: data. Never: a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ..errors import Code, LocalError, PeerError
from ..sentences import N_, Sentence
from .ruleset import (
    QUESTIONS,
    Bura,
    Dealer,
    Exhausted,
    FirstLead,
    GiveFace,
    Instant,
    Maliutka,
    NoRaise,
    Ruleset,
    ShortStock,
    Special,
    SpecialsWhen,
    ThreeAces,
    Tie,
    Win,
    Wrong,
)

GEORGIAN: Final = Ruleset(
    name="georgian",
    players=(2, 2),
    deck=20,
    hand=3,
    target=31,
    lead=(1, 2, 3),
    short_stock=ShortStock.DRAW_REST,
    give_face=GiveFace.DOWN,
    bura=Bura.WHOLE_HAND_ON_LEAD,
    win=Win.VAR_AFTER_OWN_TRICK,
    wrong=Wrong.LOSE_HAND,
    exhausted=Exhausted.MOST_POINTS,
    first_lead=FirstLead.WINNER,
    raises=(2, 3, 4, 5, 6),
    no_raise=NoRaise.FIRST_HAND_ONE_SHORT,
)
"""Three-card bura as played at Georgian tables (source: "Bura rules … (Georgian tables)")."""

GEORGIAN_5: Final = replace(
    GEORGIAN, name="georgian-5", deck=36, hand=5, target=61, lead=(1, 2, 3, 4, 5), give_face=GiveFace.UP
)
"""Five-card bura (same source); that given cards lie open is what such tables do, and an option."""

GEORGIAN_PAIRS: Final = replace(GEORGIAN_5, name="georgian-pairs", players=(4, 4), teams=((0, 2), (1, 3)))
"""Five-card bura in pairs, partners opposite (same source)."""

CLASSIC: Final = Ruleset(
    name="classic",
    players=(2, 2),
    deck=36,
    hand=3,
    target=31,
    lead=(1, 2, 3),
    short_stock=ShortStock.NO_DRAW,
    give_face=GiveFace.UP,
    specials=(Special.BURA, Special.THREE_ACES, Special.MOLODKA),
    specials_when=SpecialsWhen.PRE_LEAD,
    bura=Bura.MUST_WIN_TRICK,
    win=Win.CLAIM_ANYTIME,
    wrong=Wrong.PAY_POT,
    exhausted=Exhausted.VOID_REANTE,
    dealer=Dealer.CLAIMANT_OR_WINNER_ELSE_SAME,
    first_lead=FirstLead.LEFT_OF_DEALER,
    ante=1,
)
"""The plain game for two (source: "Bura", Denexa Games)."""

RUSSIAN: Final = replace(
    CLASSIC, name="russian", players=(2, 6), bura=Bura.INSTANT_ON_ANNOUNCE, wrong=Wrong.DOUBLE_POT
)
"""Open cards, two to six (source: "Бура")."""

CLOSED: Final = replace(RUSSIAN, name="closed", give_face=GiveFace.DOWN)
"""The variant with closed cards (same source)."""

RUSSIAN_32: Final = replace(RUSSIAN, name="russian-32", deck=32)
"""Without the sixes (same source)."""

KOZEL: Final = replace(
    RUSSIAN,
    name="kozel",
    players=(2, 5),
    hand=4,
    target=None,
    lead=(1, 3),
    short_stock=ShortStock.DRAW_REST,
    specials=(),
    specials_when=SpecialsWhen.NEVER,
    bura=Bura.NOTHING,
    instant=(Instant.FOUR_TRUMPS, Instant.FOUR_ACES),
    win=Win.MOST_POINTS,
    exhausted=Exhausted.MOST_POINTS,
    tie=Tie.SPLIT_POT,
)
"""«Козел»: four cards, leads of one or three, most points take the pot (same source)."""

WESTERN: Final = replace(
    RUSSIAN, name="western", bura=Bura.PLAY_ENDS_ROUND, exhausted=Exhausted.VOID_POT_STAYS
)
"""Two to six, a played bura ends the round (source: "Bura", the text that begins "OBJECT OF BURA")."""

TELEGRAM: Final = Ruleset(
    name="telegram",
    players=(2, 4),
    deck=36,
    hand=3,
    target=31,
    lead=(1, 2, 3),
    short_stock=ShortStock.DRAW_REST,
    give_face=GiveFace.DOWN,
    instant=(Instant.BURA, Instant.MOSCOW),
    win=Win.AUTO,
    wrong=Wrong.NOTHING,
    exhausted=Exhausted.MOST_POINTS,
    first_lead=FirstLead.ROTATING_SEAT,
    points_shown=True,
    clock=20,
)
"""Two to four, the points win by themselves (source: "Bura card game rules")."""

RULESETS: Final[Mapping[str, Ruleset]] = {
    rules.name: rules
    for rules in (
        GEORGIAN, GEORGIAN_5, GEORGIAN_PAIRS, CLASSIC, RUSSIAN, CLOSED, RUSSIAN_32, KOZEL, WESTERN, TELEGRAM,
    )
}  # fmt: skip
"""Every ruleset that ships, by the name that people see."""

IDS: Final[Mapping[str, str]] = {
    "s000": CLASSIC.name,
    "s001-open": RUSSIAN.name,
    "s001-closed": CLOSED.name,
    "s001-32": RUSSIAN_32.name,
    "s001-kozel": KOZEL.name,
    "s002": WESTERN.name,
    "s003": TELEGRAM.name,
    "s004-3": GEORGIAN.name,
    "s004-5": GEORGIAN_5.name,
    "s004-5pairs": GEORGIAN_PAIRS.name,
}
"""Short ids (used by the rule cases) to names."""

_GEORGIAN_CHOICES: Final = ("match_to", "points_shown", "maliutka", "give_face", "clock")
_RUSSIAN_CHOICES: Final = ("first_lead", "three_aces", "molodka", "give_face", "ante", "clock")

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    GEORGIAN.name: _GEORGIAN_CHOICES,
    GEORGIAN_5.name: _GEORGIAN_CHOICES,
    GEORGIAN_PAIRS.name: _GEORGIAN_CHOICES,
    CLASSIC.name: ("molodka", "ante", "clock"),
    RUSSIAN.name: _RUSSIAN_CHOICES,
    CLOSED.name: _RUSSIAN_CHOICES,
    RUSSIAN_32.name: _RUSSIAN_CHOICES,
    KOZEL.name: ("first_lead", "ante", "clock"),
    WESTERN.name: ("special_sets", "molodka", "ante", "clock"),
    TELEGRAM.name: ("points_shown", "clock"),
}
"""The options of each ruleset: what a table may answer differently (see `with_option` for their values)."""

_WORDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "first_lead": {"left": FirstLead.LEFT_OF_DEALER, "right": FirstLead.RIGHT_OF_DEALER},
    "three_aces": {str(value): value for value in ThreeAces},
    "maliutka": {str(value): value for value in Maliutka},
    "give_face": {str(value): value for value in GiveFace},
    "special_sets": {"pre_lead": SpecialsWhen.PRE_LEAD, "in_trick": SpecialsWhen.IN_TRICK},
    "molodka": {"on": True, "off": False, "True": True, "False": False},
}
"""Options with words as values: what each word means."""

_QUESTION_OF: Final[Mapping[str, str]] = {"special_sets": "specials_when", "molodka": "specials"}
"""Options that do not bear the name of the question that they answer."""


def find_ruleset(name: str, **options: Any) -> Ruleset:
    """The ruleset called `name` (a name or an id) with its table options set.

    Raises `LocalError` for an unknown name, an option that this ruleset does not have, or a value that
    makes no game.
    """
    known = IDS.get(name, name)
    if known not in RULESETS:
        raise LocalError(Sentence(
            "There are no rules called '{name}'; there are: {names}.",
            name=name[:32], names=', '.join(RULESETS),
        ))
    ruleset = RULESETS[known]
    for option, value in options.items():
        if option not in CHOICES[known]:
            raise LocalError(
                Sentence(
                    "The {rules} rules have no option '{option}'; they have: {options}.",
                    rules=known, option=option[:32], options=', '.join(CHOICES[known]),
                )
            )
        ruleset = with_option(ruleset, option, value)
    return ruleset


def with_option(ruleset: Ruleset, option: str, value: Any) -> Ruleset:
    """The ruleset with one option set: a question, `molodka` on or off, `special_sets` pre_lead or in_trick.

    Raises `LocalError` for a value that the option does not have.
    """
    if option in _WORDS:
        words = _WORDS[option]
        if str(value) not in {*words, *map(str, words.values())}:
            raise LocalError(Sentence(
                "The option '{option}' is one of: {words}.",
                option=option, words=', '.join(words),
            ))
        value = words.get(str(value), value)
    if option == "special_sets":
        return replace(ruleset, specials_when=value)
    if option == "molodka":
        rest = tuple(special for special in ruleset.specials if special is not Special.MOLODKA)
        return replace(ruleset, specials=(*rest, Special.MOLODKA) if value else rest)
    return replace(ruleset, **{option: value})


TITLES: Final[Mapping[str, str]] = {
    "classic": N_("Classic"),
    "russian": N_("Russian"),
    "closed": N_("Russian, closed"),
    "russian-32": N_("Russian, 32 cards"),
    "kozel": N_("Kozel"),
    "western": N_("Western"),
    "telegram": N_("Quick"),
    "georgian": N_("Georgian, three cards"),
    "georgian-5": N_("Georgian, five cards"),
    "georgian-pairs": N_("Georgian, in pairs"),
}
"""What people call the rulesets that ship, by the name that is typed for them; the page's catalogues say the same."""


def is_known(ruleset: Ruleset) -> bool:
    """Whether `ruleset` is one that ships, with its table options set somehow."""
    return ruleset.name in RULESETS and _keeps_its_name(ruleset)


def check_name(ruleset: Ruleset) -> None:
    """Refuse a ruleset that takes a shipped one's name and answers other questions than its options differently.

    Raises `PeerError(RULESET)`. Any other name is free: what such a table plays, its questions tell.
    """
    if ruleset.name in RULESETS and not _keeps_its_name(ruleset):
        raise PeerError(Code.RULESET, f"these are not the {ruleset.name} rules")


def _keeps_its_name(ruleset: Ruleset) -> bool:
    shipped = RULESETS[ruleset.name]
    options = {_QUESTION_OF.get(option, option) for option in CHOICES[ruleset.name]}
    sets = {with_option(shipped, "molodka", on).specials for on in (True, False)} if "specials" in options else None
    same = all(getattr(ruleset, name) == getattr(shipped, name) for name in QUESTIONS if name not in options)
    return same and (sets is None or ruleset.specials in sets)
