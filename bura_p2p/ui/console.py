"""Standard input and output as the faces use them.

Here: reading and writing lines without holding up the loop. Never: what they mean.
"""

from __future__ import annotations

import codecs
import os
import sys
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, Protocol

import trio

from .inert import NARROW
from .output import (
    complain,
    forgiving_output,
    on_terminal,
    print_past_buffers,
    settle_output,
    write_lines,
)

__all__ = [
    "NARROW", "Lines", "Printer", "TypedLines", "complain", "forgiving_output", "on_terminal", "settle_output",
    "write_lines",
]  # fmt: skip

MAX_LINE: Final = 4096
"""Characters of one typed line; what is longer is cut into several."""

TERMINAL: Final = "CONIN$" if sys.platform == "win32" else "/dev/tty"
"""Where what is typed can be read whatever standard input is."""


class Lines(Protocol):
    """Where typed lines come from."""

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the input, and from then on."""
        ...


class TypedLines:
    """The lines of a file descriptor, read in a worker thread.

    The thread is left behind when nobody waits any more (a read from a terminal cannot be called back), so it uses
    `os.read` and holds no lock that the interpreter needs to shut down. What it reads is for whoever asks next.
    """

    def __init__(self, descriptor: int | None, encoding: str = "utf-8") -> None:
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._ready: deque[str] = deque()
        self._rest = ""
        self._reading: trio.Event | None = None

    @classmethod
    def of_standard_input(cls) -> TypedLines:
        """Those of the process; a process without a standard input is at its end at once."""
        try:
            return cls(None) if sys.stdin is None else cls(sys.stdin.fileno(), sys.stdin.encoding or "utf-8")
        except (OSError, ValueError):
            return cls(None)

    async def next(self) -> str | None:
        """The next line; None at the end."""
        while not self._ready:
            if self._descriptor is None:
                return None
            await self._more(self._descriptor)
        return self._ready.popleft()

    async def over(self, patience: float) -> bool:
        """Whether nothing but empty lines is to come. A terminal has no end, and what has not come after `patience`
        seconds may still come.
        """
        with trio.move_on_after(patience):
            while not any(map(str.strip, self._ready)) and self._descriptor is not None:
                if os.isatty(self._descriptor):
                    return False
                await self._more(self._descriptor)
        return self._descriptor is None and not any(map(str.strip, self._ready))

    def go_on_at_terminal(self) -> bool:
        """Read from here on what is typed at the terminal of this process; whether there is one."""
        try:
            descriptor = os.open(TERMINAL, os.O_RDWR)
        except OSError:
            return False
        self._descriptor, self._rest = descriptor, ""
        self._decoder = codecs.getincrementaldecoder(os.device_encoding(descriptor) or "utf-8")(errors="replace")
        self._ready.clear()
        return True

    async def _more(self, descriptor: int) -> None:
        if self._reading is None:
            self._reading = trio.Event()
            self._read(descriptor, trio.lowlevel.current_trio_token())
        await self._reading.wait()

    def _read(self, descriptor: int, token: trio.lowlevel.TrioToken) -> None:
        def read() -> None:
            data = _read(descriptor)
            with suppress(trio.RunFinishedError):  # nobody is left to tell
                token.run_sync_soon(self._deliver, data)

        threading.Thread(target=read, daemon=True).start()

    def _deliver(self, data: bytes) -> None:
        self._take(data)
        if self._reading is not None:
            self._reading.set()
            self._reading = None

    def _take(self, data: bytes) -> None:
        self._rest += self._decoder.decode(data, final=not data)
        *lines, self._rest = self._rest.split("\n")
        while len(self._rest) > MAX_LINE:
            lines.append(self._rest[:MAX_LINE])
            self._rest = self._rest[MAX_LINE:]
        self._ready.extend(line.removesuffix("\r") for line in lines)
        if not data:
            self._descriptor = None
            if self._rest:
                self._ready.append(self._rest)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the terminal is gone
        return b""


class Printer:
    """Lines to standard output from a worker thread: a pipe that nobody reads and a terminal that is held up (Ctrl-S)
    hold up neither the link nor a signal.
    """

    def __init__(self) -> None:
        self._turn = trio.Lock()
        self._printing = threading.Lock()

    async def write(self, lines: Iterable[str]) -> None:
        """Print lines, whole and in the order of the calls. Raises `OSError` when they cannot be written.

        What a cancelled call has begun still goes out when it can, and before anything else.
        """
        text = "".join(f"{line}\n" for line in lines)
        async with self._turn:
            if text:
                await trio.to_thread.run_sync(self._print, text, abandon_on_cancel=True)

    def _print(self, text: str) -> None:
        with self._printing:
            print_past_buffers(text, sys.stdout)
