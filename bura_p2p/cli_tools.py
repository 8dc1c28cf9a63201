"""The commands that measure and show: `demo`, `arena`, `bench`.

Here: their options, and what the tools borrow from the faces. Never: the tools themselves.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from . import bench as bench_tool
from . import demo as demo_tool
from .arena.command import arena as run_arena
from .rules.options import changed_options
from .ui import console, verdict
from .ui.cores import outcomes
from .ui.files import keep_free
from .ui.inert import wrapped
from .ui.options import TABLE, Json, Switch, Table
from .ui.play_command import usable_target
from .ui.started import program
from .ui.tongue import local, tn


def demo(
    *,
    table: Table = TABLE,
    hands: int | None = None,
    out: Path | None = None,
    json: Json = False,
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
        usable_target(file)
    tell = partial(demo_tool.run_demo, reason_words=verdict.reason_words, keep=keep_free, say=_say, called=program())
    options = [f"{name}={value}" for name, value in changed_options(ruleset).items() if name != "match_to"]
    return tell(ruleset=ruleset.name, options=options, hands=hands, match=ruleset.match_to, out=out, json=json)


def _say(one: str, many: str = "", n: int = 1) -> str:
    return tn(one, many, n) if many else "\n".join(_fit(local(one)))


def _fit(line: str) -> list[str]:
    """A line as a terminal has room for it; whole where it is no terminal."""
    return wrapped(line, indent="    ", whole=True) if console.on_terminal() else [line]


_BOT: Final = "A bot that ships, by its name, or one of your own, as MODULE:CLASS."


def arena(
    first: Annotated[str, Parameter(name="BOT", help=_BOT)],
    second: Annotated[str, Parameter(name="BOT", help=_BOT)],
    /,
    *,
    hands: int = 200,
    rules: str = "georgian",
    seconds: float = 0.1,
    worlds: int | None = None,
    jobs: int | None = None,
    json: Json = False,
) -> int:
    """Let two bots play many hands, on the rules alone: who wins more of them, and more by them.

    Each deal is played twice, the two changing seats. Intervals hold in 95 of 100 such measurements.

    Parameters
    ----------
    hands
        How many hands, an even number.
    rules
        The rules by name; 'bura rules list' tells them.
    seconds
        How long a bot may think of a move, in seconds of a processor; those that need no time take none.
    worlds
        Instead of seconds: how many imagined hands a bot may think of, so that the same bots play the same again.
    jobs
        How many processes share the work; as many as there are cores if nothing is said.
    """
    return run_arena(
        first, second, hands=hands, rules=rules, seconds=seconds, worlds=worlds, jobs=jobs, json=json, say=local,
        fit=_fit,
    )


def bench(*, quick: Switch = False, json: Json = False) -> int:
    """Measure what the mathematics of a hand costs on this computer.

    Parameters
    ----------
    quick
        Measure less often, for rough figures in about half a minute.
    """
    return bench_tool.run_bench(json=json, quick=quick, check_files=outcomes, say=local)
