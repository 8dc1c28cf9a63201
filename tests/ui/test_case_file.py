"""Files of rule cases: read like any YAML, and no file does harm."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.errors import LocalError
from bura_p2p.ui.case_file import MAX_BYTES, MAX_DEPTH, MAX_VALUES, load_cases, read_cases

ROOT = Path(__file__).parents[2]
SHIPPED = [ROOT / "protocol" / "rules" / "cases.yaml", ROOT / "tests" / "rules" / "more_cases.yaml"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_cases_are_read_as_a_yaml_library_reads_them(path: Path) -> None:
    assert load_cases(path) == yaml.safe_load(path.read_text(encoding="utf-8"))


def test_words_numbers_and_text() -> None:
    text = b"""\xef\xbb\xbf- id: 7
  plain: [true, No, ~, null, 10, -3, 007, 1.5, 10S, 1e3, 0x10, 1_000, 12:30:45, 2026-01-01, "10", 'true', ""]
  none:
  folded: >-
    two
    lines
- id: b
  again: &x {a: [1]}
  same: [*x, *x]
"""
    first, second = read_cases(text)
    assert first == {
        "id": 7,
        "plain": [
            True, False, None, None, 10, -3, "007", "1.5", "10S", "1e3", "0x10", "1_000", "12:30:45", "2026-01-01",
            "10", "true", "",
        ],
        "none": None,
        "folded": "two lines",
    }  # fmt: skip
    assert second == {"id": "b", "again": {"a": [1]}, "same": [{"a": [1]}, {"a": [1]}]}


def bomb(item: str) -> bytes:
    lines = [f"- &a [{','.join('x' * 10)}]"]
    for letter, before in zip("bcdefghij", "abcdefghi", strict=True):
        lines.append(f"- &{letter} [{','.join([f'*{before}'] * 10)}]")
    return "\n".join([*lines, item]).encode()


HOSTILE: list[tuple[str, bytes, str]] = [
    ("empty", b"", "has no case in it."),
    ("a comment", b"# nothing\n", "has no case in it."),
    ("an empty list", b"[]", "has no case in it."),
    ("a mapping", b"id: a", "is not a list of rule cases."),
    ("a word", b"hello", "is not a list of rule cases."),
    ("a list of words", b"- a\n- b\n", "is not a list of rule cases: item 1 is not a mapping."),
    ("no id", b"- {id: a}\n- {ruleset: s000}\n", "has a case without an id: item 2."),
    ("an id of another kind", b"- {id: [a]}", "has a case without an id: item 1."),
    ("two alike", b"- {id: a}\n- {id: b}\n- {id: a}\n", "has two cases called 'a'."),
    ("two alike, one a number", b"- {id: 1}\n- {id: '1'}\n", "has two cases called '1'."),
    ("a key twice", b"- id: a\n  id: b\n", "says 'id' twice in one place (line 2)."),
    ("a list as a key", b"- {[1]: 2}\n", "has a key that is not a word (line 1)."),
    ("tabs", b"- id: a\n\truleset: b\n", "is not YAML (line 2: found character '\\t' that cannot start any token)."),
    ("an open quote", b'- "abc', "is not YAML (line 1: found unexpected end of stream)."),
    ("two colons", b"- a: b: c\n", "is not YAML (line 1: mapping values are not allowed here)."),
    ("bytes", bytes(range(256)), "is not text in UTF-8."),
    ("UTF-16", "- id: a".encode("utf-16"), "is not text in UTF-8."),
    ("a control character", b"- id: \x00\n", "is not YAML (unacceptable character #x0000"),
    ("a terminal's escape", b"- id: \x1b[2J\n", "is not YAML (unacceptable character #x001b"),
    ("too long", b"- id: a\n" * (MAX_BYTES // 8 + 1), f"is longer than {MAX_BYTES} bytes"),
    ("too many values", b"[" + b"1," * MAX_VALUES + b"]", f"holds more than {MAX_VALUES} values"),
    ("a deep list", b"[" * 100_000, f"has more than {MAX_DEPTH} lists and mappings inside each other (line 1)."),
    ("a deep block", b"- " * 100_000, f"has more than {MAX_DEPTH} lists and mappings inside each other (line 1)."),
    ("a deep mapping", b"{a: " * 50_000, f"has more than {MAX_DEPTH} lists and mappings inside each other (line 1)."),
    ("aliases that double", bomb("- {id: a}"), f"holds more than {MAX_VALUES} values"),
    ("a loop", b"- &a [*a]\n", "repeats something that it does not hold (yet) (line 1)."),
    ("an alias of nothing", b"- *a\n", "repeats something that it does not hold (yet) (line 1)."),
    ("two documents", b"--- [1]\n--- [2]\n", "has more than one YAML document."),
    ("a tag", b"- !!python/object/apply:os.system [echo]\n", "has a tag ('!') in it (line 1)"),
    ("a tagged word", b"- {id: !!binary aGVsbG8=}\n", "has a tag ('!') in it (line 1)"),
    ("a character beyond all", b'- {id: "\\UFFFFFFFF"}\n', "is not YAML (a number in it is out of bounds)."),
    ("a long version", b"%YAML " + b"9" * 5000 + b".1\n--- [1]\n", "is not YAML (a number in it is out of bounds)."),
]


@pytest.mark.parametrize(("data", "sentence"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_what_is_no_file_of_cases_is_said_in_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(LocalError) as caught:
        read_cases(data)
    said = str(caught.value)
    assert sentence in said
    assert said.endswith(".")
    assert said.isprintable()


@given(st.one_of(st.binary(max_size=60), st.text("-: \n[]{}&*!|>'\"%#?,ab1~<\\@`\t", max_size=60).map(str.encode)))
@settings(max_examples=300, deadline=None)
def test_noise_raises_nothing_else(data: bytes) -> None:
    try:
        cases = read_cases(data)
    except LocalError:
        return
    assert all(isinstance(case, dict) for case in cases)


@pytest.mark.parametrize(("name", "words"), [("missing.yaml", "cannot be read"), ("folder", "is not a file")])
def test_what_cannot_be_read(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(LocalError, match=words) as caught:
        load_cases(tmp_path / name)
    assert name in str(caught.value)
