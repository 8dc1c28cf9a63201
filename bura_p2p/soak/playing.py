"""One game after another, until the time is over; each is judged, and kept where it fails.

Here: the loop. Never: arguments, output.
"""

from __future__ import annotations

import json
import shutil
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

import trio

from .health import measured
from .judging import judged, kept_secrets
from .killing import play_killing
from .lying import play_lying
from .plan import Game, Kind, games
from .progress import Fault, Finding, Progress
from .staying import Peer, open_peers, play_staying

OVERTIME: Final = 60.0
"""Seconds that the last game may take when the time is over; then it counts for nothing."""

STORY: Final = "game.json"
"""What a kept game was, and what was found, in its folder."""


@dataclass(frozen=True, kw_only=True)
class Soak:
    """What is asked for: `seconds` to play, the `number` of the schedule, the index of the `first` game and how many
    at most, the `program` that starts a peer, the folder where failures are kept (None: a new one, if there is one).
    """

    seconds: float
    number: int
    program: Sequence[str]
    first: int = 0
    most: int | None = None
    keep: Path | None = None


class Player:
    """Plays the games of a soak. `tell` hears of every game that is over."""

    def __init__(self, soak: Soak, progress: Progress, tell: Callable[[Progress], None]) -> None:
        self._soak, self._progress, self._tell = soak, progress, tell
        self._keep = soak.keep
        self._peers: tuple[Peer, Peer] | None = None
        self._gone, self._lives = trio.Event(), 0
        self._crash, self._sitting = "", trio.CancelScope()

    async def run(self) -> None:
        """Play until the time is over."""
        deadline = trio.current_time() + self._soak.seconds
        with TemporaryDirectory(prefix="bura-soak-", ignore_cleanup_errors=True) as place:
            chosen = games(self._soak.number, self._soak.first)
            async with self._all_peers(Path(place)) as renew:
                for game in chosen if self._soak.most is None else islice(chosen, self._soak.most):
                    if self._progress.played and trio.current_time() >= deadline:
                        return
                    with trio.move_on_at(deadline + OVERTIME):
                        await self._one(game, Path(place) / game.label)
                    if self._peers is None and not self._crash:
                        await renew()

    @asynccontextmanager
    async def _all_peers(self, folder: Path) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """The peers that stay; new ones whenever `renew` is called, after a game that they did not survive."""

        async def live(place: Path, *, task_status: trio.TaskStatus[None]) -> None:
            try:
                async with open_peers(place) as peers:
                    self._peers, self._gone = peers, trio.Event()
                    task_status.started()
                    await self._gone.wait()
            except Exception:  # noqa: BLE001  whatever it is, it is found
                self._peers, self._crash = None, traceback.format_exc()
                self._sitting.cancel()

        async with trio.open_nursery() as nursery:

            async def renew() -> None:
                self._lives += 1
                await nursery.start(live, folder / f"stay-{self._lives}")

            await renew()
            yield renew
            nursery.cancel_scope.cancel()

    async def _one(self, game: Game, folder: Path) -> None:
        """One game, judged and counted."""
        await trio.Path(folder).mkdir(parents=True)
        try:
            await self._play(game, folder)
        except Fault as fault:
            self._found(game, folder, str(fault))
        except Exception:  # noqa: BLE001  whatever it is, it is found, and the next game is played
            self._found(game, folder, traceback.format_exc())
        shutil.rmtree(folder, ignore_errors=True)
        self._progress.games[game.kind.value] += 1
        if game.kind is not Kind.LIE:
            self._progress.rules[game.rules.name] += 1
        self._tell(self._progress)

    async def _play(self, game: Game, folder: Path) -> None:
        program, progress = self._soak.program, self._progress
        match game.kind:
            case Kind.LIE:
                await play_lying(game, program, folder, progress)
            case Kind.KILL:
                await self._judge(folder, await play_killing(game, program, folder, progress))
            case Kind.STAY:
                await self._stay(game, folder)

    async def _stay(self, game: Game, folder: Path) -> None:
        peers, self._peers = self._peers, None
        with trio.CancelScope() as self._sitting:
            if peers is not None:
                try:
                    await self._judge(folder, await play_staying(game, peers, self._progress))
                except BaseException:
                    self._gone.set()  # nobody knows what state they are in
                    raise
        if peers is None or self._crash:
            what, self._crash = f"a peer crashed: {self._crash}", ""
            raise Fault(what)
        self._peers = peers
        wrong = next((text for peer in peers if (text := kept_secrets(peer.store))), "")
        wrong = wrong or self._progress.health.grown(measured())
        if wrong:
            raise Fault(wrong)

    async def _judge(self, folder: Path, files: tuple[bytes, bytes]) -> None:
        for name, data in zip(("host", "guest"), files, strict=True):
            (folder / f"{name}.bura").write_bytes(data)
        wrong = await trio.to_thread.run_sync(judged, files)
        if wrong:
            raise Fault(wrong)

    def _found(self, game: Game, folder: Path, what: str) -> None:
        """Keep a failed game: its folder, and what it was."""
        if self._keep is None:
            self._keep = Path(mkdtemp(prefix="bura-soak-found-"))
        kept = self._keep / game.label
        again = f"bura soak --number {game.number} --first {game.index} --games 1"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        finding = Finding(game, what, str(kept), again)
        (kept / STORY).write_text(json.dumps(finding.described(), indent=1) + "\n", encoding="utf-8")
        self._progress.findings.append(finding)
