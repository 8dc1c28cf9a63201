"""The commands that measure and show: `demo`, `bench`.

Here: their options, and what the tools borrow from the faces. Never: the tools themselves.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from . import bench as bench_tool
from . import demo as demo_tool
from .rules.options import changed_options
from .ui import verdict
from .ui.cores import outcomes
from .ui.files import keep_free
from .ui.options import TABLE, Switch, Table
from .ui.play_command import usable_target


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
        usable_target(file)
    tell = partial(demo_tool.run_demo, reason_words=verdict.reason_words, keep=keep_free)
    options = [f"{name}={value}" for name, value in changed_options(ruleset).items() if name != "match_to"]
    return tell(ruleset=ruleset.name, options=options, hands=hands, match=ruleset.match_to, out=out, json=json)


def bench(*, json: Switch = False) -> int:
    """Measure what the mathematics of a hand costs on this computer."""
    return bench_tool.run_bench(json=json, check_files=outcomes)
