"""The security of the page in a real browser: what foreign pages, other names and other windows can do with it."""

from __future__ import annotations

import pytest

from .browser import chromium, foreign_page
from .page import page_at

REACH = """async (target) => {
  const tried = {};
  tried.socket = await new Promise((done) => {
    const socket = new WebSocket(target.replace("http", "ws") + "ws");
    socket.onopen = () => done("open");
    socket.onerror = () => done("error");
  });
  tried.read = await fetch(target).then(() => "read", () => "error");
  tried.blind = await fetch(target, { mode: "no-cors" }).then((answer) => answer.type, () => "error");
  const load = (tag, name) => new Promise((done) => {
    const element = document.createElement(tag);
    element.onload = () => done("loaded");
    element.onerror = () => done("error");
    element.src = target + name;
    document.body.append(element);
  });
  tried.script = await load("script", "js/dom.js");
  tried.image = await load("img", "icon.svg");
  return tried;
}"""


@pytest.fixture(scope="module")
def browser():
    with chromium("--host-resolver-rules=MAP evil.example 127.0.0.1") as browser:
        yield browser


@pytest.fixture(scope="module")
def page(tmp_path_factory, browser):
    with page_at(tmp_path_factory.mktemp("home"), "--name", "Nino") as page:
        yield page


def opened(browser, page):
    """A window with the table in it, by a fresh link, and its context."""
    context = browser.new_context()
    window = context.new_page()
    faults: list[str] = []
    window.on("console", lambda told: faults.append(told.text) if told.type in ("error", "warning") else None)
    window.on("pageerror", lambda fault: faults.append(str(fault)))
    window.goto(f"{page.origin}/#{page.fresh()}")
    window.wait_for_function("() => sessionStorage.length > 0")
    return context, window, faults


def test_the_code_is_gone_and_the_token_is_in_this_window_only(browser, page):
    context, window, faults = opened(browser, page)
    assert window.evaluate("location.href") == f"{page.origin}/"
    kept = window.evaluate("Object.values(sessionStorage)")
    assert len(kept) == 1
    assert kept[0] not in window.content()
    assert kept[0] not in window.evaluate("JSON.stringify(localStorage) + document.cookie + name")
    assert context.cookies() == []
    assert window.evaluate("history.length") <= 2
    other = context.new_page()
    other.goto(f"{page.origin}/")
    assert other.evaluate("sessionStorage.length") == 0
    window.reload()
    window.wait_for_function("(token) => Object.values(sessionStorage).includes(token)", arg=kept[0])
    assert faults == []
    context.close()


def test_a_link_opens_one_window(browser, page):
    context, window, _ = opened(browser, page)
    code = page.fresh()
    window.goto("about:blank")
    window.goto(f"{page.origin}/#{code}")
    window.wait_for_function("() => !location.hash")
    other = browser.new_context()
    thief = other.new_page()
    with thief.expect_websocket() as socket:
        thief.goto(f"{page.origin}/#{code}")
    with socket.value.expect_event("framereceived") as frame:
        pass
    assert "refused" in str(frame.value)
    assert thief.evaluate("sessionStorage.length") == 0
    other.close()
    context.close()


def test_a_foreign_page_gets_nothing(browser, page):
    context, _, _ = opened(browser, page)
    with foreign_page() as address:
        foreign = context.new_page()
        foreign.goto(address)
        assert context.cookies() != []  # of another port, and yet they would come to this one
        tried = foreign.evaluate(REACH, f"{page.origin}/")
        assert tried == {
            "socket": "error", "read": "error", "blind": "error", "script": "error", "image": "error",
        }  # fmt: skip
        foreign.evaluate(
            """(target) => { const frame = document.createElement("iframe"); frame.src = target;
            document.body.append(frame); }""",
            f"{page.origin}/",
        )
        foreign.wait_for_timeout(1000)
        assert all("Bura" not in frame.content() for frame in foreign.frames)
        with context.expect_page() as popup:
            foreign.evaluate("(target) => { window.shown = window.open(target); }", f"{page.origin}/")
        popup.value.wait_for_load_state()
        assert popup.value.evaluate("window.opener") is None
        assert foreign.evaluate("window.shown.closed")
    context.close()


def test_the_own_page_reaches_itself(browser, page):
    """So that the test above finds what it looks for."""
    context, window, _ = opened(browser, page)
    assert window.evaluate(REACH, f"{page.origin}/") == {
        "socket": "open", "read": "read", "blind": "basic", "script": "loaded", "image": "loaded",
    }  # fmt: skip
    context.close()


def test_a_rebinding_name_gets_nothing(browser, page):
    context = browser.new_context()
    window = context.new_page()
    answer = window.goto(f"http://evil.example:{page.port}/")
    assert answer.status == 403
    assert b"Bura" not in answer.body()
    assert window.evaluate(
        """() => new Promise((done) => { const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => done("open"); socket.onerror = () => done("error"); })"""
    ) == "error"  # fmt: skip
    context.close()


def test_no_text_becomes_a_program(browser, page):
    context, window, _ = opened(browser, page)
    done = window.evaluate(
        """async () => {
        const tried = {};
        await new Promise((done) => setTimeout(done, 10));  // past what a debugger may do
        try { eval("1"); tried.eval = "ran"; } catch (fault) { tried.eval = fault.name; }
        const script = document.createElement("script");
        script.textContent = "window.inline = 1";
        document.body.append(script);
        const holder = document.createElement("div");
        holder.innerHTML = "<img src='x' onerror='window.handler = 1'><form action='http://127.0.0.1:9/'></form>";
        document.body.append(holder);
        tried.far = await fetch("http://127.0.0.1:9/").then(() => "sent", (fault) => fault.name);
        await new Promise((done) => setTimeout(done, 300));
        return { ...tried, inline: window.inline ?? null, handler: window.handler ?? null };
        }"""
    )
    assert done == {"eval": "EvalError", "far": "TypeError", "inline": None, "handler": None}
    context.close()
