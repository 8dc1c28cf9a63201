"""The verifier in one file, `protocol/examples/verify.py`: alone in a process, on every vector and every sample game.

In the default run each vector and each game is put to it over its shim, and one game of each verdict to its command
line; with BURA_TESTS=all every game is put to its command line.
"""

from __future__ import annotations

import ast
import fnmatch
import json
import os
import shlex
import subprocess
import sys
from collections import Counter
from functools import cache

import pytest

from bura_p2p.cli import run
from bura_p2p.conformance.runner.protocol_folder import SampleGame, games_in, vectors
from tests.vectors.form import PROTOCOL, load

VERIFIER = PROTOCOL / "examples" / "verify.py"
ALONE = [sys.executable, "-I", str(VERIFIER)]

CLIENT = {"link", "resume"}
"""Files of what is a client's, and no verifier's; so is the group `encoding/links`."""

PARTS = {
    "encoding": ("encoding",), "small": ("places", "rulesets", "hash-to-group", "identity"), "hand": ("hand",),
    "relation": ("relation",), "shuffle": ("shuffle",),
}  # fmt: skip
GAME_PARTS = (
    "good/[a-m]*", "good/[n-z]*", "open/*", "forked/*", "bad/[a-c]*", "bad/[d-k]*", "bad/[l-p]*", "bad/[q-r]*",
    "bad/[s-z]*",
)  # fmt: skip


@cache
def games() -> dict[str, SampleGame]:
    return {game.id: game for game in games_in(PROTOCOL / "games")}


def a_game_of_each_verdict() -> list[str]:
    """The shortest; of those to which others lend, too."""
    found: dict[tuple[str, bool], str] = {}
    for game in sorted(games().values(), key=lambda game: len(game.data)):
        found.setdefault((game.expect["verdict"], bool(game.others)), game.id)
    return sorted(found.values())


BY_HAND = sorted(games()) if os.environ.get("BURA_TESTS") == "all" else a_game_of_each_verdict()


def alone(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ALONE, *arguments], input=given, capture_output=True, text=True, check=False, encoding="utf-8", timeout=300
    )


def asked(capsys: pytest.CaptureFixture[str], pattern: str) -> Counter[str]:
    """How many of the tests with such ids came to which result; all have to pass that are claimed."""
    shim = shlex.join([*ALONE, "--shim"])
    options = ("--protocol", str(PROTOCOL), "--case", pattern, "--timeout", "300", "--json")
    code = run(["conformance", "vectors", "--shim", shim, *options])
    told = json.loads(capsys.readouterr().out)
    wrong = [each for each in told["results"] if each["outcome"] not in ("pass", "unsupported")]
    assert (code, wrong) == (0, [])
    return Counter(each["outcome"] for each in told["results"])


def test_the_standard_library_and_nothing_else():
    tree = ast.parse(VERIFIER.read_text("utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert not node.level
            found.add(node.module)
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names - {"importlib", "runpy", "ctypes"}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert names.isdisjoint({"__import__", "eval", "exec", "compile"})
    assert "bura_p2p" not in VERIFIER.read_text("utf-8")


@pytest.mark.parametrize("part", PARTS)
def test_every_vector(part, capsys):
    tests = [test for test in vectors(PROTOCOL) if test.op.partition("/")[0] in PARTS[part]]
    client = [test for test in tests if test.op == "encoding/links"]
    found = asked(capsys, ",".join(f"{name}/*" for name in PARTS[part]))
    assert found == Counter({"pass": len(tests) - len(client), "unsupported": len(client)})


def test_every_vector_is_in_a_part():
    named = {name for names in PARTS.values() for name in names}
    assert {test.op.partition("/")[0] for test in vectors(PROTOCOL)} == named | CLIENT


@pytest.mark.parametrize("part", GAME_PARTS)
def test_every_game(part, capsys):
    of_it = [name for name in games() if fnmatch.fnmatchcase(name, part)]
    assert asked(capsys, part) == Counter({"pass": len(of_it)})


def test_every_game_is_in_one_part():
    parts = [[part for part in GAME_PARTS if fnmatch.fnmatchcase(name, part)] for name in games()]
    assert {len(each) for each in parts} == {1}


@pytest.mark.parametrize("name", BY_HAND)
def test_by_the_command_line(name, tmp_path):
    game = games()[name]
    paths = [tmp_path / f"{number}.bura" for number in range(1 + len(game.others))]
    for path, data in zip(paths, (game.data, *game.others), strict=True):
        path.write_bytes(data)
    found = alone(*map(str, paths), "--json")
    told = json.loads(found.stdout)
    expect = dict(game.expect)
    assert (found.returncode, found.stderr) == (expect["exit_code"], "")
    assert {key: told[key] for key in expect} == expect
    if expect["verdict"] not in ("fault", "equivocation"):
        assert "seat" not in told


def test_said_in_words(tmp_path):
    for name, words in {
        "bad/announce-length": "fault: seat", "bad/cut": "malformed: ", "good/resigned": "fair\n",
        "forked/hole": "forked: ", "open/lead-owed": "open: stage ",
    }.items():  # fmt: skip
        path = tmp_path / "game.bura"
        path.write_bytes(games()[name].data)
        found = alone(str(path))
        assert (found.returncode, found.stderr) == (games()[name].expect["exit_code"], "")
        assert found.stdout.startswith(words), (name, found.stdout)


def test_the_registry_has_the_same_exit_codes():
    written = {each["name"]: each["exit_code"] for each in load("registry/verdicts.json")["verdicts"]}
    found = alone("--shim", given=json.dumps({"op": "games/verdict", "in": {"file": "00", "others": []}}) + "\n")
    assert json.loads(found.stdout)["result"]["exit_code"] == written["malformed"]
    assert {game.expect["verdict"] for game in games().values()} == set(written)


def test_what_is_no_request_is_answered_and_the_next_is_too():
    whole = '{"op": "places/vec", "in": {"parts": ["00"]}}'
    lines = ["no JSON", "[]", '{"op": "places/vec"}', whole, '{"op": "x", "in": 0}']
    found = alone("--shim", given="\n".join(lines) + "\n")
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [set(each) for each in told] == [{"error"}, {"error"}, {"error"}, {"result"}, {"unsupported"}]
    assert told[3] == {"result": {"ok": True, "bytes": "0001000100"}}


def test_what_cannot_be_read(tmp_path):
    assert alone().returncode == 2
    assert alone("--help").returncode == 2
    found = alone(str(tmp_path / "none.bura"))
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("cannot read: ")
