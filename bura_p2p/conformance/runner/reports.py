"""A run written down: lines for people, JSON, and the XML that build servers read (JUnit).

Here: text out of results. Never: a judgement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from ...errors import LocalError
from .results import Level, Outcome, Result, Run

WIDE: Final = 160
"""Characters of a word that people are told; JSON has it whole."""

LONG: Final = 4_000
"""Characters of a command."""


def line_of(result: Result) -> str:
    """One result on one line."""
    told = f"{result.outcome.value:<13}{_plain(result.case)}"
    return f"{told}: {_plain(result.detail)}" if result.detail else told


def lines_of(run: Run, result: Result) -> list[str]:
    """One result; of one that is not as it should be also all that helps to find out why."""
    if result.outcome in (Outcome.PASS, Outcome.UNSUPPORTED):
        return [line_of(result)]
    return [line_of(result), *(f"  {line}" for line in _reasons(run, result))]


def _reasons(run: Run, result: Result) -> Iterator[str]:
    """What the case is about, what is demanded by what, what was said last, how to repeat it: a line each."""
    if result.about:
        yield f"about: {_plain(result.about)}"
    requirements = " ".join(result.requirements)
    if result.expect or requirements:
        by = f"; by {requirements}" if requirements else ""
        weight = "" if result.level is Level.MUST else f" ({result.level.value})"
        yield f"due: {_plain(result.expect)}{by}{weight}"
    for word in result.exchange:
        yield f"{word.way}: {_plain(word.what)}{': ' if word.data else ''}{_plain(shortened(word.data, WIDE))}"
    again = run.repeats(result)
    if again:
        yield f"again: {_plain(again, LONG)}"


def summary_of(run: Run) -> str:
    """The counts of a run, and how it ends."""
    counts = ", ".join(f"{count} {name}" for name, count in run.counts.items()) or "nothing"
    seconds = sum(result.seconds for result in run.results)
    verdict = "conforms" if run.exit_code == 0 else "does not conform"
    spared = sum(not result.good(strict=True) for result in run.results) - len(run.bad)
    if spared:
        verdict += f", for {spared} of these {'does' if spared == 1 else 'do'} not count without --strict"
    return f"{run.what}: {counts}; {verdict} ({seconds:.1f} s, number {run.number})."


def json_of(run: Run) -> dict[str, Any]:
    """A run as one object."""
    return {
        "format": "bura-conformance 1",
        "what": run.what,
        "number": run.number,
        "strict": run.strict,
        "counts": run.counts,
        "exit": run.exit_code,
        "results": [_object(run, result) for result in run.results],
    }


def _object(run: Run, result: Result) -> dict[str, Any]:
    told = {
        "case": result.case,
        "about": result.about,
        "expect": result.expect,
        "outcome": result.outcome.value,
        "detail": result.detail,
        "level": result.level.value,
        "requirements": list(result.requirements),
        "seconds": round(result.seconds, 3),
    }
    if result.outcome in (Outcome.PASS, Outcome.UNSUPPORTED):
        return told
    words = [{"way": word.way, "what": word.what, "data": word.data} for word in result.exchange]
    return told | {"exchange": words, "again": run.repeats(result)}


def junit_of(run: Run) -> str:
    """A run as JUnit XML: fail, wrong code and unclean are failures, runner errors errors, unsupported skipped.

    What does not count against the run (a SHOULD that is not met, say) is skipped, with its reason.
    """
    bad = {id(result) for result in run.bad}
    cases = [_junit_case(run, result, id(result) in bad) for result in run.results]
    errors = sum(result.outcome is Outcome.RUNNER_ERROR for result in run.bad)
    skipped = sum(result.outcome is not Outcome.PASS for result in run.results) - len(bad)
    seconds = sum(result.seconds for result in run.results)
    head = (
        f"<testsuite name={quoteattr(run.what)} tests=\"{len(run.results)}\" failures=\"{len(bad) - errors}\" "
        f'errors="{errors}" skipped="{skipped}" time="{seconds:.3f}">'
    )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *cases, "</testsuite>", ""])


def _junit_case(run: Run, result: Result, bad: bool) -> str:
    name = quoteattr(_plain(result.case))
    attributes = f"classname={quoteattr(f'bura.{run.what}')} name={name} time=\"{result.seconds:.3f}\""
    if result.outcome is Outcome.PASS:
        return f"  <testcase {attributes}/>"
    kind = "skipped" if not bad else "error" if result.outcome is Outcome.RUNNER_ERROR else "failure"
    told = _plain(result.detail)
    typed = f" type={quoteattr(result.outcome.value)}" if bad else ""
    text = escape("\n".join([told, *_reasons(run, result)]) if bad else told)
    inner = f"<{kind} message={quoteattr(f'{result.outcome.value}: {told}')}{typed}>{text}</{kind}>"
    return f"  <testcase {attributes}>{inner}</testcase>"


def _plain(text: str, most: int = 600) -> str:
    """Text of a stranger's program on one line of printable characters."""
    return "".join(c if c.isprintable() else " " for c in text[:most])


def shortened(text: str, most: int) -> str:
    """At most so many characters of a text, the end left out."""
    return text if len(text) <= most else f"{text[:most]}..."


def write_junit(run: Run, path: Path) -> None:
    """The XML into a file. Raises LocalError where it cannot be written."""
    try:
        path.write_text(junit_of(run), encoding="utf-8")
    except OSError as error:
        raise LocalError(f"The file {path} cannot be written: {error.strerror or error}.") from None


def json_text(run: Run) -> str:
    """The object on one line, in ASCII."""
    return json.dumps(json_of(run), ensure_ascii=True)
