"""Code, registries and the agreed tables say the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from bura_p2p.errors import Code
from bura_p2p.wire import limits
from bura_p2p.wire.messages import ENTRY_MESSAGES, LINK_MESSAGES
from tests.support import registries

AGREED_ENTRIES = """
0 hello: identity bin 32, nonce bin 32, versions [uint 0..65535] 1..8 ascending, features [uint 0..65535] 0..32 ascending, seats uint 2..6, ruleset bin 1..1024, name str 0..64
1 commit: commitment bin 32
2 reveal: key bin 33, proof bin 64, nonce bin 32
3 shuffle: deck bin 66..2376, proof bin 1..4840
4 deal: shares bin 33..1188, proof bin 64
5 shares: shares bin 33..1188, proof bin 64
6 lead: hand bin 0..330, mix_proof bin 0..810, openings bin 33..165, proof bin 64
7 answer: hand bin 0..330, mix_proof bin 0..810, openings bin 33..165, proof bin 64
8 give: hand bin 0..330, mix_proof bin 0..810, points uint 0..55 or nil, points_proof bin 0..128
9 claim:
10 pass:
11 raise: to uint 2..6
12 accept:
13 decline:
14 open: openings bin 33..1188, proof bin 64
15 count: piles [[points uint 0..120, proof bin 128]] 1..6
16 result: hand uint 0..4294967295, winner uint 0..5 or nil, reason uint 0..255, points uint 0..255, score [uint 0..65535] 2..6, chips [int -9007199254740991..9007199254740991] 2..6, pot uint 0..1000000, next_leader uint 0..5 or nil, play_on bool
17 resign:
18 announce: what uint 0..2, proof bin 64..384
19 cede:
20 points: sealed bin 66, proof bin 192
21 win: points uint 0..120, proof bin 64
"""  # noqa: E501

AGREED_LINK = """
0 greet: versions [uint 0..65535] 1..8 ascending, features [uint 0..65535] 0..32 ascending, identity bin 32, nonce bin 32, mac bin 32
1 ping: n uint 0..4294967295
2 auth: signature bin 64, mac bin 32
3 pong: n uint 0..4294967295
4 offer: seats uint 2..6, ruleset bin 1..1024
5 chat: text str 1..280
6 entry_frame: seat uint 0..5, body bin 1..65535, signature bin 64
7 offer_end:
8 have: round uint 0..4294967295, head bin 32
9 more_time: seconds uint 1..600
10 refuse: round uint 0..4294967295, seat uint 0..5, code uint 0..255
11 another:
12 bye: reason uint 0..255
14 resume: table_id bin 32, round uint 0..4294967295, heads [bin 32] 1..34, held [[seat uint 0..5, body_hash bin 32]] 0..6
"""  # noqa: E501


def load(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(registries.path_of(name).read_text("utf-8"))
    return found


def brief(field: dict[str, Any]) -> str:
    """A described field in the short form of the agreed tables."""
    if "fields" in field:
        return "[" + ", ".join(f"{inner['name']} {brief(inner)}" for inner in field["fields"]) + "]"
    span = f"{field['min']}..{field['max']}" if field.get("min") != field.get("max") else f"{field.get('min')}"
    if field["type"] == "array":
        return f"[{brief(field['items'])}] {span}" + (" ascending" if field["ascending"] else "")
    return ("bool" if field["type"] == "bool" else f"{field['type']} {span}") + (
        " or nil" if field.get("nil") else ""
    )


def lines(name: str) -> list[str]:
    found = []
    for row in load(name)["messages"]:
        fields = ", ".join(f"{field['name']} {brief(field)}" for field in row["fields"])
        found.append(f"{row['type']} {row['name']}: {fields}".rstrip())
    return found


@pytest.mark.parametrize("name", registries.NAMES)
def test_the_file_is_what_the_code_writes(name: str) -> None:
    assert registries.path_of(name).read_text("utf-8") == registries.text_of(name), (
        "run python -m tests.support.registries"
    )


def test_the_command_checks() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.support.registries", "--check"],
        cwd=registries.FOLDER.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "")


def test_words_can_be_told_apart_without_blanks() -> None:
    """Of appendix F: 1024 of 3 to 7 letters, in the order of the alphabet, none the beginning of another."""
    words = registries.path_of("words").read_bytes().decode("ascii").split("\n")
    assert words.pop() == ""
    assert (len(words), words) == (1024, sorted(set(words)))
    assert all(re.fullmatch("[a-z]{3,7}", word) for word in words)
    assert not any(after.startswith(word) for word, after in pairwise(words))


def test_messages_are_the_agreed_ones() -> None:
    assert lines("messages") == AGREED_ENTRIES.strip().splitlines()
    assert lines("link_messages") == AGREED_LINK.strip().splitlines()


def test_the_envelopes_are_the_agreed_ones() -> None:
    body = [f"{field['name']} {field['type']}" for field in load("messages")["body"]]
    assert body == [
        *("version uint", "table_id bin", "round uint", "seat uint", "prev bin", "type uint"),
        "payload array",
    ]
    assert [field["name"] for field in load("link_messages")["frame"]] == ["type", "payload"]


def test_numbers_and_their_meaning_for_strangers() -> None:
    assert list(ENTRY_MESSAGES) == list(range(22))
    assert list(LINK_MESSAGES) == sorted(LINK_MESSAGES)
    assert len(set(ENTRY_MESSAGES.values()) | set(LINK_MESSAGES.values())) == len(ENTRY_MESSAGES) + len(LINK_MESSAGES)


def test_every_limit_is_told() -> None:
    told = {row["name"]: row["value"] for row in load("limits")["limits"]}
    assert told == {name.lower(): value for name, value in vars(limits).items() if re.match("M(AX|IN)_", name)}
    assert all(row["about"].endswith(".") for row in load("limits")["limits"])


def test_every_refusal_is_told() -> None:
    registry = load("refusals")
    told = registry["refusals"]
    assert [(row["code"], row["name"]) for row in told] == [(int(code), code.label) for code in Code]
    for row in told:
        assert row["about"].endswith("."), row
        assert type(row["convicts"]) is bool
        assert row["consequence"] in registry["consequences"]
        assert (row["consequence"] == "close") == (row["layer"] == "link")
        assert (row["consequence"] == "void") == (row["layer"] == "hand")


def test_only_what_a_signature_proves_convicts() -> None:
    convicting = {row["name"] for row in load("refusals")["refusals"] if row["convicts"]}
    layers = {row["name"]: row["layer"] for row in load("refusals")["refusals"]}
    by_layer = {name for name, layer in layers.items() if layer in ("order", "proof", "rule")}
    # judged once the place is right, so that the signature proves the fault:
    in_place = {"shape", "type_unknown", "version"}
    assert convicting == {"equivocation"} | in_place | by_layer


def test_everything_is_described() -> None:
    def walk(value: Any) -> None:
        if isinstance(value, dict):
            assert value.get("about", "x")
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for name in registries.SOURCES:
        walk(load(name))
