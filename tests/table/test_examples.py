"""The worked examples of the rule texts, through full sessions: every mask, proof and opening is made and checked."""

from __future__ import annotations

import pytest

from bura_p2p.rules.builtin import CLASSIC, GEORGIAN, RUSSIAN
from bura_p2p.table import events as e

from .scripts import play_script


def told(hall, kind: type, seat: int = 0) -> list:
    return [event for event in hall.events[seat] if isinstance(event, kind)]


def test_the_georgian_hand_move_by_move() -> None:
    """Georgian tables: "You lead first … The points are counted, 34, and the hand is yours." """
    hall, seat_of = play_script(
        GEORGIAN,
        ["AS 10D QH", "KS JS AD"],
        "JH",
        "AC 10H 10C KD",
        ["A lead AS", "B give JS", "A lead 10D", "B answer AD", "B lead 10C", "A answer AC", "A claim"],
    )
    you, opponent = (seat_of[who] for who in "AB")
    assert [(trick.seat, trick.shown, trick.closed) for trick in told(hall, e.TrickTaken)] == [
        (you, 11, 1), (opponent, 21, 0), (you, 21, 0),
    ]  # fmt: skip
    (over,) = told(hall, e.HandOver)
    assert (over.winner, over.reason, over.points) == (you, "claim_right", 1)
    assert over.claimed == (34, 43)  # the face-down card "is worth at least 2", and nobody had to open it
    assert not told(hall, e.PileOpened)
    held = told(hall, e.Held, you)
    assert [" ".join(map(str, event.cards)) for event in held[:2]] == ["10D QH AS", "AC 10D QH"]


@pytest.mark.parametrize(
    ("answer", "winner", "points"),
    [
        ("B answer KD 8D", "B", 9),  # "игроку В придется разыграть оба своих козыря"
        ("B answer 8D 9S", "A", 5),  # "оставив козырного короля на следующий ход, и отдав эту взятку игроку А"
    ],
)
def test_the_russian_trick_of_three(answer: str, winner: str, points: int) -> None:
    """«Бура»: queen and seven of spades are led; A puts down the nine of diamonds and the jack of spades."""
    letters = {"A": "B", "B": "C"}  # the text's A and B sit after the leader, who is A here
    script = ["A lead QS 7S", "B answer 9D JS", answer.replace("B", "C", 1), f"{letters[winner]} claim"]
    hall, seat_of = play_script(RUSSIAN, ["QS 7S 6H", "9D JS 6C", "KD 8D 9S"], "6D", "", script)
    (trick,) = told(hall, e.TrickTaken)
    assert (trick.seat, trick.shown) == (seat_of[letters[winner]], points)
    (over,) = told(hall, e.HandOver)
    assert (over.reason, over.claimed, over.pot) == ("claim_wrong", (points, points), 6)


@pytest.mark.parametrize(
    ("answer", "winner"),
    [
        ("B answer JS 8S", "B"),  # "a jack or better, or a trump, to beat the 9", an 8 to beat the 7
        ("B answer 10H 8S", "B"),
        ("B answer JS 6S", "A"),  # "If they cannot beat both cards, they lose the trick."
        ("B answer JS AC", "A"),
    ],
)
def test_the_classic_pair(answer: str, winner: str) -> None:
    """Denexa Games: "if a player led a 7 and a 9 in a non-trump suit …" """
    hand = " ".join(dict.fromkeys([*answer.split()[2:], "JD", "7C"]).keys())
    three = " ".join(hand.split()[:3])
    script = ["A lead 7S 9S", answer, f"{winner} claim"]
    hall, seat_of = play_script(CLASSIC, ["7S 9S 6C", three], "6H", "", script)
    (trick,) = told(hall, e.TrickTaken)
    assert trick.seat == seat_of[winner]
