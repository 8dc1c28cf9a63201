"""A request to end that comes at any moment of a process: exit code 130 or the command's own, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

WHILE_IMPORTING = """
import os, signal, sys
name, module, *sys.argv[1:] = sys.argv[1:]
def ask(event, arguments):
    if event == "import" and arguments[0] == module:
        os.kill(os.getpid(), getattr(signal, name))
from bura_p2p.__main__ import main
sys.addaudithook(ask)
main()
"""

AT_THE_END = """
import atexit, os, signal, sys
name, when, *sys.argv[1:] = sys.argv[1:]
def ask():
    os.kill(os.getpid(), getattr(signal, name))
def late(event, arguments):
    if event == "import" and arguments[0] == "bura_p2p.cli":
        atexit.register(ask)
if when == "last":
    atexit.register(ask)
else:
    sys.addaudithook(late)
from bura_p2p.__main__ import main
main()
"""

LOST = """
import os, signal, sys, time
from bura_p2p.ui.signals import asked_as_interrupted, heed_from_the_start
class Cleaned:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000):
            pass
heed_from_the_start("told")
with asked_as_interrupted():
    try:
        Cleaned()
        print("lost", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        print("heard")
"""


def python(code: str, *arguments: str, home) -> tuple[int, str, str]:
    """The exit code of this code, and what it printed."""
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)" + code
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=60,
        stdin=subprocess.DEVNULL, env=os.environ | {"BURA_HOME": str(home)},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("module", ["bura_p2p.cli", "cyclopts", "platformdirs", "sqlite3"])
def test_while_something_is_imported(tmp_path, name, module):
    assert python(WHILE_IMPORTING, name, module, "games", home=tmp_path) == (130, "", "bura: Interrupted.\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("when", ["first", "last"])
def test_while_the_interpreter_shuts_down(tmp_path, name, when):
    assert python(AT_THE_END, name, when, "games", home=tmp_path) == (0, "No games yet.\n", "")


def test_what_comes_where_no_exception_gets_out_is_not_lost(tmp_path):
    assert python(LOST, home=tmp_path) == (0, "lost\nheard\n", "")
