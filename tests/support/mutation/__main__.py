"""The command of `tests/support/mutation/__init__.py`. Here: arguments, the run, the report."""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections import Counter

import cryptography.hazmat.primitives.asymmetric.ed25519
import hypothesis.strategies
import msgpack
import pytest_trio
import trio
from cosmic_ray.work_item import MutationSpec

from tests.support.mutation import operators, sessions
from tests.support.mutation.covering import Chosen, Covering, choose, covering
from tests.support.mutation.making import mutant
from tests.support.mutation.places import PARTS, ROOT, TESTS, run_pytest, steady_examples
from tests.support.mutation.reporting import change, listed, report
from tests.support.mutation.running import Verdict, Warm, cold

WARM = (cryptography.hazmat.primitives.asymmetric.ed25519, hypothesis.strategies, msgpack, pytest_trio, trio)
"""Imported before the first fork, so that no child has to."""


COLD: list[str] = []
"""In the child that runs in place: the mutants that it has to leave to an import."""


class _Pass:
    """One pass over what is left to do in a part."""

    def __init__(self, part: str, lines: Covering, given: argparse.Namespace) -> None:
        self.part, self.lines, self.given = part, lines, given
        self.counts: Counter[str] = Counter()
        self.listed = listed()
        self.last = time.monotonic()

    def leaves_out(self, spec: MutationSpec, *, met: bool) -> bool:
        """Whether a pass that goes on need not run this mutant again, since it is known to change nothing."""
        return met and self.given.resume and change(spec) in self.listed

    def choose(self, spec: MutationSpec) -> Chosen:
        """The tests that this mutant meets."""
        span = (spec.start_pos[0], spec.end_pos[0])
        return choose(str(spec.module_path), span, self.lines, self.given.budget, thorough=self.given.thorough)

    def tell(self, spec: MutationSpec, verdict: Verdict) -> None:
        """Counts, and says now and then how far it is."""
        self.counts[verdict.word] += 1
        if time.monotonic() - self.last > 30:
            self.last = time.monotonic()
            print(f"  {self.part}: {dict(self.counts)}, at {spec.module_path}:{spec.start_pos[0]}", flush=True)

    def warm(self, session: Warm) -> None:
        """All that can be changed in place; the rest goes to `COLD`."""
        own = [test for test in self.lines.seconds if test.startswith(f"tests/{self.part}/")]
        sound = session.unchanged(sorted(own, key=self.lines.seconds.__getitem__)[:500])
        if sound.word != "survived":
            raise SystemExit(f"The unchanged package fails its tests here: {sound.about}")
        for found, job, spec, met in sessions.pending(self.part):
            if self.leaves_out(spec, met=met):
                continue
            chosen = self.choose(spec)
            verdict = session.run(mutant(spec), chosen.tests)
            at_import = chosen.only_importing or (chosen.importing and self.given.thorough)
            if verdict.word == "survived" and at_import:
                verdict = Verdict("cold", "", 0)  # what is made at import may show it
            if verdict.word == "cold":
                COLD.append(job)
            else:
                sessions.keep(found, job, verdict)
            self.tell(spec, verdict)


def run(part: str, lines: Covering, given: argparse.Namespace) -> None:
    """All that is left to do in a part: first what can be changed in place, then what has to be imported."""
    sessions.prepare(part, resume=given.resume)
    begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(heard)
            code = run_pytest(TESTS, [Warm(lines.seconds, _Pass(part, lines, given).warm)])
            os.write(tell, "\n".join(COLD).encode())
        finally:
            os._exit(code)
    os.close(tell)
    with open(heard, encoding="ascii") as pipe:
        waiting = set(pipe.read().split())
    if os.waitpid(child, 0)[1]:
        raise SystemExit("The tests could not be collected.")
    if given.in_place:
        return
    passed = _Pass(part, lines, given)
    for found, job, spec, _ in sessions.pending(part):
        if job in waiting:
            verdict = cold(mutant(spec), passed.choose(spec).tests, lines.seconds)
            sessions.keep(found, job, verdict)
            passed.tell(spec, verdict)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = spent.ru_utime + spent.ru_stime - used.ru_utime - used.ru_stime
    print(f"{part}: {time.monotonic() - begun:.0f} s, of which {seconds:.0f} s of one core")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.mutation")
    parser.add_argument("--package", choices=PARTS, action="append")
    parser.add_argument("--resume", action="store_true", help="keep what has been killed in modules as they are now")
    parser.add_argument("--report", action="store_true", help="only tell what has been found")
    parser.add_argument(
        "--show", action="append", default=["survived", "crashed"], help="also list killed, timeout …"
    )
    parser.add_argument("--write", action="store_true", help="keep the counts in tests/mutation/report.toml")
    parser.add_argument("--budget", type=float, default=3, help="seconds of tests that a mutant meets at most")
    parser.add_argument("--in-place", action="store_true", help="leave for later what needs an import of its own")
    parser.add_argument("--thorough", action="store_true", help="every test of every file that executes the line")
    given = parser.parse_args()
    if given.thorough:
        given.budget = float("inf")
    os.chdir(ROOT)
    operators.register()
    parts = tuple(given.package or PARTS)
    if not given.report:
        steady_examples()
        lines = covering(parts)
        for part in parts:
            run(part, lines, given)
    report(parts, words=tuple(given.show), write=given.write)


if __name__ == "__main__":
    sys.exit(main())
