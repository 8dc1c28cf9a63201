"""A replay shows what the table saw: every event in words, nothing that was hidden."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from bura_p2p.errors import LocalError, PeerError
from bura_p2p.log.file import MalformedFile, read_game
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.game_text import format_game
from bura_p2p.rules.record_check import check_record
from bura_p2p.table import events as e
from bura_p2p.ui.inert import columns
from bura_p2p.ui.recorder import Recorder
from bura_p2p.ui.replay import Scribe, game_events, replay_json, replay_text
from tests.tools import games

GAMES = {"whole": games.whole, "counted": games.counted, "opened": games.opened, "resigned": games.resigned,
         "shown_points": games.shown_points, "faulty": games.faulty}  # fmt: skip
"""Files of every kind, each made once."""


@pytest.mark.parametrize("name", GAMES)
def test_the_text_is_the_notation_of_a_real_game(name):
    data = GAMES[name]()
    game = parse_game(replay_text(data))
    assert check_record(game) == game
    assert parse_game(format_game(game)) == game
    recorder = Recorder()
    for happened in game_events(data):
        recorder.ruleset = game.ruleset
        if not isinstance(happened, PeerError):
            recorder.hear(happened)
    assert recorder.record() == game


def test_a_game_cut_anywhere_is_a_real_game_so_far():
    data = games.opened()
    for entries in range(1, len(read_game(data).entries) - 1):
        game = parse_game(replay_text(games.cut(data, entries)))
        assert check_record(game) == game
        assert game.end is None


def test_a_whole_game_reads_as_people_write_it():
    lines = replay_text(games.whole()).splitlines()
    assert lines[0] == "# Bura (Georgian, three cards): player 0 (seat0) and player 1 (seat1)"
    assert sum(line.startswith("# Hand ") and "leads first" in line for line in lines) == 2
    assert sum(line.startswith("Hand ") for line in lines) == 2
    assert any(line.startswith("1. seat") for line in lines)
    assert lines[-1].startswith("# The game ends. Score: player 0")


def test_tricks_are_counted_anew_in_every_hand():
    tricks = [int(found) for found in re.findall(r"^(\d+)\. ", replay_text(games.whole()), re.MULTILINE)]
    assert tricks.count(1) == 2
    assert all(after in (before + 1, 1) for before, after in pairwise(tricks))


def shown_cards(data: bytes) -> set[str]:
    """Cards that the events of a file show."""
    return set(re.findall(r"\b(?:[6-9JQKA]|10)[CDHS]\b", json.dumps(list(replay_json(data)))))


def test_given_cards_stay_hidden():
    text = replay_text(games.counted())
    assert re.search(r"seat\d give \d closed,", text)
    assert re.search(r"^- .*seat\d count \d+", text, re.MULTILINE)
    # a deck of 20, and at least one card was given and never opened
    assert set(re.findall(r"\b(?:[JQKA]|10)[CDHS]\b", text)) == shown_cards(games.counted())
    assert len(shown_cards(games.counted())) < 20


def test_an_opened_pile_is_shown():
    assert re.search(r"^- seat\d claim, seat\d open ", replay_text(games.opened()), re.MULTILINE)


def test_shown_points_are_told_without_cards():
    assert re.search(r"give \d closed for \d+,", replay_text(games.shown_points()))


def test_a_resignation():
    text = replay_text(games.resigned())
    assert re.search(r"^- seat\d resign$", text, re.MULTILINE)
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
    text = replay_text(games.whole()).replace("\n# ", " ")
    assert re.search(r"claim \((at (least|most) )?\d+ points?; 31 were needed\)", " ".join(text.split()))


def told(*events, rules=None) -> str:
    """What is remarked on events, on one line."""
    scribe = Scribe()
    scribe.rules = rules
    for event in events:
        scribe.hear(event)
    return " ".join(line.removeprefix("# ").strip() for lines in scribe.remarks.values() for line in lines)


def test_who_stopped_is_told():
    text = replay_text(games.whole())
    assert "# player 0 (seat0) and player 1 (seat1) play no further hand\n" in text
    over = told(e.GameOver(None, (1, 0), (1,)), rules=find_ruleset("georgian", match_to=3))
    assert over == (
        "The guest plays no further hand, so the match to 3 is not played out "
        "The game ends. Score: the host: 1, the guest: 0"
    )


def test_no_line_is_wider_than_a_terminal():
    for data in (games.whole(), games.counted(), games.opened(), games.faulty()):
        assert all(columns(line) <= 80 for line in replay_text(data).splitlines())


def test_names_are_made_harmless_and_told_apart():
    scribe = Scribe()
    scribe.hear(e.TableOpened(("Eve\x1b[2J", "Eve\x1b[2J"), "georgian", bytes(32)))
    assert "\x1b" not in scribe.name(0)
    assert scribe.name(0) != scribe.name(1)
    scribe.hear(e.TableOpened(("Nino", "\u200b"), "georgian", bytes(32)))
    assert scribe.name(0) == "Nino"
    assert scribe.name(1) == "the guest (seat1)"
    assert scribe.name(7) == "the fifth guest"


NAMES = e.TableOpened(("Ann", "Ben", "Cleo"), "classic", bytes(32))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (NAMES, "Bura (Classic): Ann, Ben and Cleo"),
        (e.HandBegun(2, 1, (0, 1)), "Hand 2: the guest leads first"),
        (e.HandBegun(1, 1, (0, 1), 0, 2), "Hand 1: the host deals, the guest leads first; the pot holds 2 chips"),
        (e.HandOver(1, None, "draw", 0, (60, 60), (0, 0)), "nobody wins, for equal points"),
        (e.HandOver(1, None, "claim_wrong", 0, None, (0, 0), (9, 9)), "nobody wins, for a wrong claim (9 points)"),
        (e.HandOver(1, 0, "reached", 1, None, (1, 0), (31, 42)), "by the points, reached first (at least 31 points)"),
        (e.GameOver(0, (3, 1)), "The host wins the match: the host: 3, the guest: 1"),
        (e.GameOver(None, (1, 0)), "The game ends. Score: the host: 1, the guest: 0"),
        (e.Voided("deck_broken"), "The hand is void (deck_broken), and nobody is named"),
    ],
)
def test_events_in_words(event, words):
    assert words in told(event)


def test_a_pot_is_won_and_chips_are_told():
    rules = find_ruleset("classic")
    over = e.HandOver(1, 1, "claim_right", 0, None, (0, 0), (33, 33), (-1, 1), 0)
    assert told(over, rules=rules) == (
        "Hand 1: the guest wins the pot by a right claim (33 points; 31 were needed). "
        "Chips: the host: -1, the guest: 1"
    )
    assert told(e.GameOver(None, (0, 0), (0,), (-1, 1)), rules=rules).endswith(
        "plays no further hand The game ends. Chips: the host: -1, the guest: 1"
    )


def test_a_table_that_never_opened_has_only_remarks():
    text = replay_text(games.cut(games.whole(), len(read_game(games.whole()).entries) - 1))
    assert text == "# The file ends here, and the game has no end in it."
    with pytest.raises(LocalError, match="There is no game in this text"):
        parse_game(text)
