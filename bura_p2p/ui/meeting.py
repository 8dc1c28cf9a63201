"""Two players meet: one hosts, one joins, and both sit down at a table that is played to its end.

Here: identity, door or dial, offer, session, driver, game file, in this order. Never: what a line looks like, the
arguments of a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import trio

from ..crypto.identity import Identity
from ..errors import LocalError, PeerError
from ..net.dial import dial
from ..net.driver import Driver, Leave
from ..net.faults import PeerLost
from ..net.invite import Invite
from ..net.link import Link, open_link
from ..net.listen import Arrival, Door, open_door
from ..net.nursery import background
from ..net.offer import await_offer, offer_table
from ..net.tls import make_certificate
from ..rules.builtin import check_name, is_known
from ..rules.options import changed_options
from ..rules.ruleset import Ruleset, decode_ruleset
from ..session.session import Session
from ..store import Store
from .card import rule_card
from .files import keep_free, keep_game
from .inert import wrapped
from .plain import Answer, Screen
from .sit import PATIENCE, Player, Story, Write, sit
from .words import rules_word, typed_path

SEATS: Final = 2
"""Seats of every table that this version meets for."""

OFFER_PATIENCE: Final = 30.0
"""Seconds that a guest waits for the host to say which table it offers."""

CONSENT: Final = "To play by these house rules type 'yes' within half a minute; 'quit' leaves."
"""What a guest is asked before it says hello by rules that do not ship."""

CONSENT_PATIENCE: Final = 25.0
"""Seconds for that answer: the host waits a little longer for the hello."""

FAREWELL: Final = 1.0
"""Seconds to say where the game file is, when the game has been broken off."""

LOOK_ROUND: Final = 0.5
"""Seconds between two looks whether waiting still makes sense."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where and as whom somebody plays.

    `screen` makes the screen for a seat; `phrase` puts a word for programs, a sentence for people and values into
    lines; `file` is where a copy of the game file goes, besides the one in the store's folder. `entropy` gives n
    fresh bytes, `clock` seconds since 1970.
    """

    store: Store
    name: str
    player: Player
    screen: Callable[[int], Screen]
    write: Write
    phrase: Callable[[str, str, dict[str, Any]], Iterable[str]]
    file: Path | None
    entropy: Callable[[int], bytes]
    clock: Callable[[], float]

    async def tell(self, word: str, sentence: str, values: dict[str, Any]) -> None:
        """Show something beside the game."""
        await self.write(self.phrase(word, sentence, values))

    def identity(self) -> Identity:
        """This player's signing key."""
        return self.store.identity(self.entropy)

    def certificate(self) -> tuple[bytes, bytes]:
        """The host's certificate and key in PEM, made on first use."""
        kept = self.store.certificate()
        if kept is None:
            kept = make_certificate()
            self.store.put_certificate(*kept)
        return kept


async def host_game(
    place: Place,
    ruleset: Ruleset,
    *,
    address: str | None,
    port: int,
    announce: Callable[[str], None],
    waiting: Callable[[], None] = lambda: None,
) -> int:
    """Wait for a guest and play; the exit code of the game.

    `announce` gets the invite; `waiting` is called now and then and may raise `LocalError` to end the wait.
    """
    identity = place.identity()
    async with open_door(
        identity, place.certificate(), entropy=place.entropy, clock=place.clock, host=address, port=port
    ) as door:
        invite = door.invite(await door.candidates())
        announce(invite.text())

        def look() -> None:
            waiting()
            if place.clock() >= invite.expires:
                raise LocalError("The invite has expired, and nobody came with it; 'bura host' makes a new one.")

        arrival = await _guest(door, look)
        async with open_link(arrival.stream, arrival.reader) as link:
            with _Sentences():
                await offer_table(link, seats=SEATS, ruleset=ruleset.canonical_bytes())
            return await _play(place, identity, link, 0, (identity.public, arrival.agreed.peer), ruleset)


async def _guest(door: Door, waiting: Callable[[], None]) -> Arrival:
    while True:
        with trio.move_on_after(LOOK_ROUND):
            return await door.guest()
        waiting()


async def join_game(place: Place, invite: Invite) -> int:
    """Dial the host of `invite` and play; the exit code of the game."""
    identity = place.identity()
    arrival = await dial(invite, identity, entropy=place.entropy)
    async with open_link(arrival.stream, arrival.reader) as link:
        ruleset = await _offered(place, link)
        await place.tell("offer", offer_text(ruleset), offer_values(ruleset))
        if not is_known(ruleset):
            await _ask(place, ruleset)
        return await _play(place, identity, link, 1, (arrival.agreed.peer, identity.public), ruleset)


def offer_text(ruleset: Ruleset) -> str:
    """What a host offers, in words, with the options that are not as they ship."""
    kind = f"a match to {ruleset.match_to}" if ruleset.match_to else "an open match"
    kind = "hands for chips" if ruleset.has_pot else kind
    if is_known(ruleset):
        told = f"The host offers {kind} by {rules_word(ruleset)}; 'rules' tells them."
    else:
        told = f"The host offers {kind} by {rules_word(ruleset)}, which do not ship with this program:"
    return "\n".join(wrapped(told, indent="  "))


