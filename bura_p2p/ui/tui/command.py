"""The way to the terminal table.

Here: `open_terminal`. Never: a widget; Textual is imported only when the table opens.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...errors import LocalError
from ...sentences import N_
from ..arguments import UsageError, home_of, is_name
from ..reaching import Where
from ..signals import INTERRUPTED
from ..tongue import t
from .terminal import has_terminal

if TYPE_CHECKING:
    from ...store import Store
    from ..feed.lobby import Lobby

NO_TERMINAL: Final = N_("The terminal table needs a terminal that can move its cursor")
"""Half a sentence: what is done instead follows it."""

LOOK: Final = 1.0
"""Seconds between two looks whether the terminal is still there."""

HEARD: Final = 5.0
"""Seconds to take leave of the other side, before Ctrl-C counts as not heard."""


def open_terminal(*, home: Path | None, name: str | None, where: Where, first: dict[str, Any] | None = None) -> int:
    """Show the table in this terminal until somebody closes it, and let it do `first` at once; the exit code.

    `where` a host waits. Raises `LocalError`.
    """
    if not has_terminal():
        raise LocalError(t(
            "{reason}; '{bura_play}', '{bura_host}' and '{bura_join}' do without.",
            reason=t(NO_TERMINAL),
        ))
    from ...store import Store  # noqa: PLC0415

    with Store.open(home_of(home)) as store:
        if name is not None:
            if not is_name(name.strip()):
                raise UsageError(t("A name is one line of plain text, at most 64 bytes long."))
            store.put_setting("name", name.strip())
        return _run(store, where, first)


def _run(store: Store, where: Where, first: dict[str, Any] | None) -> int:
    # these take half a second, which nobody else should wait for
    import asyncio  # noqa: PLC0415

    from ..feed.lobby import Lobby  # noqa: PLC0415
    from ..feed.practising import own_bot_of  # noqa: PLC0415
    from .app import Table  # noqa: PLC0415
    from .bridge import Desk  # noqa: PLC0415

    def lobby() -> Lobby:
        own = own_bot_of(first)
        return Lobby(store, where=where, version=_version(), entropy=os.urandom, clock=time.time, own_bot=own)

    async def main() -> None:
        desk = Desk(lobby, first)
        colours = "NO_COLOR" not in os.environ
        app = Table(desk.do, lambda: desk.start(app.take, app.exit), colours=colours, first=first)
        try:
            await app.run_async()
        finally:
            await desk.stop()  # around the application: without it trio's own cleaning up would never run
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError  # asked to end from outside, which Textual takes for an end like another

    over = threading.Event()
    threading.Thread(target=_end_without_terminal, args=(over,), daemon=True).start()
    try:
        asyncio.run(main())
    finally:
        over.set()
    return 0


def _end_without_terminal(over: threading.Event) -> None:
    """A thread: once the terminal is gone, of which no signal need tell (a session of its own), press Ctrl-C until it
    is `over`. Reading is then answered at once and says nothing, for ever; and Textual waits for a writer that is no
    more, so not the first Ctrl-C need be heard, nor any. Windows has no such question.
    """
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)
    while not any(happened & select.POLLHUP for _, happened in poll.poll(0)):
        if over.wait(LOOK):
            return
    for _ in range(2):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        if over.wait(HEARD):
            return
    os._exit(INTERRUPTED)


def _version() -> str:
    try:
        return version("bura-p2p")
    except PackageNotFoundError:
        return ""
