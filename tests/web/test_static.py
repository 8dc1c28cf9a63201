"""The page as files: what it may load, what it may not hold, and that all languages say the same."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bura_p2p.bots import BOTS
from bura_p2p.cards import Rank, Suit
from bura_p2p.rules.builtin import CHOICES, RULESETS
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.ruleset import Instant, Special
from bura_p2p.ui import tongue
from bura_p2p.ui.reasons import _NOBODY, _WHY

STATIC = Path(__file__).resolve().parents[2] / "bura_p2p" / "ui" / "web" / "static"
MODULES = sorted((STATIC / "js").glob("*.js"))
LANGUAGES = ("en", "ru", "ka")
FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}, "ka": {"one", "other"}}
"""The plural forms of whole numbers in each language (Unicode CLDR); `other` is Russian for fractions."""

LONGEST = 300

VALUE = re.compile(r"\{(\w+)\}")


def words(language: str) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = json.loads((STATIC / "words" / f"{language}.json").read_text("utf-8"))
    return found


def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


NAMES = {"leads.Tor", "keys.escape.key"}
"""Said alike in all languages."""


def code() -> str:
    return "\n".join(map(source, MODULES))


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the text of scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self._inside = ""

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag):
        self._inside = ""

    def handle_data(self, data):
        if self._inside in ("script", "style"):
            self.inline += data


@pytest.fixture
def page() -> Elements:
    elements = Elements()
    elements.feed(source(STATIC / "index.html"))
    return elements


# --- what is loaded ------------------------------------------------------------------------------------------


def test_what_the_page_names_exists(page):
    named = [attrs[key] for _, attrs in page.found for key in ("src", "href") if attrs.get(key)]
    assert len(named) >= 3
    assert not [name for name in named if not (STATIC / name).is_file()]


def test_what_a_module_imports_exists():
    for path in MODULES:
        for name in re.findall(r"""from "([^"]+)";""", source(path)):
            assert name.startswith("./"), f"{path.name} imports {name}"
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"


def test_what_a_module_imports_is_exported():
    for path in MODULES:
        for names, name in re.findall(r"""import \{([^}]+)\} from "\./([^"]+)";""", source(path)):
            told = source(path.parent / name)
            exported = set(re.findall(r"export (?:async )?(?:function|const|class|let) (\w+)", told))
            assert {one.strip() for one in names.split(",") if one.strip()} <= exported, f"{path.name} from {name}"


