"""Who is at the other end: the exchange inside TLS that proves both identities and the invite. Sans-IO.

    guest -> Greet    host -> Greet    guest -> Auth    host -> Auth

A greeting carries an HMAC-SHA-256 under the invite's secret of (media type of the greeting's role, msgpack
[tls_bind, the other fields]): who does not hold the invite gets no answer, and does not learn whose address it is.

What both sign: DSSE pre-authentication encoding of (media type of the role, msgpack [tls_bind, payload of the
guest's Greet, payload of the host's Greet]). `tls_bind` is SHA-256 of the certificate that the guest saw, so a man
in the middle would need the host's TLS key; versions and features are within, so a downgrade is caught; the role is
in the media type, so nothing can be reflected. The MAC is HMAC-SHA-256 of the same bytes under the invite's secret.

Here: this exchange. Never: streams, clocks, or a word to somebody who has not shown theirs: the host says nothing
before the guest's greeting, and proves nothing before the guest's proof.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from ..crypto.identity import Identity, check_identity_key, pae, verify_signature
from ..errors import Code, LocalError, PeerError
from ..wire.codec import decode_link, encode_link, pack
from ..wire.messages import PROTOCOL_VERSION, Auth, Greet

VERSIONS: Final = (PROTOCOL_VERSION,)
"""Protocol versions that this package speaks, ascending."""
FEATURES: Final[tuple[int, ...]] = ()
"""Features that this package speaks, ascending. An even one is required: who does not know it must refuse."""
NONCE: Final = 32
"""Bytes of each side's nonce."""


class Role(Enum):
    """The two ends of a link; the invite fixes them, not who dialled. The value is the role's media type."""

    GUEST = "application/vnd.bura-p2p.link-guest+msgpack;v=1"
    HOST = "application/vnd.bura-p2p.link-host+msgpack;v=1"

    @property
    def greeting(self) -> str:
        """The media type of the role's greeting."""
        return _GREETINGS[self]

    @property
    def other(self) -> Role:
        """The other end."""
        return Role.HOST if self is Role.GUEST else Role.GUEST


_GREETINGS: Final = {
    Role.GUEST: "application/vnd.bura-p2p.greet-guest+msgpack;v=1",
    Role.HOST: "application/vnd.bura-p2p.greet-host+msgpack;v=1",
}


