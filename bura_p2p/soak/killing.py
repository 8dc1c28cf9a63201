"""A game of two processes, which are killed in the middle and take it up again.

Here: starting, killing, resuming. Never: a judgement of the files (`judging`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import trio

from ..conformance.runner.line import HOST, open_line
from ..conformance.runner.process import Program, Unusable, running
from ..errors import LocalError
from ..net.invite import candidate_of
from .judging import COMPLETE, closed_store, exported, found_again, secrets_now
from .plan import Game
from .progress import Fault, Progress

PATIENCE: Final = 60.0
"""Seconds for an invite, and for an opened table."""

LONGEST: Final = 240.0
"""Seconds for a whole game."""

LOOK: Final = 0.2
"""Seconds of waiting for one program before the other is looked at."""

OPENED: Final = '"table_opened"'

NAMES: Final = ("host", "guest")


class Seats:
    """The programs of both seats, each the newest of its seat, and what they take."""

    def __init__(self, game: Game, program: Sequence[str], folder: Path, stack: AsyncExitStack) -> None:
        self.programs: list[Program] = []
        self.secrets: list[bytes] = []
        self._game, self._command, self._folder, self._stack = game, program, folder, stack
        self._starts = 0
        self.again: set[int] = set()

    def home(self, seat: int) -> Path:
        """The folder of a seat's store."""
        return self._folder / NAMES[seat]

    async def start(self, seat: int, *words: str) -> Program:
        """A new program for `seat`."""
        self._starts += 1
        command = [*self._command, *words, "--json", "--bot", self._game.bots[seat], "--hands", "1"]
        command += ["--home", str(self.home(seat))]
        program = await self._stack.enter_async_context(
            running(command, self._folder, f"{self._starts}-{NAMES[seat]}")
        )
        self.programs[seat : seat + 1] = [program]
        return program

    async def kill(self, seat: int, lines: int) -> bool:
        """Kill a seat's program once it has said so many lines since its table opened, and let it come back; whether
        it was there to be killed.
        """
        program = self.programs[seat]
        again = seat in self.again
        if not await program.says(lambda said: _has_said(said, lines, again=again)):
            return False
        program.kill()
        await program.ended(PATIENCE)
        self.secrets += secrets_now(self.home(seat), self._folder / "copy")
        await self.start(seat, "resume")
        self.again.add(seat)
        return True


def _has_said(said: str, lines: int, *, again: bool) -> bool:
    _, opened, rest = ("", OPENED, said) if again else said.partition(OPENED)
    return bool(opened) and rest.count("\n") > lines


async def play_killing(
    game: Game, program: Sequence[str], folder: Path, progress: Progress
) -> tuple[bytes, bytes]:
    """One game, over the game's line; both files, as the stores have them. Raises Fault."""
    try:
        with trio.fail_after(LONGEST):
            return await _play(game, program, folder, progress)
    except trio.TooSlowError:
        raise Fault(f"the game went on for more than {LONGEST:.0f} seconds") from None
    except (Unusable, LocalError) as fault:
        raise Fault(str(fault)) from None


async def _play(game: Game, program: Sequence[str], folder: Path, progress: Progress) -> tuple[bytes, bytes]:
    async with AsyncExitStack() as stack:
        seats = Seats(game, program, folder, stack)
        host = await seats.start(0, "host", "--listen", f"{HOST}:0", "--rules", game.rules.name)
        invite = await host.invite(PATIENCE)
        target = (invite.candidates[0].host, invite.candidates[0].port)
        line = await stack.enter_async_context(open_line(game.line, target, game.draw))
        text = replace(invite, candidates=(candidate_of(HOST, line.port),)).text()
        await seats.start(1, "join", text)
        for kill in game.kills:
            progress.kills += await seats.kill(kill.seat, kill.lines)
        await _finished(seats)
        progress.cuts += line.broken
    return _files(seats)


async def _finished(seats: Seats) -> None:
    """Wait for both. Raises Fault where one fails; one that was killed when all was settled has nothing to resume."""
    waiting = dict(enumerate(seats.programs))
    while waiting:
        for seat, program in list(waiting.items()):
            code = await program.ended(LOOK)
            if code is None:
                continue
            if program.crashed or (code and seat not in seats.again):
                raise Fault(f"the {NAMES[seat]} ended with {code}; {program.complaint}")
            del waiting[seat]


def _files(seats: Seats) -> tuple[bytes, bytes]:
    """Both games, complete, in stores without a secret."""
    files = []
    for seat, program in enumerate(seats.programs):
        home = seats.home(seat)
        data, status = exported(home)
        if status != COMPLETE:
            told = f"it ended with {program.returncode}; {program.complaint}"
            raise Fault(f"the game of the {NAMES[seat]} is {status}, not complete: {told}")
        wrong = closed_store(home) or found_again(home, seats.secrets)
        if wrong:
            raise Fault(f"the {NAMES[seat]}: {wrong}")
        files.append(data)
    return files[0], files[1]
