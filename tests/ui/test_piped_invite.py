"""An invite on standard input, and where the moves come from when that ends behind it."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager

import pytest

from bura_p2p.ui.console import TypedLines
from tests.support.processes import bura

ALONE = "import os, sys; os.setsid(); os.execv(sys.argv[1], sys.argv[1:])"
AT_TERMINAL = "import os, sys; os.setsid(); os.open(sys.argv[1], os.O_RDWR); os.execv(sys.argv[2], sys.argv[2:])"

pytestmark = pytest.mark.skipif(not hasattr(os, "setsid"), reason="no sessions of processes on this system")


async def over(*chunks: bytes, ends: bool, patience: float = 20) -> bool:
    reader, writer = os.pipe()
    for chunk in chunks:
        os.write(writer, chunk)
    if ends:
        os.close(writer)
    try:
        return await TypedLines(reader).over(patience)
    finally:
        if not ends:
            os.close(writer)


async def test_what_is_over():
    assert await over(ends=True)
    assert await over(b"\n \n", ends=True)
    assert not await over(b"\nlead AS\n", ends=True)
    assert not await over(b"\n1", ends=True)
    assert not await over(b"quit\n", ends=False)
    assert not await over(b"\n", ends=False, patience=0.05)
    assert await TypedLines(None).over(0)


async def test_what_was_looked_at_is_still_there():
    reader, writer = os.pipe()
    os.write(writer, b"lead AS\nquit\n")
    lines = TypedLines(reader)
    assert not await lines.over(20)
    assert [await lines.next(), await lines.next()] == ["lead AS", "quit"]
    os.close(writer)
    assert await lines.over(20)
    os.close(reader)


def alone(*arguments: str, home, within=(sys.executable, "-c", ALONE)):
    """The program without a terminal of its own, or within whatever gives it one."""
    return bura(*arguments, home=home, within=within)


@contextmanager
def hosted(tmp_path):
    with bura("host", "--listen", "127.0.0.1:0", "--match", "1", home=tmp_path / "ann") as host:
        yield host, host.until(lambda line: line.startswith("BURA:"))


@pytest.mark.parametrize("arguments", [("join", "-"), ("join",), ("join", "-", "--json")])
def test_no_seat_is_taken_where_no_move_can_come(tmp_path, arguments):
    with hosted(tmp_path) as (host, invite):
        with alone(*arguments, "--no-lan", home=tmp_path / "ben") as guest:
            guest.type(invite)
            guest.hang_up()
            assert guest.end() == 2
            assert " ".join(guest.errors.split()) == (
                "bura: Standard input ends behind the invite, and there is no terminal to type your moves at: "
                "nothing was joined, and the invite is as good as before."
            )
        with alone("join", "-", home=tmp_path / "ben") as guest:  # so it is
            guest.type(invite)
            host.until(lambda line: line.startswith("Hand 1"))
            guest.type("quit")
            assert guest.end() == 10


def test_moves_that_are_piped_behind_the_invite(tmp_path):
    with hosted(tmp_path) as (_, invite), alone("join", "-", home=tmp_path / "ben") as guest:
        guest.type(f"{invite}\n\nhelp")
        guest.hang_up()
        assert guest.end() == 10
        assert any("you leave the game" in line for line in guest.lines)


def test_the_moves_come_from_the_terminal(tmp_path):
    ours, theirs = os.openpty()
    within = (sys.executable, "-c", AT_TERMINAL, os.ttyname(theirs))
    with hosted(tmp_path) as (_, invite), alone("join", "-", home=tmp_path / "ben", within=within) as guest:
        guest.type(invite)
        guest.hang_up()
        guest.until(lambda line: line.startswith("Hand 1"))
        time.sleep(0.2)
        assert guest.process.poll() is None
        os.write(ours, b"quit\n")
        assert guest.end() == 10
        assert guest.errors == ""
    os.close(ours)
    os.close(theirs)


NO_INPUT = (
    "bura: Nothing can be typed here, for standard input is at its end: no game was begun. Start this at a terminal, "
    "or with a pipe that stays open for the moves.\n"
)


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_invite_as_an_argument_without_input(tmp_path, options):
    with hosted(tmp_path) as (host, invite):
        with alone("join", invite, *options, home=tmp_path / "ben") as guest:
            guest.hang_up()
            assert (guest.end(), guest.errors) == (2, NO_INPUT)
        with alone("join", invite, home=tmp_path / "ben") as guest:  # the invite is as good as before
            host.until(lambda line: line.startswith("Hand 1"))
            guest.hang_up()
            assert guest.end() == 10
            assert "Your input has ended, so you leave the game; it stays unfinished." in guest.lines
            host.until(lambda line: line.startswith("The other side closed the game."))


@pytest.mark.parametrize("arguments", [("host",), ("play",), ("host", "--json")])
def test_no_game_is_begun_where_nobody_can_type(tmp_path, arguments):
    with alone(*arguments, home=tmp_path) as bura:
        bura.hang_up()
        assert (bura.end(), bura.errors) == (2, NO_INPUT)
        assert not bura.lines  # not even a router has been asked


def test_a_host_whose_input_ends_waits_no_longer(tmp_path):
    with hosted(tmp_path) as (host, _):
        host.hang_up()
        assert host.end() == 1
        assert host.errors == "bura: Your input has ended, so you leave; no game has begun.\n"


def test_a_game_that_was_left_at_once_can_be_resumed(tmp_path):
    """The input ends when the seat has just been taken, before there are cards."""
    with hosted(tmp_path) as (host, invite):
        with alone("join", invite, home=tmp_path / "ben") as guest:
            guest.until(lambda line: line.startswith("The host offers"))
            guest.hang_up()
            assert guest.end() == 10
            assert "Your input has ended, so you leave the game; it stays unfinished." in guest.lines
        host.until(lambda line: line.startswith("The other side closed the game."))
        with alone("resume", home=tmp_path / "ben") as guest:
            host.until(lambda line: line.startswith("The other side is there; the game goes on."))
            guest.type("quit")
            assert guest.end() == 10
