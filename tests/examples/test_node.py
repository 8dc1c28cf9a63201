"""The client for Node, `protocol/examples/node`: its own tests, every vector and game, and hands against real peers.

In the default run its longest own tests are left out, which do here again what others of them, or this file, show;
with BURA_TESTS=all they run too.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bura_p2p.cli import run
from bura_p2p.conformance.runner.protocol_folder import SampleGame, games_in, vectors
from bura_p2p.log.file import read_game
from tests.vectors.form import PROTOCOL

FOLDER = PROTOCOL / "examples" / "node"
NODE = shutil.which("node")
PATIENCE = 600

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="there is no Node"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules").is_dir(),
        reason="its libraries are not there; 'npm ci --prefix protocol/examples/node' brings them",
    ),
]

LONG = {"games", "vectors", "link", "play"}
OWN = sorted(path.name.partition(".")[0] for path in (FOLDER / "test").glob("*.test.mjs"))
CHOSEN = OWN if os.environ.get("BURA_TESTS") == "all" else [name for name in OWN if name not in LONG]

PARTS = {
    "small": ("encoding", "places", "rulesets", "hash-to-group", "identity", "link", "resume"),
    "hand": ("hand",), "relation": ("relation",), "shuffle": ("shuffle",),
}  # fmt: skip
GAME_PARTS = ("good/*", "open/*,forked/*", "bad/[a-k]*", "bad/[l-z]*")

CUTS = "5000,9000"
"""Bytes from the host, link by link. The first cut falls into the shuffles: the shortest hand has not ended there."""
"""After so many bytes from the host a link of the game is cut, and then the next one."""


def node(*arguments: str, timeout: int = PATIENCE, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(NODE), *arguments], cwd=FOLDER, env=os.environ | environment, capture_output=True, text=True,
        encoding="utf-8", check=False, timeout=timeout,
    )  # fmt: skip


def test_the_lock_names_no_registry():
    assert "resolved" not in (FOLDER / "package-lock.json").read_text("utf-8")
    packages = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("integrity" in found for name, found in packages.items() if name)


@pytest.mark.parametrize("name", CHOSEN)
def test_its_own_tests(name):
    found = node("--test", f"test/{name}.test.mjs")
    assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]


def asked(capsys: pytest.CaptureFixture[str], pattern: str) -> Counter[str]:
    """How many of the tests with such ids came to which result."""
    shim = shlex.join([str(NODE), str(FOLDER / "bura.mjs"), "shim"])
    options = ("--protocol", str(PROTOCOL), "--case", pattern, "--timeout", str(PATIENCE), "--json")
    code = run(["conformance", "vectors", "--shim", shim, *options])
    told = json.loads(capsys.readouterr().out)
    wrong = [each for each in told["results"] if each["outcome"] != "pass"]
    assert (code, wrong) == (0, [])
    return Counter(each["outcome"] for each in told["results"])


@pytest.mark.parametrize("part", PARTS)
def test_every_vector(part, capsys):
    tests = [test for test in vectors(PROTOCOL) if test.op.partition("/")[0] in PARTS[part]]
    assert asked(capsys, ",".join(f"{name}/*" for name in PARTS[part])) == Counter({"pass": len(tests)})


def test_every_vector_is_in_a_part():
    named = [name for names in PARTS.values() for name in names]
    assert sorted({test.op.partition("/")[0] for test in vectors(PROTOCOL)}) == sorted(named)


@pytest.mark.parametrize("part", GAME_PARTS)
def test_every_game(part, capsys):
    assert asked(capsys, part)["pass"] > 0


def a_game_of_each_verdict() -> list[SampleGame]:
    found: dict[str, SampleGame] = {}
    for game in sorted(games_in(PROTOCOL / "games"), key=lambda game: len(game.data)):
        if game.expect is not None:
            found.setdefault(game.expect["verdict"], game)
    return [*found.values()]


@pytest.mark.parametrize("game", a_game_of_each_verdict(), ids=lambda game: game.id)
def test_by_the_command_line(game, tmp_path):
    paths = [tmp_path / f"{number}.bura" for number in range(1 + len(game.others))]
    for path, data in zip(paths, (game.data, *game.others), strict=True):
        path.write_bytes(data)
    found = node("bura.mjs", "verify", *map(str, paths))
    lines = found.stdout.splitlines()
    assert lines[0] == f"{paths[0]}: {game.expect['verdict']}"
    if len(paths) == 1:
        assert found.returncode == game.expect["exit_code"]
    if "seat" in game.expect:
        named = ("seat", "round", "code") if game.expect["verdict"] == "fault" else ("seat", "round")
        assert {f"  {key}: {game.expect[key]}" for key in named} <= set(lines)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_file_without_end_is_no_game():
    found = node("bura.mjs", "verify", "/dev/zero")
    assert (found.returncode, found.stdout.splitlines()[0]) == (30, "/dev/zero: malformed")


# --- against the package, two processes and TLS between them ------------------------------------------------------


def own(arguments: str) -> str:
    """A command of the package; the shell starts it in its place."""
    return f"exec {shlex.quote(sys.executable)} -m bura_p2p {arguments}"


def played(folder: Path, *arguments: str) -> str:
    """What the client said in a game whose link is cut; its file and the package's are fair, and the same."""
    environment = {"TMPDIR": str(folder), "PYTHONPATH": str(PROTOCOL.parent), "PYTHONUTF8": "1"}
    found = node("tools/play-against.mjs", *arguments, "--cut", CUTS, timeout=300, **environment)
    assert found.returncode == 0, found.stdout + found.stderr
    (mine,) = folder.glob("bura-node-*/game.bura")
    theirs = folder / "theirs.bura"
    assert [run(["verify", str(path), "--json"]) for path in (mine, theirs)] == [0, 0], found.stdout
    one, other = (read_game(path.read_bytes()) for path in (mine, theirs))
    assert one.identities == other.identities
    assert one.entries == other.entries
    return found.stdout


MATCH = {"georgian": "--match 1", "classic": ""}


@pytest.mark.parametrize("rules", MATCH)
def test_guest_of_a_hand_whose_link_is_cut(rules, tmp_path):
    options = f"--rules {rules} {MATCH[rules]} --listen 127.0.0.1:0 --json --bot greedy"
    host = own(f"host {options} --home {tmp_path / 'home'} --export {tmp_path / 'theirs.bura'}")
    said = played(tmp_path, "--host", host)
    assert "linked again" in said


@pytest.mark.parametrize("rules", MATCH)
def test_host_of_a_hand_whose_link_is_cut(rules, tmp_path):
    guest = own(f"join {{invite}} --json --bot greedy --home {tmp_path / 'home'} --export {tmp_path / 'theirs.bura'}")
    said = played(tmp_path, "--join", guest, "--rules", rules)
    assert "the guest is back" in said
