"""The live peer: every case played against the program under test, as its host or as its guest.

Here: which cases there are for whom, by which rules, how often one is tried, the class of its result. Never: a case.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import trio

from ...errors import LocalError, PeerError
from ...net.auth import Role
from ...rules.builtin import RULESETS
from ...rules.options import changed_options
from ...rules.ruleset import Ruleset
from .cases import Case, Lie, lies
from .exchange import Exchange
from .honest import HONEST, Honest, play_honest
from .knocks import KNOCKS, Knock, try_knock
from .lying import Seen, try_lie
from .meeting import Meeting, UnderTest, meet
from .process import Unusable
from .results import Outcome, Result

GAMES: Final = 40
"""Games in which the scene of a case may come: half of the first leads, say, fall to the other side."""

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
            at, case = left.pop()
            place = folder / case.id
            shutil.rmtree(place, ignore_errors=True)  # of an earlier run that was kept
            done[at] = await _result(testee, case, number, place, keep=keep)
            if not keep:
                shutil.rmtree(place, ignore_errors=True)
            while (earliest := min(done, default=-1)) == len(told):
                told.append(earliest)
                tell(done.pop(earliest))

    async with trio.open_nursery() as nursery:
        for _ in range(jobs):
            nursery.start_soon(work)


async def _result(testee: UnderTest, case: Case, number: int, folder: Path, *, keep: bool) -> Result:
    """Try one case until its scene has come."""
    told = Result(
        case.id, Outcome.UNSUPPORTED, "its rules are not claimed, or the command cannot ask for them",
        level=case.level, requirements=case.requirements, about=case.about, expect=case.expect,
    )  # fmt: skip
    rules, begun = rules_for(case, testee), time.monotonic()
    if rules is None:
        return told
    exchange, seen = Exchange(), None
    for attempt in range(GAMES):
        exchange, place = Exchange(), folder / str(attempt)
        seen = await _attempt(testee, case, rules, number, attempt, place, exchange)
        if keep:
            _keep(exchange, place)
        if seen is not None:
            break
    outcome, detail = seen or (Outcome.RUNNER_ERROR, f"its scene did not come in {GAMES} games")
    words = () if outcome is Outcome.PASS else exchange.last()
    seconds = time.monotonic() - begun
    return replace(told, outcome=outcome, detail=detail, seconds=seconds, missed=seen is None, exchange=words)


def _keep(exchange: Exchange, folder: Path) -> None:
    """What was said and heard, a word on each line, beside the output of the program."""
    with suppress(OSError):  # a full disk spoils no result
        lines = [f"{word.way} {word.what}: {word.data}\n" for word in exchange.words()]
        (folder / "exchange.txt").write_text("".join(lines), encoding="utf-8")


async def _attempt(
    testee: UnderTest, case: Case, rules: Ruleset, number: int, attempt: int, folder: Path, exchange: Exchange
) -> Seen | None:
    """One game. Whatever goes wrong in it spoils no other case."""
    label = f"conformance {number} {case.id} {attempt}"
    changes = dict(case.invite) if isinstance(case, Knock) else {}
    try:
        with trio.move_on_after(LONGEST * testee.patience):
            async with meet(testee, label, folder, rules, exchange, **changes) as meeting:
                return await _play(case, meeting, rules, number + attempt)
    except Unusable as fault:
        return fault.outcome, str(fault)
    except PeerError as fault:
        return Outcome.FAIL, f"it sent what cannot be read ({fault.code.label})"
    except (LocalError, OSError) as fault:
        return Outcome.RUNNER_ERROR, str(fault)
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
