"""The live peer against our own client, in both roles, and against copies of it that make a mistake.

By default a lie of every scene, of every layer and of every code that is due, told to a guest or to a host, and a few
honest games and knocks. Every case in both roles, which takes a core half an hour:

    BURA_CONFORMANCE=all python -m pytest -n 0 tests/conformance
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import trio

from bura_p2p.conformance.runner.cases import BOTH, Case, Lie, lies
from bura_p2p.conformance.runner.line import FAULTS, Fault
from bura_p2p.conformance.runner.live import live_cases, run_live
from bura_p2p.conformance.runner.meeting import UnderTest
from bura_p2p.conformance.runner.pair import run_pair
from bura_p2p.conformance.runner.results import Outcome, Result
from bura_p2p.log.file import read_game
from bura_p2p.net.auth import Role
from bura_p2p.rules.builtin import GEORGIAN
from tests.faults.test_02_empty_lists import FEWER_SHARES
from tests.faults.test_06_no_shuffle_proof import NO_PROOF
from tests.faults.test_07_rogue_key import NO_COMMITMENT
from tests.faults.weakened import ROOT, Edit

from . import forks
from .copies import GUEST, HOST, ONE_HAND, command, own, weakened

SIZE = os.environ.get("BURA_CONFORMANCE", "")

PATIENCE = 120.0
"""Seconds for one word, on a busy machine."""

FEW = {
    Role.GUEST: (
        "honest-georgian", "honest-cut-in-shuffle", "knock-other-certificate", "knock-auth-other-signature",
    ),
    Role.HOST: ("honest-classic", "honest-cut-before-lead", "knock-used-invite"),
}  # fmt: skip
"""Of the honest games and the knocks."""

PARTS = 4


def played(testee: UnderTest, cases: list[Case], folder: Path, number: int = 0) -> dict[str, Result]:
    """The results by case."""
    results: list[Result] = []
    run = partial(
        run_live, testee, cases, number=number, folder=folder, keep=False, jobs=1, tell=results.append
    )
    trio.run(run)
    return {result.case: result for result in results}


@pytest.fixture(scope="module")
def quick() -> Iterator[Callable[[str], str]]:
    """The command of arguments of our own client, which is imported only once where that can be."""
    if not hasattr(os, "fork"):
        yield own
        return
    with tempfile.TemporaryDirectory(prefix="bura-") as folder:
        path = f"{folder}/forks"
        process = forks.start(path, str(ROOT))
        stands = shlex.join([sys.executable, "-S", "-E", "-I", forks.__file__, path])
        try:
            yield lambda arguments: f"{stands} {arguments}"
        finally:
            process.kill()
            process.communicate()


def kinds_of(lie: Lie) -> set[object]:
    """What a choice of lies has to hold some of each."""
    return {lie.cheat.begins, lie.cheat.layer, lie.cheat.code}


def representative() -> list[Lie]:
    """The lies that show most of what none before them shows, until nothing is left to show."""
    left, shown, found = list(lies()), set[object](), list[Lie]()
    while new := max(left, key=lambda lie: len(kinds_of(lie) - shown)):
        if kinds_of(new) <= shown:
            return found
        found.append(new)
        shown |= kinds_of(new)
        left.remove(new)
    return found


def chosen(role: Role) -> list[Case]:
    """The cases for one role: all, or its share of the few."""
    cases = live_cases(role)
    if SIZE == "all":
        return cases
    few = [case for case in cases if case.id in FEW[role]]
    assert len(few) == len(FEW[role])
    told = representative()
    mine = [lie for at, lie in enumerate(told) if (at % 2 == 0 or lie.roles != BOTH) is (role is Role.HOST)]
    return [*few, *mine]


def test_the_few_show_something_of_everything() -> None:
    told = {case.id: case for role in Role for case in chosen(role)}
    shown = set[object]().union(*(kinds_of(case) for case in told.values() if isinstance(case, Lie)))
    assert set[object]().union(*map(kinds_of, lies())) == shown
    assert all(role in case.roles for role in Role for case in chosen(role))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("role", Role, ids=["guest", "host"])
def test_our_own_client_passes(role: Role, part: int, quick: Callable[[str], str], tmp_path: Path) -> None:
    command = quick(GUEST if role is Role.GUEST else HOST)
    cases = chosen(role)[part::PARTS]
    results = played(UnderTest(command=command, role=role, patience=PATIENCE), cases, tmp_path)
    bad = [result for result in results.values() if result.outcome is not Outcome.PASS]
    assert not bad, [f"{result.case}: {result.outcome} ({result.detail})" for result in bad]
    assert [*results] == [case.id for case in cases]


def test_a_number_draws_the_same(quick: Callable[[str], str], tmp_path: Path) -> None:
    """Results in their order whatever ends first, and this side's key and first words by the number alone."""
    cases = [case for case in live_cases(Role.GUEST) if case.id in ("honest-resigns", "text-name-nil")]
    runs = [("one", 1, 2), ("again", 1, 1), ("another", 2, 1)]
    testee, told, said = UnderTest(command=quick(GUEST), role=Role.GUEST, patience=PATIENCE), [], []
    for name, number, jobs in runs:
        results: list[Result] = []
        folder = tmp_path / name
        trio.run(partial(
            run_live, testee, cases, number=number, folder=folder, keep=True, jobs=jobs, tell=results.append
        ))  # fmt: skip
        told.append([(result.case, result.outcome, result.detail) for result in results])
        game = read_game((folder / "honest-resigns" / "0" / "testee.bura").read_bytes())
        said.append((game.identities[0], next(entry.body for entry in game.entries if entry.seat == 0)))
    assert told == [[(case.id, Outcome.PASS, "") for case in cases]] * 3
    assert said[0] == said[1]
    assert said[0][0] != said[2][0]


