"""What two peers must have in hand after a game: one fair file, and no secret any more.

Here: judging files and stores. Never: playing.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..errors import LocalError
from ..session.secrets import Kind
from ..store import GAME, Store
from ..verify import Verdict, verify_file

COMPLETE: Final = "complete"
OPEN: Final = "open"


def judged(files: Sequence[bytes]) -> str:
    """What is wrong with both sides' files of one honest game; empty where nothing is. Each is judged alone, and both
    together.
    """
    alone = [verify_file(data) for data in files]
    reports = [*alone, verify_file(files[0], files[1:]), verify_file(files[1], files[:1])]
    for name, report in zip(("host", "guest", "host, beside", "guest, beside"), reports, strict=True):
        if report.verdict is not Verdict.FAIR:
            return f"the file of the {name} is {report.verdict.label} ({report.reason})"
    if alone[0].head != alone[1].head:
        return f"the heads differ: {alone[0].head.hex()} and {alone[1].head.hex()}"
    return ""


def kept_secrets(store: Store) -> str:
    """What is left in a store of the secrets of games that are over; empty where nothing is. How to find the other
    side again may be kept, for one that still lacks the last entry.
    """
    for row in store.games():
        left = [secret for secret in store.secrets(row.id) if row.status != OPEN and secret.hand != GAME]
        if left:
            return f"game {row.id} is {row.status}, and its store still has {left}"
    return ""


def closed_store(home: Path) -> str:
    """The same of a store that is not in use, which must also hold together."""
    try:
        with Store.open(home, create=False) as store:
            return " ".join(store.check()) or kept_secrets(store)
    except LocalError as fault:
        return f"the store cannot be opened: {fault}"


def exported(home: Path) -> tuple[bytes, str]:
    """The newest game of a store that is not in use, and its status. Raises LocalError."""
    with Store.open(home, create=False) as store:
        row = store.games()[0]
        return store.export(row.id), row.status


def secrets_now(home: Path, scratch: Path) -> list[bytes]:
    """The secrets of hands in a store that a dead process has left, read in a copy: keys, and orders of decks. The
    rest of what a store keeps of a hand is signed and sent in the end, or made of what is.
    """
    shutil.copytree(home, scratch)
    try:
        with suppress(LocalError), Store.open(scratch, create=False) as store:
            return [
                secret.value for row in store.games() for secret in store.secrets(row.id)
                if secret.hand != GAME and secret.kind in (Kind.KEY, Kind.PERMUTATION)
            ]  # fmt: skip
        return []
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def found_again(home: Path, secrets: Sequence[bytes]) -> str:
    """Which file of a folder still holds one of these secrets; empty where none does."""
    for path in sorted(home.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if any(secret in data for secret in secrets):
                return f"'{path.name}' still holds a secret of a hand that is over"
    return ""
