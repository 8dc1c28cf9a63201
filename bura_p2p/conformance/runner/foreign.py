"""Files of foreign programs and of strangers, read so that none of them holds up a run or fills its memory.

Here: the bytes of a file, the end of what a program complains of, a bound for that. Never: what a file means.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio

from ...errors import LocalError
from ...wire.limits import MAX_FILE

MOST_KEPT: Final = 16_000_000
"""Bytes of a program's output, and of its errors, that are kept in files."""

_TOLD: Final = 300
"""Characters of its errors that are told."""

_LOOK: Final = 0.1
"""Seconds between two looks at how long its errors are."""


def file_bytes(path: Path) -> bytes:
    """The bytes of a plain file; of one that is too long for a game file, one more than the most.

    Raises LocalError. A pipe or a device is refused: reading it may wait for ever, or never end.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise LocalError(f"{path} is not a file that can be read.")
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except OSError as error:
        raise LocalError(f"The file {path} cannot be read: {error.strerror or error}.") from None


def left_at(path: Path) -> bytes | None:
    """What a program has left as its game file, as `file_bytes`; None where that is no file to be read."""
    try:
        return file_bytes(path)
    except LocalError:
        return None


def end_of(errors: Path) -> str:
    """The end of a file of errors, on one line; nothing where there is none."""
    try:
        with errors.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 4 * _TOLD))
            text = file.read(4 * _TOLD).decode("utf-8", "replace")
    except OSError:
        return ""
    return " ".join(text.split())[-_TOLD:]


async def keep_short(errors: Path) -> None:
    """Empty a file that is written at its end, as often as it has become too long, until cancelled."""
    while True:
        await trio.sleep(_LOOK)
        _shorten(errors)


def _shorten(errors: Path) -> None:
    with suppress(OSError):
        if errors.stat().st_size > MOST_KEPT:
            os.truncate(errors, 0)
