"""`bura rules`: the rulesets for people and for programs, and files of rule cases put to the engine.

Here: the commands `list`, `show` and `check`, and what they print. Never: a rule, words about one (`rule_words`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from ..errors import LocalError
from ..rules.builtin import RULESETS
from ..rules.cases import check_case
from ..rules.options import NUMBERS, option_value, option_values, options_of
from ..rules.ruleset import QUESTIONS, Ruleset, ruleset_hash
from . import console
from .card import rule_card
from .case_file import load_cases
from .checking import progress
from .inert import inert, wrapped
from .machine import json_line
from .options import Json, JsonLines, Options, table_rules
from .paths import quoted
from .rule_words import seats_text, summary_text
from .tongue import local, t, tn
from .words import cards_word, rules_title

FAILS: Final = 1
"""The exit code when a case does not hold."""

UNUSABLE: Final = 2
"""The exit code for a file without cases, or a case that cannot be judged."""

_NAME: Final = "The name of the rules, as 'bura rules list' tells it."
Files = Annotated[list[str], Parameter(name="FILE", negative="", help="YAML files with rule cases.")]
"""As text: the command library takes a list of anything else for JSON where a name begins with a bracket."""

rules_app: Final = App(
    name="rules",
    help="The rulesets: all of them, one as a card, or a file of rule cases put to the engine.",
    help_format="plaintext",
)


# --- list and show -----------------------------------------------------------------------------------------------


@rules_app.command(name="list")
def list_rules(*, json: JsonLines = False) -> int:
    """All rulesets by name, each with what it is and the options that a table may set."""
    tables = [table_rules(name) for name in RULESETS]
    if json:
        console.write_lines(json_line(_list_object(rules)) for rules in tables)
        return 0
    lines = [line for rules in tables for line in _list_lines(rules)]
    told = t("'{bura_rules} show NAME' tells one of them, '{bura_host} --rules NAME' plays it.")
    console.write_lines([*lines, *wrapped(told)])
    return 0


def _list_lines(rules: Ruleset) -> list[str]:
    about = t(
        "{seats}; a deck of {deck}, {cards} in hand",
        seats=seats_text(rules), deck=rules.deck, cards=cards_word(rules.hand),
    )
    options = "  " + t("options: {options}", options=', '.join(options_of(rules)))
    return [
        line
        for text in (f"{rules.name} ({rules_title(rules.name)}): {about}", f"  {summary_text(rules)}", options)
        for line in wrapped(text, indent="    ")
    ]


def _list_object(rules: Ruleset) -> dict[str, Any]:
    return {
        "ruleset": rules.name,
        "players": list(rules.players),
        "deck": rules.deck,
        "hand": rules.hand,
        "summary": summary_text(rules),
        "options": _options_object(rules),
    }


@rules_app.command(name="show")
def show_rules(
    name: Annotated[str, Parameter(name="NAME", help=_NAME)], /, *, option: Options | None = None, json: Json = False
) -> int:
    """One ruleset on one screen, as a table plays it; with --option also as it may be played."""
    rules = table_rules(name, option or ())
    lines = rule_card(rules)
    if json:
        console.write_lines([json_line(_show_object(rules, lines))])
    else:
        console.write_lines(lines)
    return 0


def _show_object(rules: Ruleset, lines: Sequence[str]) -> dict[str, Any]:
    return {
        "ruleset": rules.name,
        "hash": ruleset_hash(rules).hex(),
        "questions": {question: plain_value(getattr(rules, question)) for question in QUESTIONS},
        "options": _options_object(rules),
        "card": list(lines),
    }


def _options_object(rules: Ruleset) -> dict[str, Any]:
    """Each option with its value and the values that it may have; `range` where it is any number of one."""
    found: dict[str, Any] = {}
    for option in options_of(rules):
        found[option] = {"value": option_value(rules, option), "values": list(option_values(rules, option))}
        if option in NUMBERS:
            found[option]["range"] = [NUMBERS[option][0], NUMBERS[option][-1]]
    return found


def plain_value(value: Any) -> Any:
    """A question's value as JSON has it: words as text, tuples as lists."""
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return str(value) if isinstance(value, Enum) else value


# --- check -------------------------------------------------------------------------------------------------------


@dataclass
class _Checked:
    """What became of the cases of one file."""

    path: Path
    cases: int = 0
    failed: dict[str, list[str]] = field(default_factory=dict)
    unjudged: dict[str, str] = field(default_factory=dict)
    fault: str | None = None

    @property
    def exit_code(self) -> int:
        """0 when all hold, 1 when one fails, 2 when the file or one of its cases makes no sense."""
        return UNUSABLE if self.unjudged or self.fault is not None else FAILS if self.failed else 0

    @property
    def held(self) -> int:
        """How many cases hold."""
        return self.cases - len(self.failed) - len(self.unjudged)


@rules_app.command(name="check")
def check_rules(files: Files, /, *, json: JsonLines = False) -> int:
    """Put the rule cases of YAML files to the engine: a line for each that fails, and how many hold.

    The exit code is the highest of all files: 0 all hold, 1 a case fails, 2 a file cannot be used, or a case in it
    cannot be judged (an unknown key, question or ruleset is an error, never a pass).
    """
    worst = 0
    for path in map(Path, files):
        progress(path, quiet=json)
        checked = _check_file(path)
        worst = max(worst, checked.exit_code)
        if json:
            console.write_lines([json_line(_check_object(checked))])
        else:
            _tell(checked)
    return worst


def _check_file(path: Path) -> _Checked:
    checked = _Checked(path)
    try:
        cases = load_cases(path)
    except LocalError as fault:
        checked.fault = local(str(fault))
        return checked
    checked.cases = len(cases)
    for case in cases:
        _check_one(checked, case)
    return checked


def _check_one(checked: _Checked, case: Mapping[str, Any]) -> None:
    name = str(case["id"])
    try:
        differences = check_case(case)
    except LocalError as fault:
        checked.unjudged[name] = local(str(fault))
        return
    if differences:
        checked.failed[name] = list(differences)


def _tell(checked: _Checked) -> None:
    """Failures and the count to standard output, what makes no sense to standard error."""
    where = quoted(checked.path)
    for fault in checked.unjudged.values():
        console.complain(f"bura: {where}: {inert(fault, 300)}")
    if checked.fault is not None:
        console.complain(f"bura: {inert(checked.fault, 600)}")
        return
    told = (inert(" ".join(differences), 600) for differences in checked.failed.values())
    console.write_lines([*told, f"{where}: {_counts(checked)}"])


def _counts(checked: _Checked) -> str:
    parts = [tn("{held} of {n} case holds", "{held} of {n} cases hold", checked.cases, held=checked.held)]
    if checked.failed:
        parts.append(tn("{n} fails", "{n} fail", len(checked.failed)))
    if checked.unjudged:
        parts.append(tn("{n} cannot be judged", "{n} cannot be judged", len(checked.unjudged)))
    return f"{', '.join(parts)}."


def _check_object(checked: _Checked) -> dict[str, Any]:
    return {
        "file": str(checked.path),
        "cases": checked.cases,
        "held": checked.held,
        "failed": [{"id": name, "differences": lines} for name, lines in checked.failed.items()],
        "unjudged": [{"id": name, "fault": fault} for name, fault in checked.unjudged.items()],
        "fault": checked.fault,
        "exit": checked.exit_code,
    }
