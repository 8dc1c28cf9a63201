"""Every cheat of the catalogue, from every seat, at every kind of table where its scene comes about.

`python -m tests.cheats.table` writes the table of cheats, which one test compares.
"""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest

from bura_p2p.conformance.cheat import Cheat, Kind, Layer, Scene
from bura_p2p.conformance.cheats import CHAPTERS, CHEATS, LINES
from bura_p2p.conformance.rogue import Rogue
from bura_p2p.conformance.staging import Scenery
from bura_p2p.wire import messages as m
from tests.support.trials import judge, told

from .table import TABLE, table

EVERYWHERE = os.environ.get("BURA_CHEATS") == "all"

ROOT = Path(__file__).resolve().parent.parent

SCENES: dict[Scene, list[Cheat]] = {}
for _cheat in CHEATS.values():
    SCENES.setdefault(_cheat.begins, []).append(_cheat)

ELSEWHERE = {
    "one byte at a time": "wire/test_framing.py::test_whole_then_byte_by_byte",
    "replay of the own entry": "cheats/test_entries.py::test_replay_of_held_entries",
    "replay of the other's entry": "cheats/test_entries.py::test_replay_of_held_entries",
    "frame: a genuine entry from another table": "cheats/test_framing.py::test_genuine_entries_of_another_table",
    "frame: an old round": "cheats/test_entries.py::test_file_with_an_entry_twice",
    "frame: after a swapped predecessor": "cheats/test_framing.py::test_swapped_predecessor",
    "ESC and OSC sequences": "ui/test_inert.py::test_table",
    "newlines": "ui/test_inert.py::test_table",
    "bidi overrides": "ui/test_inert.py::test_table",
    "zero-width characters": "ui/test_inert.py::test_table",
    "markup of a page": "ui/test_inert.py::test_table",
    "markup of a terminal": "ui/test_inert.py::test_table",
    "unknown optional feature": "cheats/test_framing.py::test_optional_feature_is_ignored",
    "an unshuffled deck with a valid proof (allowed)":
        "cheats/test_deck.py::test_unshuffled_deck_with_a_valid_proof_is_allowed",
    "refusing to open or count": "cheats/test_game.py::test_silence_in_every_state",
    "silence in every state": "cheats/test_game.py::test_silence_in_every_state",
    "resigning in every state": "cheats/test_game.py::test_resigning_in_every_state",
    "leaving while owing": "cheats/test_leaving.py::test_leaving_anywhere",
    "other identity": "net/test_door.py::test_a_host_with_another_identity",
    "other certificate": "net/test_tls.py::test_another_certificate_than_the_pinned",
    "two resumes at once": "net/test_faulty.py::test_a_faulty_line_changes_nothing",
    "a half-delivered round": "session/test_resume.py::test_every_boundary",
    "an old backup against a lying peer":
        "session/test_resume.py::test_an_own_entry_of_a_closed_round_that_is_not_here_keeps_this_seat_from_signing",
    "journal cut at every byte": "session/test_cuts.py::test_a_cut_at_any_byte_costs_nothing",
    "an entry delivered to one peer only": "cheats/test_three_seats.py::test_an_entry_that_only_one_seat_is_given",
    "an entry held back and sent after its successor":
        "cheats/test_three_seats.py::test_an_entry_that_comes_after_its_successor",
    "many half-open connections": "net/test_nuisances.py::test_half_open_connections_do_not_keep_the_guest_out",
    "slow drip": "net/test_words_out.py::test_a_slow_drip_holds_nobody_up",
    "flood of pings": "net/test_link.py::test_a_flood_of_pings_grows_nothing",
    "flood of reconnects": "net/test_nuisances.py::test_a_flood_of_connections_while_the_guest_comes_in",
}  # fmt: skip
"""Lines that are no lie which a seat tells in its place, and the test of each."""


def places(scene: Scene) -> list[tuple[Kind, int]]:
    """Where a scene is set: every seat of its usual kind of table, and the last seat of each other kind."""
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
    """Refused live with its code and place; at the usual kind of table also by the bare table, and in a file.

    The file is that of one seat's lie; with BURA_CHEATS=all every seat's, at every kind of table.
    """
    wrong = []
    for number, cheat in enumerate(SCENES[scene]):
        usual = kind is scene.kinds[0]
        in_turn = scene.from_seat + number % (kind.seats - scene.from_seat)
        in_file = usual and (scene.deal is not None or seat == in_turn)
        try:
            judge(told(cheat, kind, seat), at_table=usual or EVERYWHERE, in_file=in_file or EVERYWHERE)
        except AssertionError as fault:
            wrong.append(f"{cheat.id}: {fault}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", Layer)
def test_a_liar_needs_nobody_to_tell_it_when(layer: Layer) -> None:
    """The switch is on from the first word: the seat plays honestly until its scene comes, lies, and is refused."""
    cheat = next(cheat for cheat in CHEATS.values() if cheat.layer is layer and cheat.scene.deal is None)
    for number in range(20):
        hall = Scenery(f"alone {number}", cheat.begins, cheat.begins.kinds[0], cheat.begins.from_seat)
        hall.liar.cheat = cheat
        hall.run(lambda hall: bool(hall.liar.told))
        if hall.liar.told:
            break
    told, (honest, *_) = hall.liar.told[-1], hall.liar.others
    assert told
    if cheat.verdict.label in ("fault", "equivocation") and not cheat.split:
        hall.run(lambda hall: hall.sessions[honest].closed)
        assert hall.sessions[honest].closed
        refusal = next(message for message in hall.effects[honest][-1].send if isinstance(message, m.Refuse))
        assert (refusal.code, refusal.seat) == (cheat.code, hall.seat)
    assert isinstance(hall.liar, Rogue)


def test_no_two_cheats_are_the_same() -> None:
    """Distinct are message, field and lie; seats and rulesets do not count. No id and no lie is there twice."""
    cheats = [cheat for chapter in CHAPTERS for cheat in chapter]
    assert len({cheat.id for cheat in cheats}) == len(cheats) == len(CHEATS)
    assert len({(cheat.message, cheat.field, cheat.lie) for cheat in cheats}) == len(cheats)
    assert len(cheats) >= 120


def test_every_cheat_is_written_down_well() -> None:
    """Ids in kebab-case, one plain sentence each, messages that exist."""
    words = {kind.__name__ for kind in (*m.ENTRY_MESSAGES.values(), *m.LINK_MESSAGES.values())} | {"body", "frame"}
    for cheat in CHEATS.values():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", cheat.id), cheat.id
        assert re.fullmatch(r"[^\n|]{8,160}\.", cheat.lie), cheat.id
        assert cheat.message in words, cheat.id


def test_every_line_of_the_list_is_covered() -> None:
    """By a cheat, or by a test of its own; no cheat covers a line that is none."""
    lines = [line for each in LINES.values() for line in each]
    covered = {cheat.line for cheat in CHEATS.values()} - {""}
    assert covered <= set(lines)
    assert set(lines) - covered == set(ELSEWHERE)


@pytest.mark.parametrize("line", ELSEWHERE)
def test_what_is_covered_elsewhere_is(line: str) -> None:
    path, _, name = ELSEWHERE[line].partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_table_is_up_to_date() -> None:
    """Cheat × layer × refusal × verdict, as it stands beside this test."""
    assert TABLE.read_text(encoding="utf-8") == table(), "write it anew: python -m tests.cheats.table"
