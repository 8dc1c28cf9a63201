"""Puts mutated games to every verifier here and compares what they say.

    python -m tests.examples.differ --games 2000 [--number N] [--keep FOLDER] [--only NAMES] [--shim CMD]

Games of one or two hands are played by chance, of every ruleset; then bits are flipped, frames dropped, doubled,
moved and cut, bodies changed and signed again by their seats, files merged, entries of other tables put in, rules
made up. Asked are the package, `protocol/examples/verify.py`, the client for Node where it is installed, and any
program that answers `games/verdict` (--shim, as often as needed). Verdict, seat, round, code, rounds, head and table
have to be the same. Where they are not, the files are kept and told, and the exit code is 1.

Here: asking and comparing. Never: who is right; `spec.md` says that.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from .mutants import Case, cases
from .verifiers import Told, Verifier, verifiers

A_GAME = 25
"""Cases of one game."""

ALL = ("package", "single", "node")


def differences(
    asked: Mapping[str, Verifier], given: Iterable[tuple[int, Case]], tell: Counter[str]
) -> Iterator[tuple[int, Case, dict[str, Told]]]:
    """The cases on which not all agree, with what each says; `tell` counts verdicts and codes."""
    for game, case in given:
        said = {name: ask(case.data, case.others) for name, ask in asked.items()}
        first = next(iter(said.values()))
        tell[f"{first.get('verdict')} {first.get('code', '')}".strip()] += 1
        if not tell.total() % 100:
            print(f"{tell.total()} games", file=sys.stderr, flush=True)
        if any(told != first for told in said.values()):
            yield game, case, said


def keep(folder: Path, at: int, case: Case) -> Path:
    """Write the files of a case; the first is the one that is judged."""
    place = folder / f"{at:04}"
    place.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate((case.data, *case.others)):
        (place / f"{number}.bura").write_bytes(data)
    return place


def run(
    games: int, number: int, folder: Path, names: Sequence[str] = ALL, shims: Sequence[Sequence[str]] = ()
) -> int:
    """How many cases of so many differ."""
    counted: Counter[str] = Counter()
    found = 0
    with verifiers(names, shims) as asked:
        for at, (game, case, said) in enumerate(differences(asked, islice(cases(number, A_GAME), games), counted)):
            found += 1
            print(f"game {game} of number {number}, {case.what}: kept in {keep(folder, at, case)}")
            for name, told in said.items():
                print(f"    {name:8} " + ", ".join(f"{key} {value}" for key, value in told.items()), flush=True)
        print(f"{games} games, {found} differences between {', '.join(asked)}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counted.most_common()))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.examples.differ", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--number", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", default=",".join(ALL), help="with commas")
    parser.add_argument("--shim", action="append", default=[])
    told = parser.parse_args(arguments)
    folder = told.keep or Path(tempfile.mkdtemp(prefix="differ-"))
    shims = [shlex.split(each) for each in told.shim]
    return int(run(told.games, told.number, folder, told.only.split(","), shims) > 0)


if __name__ == "__main__":
    sys.exit(main())
