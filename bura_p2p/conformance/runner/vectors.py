"""The static vectors of `protocol/vectors`, and games, put to a shim.

Here: asking, comparing, the class of each answer. Never: an operation, or where the data comes from.
"""

from __future__ import annotations

import reprlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...verify import verify_file
from .exchange import Word
from .process import Unusable
from .protocol_folder import TOLD_ON, SampleGame, Vector
from .reports import shortened
from .results import Outcome, Result
from .shim import Answer, Misshapen, Shim, open_shim

Tell = Callable[[Result], None]

Asked = tuple[Vector, str]
"""A vector, and what it is called in the results."""


async def run_vectors(command: str, tests: Sequence[Vector], *, folder: Path, patience: float, tell: Tell) -> None:
    """Put every test to one shim, in order; a shim that falls silent or ends is started anew for the next one."""
    left: Sequence[Vector] = list(tests)
    while left:
        left = await _until_it_ends(command, left, folder, patience, tell)


async def _until_it_ends(
    command: str, tests: Sequence[Vector], folder: Path, patience: float, tell: Tell
) -> Sequence[Vector]:
    """Ask one process; the tests that are left when it is of no more use."""
    left, begun, shim = list(tests), time.monotonic(), None
    try:
        async with open_shim(command, folder, patience) as shim:
            while left:
                begun = time.monotonic()
                tell(await _one(shim, left[0], begun))
                left.pop(0)
    except Unusable as fault:
        lost, words = _lost(left, fault), () if shim is None else shim.said
        for test in lost:
            tell(_result(test, fault.outcome, str(fault), time.monotonic() - begun, words))
            words = ()
        return [test for test in left if test not in lost]
    return ()


def _lost(tests: Sequence[Vector], fault: Unusable) -> Sequence[Vector]:
    """What can no more be learnt: all, where nothing can be started; all of a hand, whose table has gone with it."""
    if fault.outcome is Outcome.RUNNER_ERROR:
        return tests
    if tests[0].op == TOLD_ON:
        return [test for test in tests if test.op == TOLD_ON]
    return tests[:1]


async def _one(shim: Shim, test: Vector, begun: float) -> Result:
    try:
        outcome, detail = compare(test.expect, await shim.ask(test.op, test.given))
    except Misshapen as fault:
        outcome, detail = fault.outcome, str(fault)
    good = outcome in (Outcome.PASS, Outcome.UNSUPPORTED)
    return _result(test, outcome, detail, time.monotonic() - begun, () if good else shim.said)


def _result(test: Vector, outcome: Outcome, detail: str, seconds: float, words: tuple[Word, ...]) -> Result:
    return Result(
        test.id, outcome, detail, seconds=seconds, requirements=test.requirements, about=test.about,
        expect=_due(test.expect), exchange=words,
    )  # fmt: skip


def compare(expect: Mapping[str, Any], told: Answer | None) -> tuple[Outcome, str]:
    """The class of an answer. Outputs that were not asked for are let pass; `part` is compared where it is told."""
    if told is None:
        return Outcome.UNSUPPORTED, ""
    ok = _accepts(expect)
    if told["ok"] is not ok:
        return Outcome.FAIL, f"{_due(told)}; to be {_due(expect)}"
    if ok:
        wrong = [name for name in expect if name != "ok" and told.get(name) != expect[name]]
        return (Outcome.FAIL, _differences(expect, told, wrong)) if wrong else (Outcome.PASS, "")
    if "code" in expect and told.get("code") != expect["code"]:
        return Outcome.WRONG_CODE, f"{_due(told)}; the first code that applies is {expect['code']}"
    if "part" in told and told["part"] != expect.get("part"):
        return Outcome.NOT_STRICT, f"says that {_short(told['part'])} fails; it is {expect.get('part')}"
    return Outcome.PASS, ""


def _accepts(expect: Mapping[str, Any]) -> bool:
    return bool(expect.get("ok", "code" not in expect))


def _due(answer: Mapping[str, Any]) -> str:
    """An answer in words, without its outputs."""
    return "accepted" if _accepts(answer) else f"refused ({_short(answer.get('code', 'without a code'))})"


def _differences(expect: Mapping[str, Any], told: Answer, names: Iterable[str]) -> str:
    return "; ".join(f"{name} is {_short(told.get(name))}, not {_short(expect[name])}" for name in names)


def _short(value: object) -> str:
    return shortened(value if isinstance(value, str) else reprlib.repr(value), 60)


# --- games -------------------------------------------------------------------------------------------------

NAMED = ("seat", "round", "code")
"""Who is named, where anybody is."""


def as_vectors(games: Iterable[SampleGame]) -> list[Vector]:
    """The games as tests of a shim: the verdict written beside each, else the one that this package comes to."""
    return [_game(game) for game in games]


def _game(game: SampleGame) -> Vector:
    given = {"file": game.data.hex(), "others": [other.hex() for other in game.others]}
    written = game.expect if game.expect is not None else expected_of(game.data, game.others)
    expect = {name: value for name, value in written.items() if name != "exit_code"}
    if written["verdict"] not in ("fault", "equivocation"):
        expect |= dict.fromkeys(NAMED)  # nobody
    return Vector(game.id, "games/verdict", given, {"ok": True} | expect, game.requirements, game.about)


def expected_of(data: bytes, others: Sequence[bytes] = ()) -> dict[str, Any]:
    """What this package's own verifier says of a file."""
    report = verify_file(data, others)
    found: dict[str, Any] = {
        "verdict": report.verdict.label, "rounds": report.rounds, "head": report.head.hex(),
        "table_id": report.table_id.hex(),
    }  # fmt: skip
    culprit = report.culprit
    if culprit is not None:
        found |= {"seat": culprit.seat, "round": culprit.round, "code": culprit.code.label}
    return found
