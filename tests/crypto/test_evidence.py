"""Every value of a failed equation under its own letter, numbered from 1, in its place."""

from __future__ import annotations

from bura_p2p.crypto.evidence import LINEAR, SHUFFLE, linear, shuffled
from bura_p2p.crypto.group import Element, Scalar, multiply_base
from bura_p2p.crypto.masking import MaskedCard

POINTS = [multiply_base(number) for number in range(1, 40)]


def hexed(number: int) -> str:
    return f"{number:064x}"


def point(number: int) -> str:
    """The hex of `number`·G."""
    return POINTS[number - 1].to_bytes().hex()


def some(*numbers: int) -> list[Element]:
    return [POINTS[number - 1] for number in numbers]


def scalars(*numbers: int) -> list[Scalar]:
    return [Scalar(number) for number in numbers]


def test_a_linear_proof() -> None:
    rows = [(POINTS[0], (POINTS[1], None, POINTS[2])), (POINTS[3], (None, POINTS[4], None))]
    failed = linear(b"\xab\xcd", rows, scalars(21, 22, 23, 24), some(6, 7), Scalar(25))
    assert (failed.equation, failed.at) == (LINEAR, None)
    assert failed.values == (
        ("S", "abcd"),
        ("Y_1", point(1)),
        ("Y_2", point(4)),
        ("B_1_1", point(2)),
        ("B_1_3", point(3)),
        ("B_2_2", point(5)),
        ("e", hexed(21)),
        ("z_1", hexed(22)),
        ("z_2", hexed(23)),
        ("z_3", hexed(24)),
        ("T_1", point(6)),
        ("T_2", point(7)),
        ("left", hexed(21)),
        ("right", hexed(25)),
    )


def test_a_shuffle() -> None:
    before = [MaskedCard(*some(1, 2)), MaskedCard(*some(3, 4))]
    after = [MaskedCard(*some(5, 6)), MaskedCard(*some(7, 8))]
    proof = (Scalar(41), scalars(42, 43, 44, 45), scalars(46, 47), scalars(48, 49), some(9, 10), some(11, 12))
    hashed = (b"\x0d", scalars(51, 52), some(13, 14, 15, 16, 17), some(18, 19))
    failed = shuffled((b"\x0c", POINTS[19]), (before, after), proof, hashed, Scalar(53))
    assert (failed.equation, failed.at) == (SHUFFLE, None)
    named = {
        "ctx": "0c", "N": "2", "P": point(20),
        "A_1": point(1), "A_2": point(3), "B_1": point(2), "B_2": point(4),
        "A'_1": point(5), "A'_2": point(7), "B'_1": point(6), "B'_2": point(8),
        "k": hexed(41), "s_1": hexed(42), "s_2": hexed(43), "s_3": hexed(44), "s_4": hexed(45),
        "s_hat_1": hexed(46), "s_hat_2": hexed(47), "s'_1": hexed(48), "s'_2": hexed(49),
        "c_1": point(9), "c_2": point(10), "c_hat_1": point(11), "c_hat_2": point(12),
        "d": "0d", "u_1": hexed(51), "u_2": hexed(52),
        "t_1": point(13), "t_2": point(14), "t_3": point(15), "t_4B": point(16), "t_4A": point(17),
        "t_hat_1": point(18), "t_hat_2": point(19), "left": hexed(41), "right": hexed(53),
    }  # fmt: skip
    assert failed.values == tuple(named.items())
