"""Runs mutants: one fork each, the tests that execute the line, until the first one fails.

Here: `Warm`, a pytest session that has collected everything and forks before it runs anything; `cold`, for changes
that show at import: fork, import, collect. Never: the choice of mutants, or where results are kept.
"""

from __future__ import annotations

import gc
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

from tests.support.mutation.places import ROOT, run_pytest
from tests.support.mutation.swapping import functions, import_changed, original, replace

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
class Mutant:
    """A module (its path from the root) and how its changed source is made; None where there is nothing to change."""

    path: Path
    make: Callable[[], str | None]


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
        _limit(10 + 5 * self.seconds.get(nodeid, 1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self.tell, report.nodeid.encode())
            os._exit(FAILED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os.write(self.tell, f"{report.nodeid} (import)".encode())
            os._exit(FAILED)


def _limit(seconds: float) -> None:
    """From now on the process dies after so many seconds of work, or of a long sleep."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 600 + seconds)


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
            _limit(30)
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
        late = os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
        return Verdict("timeout" if late else "killed", about or f"signal {os.WTERMSIG(status)}", seconds)
    word = {PASSED: "survived", FAILED: "killed", BROKEN: "broken", COLD: "cold", CRASHED: "crashed"}
    return Verdict(word[os.WEXITSTATUS(status)], about, seconds)


def _compiled(mutant: Mutant) -> tuple[str, Any] | int:
    code = mutant.make()
    if code is None:
        return BROKEN
    try:
        return code, compile(code, str(ROOT / mutant.path), "exec")
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

    def run(self, mutant: Mutant, tests: Sequence[str]) -> Verdict:
        """How one mutant fares; `cold` where it has to be imported."""
        original(mutant.path)
        return _fork(lambda tell: self._child(mutant, tests, tell))

    def unchanged(self, tests: Sequence[str]) -> Verdict:
        """How the package as it is fares: anything but `survived` is a fault of this runner."""
        return _fork(lambda tell: self._test(tests, tell))

    def _child(self, mutant: Mutant, tests: Sequence[str], tell: int) -> int:
        made = _compiled(mutant)
        if isinstance(made, int):
            return made
        return self._test(tests, tell) if replace(original(mutant.path), made[1]) else COLD

    def _test(self, tests: Sequence[str], tell: int) -> int:
        self.session.config.pluginmanager.register(_Watch(self.seconds, tell))
        items = [self.items[test] for test in tests if test in self.items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return PASSED


def cold(mutant: Mutant, tests: Sequence[str], seconds: dict[str, float]) -> Verdict:
    """How a mutant fares that shows while the package is imported."""
    return _fork(lambda tell: _cold_child(mutant, tests, seconds, tell))


def _cold_child(mutant: Mutant, tests: Sequence[str], seconds: dict[str, float], tell: int) -> int:
    made = _compiled(mutant)
    if isinstance(made, int):
        return made
    import_changed(mutant.path, made[0])
    for group in _by_file(tests, seconds, mutant.path):
        _limit(30)
        file = group[0].split("::")[0]
        code = run_pytest([file], [_Watch(seconds, tell, group)])
        if code:
            os.write(tell, f"{file}: pytest ended with {code}".encode())
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
