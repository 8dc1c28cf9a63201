"""What a step of a game stores is there as a whole, or not at all: wherever between its parts the process ends.

A trigger in the database stands for that: from it on nothing of the step comes to the disk.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from bura_p2p.errors import LocalError
from bura_p2p.log.entry import ZERO_HASH, sign_entry
from bura_p2p.net.link import open_link
from bura_p2p.session.session import Session
from bura_p2p.store import Store
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body, encode_link
from bura_p2p.wire.framing import encode_frame

from .helpers import GUEST, HOST, PATIENCE
from .test_driver import PUBLIC, RULES, make_seat

STOP = "CREATE TRIGGER stop BEFORE UPDATE OF {column} ON {table} BEGIN SELECT RAISE(ABORT, 'stop'); END"


def stop_at(folder: Path, table: str, column: str) -> None:
    Store.open(folder).close()
    database = sqlite3.connect(folder / "bura.sqlite")
    database.execute(STOP.format(table=table, column=column))
    database.commit()
    database.close()


async def far_end(stream: trio.abc.Stream, message: m.EntryMessage) -> None:
    """Sign one entry of the first round, and read to the end."""
    body = encode_body(m.PROTOCOL_VERSION, ZERO_HASH, 0, 1, ZERO_HASH, message)
    entry = sign_entry(GUEST, body, 1)
    await stream.send_all(encode_frame(encode_link(m.EntryFrame(1, entry.body, entry.signature))))
    while await stream.receive_some():
        pass


async def broken_off(folder: Path, message: m.EntryMessage) -> None:
    left, right = memory_stream_pair()
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery, open_link(left) as link:
            seat = make_seat(folder, 0, link)
            with seat.store:
                nursery.start_soon(far_end, right, message)
                with pytest.raises(LocalError, match="refused an operation"):
                    await seat.driver.run()


def reopened(folder: Path) -> Session:
    with Store.open(folder) as store:
        row = store.game(1)
        assert (row.status, row.names, row.entries) == ("open", ("", ""), 1)
        return Session.restore(
            seat=0, identity=HOST, identities=PUBLIC, entropy=os.urandom, entries=store.entries(1),
            secrets=store.secrets(1),
        )  # fmt: skip


async def test_an_entry_that_is_refused_is_kept_with_the_end_of_its_game(tmp_path: Path) -> None:
    """Else the log of a game that counts as open would not stand, and it could never be taken up again."""
    stop_at(tmp_path / "0", "games", "status")
    await broken_off(tmp_path, m.Claim())
    assert not reopened(tmp_path / "0").closed


async def test_the_hello_that_opens_a_table_is_kept_with_the_names(tmp_path: Path) -> None:
    """They are told once."""
    stop_at(tmp_path / "0", "seats", "name")
    hello = m.Hello(GUEST.public, bytes(32), (m.PROTOCOL_VERSION,), (), 2, RULES.canonical_bytes(), "Gia")
    await broken_off(tmp_path, hello)
    assert reopened(tmp_path / "0").table.round == 0
