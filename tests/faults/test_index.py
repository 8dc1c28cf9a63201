"""Each of the nineteen faults has its module, and every weakened copy still fits the code that it weakens.

The table in `tests/faults/__init__.py` says of each fault what it gave and what stands in its way.

The copies replace text of the package. Where a check has moved, its copy is skipped and this module says so; so a run
that mutates the package reads only what the mutant really lets pass.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import tests.faults
from tests.faults.weakened import Weakened

HERE = Path(__file__).parent
MODULES = sorted(path.stem for path in HERE.glob("test_[0-9][0-9]_*.py"))
HABITS = {11, 13, 14, 15}
"""What is a habit, not a check: of these there is a test, and an attack only where one can be played."""


def copies(name: str) -> list[Weakened]:
    found = []
    for value in vars(import_module(f"tests.faults.{name}")).values():
        found += [value] if isinstance(value, Weakened) else []
        found += [each for each in value.values() if isinstance(each, Weakened)] if isinstance(value, dict) else []
    return found


def test_each_of_the_nineteen_has_its_module() -> None:
    assert [int(name.split("_")[1]) for name in MODULES] == list(range(1, 20))


@pytest.mark.parametrize("name", MODULES)
def test_a_module_tells_the_fault_and_where_it_was_seen(name: str) -> None:
    number = int(name.split("_")[1])
    told = import_module(f"tests.faults.{name}").__doc__ or ""
    assert told.startswith(f"Fault {number}: ")
    assert "Published" in told


@pytest.mark.parametrize("name", MODULES)
def test_every_weakening_fits(name: str) -> None:
    found = copies(name)
    assert found or int(name.split("_")[1]) in HABITS | {3}
    for copy in found:
        assert copy.mistake
        assert all(edit.fits for edit in copy.edits), f"{copy.mistake}: a check has moved"


def test_the_table_has_a_row_for_each() -> None:
    lines = (tests.faults.__doc__ or "").splitlines()
    assert [line.split("|")[1].strip(" `") for line in lines if line.startswith("| `")] == MODULES
