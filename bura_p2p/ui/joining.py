"""From what a guest brings to a game: an invite as an argument, pasted, or asked of a host on the local network.

Here: `join_with`, `with_moves`. Never: the game that follows (`meeting`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from ..errors import LocalError, UsageError
from ..net.invite import CutInvite, Invite
from ..net.nursery import background
from ..sentences import N_
from . import console
from .asking import HESITATION, Asking, Leaving
from .inert import wrapped
from .nearby import Nearby, is_address
from .place import Place
from .three_words import at_address, looks_like_words
from .tongue import local, t

_PASTE: Final = N_("Paste the invite of your friend ('quit' leaves):")
_CHOOSE: Final = N_(
    "Paste the invite of your friend, or type the number of a table: those that are open on this network are listed "
    "here as they are found ('quit' leaves)."
)
_ADDRESS_ALONE: Final = N_(
    "An address needs the three words of the host beside it: type '{bura_join}' alone, and there the address."
)

LOOKING: Final = N_("Looking on this network for the table of these words ...")
NOT_LOOKED: Final = N_(
    "Three words do only at a table that is found on the local network, where --no-lan and --socks look for none."
)

"""What is said while the table of a host's words is looked for, and where nobody looks for one."""

_NO_MOVES: Final = N_(
    "Standard input ends behind the invite, and there is no terminal to type your moves at: nothing was joined, and "
    "the invite is as good as before."
)

_NO_INPUT: Final = N_(
    "Nothing can be typed here, for standard input is at its end: no game was begun. Start this at a terminal, or "
    "with a pipe that stays open for the moves."
)
GLANCE: Final = 0.1
"""Seconds in which an input without anything in it shows that; a pipe that is open says nothing."""

Joining = Callable[[Invite], Awaitable[int]]
"""Joins the game of an invite; the exit code of the game."""


async def join_with(
    place: Place, lines: console.Lines, invite: str | None, joining: Joining, *, json: bool, nearby: bool
) -> int:
    """Go `joining` with `invite`, which may be a host's three words, or its address and those; '-' is one on standard
    input, and None is asked for, with the tables of the local network listed where `nearby`. The exit code of the
    game.
    """
    words = invite if invite is not None and (looks_like_words(invite) or at_address(invite)) else None
    if words is not None and not nearby:
        raise UsageError(t(NOT_LOOKED))
    if words is None and invite is not None and invite != "-":
        return await joining(_parsed(invite, place.clock()))
    asking = Asking(lines=lines, clock=place.clock)
    if invite == "-":
        return await joining(await asking.invite())
    tables = Nearby(place, lines) if nearby else None
    if tables is not None:
        asking = replace(asking, elsewhere=tables.invite)
    if not json:
        asking = replace(
            asking,
            ask=lambda: console.write_lines(wrapped(t(_PASTE if tables is None else _CHOOSE))),
            hint=console.complain,
            complain=console.complain,
        )
    async with background() as nursery:
        if tables is not None:
            nursery.start_soon(tables.watch)
        if tables is not None and words is not None:
            found = await _of_words(tables, words, asking)
        else:
            found = await asking.invite()
    return await joining(found)


async def with_moves(lines: console.TypedLines, terminal: bool, joining: Joining, invite: Invite) -> int:
    """Go `joining` with an invite that was read from `lines`, from where the moves come, too; where they end there
    from the terminal, if that is wanted. Raises `UsageError` before a seat is taken where there is none.
    """
    if await lines.over(HESITATION) and not (terminal and lines.go_on_at_terminal()):
        raise UsageError(t(_NO_MOVES))
    return await joining(invite)


async def with_input(lines: console.TypedLines, joining: Joining, invite: Invite) -> int:
    """Go `joining` with an invite that came otherwise than from `lines`. Raises `UsageError` as `must_type`."""
    await must_type(lines)
    return await joining(invite)


async def must_type(lines: console.TypedLines) -> None:
    """Before a game in which somebody will have to type. Raises `UsageError` where nobody can."""
    if await lines.over(GLANCE):
        raise UsageError(t(_NO_INPUT))


async def _of_words(tables: Nearby, words: str, asking: Asking) -> Invite:
    """The invite of the table whose words these are, or of that at the address before them; where that is not clear,
    or they are wrong, it is asked for.
    """
    if asking.complain is not None and at_address(words) is None:
        asking.complain(t(LOOKING))
    try:
        return await tables.of_words(words)
    except Leaving:
        raise
    except LocalError as fault:
        if asking.complain is None:
            raise
        asking.complain(local(fault))
        return await asking.invite()


def _parsed(invite: str, now: float) -> Invite:
    try:
        return Invite.parse(invite, now=now)
    except CutInvite as fault:
        raise LocalError(t(
            "{fault} Or type '{bura_join}' alone and paste it there, broken lines and all.",
            fault=local(str(fault)),
        )) from None
    except LocalError:
        if not is_address(invite):
            raise
        raise LocalError(t(_ADDRESS_ALONE)) from None
