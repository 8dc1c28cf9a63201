"""A headless Chromium, where there is one.

Here: starting it, foreign pages that it may have open beside ours. Never: a download.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

QUIET = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip


@contextmanager
def chromium(*arguments: str) -> Iterator[Any]:
    """A browser of playwright; the test is skipped where there is none."""
    library = pytest.importorskip("playwright.sync_api")
    if PROGRAM is None:
        pytest.skip("there is no Chromium")
    with library.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=[*QUIET, *arguments])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def foreign_page(html: str = "<!doctype html><title>foreign</title>") -> Iterator[str]:
    """Another server of this computer, with one page; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = html.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Set-Cookie", "foreign=1; Path=/")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *told: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join(10)
