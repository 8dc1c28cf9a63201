"""The page's server: static files, and a WebSocket that carries commands in and the messages of the feed out.

Here: the adapter between Starlette on Hypercorn and a `Table`, which is a feed with somebody who follows commands.
Never: what a command means, an address beside 127.0.0.1, a request that changes anything.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..feed.commands import FILE
from ..feed.feed import Client, Feed
from .security import HEADERS, Gate, is_own
from .static import File

HOST: Final = "127.0.0.1"

MESSAGE: Final = FILE + 64 * 1024
"""Characters of a message from a client: a game file and what stands round it."""

GREETING: Final = 1024
"""Characters of the first one."""

PATIENCE: Final = 5.0
"""Seconds for the first message."""

STRANGERS: Final = 16
"""WebSockets that have not shown a token yet, at one time."""

TABS: Final = 32
"""WebSockets that have."""

FAREWELL: Final = 1.0
"""Seconds for goodbyes, and once more for what is still being sent."""

REFUSED: Final = 4401
LATE: Final = 4408
FULL: Final = 4429
GOING: Final = 1001
NOT_TEXT: Final = 1003
"""Close codes (RFC 6455, 7.4; those from 4000 on are this program's)."""

BYE: Final = "The program has been closed. Nothing is lost; start it again and open the link that it shows."
ELSEWHERE: Final = "Open the table by the link that the program shows.\n"
"""For whoever comes by another name or from another page: nothing of this one."""

_NO_ENTRY: Final = "This page needs the link that the program shows; each link opens one page."


class Table(Protocol):
    """What the server shows: a feed, and commands for it."""

    feed: Feed

    def do(self, command: Any, client: Client | None = None) -> None:
        """Follow a command of `client`."""
        ...


class Page:
    """The application: one `table`, the `gate` to it, the page's `files`. `stop` says goodbye to every tab."""

    def __init__(self, table: Table, gate: Gate, files: dict[str, File]) -> None:
        self.port = 0
        self._table, self._gate, self._files = table, gate, files
        self._strangers = self._tabs = 0
        self._stopping = trio.Event()
        self._empty = trio.Event()
        self._empty.set()

    @property
    def authority(self) -> str:
        """The host and port that a request must name."""
        return f"{HOST}:{self.port}"

    def launch(self) -> str:
        """A fresh address of the page, good for one tab."""
        return f"http://{self.authority}/#{self._gate.launch()}"

    def application(self) -> ASGIApp:
        """For the server."""
        routes = [WebSocketRoute("/ws", self._tab), Route("/{path:path}", self._file, methods=["GET", "HEAD"])]
        return Guard(Starlette(routes=routes), self)

    async def stop(self) -> None:
        """Say goodbye to every tab, and wait a moment until that is done."""
        self._stopping.set()
        with trio.move_on_after(FAREWELL):
            await self._empty.wait()

    async def _file(self, request: Request) -> Response:
        found = self._files.get(request.scope["raw_path"].decode("ascii", "replace"))
        if found is None:
            return Response("There is nothing here.\n", 404, media_type="text/plain")
        return Response(found.data, media_type=None, headers={"content-type": found.kind})

    # --- one tab ---------------------------------------------------------------------------------------------

    async def _tab(self, socket: WebSocket) -> None:
        if self._strangers >= STRANGERS or self._stopping.is_set():
            await socket.close()  # before it is accepted: HTTP 403
            return
        self._strangers += 1
        try:
            await socket.accept()
            token = await self._greeted(socket)
        except WebSocketDisconnect:
            return
        finally:
            self._strangers -= 1
        if token is None:
            return
        if self._tabs >= TABS:
            await socket.close(FULL)
            return
        self._tabs += 1
        self._empty = trio.Event() if self._tabs == 1 else self._empty
        try:
            await socket.send_text(json.dumps({"token": token}))
            await self._serve(socket)
        finally:
            self._tabs -= 1
            if not self._tabs:
                self._empty.set()

    async def _greeted(self, socket: WebSocket) -> str | None:
        """The token of who has a launch code or a token already; None, and the socket closed, for everybody else."""
        with trio.move_on_after(PATIENCE):
            token = self._token(await _text(socket))
            if token is None:
                await socket.send_text(json.dumps({"refused": _NO_ENTRY}))
                await socket.close(REFUSED)
            return token
        await socket.close(LATE)
        return None

    def _token(self, greeting: str | None) -> str | None:
        said = _object(greeting) if greeting is not None and len(greeting) <= GREETING else None
        match said:
            case {"code": str(code), **rest} if not rest:
                return self._gate.swap(code)
            case {"token": str(token), **rest} if not rest and self._gate.knows(token):
                return token
            case _:
                return None

    async def _serve(self, socket: WebSocket) -> None:
        code: int | None = None
        with self._table.feed.client() as client, suppress(WebSocketDisconnect):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._send, socket, client)
                nursery.start_soon(self._part, socket, nursery.cancel_scope)
                code = await self._receive(socket, client)
                nursery.cancel_scope.cancel()
            if code is not None and not self._stopping.is_set():
                await socket.close(code)

    async def _receive(self, socket: WebSocket, client: Client) -> int | None:
        """Commands, until the tab is gone (None) or sends what is none (a close code)."""
        while True:
            try:
                command = _object(await _text(socket))
            except WebSocketDisconnect:
                return None
            if command is None:
                return NOT_TEXT
            if command == {"do": "launch"}:
                self._table.feed.tell(client, {"event": "launch", "text": "", "url": self.launch()})
            else:
                self._table.do(command, client)

    async def _send(self, socket: WebSocket, client: Client) -> None:
        known: dict[str, Any] = {}
        async for message in client:
            await socket.send_text(message.text(known))
            known = message.state

    async def _part(self, socket: WebSocket, tasks: trio.CancelScope) -> None:
        await self._stopping.wait()
        tasks.cancel()
        with trio.move_on_after(FAREWELL, shield=True):
            await socket.send_text(json.dumps({"bye": BYE}))
            await socket.close(GOING)


