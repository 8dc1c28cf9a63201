"""Puts the entries of mutated games one by one to the programs here that judge an entry, and compares their codes.

    python -m tests.examples.one_by_one --games 2000 [--number N] [--lies] [--only NAMES]

A file's verdict tells no code of what names nobody: a signature, a form, a place. Judged one by one (`hand/hand` of
`protocol/README.md`) every refusal has its code, changes nothing, and the next entry is judged; so much behind a lie
is judged too. The package, `protocol/examples/verify.py` and the client for Node have to say the same of every entry:
taken, with the head where a round closes, or refused with a code.

Here: asking and comparing. Never: who is right; `spec.md` says that.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any

from bura_p2p.conformance.runner.shim_ops import Hand
from bura_p2p.errors import PeerError
from bura_p2p.log.file import GameFile, MalformedFile, read_game

from .differ import A_GAME
from .games import Case
from .mutants import cases, catalogue
from .verifiers import Asked, missing, node, program, remembering

NAMES = ("package", "single", "node")

Said = tuple[str, str]
"""The code, empty if the entry is taken; the head, if it closes its round."""


def by_package() -> Asked:
    hand = Hand()

    def ask(_op: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            found = hand.judge(given)
        except PeerError as fault:
            return {"code": fault.code.label}
        return {name: value.hex() for name, value in found.items()}

    return ask


def by_single() -> Asked:
    module = remembering()
    player = module.HandPlayer()

    def ask(_op: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            found: Mapping[str, Any] = player(given)
        except module.Refused as fault:
            return {"code": fault.code}
        return found

    return ask


@contextmanager
def judges(names: Sequence[str]) -> Iterator[dict[str, Asked]]:
    """Those named of NAMES that are not missing."""
    with ExitStack() as stack:
        makers = {"package": by_package, "single": by_single, "node": lambda: stack.enter_context(program(node()))}
        yield {name: makers[name]() for name in names if not missing(name)}


def said(ask: Asked, game: GameFile) -> list[Said]:
    """What one of them says of every entry."""
    told = []
    identities = [identity.hex() for identity in game.identities]
    for at, entry in enumerate(game.entries):
        given = {"seat": entry.seat, "body": entry.body.hex(), "signature": entry.signature.hex()}
        answer = ask("hand/hand", given | {"identities": identities, "first": at == 0}) or {}
        told.append((str(answer.get("code", "")), str(answer.get("head", ""))))
    return told


def readable(given: Iterable[Case]) -> Iterator[tuple[Case, GameFile]]:
    """The files of the cases that are game files, those that lend too."""
    for case in given:
        for data in (case.data, *case.others):
            try:
                game = read_game(data)
            except MalformedFile:
                continue
            if len(set(game.identities)) == len(game.identities):
                yield case, game


def run(given: Iterable[Case], names: Sequence[str] = NAMES) -> tuple[int, Counter[str]]:
    """How many files were judged otherwise by one of them, and how often each code came."""
    codes: Counter[str] = Counter()
    files = wrong = 0
    with judges(names) as asked:
        for case, game in readable(given):
            files += 1
            lists = {name: said(ask, game) for name, ask in asked.items()}
            first = next(iter(lists.values()))
            codes.update(code or "taken" for code, _ in first)
            if any(each != first for each in lists.values()):
                wrong += 1
                told = zip(*lists.values(), strict=True)
                at = next(number for number, each in enumerate(told) if len(set(each)) > 1)
                print(f"{case.what}, entry {at}: " + ", ".join(f"{name} {each[at]}" for name, each in lists.items()))
            if not files % 100:
                print(f"{files} files", file=sys.stderr, flush=True)
        print(f"{files} files, {codes.total()} entries, {wrong} files on which {', '.join(asked)} differ")
    print(", ".join(f"{count} {code}" for code, count in codes.most_common()), flush=True)
    return wrong, codes


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.examples.one_by_one", description=str(__doc__).splitlines()[0]
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--lies", action="store_true", help="the catalogue instead")
    parser.add_argument("--number", type=int, default=0)
    parser.add_argument("--only", default=",".join(NAMES), help="with commas")
    told = parser.parse_args(arguments)
    mutated = (case for _, case in islice(cases(told.number, A_GAME), told.games))
    wrong, _ = run(catalogue() if told.lies else mutated, told.only.split(","))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
