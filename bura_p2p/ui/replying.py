"""How a guest comes to its host: it dials; and where nobody can be dialled, a reply code lets the host call.

Here: from an invite to an authenticated connection, and how it is found again. Never: what is played over it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import trio

from ..errors import LocalError
from ..net import timers
from ..net.addresses import looked_up
from ..net.again import Again, CallAgain, Redial
from ..net.calls import Tempo
from ..net.dial import DialFailed
from ..net.faults import Step
from ..net.invite import Invite, Kind
from ..net.listen import Arrival
from ..net.nursery import background
from ..net.punch import OwnPort
from ..net.reply import Reply
from ..net.socks import Proxy
from ..sentences import N_
from .asking import LEAVES, Leaving
from .attempts import reach_host, tell_proxy
from .doubts import doubt_of, doubt_sentence
from .inert import wrapped
from .place import Place
from .reaching import Ways, Where, open_own_port, open_ways
from .tongue import local, t

_ONE_MORE_WAY: Final = N_(
    "There is one more way. Send this reply code to your friend, who pastes it where bura shows "
    "your friend's invite:"
)
_PASTED: Final = N_("Press Enter when your friend has pasted it. Waiting ('quit' leaves) ...")
_NO_PUBLIC: Final = N_(
    "This computer does not know its public address; if nothing comes of what follows, begin again with --public and "
    "the address that your router shows."
)
_TRYING: Final = N_("Both sides now try to reach each other, for a minute ...")
_EXPIRED: Final = N_("Nobody has called, and the reply code has expired; '{bura_join}' makes a new one.")


@dataclass(frozen=True, slots=True)
class Found:
    """The host, found. `again`: how to find it once more; `reply`: the text of the reply code, where it took one."""

    arrival: Arrival
    again: Again
    reply: str | None = None

    def __repr__(self) -> str:
        """Without the reply code, which tells where somebody is."""
        return f"Found(by_reply={self.reply is not None})"


@asynccontextmanager
async def find_host(
    place: Place, invite: Invite, where: Where | None, *, verbose: bool = False, proxy: Proxy | None = None
) -> AsyncIterator[Found]:
    """Dial the host of `invite`, through the `proxy` if there is one, and where it cannot be reached at all, let it
    call.

    `where` it may call, None: it may not. `verbose`: tell which address led to the host, or how far each came. Inside
    the block the port stays open. Raises `LocalError`, one sentence, where nothing came of it.
    """
    identity = place.identity()
    if proxy is not None:
        await tell_proxy(place, proxy)
    try:
        arrival = await reach_host(place, invite, identity, verbose=verbose, proxy=proxy)
    except DialFailed as fault:
        if where is None or not _may_be_called(fault):
            raise
        await place.explain("unreachable", local(str(fault)), step=fault.step.name.lower())
    else:
        yield Found(arrival, Redial(invite, identity, place.entropy, proxy))
        return
    async with open_own_port(place, where) as own, open_ways(place, where, own) as ways:
        reply = await _reply(place, invite, ways)
        arrival = await _called(place, invite, own, reply)
        yield Found(arrival, CallAgain(own, invite, identity, place.entropy), reply.text())


def _may_be_called(fault: DialFailed) -> bool:
    """Whether it is for want of a way to the host, and not the host that refuses; on this computer there is a way."""
    if fault.step > Step.REFUSED:
        return False
    far = [attempt for attempt in fault.attempts if attempt.candidate.kind != Kind.LOOPBACK]
    return any(attempt.step < Step.REFUSED or attempt.candidate.kind != Kind.LAN for attempt in far)


async def _reply(place: Place, invite: Invite, ways: Ways) -> Reply:
    candidates = [raw for told in ways.candidates for raw in await looked_up(told)]
    if not candidates:
        raise LocalError(t("This computer is in no network; connect it to one."))
    reply = Reply.to(invite.secret, candidates, int(place.clock()) + timers.REPLY)
    if all(candidate.kind == Kind.LAN for candidate in candidates):
        await place.explain("no_public_address", t(_NO_PUBLIC))
    told = "\n\n".join(("\n".join(wrapped(t(_ONE_MORE_WAY))), reply.text(), t(_PASTED)))
    await place.tell("reply", told, {"reply": reply.text()})
    return reply


async def _called(place: Place, invite: Invite, own: OwnPort, reply: Reply) -> Arrival:
    tempo = Tempo()
    with trio.move_on_after(timers.REPLY):
        async with background() as nursery:
            nursery.start_soon(_listen, nursery, place, invite, own, reply, tempo)
            return await own.meet(invite, place.identity(), entropy=place.entropy, tempo=tempo)
    raise LocalError(t(_EXPIRED))


async def _listen(
    nursery: trio.Nursery, place: Place, invite: Invite, own: OwnPort, reply: Reply, tempo: Tempo
) -> None:
    """Enter hurries; raises `LocalError` when the player leaves."""
    while (line := await place.player.lines.next()) is not None:
        if line.strip().lower() in LEAVES:
            raise Leaving
        if not tempo.brisk:
            nursery.start_soon(_doubt, place, invite, own, reply)
        tempo.hurry()
        await place.tell("calling", t(_TRYING), {"candidates": list(map(str, invite.candidates))})


async def _doubt(place: Place, invite: Invite, own: OwnPort, reply: Reply) -> None:
    await trio.sleep(timers.CALL_DOUBT)
    doubt = doubt_of(reply.candidates, invite.candidates, own.steps)
    await place.explain("doubt", doubt_sentence(doubt), doubt=doubt.value)
