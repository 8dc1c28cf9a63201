"""A small SOCKS5 proxy (RFC 1928) on loopback that leads some names to ports of this machine, as Tor to services.

Here: one proxy in threads, whom it was asked for, its refusals, cutting what it carries. Never: the code under test.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Socks:
    """`leads`: name -> port of loopback. Everything else is refused with `code`. `asked`: (type, host, port) of every
    request.
    """

    def __init__(self, leads: dict[str, int], code: int = 4, port: int = 0) -> None:
        self.leads = leads
        self.code = code
        self.asked: list[tuple[int, str, int]] = []
        self._carried: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def __str__(self) -> str:
        return f"127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break everything that goes through."""
        carried, self._carried = self._carried, []
        for end in carried:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut, and be there no more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._visit, args=(client,), daemon=True).start()

    def _visit(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            target = self._agree(client)
            if target is None:
                return
            with target:
                self._carried += [client, target]
                back = threading.Thread(target=_carry, args=(target, client), daemon=True)
                back.start()
                _carry(client, target)
                back.join()

    def _agree(self, client: socket.socket) -> socket.socket | None:
        version, count = _exactly(client, 2)
        assert version == 5
        assert 0 in _exactly(client, count)
        client.sendall(b"\x05\x00")
        head = _exactly(client, 4)
        assert head[:3] == b"\x05\x01\x00"
        host = _host(client, head[3])
        (port,) = struct.unpack("!H", _exactly(client, 2))
        self.asked.append((head[3], host, port))
        target, code = None, self.code
        if host in self.leads:
            try:
                target, code = socket.create_connection(("127.0.0.1", self.leads[host])), 0
            except OSError:
                code = 5
        client.sendall(bytes((5, code, 0, 1)) + bytes(6))
        return target


def _host(client: socket.socket, kind: int) -> str:
    if kind == 3:
        return _exactly(client, _exactly(client, 1)[0]).decode("ascii")
    family, size = (socket.AF_INET, 4) if kind == 1 else (socket.AF_INET6, 16)
    return socket.inet_ntop(family, _exactly(client, size))


def _exactly(client: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = client.recv(size - len(data))
        if not piece:
            raise OSError
        data += piece
    return data


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def socks(leads: dict[str, int], code: int = 4, port: int = 0) -> Iterator[Socks]:
    """A proxy for the length of the block."""
    proxy = Socks(leads, code, port)
    try:
        yield proxy
    finally:
        proxy.close()
