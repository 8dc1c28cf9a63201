"""Shims that are right, wrong, silent and broken; results as text, JSON and XML; the list of cases."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bura_p2p.cli import run
from bura_p2p.conformance.cheats import CHEATS
from bura_p2p.conformance.runner.cases import can_be_told
from bura_p2p.conformance.runner.live import live_cases
from bura_p2p.conformance.runner.protocol_folder import games_in, vectors
from bura_p2p.conformance.runner.reports import json_text, line_of, summary_of, write_junit
from bura_p2p.conformance.runner.results import Level, Outcome, Result, Run
from bura_p2p.conformance.runner.vectors import as_vectors, compare
from bura_p2p.net.auth import Role
from tests.faults.weakened import ROOT
from tests.vectors.form import PROTOCOL

from .copies import own

SHIM = own("conformance shim")


def scripted(folder: Path, reply: str) -> str:
    """A shim that answers each line by the expression `reply` of `request` and `count`."""
    path = folder / "shim.py"
    path.write_text(
        "import json, sys, time\n"
        "for count, line in enumerate(sys.stdin):\n"
        "    request = json.loads(line)\n"
        f"    told = {reply}\n"
        "    print(told if isinstance(told, str) else json.dumps(told), flush=True)\n",
        encoding="utf-8",
    )
    return shlex.join([sys.executable, str(path)])


def results(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, list[str]]]:
    """The exit code, and the details of each class."""
    patience = () if "--timeout" in arguments else ("--timeout", "120")
    code = run(["conformance", *arguments, *patience, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["format"] == "bura-conformance 1"
    assert told["exit"] == code
    found: dict[str, list[str]] = {}
    for result in told["results"]:
        found.setdefault(result["outcome"], []).append(result["detail"])
    assert {name: len(details) for name, details in found.items()} == told["counts"]
    return code, found


def test_our_own_shim_passes_everything(capsys, tmp_path):
    options = ("--protocol", str(PROTOCOL), "--junit", f"{tmp_path}/x")
    code, found = results(capsys, "vectors", "--shim", SHIM, *options)
    assert code == 0, {name: details[:3] for name, details in found.items() if name != "pass"}
    every = len(found["pass"])
    assert set(found) == {"pass"}
    assert every >= len([*vectors(PROTOCOL)])
    suite = ElementTree.parse(tmp_path / "x").getroot()  # noqa: S314  our own
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == (str(every), "0", "0")


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ('{"result": {"ok": True}}', "fail"),
        ('{"result": {"ok": False, "code": "shape"}}', "wrong code"),
        ('{"unsupported": True}', "unsupported"),
        ('{"result": {}}', "unclean"),
        ('"no JSON"', "unclean"),
        ("sys.exit(3)", "unclean"),
        ("time.sleep(60)", "unclean"),
    ],
)
def test_a_shim_that_is_wrong(reply, outcome, capsys, tmp_path):
    patience = "1" if "sleep" in reply or "no JSON" in reply else "60"
    arguments = ("--shim", scripted(tmp_path, reply), "--case", "places/signature-1*", "--timeout", patience)
    names = [test.id for test in vectors(PROTOCOL) if test.id.startswith("places/") and test.op == "places/signature"]
    bad = next(test.id for test in vectors(PROTOCOL) if test.id in names and test.expect.get("code") == "signature")
    code, found = results(capsys, "vectors", *(bad if word == "places/signature-1*" else word for word in arguments))
    assert (code, list(found)) == (1, [outcome])


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ('"hello"', "it said a line that is no JSON: 'hello', and no answer behind it"),
        ('"hello" + chr(10) + json.dumps({"unsupported": True})', "'hello', before its answer"),
        ('json.dumps({"unsupported": True}, indent=1)', "the answer is no JSON object"),
    ],
)
def test_what_a_shim_says_wrong_is_told(reply, told, capsys, tmp_path):
    """Also of the first line of all, behind which the answer is waited for as long as for any."""
    wanted = ("--shim", scripted(tmp_path, reply), "--case", "places/head*", "--timeout", "1")
    code, found = results(capsys, "vectors", *wanted)
    assert code == 1
    assert told in found["unclean"][0]


def test_a_shim_that_ends_is_started_anew(capsys, tmp_path):
    reply = 'sys.exit(3) if count else {"unsupported": True}'
    code, found = results(capsys, "vectors", "--shim", scripted(tmp_path, reply), "--case", "places/head*")
    assert code == 1
    assert {name: len(details) for name, details in found.items()} == {"unsupported": 2, "unclean": 1}


def test_a_shim_that_is_none(capsys):
    code, found = results(capsys, "vectors", "--shim", "no-such-program", "--case", "places/*")
    assert (code, list(found)) == (1, ["runner error"])


def test_answers_are_compared():
    ok = {"ok": True, "head": "00"}
    assert compare(ok, {"ok": True, "head": "00", "more": 1})[0] is Outcome.PASS
    assert compare(ok, {"ok": True})[0] is Outcome.FAIL
    bad = {"code": "mix_proof", "part": ["t_2"]}
    assert compare(bad, {"ok": False, "code": "mix_proof"})[0] is Outcome.PASS
    assert compare(bad, {"ok": False, "code": "mix_proof", "part": ["t_1"]})[0] is Outcome.NOT_STRICT
    assert compare(bad, {"ok": False, "code": "length"})[0] is Outcome.WRONG_CODE
    assert compare({"ok": False}, {"ok": False})[0] is Outcome.PASS


def test_games_through_a_shim(capsys, tmp_path):
    """One file with its verdict beside it, one without, and a verifier that takes everything for fair."""
    game = PROTOCOL / "games" / "bad" / "announce-length.json"
    assert results(capsys, "replay", str(game), "--shim", SHIM)[0] == 0
    bare = tmp_path / "bare.bura"
    bare.write_bytes((PROTOCOL / "games" / "good" / "bura.bura").read_bytes())
    assert results(capsys, "replay", str(bare), "--shim", SHIM)[0] == 0
    fair = scripted(tmp_path, '{"result": {"ok": True, "verdict": "fair"}}')
    assert results(capsys, "replay", str(game), "--shim", fair)[0] == 1
    assert run(["conformance", "replay", str(tmp_path / "none"), "--shim", SHIM]) == 1


def test_what_counts():
    """SHOULD and what is not strict count in a strict run only; a chance that did not come never in another.

    Where nothing was learnt a run does not conform, whatever its cases weigh.
    """
    bad = [Outcome.FAIL, Outcome.WRONG_CODE, Outcome.UNCLEAN, Outcome.RUNNER_ERROR]
    for outcome in Outcome:
        must, should, chance = (Result("x", outcome, level=level) for level in Level)
        assert must.good(strict=False) is (outcome not in bad)
        assert should.good(strict=False)
        assert chance.good(strict=False) is (outcome not in bad)
        assert must.good(strict=True) is (outcome in (Outcome.PASS, Outcome.UNSUPPORTED))
    missed = Result("x", Outcome.RUNNER_ERROR, level=Level.CHANCE, missed=True)
    assert missed.good(strict=False)
    assert not missed.good(strict=True)
    assert not replace(missed, level=Level.MUST).good(strict=False)
    assert Run("x").exit_code == 1
    assert Run("x", results=[missed]).exit_code == 1
    assert Run("x", results=[Result("x", Outcome.RUNNER_ERROR, level=Level.SHOULD)]).exit_code == 1
    assert Run("x", results=[missed, Result("y", Outcome.PASS)]).exit_code == 0
    assert Run("x", results=[Result("x", Outcome.UNSUPPORTED)]).exit_code == 1
    assert Run("x", results=[Result("x", Outcome.PASS), Result("y", Outcome.UNSUPPORTED)]).exit_code == 0


def test_every_class_as_text_json_and_xml(tmp_path):
    """The seven classes are told apart in each form, and what counts against a run is a failure or an error."""
    every = [
        Result(f"{outcome}-{level}", outcome, "seen \x1b]0;\x07<so>", level) for outcome in Outcome for level in Level
    ]
    for strict in (False, True):
        run = Run("as-host", number=3, strict=strict, results=every)
        told = json.loads(json_text(run))
        assert [(each["case"], each["outcome"], each["level"]) for each in told["results"]] == [
            (result.case, result.outcome.value, result.level.value) for result in every
        ]
        assert told["counts"] == dict.fromkeys([outcome.value for outcome in Outcome], len(Level))
        assert (told["number"], told["strict"], told["exit"]) == (3, strict, 1)
        write_junit(run, tmp_path / "x")
        suite = ElementTree.parse(tmp_path / "x").getroot()  # noqa: S314  our own
        kinds = {case.get("name"): [(part.tag, part.get("type")) for part in case] for case in suite}
        for result in every:
            bad = not result.good(strict=strict)
            tag = "error" if result.outcome is Outcome.RUNNER_ERROR else "failure"
            usual = [] if result.outcome is Outcome.PASS else [("skipped", None)]
            assert kinds[result.case] == ([(tag, result.outcome.value)] if bad else usual)
        parts = [part for case in suite for part in case]
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(attribute, "")) == sum(part.tag == tag for part in parts)
    lines = [line_of(result) for result in every]
    assert all(line.isprintable() and result.outcome.value in line for line, result in zip(lines, every, strict=True))
    counts = ", ".join(f"{len(Level)} {outcome.value}" for outcome in Outcome)
    spared = sum(result.good(strict=False) and not result.good(strict=True) for result in every)
    told = summary_of(Run("x", results=every))
    assert told.startswith(f"x: {counts}; does not conform, for {spared} of these do not count without --strict (")
    should = Result("y", Outcome.FAIL, level=Level.SHOULD)
    half = [Result("x", Outcome.PASS), should, should]
    assert "; conforms, for 2 of these do not count without --strict (" in summary_of(Run("x", results=half))
    assert "; does not conform (" in summary_of(Run("x", strict=True, results=half))


def test_the_list(capsys):
    assert run(["conformance", "list", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["id"] for each in told] == [case.id for case in live_cases()]
    assert len({each["id"] for each in told}) == len(told)
    assert sum(can_be_told(cheat) for cheat in CHEATS.values()) >= 500
    assert run(["conformance", "list", "--case", "honest-*"]) == 0
    *lines, count = capsys.readouterr().out.splitlines()
    assert "honest-georgian" in "".join(lines)
    assert count == f"{len(lines)} cases"
    assert run(["conformance", "list", "--case", "nothing"]) == 1


def test_every_requirement_of_a_case_stands_in_the_text():
    ids = set(re.findall(r"\[([A-Z]\d+[a-z]?)\]", (ROOT / "spec.md").read_text(encoding="utf-8")))
    for case in live_cases():
        assert case.requirements, case.id
        assert set(case.requirements) <= ids, case.id
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", case.id)
    assert {role for case in live_cases() for role in case.roles} == set(Role)


def test_the_text_tells_every_operation():
    """Whoever writes a shim finds each op in protocol/README.md, and each has a test."""
    page = (PROTOCOL / "README.md").read_text(encoding="utf-8")
    ops = {test.op for test in [*vectors(PROTOCOL), *as_vectors(games_in(PROTOCOL / "games"))]}
    for op in ops:
        file, _, group = op.partition("/")
        assert f"`{op}`" in page or (f"`{file}/" in page and f"`/{group}`" in page), op
    assert {f"`{outcome.value}`" for outcome in Outcome} <= set(re.findall(r"`[a-z ]+`", page))


def test_without_the_data_it_says_so(capsys, tmp_path):
    assert run(["conformance", "vectors", "--shim", SHIM, "--protocol", str(tmp_path)]) == 1
    assert "--protocol FOLDER" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("as-host", "--testee", "x"),
        ("pair", "--host", "x", "--guest", "y"),
        ("as-guest", "--testee", "x", "--jobs", "0"),
        ("as-guest", "--testee", "x", "--timeout", "0"),
        ("as-guest", "--testee", "x", "--timeout", "nan"),
    ],
)
def test_commands_that_cannot_be(arguments, capsys):
    assert run(["conformance", *arguments]) == 1
    assert capsys.readouterr().err.startswith("bura: ")


def test_a_pattern_that_fits_nothing_is_told_what_there_is(capsys):
    assert run(["conformance", "vectors", "--shim", "true", "--case", "games/*"]) == 1
    assert capsys.readouterr().err == (
        "bura: No case fits this pattern; these cases begin with bad, encoding, forked, good, hand, hash, identity, "
        "link, open, places, relation, resume, rulesets, shuffle.\n"
    )
