"""The commands that play: `host`, `join`, `play`, `resume`.

Here: their options, and the wiring of faces, network and store. Never: how a game is played or shown, other commands.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import trio
from cyclopts import Parameter

from ..bots import BOTS, DEFAULT_BOT, OwnBot, Thought, check_bot, make_bot
from ..errors import LocalError
from ..net.words import read_words
from ..rules.options import changed_options
from ..rules.ruleset import Ruleset
from ..store import Store
from ..wire.limits import MAX_NAME
from . import console
from .arguments import UsageError, home_of, is_name
from .faces import faces_for
from .files import check_target
from .inert import WIDTH, inert
from .invites import invite_lines, invite_values
from .joining import NOT_LOOKED, Joining, join_with, must_type, with_input, with_moves
from .kept import speak_as_kept
from .machine import MachineScreen, json_line
from .meeting import host_game, join_game
from .nearby import is_shown
from .options import CALL_BACK, COMMON, REACH, TABLE, CallBack, Common, Reach, Switch, Table
from .output import complain
from .place import Place
from .plain import PlainScreen, Screen
from .practice import FIRST, LEASH, Partner, attended
from .reaching import Where
from .resuming import choose_game, resume_game
from .signals import at_once_when_stuck
from .sit import Player
from .three_words import at_address, looks_like_words
from .tongue import local, t
from .tui.command import NO_TERMINAL, open_terminal
from .tui.terminal import has_terminal
from .web.command import open_table

PLAIN: Final = "plain"
WEB: Final = "web"
TUI: Final = "tui"
"""The faces: lines in the terminal, the table in the browser, the table in the terminal."""

Invited = Annotated[str | None, Parameter(name="INVITE", allow_leading_hyphen=True)]
Lan = Annotated[bool, Parameter(name="--lan", negative="--no-lan")]
THINKING: Final = 0.5
"""Seconds that a bot may think of a move."""

Words = Annotated[str, Parameter(show=False)]
"""The second and the third of a host's three words, where they are typed without quotes."""

HiddenBot = Annotated[str | None, Parameter(name="--bot", show=False)]
_AGAINST: Final = f"The bot to play against: {', '.join(BOTS)}; or one of your own, as MODULE:CLASS."
Leash = Annotated[bool, Parameter(name=LEASH, negative="", show=False)]
First = Annotated[Literal[0, 1] | None, Parameter(name=FIRST, show=False)]


def _name(common: Common, store: Store) -> str:
    """The name told to the other side: given now and remembered, or remembered, or none."""
    if common.name is None:
        kept = store.setting("name") or ""
        return kept if is_name(kept) else ""
    name = common.name.strip()
    if not is_name(name):
        raise UsageError(t("A name is one line of plain text, at most {most} bytes long.", most=MAX_NAME))
    store.put_setting("name", name)
    return name


# --- faces -----------------------------------------------------------------------------------------------------


def _screen(common: Common) -> Callable[[int], Screen]:
    if common.json:
        return MachineScreen
    encoding = None if sys.stdout is None else sys.stdout.encoding
    faces = faces_for("ascii" if os.environ.get("TERM") == "dumb" else encoding)
    columns = shutil.get_terminal_size().columns if console.on_terminal() else WIDTH
    return lambda seat: PlainScreen(seat, faces, columns)


def _phrase(word: str, sentence: str, values: dict[str, Any], *, json: bool) -> list[str]:
    """Something beside the game: an object for programs, a sentence for people."""
    return [json_line({"event": word} | values) if json else sentence]


def _place(common: Common, store: Store, lines: console.Lines, bot_name: str | None = None) -> Place:
    speak_as_kept(store)
    bot = None if bot_name is None else make_bot(bot_name, os.urandom, Thought.of(THINKING, time.monotonic))
    return Place(
        store=store,
        name=_name(common, store),
        player=Player(lines, bot, common.hands),
        screen=_screen(common),
        write=console.Printer().write,
        phrase=partial(_phrase, json=common.json),
        file=common.export,
        entropy=os.urandom,
        clock=time.time,
    )


def _check_player(common: Common, bot: str | None) -> None:
    if common.ui not in (PLAIN, WEB, TUI):
        raise UsageError(t("There is no '{ui}' face; use --ui plain, --ui tui or --ui web.", ui=inert(common.ui, 20)))
    if common.ui != PLAIN and (common.json or common.export is not None or bot is not None):
        raise UsageError(t(
            "--ui {ui} is for a person at a table; leave out --json, --export and --bot.",
            ui=common.ui,
        ))
    if bot is not None:
        _check_bot(bot)
    usable_target(common.export)


def _check_bot(bot: str) -> None:
    try:
        check_bot(bot)
    except LocalError as fault:
        raise UsageError(local(str(fault))) from None


def usable_target(file: Path | None) -> None:
    """Where a game file shall go, tried before the game rather than after it."""
    if file is not None:
        try:
            check_target(file)
        except LocalError as fault:
            raise UsageError(local(str(fault))) from None


