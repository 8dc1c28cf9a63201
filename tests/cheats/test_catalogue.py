"""Every cheat of the catalogue, from every seat, at every kind of table where its scene comes about."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.cheat import Cheat, Kind, Scene
from bura_p2p.conformance.cheats import CHEATS
from tests.support.trials import judge, told

SCENES: dict[Scene, list[Cheat]] = {}
for _cheat in CHEATS.values():
    SCENES.setdefault(_cheat.begins, []).append(_cheat)


def places(scene: Scene) -> list[tuple[Kind, int]]:
    """Where a scene is set: the seats of its usual kind of table, and the last seat of each other kind."""
    usual, *others = scene.kinds
    seats = range(scene.from_seat, usual.seats) if scene.deal is None else [0]
    return [*((usual, seat) for seat in seats), *((kind, kind.seats - 1) for kind in others)]


PLACES = [
    pytest.param(scene, kind, seat, id=f"{scene.name}-{kind.rules.name}-{seat}")
    for scene in SCENES
    for kind, seat in places(scene)
]


@pytest.mark.parametrize(("scene", "kind", "seat"), PLACES)
def test_every_cheat(scene: Scene, kind: Kind, seat: int) -> None:
    """Refused live and at the table with its code and place; at the usual kind of table the file is judged too."""
    wrong = []
    for cheat in SCENES[scene]:
        try:
            judge(told(cheat, kind, seat), thoroughly=kind is scene.kinds[0])
        except AssertionError as fault:
            wrong.append(f"{cheat.id}: {fault}")
    assert not wrong, "\n".join(wrong)
