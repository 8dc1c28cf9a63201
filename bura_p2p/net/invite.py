"""The invite: what a guest needs to find one host and to prove that it was asked.

Here: `Candidate`, `Invite`, their text form and its strict reading. Never: sockets, clocks, or the secret in
a message or a `repr`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Annotated, Final, NamedTuple, Self

from ..errors import Code, LocalError, PeerError
from ..sentences import N_, Sentence
from ..wire.codec import pack, unpack_strict
from ..wire.fields import Bin, Description, Items, Record, Uint, plain
from . import limits
from .onion import is_onion, is_service

PREFIX: Final = "BURA:"
"""What every invite begins with; upper case keeps a QR code of it small."""
REPLY_PREFIX: Final = "BURA-R:"
"""What every reply code begins with (`net/reply.py`)."""
VERSION: Final = 1
"""The version of invites that this package writes and reads."""
SECRET: Final = 16
"""Bytes of the secret."""
CHECKSUM: Final = 4
"""Bytes of SHA-256 at the end of every invite, of any version."""

_NOT_ONE = N_("This is not a bura invite; an invite is a text that begins with BURA:.")
_OTHER = N_("This is no invite but a reply code; it is for the one who sent the invite.")
_MANGLED = N_("This invite is cut off or mistyped; copy the whole of it once more.")
_NEWER = N_(
    "This invite was made by a newer version of bura; update this one, or ask for an invite of the same version."
)
_EXPIRED = N_("This invite has expired; ask your friend for a new one.")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"  # 1 to 63 characters (RFC 1035, 2.3.4)
_HOST_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


class CutText(LocalError):  # noqa: N818  what a paste does
    """A pasted code that is cut off or mistyped: the rest of it may be still to come."""


class CutInvite(CutText):
    """An invite that is cut off or mistyped."""

    def __init__(self) -> None:
        super().__init__(_MANGLED)


class Kind(IntEnum):
    """Where an address can be reached from. Addresses of unknown kinds are kept, and not dialled."""

    LAN = 0
    PUBLIC = 1
    MAPPED = 2
    ONION = 3
    LOOPBACK = 4


class _Address:
    """The field kind of an address: 4 or 16 raw bytes (IPv4, IPv6), or a host name as text."""

    def read(self, value: object, where: str) -> bytes | str:
        if type(value) is bytes and len(value) in (4, 16):
            return value
        if type(value) is str and len(value) <= limits.HOST_NAME and _HOST_NAME.fullmatch(value):
            return value
        raise PeerError(Code.SHAPE, f"{where} must be an address")

    def describe(self) -> Description:
        return {"type": "bin", "sizes": [4, 16], "or": {"type": "str", "min": 1, "max": limits.HOST_NAME}}


class Candidate(NamedTuple):
    """One way to reach the host."""

    kind: Annotated[int, Uint(0, 2**8 - 1), "where it can be reached from (registry of address kinds)"]
    address: Annotated[bytes | str, _Address(), "IPv4 (4 bytes), IPv6 (16 bytes) or a host name"]
    port: Annotated[int, Uint(1, 2**16 - 1), "TCP port"]

    @property
    def host(self) -> str:
        """The address as text, e.g. `192.168.1.5`, `2001:db8::1`, `example.org`."""
        return self.address if isinstance(self.address, str) else str(ip_address(self.address))

    @property
    def in_tor(self) -> bool:
        """Whether only Tor can lead there: its name must not be looked up, whatever the kind says."""
        return self.kind == Kind.ONION or is_onion(self.host)

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def candidate_of(host: str, port: int) -> Candidate:
    """The candidate for an address or host name, its kind read off the address.

    Raises LocalError for a text that is neither, for an address that nobody can dial (unspecified, multicast),
    for one that only this computer's link knows (IPv6 link-local), and for a name in Tor that no service can have.
    """
    try:
        address = ip_address(host)
    except ValueError:
        if len(host) > limits.HOST_NAME or not _HOST_NAME.fullmatch(host):
            raise LocalError(Sentence("This is neither an address nor a host name.")) from None
        if not is_onion(host):
            return Candidate(Kind.PUBLIC, host, port)
        if not is_service(host):
            raise LocalError(Sentence(
                "No onion service of Tor (version 3) has this name; copy the whole of it."
            )) from None
        return Candidate(Kind.ONION, host, port)
    if address.is_unspecified or address.is_multicast or (address.version == 6 and address.is_link_local):
        raise LocalError(Sentence("Nobody can reach the address {address}.", address=address))
    return Candidate(_kind(address), address.packed, port)


def _kind(address: IPv4Address | IPv6Address) -> Kind:
    if address.is_loopback:
        return Kind.LOOPBACK
    # 100.64.0.0/10 is neither private nor global; overlays such as Tailscale use it, so it is dialled as well.
    return Kind.PUBLIC if address.is_global else Kind.LAN


class _Fields(NamedTuple):
    """The array that an invite holds."""

    version: Annotated[int, Uint(VERSION, VERSION), "version of this form; 1"]
    secret: Annotated[bytes, Bin(SECRET, SECRET), "the guest proves that it knows this; good for one guest"]
    certificate: Annotated[bytes, Bin(32, 32), "SHA-256 of the DER form of the host's TLS certificate"]
    host: Annotated[bytes, Bin(32, 32), "Ed25519 public key of the host"]
    expires: Annotated[int, Uint(0, 2**32 - 1), "seconds since 1970; from then on it has expired"]
    candidates: Annotated[
        tuple[Candidate, ...], Items(Record(Candidate), 0, limits.CANDIDATES), "ways to reach the host"
    ]


FIELDS: Final = _Fields
"""The declaration of an invite's array, for the registries."""


