"""`bura rules`: exit codes, what people read, what programs read; table options on the command line."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from bura_p2p.cli import run
from bura_p2p.rules.builtin import CHOICES, IDS, RULESETS, TITLES
from bura_p2p.rules.options import find_with_options, option_values
from bura_p2p.rules.ruleset import QUESTIONS, ruleset_hash
from bura_p2p.ui.arguments import UsageError
from bura_p2p.ui.card import rule_card
from bura_p2p.ui.options import table_rules
from bura_p2p.ui.rules_command import plain_value
from tests.support.processes import bura

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "protocol" / "rules" / "cases.yaml"
MORE = ROOT / "tests" / "rules" / "more_cases.yaml"
CASES: list[dict[str, Any]] = yaml.safe_load(SHIPPED.read_text(encoding="utf-8"))


# --- list and show -------------------------------------------------------------------------------------------------


def test_the_list_names_every_ruleset_with_its_options(capsys):
    assert run(["rules", "list"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    for name, options in CHOICES.items():
        assert f"\n{name} ({TITLES[name]}): {RULESETS[name].players[0]}" in f"\n{out}"
        assert f"options: {', '.join(options)}" in out
    assert not [short for short in IDS if short in out]


def test_the_list_for_programs(capsys):
    assert run(["rules", "list", "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [found["ruleset"] for found in objects] == list(RULESETS)
    for found in objects:
        rules = RULESETS[found["ruleset"]]
        assert (tuple(found["players"]), found["deck"], found["hand"]) == (rules.players, rules.deck, rules.hand)
        assert tuple(found["options"]) == CHOICES[rules.name]
        for option, told in found["options"].items():
            assert tuple(told["values"]) == option_values(rules, option)
            assert told["value"] in told["values"]


@pytest.mark.parametrize("name", [*RULESETS, *IDS])
def test_a_ruleset_is_shown_as_a_table_plays_it(name, capsys):
    assert run(["rules", "show", name]) == 0
    assert capsys.readouterr().out.splitlines() == rule_card(table_rules(name))


def test_a_ruleset_for_programs(capsys):
    assert run(["rules", "show", "georgian", "--option", "give-face=up", "--option=match_to=11", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rules = find_with_options("georgian", give_face="up", match_to=11)
    assert found["hash"] == ruleset_hash(rules).hex()
    assert list(found["questions"]) == list(QUESTIONS)
    assert found["questions"] == {question: plain_value(getattr(rules, question)) for question in QUESTIONS}
    assert found["questions"]["raises"] == [2, 3, 4, 5, 6]
    assert found["questions"]["give_face"] == found["options"]["give_face"]["value"] == "up"
    assert found["options"]["clock"]["range"] == [0, 3600]
    assert found["card"] == rule_card(rules)


# --- table options -------------------------------------------------------------------------------------------------

WRONG = [
    (["clock"], "--option takes NAME=VALUE, such as clock=30, not 'clock'."),
    (["=5"], "--option takes NAME=VALUE"),
    (["clock="], "--option takes NAME=VALUE"),
    (["clock=soon"], "The option 'clock' is a number from 0 to 3600, not 'soon'."),
    (["clock=3601"], "from 0 to 3600"),
    (["clock=-1"], "from 0 to 3600"),
    (["points_shown=maybe"], "The option 'points_shown' is one of: no, yes; not 'maybe'."),
    (["match_to=5"], "The option 'match_to' is one of: 0, 1, 3, 7, 11; not '5'."),
    (["maliutka=\x1b[2J"], "The option 'maliutka' is one of: turn, anytime; not"),
    (["ante=5"], "The georgian rules have no option 'ante'; they have: match_to, points_shown"),
    (["name=x"], "no option 'name'"),
    (["clock=5", "clock=6"], "--option clock is given twice."),
    (["give-face=up", "give_face=down"], "--option give_face is given twice."),
]


@pytest.mark.parametrize("command", [["host"], ["play"], ["demo"], ["rules", "show", "georgian"]], ids=" ".join)
@pytest.mark.parametrize(("options", "sentence"), WRONG, ids=[" ".join(case[0]) for case in WRONG])
def test_wrong_options_get_one_sentence(command, options, sentence, tmp_path, capsys):
    words = [word for option in options for word in ("--option", option)]
    home = ["--home", str(tmp_path)] if command[0] in ("host", "play") else []
    assert run([*command, *words, *home]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("bura: ")
    assert sentence in err
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["demo", "--match", "3", "--option", "match_to=7"], "--match and --option match_to say the same"),
        (["demo", "--hands", "3", "--option", "match_to=7"], "--hands plays so many hands"),
        (["host", "--show-points", "--option", "points_shown=no"], "--show-points and --option points_shown"),
        (["host", "--rules", "russian", "--match", "3"], "The russian rules have no match to points"),
        (["host", "--rules", "kozel", "--show-points"], "no option 'points_shown'"),
        (["rules", "show", "georgian-pairs", "--option", "points_shown=yes", "--option", "give_face=down"],
         "These rules make no game: closed points are shown to two"),
        (["rules", "show", "whist"], "There are no rules called 'whist'; there are: georgian,"),
        (["rules", "show"], "NAME"),
        (["rules", "check"], "FILE"),
        (["rules", "chek"], "chek"),
        (["rules", "list", "more"], "'more' is one word too many."),
    ],
)  # fmt: skip
def test_wrong_words_get_one_sentence(words, sentence, capsys):
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_rules_of_a_table():
    assert table_rules("georgian") == find_with_options("georgian", match_to=3)
    assert table_rules("georgian", hands=2) == RULESETS["georgian"]
    assert table_rules("georgian", match=7, show_points=True) == find_with_options(
        "georgian", match_to=7, points_shown="yes"
    )
    assert table_rules("georgian", ["Match-To=1"]).match_to == 1
    assert table_rules("s001-open", ["ante=5", "molodka=off", "first_lead=right"]) == find_with_options(
        "russian", ante=5, molodka="off", first_lead="right"
    )
    with pytest.raises(UsageError, match="0, 1, 3, 7 or 11"):
        table_rules("georgian", match=5)


def told_of(options: list[str], home: Path) -> list[str]:
    """The card that a real process shows in a game that it has begun with these options."""
    with bura("play", *options, home=home) as me:
        me.until(lambda line: line.startswith("Hand 1"))
        me.type("rules")
        title = me.until(lambda line: line.startswith("Rules: "))
        card = [title]
        while line := me.line():
            card.append(line)
        me.type("quit")
        assert me.end() == 10
    return card


def test_a_real_table_plays_the_options(tmp_path):
    options = ["--rules", "russian", "--option", "ante=4", "--option", "give-face=down", "--option", "clock=45"]
    card = told_of(options, tmp_path)
    assert card == rule_card(find_with_options("russian", ante=4, give_face="down", clock=45))


def test_a_real_demo_plays_the_options(tmp_path):
    options = ["--rules", "georgian", "--hands", "1", "--option", "clock=90", "--option", "give_face=up"]
    with bura("demo", *options, "--json", "--out", str(tmp_path / "out"), home=tmp_path) as demo:
        assert demo.end() == 0, demo.errors
    assert json.loads(demo.lines[0])["verdicts"] == ["fair", "fair"]
    played = find_with_options("georgian", clock=90, give_face="up", match_to=0).canonical_bytes()
    assert all(played in Path(file).read_bytes() for file in json.loads(demo.lines[0])["files"])


# --- check ---------------------------------------------------------------------------------------------------------


def written(path: Path, *cases: Any) -> str:
    path.write_text(yaml.safe_dump(list(cases)), encoding="utf-8")
    return str(path)


def wrong(case: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**case, **changes}


def test_the_shipped_cases_hold(capsys):
    assert run(["rules", "check", str(SHIPPED), str(MORE)]) == 0
    out, err = capsys.readouterr()
    count = len(CASES)
    assert out.splitlines()[0] == f"'{SHIPPED}': {count} of {count} cases hold."
    assert len(out.splitlines()) == 2
    assert err == ""


def test_a_case_that_fails_is_one_line(tmp_path, capsys):
    fails = wrong(CASES[0], expect={"winner": "A", "points": 99})
    path = written(tmp_path / "some.yaml", fails, CASES[1])
    assert run(["rules", "check", path]) == 1
    out, err = capsys.readouterr()
    first, last = out.splitlines()
    assert first.startswith(f"{fails['id']}: ")
    assert "winner is B, expected A." in first
    assert "points is 2, expected 99." in first
    assert last == f"'{path}': 1 of 2 cases hold, 1 fails."
    assert err == ""


UNJUDGED = [
    ({"question": "who_is_right"}, "'who_is_right' is not a question"),
    ({"mood": "bad"}, "'mood' in the case is not a key"),
    ({"ruleset": "whist"}, "There are no rules called 'whist'"),
    ({"expect": {"colour": "red"}}, "'colour'"),
    ({"expect": {}}, "Nothing is expected"),
    ({"situation": {"players": ["A", "B"]}}, "does not say its"),
    ({"situation": {"weather": "fine"}}, "'weather' in the situation is not a key"),
]


@pytest.mark.parametrize(("changes", "words"), UNJUDGED, ids=[case[1] for case in UNJUDGED])
def test_a_case_that_cannot_be_judged_is_an_error(changes, words, tmp_path, capsys):
    fails = wrong(CASES[2], expect={"points": 99})
    path = written(tmp_path / "some.yaml", wrong(CASES[0], **changes), CASES[1], fails)
    assert run(["rules", "check", path]) == 2
    out, err = capsys.readouterr()
    assert err.startswith(f"bura: '{path}': Case {CASES[0]['id']} ")
    assert words in err
    assert err.count("\n") == 1
    assert out.splitlines()[-1] == f"'{path}': 1 of 3 cases hold, 1 fails, 1 cannot be judged."


def test_the_highest_code_of_several_files(tmp_path, capsys):
    fails = written(tmp_path / "fails.yaml", wrong(CASES[0], expect={"points": 99}))
    none = written(tmp_path / "none.yaml")
    assert run(["rules", "check", str(SHIPPED), fails]) == 1
    assert run(["rules", "check", none, fails, str(SHIPPED)]) == 2
    out, err = capsys.readouterr()
    assert err == f"bura: '{none}' has no case in it.\n"
    assert "1 fails." in out.splitlines()[-2]
    assert "cases hold." in out.splitlines()[-1]


def test_check_for_programs(tmp_path, capsys):
    path = written(
        tmp_path / "some.yaml", CASES[0], wrong(CASES[1], expect={"points": 99}), wrong(CASES[2], question="what")
    )
    missing = str(tmp_path / "missing.yaml")
    assert run(["rules", "check", path, missing, "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == ""
    first, second = (json.loads(line) for line in out.splitlines())
    assert (first["file"], first["cases"], first["held"], first["exit"]) == (path, 3, 1, 2)
    assert first["failed"][0]["id"] == CASES[1]["id"]
    assert first["failed"][0]["differences"][0].endswith("expected 99.")
    assert first["unjudged"] == [
        {"id": CASES[2]["id"], "fault": f"Case {CASES[2]['id']} cannot be judged: 'what' is not a question that is "
                                        "known here."}
    ]  # fmt: skip
    assert second["fault"].startswith(f"The file '{missing}' cannot be read: ")
    assert second["exit"] == 2


def test_what_a_hostile_case_says_moves_no_terminal(tmp_path, capsys):
    red = "\x1b[31mred\u202e"
    cases = [wrong(CASES[0], id=red, expect={"winner": red}), wrong(CASES[1], id=f"{red}2", question=red)]
    path = written(tmp_path / "some.yaml", *cases)
    assert run(["rules", "check", path]) == 2
    out, err = capsys.readouterr()
    assert "red" in out
    assert "red" in err
    assert all(line.isprintable() for line in (out + err).splitlines())


def test_check_by_a_real_process(tmp_path):
    shutil.copy(SHIPPED, tmp_path / "cases.yaml")
    with bura("rules", "check", str(tmp_path / "cases.yaml"), home=tmp_path) as asked:
        assert asked.end() == 0
        assert asked.errors == ""
        assert asked.lines[-1].endswith("cases hold.")
    (tmp_path / "deep.yaml").write_text("[" * 100_000, encoding="utf-8")
    with bura("rules", "check", str(tmp_path / "deep.yaml"), home=tmp_path) as asked:
        assert asked.end() == 2
        assert asked.lines == []
        assert asked.errors.count("\n") == 1
    with bura("rules", "list", home=tmp_path, environment={"TERM": "dumb"}) as asked:
        assert asked.end() == 0
        assert asked.lines[0].startswith("georgian (Georgian, three cards):")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_not_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    assert run(["rules", "check", str(tmp_path / "pipe")]) == 2
    assert "is not a file that can be read" in capsys.readouterr().err
