"""The benchmark measures what it says: calls are recorded whole, replayed alike, and its hand is a real one."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from statistics import median

import pytest

from bura_p2p.bench import engine, run_bench
from bura_p2p.bench.bare import Bare, Call, Recorder, recorded
from bura_p2p.bench.files import files_figures, files_text
from bura_p2p.bench.mathematics import pieces
from bura_p2p.bench.play import Play, any_action, whole_hand
from bura_p2p.bench.report import TARGETS, bench_figures, bench_text
from bura_p2p.bench.timing import Meter, measure
from bura_p2p.cards import deck
from bura_p2p.crypto.group import G, load_provider, multiply, multiply_base, using, weighted_sum
from bura_p2p.rules.builtin import CLASSIC, RULESETS
from bura_p2p.rules.match import Match
from bura_p2p.table.events import Dealt, HandOver
from bura_p2p.ui.cores import outcomes
from bura_p2p.verify import Verdict, verify_file


@pytest.fixture(scope="module")
def figures():
    return bench_figures(repetitions=1) | files_figures(outcomes, count=3, rounds=1)


def calls_of(name: str) -> Counter:
    work = dict(pieces())[name]
    return Counter(call.kind for call in recorded(lambda record: work(Meter(record))))


@pytest.mark.parametrize("N", [3, 20, 36])
def test_a_shuffle_is_recorded_whole(N):
    verify = calls_of(f"shuffle{N}.verify")
    assert verify["decompress"] == 4 * N  # A', B', c, ĉ
    assert verify["mul_sum"] >= 4 + N
    assert verify["mul"] == 0
    prove = calls_of(f"shuffle{N}.prove")
    assert prove["decompress"] == 0
    assert prove["mul"] + prove["mul_base"] >= 9 * N
    assert prove["mul_sum"] == 0  # that call is not constant time


def test_a_recorder_computes_as_its_inner_provider():
    recorder = Recorder(load_provider("compiled"))
    scalar = 12345

    def work():
        return multiply(7, multiply_base(scalar)) + weighted_sum([2, 3], [multiply_base(5), multiply_base(6)])

    plain = work()
    with using(recorder):
        assert work() == plain
        assert recorder.name == "compiled"
        assert type(G).from_bytes(G.to_bytes()) == G
    assert Counter(call.kind for call in recorder.calls) == {
        "mul": 1, "mul_base": 3, "mul_sum": 1, "add": 1, "decompress": 1,
    }  # fmt: skip


def test_bare_replays_kinds_and_lengths():
    calls = [Call("mul_sum", 5), Call("add", 3), Call("mul", 1), Call("mul_base", 1), Call("decompress", 1)]
    calls.append(Call("signature", 100))
    bare = Bare.of(calls)
    names = [function.__name__ for function, _ in bare.program]
    assert names[:3] == ["pubkey_tweak_mul_sum", "pubkey_sum", "shared_point"]
    assert names[3:] == ["pubkey_from_prvkey", "reserialize", "verify"]
    points, scalars, compressed = bare.program[0][1]
    assert len(points) == len(scalars) == len(set(points)) == 5
    assert compressed is False
    bare()


def test_a_meter_counts_only_its_blocks():
    def work(meter):
        for _ in range(20000):
            os.urandom(64)
        with meter:
            pass

    cost = measure(work, 3)
    assert cost.ms < 1
    assert cost.bare_ms is not None


def test_the_figures(figures):
    for name in ("shuffle36.prove", "shuffle36.verify", "setup.peer", "hand.peer", "hand.check", "share.verify"):
        assert figures[f"{name}_ms"] > 0
        assert figures[f"{name}_ratio"] > 0
    assert set(TARGETS) <= set(figures)
    assert all(isinstance(value, int | float | str) for value in figures.values())


def test_a_move_is_one_message_and_a_hand_is_small(figures):
    assert figures["hand.messages_per_action"] == 1
    assert figures["hand.bytes"] <= TARGETS["hand.bytes"]


def test_the_table(figures):
    text = bench_text(figures)
    assert "shuffle36.verify" in text
    assert "(target 1.5)" in text
    slow = dict(figures, **{key: None for key in figures if key.endswith(("ratio", "bare_ms"))})
    assert "shuffle36.verify" in bench_text(slow)
    assert "(target 1.5)" not in bench_text(slow)


def test_many_files_are_one_line(figures):
    line = files_text(figures)
    assert line in bench_text(figures)
    assert line.startswith("3 game files: ")
    assert "ratio" not in files_text(figures | {"files.two_cores_ratio": None})
    bare = {key: value for key, value in figures.items() if not key.startswith("files.")}
    assert "game files" not in bench_text(bare)


def test_the_engine_is_measured_at_every_table(figures):
    names = [name for name, _, _ in engine.tables()]
    assert {f"{rules.name}-{rules.players[0]}" for rules in RULESETS.values()} <= set(names)
    assert len(names) == len(set(names)) == 31
    text = bench_text(figures)
    for name in names:
        assert figures[f"engine.{name}_per_s"] > 0
        assert figures[f"engine.{name}_wall_per_s"] > 0
        assert name in text
    assert set(engine.FLOORS) <= set(figures)
    for rate, word in ((1499.9, "BELOW"), (1500.0, "ok")):
        line = next(line for line in bench_text(figures | {"engine.classic-2_per_s": rate}).splitlines()
                    if line.startswith("classic-2"))  # fmt: skip
        assert line.endswith(f"{word} (target 1500)")


def test_an_engine_hand_is_a_whole_hand():
    """Every turn is taken: at least a card of each seat in every trick, until the last card or a combination."""
    chance, turns = random.Random(1), []
    for _ in range(60):
        pack = list(deck(36))
        chance.shuffle(pack)
        turns.append(engine.play_hand(Match.start(CLASSIC, (0, 1), 0), pack, chance))
    assert median(turns) > 36
    assert max(turns) <= 3 * 18 + 2  # before each lead the other seat announces or passes; two last words


def test_json_is_one_flat_object(capsys):
    assert run_bench(json=True, repetitions=1) == 0
    told = capsys.readouterr()
    printed = json.loads(told.out)
    assert told.err.startswith("Measuring the mathematics")
    assert printed["repetitions"] == 1
    assert not any(isinstance(value, dict | list) for value in printed.values())


def test_the_table_is_written_as_it_is_measured(capsys):
    assert run_bench(repetitions=1, quick=True) == 0
    told = capsys.readouterr()
    assert told.err.startswith("Measuring quickly")
    head, *rows = told.out.splitlines()
    assert head.startswith(load_provider("compiled").name)
    names = [row.split()[0] for row in rows]
    order = [names.index(name) for name in ("shuffle3.prove", "setup.peer", "hand36.check", "hand.bytes", "engine,")]
    assert order == sorted(order)
    assert len(names) == len(set(names))


def test_a_number_plays_the_same_hand():
    number = whole_hand()
    first, second = Play(number).until(HandOver), Play(number).until(HandOver)
    assert first.file() == second.file()
    assert first.reason in ("cards_out", "draw")
    assert verify_file(first.file()).verdict is Verdict.FAIR


def test_setting_up_ends_with_the_deal():
    play = Play(1).until(Dealt)
    assert play.moves == 0
    assert any(isinstance(event, Dealt) for event in play.events)
    assert play.reason is None


def test_random_play_sends_one_entry_a_move():
    plays = [Play(number, any_action).until(HandOver) for number in range(1, 6)]
    assert [play.human_entries() for play in plays] == [play.moves for play in plays]
