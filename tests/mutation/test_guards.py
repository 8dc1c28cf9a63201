"""A sample of what the mutation run does, in every run of the suite: no check can be deleted unnoticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a deletion lives in a process that is forked for it")
def test_no_check_of_the_sample_can_be_deleted() -> None:
    command = [sys.executable, "-m", "tests.mutation.guards"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = [line for line in done.stdout.splitlines() if ".py:" in line]
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [line for line in told if not line.startswith("killed ")]
    assert len(told) >= 28
