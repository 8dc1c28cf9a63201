"""Every rule bug that public programs have had turns some test red, and without it the same tests are green.

By hand: `python -m tests.support.rule_bugs`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rule_bugs import ALL, BUGS, SHUFFLE, Patch, copied, failure, run


@pytest.mark.parametrize("name", BUGS)
def test_a_bug_that_is_put_in_is_seen(name: str, tmp_path: Path) -> None:
    assert failure(name, tmp_path).startswith("FAILED tests/")


def test_without_a_bug_the_same_tests_are_green(tmp_path: Path) -> None:
    copied(tmp_path)
    code, said = run(tmp_path, (*ALL, *SHUFFLE))
    assert code == 0, said


def test_all_tests_that_are_to_see_a_bug_are_among_those() -> None:
    assert {test for bug in BUGS.values() for test in bug.tests} == {*ALL, *SHUFFLE}


def test_a_patch_fits_once_or_is_no_patch(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one two two", encoding="ascii")
    Patch("a.py", "one", "three").apply(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="ascii") == "three two two"
    for old in ("one", "two"):
        with pytest.raises(ValueError, match="not once"):
            Patch("a.py", old, "four").apply(tmp_path)
