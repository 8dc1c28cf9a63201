"""The catalogue: every lie that a seat can tell in its place, layer by layer.

Here: the chapters, gathered. Never: how a lie is told or judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..cheat import Chapter, Cheat
from .calls import CALLS
from .combinations import COMBINATIONS
from .deck import DECK
from .game import GAME
from .hands import HANDS
from .keys import KEYS
from .lines import LINES
from .plays import PLAYS
from .sealed import SEALED
from .shares import SHARING

CHAPTERS: Final[tuple[Chapter, ...]] = (KEYS, DECK, SHARING, HANDS, PLAYS, COMBINATIONS, SEALED, GAME, CALLS)
"""All chapters, by layer."""

CHEATS: Final[Mapping[str, Cheat]] = {cheat.id: cheat for chapter in CHAPTERS for cheat in chapter}
"""Every cheat, by its id."""

__all__ = ["CHAPTERS", "CHEATS", "LINES"]