MISTAKES: dict[str, tuple[str, Role, tuple[Edit, ...], Outcome, str]] = {
    "no proof of a shuffle": ("deck-equation-t-1", Role.GUEST, NO_PROOF.edits, Outcome.FAIL, "signed on"),
    "no commitment to a key": (
        "keys-another-nonce-than-committed", Role.HOST, NO_COMMITMENT.edits, Outcome.FAIL, "signed on",
    ),
    "fewer shares than owed": ("shares-batch-shortened-in-deal", Role.HOST, FEWER_SHARES.edits, Outcome.FAIL, ""),
    "another code": (
        "text-name-nil", Role.GUEST,
        (Edit("session.session", "self._out.send.append(m.Refuse(round_, signed.seat, fault.code))",
              "self._out.send.append(m.Refuse(round_, signed.seat, Code.ENCODING))"),),
        Outcome.WRONG_CODE, "refused with encoding",
    ),
    "a refusal that nobody hears": (
        "keys-key-identity", Role.GUEST,
        (Edit("session.session", "        self._out.send.append(m.Refuse(round_, signed.seat, fault.code))\n"),),
        Outcome.NOT_STRICT, "no refusal was sent",
    ),
    "evidence that is lost": (
        "keys-key-identity", Role.HOST,
        (Edit("session.session", "        if not noise:\n            self._out.entries.append(signed)\n"),),
        Outcome.FAIL, "its file is open",
    ),
    "a certificate that nobody looks at": (
        "knock-other-certificate", Role.GUEST,
        (Edit("net.tls", "if not secrets.compare_digest(shown, pinned):", "if False:"),),
        Outcome.FAIL, "it went on",
    ),
}  # fmt: skip
"""What is wrong: the case that finds it, the role, the edits, what is found."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(mistake: str, tmp_path: Path) -> None:
    name, role, edits, outcome, detail = MISTAKES[mistake]
    copy = weakened(tmp_path / "copy", edits)
    arguments = GUEST if role is Role.GUEST else HOST
    cases = [case for case in live_cases(role) if case.id == name]
    testee = UnderTest(command=command(copy, arguments), role=role, patience=PATIENCE)
    found = played(testee, cases, tmp_path / "run")[name]
    assert (found.outcome, detail in found.detail) == (outcome, True), found


def test_a_program_that_is_none(tmp_path: Path) -> None:
    case = next(case for case in live_cases(Role.GUEST) if case.id == "honest-georgian")
    missing = UnderTest(command="no-such-program {invite}", role=Role.GUEST, patience=PATIENCE)
    assert played(missing, [case], tmp_path)[case.id].outcome is Outcome.RUNNER_ERROR
    ends = UnderTest(command=own("--version"), role=Role.GUEST, patience=PATIENCE)
    assert played(ends, [case], tmp_path)[case.id].outcome is Outcome.FAIL
    says_nothing = UnderTest(command=own("--version"), role=Role.HOST, patience=PATIENCE)
    assert played(says_nothing, [case], tmp_path)[case.id].outcome is Outcome.RUNNER_ERROR


def test_rules_that_are_not_claimed(tmp_path: Path) -> None:
    case = next(case for case in live_cases(Role.GUEST) if case.id == "honest-classic")
    testee = UnderTest(command="{invite}", role=Role.GUEST, plays=frozenset({"georgian"}))
    assert played(testee, [case], tmp_path)[case.id].outcome is Outcome.UNSUPPORTED


def lines() -> list[Fault]:
    return [fault for fault in FAULTS if SIZE or fault.id == "pair-cut"]


@pytest.mark.parametrize("fault", lines(), ids=lambda fault: fault.id)
def test_two_programs_over_a_faulty_line(fault: Fault, tmp_path: Path) -> None:
    results: list[Result] = []
    run = partial(
        run_pair, own(ONE_HAND), own(GUEST), [fault], GEORGIAN,
        number=1, folder=tmp_path, patience=PATIENCE, tell=results.append,
    )  # fmt: skip
    trio.run(run)
    assert [(result.outcome, result.detail) for result in results] == [(Outcome.PASS, "")]
