"""Cheats against the real table: a seat that lies once, and what everybody must make of it.

Here: the cheating session, the scenes in which it can lie, and the judgement on a lie (live, at the table, in the
file). Never: the lies themselves (`tests/cheats`), a change of the code under test.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, Player, card_player, claimer, raiser
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import pae
from bura_p2p.crypto.masking import MaskedCard
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import GEORGIAN, TELEGRAM, find_ruleset
from bura_p2p.rules.ruleset import Maliutka, Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.session.makers import Maker
from bura_p2p.session.secrets import HandSecrets
from bura_p2p.session.session import Session
from bura_p2p.table.deck import HandCards
from bura_p2p.table.phases import Stage
from bura_p2p.table.table import Table
from bura_p2p.table.view import PLAYER_STAGES
from bura_p2p.verify import Report, Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body, pack

from .trials import fork, picture

both = pytest.mark.parametrize("seat", [0, 1])
"""Plays a cheat from either seat."""


class _Muted(Exception):  # noqa: N818
    """The cheat keeps its honest entry back."""


class Rogue(Session):
    """A session that makes the entry of a muted stage, and keeps it: `withheld` is what honesty would have sent."""

    mute: frozenset[Stage] = frozenset()
    withheld: m.EntryMessage | None = None

    def _speak(self, message: m.EntryMessage) -> None:
        if self.table.stage in self.mute and self.table.stage not in PLAYER_STAGES:
            self.withheld = message
            raise _Muted
        super()._speak(message)

    def _advance(self) -> None:
        with suppress(_Muted):
            super()._advance()

    def say(self, message: m.EntryMessage) -> Effects:
        """Speak `message` after all, as if it were honest; this side's own table must take it."""
        self.mute = frozenset()
        super()._speak(message)
        return self._out.take()


# --- scenes ------------------------------------------------------------------------------------------------


Where = Callable[["Cheat"], bool]


@dataclass(frozen=True)
class Scene:
    """A moment in which the cheat owes an entry: `stage`, who plays how, and what else must hold there."""

    stage: Stage
    where: Where = lambda cheat: True
    rogue: Callable[[int], Player] = card_player
    honest: Callable[[int], Player] = card_player
    match_to: int = 0
    points_shown: bool = False
    rules: Ruleset | None = None

    @property
    def ruleset(self) -> Ruleset:
        """What is played: the Georgian rules, unless the moment needs others."""
        return self.rules or find_ruleset("georgian", match_to=self.match_to, points_shown=self.points_shown)


SEIZING = replace(GEORGIAN, name="seizing", hand=2, lead=(1, 2), maliutka=Maliutka.ANYTIME)
SEALING = replace(TELEGRAM, name="sealing", deck=20, instant=(), points_shown=False)


def _tricks(cheat: Cheat) -> tuple[int, ...]:
    return cheat.table.state.position.tricks_won


def _first_lead(cheat: Cheat) -> bool:
    return not any(_tricks(cheat)) and len({card.suit for card in cheat.held}) > 1


def _later_lead(cheat: Cheat) -> bool:
    return any(_tricks(cheat)) and len(cheat.held) == 3 and len(cheat.session.view().given) > 0


def _follow(count: int) -> Where:
    def where(cheat: Cheat) -> bool:
        early = cheat.table.round < 20  # so that the files stay short
        return early and len(cheat.standing) == count and len(cheat.held) == 3 and bool(cheat.losers(count))

    return where


def _one_held(cheat: Cheat) -> bool:
    return len(cheat.held) == 1


