"""Runs mutants: one fork each, the tests that execute the line, until the first one fails.

Here: `Warm`, a pytest session that has collected everything and forks before it runs anything; `cold`, for changes
that show at import: fork, import, collect. Never: the choice of mutants, or where results are kept.
"""

from __future__ import annotations

import gc
import math
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cosmic_ray.work_item import MutationSpec

from tests.support.mutation.covering import IMPORTING, Covering, statement
from tests.support.mutation.places import ROOT, run_pytest
from tests.support.mutation.swapping import functions, import_changed, mutated, original, replace, tree_of

PASSED, FAILED, BROKEN, COLD, CRASHED = 0, 1, 2, 3, 4
"""How a child ends: the tests passed, one failed, the source does not compile, it shows at import, our fault."""

MEMORY = 4 << 30


@dataclass(frozen=True)
class Verdict:
    """How a mutant fared: `killed`, `timeout`, `survived`, `broken`, `cold` or `crashed`; and by which test."""

    word: str
    about: str
    seconds: float


@dataclass(frozen=True)
class Chosen:
    """The tests for one mutant, in their order."""

    tests: tuple[str, ...]
    importing: bool
    all_of_them: int


def choose(spec: MutationSpec, lines: Covering, budget: float, *, thorough: bool) -> Chosen:
    """The tests that execute the mutated lines; first the quick ones, and those that execute rare lines around them.

    At most about `budget` seconds of them. `thorough`: every test of every file of which one test executes the line.
    """
    path = str(spec.module_path)
    around = statement(Path(path), spec.start_pos[0], spec.end_pos[0])
    found = lines.of(path, around)
    importing = IMPORTING in found or not found
    if importing:  # the whole module hangs on it
        found |= {test for tests in lines.tests[path].values() for test in tests}
        found |= {test for test in lines.seconds if test.startswith(f"tests/{Path(path).parent.name}/")}
    found.discard(IMPORTING)
    if thorough:
        files = {test.split("::")[0] for test in found}
        found = {test for test in lines.seconds if test.split("::")[0] in files}
    near = [tests for line, tests in lines.tests[path].items() if abs(line - around.start) <= 25]
    rarity = {test: min((len(tests) for tests in near if test in tests), default=10_000) for test in found}
    weight = {test: (lines.seconds[test] + 0.005) * math.sqrt(rarity[test]) for test in found}
    steps = {test: math.ceil(2 * math.log2(weight[test])) for test in found}
    ranked = sorted(found, key=lambda test: (steps[test], test.split("::")[0], weight[test]))
    taken, spent = [], 0.0
    for test in ranked:
        if taken and spent > budget:
            break
        taken.append(test)
        spent += lines.seconds[test]
    return Chosen(tuple(taken), importing, len(ranked))


