"""The page's server, asked rightly and wrongly, byte by byte: each item of its security once from outside."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from bura_p2p.ui.feed.commands import FILE
from bura_p2p.ui.web.opening import LAUNCH, may_open, open_page
from bura_p2p.ui.web.security import CODES, HEADERS, TOKENS, Gate, is_own
from bura_p2p.ui.web.server import ELSEWHERE
from bura_p2p.ui.web.server import PATIENCE as SILENT
from bura_p2p.ui.web.static import page_files
from tests.support.processes import Bura, bura

from .page import Page, no_screen, page_at

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with page_at(tmp_path_factory.mktemp("home"), "--name", "Nino") as page:
        yield page


@pytest.fixture(scope="module")
def token(page):
    with page.tab({"code": page.code}) as tab:
        return tab.next()["token"]


# --- HTTP ----------------------------------------------------------------------------------------------------


def test_the_page_and_nothing_but_the_page(page):
    status, headers, body = page.ask("GET / HTTP/1.1")
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert body == page_files()["/"].data
    for path, file in page_files().items():
        assert page.ask(f"GET {path} HTTP/1.1")[2] == file.data
    status, headers, body = page.ask("HEAD / HTTP/1.1")
    assert (status, body) == (200, b"")


def every_answer():
    yield "GET / HTTP/1.1", 200
    yield "GET /style.css HTTP/1.1", 200
    yield "GET /nothing HTTP/1.1", 404
    yield "GET /index.html?x=1 HTTP/1.1", 200
    yield "GET /../server.py HTTP/1.1", 404
    yield "GET /%2e%2e/server.py HTTP/1.1", 404
    yield "GET /..%2fserver.py HTTP/1.1", 404
    yield "GET /js/../../server.py HTTP/1.1", 404
    yield "GET //etc/passwd HTTP/1.1", 404
    yield "GET /static/../security.py HTTP/1.1", 404
    yield "GET /js HTTP/1.1", 404
    yield "GET /js/ HTTP/1.1", 404
    yield "GET /ws HTTP/1.1", 404
    yield "GET http://127.0.0.1/ HTTP/1.1", 404
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
        yield f"{method} / HTTP/1.1", 405


@pytest.mark.parametrize(("first", "status"), list(every_answer()))
def test_every_answer_has_the_headers_and_no_cookie(page, first, status):
    found, headers, _ = page.ask(first)
    assert found == status
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert not headers.keys() & {"set-cookie", "server", "access-control-allow-origin"}


FOREIGN = ["localhost:{port}", "evil.example:{port}", "127.0.0.1", "127.0.0.1:{other}", "[::1]:{port}", "",
           "127.0.0.1:{port}.evil.example", "127.0.0.1.nip.io:{port}", "0.0.0.0:{port}",
           "2130706433:{port}"]  # fmt: skip


@pytest.mark.parametrize("host", FOREIGN)
def test_another_host_gets_nothing(page, host):
    name = host.format(port=page.port, other=page.port + 1)
    status, headers, body = page.ask("GET / HTTP/1.1", host=name)
    assert (status, body) == (403, ELSEWHERE.encode())
    assert headers["content-security-policy"] == POLICY
    with page.tab(host=name) as tab:
        assert tab.status in (400, 403)


def test_two_hosts_or_none_get_nothing(page):
    assert page.ask("GET / HTTP/1.1", f"Host: {page.authority}")[0] in (400, 403)
    assert page.ask("GET / HTTP/1.1", "Host: evil.example")[0] in (400, 403)
    with socket.create_connection(("127.0.0.1", page.port), 10) as link:
        link.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b" 403 " in link.recv(1000)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1",
                                    "http://localhost:{port}", "http://127.0.0.1:{port}/", "file://"])  # fmt: skip
def test_another_origin_gets_nothing(page, origin):
    told = origin.format(port=page.port)
    assert page.ask("GET / HTTP/1.1", f"Origin: {told}")[0] == 403
    with page.tab({"code": "x"}, origin=told) as tab:
        assert tab.status == 403
        assert tab.next() is None


def test_the_own_origin_is_let_in(page):
    assert page.ask("GET /js/main.js HTTP/1.1", f"Origin: {page.origin}")[0] == 200


def test_a_websocket_without_an_origin_or_elsewhere_is_refused(page, token):
    with page.tab({"token": token}, origin=None) as tab:
        assert tab.status == 403
    with page.tab({"token": token}, path="/other") as tab:
        assert tab.status in (403, 404)


def test_only_loopback_listens(page):
    """Nobody listens at the other addresses of this computer, which a friend would come by."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("no network")
        own = probe.getsockname()[0]
    if own.startswith("127."):
        pytest.skip("no network")
    with pytest.raises((ConnectionRefusedError, TimeoutError)), socket.create_connection((own, page.port), 3):
        pass


