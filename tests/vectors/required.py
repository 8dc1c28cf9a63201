"""Which requirements of spec.md a vector or a game shows: the key `req`.

Here: from a test's group, code and mutation to the names of requirements. Never: a test, or what it expects.
`tests/spec/requirements.py` compares the names with the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Test = Mapping[str, Any]

PLACES = {
    "vec": "E21", "ctx": "Y1 Y2 Y3", "head": "E26", "table_id": "E27", "signature": "E23 E25", "key_commit": "K1",
    "places": "Y14 Y15 Y15a", "cards": "Y10 Y13 Y20 Y25 Y26 Y27 Y29",
}  # fmt: skip

STATEMENTS = {
    "own-key": ("Y34", "K5"), "share": ("Y35", "D2 D5"), "open": ("Y36", "P4 C2"),
    "points": ("Y37 Y43 G8", "P12a C5"),
    "sealed-points": ("Y38 Y43", "T2"), "sealed-total": ("Y39", "T4"), "suit": ("Y40 Y44 Q1", "Q4"),
    "rank": ("Y41 Y44 Q1", "Q4"), "one-suit": ("Y42 Y44 Q1", "Q4"),
}  # fmt: skip
"""Group of `relation.json` to its row of section 11.8, and to the duties of those who receive such proofs."""

LIES = {"t_1": "Y55", "t_2": "Y56", "t_3": "Y57", "t_4B": "Y58", "t_4A": "Y59", "t_hat": "Y60"}

SENDERS = {
    "hello": "H1 E1 E22", "commit": "K1 E1 Y62", "reveal": "K2 Y21", "shuffle": "S1 Y46 Y53",
    "deal": "D1 Y22 Y23 Y26",
    "shares": "D4 Y24 Y28", "lead": "P1 P6a Y19", "answer": "P7", "give": "P9 P13a", "claim": "B54", "pass": "R4",
    "raise": "B44", "accept": "B47", "count": "C4 C4a B63", "result": "Z1 B89",
}  # fmt: skip
"""What an honest entry of a type shows."""

LINKS = {
    "identity_repeated": "N6", "identity_key": "N7", "version": "N8", "feature": "N9 V2c", "link_order": "N13",
    "link_message": "N13a",
}  # fmt: skip

REFUSED = {
    ("commit", "shape"): "E14 M8", ("lead", "length"): "P2", ("lead", "mix_proof"): "P3a",
    ("lead", "open_proof"): "P4", ("lead", "lead_illegal"): "P6 B25", ("answer", "answer_illegal"): "P8 B26",
    ("give", "give_illegal"): "P10 B27", ("give", "mix_proof"): "P11 P3a", ("give", "length"): "P12",
    ("give", "statement_proof"): "P12a", ("reveal", "commitment"): "K3", ("reveal", "key_proof"): "K5",
    ("claim", "claim_illegal"): "R1", ("claim", "type_not_due"): "E15 A2", ("raise", "raise_illegal"): "R2 B45",
    ("count", "length"): "C5", ("count", "statement_proof"): "C5", ("open", "length"): "C2",
    ("open", "open_proof"): "C2", ("announce", "type_not_due"): "Q4 B17", ("announce", "length"): "Q4",
    ("announce", "statement_proof"): "Q4", ("cede", "type_not_due"): "Q6", ("points", "point"): "T2",
    ("points", "statement_proof"): "T2", ("win", "statement_proof"): "T4", ("win", "points_illegal"): "T5",
    ("result", "result_wrong"): "Z2", ("resign", "type_not_due"): "Z3",
}  # fmt: skip
"""Type and code of the entry that convicts to what it breaks."""

BY_TYPE = {"shuffle": "S2", "deal": "D2", "shares": "D5"}
BY_CODE = {
    "shape": "E14", "version": "E14", "type_unknown": "E14 V3b", "type_not_due": "E15 A2",
    "equivocation": "E11a X2",
}  # fmt: skip
VERDICTS = {
    "fair": "X19", "open": "X19 A1", "unsigned_result": "X19", "void": "X19 K6 E18", "forked": "X16 X2a",
    "equivocation": "X17 X10a", "fault": "X18 X2 X10 X10a", "malformed": "X10a", "unsupported": "X13 X2b",
}  # fmt: skip
GAMES = {
    "bad/commitment-key": "K3", "bad/cut": "X1 X1a", "bad/empty-frame": "X1 X1a", "bad/magic": "X1 X7",
    "bad/no-entry": "X1", "bad/equivocation-late": "E11a", "bad/equivocation-other-head": "E11a",
    "bad/closed-round": "E12 X15", "bad/behind-the-end": "E20a E30 A36", "bad/table-wrong-first": "E10 E1 X14",
    "bad/hello-feature": "H4 V2 V2a", "bad/hello-two-leaders": "H4 V2", "bad/hello-leader": "H6 X14",
    "good/seat-0-leads": "Y15a Y16 V2", "good/seat-1-leads": "Y15a V2",
    "bad/hello-identity": "H2 X14", "bad/hello-head": "E13 X14", "bad/hello-name": "H5 U3",
    "bad/hello-ruleset": "H5 U7", "bad/hello-seats": "H6 X14", "bad/hello-version": "H3",
    "bad/left-speaks": "A11 E19a", "bad/other-seat": "X11 E6", "bad/outer-shape": "X11 E7",
    "bad/seat-in-body": "E8 X11", "bad/second-hello": "E11a X14", "bad/signature": "E6 X11",
    "bad/table-wrong": "E10 X15", "bad/twice": "X12 E11", "bad/lead-under": "B21 B25a", "bad/lead-other": "B22 B25b",
    "bad/raise-announced": "B21 R2", "bad/points-pass": "A44", "bad/give-illegal": "P10 P9",
    "bad/cede-seized": "E15 A2", "bad/resign-at-result": "Z3 E15", "bad/key-proof": "K5 K1a",
    "forked/equivocation-two-files": "X4", "forked/head-unknown": "E13", "forked/round-to-come": "E9",
    "forked/hole": "E9", "forked/scrambled": "E9 X9", "forked/scrambled-but-lent": "X3b X9",
    "forked/early-of-three": "E9 X9", "forked/equivocation-behind-a-hole": "X4",
    "forked/equivocation-of-three": "X4", "forked/hole-but-lent": "X3 X3b X3d", "forked/cut-but-lent": "X3 X3a X3b",
    "forked/equivocation-behind-six": "X3a X4", "forked/other-game-lends-nothing": "X3",
    "good/bura": "B24 B31 B65 B7",
    "good/claim-opening-right": "C1 A21 B57 B68", "good/claim-opening-wrong": "C1 A34 B57 B69",
    "good/claim-right": "B57 B68 B54", "good/claim-wrong": "B57 B69", "good/classic-dead": "B60 B61a B62 B78 B86",
    "good/classic-bura": "B35 A20 B33 B17 B22", "good/closed-opening": "A9 C1 A34", "good/declined": "A25 B48 B71",
    "bad/result-dealer": "B92 B93a", "bad/result-draw": "B76", "bad/result-split": "B77 B87",
    "good/in-trick-lead": "B41 B7", "good/in-trick-bura": "B33 B34 B38 B65", "good/draw": "B76 B63 C4",
    "good/split": "B77 B87 B25", "good/dealer-leaves": "B84 B92 B93a B91 B73",
    "good/kozel-aces": "B19 B66 B14", "good/match": "B49 B90 B91a B88", "good/pairs": "B10 B52 C1",
    "good/resigned": "Z4 A37 B72 E28 E29", "good/russian-aces": "B15 B18 B7",
    "good/russian-leaves": "B73 A11 Y18 B91 B93a Y13 Y21", "good/russian-32": "B55 A26 B70 Y12",
    "good/russian-takes-pot": "B23 B87 B86 B66", "good/telegram-sealed": "B13 A44 A7 T1 T2b T3 A28 A29 A30",
    "good/telegram-tells": "B12 P9a B67 A43", "good/western-6": "B55 B81 B95",
    "good/whole-hand": "A33 A35 B63 B64 B75", "good/georgian-5": "B27 P10", "good/maliutka": "B15 B24 A20",
    "good/maliutka-bura": "B25a B24 B21", "bad/lead-seized-trumps": "B25b B22",
    "open/keys-equal": "K6", "open/one-hello": "E26",
}  # fmt: skip


def of_encoding(group: str, test: Test) -> str:
    code, what = test["expect"].get("code"), test.get("mutation") or test["id"]
    if group == "frames":
        return {None: "F1", "frame_empty": "F2", "frame_too_long": "F3", "link_message": "F4"}[code]
    if group == "values":
        return f"{value(what)} M6" if code else value(what)
    if group == "outer":
        return {None: "E22", "shape": "E7", "encoding": "E7 M2"}.get(code, "E14")
    if group == "bodies":
        return "E14 M9" if code and what.endswith("True") else "E14 M8" if code else "M8"
    if "unknown" in test["id"]:
        return "V3" if code else "V3a"
    return "M6 M9" if what == "a bool first" else "M6 M8" if code else "M8"


def value(what: str) -> str:
    for names, words in (
        ("M2", ("longer form",)), ("M4", ("deep", "array of")), ("M3", ("str",)), ("M5", ("behind", "two values")),
    ):  # fmt: skip
        if any(word in what for word in words):
            return names
    return "M1 M2" if what.startswith("value") else "M1"


def of_places(group: str, test: Test) -> str:
    code = test["expect"].get("code")
    return {"signature": "E6 E25", "identity_key": "E6 E25", "commitment": "K3"}.get(code, PLACES[group])


def of_relation(group: str, test: Test) -> str:
    code, what = test["expect"].get("code"), test["id"]
    row, receivers = STATEMENTS[group]
    if code is None:
        more = " Y65 T1" if group == "sealed-points" else " G9a" if what.endswith("cancelled") else ""
        return f"{row} Y31 Y32 Y63{more}"
    found = {"length": "Y33 G4", "scalar": "Y33 G2", "point": "G1 G1a"}.get(code, "G6")
    found = "G9" if what.endswith("twice") and group != "sealed-total" else found
    found = "G9b" if what.endswith("none") and code == "length" else found
    found = f"{found} G2a" if what.endswith("zero") else found
    return f"{found} {receivers}" if "34" not in what else f"G8 {receivers}"


def of_shuffle(group: str, test: Test) -> str:
    code, what = test["expect"].get("code"), test["id"]
    if code is None:
        return "Y45 Y46 Y47 Y48 Y49 Y50 Y51 Y52 Y53 Y64 Y66"
    found = {"length": "Y54 Y45 G4", "scalar": "Y54 G2", "point": "Y54 G1a"}.get(code, "G7")
    lie = next((name for word, name in LIES.items() if what.endswith(f"lie {word}")), "")
    return f"{found} {lie} {'P3a' if group == 'hand' else 'S2'}"


def of_hand(group: str, test: Test) -> str:
    if "code" in test["expect"]:
        return by_code(test["mid"]["type"], test["expect"]["code"])
    return f"{SENDERS.get(test['mid']['type'], 'Z3')} E3"


def of_link(group: str, test: Test) -> str:
    code, what = test["expect"].get("code"), test["id"]
    if group == "certificate":
        return "N2a"
    if group == "invite":
        return of_invite(what, test["expect"]["ok"])
    if code is None:
        versions = "N28 " if what.endswith("versions") else "V2b " if what.endswith("odd") else ""
        return f"{versions}N20 {'N23 N25' if group == 'greet' else 'N24 N26'}"
    if group == "auth":
        return {"authentication": "N11", "signature": "N11a"}.get(code, "N13")
    found = LINKS.get(code, "N10" if what.endswith("other host") else "N16")
    return f"{found} V2a" if code == "feature" else found


def of_invite(what: str, good: bool) -> str:
    if good:
        return {"invite folded": "N14", "invite soft": "N14", "invite unknown kind": "N31a N14d"}.get(what, "N30 N31")
    return {"invite newer": "N14a N14b", "invite host": "N14a N14c", "invite dots": "N14a N14c"}.get(what, "N14a")


def of_resume(group: str, test: Test) -> str:
    code, what = test["expect"].get("code"), test["id"]
    if group == "frames":
        return "M6 M8" if code else "M8"
    if group == "rounds":
        return "J9"
    if group == "own":
        return "J9 J10 J11"
    if code:
        return "J6e" if "hello" in what else {"length": "J6b", "table_wrong": "J6a"}[code]
    sends = test["expect"].get("send", [])
    differ = any(word in what for word in ("another commit", "no head", "far"))
    found = ["J5"] if not sends else ["J5b"] if differ else ["J5a"]
    found += ["J5c"] if "ahead" in what and not sends else []
    found += ["J4a"] if what in ("a round ahead", "two rounds ahead") else []
    found += ["J4b"] if what.startswith("knows") else []
    found += ["J6c"] if "any order" in what else []
    found += ["J6"] if what == "a round behind" else []
    found += ["J7"] if what.startswith("complete") else []
    return " ".join(found)


def by_code(kind: str, code: str) -> str:
    return REFUSED.get((kind, code)) or BY_TYPE.get(kind) or BY_CODE.get(code) or PLAIN.get(code, "E16")


PLAIN = {"signature": "E6", "seat_wrong": "E8", "round_wrong": "E9", "prev_wrong": "E13", "table_wrong": "E10"}

OF: Mapping[str, Callable[[str, Test], str]] = {
    "encoding": of_encoding, "places": of_places, "relation": of_relation, "shuffle": of_shuffle, "hand": of_hand,
    "link": of_link, "resume": of_resume,
}  # fmt: skip


def named(document: dict[str, Any]) -> dict[str, Any]:
    """The vector file with a `req` in every test, behind its id."""
    groups = [each | {"tests": list(tests_of(document["kind"], each))} for each in document["groups"]]
    return document | {"groups": groups}


def tests_of(kind: str, group: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for test in group["tests"]:
        names = test["req"] if "req" in test else OF[kind](group["name"], test).split()
        rest = {key: value for key, value in test.items() if key not in ("id", "req")}
        yield {"id": test["id"], "req": sorted(set(names))} | rest


def of_game(name: str, kind: str | None, expect: Mapping[str, Any]) -> list[str]:
    """Of a game by its id, the type of the last entry that is its own, and what a check of it says."""
    found = f"{VERDICTS[expect['verdict']]} {GAMES.get(name, '')}"
    if expect["verdict"] == "fault" and kind is not None:
        found += f" {by_code(kind, expect['code'])}"
    return sorted(set(found.split()))
