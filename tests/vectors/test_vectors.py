"""The vectors: made anew and compared; run by the package and by the reader written from the text."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgpack
import pytest

from bura_p2p.crypto.group import ORDER
from bura_p2p.log.entry import SignedEntry
from bura_p2p.verify import Replay, verify_file
from tests.spec import judge
from tests.spec import verdict as conclusions
from tests.spec.proofs import to_scalar
from tests.spec.reader import Refused, read_file
from tests.support import vectors

from . import by_package, by_reader, hand
from .form import PROTOCOL, cases, load

RUN = {name: cases(f"vectors/{name}.json") for name in by_package.RUN}
GAMES = sorted(path.relative_to(PROTOCOL) for path in (PROTOCOL / "games").rglob("*.json"))
COMMAND = "run python -m tests.support.vectors"


def test_every_file_is_what_the_generator_makes():
    differing = [path.name for path, data in vectors.wanted().items() if path.read_bytes() != data]
    assert differing == [], COMMAND
    assert vectors.stale() == []


def test_modest_in_size():
    data = [path for path in PROTOCOL.rglob("*") if path.is_file() and PROTOCOL / "examples" not in path.parents]
    assert sum(path.stat().st_size for path in data) < 2_250_000
    assert (PROTOCOL / "examples" / "verify.html").stat().st_size < 500_000


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


@pytest.mark.parametrize("name", vectors.MADE)
def test_more_bad_than_good(name):
    tests = [test for _, test in cases(f"vectors/{name}.json").values()]
    bad = sum("code" in test["expect"] or not test["expect"]["ok"] for test in tests)
    assert bad > len(tests) - bad


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
        if "code" in test["expect"]:
            assert hand.code_of(replay, SignedEntry(seat, body, signature)) == test["expect"]["code"], test["id"]
            with pytest.raises(Refused, match=f"^{test['expect']['code']}"):
                table.judge(seat, body, signature)
            continue
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
    commits = [test["mid"] for test in group["tests"] if test["mid"]["type"] == "commit" and "x" in test["mid"]]
    assert len(commits) == 2
    for mid in commits:
        assert f"{to_scalar(bytes.fromhex(mid['fresh'][0]), 'hand-key'):064x}" == mid["x"]


# --- games -------------------------------------------------------------------------------------------------


def bytes_of(name: str) -> bytes:
    """The bytes of a game by its id: its file, or the first entries of another's and some more."""
    given = load(f"games/{name}.json")["in"]
    if "file" in given:
        return (PROTOCOL / "games" / name).with_name(given["file"]).read_bytes()
    whole = bytes_of(given["of"])
    end = 16
    for _ in range(1 + given["entries"]):  # the identities, then the entries
        end += 4 + int.from_bytes(whole[end : end + 4], "big")
    more = [msgpack.packb((seat, bytes.fromhex(body), bytes.fromhex(sig))) for seat, body, sig in given["more"]]
    return whole[:end] + b"".join(len(frame).to_bytes(4, "big") + frame for frame in more)


def base_of(path: Path) -> str:
    """The game whose entries this one begins with: itself, where it is a file, or is judged beside others."""
    game = load(str(path))
    return game["id"] if game["in"]["others"] else game["in"].get("of", game["id"])


BASES = sorted({base_of(path) for path in GAMES})


@pytest.mark.parametrize("base", BASES)
def test_games(base):
    """Every game that begins as the base does; what all have in common is judged once."""
    whole = load(f"games/{base}.json")
    concluded(whole)
    begun = [game for game in map(load, map(str, GAMES)) if base_of(path_of(game)) == base and game != whole]
    if not begun:
        return
    identities, entries = read_file(bytes_of(base))
    table = judge.Table(identities)
    for at in range(len(entries) + 1):
        for game in begun:
            if game["in"]["entries"] == at:
                continued(game, copy.deepcopy(table))
        for entry in entries[at : at + 1]:
            assert table.judge(*entry)


def path_of(game: dict[str, Any]) -> Path:
    return Path("games") / f"{game['id']}.json"


def expected(game: dict[str, Any]) -> tuple[str, tuple[int, int, str] | None]:
    expect = game["expect"]
    culprit = (expect["seat"], expect["round"], expect["code"]) if "seat" in expect else None
    return expect["verdict"], culprit


def concluded(game: dict[str, Any]) -> None:
    """By the package and by the reader, from the bytes of the files."""
    expect = game["expect"]
    data, others = bytes_of(game["id"]), [bytes_of(other) for other in game["in"]["others"]]
    report = verify_file(data, others)
    culprit = report.culprit and (report.culprit.seat, report.culprit.round, report.culprit.code.label)
    assert (report.verdict.label, culprit) == expected(game)
    assert report.exit_code == expect["exit_code"]
    *found, table = conclusions.verdict(data, others)
    assert tuple(found) == expected(game)
    if table is not None:
        same(game, table)


def continued(game: dict[str, Any], table: judge.Table) -> None:
    """By the reader, from the table before the first entry that differs (the package: when the game is made)."""
    more = [(seat, bytes.fromhex(body), bytes.fromhex(signature)) for seat, body, signature in game["in"]["more"]]
    found = conclusions.own(table, more) or (conclusions.ENDINGS.get(table.stage, "open"), None)
    assert found == expected(game), game["id"]
    same(game, table)


def same(game: dict[str, Any], table: judge.Table) -> None:
    expect = game["expect"]
    found = (len(table.closed), table.head.hex(), table.table_id.hex())
    assert found == (expect["rounds"], expect["head"], expect["table_id"])


def test_ids_are_places():
    assert all(path_of(load(str(path))) == path for path in GAMES)


def test_every_ruleset_has_a_game():
    names = {row["name"] for row in load("registry/rulesets.json")["rulesets"]}
    files = [read_file(bytes_of(f"good/{path.stem}")) for path in GAMES if path.parent.name == "good"]
    rules = [msgpack.unpackb(entries[0][1])[6][5] for _, entries in files]
    made_up = {"small", "shared"}
    assert {form.split(b"\n")[1].decode().removeprefix("name ") for form in rules} == names | made_up
    assert {len(identities) for identities, _ in files} >= {2, 3, 4, 6}


def test_every_code_that_convicts_has_a_game():
    refusals = load("registry/refusals.json")["refusals"]
    convicting = {row["name"] for row in refusals if row["convicts"]}
    shown = {load(str(path))["expect"].get("code") for path in GAMES}
    assert convicting <= shown
    assert {row["name"] for row in load("registry/verdicts.json")["verdicts"]} == {
        load(str(path))["expect"]["verdict"] for path in GAMES
    }
