"""Cheats on trial: each told at a real table, and what every other seat, the table and a stranger make of it.

Here: copies of whole tables, the telling, and the judgement. Never: a lie, a change of the code under test.
"""

from __future__ import annotations

import copy
from collections import deque
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

import pytest

from bura_p2p.conformance.cheat import Cheat, Kind, Scene
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.rogue import Rogue
from bura_p2p.conformance.staging import Scenery, staged
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import SignedEntry, open_entry
from bura_p2p.log.file import write_game
from bura_p2p.log.log import NOISE, Log
from bura_p2p.rules import actions as a
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.agreement import Agreement
from bura_p2p.session.ahead import Ahead
from bura_p2p.session.effects import Effects, Gathered
from bura_p2p.session.makers import Maker
from bura_p2p.session.resume import Meeting
from bura_p2p.session.session import Session
from bura_p2p.table.deck import HandCards
from bura_p2p.table.state import Commitment, Counts, State
from bura_p2p.table.table import Table
from bura_p2p.verify import verify_file
from bura_p2p.wire import limits
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, decode_link
from bura_p2p.wire.framing import FrameReader

_OWN = (
    Hall, Session, Table, State, HandCards, Counts, Commitment, Log, Maker, Agreement, Ahead, Meeting, Gathered, Tape,
)  # fmt: skip


def _parts(value: object) -> list[str]:
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    return list(vars(value))


def again(first: Hall, label: str, *, ruleset: Ruleset | None = None) -> Hall:
    """Another table of the same identities."""
    hall = Hall(label, ruleset=ruleset or first.ruleset, seats=len(first.sessions), players=first.players)
    hall.identities = first.identities
    publics = [identity.public for identity in hall.identities]
    hall.sessions = [
        Session(
            seat=seat,
            identity=identity,
            identities=publics,
            ruleset=hall.ruleset,
            name="again",
            entropy=Tape(f"{label} again {seat}"),
        )
        for seat, identity in enumerate(hall.identities)
    ]
    return hall


