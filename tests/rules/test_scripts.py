"""Scripts of whole hands: random hands written down as cases must be judged as they went."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bura_p2p.cards import Card, deck
from bura_p2p.errors import LocalError
from bura_p2p.rules.actions import Action, Answer, Give, Lead, Pass
from bura_p2p.rules.builtin import IDS, find_ruleset
from bura_p2p.rules.cases import check_case
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import Position, deal_known

from .hands import start

PLAYERS = "ABCDEF"


def texts(cards: tuple[Card | None, ...]) -> list[str]:
    return [str(card) for card in cards]


def chosen(tape: random.Random, position: Position, seat: int) -> Action:
    """A play, or what a seat that a script does not mention does."""
    actions = legal_actions(position, seat)
    plays = [action for action in actions if isinstance(action, Lead | Answer | Give)]
    if plays:
        return tape.choice(plays)
    return Pass() if Pass() in actions else actions[0]


def written_down(name: str, number: int) -> dict[str, Any]:
    """A case that tells a random hand play by play, with what each trick was worth counted here."""
    tape, rules = random.Random(number), find_ruleset(name)
    seats = tape.randint(*rules.players)
    pack = list(deck(rules.deck))
    tape.shuffle(pack)
    position = deal_known(start(rules, seats), pack)
    hands = {PLAYERS[seat]: texts(hand) for seat, hand in enumerate(position.hands)}
    draws = texts(position.stock[:-1])
    script: list[dict[str, Any]] = []
    taken, on_table = dict.fromkeys(PLAYERS[:seats], 0), 0
    while actors(position):
        seat = actors(position)[0]
        action = chosen(tape, position, seat)
        if isinstance(action, Lead | Answer | Give):
            face = "down" if isinstance(action, Give) else "up"
            script.append({"do": "play", "player": PLAYERS[seat], "cards": texts(action.cards), "face": face})
            on_table += cards_points([card for card in action.cards if card is not None])
        step = apply(position, seat, action)
        position = step.position
        if step.trick is not None:
            taken[PLAYERS[step.trick.winner]] += on_table
            script.append({"expect": {"trick_winner": PLAYERS[step.trick.winner], "taken_points": dict(taken)}})
            on_table = 0
    winner = position.outcome and position.outcome.winner
    return {
        "id": f"{name}-{number}", "ruleset": name, "question": "scripted_hand",
        "situation": {
            "players": list(PLAYERS[:seats]), "trump_card": str(position.trump_card), "leader": "A",
            "hands": hands, "draw_order": draws, "script": script,
        },
        "expect": {"hand_over": True, "hand_winner": None if winner is None else PLAYERS[winner]},
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(IDS))
def test_a_hand_written_down_is_judged_as_it_went(name: str) -> None:
    for number in range(12):
        case = written_down(name, number)
        assert check_case(case) == ()
        case["expect"]["hand_winner"] = "nobody"
        assert len(check_case(case)) == 1


def script(name: str, hands: dict[str, str], steps: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "id": "S", "ruleset": name, "question": "scripted_hand", "expect": {},
        "situation": {
            "players": list(hands), "leader": "A", "trump_card": "6H",
            "hands": {player: cards.split() for player, cards in hands.items()}, "script": steps, **more,
        },
    }  # fmt: skip


def test_stakes_in_a_script() -> None:
    case = script("s004-3", {"A": "AS 10D QH", "B": "KS JS AD"}, [
        {"do": "raise", "player": "A", "to": 2, "name": "davi"},
        {"do": "raise", "player": "B", "to": 3, "name": "se"},
        {"do": "accept", "player": "A"},
        {"expect": {"stake": 3, "hand_over": False}},
        {"do": "raise", "player": "A", "to": 4},
        {"do": "decline", "player": "B"},
        {"expect": {"hand_winner": "A", "match_points": {"A": 3}}},
    ], trump_card="JH")  # fmt: skip
    assert check_case(case) == ()


BURA = {"A": "AS 10D QH", "B": "AH 10H 9H", "C": "KS JS AD"}


@pytest.mark.parametrize("name", ["s001-open", "s001-closed", "s001-32", "s002"])
def test_the_cards_of_an_announced_bura_may_be_told_or_not(name: str) -> None:
    said = {"do": "announce", "player": "B", "what": "bura"}
    shown = {"do": "play", "player": "B", "cards": BURA["B"].split()}
    over = {"expect": {"hand_over": True, "hand_winner": "B"}}
    for steps in ([said, over], [said, shown, over]):
        assert check_case(script(name, BURA, steps, trump_card="7H")) == ()


def test_announcements_one_after_another_and_a_claim_that_goes_first() -> None:
    hands = {"A": "AS 10D QH", "B": "KS QS JS", "C": "KD JD AD"}
    both = [{"do": "announce", "player": player, "what": "molodka"} for player in "CB"]
    follow = [
        {"do": "play", "player": "C", "cards": ["KD", "JD", "AD"]},
        {"do": "play", "player": "A", "cards": ["AS", "10D", "QH"]},
        {"expect": {"trick_winner": "B", "leader": "B", "taken_points": {"B": 50}}},
    ]
    assert check_case(script("s001-open", hands, [*both, *follow])) == ()
    claim = [{"do": "declare", "player": "A"}, {"expect": {"hand_over": True, "valid": False, "hand_winner": None}}]
    assert check_case(script("s001-open", hands, [*both, *claim])) == ()
    assert check_case(script("s001-open", hands, claim)) == ()


def test_a_play_that_is_not_due_is_an_error() -> None:
    case = script("s000", {"A": "AS 10D QH", "B": "KS JS AD"}, [{"do": "play", "player": "B", "cards": ["KS"]}])
    with pytest.raises(LocalError, match="do not allow"):
        check_case(case)


