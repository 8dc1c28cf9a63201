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
from .encoding import ENCODING
from .entry import ENTRY
from .framing import FRAMING, RESOURCES
from .game import GAME
from .hands import HANDS
from .keys import KEYS
from .lines import LINES
from .negotiation import NEGOTIATION, TEXT
from .order import ORDER
from .plays import PLAYS
from .pots import POTS
from .resume import RESUME
from .sealed import SEALED
from .shares import SHARING
from .three_seats import THREE_SEATS

CHAPTERS: Final[tuple[Chapter, ...]] = (
    FRAMING, ENCODING, ENTRY, TEXT, NEGOTIATION, ORDER, KEYS, DECK, SHARING, HANDS, PLAYS, COMBINATIONS, SEALED, GAME,
    CALLS, POTS, RESUME, THREE_SEATS, RESOURCES,
)  # fmt: skip
"""All chapters, by layer."""

CHEATS: Final[Mapping[str, Cheat]] = {cheat.id: cheat for chapter in CHAPTERS for cheat in chapter}
"""Every cheat, by its id."""

__all__ = ["CHAPTERS", "CHEATS", "LINES"]
