"""The program under test, started by a command template, listened to, and ended.

Here: one process and its output. Never: what it should say.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import trio

from ...errors import LocalError
from ...net.invite import CutInvite, Invite
from ...net.nursery import background
from .foreign import MOST_KEPT, end_of, keep_short
from .results import Outcome

GRACE: Final = 3.0
"""Seconds between asking a program to end and ending it."""

MOMENT: Final = 2.0
"""Seconds in which a program that crashes has ended, once what it had open is closed."""

MOST_OUTPUT: Final = 4_000_000
"""Characters of a program's output that are looked at."""

_INVITE: Final = re.compile(r"BURA:[A-Z2-7]+")


class Unusable(Exception):  # noqa: N818  what a foreign program did
    """A foreign program did not get so far that anything could be asked of it."""

    def __init__(self, sentence: str, outcome: Outcome = Outcome.RUNNER_ERROR) -> None:
        super().__init__(sentence)
        self.outcome = outcome


class Hangup(Unusable):
    """It was connected, and ended the connection before TLS was agreed on."""


def words_of(template: str, values: Mapping[str, str | Sequence[str]]) -> list[str]:
    """The words of a command: `{name}` stands for a value. A word that is nothing but the name of a list stands for
    an option for each of its items: `{options}` for `--option X`, `{options:--set}` for `--set X`.

    Raises LocalError for a template that is none.
    """
    try:
        words = shlex.split(template, posix=os.name != "nt")
    except ValueError as error:
        raise LocalError(f"This is no command: {error}.") from None
    if not words:
        raise LocalError("A command has at least one word.")
    found: list[str] = []
    for word in words:
        name, _, option = word.strip("{}").partition(":")
        value = values.get(name)
        if word[:1] == "{" and value is not None and not isinstance(value, str):
            found += [each for item in value for each in (option or "--option", item)]
        else:
            found.append(_filled(word, values))
    return found


def _filled(word: str, values: Mapping[str, str | Sequence[str]]) -> str:
    for name, value in values.items():
        if isinstance(value, str):
            word = word.replace(f"{{{name}}}", value)
    return word


class Program:
    """A running program; made by `running`."""

    def __init__(self, process: trio.Process, errors: Path, output: Path) -> None:
        """For `running` only."""
        self.said = ""
        self._process = process
        self._errors = errors
        self._output = output
        self._news = trio.Event()

    async def _listen(self) -> None:
        stream, room = self._process.stdout, MOST_KEPT
        with self._output.open("wb") as copy:
            while stream is not None and (data := await stream.receive_some(65_536)):
                room -= copy.write(data[:room])
                self.said = (self.said + data.decode("utf-8", "replace"))[-MOST_OUTPUT:]
                self._news.set()
                self._news = trio.Event()

    async def invite(self, patience: float) -> Invite:
        """The invite that it prints, known by its prefix and its checksum. Raises Unusable where none comes."""
        with trio.move_on_after(patience):
            while True:
                news = self._news
                for match in _INVITE.finditer(self.said):
                    with suppress(CutInvite, LocalError):
                        return Invite.parse(match[0], now=time.time())
                if self._process.poll() is not None:
                    raise Unusable(f"the program ended before it printed an invite; {self.complaint}")
                with trio.move_on_after(0.2):
                    await news.wait()
        raise Unusable(f"no invite was printed in {patience:g} seconds; {self.complaint}")

    async def says(self, found: Callable[[str], bool]) -> bool:
        """Wait until what it has said fits; False where it ended before."""
        while not found(self.said):
            news = self._news
            if self._process.poll() is not None:
                return False
            with trio.move_on_after(0.2):
                await news.wait()
        return True

    async def ended(self, patience: float) -> int | None:
        """Its exit code, once it has ended; None where it has not in so many seconds."""
        with trio.move_on_after(patience):
            return await self._process.wait()
        return None

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._process.kill()

    @property
    def returncode(self) -> int | None:
        """The exit code, if it has ended."""
        return self._process.poll()

    @property
    def complaint(self) -> str:
        """The end of what it wrote to standard error."""
        text = end_of(self._errors)
        return f"it complains: {text}" if text else "it complains of nothing"

    @property
    def crashed(self) -> bool:
        """Whether it has ended by a signal; nobody here has sent one while it is listened to."""
        code = self._process.poll()
        return code is not None and (code < 0 or code > 127)

    async def crashes(self) -> bool:
        """Whether it crashes now: the system closes what a program had open a moment before it tells of its end."""
        await self.ended(MOMENT)
        return self.crashed


async def _end(process: trio.Process) -> None:
    """Ask a program to end, with all that it has started; then end it."""
    for number in (signal.SIGINT, signal.SIGTERM, _LAST):
        if process.poll() is not None:
            break
        _signal(process, number)
        with trio.move_on_after(GRACE):
            await process.wait()
    _signal(process, _LAST)


_LAST: Final = signal.SIGTERM if os.name == "nt" else signal.SIGKILL


def _signal(process: trio.Process, number: int) -> None:
    """To the whole group of the program, which is its own."""
    with suppress(OSError, ValueError):
        if os.name != "nt":
            os.killpg(process.pid, number)
        elif process.poll() is None:
            process.terminate()


@asynccontextmanager
async def started(words: Sequence[str], folder: Path, name: str) -> AsyncIterator[tuple[trio.Process, Path]]:
    """A process, and the file of its standard error; it is gone after the block. Raises Unusable.

    The file is emptied whenever it becomes too long: a program that complains without end fills no disk.
    """
    errors = folder / f"{name}.stderr"
    errors.unlink(missing_ok=True)
    async with background() as nursery:
        nursery.start_soon(keep_short, errors)
        async with _started(words, errors) as process:
            yield process, errors


@asynccontextmanager
async def _started(words: Sequence[str], errors: Path) -> AsyncIterator[trio.Process]:
    with errors.open("ab") as stderr:
        try:
            process = await trio.lowlevel.open_process(
                list(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, start_new_session=True
            )
        except OSError as error:
            raise Unusable(f"the command cannot be started: {error.strerror or error}") from None
        try:
            yield process
        finally:
            with trio.CancelScope(shield=True):
                await _end(process)
                for stream in (process.stdin, process.stdout):
                    if stream is not None:
                        await stream.aclose()


@asynccontextmanager
async def running(words: Sequence[str], folder: Path, name: str = "testee") -> AsyncIterator[Program]:
    """A program that is listened to; see `started`. Its output is kept in `folder`."""
    async with started(words, folder, name) as (process, errors), background() as nursery:
        program = Program(process, errors, folder / f"{name}.stdout")
        nursery.start_soon(program._listen)
        yield program
