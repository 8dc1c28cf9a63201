"""The demo plays every ruleset for two between two real processes, and says who holds what."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bura_p2p.cli import run
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.verify import Verdict, verify_file

TWO_SEATS = [name for name, rules in RULESETS.items() if rules.seats_allowed(2)]


def demo(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bura_p2p", "demo", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize("name", TWO_SEATS)
def test_every_ruleset_for_two(tmp_path, name):
    """One hand each, told to programs: fair, the same on both sides, and every chip accounted for."""
    done = demo("--rules", name, "--hands", 1, "--json", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["ruleset"], told["verdicts"], told["same_game"]) == (name, ["fair", "fair"], True)
    (over,) = told["hands"]
    report = verify_file((tmp_path / "nino.bura").read_bytes())
    assert report.verdict is Verdict.FAIR
    assert (report.ruleset, list(report.chips)) == (name, told["chips"])
    assert (over["chips"], over["pot"]) == (list(report.hands[0].chips), report.hands[0].pot)
    assert sum(over["chips"]) + over["pot"] == 0


def test_chips_for_people(tmp_path):
    done = demo("--rules", "s002", "--option", "ante=3", "--hands", 2, "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    first, *_, chips, nino, levan, same, took = done.stdout.splitlines()
    assert first.startswith("Hand 1: ")
    assert "; chips " in first
    assert ", pot " in first
    assert chips.startswith("Chips: Nino: ")
    assert nino.count(": verified, head ") == levan.count(": verified, head ") == 1
    assert (same, took[:5]) == ("Both files hold the same game.", "Took:")


@pytest.mark.parametrize("command", ["demo", "host", "play"])
def test_rules_for_four_are_refused(tmp_path, command, capsys):
    options = [] if command == "demo" else ["--home", str(tmp_path)]
    assert run([command, "--rules", "georgian-pairs", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("bura: The georgian-pairs rules are for 4 players, and tables are for two")
    assert err.count("\n") == 1
