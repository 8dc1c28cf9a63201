"""The partner for practice: a bot in a process of its own, which joins like anybody else.

Here: starting it, handing it the invite by a pipe, ending it. Never: a way round the network or the protocol.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from ..errors import LocalError

GRACE: Final = 5.0
"""Seconds that the partner has to end by itself, after the game and once more after it was told to."""


class Partner:
    """A context: inside it, `invite` starts the bot called `bot`; afterwards its process and folder are gone."""

    def __init__(self, bot: str) -> None:
        self._bot = bot
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="bura-bot-", ignore_cleanup_errors=True)
        self._errors: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def invite(self, invite: str) -> None:
        """Start the bot and let it join. The invite goes by a pipe: it is in no argument and no environment."""
        home = Path(self._folder.name)
        command = [sys.executable, "-m", "bura_p2p", "join", "-", "--bot", self._bot, "--json"]
        command += ["--name", f"{self._bot} bot", "--home", str(home / "home")]
        self._errors = (home / "errors").open("w+b")
        self._process = subprocess.Popen(  # noqa: S603  our own interpreter and our own arguments, no shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C is for the player; the bot ends with the game
        )
        if self._process.stdin is not None:
            self._process.stdin.write(invite.encode() + b"\n")
            self._process.stdin.close()

    def look(self) -> None:
        """Raises `LocalError` when the bot has ended before the game began."""
        if self._process is None or self._process.poll() is None or self._errors is None:
            return
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip()[-300:]
        raise LocalError(f"The bot did not come to the table. {said}".strip())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._process is not None:
                _end(self._process, hurried=kind is not None)
        finally:
            if self._errors is not None:
                self._errors.close()
            self._folder.cleanup()


def _end(process: subprocess.Popen[bytes], *, hurried: bool) -> None:
    """Wait, ask (with `hurried` at once), and force; force also where Ctrl-C breaks the waiting off."""
    try:
        for ask in (process.terminate,) if hurried else (None, process.terminate):
            if ask is not None:
                ask()
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
                return
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
