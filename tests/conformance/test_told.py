"""What a client writer is told of a case that did not pass: what it is, what is due, the bytes, how to repeat it."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
import trio

from bura_p2p.cli import run
from bura_p2p.conformance.runner.exchange import LAST, LONGEST, MOST, Exchange
from bura_p2p.conformance.runner.line import FAULTS
from bura_p2p.conformance.runner.live import live_cases, run_live
from bura_p2p.conformance.runner.meeting import UnderTest
from bura_p2p.conformance.runner.pair import run_pair
from bura_p2p.conformance.runner.protocol_folder import TOLD_ON, vectors, with_their_table
from bura_p2p.conformance.runner.results import Outcome, Result
from bura_p2p.conformance.runner.wire import How, Wire
from bura_p2p.log.file import read_game
from bura_p2p.net.auth import Role
from bura_p2p.net.invite import Invite, candidate_of
from bura_p2p.rules.builtin import GEORGIAN
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_link
from bura_p2p.wire.framing import FrameReader, encode_frame
from tests.vectors.form import PROTOCOL

GAME = PROTOCOL / "games" / "good" / "bura.bura"


def program(folder: Path, text: str) -> str:
    """The command of a program of these lines."""
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


# --- through a shim ----------------------------------------------------------------------------------------

ASKED = ("--protocol", str(PROTOCOL), "--timeout", "60", "--case", "places/signature R neutral? S for it")
ACCEPTS = 'import sys\nfor line in sys.stdin: print(\'{"result": {"ok": true}}\', flush=True)\n'


def test_a_failure_says_all_that_helps(capsys, tmp_path):
    """As text, as JSON and as XML; and the command that it tells repeats this case, and no other."""
    words = ["conformance", "vectors", "--shim", program(tmp_path, ACCEPTS), *ASKED]
    assert run([*words, "--junit", f"{tmp_path}/x"]) == 1
    fail, *lines, told, _ = capsys.readouterr().out.splitlines()
    assert fail == "fail         places/signature R neutral, S for it: accepted; to be refused (signature)"
    assert [line.partition(":")[0] for line in lines] == ["  about", "  due", "  sent", "  heard"]
    assert lines[1] == "  due: refused (signature); by E25 E6"
    (case,) = ElementTree.parse(tmp_path / "x").getroot()  # noqa: S314  our own
    assert (case[0].text or "").splitlines()[1:] == [line.strip() for line in (*lines, told)]
    again = shlex.split(told.removeprefix("  again: bura "))
    assert run([*again, "--json"]) == 1
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["case"] == "places/signature R neutral, S for it"
    sent, heard = result["exchange"]
    assert json.loads(sent["data"])["op"] == "places/signature"
    assert (heard["way"], heard["data"]) == ("heard", '{"result": {"ok": true}}')
    assert shlex.split(result["again"])[1:] == again


def test_a_failure_is_repeated_with_the_very_number(capsys, tmp_path):
    options = ("--number", "123456789", "--timeout", "60.25", *ASKED[:2], *ASKED[4:])
    assert run(["conformance", "vectors", "--shim", program(tmp_path, ACCEPTS), *options]) == 1
    told = capsys.readouterr().out.splitlines()[-2]
    assert " --number 123456789 --timeout 60.25 " in told


def test_an_entry_of_a_hand_comes_with_its_table():
    every = [*vectors(PROTOCOL)]
    hand = [test for test in every if test.op == TOLD_ON]
    other = next(test for test in every if test.op != TOLD_ON)
    assert with_their_table(every, [other, hand[4]]) == [other, *hand[:5]]
    assert with_their_table(every, [other]) == [other]


NOISE = """
import sys
print("ready")
for count, line in enumerate(sys.stdin):
    print({reply}, flush=True)
