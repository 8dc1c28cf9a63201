"""Names of onion services (Tor's rend-spec-v3, section 6, "Encoding onion addresses").

Here: which names are meant for Tor, and which of them a service can have. Never: a lookup; such a name means nothing
to the DNS and must not be asked for there (RFC 7686, 2).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final

SUFFIX: Final = ".onion"
"""What such a name ends in."""
DIGITS: Final = 56
"""Characters before it: base32 of the service's key (32 bytes), a checksum (2) and the version (1)."""

_VERSION: Final = b"\x03"
_LABEL: Final = b".onion checksum"


def is_onion(host: str) -> bool:
    """Whether a name is Tor's, right or wrong."""
    return host.lower().endswith(SUFFIX)


def is_service(host: str) -> bool:
    """Whether `host` is the name of an onion service of version 3, its checksum right; in either case of letters."""
    label = host[: -len(SUFFIX)]
    if not is_onion(host) or len(label) != DIGITS:
        return False
    try:
        data = base64.b32decode(label.upper())
    except (binascii.Error, ValueError):
        return False
    return data == data[:32] + checksum(data[:32]) + _VERSION


def checksum(key: bytes) -> bytes:
    """The two bytes that go with a service's Ed25519 public key (32 bytes)."""
    return hashlib.sha3_256(_LABEL + key + _VERSION).digest()[:2]
