"""A seat that is about to lie, at a table of its own: for lies that are no entry of the catalogue.

Here: the scenes by name, the seat in one of them, and the judgement on what it says. Never: the lies themselves, a
change of the code under test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from bura_p2p.conformance import scenes
from bura_p2p.conformance.cheat import Scene
from bura_p2p.conformance.hall import Hall, claimer, raiser
from bura_p2p.conformance.pens import OTHER_HASH
from bura_p2p.conformance.rogue import Rogue
from bura_p2p.crypto.masking import MaskedCard
from bura_p2p.errors import Code
from bura_p2p.log.entry import SignedEntry
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table.phases import Stage
from bura_p2p.table.table import Table
from bura_p2p.table.view import PLAYER_STAGES
from bura_p2p.verify import Report, Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body

from . import trials
from .trials import fork, frame, picture, scenery

__all__ = [
    "OTHER_HASH", "SCENES", "SEALING", "SEIZING", "Cheat", "Rogue", "at", "both", "claimer", "convicts", "fork",
    "frame", "judged", "led", "names_nobody", "picture", "place_of", "raiser", "refused_at_table", "refused_live",
]  # fmt: skip

both = pytest.mark.parametrize("seat", [0, 1])
"""Plays a cheat from either seat."""

SEALING, SEIZING = scenes.SEALING.rules, scenes.SEIZING.rules

SCENES: dict[str, Scene] = {
    scene.name: scene
    for scene in (
        scenes.HELLO, scenes.COMMIT, scenes.REVEAL, scenes.SHUFFLE, scenes.DEAL, scenes.LEAD, scenes.LATER_LEAD,
        scenes.LAST_CARD, scenes.RAISED, scenes.LEAD_AFTER_RAISE, scenes.LEAD_WITHOUT_RAISES, scenes.FOLLOW,
        scenes.FOLLOW_TWO, scenes.FOLLOW_LAST, scenes.FOLLOW_SHOWN, scenes.FOLLOW_TWO_SHOWN, scenes.SHARES,
        scenes.LAST_WORD, scenes.OPENING, scenes.COUNT, scenes.ANNOUNCE, scenes.SEIZED, scenes.POINTS, scenes.TALLY,
        scenes.RESULT, scenes.RESULT_OF_MATCH,
    )
}  # fmt: skip
"""Moments in which a seat owes an entry, by name."""


def at(name: str, seat: int) -> Cheat:
    """The cheat of `seat` in scene `name`, at the usual kind of table."""
    scene = SCENES[name]
    cheat = Cheat(scenery(scene, scene.kinds[0], seat), seat)
    free(cheat.session)
    return cheat


def free(session: Rogue) -> None:
    """Where a player chooses, let its player do so after all; what is forced stays kept back."""
    if session.table.stage in PLAYER_STAGES:
        session.keeps_back(None)


@dataclass
class Cheat:
    """A hall, and the seat in it that is about to lie."""

    hall: Hall
    seat: int

    def __getattr__(self, name: str) -> Any:
        """What the lying seat has at hand: its cards, its pen, its signature."""
        return getattr(self.session, name)

    def runs_to(self, stage: Stage, where: Callable[[Cheat], bool] = lambda cheat: True) -> bool:
        """Play until this seat owes an entry in `stage` and nothing is under way; whether that came about."""
        def here(hall: Hall) -> bool:
            waiting = self.table.stage is stage and self.seat in self.table.owing()
            return hall.started and waiting and not any(hall.mail.values()) and where(self)

        self.hall.run(here)
        return here(self.hall)

    def goes_on(self, message: m.EntryMessage, stage: Stage) -> None:
        """Say `message`, which the table takes, and play on to `stage`, where this seat keeps back its entry."""
        effects = self.session.say(message)
        self.session.keeps_back(stage)
        self.hall.note(self.seat, effects)
        assert self.runs_to(stage), "the scene went another way"

    @property
    def session(self) -> Rogue:
        """The cheating session."""
        return self.hall.sessions[self.seat]

    @property
    def honest(self) -> Session:
        """The other one."""
        return self.hall.sessions[1 - self.seat]

    @property
    def table(self) -> Table:
        """The cheat's table, equal to everybody's."""
        return self.session.table

    @property
    def closed(self) -> tuple[MaskedCard, ...]:
        """The cards that the cheat gave into the other's pile."""
        return self.session.closed_for(1 - self.seat)

    def action(self, kind: type[a.Action]) -> Any:
        """A legal action of this kind."""
        return next(action for action in self.session.legal if isinstance(action, kind))

    def message(self, action: a.Action) -> Any:
        """The honest message for `action`, which need not be legal."""
        return self.session.maker.play(self.session.secrets, action)

    def stored(self, last: Effects) -> list[SignedEntry]:
        """What the honest side has stored, `last` being its latest effects."""
        effects = [*self.hall.effects[self.honest.seat], last]
        return [entry for each in effects for entry in each.entries]

    def file(self, entries: list[SignedEntry]) -> bytes:
        """A game file of these entries."""
        return write_game([identity.public for identity in self.hall.identities], entries)


