"""What some arguments of the commands mean.

Here: from text to values, and `UsageError` for what makes no sense. Never: a command, reading or writing.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from ..errors import LocalError
from ..wire.limits import MAX_NAME
from .inert import inert


class UsageError(LocalError):
    """An argument that makes no sense; the message is one sentence."""


def home_of(home: Path | None) -> Path:
    """The folder of the store: the option, else BURA_HOME, else the user's data folder. Raises `UsageError`."""
    named = home or os.environ.get("BURA_HOME") or platformdirs.user_data_dir("bura", appauthor=False)
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise UsageError(f"The folder '{inert(str(named), 200)}' is in the home of an unknown user.") from None


def listen_at(listen: str | None, port: int | None) -> tuple[str | None, int]:
    """`HOST:PORT`, `[IPv6]:PORT`, `HOST` or `:PORT`, and --port; the address is None for all of this computer's."""
    host, number = None, port or 0
    if listen is not None:
        bare = listen.count(":") > 1 and not listen.startswith("[")
        host, colon, digits = (listen, "", "") if bare else listen.rpartition(":")
        if not colon:
            host = listen
        elif not (digits.isascii() and digits.isdigit()):
            raise UsageError("--listen takes HOST:PORT, such as 192.168.1.5:4321 or 127.0.0.1:0.")
        else:
            number = int(digits[-9:]) if digits[:-9].strip("0") == "" else -1  # int() refuses thousands of digits
        host = host.removeprefix("[").removesuffix("]") or None
    if not 0 <= number <= 65535:
        raise UsageError("A port is a number from 0 to 65535.")
    return host, number


def is_name(name: str) -> bool:
    """Whether a player may be called so: one line of plain text that fits into a hello."""
    return len(name.encode("utf-8", "replace")) <= MAX_NAME and inert(name) == name
