"""The client for Node, `protocol/examples/node`, whose process is killed in mid-hand and started again, against the
package: the game ends fair, and what was stored when it was killed is what both sides hold in the end (13.4).

Here: two processes with TLS between them, one of which is killed again and again; the folder that it leaves. Never: the
client's own modules.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bura_p2p.cli import run
from bura_p2p.log.file import read_game
from tests.vectors.form import PROTOCOL

FOLDER = PROTOCOL / "examples" / "node"
NODE = shutil.which("node")
PATIENCE = 280

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="there is no Node"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules").is_dir(),
        reason="its libraries are not there; 'npm ci --prefix protocol/examples/node' brings them",
    ),
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is ended otherwise here"),
]

KILLED_AT = (1_000, 9_000, 14_000)
"""Bytes of the game file at which the process is killed: with a hello, in the deal, and in the play."""

IN_THE_HAND = 5_000
"""Bytes from which on a commit of the client's own is among them."""


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


def stored(home: Path) -> list[tuple[int, bytes]]:
    """Seat and body of what is whole in the game file of a folder."""
    data = (home / "game.bura").read_bytes()
    at, size = 16, len(data)
    while at + 4 <= size and at + 4 + int.from_bytes(data[at : at + 4], "big") <= size:
        at += 4 + int.from_bytes(data[at : at + 4], "big")
    return [(entry.seat, entry.body) for entry in read_game(data[:at]).entries]


def killed(program: Program, home: Path, size: int, until: float) -> list[tuple[int, bytes]]:
    """Kills a program once its game file is so long; gives what it had stored. The secrets are for their owner alone."""
    game = home / "game.bura"
    while not (game.exists() and game.stat().st_size >= size):
        assert time.monotonic() < until and program.process.poll() is None, program.out.read_text("utf-8")
        time.sleep(0.01)
    program.process.kill()
    program.process.wait()
    secret = {path.name: path for path in home.iterdir() if path != game}
    assert {stat.S_IMODE(path.stat().st_mode) for path in secret.values()} == {0o600}
    assert {"seat.json", "hand.json"} <= set(secret) or size < IN_THE_HAND
    return stored(home)


def ends_fair(mine: list[Program], other: Program, home: Path, theirs: Path, before: list[list[tuple[int, bytes]]]) -> None:
    """Both sides hold the same fair game, with every entry that was stored when the process was killed; no secret is left."""
    said = "\n".join(program.out.read_text("utf-8") for program in (mine[-1], other))
    assert mine[-1].process.returncode == 0, said
    (game,) = home.glob("*.bura")
    assert [path.name for path in home.iterdir()] == [game.name]
    assert run(["verify", str(game), str(theirs), "--json"]) == 0, said
    one, same = (read_game(path.read_bytes()) for path in (game, theirs))
    assert one.entries == same.entries
    entries = {(entry.seat, entry.body) for entry in one.entries}
    assert all(set(each) <= entries for each in before)


def played(start: list[str], home: Path, other: Program, tmp_path: Path, theirs: Path, first: Program | None = None) -> None:
    until = time.monotonic() + PATIENCE
    mine = [first or node(tmp_path / "mine", *start)]
    try:
        before = []
        for size in KILLED_AT:
            before.append(killed(mine[-1], home, size, until))
            mine.append(node(tmp_path / "mine", *start))
        for program in (mine[-1], other):
            program.process.wait(until - time.monotonic())
        ends_fair(mine, other, home, theirs, before)
    finally:
        for program in (*mine, other):
            program.process.kill()
            program.process.wait()


def test_a_guest_that_is_killed(tmp_path):
    home, theirs = tmp_path / "node", tmp_path / "theirs.bura"
    options = ["--rules", "georgian", "--match", "1", "--listen", "127.0.0.1:0", "--json", "--bot", "greedy"]
    host = package(tmp_path / "other", "host", *options, "--home", str(tmp_path / "home"), "--export", str(theirs))
    invite = host.invite(time.monotonic() + 60)
    first = node(tmp_path / "mine", "join", invite, "--match", "1", "--home", str(home))
    played(["join", "--home", str(home)], home, host, tmp_path, theirs, first)


def test_a_host_that_is_killed(tmp_path):
    home, theirs = tmp_path / "node", tmp_path / "theirs.bura"
    start = ["host", "--rules", "georgian", "--match", "1", "--address", "127.0.0.1", "--home", str(home)]
    first = node(tmp_path / "mine", *start)
    invite = first.invite(time.monotonic() + 60)
    options = ["--json", "--bot", "greedy", "--home", str(tmp_path / "home"), "--export", str(theirs)]
    guest = package(tmp_path / "other", "join", invite, *options)
    played(["host", "--home", str(home)], home, guest, tmp_path, theirs, first)
