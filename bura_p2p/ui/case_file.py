"""Files of rule cases: YAML, read event by event, so that no file can grow, nest or loop without bound.

Here: from bytes to cases as plain values, and one sentence for every file that holds none. Never: what a case means
(`rules.cases`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from ..errors import LocalError
from .files import game_data
from .inert import inert
from .paths import quoted
from .tongue import local, t

MAX_BYTES: Final = 1 << 20
"""The most bytes of a file of cases."""

MAX_DEPTH: Final = 20
"""The most lists and mappings inside each other; a case needs six."""

MAX_VALUES: Final = 50_000
"""The most values of a file, those that aliases repeat counted every time."""

_WORDS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"), True),
    **dict.fromkeys(("no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"), False),
}
"""Plain words that are no text (source: the YAML 1.1 types `null` and `bool`)."""

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
"""Plain words that are numbers; every other one is text."""


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file, each a mapping with an `id` that no other has. Raises `LocalError`, one sentence that
    names the file: it cannot be read, is too long, is not YAML, or is not a list of cases.
    """
    data = game_data(path)
    try:
        return read_cases(data)
    except LocalError as fault:
        raise LocalError(f"{quoted(path)} {local(str(fault))}") from fault


def read_cases(data: bytes) -> list[dict[str, Any]]:
    """The cases in these bytes. Raises `LocalError` with a sentence that lacks its beginning, the file."""
    if len(data) > MAX_BYTES:
        raise LocalError(t(
            "is longer than {MAX_BYTES} bytes, so it is not a file of rule cases.",
            MAX_BYTES=MAX_BYTES,
        ))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LocalError(t("is not text in UTF-8.")) from None
    try:
        cases = _Reader(yaml.parse(text, Loader=yaml.SafeLoader)).document()
    except yaml.MarkedYAMLError as fault:
        where = "" if fault.problem_mark is None else t("line {number}: ", number=fault.problem_mark.line + 1)
        raise LocalError(t(
            "is not YAML ({where}{problem}).",
            where=where, problem=inert(str(fault.problem)),
        )) from None
    except yaml.YAMLError as fault:
        raise LocalError(t("is not YAML ({problem}).", problem=inert(str(fault).splitlines()[0]))) from None
    except (ValueError, OverflowError):  # PyYAML makes numbers of a version and of an escape, of whatever length
        raise LocalError(t("is not YAML (a number in it is out of bounds).")) from None
    return _checked(cases)


def _checked(cases: Any) -> list[dict[str, Any]]:
    if cases is None or cases == []:
        raise LocalError(t("has no case in it."))
    if not isinstance(cases, list):
        raise LocalError(t("is not a list of rule cases."))
    seen: set[str] = set()
    for number, case in enumerate(cases, start=1):
        if not isinstance(case, dict):
            raise LocalError(t("is not a list of rule cases: item {number} is not a mapping.", number=number))
        name = case.get("id")
        if not isinstance(name, str | int) or isinstance(name, bool):
            raise LocalError(t("has a case without an id: item {number}.", number=number))
        if str(name) in seen:
            raise LocalError(t("has two cases called '{name}'.", name=inert(str(name), 64)))
        seen.add(str(name))
    return cases


class _Reader:
    """One document's events made into values. Every list and mapping is counted, and so is what an alias repeats."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events
        self._values = 0
        self._anchors: dict[str, tuple[Any, int]] = {}

    def document(self) -> Any:
        """The one document's value; None where there is none."""
        value, found = None, False
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if found:
                    raise LocalError(t("has more than one YAML document."))
                value, found = self._value(next(self._events), 0), True
        return value

    def _value(self, event: Any, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        before = self._values
        self._count(1)
        if depth > MAX_DEPTH:
            raise LocalError(t(
                "has more than {MAX_DEPTH} lists and mappings inside each other{line}.",
                MAX_DEPTH=MAX_DEPTH, line=_line(event),
            ))
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            _check_tag(event)
            value = [self._value(inner, depth + 1) for inner in self._until(yaml.SequenceEndEvent)]
        else:
            _check_tag(event)
            value = self._mapping(depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, self._values - before)
        return value

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        for event in self._events:
            if isinstance(event, end):
                return
            yield event

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for event in self._until(yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise LocalError(t("has a key that is not a word{line}.", line=_line(event)))
            if event.value in found:
                raise LocalError(t(
                    "says '{word}' twice in one place{line}.",
                    word=inert(event.value, 64), line=_line(event),
                ))
            if event.anchor is not None:
                self._anchors[event.anchor] = (_scalar(event), 1)
            found[event.value] = self._value(next(self._events), depth + 1)
        return found

    def _alias(self, event: yaml.AliasEvent) -> Any:
        if event.anchor not in self._anchors:
            raise LocalError(t("repeats something that it does not hold (yet){line}.", line=_line(event)))
        value, size = self._anchors[event.anchor]
        self._count(size)
        return value

    def _count(self, more: int) -> None:
        self._values += more
        if self._values > MAX_VALUES:
            raise LocalError(t(
                "holds more than {MAX_VALUES} values, so it is not a file of rule cases.",
                MAX_VALUES=MAX_VALUES,
            ))


def _scalar(event: yaml.ScalarEvent) -> Any:
    _check_tag(event)
    text = str(event.value)
    if event.style is not None or event.tag is not None:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _NUMBER.fullmatch(text) else text


def _check_tag(event: Any) -> None:
    if event.tag not in (None, "!"):
        raise LocalError(t("has a tag ('!') in it{line}, which rule cases do not need.", line=_line(event)))


def _line(event: Any) -> str:
    return t(" (line {number})", number=event.start_mark.line + 1)
