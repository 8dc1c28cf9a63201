"""Programs under test, shims and games of strangers that would hold up, flood or crash the runner."""

from __future__ import annotations

import json
import os
import shlex
import socket
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import trio

from bura_p2p.conformance.runner.foreign import MOST_KEPT, end_of, left_at
from bura_p2p.conformance.runner.process import Program, running
from bura_p2p.conformance.runner.protocol_folder import games_in, read_json
from bura_p2p.conformance.runner.reports import line_of, write_junit
from bura_p2p.conformance.runner.results import Outcome, Result, Run
from bura_p2p.conformance.runner.shim import Misshapen, open_shim, serve
from bura_p2p.errors import LocalError
from tests.vectors.form import PROTOCOL

DEEP = "[" * 100_000


def program(folder: Path, text: str) -> str:
    """The command of a program of these lines."""
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


async def test_lists_without_end_are_no_answer_and_no_request(tmp_path, capsys):
    command = program(tmp_path, f"import sys\nfor line in sys.stdin: print({DEEP!r}, flush=True)\n")
    async with open_shim(command, tmp_path, 60) as shim:
        for _ in range(2):
            with pytest.raises(Misshapen) as fault:
                await shim.ask("encoding/values", {})
            assert fault.value.outcome is Outcome.UNCLEAN
    serve([DEEP, "{}"], sys.stdout)
    assert capsys.readouterr().out == '{"unsupported": true}\n' * 2


@pytest.mark.parametrize(
    "given", [{}, [], None, {"parts": 1}, {"parts": [1]}, {"parts": ["x"]}, {"parts": ["00" * 65_536]}]
)
def test_our_shim_goes_on_after_inputs_that_are_none(given, capsys):
    good = {"op": "places/vec", "in": {"parts": []}}
    serve([json.dumps(request) for request in ({"op": "places/vec", "in": given}, good)], sys.stdout)
    told, answer = capsys.readouterr().out.splitlines()
    assert set(json.loads(told)) == {"error"}
    assert json.loads(answer) == {"result": {"ok": True, "bytes": "0000"}}


FLOOD = """
import os
piece = b"e" * 65536
for _ in range(0, {size}, len(piece)):
    os.write({to}, piece)
os.write({to}, b" the end\\n")
input()
"""


@pytest.mark.parametrize("to", [1, 2])
async def test_a_flood_fills_no_disk(to, tmp_path):
    size = 3 * MOST_KEPT
    words = shlex.split(program(tmp_path, FLOOD.format(to=to, size=size)))
    kept = tmp_path / ("testee.stdout" if to == 1 else "testee.stderr")
    async with running(words, tmp_path) as under_test:
        with trio.fail_after(60):
            while not _through(under_test, to, kept):  # noqa: ASYNC110  a file tells nobody
                await trio.sleep(0.1)
        assert kept.stat().st_size <= MOST_KEPT


def _through(under_test: Program, to: int, kept: Path) -> bool:
    """Whether all has been said, and looked at."""
    said = under_test.said[-8:] if to == 1 else end_of(kept)[-7:]
    done = said.strip() == "the end" or (to == 2 and under_test.complaint == "it complains of nothing")
    return done and kept.stat().st_size <= MOST_KEPT


CHILD = """
import os, signal, socket, time
if os.fork() == 0:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    link = socket.create_connection(("127.0.0.1", {port}))
    link.sendall(b"x")
time.sleep(60)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process groups")
async def test_what_a_program_has_started_is_ended_with_it(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        words = shlex.split(program(tmp_path, CHILD.format(port=server.getsockname()[1])))
        async with running(words, tmp_path):
            child, _ = await trio.to_thread.run_sync(server.accept)
            with child:
                child.settimeout(30)
                assert await trio.to_thread.run_sync(child.recv, 1) == b"x"
                link = child.dup()
        with link:
            assert await trio.to_thread.run_sync(link.recv, 1) == b""


def test_what_is_left_as_a_game_file_may_be_none(tmp_path):
    path = tmp_path / "game.bura"
    assert left_at(path) is None
    path.write_bytes(b"bytes")
    assert left_at(path) == b"bytes"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.bura")
        assert left_at(tmp_path / "pipe.bura") is None
    path.unlink()
    path.mkdir()
    assert left_at(path) is None


GOOD = {"file": str(PROTOCOL / "games" / "good" / "bura.bura")}


@pytest.mark.parametrize(
    "told",
    [
        {"id": "a/" * 99, "in": GOOD, "expect": {"verdict": "fair"}},
        {"in": GOOD, "expect": ["fair"]},
        {"in": GOOD, "expect": {}},
        {"in": GOOD, "expect": "fair"},
        {"in": [], "expect": {"verdict": "fair"}},
    ],
)
def test_a_game_that_is_none_is_one_sentence(told, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(LocalError, match="describes no game"):
        games_in(path)


def test_a_case_of_a_stranger_forges_no_line(tmp_path):
    """A game's description, or a file's name, says what its case is called."""
    run = Run("replay", results=[Result("x\nconforms\x1b[2J\u202e<&\"", Outcome.FAIL, "\x1b]0;no\x07")])
    assert line_of(run.results[0]) == 'fail         x conforms [2J <&":  ]0;no '
    write_junit(run, tmp_path / "x.xml")
    (case,) = ElementTree.parse(tmp_path / "x.xml").getroot()  # noqa: S314  our own
    assert case.get("name") == 'x conforms [2J <&"'


def test_lists_without_end_are_no_json(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(DEEP, encoding="utf-8")
    with pytest.raises(LocalError, match="cannot be read as JSON"):
        read_json(path)
