"""Which tests execute which lines, and how long they take.

Here: one run of the tests under `coverage`, kept by test file in `build/mutation/coverage`; only files that have
changed run again. Never: a mutant.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.mutation.places import FOLDER, PARTS, ROOT, TESTS, run_pytest, sources

IMPORTING = "import"
"""Who executes what runs while modules are imported and tests collected."""


class _Listener:
    """Tells `coverage` which test runs; what a fixture of a whole file does is done for each of its tests."""

    def __init__(self, measure: Any) -> None:
        self.measure = measure
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measure.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - begun
        self.measure.switch_context(IMPORTING)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        own = request.node.nodeid.split("::")[0] if "::" in request.node.nodeid else request.node.nodeid
        self.measure.switch_context(f"{own}::*")
        try:
            return (yield)
        finally:
            self.measure.switch_context(request._pyfuncitem.nodeid)


def _measure(files: list[str]) -> None:
    """Runs these test files and writes what each executed. In a process of its own."""
    import coverage

    measure = coverage.Coverage(data_file=None, source=[str(ROOT / "bura_p2p" / part) for part in PARTS])
    measure.start()
    measure.switch_context(IMPORTING)
    listener = _Listener(measure)
    code = run_pytest(files, [listener], quiet=False)
    measure.stop()
    if code:
        raise SystemExit(f"The tests have to pass before anything is changed; pytest ended with {code}.")
    lines: dict[str, dict[str, dict[str, list[int]]]] = {file: {} for file in files}
    data = measure.get_data()
    for source in data.measured_files():
        name = str(Path(source).relative_to(ROOT))
        for line, who in data.contexts_by_lineno(source).items():
            for test in who:
                for file in files if test in (IMPORTING, "") else [test.split("::")[0]]:
                    lines[file].setdefault(test or IMPORTING, {}).setdefault(name, []).append(line)
    for file in files:
        seconds = {test: spent for test, spent in listener.seconds.items() if test.split("::")[0] == file}
        place = _place(file)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps({"of": _marks(file), "seconds": seconds, "lines": lines[file]}))


def _place(file: str) -> Path:
    return FOLDER / "coverage" / (file.replace("/", ".") + ".json")


def _marks(file: str) -> dict[str, str]:
    """The state of a test file, and of every module that is measured."""
    names = [file, *(str(source.relative_to(ROOT)) for part in PARTS for source in sources(part))]
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:16] for name in names}


def _is_stale(file: str) -> bool:
    """Whether a test file, or any module that one of its tests executes, has changed since it was measured."""
    stored, marks = _stored(file), _marks(file)
    executed = {name for test, modules in stored["lines"].items() if test != IMPORTING for name in modules}
    return any(stored["of"].get(name) != marks.get(name) for name in (file, *executed))


@dataclass
class Covering:
    """`tests[module][line]` are the tests that execute a line; `seconds` what a test takes."""

    tests: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    seconds: dict[str, float] = field(default_factory=dict)

    def of(self, module: str, lines: range) -> set[str]:
        """The tests that execute any of `lines`."""
        found: set[str] = set()
        for line in lines:
            found |= self.tests[module].get(line, set())
        return found


def covering(parts: Sequence[str]) -> Covering:
    """The map, made new where a test file of these parts, or a module that it executes, has changed.

    What other tests execute of a module that has changed is not known, unless they are new themselves.
    """
    places = [path for place in TESTS for path in sorted([ROOT / place, *(ROOT / place).rglob("test_*.py")])]
    files = [str(path.relative_to(ROOT)) for path in places if path.is_file()]
    near = tuple(f"tests/{part}/" for part in parts)
    stale = [file for file in files if not _place(file).exists() or (file.startswith(near) and _is_stale(file))]
    if stale:
        print(f"Measuring which lines {len(stale)} test files execute …", flush=True)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                _measure(stale)
                code = 0
            except SystemExit as reason:
                print(reason)
            finally:
                os._exit(code)
        if os.waitpid(child, 0)[1]:
            raise SystemExit("No map of lines, no run.")
    found = Covering()
    for file in files:
        stored, marks = _stored(file), _marks(file)
        found.seconds.update(stored["seconds"])
        for test, modules in stored["lines"].items():
            names = [test]
            if test.endswith("::*"):
                names = [name for name in stored["seconds"] if name.startswith(test[:-1])]
            for module, numbers in modules.items():
                if stored["of"].get(module) != marks.get(module):
                    continue  # imported only; files that execute it have been measured anew
                for number in numbers:
                    found.tests[module][number].update(names)
    return found


def _stored(file: str) -> Any:
    return json.loads(_place(file).read_text())


def statement(module: Path, first: int, last: int) -> range:
    """The lines of the smallest statement around these; of a compound one, its head alone."""
    best = range(first, last + 1)
    size = 10_000
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt) and node.lineno <= first:
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            end = max(end, node.lineno)
            if last <= end and end - node.lineno < size:
                best, size = range(node.lineno, end + 1), end - node.lineno
    return best


def is_of_import(module: Path, line: int) -> bool:
    """Whether a line runs when the module is imported: it is in no function."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = (node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, functions))
    return not any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in bodies)


