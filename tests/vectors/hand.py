"""`hand.json`: one whole hand between two seats, every entry with the secrets and the entropy that made it.

Here: sessions that note what they draw. Never: a rule of the game; the players are those of the hall.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from bura_p2p.conformance.hall import Hall, Player, card_player
from bura_p2p.conformance.runner.notation import snake
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import SignedEntry, next_head
from bura_p2p.rules import actions as a
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table.view import View
from bura_p2p.verify import Replay
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from bura_p2p.wire.messages import ENTRY_MESSAGES

from .form import case, document, group, scalar
from .instead import lies

LABEL = "vectors hand"
WANTED = {5, 6, 7, 8, 10, 11, 12, 15}
"""Types that the hand shall hold: shares, lead, answer, give, pass, raise, accept, count."""


DRAWN = (
    "A tape is SHA-256(label ‖ 00 ‖ u64 i), i = 0, 1, …, one behind another. `secrets` are the first 32 bytes of "
    "the tapes '<label> identity <seat>'. From '<label> session <seat>' are drawn, for hello: the nonce, 32. "
    "commit: 32 for x, 32 for the proof, 32 for the nonce of the reveal. shuffle: an order of N, 32 for the "
    "factors, 32 for the argument. lead, answer, give: an order of the k cards played, as they stand in `cards`; an"
    " order of the other held cards; if N > 1, 32 and 32 as for shuffle; for lead and answer 32 for the proof of "
    "the openings. deal, shares, count: 32 a proof. An order of n things: begin with 0 … n−1; for last = n−1 down "
    "to 1 draw 4 bytes as u32, again if it is not below 2^32 − (2^32 mod (last+1)), and exchange the things at last"
    " and at u32 mod (last+1)."
)
"""What a seat draws from its tape."""


class Notes:
    """A tape that keeps what was drawn since `take`."""

    def __init__(self, label: str) -> None:
        self.tape = Tape(label)
        self.drawn: list[bytes] = []

    def __call__(self, n: int) -> bytes:
        self.drawn.append(self.tape(n))
        return self.drawn[-1]

    def take(self) -> list[bytes]:
        drawn, self.drawn = self.drawn, []
        return drawn


class Noting(Session):
    """A session that tells, for each entry that it speaks, what it knew."""

    notes: Notes
    action: Any = None
    told: list[dict[str, Any]]

    def _speak(self, message: m.EntryMessage) -> None:
        table, secrets = self.table, self._secrets
        known: dict[str, Any] = {"stage": table.stage.value, "type": snake(type(message).__name__)}
        if table.round:
            known["ctx"] = table.context(self.seat)
        if secrets is not None:
            known["x"] = scalar(secrets.key.x)
        if self._held:
            held = self._maker.read(self._need(), table.state.cards.held[self.seat]) if table.state.cards else ()
            known["held"] = [str(card) for card in held]
        known |= self._choice(message)
        known["fresh"] = self.notes.take()
        super()._speak(message)
        self.told.append(known)

    def play(self, action: a.Action) -> Effects:
        self.action = action
        return super().play(action)

    def _choice(self, message: m.EntryMessage) -> dict[str, Any]:
        match message:
            case m.Lead() | m.Answer():
                return {"cards": [str(card) for card in self.action.cards]}
            case m.Give():
                return {"cards": [str(card) for card in self.action.known]}
            case m.Shuffle():
                return {"permutation": list(self._out.secrets[-1][2])}
        return {}


def once(number: int) -> Player:
    """Raises once where that is open; else as a card player."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        raises = [x for x in view.legal if isinstance(x, a.Raise) and x.to == 2]
        return raises[0] if raises else cards(view)

    return choose


def noted(label: str, players: Sequence[Player]) -> Hall:
    """A hall whose sessions note what they draw."""
    hall = Hall(label, players=players)
    for seat, identity in enumerate(hall.identities):
        notes = Notes(f"{label} session {seat}")
        session = Noting(
            seat=seat,
            identity=identity,
            identities=[each.public for each in hall.identities],
            ruleset=hall.ruleset,
            name=f"player {seat}",
            entropy=notes,
        )
        session.notes, session.told = notes, []
        hall.sessions[seat] = session
    return hall


