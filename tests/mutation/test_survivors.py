"""The last mutation run, as it is kept: what is listed still stands in the code, and it is little."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = ("log", "wire", "table", "crypto")
REPORT = tomllib.loads((HERE / "report.toml").read_text(encoding="utf-8"))
EQUIVALENT = tomllib.loads((HERE / "survivors.toml").read_text(encoding="utf-8")).get("equivalent", [])
LARGEST_SHARE = 0.02


def test_the_run_was_over_every_part() -> None:
    assert set(REPORT) == set(PARTS)


@pytest.mark.parametrize("part", REPORT)
def test_the_run_came_to_its_end(part: str) -> None:
    row = REPORT[part]
    assert row["made"] == row["killed"] + row["timeout"] + row["equivalent"]
    assert row["survived"] == row["waiting"] == 0
    assert isinstance(row["date"], date)
    assert row["commit"]


@pytest.mark.parametrize("part", REPORT)
def test_few_mutants_live_and_each_is_listed(part: str) -> None:
    entries = [entry for entry in EQUIVALENT if entry["file"].startswith(f"bura_p2p/{part}/")]
    assert len(entries) <= REPORT[part]["equivalent"]
    assert len(entries) <= LARGEST_SHARE * REPORT[part]["made"]


def test_every_entry_is_of_these_parts_and_says_why() -> None:
    for entry in EQUIVALENT:
        assert set(entry) == {"file", "line", "becomes", "reason"}
        assert entry["file"].split("/")[:2] in [["bura_p2p", part] for part in PARTS]
        assert entry["line"] != entry["becomes"]
        assert len(entry["reason"].split()) >= 4, entry


def test_every_entry_still_stands_in_the_source() -> None:
    wanted = Counter((entry["file"], entry["line"].strip(), entry["becomes"].strip()) for entry in EQUIVALENT)
    for (file, line, _), times in wanted.items():
        lines = [text.strip() for text in (ROOT / file).read_text(encoding="utf-8").splitlines()]
        count = len(line.splitlines())
        blocks = ["\n".join(lines[at : at + count]) for at in range(len(lines) - count + 1)]
        assert blocks.count(line) >= times, f"{file} no longer has: {line}"
