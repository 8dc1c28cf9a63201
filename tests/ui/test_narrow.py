"""Lines in a terminal that is narrower than eighty columns: a real one, of sixty."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bura_p2p.ui.inert import WIDTH, columns, room, wrapped

pty = pytest.importorskip("pty", reason="no such terminals on this system")
SIXTY = 60


@contextmanager
def terminal(*arguments: str, home: Path) -> Iterator[io.TextIOWrapper]:
    """The program in a terminal of sixty columns; what it writes, as a file that can be written to as well."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, SIXTY, 0, 0))
    settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    running = subprocess.Popen(
        [sys.executable, "-m", "bura_p2p", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=settings | {"TERM": "xterm", "PYTHONUTF8": "1", "BURA_HOME": str(home)},
    )
    os.close(theirs)
    try:
        with io.TextIOWrapper(io.FileIO(ours, "r+"), encoding="utf-8", newline="\n", write_through=True) as screen:
            yield screen
    finally:
        running.kill()
        running.wait()


def shown(screen: io.TextIOWrapper) -> list[str]:
    """All lines to the end."""
    lines = []
    with suppress(OSError):  # so a terminal ends whose program has ended
        lines.extend(line.rstrip() for line in screen)
    return lines


def test_the_prompt_of_a_guest(tmp_path):
    with terminal("join", "--no-map", home=tmp_path) as screen:
        first, *more = [screen.readline().rstrip() for _ in range(3)]
        assert first.startswith("Paste the invite of your friend, or type the number")
        assert more[-1].endswith("leaves).")
        assert max(map(columns, (first, *more))) <= SIXTY


def test_rules_and_a_hand(tmp_path):
    with terminal("rules", "show", "russian", home=tmp_path) as screen:
        lines = shown(screen)
    assert len(lines) > 20
    assert max(map(columns, lines)) <= SIXTY
    with terminal("play", "--hands", "1", home=tmp_path) as screen:
        lines = []
        while not (lines and lines[-1].startswith("Your turn")):
            lines.append(screen.readline().rstrip())
        screen.write("rules\nhelp\nquit\n")
        lines += shown(screen)
    assert lines[-1].startswith("  ")  # what is to be typed stands whole on a line of its own
    assert max(map(columns, lines[:-1])) <= SIXTY
    assert any(line.startswith("  chat hello") for line in lines)


def test_where_there_is_no_terminal():
    assert room() == WIDTH
    assert wrapped("a " * 60) == wrapped("a " * 60, WIDTH)
