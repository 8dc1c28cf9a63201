"""A stranger's verdict on a game file as lines to read: what was found, in the page's order and by its titles.

Here: plain lines, as long as they may be. Never: a conclusion, the check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .shared import sentence

_PARTS: Final = ("proof", "rules", "players", "hands", "checked", "unknown", "note", "head")


def finding_lines(found: Mapping[str, Any], language: str) -> list[str]:
    """The lines under the verdict; an empty one before each part."""
    lines = [found["told"]]
    if found["culprit"] is not None:
        lines += ["", *_culprit(found["culprit"], language)]
    for part in _PARTS:
        if told := found["parts"].get(part):
            lines += ["", f"{sentence(f'check.part.{part}', language)}:", *_indented(part, told)]
    return lines


def _culprit(culprit: Mapping[str, Any], language: str) -> list[str]:
    where = sentence("check.where.is", language, n=culprit["round"], entry=culprit["entry"])
    rows = (("by", culprit["name"]), ("where", where), ("code", culprit["code"]))
    return [f"{sentence(f'check.{key}', language)}: {value}" for key, value in rows]


def _indented(part: str, lines: Sequence[str]) -> list[str]:
    if part == "checked":
        return [f"  {', '.join(lines)}"]
    return [f"{'- ' if part == 'unknown' else '  '}{line}" for line in lines]
