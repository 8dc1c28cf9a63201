"""Fault 15: no negative tests, and no negative vectors for those who write a second implementation.

Published: dedis/kyber, issue 442: proofs and encodings whose tests show that good ones pass.

A habit, so the habit is tested: `protocol/vectors` and `protocol/games/bad` hold, counted by kind, what has to be
refused: of every statement that the relation proof proves, of both labels of the shuffle, of every type of signed
message and of every code that convicts. (`tests/vectors` runs them all, by the package and by a second reader;
`test_13_inverted_comparison.py` shows that they reach every refusal.)
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from bura_p2p.crypto.challenge import Label
from bura_p2p.errors import Code, PeerError
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.faults.weakened import ROOT
from tests.vectors import by_package
from tests.vectors.form import PROTOCOL, cases, load

STATEMENTS = set(Label) - {Label.KEY_COMMIT, Label.DECK, Label.HAND}
LEAST = 5
"""Of every kind at least so many are bad."""


def bad_and_good(name: str) -> tuple[Counter[str], Counter[str]]:
    """How many of each kind a file of vectors wants refused, and accepted."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for kind, test in cases(f"vectors/{name}.json").values():
        counts["code" not in test["expect"]][kind] += 1
    return counts


def test_every_statement_and_both_shuffles() -> None:
    for name, kinds in (("relation", STATEMENTS), ("shuffle", {Label.DECK, Label.HAND})):
        bad, good = bad_and_good(name)
        assert set(bad) == set(good) == {kind.value for kind in kinds}
        assert min(bad.values()) >= 2 * LEAST
        assert all(bad[kind] > good[kind] for kind in bad)


def test_every_kind_that_can_be_bad() -> None:
    """Of the other files: whatever comes from a peer. A `vec`, a head or an order of places cannot be wrong."""
    for name, kinds in {
        "encoding": {"frames", "values", "bodies", "outer", "links"},
        "places": {"signature", "key_commit"},
        "link": {"greet", "auth"},
    }.items():
        bad, _ = bad_and_good(name)
        assert set(bad) == kinds
        assert min(bad.values()) >= LEAST


def type_of(body: str) -> str | None:
    """The type of a body in hex; None where it has none that exists."""
    try:
        kind = m.ENTRY_MESSAGES.get(decode_body(bytes.fromhex(body)).type)
    except PeerError:
        return None
    return None if kind is None else kind.__name__


@cache
def bad_by_type() -> Counter[str]:
    """Bad bodies, and bad last entries of games, by the type of their message."""
    found: Counter[str] = Counter()
    for kind, test in cases("vectors/encoding.json").values():
        if kind == "bodies" and "code" in test["expect"]:
            found[type_of(test["in"]["body"]) or ""] += 1
    for path in sorted((PROTOCOL / "games" / "bad").glob("*.json")):
        more = load(f"games/bad/{path.stem}.json")["in"].get("more")
        found[(type_of(more[-1][1]) if more else None) or ""] += 1
    return found


EMPTY = {"Claim", "Pass", "Accept", "Decline", "Cede", "Resign"}
"""Messages without a field, of which little can be bad."""


@pytest.mark.parametrize("kind", m.ENTRY_MESSAGES.values(), ids=lambda kind: kind.__name__)
def test_every_type_of_message(kind: type) -> None:
    assert bad_by_type()[kind.__name__] >= (1 if kind.__name__ in EMPTY else LEAST)


PLAYED = [ROOT / "tests" / "cheats", ROOT / "tests" / "net", ROOT / "bura_p2p" / "conformance"]
"""Where lies are played live."""


def test_every_code_has_something_that_gets_it() -> None:
    """The whole closed list: in the data, or, where nobody is named by a file, in a lie that is played."""
    found: set[str] = set()
    for name in by_package.RUN:
        found |= {test["expect"].get("code", "") for _, test in cases(f"vectors/{name}.json").values()}
    for path in (PROTOCOL / "games" / "bad").glob("*.json"):
        found.add(load(f"games/bad/{path.stem}.json")["expect"].get("code", ""))
    missing = {code for code in Code if code.label not in found}
    played = "".join(path.read_text("utf-8") for folder in PLAYED for path in folder.rglob("*.py"))
    assert len(missing) < len(Code) / 2
    assert {code for code in missing if f"Code.{code.name}" not in played} == NAMES_NOBODY


NAMES_NOBODY = {Code.DECK_BROKEN, Code.KEYS_EQUAL}
"""A hand that they make void has an event and a verdict of its own, and no refusal."""