SCENES: dict[str, Scene] = {
    "hello": Scene(Stage.HELLO),
    "commit": Scene(Stage.COMMIT),
    "reveal": Scene(Stage.REVEAL),
    "shuffle": Scene(Stage.SHUFFLE),
    "deal": Scene(Stage.DEAL),
    "lead": Scene(Stage.LEAD, _first_lead),
    "later lead": Scene(Stage.LEAD, _later_lead),
    "last card": Scene(Stage.LEAD, _one_held),
    "raised": Scene(Stage.RAISED, honest=raiser),
    "lead after raise": Scene(Stage.LEAD, lambda cheat: cheat.table.state.position.stake == 2, rogue=raiser),
    "lead without raises": Scene(Stage.LEAD, match_to=1),
    "follow": Scene(Stage.FOLLOW, _follow(1)),
    "follow two": Scene(Stage.FOLLOW, _follow(2)),
    "follow last": Scene(Stage.FOLLOW, _one_held),
    "follow shown": Scene(Stage.FOLLOW, _follow(1), points_shown=True),
    "follow two shown": Scene(Stage.FOLLOW, _follow(2), points_shown=True),
    "shares": Scene(Stage.SHARES),
    "last word": Scene(Stage.LAST_WORD),
    "opening": Scene(Stage.OPENING, lambda cheat: len(cheat.closed) > 1, honest=claimer),
    "count": Scene(Stage.COUNT, lambda cheat: len(cheat.closed) > 1),
    "announce": Scene(Stage.ANNOUNCE, rules=SEIZING),
    "seized": Scene(Stage.SEIZED, rules=SEIZING),
    "points": Scene(Stage.POINTS, rules=SEALING),
    "tally": Scene(Stage.TALLY, rules=SEALING),
    "result": Scene(Stage.RESULT),
    "result of match": Scene(Stage.RESULT, match_to=1),
}
"""Every moment in which some cheat is played. The players are scripted, so each is found by trying tapes."""


class Rogues(Hall):
    """A hall in which `seat` is a `Rogue`."""

    def __init__(self, label: str, seat: int, scene: Scene) -> None:
        ruleset = scene.ruleset
        players = [(scene.rogue if each == seat else scene.honest)(each) for each in range(2)]
        super().__init__(label, ruleset=ruleset, players=players)
        rogue = Rogue(
            seat=seat,
            identity=self.identities[seat],
            identities=[identity.public for identity in self.identities],
            ruleset=ruleset,
            name="rogue",
            entropy=Tape(f"{label} rogue"),
        )
        rogue.mute = frozenset({scene.stage})
        self.sessions[seat] = rogue


@cache
def _found(name: str, seat: int) -> Cheat:
    scene = SCENES[name]
    for number in range(200):
        cheat = Cheat(Rogues(f"{name} {number}", seat, scene), seat)
        if cheat.runs_to(scene.stage, scene.where):
            return cheat
    raise LookupError(f"no tape leads to the scene '{name}'")


def at(name: str, seat: int) -> Cheat:
    """The cheat of `seat` in scene `name`: its own copy of everything."""
    found = _found(name, seat)
    return Cheat(fork(found.hall), seat)


