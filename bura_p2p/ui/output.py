"""Standard output and error: lines, complaints, what they need at the beginning and the end of a command.

Here: writing lines that any terminal can take, the exit code of a fault. Never: reading, waiting; whatever is
imported here is paid for by every command, also by the help.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, TextIO

from .inert import NARROW, inert, wrapped

FAILURE: Final = 1
"""The exit code of what could not be done."""


def write_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Print lines at once, whole. Raises `BrokenPipeError` when nobody reads them."""
    text = "".join(f"{line}\n" for line in lines)
    out = sys.stdout if stream is None else stream
    if text and out is not None:
        out.write(text)
        out.flush()


def print_past_buffers(text: str, stream: TextIO | None) -> None:
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
        print_past_buffers(text, sys.stderr)


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


def complained(code: int, sentence: str, patience: float | None = None) -> int:
    """Complain in the name of the program; `code`, for whoever ends with it."""
    complain(f"bura: {inert(sentence, 600)}", patience)
    return code
