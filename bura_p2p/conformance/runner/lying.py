"""Telling a lie to the program under test, and judging what it makes of it.

Here: the scene, the lie, the refusal, the close, the file. Never: a lie (`conformance.cheats`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ...errors import Code, PeerError
from ...net.faults import Goodbye
from ...rules.ruleset import Ruleset
from ...verify import Verdict, verify_file
from ...wire import limits
from ...wire import messages as m
from ...wire.codec import decode_body
from ...wire.framing import FrameReader
from ..cheat import Cheat
from ..rogue import Rogue
from .cases import Lie, alike, code_word
from .foreign import left_at
from .meeting import Meeting
from .results import Level, Outcome
from .seat import Seat, Stop, sit_down
from .wire import End, How, Wire

HANDS: Final = 8
"""Hands of one game in which the scene may come."""

FAREWELL: Final = 5.0
"""Seconds between a refusal and the goodbye after it."""

Seen = tuple[Outcome, str]
"""A class, and the sentence that goes with it."""

GOOD: Final[Seen] = (Outcome.PASS, "")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the lie was told: the round that was open then, and the one that the lie says."""

    open_round: int
    round: int | None


async def try_lie(lie: Lie, meeting: Meeting, rules: Ruleset, number: int) -> Seen | None:
    """One game in which the lie may be told; None where its scene did not come. Raises Unusable.

    `number` chooses the moves of this side.
    """
    wire = await meeting.link()
    seat = await sit_down(
        meeting,
        wire,
        rules,
        lie.player(number),
        hands=HANDS,
        make=lambda **seat: Rogue(cheat=lie.cheat, **seat),
        fits=lambda found: any(alike(found, kind) for kind in lie.kinds),
    )
    stop = await seat.run(_past(lie, seat))
    if stop is not Stop.TOLD:
        return await _without_a_lie(seat, stop)
    seen = await (_link_lie(lie, seat) if lie.closes else _entry_lie(lie.cheat, seat))
    if seen[0] in (Outcome.FAIL, Outcome.WRONG_CODE):
        return seen
    return _worse(seen, await _afterwards(lie, seat))


def _past(lie: Lie, seat: Seat) -> Callable[[], bool]:
    """Whether a new game is the shorter way to the scene: a first lead, say, that has fallen to the other side.

    Where the scene waits for a certain move of the other side, it may come in any hand.
    """

    def past() -> bool:
        scene = seat.session.scene if isinstance(seat.session, Rogue) else None
        return scene is not None and lie.level is not Level.CHANCE and seat.table.round > scene.by

    return past


def _worse(one: Seen, other: Seen) -> Seen:
    """What is true of both; the first weighs more than that something was not strict."""
    return other if one[0] is Outcome.PASS or other[0] in (Outcome.FAIL, Outcome.UNCLEAN) else one


async def _without_a_lie(seat: Seat, stop: Stop) -> Seen | None:
    """The game has ended before the scene came, or goes another way."""
    if stop is Stop.ASKED:
        await seat.wire.leave(Goodbye.LEFT)
        return None
    if stop is Stop.OVER:
        await seat.wire.say(m.Have(seat.table.round, seat.table.head))
        await seat.wire.leave(Goodbye.FINISHED)
        return None
    return broken(seat, stop)


def broken(seat: Seat, stop: Stop) -> Seen | None:
    """Why an honest stretch has ended; None where the other side has only left."""
    if seat.mine is not None:
        return Outcome.FAIL, f"it signed what is refused ({code_word(seat.mine.code)}) in round {seat.mine.round}"
    if seat.refused is not None:
        told = f"round {seat.refused.round}, seat {seat.refused.seat}"
        return Outcome.FAIL, f"it refused the truth ({code_word(seat.refused.code)}, {told})"
    end = seat.end
    if stop is Stop.ENDED and end is not None:
        if end.how is How.BYE and end.reason == Goodbye.LEFT:
            return None
        stage = seat.table.stage.value
        return Outcome.FAIL, f"in stage {stage}, round {seat.table.round}, it {end}; {seat.meeting.program.complaint}"
    return Outcome.FAIL, "the game ended and nobody said why"


