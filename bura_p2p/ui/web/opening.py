"""Opening the page in the person's browser, where there is one.

Here: whether a browser can be opened, and doing it without the link standing among a process's arguments. Never: the
server.
"""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Final

from ..tui.terminal import has_terminal

LAUNCH: Final = "open-the-table.html"


def may_open(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether there is a screen for a browser: not over ssh, and on Linux and its like only with a display."""
    if any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")):
        return False
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def alone() -> Sequence[str]:
    """The arguments that `bura` stands for alone: the table, in the browser where there can be one, else in the
    terminal; and where neither is, the help.
    """
    if may_open():
        return ("table",)
    return ("table", "--tui") if has_terminal() else ("--help",)


def open_page(address: str, folder: Path) -> Path | None:
    """Open `address` in the browser, by a file of `folder` that leads there: the arguments of a browser's process can
    be read by everybody on this computer. The file, for whoever takes it away again; None where it was not opened.
    """
    file = folder / LAUNCH
    text = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={escape(address)}">\n'
    try:
        file.unlink(missing_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
        if webbrowser.open(file.absolute().as_uri()):
            return file
    except (OSError, webbrowser.Error):
        pass
    with suppress(OSError):
        file.unlink(missing_ok=True)
    return None
