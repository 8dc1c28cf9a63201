"""A game of one process with a peer that tests it, mostly by a lie.

Here: the case, what its result weighs, the store that is left. Never: a case (`conformance`), a judgement of a lie.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..conformance.runner.live import run_live
from ..conformance.runner.meeting import UnderTest
from ..conformance.runner.results import Level, Outcome, Result
from ..net.auth import Role
from .judging import closed_store
from .plan import Game
from .progress import Fault, Progress

PATIENCE: Final = 60.0
"""Seconds for a word of the program."""

JOIN: Final = "join {invite}"
OFFER: Final = "host --listen 127.0.0.1:0 --rules {rules} {options} --json"


def template(program: Sequence[str], game: Game) -> str:
    """The command of the program under test, with the words that the runner fills in."""
    start = shlex.join(program) if os.name != "nt" else " ".join(program)
    do = JOIN if game.role is Role.GUEST else OFFER
    return f"{start} {do} --bot {game.bots[0]} --home {{home}} --export {{out}}"


async def play_lying(game: Game, program: Sequence[str], folder: Path, progress: Progress) -> None:
    """The case of a game. Raises Fault where the program does not behave in it as the text demands."""
    if game.case is None or game.role is None:
        raise Fault("a game without a case")
    results: list[Result] = []
    testee = UnderTest(command=template(program, game), role=game.role, patience=PATIENCE)
    await run_live(
        testee, [game.case], number=game.draw, folder=folder, keep=True, jobs=1, tell=results.append
    )
    (result,) = results
    if result.missed and result.level is Level.CHANCE:
        progress.missed += 1  # its moment hangs on what the bot plays
    elif result.outcome not in (Outcome.PASS, Outcome.UNSUPPORTED):
        raise Fault(f"{result.case}: {result.outcome.value}: {result.detail}")
    for home in sorted((folder / game.case.id).glob("*/home")):
        wrong = closed_store(home) if (home / "bura.sqlite").exists() else ""
        if wrong:
            raise Fault(f"{result.case}: {wrong}")
