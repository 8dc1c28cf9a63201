"""The arena, the benchmark and the demo speak the language in force."""

from __future__ import annotations

import re

import pytest

from bura_p2p.bench.engine import engine_rows, tables
from bura_p2p.bench.files import files_text
from bura_p2p.bench.report import bench_text
from bura_p2p.cli import run
from bura_p2p.cli_tools import _say
from bura_p2p.demo import Teller
from bura_p2p.ui import tongue, verdict
from tests.i18n.catalogues import OTHERS

ENGLISH = re.compile(r"\b(?:hands?|wins?|of|moves|deal|points|score|chips|pot|took|file|target|ratio|verified)\b")


@pytest.fixture(params=OTHERS)
def language(request):
    tongue.use(request.param)
    yield request.param
    tongue.use("en")


def test_the_arena(language, capsys) -> None:
    for rules in ("georgian", "classic"):
        words = ["arena", "random", "greedy", "--hands", "4", "--jobs", "1", "--rules", rules]
        assert run([*words, "--language", language]) == 0
        told = capsys.readouterr().out
        assert not ENGLISH.search(told.lower()), told
        assert len(told.splitlines()) >= 7


def test_the_demo(language, capsys) -> None:
    over = {"hand": 1, "winner": 0, "reason": "claim_right", "points": 2, "score": [2, 0], "chips": [5, -5], "pot": 3}
    over |= {"setup_seconds": 0.1, "play_seconds": 0.2}
    seconds = dict.fromkeys(("start", "connect", "setup", "play", "verify", "total"), 1.0)
    summary = {
        "chips": [5, -5], "score": [2, 0], "winner": 1, "files": ["a", "b"], "verdicts": ["fair", "open"],
        "heads": ["0" * 64, "1" * 64], "same_game": False, "seconds": seconds,
    }  # fmt: skip
    for chips in (False, True):
        tell = Teller(silent=False, reason_words=verdict.reason_words, say=_say, chips=chips)
        tell.hand(over)
        tell.hand(over | {"winner": None, "reason": "draw"})
        tell.ending(summary)
    told = capsys.readouterr().out.lower()
    assert not ENGLISH.search(told), told
    assert "{" not in told


def test_the_benchmark(language) -> None:
    names = [name for name, _, _ in tables()]
    figures = {f"engine.{name}{unit}": 2000.0 for name in names for unit in ("_per_s", "_wall_per_s")}
    figures |= {"clock": "cpu", "provider": "compiled", "python": "3.11", "repetitions": 3}
    figures |= {"files.count": 3, "files.one_core_s": 1.0, "files.two_cores_s": 0.6, "files.two_cores_ratio": 0.6}
    figures |= {"hand.bytes": 50_000, "hand.random_bytes": 40_000, "hand.messages_per_action": 1}
    figures |= {"hand.check_ms": 1.0, "hand.check_bare_ms": 0.9, "hand.check_ratio": 1.1}
    told = bench_text(figures, tongue.local)
    bare = re.sub(r"\w+\.\w+", "", told.lower())
    assert not ENGLISH.search(bare), told
    assert tongue.local(files_text(figures)) in told
    assert [*engine_rows(figures, figures, tongue.local)][-1] in told
