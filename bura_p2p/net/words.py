"""Three words that stand for an invite on a local network: the words, and the exchange behind them. Sans-IO.

    guest -> ask    host -> answer    guest -> proof    host -> gift

A password-authenticated key exchange (SPAKE2 over Ed25519, by the library `spake2`) turns the words into a strong
key; the gift is the host's invite, encrypted under it. Both identities of the exchange hold SHA-256 of the TLS
certificate that the guest saw, so a man in the middle would need its key or the words. The guest proves itself first:
each connection is one guess for whoever plays the guest, and one for whoever plays the host, and tells nothing about
any other words.

Here: words out of entropy and out of what people type, the four messages, both sides. Never: streams, clocks, or a
count of guesses (`net/words_out.py`).
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ..crypto.identity import pae
from ..errors import Code, LocalError, PeerError
from ..sentences import Sentence
from ..wire.codec import pack, unpack_strict
from ..wire.fields import Bin, Nullable, Record, Uint, plain
from ..wire.messages import FrameFields
from . import limits
from .word_list import WORDS

COUNT: Final = 3
"""Words that a host shows."""
BITS: Final = 10
"""What one word of the list stands for: 30 bits of entropy in three of them."""
TABLE: Final = 4
"""Bytes of the short id under which a table is announced."""
VERSION: Final = 1
"""The version of the exchange."""

ELEMENT: Final = 32
_MAC: Final = 32
_GUEST: Final = "application/vnd.bura-p2p.words-guest+msgpack;v=1"
_HOST: Final = "application/vnd.bura-p2p.words-host+msgpack;v=1"
_GIFT: Final = "application/vnd.bura-p2p.words-gift+msgpack;v=1"

Words = tuple[str, ...]
"""Three words of the list, in their order."""


# --- words -----------------------------------------------------------------------------------------------------


def new_words(entropy: Callable[[int], bytes]) -> Words:
    """Three words out of 30 bits of fresh entropy; a word may come twice."""
    bits = int.from_bytes(entropy(math.ceil(COUNT * BITS / 8)), "big")
    return tuple(WORDS[bits >> BITS * place & (1 << BITS) - 1] for place in range(COUNT))


def read_words(text: str) -> Words:
    """The words that somebody typed: in either case, with anything or nothing between them.

    Raises LocalError, one sentence, where they are not three words of the list.
    """
    found: list[str] = []
    for typed in re.findall(r"[^\W\d_]+", text[: limits.WORDS_TEXT].lower()):
        rest = typed
        while rest:
            word = next((word for word in WORDS if rest.startswith(word)), None)
            if word is None:
                raise LocalError(Sentence("'{typed}' is none of the words that a host shows.", typed=typed[:20]))
            found.append(word)
            rest = rest.removeprefix(word)
    if len(found) != COUNT:
        raise LocalError(Sentence("The host shows three words; type all three in their order."))
    return tuple(found)


# --- messages --------------------------------------------------------------------------------------------------


class _Ask(NamedTuple):
    version: Annotated[int, Uint(VERSION, VERSION), "version of this exchange; 1"]
    table: Annotated[bytes | None, Nullable(Bin(TABLE, TABLE)), "id of the table as announced; nil: at this address"]
    element: Annotated[bytes, Bin(ELEMENT, ELEMENT), "the guest's element of SPAKE2"]


class _Answer(NamedTuple):
    element: Annotated[bytes, Bin(ELEMENT, ELEMENT), "the host's element of SPAKE2"]


class _Proof(NamedTuple):
    mac: Annotated[bytes, Bin(_MAC, _MAC), "the guest's key confirmation"]


class _Gift(NamedTuple):
    mac: Annotated[bytes, Bin(_MAC, _MAC), "the host's key confirmation"]
    box: Annotated[bytes, Bin(1, limits.WORDS_BOX), "the invite's text, encrypted (ChaCha20-Poly1305, RFC 8439)"]


_NUMBERS: Final[dict[type[Any], int]] = {_Ask: 1, _Answer: 2, _Proof: 3, _Gift: 4}


def _encoded(message: _Ask | _Answer | _Proof | _Gift) -> bytes:
    return pack((_NUMBERS[type(message)], plain(message)))


def _decoded(kind: type[Any], payload: bytes) -> Any:
    """The message of this kind in a frame's payload. Raises PeerError LINK_MESSAGE for anything else."""
    number = _NUMBERS[kind]
    try:
        frame: FrameFields = Record(FrameFields).read(unpack_strict(payload), "frame")
        Uint(number, number).read(frame.type, "the type of the exchange's next message")
        return Record(kind).read(frame.payload, kind.__name__)
    except PeerError as fault:
        raise PeerError(Code.LINK_MESSAGE, str(fault)) from None


# --- the two sides ---------------------------------------------------------------------------------------------


