"""Where things are, and how pytest is called. Here: constants and one call. Never: the package under test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import hypothesis
import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
FOLDER: Final = ROOT / "build" / "mutation"
PARTS: Final = ("log", "wire", "table", "crypto")
TESTS: Final = (
    *(f"tests/{part}" for part in PARTS),
    "tests/cheats",
    "tests/test_golden.py",
    "tests/tools/test_verdict_words.py",
)
"""The tests that judge a mutant: each part's own, the lies that are told at a table and what is said about them,
and one written hand of every ruleset."""


def sources(part: str) -> list[Path]:
    """The modules of a part of the package."""
    return sorted((ROOT / "bura_p2p" / part).glob("*.py"))


def run_pytest(arguments: Sequence[str], plugins: Sequence[object], *, quiet: bool = True) -> int:
    """One pytest session in this very process, without workers, output captured nowhere."""
    options = ["-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-s", "--tb=line", "-x"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning", f"--rootdir={ROOT}"]
    return int(pytest.main([*options, *arguments], plugins=list(plugins)))


def steady_examples() -> None:
    """From here on hypothesis draws the same examples in every run, and looks for no smaller ones."""
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    settings = {"deadline": None, "derandomize": True, "database": None, "phases": phases}
    hypothesis.settings.register_profile("mutation", **settings)
    hypothesis.settings.load_profile("mutation")
