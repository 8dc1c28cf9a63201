"""Scenes set in memory: a whole table, played by scripted players until a seat that could lie owes its word.

Here: the table, and the search for a game in which the scene comes. Never: a lie, or a judgement on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import LocalError
from ..rules.notation import parse_action
from ..session.session import Session
from .cheat import Kind, Scene
from .hall import Hall, Scripted, card_player
from .rogue import Rogue
from .stacked import stack, turn

LETTERS = "ABCDEF"
TRIES = 200


class Scenery(Hall):
    """A hall in which `seat` is a `Rogue` that keeps back what it owes when `scene` comes; the others are honest.

    In a constructed hand the liar sits where its letter does, and `seat` counts for nothing.
    """

    def __init__(self, label: str, scene: Scene, kind: Kind, seat: int) -> None:
        self.scene, self.kind = scene, kind
        self.letters = {} if scene.deal is None else _letters(label, scene, kind)
        self.seat = seat if scene.deal is None else self.letters[scene.deal.who]
        players: Sequence[Any] = [
            (scene.liar if each == self.seat else scene.others)(each) for each in range(kind.seats)
        ]
        if scene.deal is not None:
            players = [Scripted(str(each), players[each]) for each in range(kind.seats)]
        super().__init__(label, ruleset=kind.rules, seats=kind.seats, players=players)
        self.liar.league = dict(enumerate(self.sessions))
        if scene.deal is not None:
            stack(self, scene.deal.hands, scene.deal.turned, scene.deal.draws)
            for line in scene.deal.script:
                who, _, said = line.partition(" ")
                players[self.letters[who]].lines.append(parse_action(said))

    def _sit(self, seat: int, publics: Sequence[bytes]) -> Session:
        if seat not in self._rogues():
            return super()._sit(seat, publics)
        rogue = Rogue(
            seat=seat,
            identity=self.identities[seat],
            identities=publics,
            ruleset=self.ruleset,
            name=f"player {seat}",
            entropy=self.tapes[seat],
        )
        if seat == self.seat:
            rogue.scene = self.scene
        elif seat in self._quiet():
            rogue.keeps_back(self.scene.stage)
        return rogue

    def _quiet(self) -> set[int]:
        """The seats that keep back what they owe so that the scene is not past too early."""
        return set() if self.scene.deal is None else {self.letters[who] for who in self.scene.deal.quiet}

    def _rogues(self) -> set[int]:
        """The seats that are no honest sessions."""
        return {self.seat, *self._quiet()}

    @property
    def liar(self) -> Rogue:
        """The seat that can lie."""
        rogue = self.sessions[self.seat]
        if not isinstance(rogue, Rogue):
            raise LocalError("This seat is honest.")
        return rogue

    @property
    def waits(self) -> bool:
        """Whether the scene has come and nothing is under way."""
        return self.started and self.liar.here() and not any(self.mail.values())

    def set(self) -> bool:
        """Play until the scene has come, or cannot come any more; whether it did."""
        self.run(lambda hall: self.waits or self.table.round > self.scene.by)
        return self.waits


def _letters(label: str, scene: Scene, kind: Kind) -> dict[str, int]:
    """Who sits where in a constructed hand: the first leader is drawn by the first hand's nonces."""
    hall = Hall(label, ruleset=kind.rules, seats=kind.seats, players=[card_player(0)] * kind.seats)
    hall.run(lambda hall: hall.table.state.cards is not None)
    return dict(zip(LETTERS, turn(hall), strict=False))


def staged(scene: Scene, kind: Kind, seat: int) -> Scenery:
    """A table at which `scene` has come for `seat`. Raises `LocalError` when no game of `TRIES` brings it about."""
    for number in range(TRIES):
        hall = Scenery(f"{scene.name} {number}", scene, kind, seat)
        if hall.set():
            return hall
        if scene.deal is not None:
            raise LocalError(f"The script of the scene '{scene.name}' leads to {hall.table.stage}.")
    raise LocalError(f"No tape leads to the scene '{scene.name}'.")


