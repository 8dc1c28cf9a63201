"""Writes the registries that follow from the code: messages, link messages, limits, refusals, words.

    python -m tests.support.registries          write them in protocol/registry/ anew
    python -m tests.support.registries --check  only compare; status 1 on any difference

Here: code to JSON, and to a plain list. The sentences, verdicts and consequences of `refusals.json` live in that file
alone: they are kept by name, and a code without them is written with nulls, which the tests refuse. Never: imported
by the package.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from bura_p2p.errors import Code
from bura_p2p.log.entry import MEDIA_TYPE
from bura_p2p.net.word_list import WORDS
from bura_p2p.wire import limits
from bura_p2p.wire.fields import describe_fields
from bura_p2p.wire.messages import (
    ENTRY_MESSAGES,
    LINK_MESSAGES,
    PROTOCOL_VERSION,
    BodyFields,
    FrameFields,
)

FOLDER = Path(__file__).parents[2] / "protocol" / "registry"

LAYERS = {0: "link", 1: "entry", 2: "place", 3: "negotiation", 4: "order", 5: "proof", 7: "rule", 9: "hand"}
"""The tens of a refusal's number to the layer that raises it."""

TEXTS = ("about", "convicts", "consequence")
"""What `refusals.json` alone knows of a code."""


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def rows(table: Mapping[int, type]) -> list[dict[str, Any]]:
    return [
        {"type": number, "name": snake(cls.__name__), "about": inspect.getdoc(cls), "fields": describe_fields(cls)}
        for number, cls in table.items()
    ]


def messages() -> dict[str, Any]:
    return {
        "about": "Signed entries. The body is one array; its payload is the array of the message's fields.",
        "version": PROTOCOL_VERSION,
        "media_type": MEDIA_TYPE,
        "unknown_type": "refuse",
        "body": describe_fields(BodyFields),
        "messages": rows(ENTRY_MESSAGES),
    }


def link_messages() -> dict[str, Any]:
    return {
        "about": "Messages of a link, unsigned, one to a frame; the payload is the array of the message's fields.",
        "unknown_type": {"even": "close", "odd": "ignore"},
        "frame": describe_fields(FrameFields),
        "messages": rows(LINK_MESSAGES),
    }


def bounds() -> dict[str, Any]:
    """Each constant of `wire/limits.py` with the docstring that follows it."""
    body = ast.parse(inspect.getsource(limits)).body
    found = []
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            text = ast.literal_eval(after.value) if isinstance(after, ast.Expr) else None
            name = node.target.id
            found.append({"name": name.lower(), "value": getattr(limits, name), "about": text})
    return {"about": "Every bound of the bytes, both ends included.", "limits": found}


def refusals() -> dict[str, Any]:
    path = FOLDER / "refusals.json"
    old: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {"refusals": []}
    texts = {row["name"]: row for row in old["refusals"]}
    found = [
        {
            "code": int(code),
            "name": code.label,
            "layer": LAYERS[code // 10],
            **{key: texts.get(code.label, {}).get(key) for key in TEXTS},
        }
        for code in Code
    ]
    return {**{key: value for key, value in old.items() if key != "refusals"}, "refusals": found}


SOURCES = {"messages": messages, "link_messages": link_messages, "limits": bounds, "refusals": refusals}
LISTS = {"words": WORDS}
"""Registries that are no more than a list: a text file with an item on each line."""

NAMES = (*SOURCES, *LISTS)


def text_of(name: str) -> str:
    """The registry `name` as it must stand in its file."""
    if name in LISTS:
        return "".join(f"{item}\n" for item in LISTS[name])
    return json.dumps(SOURCES[name](), indent=1, ensure_ascii=False) + "\n"


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.{'txt' if name in LISTS else 'json'}"


def main(arguments: list[str]) -> int:
    differing = [
        name for name in NAMES if not path_of(name).exists() or path_of(name).read_text("utf-8") != text_of(name)
    ]
    if arguments == ["--check"]:
        for name in differing:
            print(f"{path_of(name).name} differs from the code: run python -m tests.support.registries")
        return int(bool(differing))
    for name in differing:
        path_of(name).write_bytes(text_of(name).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
