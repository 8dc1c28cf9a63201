"""The demo plays a real game between two processes, and leaves nobody behind."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bura_p2p.demo import game_paths, run_demo, stop
from bura_p2p.errors import LocalError
from bura_p2p.verify import Verdict, verify_file
from tests.support.processes import PATIENCE


def demo(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "bura_p2p", "demo", *map(str, arguments)]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    out = tmp_path_factory.mktemp("demo") / "new"
    done = subprocess.run(
        demo("--hands", 2, "--json", "--out", out), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), out


def test_both_files_hold_one_fair_game(played):
    summary, out = played
    files = sorted(out.glob("*.bura"))
    assert sorted(summary["files"]) == [str(file) for file in files]
    assert len(files) == 2
    assert files[0].read_bytes() == files[1].read_bytes()
    reports = [verify_file(file.read_bytes()) for file in files]
    assert [report.verdict for report in reports] == [Verdict.FAIR, Verdict.FAIR]
    assert {report.head.hex() for report in reports} == set(summary["heads"])
    assert len(set(summary["heads"])) == 1
    assert summary["same_game"] is True
    assert summary["verdicts"] == ["fair", "fair"]
    assert summary["exit"] == 0


def test_the_object_tells_the_hands_that_the_files_hold(played):
    summary, _ = played
    report = verify_file(Path(summary["files"][0]).read_bytes())
    assert [over["hand"] for over in summary["hands"]] == [1, 2]
    for told, over in zip(summary["hands"], report.hands, strict=True):
        assert (told["winner"], told["reason"], told["points"]) == (over.winner, over.reason, over.points)
        assert told["setup_seconds"] > 0
        assert told["play_seconds"] > 0
    assert summary["score"] == list(report.score)
    assert list(report.names) == summary["names"]
    assert set(summary["seconds"]) == {"start", "connect", "setup", "play", "verify", "total"}


def test_for_people_it_says_verified_twice(tmp_path):
    done = subprocess.run(
        demo("--hands", 1, "--out", tmp_path), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": verified, head ") == 2
    assert "Hand 1: " in done.stdout
    assert "Both files hold the same game." in done.stdout
    assert "Took: start " in done.stdout
    assert done.stderr.startswith("Two bots, Nino and Levan, play (Georgian, three cards)")
    assert f"The files stay in {tmp_path} until" in done.stderr
    assert f"-m bura_p2p verify {tmp_path / 'nino.bura'}\n" in done.stderr
    assert max(map(len, done.stdout.replace(str(tmp_path), "bura-demo-12345678/out").splitlines())) <= 80


def test_a_wrong_ruleset_is_one_sentence(tmp_path):
    done = subprocess.run(
        demo("--rules", "whist", "--out", tmp_path), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode in (1, 2)
    assert "whist" in done.stderr
    assert "Traceback" not in done.stderr


def children(pid: int) -> set[int]:
    """The processes that a process has started, as Linux lists them."""
    found = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found |= {int(child) for child in task.read_text(encoding="ascii").split()}
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of processes")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupted_demo_takes_its_players_along(tmp_path, name):
    process = subprocess.Popen(
        demo("--hands", 50, "--out", tmp_path), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with process:
        assert "Hand 1" in process.stdout.readline()
        players = children(process.pid)
        assert len(players) == 2
        process.send_signal(getattr(signal, name))
        assert process.wait(PATIENCE) == 130
    assert not [pid for pid in players if alive(pid)]


def test_stop_ends_a_process_that_does_not_want_to():
    ignore = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    stubborn = f"{ignore}; print('up', flush=True); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", stubborn], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "up\n"
        began = time.monotonic()
        stop(process, grace=0.2)
        assert process.returncode is not None
        assert time.monotonic() - began < PATIENCE


def test_stop_of_an_ended_process_is_nothing():
    with subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, text=True) as process:
        process.wait()
        stop(process)
        stop(process)
        assert process.returncode == 0


def test_an_open_match_needs_a_number_of_hands():
    with pytest.raises(LocalError, match="never ends"):
        run_demo(match=0)


def test_names_that_are_taken_during_the_game_stay_whose_they_are(tmp_path):
    with subprocess.Popen(demo("--hands", 4, "--out", tmp_path), stdout=subprocess.PIPE, text=True) as process:
        time.sleep(0.8)
        for name in ("nino.bura", "levan.bura"):
            (tmp_path / name).write_bytes(b"somebody's")
        told, _ = process.communicate(timeout=300)
        assert process.returncode == 0
    assert "nino-2.bura: verified" in told
    assert {(tmp_path / name).read_bytes() for name in ("nino.bura", "levan.bura")} == {b"somebody's"}


def test_a_second_demo_in_one_folder_loses_nothing(tmp_path):
    assert [path.name for path in game_paths(tmp_path)] == ["nino.bura", "levan.bura"]
    (tmp_path / "levan.bura").write_bytes(b"a game")
    assert [path.name for path in game_paths(tmp_path)] == ["nino-2.bura", "levan-2.bura"]
