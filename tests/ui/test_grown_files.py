"""A game that goes on is one file: the whole is written over its own beginning, and over nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.conformance.hall import Hall
from bura_p2p.log.file import write_game
from bura_p2p.ui.files import keep_grown


@pytest.fixture(scope="module")
def hall():
    return Hall("grown files").run(hands=1)


@pytest.fixture
def game(hall):
    """The bytes of a game after so many entries."""
    keys, entries = [identity.public for identity in hall.identities], hall.entries(0)
    return lambda count=None: write_game(keys, entries[:count])


def test_the_whole_is_written_over_its_beginning(tmp_path, game):
    target = tmp_path / "game-1.bura"
    for count in (3, 5, 5):
        assert keep_grown(target, game(count)) == target
        assert target.read_bytes() == game(count)
    assert keep_grown(target, game()) == target
    assert [path.name for path in tmp_path.iterdir()] == ["game-1.bura"]
    assert keep_grown(target, game(4)).name == "game-1-2.bura"  # what was longer stays
    assert target.read_bytes() == game()
    assert keep_grown(target, game(5)).name == "game-1-2.bura"
    assert (tmp_path / "game-1-2.bura").read_bytes() == game(5)


def test_nothing_else_is_written_over(tmp_path, game, hall):
    keys, entries = [identity.public for identity in hall.identities], hall.entries(0)
    others = {
        "empty": b"",
        "of nobody": b"somebody's",
        "cut within an entry": game(3)[:-1],
        "another entry": write_game(keys, [entries[0], replace(entries[1], signature=bytes(64))]),
    }
    for name, data in others.items():
        target = tmp_path / name / "game-1.bura"
        target.parent.mkdir()
        target.write_bytes(data)
        assert keep_grown(target, game()).name == "game-1-2.bura", name
        assert target.read_bytes() == data
    (tmp_path / "aside.bura").write_bytes(game(3))
    link = tmp_path / "linked.bura"
    link.symlink_to(tmp_path / "aside.bura")
    assert keep_grown(link, game()).name == "linked-2.bura"
    (tmp_path / "a.bura").mkdir()
    assert keep_grown(tmp_path / "a.bura", game()).name == "a-2.bura"