# --- entries -----------------------------------------------------------------------------------------------


def _place(seat: Seat) -> Place:
    lie = seat.session.told[-1] if isinstance(seat.session, Rogue) else b""
    round_ = None
    if isinstance(lie, m.EntryFrame):
        try:
            round_ = decode_body(lie.body).round
        except PeerError:
            round_ = None
    return Place(seat.table.round, round_)


async def _entry_lie(cheat: Cheat, seat: Seat) -> Seen:
    """The lie has gone out: a refusal with the right code, then a goodbye, and no entry after it."""
    place, wire = _place(seat), seat.wire
    while True:
        heard = await wire.hear(seat.meeting.testee.patience)
        match heard:
            case m.EntryFrame(_, body, _) if _later(body, place.open_round) and not _may_go_on(cheat, seat):
                return Outcome.FAIL, "it took the lie and signed on"
            case m.Have():
                return Outcome.FAIL, "it took the lie, and says that the game has ended"
            case m.Refuse():
                return await _refusal(_as_heard(cheat, seat), seat, place, heard)
            case End() if heard.how is How.CLOSED or heard.reason == Goodbye.FAULT:
                return Outcome.NOT_STRICT, f"no refusal was sent: it {heard}"
            case End():
                return Outcome.FAIL, f"no refusal came: it {heard}"
            case _:
                continue


def _may_go_on(cheat: Cheat, seat: Seat) -> bool:
    """Whether the other side may speak before it hears the lie: it answers what stands before the lie, or is due."""
    return not cheat.scene.mine or (isinstance(seat.session, Rogue) and len(seat.session.told) > 1)


def _as_heard(cheat: Cheat, seat: Seat) -> Cheat:
    """What a lie out of turn is to whoever hears it after its own word.

    Its round is closed then, so it stands nowhere and names nobody (E12); that word may have decided the hand.
    """
    theirs = [word for word in seat.wire.heard if isinstance(word, m.EntryFrame) and word.seat != seat.meeting.seat]
    if cheat.scene.mine or not any(_later(word.body, seat.table.round - 1) for word in theirs):
        return cheat
    return replace(cheat, code=Code.ROUND_WRONG, verdict=Verdict.UNSIGNED_RESULT)


def _later(body: bytes, round_: int) -> bool:
    try:
        return decode_body(body).round > round_
    except PeerError:
        return True


async def _refusal(cheat: Cheat, seat: Seat, place: Place, refuse: m.Refuse) -> Seen:
    end = await seat.wire.closes(FAREWELL)
    if seat.wire.entries_after:
        return Outcome.FAIL, "it signed another entry after its refusal"
    if refuse.code != cheat.code:
        return Outcome.WRONG_CODE, f"refused with {code_word(refuse.code)}, to be {cheat.code.label}"
    due = place.round if cheat.convicts and place.round is not None else None
    if due is not None and (refuse.round, refuse.seat) != (due, seat.meeting.seat):
        return Outcome.NOT_STRICT, f"the refusal is of round {refuse.round}, seat {refuse.seat}, to be {due}"
    return _goodbye(end, Goodbye.FAULT)


def _goodbye(end: End, due: Goodbye) -> Seen:
    if end.how is How.BYE and end.reason == due:
        return GOOD
    return Outcome.NOT_STRICT, f"to say goodbye with {due.name.lower()} ({int(due)}); it {end}"


# --- links -------------------------------------------------------------------------------------------------


