"""Programs to put to the test: this package's own, and copies of it that make a mistake.

Here: commands that start them. Never: a case, a judgement, a change of the package itself.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.faults.weakened import ROOT, Edit

GUEST = "join {invite} --bot greedy --home {home} --export {out}"
HOST = "host --listen 127.0.0.1:0 --rules {rules} {options} --json --bot greedy --home {home} --export {out}"
ONE_HAND = "host --listen 127.0.0.1:0 --rules {rules} --match 1 --json --bot greedy --home {home} --export {out}"


def own(arguments: str) -> str:
    """The package itself, from anywhere."""
    return command(ROOT, arguments)


def command(folder: Path, arguments: str) -> str:
    """The package in `folder`. A program that is started so finds its own copy first."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from bura_p2p.__main__ import main; sys.exit(main())"
    return f"{shlex.join([sys.executable, '-c', code])} {arguments}"


def weakened(folder: Path, edits: Sequence[Edit]) -> Path:
    """A copy of the package that makes a mistake. Compiled files go along, for what is not changed."""
    shutil.copytree(ROOT / "bura_p2p", folder / "bura_p2p")
    for edit in edits:
        path = folder.joinpath("bura_p2p", *edit.module.split(".")).with_suffix(".py")
        text = path.read_text(encoding="utf-8")
        assert text.count(edit.old) == 1, f"the check in {edit.module} has moved"
        path.write_text(edit.changed(text), encoding="utf-8")
    return folder
