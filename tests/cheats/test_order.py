"""Every message in every state where it is not due: generated from the table of who speaks when."""

from __future__ import annotations

import pytest

from bura_p2p.crypto.group import G
from bura_p2p.errors import Code
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.table.phases import DUE, Stage
from bura_p2p.verify import Verdict
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_payload
from tests.support.cheat import (
    SCENES,
    Cheat,
    at,
    both,
    convicts,
    frame,
    judged,
    led,
    refused_at_table,
    refused_live,
)

POINT = G.to_bytes()
SAMPLES: dict[type[m.EntryMessage], m.EntryMessage] = {
    type(sample): sample
    for sample in (
        m.Hello(bytes(32), bytes(32), (1,), (), 2, find_ruleset("georgian").canonical_bytes(), "again"),
        m.Commit(bytes(32)),
        m.Reveal(POINT, bytes(64), bytes(32)),
        m.Shuffle(POINT * 40, bytes(130 * 20 + 160)),
        m.Deal(POINT * 4, bytes(64)),
        m.Shares(POINT, bytes(64)),
        m.Lead(POINT * 6, bytes(550), POINT, bytes(64)),
        m.Answer(POINT * 6, bytes(550), POINT, bytes(64)),
        m.Give(POINT * 6, bytes(550), None, b""),
        m.Claim(),
        m.Pass(),
        m.Raise(2),
        m.Accept(),
        m.Decline(),
        m.Open(POINT, bytes(64)),
        m.Count((m.PileSum(0, bytes(128)),)),
        m.Result(1, 0, 0, 1, (1, 0), (0, 0), 0, 0, play_on=False),
        m.Resign(),
        m.Announce(m.Combination.ONE_SUIT, bytes(128)),
        m.Cede(),
        m.Points(POINT * 2, bytes(192)),
        m.Win(31, bytes(64)),
    )
}
SCENE_OF: dict[Stage, str] = {scene.stage: name for name, scene in reversed(SCENES.items())}
OPEN = [stage for stage, due in DUE.items() if due.types and stage is not Stage.HELLO]
NOT_DUE = [
    pytest.param(stage, kind, id=f"{kind.__name__.lower()} in {stage.value}")
    for stage in OPEN
    for kind in m.ENTRY_MESSAGES.values()
    if kind not in DUE[stage].types
]


def test_every_state_and_every_message_is_here() -> None:
    """The list below is the whole table: no state without a scene, no type without a sample."""
    assert set(SCENE_OF) == {stage for stage, due in DUE.items() if due.types}
    assert set(SAMPLES) == set(m.ENTRY_MESSAGES.values())
    for sample in SAMPLES.values():
        encode_payload(sample)
    assert len(NOT_DUE) == sum(len(SAMPLES) - len(DUE[stage].types) for stage in OPEN)


@both
@pytest.mark.parametrize(("stage", "kind"), NOT_DUE)
def test_message_that_is_not_due(seat: int, stage: Stage, kind: type[m.EntryMessage]) -> None:
    """Refused by its type alone, live and at the table; every third one is judged in the file too."""
    cheat = at(SCENE_OF[stage], seat)
    lie = SAMPLES[kind]
    if (list(SAMPLES).index(kind) + seat) % 3 == 0:
        convicts(cheat, lie, Code.TYPE_NOT_DUE)
    else:
        refused_at_table(cheat, cheat.signed(lie), Code.TYPE_NOT_DUE)
        refused_live(cheat, cheat.signed(lie), Code.TYPE_NOT_DUE)


@both
@pytest.mark.parametrize("kind", list(SAMPLES)[1:], ids=lambda kind: kind.__name__.lower())
def test_message_before_the_hellos(seat: int, kind: type[m.EntryMessage]) -> None:
    """In round 0 only a hello is due; there is no table yet, so nobody can be named."""
    cheat = at("hello", seat)
    signed = cheat.signed(SAMPLES[kind])
    refused_at_table(cheat, signed, Code.TYPE_NOT_DUE)
    effects = refused_live(cheat, signed, Code.TYPE_NOT_DUE)
    assert judged(cheat, cheat.stored(effects), Verdict.MALFORMED).culprit is None


def ended(seat: int) -> Cheat:
    """A cheat at a table whose game is complete."""
    cheat = at("result", seat)
    cheat.hall.note(seat, cheat.session.say(cheat.withheld))
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    return cheat


@both
@pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: kind.__name__.lower())
def test_message_after_the_end(seat: int, kind: type[m.EntryMessage]) -> None:
    """A game that is over takes nothing more: live it is not even looked at; in a file it convicts its signer."""
    cheat = ended(seat)
    signed = cheat.signed(SAMPLES[kind])
    refused_at_table(cheat, signed, Code.TYPE_NOT_DUE)
    stored = cheat.stored(Effects())
    assert cheat.honest.receive(frame(signed)) == Effects()
    if (list(SAMPLES).index(kind) + seat) % 6 == 0:
        assert judged(cheat, stored, Verdict.FAIR).culprit is None
        culprit = judged(cheat, [*stored, signed], Verdict.FAULT).culprit
        assert (culprit.seat, culprit.code) == (seat, Code.TYPE_NOT_DUE)


@both
@pytest.mark.parametrize("kind", [m.Answer, m.Give, m.Lead, m.Resign], ids=lambda kind: kind.__name__.lower())
def test_speaking_in_the_others_place(seat: int, kind: type[m.EntryMessage]) -> None:
    """After its lead the cheat also answers it, or leads again, or resigns too late."""
    cheat = led(seat)
    assert cheat.honest.table.owing() == (1 - seat,)
    convicts(cheat, SAMPLES[kind], Code.TYPE_NOT_DUE)


def test_shuffling_twice() -> None:
    """Seat 0 sends its shuffle again where its shares are due: the deck is fixed once both have shuffled."""
    cheat = at("shuffle", 0)
    honest = cheat.honest
    first = cheat.withheld
    signed = cheat.signed(first)
    effects = honest.receive(frame(signed))
    assert not honest.closed
    second = cheat.signed(first, round=honest.table.round, prev=honest.table.head)
    late = honest.receive(frame(second))
    assert honest.closed
    assert (late.send[0].code, late.send[0].seat) == (Code.TYPE_NOT_DUE, 0)
    report = judged(cheat, [*cheat.stored(effects), *late.entries], Verdict.FAULT)
    assert report.culprit.seat == 0
