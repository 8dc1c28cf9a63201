"""Targets of text: written games, typed lines, rules and their cases, names and talk on every face.

Here: one function a target. A user's text may only raise `LocalError`; a peer's is shown harmless everywhere. Never:
what a text means.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net.driver import NotDone, Said, Update
from bura_p2p.net.words import read_words
from bura_p2p.rules.builtin import GEORGIAN
from bura_p2p.rules.cases import check_case
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.game_text import format_game
from bura_p2p.rules.notation import format_action, format_hand, parse_action, parse_hand
from bura_p2p.rules.options import find_with_options
from bura_p2p.rules.record import GameRecord
from bura_p2p.rules.record_check import check_record
from bura_p2p.rules.ruleset import decode_ruleset
from bura_p2p.store.rows import GameRow
from bura_p2p.table import events as e
from bura_p2p.ui.announcing import read_policy
from bura_p2p.ui.arguments import listen_at, public_at
from bura_p2p.ui.card import rule_card
from bura_p2p.ui.case_file import read_cases
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.games import game_json, game_lines
from bura_p2p.ui.inert import columns, inert, named, wrapped
from bura_p2p.ui.machine import MachineScreen, json_line
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.ui.replay import Scribe, replay_text
from bura_p2p.ui.rule_words import summary_text
from bura_p2p.ui.typed import read_early, read_line
from bura_p2p.ui.verdict import report_json, report_text
from bura_p2p.ui.words import player, rules_word
from bura_p2p.verify import Report, verify_file

from . import examples
from .mutation import Cut, bytes_changed, either, lines_changed
from .prepared import played, shown
from .target import harmless, refused, target


def _text(data: bytes) -> str:
    """Bytes as a terminal gives them."""
    return data.decode("utf-8", "surrogateescape")


# --- what a user writes ------------------------------------------------------------------------------------


@target(
    "rules.game_reader", "rules.game_text", "rules.record_check", "rules.notation", examples=examples.games_as_text,
    change=either(lines_changed, lines_changed, bytes_changed), longest=3000,
)  # fmt: skip
def written(data: bytes) -> None:
    """A written game: read, written and read again it is the same; what follows from it is refused or written."""
    try:
        record = parse_game(_text(data))
        text = format_game(record)
    except LocalError:
        return
    assert text.isascii()
    assert parse_game(text) == record
    with suppress(LocalError):
        whole = check_record(record)
        assert check_record(whole) == whole
        assert parse_game(format_game(whole)) == whole


@target(
    "ui.typed", "rules.notation", "ui.announcing", "ui.arguments", examples=examples.lines,
    change=either(lines_changed, bytes_changed), longest=200,
)  # fmt: skip
def typed(data: bytes) -> None:
    """A line at the table, and what else a user types: something, or one sentence that is harmless when shown."""
    line = _text(data[1:])
    view = shown()[(data[0] >> 3 if data else 0) % len(shown())][2]
    with suppress(LocalError):
        match data[0] % 8 if data else 0:
            case 0:
                action = parse_action(line)
                assert parse_action(format_action(action)) == action
            case 1:
                assert parse_hand(format_hand(parse_hand(line))) == parse_hand(line)
            case 2:
                read_words(line)
            case 3:
                read_policy(line, view.ruleset or GEORGIAN)
            case 4:
                public_at(line)
            case 5:
                listen_at(line, None)
            case 6:
                read_early(line)
            case _:
                read_line(line, view, Faces(signs=True))
    screen = PlainScreen(view.seat, Faces())
    screen.view = view
    harmless(*(each for each in screen.typed(line).lines if data and data[0] % 8 == 7))


@target(
    "rules.ruleset", "ui.rule_words", "ui.card", examples=examples.rulesets,
    change=either(lines_changed, bytes_changed), longest=1100,
)  # fmt: skip
def rulesets(data: bytes) -> None:
    """Rules that a peer offers: its one form, told in harmless words, or RULESET."""
    try:
        rules = decode_ruleset(data)
    except PeerError as fault:
        refused(fault, Code.RULESET)
        return
    assert rules.canonical_bytes() == data
    harmless(rules_word(rules), summary_text(rules), *rule_card(rules))


@target(
    "ui.case_file", "rules.cases", "rules.case_shapes", "rules.case_answers", "rules.case_calls", "rules.case_table",
    "rules.case_cards", "rules.case_scripts", examples=examples.cases, change=either(lines_changed, bytes_changed),
    longest=1200,
)  # fmt: skip
def cases(data: bytes) -> None:
    """A file of rule cases: judged, or a sentence about what is wrong with it."""
    try:
        found = read_cases(data)
    except LocalError:
        return
    for case in found[:8]:
        with suppress(LocalError):
            check_case(case, find_with_options)


# --- what a peer writes ------------------------------------------------------------------------------------


@target("ui.inert", examples=examples.texts, longest=300)
def texts(data: bytes) -> None:
    """Any text: one harmless line of the width, that is left as it is when it is made harmless again."""
    width = data[0] % 120 + 6 if data else 6
    text = data[1:].decode("utf-8", "surrogateescape" if len(data) % 2 else "replace")
    line, name = inert(text, width), named(text, width)
    harmless(line, name, player((text,), 0, width))
    assert columns(line) <= width
    assert columns(name) <= width
    assert inert(line, width) == line
    assert name.count('"') in (0, 2)
    harmless(*wrapped(inert(text), width, indent="  "))


@cache
def _reported() -> Report:
    return verify_file(played("sealed").file())


@cache
def _recorded() -> GameRecord:
    return parse_game(replay_text(played("sealed").file()))


@target(
    "ui.text", "ui.plain", "ui.scene", "ui.verdict", "ui.replay", "ui.games", "ui.words", "ui.machine",
    examples=examples.names, longest=300,
)  # fmt: skip
def faces(data: bytes) -> None:
    """Names and talk of peers on every face: the table, the machine's lines, the verdict, the replay, the list."""
    cut = Cut(data)
    face, first = cut.number() % 6, cut.number()
    names = tuple(cut.sized().decode("utf-8", "replace")[:64] for _ in range(3))
    talk = cut.rest().decode("utf-8", "replace")[:280]
    match face:
        case 0 | 1 | 2:
            _at_the_table((PlainScreen(0, Faces()), MachineScreen(0), Scribe())[face], first, names, talk)
        case 3:
            report = replace(_reported(), names=names)
            harmless(*report_text(report, talk or "file").split("\n"), json_line(report_json(report, talk)))
        case 4:
            row = GameRow(1, 0, 3, talk[:8], (), names, 0.0, 0.0, None, "open", None, 3)
            harmless(*game_lines(row), json_line(game_json(row)))
        case _:
            assert parse_game(format_game(replace(_recorded(), players=names))).players == names


ASKED = (*20 * [""], "table", "claim", "lead AS", "raise 2", "give 1", "AS KS", "announce all", "resign", "x")
"""What somebody types there: the answers name the others too."""


def _at_the_table(face: PlainScreen | MachineScreen | Scribe, first: int, names: tuple[str, ...], talk: str) -> None:
    """The opening of the table, and what happened at some later moment, with these names."""
    for number, (_, events, view) in enumerate((shown()[0], shown()[first % len(shown())])):
        more = (Said(1, talk), NotDone(f"'{talk}' is none."))
        told = (*(_renamed(event, names) for event in events), *more)
        update = Update(number, told, replace(view, names=names[: len(view.names)]))
        if isinstance(face, Scribe):
            for event in update.events:
                face.hear(event)
        else:
            harmless(*face.show(update))
            asked = ASKED[number * first % len(ASKED)]  # mostly nothing: it takes its time
            harmless(*(face.typed(asked).lines if asked else ()))
    if isinstance(face, Scribe):
        harmless(*(line for lines in face.remarks.values() for line in lines))


def _renamed(event: e.Event, names: tuple[str, ...]) -> e.Event:
    return replace(event, names=names[: len(event.names)]) if isinstance(event, e.TableOpened) else event
