"""How far a soak has come, and what it has found.

Here: counts and findings. Never: playing, output.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .health import Health
from .plan import Game


class Fault(Exception):  # noqa: N818  what a peer did, not this program
    """What a game has shown that must not be; the text says it, in English."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A game that failed: what was found, the folder where it is kept, the command that plays it again."""

    game: Game
    what: str
    folder: str
    again: str

    def described(self) -> dict[str, Any]:
        """As JSON."""
        return self.game.described() | {"what": self.what, "folder": self.folder, "again": self.again}


@dataclass
class Progress:
    """Counts of what has been played: games by kind and by ruleset, lines cut, players killed; `missed`: lies for
    whose moment no game gave an opportunity.
    """

    games: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    cuts: int = 0
    kills: int = 0
    missed: int = 0
    findings: list[Finding] = field(default_factory=list)
    health: Health = field(default_factory=Health)
    interrupted: bool = False

    @property
    def played(self) -> int:
        """All games."""
        return self.games.total()

    @property
    def exit_code(self) -> int:
        """0 only where something was played and nothing was found; 1; 130 where it was interrupted before either."""
        if self.findings or not (self.played or self.interrupted):
            return 1
        return 130 if self.interrupted else 0
