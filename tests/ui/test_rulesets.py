"""Every ruleset for two at the plain table and in JSON: whole hands, typed; and what its players are told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bura_p2p.conformance.stacked import stack
from bura_p2p.errors import LocalError
from bura_p2p.net.driver import NotDone, Play, SetPolicy
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.ruleset import Ruleset, Special
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from bura_p2p.ui.announcing import policy_text, read_policy
from bura_p2p.ui.helping import help_lines
from bura_p2p.ui.inert import columns
from bura_p2p.ui.scene import KEPT
from bura_p2p.verify import Verdict, verify_file
from tests.support.golden import biased_deck, player

from .tables import Tables, at_tables, scripted

GAMES: list[tuple[str, dict[str, object], int, set[str]]] = [
    ("classic", {}, 22, {"announced", "ceded", "claim_wrong", "bura"}),
    ("russian", {}, 27, {"announced", "bura", "claim_wrong"}),
    ("closed", {}, 29, {"gave", "pile_opened", "claim_wrong", "dead"}),
    ("russian-32", {}, 23, {"announced", "ceded", "claim_wrong", "bura"}),
    ("kozel", {}, 26, {"announced", "bura", "cards_out"}),
    ("western", {}, 21, {"announced", "claim_wrong", "claim_right"}),
    ("telegram", {}, 21, {"announced", "gave", "bura", "reached"}),
    ("georgian", {}, 26, {"gave", "counted", "passed", "cards_out", "declined"}),
    ("georgian-5", {}, 27, {"raised", "accepted", "claim_right", "cards_out"}),
    ("georgian", {"maliutka": "anytime", "points_shown": True}, 28, {"announced", "ceded", "gave", "cards_out"}),
    ("georgian", {"give_face": "up"}, 23, {"claim_right", "cards_out"}),
    ("western", {"special_sets": "in_trick"}, 21, {"claim_right", "dead"}),
    ("telegram", {"points_shown": False}, 21, {"points_sealed", "bura", "reached"}),
    ("russian", {"three_aces": "takes_pot", "ante": 3, "first_lead": "right", "give_face": "down"}, 22, {"ceded"}),
]


def test_every_ruleset_for_two_is_played_here():
    assert {name for name, *_ in GAMES} == {name for name, rules in RULESETS.items() if rules.seats_allowed(2)}


@pytest.mark.parametrize(("name", "options", "number", "expected"), GAMES, ids=[f"{g[0]}-{len(g[1])}" for g in GAMES])
def test_whole_games_are_typed_to_their_end(name, options, number, expected):
    """`Tables` looks at every line: narrow, harmless, no card that its reader has not seen; `Typist` types moves."""
    rules = find_ruleset(name, **options)
    tables = at_tables(f"{name} {number}", rules, [player(number), player(number + 1)])
    stack(tables, *biased_deck(rules, 2, number)).run(hands=2)
    assert verify_file(tables.file()).verdict is Verdict.FAIR
    happened = {e.event_name(event) for event in tables.events[0]}
    happened |= {event.reason for event in tables.events[0] if isinstance(event, e.HandOver)}
    assert happened >= expected
    for seat in (0, 1):
        told = tables.text(seat)
        assert "have signed it." in told
        assert ("Chips: " in told) == rules.has_pot == (" pot " in told)
        assert ("Score: " in told) != rules.has_pot
        assert (" stake " in told) == bool(rules.raises)
        assert json.loads(tables.told[seat][-1])["event"] == "game_over"


# --- combinations ------------------------------------------------------------------------------------------------


def told_by(rules: Ruleset, hands: list[str], turned: str, script: list[str], draws: str = "") -> list[str]:
    """What A, who leads first, and B have read at the end of a scripted hand."""
    tables, seat_of = scripted(rules, hands, turned, draws, script)
    tables.run()
    return [tables.text(seat_of[who]) for who in "AB"]


def test_a_lead_that_is_left_to_three_aces():
    script = ["A cede", "B lead AD AC AH", "A answer 7S 9S 6C"]
    leader, other = told_by(find_ruleset("classic"), ["7S 9S 6C", "AD AC AH"], "6D", script)
    name = "player 1" if "player 1 announces" in leader else "player 0"
    assert f"{name} announces: three aces." in leader
    assert f"Announced before this lead: three aces by {name}." in leader
    assert f"Your turn, {name} announced three aces against your lead: 'cede' the lead to {name}." in leader
    assert f"You leave the lead to {name}." in leader
    assert "You announce: three aces. That is said for you; 'announce' tells" in other
    assert other.count("That is said for you") == 1
    assert "Your turn: your three aces has the lead, lead it as 'lead AC AD AH'." in other
    assert "leaves the lead to you." in other


def test_a_lead_with_a_combination_as_high():
    script = ["A lead 7S 9S 8S", "B answer 7C 9C 6C", "A claim"]
    leader, _ = told_by(find_ruleset("classic"), ["7S 9S 8S", "7C 9C 6C"], "6D", script)
    assert "or lead a combination as high, such as 'lead 7S 8S 9S'." in leader
    assert "or 'claim' if your pile holds 31 points" in leader
    assert "You claim 31 points. Counted: 0 points in your pile; 31 were needed." in leader
    assert "Nobody wins hand 1: the points were not there. You pay 2 chips: the pot, 2 before, holds 4 now." in leader


def test_a_bura_to_which_the_lead_is_left_wins():
    leader, other = told_by(find_ruleset("russian"), ["8S 9D 6S", "7H 9H 6H"], "8H", ["A cede"])
    assert "'cede' the lead, and player" in leader
    assert "wins the hand." in leader
    assert "You win hand 1 and the pot of 2 chips: bura, a whole hand of trumps." in other
    assert "You owe 1" in leader
    assert "You have 1" in other


def test_moscow():
    _, other = told_by(find_ruleset("telegram"), ["8S 9D 6S", "AH AC AD"], "8H", [])
    assert "You announce: Moscow (three aces). You win hand 1 and 1 point: a whole hand of aces." in other


def test_a_maliutka_is_called_so():
    rules = find_ruleset("georgian", maliutka="anytime", match_to=0)
    leader, other = told_by(rules, ["AS 10S KH", "QD JD KD"], "JH", ["A cede", "B lead QD JD KD"])
    assert "You announce: maliutka (a whole hand of one suit)." in other
    assert "announced maliutka (a whole hand of one suit) against your lead" in leader


def somebody_chooses(tables: Tables) -> bool:
    return any(session.view().legal for session in tables.sessions)


def test_aces_are_led_together_and_other_suits_are_not():
    tables, seat_of = scripted(find_ruleset("classic"), ["AD AC AH", "7S 9S 6C"], "6D")
    seat = seat_of["A"]
    tables.run(somebody_chooses)
    assert "Your turn: lead cards of one suit, or aces together, such as" in tables.text(seat)
    assert tables.type(seat, "AD AC").lines[0].startswith("A lead is of one suit")
    assert isinstance(tables.plain[seat].typed("AD AH AC").command, Play)


def test_leads_of_a_wrong_number_or_lower_than_what_was_announced():
    tables, seat_of = scripted(find_ruleset("kozel"), ["9S 7S 6C 6H", "10S 8C 8D 8H"], "6D")
    tables.run(somebody_chooses)
    assert "Your turn: lead 1 card, or 3 of one suit, such as" in tables.text(seat_of["A"])
    refused = " ".join(tables.type(seat_of["A"], "9S 7S").lines)
    assert refused.startswith("A lead is 1 card, or 3 of one suit by these rules, not 2.")
    tables, seat_of = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD AC AH"], "6D")
    tables.run(somebody_chooses)
    refused = " ".join(tables.type(seat_of["A"], "7S").lines)
    assert "announced three aces: lead a combination as high, or 'cede' the lead. Your turn" in refused


def test_a_seized_lead_is_the_whole_hand():
    tables, seat_of = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD AC AH"], "6D", "", ["A cede"])
    seat = seat_of["B"]
    tables.run(lambda tables: bool(tables.plays) and somebody_chooses(tables))
    assert "what you lead" in " ".join(tables.type(seat, "AD").lines)
    assert tables.type(seat, "cede").lines[0].startswith("Nothing was announced against your lead.")


def test_a_combination_in_a_lost_trick_leads_next():
    rules = find_ruleset("western", special_sets="in_trick")
    script = ["A lead 9S 7S 6S", "B answer 10S 8S 7D", "A lead QH"]
    tables, seat_of = scripted(rules, ["9S 7S 6S", "10S 8S 7D"], "6D", "QC QH JC JH KC KH", script)
    tables.run(lambda tables: len(tables.plays) == 3 and not any(tables.mail.values()))
    assert "leads QH first, for the combination in the last trick." in tables.text(seat_of["B"])


# --- gives, claims, the end of the cards -------------------------------------------------------------------------


def test_open_gives_are_typed_apart_from_answers_that_beat():
    tables, seat_of = scripted(find_ruleset("classic"), ["9S 7D 6C", "10S 8S 8H"], "6D", "", ["A lead 9S"])
    tables.run(lambda tables: bool(tables.plays) and somebody_chooses(tables))
    seat = seat_of["B"]
    assert "Your turn: beat 9S, such as '10S', or give 1 card face up, such as 'give 8H'." in tables.text(seat)
    lines = ("10S", "8H", "give 8H", "give 10S", "answer 8H", "beat 8H")
    typed = {line: tables.plain[seat].typed(line) for line in lines}
    assert "to give it face up, write 'give 8H'" in " ".join(typed["8H"].lines)
    assert "does not beat 9S" in " ".join(typed["beat 8H"].lines)
    assert "open cards that beat take the trick; to play it so, write '10S'" in " ".join(typed["give 10S"].lines)
    for line in ("10S", "give 8H", "answer 8H"):
        assert isinstance(typed[line].command, Play)
    tables.players[seat].choose = lambda view: a.Answer((view.held[0],))
    tables.run(lambda tables: len(tables.plays) > 1)
    assert "You give 8H." in tables.text(seat)


@pytest.fixture
def waiting():
    """A table where A is to lead and B waits."""
    tables, seat_of = scripted(find_ruleset("closed"), ["9S 7S 6C", "10S 8C 8D"], "6D")
    return tables.run(somebody_chooses), seat_of["A"], seat_of["B"]


def test_a_claim_at_another_moment_is_kept_unseen(waiting):
    tables, leader, other = waiting
    before = len(tables.read[leader]), len(tables.told[leader])
    answer = tables.type(other, "claim")
    assert (answer.command, answer.lines, answer.about) == (Play(a.Claim()), (KEPT,), "noted")
    assert (len(tables.read[leader]), len(tables.told[leader])) == before
    tables.plain[other].view = tables.sessions[other].view()
    assert " ".join(tables.type(other, "table").lines).endswith(KEPT)
    tables.run()
    assert "claims 31 points." in tables.text(leader)
    assert "You claim 31 points." in tables.text(other)


@pytest.mark.parametrize(
    ("name", "hands", "why"),
    [
        ("telegram", ["9S 7S 6C", "10S 8C 8D"], "31 points win by themselves."),
        ("kozel", ["9S 7S 6C 6H", "10S 8C 8D 8H"], "most points win when the cards are out."),
    ],
)
def test_claims_where_there_are_none(name, hands, why):
    tables, seat_of = scripted(find_ruleset(name), hands, "6D")
    tables.run(somebody_chooses)
    for who in "AB":
        assert f"Nothing is claimed by these rules: {why}" in " ".join(tables.type(seat_of[who], "var").lines)
    assert "nothing to pass on" in " ".join(tables.type(seat_of["A"], "pass").lines)


def quiet(view: View) -> a.Action:
    """Plays the first cards that there are, the most of them at once; never claims."""
    cards = [action for action in view.legal if isinstance(action, a.Lead | a.Answer | a.Give)]
    if cards:
        return max(cards, key=lambda action: len(action.cards))
    return next(action for action in view.legal if not isinstance(action, a.Claim))


@pytest.mark.parametrize(("name", "number", "pot"), [("classic", 0, 4), ("western", 5, 2)])
def test_a_dead_hand(name, number, pot):
    """Nobody claims: a stock that nobody draws any more, last words, a pot that stays with new antes or without."""
    tables = at_tables(f"dead {name} {number}", find_ruleset(name), [quiet, quiet])
    tables.run(lambda tables: tables.table.state.hand == 2 and tables.table.stage.value == "lead", hands=2)
    text = tables.text(0)
    assert "too few to draw, they stay there." in text
    assert "The cards are out. Your turn: 'claim' if your pile holds 31 points, or 'pass': nobody wins then" in text
    assert "claims nothing." in text
    assert "Nobody wins hand 1: the cards are out, and nobody has claimed. The pot of 2 chips stays." in text
    antes = {2: "The pot of 2 chips has stayed; nobody pays anew.", 4: "Each pays 1 chip: the pot holds 4 chips."}
    assert antes[pot] in text
    tables.run()
    assert "Nobody has won the pot, so it is shared: you get" in tables.text(0) or "wins hand 2" in tables.text(0)


# --- what is announced by itself ---------------------------------------------------------------------------------


def test_policies_in_words():
    classic, maliutka = find_ruleset("classic"), find_ruleset("georgian", maliutka="anytime")
    for line, found in (
        ("all", set(Special)), ("none", set()), ("bura, three_aces", {Special.BURA, Special.THREE_ACES}),
        ("Three aces and molodka.", {Special.THREE_ACES, Special.MOLODKA}), ("three-aces", {Special.THREE_ACES}),
    ):  # fmt: skip
        policy = read_policy(line, classic)
        assert policy == found
        told = policy_text(policy, classic)
        assert all(str(what) in told for what in found)
    assert "announce nothing" in policy_text(frozenset(), classic)
    assert read_policy("maliutka", maliutka) == {Special.MOLODKA}
    for rules, line, why in (
        (classic, "moscow", "'moscow' cannot be announced; 'announce' takes all, none, or bura, three_aces,"),
        (classic, "bura, x\x1b", "That cannot be announced"),
        (classic, ",", "',' cannot be announced"),
        (find_ruleset("telegram"), "bura", "is announced by itself"),
        (find_ruleset("georgian"), "all", "nothing is announced"),
        (find_ruleset("western", special_sets="in_trick"), "all", "they are played"),
    ):
        with pytest.raises(LocalError) as caught:
            read_policy(line, rules)
        assert why in str(caught.value)
        assert str(caught.value).isprintable()


def test_a_policy_counts_for_cards_drawn_later():
    script = ["A lead 9S", "B answer 8H", "A lead 7S", "B answer 6H"]
    rules = find_ruleset("russian", molodka="on")
    tables, seat_of = scripted(rules, ["9S 7S 6C", "8H 6H 7H"], "6D", "QC AH", script)
    seat = seat_of["B"]
    tables.run(somebody_chooses)
    assert "You announce: molodka" in tables.text(seat)  # dealt before anything was said
    answer = tables.type(seat, "announce none")
    assert answer.command == SetPolicy(frozenset())
    assert answer.about == "noted"
    assert answer.lines[0] == "You announce nothing, whatever you hold."
    assert "for cards that you draw from now on" in " ".join(answer.lines)
    asked = tables.type(seat, "announce")
    assert asked.command is None
    assert (asked.about, asked.lines[0]) == ("policy", answer.lines[0])
    assert json.loads(tables.machine[seat].typed("announce bura").lines[0])["event"] == "noted"
    assert json.loads(tables.machine[seat].typed("announce").lines[0])["event"] == "policy"


def test_nothing_is_set_before_the_game():
    tables, _ = scripted(find_ruleset("classic"), ["9S 7S 6C", "8H 6H 7H"], "6D")
    tables.plain[0].view = None
    assert tables.plain[0].typed("announce none").lines == ("The game has not begun yet; 'quit' leaves.",)
    view = replace(tables.sessions[0].view(), ruleset=None)
    tables.plain[0].view = view
    assert tables.plain[0].typed("announce none").command is None


# --- help --------------------------------------------------------------------------------------------------------

HELPED = {"cede": "announced", "raise": "raises", "announce none": "announced"}


@pytest.mark.parametrize("name", RULESETS)
def test_help_lists_what_the_rules_have(name):
    rules = RULESETS[name]
    lines = help_lines(rules)
    assert len(lines) <= 24
    assert all(columns(line) <= 80 for line in lines)
    words = {line[2:23].strip().split(",")[0] for line in lines[2:]}
    for word, question in HELPED.items():
        assert (word in words) == bool(getattr(rules, question))
    assert ("pass" in words) == (rules.target is not None and rules.clock == 0)
    assert {"resign yes", "chat hello", "quit", "stop"} <= words


def test_resigning_names_what_is_lost(waiting):
    tables, leader, _ = waiting
    assert "wins the pot." in " ".join(tables.type(leader, "resign").lines)
    tables.note(leader, replace(tables.effects[leader][-1], events=(NotDone("no"),)))
    assert "Your turn" in tables.read[leader][-1] or tables.read[leader][-1].endswith(".")
