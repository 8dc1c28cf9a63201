"""A replay shows what the table saw: every event in words, nothing that was hidden."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from bura_p2p.cards import Card, Rank, Suit
from bura_p2p.errors import PeerError
from bura_p2p.log.file import MalformedFile, read_game
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.ui.inert import columns
from bura_p2p.ui.replay import _WRITERS, Scribe, replay_json, replay_text
from tests.tools import games

PRIVATE = {e.Held, e.Refused}
"""Events that only a session makes: no file holds them."""


def test_every_public_event_has_a_writer():
    kinds = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)}
    assert kinds - {e.Event} == set(_WRITERS) | PRIVATE


def test_a_whole_game_reads_as_people_write_it():
    lines = replay_text(games.whole()).splitlines()
    assert lines[0] == "Bura, georgian rules: player 0 and player 1"
    assert sum(line.startswith("Hand ") for line in lines) == 2
    assert any(line.strip().startswith("Trick 1") for line in lines)
    assert any("turned up for trump" in line for line in lines)
    assert lines[-1].startswith("The game ends: player 0")


def test_tricks_are_counted_anew_in_every_hand():
    tricks = [int(found) for found in re.findall(r"Trick (\d+)", replay_text(games.whole()))]
    assert tricks.count(1) == 2
    assert all(after in (before + 1, 1) for before, after in pairwise(tricks))


def shown_cards(data: bytes) -> set[str]:
    """Cards that the events of a file show."""
    return set(re.findall(r"\b(?:[6-9JQKA]|10)[CDHS]\b", json.dumps(list(replay_json(data)))))


def test_given_cards_stay_hidden():
    text = replay_text(games.counted())
    assert re.search(r"gives (1 card|\d cards) face down$", text, re.MULTILINE)
    assert re.search(r"proves that the cards it gave player \d are worth \d+ point", text)
    # a deck of 20, and at least one card was given and never opened
    assert set(re.findall(r"\b(?:[JQKA]|10)[CDHS]\b", text)) == shown_cards(games.counted())
    assert len(shown_cards(games.counted())) < 20


def test_an_opened_pile_is_shown():
    assert re.search(r"player \d opens what it gave player \d: ", replay_text(games.opened()))


def test_shown_points_are_told_without_cards():
    assert re.search(r"face down, worth \d+ points? by proof", replay_text(games.shown_points()))


def test_a_resignation():
    text = replay_text(games.resigned())
    assert "gives the hand up" in text
    assert "by the other side's resignation" in text


def test_json_lines_carry_tricks_and_an_end():
    lines = list(replay_json(games.whole()))
    assert lines[0]["event"] == "table_opened"
    assert lines[-1] == {"event": "end", "complete": True}
    assert all(line["trick"] >= 1 for line in lines if line["event"] in ("led", "gave", "answered", "trick_taken"))
    assert all(json.loads(json.dumps(line)) == line for line in lines)


def test_a_cut_file_says_so():
    cut = games.cut(games.whole(), 5)
    assert replay_text(cut).endswith("The file ends here, and the game has no end in it.")
    assert list(replay_json(cut))[-1] == {"event": "end", "complete": False}


def test_a_refused_entry_stops_the_replay():
    assert "the next entry is refused (raise_illegal" in replay_text(games.faulty())
    *_, refused, end = replay_json(games.faulty())
    assert refused["event"] == "refused"
    assert refused["code"] == "raise_illegal"
    assert end == {"event": "end", "complete": False}


def test_no_game_file():
    with pytest.raises(MalformedFile):
        replay_text(b"something else")


def test_identities_that_cannot_sit_together():
    data = games.whole()
    first, second = read_game(data).identities
    with pytest.raises(PeerError):
        replay_text(data.replace(second, first))


def test_a_claim_is_told_with_its_count():
    text = replay_text(games.whole())
    assert re.search(r"claim \((at (least|most) )?\d+ points?; 31 were needed\)", " ".join(text.split()))


def test_who_stopped_is_told():
    text = replay_text(games.whole())
    assert "player 0 and player 1 play no further hand\n" in text
    scribe = Scribe()
    scribe.rules = find_ruleset("georgian", match_to=3)
    told = scribe.lines(e.GameOver(None, (1, 0), (1,)))
    assert told[1:] == ["The guest plays no further hand; the match to 3 is not played out",
                        "The game ends: the host: 1, the guest: 0"]


def test_no_line_is_wider_than_a_terminal():
    for data in (games.whole(), games.counted(), games.opened(), games.faulty()):
        assert all(columns(line) <= 80 for line in replay_text(data).splitlines())


def test_names_are_made_harmless_and_told_apart():
    scribe = Scribe()
    scribe.lines(e.TableOpened(("Eve\x1b[2J", "Eve\x1b[2J"), "georgian", bytes(32)))
    assert "\x1b" not in scribe.name(0)
    assert scribe.name(0) != scribe.name(1)
    scribe.lines(e.TableOpened(("", "\u200b"), "georgian", bytes(32)))
    assert scribe.name(0) == "the host"
    assert scribe.who(1) == "The guest"
    assert scribe.name(7) == "the fifth guest"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.Raised(0, 3), "raises to 3 (se)"),
        (e.Raised(0, 9), "raises to 9"),
        (e.Accepted(1, 2), "accepts; the hand is worth 2"),
        (e.Declined(1), "declines"),
        (e.Passed(1), "claims nothing"),
        (e.Claimed(0, settled=False), "claims; the cards given into that pile are opened"),
        (e.Drew(1, 2, turned=True), "draws 2 cards, the turned trump last"),
        (e.Answered(1, (Card(Suit.SPADES, Rank.ACE),)), "answers AS"),
        (e.HandOver(1, None, "draw", 0, (60, 60), (0, 0)), "nobody wins, for equal points"),
        (e.GameOver(0, (3, 1)), "The host wins the match: the host: 3, the guest: 1"),
        (e.Voided("deck_broken"), "The hand is void (deck_broken), and nobody is named"),
    ],
)
def test_events_in_words(event, words):
    assert words in "\n".join(Scribe().lines(event))
