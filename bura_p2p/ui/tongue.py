"""The language that this program speaks: which one, and sentences in it.

Here: `t` and `tn` for the faces' own sentences, `local` for those of the layers below, the choice of a language.
Never: a sentence, a catalogue's making (`python -m tests.i18n.catalogues`), anything that decides by a language.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from ..errors import PeerError
from ..sentences import Sentence, Values
from .below import recognised
from .started import command

LANGUAGES: Final = ("en", "ru", "ka")
"""The languages that there are, English first: the one of the templates."""

CATALOGUES: Final = Path(__file__).parent / "locale"
"""One folder a language, as gettext has them."""

_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


class _Now:
    """The language in force: one for the process, which serves one player."""

    def __init__(self) -> None:
        self.language = LANGUAGES[0]
        self.named = False


_now: Final = _Now()

_meanwhile: Final[ContextVar[str | None]] = ContextVar("meanwhile", default=None)
"""The language of a block of `speaking`: of its task or thread alone."""


def use(language: str, *, named: bool = False) -> None:
    """Speak `language` from now on; one that there is not is English. `named`: this command asks for it."""
    _now.language = language if language in LANGUAGES else LANGUAGES[0]
    _now.named = named


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language`, of `LANGUAGES`, within a block, and only in its task or thread."""
    before = _meanwhile.set(language)
    try:
        yield
    finally:
        _meanwhile.reset(before)


def language() -> str:
    """The language in force, of `LANGUAGES`."""
    return _meanwhile.get() or _now.language


def _words() -> NullTranslations:
    return _catalogue(language())


def is_named() -> bool:
    """Whether this command asks for the language in force: no setting that was kept changes it then."""
    return _now.named


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == LANGUAGES[0]:
        return NullTranslations()
    with (CATALOGUES / language / "LC_MESSAGES" / "bura.mo").open("rb") as file:
        return GNUTranslations(file)


class _Told(Values):
    def command(self, words: str) -> str:
        return command(words)


def t(template: str, /, **values: object) -> str:
    """`template` in the language in force, with `values` filled in by name; `{bura_resume}` and its like are commands
    that can be typed (`started`).
    """
    return _words().gettext(template).format_map(_Told(values))


def as_it_stands(text: str) -> str:
    """`text` in the language in force, with no values to fill in: braces in it are what they are."""
    return _words().gettext(text) if text else text


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """The same for a count: `one` and `many` are the English forms; `{n}` in them is the count."""
    return _words().ngettext(one, many, n).format_map(_Told(values, n=n))


def local(text: object) -> str:
    """A sentence of a layer below, or what an exception says, in the language in force; other text as it is."""
    told = str(text)
    if not told or (language() == LANGUAGES[0] and not isinstance(told, Sentence)):
        return told
    if isinstance(text, PeerError):
        return _refusal(text)
    if not isinstance(told, Sentence):
        known = recognised(told)
        if known is None:
            return _words().gettext(told)
        told = known
    return t(told.template, **{name: _value(value) for name, value in told.values.items()})


def _value(value: object) -> object:
    return local(value) if isinstance(value, str | BaseException) else value


def _refusal(fault: PeerError) -> str:
    """As `PeerError.__str__`: the code's name, which is the same in all languages, the place, and what is wrong."""
    place = "" if fault.seat is None else " " + t("(seat {seat}, round {round})", seat=fault.seat, round=fault.round)
    return f"{fault.code.label}{place}{fault.detail and ': '}{local(fault.detail)}"


def capital(text: str) -> str:
    """`text` with a capital letter first; Georgian writes none, though Python knows some."""
    first = text[:1]
    return text if "\u10d0" <= first <= "\u10ff" else first.upper() + text[1:]


# --- which language ----------------------------------------------------------------------------------------------


def spoken(tag: str | None) -> str | None:
    """The language of a tag such as `ru`, `ru_RU.UTF-8` or `ka-GE`; None for one that there is not."""
    head = (tag or "").strip().lower().replace("-", "_").split(".")[0].split("@")[0].split("_")[0]
    if head in ("c", "posix"):
        return LANGUAGES[0]
    return head if head in LANGUAGES else None


def language_around(environment: Mapping[str, str] = os.environ) -> str:
    """The language of BURA_LANGUAGE, else that of the locale, else English. A variable of the locale that is set
    decides, as everywhere: those after it are not asked; in LANGUAGE, a list, the first that there is.
    """
    wished = spoken(environment.get("BURA_LANGUAGE"))
    if wished is not None:
        return wished
    told = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    return next((found for tag in told.split(":") if (found := spoken(tag)) is not None), LANGUAGES[0])


OPTIONS: Final = ("--language", "--lang")
"""How every command is told its language."""


def taken(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """A command's arguments without the option of a language, and what the last one says; empty where it says
    nothing. What comes after `--` is left alone.
    """
    rest, wish, words = list[str](), None, iter(arguments)
    for word in words:
        name, sign, value = word.partition("=")
        if word == "--":
            return [*rest, word, *words], wish
        if name in OPTIONS:
            wish = value if sign else next(words, "")
        else:
            rest.append(word)
    return rest, wish


def speak(wish: str | None, environment: Mapping[str, str] = os.environ) -> None:
    """Speak the language that the command asks for by `wish`, else the one around; a setting may come later."""
    named = spoken(wish)
    use(named or language_around(environment), named=named is not None)