def fork(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """A copy that shares what is immutable (elements, proved cards, identities) and nothing that can change."""
    memo = {} if memo is None else memo
    if id(value) in memo:
        return memo[id(value)]
    if isinstance(value, dict):
        twin = copy.copy(value)
        twin.update({key: fork(item, memo) for key, item in value.items()})
        return twin
    if isinstance(value, list | set | deque):
        return type(value)(fork(item, memo) for item in value)
    if not isinstance(value, _OWN):
        return value
    twin = memo[id(value)] = copy.copy(value)
    for name in _parts(value):
        object.__setattr__(twin, name, fork(getattr(value, name), memo))
    return twin


def picture(value: Any) -> Any:
    """Everything that `value` (a table or a part of it) holds, as plain containers that can be compared."""
    if isinstance(value, dict):
        return {key: picture(item) for key, item in value.items()}
    if isinstance(value, list | set | deque):
        return type(value)(picture(item) for item in value)
    if isinstance(value, _OWN):
        return {name: picture(getattr(value, name)) for name in _parts(value)}
    return value


@cache
def _staged(scene: Scene, kind: Kind, seat: int) -> Scenery:
    return staged(scene, kind, seat)


def scenery(scene: Scene, kind: Kind, seat: int) -> Scenery:
    """A table at which `scene` has come for `seat`: its own copy of everything."""
    found: Scenery = fork(_staged(scene, kind, seat))
    return found


@dataclass
class Trial:
    """A lie that is told and not yet heard: `words` are what it takes, the last of them is not true."""

    hall: Scenery
    cheat: Cheat
    words: tuple[m.LinkMessage | bytes, ...]

    @property
    def liar(self) -> Rogue:
        """Who has told it."""
        return self.hall.liar

    @property
    def signed(self) -> SignedEntry:
        """The entry that the lie is."""
        lie = self.words[-1]
        assert isinstance(lie, m.EntryFrame)
        return SignedEntry(lie.seat, lie.body, lie.signature)

    @property
    def round(self) -> int:
        """The round that it says."""
        return decode_body(self.signed.body).round

    @property
    def publics(self) -> list[bytes]:
        """The keys of all seats."""
        return [identity.public for identity in self.hall.identities]

    def stored(self, witness: int, last: Effects) -> list[SignedEntry]:
        """What `witness` has stored, `last` being its latest effects."""
        return [entry for each in (*self.hall.effects[witness], last) for entry in each.entries]


def told(cheat: Cheat, kind: Kind, seat: int) -> Trial:
    """The liar tells its lie by itself; everything that was said before has been heard by everybody."""
    hall = scenery(cheat.begins, kind, seat)
    hall.note(hall.seat, hall.liar.switch_to(cheat))
    hall.run(lambda hall: bool(hall.liar.told))
    words = hall.liar.told
    assert words, "the lie was not told"
    held_back = [word for word in (words if cheat.split else words[-1:]) if not isinstance(word, bytes)]
    for witness in hall.liar.others:
        for word in reversed(held_back):
            assert hall.mail[hall.seat, witness].pop() == word
    while any(hall.mail.values()):
        hall.deliver_one()
    assert not any(session.closed for session in hall.sessions), "something before the lie was refused"
    return Trial(hall, cheat, words)


def judge(trial: Trial, *, at_table: bool = True, in_file: bool = True) -> None:
    """Everybody refuses the lie and loses nothing: the session, the bare table, the file of an honest side."""
    lie = trial.words[-1]
    if trial.cheat.split:
        _judge_fork(trial)
    elif isinstance(lie, bytes):
        _judge_bytes(trial, lie)
    elif isinstance(lie, m.Resume):
        _judge_word(trial, lie)
    else:
        _judge_entry(trial, at_table=at_table, in_file=in_file)


# --- entries -----------------------------------------------------------------------------------------------


def _judge_entry(trial: Trial, *, at_table: bool, in_file: bool) -> None:
    signed, cheat, sessions = trial.signed, trial.cheat, trial.hall.sessions
    exists = signed.seat < len(sessions)
    for witness in trial.liar.others:
        if at_table and exists:
            fault = refused_at_table(sessions[witness].table, signed, trial.publics[signed.seat], cheat.code)
            assert not cheat.convicts or (fault.seat, fault.round) == (signed.seat, trial.round)
        effects = _heard(trial, sessions[witness])
        assert effects.entries == ((signed,) if _kept(trial) else ())
    if in_file and exists:
        stored = trial.stored(witness, effects)
        _judge_file(trial, stored if signed in stored else [*stored, signed])


def _heard(trial: Trial, honest: Session) -> Effects:
    """Refused; but noise is passed over at a larger table, where anybody can pass on anything."""
    if not trial.cheat.convicts and len(trial.hall.sessions) > 2:
        return unmoved(honest, trial.signed, trial.hall.seat)
    effects = refused_live(honest, trial.signed, trial.cheat.code, trial.hall.seat)
    (refuse,) = effects.send
    assert not trial.cheat.convicts or refuse.round == trial.round
    if len(trial.hall.sessions) == 2:
        assert trial.liar.receive(refuse).send == ()
        assert trial.liar.closed
    return effects


def _kept(trial: Trial) -> bool:
    """Whether the entry is kept as evidence: all that is no noise, hellos among them, which convict nobody."""
    hello = trial.hall.sessions[trial.liar.others[0]].table.round == 0
    return trial.cheat.convicts or (hello and trial.cheat.code not in NOISE)


def refused_at_table(table: Table, signed: SignedEntry, public: bytes, code: Code) -> PeerError:
    """The signature or the table refuses the entry with `code`; nothing has changed then."""
    before = picture(table)
    with pytest.raises(PeerError) as caught:
        table.apply(open_entry(signed, public))
    assert caught.value.code is code
    assert picture(table) == before
    return caught.value


def refused_live(honest: Session, signed: SignedEntry, code: Code, sender: int | None = None) -> Effects:
    """The session refuses the entry, keeps its log, and signs nothing more."""
    effects = unmoved(honest, signed, sender)
    (refuse,) = effects.send
    assert isinstance(refuse, m.Refuse)
    assert (Code(refuse.code), refuse.seat) == (code, signed.seat)
    assert honest.closed
    assert honest.receive(refuse) == Effects()
    with pytest.raises(LocalError):
        honest.play(a.Resign())
    return effects


def unmoved(honest: Session, signed: SignedEntry, sender: int | None = None) -> Effects:
    """What an entry does to a session whose log and table it does not change."""
    log, table = honest.entries(), picture(honest.table)
    effects = honest.receive(frame(signed), sender)
    assert honest.entries() == log
    assert picture(honest.table) == table
    return effects


def frame(signed: SignedEntry) -> m.EntryFrame:
    """The entry as it travels."""
    return m.EntryFrame(signed.seat, signed.body, signed.signature)


def _judge_file(trial: Trial, entries: list[SignedEntry]) -> None:
    """A stranger's verdict on the file, which names the liar if anybody."""
    report = verify_file(write_game(trial.publics, entries))
    assert report.verdict is trial.cheat.verdict, report.reason
    if not trial.cheat.convicts:
        assert report.culprit is None
        return
    culprit = report.culprit
    assert culprit is not None
    assert (culprit.seat, culprit.round, culprit.code) == (trial.hall.seat, trial.round, trial.cheat.code)


# --- what is no entry --------------------------------------------------------------------------------------


def _judge_bytes(trial: Trial, lie: bytes) -> None:
    """The link refuses the bytes; no seat has heard anything, and nobody is named for what nobody signed."""
    with pytest.raises(PeerError) as caught:
        _read_all(lie)
    assert caught.value.code is trial.cheat.code
    assert caught.value.seat is None
    _judge_file(trial, trial.stored(trial.liar.others[0], Effects()))


def _read_all(data: bytes) -> None:
    """Read a link to its end, as the other side does."""
    reader = FrameReader(limits.MAX_FRAME)
    for payload in reader.feed(data):
        decode_link(payload)
    reader.at_end()


def _judge_word(trial: Trial, lie: m.Resume) -> None:
    """The session refuses the word; it says and stores nothing, and can still be met again."""
    (witness,) = trial.liar.others
    honest = trial.hall.sessions[witness]
    log = honest.entries()
    honest.meet_again()
    effects = honest.receive(lie, trial.hall.seat)
    assert effects.fault is not None
    assert effects.fault.code is trial.cheat.code
    assert effects == Effects(fault=effects.fault)
    assert not honest.closed
    assert honest.entries() == log
    _judge_file(trial, trial.stored(witness, effects))


# --- two words at one table --------------------------------------------------------------------------------


def _judge_fork(trial: Trial) -> None:
    """One seat hears one word and the others the other: all stop, name nobody, and show nothing of what follows.

    Either of two honest files alone names nobody; both together name the liar.
    """
    hall, (first, *others) = trial.hall, trial.liar.others
    for witness, word in ((first, trial.words[0]), *((each, trial.words[1]) for each in others)):
        hall.note(witness, hall.sessions[witness].receive(word, hall.seat))
    while any(hall.mail.values()):
        hall.deliver_one()
    for witness in (first, *others):
        assert hall.sessions[witness].closed
        assert [(event.code, event.seat) for event in hall.events[witness][-1:]] == [("forked", None)]
    one, other = hall.file(first), hall.file(others[0])
    assert verify_file(one).culprit is None
    report = verify_file(one, [other])
    assert report.verdict is trial.cheat.verdict
    assert report.culprit is not None
    assert (report.culprit.seat, report.culprit.code) == (hall.seat, trial.cheat.code)
