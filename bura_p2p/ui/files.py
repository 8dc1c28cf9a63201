"""Game files on disk, found and read.

Here: paths and bytes, and one sentence when they cannot be had. Never: what is in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import LocalError
from ..wire.limits import MAX_FILE
from .inert import inert


def game_files(paths: Sequence[Path]) -> list[Path]:
    """The files named, and for a folder the `.bura` files in it, each once. Raises `LocalError` for an empty one."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*.bura"))
            if not inside:
                raise LocalError(f"There is no game file (*.bura) in the folder {inert(str(path))}.")
            found.update(dict.fromkeys(inside))
        else:
            found[path] = None
    return list(found)


def game_data(path: Path) -> bytes:
    """The bytes of a file; of one that is too long to be a game file, one more than the most. Or `LocalError`."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except OSError as error:
        raise LocalError(f"The file {inert(str(path))} cannot be read: {error.strerror}.") from None
