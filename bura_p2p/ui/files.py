"""Game files on disk, found and read.

Here: paths and bytes, and one sentence when they cannot be had or kept. Never: what is in them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import LocalError
from ..log.file import MalformedFile, read_game
from ..wire.limits import MAX_FILE
from .paths import quoted
from .tongue import local, t


def game_files(paths: Sequence[Path]) -> dict[Path, LocalError | None]:
    """The files named, and for a folder the `.bura` files in it and in its folders, by name; each once.

    With a fault: a folder that has none, or one that cannot be read. No link to a folder is followed.
    """
    found: dict[Path, LocalError | None] = {}
    for path in paths:
        inside = _inside(path) if path.is_dir() else {path: None}
        nothing = LocalError(t("There is no game file (*.bura) in the folder {path}.", path=quoted(path)))
        for one, fault in (inside or {path: nothing}).items():
            found.setdefault(one, fault)
    return found


def _inside(folder: Path) -> dict[Path, LocalError | None]:
    """A folder's game files and the folders in it that cannot be read, sorted."""
    found: dict[Path, LocalError | None] = {}

    def unread(error: OSError) -> None:
        where = Path(os.fsdecode(error.filename or folder))
        found[where] = LocalError(t(
            "The folder {where} cannot be read: {strerror}.",
            where=quoted(where), strerror=local(error.strerror),
        ))

    for root, _, names in os.walk(folder, onerror=unread):
        files = (Path(root, name) for name in names if name.endswith(".bura"))
        found.update(dict.fromkeys(one for one in files if one.is_file()))
    return dict(sorted(found.items()))


def game_data(path: Path) -> bytes:
    """The bytes of a file; of one that is too long to be a game file, one more than the most. Or `LocalError`.

    A pipe or a device is none: reading it may wait for ever.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise LocalError(t("{path} is not a file that can be read.", path=quoted(path)))
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except OSError as error:
        raise LocalError(t(
            "The file {path} cannot be read: {strerror}.",
            path=quoted(path), strerror=local(error.strerror),
        )) from None


def check_target(path: Path) -> None:
    """Make sure, before a game begins, that its file can be kept at `path`, where nothing may be yet.

    Leaves nothing there, no folder either. Raises `LocalError`, one sentence.
    """
    _refuse_existing(path)
    with _as_sentence(path), _folder_for_a_moment(path.parent):
        _refuse_existing(path)  # once more: `new/..` is there as soon as the folder is
        with _part(path):
            pass


@contextmanager
def _folder_for_a_moment(folder: Path) -> Iterator[None]:
    """The folder, made where it is missing, with those above it; what was made is gone afterwards."""
    missing = [one for one in (folder, *folder.parents) if not os.path.lexists(one)]
    made = list[Path]()
    try:
        for one in reversed(missing):
            with suppress(FileExistsError):  # somebody was faster, or it is another name of one made before
                one.mkdir()
                made.append(one)
        yield
    finally:
        for one in reversed(made):
            with suppress(OSError):  # it is used meanwhile
                one.rmdir()


def check_folder(path: Path) -> None:
    """Make sure that the folder is there in which a file is asked for. Raises `LocalError`, one sentence."""
    if not os.path.lexists(path.parent):  # what is no folder cannot be written into, and says so
        raise LocalError(t("There is no folder {folder}; make it, or name another.", folder=quoted(path.parent)))


def keep_game(path: Path, data: bytes) -> None:
    """Write a game file whole or not at all, over nothing that is there. Raises `LocalError`, one sentence."""
    _refuse_existing(path)
    with _as_sentence(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with _part(path) as part:
            _fill(part, data)
            try:
                os.link(part, path)  # unlike a renaming, it fails where something has come to be meanwhile
            except FileExistsError:
                raise _already(path) from None
            except (OSError, AttributeError, NotImplementedError):  # a file system, or a system, without links
                _publish(part, path)


def free_path(path: Path) -> Path:
    """`path`, or where something is there already `name-2`, `name-3` and so on."""
    return _newest_and_free(path)[1]


def _newest_and_free(path: Path) -> tuple[Path | None, Path]:
    number, newest, free = 1, None, path
    while os.path.lexists(free):
        number, newest = number + 1, free
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return newest, free


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def keep_free(path: Path, data: bytes) -> Path:
    """`keep_game` at the first of `free_path`'s names that is still free when it is written; which one that is.

    Where the newest of them holds just this, it is the one: a game that is broken off twice at one place is one file.
    """
    while True:
        newest, free = _newest_and_free(path)
        if newest is not None and _holds(newest, data):
            return newest
        try:
            keep_game(free, data)
        except Taken:
            continue  # somebody was faster
        return free


def keep_grown(path: Path, data: bytes) -> Path:
    """`keep_free`, but over the newest of its names where that holds the beginning of this very game, as written
    when it was broken off, and nothing else. Whole or not at all.
    """
    newest, _ = _newest_and_free(path)
    if newest is None or not _begins(newest, data):
        return keep_free(path, data)
    with _as_sentence(newest), _part(newest) as part:
        _fill(part, data)
        os.replace(part, newest)
    return newest


def _begins(path: Path, data: bytes) -> bool:
    """Whether a file is a game of which `data` has all entries, at its beginning, and more."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size >= len(data):
            return False
        before = path.read_bytes()
        return data.startswith(before) and bool(read_game(before).entries)
    except (OSError, MalformedFile):
        return False


class Taken(LocalError):  # noqa: N818  what happened, not an error of this program
    """There is something where a game file should go."""


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """A new, empty file beside `path`, which is gone afterwards."""
    part = path.parent / f".bura-{os.urandom(8).hex()}.part"
    with part.open("xb"):
        pass
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _fill(part: Path, data: bytes) -> None:
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _publish(part: Path, path: Path) -> None:
    """Take the name first, which only one can, and then fill it by a renaming. Not by writing to it: whole or not."""
    try:
        with path.open("xb"):
            pass
    except FileExistsError:
        raise _already(path) from None
    try:
        os.replace(part, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _refuse_existing(path: Path) -> None:
    with _as_sentence(path):
        try:
            os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return
    raise _already(path)


def _already(path: Path) -> Taken:
    return Taken(t("There is something at {path} already; name a file that is not there yet.", path=quoted(path)))


@contextmanager
def _as_sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LocalError(t(
            "The game file {path} cannot be written: {strerror}.",
            path=quoted(path), strerror=local(error.strerror),
        )) from error
