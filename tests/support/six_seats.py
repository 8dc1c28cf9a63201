"""A table of up to six seats as a feed shows it, for faces: no two programs can play one yet.

Here: plain data, made from nothing. Never: a lobby, a rule.
"""

from __future__ import annotations

from typing import Any

NAMES = ("Nino", "Леван", "ქეთევან", "Ana Maria de la Encarnación", "Bo", "გიორგი")
"""Of several scripts and lengths."""

HANDS = (
    ["AS", "10S", "KH"], ["9C", "8C", "7C"], ["QD", "JD", "6D"], ["AH", "QH", "JH"], ["KC", "QC", "JC"],
    ["10D", "9D", "8D"],
)  # fmt: skip


def link(state: str = "here", seat: int | None = None, **changes: Any) -> dict[str, Any]:
    return {"state": state, "reason": "lost", "text": "", "choices": [], "seat": seat, **changes}


def turn(*legal: str, owing: tuple[int, ...] = (0,), mine: bool | None = None) -> dict[str, Any]:
    return {
        "mine": bool(legal) if mine is None else mine, "legal": list(legal), "owing": list(owing), "claiming": False,
        "claim_early": False, "may_resign": True, "prompt": "",
    }  # fmt: skip


def table(seats: int = 6, seat: int = 0, **changes: Any) -> dict[str, Any]:
    """A table by the classic rules: the seat after `seat` has led two cards, and three have followed."""
    after = [(seat + 1 + number) % seats for number in range(seats)]
    trick = [
        {"seat": who, "kind": kind, "cards": cards, "count": 2}
        for who, kind, cards in zip(
            after,
            ("lead", "give", "answer", "give"),
            (["10C", "9C"], None, ["AC", "7H"], ["6D", "6S"]),
            strict=False,
        )
    ]
    found = {
        "game": 1, "seat": seat, "seats": seats, "names": list(NAMES[:seats]), "ruleset": "classic",
        "rules_title": "Classic", "rule_card": [f"Rules: Classic. {seats} players."], "stage": "follow",
        "round": 30, "head": "ab" * 32,
        "match": {
            "hand": 3, "target": None, "score": [0] * seats, "chips": [5, -3, 2, -4, 0, 0][:seats], "pot": 12,
            "dealer": after[-2],
        },
        "trump": "H", "trump_card": "10H", "stock": 10, "stock_dead": False, "leader": after[0], "order": after,
        "held": list(HANDS[0]), "given": [], "counts": [3 if n in (seat, after[-2]) else 1 for n in range(seats)],
        "trick": trick[: seats - 1], "last_trick": None,
        "piles": [{"cards": 2 * n, "closed": n % 2, "points": None} for n in range(seats)], "own_points": None,
        "target": 31, "stake": 1, "raise_to": None, "raised_by": None, "raises": False, "announced": [],
        "policies": [], "policy": None, "clock": None, "link": link(), "end_offered_by": None, "result": None,
        "over": None, "chat": [], "stopping": False, "resigning": False, "turn": turn(owing=(after[-2],)),
    }  # fmt: skip
    return found | changes


def state(**changes: Any) -> dict[str, Any]:
    """The state of a feed with such a table, changed by `changes`."""
    return {
        "screen": "table", "name": "Nino", "version": "", "rulesets": [], "bots": [], "games": [], "nearby": [],
        "words": None, "restoring": False, "practice": False, "waiting": None, "ask": None, "settings": {},
        "busy": None, "table": table(**changes),
    }  # fmt: skip
