"""Writes `protocol/manifest.json`: every file of data there with its hash, and how much there is.

    python -m tests.support.manifest          write it anew
    python -m tests.support.manifest --check  only compare; status 1 on any difference

Here: what lies in the folder, counted. Never: programs and prose (`examples`, README, LICENSE), which change as they
like.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from bura_p2p.wire.messages import PROTOCOL_VERSION

ROOT = Path(__file__).parents[2]
PROTOCOL = ROOT / "protocol"
MANIFEST = PROTOCOL / "manifest.json"

DATA = ("registry", "vectors", "games", "rules", "conformance")
"""Folders whose files are all listed; beside them the schema."""


def files() -> list[Path]:
    found = [path for folder in DATA for path in (PROTOCOL / folder).rglob("*") if path.is_file()]
    return sorted([*found, PROTOCOL / "schema.cddl"], key=name_of)


def name_of(path: Path) -> str:
    return path.relative_to(PROTOCOL).as_posix()


def hashed(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    return {"bytes": len(data), "sha256": sha256(data).hexdigest()}


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def tests_of(document: Any) -> Iterator[Any]:
    """The tests of a vector file, of whatever form."""
    if "groups" in document:
        yield from (test for group in document["groups"] for test in group["tests"])
    elif "cases" in document:
        yield from document["cases"]
    else:
        yield from (case for part in document.values() if isinstance(part, dict) for case in part.get("cases", ()))


def live_cases_of(document: Any) -> int:
    told = [group["cases"] for scene in document.get("scenes", ()) for group in scene["lies"]]
    return sum(map(len, told or [document["cases"]]))


def is_bad(test: Any) -> bool:
    expect = test.get("expect", {})
    return "code" in expect or not expect.get("ok", True) or test.get("expected", "valid") != "valid"


def counts() -> dict[str, Any]:
    vectors = {path.stem: list(tests_of(load(path))) for path in sorted((PROTOCOL / "vectors").glob("*.json"))}
    games = sorted(path for path in (PROTOCOL / "games").iterdir() if path.is_dir())
    cases = (PROTOCOL / "rules" / "cases.yaml").read_text("utf-8")
    return {
        "vectors": {name: {"tests": len(tests), "bad": sum(map(is_bad, tests))} for name, tests in vectors.items()},
        "games": {folder.name: len(list(folder.glob("*.json"))) for folder in games},
        "live_cases": {path.stem: live_cases_of(load(path)) for path in sorted((PROTOCOL / "conformance").iterdir())},
        "rule_cases": len(re.findall(r"^- id: ", cases, re.MULTILINE)),
    }


def draft() -> int:
    """Of spec.md."""
    match = re.search(r"^Version \d+, draft (\d+)\.", (ROOT / "spec.md").read_text("utf-8"), re.MULTILINE)
    if match is None:
        raise LookupError("spec.md names no draft")
    return int(match[1])


def text() -> str:
    found = {
        "format": "bura-manifest 1",
        "protocol": PROTOCOL_VERSION,
        "draft": draft(),
        "counts": counts(),
        "files": {name_of(path): hashed(path) for path in files()},
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    differs = not MANIFEST.exists() or MANIFEST.read_text("utf-8") != text()
    if arguments == ["--check"]:
        if differs:
            print("manifest.json differs from the folder: run python -m tests.support.protocol")
        return int(differs)
    if differs:
        MANIFEST.write_bytes(text().encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
