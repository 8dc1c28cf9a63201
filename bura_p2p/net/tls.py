"""The outer layer: TLS 1.3 with a self-signed certificate of the host, pinned by its hash.

Here: certificate, contexts, the two handshakes. Never: who the players are; that is proved inside (`auth`).
"""

from __future__ import annotations

import datetime
import hashlib
import os
import secrets
import ssl
import tempfile
from pathlib import Path
from typing import Final

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ..errors import Code, LocalError, PeerError
from ..sentences import Sentence

ALPN: Final = "bura/1"
"""The application protocol that both sides must agree on (RFC 7301)."""
WORDS_ALPN: Final = "bura-words/1"
"""That of a guest that has three words instead of an invite."""
SERVER_NAME: Final = "bura.invalid"
"""What a guest puts in SNI and the certificate carries: the same for everybody (RFC 2606)."""

Stream = trio.SSLStream[trio.SocketStream]
"""A TLS stream over TCP."""


def make_certificate() -> tuple[bytes, bytes]:
    """A new certificate and its private key, both PEM: ECDSA P-256, self-signed, valid for ever, saying nothing.

    The one place where entropy is not an argument: the library makes keys from the system's generator only.
    P-256 since some TLS libraries still refuse Ed25519 certificates.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SERVER_NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Fixed dates: the hash is what is trusted, and a date would tell when somebody began to play.
        .not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), secret


def certificate_hash(certificate: bytes) -> bytes:
    """SHA-256 (32 bytes) of the DER form of a PEM certificate: what an invite pins and the players sign."""
    try:
        der = ssl.PEM_cert_to_DER_cert(certificate.decode("ascii"))
    except ValueError:
        raise LocalError(Sentence("The certificate in the game store cannot be read.")) from None
    return hashlib.sha256(der).digest()


def server_context(certificate: bytes, key: bytes) -> ssl.SSLContext:
    """The host's context for its certificate and private key (PEM). Asks no certificate of the guest."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    _harden(context)
    context.num_tickets = 0  # every link is a fresh handshake
    _load(context, certificate, key)
    return context


def speak(context: ssl.SSLContext, *protocols: str) -> None:
    """From now on offer these application protocols to whoever connects."""
    context.set_alpn_protocols(protocols)


def client_context(protocol: str = ALPN) -> ssl.SSLContext:
    """The guest's context. It trusts any certificate: `client_handshake` compares the hash."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    _harden(context, protocol)
    return context


def _harden(context: ssl.SSLContext, protocol: str = ALPN) -> None:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    speak(context, protocol)


def _load(context: ssl.SSLContext, certificate: bytes, key: bytes) -> None:
    """Load both from memory. The library reads files only, so the key goes to one under a password used once."""
    password = secrets.token_bytes(16).hex().encode()
    try:
        sealed = serialization.load_pem_private_key(key, password=None).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(password),
        )
        with tempfile.TemporaryDirectory(prefix="bura-") as folder:  # mode 0700
            path = Path(folder) / "certificate.pem"
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(sealed + certificate)
            context.load_cert_chain(path, password=password)
    except (ValueError, TypeError, ssl.SSLError):  # before OSError, of which the last is a kind
        raise LocalError(Sentence("The certificate in the game store cannot be read.")) from None
    except OSError as error:
        raise LocalError(Sentence("There is no folder for temporary files that this program may use.")) from error


async def server_handshake(stream: trio.SocketStream, context: ssl.SSLContext) -> Stream:
    """The host's TLS handshake on an accepted connection; `spoken` tells which protocol was chosen.

    Raises trio.BrokenResourceError where the other side speaks no TLS 1.3, PeerError AUTHENTICATION where it does
    not name our protocol. Has no time limit of its own.
    """
    tls: Stream = trio.SSLStream(stream, context, server_side=True)
    await tls.do_handshake()
    if spoken(tls) is None:
        raise PeerError(Code.AUTHENTICATION, f"the other side does not speak {ALPN}")
    return tls


async def client_handshake(stream: trio.SocketStream, context: ssl.SSLContext, pinned: bytes) -> Stream:
    """The guest's TLS handshake; `pinned` is SHA-256 (32 bytes) of the certificate that the host must show.

    Raises trio.BrokenResourceError where the other side speaks no TLS 1.3, PeerError AUTHENTICATION for another
    protocol or certificate. Has no time limit of its own.
    """
    tls, shown = await first_handshake(stream, context)
    if not secrets.compare_digest(shown, pinned):
        raise PeerError(Code.AUTHENTICATION, "another certificate than the invite's")
    if spoken(tls) != ALPN:
        raise PeerError(Code.AUTHENTICATION, f"the other side does not speak {ALPN}")
    return tls


async def first_handshake(stream: trio.SocketStream, context: ssl.SSLContext) -> tuple[Stream, bytes]:
    """The guest's TLS handshake with whoever answers: the stream, and SHA-256 (32 bytes) of the certificate shown.

    Nothing is proved by it. Raises trio.BrokenResourceError where the other side speaks no TLS 1.3, PeerError
    AUTHENTICATION where it shows no certificate. Has no time limit of its own.
    """
    tls: Stream = trio.SSLStream(stream, context, server_hostname=SERVER_NAME)
    await tls.do_handshake()
    shown = tls.getpeercert(binary_form=True)
    if not isinstance(shown, bytes):
        raise PeerError(Code.AUTHENTICATION, "no certificate")
    return tls, hashlib.sha256(shown).digest()


def spoken(tls: Stream) -> str | None:
    """The application protocol that a handshake has agreed on; None without one."""
    chosen = tls.selected_alpn_protocol()
    return chosen if isinstance(chosen, str) else None
