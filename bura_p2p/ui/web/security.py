"""Who may talk to the page's server: this computer's browser, from the page itself, with a token.

Any page that the browser has open can send requests to 127.0.0.1, and every program of this computer can. So: no
cookies, which all ports of 127.0.0.1 share; exact `Host` and `Origin`, against rebinding names and foreign pages; and
a token, which only who was given the launch code can have.

Here: codes, tokens, the checks of a request, the headers of every answer. Never: a server, a secret in a `repr` or a
log.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

CODE_BYTES: Final = 16
TOKEN_BYTES: Final = 32

TOKENS: Final = 32
"""Tokens that hold at one time; the oldest one ends with the next launch after that."""

CODES: Final = 8
"""Launch codes that nobody has used yet; the oldest one ends with the next."""

HEADERS: Final[Sequence[tuple[bytes, bytes]]] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
"""On every answer, also on refusals."""


class Gate:
    """Launch codes, each good for one token, and the tokens. They live as long as the process."""

    def __init__(self) -> None:
        self._codes: deque[bytes] = deque(maxlen=CODES)
        self._tokens: deque[bytes] = deque(maxlen=TOKENS)

    def __repr__(self) -> str:
        return f"Gate({len(self._codes)} codes, {len(self._tokens)} tokens)"

    def launch(self) -> str:
        """A new launch code, for the fragment of an address."""
        code = secrets.token_urlsafe(CODE_BYTES)
        self._codes.append(_digest(code))
        return code

    def swap(self, code: str) -> str | None:
        """A token for a launch code, which is used up by this; None for anything else."""
        found = _found(_digest(code), self._codes)
        if found is None:
            return None
        self._codes.remove(found)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens.append(_digest(token))
        return token

    def knows(self, token: str) -> bool:
        """Whether this is a token."""
        return _found(_digest(token), self._tokens) is not None


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _found(digest: bytes, among: Iterable[bytes]) -> bytes | None:
    """The equal one; the time tells nothing, for all are compared, and wholly."""
    found = None
    for one in among:
        if hmac.compare_digest(one, digest):
            found = one
    return found


def is_own(headers: Iterable[tuple[bytes, bytes]], authority: str, *, origin_needed: bool) -> bool:
    """Whether a request names exactly `authority` (`127.0.0.1:4242`) as its host, and as its origin, if it says one.

    `origin_needed`: whether it must say one, as every WebSocket of a browser does.
    """
    hosts = [value for name, value in headers if name.lower() == b"host"]
    origins = [value for name, value in headers if name.lower() == b"origin"]
    if hosts != [authority.encode("ascii")]:
        return False
    if not origins:
        return not origin_needed
    return origins == [f"http://{authority}".encode("ascii")]
