"""The local network before a game: a host shows its table and three words, a guest lists tables and asks at one.

Here: what both sides see and type. Never: how tables are found or words are proved (`net.discovery`, `net.words_in`).
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from ipaddress import ip_address
from typing import Any, Final

import trio

from ..errors import LocalError
from ..net import limits
from ..net.again import Sightings
from ..net.discovery import Closed, Notice, OpenTable, announced, tables_nearby
from ..net.invite import Candidate, Invite, Kind, candidate_of
from ..net.listen import Door
from ..net.nursery import background
from ..net.words import TABLE, read_words, words_work
from ..net.words_in import WrongWords, invite_for
from ..net.words_out import Why, WordsOut
from ..rules.ruleset import Ruleset
from ..sentences import N_
from .asking import LEAVES, Leaving
from .console import Lines, on_terminal
from .inert import inert, named, wrapped
from .place import Place
from .reaching import is_loopback
from .three_words import ADDRESS, at_address, looks_like_words
from .tongue import local, t
from .words import rules_title

# --- the host ----------------------------------------------------------------------------------------------------


def is_shown(asked: bool | None, address: str | None) -> bool:
    """Whether a table that listens at `address` (None: everywhere) is shown: as `asked`, else unless it listens
    within this computer only.
    """
    if asked is not None:
        return asked
    return address is None or not is_loopback(address)


def _is_everywhere(address: str | None) -> bool:
    return address is None or (address != "localhost" and ip_address(address).is_unspecified)


@asynccontextmanager
async def shown_nearby(
    place: Place, door: Door, invite: Invite, ruleset: Ruleset, address: str | None
) -> AsyncIterator[None]:
    """While the block runs, announce this table and show the words for it. `address`: where the door listens, None
    for everywhere. What of it does not work here is left out.
    """
    table = place.entropy(TABLE)
    words = door.show_words(invite, table) if words_work() else None
    notice = Notice(table, place.name, ruleset.name, _near(invite.candidates))
    async with announced(notice, interfaces=_at(notice, address)), background() as nursery:
        if words is not None:
            nursery.start_soon(_tell_words, place, words, notice.candidates[0])
        yield


def shown_again(
    place: Place, candidates: tuple[Candidate, ...], rules: str, address: str | None
) -> AbstractAsyncContextManager[None]:
    """While the block runs, announce that a game goes on here: without a name, and without words, for it is the one
    who has its invite that shall find it. `address`: see `shown_nearby`.
    """
    notice = Notice(place.entropy(TABLE), "", rules, _near(candidates), again=True)
    return announced(notice, interfaces=_at(notice, address))


def _near(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    near = tuple(candidate for candidate in candidates if candidate.kind in (Kind.LAN, Kind.LOOPBACK))
    return near or candidates


def _at(notice: Notice, address: str | None) -> tuple[str] | None:
    return None if _is_everywhere(address) else (notice.candidates[0].host,)


_INTROS: Final = {
    Why.FIRST: N_("On the same network your friend can type 'bura join' and these words:"),
    Why.GUESSED: N_("Somebody has tried wrong words three times; from now on these count:"),
    Why.TIME: N_("The words were shown for an hour; from now on these count:"),
}
_OFF: Final = N_(
    "Somebody has tried wrong words too often; from now on none count, and your friend needs the invite."
)


async def _tell_words(place: Place, out: WordsOut, candidate: Candidate) -> None:
    """Show the words, and others whenever they change."""
    while (words := out.words) is not None:
        lines = [t(_INTROS[out.why]), "", "  " + " ".join(words), ""]
        if out.why is Why.FIRST:
            lines.append(t(
                "If this table is not listed there, its address does as well: {candidate}",
                candidate=candidate,
            ))
        values = {"words": " ".join(words), "why": out.why.value, "address": str(candidate)}
        await place.tell("words", "\n".join(lines), values)
        await out.others(words)
    await place.tell("words", t(_OFF), {"words": None, "why": out.why.value, "address": str(candidate)})


# --- the guest ---------------------------------------------------------------------------------------------------

MAX_NEWS: Final = 100
"""Lines about tables that come and go; whoever floods the network does not flood the screen."""

MOST: Final = 999
"""Numbers of tables: what can be typed; whoever announces more, under ever new names, is not remembered."""

_CHOICE: Final = re.compile(r"\s*(?:table\s+)?([1-9]\d{0,2})\.?(?:\s+(.*))?", re.IGNORECASE)
_WORDS_OF: Final = N_(
    "If these are a host's three words, say first at which table: its number here, as in '1 {words}', or the address "
    "on the host's screen."
)
_SEVERAL: Final = N_(
    "Several tables are open on this network; type the number of the one whose words these are ({words}), for a "
    "wrong guess counts."
)
_NONE_FOUND: Final = N_(
    "No table was found on this network for these words ({words}). Type the address on the host's screen here, such "
    "as 192.168.1.5:4242, or ask your friend for the invite."
)
LOOK: Final = 6.0
"""Seconds in which a table must be found for words that were given with the command."""
SETTLE: Final = 1.5
"""Seconds after the first table was found, for others that are open as well."""
_ASKED: Final = N_("The three words that the host shows (Enter goes back):")
_LEFT: Final = {
    2: N_("Two more guesses count; after them the host shows other words."),
    1: N_("One more guess counts; after it the host shows other words."),
    0: N_("That was the third wrong guess: the host shows other words now, and those count."),
}
"""What is said after a wrong guess, by how many are left if nobody else has guessed."""


class _Again(LocalError):  # noqa: N818  what happened
    """These words did not do, and others may."""


@asynccontextmanager
async def looked_for_again(sighted: Sightings) -> AsyncIterator[None]:
    """While the block runs, note where on the local network games go on: one of them may be one's own."""
    async with tables_nearby() as news, background() as nursery:
        nursery.start_soon(_sight, news, sighted)
        yield


