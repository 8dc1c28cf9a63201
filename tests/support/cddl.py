"""A small part of CDDL (RFC 8610), enough for `protocol/schema.cddl`: does a value have this form?

Here: rules, choices, arrays, groups, occurrences, ranges, `.size`, literals. Never: maps, sockets, generics; a rule
of the protocol. (The libraries that there are take arrays whose items are out of range.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Value = object
Test = Callable[[Value], bool]

_TOKEN = re.compile(r"\s+|;[^\n]*|(\d+\*\d+|-?\d+\.\.-?\d+|\.size|-?\d+|[A-Za-z][\w-]*|[=\[\](),:/*])")


def tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"no CDDL of this part: {text[at : at + 20]!r}")
        at = match.end()
        if match[1]:
            found.append(match[1])
    return found


@dataclass(frozen=True)
class Entry:
    """An item of an array: how often, and what; or a group that is put in."""

    low: int
    high: int
    test: Test | None = None
    group: str = ""


class Schema:
    """The rules of a text. Raises `ValueError` for one that is not of this part of CDDL."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0
        self._types: dict[str, Test] = {}
        self._groups: dict[str, list[Entry]] = {}
        while self._at < len(self._tokens):
            name = self._next()
            self._expect("=")
            if self._peek() == "(":
                self._next()
                self._groups[name] = list(self._entries(")"))
            else:
                self._types[name] = self._type()

    def fits(self, name: str, value: Value) -> bool:
        """Whether the value has the form of that rule."""
        return self._types[name](value)

    # --- reading --------------------------------------------------------------------------------------------

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _expect(self, token: str) -> None:
        if self._next() != token:
            raise ValueError(f"{token} is missing before {self._tokens[self._at - 3 : self._at + 3]}")

    def _type(self) -> Test:
        choices = [self._one()]
        while self._peek() == "/":
            self._next()
            choices.append(self._one())
        return choices[0] if len(choices) == 1 else lambda value: any(test(value) for test in choices)

    def _one(self) -> Test:
        token = self._next()
        if token == "[":
            return array(list(self._entries("]")), self._groups)
        if token == "(":
            inner = self._type()
            self._expect(")")
            return inner
        if re.fullmatch(r"-?\d+(?:\.\.-?\d+)?", token):
            low, _, high = token.partition("..")
            return whole(int(low), int(high or low))
        if token in ("bstr", "tstr"):
            self._expect(".size")
            return sized(bytes if token == "bstr" else str, *self._size())
        return PRELUDE.get(token) or (lambda value: self.fits(token, value))

    def _size(self) -> tuple[int, int]:
        token = self._next()
        if token == "(":
            token = self._next()
            self._expect(")")
        low, _, high = token.partition("..")
        return int(low), int(high or low)

    def _entries(self, end: str) -> Iterator[Entry]:
        while self._peek() != end:
            yield self._entry()
            if self._peek() == ",":
                self._next()
        self._next()

    def _entry(self) -> Entry:
        low = high = 1
        if match := re.fullmatch(r"(\d+)\*(\d+)", self._peek()):
            low, high = int(match[1]), int(match[2])
            self._next()
        elif self._peek() == "*":
            low, high = 0, 2**53
            self._next()
        if self._peek(1) == ":":
            self._at += 2
        elif self._peek() in self._groups:
            return Entry(low, high, group=self._next())
        return Entry(low, high, self._type())


def whole(low: int, high: int) -> Test:
    return lambda value: type(value) is int and low <= value <= high


def sized(kind: type, low: int, high: int) -> Test:
    def test(value: Value) -> bool:
        if type(value) is not kind:
            return False
        data = value.encode() if isinstance(value, str) else value
        return isinstance(data, bytes) and low <= len(data) <= high

    return test


PRELUDE: dict[str, Test] = {
    "any": lambda value: True,
    "bool": lambda value: type(value) is bool,
    "nil": lambda value: value is None,
}


def array(entries: Sequence[Entry], groups: dict[str, list[Entry]]) -> Test:
    """Items in order; each as often as it may, for no schema here has two that fit one item."""

    def test(value: Value) -> bool:
        if not isinstance(value, tuple | list):
            return False
        flat = [inner for entry in entries for inner in (groups[entry.group] if entry.group else [entry])]
        at = 0
        for entry in flat:
            count = 0
            while at < len(value) and count < entry.high and entry.test is not None and entry.test(value[at]):
                at, count = at + 1, count + 1
            if count < entry.low:
                return False
        return at == len(value)

    return test
