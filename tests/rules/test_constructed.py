"""Deals constructed for combinations, and claims beside them; each test names the sentence that it plays out.

The texts by title: "Bura" (Denexa Games), «Бура», "OBJECT OF BURA", "Bura card game rules", "Bura rules … (Georgian
tables)".
"""

from __future__ import annotations

import pytest

from bura_p2p.errors import Code, PeerError
from bura_p2p.rules.actions import Action, Cede, Claim, Lead, Open
from bura_p2p.rules.builtin import (
    CLASSIC,
    CLOSED,
    RUSSIAN,
    WESTERN,
    find_ruleset,
)
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Phase, Position
from bura_p2p.rules.ruleset import Ruleset

from .hands import cards, dealt, play, with_points

IN_TRICK = find_ruleset("western", special_sets="in_trick")


def refused(position: Position, seat: int, action: Action, code: Code) -> None:
    with pytest.raises(PeerError) as caught:
        apply(position, seat, action)
    assert caught.value.code is code


# --- two buras ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "other", "winner"),
    [
        ("KH QH JH", "AH 10H 9H", 0),  # the nine outranks nothing
        ("KH QH 8H", "AH 10H 9H", 1),  # the nine the eight, ace and ten the others, in whatever order
        ("AH 7H 6H", "10H KH QH", 0),  # nothing outranks the ace
        ("9H 8H 7H", "KH QH JH", 1),
    ],
)
def test_classic_the_other_bura_must_outrank_all_three(leader: str, other: str, winner: int) -> None:
    """ "Bura" (Denexa): "If both players hold a bura, the leader's opponent must have cards outranking all three
    cards in the leader's bura."
    """
    turned = next(card for card in ("6H", "JH", "9H") if card not in f"{leader} {other}".split())
    position = dealt(leader, other, turned=turned, rules=CLASSIC)
    position = play(position, "1 announce bura").position
    refused(position, 0, Lead(cards(leader[:2])), Code.LEAD_ILLEGAL)
    step = play(position, f"0 lead {leader}", f"1 answer {other}")
    assert step.outcome == Outcome(winner, Reason.BURA, 0)


def test_classic_of_two_buras_the_last_tricks_winner_keeps_the_lead_and_may_leave_it() -> None:
    """ "Bura" (Denexa): "If they announce the same type of combination, the player who won the last trick retains
    the right to lead."
    """
    position = play(dealt("KH QH 8H", "AH 10H 9H", turned="6H", rules=CLASSIC), "1 announce bura").position
    assert legal_actions(position, 0) == (Lead(cards("8H QH KH")), Cede(), Claim())
    left = play(position, "0 cede", "1 lead AH 10H 9H", "0 answer KH QH 8H")
    assert left.outcome == Outcome(1, Reason.BURA, 0)


@pytest.mark.parametrize("rules", [RUSSIAN, WESTERN])
def test_of_several_buras_the_first_in_turn_leads_and_the_stronger_wins(rules: Ruleset) -> None:
    """«Бура»: «право заходить или бить принадлежит игроку, кто должен раньше бить при обычных условиях»; «выигрывает
    тот, чья «бура» оказывается сильнее». "OBJECT OF BURA": "the player to play their set first takes the lead"; "The
    Bura that wins the trick wins the pot."
    """
    weak, strong = "KH 8H 7H", "AH 10H 9H"
    for second, third, winner in ((weak, strong, 2), (strong, weak, 1)):
        position = dealt("AS 10D QC", second, third, turned="6H", rules=rules)
        position = play(position, "1 announce bura", "2 announce bura").position
        assert [type(action) for action in legal_actions(position, 0)] == [Cede, Claim]
        seized = play(position, "0 cede").position
        assert (seized.phase, seized.leader) == (Phase.SEIZED, 1)
        step = play(seized, f"1 lead {second}", f"2 answer {third}", "0 answer AS 10D QC")
        assert step.outcome == Outcome(winner, Reason.BURA, 0)


