"""Fills a folder for somebody who shall write a program from the text alone, and see nothing else.

    python -m tests.support.clean_room FOLDER    spec.md and protocol/ without its examples, into a new folder

The writer works in that folder, without this project, its package or its tests at hand, and keeps every question that
the text leaves open, with what was assumed. Each is a fault of the text, and is mended there; all of them stand in
`tests/spec/questions.md`. Programs written so are in `protocol/examples/`.

Here: what such a writer is given. Never: anything else.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

GIVEN = ("spec.md", "protocol")
KEPT_BACK = shutil.ignore_patterns("examples", "__pycache__", "node_modules")


def fill(folder: Path) -> None:
    """Copy what is given. Raises FileExistsError where the folder is there already and holds anything."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} holds something already; a clean room is empty.")
    folder.mkdir(parents=True, exist_ok=True)
    for name in GIVEN:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=KEPT_BACK)
        else:
            shutil.copy(source, folder / name)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        fill(Path(arguments[0]))
    except OSError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
