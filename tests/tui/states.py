"""States of a feed as a real lobby recorded them, cut short.

Here: plain data, and copies of it with changes. Never: a lobby.
"""

from __future__ import annotations

import copy
from typing import Any

LOBBY: dict[str, Any] = {
    "screen": "lobby",
    "name": "Nino",
    "version": "0.1.0",
    "bots": ["greedy", "random", "lively"],
    "nearby": [],
    "words": None,
    "restoring": False,
    "practice": False,
    "waiting": None,
    "ask": None,
    "table": None,
    "settings": {},
    "busy": None,
    "games": [
        {
            "id": 3,
            "when": 1796000000.0,
            "seat": 0,
            "opponent": "Levan",
            "ruleset": "georgian",
            "status": "open",
            "status_text": "unfinished",
            "told": "unfinished, you were behind 1:2",
            "outcome": "behind",
            "score": [1, 2],
            "chips": None,
            "stopped": [],
            "resumable": True,
            "file": "game-3.bura",
        },
        {
            "id": 2,
            "when": 1795000000.0,
            "seat": 0,
            "opponent": "greedy bot",
            "ruleset": "georgian",
            "status": "complete",
            "status_text": "complete",
            "told": "complete, you won 3:1",
            "outcome": "won",
            "score": [3, 1],
            "chips": None,
            "stopped": [],
            "resumable": False,
            "file": "game-2.bura",
        },
    ],
    "rulesets": [
        {
            "id": "georgian",
            "title": "Georgian, three cards",
            "summary": "2 players. 31 points and 'var'; closed gives; a bura led wins; raises to 6",
            "seats": [2, 2],
            "plays": True,
            "raises": [2, 3, 4, 5, 6],
            "options": [],
            "card": [
                "Rules: Georgian, three cards. 2 players.",
                "Cards   20 cards, high to low with points: ace 11, ten 10, king 4, queen 3, jack",
                "        2; 120 in all. 3 cards each; the next is turned up for trump, and it is",
            ],
        },
        {
            "id": "classic",
            "title": "Classic",
            "summary": "2 players. 31 points, claimed; open gives; a bura must win its trick; a pot",
            "seats": [2, 2],
            "plays": True,
            "raises": [],
            "options": [],
            "card": [
                "Rules: Classic. 2 players.",
                "Cards   36 cards, high to low with points: ace 11, ten 10, king 4, queen 3, jack",
                "        2, nine to six 0; 120 in all. 3 cards each; the next is turned up for",
            ],
        },
    ],
}

TABLE: dict[str, Any] = {
    "game": 4,
    "seat": 0,
    "seats": 2,
    "names": ["Nino", "Levan"],
    "stage": "follow",
    "round": 15,
    "head": "f6ac8e51dacbf2de5093f769ebe52ab2d5ce2eed6c085d9f69623fdb659e9227",
    "match": {"hand": 1, "target": 3, "score": [0, 0], "chips": None, "pot": None, "dealer": None},
    "held": ["KC", "QS"],
    "given": [],
    "own_points": None,
    "turn": {
        "mine": False,
        "legal": [],
        "owing": [1],
        "claiming": False,
        "claim_early": False,
        "may_resign": True,
        "prompt": "Waiting for Levan.",
    },
    "clock": None,
    "link": {"state": "here", "reason": "", "text": "", "choices": ["wait", "offer_end", "stop"]},
    "end_offered_by": None,
    "last_trick": {
        "plays": [
            {"seat": 0, "kind": "lead", "cards": ["JH"], "count": 1},
            {"seat": 1, "kind": "give", "cards": None, "count": 1},
        ],
        "taken_by": 0,
        "text": "You take the trick: nothing beat your J♥.",
    },
    "result": None,
    "over": None,
    "chat": [{"seat": 1, "text": "Good luck! <b>bold</b> გამარჯობა"}, {"seat": 0, "text": "Thanks"}],
    "stopping": False,
    "resigning": False,
    "ruleset": "georgian",
    "rules_title": "Georgian, three cards",
    "rule_card": [
        "Rules: Georgian, three cards. 2 players.",
        "Cards   20 cards, high to low with points: ace 11, ten 10, king 4, queen 3, jack",
        "        2; 120 in all. 3 cards each; the next is turned up for trump, and it is",
    ],
    "target": 31,
    "policy": None,
    "policies": [],
    "trump": "D",
    "trump_card": "QD",
    "stock": 10,
    "stock_dead": False,
    "leader": 0,
    "order": [0, 1],
    "counts": [2, 3],
    "trick": [{"seat": 0, "kind": "lead", "cards": ["KD"], "count": 1}],
    "piles": [{"cards": 4, "closed": 2, "points": None}, {"cards": 0, "closed": 0, "points": None}],
    "announced": [],
    "stake": 2,
    "raise_to": None,
    "raised_by": 0,
    "raises": True,
}

RESULT: dict[str, Any] = {
    "hand": 2,
    "winner": 1,
    "reason": "claim_wrong",
    "text": "Counted: 15 points in your pile; 31 were needed. Levan wins hand 2 and 1 point: the points were not "
    "there. Score: You: 0, Levan: 3.",
    "points": 1,
    "totals": None,
    "claimed": [15, 15],
    "score": [0, 3],
    "chips": [0, 0],
    "proved": [
        "The deck of 20 cards was shuffled by every player in turn, and each shuffle was proved to add, "
        "drop and swap nothing. One honest shuffle is enough: nobody could know or steer the order.",
        "3 cards each, and 6 cards drawn later, came from that deck: every player handed out the right "
        "keys for each of them, by proof, and only who drew a card could read it.",
    ],
    "file": None,
}

OVER: dict[str, Any] = {
    "ended": "complete",
    "winner": 1,
    "score": [0, 3],
    "text": "Levan wins the match. Score: You: 0, Levan: 3. Both have signed it.",
    "verdict": None,
    "file": None,
    "rematch": None,
}


def lobby_state(**changes: Any) -> dict[str, Any]:
    """The lobby."""
    return {**copy.deepcopy(LOBBY), **changes}


def table_state(**changes: Any) -> dict[str, Any]:
    """The table in mid-trick, with parts of it changed."""
    return lobby_state(screen="table", table={**copy.deepcopy(TABLE), **changes})


def turn(*legal: str, **changes: Any) -> dict[str, Any]:
    """One's own turn, with these moves."""
    found = {**TABLE["turn"], "mine": True, "legal": list(legal), "owing": [0], "prompt": "Your turn."}
    return found | changes
