"""Two foreign programs play each other over a faulty line; both must end with the same fair game.

Here: host, line, guest, both files. Never: this package's own client, or a judgement by another rule than its
verifier's.
"""

from __future__ import annotations

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
        begun = time.monotonic()
        outcome, detail = Outcome.FAIL, f"the game went on for more than {LONGEST * patience:g} seconds"
        try:
            with trio.move_on_after(LONGEST * patience):
                outcome, detail = await _game(host, guest, fault, rules, number, folder / fault.id, patience)
        except Unusable as unusable:
            outcome, detail = unusable.outcome, str(unusable)
        except LocalError as local:
            outcome, detail = Outcome.RUNNER_ERROR, str(local)
        level = Level.SHOULD if fault.breaks else Level.MUST
        tell(Result(fault.id, outcome, detail, level, time.monotonic() - begun, fault.requirements))


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
                await _both_end((first, second), LONGEST * patience)
                if line.broken < len(fault.breaks):
                    return Outcome.RUNNER_ERROR, f"the line broke off {line.broken} of {len(fault.breaks)} times"
    return _compared(files)


def _values(out: Path, rules: Ruleset) -> dict[str, Any]:
    return {"out": str(out), "home": str(out.parent / "home"), **rule_values(rules)}


def _prepared(folder: Path) -> Path:
    (folder / "home").mkdir(parents=True, exist_ok=True)
    out = folder / "game.bura"
    out.unlink(missing_ok=True)
    return out


def _target(invite: Invite) -> tuple[str, int]:
    """The host's nearest address. Raises Unusable where it has none that can be dialled."""
    ways: list[Candidate] = sorted(filter(is_dialled, invite.candidates), key=lambda each: each.host != HOST)
    if not ways:
        raise Unusable("the invite has no address that can be dialled")
    return ways[0].host, ways[0].port


async def _both_end(programs: Sequence[Program], patience: float) -> None:
    """Wait for both; raises Unusable where one has crashed, or does not end."""
    with trio.move_on_after(patience):
        for program in programs:
            await program.ended(LONG)
    for name, program in zip(("host", "guest"), programs, strict=True):
        if program.returncode is None:
            raise Unusable(f"the {name} did not end; {program.complaint}", Outcome.UNCLEAN)
        if program.crashed:
            raise Unusable(f"the {name} crashed; {program.complaint}", Outcome.UNCLEAN)


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