def test_every_module_is_reached():
    reached, ahead = set(), ["main.js"]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += re.findall(r"""from "\./([^"]+)";""", source(STATIC / "js" / name))
    assert reached == {path.name for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_are_short_and_say_what_they_hold(path):
    lines = source(path).splitlines()
    assert len(lines) <= LONGEST
    head = " ".join(line for line in lines[:4] if line.startswith("//"))
    assert head.startswith("// Here: ")
    assert " Never: " in head


# --- what the policy forbids ---------------------------------------------------------------------------------


def test_nothing_is_inline(page):
    assert not page.inline.strip()
    for tag, attrs in page.found:
        assert tag != "style"
        assert not [name for name in attrs if name == "style" or name.startswith("on")], tag


def test_no_module_writes_markup_or_style():
    forbidden = (
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "createContextualFragment",
        "eval(", "new Function", ".style.", ".cssText", '"style"', "style:", "srcdoc", "setHTML", "import(",
    )  # fmt: skip
    text = code()
    assert not [word for word in forbidden if word in text]


def test_nothing_comes_from_elsewhere():
    names = {"http://www.w3.org/2000/svg"}
    for path in sorted(STATIC.rglob("*.*")):
        found = set(re.findall(r"\b(?:https?|wss?):?//[\w.$][^\s\"'`)]*", source(path))) - names
        assert not found, path.name
    css = source(STATIC / "style.css")
    assert "@import" not in css
    assert "url(" not in css


def test_no_cookie_and_no_lasting_token():
    text = code()
    assert "document.cookie" not in text
    assert [path.name for path in MODULES if "localStorage" in source(path)] == ["store.js"]
    assert "sessionStorage" in source(STATIC / "js" / "socket.js")
    assert "history.replaceState" in source(STATIC / "js" / "socket.js")


def test_pictures_are_drawings_only():
    for path in STATIC.rglob("*.svg"):
        assert set(re.findall(r"<(\w+)", source(path))) <= {"svg", "rect", "path", "g", "circle"}


def test_only_known_kinds_of_files():
    assert {path.suffix for path in STATIC.rglob("*") if path.is_file()} <= {".html", ".css", ".js", ".json", ".svg"}


# --- languages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_say_the_same(language):
    english, other = words("en"), words(language)
    assert list(other) == list(english)
    for key, text in english.items():
        assert isinstance(other[key], type(text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_and_values(language):
    english = words("en")
    for key, text in words(language).items():
        forms = text if isinstance(text, dict) else {"": text}
        if isinstance(text, dict):
            assert set(text) == FORMS[language], key
        first = english[key]
        wanted = set(VALUE.findall(first["other"] if isinstance(first, dict) else first))
        for form, said in forms.items():
            assert said
            assert said.strip() == said, key
            # a form for one thing may leave the number out
            assert set(VALUE.findall(said)) | {"n"} == wanted | {"n"}, f"{key} {form}"


@pytest.mark.parametrize(("language", "script"), [("ru", r"[а-яё]"), ("ka", r"[ა-ჰ]")])
def test_it_is_that_language(language, script):
    """Every sentence has letters of its language, but for names of keys, forms of a card and Tor."""
    for key, text in words(language).items():
        said = " ".join(text.values()) if isinstance(text, dict) else text
        if re.search(r"[A-Za-z]{3,}", VALUE.sub("", said)) or len(VALUE.sub("", said)) > 12:
            assert re.search(script, said.lower()) or key in NAMES, key


def test_no_gendered_past_in_russian():
    """A player is not asked whether they are a man or a woman: what players do is said in the present."""
    past = re.compile(r"\b[а-яё]+(?:ил|ыл|ал|ял|ел|ила|ыла|ала|яла|ела)(?:ся|сь)?\b", re.IGNORECASE)
    innocent = {"правила"}
    for key, text in words("ru").items():
        if not key.startswith(("ev.", "did.", "turn.", "result.", "reason.", "over.", "trick.", "away.", "rematch.")):
            continue
        for said in text.values() if isinstance(text, dict) else [text]:
            assert not [word for word in past.findall(said) if word.lower() not in innocent], f"{key}: {said}"


def test_every_key_that_is_asked_for_is_there():
    text = code()
    asked = set(re.findall(r"""\b(?:t|tOr|line|button)\((?:t\()?"([a-z][\w.]*\.?[\w.]*)\"""", text))
    pairs = re.findall(r"""\? "([a-z]+(?:\.[a-z]+)+)" : "([a-z]+(?:\.[a-z]+)+)\"""", text)
    asked |= {name for pair in pairs for name in pair}
    assert len(asked) > 150
    assert not sorted(asked - set(words("en")))


def test_says_has_both_persons():
    english = set(words("en"))
    for key in set(re.findall(r"""says\(\w+, [\w.]+, "([\w.]+)\"""", code())):
        assert {f"{key}.me", f"{key}.other"} <= english, key


def test_every_key_is_asked_for():
    """A key is there by its name, or by the beginning that a module makes names from."""
    text = code()
    begun = set(re.findall(r"`([a-z]+\.(?:[a-z]+\.)?)\$\{", text))
    persons = re.compile(r"\.(?:me|other)$")
    idle = [
        key
        for key in words("en")
        if f'"{key}"' not in text
        and f'"{persons.sub("", key)}"' not in text
        and not any(key.startswith(start) for start in begun)
    ]
    assert not idle


def test_names_of_the_game_are_known():
    english = words("en")
    assert not [name for name in RULESETS if f"rules.{name}" not in english or f"rules.{name}.about" not in english]
    options = {option for choices in CHOICES.values() for option in choices} - {"match_to"}
    assert not [option for option in options if f"option.{option}" not in english]
    assert not [name for name in BOTS if f"bot.{name}" not in english]
    assert not [what for what in (*Special, *Instant) if f"combination.{what}" not in english]
    reasons = [reason.label for reason in Reason if f"reason.{reason.label}" not in english]
    assert not [label for label in reasons if f"reason.{label}.me" not in english]
    assert {f"rank.{rank.text}" for rank in Rank} <= set(english)
    assert {f"suit.of.{suit.letter}" for suit in Suit} <= set(english)


# --- one truth in several catalogues -------------------------------------------------------------------------

CHECKER = STATIC.parents[3] / "protocol" / "examples" / "node" / "page" / "words.mjs"


def checker_words(language: str) -> dict[str, str]:
    """What the one-page verifier says in a language."""
    _, _, block = CHECKER.read_text(encoding="utf-8").partition(f"const {language} = {{")
    return dict(re.findall(r"'([\w.-]+)': '([^']*)'", block.partition("\n};")[0]))


def plain(sentence: str) -> str:
    return sentence.casefold().replace(":", ",").rstrip(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_faces_give_the_same_reasons(language):
    """Why a hand ended is the catalogue's clause on the page, and in the verifier; either may say more around it."""
    tongue.use(language)
    page, checker = words(language), checker_words(language)
    said = [(f"reason.{label}", clause) for label, clause in {**_NOBODY, **_WHY}.items()]
    said += [(f"reason.{label}.nobody", _NOBODY[label]) for label in _NOBODY if _NOBODY[label] != _WHY.get(label)]
    assert {f"reason.{reason.label}" for reason in Reason} <= {key for key, _ in said}
    for key, clause in said:
        for catalogue in (page, checker):
            told = catalogue.get(key) or catalogue[key.removesuffix(".nobody")]
            assert isinstance(told, str), key
            assert plain(tongue.t(clause)) in plain(told), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verifier_calls_rulesets_as_the_page_does(language):
    page, checker = words(language), checker_words(language)
    named = {key for key in checker if key.startswith("rules.")}
    assert named == {f"rules.{name}" for name in RULESETS}
    assert not [key for key in named if checker[key] != page[key]]
