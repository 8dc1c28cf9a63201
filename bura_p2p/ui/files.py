"""Game files on disk, found and read.

Here: paths and bytes, and one sentence when they cannot be had or kept. Never: what is in them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import LocalError
from ..wire.limits import MAX_FILE
from .inert import quoted


def game_files(paths: Sequence[Path]) -> list[Path]:
    """The files named, and for a folder the `.bura` files in it, each once. Raises `LocalError` for an empty one."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(one for one in path.glob("*.bura") if one.is_file())
            if not inside:
                raise LocalError(f"There is no game file (*.bura) in the folder {quoted(path)}.")
            found.update(dict.fromkeys(inside))
        else:
            found[path] = None
    return list(found)


def game_data(path: Path) -> bytes:
    """The bytes of a file; of one that is too long to be a game file, one more than the most. Or `LocalError`.

    A pipe or a device is none: reading it may wait for ever.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise LocalError(f"{quoted(path)} is not a file that can be read.")
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except OSError as error:
        raise LocalError(f"The file {quoted(path)} cannot be read: {error.strerror}.") from None


def check_target(path: Path) -> None:
    """Make sure, before a game begins, that its file can be kept at `path`, where nothing may be yet.

    Makes the folder where it is missing. Raises `LocalError`, one sentence.
    """
    _refuse_existing(path)
    part = _part(path)
    with _as_sentence(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_existing(path)  # once more: `new/..` is there as soon as the folder is
        with part.open("xb"):
            pass
        part.unlink()


def keep_game(path: Path, data: bytes) -> None:
    """Write a game file whole or not at all, over nothing that is there. Raises `LocalError`, one sentence."""
    _refuse_existing(path)
    part = _part(path)
    with _as_sentence(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


def free_path(path: Path) -> Path:
    """`path`, or where something is there already `name-2`, `name-3` and so on."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def _part(path: Path) -> Path:
    return path.parent / f".bura-{os.getpid()}.part"


def _refuse_existing(path: Path) -> None:
    with _as_sentence(path):
        try:
            os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return
    raise LocalError(f"There is something at {quoted(path)} already; name a file that is not there yet.")


@contextmanager
def _as_sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LocalError(f"The game file {quoted(path)} cannot be written: {error.strerror}.") from error
