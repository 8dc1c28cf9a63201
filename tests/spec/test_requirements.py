"""Every demand of spec.md has a name, one sentence, and something that shows it; the commands: `requirements.py`."""

from __future__ import annotations

import re

import pytest

from . import requirements

TEXT = requirements.SPEC.read_text("utf-8")
FOUND = requirements.requirements(TEXT)
SHOWN = [*requirements.of_data(), *requirements.of_anchors()]


def test_nothing_is_demanded_without_a_name():
    assert requirements.unnamed(TEXT) == []


def test_one_sentence_demands_one_thing():
    words = {name: re.findall(r"\b(?:MUST|SHOULD|MAY)\b", found.sentence) for name, found in FOUND.items()}
    assert [name for name, demands in words.items() if len(demands) > 1] == []


@pytest.mark.parametrize("kind", requirements.gaps(FOUND, SHOWN))
def test_nothing_is_missing(kind):
    assert requirements.gaps(FOUND, SHOWN)[kind] == []


def test_each_is_missed_when_it_is_left_out():
    assert requirements.not_missed(TEXT, SHOWN) == []


def test_a_changed_sentence_loses_its_anchors():
    name = "E24"
    text = TEXT.replace("An identity signs nothing else", "An identity signs next to nothing else")
    assert requirements.changed(requirements.requirements(text)) == [name]


def test_what_shows_nothing_is_found():
    rest = [each for each in SHOWN if "K6" not in each.names]
    assert requirements.gaps(FOUND, rest)["uncovered"] == ["K6"]
    assert "K6 (keys_equal)" in requirements.gaps(FOUND, rest)["refusals without a negative one"]
    assert not requirements.exists("tests/spec/test_requirements.py::test_that_is_none")
    assert not requirements.exists("case:NONE")
    assert not requirements.exists("cheat:none")