# --- tokens --------------------------------------------------------------------------------------------------


def test_a_code_is_good_once_and_a_token_again_and_again(page):
    code = page.fresh()
    with page.tab({"code": code}) as tab:
        token = tab.next()["token"]
        first = tab.next()
        assert first["state"]["screen"] == "lobby"
        assert first["state"]["name"] == "Nino"
    with page.tab({"code": code}) as tab:
        assert "refused" in tab.next()
        assert tab.end() == 4401
    for _ in range(2):
        with page.tab({"token": token}) as tab:
            assert tab.next() == {"token": token}
            assert tab.next()["n"] >= first["n"]


@pytest.mark.parametrize(
    "first",
    ["", "null", "[]", "{", "{}", '{"token": ""}', '{"token": null}', '{"code": ""}', '{"code": []}',
     '{"do": "host"}', '{"token": "x", "code": "y"}', "[" * 100_000, "x" * 5_000, b"\x00\xff", b'{"token": "x"}'],
    ids=lambda first: repr(first)[:20],
)  # fmt: skip
def test_without_a_token_nothing_is_told(page, first):
    with page.tab(first) as tab:
        message = tab.next()
        assert message is None or message.keys() == {"refused"}
        assert tab.end() == 4401


def test_more_beside_a_token_is_refused(page, token):
    with page.tab({"token": token, "do": "host"}) as tab:
        assert tab.next().keys() == {"refused"}


def test_who_says_nothing_is_closed_after_five_seconds(page, token):
    began = time.monotonic()
    with page.tab() as tab:
        assert tab.end() == 4408
        assert SILENT == 5 < time.monotonic() - began + 0.5
    with page.tab() as tab:
        time.sleep(1)
        tab.send({"token": token})
        assert tab.next() == {"token": token}


def test_too_many_strangers_are_turned_away(page, token):
    for _ in range(20):
        with ExitStack() as stack:
            began = time.monotonic()
            statuses = [stack.enter_context(page.tab()).status for _ in range(17)]
            if time.monotonic() - began < SILENT - 1:  # else the first ones are strangers no more, but closed
                break
    assert statuses[-1] == 403
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with page.tab({"token": token}) as tab:
            if tab.status == 101:
                assert tab.next() == {"token": token}
                return
    pytest.fail("nobody is let in any more")


def test_an_oversized_message_ends_the_tab_and_no_other(page, token):
    with page.tab({"token": token}) as tab, page.tab({"token": token}) as other:
        tab.next(), tab.next(), other.next(), other.next()
        piece = "x" * (FILE + 100_000)
        with suppress(OSError):
            tab.send(piece)
        assert tab.end() in (1009, 1006)
        other.send({"do": "setting", "key": "theme", "value": "dark"})
        assert other.until(lambda message: message["state"]["settings"].get("theme") == "dark")


@pytest.mark.parametrize("message", ["", "[]", "7", "{", b"{}"], ids=repr)
def test_what_is_no_command_ends_the_tab(page, token, message):
    with page.tab({"token": token}) as tab:
        tab.next(), tab.next()
        tab.send(message)
        assert tab.end() == 1003


