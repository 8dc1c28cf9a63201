"""Two people at two real processes, through pipes: whole hands, mistakes, leaving, being left."""

from __future__ import annotations

import re
import signal
import sys

import pytest

from bura_p2p.rules.builtin import TITLES
from bura_p2p.ui.inert import columns
from bura_p2p.verify import Verdict, verify_file
from tests.support.processes import Bura, bura, play_both, play_by_hand, two_people
from tests.support.program import PROGRAM

MISTAKES = ["", "fly", "lead ZZ", "give", "raise 6", "resign", "chat", "9 9", "\x1b[A"]


def careful(*, claims: bool, mistakes: bool):
    """Somebody who types what the prompt suggests, after some mistakes; claims as soon as it is offered, or never."""
    wrong = list(MISTAKES) if mistakes else []

    def decide(prompt: str) -> str:
        lines, wrong[:] = list(wrong), []
        if claims and "'var'" in prompt:
            return "\n".join([*lines, "var"])
        if "'accept'" in prompt:
            return "\n".join([*lines, "accept"])
        if "'pass'" in prompt or "'cede'" in prompt:
            return "\n".join([*lines, "pass" if "'pass'" in prompt else "cede"])
        return "\n".join([*lines, re.search(r" as '([^']+)'", prompt)[1]])

    return decide


@pytest.fixture(scope="module")
def hand(tmp_path_factory):
    """A hand played by hand, claim included: the guest makes every mistake first."""
    tmp_path = tmp_path_factory.mktemp("hand")
    with two_people(tmp_path, "--match", "1") as (host, guest):
        codes = play_both(host, guest, (careful(claims=True, mistakes=False), careful(claims=True, mistakes=True)))
        yield tmp_path, host, guest, codes


def test_a_whole_hand_with_mistakes_and_a_claim(hand):
    _, host, guest, codes = hand
    assert codes == (0, 0), (host.lines[-5:], guest.lines[-5:], host.errors, guest.errors)
    for player in (host, guest):
        text = "\n".join(player.lines)
        assert re.search(r"(You say|Ann says|Ben says) 'var'", text)
        assert "Both have signed it." in text
        assert "'var': the points are there" not in text
        assert re.search(r"Counted: (at (least|most) )?\d+ points? in (your|Ann's|Ben's) pile; 31 were needed", text)
        assert player.errors == ""
        wide = [line for line in player.lines if columns(line) > 80]
        assert all(line.startswith(("BURA:", f"  {PROGRAM} verify ")) for line in wide)


def test_mistakes_are_answered_and_cost_nothing(hand):
    _, _, guest, _ = hand
    text = " ".join(guest.lines)
    assert "'fly' is not understood" in text
    assert "Write 'resign yes'" in text


def test_both_files_are_fair_and_the_same(hand):
    tmp_path, *_ = hand
    files = [(tmp_path / who / "games" / "game-1.bura").read_bytes() for who in ("ann", "ben")]
    reports = [verify_file(data, [files[1 - at]]) for at, data in enumerate(files)]
    assert [report.verdict for report in reports] == [Verdict.FAIR] * 2
    assert reports[0].head == reports[1].head
    assert reports[0].names == ("Ann", "Ben")


def test_no_card_of_the_other_hand_is_printed_before_it_is_played(hand):
    """What one screen calls own cards never stands on the other screen before it lay open."""
    _, host, guest, _ = hand
    for mine, theirs in ((host, guest), (guest, host)):
        held = re.findall(r"\d: (\S+)", "\n".join(line for line in mine.lines if line.startswith("Your cards")))
        text = "\n".join(theirs.lines)
        trump = re.search(r"(\S+) is turned up", text)[1]
        open_cards = " ".join(
            re.findall(r"(?:leads?|answers?) ([^.]*)\.", text) + re.findall(r"On the table: ([^,]*),", text)
            + re.findall(r"pile (?:was|were) ([^.]*)\.", text)
        ).split()  # fmt: skip
        for card in set(held) - {trump} - set(open_cards):
            own = "\n".join(line for line in theirs.lines if not line.startswith("Your cards"))
            assert not re.search(rf"(?<!\S){re.escape(card)}(?![\w♠♥♦♣])", own)


@pytest.mark.parametrize(
    ("rules", "ends"),
    [("western", r"[Ww]ins? hand 1"), ("telegram", r"wins? hand 1 and 1 point"), ("kozel", r"wins? hand 1")],
)
def test_other_rules_by_hand(tmp_path, rules, ends):
    """Both type what the prompt suggests, to the last card; the guest has seen what is offered."""
    with two_people(tmp_path, "--rules", rules, "--hands", "1") as (host, guest):
        decide = careful(claims=False, mistakes=False)
        assert play_both(host, guest, (decide, decide)) == (0, 0), (host.lines[-9:], guest.lines[-9:], host.errors)
        assert any(f": {TITLES[rules]}. 'rules' tells them." in line for line in guest.lines)
        for player in (host, guest):
            text = " ".join(line.strip() for line in player.lines)
            assert re.search(ends, text)
            assert "Both have signed it." in text
            assert "not understood" not in text
            wide = [line for line in player.lines if columns(line) > 80]
            assert all(line.startswith(("BURA:", f"  {PROGRAM} verify ")) for line in wide)
    files = [(tmp_path / who / "games" / "game-1.bura").read_bytes() for who in ("ann", "ben")]
    assert [verify_file(data).verdict for data in files] == [Verdict.FAIR] * 2


