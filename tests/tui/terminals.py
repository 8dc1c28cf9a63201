"""Players at real terminals: a process of its own in a tmux window each, typed at and looked at.

Here: keys in, the screen's text out. Never: a look into the process.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux, which holds the terminals, is not here")


class Terminal:
    """One terminal. `socket` is that of its own tmux server, which ends with it."""

    def __init__(self, socket: Path, name: str) -> None:
        self._socket, self._name = socket, name

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *arguments]
        # a terminal has its own size, whatever that of the test run's is said to be
        here = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=here).stdout

    def start(
        self, *arguments: str, columns: int = 80, lines: int = 24, shell_first: str = "", **variables: str
    ) -> None:
        """Start the program; `shell_first` is written before its name, as in a shell."""
        command = f"{shell_first} {shlex.join([sys.executable, '-m', 'bura_p2p', *arguments])}"
        settings = [part for name, value in variables.items() for part in ("-e", f"{name}={value}")]
        size = ["-x", str(columns), "-y", str(lines)]
        shell = f"{command}; echo ended with $?; exec sleep 600"
        self.tmux("new-session", "-d", *size, "-s", self._name, "-c", str(ROOT), *settings, shell)

    def interrupt(self) -> None:
        """Ask the program itself to end, as `kill` does."""
        shell = int(self.tmux("display-message", "-p", "-t", self._name, "#{pane_pid}"))
        child = subprocess.run(["pgrep", "-P", str(shell)], capture_output=True, text=True, check=True)
        os.kill(int(child.stdout.split()[0]), signal.SIGTERM)

    def record(self, file: Path) -> None:
        """Keep every byte that the program writes from now on."""
        self.tmux("pipe-pane", "-t", self._name, f"cat > {shlex.quote(str(file))}")

    def screen(self, *, colours: bool = False) -> str:
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []), "-t", self._name)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", self._name, *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", "-t", self._name, text)

    def paste(self, text: str) -> None:
        self.tmux("set-buffer", "-b", self._name, text)
        self.tmux("paste-buffer", "-p", "-b", self._name, "-t", self._name)

    def until(self, found: str | Callable[[str], bool], patience: float = 120) -> str:
        """The screen as soon as it shows what is looked for."""
        fits = found if callable(found) else lambda screen: found in screen
        out = time.monotonic() + patience
        while time.monotonic() < out:
            screen = self.screen()
            if fits(screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{found!r} does not come; the screen:\n{self.screen()}")


@contextmanager
def terminal(folder: Path, name: str):
    """A terminal whose tmux server is stopped at the end."""
    one = Terminal(folder / f"{name}.socket", name)
    try:
        yield one
    finally:
        command = ["tmux", "-S", str(folder / f"{name}.socket"), "kill-server"]
        subprocess.run(command, capture_output=True, check=False)
