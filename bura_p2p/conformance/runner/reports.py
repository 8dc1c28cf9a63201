"""A run written down: lines for people, JSON, and the XML that build servers read (JUnit).

Here: text out of results. Never: a judgement.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ...errors import LocalError
from .results import Outcome, Result, Run


def line_of(result: Result) -> str:
    """One result on one line."""
    told = f"{result.outcome.value:<13}{_plain(result.case)}"
    return f"{told}: {_plain(result.detail)}" if result.detail else told


def summary_of(run: Run) -> str:
    """The counts of a run, and how it ends."""
    counts = ", ".join(f"{count} {name}" for name, count in run.counts.items()) or "nothing"
    seconds = sum(result.seconds for result in run.results)
    verdict = "conforms" if run.exit_code == 0 else "does not conform"
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
        "results": [_object(result) for result in run.results],
    }


def _object(result: Result) -> dict[str, Any]:
    return {
        "case": result.case,
        "outcome": result.outcome.value,
        "detail": result.detail,
        "level": result.level.value,
        "requirements": list(result.requirements),
        "seconds": round(result.seconds, 3),
    }


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
    inner = f"<{kind} message={quoteattr(f'{result.outcome.value}: {told}')}{typed}>{escape(told)}</{kind}>"
    return f"  <testcase {attributes}>{inner}</testcase>"


def _plain(text: str) -> str:
    """Text of a stranger's program on one line of printable characters."""
    return "".join(c if c.isprintable() else " " for c in text)[:600]


def write_junit(run: Run, path: Path) -> None:
    """The XML into a file. Raises LocalError where it cannot be written."""
    try:
        path.write_text(junit_of(run), encoding="utf-8")
    except OSError as error:
        raise LocalError(f"The file {path} cannot be written: {error.strerror or error}.") from None


def json_text(run: Run) -> str:
    """The object on one line, in ASCII."""
    return json.dumps(json_of(run), ensure_ascii=True)
