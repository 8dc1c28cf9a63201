"""Standard input and output as the faces use them.

Here: reading lines without holding up the loop, writing lines that any terminal can take. Never: what they mean.
"""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, Protocol, TextIO

import trio

from .inert import wrapped

MAX_LINE: Final = 4096
"""Characters of one typed line; what is longer is cut into several."""


NARROW: Final = 30
"""Columns below which no terminal is believed."""


class Lines(Protocol):
    """Where typed lines come from."""

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the input, and from then on."""
        ...


class TypedLines:
    """The lines of a file descriptor, read in a worker thread.

    The thread is left behind when nobody waits any more (a read from a terminal cannot be called back), so it uses
    `os.read` and holds no lock that the interpreter needs to shut down.
    """

    def __init__(self, descriptor: int | None, encoding: str = "utf-8") -> None:
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._ready: deque[str] = deque()
        self._rest = ""

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
            data = await trio.to_thread.run_sync(_read, self._descriptor, abandon_on_cancel=True)
            self._take(data)
        return self._ready.popleft()

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


def write_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Print lines at once, whole. Raises `BrokenPipeError` when nobody reads them."""
    text = "".join(f"{line}\n" for line in lines)
    out = sys.stdout if stream is None else stream
    if text and out is not None:
        out.write(text)
        out.flush()


def complain(sentence: str) -> None:
    """A message to standard error: on a terminal broken between words, else one line."""
    if sys.stderr is not None:
        columns = max(NARROW, shutil.get_terminal_size().columns) if sys.stderr.isatty() else None
        lines = [sentence] if columns is None else wrapped(sentence, columns, indent="  ", whole=True)
        with suppress(OSError):  # the terminal is gone, and there is nobody else to tell
            sys.stderr.write("".join(f"{line}\n" for line in lines))
            sys.stderr.flush()


def forgiving_output() -> None:
    """Let both outputs write `?` for what their encoding lacks, rather than fail; closed ones lead nowhere.

    A closed standard stream is None, and its number would be given to the next file that is opened.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  as long as the process
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def settle_output() -> None:
    """Let what cannot be flushed go nowhere, so that it does not fail once more when the process ends."""
    with suppress(ValueError):
        try:
            sys.stdout.flush()
        except OSError:
            _nowhere()


def _nowhere() -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def on_terminal() -> bool:
    """Whether a person reads the output on a terminal that can do more than lines."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"
