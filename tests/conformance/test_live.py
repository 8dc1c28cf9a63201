"""The live peer against our own client, in both roles, and against copies of it that make a mistake.

A few cases of each kind. More:

    BURA_CONFORMANCE=sample python -m pytest -n 0 tests/conformance     a lie of every scene, some ten minutes
    BURA_CONFORMANCE=all python -m pytest -n 0 tests/conformance        every case in both roles, about an hour
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest
import trio

from bura_p2p.conformance.runner.cases import Case, Lie
from bura_p2p.conformance.runner.line import FAULTS, Fault
from bura_p2p.conformance.runner.live import live_cases, run_live
from bura_p2p.conformance.runner.meeting import UnderTest
from bura_p2p.conformance.runner.pair import run_pair
from bura_p2p.conformance.runner.results import Level, Outcome, Result
from bura_p2p.net.auth import Role
from bura_p2p.rules.builtin import GEORGIAN
from tests.faults.test_02_empty_lists import FEWER_SHARES
from tests.faults.test_06_no_shuffle_proof import NO_PROOF
from tests.faults.test_07_rogue_key import NO_COMMITMENT
from tests.faults.weakened import Edit

from .copies import GUEST, HOST, ONE_HAND, command, own, weakened

SIZE = os.environ.get("BURA_CONFORMANCE", "")

PATIENCE = 120.0
"""Seconds for one word, on a busy machine."""

FEW = {
    Role.GUEST: (
        "honest-georgian", "honest-cut-in-shuffle", "knock-other-certificate", "knock-auth-other-signature",
        "text-name-nil", "framing-unknown-even-type", "deck-equation-t-1",
    ),
    Role.HOST: ("honest-classic", "knock-used-invite", "keys-key-identity"),
}  # fmt: skip


def played(testee: UnderTest, cases: list[Case], folder: Path, number: int = 0) -> dict[str, Result]:
    """The results by case."""
    results: list[Result] = []
    run = partial(
        run_live, testee, cases, number=number, folder=folder, keep=False, jobs=1, tell=results.append
    )
    trio.run(run)
    return {result.case: result for result in results}


def chosen(role: Role) -> list[Case]:
    cases = live_cases(role)
    if SIZE == "all":
        return cases
    if SIZE == "sample":
        scenes = {case.cheat.begins.name: case for case in cases if isinstance(case, Lie)}
        return [case for case in cases if not isinstance(case, Lie) or scenes[case.cheat.begins.name] is case]
    found = [case for case in cases if case.id in FEW[role]]
    assert len(found) == len(FEW[role])
    return found


@pytest.mark.parametrize("role", Role, ids=["guest", "host"])
def test_our_own_client_passes(role: Role, tmp_path: Path) -> None:
    """Whatever did not come about hangs on a move of the bot's."""
    arguments = GUEST if role is Role.GUEST else HOST
    cases = chosen(role)
    results = played(UnderTest(command=own(arguments), role=role, patience=PATIENCE), cases, tmp_path)
    bad = [
        f"{result.case}: {result.outcome} ({result.detail})" for result in results.values()
        if result.outcome not in (Outcome.PASS, Outcome.UNSUPPORTED)
        and not (result.level is Level.CHANCE and result.outcome is Outcome.RUNNER_ERROR)
    ]  # fmt: skip
    assert not bad
    assert len(results) == len(cases)


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
