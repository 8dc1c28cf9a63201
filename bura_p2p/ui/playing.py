"""One game at a place, new or taken up again: session, driver, game file, in this order.

Here: from a link (or the wish for one) to an exit code. Never: how a link comes about, what a line looks like.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

import trio

from ..crypto.group import provider_name
from ..crypto.identity import Identity
from ..errors import LocalError
from ..net.again import Again
from ..net.driver import Driver, Update
from ..net.invite import REPLY_PREFIX
from ..net.link import Link
from ..net.socks import Proxy
from ..rules.ruleset import Ruleset
from ..sentences import N_
from ..session.session import Session
from ..store import GAME, LINK, MOVED, GameRow
from ..store.faults import damaged
from ..store.folder import DATABASE
from ..store.rows import OPEN
from ..wire.messages import Offer, Resume
from .files import keep_game, keep_grown
from .inert import wrapped
from .keeping import DealNotes
from .paths import typed_path
from .place import Place
from .sit import Recalling, Story, Watch, sit
from .started import command
from .tongue import t

SEATS: Final = 2
"""Seats of every table that this version meets for."""

TIMED: Final = N_(
    "The compiled library is not installed here: every sum is done in plain Python, slowly, and how long that takes "
    "depends on your cards. Whoever can measure it, over the network or on this computer, may learn of them."
)
"""Said before a game that is played without constant-time multiplication."""

RESTORING: Final = N_("Reading the game again, and checking every entry of it ...")
"""Said before a game is taken up again, which takes a second for a few hands."""

KEPT: Final = N_("The game is kept, and anybody can check it:")
KEPT_SO_FAR: Final = N_("So far it is kept, and anybody can check it:")
LEFT: Final = N_("The game is not finished; so far it is kept, and anybody can check it:")
GOES_ON: Final = N_("The game is not finished; this goes on with it:")
"""Said at the end; what can be typed then stands below it."""

FAREWELL: Final = 1.0
"""Seconds to say where the game file is, when the game has been broken off."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game about to begin. `invite`: its text, by which the two find each other again; None where they cannot.

    `reply`: the text of the guest's reply code, where it took one; `proxy`: what its side goes through, if anything;
    `older`: invites of a game before, which the other side may know instead; `first_leader`: the seat that is to
    lead first, where both sides know that; else it is drawn.
    """

    identity: Identity
    seat: int
    identities: Sequence[bytes]
    ruleset: Ruleset
    invite: str | None
    reply: str | None = None
    proxy: Proxy | None = None
    older: tuple[str, ...] = ()
    first_leader: int | None = None

    def __repr__(self) -> str:
        """Without the invite, which is a secret."""
        return f"NewGame(seat={self.seat}, {self.ruleset.name})"


async def play_new(place: Place, game: NewGame, link: Link, again: Again | None) -> int:
    """Sit down at a new table, which the host offers first, and play to the end; the exit code of the game."""
    session = Session(
        seat=game.seat,
        identity=game.identity,
        identities=game.identities,
        ruleset=game.ruleset,
        name=place.name,
        entropy=place.entropy,
        first_leader=game.first_leader,
    )
    names = [place.name if other == game.seat else "" for other in range(SEATS)]
    number = place.store.begin_game(
        seat=game.seat,
        ruleset=game.ruleset.name,
        identities=game.identities,
        names=names,
        started=place.clock(),
    )
    if game.invite is not None:
        keep_link(place, number, game.invite, *game.older, reply=game.reply, proxy=game.proxy)
    driver = Driver(
        session=session,
        store=place.store,
        game=number,
        link=link,
        peer_seat=1 - game.seat,
        clock=place.clock,
        again=again,
        offer=None if game.seat else Offer(SEATS, game.ruleset.canonical_bytes()),
        waits=place.player.bot is None,
    )
    return await _play(place, number, session, driver)


async def play_again(
    place: Place, row: GameRow, *, again: Again, link: Link | None = None, word: Resume | None = None
) -> int:
    """Take up a game of the store where it was broken off; the exit code of the game.

    `link` and `word` where the other side has been met already. Raises `LocalError` where nothing is left of it.
    """
    await place.tell("restoring", _told(RESTORING), {"entries": row.entries})
    session = await restored(place, row)
    driver = Driver(
        session=session,
        store=place.store,
        game=row.id,
        link=link,
        peer_seat=1 - row.seat,
        clock=place.clock,
        again=again,
        resuming=True,
        word=word,
        waits=place.player.bot is None,
    )
    return await _play(place, row.id, session, driver)


async def restored(place: Place, row: GameRow) -> Session:
    """The session of a game of the store as it stands there. Raises `LocalError` where nothing is left of it."""
    identity, entries, secrets = place.identity(), place.store.entries(row.id), place.store.secrets(row.id)
    return await trio.to_thread.run_sync(
        lambda: Session.restore(
            seat=row.seat,
            identity=identity,
            identities=row.identities,
            entropy=place.entropy,
            entries=entries,
            secrets=secrets,
            moved=any(secret.kind == MOVED for secret in secrets),
        ),
        abandon_on_cancel=True,  # who waits no more need not wait for that; the thread touches nothing of the store
    )


def keep_link(
    place: Place, game: int, *invites: str, reply: str | None = None, proxy: Proxy | None = None
) -> None:
    """Keep how the two sides of a game find each other: the newest invite first, at most `MAX_LINKS`; the newest
    reply code, if there was one; and the proxy, if this side goes through one now.
    """
    kept = reply or kept_reply(place, game)
    through = [] if proxy is None else [f"{_PROXY_PREFIX}{proxy.host} {proxy.port}"]
    value = "\n".join([*invites[:MAX_LINKS], *([] if kept is None else [kept]), *through]).encode("ascii")
    place.store.commit(game, secrets=[(GAME, LINK, value)], now=place.clock())


_PROXY_PREFIX: Final = "SOCKS:"

MAX_LINKS: Final = 4
"""Invites of one game that a host still honours: the other side may know an older one only."""


def kept_links(place: Place, game: int) -> list[str]:
    """The invites of a game, the newest first; none where it cannot be taken up again."""
    return [text for text in _kept(place, game) if not text.startswith((REPLY_PREFIX, _PROXY_PREFIX))]


def kept_reply(place: Place, game: int) -> str | None:
    """The guest's reply code, where the game took one."""
    return next((text for text in _kept(place, game) if text.startswith(REPLY_PREFIX)), None)


