"""The partner for practice: a bot in a process of its own, which joins like anybody else.

Here: starting it, handing it the invite by a pipe, whose end it takes for ours; ending it. Never: a way round the
network or the protocol.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

import trio

from ..bots import is_own
from ..errors import LocalError
from ..net.invite import Invite
from ..net.nursery import background
from .console import Lines
from .tongue import t

GRACE: Final = 5.0
"""Seconds that the partner has to end by itself, after the game and once more after it was told to."""


UNFINISHED: Final = 10
"""The exit code of a game that stays open."""

LEASH: Final = "--with-parent"
"""The option that lets a program end when its standard input does, which is when whoever started it has ended."""


FIRST: Final = "--first-leader"
"""The option that says which seat leads first, where the host says so too."""

_MOST_SAID: Final = 16_384
"""Bytes of what a bot writes to its standard error that are looked at."""


class Partner:
    """A context: inside it, `invite` starts the bot called `bot`; afterwards its process and folder are gone, and
    `complaint` is what a bot of somebody's own had to say. `first_leader`: the seat that leads first, if it is not
    drawn.
    """

    def __init__(self, bot: str, first_leader: int | None = None) -> None:
        self.complaint = ""
        self._bot = bot
        self._first_leader = first_leader
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="bura-bot-", ignore_cleanup_errors=True)
        self._errors: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def invite(self, invite: str) -> None:
        """Start the bot and let it join. The invite goes by a pipe: it is in no argument and no environment. The pipe
        stays open for as long as this process lives, however that ends.
        """
        home = Path(self._folder.name)
        command = [sys.executable, "-m", "bura_p2p", "join", "-", "--bot", self._bot, "--json", LEASH]
        command += ["--name", self._called(), "--home", str(home / "home")]
        command += [] if self._first_leader is None else [FIRST, str(self._first_leader)]
        self._errors = (home / "errors").open("w+b")
        self._process = subprocess.Popen(  # noqa: S603  our own interpreter and our own arguments, no shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C is for the player; the bot ends with the game
        )
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):  # it has ended already, which `look` tells
                self._process.stdin.write(invite.encode() + b"\n")
                self._process.stdin.flush()

    def _called(self) -> str:
        """The name that the player sees: of a bot of one's own the class alone, cut to what a name may have."""
        return f"{self._bot.rpartition(':')[2].rpartition('.')[2].encode()[:32].decode(errors='ignore')} bot"

    def look(self) -> None:
        """Raises `LocalError` when the bot has ended before the game began."""
        if self._process is None or self._process.poll() is None or self._errors is None:
            return
        raise LocalError(t("The bot did not come to the table. {said}", said=self._said()[-300:]).strip())

    def _said(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0)
        return self._errors.read(_MOST_SAID).decode("utf-8", "replace").strip()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._process is not None:
                _end(self._process, hurried=kind is not None)
                self.complaint = self._said() if is_own(self._bot) else ""
        finally:
            if self._process is not None and self._process.stdin is not None:
                with suppress(OSError):
                    self._process.stdin.close()
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


async def attended(lines: Lines, joining: Callable[[Invite], Awaitable[int]], invite: Invite) -> int:
    """The partner's own side: join while there is somebody at the other end of `lines`; the game's exit code.

    Whoever started this program may be killed without a word to anybody: the game is then as good as left.
    """
    async with background() as nursery:
        nursery.start_soon(_until_alone, lines, nursery.cancel_scope)
        return await joining(invite)
    return UNFINISHED


async def _until_alone(lines: Lines, playing: trio.CancelScope) -> None:
    while await lines.next() is not None:
        pass
    playing.cancel()
