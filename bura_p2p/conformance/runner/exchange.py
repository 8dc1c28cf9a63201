"""What was said and heard in a case, byte for byte, for whoever has to find out what went wrong.

Here: remembering it up to a bound, and telling it by name, place and hex. Never: what should have been said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ...errors import PeerError
from ...wire import limits
from ...wire.codec import decode_body, decode_link
from ...wire.framing import HEADER, encode_frame
from ...wire.messages import EntryFrame, Ping, Pong
from .notation import snake

MOST: Final = 8_000_000
"""Bytes that are remembered of one case; of more, the last."""

_ONE: Final = 100
"""Bytes that remembering one word takes besides."""

LAST: Final = 6
"""Words that a result tells, the last ones."""

LONGEST: Final = 400_000
"""Characters of one word that are told in full: any frame, and the request of any vector."""


@dataclass(frozen=True, slots=True)
class Word:
    """One thing that was said. `sent`: by the runner, else heard from the program under test; `what` it is, in words;
    `data`: a frame with its header in hex, or a line of JSON; cut after `LONGEST` characters, with `...` behind.
    """

    sent: bool
    what: str
    data: str

    @property
    def way(self) -> str:
        """`sent` or `heard`."""
        return "sent" if self.sent else "heard"


def line_word(what: str, line: bytes, *, sent: bool) -> Word:
    """A line of a shim, or to one."""
    return Word(sent, what, _cut(line.decode("utf-8", "backslashreplace").strip()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


class Exchange:
    """All that passes between the runner and a program under test, over every connection of one game."""

    def __init__(self) -> None:
        self._said: deque[tuple[bool, bytes]] = deque()
        self._size = 0

    def sent(self, data: bytes) -> None:
        """Bytes that were written: frames with their headers, or what is none."""
        self._note(True, data)

    def heard(self, payload: bytes) -> None:
        """The payload of a frame that came."""
        self._note(False, encode_frame(payload))

    def connected(self) -> None:
        """A connection was made, with TLS."""
        self._note(True, b"")

    def _note(self, sent: bool, data: bytes) -> None:
        self._said.append((sent, data))
        self._size += len(data) + _ONE
        while self._size > MOST:
            self._size -= len(self._said.popleft()[1]) + _ONE

    def words(self) -> Iterator[Word]:
        """All that is remembered, in order."""
        for sent, data in self._said:
            yield from _words(sent, data)

    def last(self) -> tuple[Word, ...]:
        """The last words, but for pings and their answers."""
        found = deque[Word]()
        for sent, data in reversed(self._said):
            if len(found) >= LAST:
                break
            found.extendleft(word for word in reversed([*_words(sent, data)]) if not word.what.startswith(_QUIET))
        return tuple(found)[-LAST:]


_QUIET: Final = tuple(snake(kind.__name__) for kind in (Ping, Pong))


def _words(sent: bool, data: bytes) -> Iterator[Word]:
    if not data:
        yield Word(True, "a new connection", "")
    for frame in _frames(data):
        yield Word(sent, f"{_name(frame)}, {len(frame)} bytes", _cut(frame.hex()))


def _frames(data: bytes) -> Iterator[bytes]:
    """Each frame with its header; the rest, which is no whole frame, as one."""
    while data:
        size = HEADER + int.from_bytes(data[:HEADER], "big")
        if not HEADER < size <= len(data):
            size = len(data)
        yield data[:size]
        data = data[size:]


def _name(frame: bytes) -> str:
    """What a frame says, as the registries call it, and where an entry stands."""
    if int.from_bytes(frame[:HEADER], "big") != len(frame) - HEADER or len(frame) > HEADER + limits.MAX_FRAME:
        return "bytes that are no whole frame"
    try:
        message = decode_link(frame[HEADER:])
        if isinstance(message, EntryFrame):
            return _entry(message)
    except PeerError as fault:
        return f"a frame that is no message ({fault.code.label})"
    return "a message that is to be ignored" if message is None else snake(type(message).__name__)


def _entry(entry: EntryFrame) -> str:
    try:
        body = decode_body(entry.body)
    except PeerError as fault:
        return f"entry of seat {entry.seat} that cannot be read ({fault.code.label})"
    place = f"round {body.round}, seat {body.seat}"
    try:
        return f"entry {snake(type(body.message()).__name__)} of {place}"
    except PeerError as fault:
        return f"entry of type {body.type} that cannot be read ({fault.code.label}) of {place}"