def kept_proxy(place: Place, game: int) -> Proxy | None:
    """What this side of a game went through last. Raises `LocalError` where that cannot be read."""
    text = next((text for text in _kept(place, game) if text.startswith(_PROXY_PREFIX)), None)
    if text is None:
        return None
    host, _, port = text.removeprefix(_PROXY_PREFIX).partition(" ")
    if not (port.isascii() and port.isdigit()):
        raise LocalError(damaged(place.store.folder / DATABASE))
    return Proxy(host, int(port))


def _kept(place: Place, game: int) -> list[str]:
    found = [secret.value for secret in place.store.secrets(game) if (secret.hand, secret.kind) == (GAME, LINK)]
    return found[0].decode("ascii", "replace").split("\n") if found else []


async def _play(place: Place, number: int, session: Session, driver: Driver) -> int:
    """Play to the end, write the game file, and say how it ended."""
    session.play_on = place.player.hands != 1
    if provider_name() == "pure":
        await place.explain("timing", t(TIMED))
    place.begun(number)
    story, screen = Story(), place.screen(session.seat)
    if session.past and isinstance(screen, Recalling):
        screen.recall(Update(0, tuple(chain(*session.past)), session.view()))
    try:
        await sit(driver, screen, place.player, place.write, story, _watch(place, number))
    except BaseException:
        # Ctrl-C, a full disk: the file is written all the same, and whatever hinders that is not the news
        with suppress(LocalError, OSError), trio.move_on_after(FAREWELL, shield=True):
            await _write_file(place, number, session)
        raise
    await _write_file(place, number, session)
    return story.exit_code


def _watch(place: Place, number: int) -> Watch | None:
    """Whoever plays for themselves has noted what they are dealt."""
    return DealNotes(place.store, number, practice=place.practice).see if place.player.bot is None else None


def _kept_words(place: Place, game: int, session: Session) -> str:
    if session.table.ended:
        return _told(KEPT)
    if place.store.game(game).status == OPEN and kept_links(place, game):
        return f"{_told(GOES_ON)}\n  {command(f'resume {game}')}\n{_told(KEPT_SO_FAR)}"
    return _told(LEFT)


def _told(sentence: str) -> str:
    return "\n".join(wrapped(t(sentence)))


async def _write_file(place: Place, game: int, session: Session) -> None:
    """The game file into the store's folder, and to `place.file` as well; what can be written is told."""
    data, written, faults = place.store.export(game), list[Path](), list[LocalError]()
    own = place.store.folder / "games" / f"game-{game}.bura"
    for file in (place.file, own):
        if file is not None:
            try:
                # tried before the game; at the store's own place only the beginning of this game is written over
                if file is own:
                    written.append(keep_grown(own, data))
                else:
                    keep_game(file, data)
                    written.append(file)
            except LocalError as fault:
                faults.append(fault)
    if written:
        await place.tell(
            "game_file",
            f"{_kept_words(place, game, session)}\n  {command('verify')} {typed_path(written[0])}",
            {"file": str(written[0]), "files": list(map(str, written)), "head": session.table.head.hex()},
        )
    if faults:
        raise faults[0]