class Guard:
    """Lets through what this page itself asks for, or a person who opens it; adds the headers to all answers."""

    def __init__(self, application: ASGIApp, page: Page) -> None:
        self._application = application
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
        elif scope["type"] == "websocket":
            if not self._is_own(scope, origin_needed=True):
                await send({"type": "websocket.close"})  # HTTP 403
                return
            await self._application(scope, receive, send)
        elif not self._is_own(scope, origin_needed=False):
            refusal = Response(ELSEWHERE, 403, media_type="text/plain")
            await refusal(scope, receive, partial(_with_headers, send))
        else:
            await self._application(scope, receive, partial(_with_headers, send))

    def _is_own(self, scope: Scope, *, origin_needed: bool) -> bool:
        plain = scope["http_version"] in ("1.0", "1.1")
        return plain and is_own(scope["headers"], self._page.authority, origin_needed=origin_needed)


async def _with_headers(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
    await send(message)


async def _text(socket: WebSocket) -> str | None:
    """The next message; None for one that is no text."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if isinstance(text, str) else None


def _object(text: str | None) -> dict[str, Any] | None:
    """The JSON object in a text; None where there is none."""
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _config(port: int) -> Config:
    config = Config()
    config.bind = [f"{HOST}:{port}"]
    config.accesslog = None
    config.errorlog = logging.getLogger("bura_p2p.web")
    config.include_server_header = False
    config.include_date_header = False
    config.graceful_timeout = FAREWELL
    config.websocket_max_message_size = MESSAGE
    config.websocket_ping_interval = 20.0
    config.h11_max_incomplete_size = 16 * 1024
    config.max_app_queue_size = 4
    return config


async def serve_page(
    page: Page, port: int, stop: trio.Event, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED
) -> None:
    """Serve `page` at `port` (0: any free one) until `stop` is set; then say goodbye. Starts with the port known.

    Raises `OSError` where nobody can listen there.
    """

    async def stopped() -> None:
        await stop.wait()
        await page.stop()

    async with trio.open_nursery() as nursery:
        application: Any = page.application()
        serving = partial(serve, application, _config(port), shutdown_trigger=stopped)
        bound = await nursery.start(serving)
        page.port = _port(bound)
        task_status.started(page.authority)


def _port(bound: list[str]) -> int:
    return int(bound[0].rpartition(":")[2])
