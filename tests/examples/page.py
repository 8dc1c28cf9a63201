"""The stranger's check as a page, `protocol/examples/verify.html`, asked as a person asks it: files are chosen, and
what the page shows is read.

Here: one page from disk in a headless Chromium, kept open; what it shows of the first of the files that are chosen
together. Never: the page's own modules, who is right.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.vectors.form import PROTOCOL
from tests.web.browser import PROGRAM, chromium

PAGE = PROTOCOL / "examples" / "verify.html"

ZEROS = bytes(32).hex()

PATIENCE = 300_000
"""Milliseconds for one answer of the page, on a busy machine."""

SHOWN = """() => [...document.querySelectorAll("article")].map((one) => {
  const text = (name) => one.querySelector(name)?.textContent ?? null;
  return { file: text(".file"), verdict: text(".verdict"), seat: text(".who .seat"), round: text(".round"),
    code: text(".code"), rounds: text(".rounds"), head: text(".top"), table_id: text(".table") };
})"""

ANSWERED = "() => document.getElementById('reports').childElementCount > 0"


def missing() -> str:
    """Why the page cannot be asked here; empty where it can."""
    if PROGRAM is None:
        return "there is no Chromium"
    return "" if importlib.util.find_spec("playwright") else "there is no playwright"


@contextmanager
def opened() -> Iterator[Callable[[bytes, Sequence[bytes]], dict[str, Any]]]:
    """Asks the page about a file beside others. Raises LookupError where it shows no report, or another file's; and
    at the end if it asked for anything, or something in it failed.
    """
    with chromium() as browser:
        page = browser.new_context(locale="en-US").new_page()
        page.set_default_timeout(PATIENCE)
        asked: list[str] = []
        failed: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda fault: failed.append(str(fault)))
        page.goto(PAGE.as_uri())
        yield lambda data, others: _read(_shown(page, [data, *others])[0])
        foreign = [url for url in asked if not url.startswith(("blob:", "data:")) and url != PAGE.as_uri()]
        if foreign or failed:
            raise LookupError(f"the page asked for {foreign}; in it failed {failed}")


def _shown(page: Any, files: Sequence[bytes]) -> list[dict[str, str | None]]:
    """What the page shows of files that are chosen together, in their order."""
    names = [f"{number}.bura" for number in range(len(files))]
    chosen = [
        {"name": name, "mimeType": "application/octet-stream", "buffer": data}
        for name, data in zip(names, files, strict=True)
    ]
    page.locator("#files").set_input_files(chosen)
    page.wait_for_function(ANSWERED)
    shown: list[dict[str, str | None]] = page.evaluate(SHOWN)
    if [each["file"] for each in shown] != names:
        raise LookupError(f"the page shows no report: {page.locator('#reports').text_content()}")
    return shown


def _read(shown: dict[str, str | None]) -> dict[str, Any]:
    """As the other verifiers say it. Of a malformed file without a good entry the page shows neither rounds nor
    head nor table: there are none.
    """
    told: dict[str, Any] = {name: text for name, text in shown.items() if text is not None and name != "file"}
    if told["verdict"] == "malformed" and not {"rounds", "head", "table_id"} & told.keys():
        told |= {"rounds": "0", "head": ZEROS, "table_id": ZEROS}
    if "seat" in told:
        told["seat"] = re.sub(r"^seat (?=\d$)", "", told["seat"])
    return told | {name: int(told[name]) for name in ("seat", "round", "rounds") if name in told}
