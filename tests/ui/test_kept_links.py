"""How the two find each other again, where that has changed on the disk: no other game suffers by it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.net.invite import Invite
from bura_p2p.store import GAME, LINK, Store
from bura_p2p.ui.place import Place
from bura_p2p.ui.playing import keep_link, kept_links, kept_proxy, kept_reply
from bura_p2p.ui.resuming import resumable

INVITE = Invite(b"s" * 16, bytes(32), bytes(32), 2**32 - 1, ())


def at(store: Store) -> Place:
    return Place(
        store=store, name="", player=None, screen=None, write=None, phrase=None, file=None, entropy=os.urandom,
        clock=time.time,
    )  # fmt: skip


def begun(store: Store) -> int:
    players = (b"1" * 32, b"2" * 32)
    return store.begin_game(seat=1, ruleset="georgian", identities=players, names=("", ""), started=1.0)


@pytest.mark.parametrize("value", [b"\xff" + INVITE.text().encode()[1:], b"", b"\n\n", b"BURA-R:\x80"])
def test_what_cannot_be_read_holds_up_no_list(tmp_path: Path, value: bytes) -> None:
    with Store.open(tmp_path) as store:
        numbers, place = [begun(store), begun(store)], at(store)
        for number in numbers:
            keep_link(place, number, INVITE.text())
        store.commit(numbers[0], secrets=[(GAME, LINK, value)], now=2.0)
        assert resumable(place) == []  # without entries neither can go on
        assert kept_links(place, numbers[1]) == [INVITE.text()]
        assert kept_proxy(place, numbers[0]) is None
        for text in [*kept_links(place, numbers[0]), kept_reply(place, numbers[0]) or ""]:
            with pytest.raises(LocalError):
                Invite.parse(text, now=0)


@pytest.mark.parametrize("value", [b"SOCKS:", b"SOCKS:127.0.0.1 90\xb50"])
def test_nobody_is_dialled_past_a_proxy_that_cannot_be_read(tmp_path: Path, value: bytes) -> None:
    with Store.open(tmp_path) as store:
        game, place = begun(store), at(store)
        store.commit(game, secrets=[(GAME, LINK, INVITE.text().encode() + b"\n" + value)], now=2.0)
        assert kept_links(place, game) == [INVITE.text()]
        with pytest.raises(LocalError, match="damaged"):
            kept_proxy(place, game)
