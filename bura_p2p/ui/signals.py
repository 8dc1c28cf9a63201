"""Signals that ask the program to end, taken as Ctrl-C: what is open is closed as it should be.

Here: the handlers, for as long as a command runs. Never: what ending means.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_ASKING: Final = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""`kill`, a terminal that closes, Ctrl-Break; by name, since no system has all of them."""


@contextmanager
def asked_as_interrupted() -> Iterator[None]:
    """Inside, a polite request to end raises KeyboardInterrupt as Ctrl-C does. Does nothing outside the main thread.

    A signal that is ignored stays so (`nohup`), but for SIGINT, which shells ignore for a script's background jobs:
    trio turns it into an orderly end only where Python's own handler stands, and the others go its way.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {}
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in _ASKING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """While trio runs, SIGINT's handler is trio's own, which waits for a moment when nothing is half done."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
