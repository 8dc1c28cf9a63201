"""The client for Node, `protocol/examples/node`, whose process is killed in mid-hand and started again, against the
package: the game ends fair, and what was stored when it was killed is what both sides hold in the end (13.4).

Here: two processes with TLS between them, one of which is killed again and again; the folder that it leaves.
Never: the client's own modules.
"""

from __future__ import annotations

import signal
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bura_p2p.cli import run
from bura_p2p.log.file import read_game
from tests.examples.programs import NEEDED, Program, node, package

PATIENCE = 280

pytestmark = [
    *NEEDED,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is ended otherwise here"),
]

KILLED_AT = (1_000, 9_000, 14_000)
"""Bytes of the game file at which the process is killed: with a hello, in the deal, and in the play."""

GAMES = 5
"""Games of which one must last until then: one in some hundred ends with its first lead, a bura."""

IN_THE_HAND = 5_000
"""Bytes from which on a commit of the client's own is among them."""


def stored(home: Path) -> list[tuple[int, bytes]]:
    """Seat and body of what is whole in the game file of a folder."""
    data = (home / "game.bura").read_bytes()
    at, size = 16, len(data)
    while at + 4 <= size and at + 4 + int.from_bytes(data[at : at + 4], "big") <= size:
        at += 4 + int.from_bytes(data[at : at + 4], "big")
    return [(entry.seat, entry.body) for entry in read_game(data[:at]).entries]


def killed(program: Program, home: Path, size: int, until: float) -> list[tuple[int, bytes]] | None:
    """Kills a program once its game file is so long; gives what it had stored, with secrets for their owner alone.
    None where the game was over before.
    """
    game = home / "game.bura"
    while not (game.exists() and game.stat().st_size >= size):
        assert time.monotonic() < until, program.out.read_text("utf-8")
        if program.process.poll() is not None:
            assert (program.process.returncode, size) == (0, KILLED_AT[-1]), program.out.read_text("utf-8")
            return None
        time.sleep(0.01)
    program.process.kill()
    program.process.wait()
    secret = {path.name: path for path in home.iterdir() if path != game}
    assert {stat.S_IMODE(path.stat().st_mode) for path in secret.values()} == {0o600}
    assert {"seat.json", "hand.json"} <= set(secret) or size < IN_THE_HAND
    return stored(home)


def ends_fair(mine: Program, other: Program, home: Path, theirs: Path, before: list[tuple[int, bytes]]) -> None:
    """Both sides hold the same fair game, with every entry that was stored at a kill; no secret is left."""
    said = "\n".join(program.out.read_text("utf-8") for program in (mine, other))
    assert mine.process.returncode == 0, said
    (game,) = home.glob("*.bura")
    assert [path.name for path in home.iterdir()] == [game.name]
    assert run(["verify", str(game), str(theirs), "--json"]) == 0, said
    one, same = (read_game(path.read_bytes()) for path in (game, theirs))
    assert one.entries == same.entries
    entries = {(entry.seat, entry.body) for entry in one.entries}
    assert set(before) <= entries


def played(first: Program, start: list[str], home: Path, other: Program, theirs: Path) -> bool:
    """Whether the game has lasted until the last kill; it has ended fair anyway."""
    until = time.monotonic() + PATIENCE
    mine = [first]
    try:
        before: list[tuple[int, bytes]] = []
        for size in KILLED_AT:
            if (found := killed(mine[-1], home, size, until)) is not None:
                before += found
                mine.append(node(first.out, *start))
        for program in (mine[-1], other):
            program.process.wait(until - time.monotonic())
        ends_fair(mine[-1], other, home, theirs, before)
        return len(mine) > len(KILLED_AT)
    finally:
        for program in (*mine, other):
            program.process.kill()
            program.process.wait()


def folders(place: Path) -> Iterator[Path]:
    """One for each game."""
    for number in range(GAMES):
        (place / str(number)).mkdir()
        yield place / str(number)


def test_a_guest_that_is_killed(tmp_path):
    assert any(guest_killed(place) for place in folders(tmp_path))


def guest_killed(tmp_path: Path) -> bool:
    home, theirs = tmp_path / "node", tmp_path / "theirs.bura"
    options = ["--rules", "georgian", "--match", "1", "--listen", "127.0.0.1:0", "--json", "--bot", "greedy"]
    host = package(tmp_path / "other", "host", *options, "--home", str(tmp_path / "home"), "--export", str(theirs))
    invite = host.invite(time.monotonic() + 60)
    first = node(tmp_path / "mine", "join", invite, "--match", "1", "--home", str(home))
    return played(first, ["join", "--home", str(home)], home, host, theirs)


def test_a_host_that_is_killed(tmp_path):
    assert any(host_killed(place) for place in folders(tmp_path))


def host_killed(tmp_path: Path) -> bool:
    home, theirs = tmp_path / "node", tmp_path / "theirs.bura"
    start = ["host", "--rules", "georgian", "--match", "1", "--address", "127.0.0.1", "--home", str(home)]
    first = node(tmp_path / "mine", *start)
    invite = first.invite(time.monotonic() + 60)
    options = ["--json", "--bot", "greedy", "--home", str(tmp_path / "home"), "--export", str(theirs)]
    guest = package(tmp_path / "other", "join", invite, *options)
    return played(first, ["host", "--home", str(home)], home, guest, theirs)
