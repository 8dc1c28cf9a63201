"""The `bura` command: arguments in, exit codes out.

Here: commands, their options and the wiring of faces, network and store; one sentence for each fault. Never: how a
game is played, checked or shown.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import trio
from cyclopts import App, CycloptsError, Parameter

from . import bench as bench_tool
from . import demo as demo_tool
from .bots import BOTS, make_bot
from .errors import LocalError, PeerError
from .log.file import MalformedFile
from .rules.options import changed_options
from .store import InUse, Store
from .ui import console, replay, verdict
from .ui.arguments import UsageError, home_of, is_name, usage_sentence
from .ui.checking import FAILURE, reports
from .ui.cores import outcomes
from .ui.doctor import doctor
from .ui.faces import faces_for
from .ui.files import check_target, game_data, game_files, keep_free
from .ui.games_command import games_command
from .ui.inert import WIDTH, inert, quoted
from .ui.invites import invite_lines, invite_values
from .ui.joining import join_with
from .ui.luck_command import luck
from .ui.machine import MachineScreen, json_line
from .ui.meeting import host_game, join_game
from .ui.nearby import is_shown
from .ui.options import CALL_BACK, COMMON, REACH, TABLE, CallBack, Common, Reach, Switch, Table
from .ui.place import Place
from .ui.plain import PlainScreen, Screen
from .ui.practice import Partner
from .ui.reaching import Where
from .ui.resuming import choose_game, resume_game
from .ui.rules_command import rules_app
from .ui.signals import INTERRUPTED, asked_as_interrupted, at_once_when_stuck
from .ui.sit import Player
from .ui.stats_command import stats
from .ui.web.command import alone, table
from .verify import Verdict
from .wire.limits import MAX_NAME

USAGE: Final = 2
FAREWELL: Final = 1.0
"""Seconds to say that the program was interrupted; the terminal may be held up."""


app = App(
    name="bura",
    help="Bura between two people, without a server and without trust: play, check, replay.\n\n"
    "'bura' alone opens the table in the browser. In the terminal begin with 'bura play' (against a bot), or 'bura "
    "host' and 'bura join' (with a friend): lines, and typed moves.",
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
)
app.command(rules_app)
app.command(doctor)
app.command(games_command, name="games")
app.command(stats)
app.command(luck)
app.command(table)

# --- options ---------------------------------------------------------------------------------------------------

Invited = Annotated[str | None, Parameter(name="INVITE", allow_leading_hyphen=True)]
Lan = Annotated[bool, Parameter(name="--lan", negative="--no-lan")]
HiddenBot = Annotated[str | None, Parameter(name="--bot", show=False)]


def _name(common: Common, store: Store) -> str:
    """The name told to the other side: given now and remembered, or remembered, or none."""
    if common.name is None:
        kept = store.setting("name") or ""
        return kept if is_name(kept) else ""
    name = common.name.strip()
    if not is_name(name):
        raise UsageError(f"A name is one line of plain text, at most {MAX_NAME} bytes long.")
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
    bot = None if bot_name is None else make_bot(bot_name, os.urandom)
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
    if common.ui != "plain":
        raise UsageError(f"This version has no '{inert(common.ui, 20)}' face yet; use --ui plain.")
    if bot is not None and bot not in BOTS:
        raise UsageError(f"There is no bot called '{inert(bot, 32)}'; there are: {', '.join(BOTS)}.")
    _check_target(common.export)


def _check_target(file: Path | None) -> None:
    """Where a game file shall go, tried before the game rather than after it."""
    if file is not None:
        try:
            check_target(file)
        except LocalError as fault:
            raise UsageError(str(fault)) from None


def _announce(invite: str, *, json: bool) -> None:
    if json:
        console.write_lines([json_line(invite_values(invite))])
        return
    columns = shutil.get_terminal_size().columns if console.on_terminal() else 0
    console.write_lines(invite_lines(invite, columns, None if sys.stdout is None else sys.stdout.encoding))


# --- commands that play ----------------------------------------------------------------------------------------


@app.command
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
        Show this table, with your name and the rules, on the local network while it waits, and take three words
        there instead of the invite; as it is anyway, unless it waits on this computer's own address 127.0.0.1.
    """
    _check_player(common, bot)
    ruleset = table.ruleset(common.hands)
    where = reach.where()
    if lan and where.hidden:
        raise UsageError("--lan shows an address of this computer, which --listen with --onion keeps to itself.")
    with Store.open(home_of(common.home)) as store:
        place = _place(common, store, console.TypedLines.of_standard_input(), bot)
        announce = partial(_announce, json=common.json)
        hosting = partial(host_game, place, ruleset, where=where, announce=announce)
        return _meet(partial(hosting, nearby=is_shown(lan, where.address)))


