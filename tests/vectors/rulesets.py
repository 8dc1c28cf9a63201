"""`rulesets.json`: bytes that are a ruleset, and bytes that are none (section 12.1), each with what it breaks.

Here: answers changed, lines bent. Never: how a ruleset is played.
"""

from __future__ import annotations

from typing import Any

from bura_p2p.rules.builtin import RULESETS

from .form import case, document, group

BROKEN = {
    "U1a": [
        ("georgian", "players 2 1"),
        ("russian", "players 2 7"),
        ("georgian", "lead 2 3"),
        ("georgian", "lead 1 3 2"),
        ("georgian", "lead 1 2 3 4"),
        ("georgian", "clock 3601"),
        ("russian", "deck 20", "players 2 6", "hand 5"),
    ],
    "U1b": [("georgian", "target -"), ("kozel", "target 31"), ("kozel", "exhausted void_reante")],
    "U1c": [("georgian", "raises 2 4"), ("georgian", "raises 3"), ("georgian", "players 2 3")],
    "U1d": [
        ("georgian-pairs", "teams 0,2 1"),
        ("georgian-pairs", "teams 0,2 1,2"),
        ("georgian-pairs", "teams 0,1,2,3"),
        ("georgian-pairs", "players 3 4"),
    ],
    "U1e": [("closed", "points_shown yes")],
    "U1f": [("classic", "specials_when never"), ("georgian", "specials_when pre_lead"), ("classic", "lead 1 2")],
    "U1g": [
        ("classic", "bura nothing"),
        ("classic", "specials three_aces molodka"),
        ("georgian", "bura must_win_trick"),
    ],
    "U1h": [("georgian", "three_aces takes_pot"), ("telegram", "three_aces takes_pot")],
    "U1i": [("kozel", "instant bura"), ("telegram", "instant four_aces")],
    "U1j": [("telegram", "instant bura bura"), ("classic", "specials bura bura three_aces")],
    "U1k": [
        ("classic", "maliutka anytime"),
        ("telegram", "maliutka anytime"),
        ("georgian", "maliutka anytime", "lead 1 2"),
    ],
    "U1l": [("georgian", "first_lead left_of_dealer"), ("classic", "first_lead winner")],
    "U1m": [("classic", "ante 0"), ("classic", "match_to 3"), ("classic", "raises 2"), ("classic", "ante 1001")],
    "U1n": [("georgian", "ante 1"), ("georgian", "exhausted void_reante"), ("georgian", "tie split_pot")],
    "U1o": [("telegram", "wrong lose_hand"), ("telegram", "players 4 4", "teams 0,2 1,3")],
    "U1p": [("georgian", "wrong nothing")],
    "U1q": [("telegram", "players 2 2", "raises 2 3", "points_shown no")],
    "U1r": [("georgian", "specials bura", "specials_when in_trick", "bura must_win_trick")],
}
"""For each condition: a ruleset, and the answers that break it there."""

GOOD = {
    "georgian, a match": ("georgian", "match_to 3"),
    "georgian, gives open": ("georgian", "give_face up"),
    "georgian, points shown": ("georgian", "points_shown yes"),
    "georgian, a clock": ("georgian", "clock 3600"),
    "russian without molodka": ("russian", "specials bura three_aces"),
    "classic, a larger ante": ("classic", "ante 1000"),
    "western in the trick": ("western", "specials_when in_trick"),
    "telegram, no points": ("telegram", "points_shown no"),
}
"""Starred answers, under the name."""

OURS = {
    "another name": ("georgian",),
    "to 30": ("georgian", "target 30"),
    "in another order": ("classic", "specials molodka bura three_aces"),
    "teams of two sizes": ("georgian-pairs", "teams 0 3,1,2"),
    "one seat a team": ("georgian", "teams 0 1"),
    "a hand with one card": ("georgian", "hand 1", "lead 1"),
    "the name of 32": ("georgian", "name a23456789-123456789-123456789-12"),
    "a name that ends in a hyphen": ("georgian", "name a-"),
}
"""Other answers, under a name of one's own."""

TAKEN = {
    "U3": [
        ("georgian", "target 30"),
        ("georgian", "raises 2 3"),
        ("classic", "wrong double_pot"),
        ("telegram", "hand 2", "lead 1 2"),
    ],
    "U3a": [
        ("classic", "specials molodka three_aces bura"),
        ("russian", "specials bura", "three_aces lead"),
        ("western", "specials bura molodka"),
    ],
}
"""Under a shipped name, with answers that are not its own."""

