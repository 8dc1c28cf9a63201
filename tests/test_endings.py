"""How the program ends when it is asked to, and where its output and its file cannot go: real signals, real files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from bura_p2p.cli import run
from bura_p2p.errors import LocalError
from bura_p2p.log.file import read_game
from bura_p2p.ui.files import check_target, free_path, keep_free, keep_game
from bura_p2p.verify import Verdict, verify_file
from tests.support.processes import PATIENCE, bura, two_people
from tests.tools.test_demo import alive, children

ROOT = Path(__file__).parents[1]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
ASKED = ["SIGTERM", "SIGHUP", "SIGINT"]


def ask(process: subprocess.Popen[str], name: str) -> None:
    process.send_signal(getattr(signal, name))


@posix
@pytest.mark.parametrize("name", ASKED)
def test_asked_to_end_in_a_game(tmp_path, name):
    file = tmp_path / "a.bura"
    with two_people(tmp_path, "--export", str(file)) as (host, guest):
        for player in (host, guest):
            player.until(lambda line: line.startswith("Hand 1"))
        ask(host.process, name)
        assert (host.end(), host.errors) == (130, "bura: Interrupted.\n")
        guest.until(lambda line: line.startswith("The other side closed the game. It may come back"))
        guest.type("quit")
        assert guest.end() == 10
    assert verify_file(file.read_bytes()).verdict is Verdict.OPEN
    assert not list(tmp_path.glob(".*"))


@posix
@pytest.mark.parametrize("name", ASKED)
def test_asked_to_end_while_waiting(tmp_path, name):
    with bura("host", "--listen", "127.0.0.1:0", home=tmp_path) as host:
        host.until(lambda line: line.startswith("Waiting for your friend"))
        ask(host.process, name)
        assert (host.end(), host.errors) == (130, "bura: Interrupted.\n")


@posix
@pytest.mark.parametrize("name", ASKED)
def test_asked_to_end_in_practice(tmp_path, name):
    """The bot's folder goes, and its process with it."""
    (tmp_path / "t").mkdir()
    with bura("play", home=tmp_path / "home", environment={"TMPDIR": str(tmp_path / "t")}) as me:
        me.until(lambda line: line.startswith("Hand 1"))
        assert len(list((tmp_path / "t").iterdir())) == 1
        ask(me.process, name)
        assert (me.end(), me.errors) == (130, "bura: Interrupted.\n")
    assert list((tmp_path / "t").iterdir()) == []
    assert len(list((tmp_path / "home" / "games").glob("*.bura"))) == 1


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_background_job_ends_in_order_too(tmp_path, name):
    """A shell starts the background jobs of a script with SIGINT ignored; trio's own handler is then missing."""
    script = 'trap "" INT; exec "$0" -m bura_p2p host --listen 127.0.0.1:0 --home "$1"'
    with subprocess.Popen(
        ["sh", "-c", script, sys.executable, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        while not process.stdout.readline().startswith("Waiting for your friend"):
            pass
        ask(process, name)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "bura: Interrupted.\n")


@posix
def test_nohup_is_heeded(tmp_path):
    script = 'trap "" HUP; exec "$0" -m bura_p2p host --listen 127.0.0.1:0 --home "$1"'
    with subprocess.Popen(
        ["sh", "-c", script, sys.executable, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:
        while not process.stdout.readline().startswith("Waiting for your friend"):
            pass
        ask(process, "SIGHUP")
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        ask(process, "SIGTERM")
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


@posix
def test_the_signals_are_given_back():
    before = [signal.getsignal(getattr(signal, name)) for name in ASKED]
    assert run(["bench", "more"]) == 2
    assert [signal.getsignal(getattr(signal, name)) for name in ASKED] == before


INTERRUPTED_AT = """
import os, runpy, signal, sys
module = sys.argv.pop(1)
class Look:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Look())
runpy.run_module("bura_p2p", run_name="__main__", alter_sys=True)
"""


@posix
@pytest.mark.parametrize("module", ["bura_p2p.cards", "attrs", "trio._core", "cyclopts", "platformdirs"])
def test_ctrl_c_while_importing(module):
    """The signal comes just when a module is looked for."""
    command = [sys.executable, "-c", INTERRUPTED_AT, module, "host", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "bura: Interrupted.\n")


def test_the_console_script_goes_the_same_way():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["scripts"] == {"bura": "bura_p2p.__main__:main"}
    code = "import sys; from bura_p2p.__main__ import main; print({'trio', 'cyclopts'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "set()\n"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of processes")
def test_asked_twice_to_end_with_a_bot_that_does_not(tmp_path):
    """The second request comes while the bot, which is stopped, is waited for."""
    (tmp_path / "t").mkdir()
    with bura("play", home=tmp_path / "home", environment={"TMPDIR": str(tmp_path / "t")}) as me:
        me.until(lambda line: line.startswith("Hand 1"))
        (bot,) = children(me.process.pid)
        os.kill(bot, signal.SIGSTOP)
        try:
            ask(me.process, "SIGINT")
            time.sleep(5.5)
            ask(me.process, "SIGINT")
            assert me.end() == 130
            assert not alive(bot)
        finally:
            if alive(bot):
                os.kill(bot, signal.SIGKILL)
    assert list((tmp_path / "t").iterdir()) == []


# --- held up outputs -------------------------------------------------------------------------------------------


def held_up(process: subprocess.Popen[str]) -> None:
    """Ask for help until nothing more goes out: its output is a pipe that nobody reads any more."""
    for _ in range(400):
        process.stdin.write("help\n")
    process.stdin.flush()
    time.sleep(1.5)


@posix
@pytest.mark.parametrize("name", ASKED)
def test_asked_to_end_while_nobody_reads_the_output(tmp_path, name):
    command = [sys.executable, "-m", "bura_p2p", "play", "--home", str(tmp_path / "home")]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    (tmp_path / "t").mkdir()
    with subprocess.Popen(command, **pipes, text=True, env={**os.environ, "TMPDIR": str(tmp_path / "t")}) as process:
        try:
            while not process.stdout.readline().startswith("Hand 1"):
                pass
            held_up(process)
            assert process.poll() is None
            ask(process, name)
            assert process.wait(PATIENCE) == 130
            assert process.stderr.read() == "bura: Interrupted.\n"
        finally:
            process.kill()
    assert list((tmp_path / "t").iterdir()) == []
    assert len(list((tmp_path / "home" / "games").glob("*.bura"))) == 1


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_asked_to_end_on_a_terminal_that_is_held_up(tmp_path, name):
    """Ctrl-S holds up both outputs."""
    termios = pytest.importorskip("termios")
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "bura_p2p", "play", "--home", str(tmp_path)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        try:
            told = b""
            while b"Hand 1" not in told:
                told += os.read(ours, 4096)
            termios.tcflow(theirs, termios.TCOOFF)
            os.write(ours, b"help\n" * 5)
            time.sleep(1.0)
            process.send_signal(getattr(signal, name))
            assert process.wait(PATIENCE) == 130
        finally:
            process.kill()
            termios.tcflow(theirs, termios.TCOON)
            os.close(ours)
            os.close(theirs)


@posix
def test_a_second_request_ends_what_hears_none():
    """The loop itself is held up; two requests at once are one, and one that comes later ends the process."""
    code = """
import time, trio
from bura_p2p.ui.signals import asked_as_interrupted, at_once_when_stuck
async def main():
    with at_once_when_stuck():
        print("up", flush=True)
        end = time.monotonic() + 600
        while time.monotonic() < end:
            time.sleep(0.05)
with asked_as_interrupted():
    trio.run(main, restrict_keyboard_interrupt_to_checkpoints=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            process.stdout.readline()
            for name in ("SIGSTOP", "SIGTERM", "SIGHUP", "SIGCONT"):  # so both come at once, whatever is busy
                ask(process, name)
            time.sleep(1.0)
            assert process.poll() is None
            ask(process, "SIGINT")
            assert process.wait(PATIENCE) == 130
        finally:
            process.kill()


# --- outputs ---------------------------------------------------------------------------------------------------


CLOSED = [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>/dev/full"]


SHORT = [(command, closed) for command in ("games", "--help", "bench --help") for closed in CLOSED]
LONG = [("demo --hands 1 --out {out}", closed) for closed in (">&-", "2>&-", ">&- 2>&-", ">/dev/full")]


@posix
@pytest.mark.parametrize(("command", "closed"), SHORT + LONG)
def test_closed_and_full_outputs(tmp_path, command, closed):
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("no full device here")
    words = f'"$0" -m bura_p2p {command.format(out="$1/out")} {closed}'
    done = subprocess.run(
        ["sh", "-c", words, sys.executable, str(tmp_path)],
        env={**os.environ, "BURA_HOME": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == (1 if "full" in closed else 0)
    assert done.stderr == ("bura: The system: No space left on device.\n" if closed == ">/dev/full" else "")


# --- the game file ---------------------------------------------------------------------------------------------


def test_a_target_is_tried_before_the_game(tmp_path, capsys):
    (tmp_path / "there.bura").write_bytes(b"somebody's")
    home = ["--home", str(tmp_path / "home")]
    for target, words in (
        (tmp_path / "there.bura", "already"),
        (tmp_path, "already"),
        (tmp_path / "there.bura" / "x", "cannot be written"),
        (tmp_path / ("x" * 300), "cannot be written"),
    ):
        for command in (["host"], ["play"], ["join", "BURA:X"], ["games", "--export", "1", str(target)]):
            given = [] if command[0] == "games" else ["--export", str(target)]
            assert run([*command, *given, *home]) == 2
            out, err = capsys.readouterr()
            assert out == ""
            assert words in err
            assert err.count("\n") == 1
    assert (tmp_path / "there.bura").read_bytes() == b"somebody's"
    assert not (tmp_path / "home").exists()


def test_a_target_that_comes_to_be_with_its_folder(tmp_path):
    with pytest.raises(LocalError, match="already"):
        check_target(tmp_path / "new" / "..")


def test_a_demo_writes_over_nothing(tmp_path, capsys):
    (tmp_path / "levan.bura").write_bytes(b"somebody's")
    assert run(["demo", "--hands", "1", "--out", str(tmp_path)]) == 0
    assert "levan-2.bura: verified" in capsys.readouterr().out
    assert (tmp_path / "levan.bura").read_bytes() == b"somebody's"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["levan-2.bura", "levan.bura", "nino-2.bura"]


def test_a_file_is_kept_whole(tmp_path):
    target = tmp_path / "deep" / "a.bura"
    check_target(target)
    check_target(tmp_path / "new" / ".." / "b.bura")
    assert list(tmp_path.iterdir()) == []  # nothing is made before there is something to write
    keep_game(target, b"a game")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["a.bura"]
    assert free_path(target).name == "a-2.bura"
    free_path(target).touch()
    assert free_path(target).name == "a-3.bura"
    assert free_path(tmp_path / "b.bura").name == "b.bura"


def at_once(function: str, target: Path) -> list[str]:
    """What four processes say that keep a file, each its own, at one path at the same moment."""
    code = f"""
import sys
from pathlib import Path
from bura_p2p.errors import LocalError
from bura_p2p.ui.files import {function}
print("up", flush=True)
sys.stdin.readline()
try:
    print({function}(Path(sys.argv[1]), sys.argv[2].encode() * 2_000_000))
except LocalError:
    print("refused")
"""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(target), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for number in range(4)
    ]
    for process in running:
        process.stdout.readline()
    for process in running:
        process.stdin.write("\n")
        process.stdin.flush()
    return [process.communicate(timeout=PATIENCE)[0].strip() for process in running]


def test_only_one_of_several_keeps_a_file_at_a_path(tmp_path):
    said = at_once("keep_game", tmp_path / "a.bura")
    assert sorted(said) == ["None", "refused", "refused", "refused"]
    assert (tmp_path / "a.bura").read_bytes() == str(said.index("None")).encode() * 2_000_000
    assert [path.name for path in tmp_path.iterdir()] == ["a.bura"]


def test_several_keep_their_files_side_by_side(tmp_path):
    said = at_once("keep_free", tmp_path / "a.bura")
    assert sorted(Path(one).name for one in said) == ["a-2.bura", "a-3.bura", "a-4.bura", "a.bura"]
    assert [Path(one).read_bytes() for one in said] == [str(n).encode() * 2_000_000 for n in range(4)]
    assert len(list(tmp_path.iterdir())) == 4
    assert keep_free(tmp_path / "a.bura", b"5").name == "a-5.bura"


def test_what_is_kept_already_is_not_kept_twice(tmp_path):
    target = tmp_path / "a.bura"
    assert [keep_free(target, data).name for data in (b"1", b"1", b"22", b"22", b"1")] == [
        "a.bura", "a.bura", "a-2.bura", "a-2.bura", "a-3.bura",
    ]  # fmt: skip
    (tmp_path / "a-4.bura").mkdir()
    assert keep_free(target, b"1").name == "a-5.bura"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a folder in which nobody can make files")
def test_the_first_fault_is_told(tmp_path):
    """The store's own folder for game files has become one that cannot be written to: Ctrl-C stays Ctrl-C."""
    (tmp_path / "ann").mkdir()
    with two_people(tmp_path) as (host, guest):
        host.until(lambda line: line.startswith("Hand 1"))
        (tmp_path / "ann" / "games").symlink_to("/proc/self")
        ask(host.process, "SIGINT")
        assert (host.end(), host.errors) == (130, "bura: Interrupted.\n")
        guest.type("quit")
        assert guest.end() == 10


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a folder in which nobody can make files")
def test_a_full_store_is_told_rather_than_the_file_that_fails_after_it(tmp_path):
    """No file may grow beyond some hundred kilobytes; two bots play until the store has reached that."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "games").symlink_to("/proc/self")
    options = "--match 0 --bot greedy --listen 127.0.0.1:0 --json"
    script = f'ulimit -f 200; exec "$0" -m bura_p2p host {options} --home "$1"'
    with subprocess.Popen(
        ["sh", "-c", script, sys.executable, str(tmp_path / "a")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as host:  # fmt: skip
        invite = json.loads(host.stdout.readline())["invite"]
        with bura("join", invite, "--bot", "greedy", "--json", home=tmp_path / "b") as guest:
            _, errors = host.communicate(timeout=PATIENCE)
            assert guest.end() == 10
    assert host.returncode == 1
    assert errors.startswith("bura: Reading or writing the game store")
    assert errors.count("\n") == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_the_file_of_a_killed_game_can_be_had(tmp_path, capsys):
    with two_people(tmp_path) as (host, guest):
        for player in (host, guest):
            player.until(lambda line: line.startswith("Hand 1"))
        ask(host.process, "SIGKILL")
        host.process.wait(PATIENCE)
    home = ["--home", str(tmp_path / "ann")]
    assert run(["games", *home]) == 0
    number = capsys.readouterr().out.split()[0]
    file = tmp_path / "a.bura"
    assert run(["games", "--export", number, str(file), *home]) == 0
    assert str(file) in capsys.readouterr().out
    assert len(read_game(file.read_bytes()).entries) > 4
    assert verify_file(file.read_bytes()).verdict is Verdict.OPEN
    for number in ("99", "-1", "0", "9" * 30, f"-{'9' * 30}"):
        assert run(["games", f"--export={number}", str(tmp_path / "b.bura"), *home]) == 1
        assert f"no game {number} in" in capsys.readouterr().err
    assert run(["games", "--export", "1", str(tmp_path / "b.bura"), "--home", str(tmp_path / "none")]) == 1
    assert "no game store" in capsys.readouterr().err
    assert not (tmp_path / "b.bura").exists()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of processes")
@pytest.mark.parametrize("begun", [False, True])
def test_a_bot_ends_with_who_was_killed(tmp_path, begun):
    """Nobody can say a word when killed: the bot sees the end of the pipe through which the invite came."""
    with bura("play", home=tmp_path) as me:
        if begun:
            me.until(lambda line: line.startswith("Hand 1"))
        deadline = time.monotonic() + PATIENCE
        while not (bots := children(me.process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        (bot,) = bots
        me.process.kill()
        me.process.wait(PATIENCE)
        while alive(bot) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not alive(bot)