def _has_table(common: Common) -> bool:
    """Whether a table is drawn, in a browser or a terminal; where the terminal is none for that, it is lines."""
    if common.ui == TUI and not has_terminal():
        complain(t("{reason}; here are lines instead.", reason=t(NO_TERMINAL)))
        return False
    return common.ui != PLAIN


def _at_table(common: Common, where: Where, do: str, **values: Any) -> int:
    """The same at a table that is drawn: a command of it, given at once."""
    first = {"do": do} | {name: value for name, value in values.items() if value is not None}
    open_it = open_terminal if common.ui == TUI else open_table
    return open_it(home=common.home, name=common.name, where=where, first=first)


def _table_values(table: Table, ruleset: Ruleset) -> dict[str, Any]:
    """The same table as a command of the lobby says it."""
    options = {name: value for name, value in changed_options(ruleset).items() if name != "match_to"}
    return {"rules": ruleset.name, "options": options, "match": table.match}


def _announce(invite: str, *, json: bool, again: bool = False) -> None:
    if json:
        console.write_lines([json_line(invite_values(invite))])
        return
    columns = shutil.get_terminal_size().columns if console.on_terminal() else 0
    encoding = None if sys.stdout is None else sys.stdout.encoding
    console.write_lines(invite_lines(invite, columns, encoding, again=again))


# --- commands that play ----------------------------------------------------------------------------------------


def host(
    *,
    table: Table = TABLE,
    reach: Reach = REACH,
    lan: Lan | None = None,
    bot: HiddenBot = None,
    common: Common = COMMON,
) -> int:
    """Wait for a friend; prints a message for them with the invite, the invite as a QR code, and three words that do
    on the same network.

    Ends with 0, or as 'bura verify' does: with 10 when the game stays unfinished.

    Parameters
    ----------
    lan
        Show this table, with your name and the rules, on the local network, where three words do instead of the
        invite. It is shown if nothing is said, but not on 127.0.0.1.
    """
    _check_player(common, bot)
    ruleset = table.ruleset(common.hands)
    where = reach.where()
    if lan and where.hidden:
        raise UsageError(t("--lan shows an address of this computer, which --listen with --onion keeps to itself."))
    if _has_table(common):
        return _at_table(common, where, "host", lan=lan, **_table_values(table, ruleset))
    with Store.open(home_of(common.home)) as store:
        lines = console.TypedLines.of_standard_input()
        place = _place(common, store, lines, bot)
        announce = partial(_announce, json=common.json)
        hosting = partial(host_game, place, ruleset, where=where, announce=announce)
        return _meet(partial(hosting, nearby=is_shown(lan, where.address)), place, lines if bot is None else None)


def join(
    invite: Invited = None,
    /,
    *more: Words,
    lan: Lan | None = None,
    back: CallBack = CALL_BACK,
    verbose: Annotated[bool, Parameter(name=["--verbose", "-v"], negative="")] = False,
    bot: HiddenBot = None,
    leash: Leash = False,
    first_leader: First = None,
    common: Common = COMMON,
) -> int:
    """Join a friend's game. 'bura join' alone lists the tables that are open on the local network, and asks for the
    number of one or for an invite, which may be broken over several lines.

    Parameters
    ----------
    invite
        The invite, a text that begins with BURA:; '-' reads it from standard input, unasked (for a pipe). Or the
        three words that a host on the same network shows, or its address and those.
    lan
        Look for tables on the local network where no invite is given. That is done if nothing is said, but not with
        --socks.
    verbose
        Tell which address led to the host, or how far each of them came.
    """
    if invite not in (None, "-") and invite.startswith("-"):
        raise UsageError(t("Unknown option: {option}.", option=invite[:40]))
    invite = _one_text(invite, *more)
    _check_player(common, bot)
    where, proxy = back.where(), back.proxy()
    if lan and proxy is not None:
        raise UsageError(t("With --socks nobody is looked for on the local network; leave out --lan."))
    nearby = lan is not False and proxy is None
    if _has_table(common):
        if where is None or invite == "-":
            raise UsageError(t(
                "--ui {ui} goes through no proxy, and reads no invite from standard input.",
                ui=common.ui,
            ))
        return _at_table(common, where, **join_command(invite, nearby=nearby))
    with Store.open(home_of(common.home)) as store:
        lines = console.TypedLines.of_standard_input()
        place = _place(common, store, lines, bot)
        told = verbose or common.json
        joining: Joining = partial(
            join_game, place, where=where, verbose=told, proxy=proxy, first_leader=first_leader
        )
        if leash:
            joining = partial(attended, lines, joining)
        elif bot is None and invite in (None, "-"):
            joining = partial(with_moves, lines, not common.json, joining)
        elif bot is None:
            joining = partial(with_input, lines, joining)
        return _meet(partial(join_with, place, lines, invite, joining, json=common.json, nearby=nearby), place)


