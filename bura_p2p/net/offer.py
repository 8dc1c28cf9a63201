"""The first words on an authenticated link: which table the host offers.

Here: `Offer` out and in. Never: a judgement of the ruleset; who takes the offer decodes it.
"""

from __future__ import annotations

from ..errors import Code, PeerError
from ..wire.messages import Chat, Offer, Resume
from .faults import Goodbye
from .link import Link


async def offer_table(link: Link, *, seats: int, ruleset: bytes) -> None:
    """The host's duty, once, before anything else: say how many seats and which rules (canonical bytes)."""
    await link.send(Offer(seats, ruleset))


async def await_offer(link: Link) -> Offer | Resume:
    """The guest's duty: wait for it; a host that comes back to a game says instead how far that has come.

    Raises the link's end, or PeerError LINK_ORDER for anything else but talk.
    """
    while True:
        message = await link.receive()
        if isinstance(message, Offer | Resume):
            return message
        if not isinstance(message, Chat):
            await link.close(Goodbye.FAULT)  # here: who called may have no more than a sentence for it
            raise PeerError(Code.LINK_ORDER, "another message before the offer")
