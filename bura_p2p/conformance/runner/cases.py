"""The cases of the live peer, as data: lies, honest games, knocks at the door.

Here: what a case is, which lies of the catalogue can be told over a link, what each demands. Never: playing one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from ...errors import Code
from ...net.auth import Role
from ...rules.builtin import find_ruleset
from ...rules.options import changed_options
from ...rules.ruleset import Ruleset
from .. import scenes
from ..cheat import Cheat, Kind, Layer, Scene
from ..cheats import CHEATS
from ..hall import Player, card_player
from .players import giver, keeper
from .requirements import requirements_of
from .results import Level


class Case(Protocol):
    """What every case says of itself. `roles`: which role the one under test can have in it."""

    @property
    def id(self) -> str:
        """In kebab-case."""

    @property
    def about(self) -> str:
        """One sentence."""

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles of the one under test."""

    @property
    def requirements(self) -> tuple[str, ...]:
        """Ids of spec.md."""

    @property
    def level(self) -> Level:
        """How much it weighs."""

    @property
    def expect(self) -> str:
        """What is demanded, in a few words."""

    @property
    def kinds(self) -> tuple[Ruleset, ...]:
        """The rules by which it can be played, the usual ones first."""


BOTH: Final = (Role.GUEST, Role.HOST)

CLOSES: Final = frozenset({Layer.FRAMING, Layer.RESOURCES, Layer.RESUME})
"""Layers whose lies end the link and convict nobody."""


THEIRS: Final = frozenset(
    {
        scenes.COUNT,
        scenes.LAST_CARD,
        scenes.LAST_WORD,
        scenes.FOLLOW_LAST,
        scenes.LEAD_AFTER_RAISE,
        scenes.FOLLOW_TWO,
        scenes.FOLLOW_TWO_SHOWN,
    }
)
"""Scenes that come only if the other side lets a hand go on to its end, accepts a raise, or leads two cards."""


FIVE: Final = find_ruleset("georgian-5", match_to=0, give_face="down")
"""Half of all points are its target, so that few hands end by a claim."""

LONG_HANDS: Final = ((FIVE,), keeper)
OTHER_WAYS: Final[Mapping[Scene, tuple[tuple[Ruleset, ...], Callable[[int], Player]]]] = {
    scenes.COUNT: LONG_HANDS,
    scenes.LAST_CARD: LONG_HANDS,
    scenes.FOLLOW_LAST: LONG_HANDS,
    scenes.OPENING: ((), giver),
}
"""Scenes that come oftener than at a table in memory's rules and by its players: by which rules first, by whom."""


@dataclass(frozen=True)
class Lie:
    """A cheat of the catalogue, told over a link."""

    cheat: Cheat

    @property
    def id(self) -> str:
        """The cheat's own."""
        return self.cheat.id

    @property
    def about(self) -> str:
        """The lie."""
        return self.cheat.lie

    @property
    def roles(self) -> tuple[Role, ...]:
        """Both, but where the liar has to sit behind another seat."""
        return BOTH if self.cheat.begins.from_seat == 0 else (Role.HOST,)

    @property
    def requirements(self) -> tuple[str, ...]:
        """Those by which it is refused."""
        return requirements_of(self.cheat)

    @property
    def level(self) -> Level:
        """CHANCE where the scene needs a certain move of the other side, SHOULD where it needs its return."""
        if self.cheat.layer is Layer.RESUME and not self.cheat.convicts:
            return Level.SHOULD
        scene = self.cheat.begins
        return Level.CHANCE if scene.others is not card_player or scene in THEIRS else Level.MUST

    @property
    def closes(self) -> bool:
        """Whether the link is to be closed, rather than an entry refused."""
        return self.cheat.layer in CLOSES and not self.cheat.convicts

    @property
    def expect(self) -> str:
        """The refusal."""
        return f"{'close' if self.closes else 'refuse'} ({self.cheat.code.label})"

    @property
    def kinds(self) -> tuple[Ruleset, ...]:
        """Tables for two at which its scene comes about."""
        rules, _ = OTHER_WAYS.get(self.cheat.begins, ((), None))
        return (*rules, *(kind.rules for kind in _tables(self.cheat)))

    @property
    def player(self) -> Callable[[int], Player]:
        """How this side plays until the scene has come, made from a number."""
        _, player = OTHER_WAYS.get(self.cheat.begins, ((), self.cheat.begins.liar))
        return player


def _tables(cheat: Cheat) -> tuple[Kind, ...]:
    return tuple(kind for kind in cheat.begins.kinds if kind.seats == 2)


def can_be_told(cheat: Cheat) -> bool:
    """Whether a cheat makes sense over a link of two seats: no laid deck, no secrets of the other side."""
    laid = cheat.begins.deal is not None or cheat.scene.deal is not None
    return not (laid or cheat.insider or cheat.split) and bool(_tables(cheat))


def lies() -> Iterator[Lie]:
    """Every cheat that can be told over a link."""
    return (Lie(cheat) for cheat in CHEATS.values() if can_be_told(cheat))


def alike(one: Ruleset, other: Ruleset) -> bool:
    """Whether two rulesets differ in the length of a match at most."""
    return replace(one, match_to=0) == replace(other, match_to=0)


def described(case: Case) -> dict[str, Any]:
    """A case as `bura conformance list --json` writes it."""
    return {
        "id": case.id,
        "about": case.about,
        "classes": [role.name.lower() for role in case.roles],
        "peer": [role.other.name.lower() for role in case.roles],
        "level": case.level.value,
        "requirements": list(case.requirements),
        "expect": case.expect,
        "rules": [rules_word(rules) for rules in case.kinds],
    }


def rules_word(rules: Ruleset) -> str:
    """A ruleset by its name and changed options."""
    options = " ".join(f"{name}={value}" for name, value in changed_options(rules).items())
    return f"{rules.name} {options}".strip()


CODES: Final[Mapping[int, str]] = {int(code): code.label for code in Code}


def code_word(number: int) -> str:
    """A refusal code by name; a number that is none as it is."""
    return CODES.get(number, str(number))
