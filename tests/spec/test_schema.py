"""`protocol/schema.cddl` against the code, the vectors and the games; and the small reader of CDDL."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import msgpack
import pytest

from bura_p2p.errors import PeerError
from bura_p2p.wire.codec import unpack_strict
from bura_p2p.wire.messages import ENTRY_MESSAGES, LINK_MESSAGES
from tests.support import cddl, manifest, rule_cases, schema
from tests.vectors.form import PROTOCOL, cases, value_of

from .reader import read_file


@cache
def written() -> cddl.Schema:
    return cddl.Schema(schema.SCHEMA.read_text("utf-8"))


def test_the_file_is_what_the_code_writes():
    assert schema.SCHEMA.read_text("utf-8") == schema.text(), "run python -m tests.support.schema"


def test_every_message_has_its_rules():
    text = schema.text()
    for messages, kind in ((ENTRY_MESSAGES, "body"), (LINK_MESSAGES, "frame")):
        for number, cls in messages.items():
            name = schema.name_of(cls)
            assert f"\n{name} = [" in text
            assert f"type: {number}, payload: {name}]" in text
            assert f"{name}-{kind}" in text


RULE = {"bodies": "body", "outer": "body", "links": "frame"}


@pytest.mark.parametrize("group", RULE)
def test_vectors(group):
    """Whatever the vectors take has the form, and whatever they refuse has not, but for what no schema says."""
    seen = {True: 0, False: 0}
    for name, (found, test) in cases("vectors/encoding.json").items():
        if found != group or (value := read(test["in"].get("body") or test["in"]["payload"])) is None:
            continue
        taken = "code" not in test["expect"] and test["expect"]["type"] is not None
        assert written().fits(RULE[group], value) is taken or descending(value), name
        seen[taken] += 1
    assert min(seen.values()) >= 1


def read(data: str) -> Any:
    """The value; None where the bytes are not strict."""
    try:
        return unpack_strict(bytes.fromhex(data))
    except PeerError:
        return None


def descending(value: Any) -> bool:
    """Whether an array within does not ascend, which no schema says."""
    if not isinstance(value, tuple | list):
        return False
    numbers = len(value) > 1 and all(type(item) is int for item in value)
    return (numbers and any(b <= a for a, b in pairwise(value))) or any(map(descending, value))


@pytest.mark.parametrize("path", sorted((PROTOCOL / "games" / "good").glob("*.bura")), ids=lambda path: path.stem)
def test_games(path):
    identities, entries = read_file(path.read_bytes())
    assert written().fits("identities", identities)
    for entry in entries:
        assert written().fits("file-entry", entry)
        assert written().fits("body", msgpack.unpackb(entry[1]))


def test_codes():
    invites = [test for kind, test in cases("vectors/link.json").values() if kind == "invite"]
    good = [test["in"]["text"] for test in invites if test["expect"]["ok"]]
    assert len(good) > 2
    for test in invites:
        if "fields" in test["expect"]:
            assert written().fits("invite", value_of(test["expect"]["fields"]))
    assert not written().fits("invite", (1, bytes(16), bytes(32), bytes(32), 0, ((0, bytes(5), 1),)))
    assert written().fits("reply", (1, bytes(16), 0, ((0, bytes(4), 1), (4, "localhost", 65535))))
    assert not written().fits("reply", (1, bytes(16), 0, ()))


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("x = [1*2 0..3, b: bool]", [(0, True), (3, 3, False)], [(True,), (4, True), (0, 0, 0, True), (0,), 0]),
        ("x = [a: tstr .size (1..2) / nil]", [("é",), ("a",), (None,)], [("éé",), ("",), (b"a",), ()]),
        ("g = (a: 1, b: -2..2)\nx = [g, c: 5]", [(1, -2, 5)], [(1, -3, 5), (1, True, 5), (1, 0)]),
        ("x = y / []\ny = [* any]", [(), (1, "a", None)], ["", None]),
    ],
)
def test_the_small_reader(text, good, bad):
    rules = cddl.Schema(text)
    assert all(rules.fits("x", value) for value in good)
    assert not any(rules.fits("x", value) for value in bad)


def test_what_is_no_cddl_is_said():
    with pytest.raises(ValueError, match="no CDDL"):
        cddl.Schema("x = {}")


def test_the_manifest_is_what_lies_there():
    assert manifest.MANIFEST.read_text("utf-8") == manifest.text(), "run python -m tests.support.protocol"
    found = manifest.load(manifest.MANIFEST)
    assert all(each["bad"] * 2 > each["tests"] for name, each in found["counts"]["vectors"].items() if name != OTHERS)
    assert {"good", "bad", "open", "forked"} <= set(found["counts"]["games"])


OTHERS = "hash-to-group"
"""Published by others; nothing in it can be refused."""


def test_the_cases_are_the_same_in_both_forms():
    assert rule_cases.TWIN.read_text("utf-8") == rule_cases.text(), "run python -m tests.support.protocol"