def first_turn(host: Bura, guest: Bura) -> tuple[Bura, Bura]:
    """Who has to move, and the other."""
    for player in (host, guest):
        player.until(lambda line: line.startswith("Hand 1"))
    leads = [player for player in (host, guest) if any("you lead first" in line for line in player.lines)]
    other = guest if leads[0] is host else host
    leads[0].until(lambda line: line.startswith("Your turn"))
    return leads[0], other


def test_leaving_and_being_left(tmp_path):
    with two_people(tmp_path) as (host, guest):
        mover, other = first_turn(host, guest)
        mover.type("chat hello\x1b[2J")
        assert other.until(lambda line: "hello" in line).endswith("says: hello\N{REPLACEMENT CHARACTER}[2J")
        other.type("1")
        assert other.until(lambda line: line.startswith("It is not your turn."))
        mover.hang_up()
        assert mover.end() == 10
        other.until(lambda line: line.startswith("The other side closed the game. It may come back"))
        other.type("quit")
        assert other.end() == 10
        at = other.lines.index("The game is not finished; this goes on with it:")
        assert other.lines[at + 1] == f"  {PROGRAM} resume 1"
        assert "Your input has ended, so you leave the game; it stays unfinished." in mover.lines


def test_quit_and_stop_and_resign(tmp_path):
    with two_people(tmp_path, "--match", "3") as (host, guest):
        mover, other = first_turn(host, guest)
        other.until(lambda line: line.startswith("Your cards "))
        other.type("stop")
        assert other.until(lambda line: line == "No further hand is played after this one.")
        other.type("resign yes")
        assert other.until(lambda line: line.startswith("You give the hand up as soon as"))
        mover.type("resign yes")
        assert (mover.end(), other.end()) == (0, 0)
        assert any("you gave up" in line for line in mover.lines)
        assert any("the other side gave up" in line for line in other.lines)
        name = "Ben" if other is guest else "Ann"
        end = "plays no further hand, so the match to 3 is not played out."
        assert any(line.startswith(f"{name} {end}") for line in mover.lines)
        assert any(line.startswith("You play no further hand, so") for line in other.lines)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_lost_connection_is_told_apart_from_leaving(tmp_path):
    with two_people(tmp_path) as (host, guest):
        first_turn(host, guest)
        guest.process.kill()
        host.until(lambda line: line.startswith("The connection to the other side was lost. Looking for it"))
        with bura("resume", home=tmp_path / "ben") as again:
            again.until(lambda line: line.startswith("The other side is there; the game goes on."))
            host.until(lambda line: line.startswith("The other side is there; the game goes on."))
            host.type("quit")
            assert host.end() == 10
            again.until(lambda line: line.startswith("The other side closed the game."))
            again.hang_up()
            assert again.end() == 10


@pytest.mark.skipif(sys.platform == "win32", reason="another kind of Ctrl-C")
def test_ctrl_c(tmp_path):
    with two_people(tmp_path) as (host, guest):
        first_turn(host, guest)
        host.process.send_signal(signal.SIGINT)
        assert host.end() == 130
        assert host.errors == "bura: Interrupted.\n"
        guest.until(lambda line: line.startswith("The other side closed the game. It may come back"))
        guest.type("quit")
        assert guest.end() == 10


def test_practice_against_a_bot(tmp_path):
    with bura("play", "--match", "1", "--name", "Ann", home=tmp_path, environment={"TERM": "dumb"}) as me:
        play_by_hand(me, careful(claims=True, mistakes=False))
        assert me.end() == 0, me.errors
        text = "\n".join(me.lines)
        assert "Beginner bot" in text
        assert "♠" not in text


def test_a_program_plays_by_json(tmp_path):
    """`--json` without a bot: events out, moves in, a wrong move answered in JSON."""
    with bura("host", "--json", "--match", "1", "--listen", "127.0.0.1:0", home=tmp_path / "a") as host:
        invite = host.event("invite")["invite"]
        with bura("join", "-", "--json", "--bot", "random", "--hands", "1", home=tmp_path / "b") as guest:
            guest.type(invite)
            turn = host.event("your_turn")
            host.type("lead 6C")
            assert "6C" in host.event("not_done")["sentence"]
            host.type(turn["legal"][0])
            host.type("resign yes")
            assert host.event("game_over")["winner"] in (0, 1)
            file = host.event("game_file")
            assert guest.event("game_file")["head"] == file["head"]
            assert (host.end(), guest.end()) == (0, 0)


def test_the_second_guest_and_a_wrong_paste(tmp_path):
    with bura("host", "--listen", "127.0.0.1:0", home=tmp_path / "a") as host:
        invite = host.until(lambda line: line.startswith("BURA:"))
        with bura("join", home=tmp_path / "b") as guest:
            guest.type("hello")
            guest.type(invite[:50])
            guest.type("")
            guest.type(invite[:50])
            guest.type("what is this?")
            guest.type(invite[:70].lower())
            guest.type(f"  {invite[70:90]} ")
            guest.type(invite[90:])
            guest.until(lambda line: line.startswith("Hand 1"))
            with bura("join", invite, home=tmp_path / "c") as third:
                assert third.end() == 1
                assert len(third.errors.strip().splitlines()) == 1
            guest.type("quit")
            assert guest.end() == 10
            assert guest.errors.count("cut off or mistyped") == 2
            assert len(guest.errors.strip().splitlines()) == 2  # of the words around an invite nothing is said
            host.hang_up()
            assert host.end() == 10
