"""The real `bura table` as a process, and raw requests to it: every byte of them chosen here.

Here: HTTP and WebSocket by hand over a socket. Never: a browser.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Ping,
    RejectConnection,
    Request,
    TextMessage,
)

from tests.support.processes import Bura

PATIENCE = 120.0
"""Seconds for a word of the server, on a busy machine."""


class Page:
    """The process, its address and the launch codes that it has printed."""

    def __init__(self, program: Bura) -> None:
        self.program = program
        line = program.until(lambda line: line.startswith("http://"))
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([\w-]+)", line)[1])
        self.code = line.partition("#")[2]
        self.authority = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.authority}"

    @classmethod
    @contextmanager
    def of(cls, program: Bura) -> Iterator[Page]:
        """The page of a program, which ends with the block."""
        try:
            yield cls(program)
        finally:
            program.close()

    def fresh(self) -> str:
        """Another launch code, which the terminal shows."""
        self.program.type("")
        return self.program.until(lambda line: line.startswith("http://")).partition("#")[2]

    def ask(self, first: str, *headers: str, host: str | None = None) -> tuple[int, dict[str, str], bytes]:
        """A request with this first line: the status, the headers, the body."""
        lines = [first, f"Host: {self.authority if host is None else host}", *headers, "Connection: close", "", ""]
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as link:
            link.sendall("\r\n".join(lines).encode("latin-1"))
            data = b"".join(iter(lambda: link.recv(65_536), b""))
        head, _, body = data.partition(b"\r\n\r\n")
        status, *fields = head.decode("latin-1").split("\r\n")
        found = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
        return int(status.split()[1]), found, body

    @contextmanager
    def tab(self, first: dict[str, Any] | str | None = None, **headers: str | None) -> Iterator[Tab]:
        """A WebSocket; `first` is its first message. Headers may be given otherwise, None leaves one out."""
        tab = Tab(self, headers)
        try:
            if first is not None and tab.status == 101:
                tab.send(first)
            yield tab
        finally:
            tab.link.close()


class Tab:
    """One WebSocket: `status` 101 where it was taken, `closed` the code by which the server closed it. `state` is the
    newest one that was read, `came` what of it came with the last message.
    """

    def __init__(self, page: Page, headers: dict[str, str | None]) -> None:
        self.link = socket.create_connection(("127.0.0.1", page.port), PATIENCE)
        self.closed: int | None = None
        self.status = 0
        self.state: dict[str, Any] = {}
        self.came: dict[str, Any] = {}
        self._ready: list[Any] = []
        self._text = ""
        self._connection = WSConnection(ConnectionType.CLIENT)
        host = headers.pop("host", page.authority)
        origin = headers.pop("origin", page.origin)
        extra = [] if origin is None else [(b"Origin", origin.encode())]
        path = headers.pop("path", "/ws")
        self.link.sendall(self._connection.send(Request(host=host, target=path, extra_headers=extra)))
        while not self.status and self._read():
            pass

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        """A message; an object as JSON, bytes as bytes."""
        if isinstance(message, bytes):
            event: Any = BytesMessage(message)
        else:
            event = TextMessage(message if isinstance(message, str) else json.dumps(message))
        self.link.sendall(self._connection.send(event))

    def next(self) -> dict[str, Any] | None:
        """The next message, its state whole; None when the socket is closed."""
        while not self._ready and self.closed is None and self._read():
            pass
        message = self._ready.pop(0) if self._ready else None
        if message is not None and "state" in message:
            self.came = message["state"]
            self.state = message["state"] = self.state | self.came
        return message

    def until(self, found: Any) -> dict[str, Any]:
        """The next message that fits."""
        while (message := self.next()) is not None:
            if found(message):
                return message
        raise EOFError(f"closed with {self.closed}")

    def end(self) -> int | None:
        """Read to the end; the close code."""
        while self.next() is not None:
            pass
        return self.closed

    def _read(self) -> bool:
        try:
            data = self.link.recv(65_536)
        except ConnectionError:
            data = b""
        self._connection.receive_data(data or None)
        for event in self._connection.events():
            match event:
                case AcceptConnection():
                    self.status = 101
                case RejectConnection(status_code=code):
                    self.status = code
                case TextMessage(data=text, message_finished=whole):
                    self._text += text
                    if whole:
                        self._ready.append(json.loads(self._text))
                        self._text = ""
                case Ping():
                    self.link.sendall(self._connection.send(event.response()))
                case CloseConnection(code=code):
                    self.closed = int(code) if self.closed is None else self.closed
        if not data:
            self.closed = 1006 if self.closed is None else self.closed
            self.status = self.status or 1006
        return bool(data)


@contextmanager
def page_at(home: Path, *arguments: str) -> Iterator[Page]:
    """`bura table` with its store in `home`, without a browser."""
    with Page.of(Bura("table", "--no-browser", "--listen", "127.0.0.1:0", *arguments, home=home)) as page:
        yield page


def no_screen() -> dict[str, str]:
    """Settings of a process that has no display."""
    return {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SSH_CONNECTION": "1"}