"""
UNSUPPORTED = '{"unsupported": true}'


@pytest.mark.parametrize(
    ("reply", "outcomes", "detail"),
    [
        (repr(UNSUPPORTED), ["unclean", "unsupported", "unsupported"], "'ready', before its answer"),
        (f"'x' if count == 1 else {UNSUPPORTED!r}", ["unclean", "unclean", "unclean"], "'ready', before its answer"),
        (repr(f"{UNSUPPORTED}\n" * 2), ["unclean", "unclean", "unclean"], "more than one line"),
    ],
)
def test_no_answer_is_taken_for_another(reply, outcomes, detail, capsys, tmp_path):
    """A greeting, a line for people, or an answer too many: what comes behind is not out of step."""
    command = program(tmp_path, NOISE.format(reply=reply))
    words = ["--shim", command, "--protocol", str(PROTOCOL), "--timeout", "60", "--case", "places/head*"]
    assert run(["conformance", "vectors", *words, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["results"]
    assert [result["outcome"] for result in told] == outcomes
    assert any(detail in result["detail"] for result in told)


# --- live --------------------------------------------------------------------------------------------------


def tried(command: str, cases: str, folder: Path, patience: float = 30.0) -> Sequence[Result]:
    """The results of a guest."""
    chosen = [case for case in live_cases(Role.GUEST) if re.fullmatch(cases, case.id)]
    testee, found = UnderTest(command=command, role=Role.GUEST, patience=patience), list[Result]()
    trio.run(partial(run_live, testee, chosen, number=0, folder=folder, keep=True, jobs=4, tell=found.append))
    return found


TLS_ONLY = "knock-(other-certificate|no-protocol|other-protocol|old-tls)"


def test_a_guest_that_never_comes_passes_no_knock(tmp_path):
    found = tried(f"{program(tmp_path, '')} {{invite}}", TLS_ONLY, tmp_path)
    assert [result.outcome for result in found] == [Outcome.FAIL] * 4
    assert all(result.detail.startswith("it ended (0) before it connected") for result in found)


GUEST = """
import base64, os, signal, socket, sys, time
payload = base64.b32decode(sys.argv[1].partition(":")[2] + "=" * (-len(sys.argv[1].partition(":")[2]) % 8))
at = payload.index(bytes((127, 0, 0, 1)))
port = int.from_bytes(payload[at + 5 : at + 7], "big")
link = socket.create_connection(("127.0.0.1", port))
{then}
"""


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize(
    ("then", "patience", "outcome", "detail"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", 30.0, Outcome.UNCLEAN, "it crashed"),
        ("time.sleep(60)", 4.0, Outcome.FAIL, "TLS was not agreed on, nor the link closed"),
    ],
)
def test_a_guest_that_crashes_or_hangs_at_the_door(then, patience, outcome, detail, tmp_path):
    command = f"{program(tmp_path, GUEST.format(then=then))} {{invite}}"
    (found,) = tried(command, "knock-old-tls", tmp_path, patience)
    assert (found.outcome, detail in found.detail) == (outcome, True), found


def test_without_a_program_nothing_conforms(capsys):
    """Nor where every case is one that need not come."""
    cases = "honest-claim-*, honest-declined"
    assert run(["conformance", "as-host", "--testee", "no-such-program {invite}", "--case", cases]) == 1
    assert capsys.readouterr().out.count("runner error ") == 3


NOWHERE = candidate_of("127.0.0.1", 9)
INVITE = Invite(secret=bytes(16), certificate=bytes(32), host=bytes(32), expires=2**32 - 1, candidates=(NOWHERE,))
ENDS, CRASHES, HANGS = "pass", "os.kill(os.getpid(), signal.SIGSEGV)", "time.sleep(60)"


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize(
    ("host", "guest", "fault", "outcome", "detail"),
    [
        (HANGS, ENDS, "pair-plain", Outcome.UNCLEAN, "the host did not end"),
        (ENDS, CRASHES, "pair-plain", Outcome.UNCLEAN, "the guest crashed"),
        (ENDS, ENDS, "pair-cut", Outcome.FAIL, "the host left no game file"),
    ],
)
def test_a_pair_that_plays_no_game(host, guest, fault, outcome, detail, tmp_path):
    """Who did what is told, and no line is blamed for it."""
    text = "import os, signal, sys, time\nprint({say!r}, flush=True)\n{then}\n"
    hosts = program(tmp_path, text.format(say=INVITE.text(), then=host))
    (tmp_path / "guest").mkdir()
    guests = program(tmp_path / "guest", text.format(say="", then=guest))
    found, (line,) = list[Result](), [each for each in FAULTS if each.id == fault]
    folder, patience = tmp_path / "run", 4.0 if host == HANGS else 30.0
    run = partial(run_pair, hosts, guests, [line], GEORGIAN, number=0, folder=folder, patience=patience)
    trio.run(partial(run, tell=found.append))
    assert [(result.outcome, detail in result.detail) for result in found] == [(outcome, True)], found


# --- bytes -------------------------------------------------------------------------------------------------


def test_words_are_told_by_name_and_place():
    game = read_game(GAME.read_bytes())
    first = game.entries[0]
    entry = encode_frame(encode_link(m.EntryFrame(first.seat, first.body, first.signature)))
    noise = encode_frame(encode_link(m.EntryFrame(1, b"\xc1", bytes(64))))
    exchange = Exchange()
    exchange.connected()
    exchange.sent(entry + noise)
    exchange.sent(b"\x00\x00")
    exchange.heard(encode_link(m.Ping(1)))
    exchange.heard(b"\xc1")
    exchange.heard(encode_link(m.Refuse(0, 1, 12)))
    told = [(word.way, word.what.partition(", ")[0], word.data[:8]) for word in exchange.words()]
    assert told == [
        ("sent", "a new connection", ""),
        ("sent", "entry hello of round 0", entry.hex()[:8]),
        ("sent", "entry of seat 1 that cannot be read (encoding)", noise.hex()[:8]),
        ("sent", "bytes that are no whole frame", "0000"),
        ("heard", "ping", "00000004"),
        ("heard", "a frame that is no message (link_message)", "00000001"),
        ("heard", "refuse", "00000006"),
    ]
    assert exchange.last() == tuple(word for word in exchange.words() if not word.what.startswith("ping"))


def test_a_flood_is_remembered_by_its_end():
    exchange = Exchange()
    for _ in range(2 * MOST // 60_000):
        exchange.heard(bytes(60_000))
    exchange.sent(bytes(2 * LONGEST))
    assert sum(len(word.data) for word in exchange.words()) <= 2 * MOST + LONGEST
    assert len(exchange.last()) == LAST
    assert exchange.last()[-1].data == "00" * (LONGEST // 2) + "..."


class Endless:
    """A stream on which one frame comes without end."""

    def __init__(self, frame: bytes) -> None:
        self.frame = frame

    async def receive_some(self, most: int) -> bytes:
        """As much as is wanted."""
        await trio.lowlevel.checkpoint()
        return self.frame * (1 + most // len(self.frame))

    async def send_all(self, data: bytes) -> None:
        """Nobody reads it."""


async def test_a_flood_of_messages_ends():
    frame = encode_frame(encode_link(m.EntryFrame(0, bytes(60_000), bytes(64))))
    wire = Wire(Endless(frame), FrameReader(len(frame)), Exchange())  # type: ignore[arg-type]
    with trio.fail_after(60):
        end = await wire.closes(50)
    assert (end.how, end.closed) == (How.FLOOD, False)