async def _sight(news: trio.MemoryReceiveChannel[OpenTable | Closed], sighted: Sightings) -> None:
    async for found in news:
        if isinstance(found, OpenTable) and found.again:
            sighted.note(found.candidates)


def is_address(line: str) -> bool:
    """Whether somebody has typed where a host is, with a port or without, rather than an invite."""
    if ADDRESS.fullmatch(line):
        return True
    try:
        ip_address(line.strip().strip("[]"))
    except ValueError:
        return False
    return True


class Nearby:
    """The tables of the local network by number, as they are found, and the way from one of them to an invite."""

    def __init__(self, place: Place, lines: Lines) -> None:
        self._place = place
        self._lines = lines
        self._numbers: dict[str, int] = {}
        self._open: dict[int, OpenTable] = {}
        self._news = 0
        self._wrong: dict[Candidate, int] = {}
        self._held: str | None = None
        self._first = trio.Event()

    async def watch(self) -> None:
        """Find tables and tell of them, until cancelled."""
        async with tables_nearby() as news:
            async for found in news:
                await self.note(found)

    async def note(self, found: OpenTable | Closed) -> None:
        """Tell of a table that has come, changed or gone; not of a game that goes on."""
        if found.again if isinstance(found, OpenTable) else found.key not in self._numbers:
            return
        if found.key not in self._numbers and len(self._numbers) >= MOST:
            return
        number = self._numbers.setdefault(found.key, len(self._numbers) + 1)
        self._news += 1
        if isinstance(found, OpenTable):
            self._open[number] = found
            self._first.set()
            word, sentence, values = "table", _table_text(number, found), _table_values(number, found)
        else:
            self._open.pop(number, None)
            word, values = "table_closed", {"number": number}
            sentence = t("Table {number} is open no more.", number=number)
        if self._news <= MAX_NEWS:
            await self._place.tell(word, sentence, values)

    async def of_words(self, words: str) -> Invite:
        """The invite of the only table that is found in a moment, in exchange for `words`; with a host's address
        before them, of the table there.

        Raises `LocalError`, one sentence: they are no words, there is no table or several (at none of which they are
        tried: a guess counts), or what `invite` raises. Words that were not tried are those of the table named next.
        """
        if at_address(words) is not None and (found := await self.invite(words)) is not None:
            return found
        self._held = words = " ".join(read_words(words))
        with trio.move_on_after(LOOK):
            await self._first.wait()
            await trio.sleep(SETTLE)
        if len(self._open) != 1:
            raise LocalError(t(_SEVERAL if self._open else _NONE_FOUND, words=words))
        (only,) = self._open.values()
        return await self._ask(only.candidates, only.table, None)

    async def invite(self, line: str) -> Invite | None:
        """The invite of the table that `line` names by number or address, perhaps with the words behind it; they are
        asked for where they are not, and words alone mean the only table there is. None for a line that names none.
        Raises `LocalError`, one sentence.
        """
        if choice := _CHOICE.fullmatch(line):
            table = self._open.get(int(choice[1]))
            if table is None:
                raise LocalError(t("There is no table {number} on this network.", number=choice[1]))
            called = _table_text(int(choice[1]), table)
            return await self._ask(table.candidates, table.table, choice[2] or None, called)
        if found := ADDRESS.fullmatch(line):
            port = int(found[2])
            if not 0 < port < 2**16:
                raise LocalError(t("An address is HOST:PORT, such as 192.168.1.5:4242."))
            return await self._ask((candidate_of(found[1].strip("[]"), port),), None, found[3] or None)
        if looks_like_words(line):
            if len(self._open) == 1:
                (only,) = self._open.values()
                return await self._ask(only.candidates, only.table, line)
            raise LocalError(t(_WORDS_OF, words=" ".join(line.replace(",", " ").split())))
        if is_address(line):
            raise LocalError(t("An address is HOST:PORT, such as 192.168.1.5:4242."))
        return None

    async def _ask(
        self, candidates: tuple[Candidate, ...], table: bytes | None, words: str | None, called: str = ""
    ) -> Invite:
        """The invite for `words`, which are asked for where there are none; `called` tells of which table."""
        words, self._held = words or self._held, None
        if words is not None:
            return await self._given(candidates, table, words)
        told = "\n".join([*filter(None, [called]), t(_ASKED)])
        while True:
            await self._place.tell("words_wanted", told, {"address": str(candidates[0])})
            words = await self._lines.next()
            if words is None:
                raise LocalError(t("There were no words on standard input."))
            if words.strip().lower() in LEAVES:
                raise Leaving
            if not words.strip():
                raise LocalError(t("No words were tried."))
            if _CHOICE.fullmatch(words) or ADDRESS.fullmatch(words):
                found = await self.invite(words)
                if found is not None:
                    return found
            try:
                return await self._given(candidates, table, words)
            except _Again as fault:
                told = "\n".join([*_lines(local(fault)), t(_ASKED)])

    async def _given(self, candidates: tuple[Candidate, ...], table: bytes | None, words: str) -> Invite:
        """What the host gives for the words. Raises `_Again` where they are wrong, or no words of a host."""
        place = self._place
        try:
            found = read_words(words)
        except LocalError as fault:
            raise _Again(local(fault)) from None
        try:
            return await invite_for(found, candidates, table=table, entropy=place.entropy, clock=place.clock)
        except WrongWords as fault:
            wrong = self._wrong[candidates[0]] = self._wrong.get(candidates[0], 0) + 1
            raise _Again(f"{local(fault)} {t(_LEFT[-wrong % limits.WORDS_GUESSES])}") from None


def _lines(sentence: str) -> list[str]:
    """As it is shown: broken between words for a person at a terminal."""
    return wrapped(sentence, indent="  ") if on_terminal() else [sentence]


def _table_text(number: int, table: OpenTable) -> str:
    name = named(table.name, 40) or t("a player without a name")
    return t(
        "Table {number}: {name}, at {address}; rules: {rules}",
        number=number, name=name, rules=rules_title(table.rules), address=table.candidates[0],
    )


def _table_values(number: int, table: OpenTable) -> dict[str, Any]:
    return {
        "number": number,
        "name": inert(table.name, 40),
        "rules": table.rules,
        "address": str(table.candidates[0]),
        "id": table.table.hex(),
    }
