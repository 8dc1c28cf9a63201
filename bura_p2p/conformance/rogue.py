"""The cheating peer: a real seat that is honest up to one scene, and tells one lie there.

Here: the switch, and what the liar has at hand for a lie (its cards, its pen, its signature). Never: a lie by itself
(`cheats`), or a way round the honest code: all that is not the lie is made by `Session`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

from ..cards import Card
from ..crypto.identity import pae
from ..crypto.masking import MaskedCard, private
from ..errors import LocalError
from ..log.entry import MEDIA_TYPE, SignedEntry
from ..rules import actions as a
from ..session.effects import Effects
from ..session.makers import Maker
from ..session.secrets import HandSecrets
from ..session.session import Session
from ..table.deck import HandCards
from ..table.phases import Stage
from ..table.state import need
from ..table.view import View
from ..wire import messages as m
from ..wire.codec import decode_body, encode_body, pack
from .cheat import Cheat, Scene, Told

M = TypeVar("M")

ENTRY_TYPES: Final = frozenset(m.ENTRY_MESSAGES.values())


class _Kept(Exception):  # noqa: N818
    """The honest entry is kept back."""


def _of(kind: type[M], message: object) -> M:
    if not isinstance(message, kind):
        raise LocalError(f"No {kind.__name__} is to be said here.")
    return message


class Rogue(Session):
    """A `Session` with one switch: `cheat`, which it tells by itself when the scene has come, whoever drives it.

    Until then it is honest; after that it says nothing more. `told` is what it has said: messages are among what it
    wants sent, raw bytes are for its driver to write. Without a cheat it keeps back what it owes in `scene`,
    if one is set: `withheld` is what honesty would have said where that is forced.
    """

    def __init__(self, *, cheat: Cheat | None = None, **seat: Any) -> None:
        """`seat`: everything that a `Session` takes."""
        super().__init__(**seat)
        self.cheat = cheat
        self.scene: Scene | None = None if cheat is None else cheat.begins
        self.withheld: m.EntryMessage | None = None
        self.prepared: m.EntryMessage | None = None
        self.told: tuple[m.LinkMessage | bytes, ...] = ()
        self.league: Mapping[int, Session] = {}

    # --- the switch -----------------------------------------------------------------------------------------

    def switch_to(self, cheat: Cheat) -> Effects:
        """Take up `cheat`: at once if its scene is here, else when it comes."""
        self.cheat, self.scene = cheat, cheat.begins
        with suppress(_Kept):
            if self.here():
                self._act()
            self._advance()
        return self._out.take()

    def keeps_back(self, stage: Stage | None) -> None:
        """Say nothing when an entry is owed in `stage`; in no stage, say everything."""
        self.cheat, self.scene = None, None if stage is None else Scene("quiet", stage, ())

    def say(self, message: m.EntryMessage) -> Effects:
        """Say `message`, which this seat's own table takes, and be honest from here on."""
        self.keeps_back(None)
        self._speak(message)
        return self._out.take()

    def here(self) -> bool:
        """Whether the scene has come."""
        scene = self.scene
        if scene is None or self.told or self.table.stage is not scene.stage:
            return False
        mine = self.seat in self.table.owing()
        return mine is scene.mine and not self._too_early(scene) and scene.where(self)

    def _too_early(self, scene: Scene) -> bool:
        """Whether a liar that speaks last must still wait for somebody."""
        return scene.last and self.table.stage is scene.stage and set(self.table.owing()) != {self.seat}

    def view(self) -> View:
        """What this seat may see; nothing to choose in its scene and after it."""
        view = super().view()
        return replace(view, legal=()) if self.told or self.here() else view

    def play(self, action: a.Action) -> Effects:
        """As an honest seat would; raises `LocalError` in the scene and after it, where nobody is asked."""
        if self.told or self.here():
            raise LocalError("This seat keeps its entry back.")
        return super().play(action)

    def _advance(self) -> None:
        with suppress(_Kept):
            super()._advance()
            while self.here():
                self._act()
                super()._advance()

    def _speak(self, message: m.EntryMessage) -> None:
        if self.told:
            raise _Kept
        if self.here():
            self.withheld = message
            self._act()
        elif self.scene is not None and self._too_early(self.scene):
            self.withheld = message
            raise _Kept
        else:
            super()._speak(message)

    def _act(self) -> None:
        """Say what comes before the lie, or the lie; without a cheat say nothing."""
        cheat = self.cheat
        if cheat is None:
            raise _Kept
        if cheat.before is not None and self.scene is not cheat.scene:
            self.scene, prelude = cheat.scene, cheat.before[1](self)
            super()._speak(prelude)  # type: ignore[arg-type]  # a prelude is always one message
            return
        told = cheat.make(self)
        words = told if isinstance(told, tuple) else (told,)
        self.told = tuple(map(self._on_link, words))
        self._out.send += [word for word in self.told if not isinstance(word, bytes)]
        raise _Kept

    def _on_link(self, word: Told) -> m.LinkMessage | bytes:
        """What is said, as it travels."""
        if isinstance(word, SignedEntry):
            return m.EntryFrame(word.seat, word.body, word.signature)
        if type(word) in ENTRY_TYPES:
            return self._on_link(self.signed(word))  # type: ignore[arg-type]
        return word  # type: ignore[return-value]

    # --- what the liar has at hand --------------------------------------------------------------------------

    @property
    def others(self) -> tuple[int, ...]:
        """Every other seat, ascending."""
        return tuple(seat for seat in range(len(self._identities)) if seat != self.seat)

    @property
    def cards(self) -> HandCards:
        """The masked cards of this hand."""
        return need(self.table.state.cards)

    @property
    def maker(self) -> Maker:
        """The honest pen, whose table and entropy lies use too."""
        return self._maker

    @property
    def secrets(self) -> HandSecrets:
        """The secrets of this hand."""
        return self._need()

    @property
    def ctx(self) -> bytes:
        """The context of this seat's place."""
        return self.table.context(self.seat)

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards in this hand, sorted."""
        return self._held

    @property
    def given(self) -> tuple[Card, ...]:
        """The cards that this seat has given face down in this hand."""
        return tuple(self._given)

    @property
    def ciphers(self) -> tuple[MaskedCard, ...]:
        """The same as private cards, in the order in which they lie."""
        return self.cards.held[self.seat]

    @property
    def faces(self) -> tuple[Card, ...]:
        """The cards in this hand, in the order in which they lie."""
        return self.maker.read(self.secrets, self.ciphers)

    @property
    def dealt(self) -> tuple[MaskedCard, ...]:
        """The hand that was dealt to this seat, as private cards from before every mix."""
        cards = self.cards
        positions = [at for at, owner in enumerate(cards.dealt) if owner == self.seat]
        return tuple(
            private(cards.deck[at], [share for seat, share in sorted(cards.shares[at].items()) if seat != self.seat])
            for at in positions
        )

    @property
    def standing(self) -> tuple[Card, ...]:
        """The cards that were led or that beat them."""
        return need(need(self.table.state.position).standing).shown

    @property
    def legal(self) -> tuple[a.Action, ...]:
        """What an honest seat could choose."""
        return super().view().legal

    def closed_for(self, owner: int) -> tuple[MaskedCard, ...]:
        """The cards that this seat gave into the pile of `owner`."""
        return self.cards.closed_cards(self.seat, owner)

    def losers(self, count: int) -> list[tuple[Card, ...]]:
        """Sets of `count` held cards that do not beat what stands."""
        beats = {act.cards for act in self.legal if isinstance(act, a.Answer)}
        gives = [tuple(filter(None, act.known)) for act in self.legal if isinstance(act, a.Give)]
        return [cards for cards in gives if cards not in beats and len(cards) == count]

    def honest(self, kind: type[M]) -> M:
        """What honesty would have said here, where that is forced."""
        return _of(kind, self.withheld)

    def opening(self, kind: type[M]) -> M:
        """What was prepared when the liar spoke before."""
        return _of(kind, self.prepared)

    def message(self, kind: type[M], action: a.Action) -> M:
        """The honest message for `action`, which need not be legal."""
        return _of(kind, self.maker.play(self.secrets, action))

    def entropy(self, n: int) -> bytes:
        """Fresh bytes."""
        return self._entropy(n)

    def messages(self, seat: int | None = None) -> Iterator[m.EntryMessage]:
        """What `seat` (or this one) has said, the latest first."""
        speaker = self.seat if seat is None else seat
        entries = (entry for entry in reversed(self.entries()) if entry.seat == speaker)
        return (decode_body(entry.body).message() for entry in entries)

    def said(self, kind: type[M], seat: int | None = None) -> M:
        """The last message of this type that `seat` (or this one) has said."""
        return next(message for message in self.messages(seat) if isinstance(message, kind))

    def place_of(self, kind: type[m.EntryMessage]) -> dict[str, object]:
        """Where this seat said its last message of this type."""
        bodies = (decode_body(entry.body) for entry in reversed(self.entries()) if entry.seat == self.seat)
        body = next(body for body in bodies if isinstance(body.message(), kind))
        return {"round": body.round, "prev": body.prev}

    # --- the signature --------------------------------------------------------------------------------------

    def _place(self, other: Mapping[str, Any]) -> dict[str, Any]:
        table = self.table
        right = {
            "table_id": table.state.table_id, "round": table.round, "seat": self.seat, "prev": table.head,
        }  # fmt: skip
        return right | dict(other)

    def signed(self, message: m.EntryMessage, **place: Any) -> SignedEntry:
        """`message` signed for this seat's place; `place` changes table_id, round, seat or prev."""
        return self.sign(encode_body(m.PROTOCOL_VERSION, **self._place(place), message=message))

    def body(self, number: int, payload: Sequence[object], version: int = 1, **place: Any) -> tuple[object, ...]:
        """The fields of a body for this seat's place, whatever they say."""
        table_id, round_, seat, prev = self._place(place).values()
        return version, table_id, round_, seat, prev, number, tuple(payload)

    def signed_raw(self, number: int, payload: Sequence[object], version: int = 1, **place: Any) -> SignedEntry:
        """Any payload, however wrong, signed for this seat's place."""
        return self.sign(pack(self.body(number, payload, version, **place)))

    def sign(self, body: bytes, media_type: str = MEDIA_TYPE) -> SignedEntry:
        """Any bytes under this seat's signature."""
        return SignedEntry(self.seat, body, self._identity.sign(pae(media_type, body)))
