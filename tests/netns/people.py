"""Two players in a world, and how their game is to end.

Here: meeting by invite or by reply code, playing by typed moves up to a point, the check of both game files. Never:
what the network between them is like.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from bura_p2p.verify import Verdict, verify_file
from tests.netns.worlds import Space
from tests.support.processes import PATIENCE, Bura

BOTS = ("--json", "--bot", "random", "--hands", "1")
"""Both play by themselves, one hand."""
HANDS = ("--json", "--hands", "1")
"""A test plays, one hand."""


def host(space: Space, home: Path, *options: str) -> tuple[Bura, str]:
    """Somebody hosts; the process and the invite."""
    player = space.bura("host", *options, home=home / "host")
    return player, player.event("invite")["invite"]


def guest(space: Space, home: Path, invite: str, *options: str) -> Bura:
    """Somebody joins; the invite is typed, as from a pipe."""
    player = space.bura("join", "-", *options, home=home / "guest")
    player.type(invite)
    return player


def play_to_the_end(home: Path, *players: Bura) -> None:
    """Both end well, and hold the same game, complete and fair."""
    codes = [player.end() for player in players]
    assert codes == [0, 0], [(player.lines[-6:], player.errors[-600:]) for player in players]
    check_files(home)


def check_files(home: Path) -> None:
    """Both sides' newest game files are the same game, complete and fair."""
    files = [_newest(home / side / "games").read_bytes() for side in ("host", "guest")]
    reports = [verify_file(file) for file in files]
    assert [report.verdict for report in reports] == [Verdict.FAIR, Verdict.FAIR]
    assert reports[0].head == reports[1].head


def _newest(folder: Path) -> Path:
    return max(folder.glob("*.bura"), key=lambda path: path.stat().st_mtime)


class Hand:
    """Plays for people at JSON tables, the first legal move each time, as far as it is let."""

    def __init__(self) -> None:
        self._allowed = 0
        self._free = False
        self._due: list[tuple[Bura, str]] = []
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []

    def seat(self, player: Bura) -> Person:
        """Play for somebody too."""
        person = Person(player, self)
        thread = threading.Thread(target=person.read, daemon=True)
        self._threads.append(thread)
        thread.start()
        return person

    def play(self, moves: int) -> None:
        """Let so many more moves be made, and wait until they have been."""
        with self._changed:
            self._allowed += moves
            self._make_moves()
            assert self._changed.wait_for(lambda: self._allowed == 0, PATIENCE), "the game does not go on"

    def play_on(self) -> None:
        """Let everything that is left be played, and wait for the end of all processes."""
        with self._changed:
            self._free = True
            self._make_moves()
        for thread in self._threads:
            thread.join(2 * PATIENCE)
            assert not thread.is_alive(), "the game does not end"

    def is_due(self, player: Bura, move: str) -> None:
        """It is somebody's turn."""
        with self._changed:
            self._due.append((player, move))
            self._make_moves()

    def _make_moves(self) -> None:
        while self._due and (self._free or self._allowed > 0):
            player, move = self._due.pop(0)
            try:
                player.type(move)
            except (OSError, ValueError):  # it is gone, or its world is
                continue
            self._allowed -= not self._free
            self._changed.notify_all()


class Person:
    """One of them; `events` is what was read."""

    def __init__(self, player: Bura, hand: Hand) -> None:
        self.player = player
        self.events: list[dict[str, Any]] = []
        self._hand = hand
        self._changed = threading.Condition()

    def read(self) -> None:
        """Read to the end of the output."""
        while (line := self.player.line()) is not None:
            event = json.loads(line)
            with self._changed:
                self.events.append(event)
                self._changed.notify_all()
            if event["event"] == "your_turn":
                self._hand.is_due(self.player, event["legal"][0])

    def sees(self, name: str, number: int = 1, patience: float = PATIENCE) -> dict[str, Any]:
        """Wait for the n-th event of this name."""
        with self._changed:
            found = self._changed.wait_for(lambda: len(self._named(name)) >= number, patience)
            assert found, f"no {name}: {self.events[-6:]}"
            return self._named(name)[number - 1]

    def _named(self, name: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == name]