class _Side:
    """What both sides have: the words, where they count, and in the end a key.

    `tls_bind` is SHA-256 of the host's certificate (32 bytes), as each side knows it; `entropy` gives the element.
    One object is for one connection.
    """

    def __init__(self, words: Words, *, tls_bind: bytes, entropy: Callable[[int], bytes]) -> None:
        self._password = " ".join(words).encode("ascii")
        self._bind = tls_bind
        self._entropy = entropy
        self._spake: Any = None
        self._ask = b""
        self._key = b""
        self._signed = b""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(keyed={bool(self._key)})"

    def _start(self, side: str, table: bytes | None) -> bytes:
        """Begin SPAKE2 as its side A or B; the element to send."""
        names = {
            f"id{letter}": pae(kind, pack((self._bind, table))) for letter, kind in (("A", _GUEST), ("B", _HOST))
        }
        self._spake = getattr(_library(), f"SPAKE2_{side}")(self._password, **names, entropy_f=self._entropy)
        element: bytes = self._spake.start()
        return element[1:]  # without the letter of the side, which the order of the messages tells

    def _agree(self, side: str, element: bytes, ask: bytes, answer: bytes) -> None:
        """Take the other side's element in. Raises PeerError POINT for one that is none, or one's own."""
        if not _is_canonical(element):
            raise PeerError(Code.POINT, "a point in another form than its own")
        try:
            self._key = self._spake.finish(side.encode("ascii") + element)
        except Exception:  # noqa: BLE001  the library has several kinds, all of them about these 32 bytes
            raise PeerError(Code.POINT, "no element of the group") from None
        self._signed = pack((self._bind, ask, answer))

    def _derived(self, kind: str) -> bytes:
        return hmac.digest(self._key, pae(kind, self._signed), hashlib.sha256)

    def _check(self, kind: str, mac: bytes) -> None:
        if not hmac.compare_digest(self._derived(kind), mac):
            raise PeerError(Code.AUTHENTICATION, "other words, or another table or certificate")

    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(self._derived(_GIFT))


def _is_canonical(element: bytes) -> bool:
    """Whether 32 bytes are in the one form that a point has by RFC 8032, 5.1.3. The library reads others too, and
    takes the neutral element in such a one for another.
    """
    y = int.from_bytes(element, "little") % 2**255
    return 1 < y < 2**255 - 19


_ONCE: Final = bytes(12)
"""The nonce: each key encrypts one message only."""


class GuestWords(_Side):
    """The guest's side: `ask`, then `prove` the host's answer, then `open` its gift. `table`: see `_Ask`."""

    def __init__(
        self, words: Words, *, tls_bind: bytes, table: bytes | None, entropy: Callable[[int], bytes]
    ) -> None:
        super().__init__(words, tls_bind=tls_bind, entropy=entropy)
        self._table = table

    def ask(self) -> bytes:
        """The payload to send first. Raises LocalError without the library."""
        self._ask = _encoded(_Ask(VERSION, self._table, self._start("A", self._table)))
        return self._ask

    def prove(self, answer: bytes) -> bytes:
        """From the host's answer to the proof. Raises PeerError LINK_MESSAGE, POINT."""
        self._agree("B", _decoded(_Answer, answer).element, self._ask, answer)
        return _encoded(_Proof(self._derived(_GUEST)))

    def open(self, gift: bytes) -> str:
        """The text in the host's gift. Raises PeerError LINK_MESSAGE, AUTHENTICATION (a host without the words)."""
        given: _Gift = _decoded(_Gift, gift)
        self._check(_HOST, given.mac)
        try:
            return self._cipher().decrypt(_ONCE, given.box, None).decode("ascii")
        except (InvalidTag, UnicodeDecodeError):
            raise PeerError(Code.AUTHENTICATION, "a gift that does not open") from None


class HostWords(_Side):
    """The host's side: `answer` an ask, `check` the proof, and only then `gift` the invite."""

    def __init__(self, words: Words, *, tls_bind: bytes, table: bytes, entropy: Callable[[int], bytes]) -> None:
        super().__init__(words, tls_bind=tls_bind, entropy=entropy)
        self._table = table

    def answer(self, ask: bytes) -> bytes:
        """From the guest's ask to the answer. Raises PeerError LINK_MESSAGE, POINT, AUTHENTICATION (another
        table), LocalError without the library. Takes some hundredths of a second.
        """
        asked: _Ask = _decoded(_Ask, ask)
        if asked.table not in (None, self._table):
            raise PeerError(Code.AUTHENTICATION, "a guest who looks for another table")
        answer = _encoded(_Answer(self._start("B", asked.table)))
        self._agree("A", asked.element, ask, answer)
        return answer

    def check(self, proof: bytes) -> None:
        """Judge the guest's proof. Raises PeerError LINK_MESSAGE, AUTHENTICATION (wrong words)."""
        self._check(_GUEST, _decoded(_Proof, proof).mac)

    def gift(self, text: str) -> bytes:
        """What a guest gets whose proof was right."""
        box = self._cipher().encrypt(_ONCE, text.encode("ascii"), None)
        return _encoded(_Gift(self._derived(_HOST), box))


def words_work() -> bool:
    """Whether the library behind the words is there."""
    try:
        _library()
    except LocalError:
        return False
    return True


def _library() -> Any:
    try:
        import spake2  # noqa: PLC0415  a game needs it only where words are used, and does without it elsewhere
    except ImportError:
        raise LocalError(Sentence(
            "Three words need the library spake2, which is not installed; use the invite."
        )) from None
    return spake2