def numbered(number: int) -> Hall:
    return noted(f"{LABEL} {number}", [once(number), card_player(number)])


@cache
def number() -> int:
    """Of the first tape whose hand holds everything that is wanted."""
    for tried in range(100):
        entries_ = numbered(tried).run().entries()
        if {decode_body(entry.body).type for entry in entries_} >= WANTED:
            return tried
    raise LookupError("no tape leads to such a hand")


def fresh() -> Hall:
    """The game, not yet played."""
    return numbered(number())


@cache
def played() -> Hall:
    return fresh().run()


def entries(hall: Hall) -> list[dict[str, Any]]:
    told = [iter(session.told) for session in hall.sessions]
    heads = heads_of(hall)
    found, lied = [], refused(hall)
    rounds = [decode_body(entry.body).round for entry in hall.entries()]
    for at, entry in enumerate(hall.entries()):
        known = next(told[entry.seat])
        expect: dict[str, Any] = {"ok": True}
        if rounds[at + 1 : at + 2] != [rounds[at]]:
            expect["head"] = heads[rounds[at]]
        found += lied.get(at, [])
        found.append(row(entry, rounds[at], known, expect))
    return found


def refused(hall: Hall) -> dict[int, list[dict[str, Any]]]:
    """The lies, by the entry in whose place they come. Raises `LookupError` where one gets another code."""
    replay, found = Replay([identity.public for identity in hall.identities]), dict[int, list[dict[str, Any]]]()
    entries_, lied = hall.entries(), list(lies(hall))
    for at, entry in enumerate(entries_):
        round_ = decode_body(entry.body).round
        for number, lie in enumerate(lie for lie in lied if lie.at == at):
            if (code := code_of(replay, lie.entry)) != lie.code:
                raise LookupError(f"round {round_}: {lie.mutation}: {code}")
            given = {"seat": lie.entry.seat, "body": lie.entry.body, "signature": lie.entry.signature}
            kind = snake(ENTRY_MESSAGES[lie.kind].__name__)
            name = f"round {round_} seat {entry.seat} bad {number}"
            test = case(name, f"instead of the entry that follows: {lie.mutation}", given, {"code": lie.code})
            found.setdefault(at, []).append(test | {"mid": {"type": kind}})
        replay.feed(entry)
    return found


def code_of(replay: Replay, entry: SignedEntry) -> str:
    try:
        replay.feed(entry)
    except PeerError as fault:
        return fault.code.label
    return "accepted"


def row(entry: SignedEntry, round_: int, known: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    given = {"seat": entry.seat, "body": entry.body, "signature": entry.signature}
    return case(f"round {round_} seat {entry.seat}", "", given, expect, mid=known)


def heads_of(hall: Hall) -> list[bytes]:
    """The head after each round."""
    heads = [bytes(32)]
    for closed in hall.table.log.closed:
        heads.append(next_head(heads[-1], [entry.body for entry in closed]))
    return heads[1:]


def make() -> dict[str, Any]:
    hall = played()
    table, label = hall.table, hall.sessions[0].notes.tape._label[:-1].decode().rsplit(" session", 1)[0]
    return document(
        "hand",
        "One whole hand of georgian, and the game's end. Judge the entries in order; `head` is the head after a "
        "round that this entry closes. One with a `code` comes instead of the one behind it, is refused, and changes "
        "nothing. `mid`: stage, type, ctx, the hand key x, the cards `held` before the entry"
        " in the order of the held cards, the `cards` played, the `permutation` of the deck (output i is input "
        "permutation[i], from 0), and `fresh`: all that was drawn from the seat's tape to make the entry, in "
        "order.",
        [
            group(
                "hand",
                DRAWN,
                entries(hall),
                setup={
                    "label": label,
                    "identities": [identity.public for identity in hall.identities],
                    "secrets": [identity.secret for identity in hall.identities],
                    "table_id": table.state.table_id,
                    "order": list(table.state.match.order) if table.state.match else [],
                    "score": list(table.state.match.score) if table.state.match else [],
                    "stage": table.stage.value,
                },
            )
        ],
    )