def led(seat: int) -> Cheat:
    """A cheat that has honestly led the first card of the hand, so that the other must answer."""
    cheat = at("lead", seat)
    cheat.hall.note(seat, cheat.session.say(cheat.message(cheat.action(a.Lead))))
    while any(cheat.hall.mail.values()):
        cheat.hall.deliver_one()
    return cheat


# --- judgement ---------------------------------------------------------------------------------------------


def refused_live(cheat: Cheat, signed: SignedEntry, code: Code) -> Effects:
    """The honest session refuses `signed` with `code`, keeps its log and closes. Returns its effects."""
    place = cheat.honest.table.round
    effects = trials.refused_live(cheat.honest, signed, code)
    (refuse,) = effects.send
    assert refuse.round == place
    assert cheat.session.receive(refuse).send == ()
    assert cheat.session.closed
    return effects


def refused_at_table(cheat: Cheat, signed: SignedEntry, code: Code) -> None:
    """`Table.apply` raises `code` with the place, and changes nothing."""
    public = cheat.hall.identities[signed.seat].public
    fault = trials.refused_at_table(cheat.honest.table, signed, public, code)
    assert (fault.seat, fault.round) == (signed.seat, decode_body(signed.body).round)


def judged(cheat: Cheat, entries: list[SignedEntry], verdict: Verdict) -> Report:
    """The verdict on the honest side's file."""
    report = verify_file(cheat.file(entries))
    assert report.verdict is verdict, report.reason
    return report


def convicts(
    cheat: Cheat, lie: m.EntryMessage | SignedEntry, code: Code, verdict: Verdict = Verdict.FAULT
) -> Report:
    """The lie is refused live and at the table, and the honest side's file names the cheat with `code`."""
    signed = lie if isinstance(lie, SignedEntry) else cheat.signed(lie)
    refused_at_table(cheat, signed, code)
    effects = refused_live(cheat, signed, code)
    assert effects.entries == (signed,)
    report = judged(cheat, cheat.stored(effects), verdict)
    culprit, round_ = report.culprit, decode_body(signed.body).round
    assert culprit is not None
    assert (culprit.seat, culprit.round, culprit.code) == (cheat.seat, round_, code)
    return report


def names_nobody(
    cheat: Cheat, signed: SignedEntry, code: Code, verdict: Verdict, *, opens: bool = True
) -> Report:
    """The entry is refused as noise: not stored; even put into the file it names nobody."""
    if opens:
        refused_at_table(cheat, signed, code)
    effects = refused_live(cheat, signed, code)
    assert effects.entries == ()
    stored = cheat.stored(effects)
    assert judged(cheat, stored, verify_file(cheat.file(stored)).verdict).culprit is None
    report = judged(cheat, [*stored, signed], verdict)
    assert report.culprit is None
    return report


def place_of(cheat: Cheat, kind: int) -> dict[str, object]:
    """Where the cheat said its last message of this type."""
    return cheat.session.place_of(m.ENTRY_MESSAGES[kind])
