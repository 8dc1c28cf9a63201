"""The client for Node and the package as two processes, for tests that look at both while they play.

Here: how each is started, and what it has said so far. Never: what a test demands of them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.vectors.form import PROTOCOL

FOLDER = PROTOCOL / "examples" / "node"
NODE = shutil.which("node")

NEEDED = [
    pytest.mark.skipif(NODE is None, reason="there is no Node"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules").is_dir(),
        reason="its libraries are not there; 'npm ci --prefix protocol/examples/node' brings them",
    ),
]
"""What a test of the client for Node is skipped without."""


class Program:
    """A process whose output goes to a file, which may be read meanwhile."""

    def __init__(self, out: Path, *command: str) -> None:
        self.out = out
        with out.open("ab") as file:
            self.process = subprocess.Popen(
                command, cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                env=os.environ | {"PYTHONPATH": str(PROTOCOL.parent), "PYTHONUTF8": "1"},
            )  # fmt: skip

    def invite(self, until: float) -> str:
        while time.monotonic() < until:
            if found := re.search(r"BURA:[A-Z2-7]{100,}", self.out.read_text("utf-8")):
                return found[0]
            time.sleep(0.05)
        raise AssertionError(self.out.read_text("utf-8"))


def node(out: Path, *arguments: str) -> Program:
    return Program(out, str(NODE), "bura.mjs", *arguments)


def package(out: Path, *arguments: str) -> Program:
    return Program(out, sys.executable, "-m", "bura_p2p", *arguments)
