"""An invite that is typed or pasted, perhaps broken over several lines.

Here: how many lines belong to it, which lines round it do not, and what is said in between. Never: what is in an
invite, the network.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import trio

from ..errors import LocalError
from ..net.invite import PREFIX, REPLY_PREFIX, CutInvite, Invite
from ..net.nursery import background
from ..sentences import N_
from .console import Lines
from .synonyms import ENGLISH
from .three_words import host_words
from .tongue import local, t

HESITATION: Final = 0.5
"""Seconds without a further line after which what was pasted is over: a paste is faster."""

NOT_WHOLE: Final = N_("That is not whole yet; paste the rest, or press Enter to give up.")
WORDS: Final = N_(
    "These look like the three words of a host, which do only on the same network and are no invite: choose the "
    "table from the list there and type them, or start '{bura_join} {words}'."
)
_NOTHING_MORE: Final = "\0"
LEAVES: Final = frozenset({"quit", "exit", "q", *(word for word, english in ENGLISH.items() if english == "quit")})
"""What is typed to leave where no game has begun."""
_CODE: Final = re.compile(r"[A-Z2-7]*", re.IGNORECASE)
_QUOTED: Final = re.compile(r"^[\s>|]+")


class Leaving(LocalError):  # noqa: N818  what happened
    """The guest gives up before a game has begun."""

    def __init__(self) -> None:
        super().__init__(t("You leave; no game has begun."))


class InputEnded(LocalError):  # noqa: N818  what happened
    """Nobody can type any more, and no game has begun."""

    def __init__(self) -> None:
        super().__init__(t("Your input has ended, so you leave; no game has begun."))


class _Strange(LocalError):  # noqa: N818  what happened
    """This line is no invite, nor the beginning of one."""


@dataclass(frozen=True, kw_only=True)
class Asking:
    """Reads an invite from `lines`. `clock` gives seconds since 1970.

    `elsewhere` gets each line that begins no invite, and may know another way to one; None when it does not, and
    `LocalError` at a mistake.

    With `complain` a mistake is told there and asked about again by `ask`, and `hint` is told when a paste stops
    short; without, the first mistake is raised. A line that is no invite is none as long as no other follows at once:
    a whole message may be pasted, with the invite in it.
    """

    lines: Lines
    clock: Callable[[], float]
    ask: Callable[[], None] = lambda: None
    hint: Callable[[str], None] | None = None
    complain: Callable[[str], None] | None = None
    elsewhere: Callable[[str], Awaitable[Invite | None]] | None = None

    async def invite(self) -> Invite:
        """The invite. Raises `LocalError`, one sentence, at a mistake or when the input ends."""
        self.ask()
        begun, strange = "", None
        while True:
            line = await self._line(begun, strange)
            if line == _NOTHING_MORE and strange is not None:
                self._wrong(strange)
                strange = None
                continue
            if self.complain is not None and line is not None and line.strip().lower() in LEAVES:
                raise Leaving
            line = None if line is None else _bare_line(line)
            if begun and not goes_on(line):
                self._wrong(CutInvite(), over=line is None)
                begun = ""
            if line is None:
                raise strange or LocalError(t("There was no invite on standard input."))
            if not line:
                continue
            try:
                return await self._read(begun, line)
            except Leaving:
                raise
            except _Strange as fault:
                strange = strange or fault
            except CutInvite as fault:
                begun, strange = begun + line, None
                if may_go_on(line):
                    continue
                self._wrong(fault)
            except LocalError as fault:
                self._wrong(fault)
            begun = ""

    async def _read(self, begun: str, line: str) -> Invite:
        if begun or _begins(line):
            return _parsed(begun + line, self.clock())
        found = None if self.elsewhere is None else await self.elsewhere(line)
        if found is not None:
            return found
        try:
            return _of_whole(line, self.clock())
        except LocalError as fault:
            raise _Strange(local(fault)) from None

    async def _line(self, begun: str, strange: LocalError | None) -> str | None:
        """The next line; with an invite begun, after a moment a hint that it is not whole yet; with something strange
        before it only one that comes at once.
        """
        if strange is not None:
            with trio.move_on_after(HESITATION):
                return await self.lines.next()
            return _NOTHING_MORE
        if not begun or self.hint is None:
            return await self.lines.next()
        async with background() as nursery:
            nursery.start_soon(self._hint, self.hint)
            return await self.lines.next()

    async def _hint(self, hint: Callable[[str], None]) -> None:
        await trio.sleep(HESITATION)
        hint(t(NOT_WHOLE))

    def _wrong(self, fault: LocalError, *, over: bool = False) -> None:
        if self.complain is None or over:
            raise fault
        self.complain(local(str(fault)))
        self.ask()


def invite_in(text: str, now: float) -> Invite:
    """The invite in a whole text, in which it may stand among other words, be quoted, or be broken over lines. `now`
    is in seconds since 1970. Raises `LocalError`, one sentence: that of the last invite that begins there.
    """
    begun, fault = "", None
    for line in map(_bare_line, text.splitlines()):
        begun = begun if goes_on(line) else ""
        if not (begun or _begins(line)):
            continue
        try:
            return _parsed(begun + line, now)
        except LocalError as found:
            begun, fault = begun + line if isinstance(found, CutInvite) else "", found
    if fault is not None:
        raise fault
    return _of_whole(text, now)


def _of_whole(text: str, now: float) -> Invite:
    """The invite that this text is; where it is a host's three words, the fault says how those are used."""
    words = host_words(text)
    if words is not None:
        raise LocalError(t(WORDS, words=words))
    return Invite.parse(text, now=now)


def _parsed(text: str, now: float) -> Invite:
    """An invite, which may be followed by other words on its line."""
    try:
        return Invite.parse(text, now=now)
    except CutInvite:
        return Invite.parse(text.split(maxsplit=1)[0], now=now)


def _bare_line(line: str) -> str:
    """A line without the marks of a quoted mail, and without what a messenger or a friend put before an invite."""
    bare = _QUOTED.sub("", line)
    return bare[max(0, bare.upper().find(PREFIX)) :].strip()


def _begins(line: str) -> bool:
    return line.upper().startswith(PREFIX)


def _bare(line: str) -> str:
    return "".join(c for c in line if c.isprintable() and not c.isspace())


def goes_on(line: str | None) -> bool:
    """Whether a line can be the rest of a code that is not whole."""
    bare = "" if line is None else _bare(line)
    return bool(bare) and _CODE.fullmatch(bare) is not None


def may_go_on(line: str) -> bool:
    """Whether a code whose last line this is may only lack its rest."""
    return _CODE.fullmatch(_bare(line).upper().removeprefix(PREFIX).removeprefix(REPLY_PREFIX)) is not None
