"""Lines from a pipe, an invite on a screen, past games in a line, a partner that does not come."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.net.invite import Invite, candidate_of
from bura_p2p.store import GameRow
from bura_p2p.ui.console import MAX_LINE, TypedLines
from bura_p2p.ui.games import game_json, game_line, game_lines, score_of
from bura_p2p.ui.inert import MARK, columns
from bura_p2p.ui.invites import invite_lines, qr_lines
from bura_p2p.ui.practice import Partner
from tests.support.processes import PATIENCE


async def lines_of(*chunks: bytes) -> list[str]:
    """What is read when these bytes are written, one chunk after the other, and then the pipe is closed."""
    reader, writer = os.pipe()
    typed, found = TypedLines(reader), []
    try:
        for chunk in chunks:
            os.write(writer, chunk)
        os.close(writer)
        while (line := await typed.next()) is not None:
            found.append(line)
        assert await typed.next() is None
    finally:
        os.close(reader)
    return found


async def test_lines():
    assert await lines_of(b"lead AS\nvar\r\nlast") == ["lead AS", "var", "last"]
    assert await lines_of(b"\n", b"a\xe2\x99", b"\xa0\n") == ["", "a♠"]
    assert await lines_of(b"\xff\xfe\n") == ["\ufffd\ufffd"]
    assert await lines_of() == []
    assert [len(line) for line in await lines_of(b"x" * (2 * MAX_LINE + 5))] == [MAX_LINE, MAX_LINE, 5]


async def test_no_input_at_all():
    assert await TypedLines(None).next() is None


def test_qr_code():
    text = Invite(bytes(16), bytes(32), bytes(32), 2**31, (candidate_of("192.168.1.5", 4242),) * 3).text()
    code = qr_lines(text, 80, "utf-8")
    assert len({columns(line) for line in code}) == 1
    assert columns(code[0]) in (2 * len(code), 2 * len(code) - 1)
    assert set("".join(code)) <= set("█▀▄ ")
    assert qr_lines(text, 20, "utf-8") == qr_lines(text, 80, "ascii") == qr_lines(text, 80, None) == []
    lines = invite_lines(text, 80, "utf-8")
    assert invite_lines(text, 0, "utf-8") == lines[len(code) + 1 :]
    again = invite_lines(text, 80, "utf-8", again=True)
    assert text in again
    assert "Your friend types 'bura resume'" in "\n".join(again)
    assert "pip install" not in "\n".join(again)
    assert lines[: len(code)] == code
    # on a terminal of 24 lines the text is still there when the code has scrolled away
    assert text in lines[-24:]
    assert lines[-1].startswith("Waiting")


@pytest.mark.skipif(os.name != "posix", reason="no terminals to be had")
def test_a_complaint_is_broken_between_words_on_a_terminal(tmp_path):
    theirs, ours = os.openpty()
    path = tmp_path / "no such file" / ("x" * 60)
    command = [sys.executable, "-m", "bura_p2p", "verify", str(path)]
    environment = {**os.environ, "COLUMNS": "60"}
    done = subprocess.run(command, stderr=ours, env=environment, timeout=PATIENCE, check=False)
    os.write(ours, b"<end>")  # a terminal gives what was written in pieces
    said = ""
    while "<end>" not in said:
        said += os.read(theirs, 4096).decode()
    os.close(ours)
    os.close(theirs)
    said = said.partition("<end>")[0].replace("\r\n", "\n")
    assert done.returncode == 1
    assert str(path).split()[-1] in said
    lines = [line for line in said.splitlines() if "/" not in line]
    assert len(lines) > 1
    assert all(len(line) <= 60 for line in lines)
    assert " ".join(said.split()).endswith("cannot be read: No such file or directory.")


ROW = GameRow(
    id=3, seat=1, seats=2, ruleset="georgian", identities=(b"a" * 32, b"b" * 32), names=("A\x1b[2Jn", "Me"),
    started=1.8e9, changed=1.8e9, ended=None, status="open", result=None, entries=7,
)  # fmt: skip


def test_past_games():
    assert f'with "A{MARK}[2Jn"' in game_line(ROW)
    assert game_line(ROW).endswith("georgian: unfinished")
    done = replace(ROW, status="complete", result='[{"score": [1, 0]}, {"score": [1, 3]}, {}]')
    assert score_of(done) == (1, 3)
    assert game_line(done).endswith("complete, you led 3:1")
    assert game_json(done)["score"] == [1, 3]
    for bad in ("", "{", "7", '[{"score": 4}]', '[{"score": ["x"]}]', '[{"score": [1e999]}]', "[" * 10**5):
        assert score_of(replace(ROW, result=bad)) == ()
    for moment in (1e300, -1e300, 1e17):
        assert "at some time" in game_line(replace(ROW, started=moment))
    assert game_line(replace(ROW, ruleset="a\x1b[2J\n")).isprintable()


ENDS = [
    (1, (1, 3), [], "complete, you won 3:1"),
    (0, (3, 1), [], "complete, you lost 1:3"),
    (None, (1, 0), [1], "complete, you were behind 0:1; stopped by you"),
    (None, (0, 1), [0, 1], "complete, you led 1:0; stopped by Ann and you"),
    (None, (1, 1), [0], "complete, level at 1:1; stopped by Ann"),
    (None, (1, 1), ["x", None, -1, 9, True], "complete, level at 1:1"),
    (None, (1, 1), {}, "complete, level at 1:1"),
]


@pytest.mark.parametrize(("winner", "score", "stopped", "end"), ENDS)
def test_how_a_past_game_ended(winner, score, stopped, end):
    told = {"event": "game_over", "winner": winner, "score": score, "stopped": stopped}
    row = replace(ROW, names=("Ann", "Me"), status="complete", result=json.dumps([{"score": [0, 0]}, told]))
    assert game_line(row).endswith(end)
    lines = game_lines(row, "; complete and fair, and so on and on and on")
    assert all(columns(line) <= 80 for line in lines)
    assert " ".join(" ".join(lines).split()).endswith("so on and on and on")
    assert lines[0].startswith(game_line(row)[:60])


@pytest.mark.parametrize(
    ("ruleset", "chips", "end"),
    [
        ("classic", [-2, 2], "complete, your chips +2"),
        ("classic", [0, 0], "complete, your chips 0"),
        ("my-own", [1, -1], "complete, your chips -1"),
        ("georgian", [0, 0], "complete, you led 3:1"),
        ("my-own", [0, 0], "complete, you led 3:1"),
        ("classic", ["x"], "complete, you led 3:1"),
        ("classic", [1, 2, 3], "complete, you led 3:1"),
    ],
)
def test_chips_of_a_past_game(ruleset, chips, end):
    told = json.dumps([{"event": "hand_over", "score": [1, 3], "chips": chips}])
    row = replace(ROW, ruleset=ruleset, status="complete", result=told)
    assert game_line(row).endswith(end)
    assert "chips" in game_json(row)


def test_a_game_with_nobody_yet():
    assert "  with nobody yet  " in game_line(replace(ROW, names=("", "Me"), entries=1))
    assert "  with the host  " in game_line(replace(ROW, names=("", "Me"), entries=2))


def test_a_partner_that_does_not_come():
    with Partner("greedy") as partner:
        partner.look()
        partner.invite("nonsense")
        partner._process.wait(PATIENCE)
        with pytest.raises(LocalError, match="not a bura invite"):
            partner.look()
    partner = Partner("greedy")
    with partner:
        partner.invite("nonsense")
    assert partner._process.returncode is not None


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
@pytest.mark.parametrize("command", [["games"], ["--help"]])
def test_nobody_reads_the_output(tmp_path, command):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "bura_p2p", *command],
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**os.environ, "BURA_HOME": str(tmp_path / "none")},
        timeout=PATIENCE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")