async def _link_lie(lie: Lie, seat: Seat) -> Seen:
    """Bytes that are no message, or a word of a new link: the link is closed, and no entry refused."""
    told = seat.session.told if isinstance(seat.session, Rogue) else ()
    last = told[-1]
    wire = seat.wire
    if isinstance(last, m.Resume):
        await wire.drop()
        wire = await seat.meeting.link()
        await wire.say(last)
    else:
        await wire.say(*(word for word in told if isinstance(word, bytes)))
        if is_cut(last):
            await wire.cut_short()
            end = await wire.closes(seat.meeting.testee.patience)
            return GOOD if end.closed else (Outcome.FAIL, f"it {end}")
    return closed(wire, await wire.closes(seat.meeting.testee.patience), lie.cheat.code)


def closed(wire: Wire, end: End, code: Code) -> Seen:
    """What to make of the end of a link that had to be closed."""
    refusals = [word for word in wire.heard if isinstance(word, m.Refuse)]
    if refusals:
        return Outcome.WRONG_CODE, f"refused an entry ({code_word(refusals[0].code)}); to close for {code.label}"
    if not end.closed:
        return Outcome.FAIL, f"the link was not closed: it {end}"
    return _goodbye(end, Goodbye.FAULT)


def is_cut(word: object) -> bool:
    """Whether bytes end within a frame."""
    if not isinstance(word, bytes):
        return False
    reader = FrameReader(limits.MAX_FRAME)
    reader.push(word)
    try:
        while reader.pull() is not None:
            pass
    except PeerError:
        return False
    try:
        reader.at_end()
    except PeerError:
        return True
    return False


# --- afterwards --------------------------------------------------------------------------------------------


async def _afterwards(lie: Lie, seat: Seat) -> Seen:
    """After a refusal the game is over: the program ends, and its file tells what has been."""
    meeting = seat.meeting
    await seat.wire.drop()
    if lie.closes:
        parted = any(isinstance(word, m.Bye) for word in meeting.wires[-1].heard)
        crashed = meeting.program.crashed if parted else await meeting.program.crashes()
        return (Outcome.UNCLEAN, f"it crashed; {meeting.program.complaint}") if crashed else GOOD
    ended = await ended_well(meeting, "the refusal")
    return ended if ended != GOOD or not meeting.testee.has_file else _file(_as_heard(lie.cheat, seat), seat)


async def ended_well(meeting: Meeting, what: str) -> Seen:
    """Whether the program ends by itself after `what`."""
    ended = await meeting.program.ended(meeting.testee.patience)
    if ended is None:
        return Outcome.UNCLEAN, f"it did not end after {what}; {meeting.program.complaint}"
    if meeting.program.crashed:
        return Outcome.UNCLEAN, f"it crashed ({ended}); {meeting.program.complaint}"
    return GOOD


def _file(cheat: Cheat, seat: Seat) -> Seen:
    """The verdict on the file that was left: who is convicted is named, and nobody else."""
    data = left_at(seat.meeting.out)
    if data is None:
        return (Outcome.FAIL, "it left no game file") if cheat.convicts else GOOD
    report, round_ = verify_file(data), _place(seat).round
    found, culprit = report.verdict, report.culprit
    if found not in verdicts(cheat, begun=seat.table.round > 0):
        due = cheat.verdict if cheat.convicts else Verdict.OPEN
        return Outcome.FAIL, f"its file is {found.label} ({report.reason}), to be {due.label}"
    if not cheat.convicts:
        return GOOD
    told = None if culprit is None else (culprit.seat, culprit.round, culprit.code)
    if told != (seat.meeting.seat, round_, cheat.code):
        return Outcome.FAIL, f"its file convicts otherwise than it must ({report.reason})"
    return GOOD


def verdicts(cheat: Cheat, *, begun: bool) -> frozenset[Verdict]:
    """What the file that is left may say; `begun`: whether round 0 is closed, before which nobody is named."""
    if cheat.convicts:
        return frozenset({cheat.verdict})
    certain = begun and cheat.verdict is not Verdict.UNSIGNED_RESULT
    return frozenset({Verdict.OPEN} if certain else {Verdict.OPEN, cheat.verdict})