def join_command(invite: str | None, *, nearby: bool) -> dict[str, Any]:
    """What `join` is as a command of the lobby. Raises `UsageError` for three words where nobody looks for a table,
    and `LocalError` for words that no host shows.
    """
    if invite is None:
        return {"do": "look"}
    known = at_address(invite)
    if known is None and not looks_like_words(invite):
        return {"do": "join", "invite": invite}
    if not nearby:
        raise UsageError(t(NOT_LOOKED))
    address, words = known or (None, invite)
    return {"do": "join_nearby", "words": " ".join(read_words(words))} | ({"address": address} if address else {})


def _one_text(invite: str | None, *more: str) -> str | None:
    """The invite, or three words that were typed as three arguments, with the host's address before them where it is
    given. Raises `UsageError` for anything else, of which nothing is said but how many words it has: an invite among
    them is a secret.
    """
    if invite is None or not more:
        return invite
    text = " ".join([invite, *more])
    if not (len(more) == 2 and looks_like_words(text)) and at_address(text) is None:
        raise UsageError(t(
            "'{bura_join}' takes one invite, or a host's three words, perhaps behind its address, and nothing else; "
            "these are {n} words, and not such three.",
            n=len(more) + 1,
        ))
    return text


def play(
    *,
    table: Table = TABLE,
    bot: Annotated[str, Parameter(help=_AGAINST)] = DEFAULT_BOT,
    common: Common = COMMON,
) -> int:
    """Practise against a bot: the same protocol, the same verifiable deal, over this computer's loopback.

    Ends with 0, or as 'bura verify' does: with 10 when the game stays unfinished.
    """
    _check_bot(bot)
    _check_player(common, None)
    ruleset = table.ruleset(common.hands)
    if _has_table(common):
        return _at_table(common, REACH.where(), "practise", bot=bot, **_table_values(table, ruleset))
    with Store.open(home_of(common.home)) as store, Partner(bot) as partner:
        lines = console.TypedLines.of_standard_input()
        place = replace(_place(common, store, lines), practice=True)
        here = Where(address="127.0.0.1", port=0)
        hosting = partial(host_game, place, ruleset, where=here, announce=partner.invite)
        code = _meet(partial(hosting, waiting=partner.look, returns=False), place, lines)
    for line in partner.complaint.splitlines():
        complain(inert(line, 600))
    return code


def resume(
    game: int | None = None,
    /,
    *,
    reach: Reach = REACH,
    socks: str | None = None,
    lan: Lan | None = None,
    moved: Switch = False,
    bot: HiddenBot = None,
    common: Common = COMMON,
) -> int:
    """Go on with a game that was broken off; both sides do this, in any order. The host waits where it waited before.

    Parameters
    ----------
    game
        The number of the game, as 'bura games' shows it; not needed where only one is open.
    socks
        HOST:PORT of the SOCKS5 proxy through which you go to the host, if it is another than before.
    lan
        Let both sides find each other on the local network if the host has another address by now. That is done if
        nothing is said, but not within one computer or through a proxy.
    moved
        Say that this folder of games was moved or copied on purpose, and that no other copy of it is in use.
    """
    _check_player(common, bot)
    where, proxy = reach.where(), CallBack(socks=socks).proxy()
    if _has_table(common):
        if game is None or proxy is not None:
            raise UsageError(t(
                "--ui {ui} takes the number of a game, as '{bura_games}' shows it, and no proxy.",
                ui=common.ui,
            ))
        return _at_table(common, where, "resume", game=game, moved=moved)
    with Store.open(home_of(common.home)) as store:
        lines = console.TypedLines.of_standard_input()
        place = _place(common, store, lines, bot)
        row = choose_game(place, game)
        announce = partial(_announce_again, json=common.json)
        resuming = partial(resume_game, place, row, where=where, announce=announce, trust=moved)
        return _meet(partial(resuming, proxy=proxy, lan=lan), place, lines if bot is None else None)


def _announce_again(invite: str, *, json: bool) -> None:
    _announce(invite, json=json, again=True)


def _meet(
    game: Callable[[], Coroutine[Any, Any, int]], place: Place, lines: console.TypedLines | None = None
) -> int:
    """Run a game, and say afterwards what went wrong with a bot of one's own. `lines`: those in which something will
    have to be typed; before anything is opened, or asked of a router, they are looked at whether that can be.

    Ctrl-C waits until the player's own task is idle: inside a task of the link it would break that.
    """

    async def main() -> int:
        with at_once_when_stuck():
            if lines is not None:
                await must_type(lines)
            return await game()

    try:
        return trio.run(main, restrict_keyboard_interrupt_to_checkpoints=True)
    finally:
        bot = place.player.bot
        fault = bot.complaint() if isinstance(bot, OwnBot) else None
        if fault is not None:
            complain(f"bura: {inert(fault, 600)}")
