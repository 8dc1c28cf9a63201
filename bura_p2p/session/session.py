"""One seat at a table, without I/O: bytes and actions in, effects out.

Here: whose turn it is for me, my automatic entries, what I refuse, what must be stored before it is sent. Never:
sockets, clocks, files, the operating system's generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Self

from ..cards import Card
from ..crypto.group import Entropy
from ..crypto.identity import Identity
from ..crypto.shuffle import random_permutation
from ..errors import Code, LocalError, PeerError
from ..log.entry import Entry, SignedEntry, open_entry, sign_entry
from ..log.file import has_room
from ..log.log import NOISE, convicts
from ..rules import actions as a
from ..rules.calls import HEIGHT, announcements
from ..rules.claims import claims_anytime
from ..rules.phases import apply
from ..rules.position import with_hand
from ..rules.ruleset import Ruleset, Special, decode_ruleset
from ..sentences import Sentence
from ..table import events as e
from ..table.phases import CARRIES_SHARES, Stage
from ..table.state import need
from ..table.table import Table
from ..table.view import PLAYER_STAGES, View, view_of
from ..wire import messages as m
from ..wire.codec import encode_body
from .agreement import Agreement
from .ahead import Ahead
from .effects import Effects, Gathered
from .makers import Maker
from .resume import Meeting, compare, level, own_hello, word
from .secrets import (
    HandSecrets,
    Kind,
    Stored,
    read_policy,
    secrets_of,
    stored_cards,
    stored_permutation,
    stored_policy,
)

FORKED = "forked"
"""Why a table of three or more ends when a seat tells another head: whose fault it is, this side cannot know."""


class Session:
    """A table plus the secrets of `seat`.

    `identity` is this seat's signing key, `identities` the public keys of all seats (32 bytes each, seat 0
    first). `entropy` gives fresh bytes. `first_leader`: the seat, 0 or 1, that is to lead first, where all agree on
    it; else it is drawn. `play_on` is the word that goes into the next result. `policy` names the combinations that
    are announced before another's lead; it counts for cards drawn after it was set, so that neither what is said of
    a hand nor when tells what its holder thinks. `past`: what had happened at a table that was restored, by entry.
    Raises `LocalError` when `identity` sits elsewhere, `PeerError` when the identities cannot share a table.
    """

    def __init__(
        self,
        *,
        seat: int,
        identity: Identity,
        identities: Sequence[bytes],
        ruleset: Ruleset,
        name: str,
        entropy: Entropy,
        first_leader: int | None = None,
    ) -> None:
        if not 0 <= seat < len(identities) or identities[seat] != identity.public:
            raise LocalError("This identity does not sit in this seat.")
        self.seat = seat
        self.play_on = True
        self.policy = frozenset(Special)
        self.closed = False
        self.table = Table(identities)
        self.past: list[tuple[e.Event, ...]] = []
        self._identity = identity
        self._identities = tuple(identities)
        self._ruleset = ruleset
        self._name, self._first_leader = name, first_leader
        self._entropy = entropy
        self._maker = Maker(self.table, seat, entropy)
        self._secrets: HandSecrets | None = None
        self._held: tuple[Card, ...] = ()
        self._given: list[Card] = []
        self._resigning = False
        self._claiming = False
        self._policy = self.policy
        self._meeting = Meeting()
        self._agreement = Agreement(seat, len(identities), range(len(identities)))
        self._ahead = Ahead()
        self._out = Gathered()

    def __repr__(self) -> str:
        return f"Session(seat={self.seat}, round={self.table.round}, stage={self.table.stage.value})"

    # --- what the outside calls -----------------------------------------------------------------------------

    def start(self) -> Effects:
        """Say hello; a restored session tells how its game ended, if it has. Call once, before anything else."""
        self._advance()
        return self._out.take()

    @classmethod
    def restore(
        cls,
        *,
        seat: int,
        identity: Identity,
        identities: Sequence[bytes],
        entropy: Entropy,
        entries: Sequence[SignedEntry],
        secrets: Iterable[Stored],
        moved: bool = False,
    ) -> Self:
        """The session of a game that was broken off, from what was stored of it: two seats.

        `entries` in the order of their acceptance, `secrets` as they were given to be stored. It signs nothing before
        the other side has said how far it has come (`meet_again`); where the store was `moved` or copied, nothing
        until the other side has shown later entries of this seat. Raises `LocalError` where nothing of a game is
        there, or not a whole log.
        """
        try:
            hello = own_hello(entries, seat)
            rules = decode_ruleset(hello.ruleset)
            session = cls(
                seat=seat, identity=identity, identities=identities, ruleset=rules, name=hello.name, entropy=entropy
            )
            session._meeting = Meeting(suspended=True, moved=moved)
            session._replay(entries, {(hand, kind): value for hand, kind, value in secrets})
        except PeerError as fault:
            raise LocalError(Sentence("The stored log of this game does not stand ({fault}).", fault=fault)) from None
        return session

    @property
    def moved(self) -> bool:
        """Whether the store was moved, and nobody has shown yet that it knows the latest entries of this seat."""
        return self._meeting.moved

    def meet_again(self) -> m.Resume:
        """What to say first on a new link to a game that has begun. Until the other side's word nothing is signed."""
        self._meeting.suspended, self._meeting.theirs = True, None
        return word(self.table.log)

    def receive(self, message: m.LinkMessage, sender: int | None = None) -> Effects:
        """Take in an `EntryFrame`, `Resume` or `Refuse` from a peer. A fault becomes a `Refuse` to send.

        `sender` is the seat at the other end of the link, where that is known. Who has left stops the table no more,
        neither by a refusal nor by its entries, whoever passes them on.
        """
        if self.closed and not (self.table.ended and isinstance(message, m.Resume)):
            return Effects()  # but for one who lacks the last entries of a game that is complete
        match message:
            case m.EntryFrame(seat, body, signature):
                self._take(SignedEntry(seat, body, signature))
            case m.Refuse() if sender is not None and sender not in self.table.state.playing:
                pass
            case m.Refuse(round_, seat, code):
                named = seat if round_ and code not in NOISE else None
                self._stop(e.Refused(code_name(code), named, round_, by_me=False))
            case m.Resume():
                self._hear(message)
            case _:
                pass
        return self._out.take()

    def receive_have(self, seat: int, message: m.Have) -> Effects:
        """Another seat says which round and head it has come to (three or more seats)."""
        if not self.closed:
            self._agreement.told(seat, message.round, message.head)
            self._heed_dissent()
            self._out.send += self._agreement.released()
        return self._out.take()

    def play(self, action: a.Action) -> Effects:
        """Play `action` in this seat's own place. Raises `LocalError` in one sentence; nothing has changed then.

        A resignation at another moment is kept for the next place that this seat owes; so is a claim, where the rules
        let one claim at any time, until the seat's next turn. Nobody sees that it is kept.
        """
        if self.closed or self.table.ended:
            raise LocalError("The game is over.")
        if not self._goes_on():
            raise LocalError("Nothing can be played before the other side is back.")
        if isinstance(action, a.Resign):
            return self._resign()
        if isinstance(action, a.Claim) and self._keeps_claim():
            self._claiming = True
            return self._out.take()
        self._check_own(action)
        self._speak(self._maker.play(self._secrets, action))
        self._advance()
        return self._out.take()

    def view(self) -> View:
        """What this seat may see now."""
        secrets, cards = self._secrets, self.table.state.cards
        sealed = self._maker.sealed_sum(secrets) if secrets is not None and cards is not None else None
        view = view_of(self.table, self.seat, self._held, self._given, sealed=sealed, claiming=self._claiming)
        return replace(view, legal=()) if self._meeting.suspended else view

    def entries(self) -> tuple[SignedEntry, ...]:
        """Every accepted entry, by round, then seat: what a game file holds."""
        return tuple(self.table.log.entries())

    # --- meeting again --------------------------------------------------------------------------------------

    def _replay(self, entries: Sequence[SignedEntry], kept: Mapping[tuple[int, str], bytes]) -> None:
        """Walk the table through a stored log, and take up the secrets of its open hand."""
        ctx = b""
        for signed in entries:
            if self.table.stage is Stage.COMMIT:
                ctx = self.table.context(self.seat)
            self.past.append(self.table.apply(self._opened(signed)))
        hand = self.table.state.hand
        self._secrets = secrets_of(hand, kept, ctx)
        if (hand, Kind.POLICY) in kept:
            self.policy = self._policy = read_policy(kept[hand, Kind.POLICY])
        self._read(hand)
        self._out = Gathered(events=list(self.past.pop()) if self.table.ended else [])  # which `start` tells
        self.closed = self.table.ended

    def _hear(self, theirs: m.Resume) -> None:
        """The other side's word: send what it lacks; go on when nothing of this seat's own is missing here."""
        try:
            difference = compare(self.table.log, theirs)
        except PeerError as fault:
            self._out.fault = fault
            return
        self._out.send += [m.EntryFrame(entry.seat, entry.body, entry.signature) for entry in difference.send]
        self._meeting.theirs = theirs
        self._advance()
        if self._meeting.suspended and self._meeting.moved and level(self.table.log, theirs, self.seat):
            self._out.events.append(e.Halted("store_moved"))

    def _goes_on(self) -> bool:
        """Whether this seat may sign: on a new link only when it has heard the other side and caught up with it."""
        meeting = self._meeting
        if not meeting.suspended:
            return True
        if meeting.theirs is None or meeting.moved or not level(self.table.log, meeting.theirs, self.seat):
            return False
        meeting.suspended = False
        return True

    def _lost_secrets(self) -> bool:
        """Whether the open hand needs a key that this store does not have; said once."""
        needs = self.table.stage not in (Stage.HELLO, Stage.COMMIT, Stage.RESULT)
        if not needs or self._secrets is not None:
            return False
        if not self._meeting.lost:
            self._meeting.lost = True
            self._out.events.append(e.Halted("secrets_lost"))
        return True

    def _resign(self) -> Effects:
        if self.table.stage in (Stage.HELLO, Stage.RESULT) or self.seat not in self.table.state.playing:
            raise LocalError("There is no hand to give up now.")
        self._resigning = True
        self._advance()
        return self._out.take()

    def _keeps_claim(self) -> bool:
        """Whether a claim made now waits for this seat's turn."""
        position = self.table.state.position
        mine = self.table.stage in PLAYER_STAGES and self.seat in self.table.owing()
        return position is not None and not mine and claims_anytime(position, self.seat)

    # --- own plays ------------------------------------------------------------------------------------------

    def _check_own(self, action: a.Action) -> None:
        """Refuse a play that the rules would refuse, before anything is signed."""
        if self.table.stage not in PLAYER_STAGES or self.seat not in self.table.owing():
            raise LocalError("It is not your turn.")
        position = self.table.state.position
        if position is None or (isinstance(action, a.Give) and not action.known):
            raise LocalError("Say which cards you give.")
        try:
            apply(with_hand(position, self.seat, self._held), self.seat, action)
        except PeerError as fault:
            raise LocalError(fault.detail or fault.code.label) from None

    # --- automatic entries ----------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Speak for as long as this seat owes an entry whose content is forced, or wants to resign."""
        while not self.closed and self.seat in self.table.owing() and self._goes_on():
            if self._resigning and m.Resign in self.table.due_types():
                self._resigning = False
                self._speak(m.Resign())
            elif self._lost_secrets():
                return
            elif self._claiming and m.Claim in self.table.due_types():
                self._claiming = False
                self._speak(m.Claim())
            elif self.table.stage in _AUTOMATIC:
                self._speak(_AUTOMATIC[self.table.stage](self))
            else:
                return

    def _hello(self) -> m.Hello:
        seats, first = len(self._identities), self._first_leader
        return self._maker.hello(self._identity.public, seats, self._ruleset, self._name, first)

    def _commit(self) -> m.Commit:
        self._secrets = self._maker.begin_hand()
        self._out.secrets += self._secrets.stored()
        return self._maker.commit(self._secrets)

    def _shuffle(self) -> m.Shuffle:
        cards = self.table.state.cards
        permutation = random_permutation(len(cards.deck) if cards else 0, self._entropy)
        self._out.secrets.append(stored_permutation(self.table.state.hand, permutation))
        return self._maker.shuffle(self._need(), permutation)

    def _announce(self) -> m.Announce | m.Pass:
        """The highest combination that this hand is and the policy names; a hand that wins by it is always told."""
        position = with_hand(need(self.table.state.position), self.seat, self._held)
        told = [
            action for action in announcements(position, self.seat)
            if position.ruleset.instant or action.what in self._policy
        ]  # fmt: skip
        if not told:
            return m.Pass()
        return self._maker.announce(self._need(), max(told, key=lambda action: HEIGHT[action.what]))

    def _result(self) -> m.Result:
        return self.table.state.expected_result(play_on=self.play_on and has_room(self.entries()))

    def _need(self) -> HandSecrets:
        if self._secrets is None:
            raise LocalError("This hand has no secrets any more.")
        return self._secrets

    # --- signing and taking in ------------------------------------------------------------------------------

    def _speak(self, message: m.EntryMessage) -> None:
        """Sign `message` for this seat's place, apply it here, and queue it. Nothing unsound is ever signed out."""
        table = self.table
        body = encode_body(m.PROTOCOL_VERSION, table.state.table_id, table.round, self.seat, table.head, message)
        signed = sign_entry(self._identity, body, self.seat)
        round_ = table.round
        try:
            self._apply(open_entry(signed, self._identity.public))
        except PeerError as fault:
            raise LocalError(Sentence(
                "This program made an entry that its own table refuses ({fault}); it was not sent.", fault=fault
            )) from None
        frame = m.EntryFrame(signed.seat, signed.body, signed.signature)
        self._out.send += self._agreement.queue(round_, frame, needs_all=type(message) in CARRIES_SHARES)

    def _take(self, signed: SignedEntry) -> None:
        """Judge a peer's entry, then whatever waited for it."""
        arrived: list[SignedEntry] = [signed]
        while arrived and not self.closed:
            signed = arrived.pop(0)
            try:
                self._judge(signed)
            except PeerError as fault:
                self._refuse(signed, fault)
            else:
                self._advance()
            arrived += self._ahead.ready(self.table.round)

    def _judge(self, signed: SignedEntry) -> None:
        if signed.seat < len(self._identities) and signed.seat not in self.table.state.playing:
            return  # it has left: whatever it signs now is nothing to those who play on
        entry = self._opened(signed)
        if not self._wait_for(entry):
            round_ = self.table.round
            mine = signed.seat == self.seat and self.table.log.find(entry.body.round, self.seat) is None
            self._apply(entry)
            if mine and entry.body.round >= round_:
                self._meeting.moved = False  # the other side knows more of this seat than this store did

    def _opened(self, signed: SignedEntry) -> Entry:
        if signed.seat >= len(self._identities):
            raise PeerError(Code.SEAT_WRONG, "there is no such seat")
        return open_entry(signed, self._identities[signed.seat])

    def _wait_for(self, entry: Entry) -> bool:
        """Keep an entry that is ahead of this table; with two seats nobody honest can be ahead."""
        body, table = entry.body, self.table
        other_table = table.round > 0 and body.table_id != table.state.table_id
        if len(self._identities) == 2 or body.round <= table.round or other_table:
            return False
        self._ahead.keep(entry)
        return True

    def _apply(self, entry: Entry) -> None:
        """Apply an entry to the table, and follow what it changed for this seat."""
        round_, hand = self.table.round, self.table.state.hand
        if not self.table.log.check(entry):
            return
        events = self.table.apply(entry)
        self._out.entries.append(entry.signed)
        self._out.events += events
        if self.table.round > round_:
            self._agreement.playing = self.table.state.playing
            self._out.send += self._agreement.arrived(self.table.round, self.table.head)
            self._follow(events, hand)
            self._heed_dissent()

    def _heed_dissent(self) -> None:
        """Somebody stands on another head: some seat has signed two things, and nobody can go on here."""
        if self._agreement.dissent is not None and not self.closed:
            self._stop(e.Refused(FORKED, None, self._agreement.dissent, by_me=True))

    def _follow(self, events: Sequence[e.Event], hand: int) -> None:
        """After a closed round: read new cards, forget played ones, drop the secrets of a settled hand."""
        if self.table.stage is Stage.COMMIT or any(isinstance(event, e.TrickTaken) for event in events):
            self._take_policy()
        if any(isinstance(event, e.HandOver | e.Voided) for event in events):
            self._resigning = self._claiming = False
            self._forget(hand)
        elif any(isinstance(event, e.Dealt | e.Drew | e.Led | e.Answered | e.Gave) for event in events):
            try:
                self._read(hand)
            except LocalError:  # only after a proof of an earlier shuffle was broken
                self._stop(e.Refused(Code.DECK_BROKEN.label, None, self.table.round, by_me=True))
        if self.table.ended:
            self.closed = True

    def _take_policy(self) -> None:
        """From here on the policy counts that is set now; it is stored where it is not the usual one."""
        if self.policy != self._policy or self.policy != frozenset(Special):
            self._out.secrets.append(stored_policy(self.table.state.hand, self.policy))
        self._policy = self.policy

    def _read(self, hand: int) -> None:
        cards = self.table.state.cards
        if cards is None or self._secrets is None:
            return
        before = (self._held, self._given)
        self._held = tuple(sorted(self._maker.read(self._need(), cards.held[self.seat])))
        self._given = list(self._maker.read(self._need(), cards.given_by(self.seat)))
        if (self._held, self._given) != before:
            self._out.secrets.append(stored_cards(hand, [*self._held, *self._given]))
        if set(self._held) - set(before[0]):
            self._out.events.append(e.Held(self._held))

    def _forget(self, hand: int) -> None:
        self._secrets, self._held, self._given = None, (), []
        self._out.erase.append(hand)

    # --- refusing -------------------------------------------------------------------------------------------

    def _refuse(self, signed: SignedEntry, fault: PeerError) -> None:
        """Say why, keep the entry as evidence if it is any, and sign nothing more. Noise names nobody.

        With three or more seats anybody may pass on anything, so noise is dropped; but an entry that a seat signed
        on another head tells of a fork, and nobody can go on.
        """
        noise = fault.seat is None or fault.code in NOISE
        if noise and len(self._identities) > 2:
            if fault.code is Code.PREV_WRONG:
                self._stop(e.Refused(FORKED, None, self.table.round, by_me=True))
            return
        round_ = self.table.round if fault.round is None else fault.round
        if not noise:
            self._out.entries.append(signed)
        self._out.send.append(m.Refuse(round_, signed.seat, fault.code))
        named = signed.seat if convicts(fault) else None
        self._stop(e.Refused(fault.code.label, named, round_, by_me=True))

    def _stop(self, event: e.Refused) -> None:
        self.closed = True
        if self._secrets is not None:
            self._forget(self.table.state.hand)
        self._out.events.append(event)


def code_name(number: int) -> str:
    """A refusal code's label, or its number when it is none of ours."""
    return Code(number).label if number in Code._value2member_map_ else f"code {number}"


_AUTOMATIC: dict[Stage, Callable[[Session], m.EntryMessage]] = {
    Stage.HELLO: Session._hello,
    Stage.COMMIT: Session._commit,
    Stage.REVEAL: lambda s: s._maker.reveal(s._need()),
    Stage.SHUFFLE: Session._shuffle,
    Stage.DEAL: lambda s: s._maker.deal(s._need()),
    Stage.SHARES: lambda s: s._maker.shares(s._need()),
    Stage.ANNOUNCE: Session._announce,
    Stage.POINTS: lambda s: s._maker.points(s._need()),
    Stage.TALLY: lambda s: s._maker.tally(s._need()),
    Stage.OPENING: lambda s: s._maker.open(s._need()),
    Stage.COUNT: lambda s: s._maker.count(s._need()),
    Stage.RESULT: Session._result,
}
"""Stages whose entry is forced, and its maker."""