def test_a_bura_not_beaten_in_all_three_cards_stays_the_stronger() -> None:
    """«Бура»: «по обычным правилам захода они выбрасывают свои карты»: the ace of trumps alone beats no bura."""
    position = dealt("AS 10D QC", "KH QH 9H", "AH 8H 7H", turned="6H", rules=RUSSIAN)
    position = play(position, "1 announce bura", "2 announce bura", "0 cede").position
    step = play(position, "1 lead KH QH 9H", "2 answer AH 8H 7H", "0 answer AS 10D QC")
    assert step.outcome == Outcome(1, Reason.BURA, 0)


def test_western_the_bura_wins_the_pot_though_the_trick_is_anothers() -> None:
    """ "OBJECT OF BURA": "The Bura that wins the trick wins the pot." Three aces with the trump ace take the trick of
    a bura that was put on them, not the pot.
    """
    position = dealt("AS AC AH", "9S 8D 7D", "KH 10H 9H", turned="6H", rules=WESTERN)
    position = play(position, "1 pass", "2 pass", "0 lead AS AC AH", "1 answer 9S 8D 7D").position
    step = play(position, "2 answer KH 10H 9H")
    assert step.trick is not None
    assert step.trick.winner == 0
    assert step.outcome == Outcome(2, Reason.BURA, 0)


def test_in_the_trick_a_led_bura_is_played_out_against_those_that_others_have() -> None:
    """ "OBJECT OF BURA", read literally ("these special sets of cards when played to the trick"): nobody has
    announced anything, so whether "multiple players have Buras" shows only when all have played. "A player who plays
    a Bura ends the round and wins the pot."
    """
    position = dealt("8H 7H KH", "AS 10S 6C", "AH 10H 9H", turned="6H", rules=IN_TRICK)
    led = play(position, "0 lead 8H 7H KH")
    assert led.outcome is None
    alone = play(led.position, "1 answer AS 10S 6C").position
    assert play(alone, "2 answer AH 10H 9H").outcome == Outcome(2, Reason.BURA, 0)
    nobody = dealt("8H 7H KH", "AS 10S 6C", "AD 10D 9D", turned="6H", rules=IN_TRICK)
    step = play(nobody, "0 lead 8H 7H KH", "1 answer AS 10S 6C", "2 answer AD 10D 9D")
    assert (step.outcome, step.draws) == (Outcome(0, Reason.BURA, 0), ())


# --- announcing, ceding, and claims beside them --------------------------------------------------------------


def test_announcing_over_an_announcement() -> None:
    """ "Bura" (Denexa): "a player with a bura takes priority, then one with three aces, then one with a molodka." """
    hands = ("6C 7D QC", "8S 7S KS", "AS AC AD", "AH 10H 9H")
    position = dealt(*hands, turned="6H", rules=RUSSIAN)
    aces = play(position, "1 announce molodka", "2 announce three_aces", "3 pass", "0 cede").position
    assert (aces.phase, aces.leader) == (Phase.SEIZED, 2)
    assert [action for action in legal_actions(aces, 2) if isinstance(action, Lead)] == [Lead(cards("AC AD AS"))]
    bura = play(position, "1 announce molodka", "2 announce three_aces", "3 announce bura", "0 cede")
    assert bura.outcome == Outcome(3, Reason.BURA, 0)
    lower = play(dealt(*hands[::-1], turned="6H", rules=RUSSIAN), "1 announce three_aces", "2 announce molodka")
    assert play(lower.position, "3 pass", "0 lead AH 10H 9H").outcome == Outcome(0, Reason.BURA, 0)
    ceded = play(lower.position, "3 pass", "0 cede").position
    assert ceded.leader == 1


def test_who_was_ceded_the_lead_leads_what_was_announced_and_the_turn_goes_on_from_there() -> None:
    """ "Bura" (Denexa): "they may lead them to the trick, even if they did not win the previous trick"; "For all
    other combinations, the trick is played out as usual, and game play continues."
    """
    position = dealt("AS 10D QC", "KD JS 7C", "8S 7S KS", turned="6H", stock="9C 9D 9H QH", rules=RUSSIAN)
    position = play(position, "1 pass", "2 announce molodka", "0 cede").position
    refused(position, 0, Lead(cards("AS")), Code.TYPE_NOT_DUE)
    refused(position, 2, Lead(cards("KS")), Code.LEAD_ILLEGAL)
    refused(position, 2, Cede(), Code.TYPE_NOT_DUE)
    led = play(position, "2 lead 8S 7S KS").position
    assert actors(led) == (0,)
    step = play(led, "0 answer AS 10D QC", "1 answer KD JS 7C")
    assert step.trick is not None
    assert (step.trick.winner, step.trick.points) == (2, 34)
    assert [draw.seat for draw in step.draws] == [2, 0, 1] * 3
    assert (step.position.phase, step.position.leader, step.position.announced) == (Phase.ANNOUNCE, 2, ())