@dataclass(frozen=True, slots=True)
class Invite:
    """An invite that was read or made.

    `secret` 16 bytes; `certificate` SHA-256 of the host's certificate (DER), 32 bytes; `host` its Ed25519 public
    key, 32 bytes; `expires` in seconds since 1970; at most 8 `candidates`, best first.
    """

    secret: bytes
    certificate: bytes
    host: bytes
    expires: int
    candidates: tuple[Candidate, ...]

    def __repr__(self) -> str:
        return f"Invite(<secret>, expires={self.expires}, candidates={[str(c) for c in self.candidates]})"

    def text(self) -> str:
        """`BURA:` and upper-case base32 (RFC 4648, no padding) of payload and checksum. Safe in a QR code.

        Raises LocalError for a field out of its bounds.
        """
        record = _Fields(VERSION, self.secret, self.certificate, self.host, self.expires, self.candidates)
        fields = plain(record)
        try:
            Record(_Fields).read(fields, "invite")
        except PeerError as fault:
            raise LocalError(Sentence("This invite cannot be written: {detail}.", detail=fault.detail)) from None
        return code_text(PREFIX, pack(fields))

    @classmethod
    def parse(cls, text: str, *, now: float) -> Self:
        """Read an invite; white space, line breaks and lower case are forgiven.

        `now` is in seconds since 1970. Raises LocalError with one sentence: not an invite; cut off or mistyped
        (`CutInvite`); of a newer version; expired.
        """
        try:
            payload = payload_in(PREFIX, text)
        except CutText:
            raise CutInvite from None
        except LocalError:
            reply = text.strip()[: len(REPLY_PREFIX)].upper() == REPLY_PREFIX
            raise LocalError(_OTHER if reply else _NOT_ONE) from None
        try:
            value = unpack_strict(payload)
            if isinstance(value, tuple) and value and isinstance(value[0], int) and value[0] > VERSION:
                raise LocalError(_NEWER)
            fields: _Fields = Record(_Fields).read(value, "invite")
        except PeerError:
            raise LocalError(_NOT_ONE) from None  # its checksum holds: nobody's slip of the finger
        if fields.expires <= now:
            raise LocalError(_EXPIRED)
        return cls(fields.secret, fields.certificate, fields.host, fields.expires, fields.candidates)


def code_text(prefix: str, payload: bytes) -> str:
    """A code that people paste: `prefix` and upper-case base32 of payload and checksum."""
    return prefix + _base32(payload + _checksum(payload))


def payload_in(prefix: str, text: str) -> bytes:
    """The checked payload of a code. Raises CutText where it is cut off or mistyped, LocalError where it is none."""
    if len(text) > limits.INVITE_TEXT:
        raise LocalError(Sentence("This is too long for a code."))
    # Messengers add zero-width characters and soft hyphens; none of them is printable, like the space.
    bare = "".join(c for c in text if c.isprintable() and not c.isspace())
    bare = bare.upper() if bare.isascii() else bare  # outside ASCII upper() makes letters of the code's own
    if not bare.startswith(prefix):
        raise LocalError(Sentence("This is no code that begins with {prefix}.", prefix=prefix))
    code = bare.removeprefix(prefix)
    cut = CutText(Sentence("This code is cut off or mistyped."))
    try:
        data = base64.b32decode(code + "=" * (-len(code) % 8))
    except (binascii.Error, ValueError):
        raise cut from None
    payload, checksum = data[:-CHECKSUM], data[-CHECKSUM:]
    if _base32(data) != code or not payload or not hmac.compare_digest(checksum, _checksum(payload)):
        raise cut
    return payload


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=")


def _checksum(payload: bytes) -> bytes:
    return hashlib.sha256(payload).digest()[:CHECKSUM]
