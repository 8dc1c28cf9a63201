"""`bura conformance`: its commands, their options, and how a run is told.

Here: arguments in, results out, exit codes. Never: a case, or a judgement.
"""

from __future__ import annotations

import fnmatch
import json as json_module
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeVar

import trio
from cyclopts import App, Parameter

from ...errors import LocalError
from ...net.auth import Role
from ...rules.builtin import find_ruleset
from .cases import described
from .line import FAULTS
from .live import live_cases, run_live
from .meeting import LONG, UnderTest
from .pair import run_pair
from .protocol_folder import Vector, find_protocol, games_in, vectors, with_their_table
from .reports import json_text, lines_of, summary_of, write_junit
from .results import Outcome, Result, Run
from .shim import serve
from .vectors import as_vectors, run_vectors

conformance_app: Final = App(
    name="conformance",
    help="Put another client or verifier to the test: vectors and games through a shim, a live peer that can lie, "
    "two clients over a faulty line. protocol/README.md of the specification tells all of it.",
    help_format="plaintext",
)

Switch = Annotated[bool, Parameter(negative="")]

T = TypeVar("T")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Options:
    """Options of every run.

    Parameters
    ----------
    case
        Only the cases whose id fits one of these patterns, such as 'deck-*,honest-*'.
    strict
        Count also what only should be, and what is right but not said as it should be.
    number
        The number from which our side's keys, cards and moves are drawn; the same number draws the same.
    timeout
        Seconds to wait for one word of the other program, or for its end.
    json
        For programs: one JSON object.
    junit
        Write the results here as JUnit XML as well.
    keep
        Keep what the programs wrote, game files included, in this folder, one folder a case.
    """

    case: str = "*"
    strict: Switch = False
    number: int = 0
    timeout: float = 20.0
    json: Switch = False
    junit: Path | None = None
    keep: Path | None = None


OPTIONS: Final = Options()

USUAL: Final = "georgian,classic"
"""The rules that a client claims when nothing is said."""


def chosen(options: Options, items: Sequence[T], name: Callable[[T], str]) -> list[T]:
    """The items that `--case` names. Raises LocalError where there are none."""
    if not 0 < options.timeout < LONG:  # nor is it no number
        raise LocalError("--timeout takes a number of seconds above zero, and below a day.")
    patterns = [pattern.strip() for pattern in options.case.split(",")]
    found = [item for item in items if any(fnmatch.fnmatchcase(name(item), pattern) for pattern in patterns)]
    if not found:
        begin = ", ".join(sorted({re.split("[-/]", name(item))[0] for item in items}))
        raise LocalError(f"No case fits this pattern; these cases begin with {begin}.")
    return found


