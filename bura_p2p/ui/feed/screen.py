"""The seam between a game and a feed: a screen that publishes, lines that are commands, a place that tells.

Here: `FeedScreen`, `CommandLines`, `FeedPlace`. Never: how a game comes about, what a client does with a message.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import trio

from ...net.driver import Leave, Play, SetPolicy, StopAfterHand, Update
from ...rules.actions import Resign
from ...table.view import View
from ..faces import Faces
from ..place import Place
from ..plain import Answer, PlainScreen
from .feed import Event
from .follower import Follower, sentence_of

LINES: Final = 32
"""Commands that wait to be taken; one more is dropped, and said to be."""

Published = Callable[[Sequence[Event], Sequence[Event]], None]
"""Something has happened at the table; and what had happened there before this program came to it, told once."""


class CommandLines:
    """Commands as the lines that a person would type: the game reads them as it reads a terminal."""

    def __init__(self) -> None:
        self._ready: deque[str] = deque()
        self._fresh = trio.Event()

    async def next(self) -> str | None:
        """The next line; there is always one more."""
        while not self._ready:
            await self._fresh.wait()
        return self._ready.popleft()

    def put(self, line: str) -> bool:
        """One more line, without its end; whether there was room."""
        if len(self._ready) >= LINES:
            return False
        self._ready.append(line)
        self._fresh.set()
        self._fresh = trio.Event()
        return True


class FeedScreen:
    """A screen (`plain.Screen`) that writes nothing: what it is shown goes to `published`, through `follower`."""

    def __init__(self, seat: int, follower: Follower, published: Published) -> None:
        self.left = False
        self._plain = PlainScreen(seat, Faces())
        self._follower = follower
        self._published = published
        self._before: Update | None = None

    @property
    def view(self) -> View | None:
        """What the seat sees now."""
        return self._plain.view

    @view.setter
    def view(self, view: View | None) -> None:
        self._plain.view = view

    def recall(self, update: Update) -> None:
        """Keep what had happened, for the first update."""
        self._before = update

    def show(self, update: Update) -> list[str]:
        """Publish an update."""
        self._plain.view = update.view
        before, self._before = self._before, None
        past = [] if before is None else self._follower.recall(before)
        self._published(self._follower.follow(update), past)
        return []

    def idle(self) -> list[str]:
        """Nothing: the state says whom the table waits for."""
        return []

    def typed(self, line: str | None) -> Answer:
        """What a command means; a mistake becomes a `not_done` event."""
        answer = self._plain.typed(line)
        self._remember(answer)
        text = " ".join(part.strip() for part in answer.lines)
        if not answer.about and text:
            self._published([{"event": "not_done", "text": sentence_of(text)}], ())
        elif answer.about == "noted":
            self._published([{"event": "told", "word": "noted", "text": text}], ())
        return Answer(answer.command)

    def _remember(self, answer: Answer) -> None:
        """What stays of a command, for the state."""
        heard = self._follower.heard
        match answer.command:
            case SetPolicy(announced):
                heard.policy = frozenset(announced)
            case StopAfterHand(stop):
                heard.stopping = stop
            case Play(Resign()) if answer.about == "noted":
                heard.resigning = True
            case Leave():
                self.left = True


async def no_lines(lines: object) -> None:
    """What a feed's place does with lines: nothing, for whatever is to be shown is told."""


@dataclass(frozen=True, kw_only=True)
class FeedPlace(Place):
    """A place where what is told beside the game goes to `told` as it is: a word, a sentence, values."""

    told: Callable[[str, str, dict[str, Any]], None]

    async def tell(self, word: str, sentence: str, values: dict[str, Any]) -> None:
        """See `Place.tell`."""
        self.told(word, sentence, values)