def test_a_tab_gets_the_rules_once(page, token):
    """They are most of a state."""
    with page.tab({"token": token}) as tab:
        first = tab.until(lambda message: "state" in message)
        assert len(json.dumps(first["state"]["rulesets"])) > 10_000
        for theme in ("light", "dark"):
            tab.send({"do": "setting", "key": "theme", "value": theme})
            tab.until(lambda message, theme=theme: message["state"]["settings"].get("theme") == theme)
            assert set(tab.came) == {"settings"}
        assert tab.state["rulesets"] == first["state"]["rulesets"]


def test_a_wrong_command_is_answered(page, token):
    with page.tab({"token": token}) as tab:
        tab.next(), tab.next()
        for command in ({}, {"do": "rm"}, {"do": "play", "move": "lead AS"}, {"do": ["x"]}):
            tab.send(command)
            events = tab.next()["events"]
            assert [event["event"] for event in events] == ["not_done"]


def test_another_window_gets_a_link_of_its_own(page, token):
    with page.tab({"token": token}) as tab:
        tab.next(), tab.next()
        tab.send({"do": "launch"})
        (event,) = tab.until(lambda message: message["events"])["events"]
        assert event["url"].startswith(f"{page.origin}/#")
    with page.tab({"code": event["url"].partition("#")[2]}) as tab:
        assert tab.next()["token"] != token


def test_the_second_tab_sees_what_the_first_did(page, token):
    with page.tab({"token": token}) as one, page.tab({"token": token}) as other:
        for tab in (one, other):
            tab.next(), tab.next()
        one.send({"do": "host", "rules": "classic", "lan": False, "map": False})
        invite = [tab.until(lambda m: (m["state"]["waiting"] or {}).get("invite")) for tab in (one, other)]
        assert invite[0] == invite[1]
        other.send({"do": "cancel"})
        for tab in (one, other):
            tab.until(lambda message: message["state"]["screen"] == "lobby")


def test_who_comes_later_is_told_what_was_told_before(tmp_path):
    with page_at(tmp_path, "--name", "Nino") as page, page.tab({"code": page.code}) as one:
        token, told = one.next()["token"], []
        one.send({"do": "practise", "bot": "greedy", "rules": "classic"})

        def turn(message):
            told.extend(event for event in message["events"] if event["text"])
            return (message["state"]["table"] or {"turn": {"mine": False}})["turn"]["mine"]

        one.until(turn)
        with page.tab({"token": token}) as later:
            assert later.next() == {"token": token}
            first = later.next()
        assert first["events"] == []
        log = [event for event in first["log"] if event["text"]]
        assert {"table_opened", "hand_begun"} <= {event["event"] for event in log}
        assert all(event in told for event in log)
        one.send({"do": "leave"})
        one.until(lambda message: message["state"]["screen"] == "lobby")
        with page.tab({"token": token}) as last:
            last.next()
            assert "log" not in last.next()


# --- the process ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="only where processes can be looked at")
def test_no_secret_among_arguments_or_settings(page, token):
    process = Path("/proc") / str(page.program.process.pid)
    told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
    assert page.code.encode() not in told
    assert token.encode() not in told


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_the_end_is_told_to_every_tab(tmp_path):
    with page_at(tmp_path) as page, page.tab({"code": page.code}) as tab:
        tab.next(), tab.next()
        page.program.process.send_signal(signal.SIGINT)
        assert "bye" in tab.next()
        assert tab.end() == 1001
        assert page.program.end() == 130
        assert page.program.errors == "bura: Interrupted.\n"
        assert page.code not in "".join(page.program.lines[-1:])


