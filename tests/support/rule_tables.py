"""The rulesets, their questions and the combinations as tables of spec.md and as registries; see `spec_tables`.

Here: code to rows. Never: a sentence that is not in the code or in `protocol/rules/README.md`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bura_p2p.rules import ruleset as rules
from bura_p2p.rules.builtin import _QUESTION_OF, CHOICES, GEORGIAN, IDS, RULESETS, with_option
from bura_p2p.rules.calls import HEIGHT, proved_as
from bura_p2p.rules.ruleset import Instant, Special
from bura_p2p.wire.messages import Combination

README = Path(__file__).parents[2] / "protocol" / "rules" / "README.md"


def answer(ruleset: rules.Ruleset, question: str) -> str:
    return rules._write(getattr(ruleset, question))


def meanings() -> dict[str, str]:
    """Question to its values and their meaning, from the table in `protocol/rules/README.md`."""
    return dict(re.findall(r"^\| `([a-z_]+)` \| (.*) \|$", README.read_text("utf-8"), re.MULTILINE))


def open_questions(name: str) -> dict[str, list[str] | None]:
    """The questions that a table may answer differently under this name: the only answers, or None for any."""
    found: dict[str, list[str] | None] = {}
    for option in CHOICES[name]:
        sets = [with_option(RULESETS[name], option, on) for on in (True, False)] if option == "molodka" else []
        found[_QUESTION_OF.get(option, option)] = [answer(each, "specials") for each in sets] or None
    return {question: found[question] for question in rules.QUESTIONS if question in found}


# --- registries --------------------------------------------------------------------------------------------


def questions() -> dict[str, Any]:
    told = meanings()
    return {
        "about": "The lines of a ruleset's canonical form, in order (section 12.1).",
        "first_line": rules.FORM,
        "questions": [{"name": name, "values": told[name].replace("`", "")} for name in rules.QUESTIONS],
    }


def rulesets() -> dict[str, Any]:
    ids = {name: short for short, name in IDS.items()}
    return {
        "about": "The rulesets that have a name of their own (section 12.1, U3). `open`: the questions that a table "
        "may answer differently under that name: with any answer that makes a game (null), or with these alone.",
        "rulesets": [
            {
                "name": name,
                "id": ids[name],
                "open": open_questions(name),
                "canonical": ruleset.canonical_bytes().decode("ascii"),
                "sha256": rules.ruleset_hash(ruleset).hex(),
            }
            for name, ruleset in RULESETS.items()
        ],
    }


def combinations() -> dict[str, Any]:
    names: list[Special | Instant] = [*Special, *Instant]
    return {
        "about": "What a whole hand can be proved to be: the field `what` of an announce. `means`: the combinations "
        "of rulesets that are announced so, with their height.",
        "combinations": [
            {
                "combination": what.value,
                "name": what.label,
                "means": {
                    str(name): HEIGHT[name] for name in dict.fromkeys(names) if proved_as(name) == what.label
                },
            }
            for what in Combination
        ],
    }


# --- rows of spec.md ---------------------------------------------------------------------------------------


def questions_rows() -> list[list[object]]:
    told = meanings()
    return [[at, f"`{name}`", told[name]] for at, name in enumerate(rules.QUESTIONS, 2)]


def rulesets_rows() -> list[list[object]]:
    """A row a question, a column a ruleset; a star behind an answer that a table may give differently."""
    found: list[list[object]] = []
    for question in rules.QUESTIONS[1:]:
        cells = [
            f"{answer(ruleset, question)}{' *' if question in open_questions(name) else ''}"
            for name, ruleset in RULESETS.items()
        ]
        found.append([f"`{question}`", *cells])
    found.append(["bytes", *[len(ruleset.canonical_bytes()) for ruleset in RULESETS.values()]])
    found.append(["SHA-256 begins", *[f"`{rules.ruleset_hash(each).hex()[:16]}`" for each in RULESETS.values()]])
    return found


def combinations_rows() -> list[list[object]]:
    found: list[list[object]] = []
    for row in combinations()["combinations"]:
        heights = [f"`{name}` {height}" for name, height in row["means"].items()]
        found.append([row["combination"], f"`{row['name']}`", ", ".join(heights)])
    return found


def georgian_text() -> str:
    form = GEORGIAN.canonical_bytes()
    hashed = rules.ruleset_hash(GEORGIAN).hex()
    return f"```\n{form.decode('ascii')}```\n\n{len(form)} bytes, every line ended by `0a`; SHA-256 `{hashed}`."
