"""A file's name in a sentence, before a colon and after a command: safe, and as no other name looks."""

from __future__ import annotations

import os
import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.ui.inert import inert
from bura_p2p.ui.paths import quoted, shown_path, typed_path
from tests.support.processes import bura

posix = pytest.mark.skipif(os.name == "nt", reason="such names are none on Windows")

NAMES = [
    ("game-1.bura", "game-1.bura", "'game-1.bura'"),
    ("games/ნინო/игра.bura", "games/ნინო/игра.bura", "'games/ნინო/игра.bura'"),
    ("my game.bura", "'my game.bura'", "'my game.bura'"),
    ("a  b", "'a \\x20b'", "'a \\x20b'"),
    ("-x.bura", "'-x.bura'", "'-x.bura'"),
    ("a: complete and fair", "'a: complete and fair'", "'a: complete and fair'"),
    ("it's", '"it\'s"', '"it\'s"'),
    ("a'\"b", "'a\\'\"b'", "'a\\'\"b'"),
    ("\x1b[31mred", "'\\x1b[31mred'", "'\\x1b[31mred'"),
    ("two\nlines", "'two\\nlines'", "'two\\nlines'"),
    ("two\\nlines", "'two\\\\nlines'", "'two\\\\nlines'"),
    ("a\u202eb\u200b", "'a\\u202eb\\u200b'", "'a\\u202eb\\u200b'"),
    ("a\u00a0b", "'a\\u00a0b'", "'a\\u00a0b'"),
    ("\udcff.bura", "'\\xff.bura'", "'\\xff.bura'"),
    ("\u0301", "'\\u0301'", "'\\u0301'"),
    ("", "''", "''"),
]


@posix
@pytest.mark.parametrize(("name", "bare", "told"), NAMES)
def test_names(name, bare, told):
    assert shown_path(name) == bare
    assert quoted(name) == told


@posix
@given(st.text(max_size=40), st.text(max_size=40))
def test_always_one_harmless_line_and_of_one_name(name, other):
    for told in (quoted, shown_path):
        assert told(name).isprintable() or inert(told(name)) == told(name)
        assert "\n" not in told(name)
        assert name == other or told(name) != told(other)


def test_a_long_one_is_cut():
    assert len(quoted("a b" * 200)) == 402
    assert len(shown_path("a" * 500, 60)) == 62


@posix
@pytest.mark.parametrize("name", [name for name, *_ in NAMES if name and "\udcff" not in name])
def test_a_path_can_be_typed(name):
    """By a shell that has the quotes of POSIX 2024, as bash, zsh and ksh do."""
    typed = typed_path(name)
    assert "\n" not in typed
    assert typed.isprintable()
    shell = "bash" if os.path.exists("/bin/bash") else pytest.skip("there is no bash")
    echo = [shell, "-c", f"printf %s {typed}"]
    told = subprocess.run(echo, capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"})
    assert told.stdout.decode() in (name, f"./{name}")
    if "\\" not in typed and "$" not in typed:
        assert shlex.split(typed)[0].removeprefix("./") == name


@posix
def test_the_verdict_names_odd_files(tmp_path):
    files = [tmp_path / name for name in ("a b.bura", "-x.bura", "\x1b[31m.bura")]
    for file in files:
        file.write_bytes(b"no game")
    with bura("verify", *map(str, files), home=tmp_path) as one:
        assert one.end() == 30
    told = " ".join(" ".join(one.lines).split())  # a long folder may fold the line at the blank of the name
    for named in (f"'{tmp_path}/a b.bura'", f"{tmp_path}/-x.bura", f"'{tmp_path}/\\x1b[31m.bura'"):
        assert told.count(f"{named}: ") == 1
    assert "\x1b" not in "".join(one.lines)