def test_quit_ends_it_and_the_page_is_up_soon(tmp_path):
    began = time.process_time()
    with page_at(tmp_path) as page:
        assert page.ask("GET / HTTP/1.1")[0] == 200
        page.program.type("quit")
        assert page.program.end() == 0
        assert page.program.errors == ""
    assert time.process_time() - began < 5
    with bura("table", "--no-browser", "--page-port", "70000", home=tmp_path) as program:
        assert program.end() == 2
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with bura("table", "--no-browser", "--page-port", port, home=tmp_path) as program:
            assert program.end() == 1
            assert f"at port {port}" in program.errors


def test_host_in_the_browser(tmp_path):
    program = Bura("host", "--ui", "web", "--rules", "classic", "--listen", "127.0.0.1:0", home=tmp_path)
    with Page.of(program) as page, page.tab({"code": page.code}) as tab:
        tab.next()
        waiting = tab.until(lambda message: (message["state"]["waiting"] or {}).get("invite"))
        assert waiting["state"]["screen"] == "waiting"
    for wrong in (["host", "--json"], ["resume"], ["join", "-"], ["play", "--export", "x.bura"]):
        with bura(*wrong, "--ui", "web", home=tmp_path) as program:
            assert program.end() == 2
            assert "--ui web" in program.errors


def test_alone_without_a_screen_it_helps(tmp_path):
    with bura(home=tmp_path, environment=no_screen()) as program:
        assert program.end() == 0
        assert any("bura COMMAND" in line for line in program.lines)
        assert program.errors.startswith("Here is neither a screen for a browser nor a terminal")


# --- the parts -----------------------------------------------------------------------------------------------


def test_the_gate_bounds_what_it_keeps():
    gate = Gate()
    codes = [gate.launch() for _ in range(CODES + 1)]
    assert gate.swap(codes[0]) is None
    tokens = [gate.swap(code) for code in codes[1:]]
    assert len(set(tokens)) == CODES
    assert all(map(gate.knows, tokens))
    for _ in range(TOKENS):
        gate.swap(gate.launch())
    assert not gate.knows(tokens[0])
    assert gate.swap("") is gate.swap("\ud800") is None
    assert not any(code in repr(gate) for code in codes)


def test_header_names_in_any_letters():
    assert is_own([(b"HOST", b"127.0.0.1:1"), (b"Origin", b"http://127.0.0.1:1")], "127.0.0.1:1", origin_needed=True)
    assert not is_own([(b"host", b"127.0.0.1:1")], "127.0.0.1:1", origin_needed=True)
    assert dict(HEADERS)[b"content-security-policy"].decode() == POLICY


def test_every_file_of_the_page_is_text_of_its_own():
    for path, file in page_files().items():
        if file.kind != "image/png":
            text = file.data.decode("utf-8")
            assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text), path


@pytest.mark.parametrize(
    ("settings", "platform", "may"),
    [({"DISPLAY": ":0"}, "linux", True), ({}, "linux", False), ({"WAYLAND_DISPLAY": "w"}, "linux", True),
     ({"DISPLAY": ":0", "SSH_CONNECTION": "1"}, "linux", False), ({}, "darwin", True), ({}, "win32", True),
     ({"SSH_TTY": "x"}, "darwin", False)],
)  # fmt: skip
def test_where_a_browser_may_be_opened(settings, platform, may):
    assert may_open(settings, platform) is may


def test_the_link_goes_to_the_browser_by_a_file_of_ones_own(tmp_path):
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/told\n')
    script.chmod(0o755)
    code = (
        "import sys, pathlib; from bura_p2p.ui.web.opening import open_page; "
        "print(open_page('http://127.0.0.1:1/#se\"cret', pathlib.Path(sys.argv[1])))"
    )
    environment = {**os.environ, "BROWSER": f"{script} %s"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], env=environment, capture_output=True, text=True, check=True
    )
    file = tmp_path / LAUNCH
    assert done.stdout.strip() == str(file)
    assert "http://127.0.0.1:1/#se&quot;cret" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    told = (tmp_path / "told").read_text()
    assert file.as_uri() in told
    assert "cret" not in told.replace(str(tmp_path), "")
    assert open_page("http://127.0.0.1:1/#x", tmp_path / "missing") is None