def _by_turns(ranked: Sequence[str], covering: set[str], own: str) -> list[str]:
    """The same tests, the part's own before others, in each round one of every file: those of a file see the same."""
    turn: Counter[str] = Counter()
    turns = {}
    for test in ranked:
        file = test.split("::")[0]
        turns[test] = turn[file]
        turn[file] += 1
    return sorted(ranked, key=lambda test: (test not in covering, not test.startswith(own), turns[test]))


@dataclass(frozen=True)
class Chosen:
    """The tests for one mutant, in their order."""

    tests: tuple[str, ...]
    importing: bool
    only_importing: bool
    all_of_them: int


def choose(path: str, span: tuple[int, int], lines: Covering, budget: float, *, thorough: bool) -> Chosen:
    """The tests that execute the lines of `span`: first the module's own, the quick, those that execute rare lines.

    At most about `budget` seconds of them. `thorough`: every test of every file of which one test executes the line.
    """
    around = statement(Path(path), *span)
    covering = lines.of(path, around)
    if is_of_import(Path(path), span[0]):
        covering = {IMPORTING}  # whichever test happened to import it first
    found = set(covering)
    importing = IMPORTING in found or not found
    if importing:  # the whole module hangs on it
        found |= {test for tests in lines.tests[path].values() for test in tests}
        found |= {test for test in lines.seconds if test.startswith(f"tests/{Path(path).parent.name}/")}
    found.discard(IMPORTING)
    if thorough:
        files = {test.split("::")[0] for test in found}
        found = {test for test in lines.seconds if test.split("::")[0] in files}
    near = [tests for line, tests in lines.tests[path].items() if abs(line - around.start) <= 25]
    rarity = {test: min((len(tests) for tests in near if test in tests), default=1) for test in found}
    weight = {test: (lines.seconds[test] + 0.005) * math.sqrt(rarity[test]) for test in found}
    names = (Path(path).stem, "edges", "registries", "values", "counts")
    own = tuple(f"tests/{Path(path).parent.name}/test_{name}" for name in names)
    weight |= {test: weight[test] / 50 for test in found if test.startswith(own)}
    weight |= {test: weight[test] / 20 for test in found if test.startswith("tests/test_golden")}
    weight |= {test: weight[test] / 10 for test in found if test.startswith(f"tests/{Path(path).parent.name}/")}
    steps = {test: math.ceil(2 * math.log2(weight[test])) for test in found}
    ranked = sorted(found, key=lambda test: (test not in covering, steps[test], test.split("::")[0], weight[test]))
    ranked = _by_turns(ranked, covering, f"tests/{Path(path).parent.name}/")
    taken, spent = [], 0.0
    for test in ranked:
        if taken and spent > budget:
            break
        taken.append(test)
        spent += lines.seconds[test]
    return Chosen(tuple(taken), importing, not covering - {IMPORTING}, len(ranked))
