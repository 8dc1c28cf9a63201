"""A verdict tells what a report holds, in words and in JSON, and no more."""

from __future__ import annotations

import dataclasses
import json

import pytest

from bura_p2p.conformance.hall import Hall
from bura_p2p.crypto.group import using
from bura_p2p.errors import Code
from bura_p2p.log.file import game_key, read_game, write_game
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.outcome import Reason
from bura_p2p.table import events
from bura_p2p.ui.inert import columns
from bura_p2p.ui.verdict import HEADLINES, REASONS, reason_words, report_json, report_text, unknowns
from bura_p2p.verify import Culprit, Lent, Report, Verdict, verify_file
from tests.spec import verdict as second_reader
from tests.tools import games

FILES = {
    "fair": games.whole,
    "unsigned_result": lambda: games.cut(games.whole(), 1),
    "open": lambda: games.cut(games.whole(), 9),
    "fault": games.faulty,
    "equivocation": games.twice,
    "malformed": lambda: b"no game",
}


@pytest.mark.parametrize("label", FILES)
def test_both_forms_say_the_verdict(label):
    report = verify_file(FILES[label]())
    assert report.verdict.label == label
    text, found = report_text(report, "some.bura"), report_json(report, "some.bura")
    assert text.splitlines()[0] == f"some.bura: {HEADLINES[report.verdict]}"
    assert found["verdict"] == label
    assert found["exit"] == report.exit_code
    assert {"file", "verdict", "exit", "head", "ruleset", "seats", "result", "counts"} <= set(found)
    assert json.loads(json.dumps(found)) == found


def test_every_verdict_has_words_and_says_what_it_cannot_know():
    assert set(HEADLINES) == set(Verdict)
    for verdict in Verdict:
        report = Report(verdict, "why")
        assert unknowns(report)
        assert "cannot be known" in report_text(report, "f")


def test_every_reason_of_the_rules_has_words():
    assert set(REASONS) == {reason.label for reason in Reason}
    assert reason_words("new\x1b[2J_reason") != "new\x1b[2J_reason"
    assert "\x1b" not in reason_words("new\x1b[2J_reason")


def test_a_fair_game_counts_what_was_checked():
    found = report_json(verify_file(games.counted()), "f")
    counts = found["counts"]
    assert counts["shuffles"] == counts["keys"] == 2
    assert counts["shares"] > 0
    assert counts["openings"] > 0
    assert counts["mixes"] > 0
    assert counts["statements"] > 0
    assert counts["given_closed"] == counts["given"] > 0
    assert f"{counts['given']} of {counts['given']} given cards stay closed" in report_text(
        verify_file(games.counted()), "f"
    )


def test_one_is_told_as_one():
    text = " ".join(report_text(verify_file(games.counted()), "f").split())
    assert "checked: 1 hand, 2 hand keys, 2 shuffles" in text


def test_a_culprit_is_named_with_place_and_code():
    report = verify_file(games.faulty())
    seat = report.culprit.seat
    assert report_json(report, "f")["culprit"] == {
        "seat": seat,
        "round": report.culprit.round,
        "code": "raise_illegal",
        "name": f"player {seat}",
    }
    text = " ".join(report_text(report, "f").split())
    said = f"Round {report.culprit.round}: player {seat} raised as the rules of the game do not allow there."
    assert f"{said} signed by: player {seat} (seat {seat}), entry 'raise' (code raise_illegal) breaks: R2" in text


def test_an_open_game_says_who_owes_what_and_not_why():
    report = verify_file(FILES["open"]())
    text = report_text(report, "f")
    assert "the game waits for player" in text
    assert "cannot be known: why the next entry is missing" in text
    assert "whether more was played after the last entry" in text


def test_names_and_file_names_from_outside_are_made_harmless():
    nasty = "\x1b[31mEve\u202e\n0 complete and fair"
    report = dataclasses.replace(verify_file(games.faulty()), names=(nasty, nasty))
    text = report_text(report, "a\x1b[2Jb")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert not any(line.startswith("0 complete") for line in text.splitlines())
    assert json.loads(json.dumps(report_json(report, "f")))["seats"][0]["name"] == nasty
    assert json.dumps(report_json(report, "f")).isascii()


def test_a_code_without_words_is_told_by_its_name():
    report = Report(Verdict.FAULT, "why", culprit=Culprit(1, 4, Code.FRAME_EMPTY))
    assert "Round 4: the guest's entry was refused." in report_text(report, "f")
    assert "the guest (seat 1), entry unknown (code frame_empty)" in report_text(report, "f")


def test_a_draw_has_no_winner():
    report = verify_file(games.whole())
    over = dataclasses.replace(report.hands[0], winner=None, reason="draw", points=0)
    text = report_text(dataclasses.replace(report, hands=(over,)), "f")
    assert "hand 1: nobody wins, for equal points when the cards were out" in text


def test_the_slow_provider_is_named():
    report = Report(Verdict.MALFORMED, "why")
    assert "slow" not in report_text(report, "f")
    with using("pure"):
        assert "was slow because the compiled library is not installed" in report_text(report, "f")
        assert report_json(report, "f")["provider"] == "pure"


