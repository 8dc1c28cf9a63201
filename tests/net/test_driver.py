"""The driver with real sessions: whole games, the order of store and wire, cuts, talk, and commands."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Player, card_player
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net import limits
from bura_p2p.net.driver import (
    Driver,
    Ending,
    EndOffered,
    Leave,
    NotDone,
    PeerBack,
    PeerGone,
    Play,
    Said,
    Say,
    SetPolicy,
    StopAfterHand,
    Update,
)
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.link import Link, open_link
from bura_p2p.net.offer import await_offer
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import Ruleset, Special
from bura_p2p.session.session import Session
from bura_p2p.store import Store
from bura_p2p.table.events import Event, GameOver, HandOver, Refused
from bura_p2p.table.phases import Stage
from bura_p2p.wire import limits as wire_limits
from bura_p2p.wire.codec import decode_link, encode_link
from bura_p2p.wire.framing import FrameReader, encode_frame
from bura_p2p.wire.messages import Bye, Chat, EntryFrame, Greet, LinkMessage, Offer, OfferEnd, Resume
from tests.net.helpers import GUEST, HOST, PATIENCE, clock, linked

RULES = find_ruleset("georgian", match_to=0)
PLAYERS = (HOST, GUEST)
PUBLIC = tuple(player.public for player in PLAYERS)


@dataclass
class Seat:
    """One side: its store, its driver, and the face that plays for it."""

    store: Store
    game: int
    session: Session
    driver: Driver
    player: Player
    hands: int = 1
    updates: list[Update] = field(default_factory=list)
    ending: Ending | None = None

    @property
    def events(self) -> list[Event]:
        return [event for update in self.updates for event in update.events]

    async def run(self) -> None:
        self.ending = await self.driver.run()

    async def face(self, until: Callable[[Update], bool] = lambda _: False, *, idle: bool = False) -> None:
        """Read updates and play what is legal (unless `idle`), until the driver ends or `until` says so; then the
        turn waits.
        """
        async for update in self.driver.updates:
            self.updates.append(update)
            if until(update):
                return
            if idle:
                continue
            if update.view.match is not None and update.view.match.hand >= self.hands:
                await self.driver.commands.send(StopAfterHand())
            if update.view.legal and not any(isinstance(event, NotDone) for event in update.events):
                await self.driver.commands.send(Play(self.player(update.view)))


def make_seat(
    folder: Path, number: int, link: Link, hands: int = 1, rules: Ruleset = RULES, **options: object
) -> Seat:
    session = Session(
        seat=number,
        identity=PLAYERS[number],
        identities=PUBLIC,
        ruleset=rules,
        name=("Nino", "Gia")[number],
        entropy=Tape(f"driver {number}"),
    )
    store = Store.open(folder / str(number))
    game = store.begin_game(seat=number, ruleset=rules.name, identities=PUBLIC, names=("", ""), started=clock())
    usual = {"clock": clock}
    driver = Driver(session=session, store=store, game=game, link=link, peer_seat=1 - number, **(usual | options))
    return Seat(store, game, session, driver, card_player(number), hands)


@asynccontextmanager
async def two_seats(folder: Path, hands: int = 1) -> AsyncIterator[tuple[Seat, Seat]]:
    """Two drivers over a pair of streams in memory."""
    left, right = memory_stream_pair()
    async with open_link(left) as one, open_link(right) as other:
        seats = make_seat(folder, 0, one, hands), make_seat(folder, 1, other, hands)
        with seats[0].store, seats[1].store:
            yield seats


async def play(*seats: Seat) -> None:
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(seat.run)
                nursery.start_soon(seat.face)


def our_turn(update: Update) -> bool:
    return bool(update.view.legal)


async def test_a_whole_game_in_memory(tmp_path: Path) -> None:
    async with two_seats(tmp_path, hands=2) as seats:
        await play(*seats)
        for seat in seats:
            assert seat.ending is Ending.OVER
            assert seat.driver.end is None
            assert [update.number for update in seat.updates] == list(range(1, len(seat.updates) + 1))
            assert [event.hand for event in seat.events if isinstance(event, HandOver)] == [1, 2]
            assert isinstance(seat.events[-1], GameOver)
            row = seat.store.game(seat.game)
            assert (row.status, row.names) == ("complete", ("Nino", "Gia"))
            assert [told["event"] for told in json.loads(row.result or "")][-1] == "game_over"
            assert seat.store.secrets(seat.game) == ()
            assert [p.name for p in seat.store.players()] == [("Gia", "Nino")[seat.session.seat]]
        one, other = seats
        assert sorted(one.store.entries(1), key=repr) == sorted(other.store.entries(1), key=repr)
        assert set(one.session.entries()) == set(one.store.entries(1))


async def test_no_hello_in_time_is_a_loss(tmp_path: Path) -> None:
    """The other side keeps the link alive, talks, and never says hello."""
    left, right = memory_stream_pair()
    async with open_link(left) as link, open_link(right) as other:
        seat = make_seat(tmp_path, 0, link, patience=0.3)
        with seat.store:
            await other.send(Chat("wait"))
            await play(seat)
            assert seat.ending is Ending.LOST
            assert isinstance(seat.driver.end, PeerLost)
            assert seat.driver.end.loss is Loss.SILENT
            assert isinstance(seat.events[-1], PeerGone)
            assert seat.store.game(seat.game).status == "open"


async def test_after_the_hello_no_clock_counts(tmp_path: Path, mock_clock: MockClock) -> None:
    """Time stands still while the threads compute, and then jumps far beyond the patience."""
    left, right = memory_stream_pair()
    async with open_link(left) as one, open_link(right) as other:
        seats = make_seat(tmp_path, 0, one, patience=2.0), make_seat(tmp_path, 1, other, patience=2.0)
        with seats[0].store, seats[1].store:
            async with trio.open_nursery() as nursery:
                for seat in seats:
                    nursery.start_soon(seat.run)
                    nursery.start_soon(seat.face, our_turn_or_waiting)
                while not all(seat.updates and our_turn_or_waiting(seat.updates[-1]) for seat in seats):
                    await trio.lowlevel.checkpoint()
                mock_clock.jump(10)
                await wait_all_tasks_blocked()
                assert [seat.ending for seat in seats] == [None, None]
                await seats[0].driver.commands.send(Leave())
            assert {seat.ending for seat in seats} == {Ending.LEFT, Ending.LOST}


async def test_a_whole_game_over_tls(tmp_path: Path) -> None:
    async with linked() as (host, guest, door):
        offer = Offer(2, RULES.canonical_bytes())
        seats = make_seat(tmp_path, 0, host, offer=offer), make_seat(tmp_path, 1, guest)
        with seats[0].store, seats[1].store:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, seats[0])
                assert await await_offer(guest) == offer
                nursery.start_soon(play, seats[1])
            assert [seat.ending for seat in seats] == [Ending.OVER, Ending.OVER]
        assert door.turned_away == {}


class Watched(trio.abc.Stream):
    """A stream that looks into the store whenever a frame goes out: is what it carries kept already?"""

    def __init__(self, inner: trio.abc.Stream) -> None:
        self.inner = inner
        self.store: Store | None = None
        self.reader = FrameReader(wire_limits.MAX_FRAME)
        self.sent = 0
        self.offered: list[int] = []

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        for payload in self.reader.feed(data):
            message = decode_link(payload)
            if isinstance(message, EntryFrame) and self.store is not None:
                kept = {(entry.seat, entry.body) for entry in self.store.entries(1)}
                assert (message.seat, message.body) in kept
                self.sent += 1
            if isinstance(message, Offer) and self.store is not None:
                self.offered.append(len(self.store.entries(1)))
        await self.inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.inner.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.inner.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.inner.aclose()


async def test_what_is_sent_is_stored_before(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    watched = Watched(left)
    async with open_link(watched) as one, open_link(right) as other:
        seats = make_seat(tmp_path, 0, one), make_seat(tmp_path, 1, other)
        watched.store = seats[0].store
        with seats[0].store, seats[1].store:
            await play(*seats)
            assert watched.sent > 10


async def test_what_cannot_be_stored_is_not_sent(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    said: list[object] = []

    async def far_end() -> None:
        reader = FrameReader(wire_limits.MAX_FRAME)
        while not said:
            said.extend(decode_link(payload) for payload in reader.feed(await right.receive_some()))
        await right.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(far_end)
        async with open_link(left) as link:
            seat = make_seat(tmp_path, 0, link)
            seat.store.close()  # as a disk that fails
            with pytest.raises(LocalError, match="game store"):
                await seat.driver.run()
    assert said == [Bye(Goodbye.LEFT)]


@pytest.mark.parametrize("clean", [True, False])
async def test_a_cut_game_stays_open_and_says_why(tmp_path: Path, clean: bool) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as one:
        host = make_seat(tmp_path, 0, one)
        with host.store, trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(host.run)
                nursery.start_soon(host.face)
                async with open_link(right) as other:
                    guest = make_seat(tmp_path, 1, other)
                    with guest.store:
                        async with trio.open_nursery() as inner:
                            inner.start_soon(guest.run)
                            await guest.face(our_turn)
                            if clean:
                                await guest.driver.commands.send(Leave())
                                await guest.face()
                            else:
                                await right.aclose()  # the cable
                                await guest.face()
                        assert guest.ending is (Ending.LEFT if clean else Ending.LOST)
                        assert guest.store.game(1).status == "open"
            assert host.ending is Ending.LOST
            assert isinstance(host.driver.end, PeerLost)
            assert host.driver.end.loss is (Loss.CLOSED if clean else Loss.CONNECTION)
            gone = host.events[-1]
            assert isinstance(gone, PeerGone)
            assert gone.reason == ("closed" if clean else "connection")
            row = host.store.game(1)
            assert (row.status, row.ended) == ("open", None)
            assert row.entries == len(host.session.entries()) > 5
            assert host.store.secrets(1) != ()  # the hand can go on some day


async def test_an_illegal_play_changes_nothing(tmp_path: Path) -> None:
    async with two_seats(tmp_path) as seats, trio.open_nursery() as nursery:
        for seat in seats:
            nursery.start_soon(seat.run)
        other = next(iter(seats))
        async with trio.open_nursery() as faces:
            for seat in seats:
                faces.start_soon(seat.face, our_turn_or_waiting)
        for seat in seats:
            before = seat.store.entries(1)
            await seat.driver.commands.send(Play(a.Raise(6)))
            update = await seat.driver.updates.receive()
            (event,) = update.events
            assert isinstance(event, NotDone)
            assert event.sentence
            assert seat.store.entries(1) == before
        await other.driver.commands.send(Leave())


def our_turn_or_waiting(update: Update) -> bool:
    """Is the deal done, so that one of the two is to lead?"""
    return update.view.stage is Stage.LEAD


async def test_talk(tmp_path: Path) -> None:
    async with two_seats(tmp_path) as (one, other), trio.open_nursery() as nursery:
        nursery.start_soon(one.run)
        nursery.start_soon(other.run)
        await one.driver.commands.send(Say("гамарджоба"))
        for seat in (one, other):
            while True:
                update = await seat.driver.updates.receive()
                if any(isinstance(event, Said) for event in update.events):
                    assert update.events == (Said(0, "гамарджоба"),)
                    break
        for bad in ("", "x" * 281, "ж" * 141, "\ud800"):
            await one.driver.commands.send(Say(bad))
            while not isinstance((update := await one.driver.updates.receive()).events[0], NotDone):
                pass
        await one.driver.commands.send(Leave())
        nursery.start_soon(other.face)


async def test_too_much_talk_is_dropped_on_both_sides(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        seat = make_seat(tmp_path, 0, link)
        with seat.store:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.run)
                flood = b"".join(encode_frame(encode_link(Chat(f"buy {n}"))) for n in range(500))
                await right.send_all(flood)
                for number in range(limits.CHAT_LINES + 5):
                    await seat.driver.commands.send(Say(str(number)))
                await right.send_all(encode_frame(encode_link(Bye(0))))
                nursery.start_soon(seat.face)
            mine = [event for event in seat.events if isinstance(event, Said) and event.seat == 0]
            theirs = [event for event in seat.events if isinstance(event, Said) and event.seat == 1]
            assert len(theirs) == limits.CHAT_LINES
            assert len(mine) <= limits.CHAT_LINES
            assert seat.ending is Ending.LOST


async def test_nothing_that_is_shown_can_be_sent_without_end(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        seat = make_seat(tmp_path, 0, link)
        with seat.store:
            await right.send_all(encode_frame(encode_link(OfferEnd())) * 500 + encode_frame(encode_link(Bye(0))))
            right.send_stream.close()
            await play(seat)
            assert sum(isinstance(event, EndOffered) for event in seat.events) == limits.CHAT_LINES


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("message", [Offer(2, b"x"), Resume(bytes(32), 0, (bytes(32),), ())], ids=["offer", "resume"])
async def test_what_has_no_place_behind_an_offer(tmp_path: Path, number: int, message: LinkMessage) -> None:
    """Host and guest, whose game began on this link."""
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        seat = make_seat(tmp_path, number, link)
        with seat.store:
            await right.send_all(encode_frame(encode_link(message)))
            right.send_stream.close()
            await play(seat)
            assert (seat.ending, seat.driver.end.code) == (Ending.LOST, Code.LINK_ORDER)
            assert seat.store.game(1).status == "open"


async def test_a_peer_that_breaks_the_protocol_is_refused(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        seat = make_seat(tmp_path, 0, link)
        with seat.store:
            forged = EntryFrame(1, b"\x97" + bytes(40), b"s" * 64)
            await right.send_all(encode_frame(encode_link(forged)))
            right.send_stream.close()
            await play(seat)
            assert seat.ending is Ending.OVER
            refused = seat.events[-1]
            assert isinstance(refused, Refused)
            assert refused.by_me
            assert seat.store.game(1).status == "refused"
            assert seat.store.secrets(1) == ()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bytes(4), Code.FRAME_EMPTY),
        (encode_frame(b"\xc1"), Code.LINK_MESSAGE),
        (encode_frame(encode_link(Offer(2, b"x"))), Code.LINK_ORDER),
        (encode_frame(encode_link(Greet((1,), (), bytes(32), bytes(32), bytes(32)))), Code.LINK_ORDER),
    ],
)
async def test_bytes_that_break_the_link(tmp_path: Path, data: bytes, code: Code) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        seat = make_seat(tmp_path, 0, link)
        with seat.store:
            await right.send_all(data)
            right.send_stream.close()
            await play(seat)
            assert seat.ending is Ending.LOST
            assert isinstance(seat.driver.end, PeerError)
            assert seat.driver.end.code is code
            (gone,) = [event for event in seat.events if isinstance(event, PeerGone)]
            assert gone.reason == code.label
            assert seat.store.game(1).status == "open"


async def test_a_word_without_its_heads_ends_the_link_and_not_the_game(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as link, open_link(right) as other:
        seat = make_seat(tmp_path, 0, link, resuming=True)
        seat.session.start()
        with seat.store:
            await other.send(Resume(bytes(32), 1, (bytes(32),), ()))
            await play(seat)
            assert seat.ending is Ending.LOST
            assert [event.reason for event in seat.events if isinstance(event, PeerGone)] == [Code.LENGTH.label]
            assert not any(isinstance(event, PeerBack) for event in seat.events)
            assert seat.store.game(1).status == "open"
        assert isinstance(await other.receive(), Resume)
        with pytest.raises(PeerLost) as end:
            await other.receive()
        assert end.value.goodbye == Goodbye.FAULT


async def test_a_face_that_goes_is_a_leave(tmp_path: Path) -> None:
    async with two_seats(tmp_path) as (one, other), trio.open_nursery() as nursery:
        nursery.start_soon(one.run)
        nursery.start_soon(other.run)
        nursery.start_soon(other.face)
        await one.driver.updates.receive()
        await one.driver.updates.aclose()
        await one.driver.commands.aclose()
    assert one.ending is Ending.LEFT
    assert other.ending is Ending.LOST
    assert isinstance(other.driver.end, PeerLost)
    assert other.driver.end.loss is Loss.CLOSED


async def test_a_cancelled_driver_abandons_no_thread(tmp_path: Path) -> None:
    """Cut at many moments: whatever was stored is whole, and the store can be closed at once."""
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with two_seats(folder) as seats:
            with trio.move_on_after(0.004 * number):
                await play(*seats)
            for seat in seats:
                assert seat.store.check() == ()
                assert set(seat.session.entries()) == set(seat.store.entries(1))


async def test_no_cards_in_any_repr(tmp_path: Path) -> None:
    card = Card.parse("AS")
    assert "A" not in repr(Play(a.Give((card,)))).replace("Play", "")
    async with two_seats(tmp_path) as seats:
        await play(*seats)
        for update in seats[0].updates:
            assert "Card" not in repr(update)


async def test_the_offer_comes_first() -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        await right.send_all(encode_frame(encode_link(Chat("hi"))) + encode_frame(encode_link(Offer(2, b"r"))))
        assert await await_offer(link) == Offer(2, b"r")
        await right.send_all(encode_frame(encode_link(EntryFrame(0, b"b", b"s" * 64))))
        with pytest.raises(PeerError) as caught:
            await await_offer(link)
        assert caught.value.code is Code.LINK_ORDER
        await right.aclose()


async def test_a_policy_reaches_the_session(tmp_path: Path) -> None:
    async with two_seats(tmp_path) as seats:
        assert seats[0].session.policy == frozenset(Special)
        await seats[0].driver.commands.send(SetPolicy(frozenset({Special.BURA})))
        await play(*seats)
        assert [seat.session.policy for seat in seats] == [frozenset({Special.BURA}), frozenset(Special)]
