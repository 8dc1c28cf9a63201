"""The one form of all vector files: groups of tests, bytes as lower-case hex.

Here: the shape of a file. Never: a value in it. `protocol/README.md` explains every key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bura_p2p.conformance.runner.notation import plain

PROTOCOL = Path(__file__).parents[2] / "protocol"

WIDTH = 118
"""Characters of a line that holds more than one value."""

OK: Mapping[str, Any] = {"ok": True}


def scalar(value: int) -> str:
    return f"{value:064x}"


def scalars(values: Sequence[int]) -> list[str]:
    return [scalar(value) for value in values]


def whole_bytes(data: bytes, offset: int, value: int) -> bytes:
    """The bytes with the scalar at `offset` replaced by 32 bytes of `value`."""
    return data[:offset] + value.to_bytes(32, "big") + data[offset + 32 :]


def value_of(written: Any) -> Any:
    """The inverse of `notation`, arrays as tuples."""
    if isinstance(written, dict):
        return bytes.fromhex(written["bin"])
    return tuple(value_of(item) for item in written) if isinstance(written, list) else written


def case(
    name: str,
    comment: str,
    given: Mapping[str, Any],
    expect: Mapping[str, Any] = OK,
    *,
    mid: Mapping[str, Any] | None = None,
    base: str | None = None,
    mutation: str | None = None,
) -> dict[str, Any]:
    found: dict[str, Any] = {"id": name} | ({"comment": comment} if comment else {})
    if base is not None:
        found |= {"base": base, "mutation": mutation}
    found |= {"in": plain(given), "expect": plain(expect)}
    return found | ({"mid": plain(mid)} if mid else {})


def bad(base: Mapping[str, Any], name: str, mutation: str, code: str, **changed: Any) -> dict[str, Any]:
    """A test that differs from `base` in the inputs `changed`, which alone it holds, and is refused with `code`."""
    expect = {"code": code} | changed.pop("expect", {})
    return case(name, "", changed, expect, base=base["id"], mutation=mutation)


def group(name: str, about: str, tests: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    return {"name": name, "about": about, **plain(more), "tests": list(tests)}


def document(kind: str, about: str, groups: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"format": "bura-vectors 1", "kind": kind, "protocol": 1, "about": about, "groups": list(groups)}


def text_of(value: Mapping[str, Any]) -> str:
    """JSON in which whatever fits a line stands on one."""
    return laid_out(value) + "\n"


def laid_out(value: Any) -> str:
    one_line = json.dumps(value, ensure_ascii=False)
    if len(one_line) <= WIDTH or not isinstance(value, Mapping | list | tuple):
        return one_line
    if isinstance(value, Mapping):
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {laid_out(item)}" for key, item in value.items()) + "\n}"
    return "[\n" + ",\n".join(map(laid_out, value)) + "\n]"


def load(path: str) -> dict[str, Any]:
    """A JSON file below `protocol/`."""
    found: dict[str, Any] = json.loads((PROTOCOL / path).read_text("utf-8"))
    return found


def cases(path: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """Each test of a file by its id, whole, with the name of its group."""
    groups = load(path)["groups"]
    found = {test["id"]: (each["name"], test) for each in groups for test in each["tests"]}
    return {name: (kind, whole(test, found)) for name, (kind, test) in found.items()}


def whole(test: dict[str, Any], found: Mapping[str, tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """A test with what it takes from its base."""
    base = found[test["base"]][1]["in"] if "base" in test else {}
    return test | {"in": base | test["in"]}
