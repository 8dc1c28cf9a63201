"""Honest games with the program under test: whole hands, claims, raises, cuts, messages that change nothing.

Here: the games as data, and how one is played and judged. Never: a lie.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ...net.auth import Role
from ...net.faults import Goodbye
from ...rules.builtin import CLASSIC, find_ruleset
from ...rules.ruleset import Ruleset
from ...table.events import Event, HandOver
from ...table.phases import Stage
from ...verify import Verdict, verify_file
from ...wire import messages as m
from ...wire.codec import pack
from ...wire.framing import encode_frame
from .cases import BOTH, alike
from .foreign import left_at
from .lying import GOOD, Seen, broken, ended_well
from .meeting import Meeting
from .notation import snake
from .players import PLAYERS
from .results import Level, Outcome
from .seat import Seat, Stop, sit_down
from .wire import End, How, Style, Wire

OPEN_MATCH: Final = find_ruleset("georgian", match_to=0)
SHORT_MATCH: Final = find_ruleset("georgian", match_to=3)
SHOWN: Final = find_ruleset("georgian", match_to=0, points_shown=True)


UNKNOWN: Final = encode_frame(pack((201, ())))
"""A message of an unknown odd type."""

AnyWord = m.LinkMessage | bytes


@dataclass(frozen=True, kw_only=True)
class Honest:
    """An honest game. `hands` are played, or up to so many until one has ended by one of `reasons`.

    `words` are said, beside the game, at this side's first lead or answer; `cuts`: stages in which the connection is
    dropped, each once, and made anew. `ponged`: whether a ping among `words` is to be answered.
    """

    id: str
    about: str
    requirements: tuple[str, ...]
    rules: Ruleset = OPEN_MATCH
    player: str = "cards"
    hands: int = 1
    reasons: frozenset[str] = frozenset()
    style: Style = Style.WHOLE
    words: tuple[AnyWord, ...] = ()
    ponged: tuple[int, ...] = ()
    cuts: tuple[Stage, ...] = ()
    level: Level = Level.MUST
    roles: tuple[Role, ...] = BOTH

    @property
    def expect(self) -> str:
        """A complete game."""
        return "fair"

    @property
    def kinds(self) -> tuple[Ruleset, ...]:
        """Its rules."""
        return (self.rules,)


_WHOLE: Final = ("L1", "L4", "E1", "K1", "K2", "S1", "D1", "P1", "Z1")
_CUT: Final = ("J1", "J3", "J3a", "J4", "J4a", "J5", "J7a")

HONEST: Final[tuple[Honest, ...]] = (
    Honest(id="honest-georgian", about="One hand of georgian.", requirements=_WHOLE),
    Honest(id="honest-georgian-hands", about="Three hands of an open match.", requirements=_WHOLE, hands=3),
    Honest(id="honest-georgian-match", about="A match to three points.", requirements=_WHOLE, rules=SHORT_MATCH,
           hands=40),
    Honest(id="honest-points-shown", about="A hand in which gives tell what they are worth.",
           requirements=("P9a", "P12a"), rules=SHOWN),
    Honest(id="honest-classic", about="One hand of classic, of 36 cards and with a pot.", requirements=_WHOLE,
           rules=CLASSIC),
    Honest(id="honest-classic-hands", about="Two hands of classic.", requirements=_WHOLE, rules=CLASSIC, hands=2),
    Honest(id="honest-claim-right", about="A claim that is right.", requirements=("R1", "Z1"), player="right claims",
           hands=20, reasons=frozenset({"claim_right"}), level=Level.CHANCE),
    Honest(id="honest-claim-wrong", about="A claim that is wrong.", requirements=("R1", "Z1"), player="early claims",
           hands=20, reasons=frozenset({"claim_wrong"}), level=Level.CHANCE),
    Honest(id="honest-raises", about="Raises whenever that is open.", requirements=("R2",), player="raises", hands=3),
    Honest(id="honest-declined", about="A raise that is declined.", requirements=("R2",), player="declines", hands=20,
           reasons=frozenset({"declined"}), level=Level.CHANCE),
    Honest(id="honest-resigns", about="A hand that is given up.", requirements=("Z3", "Z4"), player="resigns"),
    Honest(id="honest-byte-by-byte", about="A stream that comes a byte at a time.", requirements=("F5",),
           style=Style.BYTES),
    Honest(id="honest-merged", about="Several frames in one write, pings among them.", requirements=("F5", "L10"),
           style=Style.MERGED),
    Honest(id="honest-ping", about="A ping is answered with its number.", requirements=("L10",),
           words=(m.Ping(4_000_000_001),), ponged=(4_000_000_001,)),
    Honest(id="honest-unknown-odd-type", about="A message of an unknown odd type is ignored.", requirements=("V3a",),
           words=(UNKNOWN, UNKNOWN)),
    Honest(id="honest-talk", about="Chat, an offer to end, more time and a head change nothing.",
           requirements=("L11", "L15", "L15a", "L6"),
           words=(m.Chat("\x1b[2J\u202egood luck"), m.MoreTime(5), m.OfferEnd(), m.Another(), m.Have(3, bytes(32)))),
    Honest(id="honest-cut-before-lead", about="The link is cut before the first lead and made anew.",
           requirements=_CUT, cuts=(Stage.LEAD,), level=Level.SHOULD),
    Honest(id="honest-cut-twice", about="The link is cut in the answer and before the result.",
           requirements=_CUT, cuts=(Stage.FOLLOW, Stage.RESULT), level=Level.SHOULD),
    Honest(id="honest-cut-in-shuffle", about="The link is cut between the two shuffles.", requirements=_CUT,
           cuts=(Stage.SHUFFLE,), level=Level.SHOULD),
)  # fmt: skip
"""Every honest game."""


async def play_honest(case: Honest, meeting: Meeting, rules: Ruleset, number: int) -> Seen | None:
    """Play one; None where what it is about did not come about. Raises Unusable."""
    wire = await meeting.link()
    wire.style = case.style
    player = PLAYERS[case.player](number)
    seat = await sit_down(
        meeting, wire, rules, player, hands=case.hands, fits=lambda found: alike(found, case.rules)
    )
    for stage in case.cuts:
        stop = await seat.run(_in_stage(seat, stage))
        if stop is not Stop.ASKED:
            return broken(seat, stop)
        await seat.wire.drop()
        wire = await meeting.link()
        wire.style = case.style
        word = await _word(wire, meeting.testee.patience)
        if not isinstance(word, m.Resume):
            return Outcome.FAIL, f"on the new link, before it had heard how far this side is, it {word}"
        await seat.meet_again(wire, word)
    if case.words:
        stop = await seat.run(_in_stage(seat, *_PLAYED))
        if stop is not Stop.ASKED:
            return broken(seat, stop)
        await seat.wire.say(*case.words)
    stop = await seat.run(_wish(seat, case.reasons))
    return await _ending(case, seat) if stop is Stop.OVER else broken(seat, stop)


HUSH: Final = 0.5
"""Seconds in which the other side has to keep silent, once it has said how far it is."""


async def _word(wire: Wire, patience: float) -> m.Resume | str:
    """The other side's first word on a new link, said without waiting; what it did otherwise, or besides."""
    heard = await wire.hear(patience)
    if not isinstance(heard, m.Resume):
        return _told(heard)
    more = await wire.hear(HUSH)
    return heard if isinstance(more, End) and more.how is How.SILENT else f"said resume, and then it {_told(more)}"


