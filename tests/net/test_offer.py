"""A guest that has missed the offer: it takes its seat by the host's hello, and by nothing else; and how long a host
waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import ZERO_HASH, SignedEntry, sign_entry
from bura_p2p.net.driver import Ending, Leave, PeerAway, PeerGone
from bura_p2p.net.faults import Goodbye, PeerLost
from bura_p2p.net.link import Link, open_link
from bura_p2p.net.listen import Arrival
from bura_p2p.net.offer import has_free_seat, missed_offer
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import decode_ruleset
from bura_p2p.session.session import Session
from bura_p2p.wire.codec import decode_body, encode_body
from bura_p2p.wire.messages import (
    Another,
    Chat,
    Commit,
    EntryFrame,
    Feature,
    HeldEntry,
    Hello,
    LinkMessage,
    Offer,
    Refuse,
    Resume,
)
from tests.net.helpers import PATIENCE
from tests.net.test_driver import RULES, Watched, make_seat

HOST, OTHER = Identity.generate(Tape("offer host")), Identity.generate(Tape("offer other"))
HELLO = Hello(HOST.public, b"\x01" * 32, (1,), (), 2, find_ruleset("russian").canonical_bytes(), "Nino")
HASH = b"\x05" * 32

MINE, YOURS = HeldEntry(0, HASH), HeldEntry(1, HASH)
NOTHING = Resume(ZERO_HASH, 0, (ZERO_HASH,), ())
"""What a guest says that holds nothing."""


def signed(message: Hello | Commit, seat: int = 0, identity: Identity = HOST) -> EntryFrame:
    body = encode_body(1, ZERO_HASH, 0, seat, ZERO_HASH, message)
    entry: SignedEntry = sign_entry(identity, body, seat)
    return EntryFrame(seat, entry.body, entry.signature)


@pytest.mark.parametrize(
    ("word", "waits"),
    [
        (Resume(ZERO_HASH, 0, (ZERO_HASH,), (MINE,)), True),
        (NOTHING, False),
        (Resume(ZERO_HASH, 0, (ZERO_HASH,), (YOURS,)), False),
        (Resume(ZERO_HASH, 0, (ZERO_HASH,), (MINE, YOURS)), False),
        (Resume(ZERO_HASH, 0, (ZERO_HASH,), (MINE, MINE)), False),
        (Resume(HASH, 0, (ZERO_HASH,), (MINE,)), False),
        (Resume(ZERO_HASH, 1, (HASH, ZERO_HASH), (MINE,)), False),
    ],
)
def test_which_games_wait_for_the_guest(word: Resume, waits: bool) -> None:
    assert has_free_seat(word) is waits


async def hears(*frames: LinkMessage) -> tuple[Hello, list[LinkMessage], list[LinkMessage]]:
    """What the guest takes for the offer, what it has said, and what its link gives after that."""
    left, right = memory_stream_pair()
    with trio.fail_after(PATIENCE):
        async with open_link(left) as guest, open_link(right) as host:
            for frame in frames:
                await host.send(frame)
            try:
                hello = await missed_offer(guest, HOST.public)
            except PeerError:
                assert await drained(host) == [NOTHING]
                assert isinstance(host.end, PeerLost)
                assert host.end.goodbye == Goodbye.FAULT
                raise
            said = [await host.receive()]
            await host.close()
            return hello, said, await drained(guest)


async def drained(link: Link) -> list[LinkMessage]:
    found: list[LinkMessage] = []
    try:
        while True:
            found.append(await link.receive())
    except (PeerLost, PeerError):
        return found


async def test_a_guest_that_missed_the_offer_reads_the_hosts_hello() -> None:
    """Talk may go before it; the session gets the same entry afterwards, and what follows it."""
    frame = signed(HELLO)
    hello, said, left = await hears(Chat("again?"), Another(), frame, Chat("there?"))
    assert hello == HELLO
    assert said == [NOTHING]
    assert left == [frame, Chat("there?")]


@pytest.mark.parametrize("feature", Feature)
async def test_whom_that_hello_names_as_first_leader_the_guest_does_not(feature: Feature) -> None:
    """Else a host that says so in place of an offer would lead first in every game: nobody has agreed on it."""
    ruleset, guest = find_ruleset("russian"), Identity.generate(Tape("offer guest"))
    offered, _, left = await hears(signed(replace(HELLO, features=(feature,))))
    assert decode_ruleset(offered.ruleset) == ruleset
    session = Session(
        seat=1, identity=guest, identities=(HOST.public, guest.public), ruleset=ruleset, name="", entropy=Tape("Gia")
    )
    (said,) = session.start().send
    assert isinstance(said, EntryFrame)
    own = decode_body(said.body).message()
    assert isinstance(own, Hello)
    assert own.features == ()
    assert session.receive(left[0]).send == (Refuse(0, 0, Code.RULESET_DIFFERS),)
    assert session.closed


BENT = signed(HELLO)
WRONG: Sequence[tuple[str, LinkMessage, Code]] = (
    ("an offer", Offer(2, b"x"), Code.LINK_ORDER),
    ("another word", Resume(ZERO_HASH, 0, (ZERO_HASH,), (MINE,)), Code.LINK_ORDER),
    ("the guest's own seat", signed(HELLO, 1), Code.LINK_ORDER),
    ("somebody else's signature", signed(HELLO, 0, OTHER), Code.SIGNATURE),
    ("a bent body", EntryFrame(0, BENT.body + b"\x00", BENT.signature), Code.SIGNATURE),
    ("no hello", signed(Commit(HASH)), Code.LINK_ORDER),
)


@pytest.mark.parametrize(("frame", "code"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
async def test_nothing_else_is_taken_for_it(frame: LinkMessage, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        await hears(frame)
    assert caught.value.code is code


# --- the host's side ---------------------------------------------------------------------------------------


async def test_an_offer_goes_out_when_the_hello_is_stored(tmp_path: Path) -> None:
    """A guest that has read it, and said hello, never meets a host that knows nothing of the game."""
    left, right = memory_stream_pair()
    watched = Watched(left)
    async with open_link(watched) as link, open_link(right) as guest:
        seat = make_seat(tmp_path, 0, link, offer=Offer(2, RULES.canonical_bytes()))
        watched.store = seat.store
        with seat.store, trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.run)
                assert [type(await guest.receive()) for _ in range(2)] == [Offer, EntryFrame]
                await seat.driver.commands.send(Leave())
    assert watched.offered == [1]


@pytest.mark.parametrize("waits", [True, False])
async def test_a_guest_that_is_cut_off_before_its_hello_is_waited_for(tmp_path: Path, waits: bool) -> None:
    """Where the line has broken, and the guest knows the way, the time for its hello is not what counts; a bot's
    table is given up.
    """
    left, right = memory_stream_pair()
    async with open_link(left) as link:
        seat = make_seat(tmp_path, 0, link, patience=0.2, again=Nobody(), waits=waits)
        with seat.store, trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.run)
                nursery.start_soon(partial(seat.face, idle=True))
                await right.aclose()
                if waits:
                    await trio.sleep(1)
                    assert seat.ending is None
                    await seat.driver.commands.send(Leave())
    assert seat.ending is (Ending.LEFT if waits else Ending.LOST)
    assert [type(event) for event in seat.events] == [PeerAway, *([] if waits else [PeerGone])]


class Nobody:
    """Who never comes again."""

    async def next(self, lost: trio.Event) -> Arrival:
        await trio.sleep_forever()
        raise AssertionError
