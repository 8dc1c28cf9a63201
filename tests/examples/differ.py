"""Puts mutated games to every verifier here and compares what they say.

    python -m tests.examples.differ --games 2000 [--number N] [--keep FOLDER] [--only NAMES] [--shim CMD]
    python -m tests.examples.differ --lies          every lie of the catalogue that can stand in a file

Games of one or two hands are played by chance, of every ruleset and of made-up ones. Then bits are flipped, frames
dropped, doubled, moved and cut, files merged, entries of other tables put in, hellos and rules made up, and above all
bodies changed and signed again by their seats: places, forms, fields, points and scalars of proofs; plays that the
rules forbid, with all their proofs; keys in league; the lies of `bura_p2p.conformance`.

Asked are the package, `protocol/examples/verify.py`, the client for Node where it is installed, the page
`protocol/examples/verify.html` where there is a Chromium, and any program that answers `games/verdict` (--shim, as
often as needed). Verdict, seat, round, code, rounds, head and table have to be the same. Where they are not, the
files are kept and told, and the exit code is 1. At the end stands how often each verdict and code came, and which
never did.

Here: asking and comparing. Never: who is right; `spec.md` says that.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from .distribution import Found, lines
from .games import Case
from .mutants import cases, catalogue
from .verifiers import ALL, Told, Verifier, missing, verifiers

A_GAME = 25
"""Cases of one game."""

Given = Iterable[tuple[int, Case]]


def differences(
    asked: Mapping[str, Verifier], given: Given, found: Found
) -> Iterator[tuple[int, Case, dict[str, Told]]]:
    """The cases on which not all agree, with what each says; `found` counts verdicts and codes."""
    for game, case in given:
        said = {name: ask(case.data, case.others) for name, ask in asked.items()}
        first = next(iter(said.values()))
        found.add(case, first)
        if not found.games % 100:
            print(f"{found.games} games", file=sys.stderr, flush=True)
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
    given: Given, number: int, folder: Path, names: Sequence[str] = ALL, shims: Sequence[Sequence[str]] = ()
) -> tuple[int, Found]:
    """How many of these cases differ, and what was found."""
    found, wrong = Found(), 0
    with verifiers(names, shims) as asked:
        for at, (game, case, said) in enumerate(differences(asked, given, found)):
            wrong += 1
            print(f"game {game} of number {number}, {case.what}: kept in {keep(folder, at, case)}")
            for name, told in said.items():
                print(f"    {name:8} " + ", ".join(f"{key} {value}" for key, value in told.items()), flush=True)
        print(f"{found.games} games, {wrong} differences between {', '.join(asked)}")
    for name in filter(missing, names):
        print(f"not asked: {name}; {missing(name)}")
    print("\n".join(lines(found)), flush=True)
    return wrong, found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.examples.differ", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--lies", action="store_true", help="the catalogue instead")
    parser.add_argument("--number", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", default=",".join(ALL), help="with commas")
    parser.add_argument("--shim", action="append", default=[])
    told = parser.parse_args(arguments)
    folder = told.keep or Path(tempfile.mkdtemp(prefix="differ-"))
    shims = [shlex.split(each) for each in told.shim]
    given: Given = enumerate(catalogue()) if told.lies else islice(cases(told.number, A_GAME), told.games)
    wrong, _ = run(given, told.number, folder, told.only.split(","), shims)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
