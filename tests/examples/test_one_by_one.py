"""Entries judged one by one by three programs. `python -m tests.examples.one_by_one` tries more."""

from __future__ import annotations

from itertools import islice

import pytest

from .games import Case
from .mutants import cases
from .one_by_one import NAMES, main, readable, run
from .verifiers import missing


def test_some_games(capsys):
    """By all three; skipped where one is missing, and then the others are asked."""
    wrong, codes = run(case for _, case in islice(cases(4, 13), 25))
    assert wrong == 0, capsys.readouterr().out
    assert codes["taken"] > 100
    assert len(codes) > 6
    gone = [f"not asked: {name}, {missing(name)}" for name in NAMES if missing(name)]
    if gone:
        pytest.skip("; ".join(gone))


def test_what_is_no_game_file_has_no_entries():
    assert list(readable([Case("nothing", b"BURA", (b"",))])) == []


def test_the_command(capsys):
    assert main(["--games", "2", "--only", "package"]) == 0
    assert " entries, 0 files on which package differ" in capsys.readouterr().out
