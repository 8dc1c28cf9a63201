"""spec.md against the code and the registries: every table, every code, every requirement's name."""

from __future__ import annotations

import re

import pytest

from bura_p2p.errors import Code
from bura_p2p.table.phases import Stage
from bura_p2p.wire.messages import ENTRY_MESSAGES, LINK_MESSAGES
from tests.support import spec_tables

from . import requirements

TEXT = spec_tables.SPEC.read_text("utf-8")
WRITTEN = spec_tables.blocks_in(TEXT)
COMMAND = "run python -m tests.support.spec_tables"

SUBSECTION = re.compile(r"^### 9\.\d+ (.+)$", re.MULTILINE)


@pytest.mark.parametrize("name", spec_tables.BLOCKS)
def test_every_table_is_the_codes(name):
    assert WRITTEN.get(name) == spec_tables.BLOCKS[name](), COMMAND


def test_no_table_is_unknown():
    assert set(WRITTEN) == set(spec_tables.BLOCKS)
    assert TEXT.count("<!-- begin ") == TEXT.count("<!-- end ") == len(WRITTEN)


@pytest.mark.parametrize("name", spec_tables.REGISTRIES)
def test_registries_are_the_codes(name):
    path = spec_tables.FOLDER / f"{name}.json"
    assert path.read_text("utf-8") == spec_tables.registry_text(name), COMMAND


def hand_written() -> str:
    """The text without its generated tables."""
    return re.sub(r"<!-- begin ([a-z_ ]+) -->.*?<!-- end \1 -->", "", TEXT, flags=re.DOTALL)


def test_requirement_names_are_unique():
    assert len(requirements.requirements(TEXT)) > 600  # raises where one stands twice


def test_requirements_that_are_mentioned_exist():
    text = hand_written()
    mentioned = set(re.findall(r"\b([A-Z]\d+[a-z]?)\b", text)) - {"S256"}
    assert mentioned <= set(requirements.requirements(TEXT))


def test_every_refusal_code_has_a_duty():
    text = hand_written()
    duties = set(re.findall(r"`([a-z_]+)`", " ".join(re.findall(r"\(`[a-z_`, ]+\)", text))))
    labels = {code.label for code in Code}
    assert labels - duties == set()


def test_every_code_in_a_duty_exists():
    duties = re.findall(r"MUST (?:refuse|void|close) \(([a-z_`, ]+)\)", hand_written())
    named = {name for duty in duties for name in re.findall(r"`([a-z_]+)`", duty)}
    assert named <= {code.label for code in Code}


def test_every_message_has_its_subsection():
    headings = "\n".join(SUBSECTION.findall(TEXT))
    for number, cls in ENTRY_MESSAGES.items():
        assert f"{spec_tables.snake(cls.__name__)} ({number})" in headings
    for number, cls in LINK_MESSAGES.items():
        assert f"{spec_tables.snake(cls.__name__)} (link {number})" in headings


def test_every_stage_has_a_next():
    begin = TEXT.index("| stage | closed by | next |")
    rows = re.findall(r"^\| `([a-z_]+)` \|", TEXT[begin : TEXT.index("## 11. ")], re.MULTILINE)
    assert {stage.value for stage in Stage} - set(rows) == {"complete", "void"}


def test_sections_stand_in_their_order():
    assert re.findall(r"^## (\d+)\. ", TEXT, re.MULTILINE) == [str(number) for number in range(18)]
    assert re.findall(r"^## Appendix (.)\. ", TEXT, re.MULTILINE) == ["A", "B", "C", "D", "E", "F"]


@pytest.mark.parametrize("word", ["reasonable", "timely", "MUST check", "should probably", "etc."])
def test_words_that_say_nothing(word):
    assert word not in TEXT


def test_a_pot_has_one_bound():
    from bura_p2p.rules.match import MAX_POT
    from bura_p2p.wire import limits

    assert limits.MAX_POT == MAX_POT


def test_numbers_of_the_group():
    from bura_p2p.crypto.group import ORDER

    assert f"n = `{ORDER:064x}`" in TEXT
