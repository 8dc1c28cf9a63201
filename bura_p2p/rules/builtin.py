"""The rulesets that ship, as literals, and the door by which names and options reach them.

Here: data. Never: a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ..errors import Code, LocalError, PeerError
from .ruleset import Bura, Exhausted, FirstLead, GiveFace, NoRaise, Ruleset, ShortStock, Win, Wrong

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

RULESETS: Final[Mapping[str, Ruleset]] = {GEORGIAN.name: GEORGIAN}
"""Every ruleset that ships, by the name that people see."""

IDS: Final[Mapping[str, str]] = {"s004-3": GEORGIAN.name}
"""Short ids (used by the rule cases) to names."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {GEORGIAN.name: ("match_to", "points_shown")}
"""The questions of each ruleset that a table may answer differently."""


def find_ruleset(name: str, **options: Any) -> Ruleset:
    """The ruleset called `name` (a name or an id) with its table options set.

    Raises `LocalError` for an unknown name, an option that this ruleset does not have, or a value that
    makes no game.
    """
    known = IDS.get(name, name)
    if known not in RULESETS:
        raise LocalError(f"There are no rules called '{name[:32]}'; there are: {', '.join(RULESETS)}.")
    for option in options:
        if option not in OPTIONS[known]:
            raise LocalError(
                f"The {known} rules have no option '{option[:32]}'; they have: {', '.join(OPTIONS[known])}."
            )
    return replace(RULESETS[known], **options)


def is_known(ruleset: Ruleset) -> bool:
    """Whether `ruleset` is one that ships, with its table options set somehow."""
    return ruleset.name in RULESETS and _keeps_its_name(ruleset)


def check_name(ruleset: Ruleset) -> None:
    """Refuse a ruleset that takes a shipped one's name and answers other questions than its options differently.

    Raises `PeerError(RULESET)`. A name that does not ship is free: what such a table plays, its questions tell.
    """
    if ruleset.name in RULESETS and not _keeps_its_name(ruleset):
        raise PeerError(Code.RULESET, f"these are not the {ruleset.name} rules")


def _keeps_its_name(ruleset: Ruleset) -> bool:
    options = {name: getattr(ruleset, name) for name in OPTIONS[ruleset.name]}
    return replace(RULESETS[ruleset.name], **options) == ruleset
