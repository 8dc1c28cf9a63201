"""What a run has found, in words and in `tests/mutation/report.toml`.

Here: counts, survivors as the lines that they change, and which of them `tests/mutation/survivors.toml` knows to be
equivalent. Never: running a mutant.
"""

from __future__ import annotations

import datetime
import difflib
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec

from tests.support.mutation import sessions
from tests.support.mutation.places import ROOT

REPORT = ROOT / "tests" / "mutation" / "report.toml"
SURVIVORS = ROOT / "tests" / "mutation" / "survivors.toml"

Change = tuple[str, str, str]
"""The file, the lines that change, and what they become; without indentation."""


def change(spec: MutationSpec) -> Change:
    """What a mutant changes."""
    source = Path(ROOT / spec.module_path).read_text(encoding="utf-8")
    operator = get_operator(spec.operator_name)(**spec.operator_args)
    after = mutate_code(source, operator, spec.occurrence) or source
    lines = list(difflib.unified_diff(source.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    old, new = ("\n".join(line[1:].strip() for line in lines if line[0] == sign).strip() for sign in "-+")
    return str(spec.module_path), old, new


def listed() -> Counter[Change]:
    """The mutants that are known to change nothing."""
    known = tomllib.loads(SURVIVORS.read_text(encoding="utf-8")).get("equivalent", [])
    return Counter((entry["file"], entry["line"].strip(), entry["becomes"].strip()) for entry in known)


def report(parts: tuple[str, ...], *, words: tuple[str, ...], write: bool) -> None:
    """Counts per part, and those of these words one by one; `write`: the counts go to the file that a test reads."""
    known = listed()
    table = dict(tomllib.loads(REPORT.read_text(encoding="utf-8"))) if REPORT.exists() else {}
    for part in parts:
        found = list(sessions.results(part))
        counts = Counter(word for _, word, _ in found)
        equivalent = 0
        for spec, word, about in found:
            if word not in words:
                continue
            changed = change(spec)
            if word == "survived" and known[changed] > 0:
                known[changed] -= 1
                equivalent += 1
                continue
            print(f"{word} {changed[0]}:{spec.start_pos[0]} {spec.operator_name} ({about})")
            print("".join(f"  - {line}\n" for line in changed[1].splitlines()), end="")
            print("".join(f"  + {line}\n" for line in changed[2].splitlines()))
        row = {
            "made": len(found) - counts["broken"],
            "killed": counts["killed"],
            "timeout": counts["timeout"],
            "equivalent": equivalent,
            "survived": counts["survived"] - equivalent,
            "waiting": counts["waiting"] + counts["crashed"],
        }
        print(f"{part}: {row}, {counts['broken']} that do not compile are not counted")
        print(f"  {dict(Counter(spec.operator_name.split('_')[0] for spec, word, _ in found if word != 'broken'))}")
        table[part] = {"date": datetime.date.today(), "commit": _commit(), **row}
    if write:
        REPORT.write_text("\n".join(_lines(table)) + "\n", encoding="utf-8")


def _commit() -> str:
    return subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def _lines(table: dict[str, dict[str, object]]) -> list[str]:
    lines = ["# Written by `python -m tests.support.mutation --report --write`."]
    for part, row in table.items():
        lines += ["", f"[{part}]"]
        lines += [
            f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in row.items()
        ]
    return lines
