"""The session of one player, for a program of any kind.

Here: `open_lobby`. Never: a face.
"""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ...net.nursery import background
from ...store import Store
from ..arguments import home_of, listen_at
from ..reaching import Where
from .lobby import Lobby


@asynccontextmanager
async def open_lobby(home: Path | None = None, *, listen: str | None = None) -> AsyncIterator[Lobby]:
    """A running lobby for as long as the block, under trio: all that a player can do, with commands in and messages
    out (both in `bura_p2p.ui.feed`). A game that goes on at the end of the block is left, and can be resumed.

        async with open_lobby(Path("games")) as lobby:
            with lobby.feed.client() as client:
                lobby.do({"do": "practise", "bot": "expert"}, client)
                async for message in client:
                    ...  # message.n, message.events, message.state

    `home`: the folder for games and the identity, one process at a time; else BURA_HOME, else the user's data folder.
    `listen`: HOST:PORT at which a friend is waited for, such as 127.0.0.1:0; else every address of this computer, and
    the router is asked for a way in. Raises `LocalError`, one sentence, where the folder cannot be used.
    """
    address, port = listen_at(listen, None)
    where = Where(maps=True) if listen is None else Where(address=address, port=port)
    with Store.open(home_of(home)) as store:
        lobby = Lobby(store, where=where, version="", entropy=os.urandom, clock=time.time)
        async with background() as nursery:
            await nursery.start(lobby.run)
            yield lobby
