"""A folder that is none, or that nobody may use: one sentence, in every language, and the same for every command."""

from __future__ import annotations

import os
import sys

import pytest

from bura_p2p.cli import run
from bura_p2p.errors import LocalError
from bura_p2p.store import Store, has_store
from bura_p2p.ui.tongue import local, use

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and modes of another kind")


def file(place):
    (place / "file").write_bytes(b"")
    return place / "file", "file' is a file"


def below_a_file(place):
    (place / "file").write_bytes(b"")
    return place / "file" / "deep" / "home", "file' is a file"


def link_to_itself(place):
    (place / "loop").symlink_to("loop")
    return place / "loop", "loop' is a link that leads nowhere"


def link_to_nothing(place):
    (place / "gone").symlink_to(place / "nowhere")
    return place / "gone", "gone' is a link that leads nowhere"


def below_a_link_to_nothing(place):
    home, told = link_to_nothing(place)
    return home / "deep" / "home", told


def pipe(place):
    os.mkfifo(place / "pipe")
    return place / "pipe", "pipe' is no folder"


WRONG = [file, below_a_file, link_to_itself, link_to_nothing, below_a_link_to_nothing, pipe]


@pytest.mark.parametrize("make", WRONG)
def test_what_is_no_folder(tmp_path, make):
    home, told = make(tmp_path)
    for ask in (has_store, Store.open, Store.look):
        with pytest.raises(LocalError, match=told):
            ask(home)


@pytest.mark.parametrize("command", ["games", "stats", "luck", "doctor", "resume", "play", "host", "table"])
def test_every_command_says_it_alike(tmp_path, command, capsys):
    home, told = file(tmp_path)
    assert run([command, "--home", str(home)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"bura: The folder '{home}' cannot be used for the game store: '{tmp_path}/{told}.\n"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever may do everything is refused nothing")
def test_a_folder_that_is_closed(tmp_path):
    with Store.open(tmp_path / "home"):
        pass
    os.chmod(tmp_path / "home", 0o000)
    try:
        with pytest.raises(LocalError, match="Permission denied"):
            has_store(tmp_path / "home")
        os.chmod(tmp_path / "home", 0o500)
        with pytest.raises(LocalError, match="cannot be opened for writing"):
            Store.open(tmp_path / "home")
    finally:
        os.chmod(tmp_path / "home", 0o700)


@pytest.mark.parametrize(("language", "words"), [("ru", "никуда не ведёт"), ("ka", "არსად მიდის")])
def test_in_every_language(tmp_path, language, words):
    home, _ = link_to_nothing(tmp_path)
    use(language)
    try:
        with pytest.raises(LocalError) as caught:
            has_store(home)
        assert words in local(caught.value)
    finally:
        use("en")


def test_a_store_that_is_a_link_is_not_looked_at_either(tmp_path):
    (tmp_path / "bura.sqlite").symlink_to(tmp_path / "nowhere")
    for ask in (Store.open, Store.look):
        with pytest.raises(LocalError, match="is a link to somewhere else"):
            ask(tmp_path)


def test_a_folder_that_is_not_there_yet_has_no_store(tmp_path):
    assert not has_store(tmp_path / "new" / "home")
    with Store.open(tmp_path / "new" / "home"):
        assert has_store(tmp_path / "new" / "home")
