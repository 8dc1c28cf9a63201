"""The real page and its real server, fed with states that a test makes: for what two programs cannot show yet.

Here: a feed in a thread of its own, what tabs sent. Never: a lobby, a game.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import trio

from bura_p2p.ui.feed.feed import Client, Feed
from bura_p2p.ui.web.security import Gate
from bura_p2p.ui.web.server import Page, serve_page
from bura_p2p.ui.web.static import page_files


class Fed:
    """A served feed: `show` puts a state on every page, `sent` are the commands that came from there. `past` is what
    whoever comes has missed.
    """

    def __init__(self, state: dict[str, Any], past: Sequence[dict[str, Any]] = ()) -> None:
        self.feed = Feed(past=lambda: past)
        self.feed.publish((), **state)
        self.sent: list[Any] = []
        self._page = Page(self, Gate(), page_files())
        self._token: trio.lowlevel.TrioToken | None = None
        self._stop = trio.Event()
        self._up = threading.Event()

    def do(self, command: Any, client: Client | None = None) -> None:
        """A command of a tab."""
        self.sent.append(command)

    @property
    def origin(self) -> str:
        return f"http://{self._page.authority}"

    def fresh(self) -> str:
        """Another launch code."""
        return self._page.launch().partition("#")[2]

    def show(self, events: Sequence[dict[str, Any]] = (), **changes: Any) -> None:
        """A new state for every page, and what led to it."""
        assert self._token is not None
        trio.from_thread.run_sync(lambda: self.feed.publish(events, **changes), trio_token=self._token)

    async def _run(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        async with trio.open_nursery() as nursery:
            await nursery.start(serve_page, self._page, 0, self._stop)
            self._up.set()

    @classmethod
    @contextmanager
    def serving(cls, state: dict[str, Any], past: Sequence[dict[str, Any]] = ()) -> Iterator[Fed]:
        """The server for as long as the block."""
        one = cls(state, past)
        thread = threading.Thread(target=trio.run, args=(one._run,), daemon=True)
        thread.start()
        assert one._up.wait(120)
        try:
            yield one
        finally:
            assert one._token is not None
            trio.from_thread.run_sync(one._stop.set, trio_token=one._token)
            thread.join(120)
