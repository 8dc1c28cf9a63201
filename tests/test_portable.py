"""Host, join, play and verify on a Python that lacks what only POSIX has: `fcntl`, `fork`, `SIGKILL`, `SO_REUSEPORT`.
And verify where the compiled library of the group is not installed.

The names are taken away inside the real processes, before anything of the package is imported, by a `sitecustomize`
module in front of the path. It is not Windows; it is what can be shown of Windows on another system.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bura_p2p.conformance.hall import Hall
from tests.support.portable import HIDE
from tests.support.processes import Bura, bura

ASK = """
import os, signal, socket
try:
    import fcntl
except ImportError:
    fcntl = None
print(fcntl, hasattr(os, "fork"), hasattr(signal, "SIGKILL"), hasattr(socket, "SO_REUSEPORT"))
"""


NO_LIBRARY = """
import sys
sys.modules["btclib_secp256k1"] = None
"""


@pytest.fixture
def poor(tmp_path: Path) -> dict[str, str]:
    """An environment in which every Python starts without those names."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(HIDE)
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.getcwd()])}


def ended(running: Bura) -> str:
    code = running.end()
    assert code == 0, (code, running.lines[-5:], running.errors)
    return "\n".join(running.lines)


def test_the_names_are_gone(poor: dict[str, str]) -> None:
    command = [sys.executable, "-c", ASK]
    out = subprocess.run(command, env=os.environ | poor, capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["None", "False", "False", "False"]


def test_two_bots_play_and_a_stranger_checks(poor: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.bura"
    options = ("--bot", "greedy", "--hands", "1", "--json")
    hosting = ("host", "--listen", "127.0.0.1:0", *options, "--export", str(file))
    with bura(*hosting, home=tmp_path / "a", environment=poor) as host:
        invite = host.event("invite")["invite"]
        with bura("join", "-", *options, home=tmp_path / "b", environment=poor) as guest:
            guest.type(invite)
            ended(guest)
        ended(host)
    with bura("verify", str(file), home=tmp_path / "c", environment=poor) as verify:
        assert "complete and fair" in ended(verify)


def test_practice_starts(poor: dict[str, str], tmp_path: Path) -> None:
    with bura("play", "--match", "1", home=tmp_path / "a", environment=poor) as play:
        play.until(lambda line: line.startswith("-- Hand"))
        play.type("resign yes")
        play.until(lambda line: "wins the match" in line)
        ended(play)


def test_verify_without_the_compiled_library(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_LIBRARY)
    (tmp_path / "game.bura").write_bytes(Hall("no library").run().file())
    without = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.getcwd()])}
    with bura("verify", str(tmp_path / "game.bura"), home=tmp_path / "home", environment=without) as verify:
        text = ended(verify)
    assert "complete and fair" in text
    assert "slow because the compiled library is not installed" in text
