"""Feeds targets until enough has been fed. `tests/fuzz/__init__.py` shows how it is called.

Here: the command, one process a target, the table that is printed. Never: what a target does.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random

from .lines import reached
from .target import Target
from .targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]
SECONDS_AN_INPUT, MEGABYTES = 5, 1024
"""An input that takes longer, or a process that grows larger, is found as a fault."""


@dataclass(frozen=True)
class Outcome:
    """One target's run. `edges` is None where nothing counts them; `fault` is what was found, empty for nothing."""

    name: str
    executions: int
    seconds: float
    edges: int | None
    lines: tuple[int, int]
    inputs: int
    fault: str = ""

    def row(self) -> str:
        """A line of the table."""
        speed = self.executions / self.seconds if self.seconds else 0
        share = f"{self.lines[0]}/{self.lines[1]}"
        edges = "-" if self.edges is None else str(self.edges)
        found = 1 if self.fault else 0
        return (
            f"{self.name:11}{self.executions:>11,}{self.seconds:>9.0f}{speed:>10,.0f}{edges:>8}{share:>12}"
            f"{self.inputs:>9}{found:>9}"
        )


HEAD = (
    f"{'target':11}{'executions':>11}{'seconds':>9}{'a second':>10}{'edges':>8}{'lines':>12}{'inputs':>9}"
    f"{'crashes':>9}"
)


def put_examples(target: Target, folder: Path) -> None:
    """Good inputs into the folder, beside those that an earlier run has left there."""
    folder.mkdir(parents=True, exist_ok=True)
    for example in target.examples():
        if len(example) <= target.longest:
            (folder / hashlib.sha256(example).hexdigest()[:16]).write_bytes(example)


def by_atheris(target: Target, folder: Path, runs: int, seconds: float) -> Outcome:
    """A run that is guided by coverage, in a process of its own."""
    inputs, crashes = folder / target.name, folder / "crashes" / target.name
    put_examples(target, inputs)
    crashes.mkdir(parents=True, exist_ok=True)
    options = [
        f"-runs={runs or -1}", f"-max_total_time={int(seconds)}", f"-max_len={target.longest}",
        f"-timeout={SECONDS_AN_INPUT}", f"-rss_limit_mb={MEGABYTES}", "-len_control=0", "-print_final_stats=1",
        f"-artifact_prefix={crashes}/", "-verbosity=1", str(inputs),
    ]  # fmt: skip
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.fuzz.guided", target.name, ",".join(target.aims), *options]
    log = folder / f"{target.name}.log"  # to be looked at while it runs
    with log.open("wb") as out:
        done = subprocess.run(command, cwd=ROOT, stdout=out, stderr=out, check=False)
    took, said = time.monotonic() - begun, log.read_text("utf-8", "replace")
    executions, edges = last(r"number_of_executed_units: (\d+)", said), last(r"cov: (\d+)", said)
    fault = "" if done.returncode == 0 and executions else "\n".join([*map(told, crashes.iterdir()), said[-4000:]])
    command = [sys.executable, "-m", "tests.fuzz.lines", target.name, str(inputs)]
    counted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    ran, there = map(int, counted.stdout.split() or (0, 0))
    return Outcome(target.name, executions, took, edges, (ran, there), len(list(inputs.iterdir())), fault)


def told(artifact: Path) -> str:
    """An input that was found, so that it is not lost with the folder."""
    return f"{artifact.name}: {artifact.read_bytes().hex()}"


def last(pattern: str, text: str) -> int:
    """The last number that the text tells so; 0 for none."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def at_random(target: Target, folder: Path, runs: int, seconds: float) -> Outcome:
    """A run without atheris: examples changed at random."""
    inputs = folder / target.name
    put_examples(target, inputs)
    known, tape, begun = [path.read_bytes() for path in sorted(inputs.iterdir())], Random(), time.monotonic()
    executions, fault, data = 0, "", b""
    while (not runs or executions < runs) and (not seconds or time.monotonic() - begun < seconds):
        data = tape.choice(known)
        for _ in range(tape.choice((1, 1, 2, 3))):
            data = target.change(data, tape)[: target.longest]
        executions += 1
        try:
            target.run(data)
        except Exception:  # noqa: BLE001  that is what is looked for
            fault = f"{data.hex()}\n{traceback.format_exc()}"
            break
    took = time.monotonic() - begun
    return Outcome(target.name, executions, took, None, reached(target, known), len(known), fault)


def run(names: list[str], folder: Path, *, runs: int, seconds: float, jobs: int) -> int:
    """Feed the targets and print the table; 1 when anything was found."""
    guided = find_spec("atheris") is not None
    if not guided:
        print("atheris is not installed (extra 'fuzz'): inputs are changed at random, and no coverage guides them.")
    print(HEAD, flush=True)
    feed = partial(by_atheris if guided else at_random, folder=folder, runs=runs, seconds=seconds)
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(jobs if guided else 1) as pool:
        for outcome in pool.map(lambda name: feed(TARGETS[name]), names):
            print(outcome.row(), flush=True)
            outcomes.append(outcome)
    executions, took = sum(one.executions for one in outcomes), sum(one.seconds for one in outcomes)
    print(f"{'all':11}{executions:>11,}{took:>9.0f}")
    faults = [outcome for outcome in outcomes if outcome.fault]
    for outcome in faults:
        print(f"\n{outcome.name}:\n{outcome.fault}")
    return int(bool(faults))


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Feed readers with bytes nobody meant.")
    parser.add_argument("target", choices=[*TARGETS, "all"])
    parser.add_argument("--runs", type=int, default=0, help="executions for each target")
    parser.add_argument("--seconds", type=float, default=0, help="seconds for each target (60 if no number is given)")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument("--folder", type=Path, help="keeps the inputs; a later run goes on from them")
    given = parser.parse_args(arguments)
    names = list(TARGETS) if given.target == "all" else [given.target]
    seconds = given.seconds or (0 if given.runs else 60)
    with tempfile.TemporaryDirectory() as place:
        folder = (given.folder or Path(place)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        return run(names, folder, runs=given.runs, seconds=seconds, jobs=given.jobs)


if __name__ == "__main__":
    sys.exit(main())