@app.command
def join(
    invite: Invited = None,
    /,
    *,
    lan: Lan | None = None,
    back: CallBack = CALL_BACK,
    verbose: Annotated[bool, Parameter(name=["--verbose", "-v"], negative="")] = False,
    bot: HiddenBot = None,
    common: Common = COMMON,
) -> int:
    """Join a friend's game. 'bura join' alone lists the tables that are open on the local network, and asks for the
    number of one or for an invite, which may be broken over several lines.

    Parameters
    ----------
    invite
        The invite, a text that begins with BURA:; '-' reads it from standard input, unasked (for a pipe).
    lan
        Look for tables on the local network when no invite is given; as it is anyway, unless there is --socks.
    verbose
        Tell which address led to the host, or how far each of them came.
    """
    if invite not in (None, "-") and invite.startswith("-"):
        raise UsageError(f"Unknown option: {invite[:40]}.")
    _check_player(common, bot)
    where, proxy = back.where(), back.proxy()
    if lan and proxy is not None:
        raise UsageError("With --socks nobody is looked for on the local network; leave out --lan.")
    nearby = lan is not False and proxy is None
    with Store.open(home_of(common.home)) as store:
        lines = console.TypedLines.of_standard_input()
        place = _place(common, store, lines, bot)
        joining = partial(join_game, place, where=where, verbose=verbose or common.json, proxy=proxy)
        return _meet(partial(join_with, place, lines, invite, joining, json=common.json, nearby=nearby))


@app.command
def play(
    *,
    table: Table = TABLE,
    bot: Annotated[str, Parameter(help=f"The bot to play against: {', '.join(BOTS)}.")] = "greedy",
    common: Common = COMMON,
) -> int:
    """Practise against a bot: the same protocol, the same verifiable deal, over this computer's loopback.

    Ends with 0, or as 'bura verify' does: with 10 when the game stays unfinished.
    """
    _check_player(common, bot)
    ruleset = table.ruleset(common.hands)
    with Store.open(home_of(common.home)) as store, Partner(bot) as partner:
        place = replace(_place(common, store, console.TypedLines.of_standard_input()), practice=True)
        hosting = partial(host_game, place, ruleset, where=Where(address="127.0.0.1", port=0))
        return _meet(partial(hosting, announce=partner.invite, waiting=partner.look, returns=False))


@app.command
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
        Let the two sides find each other on the local network, where the host has another address by now; as it is
        anyway, unless the game is within this computer or through a proxy.
    moved
        The folder of this game store was moved or copied on purpose, and no other copy of it is in use.
    """
    _check_player(common, bot)
    where, proxy = reach.where(), CallBack(socks=socks).proxy()
    with Store.open(home_of(common.home)) as store:
        place = _place(common, store, console.TypedLines.of_standard_input(), bot)
        row = choose_game(place, game)
        announce = partial(_announce_again, json=common.json)
        resuming = partial(resume_game, place, row, where=where, announce=announce, trust=moved)
        return _meet(partial(resuming, proxy=proxy, lan=lan))


def _announce_again(invite: str, *, json: bool) -> None:
    if not json:
        console.write_lines(["Waiting for the other side. If it does not come by itself, send it this invite:"])
    _announce(invite, json=json)


def _meet(game: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a game. Ctrl-C waits until the player's own task is idle: inside a task of the link it would break that."""

    async def main() -> int:
        with at_once_when_stuck():
            return await game()

    return trio.run(main, restrict_keyboard_interrupt_to_checkpoints=True)


# --- commands that look ----------------------------------------------------------------------------------------


