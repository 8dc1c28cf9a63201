"""What somebody is given who writes a program from the text alone."""

from __future__ import annotations

import pytest

from tests.support.clean_room import ROOT, fill, main


def test_the_text_and_the_data_and_nothing_else(tmp_path):
    folder = tmp_path / "room"
    assert main([str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {"spec.md", "protocol"}
    assert (folder / "spec.md").read_bytes() == (ROOT / "spec.md").read_bytes()
    found = {path.relative_to(folder / "protocol") for path in (folder / "protocol").rglob("*") if path.is_file()}
    own = {path.relative_to(ROOT / "protocol") for path in (ROOT / "protocol").rglob("*") if path.is_file()}
    assert found == {path for path in own if path.parts[0] != "examples"}
    assert not [path for path in found if path.suffix in (".py", ".mjs", ".js", ".html")]


def test_a_room_that_is_in_use_is_left_alone(tmp_path, capsys):
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(FileExistsError):
        fill(tmp_path)
    assert main([str(tmp_path)]) == 1
    assert main([]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]
    assert "holds something already" in capsys.readouterr().err
