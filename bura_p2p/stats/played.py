"""A game judged from its file, for what was dealt in it: the turned cards, who led first, the rules.

Here: bytes of a game file to its dealt hands, and what was noted of them put beside. Never: a verdict (that is
`verify`), a second judge: a hand counts only when the table has accepted every proof up to its deal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from ..errors import LocalError, PeerError
from ..log.file import MalformedFile, read_game
from ..rules.ruleset import Ruleset
from ..sentences import Sentence
from ..store import DealRow, GameRow, Store
from ..table.events import Dealt as DealtEvent
from ..table.events import HandBegun
from ..verify import Replay
from .deals import Dealing
from .luck import Dealt, LuckReport, luck_report

SEATS: Final = 2
"""Seats of the tables whose first leads are counted."""


@dataclass(slots=True)
class Played:
    """What a game file proves of its deals. `dealt` by hand number; `first_leader` of the first hand, if it began."""

    rules: Ruleset | None = None
    first_leader: int | None = None
    dealt: dict[int, Dealing] = field(default_factory=dict)


def played_in(data: bytes) -> Played:
    """Judge a game file, up to its first fault if it has one. Slow: all its mathematics is done again.

    Raises `LocalError` for what is no game file.
    """
    try:
        game = read_game(data)
        replay = Replay(game.identities)
    except (MalformedFile, PeerError) as fault:
        raise LocalError(Sentence("This is not a readable game file: {fault}.", fault=fault)) from None
    found, hand = Played(), 0
    for signed in game.entries:
        try:
            events = replay.feed(signed)
        except PeerError:
            break  # what was dealt before stands
        for event in events:
            if isinstance(event, HandBegun):
                hand = event.hand
                found.first_leader = event.leader if hand == 1 else found.first_leader
            elif isinstance(event, DealtEvent):
                rules = found.rules = replay.table.state.ruleset
                if rules is not None:
                    found.dealt[hand] = Dealing(rules.deck, rules.hand, event.trump)
    return found


def beside(played: Played, noted: Iterable[DealRow]) -> list[Dealt]:
    """The hands whose deal is proved in the file and was noted; a note that does not fit the deal is left out."""
    return [
        Dealt(played.dealt[row.hand], row)
        for row in noted
        if row.hand in played.dealt and row.dealt == played.dealt[row.hand].hand
    ]


@dataclass(frozen=True, slots=True)
class Judged:
    """Games of the store, judged again: the luck in them; a sentence for each that has no readable file."""

    report: LuckReport
    faults: tuple[str, ...] = ()


def luck_of(store: Store, rows: Iterable[GameRow], done: Callable[[int], None] = lambda count: None) -> Judged:
    """The luck report over these games of the store, as far as anything was noted in them.

    Slow, a tenth of a second a hand: `done` is told how many games are judged. Raises `LocalError` where the store
    does.
    """
    notes = defaultdict[int, list[DealRow]](list)
    for row in store.deals():
        notes[row.game].append(row)
    hands, leads, unnoted, faults = list[Dealt](), list[bool](), 0, list[str]()
    for count, game in enumerate(rows, start=1):
        if notes[game.id]:
            try:
                played = played_in(store.export(game.id))
            except LocalError as fault:
                faults.append(Sentence("Game {id}: {fault}", id=game.id, fault=fault))
                continue
            known = beside(played, notes[game.id])
            hands += known
            unnoted += len(played.dealt) - len(known)
            if played.first_leader is not None and game.seats == SEATS:
                leads.append(played.first_leader == game.seat)
        done(count)
    return Judged(luck_report(hands, leads, seats=SEATS, unnoted=unnoted), tuple(faults))
