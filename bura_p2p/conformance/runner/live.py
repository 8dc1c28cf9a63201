"""The live peer: every case played against the program under test, as its host or as its guest.

Here: which cases there are for whom, by which rules, how often one is tried, the class of its result. Never: a case.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import trio

from ...errors import LocalError
from ...net.auth import Role
from ...rules.builtin import RULESETS
from ...rules.options import changed_options
from ...rules.ruleset import Ruleset
from .cases import Case, Lie, lies
from .honest import HONEST, Honest, play_honest
from .knocks import KNOCKS, Knock, try_knock
from .lying import Seen, try_lie
from .meeting import Meeting, UnderTest, meet
from .process import Unusable
from .results import Outcome, Result

GAMES: Final = 20
"""Games in which the scene of a case may come."""

LONGEST: Final = 8.0
"""How many times the patience one game may last."""


def live_cases(role: Role | None = None) -> list[Case]:
    """Every case, for a program under test in `role`: honest games first."""
    found: list[Case] = [*HONEST, *KNOCKS, *lies()]
    return [case for case in found if role is None or role in case.roles]


def rules_for(case: Case, testee: UnderTest) -> Ruleset | None:
    """The first of a case's rules that are claimed, and that its template can ask of a host; None without any."""
    for rules in case.kinds:
        claimed = not testee.plays or rules.name in testee.plays
        if claimed and (testee.role is Role.GUEST or _can_ask(testee.command, rules)):
            return rules
    return None


def _can_ask(command: str, rules: Ruleset) -> bool:
    """Whether a host's template can say which rules to play. A template without `{rules}` plays what it says."""
    if rules.name not in RULESETS:
        return False
    options = changed_options(rules)
    match = options.pop("match_to", "0")
    return "{options" in command or (not options and (match == "0" or "{match}" in command))


async def run_live(
    testee: UnderTest,
    cases: Sequence[Case],
    *,
    number: int,
    folder: Path,
    keep: bool,
    jobs: int,
    tell: Callable[[Result], None],
) -> None:
    """Play every case, `jobs` at a time, and tell the results in the order of the cases; `keep`: leave the folder of
    every case as it is.
    """
    left, done, told = list(enumerate(cases))[::-1], dict[int, Result](), list[int]()

    async def work() -> None:
        while left:
            (at, case), begun = left.pop(), time.monotonic()
            place = folder / case.id
            outcome, detail = await _judged(testee, case, number, place)
            if not keep:
                shutil.rmtree(place, ignore_errors=True)
            seconds = time.monotonic() - begun
            done[at] = Result(case.id, outcome, detail, case.level, seconds, case.requirements)
            while (earliest := min(done, default=-1)) == len(told):
                told.append(earliest)
                tell(done.pop(earliest))

    async with trio.open_nursery() as nursery:
        for _ in range(jobs):
            nursery.start_soon(work)


async def _judged(testee: UnderTest, case: Case, number: int, folder: Path) -> Seen:
    rules = rules_for(case, testee)
    if rules is None:
        return Outcome.UNSUPPORTED, "its rules are not claimed, or the command cannot ask for them"
    for attempt in range(GAMES):
        try:
            seen = await _attempt(testee, case, rules, number, attempt, folder)
        except Unusable as fault:
            return fault.outcome, str(fault)
        except LocalError as fault:
            return Outcome.RUNNER_ERROR, str(fault)
        if seen is not None:
            return seen
    return Outcome.RUNNER_ERROR, f"its scene did not come in {GAMES} games"


async def _attempt(
    testee: UnderTest, case: Case, rules: Ruleset, number: int, attempt: int, folder: Path
) -> Seen | None:
    label = f"conformance {number} {case.id} {attempt}"
    changes = dict(case.invite) if isinstance(case, Knock) else {}
    with trio.move_on_after(LONGEST * testee.patience):
        async with meet(testee, label, folder / str(attempt), rules, **changes) as meeting:
            return await _play(case, meeting, rules, number + attempt)
    return Outcome.FAIL, f"the game went on for more than {LONGEST * testee.patience:g} seconds"


async def _play(case: Case, meeting: Meeting, rules: Ruleset, number: int) -> Seen | None:
    match case:
        case Lie():
            return await try_lie(case, meeting, rules, number)
        case Honest():
            return await play_honest(case, meeting, rules, number)
        case Knock():
            return await try_knock(case, meeting, rules, number)
        case _:
            raise LocalError("There is no such kind of case.")