class _Watch:
    """Reports the first failure by its name, and gives each test a time after which the process dies."""

    def __init__(self, seconds: dict[str, float], tell: int, order: Sequence[str] = ()) -> None:
        self.seconds, self.tell, self.order = seconds, tell, {test: at for at, test in enumerate(order)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.order:
            items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda i: self.order[i.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_REAL, 20 + 20 * self.seconds.get(nodeid, 1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self.tell, report.nodeid.encode())
            os._exit(FAILED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os.write(self.tell, f"{report.nodeid} (import)".encode())
            os._exit(FAILED)


def _fork(work: Callable[[int], int]) -> Verdict:
    """Runs `work` in a child, which may write one line to the pipe that it gets, and says how it ended."""
    heard, tell = os.pipe()
    begun = time.monotonic()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = BROKEN
        try:
            os.close(heard)
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.setitimer(signal.ITIMER_REAL, 60)
            code = work(tell)
        except BaseException:  # noqa: BLE001  the parent has to hear of it
            os.write(tell, traceback.format_exc()[-1500:].encode())
            code = CRASHED
        finally:
            os._exit(code)
    os.close(tell)
    with open(heard, "rb") as pipe:
        about = pipe.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    seconds = time.monotonic() - begun
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) == signal.SIGALRM
        return Verdict("timeout" if late else "killed", about or f"signal {os.WTERMSIG(status)}", seconds)
    word = {PASSED: "survived", FAILED: "killed", BROKEN: "broken", COLD: "cold", CRASHED: "crashed"}
    return Verdict(word[os.WEXITSTATUS(status)], about, seconds)


def _compiled(spec: MutationSpec) -> tuple[str, Any] | int:
    code = mutated(spec)
    if code is None:
        return BROKEN
    try:
        return code, compile(code, str(ROOT / spec.module_path), "exec")
    except (SyntaxError, ValueError):
        return BROKEN


class Warm:
    """A pytest plugin: instead of running the tests it has collected, it runs mutants on them, one fork each."""

    def __init__(self, seconds: dict[str, float], work: Callable[[Warm], None]) -> None:
        self.seconds, self.work = seconds, work
        self.items: dict[str, pytest.Item] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The whole work, in place of the tests."""
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        functions()
        gc.collect()
        gc.freeze()
        self.work(self)
        return True

    def run(self, spec: MutationSpec, chosen: Chosen) -> Verdict:
        """How one mutant fares; `cold` where it has to be imported."""
        tree_of(Path(spec.module_path))
        original(Path(spec.module_path))
        if chosen.importing:  # whoever lives goes on to an import: a few tests in place are enough
            chosen = Chosen(chosen.tests[:30], importing=True, all_of_them=chosen.all_of_them)
        verdict = _fork(lambda tell: self._child(spec, chosen, tell))
        return Verdict("cold", "", 0) if chosen.importing and verdict.word == "survived" else verdict

    def unchanged(self, tests: Sequence[str]) -> Verdict:
        """How the package as it is fares: anything but `survived` is a fault of this runner."""
        return _fork(lambda tell: self._test(tests, tell))

    def _child(self, spec: MutationSpec, chosen: Chosen, tell: int) -> int:
        made = _compiled(spec)
        if isinstance(made, int):
            return made
        return self._test(chosen.tests, tell) if replace(original(Path(spec.module_path)), made[1]) else COLD

    def _test(self, tests: Sequence[str], tell: int) -> int:
        self.session.config.pluginmanager.register(_Watch(self.seconds, tell))
        items = [self.items[test] for test in tests if test in self.items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return PASSED


def cold(spec: MutationSpec, chosen: Chosen, seconds: dict[str, float]) -> Verdict:
    """How a mutant fares that shows while the package is imported."""
    tree_of(Path(spec.module_path))
    return _fork(lambda tell: _cold_child(spec, chosen, seconds, tell))


def _cold_child(spec: MutationSpec, chosen: Chosen, seconds: dict[str, float], tell: int) -> int:
    made = _compiled(spec)
    if isinstance(made, int):
        return made
    import_changed(Path(spec.module_path), made[0])
    for tests in _by_file(chosen.tests, seconds, Path(spec.module_path)):
        signal.setitimer(signal.ITIMER_REAL, 60)
        code = run_pytest([tests[0].split("::")[0]], [_Watch(seconds, tell, tests)])
        if code:
            os.write(tell, f"{tests[0].split('::')[0]}: pytest ended with {code}".encode())
            return FAILED
    return PASSED


def _by_file(tests: Sequence[str], seconds: dict[str, float], module: Path) -> Iterator[list[str]]:
    """The tests file by file: the file named for the module first, then that part's, the quick ones first."""
    files: dict[str, list[str]] = {}
    for test in tests:
        files.setdefault(test.split("::")[0], []).append(test)

    def rank(file: str) -> tuple[bool, bool, float]:
        own = file.endswith(f"test_{module.stem}.py")
        return not own, f"/{module.parent.name}/" not in file, sum(seconds[test] for test in files[file])

    yield from (files[file] for file in sorted(files, key=rank))
