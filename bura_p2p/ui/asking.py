"""An invite that is typed or pasted, perhaps broken over several lines.

Here: how many lines belong to it, and what is said in between. Never: what is in an invite, the network.
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
from .console import Lines

HESITATION: Final = 0.5
"""Seconds without a further line after which a terminal is told that the invite is not whole: a paste is faster."""

NOT_WHOLE: Final = "That is not whole yet; paste the rest, or press Enter to give up."
LEAVES: Final = frozenset({"quit", "exit", "q"})
"""What is typed to leave where no game has begun."""
_CODE: Final = re.compile(r"[A-Z2-7]*", re.IGNORECASE)


class Leaving(LocalError):  # noqa: N818  what happened
    """The guest gives up before a game has begun."""

    def __init__(self) -> None:
        super().__init__("You leave; no game has begun.")


@dataclass(frozen=True, kw_only=True)
class Asking:
    """Reads an invite from `lines`. `clock` gives seconds since 1970.

    `elsewhere` gets each line that begins no invite, and may know another way to one; None when it does not, and
    `LocalError` at a mistake.

    With `complain` a mistake is told there and asked about again by `ask`, and `hint` is told when a paste stops
    short; without, the first mistake is raised.
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
        begun = ""
        while True:
            line = await self._line(hurried=not begun)
            if self.complain is not None and line is not None and line.strip().lower() in LEAVES:
                raise Leaving
            if begun and not goes_on(line):
                self._wrong(CutInvite(), over=line is None)
                begun = ""
            if line is None:
                raise LocalError("There was no invite on standard input.")
            if not line.strip():
                continue
            line = line[max(0, line.upper().find(PREFIX)) :]  # whatever a messenger or a friend put before it
            try:
                found = None if begun else await self._elsewhere(line)
                return found or Invite.parse(begun + line, now=self.clock())
            except Leaving:
                raise
            except CutInvite as fault:
                begun += line
                if may_go_on(line):
                    continue
                self._wrong(fault)
            except LocalError as fault:
                self._wrong(fault)
            begun = ""

    async def _elsewhere(self, line: str) -> Invite | None:
        begins = line.upper().startswith(PREFIX)
        return None if begins or self.elsewhere is None else await self.elsewhere(line)

    async def _line(self, *, hurried: bool) -> str | None:
        """The next line; with an invite begun, after a moment a hint that it is not whole yet."""
        if hurried or self.hint is None:
            return await self.lines.next()
        async with background() as nursery:
            nursery.start_soon(self._hint, self.hint)
            return await self.lines.next()

    async def _hint(self, hint: Callable[[str], None]) -> None:
        await trio.sleep(HESITATION)
        hint(NOT_WHOLE)

    def _wrong(self, fault: LocalError, *, over: bool = False) -> None:
        if self.complain is None or over:
            raise fault
        self.complain(str(fault))
        self.ask()


def _bare(line: str) -> str:
    return "".join(c for c in line if c.isprintable() and not c.isspace())


def goes_on(line: str | None) -> bool:
    """Whether a line can be the rest of a code that is not whole."""
    bare = "" if line is None else _bare(line)
    return bool(bare) and _CODE.fullmatch(bare) is not None


def may_go_on(line: str) -> bool:
    """Whether a code whose last line this is may only lack its rest."""
    return _CODE.fullmatch(_bare(line).upper().removeprefix(PREFIX).removeprefix(REPLY_PREFIX)) is not None
