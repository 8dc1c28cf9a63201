"""Taking up a game that was broken off: which one, the host's door or the guest's dialling, and the same table again.

Here: `resume_game`, `rejoin`, and which games can go on. Never: how two logs are compared (`session.resume`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext, suppress
from dataclasses import replace
from hashlib import sha256

import trio

from ..errors import LocalError
from ..log.entry import ZERO_HASH, next_head, table_id
from ..net.addresses import listening_port
from ..net.again import Again, AtTheDoor, CallAgain, Redial, Sightings
from ..net.faults import Goodbye
from ..net.invite import Candidate, Invite, Kind
from ..net.link import Link
from ..net.listen import Arrival
from ..net.punch import open_port
from ..net.reply import Reply
from ..net.socks import Proxy
from ..store import GAME, MOVED, GameRow
from ..store.rows import OPEN
from ..wire.messages import Have, Resume
from .attempts import tell_proxy
from .calling import reply_desk
from .nearby import is_shown, looked_for_again, shown_again
from .paths import quoted
from .place import Place
from .playing import SEATS, keep_link, kept_links, kept_proxy, kept_reply, play_again, restored
from .reaching import Where, hidden_at, open_entrance
from .replying import Found
from .tongue import t

COMPLETE = "complete"


def resumable(place: Place) -> list[GameRow]:
    """The games that can go on, the latest first: open ones, and ended ones whose end the other side may lack."""
    rows = [row for row in place.store.games() if row.status in (OPEN, COMPLETE)]
    return [row for row in rows if row.entries and kept_links(place, row.id)]


def choose_game(place: Place, game: int | None) -> GameRow:
    """The game with this number, or the only open one. Raises `LocalError` in one sentence."""
    rows = resumable(place)
    if game is not None:
        row = next((row for row in rows if row.id == game), None)
        kept = {one.id: one for one in place.store.games()}
        if row is None and game not in kept:
            raise LocalError(t(
                "There is no game {game} in the folder {folder}; name another with --home.",
                game=game, folder=_folder(place),
            ))
        if row is None and kept[game].status == OPEN and kept[game].entries:  # no way to the other side was kept
            raise LocalError(t("Game {game} was for practice; such a game cannot be resumed.", game=game))
        if row is None:
            raise LocalError(t("Game {game} cannot be taken up again: it is over, or never began.", game=game))
        return row
    unfinished = [row for row in rows if row.status == OPEN] or rows
    if not unfinished:
        raise LocalError(
            t(
                "No game is waiting to be taken up again in the folder {folder}; name another with --home.",
                folder=_folder(place),
            )
        )
    if len(unfinished) > 1:
        numbers = ", ".join(str(row.id) for row in unfinished)
        raise LocalError(t(
            "Several games are open ({numbers}); say which: '{bura_resume} {id}'.",
            numbers=numbers, id=unfinished[0].id,
        ))
    return unfinished[0]


def _folder(place: Place) -> str:
    return quoted(place.store.folder)


async def resume_game(
    place: Place,
    row: GameRow,
    *,
    where: Where | None = None,
    announce: Callable[[str], None],
    trust: bool = False,
    proxy: Proxy | None = None,
    lan: bool | None = None,
) -> int:
    """Find the other side of a game again and play on; the exit code of the game.

    The host listens `where` it says, or on the port of before, and `announce` gets a new invite for the same game,
    should the other side not come by itself. The guest goes through the `proxy`, else that of before, if there was
    one. `trust`: the store was moved on purpose, and no other copy of it is in use. `lan`: whether the two may find
    each other on the local network; None: unless the game is within one computer, or through Tor.
    """
    if trust:
        place.store.forget(row.id, GAME, MOVED)
    links = kept_links(place, row.id)
    invites = [Invite.parse(text, now=0) for text in links]
    if row.seat:
        return await _find_again(place, row, invites[0], proxy, lan)
    if proxy is not None:
        raise LocalError(t("You are the host of this game, which waits and calls nobody; leave out --socks."))
    where = as_before(place, invites[0].candidates, where or Where())
    async with open_entrance(place, where) as entrance:
        door = entrance.door
        door.expect(row.identities[1], *(invite.secret for invite in invites))
        fresh = door.invite_back(entrance.candidates)
        keep_link(place, row.id, fresh.text(), *links)
        announce(fresh.text())
        async with reply_desk(place, entrance, row.id) as desk:
            again: Again = AtTheDoor(door, desk.friend)
            if is_shown(lan, where.address) and not where.hidden:
                again = _Meanwhile(again, shown_again(place, entrance.own, row.ruleset, where.address))
            return await play_again(place, row, again=again)


class _Meanwhile:
    """Another way to find each other again, the first time with something beside it."""

    def __init__(self, again: Again, beside: AbstractAsyncContextManager[None]) -> None:
        self._again = again
        self._beside = beside

    async def next(self, lost: trio.Event) -> Arrival:
        """See `Again.next`."""
        beside, self._beside = self._beside, nullcontext()
        async with beside:
            return await self._again.next(lost)


async def _find_again(
    place: Place, row: GameRow, invite: Invite, proxy: Proxy | None, lan: bool | None
) -> int:
    """The guest's way back to the table; where it took a reply code, from the port that this one told. Who has gone
    through a proxy once does so again, told or not, and looks for nobody beside it.
    """
    through = proxy or kept_proxy(place, row.id)
    if through is not None:
        keep_link(place, row.id, *kept_links(place, row.id), proxy=through)
        await tell_proxy(place, through)
        return await play_again(place, row, again=Redial(invite, place.identity(), place.entropy, through))
    reply = kept_reply(place, row.id)
    sighted = Sightings()
    again: Again = Redial(invite, place.identity(), place.entropy, sighted=sighted)
    far = any(candidate.kind not in (Kind.LOOPBACK, Kind.ONION) for candidate in invite.candidates)
    if far if lan is None else lan:
        again = _Meanwhile(again, looked_for_again(sighted))
    async with AsyncExitStack() as stack:
        if reply is not None:
            with suppress(LocalError):  # that port is taken: the host may still be dialled
                port = listening_port(Reply.parse(reply, now=0).candidates)
                own = await stack.enter_async_context(open_port(port))
                again = CallAgain(own, invite, place.identity(), place.entropy)
        return await play_again(place, row, again=again)


def as_before(place: Place, candidates: tuple[Candidate, ...], where: Where) -> Where:
    """`where`, with what it leaves open as it was in an invite with these candidates."""
    onion = next((one for one in candidates if one.kind == Kind.ONION), None)
    if where.onion is None and onion is not None:
        mapped = any(one.kind == Kind.MAPPED for one in candidates)
        where = replace(where, onion=(onion.host, onion.port), maps=where.maps and mapped)
    if where.address is None and (hidden := hidden_at(place, candidates)) is not None:
        port = hidden[1] if where.port is None else where.port
        return replace(where, address=hidden[0], port=port, maps=False)
    if where.address is not None:
        return where
    port = listening_port(candidates) if where.port is None else where.port
    address = _address(candidates) if where.port is None else None
    return replace(where, address=address, port=port, maps=where.maps and address is None)


def _address(candidates: tuple[Candidate, ...]) -> str | None:
    """Where to listen as before: everywhere, but on loopback alone where the game was for this computer only."""
    only_here = all(candidate.kind == Kind.LOOPBACK for candidate in candidates)
    return candidates[0].host if only_here else None


def game_of(place: Place, invite: Invite, word: Resume) -> GameRow | None:
    """The game that the host of `invite` comes back to with `word`; None where this store does not have it."""
    known = [
        row
        for row in place.store.games()
        if row.seat == 1 and row.identities[0] == invite.host and row.status in (OPEN, COMPLETE) and row.entries
    ]
    # this side may hold its own hello only, which names no table yet
    alone = [row for row in known if row.entries == 1]
    by_invite = [row for row in alone if _is_by(place, row, invite)]
    if word.table_id != ZERO_HASH:
        found = [*(row for row in known if _table(place, row) == word.table_id), *by_invite, *alone]
    else:
        told = {held.body_hash for held in word.held if held.seat == 0}
        found = [*(row for row in known if _host_hello(place, row) in told), *by_invite]
    return found[0] if found else None


async def rejoin(
    place: Place,
    invite: Invite,
    link: Link,
    word: Resume,
    row: GameRow | None,
    found: Found,
    proxy: Proxy | None = None,
) -> int:
    """Play on where the host of `invite` comes back to the game `row`. Raises `LocalError` where there is none."""
    if row is None:
        raise LocalError(
            t(
                "The host goes on with a game that this game store does not have, which is in the folder {folder}; "
                "name another with --home, or ask for a new game.",
                folder=_folder(place),
            )
        )
    keep_link(place, row.id, invite.text(), reply=found.reply, proxy=proxy)
    return await play_again(place, row, again=found.again, link=link, word=word)


async def tell_end(place: Place, row: GameRow, link: Link, theirs: Resume) -> None:
    """Answer the `resume` of a side that may lack the end of the complete game `row`, which is all here.

    Closes the link where that is of another game. Raises the link's end.
    """
    session = await restored(place, row)
    own, effects = session.meet_again(), session.receive(theirs)
    if effects.fault is not None:
        await link.close(Goodbye.FAULT)
        return
    for message in (own, *effects.send, Have(session.table.round, session.table.head)):
        await link.send(message)


def _table(place: Place, row: GameRow) -> bytes:
    """The table id of a game; zero bytes while a hello is missing."""
    hellos = sorted(place.store.entries(row.id)[:SEATS], key=lambda entry: entry.seat)
    return table_id(next_head(ZERO_HASH, [entry.body for entry in hellos])) if len(hellos) == SEATS else ZERO_HASH


def _host_hello(place: Place, row: GameRow) -> bytes | None:
    """The hash of the host's hello; None where it has not come."""
    hellos = place.store.entries(row.id)[:SEATS]
    return next((sha256(entry.body).digest() for entry in hellos if entry.seat == 0), None)


def _is_by(place: Place, row: GameRow, invite: Invite) -> bool:
    """Whether this side has come to a game with this invite; it may have named other addresses then."""
    return any(Invite.parse(text, now=0).secret == invite.secret for text in kept_links(place, row.id))
