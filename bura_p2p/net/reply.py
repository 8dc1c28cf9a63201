"""The reply code: how a guest whom the host cannot be reached by tells where the host may call it.

Here: `Reply`, its text form and its strict reading. Never: sockets, clocks, or the invite's secret in the text.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, Self

from ..crypto.identity import pae
from ..errors import LocalError, PeerError
from ..sentences import N_, Sentence
from ..wire.codec import pack, unpack_strict
from ..wire.fields import Bin, Items, Record, Uint, plain
from . import limits
from .invite import REPLY_PREFIX as PREFIX
from .invite import Candidate, CutText, code_text, payload_in

VERSION: Final = 1
"""The version of reply codes that this package writes and reads."""
TAG: Final = 16
"""Bytes of the tag."""
MEDIA_TYPE: Final = "application/vnd.bura-p2p.reply+msgpack;v=1"
"""What the tag is over, beside the fields."""

NOT_ONE = N_("This is not a reply code; one begins with BURA-R:.")
"""What is said of a text that is none."""

_MANGLED = N_("This reply code is cut off or mistyped; copy the whole of it once more.")
_NEWER = N_("This reply code was made by a newer version of bura; use the same version on both sides.")
_EXPIRED = N_("This reply code has expired; your friend's 'bura join' makes a new one.")


class CutReply(CutText):
    """A reply code that is cut off or mistyped: the rest of it may be still to come."""

    def __init__(self) -> None:
        super().__init__(_MANGLED)


class _Fields(NamedTuple):
    """The array that a reply code holds."""

    version: Annotated[int, Uint(VERSION, VERSION), "version of this form; 1"]
    tag: Annotated[bytes, Bin(TAG, TAG), "shows that the sender holds the invite"]
    expires: Annotated[int, Uint(0, 2**32 - 1), "seconds since 1970; from then on it has expired"]
    candidates: Annotated[
        tuple[Candidate, ...], Items(Record(Candidate), 1, limits.CANDIDATES), "ways to reach the guest"
    ]


FIELDS: Final = _Fields
"""The declaration of a reply code's array, for the registries."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply code that was read or made: `tag` 16 bytes, `expires` in seconds since 1970, 1 to 8 `candidates`."""

    tag: bytes
    expires: int
    candidates: tuple[Candidate, ...]

    @classmethod
    def to(cls, secret: bytes, candidates: Iterable[Candidate], expires: int) -> Self:
        """The reply to the invite with this secret; what is more than 8 candidates is left out."""
        some = tuple(candidates)[: limits.CANDIDATES]
        return cls(_tag(secret, expires, some), expires, some)

    def answers(self, secret: bytes) -> bool:
        """Whether this is a reply to the invite with this secret, by somebody who holds it."""
        return hmac.compare_digest(self.tag, _tag(secret, self.expires, self.candidates))

    def text(self) -> str:
        """`BURA-R:` and upper-case base32 of payload and checksum. Raises LocalError for a field out of bounds."""
        fields = plain(_Fields(VERSION, self.tag, self.expires, self.candidates))
        try:
            Record(_Fields).read(fields, "reply code")
        except PeerError as fault:
            raise LocalError(Sentence("This reply code cannot be written: {detail}.", detail=fault.detail)) from None
        return code_text(PREFIX, pack(fields))

    @classmethod
    def parse(cls, text: str, *, now: float) -> Self:
        """Read a reply code; white space, line breaks and lower case are forgiven.

        `now` is in seconds since 1970. Raises LocalError with one sentence: not a reply code; cut off or mistyped
        (`CutReply`); of a newer version; expired.
        """
        try:
            payload = payload_in(PREFIX, text)
        except CutText:
            raise CutReply from None
        except LocalError:
            raise LocalError(NOT_ONE) from None
        try:
            value = unpack_strict(payload)
            if isinstance(value, tuple) and value and isinstance(value[0], int) and value[0] > VERSION:
                raise LocalError(_NEWER)
            fields: _Fields = Record(_Fields).read(value, "reply code")
        except PeerError:
            raise LocalError(NOT_ONE) from None
        if fields.expires <= now:
            raise LocalError(_EXPIRED)
        return cls(fields.tag, fields.expires, fields.candidates)


def _tag(secret: bytes, expires: int, candidates: tuple[Candidate, ...]) -> bytes:
    listed = tuple((int(one.kind), one.address, one.port) for one in candidates)
    said = pae(MEDIA_TYPE, pack((expires, listed)))
    return hmac.digest(secret, said, hashlib.sha256)[:TAG]