def greeting(role: Role, greet: Greet, *, tls_bind: bytes, secret: bytes) -> Greet:
    """`greet` with the MAC (32 bytes) that its sender in `role` owes; what stood there does not count."""
    fields = (greet.versions, greet.features, greet.identity, greet.nonce)
    mac = hmac.digest(secret, pae(role.greeting, pack((tls_bind, fields))), hashlib.sha256)
    return replace(greet, mac=mac)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What an authenticated link stands on: the peer's Ed25519 public key (32 bytes), the version (the highest
    common one) and the features (those of both) that are spoken.
    """

    peer: bytes
    version: int
    features: tuple[int, ...]


def negotiate(mine: Greet, theirs: Greet) -> Agreed:
    """What both sides speak. Raises PeerError VERSION without a common version, FEATURE for an unknown even
    feature, IDENTITY_REPEATED for one's own key or nonce come back, IDENTITY_KEY for a key that is none.
    """
    if theirs.identity == mine.identity or theirs.nonce == mine.nonce:
        raise PeerError(Code.IDENTITY_REPEATED, "the other side shows this side's own key")
    check_identity_key(theirs.identity)
    versions = frozenset(mine.versions) & frozenset(theirs.versions)
    if not versions:
        raise PeerError(Code.VERSION, "no protocol version in common")
    if any(feature % 2 == 0 and feature not in mine.features for feature in theirs.features):
        raise PeerError(Code.FEATURE, "a required feature that is not known here")
    features = tuple(sorted(frozenset(mine.features) & frozenset(theirs.features)))
    return Agreed(theirs.identity, max(versions), features)


class Handshake:
    """One side of the exchange. Feed it the payloads of frames; send what it gives; done when `agreed` is set.

    `tls_bind` is SHA-256 of the host's certificate (32 bytes); `secret` the invite's; `entropy` gives the nonce.
    `more` are further secrets that a host accepts; the guest's greeting tells which one it has. `expected` is the
    peer's public key where it is known before (the guest's invite names the host's).
    `admit` is asked last, with the peer proved: the host may still refuse (by raising PeerError), since the invite
    is used up; nothing can come between its answer and the last proof.
    """

    def __init__(
        self,
        role: Role,
        identity: Identity,
        *,
        tls_bind: bytes,
        secret: bytes,
        more: Sequence[bytes] = (),
        entropy: Callable[[int], bytes],
        expected: bytes | None = None,
        admit: Callable[[Agreed], None] | None = None,
        versions: tuple[int, ...] = VERSIONS,
        features: tuple[int, ...] = FEATURES,
    ) -> None:
        if not secret:
            raise LocalError("An invite without a secret proves nothing.")
        self.agreed: Agreed | None = None
        self._role = role
        self._identity = identity
        self._bind = tls_bind
        self._secret = secret
        self._expected = expected
        self._admit = admit
        self._more = tuple(more)
        self._bare = Greet(versions, features, identity.public, entropy(NONCE), b"")
        self._greet = greeting(role, self._bare, tls_bind=tls_bind, secret=secret)
        self._terms: Agreed | None = None
        self._signed = b""

    def __repr__(self) -> str:
        return f"Handshake({self._role.name}, agreed={self.agreed is not None})"

    def start(self) -> tuple[bytes, ...]:
        """Payloads to send first: the guest's greeting; the host waits."""
        return (encode_link(self._greet),) if self._role is Role.GUEST else ()

    def receive(self, payload: bytes) -> tuple[bytes, ...]:
        """Take in one payload; the answer is what to send now, in order.

        Raises PeerError: LINK_MESSAGE, LINK_ORDER, those of `negotiate`, AUTHENTICATION (another host than the
        invite's, wrong secret, `admit` refused), SIGNATURE. After a fault the connection is to be dropped. A host
        whose peer holds the invite and speaks no common version still sends its greeting (`parting`), so that both
        sides can tell why.
        """
        message = decode_link(payload)
        if self._terms is None and isinstance(message, Greet):
            return self._take_greet(message, payload)
        if self._terms is not None and self.agreed is None and isinstance(message, Auth):
            return self._take_auth(self._terms, message)
        raise PeerError(Code.LINK_ORDER, "another message than the handshake's next")

    @property
    def parting(self) -> tuple[bytes, ...]:
        """What to send before dropping a peer whose greeting was refused for what it says: the host's own greeting.

        Nothing to one who does not hold the invite.
        """
        greeted = self._role is Role.HOST and self._terms is None and self._signed != b""
        return (encode_link(self._greet),) if greeted else ()

    def _take_greet(self, theirs: Greet, payload: bytes) -> tuple[bytes, ...]:
        self._find_secret(theirs)
        mine = encode_link(self._greet)
        guest, host = (mine, payload) if self._role is Role.GUEST else (payload, mine)
        self._signed = pack((self._bind, guest, host))
        terms = negotiate(self._greet, theirs)
        if self._expected is not None and theirs.identity != self._expected:
            raise PeerError(Code.AUTHENTICATION, "another host than the invite's")
        self._terms = terms
        return (self._proof(),) if self._role is Role.GUEST else (mine,)

    def _find_secret(self, theirs: Greet) -> None:
        """Take the one of the accepted secrets that the greeting was made with."""
        for secret in (self._secret, *self._more):
            due = greeting(self._role.other, theirs, tls_bind=self._bind, secret=secret)
            if hmac.compare_digest(theirs.mac, due.mac):
                if secret == self._secret:
                    return
                self._secret = secret
                self._greet = greeting(self._role, self._bare, tls_bind=self._bind, secret=secret)
                return
        raise PeerError(Code.AUTHENTICATION, "the greeting of somebody without the invite")

    @property
    def secret(self) -> bytes:
        """The secret that both sides have used; before the peer's greeting the first one."""
        return self._secret

    def _take_auth(self, terms: Agreed, auth: Auth) -> tuple[bytes, ...]:
        signed = pae(self._role.other.value, self._signed)
        if not hmac.compare_digest(auth.mac, self._mac(signed)):
            raise PeerError(Code.AUTHENTICATION, "the invite's secret is another one")
        verify_signature(terms.peer, signed, auth.signature)
        if self._admit is not None:
            self._admit(terms)
        self.agreed = terms
        return (self._proof(),) if self._role is Role.HOST else ()

    def _proof(self) -> bytes:
        signed = pae(self._role.value, self._signed)
        return encode_link(Auth(self._identity.sign(signed), self._mac(signed)))

    def _mac(self, signed: bytes) -> bytes:
        return hmac.digest(self._secret, signed, hashlib.sha256)