def offer_values(ruleset: Ruleset) -> dict[str, Any]:
    """The same for programs; `house` is true for rules that do not ship, and `form` is then their canonical text."""
    house = not is_known(ruleset)
    return {
        "ruleset": ruleset.name,
        "match_to": ruleset.match_to,
        "points_shown": ruleset.points_shown,
        "options": changed_options(ruleset),
        "house": house,
    } | ({"form": ruleset.canonical_bytes().decode("ascii"), "card": rule_card(ruleset)} if house else {})


async def _ask(place: Place, ruleset: Ruleset) -> None:
    """Show house rules, and wait for a yes. Raises `LocalError` when the guest leaves, or says nothing in time."""
    if place.player.bot is not None:
        return
    card = "\n".join(rule_card(ruleset))
    await place.tell("house_rules", f"{card}\n{CONSENT}", {"sentence": CONSENT})
    with trio.move_on_after(CONSENT_PATIENCE):
        while True:
            line = await place.player.lines.next()
            match None if line is None else line.strip().lower():
                case "yes":
                    return
                case None | "quit" | "exit" | "q" | "no":
                    raise LocalError("You leave; no game has begun.")
                case _:
                    await place.tell("house_rules", CONSENT, {"sentence": CONSENT})
    raise LocalError("Nothing was answered in time; no game has begun.")


async def _offered(place: Place, link: Link) -> Ruleset:
    with _Sentences():
        try:
            async with background() as nursery:
                nursery.start_soon(_meanwhile, place)
                with trio.fail_after(OFFER_PATIENCE):
                    offer = await await_offer(link)
        except trio.TooSlowError:
            raise LocalError("The host is connected, but offers no game.") from None
        if offer.seats != SEATS:
            raise LocalError(f"The host offers a table for {offer.seats}; this version plays tables for two.")
        try:
            ruleset = decode_ruleset(offer.ruleset)
        except PeerError:
            raise LocalError("The host offers rules that this version does not know.") from None
        try:
            check_name(ruleset)
        except PeerError:
            raise LocalError(f"The host offers other rules than it says ('{ruleset.name}').") from None
        if not ruleset.seats_allowed(SEATS):
            raise LocalError("The host offers rules that are not for two.")
        return ruleset


async def _meanwhile(place: Place) -> None:
    """Before the offer: say what is waited for, answer what is typed. Raises `LocalError` when the guest leaves."""
    await trio.sleep(PATIENCE)
    if place.player.bot is not None:
        return
    await place.tell("connected", "Connected; waiting for the host's offer.", {})
    screen = place.screen(1)
    while True:
        line = await place.player.lines.next()
        answer = Answer(Leave()) if line is None else screen.typed(line)
        if isinstance(answer.command, Leave):
            raise LocalError("You leave; no game has begun.")
        await place.write(answer.lines)


class _Sentences:
    """Turns the end of a link, before a game has begun, into one sentence."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, PeerLost):
            raise LocalError(str(fault)) from None
        if isinstance(fault, PeerError):
            raise LocalError("The other side sent something that this program does not accept.") from None


async def _play(
    place: Place, identity: Identity, link: Link, seat: int, identities: Sequence[bytes], ruleset: Ruleset
) -> int:
    """Sit down, play to the end, write the game file, and say how it ended."""
    session = Session(
        seat=seat,
        identity=identity,
        identities=identities,
        ruleset=ruleset,
        name=place.name,
        entropy=place.entropy,
    )
    session.play_on = place.player.hands != 1
    names = [place.name if other == seat else "" for other in range(SEATS)]
    game = place.store.begin_game(
        seat=seat, ruleset=ruleset.name, identities=identities, names=names, started=place.clock()
    )
    driver = Driver(
        session=session, store=place.store, game=game, link=link, peer_seat=1 - seat, clock=place.clock
    )
    story = Story()
    try:
        await sit(driver, place.screen(seat), place.player, place.write, story)
    except BaseException:
        # Ctrl-C, a full disk: the file is written all the same, and whatever hinders that is not the news
        with suppress(LocalError, OSError), trio.move_on_after(FAREWELL, shield=True):
            await _write_file(place, game, session)
        raise
    await _write_file(place, game, session)
    return story.exit_code


async def _write_file(place: Place, game: int, session: Session) -> None:
    """The game file into the store's folder, and to `place.file` as well; what can be written is told."""
    data, written, faults = place.store.export(game), list[Path](), list[LocalError]()
    own = place.store.folder / "games" / f"game-{game}.bura"
    for file in (place.file, own):
        if file is not None:
            try:
                # tried before the game; and nobody's file at the store's own place is written over
                if file is own:
                    written.append(keep_free(own, data))
                else:
                    keep_game(file, data)
                    written.append(file)
            except LocalError as fault:
                faults.append(fault)
    if written:
        kept = "The game is kept" if session.table.ended else "The game is not finished; so far it is kept"
        await place.tell(
            "game_file",
            f"{kept}, and anybody can check it:\n  bura verify {typed_path(written[0])}",
            {"file": str(written[0]), "files": list(map(str, written)), "head": session.table.head.hex()},
        )
    if faults:
        raise faults[0]
