"""Cheats at tables of any ruleset and size: constructed deals, played by a script to the moment of the lie.

Here: `Setting`, the cheat in it, and the judgement of every other seat. Never: the lies themselves (`tests/cheats`),
a change of the code under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bura_p2p.conformance.hall import Hall, Scripted, card_player
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.crypto.masking import MaskedCard, private
from bura_p2p.errors import Code
from bura_p2p.log.entry import SignedEntry, open_entry
from bura_p2p.rules.notation import parse_action
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.session import Session
from bura_p2p.table.phases import Stage
from bura_p2p.table.view import PLAYER_STAGES
from bura_p2p.verify import Verdict
from bura_p2p.wire import messages as m

from .cheat import Cheat, Rogue, fork, judged, refused_at_table, refused_live

LETTERS = "ABCDEF"


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


class Patient(Rogue):
    """A rogue that makes some forced entries of a muted stage first."""

    passes = 0

    def _speak(self, message: m.EntryMessage) -> None:
        if self.passes and self.table.stage in self.mute and self.table.stage not in PLAYER_STAGES:
            self.passes -= 1
            Session._speak(self, message)
        else:
            super()._speak(message)


class Rogues(Hall):
    """A hall in which every seat can cheat; `letters` says who sits where, from the place of the first leader."""

    def __init__(self, setting: Setting, label: str) -> None:
        seats = len(setting.hands)
        scripted = [Scripted(str(seat)) for seat in range(seats)]
        super().__init__(label, ruleset=setting.rules, seats=seats, players=scripted)
        publics = [identity.public for identity in self.identities]
        self.sessions = [
            Patient(seat=seat, identity=self.identities[seat], identities=publics, ruleset=setting.rules,
                    name=f"rogue {seat}", entropy=self.tapes[seat])
            for seat in range(seats)
        ]  # fmt: skip
        stack(self, setting.hands, setting.turned, setting.draws)
        self.letters = dict(zip(LETTERS, turn(self), strict=False))
        for line in setting.script:
            who, _, said = line.partition(" ")
            scripted[self.letters[who]].lines.append(parse_action(said))

    def play_to(self, setting: Setting) -> None:
        """Play the script, and on to where `who` keeps its entry back."""
        seat, scripted = self.letters[setting.who], list(self.players)
        rogue = self.sessions[seat]
        for letter in (setting.who, *setting.league):
            session = self.sessions[self.letters[letter]]
            session.mute, session.passes = frozenset({setting.stage}), setting.passes

        def here(hall: Hall) -> bool:
            waiting = hall.table.stage is setting.stage and seat in hall.table.owing()
            done = not any(player.lines for player in scripted) and not rogue.passes
            return waiting and done and not any(hall.mail.values())

        self.run(here)
        assert here(self), f"the script leads to {self.table.stage}"
        self.players = [card_player(number) for number in range(len(self.sessions))]


@cache
def _played(setting: Setting) -> Rogues:
    hall = Rogues(setting, f"{setting.rules.name} {setting.stage.value} {' '.join(setting.hands)}")
    hall.play_to(setting)
    return hall


@dataclass
class Liar(Cheat):
    """A cheat at a table of any size; `witness` is the honest seat that judges it."""

    witness: int = 0

    @property
    def honest(self) -> Session:
        """The session of the witness."""
        return self.hall.sessions[self.witness]

    def stored(self, last) -> list[SignedEntry]:
        """What the witness has stored, `last` being its latest effects."""
        return [entry for effects in (*self.hall.effects[self.witness], last) for entry in effects.entries]

    @property
    def others(self) -> list[int]:
        """The seats that are not the cheat's, in seat order."""
        return [seat for seat in range(len(self.hall.sessions)) if seat != self.seat]

    def seat_of(self, letter: str) -> int:
        """Where A, B … sit."""
        return self.hall.letters[letter]

    def dealt(self, letter: str) -> tuple[MaskedCard, ...]:
        """The hand that was dealt to this seat, as private cards from before every mix."""
        seat, cards = self.seat_of(letter), self.cards
        positions = [at for at, owner in enumerate(cards.dealt) if owner == seat]
        return tuple(
            private(cards.deck[at], [share for other, share in sorted(cards.shares[at].items()) if other != seat])
            for at in positions
        )

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