WORDS = {
    "U5": [
        ("georgian", "target 031"),
        ("georgian", "target +31"),
        ("georgian", "clock 000001"),
        ("georgian", "target 3 1"),
    ],
    "U6": [
        ("georgian", "lead 1  2 3"),
        ("georgian", "lead 1,2,3"),
        ("georgian-pairs", "teams 0 2 1 3"),
        ("georgian", "lead "),
    ],
    "U8": [
        ("georgian", "name Ours"),
        ("georgian", "name -a"),
        ("georgian", "name 1a"),
        ("georgian", "name a b"),
        ("georgian", "name "),
        ("georgian", "name a23456789-123456789-123456789-123"),
        ("georgian", "name ou_rs"),
    ],
    "U7": [
        ("georgian", "deck 52"),
        ("georgian", "bura anything"),
        ("georgian", "target 121"),
        ("georgian", "match_to 2"),
        ("georgian", "hand 0"),
        ("georgian", "clock -"),
        ("georgian", "points_shown true"),
    ],
}
"""Answers of another form."""


def changed(name: str, *lines: str) -> bytes:
    """The canonical form with other answers, under a name of its own."""
    answers = dict(line.split(" ", 1) for line in ["name ours", *lines])
    form = RULESETS[name].canonical_bytes().decode().splitlines()
    told = [f"{word} {answers[word]}" if (word := line.split(" ", 1)[0]) in answers else line for line in form[1:]]
    return "\n".join([form[0], *told, ""]).encode()


def bent() -> dict[str, tuple[str, bytes]]:
    """Bytes of another form than the lines have, with what they break."""
    whole = RULESETS["georgian"].canonical_bytes()
    rows = whole.split(b"\n")
    return {
        "without its last byte": ("U4", whole[:-1]),
        "one line end more": ("U4", whole + b"\n"),
        "CR LF": ("U4", whole.replace(b"\n", b"\r\n")),
        "without the first line": ("U4", b"\n".join(rows[1:])),
        "another first line": ("U4", whole.replace(b"bura-rules 1", b"bura-rules 2")),
        "two questions exchanged": ("U4", b"\n".join([*rows[:2], rows[3], rows[2], *rows[4:]])),
        "a question less": ("U4", b"\n".join([*rows[:-2], b""])),
        "a question twice": ("U4", b"\n".join([*rows[:-1], rows[-2], b""])),
        "a question more": ("U4", b"\n".join([*rows[:-1], b"colour red", b""])),
        "a blank at an end": ("U7", whole.replace(b"deck 20\n", b"deck 20 \n")),
        "a tab": ("U7", whole.replace(b"deck 20", b"deck\t20")),
        "a capital": ("U7", whole.replace(b"give_face down", b"give_face Down")),
        "a byte above 127": ("U4", whole.replace(b"name georgian", b"name georgi\xc3\xa4n")),
        "a zero byte": ("U4", whole + b"\0"),
        "no byte": ("U4", b""),
    }


def make() -> dict[str, Any]:
    def good(name: str, data: bytes, *req: str) -> dict[str, Any]:
        found = case(name, "", {"ruleset": data}, {"ok": True, "name": data.split(b"\n")[1][5:].decode()})
        return found | {"req": list(req)}

    def bad(name: str, said: str, data: bytes, req: str) -> dict[str, Any]:
        base = "U1" if req.startswith("U1") else "H5"
        return case(name, said, {"ruleset": data}, {"code": "ruleset"}) | {"req": sorted({req, base})}

    tests = [good(f"form {name}", rules.canonical_bytes(), "U4") for name, rules in RULESETS.items()]
    tests += [
        good(f"form {name}", changed(rules, f"name {rules}", *lines), "U3") for name, (rules, *lines) in GOOD.items()
    ]
    tests += [good(f"form {name}", changed(rules, *lines), "U3b", "U6") for name, (rules, *lines) in OURS.items()]
    for table, own in ((BROKEN, False), (TAKEN, True), (WORDS, False)):
        for req, rows in table.items():
            for number, (rules, *lines) in enumerate(rows):
                named = [f"name {rules}"] if own else []
                data = changed(rules, *named, *lines)
                tests.append(bad(f"form {req} {number}", f"{rules}: {', '.join(lines)}", data, req))
    tests += [bad(f"form {name}", "georgian", data, req) for name, (req, data) in bent().items()]
    about = "Whether these bytes (hex) are the ruleset of a game that bears its own name: `name`, or refused."
    return document("rulesets", "Section 12.1: canonical form, U1 to U8.", [group("forms", about, tests)])
