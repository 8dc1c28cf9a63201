"""One TCP port to listen on and, where two routers must be talked into letting each other in, to dial from as well.

Here: sockets and the words for why there are none. Never: TLS, or who is at the other end.
"""

from __future__ import annotations

import errno
import socket
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

import trio

from ..errors import LocalError
from ..sentences import Sentence

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  who listens is there to be reached
_TRIES: Final = 8  # free ports to try until one is free for both families
_SHARING: Final[int | None] = getattr(socket, "SO_REUSEPORT", None)
"""The option by which two sockets of one program use one port; Windows has none that is harmless."""
_RESET: Final = struct.pack("ii", 1, 0)
_PERSISTENT: Final = (
    (44, 10_000),  # TCP_RTO_MAX_MS, Linux 6.15: between two tries, at most
    (18, 3_600_000),  # TCP_USER_TIMEOUT: after which it gives up, in milliseconds too
)


def own_address(host: str) -> str:
    """An address of this computer that was typed, as the system takes it. Raises LocalError for anything else."""
    try:
        return "127.0.0.1" if host == "localhost" else str(ip_address(host))
    except ValueError:
        raise LocalError(Sentence(
            "Listening takes an address of this computer, such as 192.168.1.5 or 127.0.0.1."
        )) from None


async def listen_on(host: str | None, port: int) -> list[trio.SocketListener]:
    """Listeners on one port: on `host`, or on all IPv4 and (where the computer has it) IPv6 addresses.

    `port` 0 takes a free one. Raises LocalError where the port is taken or the address is not this computer's.
    """
    if host is not None:
        return await _bind(host, port)
    for _ in range(_TRIES):
        listeners = await _bind(EVERYWHERE[0], port)
        try:
            return listeners + await _bind(EVERYWHERE[1], number_of(listeners))
        except LocalError as fault:
            cause = fault.__cause__
            taken = isinstance(cause, OSError) and cause.errno == errno.EADDRINUSE
            if not taken:
                return listeners  # no IPv6 here
            _close(listeners)
            if port:
                raise
        except BaseException:
            _close(listeners)
            raise
    raise LocalError(Sentence("No port is free for both IPv4 and IPv6; choose one with --port."))


def is_own(family: int, host: str) -> bool:
    """Whether an address is one of this computer's."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:  # connecting it sends nothing
            probe.connect((host, 9))
            return bool(probe.getsockname()[0] == host)
    except OSError:
        return False


def number_of(listeners: Sequence[trio.SocketListener]) -> int:
    """The port that they share."""
    return int(listeners[0].socket.getsockname()[1])


def _close(listeners: Sequence[trio.SocketListener]) -> None:
    for listener in listeners:
        listener.socket.close()


async def _bind(host: str, port: int) -> list[trio.SocketListener]:
    try:
        return list(await trio.open_tcp_listeners(port, host=host))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise LocalError(Sentence(
                "Port {port} is in use by another program; choose another with --port.",
                port=port,
            )) from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise LocalError(Sentence(
                "Port {port} may not be used by this program; choose another with --port.",
                port=port,
            )) from error
        raise LocalError(Sentence(
            "This computer cannot listen on {host}; give one of its own addresses.",
            host=host,
        )) from error


@dataclass(frozen=True, slots=True)
class Target:
    """Where to dial: address family and the system's form of address and port."""

    family: int
    address: tuple[str, int]


class SharedPort:
    """Dials from the port that `listeners` listen on: a router that has seen this side's packets go out lets the
    other side's in, and both may end up as the two ends of one connection that nobody accepted (simultaneous open,
    RFC 9293, 3.5).

    Where the system cannot share a port, it dials from any.
    """

    def __init__(self, listeners: Sequence[trio.SocketListener]) -> None:
        self.number = number_of(listeners)
        self._from = {int(one.socket.family): str(one.socket.getsockname()[0]) for one in listeners}
        for listener in listeners:
            if _SHARING is not None:
                # Only now: the listener was bound without it, so that no second program could take this port.
                listener.socket.setsockopt(socket.SOL_SOCKET, _SHARING, 1)

    async def targets(self, host: str, port: int) -> tuple[Target, ...]:
        """What an address or name means to a dialler from here; none where it has no such family, or is this very
        port (a socket can be connected to itself). Raises OSError or UnicodeError where a name leads nowhere.
        """
        found = await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        targets = [Target(int(family), (str(at[0]), int(at[1]))) for family, _, _, _, at in found]
        return tuple(target for target in targets if target.family in self._from and not self._is_here(target))

    def _is_here(self, target: Target) -> bool:
        return target.address[1] == self.number and is_own(target.family, target.address[0])

    async def connect(self, target: Target) -> trio.SocketStream:
        """A connection from this port. Raises OSError; the time limit is the caller's."""
        dialler = trio.socket.socket(target.family, socket.SOCK_STREAM)
        try:
            await self._take_port(dialler, target.family)
            await dialler.connect(target.address)
            reset_when_closed(dialler)
        except BaseException:
            dialler.close()
            raise
        return trio.SocketStream(dialler)

    async def _take_port(self, dialler: trio.socket.SocketType, family: int) -> None:
        if family == socket.AF_INET6:
            dialler.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if _SHARING is None:
            return
        dialler.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        dialler.setsockopt(socket.SOL_SOCKET, _SHARING, 1)
        try:
            await dialler.bind((self._from[family], self.number))
        except OSError:
            return  # a system that shares ports otherwise: from any port, then


def reset_when_closed(sock: trio.socket.SocketType) -> None:
    """Let the end of this connection leave nothing behind: the next one between the same two ports comes at once,
    which the rest of an old one would hinder for a minute or more.

    What is not sent yet when it is closed is lost; a link waits for its last words to be read before it closes. While
    nobody answers, the system sends what waits every few seconds, for as long as the socket is open: a router on the
    way may have to see the answer (`punch`). Where it cannot be told so, it does so less often.
    """
    options: list[tuple[int, int, bytes | int]] = [(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)]
    if sys.platform == "linux":
        options += [(socket.IPPROTO_TCP, option, value) for option, value in _PERSISTENT]
    for level, option, value in options:
        with suppress(OSError):  # an older system; or the connection is gone already, which macOS says here
            sock.setsockopt(level, option, value)
