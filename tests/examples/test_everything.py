"""The count of every vector and every game, `python -m tests.examples.everything`, on a few of them."""

from __future__ import annotations

import re

import pytest

from bura_p2p.conformance.runner.protocol_folder import Vector

from .everything import Counted, every, main, why_not
from .verifiers import ALL, missing

FEW = "places/*,resume/round*,link/greet*,hand/*,good/resigned,bad/shape,open/keys-equal,forked/hole-but-lent"


def test_a_few_by_all_four(capsys):
    gone = [name for name in ALL if missing(name)]
    assert main(["--case", FEW]) == int(bool(gone))
    out = capsys.readouterr().out
    count = len(every(FEW.split(",")))
    assert re.search(rf"^{count - 4} vectors, 4 games, \d+ right answers, 0 wrong$", out, re.MULTILINE), out
    assert re.search(r"^not asked of single, said on a link only.*: .*resume/rounds \(\d+\)", out, re.MULTILINE)
    assert all(f"not asked at all: {name}" in out for name in gone)
    if gone:
        pytest.skip("; ".join(f"not asked: {name}, {missing(name)}" for name in gone))
    assert re.search(r"^games/bad +1 +1 +1 +1 +1$", out, re.MULTILINE)


def test_whoever_is_wrong_is_told():
    counted = Counted()
    test = Vector("bad/x", "games/verdict", {}, {"ok": True, "verdict": "fault"})
    asked = {"single": lambda op, given: {"ok": True, "verdict": "fair"}, "node": lambda op, given: None}
    counted.ask(asked, test)
    assert [line.split(":")[0] for line in counted.wrong] == ["single", "node"]
    assert "0 vectors, 1 games, 0 right answers, 2 wrong" in list(counted.lines(list(asked)))


def test_only_what_is_no_verifiers_is_left_out():
    ops = {test.op for test in every(["*"])}
    assert {op for op in ops if why_not("page", op)} == ops - {"games/verdict"}
    assert {op.partition("/")[0] for op in ops if why_not("single", op)} == {"encoding", "link", "resume"}
    assert not [op for op in ops for name in ("package", "node") if why_not(name, op)]


def test_nothing_asked_is_no_success(capsys):
    assert main(["--case", "no/such", "--only", "package"]) == 1
    assert "0 vectors, 0 games, 0 right answers, 0 wrong" in capsys.readouterr().out
