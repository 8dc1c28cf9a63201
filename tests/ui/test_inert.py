"""Text from peers: one table of what must become of it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.ui.inert import ELLIPSIS, MARK, MAX_COLUMNS, columns, inert, named, wrapped

M = MARK

CASES = [
    ("plain name", "Ann", "Ann"),
    ("Georgian", "ნინო", "ნინო"),
    ("Cyrillic with a composed letter", "Йосиф", "Йосиф"),
    ("decomposed letters are composed", "e\u0301", "é"),
    ("empty", "", ""),
    ("spaces", "  a \u00a0\u3000 b ", "a b"),
    ("newlines", "a\r\nYou win the match\n", "a You win the match"),
    ("line and paragraph separators", "a\u2028b\u2029c\x85d", "a b c d"),
    ("ESC colours", "\x1b[31mred\x1b[0m", f"{M}[31mred{M}[0m"),
    ("OSC title and link", "\x1b]0;title\x07x\x1b]8;;http://a\x1b\\y", f"{M}]0;title{M}x{M}]8;;http://a{M}\\y"),
    ("C1 controls", "\x9b2J\x9d0;t\x9c", f"{M}2J{M}0;t{M}"),
    ("backspace and delete", "Ann\b\b\bBen\x7f", f"Ann{M}Ben{M}"),
    ("NUL and BEL", "a\x00\x07b", f"a{M}b"),
    ("bidi override", "Ann\u202enneB\u202c", f"Ann{M}nneB{M}"),
    ("bidi isolates and marks", "\u2066a\u2069\u200e\u200f\u061cb", f"{M}a{M}b"),
    ("zero width", "A\u200bn\u200c\u200d\u2060\ufeffn\u00ad", f"A{M}n{M}n{M}"),
    ("blank letters", "\u3164\u115f\u2800", M),
    ("tag characters", "a\U000e0041\U000e007f", f"a{M}"),
    ("variation selector", "A\ufe0f", "A\ufe0f"),
    ("a thousand combining marks", "Z" + "\u0336" * 1000, "Z\u0336\u0336"),
    ("marks on nothing", "\u0301\u0301a", "a"),
    ("marks on a space", "a \u0336b", "a b"),
    ("surrogates", "a\ud800b", f"a{M}b"),
    ("private use and unassigned", "\ue000\U000e0fff", M),
    ("markup is ordinary text", "<script>[bold red]&amp;", "<script>[bold red]&amp;"),
]


@pytest.mark.parametrize(("text", "shown"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_table(text, shown):
    assert inert(text) == shown


def test_width():
    assert inert("a" * 500) == "a" * (MAX_COLUMNS - 1) + ELLIPSIS
    assert inert("abcdef", 6) == "abcdef"
    assert inert("abcdefg", 6) == "abcde" + ELLIPSIS
    assert inert("漢字漢字", 6) == "漢字" + ELLIPSIS
    assert columns("漢字a\u0301") == 5
    assert columns(inert("漢" * 500, 24)) <= 24


@given(st.text(max_size=300), st.integers(1, 60))
def test_always_one_harmless_line(text, width):
    shown = inert(text, width)
    assert columns(shown) <= width
    assert inert(shown, width) == shown
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert "\n" not in shown
    shown.encode()


@given(st.text(" ab漢", max_size=200), st.integers(12, 40), st.sampled_from(["", "  ", "  | "]))
def test_wrapped_lines_fit_and_lose_no_word(text, width, indent):
    lines = wrapped(text, width, indent=indent)
    assert all(columns(line) <= width for line in lines)
    assert all(line.startswith(indent) for line in lines[1:])
    assert "".join([lines[0], *(line[len(indent) :] for line in lines[1:])]).replace(" ", "") == text.replace(" ", "")
    assert text.startswith(lines[0])


def test_a_wide_word_may_stay_whole():
    assert wrapped("see /a/" + "b" * 30 + " now", 20, indent=" ", whole=True) == ["see", " /a/" + "b" * 30, " now"]


def test_a_line_too_narrow_for_anything_still_ends():
    assert wrapped("漢字漢", 4, indent=" | ") == ["漢字", " | 漢"]
    assert wrapped("abc", 1, indent="  ") == ["a", "  b", "  c"]


NAMES = [
    ("Ann", "Ann"),
    ("Anna Maria", "Anna Maria"),
    ("Jean-Luc O\u2019Neil", "Jean-Luc O\u2019Neil"),
    ("ნინო", "ნინო"),
    ("player 1", "player 1"),
    ("", ""),
    (" .!", ""),
    ("you", '"you"'),
    ("\uff59\uff4f\uff55", '"\uff59\uff4f\uff55"'),
    ("Your turn", '"Your turn"'),
    ("Y\u043eu", '"Y\u043eu"'),
    ("Ben wins it", '"Ben wins it"'),
    ("Ben.", '"Ben."'),
    ('Ben" wins "', '"Ben wins"'),
    ("\u201cBen\u201d", '"Ben"'),
    ("\x1b[2J", f'"{M}[2J"'),
]


@pytest.mark.parametrize(("name", "shown"), NAMES)
def test_names(name, shown):
    assert named(name) == shown


@given(st.text(max_size=70), st.integers(4, 40))
def test_any_name_fits_and_is_bare_or_quoted(name, width):
    shown = named(name, width)
    assert columns(shown) <= width
    assert shown.count('"') in (0, 2)
    assert len(shown.split()) <= 2 or shown[0] == shown[-1] == '"'
