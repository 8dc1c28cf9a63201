"""Signals that ask the program to end, taken as Ctrl-C: what is open is closed as it should be.

Here: the handlers, for as long as a command runs. Never: what ending means.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_ASKING: Final = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""`kill`, a terminal that closes, Ctrl-Break; by name, since no system has all of them."""

INTERRUPTED: Final = 130

UNHEARD: Final = 0.5
"""Seconds after which a request to end that nobody has heard is one that nobody will."""


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


@contextmanager
def at_once_when_stuck() -> Iterator[None]:
    """Inside trio's main task: a request to end that comes when an earlier one has not been heard for `UNHEARD`
    seconds ends the process at once. Something holds up the whole loop then, and no exception can be raised there.

    Requests that come together (a closed terminal's and its shell's) are one.
    """
    import trio  # noqa: PLC0415  whoever comes here has it already; the help does without

    orderly = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(orderly):
        yield
        return
    token = trio.lowlevel.current_trio_token()
    unheard: list[float] = []

    def asked(number: int, frame: FrameType | None) -> None:
        if unheard and time.monotonic() - unheard[0] > UNHEARD:
            os._exit(INTERRUPTED)
        unheard.append(time.monotonic())
        token.run_sync_soon(unheard.clear)
        orderly(number, frame)

    signal.signal(signal.SIGINT, asked)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, orderly)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """While trio runs, SIGINT's handler is trio's own, which waits for a moment when nothing is half done."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
