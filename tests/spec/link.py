"""From the text of spec.md, section 13: the two proofs of a link and the text of an invite.

Imports nothing of the package it stands against.
"""

from __future__ import annotations

import base64
import hmac
import re
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .reader import TEXT, fields, pae, rows, sha, strict

NUMBER = {row[1]: int(row[0]) for row in rows("link types")}
_ROLES = re.findall(r"^\| (guest|host) \| `(application/\S+)` \| `(application/\S+)` \|$", TEXT, re.MULTILINE)
GREETING = {role: media_type for role, media_type, _ in _ROLES}
ROLE = {role: media_type for role, _, media_type in _ROLES}


def frame(name: str, *values: Any) -> bytes:
    """A frame's payload, with its fields judged by the text's own tables."""
    fields(values, f"link {name}")
    return bytes(msgpack.packb((NUMBER[name], values)))


def read(payload: bytes, name: str) -> dict[str, Any]:
    number, values = strict(payload)
    assert number == NUMBER[name]
    return fields(values, f"link {name}")


def greet(role: str, secret: bytes, tls_bind: bytes, *values: Any) -> bytes:
    """A greet frame with its mac: HMAC over PAE(G, C) of 13.2; `values` are the four fields before it."""
    message = pae(GREETING[role].encode(), msgpack.packb((tls_bind, values)))
    return frame("greet", *values, hmac.digest(secret, message, "sha256"))


def proved(role: str, tls_bind: bytes, guest: bytes, host: bytes) -> bytes:
    """PAE(R, H) of 13.2."""
    return pae(ROLE[role].encode(), msgpack.packb((tls_bind, guest, host)))


def auth(role: str, secret: bytes, tls_bind: bytes, guest: bytes, host: bytes, key: Ed25519PrivateKey) -> bytes:
    message = proved(role, tls_bind, guest, host)
    return frame("auth", key.sign(message), hmac.digest(secret, message, "sha256"))


def read_invite(text: str) -> dict[str, Any]:
    bare = "".join(text.split()).upper()
    code = bare.removeprefix("BURA:")
    data = base64.b32decode(code + "=" * (-len(code) % 8))
    assert bare != code
    assert sha(data[:-4])[:4] == data[-4:]
    return fields(strict(data[:-4]), "invite")


def write_invite(*values: Any) -> str:
    payload = msgpack.packb(values)
    return "BURA:" + base64.b32encode(payload + sha(payload)[:4]).decode().rstrip("=")


_REPLY = re.search(r"PAE\(`(application/\S+)`, strict msgpack of \[expires, candidates\]\)", TEXT)[1]


def write_reply(secret: bytes, expires: int, *candidates: tuple[int, bytes, int]) -> str:
    """A reply code of 13.5."""
    said = pae(_REPLY.encode(), msgpack.packb((expires, candidates)))
    payload = msgpack.packb((1, hmac.digest(secret, said, "sha256")[:16], expires, candidates))
    fields(strict(payload), "reply")
    return "BURA-R:" + base64.b32encode(payload + sha(payload)[:4]).decode().rstrip("=")
