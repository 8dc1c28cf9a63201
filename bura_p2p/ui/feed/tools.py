"""What a face can ask about a game that is not being played: a verdict, a replay, a file.

Here: bytes in, plain data out; slow (mathematics), so that whoever calls does it in a thread. Never: a store that is
written, a card that the table did not see.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ...cards import Card
from ...errors import LocalError, PeerError
from ...log.file import MalformedFile, read_game
from ...net.driver import Update
from ...rules.notation import parse_hand
from ...store import HeldRow
from ...table import events as e
from ...table.table import Table
from ...table.view import view_of
from ...verify import Replay, verify_file
from ..inert import inert
from ..replay import replay_json, replay_text
from ..tongue import LANGUAGES, language, local, speaking, t
from ..verdict import HEADLINES, findings, report_json, report_lines, report_text
from .follower import Follower, harmless

FORMS: Final = ("file", "text", "json")
"""The forms in which a game can be had: the game file itself, the notation, one JSON object a line."""


def verdict_of(data: bytes, name: str) -> dict[str, Any]:
    """A stranger's check of a game file: the verdict and what was found (`verdict.findings`); `lines` are the same
    for reading, `text` with the headline and wrapped; `report` is what `bura verify --json` prints of it.
    """
    report = verify_file(data)
    return {
        "verdict": report.verdict.label,
        "exit": report.exit_code,
        "headline": t(HEADLINES[report.verdict]),
        "text": report_text(report, name),
        "lines": report_lines(report),
        **findings(report),
        "report": harmless(report_json(report, name)),
    }


def replay_of(data: bytes, seat: int | None, notes: Sequence[HeldRow] = ()) -> dict[str, Any]:
    """A game step by step as a stranger sees it, sitting beside `seat` (None: seat 0, and nobody is `you`); or as
    `seat` saw it, where `notes` tell its own cards.

    `steps` hold `events` and a `table` each; beside them, once, stand all `events`, the names and the rule card.
    Raises `LocalError` for bytes that are no game file.
    """
    try:
        steps = list(_steps(data, seat, notes))
    except (MalformedFile, PeerError) as fault:
        raise LocalError(t(
            "This is not a readable game file: {fault}.",
            fault=inert(local(str(fault)), 300).rstrip('.'),
        )) from None
    card: list[str] = next((step["table"]["rule_card"] for step in reversed(steps) if step["table"]["rule_card"]), [])
    for step in steps:
        step["table"] = {**step["table"], "rule_card": []}
    events = [event for step in steps for event in step["events"]]
    names = steps[-1]["table"]["names"] if steps else []
    return {"own": bool(notes), "seat": seat, "names": names, "events": events, "steps": steps, "rule_card": card}


def _steps(data: bytes, seat: int | None, notes: Sequence[HeldRow]) -> Iterator[dict[str, Any]]:
    game = read_game(data)
    replay = Replay(game.identities)
    follower = Follower(-1 if seat is None else seat, lambda: 0.0, seats=len(game.identities))
    own = Own(notes, seat or 0)
    for number, signed in enumerate(game.entries, start=1):
        try:
            events = replay.feed(signed)
        except PeerError as fault:
            yield {"events": [_stopped(fault)], "table": follower.table() or _table(replay, seat)}
            return
        if events:
            view = view_of(replay.table, seat or 0, *own.cards(replay.table, events))
            told = follower.follow(Update(number, events, view))
            yield {"events": told, "table": follower.table()}


def _stopped(fault: PeerError) -> dict[str, Any]:
    """An entry that is refused, told as an event."""
    texts = dict[str, str]()
    for tongue in LANGUAGES:
        with speaking(tongue):
            why = inert(local(str(fault)), 200)
            texts[tongue] = t("Here the game stops: the next entry is refused ({fault}).", fault=why)
    return {"event": "refused", "text": texts[language()], "texts": texts}


class Own:
    """The own cards of a game, as they were noted from round to round; `seat` is one's own."""

    def __init__(self, notes: Sequence[HeldRow], seat: int) -> None:
        self._notes, self._seat = notes, seat
        self._begun = 0
        self._put: list[tuple[int, tuple[Card, ...]]] = []

    def cards(self, table: Table, events: Sequence[e.Event]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """What was held, and what had been given face down, after these events; nothing where that is not known."""
        self._hear(table.round, events)
        position = table.state.position
        noted = [note for note in self._notes if self._begun <= note.round <= table.round]
        if not noted or position is None or table.state.outcome is not None:
            return (), ()
        # A card may be put and another drawn within the round in which the next note was made: what lies on the
        # table since this one is not held any more, and what everybody saw being drawn is.
        since = [cards for round_, cards in self._put if round_ > noted[-1].round]
        if not all(since):
            return (), ()
        held = [card for card in _known(noted[-1].held) if not any(card in cards for cards in since)]
        held += [card for card in position.hands[self._seat] if card is not None and card not in held]
        return tuple(held), _known(noted[-1].given)

    def _hear(self, round_: int, events: Sequence[e.Event]) -> None:
        """Note where a hand begins, and what the own seat puts: no cards for those that lie face down."""
        for event in events:
            match event:
                case e.HandBegun():
                    self._begun, self._put = round_, []
                case e.Led(seat=self._seat, cards=cards) | e.Answered(seat=self._seat, cards=cards):
                    self._put.append((round_, tuple(cards)))
                case e.Gave(seat=self._seat):
                    self._put.append((round_, ()))


def _known(text: str) -> tuple[Card, ...]:
    return tuple(card for card in parse_hand(text) if card is not None)


def _table(replay: Replay, seat: int | None) -> dict[str, Any] | None:
    follower = Follower(seat or 0, lambda: 0.0)
    follower.view = view_of(replay.table, seat or 0, ())
    return follower.table()


def export_of(data: bytes, form: str, stem: str) -> dict[str, Any]:
    """A game in one of `FORMS`: the `name` of a file of it, its `type`, its `data` in base64. Raises `LocalError`."""
    if form == "file":
        return _file(f"{stem}.bura", "application/octet-stream", data)
    try:
        if form == "text":
            return _file(f"{stem}.txt", "text/plain;charset=utf-8", f"{replay_text(data)}\n".encode())
        lines = "".join(f"{json.dumps(one)}\n" for one in replay_json(data))
    except (MalformedFile, PeerError) as fault:
        raise LocalError(t(
            "This is not a readable game file: {fault}.",
            fault=inert(local(str(fault)), 300).rstrip('.'),
        )) from None
    return _file(f"{stem}.jsonl", "application/jsonl", lines.encode())


def _file(name: str, kind: str, data: bytes) -> dict[str, Any]:
    return {"name": name, "type": kind, "data": base64.b64encode(data).decode("ascii")}
