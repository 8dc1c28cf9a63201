"""Where and as whom somebody plays.

Here: `Place`, handed from the command line to whatever meets and plays. Never: a network, a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..crypto.identity import Identity
from ..net.tls import make_certificate
from ..store import Store
from .inert import wrapped
from .plain import Screen
from .sit import Player, Write


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where and as whom somebody plays.

    `screen` makes the screen for a seat; `phrase` puts a word for programs, a sentence for people and values into
    lines; `file` is where a copy of the game file goes, besides the one in the store's folder. `entropy` gives n
    fresh bytes, `clock` seconds since 1970. `begun` gets a game's number in the store before its first update.
    `practice`: the other side is a bot of one's own.
    """

    store: Store
    name: str
    player: Player
    screen: Callable[[int], Screen]
    write: Write
    phrase: Callable[[str, str, dict[str, Any]], Iterable[str]]
    file: Path | None
    entropy: Callable[[int], bytes]
    clock: Callable[[], float]
    begun: Callable[[int], None] = lambda game: None
    practice: bool = False

    async def tell(self, word: str, sentence: str, values: dict[str, Any]) -> None:
        """Show something beside the game."""
        await self.write(self.phrase(word, sentence, values))

    async def explain(self, word: str, sentence: str, **values: Any) -> None:
        """Show a sentence, broken between words; programs get it whole, beside the values."""
        await self.tell(word, "\n".join(wrapped(sentence, indent="  ", whole=True)), values | {"sentence": sentence})

    def identity(self) -> Identity:
        """This player's signing key."""
        return self.store.identity(self.entropy)

    def certificate(self) -> tuple[bytes, bytes]:
        """The host's certificate and key in PEM, made on first use."""
        kept = self.store.certificate()
        if kept is None:
            kept = make_certificate()
            self.store.put_certificate(*kept)
        return kept
