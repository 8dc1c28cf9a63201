"""Commands that are told can be typed: by the way that the program was started, with the folder that was named."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bura_p2p.sentences import Sentence
from bura_p2p.ui.arguments import home_of
from bura_p2p.ui.inert import wrapped
from bura_p2p.ui.started import at_home, command, program
from bura_p2p.ui.tongue import local, t, use
from tests.support.processes import bura

posix = pytest.mark.skipif(sys.platform == "win32", reason="another shell")


@pytest.fixture(autouse=True)
def nowhere():
    yield
    at_home(None)


@pytest.mark.parametrize(
    ("arguments", "original", "told"),
    [
        (["/p/bura_p2p/__main__.py", "play"], ["py", "-m", "bura_p2p", "play"], "py -m bura_p2p"),
        (["/p/bura_p2p/__main__.py"], [".venv/bin/python", "-X", "dev", "-m", "bura_p2p"],
         ".venv/bin/python -X dev -m bura_p2p"),
        (["/p/bura_p2p/__main__.py"], ["/my py/python", "-m", "bura_p2p"], '"/my py/python" -m bura_p2p'),
        (["/nowhere/bura", "play"], ["python3", "/nowhere/bura", "play"], "bura"),
        (["/p/bura_p2p/__main__.py"], ["py", "-W", "ignore:a b", "-m", "bura_p2p"], 'py -W "ignore:a b" -m bura_p2p'),
        (["-c"], ["python", "-c", "..."], "bura"),
        ([""], ["python"], "bura"),
        (["/"], ["python", "/"], "bura"),
    ],
)  # fmt: skip
def test_how_it_was_started(arguments, original, told):
    assert program(arguments, original) == told


@posix
def test_a_script_is_told_by_its_path_where_its_name_does_not_find_it(tmp_path):
    for name in ("bin", "a b"):
        (tmp_path / name).mkdir()
        script = tmp_path / name / "bura"
        script.touch(0o755)
        assert shlex.split(program([str(script)], [])) == [str(script)]
    code = "import sys; from bura_p2p.ui.started import program; print(program([sys.argv[1]], []))"
    there = os.environ | {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    asked = [sys.executable, "-c", code, str(tmp_path / "bin" / "bura")]
    assert subprocess.run(asked, env=there, capture_output=True, text=True, check=True).stdout == "bura\n"


def test_the_folder_is_repeated_where_the_command_takes_it(tmp_path):
    home_of(tmp_path / "a")
    assert shlex.split(command("resume 3")) == ["bura", "resume", "3", "--home", str(tmp_path / "a")]
    assert command("verify") == "bura verify"
    assert command() == "bura"
    home_of(None)
    assert command("resume") == "bura resume"


@posix
@pytest.mark.parametrize("folder", ["plain", "two words", "it's", 'say "x"', "$HOME", "-x", "a`b", "tab\there"])
def test_any_folder_can_be_typed(folder, tmp_path):
    at_home(Path(folder))
    script = f"bura() {{ printf '%s|' \"$@\"; }}; {command('resume')}"
    told = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert told.removesuffix("|").split("|") == ["resume", "--home", f"./{folder}" if folder[0] == "-" else folder]


@pytest.mark.parametrize("language", ["en", "ru", "ka"])
def test_sentences_tell_the_command_in_every_language(language):
    at_home(Path("/my games"))
    use(language)
    try:
        told = "'bura resume --home \"/my games\"'"
        assert told in t("The game is not finished; '{bura_resume}' goes on with it.")
        assert told in local(Sentence("The game is not finished; '{bura_resume}' goes on with it."))
        assert any(told in line for line in wrapped(f"{'word ' * 10}{told}", 60))
    finally:
        use("en")
    assert Sentence("Type '{bura_resume} {id}'.", id=3) == "Type 'bura resume 3'."


def test_no_other_value_may_be_missing():
    with pytest.raises(KeyError):
        t("{burak}")
    with pytest.raises(KeyError):
        Sentence("{other}")


@posix
def test_what_is_told_at_the_end_of_a_game_works(tmp_path):
    """Copied and given to a shell: the file is checked, and the very folder is looked into."""
    home = tmp_path / "my games"
    with bura("play", "--home", str(home), home=tmp_path / "other") as me:
        me.until(lambda line: line.startswith("Hand 1"))
        me.type("quit")
        assert me.end() == 10
    checked = subprocess.run(["bash", "-c", me.lines[-1]], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (10, "")
    with bura("resume", "1", "--home", str(home), home=tmp_path / "other") as again:
        assert again.end() == 1
