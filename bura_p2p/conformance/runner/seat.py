"""This side's seat at a table with the program under test: a session, honest or not, played over a wire.

Here: what is said, heard and played, until something has come about. Never: a judgement.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from ...errors import PeerError
from ...net.auth import Role
from ...rules.ruleset import Ruleset, decode_ruleset
from ...session.effects import Effects
from ...session.session import Session
from ...table.events import Event
from ...table.table import Table
from ...wire import messages as m
from ...wire.codec import encode_link
from ...wire.framing import encode_frame
from ..hall import Player
from ..rogue import Rogue
from ..tape import Tape
from .meeting import Meeting
from .process import Unusable
from .results import Outcome
from .wire import End, Wire


class Stop(Enum):
    """Why playing has stopped."""

    ASKED = auto()
    """What was waited for has come."""
    TOLD = auto()
    """The lie has been told, but for bytes and words of a new link."""
    OVER = auto()
    """The table is complete, or void."""
    REFUSED = auto()
    """Somebody has refused an entry."""
    ENDED = auto()
    """The connection has ended."""


class Seat:
    """`session` over `wire`, the moves of `player`; at most `hands` hands are played.

    `refused`: what the other side refused last; `end`: how the connection ended; `events`: all that has happened.
    """

    def __init__(self, meeting: Meeting, wire: Wire, session: Session, player: Player, hands: int) -> None:
        self.meeting = meeting
        self.wire = wire
        self.session = session
        self.player = player
        self.hands = hands
        self.events: list[Event] = []
        self.refused: m.Refuse | None = None
        self.mine: m.Refuse | None = None
        self.end: End | None = None
        self.have: m.Have | None = None
        self.pongs: list[int] = []

    @property
    def table(self) -> Table:
        """This side's table."""
        return self.session.table

    @property
    def told(self) -> bool:
        """Whether a lie has been told."""
        return isinstance(self.session, Rogue) and bool(self.session.told)

    async def begin(self) -> None:
        """The offer, from a host; and hello."""
        if self.meeting.role is Role.HOST:
            rules = self.session._ruleset
            await self.wire.say(m.Offer(len(self.meeting.identities), rules.canonical_bytes()))
        await self._do(self.session.start())

    async def meet_again(self, wire: Wire, theirs: m.Resume) -> None:
        """On a new link: say how far this side has come, and take the other's word, which has been heard."""
        self.wire, self.end = wire, None
        await wire.say(self.session.meet_again())
        await self._take(theirs)

    async def run(self, until: Callable[[], bool] = lambda: False) -> Stop:
        """Play until something stops it; `until` is asked between steps."""
        while (stop := self._stopped(until)) is None:
            self.session.play_on = self.table.state.hand < self.hands
            view = self.session.view()
            if view.legal:
                await self._do(self.session.play(self.player(view)))
                continue
            heard = await self.wire.hear(self.meeting.testee.patience)
            if isinstance(heard, End):
                self.end = heard
                return Stop.ENDED
            await self._take(heard)
        return stop

    def _stopped(self, until: Callable[[], bool]) -> Stop | None:
        if self.told:
            return Stop.TOLD
        if self.table.ended:
            return Stop.OVER
        if self.session.closed:
            return Stop.REFUSED
        return Stop.ASKED if until() else None

    async def _take(self, heard: m.LinkMessage) -> None:
        match heard:
            case m.EntryFrame() | m.Resume():
                await self._do(self.session.receive(heard))
            case m.Refuse():
                self.refused = heard
                await self._do(self.session.receive(heard))
            case m.Have():
                self.have = heard
            case m.Pong(n):
                self.pongs.append(n)
            case m.Chat() | m.OfferEnd() | m.MoreTime() | m.Another():
                pass
            case _:
                raise Unusable(f"{type(heard).__name__} came where it has no place", Outcome.FAIL)

    async def _do(self, effects: Effects) -> None:
        """Say what is to be said; a lie that is a word of a new link is kept for that."""
        if effects.fault is not None:
            raise Unusable(f"its resume is refused: {effects.fault.code.label}", Outcome.FAIL)
        self.events += effects.events
        refusals = [word for word in effects.send if isinstance(word, m.Refuse)]
        self.mine = refusals[-1] if refusals else self.mine
        words = [word for word in effects.send if not isinstance(word, m.Resume)]
        if words and self.told:  # a lie at once with what came before it, so that nobody goes on in between
            await self.wire.say(b"".join(encode_frame(encode_link(word)) for word in words))
        elif words:
            await self.wire.say(*words)


async def offered(wire: Wire, patience: float) -> Ruleset:
    """What the host under test offers. Raises Unusable."""
    while True:
        heard = await wire.hear(patience)
        match heard:
            case m.Offer(2, ruleset):
                try:
                    return decode_ruleset(ruleset)
                except PeerError as fault:
                    raise Unusable(f"its offer is refused: {fault.code.label}", Outcome.FAIL) from None
            case m.Chat() | m.Another() | m.Pong():
                continue
            case End():
                raise Unusable(f"no offer came: it {heard}", Outcome.FAIL)
            case _:
                raise Unusable(f"{type(heard).__name__} came before an offer for two", Outcome.FAIL)


async def sit_down(
    meeting: Meeting,
    wire: Wire,
    rules: Ruleset,
    player: Player,
    *,
    hands: int,
    make: Callable[..., Session] = Session,
    fits: Callable[[Ruleset], bool] = lambda rules: True,
) -> Seat:
    """A seat at a table by `rules`; of a host under test, by what it offers, if that `fits`. Raises Unusable."""
    if meeting.role is Role.GUEST:
        found = await offered(wire, meeting.testee.patience)
        if not fits(found):
            raise Unusable(f"it offers {found.name} with other options than this case needs")
        rules = found
    session = make(
        seat=meeting.seat,
        identity=meeting.identity,
        identities=meeting.identities,
        ruleset=rules,
        name="runner",
        entropy=Tape(f"{meeting.label} session"),
    )
    seat = Seat(meeting, wire, session, player, hands)
    await seat.begin()
    return seat