@dataclass
class Cheat:
    """A hall, and the seat in it that is about to lie."""

    hall: Hall
    seat: int

    def runs_to(self, stage: Stage, where: Where = lambda cheat: True) -> bool:
        """Play until this seat owes an entry in `stage` and nothing is under way; whether that came about."""
        def here(hall: Hall) -> bool:
            waiting = self.table.stage is stage and self.seat in self.table.owing()
            return hall.started and waiting and not any(hall.mail.values()) and where(self)

        self.hall.run(here)
        return here(self.hall)

    def goes_on(self, message: m.EntryMessage, stage: Stage) -> None:
        """Say `message`, which the table takes, and play on to `stage`, where this seat keeps back its entry."""
        self.hall.note(self.seat, self.session.say(message))
        self.session.mute = frozenset({stage})
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
    def cards(self) -> HandCards:
        """The masked cards of this hand."""
        return self.table.state.cards

    @property
    def maker(self) -> Maker:
        """The cheat's pen."""
        return self.session._maker

    @property
    def secrets(self) -> HandSecrets:
        """The cheat's secrets."""
        return self.session._secrets

    @property
    def ctx(self) -> bytes:
        """The context of the cheat's place."""
        return self.table.context(self.seat)

    @property
    def withheld(self) -> Any:
        """The honest message of a forced entry."""
        return self.session.withheld

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards that the cheat holds."""
        return self.session.view().held

    @property
    def ciphers(self) -> tuple[MaskedCard, ...]:
        """The same as private cards, in the order of the hand."""
        return self.cards.held[self.seat]

    @property
    def standing(self) -> tuple[Card, ...]:
        """The cards that were led."""
        return self.table.state.position.standing.shown

    @property
    def closed(self) -> tuple[MaskedCard, ...]:
        """The cards that the cheat gave into the other's pile."""
        return self.cards.closed_cards(self.seat, 1 - self.seat)

    def losers(self, count: int) -> list[tuple[Card, ...]]:
        """Sets of `count` held cards that do not beat what was led."""
        gives = [act.known for act in self.session.view().legal if isinstance(act, a.Give)]
        beats = {act.cards for act in self.session.view().legal if isinstance(act, a.Answer)}
        return [cards for cards in gives if cards not in beats and len(cards) == count]

    def action(self, kind: type[a.Action]) -> Any:
        """A legal action of this kind."""
        return next(action for action in self.session.view().legal if isinstance(action, kind))

    def message(self, action: a.Action) -> Any:
        """The honest message for `action`, which need not be legal."""
        return self.session._maker.play(self.session._secrets, action)

    def entropy(self, n: int) -> bytes:
        """Fresh bytes of the cheat."""
        return self.maker.entropy(n)

    def signed(self, message: m.EntryMessage, **place: Any) -> SignedEntry:
        """`message` signed for the cheat's place; `place` changes table_id, round, seat or prev."""
        body = encode_body(m.PROTOCOL_VERSION, **self._place(place), message=message)
        return self.sign(body)

    def signed_raw(self, number: int, payload: tuple[object, ...], version: int = 1, **place: Any) -> SignedEntry:
        """Any payload, however wrong, signed for the cheat's place."""
        table_id, round_, seat, prev = self._place(place).values()
        return self.sign(pack((version, table_id, round_, seat, prev, number, payload)))

    def _place(self, place: dict[str, Any]) -> dict[str, Any]:
        table = self.table
        right = {
            "table_id": table.state.table_id,
            "round": table.round,
            "seat": self.seat,
            "prev": table.head,
        }
        return right | place

    def sign(self, body: bytes) -> SignedEntry:
        """Any bytes under the cheat's signature."""
        return SignedEntry(self.seat, body, self.hall.identities[self.seat].sign(pae(MEDIA_TYPE, body)))

    def stored(self, last: Effects) -> list[SignedEntry]:
        """What the honest side has stored, `last` being its latest effects."""
        effects = [*self.hall.effects[1 - self.seat], last]
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


def frame(signed: SignedEntry) -> m.EntryFrame:
    """The entry as it travels."""
    return m.EntryFrame(signed.seat, signed.body, signed.signature)


def _signs_nothing_more(cheat: Cheat, refuse: m.Refuse) -> None:
    honest = cheat.honest
    assert honest.closed
    assert honest.receive(refuse) == Effects()
    with pytest.raises(LocalError):
        honest.play(a.Resign())
    answer = cheat.session.receive(refuse)
    assert cheat.session.closed
    assert answer.send == ()


def refused_live(cheat: Cheat, signed: SignedEntry, code: Code) -> Effects:
    """The honest session refuses `signed` with `code`, keeps its log and closes. Returns its effects."""
    before, place = cheat.honest.entries(), cheat.table.round
    effects = cheat.honest.receive(frame(signed))
    (refuse,) = effects.send
    assert isinstance(refuse, m.Refuse)
    assert (Code(refuse.code), refuse.seat) == (code, signed.seat)
    assert refuse.round == place
    assert cheat.honest.entries() == before
    _signs_nothing_more(cheat, refuse)
    return effects


def refused_at_table(cheat: Cheat, signed: SignedEntry, code: Code) -> None:
    """`Table.apply` raises `code` with the place, and changes nothing."""
    table = cheat.honest.table
    entry = open_entry(signed, cheat.hall.identities[signed.seat].public)
    before = picture(table)
    with pytest.raises(PeerError) as caught:
        table.apply(entry)
    assert (caught.value.code, caught.value.seat, caught.value.round) == (code, signed.seat, entry.body.round)
    assert picture(table) == before


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
    culprit = report.culprit
    assert culprit is not None
    round_ = open_entry(signed, cheat.hall.identities[cheat.seat].public).body.round
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


OTHER_HASH = bytes(range(32))
"""32 bytes that are no hash of anything here."""


def place_of(cheat: Cheat, kind: int) -> dict[str, object]:
    """Where the cheat said its last message of this type."""
    body = next(
        body
        for body in (decode_body(e.body) for e in reversed(cheat.honest.entries()) if e.seat == cheat.seat)
        if body.type == kind
    )
    return {"round": body.round, "prev": body.prev}
