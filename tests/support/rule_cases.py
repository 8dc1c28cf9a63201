"""Writes `protocol/rules/cases.json`: the worked cases of `cases.yaml` once more, for whoever reads no YAML.

    python -m tests.support.rule_cases          write it anew
    python -m tests.support.rule_cases --check  only compare; status 1 on any difference

Here: one form to another. Never: a case; imported by the package.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from tests.vectors.form import text_of

CASES = Path(__file__).parents[2] / "protocol" / "rules" / "cases.yaml"
TWIN = CASES.with_suffix(".json")


def text() -> str:
    """Ranks that YAML reads as numbers are numbers here too."""
    return text_of(yaml.safe_load(CASES.read_text("utf-8")))


def main(arguments: list[str]) -> int:
    differs = not TWIN.exists() or TWIN.read_text("utf-8") != text()
    if arguments == ["--check"]:
        if differs:
            print("cases.json differs from cases.yaml: run python -m tests.support.protocol")
        return int(differs)
    if differs:
        TWIN.write_bytes(text().encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
