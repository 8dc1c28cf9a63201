"""Every sentence that the program says is there in every language, whole, and with the same values in it."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from string import Formatter

import pytest

from bura_p2p.ui import below, tongue
from tests.i18n.catalogues import LOCALE, OTHERS, PACKAGE, catalogue, compiled, extracted, po_file

FORMS = {"ru": 3, "ka": 2}
SCRIPT = {"ru": re.compile(r"[а-яё]", re.IGNORECASE), "ka": re.compile(r"[ა-ჰ]")}

QUOTED = re.compile(r"(?<![A-Za-z])'([a-z][a-z -]*)'")
"""What is typed, in quotes."""

WORDLESS = {
    "--public: {fault}", "{said} {more}", "give KS QH", "announce none", "accept, decline", "resign yes",
    "table, rules, help", "chat hello", "more time, offer end", "{score} (to {points})", "{step} of {steps}",
    "{points} to {name}", "{what} by {name}", "{low} to {high}", "{high} to {low} 0", "{way} as '{example}'",
    "{deals}, and {leads}", "{count} because {why}", "{host} at {name} ({leads})",
}  # fmt: skip
"""Those that may be said with nothing but values, signs and names of commands."""


def messages(language):
    return [message for message in catalogue(language) if message.id]


def key_of(message):
    return message.id if isinstance(message.id, str) else tuple(message.id)


def texts(message):
    return [message.string] if isinstance(message.string, str) else list(message.string)


def english(message):
    """The English form, of several the one for many."""
    return message.id if isinstance(message.id, str) else message.id[1]


def fields(text):
    """The values that a template has, each with its form."""
    return sorted((name, form) for _, name, form, _ in Formatter().parse(text) if name is not None)


def test_the_languages_are_those_of_the_program():
    assert ("en", *OTHERS) == tongue.LANGUAGES
    assert {path.name for path in LOCALE.iterdir() if path.is_dir()} == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_and_none_besides(language):
    """`python -m tests.i18n.catalogues` takes new ones in; then they want a translation."""
    there, said = {key_of(message) for message in messages(language)}, set(extracted())
    assert sorted(map(str, said - there)) == []
    assert sorted(map(str, there - said)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language):
    assert [message.id for message in messages(language) if not all(texts(message))] == []
    assert [message.id for message in messages(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_plural_forms_are_those_of_the_language(language):
    for message in messages(language):
        if isinstance(message.id, str):
            assert isinstance(message.string, str), message.id
        else:
            assert len(message.string) == FORMS[language], message.id


@pytest.mark.parametrize("language", OTHERS)
def test_the_values_are_the_same(language):
    for message in messages(language):
        many = english(message)
        for number, text in enumerate(texts(message)):
            # "one" may be said without the number
            counted = {("n", "")} if number == 0 and not isinstance(message.id, str) else set()
            assert set(fields(text)) | counted == set(fields(many)) | counted, message.id
            assert text[:1].isspace() == many[:1].isspace(), message.id
            assert text[-1:].isspace() == many[-1:].isspace(), message.id
            assert "\n\n\n" not in text


@pytest.mark.parametrize("language", OTHERS)
def test_it_is_that_language(language):
    """A sentence has letters of its language; what is typed, of one or two words, may stay as it is typed."""
    for message in messages(language):
        for text in texts(message):
            bare = re.sub(r"\{[^}]*\}", "", text)
            typed = set(re.sub(r"\{[^}]*\}", "", english(message)).split())
            if message.id not in WORDLESS and len(typed) > 1:
                assert SCRIPT[language].search(bare), text


@pytest.mark.parametrize("language", OTHERS)
def test_no_georgian_or_cyrillic_letter_hides_in_what_is_typed(language):
    """`'give QS'` in quotes is typed as it stands, so that its letters are Latin."""
    for message in messages(language):
        quoted = set(QUOTED.findall(english(message))) - {"usual", "corrected", "the shuffle is rigged", "var"}
        for text in texts(message):
            words = set(re.findall(r"[a-z]+", text))
            assert quoted <= set(QUOTED.findall(text)) | words, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_read_is_what_was_written(language):
    """The `.mo` that the program reads holds what the `.po` says, as `python -m tests.i18n.catalogues` writes it."""
    file = po_file(language).with_suffix(".mo")
    assert file.read_bytes() == compiled(catalogue(language))
    with file.open("rb") as opened:
        words = GNUTranslations(opened)
    for message in messages(language)[:40]:
        if isinstance(message.id, str):
            assert words.gettext(message.id) == message.string


def test_plural_forms_are_chosen_as_the_languages_do():
    told = {}
    for language in tongue.LANGUAGES:
        tongue.use(language)
        told[language] = [tongue.tn("{n} card", "{n} cards", n) for n in (1, 2, 5, 11, 21, 22, 100)]
    assert told["en"] == ["1 card", "2 cards", "5 cards", "11 cards", "21 cards", "22 cards", "100 cards"]
    assert told["ru"] == ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "22 карты", "100 карт"]
    assert told["ka"] == [f"{n} კარტი" for n in (1, 2, 5, 11, 21, 22, 100)]


def test_what_is_recognised_is_said_so_below():
    """The templates of a layer that does not mark its own stand there, with values of any name."""
    source = re.sub(r"\{[^{}]*\}", "{}", (PACKAGE / "log" / "file.py").read_text(encoding="utf-8"))
    for template in below.TEMPLATES:
        assert re.sub(r"\{[^{}]*\}", "{}", template) in source
        found = below.recognised(re.sub(r"\{[^{}]*\}", "7", template))
        assert found is not None
        assert found.template == template