def test_chips_and_options_are_told():
    report = verify_file(games.chips())
    text, found = " ".join(report_text(report, "f").split()), report_json(report, "f")
    assert "Russian (ante 2), played by" in text
    assert "hand 1: nobody wins, for a wrong claim (0 points; 31 were needed); the pot holds 8 chips" in text
    assert sum(report.chips) == 0 == -sum(report.hands[-1].chips) - report.hands[-1].pot
    assert f"chips: {report.chips[0]:+d}:{report.chips[1]:+d}" in text
    assert "score:" not in text
    assert found["result"]["chips"] == list(report.chips)
    assert (found["result"]["hands"][0]["pot"], found["result"]["hands"][0]["chips"]) == (8, [-2, -6]) or (
        found["result"]["hands"][0]["chips"] == [-6, -2]
    )
    house = dataclasses.replace(report, rules=dataclasses.replace(report.rules, name="my-own"))
    assert "house rules 'my-own', played by" in report_text(house, "f")


def test_statements_are_counted():
    """Announcements, proved sums and sealed points stand in one number."""
    hall = Hall("statements", ruleset=find_ruleset("telegram", points_shown=False)).run(hands=2)
    kinds = (events.Announced, events.PointsSealed, events.Reached)
    told = sum(isinstance(event, kinds) for event in hall.events[0])
    assert told > 1
    report = verify_file(hall.file())
    assert report_json(report, "f")["counts"]["statements"] == told
    assert f"{told} proved statements; " in " ".join(report_text(report, "f").split())


def test_a_match_winner_is_told():
    report = dataclasses.replace(verify_file(games.whole()), winner=1)
    assert "player 1 (seat 1) wins the match" in report_text(report, "f")


def test_a_match_that_was_stopped_is_told():
    report = verify_file(games.whole())
    assert report.stopped == (0, 1)
    text = " ".join(report_text(report, "f").split())
    assert "player 0 (seat 0) and player 1 (seat 1) play no further hand" in text
    assert report_json(report, "f")["result"]["stopped"] == [0, 1]
    assert report_json(report, "f")["result"]["match_to"] == 0
    rules = find_ruleset("georgian", match_to=7)
    text = " ".join(report_text(dataclasses.replace(report, rules=rules, stopped=(1,)), "f").split())
    assert "player 1 (seat 1) plays no further hand, so the match to 7 is not played out" in text


def test_a_claim_is_told_with_its_count():
    report = verify_file(games.whole())
    claims = [over for over in report.hands if over.claimed is not None]
    assert claims
    assert " were needed)" in report_text(report, "f")
    hands = report_json(report, "f")["result"]["hands"]
    assert [hand["claimed"] for hand in hands] == [over.claimed and list(over.claimed) for over in report.hands]


def test_a_game_that_never_began_waits_before_round_0():
    report = Report(Verdict.OPEN, "why", owing=(0, 1), waits_for="hello")
    text = " ".join(report_text(report, "f").split())
    assert "Before anything was played the game waits for the host (seat 0) and the guest (seat 1): hello." in text


def test_no_line_is_wider_than_a_terminal_but_for_a_path():
    path = "a" * 90 + "/b.bura"
    for make in FILES.values():
        lines = report_text(verify_file(make()), path).splitlines()
        assert lines[0] == f"{path}:"
        assert all(columns(line) <= 80 for line in lines[1:])


def test_a_file_is_judged_with_files_of_its_own_game_only():
    whole, other = games.whole(), games.counted()
    cut = games.cut(whole, 9)
    assert game_key(cut) == game_key(whole) != game_key(other)
    assert game_key(b"no game") is None
    assert verify_file(cut, [other, b"no game", whole]).verdict is Verdict.FAIR
    assert verify_file(cut, [other, b"no game"]).verdict is Verdict.OPEN
    lent = Lent.of([whole], game_key(whole))
    assert verify_file(cut, lent) == verify_file(whole)
    assert verify_file(other, lent) == verify_file(other)


def test_a_file_lends_up_to_its_first_forged_entry():
    """Junk costs one signature, not a hundred thousand; and a junk file in front takes nothing from an honest one."""
    game = read_game(games.whole())
    junk = dataclasses.replace(game.entries[3], signature=game.entries[4].signature)
    forged = write_game(game.identities, [*game.entries[:3], junk, *game.entries[4:]])
    assert len(Lent.of([forged], game.key).entries) == 3
    cut = games.cut(games.whole(), 9)
    assert verify_file(cut, [forged]).verdict is Verdict.OPEN
    assert verify_file(cut, [forged, games.whole()]).verdict is Verdict.FAIR


def test_a_lent_hello_that_is_refused_harms_no_honest_file():
    """The other side shows a hello of other rules: the honest file, which has only its own hello, stays open."""
    hall, other = Hall("lent hello"), Hall("lent hello", ruleset=find_ruleset("georgian", match_to=3))
    publics = [identity.public for identity in hall.identities]
    (mine,), (theirs,) = hall.sessions[0].start().entries, other.sessions[1].start().entries
    honest, hostile = write_game(publics, [mine]), write_game(publics, [mine, theirs])
    assert verify_file(hostile).verdict is Verdict.MALFORMED
    report = verify_file(honest, [hostile])
    assert (report.verdict, report.culprit) == (Verdict.OPEN, None)
    assert second_reader.verdict(honest, [hostile])[:2] == ("open", None)
