"""The store's folder: private modes, and the lock that lets in one process.

Here: paths, file modes, `FolderLock`. Never: tables.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

from ..errors import LocalError
from ..sentences import Sentence
from .faults import as_sentences

DATABASE = "bura.sqlite"
"""The database's file name in the store's folder."""
LOCK = "lock.sqlite"
"""The file whose SQLite lock means: a process uses this store."""
LOCK_WAIT = 0.5
"""Seconds to wait for a process that is just ending."""

_MACHINE_IDS = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))
"""Where a Linux system keeps its own number; elsewhere the computer's name must do."""

_FOLDER_MODE = 0o700
_FILE_MODE = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path, *, create: bool) -> None:
    """Make `folder` (mode 0700) where it is missing and `create` is set; shut one that is the store's own.

    A folder that holds other things keeps its mode: the files inside are private by themselves.
    Raises LocalError where there is no folder and none may be made.
    """
    try:
        if folder.is_dir():
            # An open folder that is empty or already a store is ours to shut; somebody's home is not.
            ours = (folder / DATABASE).exists() or not any(folder.iterdir())
            if ours and _open_to_others(folder):
                folder.chmod(_FOLDER_MODE)
            return
        if not create:
            raise LocalError(Sentence("There is no game store in '{folder}' yet.", folder=folder))
        folder.mkdir(parents=True, mode=_FOLDER_MODE)
        folder.chmod(_FOLDER_MODE)  # mkdir's mode went through the umask
    except OSError as error:
        raise _unusable(folder, error) from error


def has_store(folder: Path) -> bool:
    """Whether there is a store in `folder`. Raises LocalError, one sentence, where nobody can look, or it is none."""
    try:
        os.lstat(folder / DATABASE)
    except FileNotFoundError as error:
        if _in_the_way(folder) is not None:  # a link that leads nowhere, there or above
            raise _unusable(folder, error) from error
        return False
    except OSError as error:
        raise _unusable(folder, error) from error
    return True


def _unusable(folder: Path, error: OSError) -> LocalError:
    return LocalError(Sentence(
        "The folder '{folder}' cannot be used for the game store: {strerror}.",
        folder=folder, strerror=_in_the_way(folder) or error.strerror,
    ))


def _in_the_way(folder: Path) -> Sentence | None:
    """What is there in the place of the folder or of one above it, if anything: the system's own word for it is of
    little use (`File exists`).
    """
    for one in (folder, *folder.parents):
        if os.path.isdir(one):
            return None
        if os.path.isfile(one):
            return Sentence("'{path}' is a file", path=one)
        if os.path.islink(one):
            return Sentence("'{path}' is a link that leads nowhere", path=one)
        if os.path.lexists(one):
            return Sentence("'{path}' is no folder", path=one)
    return None


def private_file(path: Path) -> None:
    """Make `path` (empty, mode 0600) or take others' rights from it; SQLite gives its -wal the same mode."""
    try:
        not_a_link(path)
        if path.exists():
            if _open_to_others(path):
                path.chmod(_FILE_MODE)
            return
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _FILE_MODE))
    except OSError as error:
        raise LocalError(Sentence(
            "The file '{path}' cannot be made or shut: {strerror}.",
            path=path, strerror=error.strerror,
        )) from error


def not_a_link(path: Path) -> None:
    """Raises LocalError where a file of the store is a link."""
    if path.is_symlink():
        raise LocalError(Sentence(
            "'{path}' is a link to somewhere else; the game store does not follow it.",
            path=path,
        ))


def may_write(folder: Path) -> bool:
    """Whether this process may change the store in `folder` (where the system says so: else it turns out later)."""
    return os.access(folder, os.W_OK) and os.access(folder / DATABASE, os.W_OK)


def modes_wrong(folder: Path) -> tuple[str, ...]:
    """One sentence for each file of the store that others may read (always empty where modes mean nothing)."""
    if os.name != "posix":
        return ()
    paths = [folder / name for name in (DATABASE, DATABASE + "-wal", LOCK)]
    return tuple(Sentence(
        "'{path}' can be read by others.",
        path=path,
    ) for path in paths if path.exists() and _open_to_others(path))


def _open_to_others(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & _OTHERS)


def place_of(path: Path) -> bytes:
    """32 bytes that change when the file is copied or moved: to another computer, folder or file of the same name.

    A disk that is set back to an earlier state as a whole cannot be told from one that was not.
    """
    told = (_computer(), str(path.resolve()), str(path.stat().st_ino))
    return hashlib.sha256("\0".join(told).encode("utf-8", "surrogateescape")).digest()


def _computer() -> str:
    for file in _MACHINE_IDS:
        with suppress(OSError):
            return file.read_text("ascii", "replace").strip()
    return platform.node()


class InUse(LocalError):  # noqa: N818  nobody's error
    """Another process uses the store in this folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Sentence(
            "Another bura is running with the game store in '{folder}'; close it first.",
            folder=folder,
        ))


class FolderLock:
    """Held by the one process that uses the folder; the system frees it however that process ends.

    SQLite's own exclusive lock on an empty database: the same code on every platform, no fcntl or msvcrt here.
    A file of its own, because closing any handle of a locked file drops a POSIX process's locks on it, and
    nobody has a reason to open this one.
    """

    def __init__(self, folder: Path) -> None:
        """Take the lock, or raise `InUse` where another process holds it."""
        path = folder / LOCK
        private_file(path)
        with as_sentences(path):
            self._connection = sqlite3.connect(path, timeout=LOCK_WAIT, isolation_level=None, check_same_thread=False)
        try:
            with as_sentences(path):
                self._take(folder)
        except BaseException:
            self._connection.close()
            raise

    def _take(self, folder: Path) -> None:
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # no journal file: nothing is ever written
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise InUse(folder) from error

    def release(self) -> None:
        """Let the next process in; calling it again does nothing."""
        self._connection.close()
