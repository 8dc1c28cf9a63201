"""Every target, for seconds: its good inputs, what was found before, changed inputs, any bytes at all.

`BURA_EXAMPLES=N` takes N changed inputs and N of any bytes for each target; hours of it are `python -m tests.fuzz`.
"""

from __future__ import annotations

import os
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .__main__ import HEAD, at_random, main
from .target import Target, harmless
from .targets import TARGETS

FOUND = Path(__file__).parent / "found"
WANTED = int(os.environ.get("BURA_EXAMPLES", "0"))
SLOW = {"verify": 150, "apply": 400, "sessions": 300, "faces": 300, "cases": 400, "written": 400}
"""Changed inputs of targets whose inputs cost more than a fraction of a millisecond; of the others 1,000."""

SECONDS, BYTES = 2.0, 24 * 2**20
"""What one input may cost: of the processor, and of memory beyond what was there."""

each = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


def feed(target: Target, data: bytes) -> None:
    """One input, within the time."""
    begun = time.process_time()
    target.run(data)
    assert time.process_time() - begun < SECONDS, data.hex()


def changed(target: Target, count: int, name: str) -> list[bytes]:
    """Inputs made of good ones, always the same."""
    known, tape, found = target.examples(), Random(name), []
    for _ in range(count):
        data = tape.choice(known)
        for _ in range(tape.choice((1, 1, 2, 3))):
            data = target.change(data, tape)[: target.longest]
        found.append(data)
    return found


@each
def test_good_inputs(target: Target) -> None:
    """The readers take what they should, or refuse it as they should."""
    found = target.examples()
    assert found
    for data in found:
        feed(target, data)


@each
def test_changed_inputs(target: Target) -> None:
    """Good inputs changed in their own form, and anyhow."""
    for data in changed(target, WANTED or SLOW.get(target.name, 1000), target.name):
        feed(target, data)


@each
def test_any_bytes(target: Target) -> None:
    """Bytes from hypothesis, alone and behind the start of a good input."""
    starts = [b"", *(data[: len(data) // 2] for data in target.examples()[:20])]

    @settings(max_examples=WANTED or 60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(starts), st.binary(max_size=300))
    def fed(start: bytes, data: bytes) -> None:
        feed(target, start + data)

    fed()


@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_what_was_found(path: Path) -> None:
    """`found/` holds an input for each fault that fuzzing has found; its name begins with its target's."""
    feed(TARGETS[path.name.partition("-")[0]], path.read_bytes())


@each
def test_memory(target: Target) -> None:
    """No input makes a reader take more than a few megabytes."""
    inputs = [*target.examples()[::40], *changed(target, 10, f"{target.name} memory")]
    for data in inputs:
        target.run(data)  # whatever is kept for good is there by now
    tracemalloc.start()
    try:
        for data in inputs:
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            target.run(data)
            assert tracemalloc.get_traced_memory()[1] - before < BYTES, data.hex()
    finally:
        tracemalloc.stop()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints a row a target, keeps the inputs where it is told to, and is content."""
    assert main(["values", "--runs", "300", "--folder", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert HEAD in said
    row = next(line for line in said if line.startswith("values")).split()
    assert int(row[1].replace(",", "")) >= 300
    assert row[-1] == "0"
    assert len(list((tmp_path / "values").iterdir())) >= 100


def test_a_fault_is_found(tmp_path: Path) -> None:
    """A reader that raises anything else is told, with the input."""

    def brittle(data: bytes) -> None:
        if b"\xff" in data:
            raise KeyError(data)

    broken = replace(TARGETS["values"], run=brittle, aims=())
    outcome = at_random(broken, tmp_path, 100_000, 20)
    assert "KeyError" in outcome.fault
    assert outcome.row().endswith("1")


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202eb", "\n", "a\u200bb", "a\u0301\u0301\u0301", "\ud800", "\ue000"])
def test_the_oracle_sees(text: str) -> None:
    """What `harmless` is there for does not get past it."""
    with pytest.raises(AssertionError):
        harmless(text)
