"""The benchmark as people and programs read it.

Here: which figures there are, their targets, text and JSON. Never: how a figure is measured.
"""

from __future__ import annotations

import json as json_text
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
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
from .engine import engine_figures, engine_rows
from .files import FILES, ROUNDS, CheckFiles, files_figures, files_text
from .mathematics import pieces
from .play import Play, any_action, whole_hand, whole_hands
from .timing import CLOCK, Cost, Meter, measure

REPETITIONS: Final = 15
QUICK: Final = 3
"""Repetitions where somebody is in a hurry."""
QUICK_FILES: Final = 20
"""Game files that are checked then, once."""
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
_QUICK: Final = N_("Measuring quickly, so that figures are rough: half a minute or less.")


def run_bench(
    *,
    json: bool = False,
    quick: bool = False,
    repetitions: int | None = None,
    check_files: CheckFiles | None = None,
    say: Say = str,
) -> int:
    """Measure, and print a table, a row as soon as it is measured, or with `json` in the end one flat object, to
    standard output. Returns the exit code 0.

    What is measured goes to standard error at once, progress where that is a terminal. `quick` measures less often,
    and fewer files. `check_files` is what `bura verify` checks many files with; without it they are not measured.
    """
    repetitions = repetitions or (QUICK if quick else REPETITIONS)
    sys.stderr.write(f"{say(_QUICK if quick else _BEGUN)}\n")
    sys.stderr.flush()
    figures: dict[str, Any] = {}
    for fresh in _measured(repetitions, check_files, QUICK_FILES if quick else FILES):
        figures |= fresh
        _progress("")
        if not json:
            _print(*_rows(fresh, figures, say))
    if json:
        _print(json_text.dumps(figures))
    return 0


def _print(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def bench_figures(repetitions: int = REPETITIONS) -> dict[str, Any]:
    """Every figure by its name: `*_ms` are medians in milliseconds, `*_ratio` are to the bare library calls
    (null where the compiled library is not installed), `*bytes` are bytes, `engine.*_per_s` hands a second by the
    `clock` that is named, `engine.*_wall_per_s` on the wall.
    """
    return {name: figure for fresh in _measured(repetitions) for name, figure in fresh.items()}


def _measured(
    repetitions: int, check_files: CheckFiles | None = None, files: int = FILES
) -> Iterator[dict[str, Any]]:
    """Some figures after others, in the order of the table; first, how they are measured."""
    yield {
        "provider": provider_name(),
        "python": platform.python_version(),
        "clock": "cpu" if CLOCK.__name__ == "process_time" else "wall",
        "repetitions": repetitions,
    }
    for name, work in pieces():
        _progress(name)
        yield _flat(f"{name}_", measure(work, repetitions))
    yield from _hand_costs(repetitions)
    yield _traffic()
    if check_files is not None:
        _progress("files")
        yield files_figures(check_files, files, ROUNDS if files == FILES else 1)
    for name, rates in engine_figures(repetitions):
        _progress(name)
        yield rates


def _flat(prefix: str, cost: Cost) -> dict[str, float | None]:
    return {f"{prefix}ms": cost.ms, f"{prefix}bare_ms": cost.bare_ms, f"{prefix}ratio": cost.ratio}


def _hand_costs(repetitions: int) -> Iterator[dict[str, Any]]:
    """A hand played to its last card: what one peer computes (20 cards), and what a stranger does (20, and 36)."""
    number = whole_hand()
    works = {
        "setup.peer_": lambda meter: Play(number, meters=[meter, Meter()]).until(Dealt),
        "hand.peer_": lambda meter: Play(number, meters=[meter, Meter()]).until(HandOver),
    }
    for prefix, work in works.items():
        _progress(prefix.rstrip("_"))
        yield _flat(prefix, measure(work, repetitions))
    for name, data in (
        ("hand", Play(number).until(HandOver).file()),
        ("hand36", next(whole_hands(find_ruleset("classic"))).file()),
    ):
        _progress(f"{name}.check")
        yield {f"{name}.bytes": len(data)} | _check_costs(name, data, repetitions)


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
    return "\n".join(_rows(figures, figures, say))


def _rows(fresh: Mapping[str, Any], figures: Mapping[str, Any], say: Say) -> Iterator[str]:
    """The rows of the table that the `fresh` ones of the figures fill."""
    if "provider" in fresh:
        head = N_("{provider} provider, Python {python}, medians of {repetitions} runs, {clock} time")
        yield say(Sentence(head, **{name: fresh[name] for name in ("provider", "python", "repetitions", "clock")}))
        titles = [say(title) for title in (N_("ms"), N_("bare ms"), N_("ratio"))]
        yield " " * 20 + "".join(f"{title:>{width}}" for title, width in zip(titles, (9, 9, 7), strict=True))
    for name in [key.removesuffix("_ms") for key in fresh if key.endswith("_ms") and not key.endswith("_bare_ms")]:
        bare, ratio = fresh[f"{name}_bare_ms"], fresh[f"{name}_ratio"]
        floor = f"{bare:9.2f}{ratio:7.2f}" if bare else f"{'-':>9}{'-':>7}"
        yield f"{name:20}{fresh[f'{name}_ms']:9.2f}{floor}{_target(figures, f'{name}_ratio', say)}"
    if "hand.messages_per_action" in fresh:
        for name in ("hand.bytes", "hand.random_bytes", "hand.messages_per_action"):
            yield f"{name:26}{figures[name]:>10g}{_target(figures, name, say)}"
    if "files.count" in fresh:
        yield say(files_text(fresh)) + _target(figures, "files.two_cores_ratio", say)
    yield from engine_rows(fresh, figures, say)


def _target(figures: Mapping[str, Any], name: str, say: Say) -> str:
    if name not in TARGETS or figures[name] is None:
        return ""
    good, bad = N_("ok (target {target:g})"), N_("ABOVE (target {target:g})")
    return f"  {say(Sentence(good if figures[name] <= TARGETS[name] else bad, target=TARGETS[name]))}"
