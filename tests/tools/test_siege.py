"""A running game with a crowd at the host's door: five hundred connections of every useless kind.

Here: real processes and sockets; what is held is that the game ends, both files verify, memory does not grow and
nothing of what strangers send is written anywhere. How long an answer takes meanwhile is a measurement, not a test:
`pytest -s -n 0 tests/tools/test_siege.py` prints it, without and with the crowd.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import statistics
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from bura_p2p.net.invite import Invite
from bura_p2p.verify import Verdict, verify_file
from tests.support.processes import Bura

CROWD = 500
GROWTH = 20 * 2**20
MARK = b"stranger-was-here"

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")


def plain(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, timeout=60)


def secured(address: tuple[str, int]) -> ssl.SSLSocket:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["bura/1"])
    return context.wrap_socket(plain(address), server_hostname="bura.invalid")


def scanner(address: tuple[str, int]) -> None:
    with plain(address) as sock:
        sock.sendall(b"GET /" + MARK + b" HTTP/1.1\r\n\r\n" + os.urandom(200))


def half_handshake(address: tuple[str, int]) -> None:
    with plain(address) as sock:
        sock.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(40))
        time.sleep(0.05)


def drip(address: tuple[str, int]) -> None:
    with plain(address) as sock:
        for _ in range(5):
            sock.sendall(b"\x16")
            time.sleep(0.05)


def garbage_inside(address: tuple[str, int]) -> None:
    with secured(address) as sock:
        sock.sendall(b"\x00\x00\x00\x20" + MARK + os.urandom(15))


def long_frame(address: tuple[str, int]) -> None:
    with secured(address) as sock:
        sock.sendall(b"\xff\xff\xff\xff" + MARK * 50)


def silent(address: tuple[str, int]) -> None:
    with secured(address):
        time.sleep(0.05)


KINDS: tuple[Callable[[tuple[str, int]], None], ...] = (
    scanner, half_handshake, drip, garbage_inside, long_frame, silent,
)  # fmt: skip


def memory(process: Bura) -> int | None:
    """Bytes; None of a process that has just ended, which has none any more."""
    status = Path(f"/proc/{process.process.pid}/status").read_text("ascii")
    return int(status.split("VmRSS:")[1].split()[0]) * 1024 if "VmRSS:" in status else None


def besiege(address: tuple[str, int], come: int) -> None:
    for number in range(come):
        try:
            KINDS[number % len(KINDS)](address)
        except OSError:
            continue


def answer_times(lines: list[str], moments: list[float]) -> list[float]:
    """Seconds between one play and the next, as the guest saw them."""
    plays = ("led", "answered", "gave")
    told = [moment for line, moment in zip(lines, moments, strict=True) if json.loads(line)["event"] in plays]
    return [later - earlier for earlier, later in pairwise(told)]


# Python 3.11 leaves the stranger's own socket open where the host has reset it before the handshake could begin
@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning")
@pytest.mark.parametrize("crowd_of", [0, CROWD])
def test_a_crowd_at_the_door_disturbs_no_game(tmp_path: Path, crowd_of: int) -> None:
    options = ("--json", "--bot", "random", "--hands", "12")
    host = Bura("host", "--listen", "127.0.0.1:0", *options, home=tmp_path / "a")
    running, moments = [host], []
    try:
        invite = host.event("invite")["invite"]
        port = Invite.parse(invite, now=0).candidates[0].port
        guest = Bura("join", invite, *options, home=tmp_path / "b")
        running.append(guest)
        guest.event("dealt")
        before, start = memory(host), len(guest.lines)
        assert before is not None
        crowd = [threading.Thread(target=besiege, args=(("127.0.0.1", port), crowd_of // 4)) for _ in range(4)]
        for thread in crowd:
            thread.start()
        while guest.line() is not None:
            moments.append(time.monotonic())
            if host.process.poll() is None and (now := memory(host)) is not None:
                growth = now - before
        for thread in crowd:
            thread.join()
        assert [process.end() for process in running] == [0, 0]
        assert [process.errors for process in running] == ["", ""]
        assert growth < GROWTH
        median = statistics.median(answer_times(guest.lines[start:], moments))
        print(f"{crowd_of} strangers: median answer {median:.4f} s, growth {growth}")
    finally:
        for process in running:
            process.close()
    files = [next((tmp_path / name / "games").glob("*.bura")).read_bytes() for name in "ab"]
    assert files[0] == files[1]
    assert verify_file(files[0]).verdict is Verdict.FAIR
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or MARK not in path.read_bytes()
