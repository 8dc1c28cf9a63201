"""A guest whose host goes on with a game: which of its games that is, and another game whose offer it has missed."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import pytest
import trio
import trio.testing
from trio.testing import memory_stream_pair

from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.log.entry import ZERO_HASH, SignedEntry
from bura_p2p.net.faults import Goodbye, PeerLost
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import open_link
from bura_p2p.session.resume import word
from bura_p2p.session.session import Session
from bura_p2p.store import GameRow, Store
from bura_p2p.ui.feed import rematch
from bura_p2p.ui.place import Place
from bura_p2p.ui.playing import keep_link
from bura_p2p.ui.resuming import game_of, tell_end
from bura_p2p.wire.messages import (
    Another,
    Chat,
    EntryFrame,
    Have,
    HeldEntry,
    MoreTime,
    Offer,
    OfferEnd,
    Refuse,
    Resume,
)
from tests.net.helpers import PATIENCE

HASH = b"\x07" * 32


def hall_of(label: str) -> Hall:
    """A table at which all have said hello."""
    hall = Hall(label)
    hall.identities = Hall("rejoining").identities  # the same two, game after game
    publics = [identity.public for identity in hall.identities]
    hall.sessions = [hall._sit(seat, publics) for seat in (0, 1)]
    hall.start()
    return hall


def own(hall: Hall, seat: int) -> SignedEntry:
    return hall.entries(seat)[0]


def said(hall: Hall, seat: int = 0) -> Resume:
    return word(hall.sessions[seat].table.log)


def at(store: Store) -> Place:
    return Place(
        store=store, name="Gia", player=None, screen=None, write=None, phrase=None, file=None, entropy=os.urandom,
        clock=time.time,
    )  # fmt: skip


HOST = hall_of("any").identities[0].public
INVITE = Invite(b"s" * 16, HASH, HOST, 2**32 - 1, ())
OTHER = replace(INVITE, secret=b"t" * 16)


def keep(store: Store, hall: Hall, *entries: SignedEntry, invite: Invite = INVITE) -> int:
    """A game of the guest's store that holds these entries."""
    publics = [identity.public for identity in hall.identities]
    game = store.begin_game(seat=1, ruleset="georgian", identities=publics, names=("", ""), started=1.0)
    keep_link(at(store), game, invite.text())
    store.commit(game, entries, now=1.0)
    return game


def found(store: Store, theirs: Resume, invite: Invite = INVITE) -> int | None:
    row = game_of(at(store), invite, theirs)
    return None if row is None else row.id


def test_which_game_goes_on(tmp_path: Path) -> None:
    """By the table, by the host's hello, by the invite: an older game of the same two is never taken for it."""
    old, new = hall_of("old"), hall_of("new")
    first = own(new, 0)
    begun = hall_of("new").run(lambda hall: hall.table.round == 1)
    with Store.open(tmp_path) as store:
        assert found(store, said(new)) is None
        ended = keep(store, old, own(old, 0), own(old, 1), invite=OTHER)
        assert found(store, said(new)) is None
        assert found(store, said(begun)) is None
        assert found(store, said(old)) == ended  # the host has not heard the guest's hello
        alone = keep(store, new, own(new, 1), invite=OTHER)
        assert found(store, said(new)) is None  # that hello was said on another invite
        assert found(store, said(new), replace(OTHER, expires=9)) == alone
        assert found(store, said(begun), INVITE) == alone  # the host holds it: what else could it be?
        both = keep(store, new, own(new, 1), first)
        assert found(store, said(new)) == both
        assert found(store, said(begun), OTHER) == both
        assert found(store, said(old), OTHER) == ended
        assert found(store, Resume(ZERO_HASH, 0, (ZERO_HASH,), (HeldEntry(1, own_hash(new, 0)),))) is None
        assert found(store, said(new), replace(INVITE, host=HASH)) is None


def own_hash(hall: Hall, seat: int) -> bytes:
    return hashlib.sha256(own(hall, seat).body).digest()


@pytest.mark.parametrize("missed", [False, True])
async def test_another_game_goes_on_although_the_line_broke_at_its_offer(missed: bool) -> None:
    """On the next link the host tells that it has begun; its hello stands for the offer."""
    hall = hall_of("rematch")
    hello = own(hall, 0)
    frame = EntryFrame(0, hello.body, hello.signature)
    left, right = memory_stream_pair()
    told: list[bool] = []
    mine = trio.Event()
    mine.set()
    async with open_link(left) as guest, open_link(right) as host:
        offer = (said(hall), frame) if missed else (Offer(2, b"rules"),)
        for message in (Chat("thanks, no more"), Another(), *offer):
            await host.send(message)
        with trio.fail_after(PATIENCE):
            offered = await rematch._offered(guest, HOST, mine, told.append, nothing_to_tell)
            assert offered is not None
            assert (offered.seats, told) == (2, [True])
            if missed:
                assert offered.ruleset == hall.ruleset.canonical_bytes()
                assert await guest.receive() == frame


