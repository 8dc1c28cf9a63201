"""The first words on an authenticated link to a new game: which table the host offers, and what a guest does that has
missed it.

Here: the guest's side. The host's `Driver` makes the offer, once its hello is stored. Never: a judgement of the
ruleset; who takes the offer decodes it.
"""

from __future__ import annotations

from ..errors import Code, PeerError
from ..log.entry import ZERO_HASH, SignedEntry, open_entry
from ..log.log import Log
from ..session.resume import word
from ..wire.messages import Another, Chat, EntryFrame, Hello, Offer, Resume
from .faults import Goodbye
from .link import Link


async def await_offer(link: Link) -> Offer | Resume:
    """The guest's duty: wait for it; a host that comes back to a game says instead how far that has come.

    Raises the link's end, or PeerError LINK_ORDER for anything else but talk and the wish for another game.
    """
    while True:
        message = await link.receive()
        if isinstance(message, Offer | Resume):
            return message
        if not isinstance(message, Chat | Another):
            await link.close(Goodbye.FAULT)  # here: who called may have no more than a sentence for it
            raise PeerError(Code.LINK_ORDER, "another message before the offer")


def has_free_seat(theirs: Resume) -> bool:
    """Whether the host's word is of a game that waits for the guest's hello: its own is all that it holds."""
    waits = theirs.round == 0 and theirs.table_id == ZERO_HASH
    return waits and [entry.seat for entry in theirs.held] == [0]


async def missed_offer(link: Link, host: bytes) -> Hello:
    """The guest's duty where `has_free_seat` holds and it has no such game: say that it holds nothing, and take the
    hello of the host (identity, 32 bytes) for the offer. The link then gives the same hello again.

    Raises the link's end, PeerError LINK_ORDER for anything but these before that hello, and what `open_entry` raises
    for one that is not the host's.
    """
    await link.send(word(Log(2)))
    while isinstance(frame := await link.receive(), Chat | Another):
        pass
    try:
        hello = _hello(frame, host)
    except PeerError:
        await link.close(Goodbye.FAULT)
        raise
    link.put_back(frame)
    return hello


def _hello(frame: object, host: bytes) -> Hello:
    if not isinstance(frame, EntryFrame) or frame.seat != 0:
        raise PeerError(Code.LINK_ORDER, "another message than the host's hello")
    message = open_entry(SignedEntry(0, frame.body, frame.signature), host).body.message()
    if not isinstance(message, Hello):
        raise PeerError(Code.LINK_ORDER, "another entry than the host's hello")
    return message