def test_a_lower_or_a_part_of_a_combination_does_not_keep_the_lead() -> None:
    """ "Bura" (Denexa): "a player with a bura takes priority": the leader's own molodka is led no more."""
    position = play(dealt("8S 7S KS", "AS AC AD", turned="6H", rules=CLASSIC), "1 announce three_aces").position
    assert legal_actions(position, 0) == (Cede(), Claim())
    for led in ("8S 7S KS", "8S 7S", "KS"):
        refused(position, 0, Lead(cards(led)), Code.LEAD_ILLEGAL)


@pytest.mark.parametrize("rules", [CLASSIC, RUSSIAN, CLOSED, WESTERN])
def test_a_claim_goes_before_anothers_announcement(rules: Ruleset) -> None:
    """ "OBJECT OF BURA": "At any point during the game, a player may stop it and claim to have 31 or more points."

    The leader has 31 and faces a bura: it claims instead of ceding. A wrong claim ends the hand as any other.
    """
    position = play(dealt("AS 10D QC", "AH 10H 9H", turned="6H", rules=rules), "1 announce bura").position
    right = play(with_points(position, 31, 0), "0 claim").outcome
    assert right == Outcome(0, Reason.CLAIM_RIGHT, 0, claimed=(31, 31))
    wrong = play(with_points(position, 30, 0), "0 claim").outcome
    assert wrong == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(30, 30), payers=(0,))


def test_a_claim_stops_the_announcing_too() -> None:
    """ "OBJECT OF BURA": "At any point during the game, a player may stop it": before others have announced."""
    position = with_points(dealt("AS 10D QC", "8S 7S KS", "AH 10H 9H", turned="6H", rules=WESTERN), 0, 0, 31)
    position = play(position, "1 announce molodka").position
    step = play(position, "2 claim")
    assert step.outcome == Outcome(2, Reason.CLAIM_RIGHT, 0, claimed=(31, 31))
    assert play(position, "0 claim").outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(0, 0), payers=(0,))


def test_a_claim_instead_of_an_answer_does_not_count_the_running_trick() -> None:
    """ "Bura" (Denexa): "If they did, in fact, capture 31 or more points in tricks, they win the hand": what lies in
    an unfinished trick is nobody's.
    """
    position = dealt("AS 10S QH", "KS JS AD", turned="6H", rules=CLASSIC)
    led = play(with_points(position, 25, 31), "1 pass", "0 lead AS 10S").position
    assert play(led, "1 claim").outcome == Outcome(1, Reason.CLAIM_RIGHT, 0, claimed=(31, 31))
    short = play(led, "0 claim")
    assert short.outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(25, 25), payers=(0,))
    assert short.position.trick == led.trick


def test_closed_cards_are_opened_for_a_claim_and_for_nothing_else() -> None:
    """«Бура»: «Никто из игроков, даже выигравший взятку, не может посмотреть закрытые карты до тех пор, пока
    кто-нибудь не объявит о наборе 31 очка».
    """
    position = dealt("AS 10D QH", "JS KC AD", "10C 7D 8C", turned="6H", rules=CLOSED)
    position = play(position, "1 pass", "2 pass", "0 lead AS", "1 give JS", "2 give 10C").position
    assert position.piles[0].points(36) == (11, 33)
    claimed = play(position, "0 claim").position
    assert (claimed.phase, actors(claimed)) == (Phase.OPENING, (1, 2))
    assert legal_actions(claimed, 1) == (Open(cards("JS")),)
    refused(claimed, 1, Open(cards("QS")), Code.POINTS_ILLEGAL)
    refused(claimed, 0, Claim(), Code.TYPE_NOT_DUE)
    step = play(claimed, "2 open 10C", "1 open JS")
    assert step.outcome == Outcome(None, Reason.CLAIM_WRONG, 0, claimed=(23, 23), payers=(0,))
