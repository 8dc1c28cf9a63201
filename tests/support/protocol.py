"""Writes everything in `protocol/` that is written by programs, and the generated blocks of spec.md.

    python -m tests.support.protocol          write anew what differs
    python -m tests.support.protocol --check  only compare; status 1 on any difference

Here: the order, since one reads what another writes. Never: anything drawn by chance: all tapes have fixed labels.
"""

from __future__ import annotations

import json
import sys

from tests.crypto import registry

from . import live_cases, manifest, registries, rule_cases, schema, spec_tables, vectors


def constants(arguments: list[str]) -> int:
    """Purposes and generators."""
    if arguments != ["--check"]:
        registry.main()
        return 0
    differing = [
        name for name, make in registry.FILES.items() if json.loads((registry.ROOT / name).read_text()) != make()
    ]
    for name in differing:
        print(f"{name} differs from the code: run python -m tests.support.protocol")
    return int(bool(differing))


STEPS = (
    registries.main, constants, rule_cases.main, vectors.main, live_cases.main, spec_tables.main, schema.main,
    manifest.main,
)  # fmt: skip


def main(arguments: list[str]) -> int:
    return max([step(arguments) for step in STEPS])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
