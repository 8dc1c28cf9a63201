"""Two foreign programs play each other over a faulty line; both must end with the same fair game.

Here: host, line, guest, both files. Never: this package's own client, or a judgement by another rule than its
verifier's.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import trio

from ...errors import LocalError
from ...net.calls import is_dialled
from ...net.invite import Candidate, Invite, candidate_of
from ...rules.ruleset import Ruleset
from ...verify import Report, Verdict, verify_file
from .foreign import left_at
from .line import HOST, Fault, open_line
from .lying import GOOD, Seen
from .meeting import LONG, rule_values
from .process import Program, Unusable, running, words_of
from .results import Level, Outcome, Result

LONGEST: Final = 10.0
"""How many times the patience one game may last."""


async def run_pair(
    host: str,
    guest: str,
    faults: Sequence[Fault],
    rules: Ruleset,
    *,
    number: int,
    folder: Path,
    patience: float,
    tell: Callable[[Result], None],
) -> None:
    """One game on every line. Coming back after a cut is only SHOULD."""
    for fault in faults:
        begun, place = time.monotonic(), folder / fault.id
        shutil.rmtree(place, ignore_errors=True)  # of an earlier run that was kept
        try:
            outcome, detail = await _game(host, guest, fault, rules, number, place, patience)
        except Unusable as unusable:
            outcome, detail = unusable.outcome, str(unusable)
        except (LocalError, OSError) as local:
            outcome, detail = Outcome.RUNNER_ERROR, str(local)
        seconds, level = time.monotonic() - begun, Level.SHOULD if fault.breaks else Level.MUST
        tell(Result(fault.id, outcome, detail, level, seconds, fault.requirements, about=fault.about, expect="fair"))


async def _game(
    host: str, guest: str, fault: Fault, rules: Ruleset, number: int, folder: Path, patience: float
) -> Seen:
    files = [_prepared(folder / name) for name in ("host", "guest")]
    async with running(words_of(host, _values(files[0], rules)), folder, "host") as first:
        invite = await first.invite(patience)
        async with open_line(fault, _target(invite), number) as line:
            text = replace(invite, candidates=(candidate_of(HOST, line.port),)).text()
            values = _values(files[1], rules) | {"invite": text}
            async with running(words_of(guest, values), folder, "guest") as second:
                await _both_end((first, second), patience)
    seen = _compared(files)
    if seen == GOOD and line.broken < len(fault.breaks):
        return Outcome.RUNNER_ERROR, f"the line broke off {line.broken} of {len(fault.breaks)} times"
    return seen


def _values(out: Path, rules: Ruleset) -> dict[str, Any]:
    return {"out": str(out), "home": str(out.parent / "home"), **rule_values(rules)}


def _prepared(folder: Path) -> Path:
    (folder / "home").mkdir(parents=True)
    return folder / "game.bura"


def _target(invite: Invite) -> tuple[str, int]:
    """The host's nearest address. Raises Unusable where it has none that can be dialled."""
    ways: list[Candidate] = sorted(filter(is_dialled, invite.candidates), key=lambda each: each.host != HOST)
    if not ways:
        raise Unusable("the invite has no address that can be dialled")
    return ways[0].host, ways[0].port


async def _both_end(programs: Sequence[Program], patience: float) -> None:
    """Wait for both, for the second not long; raises Unusable where one has crashed, or does not end."""
    with trio.move_on_after(LONGEST * patience) as scope:
        async with trio.open_nursery() as nursery:

            async def wait(program: Program) -> None:
                await program.ended(LONG)
                scope.deadline = min(scope.deadline, trio.current_time() + patience)

            for program in programs:
                nursery.start_soon(wait, program)
    named = tuple(zip(("host", "guest"), programs, strict=True))
    for name, program in named:
        if program.crashed:
            raise Unusable(f"the {name} crashed; {program.complaint}", Outcome.UNCLEAN)
    open_ = [f"the {name} did not end; {program.complaint}" for name, program in named if program.returncode is None]
    if open_:
        raise Unusable(", and ".join(open_), Outcome.FAIL if len(open_) == len(named) else Outcome.UNCLEAN)


def _compared(files: Sequence[Path]) -> Seen:
    """Both files are fair and of one head."""
    reports: list[Report] = []
    for name, file in zip(("host", "guest"), files, strict=True):
        data = left_at(file)
        if data is None:
            return Outcome.FAIL, f"the {name} left no game file"
        reports.append(verify_file(data))
        if reports[-1].verdict is not Verdict.FAIR:
            return Outcome.FAIL, f"the file of the {name} is {reports[-1].verdict.label} ({reports[-1].reason})"
    if reports[0].head != reports[1].head:
        return Outcome.FAIL, "the two files have different heads"
    return GOOD
