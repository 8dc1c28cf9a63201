"""The vectors: made anew and compared; run by the package and by the reader written from the text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bura_p2p.crypto.group import ORDER
from bura_p2p.log.entry import SignedEntry
from bura_p2p.verify import Replay, verify_file
from tests.spec import judge
from tests.spec.reader import to_scalar
from tests.support import vectors

from . import by_package, by_reader
from .form import PROTOCOL, cases, load

RUN = {name: cases(f"vectors/{name}.json") for name in by_package.RUN}
GAMES = sorted(path.relative_to(PROTOCOL) for path in (PROTOCOL / "games").rglob("*.json"))
COMMAND = "run python -m tests.support.vectors"


def test_every_file_is_what_the_generator_makes():
    differing = [path.name for path, data in vectors.wanted().items() if path.read_bytes() != data]
    assert differing == [], COMMAND
    assert vectors.stale() == []


def test_modest_in_size():
    assert sum(path.stat().st_size for path in PROTOCOL.rglob("*") if path.is_file()) < 1_500_000


def without_part(expect: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in expect.items() if key != "part"}


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, kinds in by_package.RUN.items() for kind in kinds])
def test_by_package_and_reader(name, kind):
    tests = {key: test for key, (group, test) in RUN[name].items() if group == kind}
    assert tests
    for key, test in tests.items():
        expect = without_part(test["expect"])
        assert by_package.outcome(name, kind, test["in"]) == expect, key
        assert by_reader.outcome(name, kind, test["in"]) in (expect, None), key


@pytest.mark.parametrize("name", RUN)
def test_names_are_unique_and_bases_exist(name):
    groups = load(f"vectors/{name}.json")["groups"]
    tests = [test for group in groups for test in group["tests"]]
    assert len({test["id"] for test in tests}) == len(tests)
    for test in tests:
        assert "base" not in test or "base" not in RUN[name][test["base"]][1]
        assert "base" not in test or test["mutation"]


def test_more_bad_than_good():
    tests = [test for found in RUN.values() for _, test in found.values()]
    assert sum("code" in test["expect"] for test in tests) > len(tests) / 2


def test_shuffle_adds_up():
    """Step 7 of section 11.9, from the values on the way."""
    for _, test in RUN["shuffle"].values():
        if "mid" in test:
            mid = test["mid"]
            k, omega = int(mid["k"], 16), [int(w, 16) for w in mid["omega"]]
            sums = [int(mid[name], 16) for name in ("r_bar", "r_circle", "r_tilde", "rho")]
            s = [(w + k * value) % ORDER for w, value in zip(omega, sums, strict=True)]
            assert [f"{value:064x}" for value in s] == mid["s"]
            for nonces, secrets, answers in (("omega_hat", "r_hat", "s_hat"), ("omega_prime", "u_prime", "s_prime")):
                pairs = zip(mid[nonces], mid[secrets], strict=True)
                found = [(int(w, 16) + k * int(x, 16)) % ORDER for w, x in pairs]
                assert [f"{value:064x}" for value in found] == mid[answers]


# --- the hand ----------------------------------------------------------------------------------------------


def test_hand_by_package_and_reader():
    (group,) = load("vectors/hand.json")["groups"]
    identities = [bytes.fromhex(public) for public in group["setup"]["identities"]]
    replay, table = Replay(identities), judge.Table(tuple(identities))
    for test in group["tests"]:
        given, mid = test["in"], test["mid"]
        seat, body, signature = given["seat"], bytes.fromhex(given["body"]), bytes.fromhex(given["signature"])
        assert (replay.table.stage.value, table.stage) == (mid["stage"], mid["stage"])
        if "ctx" in mid:
            assert replay.table.context(seat).hex() == table.ctx(seat).hex() == mid["ctx"]
        replay.feed(SignedEntry(seat, body, signature))
        assert table.judge(seat, body, signature)
        if "head" in test["expect"]:
            assert replay.table.head.hex() == table.head.hex() == test["expect"]["head"]
    setup = group["setup"]
    assert (table.stage, table.order, table.score) == (setup["stage"], setup["order"], setup["score"])
    assert table.table_id.hex() == setup["table_id"]


def test_hand_keys_come_from_what_was_drawn():
    (group,) = load("vectors/hand.json")["groups"]
    commits = [test["mid"] for test in group["tests"] if test["mid"]["type"] == "commit"]
    assert len(commits) == 2
    for mid in commits:
        assert f"{to_scalar(bytes.fromhex(mid['fresh'][0]), 'hand-key'):064x}" == mid["x"]


# --- games -------------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[dict[str, Any], bytes, list[bytes]]:
    game = load(str(path))
    others = [(PROTOCOL / "games" / f"{other}.bura").read_bytes() for other in game["in"]["others"]]
    return game, (PROTOCOL / path).with_name(game["in"]["file"]).read_bytes(), others


@pytest.mark.parametrize("path", GAMES, ids=str)
def test_game(path):
    game, data, others = read(path)
    expect = game["expect"]
    report = verify_file(data, others)
    found = {"verdict": report.verdict.label, "exit_code": report.exit_code}
    if report.culprit is not None:
        seat, round_, code = report.culprit.seat, report.culprit.round, report.culprit.code.label
        found |= {"seat": seat, "round": round_, "code": code}
    found |= {"rounds": report.rounds, "head": report.head.hex(), "table_id": report.table_id.hex()}
    assert found == expect
    assert game["id"] == str(path.relative_to("games").with_suffix("").as_posix())
    verdict, culprit, table = judge.verdict(data, others)
    assert (verdict, culprit) == (
        expect["verdict"],
        tuple(expect[key] for key in ("seat", "round", "code")) if culprit else None,
    )
    if table is not None:
        assert (len(table.closed), table.head.hex(), table.table_id.hex()) == (
            expect["rounds"], expect["head"], expect["table_id"],
        )  # fmt: skip


def test_every_code_that_convicts_has_a_game():
    refusals = load("registry/refusals.json")["refusals"]
    convicting = {row["name"] for row in refusals if row["convicts"]}
    shown = {load(str(path))["expect"].get("code") for path in GAMES}
    assert convicting - shown == {"points_illegal"}  # it takes a broken proof
    assert {row["name"] for row in load("registry/verdicts.json")["verdicts"]} == {
        load(str(path))["expect"]["verdict"] for path in GAMES
    }