async def nothing_to_tell(theirs: Resume) -> None:
    raise LookupError(theirs)


async def test_another_game_that_has_begun_for_both_is_not_offered_again() -> None:
    begun = hall_of("rematch").run(lambda hall: hall.table.round == 1)
    left, right = memory_stream_pair()
    heard: list[Resume] = []

    async def told(theirs: Resume) -> None:
        heard.append(theirs)
        await right.aclose()

    async with open_link(left) as guest, open_link(right) as host:
        await host.send(said(begun))
        with trio.fail_after(PATIENCE):
            assert await rematch._offered(guest, HOST, trio.Event(), lambda there: None, told) is None
    assert heard == [said(begun)]


async def test_what_is_no_wish_is_nothing_to_a_host_before_it_offers(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    wish, told, agreed = trio.Event(), list[bool](), list[object]()
    wish.set()
    async with open_link(left) as host, open_link(right) as guest, trio.open_nursery() as nursery:
        nursery.start_soon(note, partial(rematch._agreed, host, wish, told.append, nothing_to_tell), agreed)
        for message in (EntryFrame(1, b"x", bytes(64)), Have(3, HASH), Refuse(0, 0, 13), OfferEnd(), MoreTime(9)):
            await guest.send(message)
        await trio.testing.wait_all_tasks_blocked()
        assert (told, agreed) == ([], [])
        await guest.send(Chat("thanks, no more"))
        await trio.testing.wait_all_tasks_blocked()
        assert (told, agreed) == ([], [])
        await guest.send(Another())
        await trio.testing.wait_all_tasks_blocked()
        assert (told, agreed) == ([True], [True])


# --- the game before, whose end the other side lacks --------------------------------------------------------------


@lru_cache
def complete() -> Hall:
    return Hall("before").run(hands=1)


def kept(folder: Path, seat: int) -> tuple[Place, GameRow]:
    """A place of this seat with the complete game in its store."""
    hall, store = complete(), Store.open(folder)
    place = at(store)
    assert store.identity(Tape(f"before identity {seat}")).public == hall.identities[seat].public
    publics = [identity.public for identity in hall.identities]
    game = store.begin_game(seat=seat, ruleset="georgian", identities=publics, names=("", ""), started=1.0)
    store.commit(game, hall.entries(seat), now=1.0)
    return place, store.game(game)


@pytest.mark.parametrize("seat", [0, 1])
async def test_who_wants_another_game_first_tells_the_end_of_the_one_before(tmp_path: Path, seat: int) -> None:
    """The other side lacks the result of both: it comes with `resume`, is told, and no game is offered."""
    place, row = kept(tmp_path, seat)
    hall = complete()
    behind = Session.restore(
        seat=1 - seat, identity=hall.identities[1 - seat], identities=row.identities, entropy=os.urandom,
        entries=hall.entries(1 - seat)[:-2], secrets=(),
    )  # fmt: skip
    left, right = memory_stream_pair()
    wish = trio.Event()
    wish.set()
    with place.store:
        async with open_link(left) as link, open_link(right) as other, trio.open_nursery() as nursery:
            tell = partial(tell_end, place, row, link)
            run = (
                partial(rematch._agreed, link, wish, lambda there: None, tell) if seat == 0
                else partial(rematch._offered, link, HOST, wish, lambda there: None, tell)
            )  # fmt: skip
            outcome: list[object] = []
            nursery.start_soon(note, run, outcome)
            await other.send(behind.meet_again())
            said = []
            with trio.fail_after(PATIENCE):
                while not said or not isinstance(said[-1], Have):
                    said.append(await other.receive())
            said = [message for message in said if not isinstance(message, Another)]
            assert [type(message) for message in said] == [Resume, EntryFrame, EntryFrame, Have]
            for message in said[:-1]:
                behind.receive(message)
            assert behind.table.ended
            assert (behind.table.round, behind.table.head) == (said[-1].round, said[-1].head)
            await other.close(Goodbye.FINISHED)
    assert outcome == [False if seat == 0 else None]


async def note(run: Callable[[], Awaitable[object]], outcome: list[object]) -> None:
    outcome.append(await run())


async def test_another_word_than_that_of_the_game_before_closes(tmp_path: Path) -> None:
    place, row = kept(tmp_path, 0)
    left, right = memory_stream_pair()
    with place.store:
        async with open_link(left) as link, open_link(right) as other, trio.open_nursery() as nursery:
            nursery.start_soon(tell_end, place, row, link, Resume(HASH, 1, (HASH, ZERO_HASH), ()))
            with pytest.raises(PeerLost) as lost, trio.fail_after(PATIENCE):
                await other.receive()
    assert lost.value.goodbye == Goodbye.FAULT
