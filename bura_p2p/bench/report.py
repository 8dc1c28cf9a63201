"""The benchmark as people and programs read it.

Here: which figures there are, their targets, text and JSON. Never: how a figure is measured.
"""

from __future__ import annotations

import json as json_text
import platform
import sys
from collections.abc import Callable, Mapping
from statistics import mean
from typing import Any, Final

from ..crypto.group import provider_name
from ..crypto.identity import pae
from ..errors import LocalError
from ..log.entry import MEDIA_TYPE
from ..log.file import read_game
from ..rules.builtin import find_ruleset
from ..sentences import N_, Sentence
from ..table.events import Dealt, HandOver
from ..verify import Verdict, verify_file
from .bare import Call
from .engine import engine_figures, engine_text
from .files import CheckFiles, files_figures, files_text
from .mathematics import pieces
from .play import Play, any_action, whole_hand, whole_hands
from .timing import CLOCK, Cost, Meter, measure

REPETITIONS: Final = 15
RANDOM_HANDS: Final = 8
"""Hands of random legal play in which messages are counted."""

TARGETS: Final[Mapping[str, float]] = {
    "shuffle36.prove_ratio": 1.3,
    "shuffle36.verify_ratio": 1.3,
    "hand.check_ratio": 1.5,
    "hand36.check_ratio": 1.4,
    "files.two_cores_ratio": 0.6,
    "hand.bytes": 45_000,
    "hand.messages_per_action": 1,
}
"""Figures that should not be exceeded."""


Say = Callable[[str], str]
"""Puts a sentence into the reader's language."""

_BEGUN: Final = N_("Measuring the mathematics of a hand, whole hands and game files: some minutes.")


def run_bench(
    *, json: bool = False, repetitions: int = REPETITIONS, check_files: CheckFiles | None = None, say: Say = str
) -> int:
    """Measure, and print a table, or with `json` one flat object, to standard output. Returns the exit code 0.

    What is measured goes to standard error at once, progress where that is a terminal. `check_files` is what `bura
    verify` checks many files with; without it they are not measured.
    """
    sys.stderr.write(f"{say(_BEGUN)}\n")
    sys.stderr.flush()
    figures = bench_figures(repetitions)
    if check_files is not None:
        _progress("files")
        figures |= files_figures(check_files)
        _progress("")
    sys.stdout.write((json_text.dumps(figures) if json else bench_text(figures, say)) + "\n")
    sys.stdout.flush()
    return 0


def bench_figures(repetitions: int = REPETITIONS) -> dict[str, Any]:
    """Every figure by its name: `*_ms` are medians in milliseconds, `*_ratio` are to the bare library calls
    (null where the compiled library is not installed), `*bytes` are bytes, `engine.*_per_s` hands a second by the
    `clock` that is named, `engine.*_wall_per_s` on the wall.
    """
    figures: dict[str, Any] = {
        "provider": provider_name(),
        "python": platform.python_version(),
        "clock": "cpu" if CLOCK.__name__ == "process_time" else "wall",
        "repetitions": repetitions,
    }
    for name, work in pieces():
        _progress(name)
        figures |= _flat(f"{name}_", measure(work, repetitions))
    figures |= _hand_costs(repetitions)
    figures |= _traffic()
    for name, rates in engine_figures(repetitions):
        _progress(name)
        figures |= rates
    _progress("")
    return figures


def _flat(prefix: str, cost: Cost) -> dict[str, float | None]:
    return {f"{prefix}ms": cost.ms, f"{prefix}bare_ms": cost.bare_ms, f"{prefix}ratio": cost.ratio}


def _hand_costs(repetitions: int) -> dict[str, Any]:
    """A hand played to its last card: what one peer computes (20 cards), and what a stranger does (20, and 36)."""
    number = whole_hand()
    works = {
        "setup.peer_": lambda meter: Play(number, meters=[meter, Meter()]).until(Dealt),
        "hand.peer_": lambda meter: Play(number, meters=[meter, Meter()]).until(HandOver),
    }
    figures: dict[str, Any] = {}
    for prefix, work in works.items():
        _progress(prefix.rstrip("_"))
        figures |= _flat(prefix, measure(work, repetitions))
    for name, data in (
        ("hand", Play(number).until(HandOver).file()),
        ("hand36", next(whole_hands(find_ruleset("classic"))).file()),
    ):
        _progress(f"{name}.check")
        figures |= {f"{name}.bytes": len(data)} | _check_costs(name, data, repetitions)
    return figures


def _check_costs(name: str, data: bytes, repetitions: int) -> dict[str, Any]:
    """What a stranger computes, against its library calls: those of the group and one signature's check an entry;
    and, for comparison, against those of the group alone.
    """

    def check(meter: Meter) -> None:
        with meter:
            report = verify_file(data)
        if report.verdict is not Verdict.FAIR:
            raise LocalError(f"The benchmark's own game does not verify: {report.reason}")

    signatures = [Call("signature", len(pae(MEDIA_TYPE, entry.body))) for entry in read_game(data).entries]
    return _flat(f"{name}.check_", measure(check, repetitions, signatures)) | _flat(
        f"{name}.check_by_group_", measure(check, repetitions)
    )


def _traffic() -> dict[str, Any]:
    """Counted in hands of random legal play, claims and raises included."""
    plays = [Play(number, any_action).until(HandOver) for number in range(1, RANDOM_HANDS + 1)]
    moves = sum(play.moves for play in plays)
    return {
        "hand.messages_per_action": sum(play.human_entries() for play in plays) / moves,
        "hand.random_bytes": round(mean(len(play.file()) for play in plays)),
    }


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{name:30}\r")
        sys.stderr.flush()


def bench_text(figures: Mapping[str, Any], say: Say = str) -> str:
    """The figures as a table for people, targets beside those that have one."""
    head = Sentence(
        "{provider} provider, Python {python}, medians of {repetitions} runs, {clock} time",
        **{name: figures[name] for name in ("provider", "python", "repetitions", "clock")},
    )
    titles = [say(title) for title in (N_("ms"), N_("bare ms"), N_("ratio"))]
    above = "".join(f"{title:>{width}}" for title, width in zip(titles, (9, 9, 7), strict=True))
    lines = [say(head), f"{'':20}{above}"]
    for name in [key.removesuffix("_ms") for key in figures if key.endswith("_ms") and not key.endswith("_bare_ms")]:
        bare, ratio = figures[f"{name}_bare_ms"], figures[f"{name}_ratio"]
        floor = f"{bare:9.2f}{ratio:7.2f}" if bare else f"{'-':>9}{'-':>7}"
        lines.append(f"{name:20}{figures[f'{name}_ms']:9.2f}{floor}{_target(figures, f'{name}_ratio', say)}")
    for name in ("hand.bytes", "hand.random_bytes", "hand.messages_per_action"):
        lines.append(f"{name:26}{figures[name]:>10g}{_target(figures, name, say)}")
    if "files.count" in figures:
        lines.append(say(files_text(figures)) + _target(figures, "files.two_cores_ratio", say))
    lines += engine_text(figures, say)
    return "\n".join(lines)


def _target(figures: Mapping[str, Any], name: str, say: Say) -> str:
    if name not in TARGETS or figures[name] is None:
        return ""
    good, bad = N_("ok (target {target:g})"), N_("ABOVE (target {target:g})")
    return f"  {say(Sentence(good if figures[name] <= TARGETS[name] else bad, target=TARGETS[name]))}"
