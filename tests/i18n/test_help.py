"""What `--help` says: a text for every parameter of every command, in every language, in lines of the terminal."""

from __future__ import annotations

import itertools
import re

import pytest
from rich.console import Console

from bura_p2p.cli import COMMANDS, make_app, run
from bura_p2p.ui import tongue
from bura_p2p.ui.help_page import paragraphs
from bura_p2p.ui.inert import columns
from bura_p2p.ui.text import raise_name
from tests.i18n.catalogues import OTHERS, catalogue, commands, parameters


@pytest.fixture(autouse=True)
def english_afterwards():
    yield
    tongue.use("en")


NAMES = [name for name, _ in commands() if name]


def test_every_command_is_there() -> None:
    assert {name.split()[0] for name in NAMES} == set(COMMANDS)
    assert {"rules show", "conformance as-guest", "soak"} <= set(NAMES)


@pytest.mark.parametrize(("name", "app"), [pair for pair in commands() if pair[0]], ids=lambda value: str(value)[:24])
def test_every_parameter_has_a_text_in_every_language(name, app) -> None:
    for argument in parameters(app):
        texts = paragraphs(argument.parameter.help or "")
        assert texts, f"{name} {argument.name}"
        for language in OTHERS:
            known = catalogue(language)
            assert all(known[text].string for text in texts), f"{name} {argument.name}"


@pytest.mark.parametrize("command", ["host", "play"])
@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_the_help_says_what_a_raise_is_called(language, command, capsys) -> None:
    tongue.use(language)
    make_app("").help_print([command], console=Console(width=80))
    told = " ".join(capsys.readouterr().out.split())
    assert ", ".join(f"{raise_name(stake)} {stake}" for stake in range(2, 7)) in told


@pytest.mark.parametrize("language", tongue.LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_page_is_as_wide_as_the_terminal(width, language, capsys) -> None:
    """No line is too wide, and none is broken where its next word would have fitted."""
    tongue.use(language)
    for name in ["", *NAMES]:
        make_app("").help_print(name.split(), console=Console(width=width))
        lines = capsys.readouterr().out.splitlines()
        assert max(map(columns, lines)) <= width, name
        for line, following in itertools.pairwise(lines):
            if _goes_on(line, following):
                assert columns(line) + 1 + columns(following.split()[0]) > width, (name, line, following)


def _goes_on(line: str, following: str) -> bool:
    """Whether a text goes on in the next line: it begins in the column where it began in this one."""
    at = len(following) - len(following.lstrip())
    begun = re.match(r"(?:  \S.*?  +| *)", line)
    told = begun is not None and at == begun.end() and line[:1] != ""
    return told and following.strip() != "" and line.strip() != ""


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_is_in_the_language(language, capsys) -> None:
    for name in ["", *NAMES]:
        assert run([*name.split(), "--help", "--language", language]) == 0
        out = capsys.readouterr().out
        for english in ("Usage", "Parameters:", "Commands:", "Arguments:", "[OPTIONS]", "nothing is said", "Display"):
            assert english not in out, name


def test_the_braces_of_a_command_stay(capsys) -> None:
    assert run(["conformance", "as-guest", "--help"]) == 0
    assert "'{options:--set}'" in " ".join(capsys.readouterr().out.split())


WRONG = (
    "hots", "rules nix", "resume x", "verify", "host --match", "host --match x", "games --export 1",
    "games --form nix", "replay --seconds x g", "rules show", "host --match 1 --match 3", "host --frob", "bench more",
    "games --check=maybe", "arena greedy nix", "arena greedy random --hands 3", "demo --hands 0", "soak --minutes 0",
)  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("words", WRONG)
def test_what_is_typed_wrongly_is_told_in_the_language(words, language, capsys) -> None:
    assert run([*words.split(), "--language", language]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), err[:6]) == ("", 1, "bura: ")
    assert re.search(r"[а-яё]" if language == "ru" else r"[ა-ჰ]", err)
    bare = re.sub(r"'[^']*'", "", err)
    assert not re.search(r"\b(?:takes|is|are|missing|unknown|given|there|command|argument)\b", bare, re.IGNORECASE)


def test_a_name_that_begins_with_a_bracket_is_a_name(capsys) -> None:
    for name in ("[of]*.bura", "{a}.bura", "[1].bura"):
        for command in ("verify", "rules check"):
            assert run([*command.split(), name]) in (1, 2)
            assert f"'{name}' cannot be read" in capsys.readouterr().err
    assert run(["conformance", "list", "--case", "[hx]onest-geo*"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in told} >= {"honest-georgian", "honest-georgian-hands"}
