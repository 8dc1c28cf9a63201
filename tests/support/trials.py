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
from bura_p2p.log.log import Log
from bura_p2p.rules import actions as a
from bura_p2p.session.agreement import Agreement
from bura_p2p.session.effects import Effects, Gathered
from bura_p2p.session.makers import Maker
from bura_p2p.session.session import Session
from bura_p2p.table.deck import HandCards
from bura_p2p.table.state import Commitment, Counts, State
from bura_p2p.table.table import Table
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body

_OWN = (Hall, Session, Table, State, HandCards, Counts, Commitment, Log, Maker, Agreement, Gathered, Tape)


def _parts(value: object) -> list[str]:
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    return list(vars(value))


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


@dataclass
class Trial:
    """A lie that is told and not yet heard: `words` are what stands before it, `lie` is the last of them."""

    hall: Scenery
    cheat: Cheat
    words: tuple[m.LinkMessage, ...]

    @property
    def liar(self) -> Rogue:
        """Who has told it."""
        return self.hall.liar

    @property
    def lie(self) -> m.LinkMessage:
        """What is not true."""
        return self.words[-1]

    @property
    def signed(self) -> SignedEntry:
        """The entry that the lie is."""
        assert isinstance(self.lie, m.EntryFrame)
        return SignedEntry(self.lie.seat, self.lie.body, self.lie.signature)

    def stored(self, witness: int, last: Effects) -> list[SignedEntry]:
        """What `witness` has stored, `last` being its latest effects."""
        return [entry for each in (*self.hall.effects[witness], last) for entry in each.entries]


def told(cheat: Cheat, kind: Kind, seat: int) -> Trial:
    """The liar tells its lie by itself; everything else that was said before has been heard by everybody."""
    hall = fork(_staged(cheat.begins, kind, seat))
    hall.note(hall.seat, hall.liar.switch_to(cheat))
    hall.run(lambda hall: bool(hall.liar.told))
    words = hall.liar.told
    assert words, "the lie was not told"
    for witness in hall.liar.others:
        assert hall.mail[hall.seat, witness].pop() == words[-1]
    while any(hall.mail.values()):
        hall.deliver_one()
    assert not any(session.closed for session in hall.sessions), "something before the lie was refused"
    return Trial(hall, cheat, words)


# --- judgement ---------------------------------------------------------------------------------------------


def _refused_at_table(trial: Trial, witness: int) -> None:
    """The signature or the table refuses the entry with the code and its place; nothing has changed then."""
    signed, code, table = trial.signed, trial.cheat.code, trial.hall.sessions[witness].table
    before = picture(table)
    with pytest.raises(PeerError) as caught:
        table.apply(open_entry(signed, trial.hall.identities[signed.seat].public))
    fault = caught.value
    assert fault.code is code
    if trial.cheat.convicts:
        assert (fault.seat, fault.round) == (signed.seat, decode_body(signed.body).round)
    assert picture(table) == before


def _signs_nothing_more(honest: Session, refuse: m.Refuse) -> None:
    assert honest.closed
    assert honest.receive(refuse) == Effects()
    with pytest.raises(LocalError):
        honest.play(a.Resign())


def _refused_live(trial: Trial, witness: int) -> Effects:
    """The session refuses the lie, keeps its log, and signs nothing more. Noise at a larger table is passed over."""
    signed, honest = trial.signed, trial.hall.sessions[witness]
    log, table = honest.entries(), picture(honest.table)
    effects = honest.receive(trial.lie, trial.hall.seat)
    assert honest.entries() == log
    assert picture(honest.table) == table
    if trial.cheat.convicts or len(trial.hall.sessions) == 2:
        (refuse,) = effects.send
        assert isinstance(refuse, m.Refuse)
        assert (Code(refuse.code), refuse.seat) == (trial.cheat.code, signed.seat)
        _signs_nothing_more(honest, refuse)
        if trial.cheat.convicts:
            assert refuse.round == decode_body(signed.body).round
    return effects


def _judged(trial: Trial, stored: list[SignedEntry], verdict: Verdict) -> None:
    """A stranger's verdict on the file, which names the liar if anybody."""
    publics = [identity.public for identity in trial.hall.identities]
    report = verify_file(write_game(publics, stored))
    assert report.verdict is verdict, report.reason
    if not trial.cheat.convicts:
        assert report.culprit is None
        return
    round_ = decode_body(trial.signed.body).round
    culprit = report.culprit
    assert culprit is not None
    assert (culprit.seat, culprit.round, culprit.code) == (trial.hall.seat, round_, trial.cheat.code)


def judge(trial: Trial, *, in_file: bool = True) -> None:
    """Every other seat refuses the lie, live and at its table, and loses nothing; its file says what it must."""
    for witness in trial.liar.others:
        _refused_at_table(trial, witness)
        effects = _refused_live(trial, witness)
        stored = trial.stored(witness, effects)
        if trial.cheat.convicts:
            assert effects.entries == (trial.signed,)
    if in_file:
        kept = stored if trial.signed in stored else [*stored, trial.signed]
        _judged(trial, kept, trial.cheat.verdict)
