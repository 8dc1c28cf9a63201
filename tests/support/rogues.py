"""Cheats at tables of any ruleset and size: constructed deals, played by a script to the moment of the lie.

Here: `Setting`, the cheat in it, and the judgement of every other seat. Never: the lies themselves, a change of the
code under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bura_p2p.conformance.cheat import Deal, Kind, Scene
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.rogue import Rogue
from bura_p2p.conformance.staging import Scenery
from bura_p2p.errors import Code
from bura_p2p.log.entry import SignedEntry, open_entry
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.session import Session
from bura_p2p.table.phases import DUE, Stage
from bura_p2p.verify import Verdict
from bura_p2p.wire import messages as m

from .cheat import Cheat, free, judged, refused_at_table, refused_live
from .trials import fork


@dataclass(frozen=True)
class Setting:
    """A hand whose cards are chosen, up to the moment in which `who` owes an entry in `stage` and keeps it back.

    `hands`: A's, who leads first, and then in turn order; `script`: lines such as `A lead AS`, all played before.
    `passes`: how many forced entries of that stage `who` has made before. `league`: who keeps its entry back too.
    """

    rules: Ruleset
    hands: tuple[str, ...]
    turned: str
    stage: Stage
    who: str
    script: tuple[str, ...] = ()
    draws: str = ""
    passes: int = 0
    league: str = ""

    @property
    def kind(self) -> Kind:
        """The kind of table."""
        return Kind(self.rules, len(self.hands))

    @property
    def scene(self) -> Scene:
        """The moment."""
        def often_enough(liar: Rogue) -> bool:
            return sum(isinstance(said, DUE[self.stage].types) for said in liar.messages()) >= self.passes

        name = f"{self.rules.name} {self.stage.value} {' '.join(self.hands)}"
        deal = Deal(self.hands, self.turned, self.who, self.script, self.draws, self.league)
        return Scene(name, self.stage, (self.kind,), often_enough, deal=deal)


class Rogues(Scenery):
    """A table at which every seat can cheat; `letters` says who sits where, from the place of the first leader."""

    def __init__(self, setting: Setting, label: str) -> None:
        super().__init__(label, setting.scene, setting.kind, 0)
        players, where = self.players, setting.scene.where
        self.liar.scene = replace(
            setting.scene, where=lambda liar: not any(player.lines for player in players) and where(liar)
        )

    def _rogues(self) -> set[int]:
        return set(range(self.kind.seats))


@cache
def _played(setting: Setting) -> Rogues:
    hall = Rogues(setting, setting.scene.name)
    assert hall.set(), f"the script leads to {hall.table.stage}"
    hall.players = [card_player(number) for number in range(len(hall.sessions))]
    return hall


@dataclass
class Liar(Cheat):
    """A cheat at a table of any size; `witness` is the honest seat that judges it."""

    witness: int = 0

    @property
    def honest(self) -> Session:
        """The session of the witness."""
        return self.hall.sessions[self.witness]

    def seat_of(self, letter: str) -> int:
        """Where A, B … sit."""
        return self.hall.letters[letter]

    def dealt(self, letter: str):
        """The hand that was dealt to this seat, as private cards from before every mix."""
        return self.hall.sessions[self.seat_of(letter)].dealt

    def says(self, message: m.EntryMessage) -> None:
        """Say `message`, which every table takes, and carry all mail."""
        self.hall.note(self.seat, self.session.say(message))
        self.settle()

    def friend(self, letter: str) -> Liar:
        """Another seat of the same table, in league."""
        return Liar(self.hall, self.seat_of(letter), self.witness)

    def settle(self) -> None:
        """Carry all mail; nobody plays."""
        while any(self.hall.mail.values()):
            self.hall.deliver_one()


def liar(setting: Setting, letter: str | None = None, witness: int | None = None) -> Liar:
    """The cheat in seat `letter` (the one that `setting` names): its own copy of everything."""
    hall = fork(_played(setting))
    cheat = Liar(hall, hall.letters[letter or setting.who])
    free(cheat.session)
    cheat.witness = cheat.others[0] if witness is None else witness
    return cheat


Lie = m.EntryMessage | SignedEntry


def caught(
    setting: Setting,
    lie: Callable[[Liar], Lie],
    code: Code,
    *,
    letter: str | None = None,
    before: Callable[[Liar], None] = lambda cheat: None,
    in_file: bool = True,
) -> None:
    """Every other seat refuses the lie, live and at its table, and loses nothing; its file names the cheat.

    `before` is what honestly happens first. `in_file`: the last witness's file is checked too; a test that tells one
    lie in several words checks one of them there.
    """
    def ready(witness: int | None) -> Liar:
        cheat = liar(setting, letter, witness)
        before(cheat)
        return cheat

    first = ready(None)
    told = lie(first)
    signed = told if isinstance(told, SignedEntry) else first.signed(told)
    for witness in first.others:
        cheat = ready(witness)
        refused_at_table(cheat, signed, code)
        effects = refused_live(cheat, signed, code)
        assert effects.entries == (signed,)
    if in_file:
        culprit = judged(cheat, cheat.stored(effects), Verdict.FAULT).culprit
        round_ = open_entry(signed, cheat.hall.identities[cheat.seat].public).body.round
        assert culprit is not None
        assert (culprit.seat, culprit.round, culprit.code) == (cheat.seat, round_, code)


def all_caught(setting: Setting, lies: Iterable[Callable[[Liar], Lie]], code: Code, **how: Any) -> None:
    """`caught` for lies of one kind; the first is judged in the file too."""
    for number, lie in enumerate(lies):
        caught(setting, lie, code, in_file=not number, **how)


def carry(hall: Hall, seats: Sequence[int]) -> None:
    """Carry the mail between these seats alone; the rest lies where it is, and nobody plays."""
    while True:
        links = [link for link, queue in hall.mail.items() if queue and set(link) <= set(seats)]
        if not links:
            return
        hall.deliver_one(links[0])
