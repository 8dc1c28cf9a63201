"""The requirements of spec.md, and what shows each: `python -m tests.spec.requirements`.

    python -m tests.spec.requirements                list every requirement with what quotes it, then the gaps; 1 if any
    python -m tests.spec.requirements --quote        write into anchors.toml the sentences that stand in spec.md now
    python -m tests.spec.requirements --delete-each  delete one requirement after another from a copy; 1 if one is not missed

A requirement is the sentence behind a name in brackets, as `[P2]`. What quotes it: a vector or a game of `protocol/`
(key `req`), or an anchor of `anchors.toml`: the sentence as it stands in the text, and the tests, rule cases and
cheats that show it. A sentence that changes loses its anchors until somebody has looked at them.
Here: the text, the anchors, and what is missing between them. Never: imported by the package; what a test does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec.md"

NAME = r"[A-Z]\d+[a-z]?"
_MARK = re.compile(rf"(?<![\w`])\[({NAME})\] ")
_GENERATED = re.compile(r"<!-- begin ([a-z_ ]+) -->.*?<!-- end \1 -->", re.DOTALL)
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:- |\d+\. |\||#|\*[A-Z]))")
"""Between paragraphs, items of a list, rows of a table, and before the duties of the other side."""

_SENTENCE = re.compile(r"(?<=[.:!])[)*`]*\s+(?=[A-Z*\[(`]|[a-zX_`]+ = |\*[A-Z])")
NORMATIVE = re.compile(r"\b(?:MUST|SHOULD|MAY)\b|\b[Rr]efused? \(`|\b(?:close|void) \(`")
_DUTY = re.compile(r"MUST (?:also )?(refuse|close|void)\b")
_CODES = re.compile(r"`([a-z]+(?:_[a-z]+)*)`")


@dataclass(frozen=True)
class Requirement:
    """One sentence of the text. `codes`: those that a receiver must answer what breaks it with."""

    name: str
    sentence: str

    @property
    def refuses(self) -> bool:
        """Whether it tells a receiver to refuse, close or void."""
        return _DUTY.search(self.sentence) is not None


def prose(text: str) -> str:
    """What is written by hand, without the generated blocks."""
    return _GENERATED.sub("", text)


def blocks(text: str) -> list[str]:
    return [" ".join(block.split()) for block in _BLOCK.split(prose(text)) if block.strip()]


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    return re.split(r"(?<=[.!])[)*]*\s+(?=[A-ZÀ-Ž*\[(`“]|[a-z_]+ = )", text, maxsplit=1)[0].strip()


def parts(block: str) -> list[tuple[str | None, str]]:
    """The block cut at the names: (None or the name, what follows up to the next one)."""
    cut = _MARK.split(block)
    return [(None, cut[0]), *zip(cut[1::2], cut[2::2], strict=True)]


def requirements(text: str) -> dict[str, Requirement]:
    """Every requirement by its name, in the order of the text. Raises `ValueError` where a name stands twice."""
    found: dict[str, Requirement] = {}
    for block in blocks(text):
        for name, rest in parts(block):
            if name is None:
                continue
            if name in found:
                raise ValueError(f"{name} stands twice")
            found[name] = Requirement(name, first_sentence(rest))
    return found


def unnamed(text: str) -> list[str]:
    """Sentences from section 4 on that demand something and have no name."""
    begin, end = text.index("## 4. "), len(text)
    found = []
    for block in blocks(_FENCE.sub("", text[begin:end])):
        for name, rest in parts(block):
            more = rest if name is None else rest[len(first_sentence(rest)) :]
            if NORMATIVE.search(more):
                found.append(more.strip())
    return found