def _told(heard: m.LinkMessage | End) -> str:
    """What was heard, after 'it'."""
    return str(heard) if isinstance(heard, End) else f"said {snake(type(heard).__name__)}"


_PLAYED: Final = (Stage.LEAD, Stage.FOLLOW)


def _in_stage(seat: Seat, *stages: Stage) -> Callable[[], bool]:
    return lambda: seat.table.stage in stages


def _wish(seat: Seat, reasons: frozenset[str]) -> Callable[[], bool]:
    """Never true: plays no further hand once one has ended as wanted."""

    def asked() -> bool:
        if _came(seat.events, reasons):
            seat.hands = 0
        return False

    return asked


def _came(events: list[Event], reasons: frozenset[str]) -> bool:
    return bool(reasons) and any(isinstance(event, HandOver) and event.reason in reasons for event in events)


async def _ending(case: Honest, seat: Seat) -> Seen | None:
    """The game is complete: both say so, part, and the program ends with the same game in its file."""
    await seat.wire.say(m.Have(seat.table.round, seat.table.head))
    parted = await _parting(seat)
    if case.reasons and not _came(seat.events, case.reasons):
        return None
    if not set(case.ponged) <= set(seat.pongs):
        return Outcome.FAIL, "a ping was not answered"
    if parted[0] is Outcome.FAIL:
        return parted
    ended = await ended_well(seat.meeting, "the game")
    if ended != GOOD:
        return ended
    seen = _file(seat) if seat.meeting.testee.has_file else GOOD
    return parted if seen == GOOD else seen


async def _parting(seat: Seat) -> Seen:
    """The other side's head, or its goodbye as of a finished game; then the end of the link."""
    end = await _heard_have(seat, seat.wire)
    if end is None:
        await seat.wire.leave(Goodbye.FINISHED)
    have = seat.have
    if have is not None and have.round == seat.table.round and have.head != seat.table.head:
        return Outcome.FAIL, "it has another head at the end of the game"
    finished = end is not None and end.how is How.BYE and end.reason == Goodbye.FINISHED
    if finished or (have is not None and have.head == seat.table.head):
        return GOOD
    return Outcome.NOT_STRICT, "neither its head nor a goodbye as finished was heard"


async def _heard_have(seat: Seat, wire: Wire) -> End | None:
    while seat.have is None or seat.have.round != seat.table.round:
        heard = await wire.hear(seat.meeting.testee.patience)
        if isinstance(heard, End):
            return heard
        if isinstance(heard, m.Have):
            seat.have = heard
    return None


def _file(seat: Seat) -> Seen:
    data = left_at(seat.meeting.out)
    if data is None:
        return Outcome.FAIL, "it left no game file"
    report = verify_file(data)
    if report.verdict is not Verdict.FAIR:
        return Outcome.FAIL, f"its file is {report.verdict.label} ({report.reason}), to be fair"
    if report.head != seat.table.head:
        return Outcome.FAIL, "its file has another head"
    return GOOD

