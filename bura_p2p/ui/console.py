"""Standard input and output as the faces use them.

Here: reading lines without holding up the loop, writing lines that any terminal can take. Never: what they mean.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import shutil
import sys
import threading
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
            if self._reading is None:
                self._reading = trio.Event()
                self._read(self._descriptor, trio.lowlevel.current_trio_token())
            await self._reading.wait()
        return self._ready.popleft()

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


def write_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Print lines at once, whole. Raises `BrokenPipeError` when nobody reads them."""
    text = "".join(f"{line}\n" for line in lines)
    out = sys.stdout if stream is None else stream
    if text and out is not None:
        out.write(text)
        out.flush()


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
            _print(text, sys.stdout)


def _print(text: str, stream: TextIO | None) -> None:
    """Write past the buffers where there are any: a thread that is left behind in one of them would hold its lock,
    for which the interpreter waits when it shuts down.
    """
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    if stream is None or not isinstance(raw, io.RawIOBase):
        write_lines([text.removesuffix("\n")], stream)
        return
    rest = text.replace("\n", os.linesep).encode(stream.encoding, stream.errors or "strict")
    while rest:
        written = raw.write(rest)
        if written is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        rest = rest[written:]


def complain(sentence: str, patience: float | None = None) -> None:
    """A message to standard error: on a terminal broken between words, else one line.

    With `patience` it is given up after so many seconds: the terminal may be held up.
    """
    if sys.stderr is None:
        return
    columns = max(NARROW, shutil.get_terminal_size().columns) if sys.stderr.isatty() else None
    lines = [sentence] if columns is None else wrapped(sentence, columns, indent="  ", whole=True)
    text = "".join(f"{line}\n" for line in lines)
    if patience is None:
        _print_if_possible(text)
        return
    writer = threading.Thread(target=_print_if_possible, args=(text,), daemon=True)
    writer.start()
    writer.join(patience)


def _print_if_possible(text: str) -> None:
    with suppress(OSError):  # the terminal is gone, and there is nobody else to tell
        _print(text, sys.stderr)


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
