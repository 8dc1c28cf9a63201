"""`bura table`, and `bura` alone: the table in the browser.

Here: the command, what it prints, when it ends. Never: a request, a game.
"""

from __future__ import annotations

import os
import time
from collections.abc import Coroutine
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import trio
from cyclopts import Parameter

from ...errors import LocalError
from ...sentences import N_
from ...store import Store
from .. import console, tongue
from ..arguments import UsageError, home_of, is_name
from ..invites import DISTRIBUTION
from ..kept import speak_as_kept
from ..options import REACH, Home, Reach
from ..reaching import Where
from ..signals import at_once_when_stuck
from ..synonyms import ENGLISH
from ..tongue import t
from ..tui.command import open_terminal
from .opening import may_open, open_page

if TYPE_CHECKING:
    from .server import Page

_LEAVES: Final = frozenset({"quit", "exit", "q", *(word for word, english in ENGLISH.items() if english == "quit")})
_OPEN: Final = N_("Open the table by this link, in a browser of this computer (it works once):")
_OPENS: Final = N_("Your browser opens the table; if it does not, open this link in it (it works once):")
_HINT: Final = N_("Enter shows a fresh link, for another window; 'quit' or Ctrl-C ends.")


def table(
    *,
    page_port: Annotated[int, Parameter(help="The page's port on this computer; 0: any free one.")] = 0,
    browser: Annotated[bool, Parameter(help="Open the browser, or only print the link.")] = True,
    tui: Annotated[bool, Parameter(negative="", help="Open a table in this terminal, not in the browser.")] = False,
    name: Annotated[str | None, Parameter(help="What the other side calls you; remembered.")] = None,
    home: Home = None,
    reach: Reach = REACH,
) -> int:
    """Open the table in the browser: host, join, practise, past games, verify. The page is for this computer only;
    a friend comes by an invite. Ctrl-C ends it, and what is not finished can be resumed.

    The other options say where a friend is waited for, when you host from there.
    """
    if not 0 <= page_port < 2**16:
        raise UsageError(t("--page-port takes a port, 1 to 65535, or 0 for any free one."))
    if tui:
        return open_terminal(home=home, name=name, where=reach.where())
    return open_table(home=home, name=name, where=reach.where(), port=page_port, browser=browser)


def open_table(
    *,
    home: Path | None,
    name: str | None,
    where: Where,
    port: int = 0,
    browser: bool = True,
    first: dict[str, Any] | None = None,
) -> int:
    """Serve the page until somebody ends it, and let the table do `first` at once. Raises `LocalError`.

    `port` is the page's; `where` a host waits. The exit code.
    """
    with Store.open(home_of(home)) as store:
        if name is not None:
            if not is_name(name.strip()):
                raise UsageError(t("A name is one line of plain text, at most 64 bytes long."))
            store.put_setting("name", name.strip())
        speak_as_kept(store)
        return _run(_serve(store, where, port, first, browser=browser and may_open()))


def _run(serving: Coroutine[Any, Any, int]) -> int:
    async def main() -> int:
        with at_once_when_stuck():
            return await serving

    spoken = tongue.language()
    try:
        return trio.run(main, restrict_keyboard_interrupt_to_checkpoints=True)
    finally:
        tongue.use(spoken, named=tongue.is_named())  # what is chosen in the page is the page's, until the next start


async def _serve(store: Store, where: Where, port: int, first: dict[str, Any] | None, *, browser: bool) -> int:
    """Serve the page until somebody ends it; games that go on are left then, and tabs told."""
    # these take a quarter of a second, which nobody else should wait for
    from ..feed.lobby import Lobby  # noqa: PLC0415
    from ..feed.practising import own_bot_of  # noqa: PLC0415
    from .security import Gate  # noqa: PLC0415
    from .server import Page, serve_page  # noqa: PLC0415
    from .static import page_files  # noqa: PLC0415

    own = own_bot_of(first)
    lobby = Lobby(store, where=where, version=_version(), entropy=os.urandom, clock=time.time, own_bot=own)
    page, stop = Page(lobby, Gate(), page_files()), trio.Event()
    async with trio.open_nursery() as nursery:
        await nursery.start(lobby.run)
        try:
            await nursery.start(serve_page, page, port, stop)
        except* OSError:
            raise LocalError(t(
                "The page cannot be served at port {port}; is another program there?",
                port=port,
            )) from None
        if first is not None:
            lobby.do(first)
        file = await _shown(page, store.folder, browser=browser)
        try:
            await _listen(page)
        finally:
            with trio.CancelScope(shield=True):
                await page.stop()
            if file is not None:
                with suppress(OSError):
                    file.unlink(missing_ok=True)
        stop.set()
        nursery.cancel_scope.cancel()
    return 0


async def _shown(page: Page, folder: Path, *, browser: bool) -> Path | None:
    """Print the link, and open the browser; the file that leads there, where one was made."""
    where = t(_OPENS) if browser else t(_OPEN)
    console.write_lines([where, "", page.launch(), "", t(_HINT)])
    return await trio.to_thread.run_sync(open_page, page.launch(), folder) if browser else None


async def _listen(page: Page) -> None:
    """Lines of a terminal: an empty one asks for another link. Without one, until Ctrl-C."""
    lines = console.TypedLines.of_standard_input()
    while (line := await lines.next()) is not None:
        if line.strip().lower() in _LEAVES:
            return
        console.write_lines([page.launch()])
    await trio.sleep_forever()


def _version() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
