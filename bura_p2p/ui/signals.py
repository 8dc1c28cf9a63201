"""Signals that ask the program to end, taken as Ctrl-C: what is open is closed as it should be.

Here: the handlers, before a command, for as long as it runs, and after it. Never: what ending means.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_ASKING: Final = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""`kill`, a terminal that closes, Ctrl-Break; by name, since no system has all of them."""

INTERRUPTED: Final = 130

UNHEARD: Final = 0.5
"""Seconds after which a request to end that nobody has heard is one that nobody will."""


ONCE_MORE: Final = 0.02
"""Seconds after which Ctrl-C that was lost is pressed once more."""


def end_at_once(code: int = INTERRUPTED, told: str = "") -> None:
    """From now on a request to end ends the process there and then, with `code` and this to standard error: nothing
    is open. No exception is raised, for which an import has no good place.
    """

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # whoever asks again waits for no held up terminal
        if told and sys.stderr is not None:
            with suppress(OSError):
                os.write(2, told.encode("ascii"))
        os._exit(code)

    for number in _numbers():
        signal.signal(number, end)


def heed_from_the_start(told: str) -> None:
    """For a process that does nothing else than to run one command: `end_at_once` until that has begun; and from when
    the interpreter shuts down, and gives signals their deadly meaning back, they are ignored. Once: at the beginning.
    """
    end_at_once(INTERRUPTED, told)
    atexit.register(_ignore)  # what is registered first is done last
    sys.unraisablehook = _heard


def _ignore() -> None:
    for number in _numbers():
        signal.signal(number, signal.SIG_IGN)


def _heard(lost: UnraisableHookArgs) -> None:
    """Ctrl-C that came while something was being cleaned away, where no exception gets out: it is pressed again."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    again = threading.Timer(ONCE_MORE, _press)
    again.daemon = True
    again.start()


def _press() -> None:
    if hasattr(signal, "pthread_kill") and (main := threading.main_thread().ident) is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _numbers() -> list[int]:
    """The signals that ask this process to end: not those that it was told to ignore, but for SIGINT."""
    known = [getattr(signal, name) for name in _ASKING if hasattr(signal, name)]
    return [signal.SIGINT, *(one for one in known if signal.getsignal(one) is not signal.SIG_IGN)]


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
    for number in _numbers():
        raising = signal.default_int_handler if number == signal.SIGINT else _interrupt
        before[number] = signal.signal(number, raising)
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
