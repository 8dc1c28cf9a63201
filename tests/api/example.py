"""The bot in twenty lines, as it is written down for people."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import bura_p2p.bots

HEADING = "A bot of your own"
README = Path(__file__).resolve().parents[2] / "README.md"


def example() -> str:
    """The README's block under its heading, where it has one; else that of the package."""
    readme = README.read_text(encoding="utf-8")
    told = re.search(rf"^#+ {HEADING}\n(.*?)(?=^#+ |\Z)", readme, re.MULTILINE | re.DOTALL)
    found = None if told is None else re.search(r"^```python\n(.*?)^```", told[1], re.MULTILINE | re.DOTALL)
    return packaged() if found is None else found[1]


def packaged() -> str:
    """The indented lines of the docstring of `bura_p2p.bots`."""
    told = re.search(r"(?:^(?:    .*)?\n)+", (bura_p2p.bots.__doc__ or "").partition(":\n\n")[2], re.MULTILINE)
    assert told is not None
    return textwrap.dedent(told[0]).strip("\n") + "\n"
