"""Puts every vector and every sample game of `protocol/` to each verifier here, and counts.

    python -m tests.examples.everything [--case PATTERNS] [--only NAMES]

The package, `protocol/examples/verify.py` and the client for Node are asked as programs that answer one JSON object a
line; the page `protocol/examples/verify.html` is given every game in a headless Chromium. A row for each file of
vectors and each folder of games says how many tests each of the four passed; then comes what was not asked of whom,
and why; then all that was wrong. The exit code is 0 only if nothing was wrong and none of the four is missing.

Here: asking, counting. Never: another expectation than the one beside the test.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from bura_p2p.conformance.runner.protocol_folder import Vector, games_in, vectors
from bura_p2p.conformance.runner.results import Outcome
from bura_p2p.conformance.runner.vectors import as_vectors, compare
from tests.vectors.form import PROTOCOL

from . import page
from .verifiers import ALL, EXAMPLES, Asked, missing, node, program

COMMANDS = {
    "package": [sys.executable, "-m", "bura_p2p", "conformance", "shim"],
    "single": [sys.executable, "-I", str(EXAMPLES / "verify.py"), "--shim"],
}

A_LINK = "said on a link only: a client's, and no verifier's"
NOT_ASKED: Mapping[str, Mapping[str, str]] = {
    "single": {"encoding/links": A_LINK, "link/*": A_LINK, "resume/*": A_LINK},
    "page": {"[!g]*": "the page takes game files, and nothing else"},
}
"""Ops that a verifier does not claim, and why."""


@contextmanager
def asked_of(name: str) -> Iterator[Asked]:
    """One of the four."""
    if name != "page":
        with program(node() if name == "node" else COMMANDS[name]) as ask:
            yield ask
        return
    with page.opened() as judge:

        def of_a_game(op: str, given: Mapping[str, Any]) -> Mapping[str, Any] | None:
            if op != "games/verdict":
                return None
            return {"ok": True} | judge(bytes.fromhex(given["file"]), [*map(bytes.fromhex, given["others"])])

        yield of_a_game


def why_not(name: str, op: str) -> str:
    """Why an op is not asked of this verifier; empty if it is."""
    return next((why for ops, why in NOT_ASKED.get(name, {}).items() if fnmatch.fnmatchcase(op, ops)), "")


@dataclass
class Counted:
    """By row and verifier: passed; by verifier and op: not asked; and what was wrong."""

    tests: Counter[str] = field(default_factory=Counter)
    passed: Counter[tuple[str, str]] = field(default_factory=Counter)
    left_out: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def ask(self, asked: Mapping[str, Asked], test: Vector) -> None:
        """Put one test to everybody."""
        row = row_of(test)
        self.tests[row] += 1
        for name, ask in asked.items():
            outcome, detail = compare(test.expect, ask(test.op, test.given))
            if outcome is Outcome.PASS:
                self.passed[row, name] += 1
            elif outcome is Outcome.UNSUPPORTED and why_not(name, test.op):
                self.left_out[name, test.op] += 1
            else:
                self.wrong.append(f"{name}: {test.id}: {outcome.value} {detail}")

    def lines(self, names: Sequence[str]) -> Iterator[str]:
        """The table, and what stands under it."""
        wide = max(map(len, self.tests), default=0) + 2
        yield f"{'':{wide}}{'tests':>8}" + "".join(f"{name:>9}" for name in names)
        for row, count in self.tests.items():
            told = (str(self.passed[row, name] or "-") for name in names)
            yield f"{row:{wide}}{count:8}" + "".join(f"{each:>9}" for each in told)
        for name in names:
            reasons: dict[str, list[str]] = {}
            for (who, op), count in self.left_out.items():
                if who == name:
                    reasons.setdefault(why_not(name, op), []).append(f"{op} ({count})")
            for why, ops in reasons.items():
                yield f"not asked of {name}, {why}: {', '.join(ops)}"
        yield from self.wrong
        games = sum(count for row, count in self.tests.items() if row.startswith("games/"))
        yield (
            f"{self.tests.total() - games} vectors, {games} games, {self.passed.total()} right answers, "
            f"{len(self.wrong)} wrong"
        )


def row_of(test: Vector) -> str:
    """The file of a vector, the folder of a game."""
    file = test.op.partition("/")[0]
    return f"games/{test.id.partition('/')[0]}" if file == "games" else file


def every(patterns: Sequence[str]) -> list[Vector]:
    """All tests whose ids fit one of these."""
    tests = [*vectors(PROTOCOL), *as_vectors(games_in(PROTOCOL / "games"))]
    return [test for test in tests if any(fnmatch.fnmatchcase(test.id, each) for each in patterns)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.examples.everything", description=str(__doc__).splitlines()[0]
    )
    parser.add_argument("--case", default="*", help="patterns of ids, with commas")
    parser.add_argument("--only", default=",".join(ALL), help="with commas")
    told = parser.parse_args(arguments)
    wanted, counted = told.only.split(","), Counted()
    gone = {name: missing(name) for name in wanted if missing(name)}
    with ExitStack() as stack:
        asked = {name: stack.enter_context(asked_of(name)) for name in wanted if name not in gone}
        for test in every(told.case.split(",")):
            counted.ask(asked, test)
        print("\n".join(counted.lines(list(asked))))
    for name, why in gone.items():
        print(f"not asked at all: {name}; {why}")
    return int(bool(counted.wrong or gone or not counted.tests))


if __name__ == "__main__":
    sys.exit(main())
