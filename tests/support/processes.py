"""Two real players as processes of this machine, talked to through pipes.

Here: starting `python -m bura_p2p`, reading its lines as they come, scripted people, ports that nobody else takes.
Never: a shortcut into the program.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds for a word from a process, on a busy machine."""

_held: deque[socket.socket] = deque()


def hold(port: int = 0, host: str = "127.0.0.1") -> int:
    """Keep a port, any where it is 0, from everybody who wants some port, for as long as a test lasts; gives it.

    Nobody listens there, so it refuses; and who asks for this very port gets it. So a host that has died is not
    missed where it was because another test has got its port meanwhile. On other systems than Linux a port that is
    held is nobody's else: there it is only looked up.
    """
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((host, port))
        number = int(place.getsockname()[1])
    except OSError:
        place.close()
        raise
    if sys.platform == "linux":
        _held.append(place)
    else:
        place.close()
    if len(_held) > HELD:
        _held.popleft().close()
    return number


HELD = 64
"""As many ports are held at a time: those of the last hosts of this test process."""

ANYWHERE = "127.0.0.1:0"


def _at_a_port_of_its_own(arguments: tuple[str, ...], home: Path) -> list[str]:
    """The arguments of a new host, which listens at a port that is held; one that is there again finds its own."""
    if sys.platform != "linux" or arguments[:1] not in (("host",), ("table",)) or (home / "bura.sqlite").exists():
        return [*arguments]
    return [f"127.0.0.1:{hold()}" if argument == ANYWHERE else argument for argument in arguments]


@atexit.register
def _let_go() -> None:
    for place in _held:
        place.close()


class Bura:
    """A running `bura` command with its three pipes."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        environment: dict[str, str] | None = None,
        program: tuple[str, ...] = ("bura_p2p",),
        within: tuple[str, ...] = (),
        folder: Path | None = None,
    ) -> None:
        """`within` comes before the command: whatever starts it in another place; `folder` is the current one."""
        settings = {key: value for key, value in os.environ.items() if key not in ("BURA_HOME", "TERM")}
        settings |= {"PYTHONUTF8": "1", "BURA_HOME": str(home)} | (environment or {})
        self.process = subprocess.Popen(
            [*within, sys.executable, "-m", *program, *_at_a_port_of_its_own(arguments, home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=settings,
            cwd=folder,
        )
        self.lines: list[str] = []
        self.errors = ""
        self._ended = False
        self._fresh: queue.Queue[str | None] = queue.Queue()
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self._fresh.put(line.rstrip("\n"))
        self._fresh.put(None)

    def _read_errors(self) -> None:
        self.errors = self.process.stderr.read() if self.process.stderr else ""

    def line(self) -> str | None:
        """The next line; None at the end of the output, and from then on."""
        if self._ended:
            return None
        try:
            line = self._fresh.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError(f"no word; the last were {self.lines[-12:]}") from None
        self._ended = line is None
        if line is not None:
            self.lines.append(line)
        return line

    def until(self, found: Callable[[str], bool]) -> str:
        """The next line that fits."""
        while (line := self.line()) is not None:
            if found(line):
                return line
        raise EOFError(f"ended with {self.process.wait(PATIENCE)}: {self.lines[-8:]} {self.errors[-500:]}")

    def event(self, name: str) -> dict[str, Any]:
        """The next JSON object of this name."""
        return json.loads(self.until(lambda line: json.loads(line)["event"] == name))

    def type(self, line: str) -> None:
        """Type a line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hang_up(self) -> None:
        """End the input."""
        self.process.stdin.close()

    def end(self) -> int:
        """Read to the end of the output; the exit code."""
        while self.line() is not None:
            pass
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code

    def close(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except OSError:
                continue


def mortal_bura(when: str, step: int, *arguments: str, home: Path) -> Bura:
    """A `bura` that dies by SIGKILL `before` or `after` its n-th step to the disk (see `tests.support.mortal`)."""
    return Bura(*arguments, home=home, program=("tests.support.mortal", when, str(step)))


@contextmanager
def bura(
    *arguments: str, home: Path, environment: dict[str, str] | None = None, within: tuple[str, ...] = ()
) -> Iterator[Bura]:
    """A running command; afterwards it is gone."""
    running = Bura(*arguments, home=home, environment=environment, within=within)
    try:
        yield running
    finally:
        running.close()


@contextmanager
def two_people(tmp_path: Path, *options: str) -> Iterator[tuple[Bura, Bura]]:
    """A host and a guest at one table, both plain, both waiting to be typed to."""
    with bura("host", "--listen", "127.0.0.1:0", "--name", "Ann", *options, home=tmp_path / "ann") as host:
        invite = host.until(lambda line: line.startswith("BURA:"))
        with bura("join", "-", "--name", "Ben", home=tmp_path / "ben") as guest:
            guest.type(invite)
            yield host, guest


Decide = Callable[[str], str]
"""From the prompt that a person reads to what they type: one line, or several."""


def play_by_hand(player: Bura, decide: Decide) -> None:
    """Type whenever it is this player's turn, until the output ends. A turn begins with the table's heading."""
    table: list[str] = []
    while (line := player.line()) is not None:
        if line.startswith("-- Hand") or table:
            table.append(line)
        text = " ".join(table)
        if "Your turn" in text and text.endswith("."):
            table = []
            try:
                player.type(decide(text[text.index("Your turn") :]))
            except OSError:
                return


def play_both(host: Bura, guest: Bura, decides: tuple[Decide, Decide]) -> tuple[int, int]:
    """Both play by hand at once; their exit codes."""
    threads = [
        threading.Thread(target=play_by_hand, args=(player, decide), daemon=True)
        for player, decide in zip((host, guest), decides, strict=True)
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 2 * PATIENCE
    for thread in threads:
        thread.join(max(0.1, deadline - time.monotonic()))
    return host.process.wait(PATIENCE), guest.process.wait(PATIENCE)
