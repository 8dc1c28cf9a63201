"""The `bura` command: exit codes, one sentence for each fault, JSON for programs."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cyclopts import App

from bura_p2p.cli import COMMANDS, run
from bura_p2p.conformance.hall import Hall
from bura_p2p.store import Store
from bura_p2p.ui.arguments import listen_at
from tests.support.processes import bura
from tests.support.program import PROGRAM


@pytest.fixture(scope="module")
def hall():
    return Hall("cli").run(hands=1)


@pytest.fixture
def file(tmp_path, hall):
    path = tmp_path / "one.bura"
    path.write_bytes(hall.file(0))
    return path


WRONG = [
    (["hots"], 2, "Unknown command"),
    (["host", "--rules", "nix"], 2, "There are no rules called 'nix'"),
    (["host", "--match", "5"], 2, "1, 3, 7 or 11"),
    (["host", "--match", "many"], 2, "--match takes a whole number, not 'many'."),
    (["host", "--listen", "foo"], 2, "HOST:PORT"),
    (["host", "--listen", "4242"], 2, "HOST:PORT"),
    (["host", "--listen", "127.0.0.1:5", "--port", "6"], 2, "give one of them"),
    (["host", "--match", "3", "--hands", "1"], 2, "give one of them"),
    (["play", "--match", "0", "--hands", "1"], 2, "give one of them"),
    (["demo", "--match", "3", "--hands", "1"], 2, "give one of them"),
    (["games", "--check=maybe"], 2, "--check takes no value, not 'maybe'."),
    (["host", "--listen", "here:there"], 2, "HOST:PORT"),
    (["host", "--listen", "127.0.0.1:99999"], 2, "from 0 to 65535"),
    (["host", "--port", "70000"], 2, "from 0 to 65535"),
    (["host", "--port", "9" * 5000], 2, "--port"),
    (["host", "--listen", "127.0.0.1:" + "9" * 5000], 2, "from 0 to 65535"),
    (["host", "--listen", "127.0.0.1:1" + "0" * 5000], 2, "from 0 to 65535"),
    (["host", "--match", "9" * 5000], 2, "--match"),
    (["games", "--home", "~nosuchuser"], 2, "unknown user"),
    (["games", "--export", "x", "y"], 2, "--export"),
    (["host", "--listen", "nowhere.invalid:0", "--bot", "greedy"], 1, "address of this computer"),
    (["host", "--ui", "hologram"], 2, "--ui plain"),
    (["host", "--bot", "deep"], 2, "greedy, random"),
    (["host", "--hands", "0"], 2, "--hands"),
    (["host", "--name", "a\x1b[31m"], 2, "plain text"),
    (["host", "--name", "x" * 65], 2, "64 bytes"),
    (["play", "--bot", "deep"], 2, "greedy, random"),
    (["play", "--frobnicate"], 2, "--frobnicate"),
    (["join", "BURA:ABC"], 1, "cut off or mistyped"),
    (["join", "nonsense"], 1, "not a bura invite"),
    (["join", "192.168.1.5:4242"], 1, "needs the three words"),
    (["join", "192.168.1.5"], 1, "needs the three words"),
    (["join", "--wrong"], 2, "--wrong"),
    (["join", "a", "b"], 2, "or a host's three words, perhaps behind its address, and nothing else; these are 2 "),
    (["join", "192.0.2.9", "bus", "fifty", "fire"], 2, "nothing else; these are 4 words, and not such three."),
    (["join", "bus", "fifty", "fire", "water"], 2, "nothing else; these are 4 words, and not such three."),
    (["join", "BURA:ABC", "fifty", "fire"], 2, "nothing else; these are 3 words, and not such three."),
    (["join", "bus fifty fire", "--no-lan"], 2, "at a table that is found on the local network"),
    (["join", "bus", "fifty", "fire", "--no-lan"], 2, "at a table that is found on the local network"),
    (["join", "BURA:ABC"], 1, "type 'bura join' alone"),
    (["--frob", "play"], 2, "--frob comes after a command, as in 'bura play --name Nino'."),
    (["games", "--home", ""], 2, "--home takes a path, not nothing."),
    (["play", "--export="], 2, "--export takes a path, not nothing."),
    (["--language", "de"], 2, "--language takes one of"),
    (["verify"], 2, "FILE"),
    (["verify", "/no/such/file"], 1, "cannot be read"),
    (["replay"], 2, "game file"),
    (["replay", "/no/such/file"], 1, "cannot be read"),
    (["demo", "--rules", "nix"], 2, "nix"),
    (["demo", "--hands", "0"], 2, "--hands"),
    (["bench", "more"], 2, "'more' is one word too many."),
    (["bench", "more", "words"], 2, "'more words' are 2 words too many."),
]


@pytest.mark.parametrize(("arguments", "code", "words"), WRONG, ids=[" ".join(case[0])[:40] for case in WRONG])
def test_wrong_arguments_get_one_sentence(arguments, code, words, tmp_path, capsys):
    home = ["--home", str(tmp_path)] if arguments[0] in ("host", "play", "join") else []
    assert run([*arguments, *home]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("bura: ")
    assert err.count("\n") == 1
    assert words in err.replace(f" --home {shlex.quote(str(tmp_path))}", "")  # as it is repeated where it is advised
    assert err.rstrip("\n").isprintable()


def test_help_and_version(capsys):
    assert run(["--help"]) == 0
    help_text = capsys.readouterr().out
    for command in ("host", "join", "play", "demo", "verify", "replay", "games", "bench", "rules"):
        assert command in help_text
        assert run([command, "--help"]) == 0
        shown = capsys.readouterr().out
        assert "--bot" not in shown or command == "play"
        assert "--hands" not in shown or command == "demo"
    assert run(["--version"]) == 0


def test_the_help_says_what_the_commands_say_and_imports_none_of_them():
    for name, (place, summary) in COMMANDS.items():
        module, _, attribute = place.partition(":")
        found = getattr(importlib.import_module(f"bura_p2p.{module}"), attribute)
        told = found.help if isinstance(found, App) else inspect.getdoc(found)
        assert " ".join(told.split("\n\n")[0].split()) == summary, name
    code = (
        "import sys; from bura_p2p.cli import COMMANDS, run; code = run(['--help']); "
        "slow = {'trio', 'cryptography', 'sqlite3', 'msgpack', 'hypercorn', 'textual'}; "
        "print(code, sorted(slow & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def test_verify(file, tmp_path, hall, capsys):
    assert run(["verify", str(file)]) == 0
    assert "complete and fair" in capsys.readouterr().out
    (tmp_path / "two.bura").write_bytes(hall.file(1))
    (tmp_path / "cut.bura").write_bytes(hall.file(0)[:-1])
    assert run(["verify", str(tmp_path), "--json"]) == 30
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(os.path.basename(found["file"]), found["exit"]) for found in objects] == [
        ("cut.bura", 30), ("one.bura", 0), ("two.bura", 0),
    ]  # fmt: skip
    assert {"file", "verdict", "exit", "head", "ruleset", "seats", "result", "counts"} <= set(objects[0])


def test_a_port_may_have_leading_zeros():
    assert listen_at(f"127.0.0.1:{'0' * 5000}4321", None) == ("127.0.0.1", 4321)


def test_where_to_listen():
    assert listen_at("127.0.0.1", 5) == ("127.0.0.1", 5)
    assert listen_at("[::1]:5", None) == ("::1", 5)
    assert listen_at("::1", None) == ("::1", 0)
    assert listen_at("[::1]", None) == ("::1", 0)
    assert listen_at(":5", 5) == (None, 5)
    assert listen_at("localhost:5", None) == ("localhost", 5)


def test_home_of_nobody_in_the_environment(tmp_path):
    with bura("games", home=tmp_path, environment={"BURA_HOME": "~nosuchuser"}) as asked:
        assert asked.end() == 2
        assert asked.errors.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_file_is_not_read(tmp_path, command):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with bura(command, str(path), home=tmp_path) as asked:
            assert asked.end() == 1
            assert asked.errors == f"bura: '{path}' is not a file that can be read.\n"


def test_a_folder_called_like_a_file_does_not_stop_the_check(file, tmp_path, capsys):
    (tmp_path / "x.bura").mkdir()
    (tmp_path / "gone.bura").symlink_to(tmp_path / "nowhere")
    assert run(["verify", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("complete and fair") == 1
    file.unlink()
    assert run(["verify", str(tmp_path)]) == 1
    assert "no game file" in capsys.readouterr().err


def test_verify_an_empty_folder(tmp_path, capsys):
    assert run(["verify", str(tmp_path)]) == 1
    assert "no game file" in capsys.readouterr().err


def test_replay(file, tmp_path, capsys):
    assert run(["replay", str(file)]) == 0
    assert "Hand 1" in capsys.readouterr().out
    assert run(["replay", str(file), "--json"]) == 0
    assert [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()][-1] == "end"
    bad = tmp_path / "bad.bura"
    bad.write_bytes(b"nothing of the kind")
    assert run(["replay", str(bad)]) == 30
    assert capsys.readouterr().err.count("\n") == 1


def test_no_games_yet(tmp_path, capsys):
    home = tmp_path / "home"
    assert run(["games", "--home", str(home)]) == 0
    assert capsys.readouterr().out == "No games yet.\n"
    assert run(["games", "--home", str(home), "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert not home.exists()


def test_games_of_two_bots(tmp_path, capsys):
    """Host and guest by `--bot`, as the demo starts them; then the list, its JSON, and the check of all."""
    options = ("--bot", "greedy", "--hands", "1", "--json", "--export")
    files = [str(tmp_path / name) for name in ("a.bura", "b.bura")]
    with bura("host", "--listen", "127.0.0.1:0", *options, files[0], home=tmp_path / "a") as host:
        invite = host.event("invite")["invite"]
        with bura("join", "-", *options, files[1], home=tmp_path / "b") as guest:
            guest.type(invite)
            assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)
        last = json.loads(host.lines[-1])
        assert last["event"] == "game_file"
        assert last["head"] == json.loads(guest.lines[-1])["head"]
        assert host.errors == guest.errors == ""
    assert run(["verify", *files]) == 0
    capsys.readouterr()
    assert run(["games", "--home", str(tmp_path / "a"), "--check"]) == 0
    assert "complete and fair" in capsys.readouterr().out
    assert run(["games", "--home", str(tmp_path / "b"), "--json", "--check"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["status"], row["verdict"], row["seat"]) == ("complete", "fair", 1)


@pytest.fixture
def kept(tmp_path, hall):
    """A home with a whole game, one that never began, and one with an entry that no file can hold."""
    keys = [identity.public for identity in hall.identities]
    with Store.open(tmp_path / "kept") as store:
        for entries in (hall.entries(0), (), [replace(hall.entries(0)[0], seat=9)]):
            game = store.begin_game(seat=0, ruleset="georgian", identities=keys, names=("", "Eve"), started=1.8e9)
            store.commit(game, entries, now=1.8e9)
    return tmp_path / "kept"


def test_a_game_that_cannot_be_checked_does_not_stop_the_others(kept, capsys):
    assert run(["games", "--home", str(kept), "--check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    bad, empty, whole = re.split(r"\n(?! {6})", "\n".join(lines))
    assert "cannot be saved as a file" in " ".join(bad.split())
    assert empty.endswith("nothing was played")
    assert whole.endswith("complete and fair")
    assert run(["games", "--home", str(kept), "--check", "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["verdict"], row["exit"]) for row in rows] == [(None, 1), (None, 0), ("fair", 0)]


def test_a_store_cut_to_nothing_is_not_an_empty_one(kept, capsys):
    os.truncate(kept / "bura.sqlite", 0)
    for arguments in (["games"], ["games", "--check"], ["join", "-"]):
        assert run([*arguments, "--home", str(kept)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "is damaged" in err
        assert err.count("\n") == 1


def test_a_folder_without_the_game_is_named(tmp_path, capsys):
    for game, told in (((), "No game is waiting to be taken up again in"), (("7",), "There is no game 7 in")):
        assert run(["resume", *game, "--home", str(tmp_path)]) == 1
        assert capsys.readouterr().err == f"bura: {told} the folder '{tmp_path}'; name another with --home.\n"


def test_a_home_in_use(tmp_path):
    with bura("host", "--listen", "127.0.0.1:0", home=tmp_path) as host:
        host.until(lambda line: line.startswith("BURA:"))
        with bura("host", "--listen", "127.0.0.1:0", home=tmp_path) as second:
            assert second.end() == 1
            assert second.errors.endswith("close it first. Or give another folder with --home.\n")


def test_the_list_of_games_while_one_is_on(tmp_path, kept):
    with bura("host", "--listen", "127.0.0.1:0", home=kept) as host:
        host.until(lambda line: line.startswith("BURA:"))
        with bura("games", home=kept) as asked:
            assert asked.end() == 0
            assert len(asked.lines) == 3
            assert asked.errors.startswith("Another bura is running")
        with bura("games", "--export", "1", str(tmp_path / "one.bura"), home=kept) as asked:
            assert asked.end() == 0
            assert (tmp_path / "one.bura").exists()
        assert host.process.poll() is None


def test_the_game_is_kept_in_the_folder_and_where_it_was_asked_for(tmp_path):
    copy = tmp_path / "it's a copy.bura"
    with bura("play", "--export", str(copy), home=tmp_path / "home") as me:
        me.until(lambda line: line.startswith("Hand 1"))
        me.type("quit")
        assert me.end() == 10
    own = tmp_path / "home" / "games" / "game-1.bura"
    assert own.read_bytes() == copy.read_bytes()
    assert shlex.split(me.lines[-1]) == [*PROGRAM.split(), "verify", str(copy)]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a folder in which nobody can make files")
def test_a_copy_is_kept_though_the_folder_fails(tmp_path):
    copy = tmp_path / "copy.bura"
    with bura("play", "--export", str(copy), home=tmp_path / "home") as me:
        me.until(lambda line: line.startswith("Hand 1"))
        (tmp_path / "home" / "games").symlink_to("/proc/self")
        me.type("quit")
        assert me.end() == 1
    assert "cannot be written" in me.errors
    assert me.lines[-1].split() == [*PROGRAM.split(), "verify", str(copy)]
    assert copy.exists()


def test_a_copy_to_the_very_place_of_the_game(tmp_path):
    own = tmp_path / "games" / "game-1.bura"
    with bura("play", "--export", str(own), home=tmp_path) as me:
        me.until(lambda line: line.startswith("Hand 1"))
        me.type("quit")
        assert me.end() == 10
        assert me.errors == ""
    assert own.exists()


def test_practice_is_not_resumed(tmp_path, capsys):
    with bura("play", home=tmp_path) as me:
        me.until(lambda line: line.startswith("Hand 1"))
        me.type("quit")
        assert me.end() == 10
    assert run(["resume", "1", "--home", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "bura: Game 1 was for practice; such a game cannot be resumed.\n"


def test_an_invite_without_input(tmp_path):
    with bura("join", "-", home=tmp_path) as guest:
        guest.hang_up()
        assert guest.end() == 1
        assert guest.errors == "bura: There was no invite on standard input.\n"
