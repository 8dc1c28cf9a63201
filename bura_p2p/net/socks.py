"""Dialling through a SOCKS5 proxy (RFC 1928), such as the one that every Tor has.

Here: `Proxy`, what is said to it, byte by byte, and the words for what it answers. Never: a name looked up by this
computer (the proxy gets it as it is), a name and password (RFC 1929), who is at the other end.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

import trio

from ..errors import LocalError
from ..sentences import N_, Sentence
from . import timers

_HELLO: Final = b"\x05\x01\x00"  # version 5; one method, which is none: nobody says who he is
_NOBODY_FITS: Final = 0xFF
_ADDRESS_SIZES: Final = {1: 4, 4: 16}

_NOTHING: Final = N_("it says nothing more")
_CODES: Final = {
    1: N_("something failed"),
    2: N_("its rules forbid this"),
    3: N_("there is no way to that network"),
    4: N_("there is no way to that host"),
    5: N_("the connection was refused"),
    6: N_("it took too long"),
    7: N_("it does not connect for others"),
    8: N_("it does not know this kind of address"),
    # Tor's own (tor's manual, SocksPort, ExtendedErrors)
    0xF0: N_("no such onion service can be found"),
    0xF1: N_("what is known of the onion service cannot be read"),
    0xF2: N_("the onion service did not take the introduction"),
    0xF3: N_("the onion service did not come to the meeting"),
    0xF4: N_("the onion service is for clients with a key only"),
    0xF5: N_("the onion service does not take this client's key"),
    0xF6: N_("the name of the onion service is mistyped"),
    0xF7: N_("the onion service took too long"),
}


class ProxyFault(LocalError):  # noqa: N818  what happened, not an error of this program
    """No connection can be had through the proxy at all: it is not there, is none, or falls silent; one sentence."""


class ProxyRefused(Exception):  # noqa: N818  what happened, not an error of this program
    """The proxy could not connect to one address; `code` is its reply (RFC 1928, 6), from 1 to 255."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _NoSocks(Exception):  # noqa: N818  a sentence is made of it
    """Whatever answers there speaks otherwise; the text says how."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy at an address (IPv4 or IPv6 as text) and port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    async def connect(self, host: str, port: int) -> trio.SocketStream:
        """A connection to `host` (address or name) that the proxy made.

        Raises ProxyRefused where it could not, ProxyFault where it is of no use, trio.TooSlowError where it has not
        answered after `timers.PROXY` seconds.
        """
        try:
            with trio.fail_after(timers.CONNECT):
                stream = await trio.open_tcp_stream(self.host, self.port)
        except (OSError, trio.TooSlowError):
            raise ProxyFault(
                Sentence(
                    "There is no proxy at {proxy}; is Tor running there? (Tor listens at port 9050, Tor Browser at "
                    "9150.)",
                    proxy=self,
                )
            ) from None
        try:
            await self.ask(stream, host, port)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        return stream

    async def ask(self, stream: trio.abc.Stream, host: str, port: int) -> None:
        """Have the proxy at the other end of `stream` connect it to `host`. Raises as `connect`."""
        words = conversation(host, port)
        patience = timers.CONNECT
        try:
            said, size = next(words)
            while True:
                with trio.fail_after(patience):
                    await stream.send_all(said)
                    heard = await _read(stream, size)
                said, size = words.send(heard)
                patience = timers.PROXY  # the first word comes from nearby; then a way through Tor is built
        except StopIteration:
            return
        except _NoSocks as fault:
            raise ProxyFault(Sentence("What answers at {proxy} {fault}.", proxy=self, fault=fault)) from None
        except trio.BrokenResourceError:
            raise ProxyFault(Sentence("The proxy at {proxy} closed the connection.", proxy=self)) from None
        except trio.TooSlowError:
            if patience == timers.PROXY:
                raise
            raise ProxyFault(
                Sentence("The proxy at {proxy} says nothing; is it a SOCKS5 proxy?", proxy=self)
            ) from None


async def _read(stream: trio.abc.Stream, size: int) -> bytes:
    """Exactly so many bytes: what follows them is the other end's."""
    data = bytearray()
    while len(data) < size:
        piece = await stream.receive_some(size - len(data))
        if not piece:
            raise trio.BrokenResourceError
        data += piece
    return bytes(data)


def conversation(host: str, port: int) -> Generator[tuple[bytes, int], bytes, None]:
    """What is said to a proxy, and how many bytes it answers, turn by turn (RFC 1928, 3 to 6); at its end the
    connection to `host` stands. At most 264 bytes are read.
    """
    version, method = yield _HELLO, 2
    if version != 5:
        raise _NoSocks(Sentence("is no SOCKS5 proxy"))
    if method == _NOBODY_FITS:
        raise _NoSocks(Sentence("wants a name and a password, which this program has not"))
    if method:
        raise _NoSocks(Sentence("is no SOCKS5 proxy"))
    version, reply, reserved, kind = yield b"\x05\x01\x00" + _target(host) + port.to_bytes(2, "big"), 4
    if version != 5 or reserved:
        raise _NoSocks(Sentence("is no SOCKS5 proxy"))
    if reply:
        raise ProxyRefused(reply)
    size = (yield b"", 1)[0] if kind == 3 else _ADDRESS_SIZES.get(kind)
    if size is None:
        raise _NoSocks(Sentence("is no SOCKS5 proxy"))
    yield b"", size + 2  # from where it connected, which says nothing


def _target(host: str) -> bytes:
    """An address as the proxy takes it: raw, or a name with its length before it, so that nobody here looks it up."""
    try:
        address = ip_address(host)
    except ValueError:
        name = host.encode("ascii")
        return bytes((3, len(name))) + name
    return bytes((1 if address.version == 4 else 4,)) + address.packed


def reply_words(code: int) -> str:
    """What a reply means, e.g. `there is no way to that host (code 4)`."""
    return Sentence("{reply} (code {code})", reply=_CODES.get(code, _NOTHING), code=code)