@contextmanager
def folder_for(options: Options) -> Iterator[Path]:
    """Where the programs' output goes: kept where that was asked for. Raises LocalError."""
    if options.keep is None:
        with tempfile.TemporaryDirectory(prefix="bura-conformance-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
        return
    try:
        options.keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LocalError(f"The folder {options.keep} cannot be made: {error.strerror or error}.") from None
    yield options.keep.resolve()


def conduct(
    what: str,
    again: Sequence[str],
    options: Options,
    play: Callable[[Path, Callable[[Result], None]], Awaitable[None]],
) -> int:
    """Run, tell every result as it comes, then the sum; the exit code. `again`: the command's own words."""
    usual = ("--number", options.number, OPTIONS.number), ("--timeout", options.timeout, OPTIONS.timeout)
    more = [word for name, value, least in usual if value != least for word in (name, str(value))]
    run = Run(what, options.number, options.strict, again=("bura", "conformance", what, *again, *more))

    def tell(result: Result) -> None:
        run.results.append(result)
        usual = result.outcome in (Outcome.PASS, Outcome.UNSUPPORTED) and what in ("vectors", "replay")
        if not options.json and not usual:
            _write("\n".join(lines_of(run, result)))

    with folder_for(options) as folder:
        trio.run(play, folder, tell, restrict_keyboard_interrupt_to_checkpoints=True)
    if options.junit is not None:
        write_junit(run, options.junit)
    _write(json_text(run) if options.json else summary_of(run))
    return run.exit_code


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


# --- live --------------------------------------------------------------------------------------------------


@conformance_app.command(name="list")
def list_cases(*, case: str = "*", json: Switch = False) -> int:
    """The cases of the live peer: for which class, what they demand, by which requirements of spec.md.

    Parameters
    ----------
    case
        Only the cases whose id fits one of these patterns.
    json
        For programs: one JSON object a line.
    """
    found = chosen(Options(case=case), live_cases(), lambda each: each.id)
    for each in found:
        told = described(each)
        if json:
            _write(json_module.dumps(told, ensure_ascii=True))
        else:
            marks = ", ".join(["+".join(told["classes"]), each.level, " ".join(each.requirements)])
            _write(f"{each.id}  [{marks}]  {each.expect}: {each.about}")
    if not json:
        _write(f"{len(found)} {'case' if len(found) == 1 else 'cases'}")
    return 0


Rules = Annotated[str, Parameter(name="--rules")]


@conformance_app.command(name="as-host")
def run_as_host(*, testee: str, rules: Rules = USUAL, jobs: int = 1, options: Options = OPTIONS) -> int:
    """Be the host of a guest under test: play with it, and lie to it.

    Parameters
    ----------
    testee
        The command that starts it and lets it play by itself. '{invite}' stands for the invite, '{out}' for the file
        where it writes its game, '{home}' for a new folder of its own.
    rules
        What it claims to play, by name, with commas; 'all' for whatever the cases take.
    jobs
        Play so many cases at a time.
    """
    return _live(Role.GUEST, testee, rules, jobs, options)


@conformance_app.command(name="as-guest")
def run_as_guest(*, testee: str, rules: Rules = USUAL, jobs: int = 1, options: Options = OPTIONS) -> int:
    """Be the guest of a host under test: play with it, and lie to it.

    Parameters
    ----------
    testee
        The command that starts it, prints an invite and lets it play by itself. '{rules}' stands for the name of the
        rules to be played, '{options}' for '--option NAME=VALUE' as often as needed ('{options:--set}' for '--set
        NAME=VALUE'), the points of a match among them (match_to), '{match}' for these alone, 0 for none; a command
        that leaves them out is not asked for what needs them. '{out}' and '{home}' as for as-host.
    rules
        What it claims to play, by name, with commas; 'all' for whatever the cases take.
    jobs
        Play so many cases at a time.
    """
    return _live(Role.HOST, testee, rules, jobs, options)


def _live(role: Role, command: str, rules: str, jobs: int, options: Options) -> int:
    names = frozenset(name.strip() for name in rules.split(",") if name.strip())
    plays = frozenset[str]() if names == {"all"} else names
    if role is Role.GUEST and "{invite}" not in command:
        raise LocalError("The command of a guest has the word {invite}, where its invite goes.")
    if jobs < 1:
        raise LocalError("--jobs takes a number from 1.")
    under_test = UnderTest(command=command, role=role, plays=plays, patience=options.timeout)
    cases = chosen(options, live_cases(role), lambda each: each.id)

    async def play(folder: Path, tell: Callable[[Result], None]) -> None:
        keep = options.keep is not None
        await run_live(
            under_test, cases, number=options.number, folder=folder, keep=keep, jobs=jobs, tell=tell
        )

    what = "as-host" if role is Role.GUEST else "as-guest"
    return conduct(what, ["--testee", command, "--rules", rules], options, play)


@conformance_app.command(name="pair")
def run_pairs(*, host: str, guest: str, rules: Rules = "georgian", options: Options = OPTIONS) -> int:
    """Let two programs play each other over a line that delays, cuts into pieces, merges and breaks off: both must
    end with the same fair game.

    Parameters
    ----------
    host
        The command of the host, as for as-guest; it must play a game that ends, and has '{out}'.
    guest
        The command of the guest, as for as-host, with '{out}'.
    rules
        The name of the rules, for '{rules}' in the host's command.
    """
    if "{out}" not in host or "{out}" not in guest or "{invite}" not in guest:
        raise LocalError("Both commands have the word {out}, where the game file goes, and the guest's {invite}.")
    lines, ruleset = chosen(options, FAULTS, lambda fault: fault.id), find_ruleset(rules)

    async def play(folder: Path, tell: Callable[[Result], None]) -> None:
        await run_pair(
            host, guest, lines, ruleset,
            number=options.number, folder=folder, patience=options.timeout, tell=tell,
        )  # fmt: skip

    return conduct("pair", ["--host", host, "--guest", guest, "--rules", rules], options, play)


# --- through a shim ----------------------------------------------------------------------------------------


@conformance_app.command(name="vectors")
def run_static(*, shim: str, protocol: Path | None = None, options: Options = OPTIONS) -> int:
    """Put every test of protocol/vectors, and every game of protocol/games, to a program that answers JSON lines.

    Parameters
    ----------
    shim
        The command that starts it.
    protocol
        The folder 'protocol' of the specification; else the one beside this program or in the current folder.
    """
    where = find_protocol(protocol)
    tests = [*vectors(where), *as_vectors(games_in(where / "games"))]
    asked = with_their_table(tests, chosen(options, tests, lambda test: test.id))
    play = partial(_through_shim, shim, asked, options.timeout)
    return conduct("vectors", ["--shim", shim, "--protocol", str(where)], options, play)


@conformance_app.command(name="replay")
def run_replay(path: Path, /, *, shim: str, options: Options = OPTIONS) -> int:
    """Let a verifier judge a game file, or every game of a folder: by the verdict written beside it, else by ours.

    Parameters
    ----------
    path
        A .bura file, a .json that describes one as in protocol/games, or a folder of both.
    shim
        The command of a program that answers JSON lines.
    """
    asked = chosen(options, as_vectors(games_in(path)), lambda test: test.id)
    play = partial(_through_shim, shim, asked, options.timeout)
    return conduct("replay", [str(path), "--shim", shim], options, play)


async def _through_shim(
    command: str, tests: Sequence[Vector], patience: float, folder: Path, tell: Callable[[Result], None]
) -> None:
    await run_vectors(command, tests, folder=folder, patience=patience, tell=tell)


@conformance_app.command(name="shim")
def run_shim() -> int:
    """Answer as a shim, for whoever tests this program: a JSON object a line, until the input ends."""
    serve(sys.stdin, sys.stdout)
    return 0
