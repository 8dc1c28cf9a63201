"""The stranger's check as a page, `protocol/examples/verify.html`, in headless Chromium on every sample game.

Here: what the page says of files, that it fetches nothing, that it is what its parts make, and that everybody can use
it. Never: the page's own parts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bura_p2p.conformance.runner.protocol_folder import SampleGame, games_in
from tests.vectors.form import PROTOCOL
from tests.web.browser import chromium
from tests.web.people import AXE, need_axe

from .page import PAGE, SHOWN

BUILD = PROTOCOL / "examples" / "node" / "page" / "build.mjs"

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
PATIENCE = 120_000
"""Milliseconds for one answer of the page, on a busy machine."""

PARTS = ("good", "open|forked", "bad/[a-k]", "bad/[l-z]")


@contextmanager
def opened(browser: Any, **options: Any) -> Iterator[Any]:
    """The page from disk; at the end nothing was asked of any network, and nothing has failed."""
    context = browser.new_context(**{"viewport": PHONE, "locale": "en-US"} | options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    failed: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda fault: failed.append(str(fault)))
    page.on("console", lambda line: failed.append(line.text) if line.type == "error" else None)
    page.goto(PAGE.as_uri())
    yield page
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == [PAGE.as_uri()]
    assert failed == []
    context.close()


def drop(page: Any, *files: tuple[str, bytes]) -> list[dict[str, Any]]:
    """What the page says of files that are chosen together."""
    chosen = [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in files]
    page.locator("#files").set_input_files(chosen)
    page.locator("article .file", has_text=files[0][0]).first.wait_for()
    said: list[dict[str, Any]] = page.evaluate(SHOWN)
    return said


def games(pattern: str) -> list[SampleGame]:
    return [game for game in games_in(PROTOCOL / "games") if re.match(pattern, game.id)]


def test_every_game_is_in_one_part():
    assert sum(len(games(part)) for part in PARTS) == len(games(""))


@pytest.mark.parametrize("part", PARTS)
def test_every_game(part):
    with chromium() as browser, opened(browser) as page:
        for game in games(part):
            name = game.id.replace("/", " ") + ".bura"
            lent = [(f"other {number} {name}", data) for number, data in enumerate(game.others)]
            first, *rest = drop(page, (name, game.data), *lent)
            assert len(rest) == len(lent)
            check(first, name, game)


def check(said: dict[str, Any], name: str, game: SampleGame) -> None:
    """Verdict, seat, code, round, rounds, head and table are those that stand beside the game."""
    assert game.expect is not None
    expect = dict(game.expect)
    assert (said["file"], said["verdict"]) == (name, expect["verdict"])
    if "seat" in expect:
        assert (said["round"], said["code"]) == (str(expect["round"]), expect["code"]), game.id
        assert said["seat"] == f"seat {expect['seat']}", game.id
    else:
        assert (said["round"], said["code"], said["seat"]) == (None, None, None), game.id
    if said["table_id"] is not None:
        counted = (str(expect["rounds"]), expect["head"], expect["table_id"])
        assert (said["rounds"], said["head"], said["table_id"]) == counted, game.id


def some_file(name: str) -> tuple[str, bytes]:
    game = next(game for game in games(re.escape(name) + "$"))
    return f"{game.id.replace('/', ' ')}.bura", game.data


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(scheme):
    """Nothing that axe-core finds, on a phone and on a desk; nothing wider than the phone."""
    need_axe()
    rules = "axe.run().then((found) => found.violations.map((rule) => [rule.id, rule.nodes.map((n) => n.html)]))"
    with chromium() as browser, opened(browser, color_scheme=scheme) as page:
        page.evaluate(f"{AXE.read_text('utf-8')};0")
        assert page.evaluate(rules) == []
        for name in ("good/whole-hand", "bad/announce-length", "bad/equivocation", "open/lead-owed", "bad/cut"):
            drop(page, some_file(name))
            for summary in page.locator("summary").all():
                summary.click()
            for size in (PHONE, DESK):
                page.set_viewport_size(size)
                assert page.evaluate(rules) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_three_languages_and_a_name_that_is_no_markup():
    name, data = some_file("bad/announce-length")
    name = f"<img src=x onerror=alert(1)> \u202e {name}"
    with chromium() as browser, opened(browser, locale="ru-RU") as page:
        assert page.evaluate("document.documentElement.lang") == "ru"
        drop(page, (name.replace("\u202e", "x"), data))
        assert page.locator("article h2").text_content() == "Кто-то нарушил протокол"
        assert page.locator("article img").count() == 0
        page.get_by_role("button", name="ქართული").click()
        assert page.locator("article h2").text_content() == "ვიღაცამ დაარღვია პროტოკოლი"
        assert page.locator("button[aria-pressed=true]").text_content() == "ქართული"
        page.get_by_role("button", name="English").click()
        assert page.locator("article h2").text_content() == "Somebody broke the protocol"
        assert "verdict." not in page.locator("body").inner_text()


def test_a_file_is_dropped():
    name, data = some_file("good/resigned")
    with chromium() as browser, opened(browser) as page:
        page.evaluate(
            """([name, bytes]) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([new Uint8Array(bytes)], name));
                const how = { dataTransfer: transfer, bubbles: true, cancelable: true };
                document.body.dispatchEvent(new DragEvent("drop", how));
            }""",
            [name, list(data)],
        )
        page.locator("article .file", has_text=name).wait_for()
        assert page.locator("article .verdict").text_content() == "fair"


def test_an_odd_name_of_a_file_is_no_other_one():
    odd = {"a b.bura": "a b.bura", "a\u202eb.bura": "'a\\u{202e}b.bura'", "-x\n": "'-x\\u{a}'"}
    with chromium() as browser, opened(browser) as page:
        for name, told in odd.items():
            page.locator("#files").set_input_files([{"name": name, "mimeType": "", "buffer": b"no game"}])
            page.locator("article .file").get_by_text(told, exact=True).wait_for()


def test_without_a_worker_it_works_in_pieces():
    name, data = some_file("good/whole-hand")
    with chromium() as browser, opened(browser) as page:
        page.evaluate("delete globalThis.Worker")
        assert drop(page, (name, data))[0]["verdict"] == "fair"


def test_the_page_is_small_and_closed():
    text = PAGE.read_text("utf-8")
    assert len(text.encode()) < 400_000
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    rules = dict(rule.partition(" ")[::2] for rule in policy[1].split("; "))
    assert (rules["default-src"], rules["connect-src"]) == ("'none'", "'none'")
    assert all(re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", rules[kind]) for kind in ("script-src", "style-src"))
    assert not re.search(r"\beval\(|new Function|\.innerHTML|<script[^>]+src", text)
    assert text.count("Permission is hereby granted") == 2


def test_the_page_is_what_its_parts_make(tmp_path):
    found = shutil.which("node")
    if found is None or not (BUILD.parents[1] / "node_modules").is_dir():
        pytest.skip("no Node, or no libraries; 'npm ci --prefix protocol/examples/node' brings them")
    made = tmp_path / "verify.html"
    subprocess.run([found, str(BUILD), str(made)], check=True, timeout=120)
    assert made.read_bytes() == PAGE.read_bytes()