@app.command
def demo(
    *,
    table: Table = TABLE,
    hands: int | None = None,
    out: Path | None = None,
    json: Switch = False,
) -> int:
    """Two processes play by themselves over the real transport; both game files are verified.

    Parameters
    ----------
    hands
        Play so many hands, rather than a match; where the rules have no match, 5 if nothing is said.
    out
        The folder for both game files; else a new one.
    """
    ruleset = table.ruleset(hands)
    if hands is None and table.match is None and not ruleset.match_to:
        hands = demo_tool.HANDS
    for file in [] if out is None else demo_tool.game_paths(out):
        _check_target(file)
    tell = partial(demo_tool.run_demo, reason_words=verdict.reason_words, keep=keep_free)
    options = [f"{name}={value}" for name, value in changed_options(ruleset).items() if name != "match_to"]
    return tell(ruleset=ruleset.name, options=options, hands=hands, match=ruleset.match_to, out=out, json=json)


@app.command
def verify(files: Annotated[list[Path], Parameter(name="FILE", negative="")], /, *, json: Switch = False) -> int:
    """Check game files, finished or broken off, as a stranger; a folder stands for the .bura files in it and below.

    Both sides' files of one game are judged together. Many files are checked on all cores.

    The exit code is the highest of all files:
    0 fair, 10 open or forked, 20 and 21 somebody broke the protocol, 22 void, 30 not readable, 40 too new.
    """
    worst = 0
    for path, report in reports(game_files(files), quiet=json):
        if isinstance(report, LocalError):
            worst = max(worst, _complained(FAILURE, str(report)))
            continue
        worst = max(worst, report.exit_code)
        if json:
            console.write_lines([json_line(verdict.report_json(report, str(path)))])
        else:
            console.write_lines([verdict.report_text(report, str(path))])
    return worst


@app.command(name="replay")
def replay_command(file: Path, /, *, json: Switch = False) -> int:
    """Write a game down from its file, hand by hand and trick by trick.

    A numbered line is a trick, with what was said before its lead.

    '-' is what was said when no lead followed, '=' the end of a hand, '#' a remark.

    What stays closed is only counted: 'give 1 closed'.

    A player without a plain name is called by the seat: seat0, seat1 and so on.

    Programs read this text as it is (README.md, "Notation").
    """
    data = game_data(file)
    try:
        if json:
            console.write_lines(map(json_line, replay.replay_json(data)))
        else:
            console.write_lines([replay.replay_text(data)])
    except (MalformedFile, PeerError) as fault:
        console.complain(f"{quoted(file)} is not a readable game file: {inert(str(fault)).rstrip('.')}.")
        return Verdict.MALFORMED.exit_code
    return 0


@app.command
def bench(*, json: Switch = False) -> int:
    """Measure what the mathematics of a hand costs on this computer."""
    return bench_tool.run_bench(json=json, check_files=outcomes)


# --- from arguments to an exit code ----------------------------------------------------------------------------


def run(arguments: Sequence[str]) -> int:
    """Run the command; the exit code (0 done, 1 failure, 2 usage, 130 interrupted, else as the command says)."""
    console.forgiving_output()
    with asked_as_interrupted():
        code = _run(arguments or alone())
    console.settle_output()
    return code


def _run(arguments: Sequence[str]) -> int:
    try:
        result = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except BaseExceptionGroup as group:
        return _failed(_first(group))
    except (CycloptsError, LocalError, OSError, KeyboardInterrupt) as fault:
        return _failed(fault)
    return result if isinstance(result, int) else 0


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one fault in a group that says most: Ctrl-C, else the first."""
    told: BaseException = group.subgroup(KeyboardInterrupt) or group
    while isinstance(told, BaseExceptionGroup):
        told = told.exceptions[0]
    return told


def _failed(fault: BaseException) -> int:
    """The exit code of a fault, told in one sentence; one that is nobody's but ours is raised."""
    match fault:
        case KeyboardInterrupt():
            return _complained(INTERRUPTED, "Interrupted.", FAREWELL)
        case UsageError() | CycloptsError():
            return _complained(USAGE, usage_sentence(fault) if isinstance(fault, CycloptsError) else str(fault))
        case InUse():
            return _complained(FAILURE, f"{str(fault).rstrip('.')}, or give another folder with --home.")
        case LocalError():
            return _complained(FAILURE, str(fault))
        case BrokenPipeError():
            return FAILURE
        case OSError():
            where = "The system" if fault.filename is None else quoted(fault.filename)
            return _complained(FAILURE, f"{where}: {fault.strerror or fault}.")
    raise fault


def _complained(code: int, sentence: str, patience: float | None = None) -> int:
    console.complain(f"bura: {inert(sentence, 600)}", patience)
    return code
