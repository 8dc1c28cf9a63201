"""Many game files: found, kept together, checked by several processes, told in order, stopped at once."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bura_p2p.cli import run
from bura_p2p.errors import LocalError
from bura_p2p.ui import cores, files
from bura_p2p.ui.checking import reports
from bura_p2p.verify import Report, verify_file
from tests.tools import games

ROOT = Path(__file__).resolve().parent.parent

on_posix = pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals and process groups here")


@pytest.fixture
def folder(tmp_path):
    """Two files of one game in two folders, one of another, one damaged, a copy, and one that has gone."""
    (tmp_path / "b").mkdir()
    (tmp_path / "a.bura").write_bytes(games.cut(games.whole(), 9))
    (tmp_path / "b" / "a.bura").write_bytes(games.whole())
    (tmp_path / "b" / "copy.bura").write_bytes(games.whole())
    (tmp_path / "c.bura").write_bytes(games.counted())
    (tmp_path / "d.bura").write_bytes(b"no game")
    (tmp_path / "e.txt").write_bytes(b"another thing")
    return tmp_path


def told(outcome):
    return str(outcome) if isinstance(outcome, LocalError) else outcome


def test_a_folder_is_searched_to_its_depth_by_name(folder):
    found = files.game_files([folder / "d.bura", folder])
    assert [str(path.relative_to(folder)) for path in found] == [
        "d.bura", "a.bura", os.path.join("b", "a.bura"), os.path.join("b", "copy.bura"), "c.bura",
    ]  # fmt: skip
    assert set(found.values()) == {None}


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (["b/a.bura", "b/copy.bura"], "Both files are of one game, and agree."),
        (["b", "b/../b/a.bura"], "All 3 files are of one game, and agree."),
        (["b/a.bura", "c.bura"], ""),
        (["b/a.bura", "a.bura"], "Both files are of one game, and agree."),
        (["b/a.bura", "d.bura"], ""),
        (["c.bura"], ""),
    ],
)
def test_files_that_hold_one_game_are_told_to(folder, names, line, capsys):
    run(["verify", *(str(folder / name) for name in names)])
    out = capsys.readouterr().out
    assert (out.splitlines()[-1] == line) if line else "of one game, and agree" not in out
    run(["verify", "--json", *(str(folder / name) for name in names)])
    assert "of one game, and agree" not in capsys.readouterr().out


def test_a_folder_without_files_is_told_and_stops_nothing(folder, capsys):
    (folder / "empty").mkdir()
    assert run(["verify", str(folder / "empty"), str(folder / "c.bura"), str(folder / "gone")]) == 1
    out, err = capsys.readouterr()
    assert out.count("complete and fair") == 1
    assert "There is no game file (*.bura) in the folder" in err
    assert "cannot be read" in err
    assert run(["verify", str(folder / "gone"), str(folder / "d.bura"), str(folder / "c.bura"), "--json"]) == 30
    assert [json.loads(line)["exit"] for line in capsys.readouterr().out.splitlines()] == [30, 0]


def test_a_folder_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "x").write_bytes(b"no folder")
    ((path, fault),) = files._inside(tmp_path / "x").items()
    assert path == tmp_path / "x"
    assert str(fault).startswith(f"The folder '{tmp_path / 'x'}' cannot be read: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is kept from this user")
def test_a_closed_folder_is_told(folder):
    (folder / "b").chmod(0)
    try:
        found = files.game_files([folder])
    finally:
        (folder / "b").chmod(0o700)
    assert "cannot be read" in str(found[folder / "b"])


def test_files_of_one_game_are_one_job(folder):
    paths = [*files.game_files([folder]), folder / "gone"]
    jobs = [tuple(str(path.relative_to(folder)) for path in job) for job in cores.jobs_of(paths)]
    assert jobs == [
        ("a.bura", os.path.join("b", "a.bura"), os.path.join("b", "copy.bura")), ("c.bura",), ("d.bura",), ("gone",),
    ]  # fmt: skip


def test_the_same_bytes_are_checked_once(folder):
    job = tuple(folder / name for name in ("a.bura", "b/a.bura", "b/copy.bura"))
    cut, whole, copy = cores.check_job(job)
    assert whole is copy
    assert cut.verdict is whole.verdict, "the whole file lends what the cut one lacks"


def test_one_process_and_several_say_the_same(folder):
    found = files.game_files([folder]) | {folder / "gone": None, folder / "f": LocalError("Told before.")}
    alone = list(reports(found, quiet=True, processes=1))
    several = list(reports(found, quiet=True, processes=3))
    assert [path for path, _ in alone] == [path for path, _ in several] == list(found)
    assert [told(outcome) for _, outcome in alone] == [told(outcome) for _, outcome in several]
    assert {type(outcome) for _, outcome in several} == {Report, LocalError}


def test_a_fault_comes_back_from_another_process_whole(tmp_path):
    data = {"fault.bura": games.faulty(), "twice.bura": games.twice(), "c.bura": games.counted()}
    for name, content in data.items():
        (tmp_path / name).write_bytes(content)
    for path, outcome in cores.outcomes([(tmp_path / name,) for name in data], 2):
        here = verify_file(data[path.name])
        assert outcome == here
        if here.culprit is not None:
            assert outcome.culprit.entries == here.culprit.entries
            assert outcome.culprit.failed == here.culprit.failed


def test_few_files_are_not_worth_a_process(folder):
    jobs = cores.jobs_of(list(files.game_files([folder])))
    assert cores.processes_for(jobs) == cores.processes_for([]) == 1
    (folder / "long").write_bytes(bytes(cores.WORTH))
    assert cores.processes_for([(folder / "long",)]) == cores.processes_for([(folder / "gone",)] * 9) == 1
    assert cores.processes_for([(folder / "long",)] * 2) == min(2, cores._cores())


def test_a_process_that_died_takes_no_report_along(folder):
    future = Future()
    future.set_running_or_notify_cancel()
    future.set_exception(BrokenProcessPool())
    (report,) = cores._result(future, (folder / "c.bura",))
    assert report.exit_code == 0


def test_processes_that_are_killed_at_work_take_no_report_along(folder):
    """This process does what is left; nothing is said of a thread that failed (warnings are errors)."""
    jobs = [(folder / "c.bura",)] * 60
    working = cores.outcomes(jobs, 3)
    found = [next(working) for _ in range(10)]
    children = multiprocessing.active_children()
    for child in children:
        child.kill()
    found += working
    assert children
    assert [report.exit_code for _, report in found] == [0] * 60


def test_leaving_early_ends_the_other_processes(folder):
    jobs = [(folder / "c.bura",)] * 2000
    working = cores.outcomes(jobs, 2)
    next(working)
    start = time.monotonic()
    working.close()
    assert time.monotonic() - start < 60, "what was not begun is not done: it would take minutes"


# --- as people run it ------------------------------------------------------------------------------------------


def read_terminal(main: int, until: str) -> str:
    """What is written to a terminal, up to a text."""
    seen = ""
    while until not in seen:
        try:
            data = os.read(main, 4096)
        except OSError:  # the other end is closed
            data = b""
        if not data:
            raise EOFError(f"{until!r} did not come; {seen!r}")
        seen += data.decode()
    return seen


@on_posix
def test_progress_is_one_line_on_a_terminal(folder):
    main, end = os.openpty()
    command = [sys.executable, "-m", "bura_p2p", "verify", str(folder)]
    settings = os.environ | {"TERM": "xterm"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end, encoding="utf-8", env=settings) as process:
        os.close(end)
        seen = read_terminal(main, "checking game files: 5 of 5 done")
        out = process.stdout.read()
    os.close(main)
    assert process.returncode == 30
    assert "checking" not in out
    assert "\n" not in seen


@on_posix
@pytest.mark.parametrize(("more", "term"), [(["--json"], "xterm"), ([], "dumb")])
def test_no_progress_where_it_is_not_wanted(folder, more, term):
    main, end = os.openpty()
    command = [sys.executable, "-m", "bura_p2p", "verify", str(folder / "c.bura"), *more]
    settings = os.environ | {"TERM": term}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=end, env=settings) as process:
        assert process.wait(120) == 0
    os.write(end, b"nothing before this")
    assert read_terminal(main, "nothing before this") == "nothing before this"
    os.close(end)
    os.close(main)


SCRIPT = """
import sys
from pathlib import Path
from bura_p2p.ui import cores

if __name__ == "__main__":
    try:
        for _, outcome in cores.outcomes([(Path(sys.argv[1]),)] * 10000, 3):
            print(outcome.exit_code, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def working(folder: Path, lines: int) -> subprocess.Popen[str]:
    """The script in a group of its own, when it has told of so many files."""
    (folder / "script.py").write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(folder / "script.py"), str(folder / "c.bura")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        start_new_session=True,
    )
    for _ in range(lines):
        assert process.stdout.readline() == "0\n"
    return process


def all_gone(group: int) -> bool:
    """Whether nobody of a group is left; somebody may take a moment."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@on_posix
@pytest.mark.parametrize("lines", [1, 60])
def test_ctrl_c_ends_all_at_once(folder, lines):
    """As a terminal sends it, to every process of the group: while they start, and while they work."""
    with working(folder, lines) as process:
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert errors == ""
    assert all_gone(process.pid)


@on_posix
def test_nobody_works_on_for_a_process_that_was_killed(folder):
    with working(folder, 60) as process:
        process.kill()
        process.communicate(timeout=300)
    assert all_gone(process.pid)
