"""Which language is spoken, and sentences of the layers below in it."""

from __future__ import annotations

import pickle
import re

import pytest

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net.driver import NotDone, Update
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.sentences import Sentence
from bura_p2p.ui import tongue
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.feed.follower import sentence_of
from bura_p2p.ui.inert import named
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.ui.synonyms import ENGLISH, in_english
from bura_p2p.ui.tongue import capital, language_around, local, spoken, taken
from bura_p2p.ui.words import UNNAMED, begun
from tests.i18n.catalogues import PACKAGE, catalogue
from tests.ui.test_plain import views


@pytest.mark.parametrize(
    ("tag", "language"),
    [("ru", "ru"), ("ru_RU.UTF-8", "ru"), ("ka-GE", "ka"), ("KA", "ka"), ("en_GB@euro", "en"), ("C", "en"),
     ("C.UTF-8", "en"), ("POSIX", "en"), ("de_DE", None), ("", None), (None, None), ("rupee", None)],
)  # fmt: skip
def test_a_tag_is_a_language_or_none(tag, language):
    assert spoken(tag) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ka_GE.UTF-8"}, "ka"),
        ({"LANG": "ka_GE", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "de:ka:ru"}, "ka"),
        ({"LC_ALL": "", "LANG": "ka_GE"}, "ka"),
        ({"BURA_LANGUAGE": "ru", "LC_ALL": "ka_GE.UTF-8"}, "ru"),
        ({"BURA_LANGUAGE": "de", "LC_ALL": "ka_GE.UTF-8"}, "ka"),
    ],
)
def test_the_environment_chooses(environment, language):
    assert language_around(environment) == language
    tongue.speak(None, environment)
    assert (tongue.language(), tongue.is_named()) == (language, False)
    tongue.speak("ka", environment)
    assert (tongue.language(), tongue.is_named()) == ("ka", True)


@pytest.mark.parametrize(
    ("arguments", "rest", "wish"),
    [
        (["play"], ["play"], None),
        (["--language", "ru", "play"], ["play"], "ru"),
        (["play", "--lang=ka", "--match", "1"], ["play", "--match", "1"], "ka"),
        (["verify", "--", "--language"], ["verify", "--", "--language"], None),
        (["play", "--language"], ["play"], ""),
        (["--lang", "ru", "play", "--lang", "ka"], ["play"], "ka"),
    ],
)
def test_every_command_takes_a_language(arguments, rest, wish):
    assert taken(arguments) == (rest, wish)


def test_a_sentence_from_below_is_english_until_it_is_shown():
    with pytest.raises(LocalError) as caught:
        find_ruleset("whist")
    assert str(caught.value).startswith("There are no rules called 'whist'; there are: georgian, ")
    assert local(caught.value) == str(caught.value)
    tongue.use("ru")
    assert local(caught.value).startswith("Нет правил с именем 'whist'; есть: georgian, ")
    assert str(caught.value).startswith("There are no rules")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  as a worker process sends it
    assert local(again) == local(caught.value)


def test_a_sentence_in_a_sentence_and_braces_in_a_value():
    tongue.use("ka")
    inner = Sentence("seat {seat}", seat=1)
    assert local(Sentence("{names} and {last}", names=inner, last="{x}")) == "ადგილი 1 და {x}"
    assert Sentence("seat {seat}", seat="{0}") == "seat {0}"
    assert local(PeerError(Code.LENGTH, "four cards", seat=1, round=7)) == "length (ადგილი 1, რაუნდი 7): four cards"
    assert local("The file is larger than 9 bytes.") == "ფაილი 9 ბაიტზე დიდია."
    assert local("Whatever nobody has translated.") == "Whatever nobody has translated."
    assert local("") == ""


def test_capitals_are_those_of_the_script():
    assert (capital("you"), capital("вы"), capital("თქვენ"), capital("")) == ("You", "Вы", "თქვენ", "")


def test_no_sentence_begins_with_a_letter_that_georgian_does_not_write():
    """Python and browsers know capitals of Georgian (Mtavruli, U+1C90 to U+1CBF); hardly a font has them."""
    tongue.use("ka")
    screen, view = PlainScreen(0, Faces()), next(views(1))[0]
    told = dict.fromkeys(text for one in catalogue("ka") if one.id for text in _forms(one.string))
    assert len(told) > 1000
    for text in told:
        shown = [sentence_of(text), capital(text), *screen.show(Update(1, (NotDone(text),), view))]
        assert not [line for line in (text, *shown) if _MTAVRULI.search(line)], text


def test_only_one_place_puts_a_letter_in_upper_case():
    """Of what people read; a code and a card are of ASCII letters."""
    begins = re.compile(r"(?<!words)\[(0|:1)\]\.upper\(|\.(capitalize|title|swapcase)\(")
    found = [path for path in PACKAGE.rglob("*.py") if begins.search(path.read_text(encoding="utf-8"))]
    assert not found
    for path in (*PACKAGE.rglob("*.css"), *PACKAGE.rglob("*.js")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if re.search(r"text-transform|first-letter|small-caps|toUpperCase|toLocaleUpperCase", line):
                assert ":not(:lang(ka))" in line or 'language() === "ka" ?' in line, (path.name, line)


_MTAVRULI = re.compile("[\u1c90-\u1cbf]")


def _forms(string):
    return (string,) if isinstance(string, str) else string


@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_nobody_can_be_called_as_we_call_somebody(language):
    tongue.use(language)
    for ours in (*map(tongue.t, UNNAMED), tongue.t("You"), tongue.t("you")):
        assert named(ours).startswith('"')
        assert begun(named(ours)) == named(ours)


def test_what_is_typed_in_any_language_is_read():
    assert in_english("пас") == "pass"
    assert in_english("  Бью AS 10S ") == "beat AS 10S"
    assert in_english("сдаюсь да") == "resign yes"
    assert in_english("ვნებდები კი") == "resign yes"
    assert in_english("больше  времени") == "more time"
    assert in_english("чат да, пас") == "chat да, пас"
    assert in_english("give QS") == "give QS"
    assert all(word == word.lower() for word in ENGLISH)
