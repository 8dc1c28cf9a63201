"""The requirements of spec.md, and what shows each.

    python -m tests.spec.requirements                every requirement with what quotes it, then the gaps; 1 if any
    python -m tests.spec.requirements --quote        write into anchors.toml the sentences as they stand now
    python -m tests.spec.requirements --delete-each  leave out one after another; 1 if any is not missed

A requirement is the sentence behind a name in brackets, as `[P2]`. What quotes it: a vector or a game of `protocol/`
(key `req`), or an anchor of `anchors.toml`: the sentence as it stands in the text, and the tests, rule cases and
cheats that show it. A sentence that changes loses its anchors until somebody has looked at them.
Here: the text, the anchors, and what is missing between them. Never: imported by the package; what a test does.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec.md"
PROTOCOL = ROOT / "protocol"
ANCHORS = Path(__file__).with_name("anchors.toml")

NAME = r"[A-Z]\d+[a-z]?"
_MARK = re.compile(rf"(?<![\w`])\[({NAME})\] ")
_GENERATED = re.compile(r"<!-- begin ([a-z_ ]+) -->.*?<!-- end \1 -->", re.DOTALL)
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:- |\d+\. |\||#|\*[A-Z]))")
"""Between paragraphs, items of a list, rows of a table, and before the duties of the other side."""

NORMATIVE = re.compile(r"\b(?:MUST|SHOULD|MAY)\b|\b[Rr]efused? \(`|\b(?:close|void) \(`")
_DUTY = re.compile(r"MUST (?:also )?(refuse|close|void)\b")
_CODES = re.compile(r"\(((?:`[a-z_]+`(?:, )?)+)(?:, for hands (`[a-z_]+`))?\)")


@dataclass(frozen=True)
class Requirement:
    """One sentence of the text. `codes`: those that a receiver must answer what breaks it with."""

    name: str
    sentence: str

    @property
    def refuses(self) -> bool:
        """Whether it tells a receiver to refuse, close or void."""
        return _DUTY.search(self.sentence) is not None

    @property
    def codes(self) -> set[str]:
        """The codes of that refusal, where it says any."""
        groups = [found for pair in _CODES.findall(self.sentence) for found in pair]
        named = {name for found in groups for name in re.findall(r"`([a-z_]+)`", found)}
        return named & codes() if self.refuses else set()


@cache
def codes() -> frozenset[str]:
    """Every refusal of the registry."""
    rows = json.loads((PROTOCOL / "registry" / "refusals.json").read_text("utf-8"))["refusals"]
    return frozenset(row["name"] for row in rows)


def prose(text: str) -> str:
    """What is written by hand, without the generated blocks."""
    return _GENERATED.sub("", text)


def blocks(text: str) -> list[str]:
    return [" ".join(block.split()) for block in _BLOCK.split(prose(text)) if block.strip()]


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    return re.split(r"(?<=[.!])[)*]*\s+(?=[A-ZÀ-Ž*\[(`“]|[a-z_]+ = )", text, maxsplit=1)[0].strip(" |")


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


# --- what shows them ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """Something that shows requirements: where it stands, and the code that it is refused with, if it says one."""

    where: str
    names: frozenset[str]
    code: str | None = None


def of_data() -> Iterator[Shown]:
    """Vectors and games that quote a requirement."""
    for path in sorted((PROTOCOL / "vectors").glob("*.json")):
        for group in json.loads(path.read_text("utf-8")).get("groups", ()):
            for test in group["tests"] if isinstance(group, dict) else ():
                where = f"vectors/{path.stem}:{test['id']}"
                yield Shown(where, frozenset(test["req"]), refused(test["expect"]))
    for path in sorted((PROTOCOL / "games").rglob("*.json")):
        game = json.loads(path.read_text("utf-8"))
        yield Shown(f"games:{game['id']}", frozenset(game["req"]), refused(game["expect"]))


NO_CODE = frozenset({"malformed", "unsupported", "forked", "void"})
"""Verdicts of games in which something was refused or voided, and no code is told."""


def refused(expect: Mapping[str, Any]) -> str | None:
    """The code; empty where something is refused without one."""
    bad = not expect.get("ok", True) or expect.get("verdict") in NO_CODE
    return expect.get("code", "" if bad else None)


def anchors() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(ANCHORS.read_text("utf-8"))["anchor"]
    return found


def of_anchors() -> Iterator[Shown]:
    for anchor in anchors():
        for where in anchor["where"]:
            yield Shown(where, frozenset(anchor["quotes"]), code_of(where))


@cache
def cheats() -> dict[str, str]:
    """Each cheat of the catalogue by its name, to the code that it gets."""
    rows = (ROOT / "tests" / "cheats" / "table.md").read_text("utf-8").splitlines()
    cells = [row.split(" | ") for row in rows if row.startswith("| `")]
    return {cell[0].strip("| `"): cell[-2] for cell in cells}


def code_of(where: str) -> str | None:
    return cheats().get(where.removeprefix("cheat:")) if where.startswith("cheat:") else None


@cache
def cases() -> frozenset[str]:
    """The worked cases of the rules, by id."""
    files = [PROTOCOL / "rules" / "cases.yaml", *sorted((ROOT / "tests" / "rules").glob("*_cases.yaml"))]
    texts = [path.read_text("utf-8") for path in files]
    return frozenset(name for text in texts for name in re.findall(r"^- \{?id: (\w+)", text, re.MULTILINE))


@cache
def functions(path: str) -> Mapping[str, str]:
    """Every test of a module, as `test_x` or `Class::test_x`, with its source."""
    text = (ROOT / path).read_text("utf-8")
    found: dict[str, str] = {}
    for node in ast.parse(text).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        for each in inner:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name.startswith("test_"):
                found[prefix + each.name] = ast.get_source_segment(text, each) or ""
    return found


def exists(where: str) -> bool:
    """Whether there is such a test, case or cheat."""
    kind, _, name = where.partition(":")
    if kind == "cheat":
        return name in cheats()
    if kind == "case":
        return name in cases()
    path, _, test = where.partition("::")
    return (ROOT / path).is_file() and test in functions(path)


def refuses_with(shown: Shown, code: str) -> bool:
    """Whether it comes upon a refusal with this code (a test: whose module names it)."""
    if shown.code is not None:
        return code in ("", shown.code) or not shown.code
    if "::" not in shown.where:
        return False
    path = shown.where.partition("::")[0]
    text = (ROOT / path).read_text("utf-8")
    return f"Code.{code.upper()}" in text or f'"{code}"' in text or f"'{code}'" in text


# --- gaps ---------------------------------------------------------------------------------------------------


def gaps(found: Mapping[str, Requirement], shown: Sequence[Shown]) -> dict[str, list[str]]:
    """What is missing, by kind; empty lists where nothing is."""
    known = {name for each in shown for name in each.names}
    bad = {
        f"{name} ({code})"
        for name, requirement in found.items()
        for code in requirement.codes or ({""} if requirement.refuses else set())
        if not any(name in each.names and refuses_with(each, code) for each in shown)
    }
    return {
        "uncovered": [name for name in found if name not in known],
        "refusals without a negative one": sorted(bad),
        "quoted, and not in the text": sorted(known - set(found)),
        "quoted otherwise than it stands": changed(found),
        "shown by what does not exist": sorted({w for a in anchors() for w in a["where"] if not exists(w)}),
    }


def changed(found: Mapping[str, Requirement]) -> list[str]:
    """Anchors whose sentence is not, or no more, that of the text."""
    quotes = [pair for anchor in anchors() for pair in anchor["quotes"].items()]
    return [name for name, quote in quotes if name not in found or found[name].sentence != quote]


def without(text: str, name: str) -> str:
    """The text without one requirement: its name and its sentence."""
    mark = re.search(rf"(?<![\w`])\[{name}\] ", text)
    if mark is None:
        raise ValueError(f"{name} does not stand in the text")
    sentence = requirements(text)[name].sentence.split()
    end = re.compile(r"\s+".join(map(re.escape, sentence))).search(text, mark.end())
    if end is None:
        raise ValueError(f"the sentence of {name} does not stand in the text")
    return text[: mark.start()] + text[end.end() :]


def not_missed(text: str, shown: Sequence[Shown]) -> list[str]:
    """Those that can be left out of a copy with no anchor lost, or with more going than they."""
    found = requirements(text)
    names = {name for each in shown for name in each.names}
    return [
        name
        for name in found
        if names - set(rest := requirements(without(text, name))) != {name} or set(found) - set(rest) != {name}
    ]


# --- command ------------------------------------------------------------------------------------------------


def quote(found: Mapping[str, Requirement]) -> None:
    """Write the anchors anew, with the sentences as they stand."""
    head = ANCHORS.read_text("utf-8").partition("[[anchor]]")[0]
    lines = []
    for anchor in anchors():
        lines += ["[[anchor]]", "where = [", *[f"    {json.dumps(where)}," for where in anchor["where"]], "]"]
        lines += ["[anchor.quotes]"]
        lines += [f"{name} = {json.dumps(found[name].sentence, ensure_ascii=False)}" for name in anchor["quotes"]]
        lines += [""]
    ANCHORS.write_text(head + "\n".join(lines), encoding="utf-8")


def main(arguments: list[str]) -> int:
    text = SPEC.read_text("utf-8")
    found = requirements(text)
    if arguments == ["--quote"]:
        quote(found)
        return 0
    shown = [*of_data(), *of_anchors()]
    if arguments == ["--delete-each"]:
        left = not_missed(text, shown)
        print(f"{len(found)} left out one by one; not missed: {', '.join(left) or 'none'}")
        return int(bool(left))
    for name, requirement in found.items():
        where = [each.where for each in shown if name in each.names]
        more = f" and {len(where) - 5} more" if len(where) > 5 else ""
        print(f"{name:5} {requirement.sentence[:100]}\n      {', '.join(where[:5])}{more}")
    missing = gaps(found, shown)
    for kind, names in missing.items():
        print(f"{kind}: {', '.join(names) or 'none'}")
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
