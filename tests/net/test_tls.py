"""Certificates and TLS handshakes on real sockets."""

from __future__ import annotations

import hashlib
import ssl
import tempfile
from pathlib import Path

import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net import tls
from tests.net.helpers import BIND, CERTIFICATE, LOOPBACK


async def handshake(
    server: ssl.SSLContext, client: ssl.SSLContext, pinned: bytes = BIND, greeting: bytes = b""
) -> list[object]:
    """Both handshakes over loopback, and a greeting of the server's: a stream or an exception for the server, then
    for the client.
    """
    results: dict[str, object] = {}
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)

    async def serve() -> None:
        stream = await listener.accept()
        try:
            results["server"] = secured = await tls.server_handshake(stream, server)
            await secured.send_all(greeting)
        except (trio.BrokenResourceError, PeerError) as error:
            results["server"] = error
            await trio.aclose_forcefully(stream)

    async with listener, trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        stream = await trio.open_tcp_stream(LOOPBACK, listener.socket.getsockname()[1])
        try:
            results["client"] = secured = await tls.client_handshake(stream, client, pinned)
            if greeting:
                assert await secured.receive_some() == greeting
        except (trio.BrokenResourceError, PeerError) as error:
            results["client"] = error
            await trio.aclose_forcefully(stream)
    for result in results.values():
        if isinstance(result, trio.SSLStream):
            await trio.aclose_forcefully(result)
    return [results["server"], results["client"]]


def test_the_certificate_says_nothing() -> None:
    certificate = x509.load_pem_x509_certificate(CERTIFICATE[0])
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    assert certificate.subject == certificate.issuer
    assert certificate.subject.rfc4514_string() == "CN=bura.invalid"
    assert certificate.not_valid_before_utc.year == 2020
    assert certificate.not_valid_after_utc.year == 9999
    assert certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False
    assert load_pem_private_key(CERTIFICATE[1], None).public_key() == key
    certificate.verify_directly_issued_by(certificate)


def test_every_certificate_is_another() -> None:
    assert tls.make_certificate()[0] != tls.make_certificate()[0]


def test_the_hash_is_of_the_der_form() -> None:
    der = ssl.PEM_cert_to_DER_cert(CERTIFICATE[0].decode())
    assert tls.certificate_hash(CERTIFICATE[0]) == hashlib.sha256(der).digest()


async def test_a_handshake() -> None:
    host, guest = await handshake(tls.server_context(*CERTIFICATE), tls.client_context())
    for stream in (host, guest):
        assert isinstance(stream, trio.SSLStream)
        assert (stream.version(), stream.selected_alpn_protocol()) == ("TLSv1.3", "bura/1")


async def test_another_certificate_than_the_pinned() -> None:
    other = tls.make_certificate()
    _, guest = await handshake(tls.server_context(*other), tls.client_context())
    assert isinstance(guest, PeerError)
    assert guest.code is Code.AUTHENTICATION


async def test_tls_1_2_is_refused_both_ways() -> None:
    old = tls.client_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    host, _ = await handshake(tls.server_context(*CERTIFICATE), old)
    assert isinstance(host, trio.BrokenResourceError)
    old = tls.server_context(*CERTIFICATE)
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    _, guest = await handshake(old, tls.client_context())
    assert isinstance(guest, trio.BrokenResourceError)


async def test_another_protocol_is_refused() -> None:
    other = tls.client_context()
    other.set_alpn_protocols(["http/1.1"])
    host, _ = await handshake(tls.server_context(*CERTIFICATE), other)
    assert isinstance(host, PeerError | trio.BrokenResourceError)
    other = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls._load(other, *CERTIFICATE)  # a TLS server that knows of no protocols
    _, guest = await handshake(other, tls.client_context())
    assert isinstance(guest, PeerError)


async def test_no_tickets_for_later() -> None:
    assert tls.server_context(*CERTIFICATE).num_tickets == 0


async def test_a_guest_resumes_nothing() -> None:
    """A host that gives tickets out: the next link of the same program is a full handshake all the same."""
    generous = tls.server_context(*CERTIFICATE)
    generous.num_tickets = 2
    guest = tls.client_context()
    for _ in range(2):
        ends = await handshake(generous, guest, greeting=b"tickets came before this")
        for stream in ends:
            assert isinstance(stream, trio.SSLStream)
            assert stream.session_reused is False


@pytest.mark.parametrize("pem", [b"", b"\xff\xfe", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_damaged_certificate_is_one_sentence(pem: bytes) -> None:
    with pytest.raises(LocalError, match="cannot be read"):
        tls.server_context(pem, CERTIFICATE[1])
    with pytest.raises(LocalError, match="cannot be read"):
        tls.server_context(CERTIFICATE[0], pem)
    if not pem.startswith(b"-"):
        with pytest.raises(LocalError, match="cannot be read"):
            tls.certificate_hash(pem)


def test_no_key_stays_in_the_temporary_folder() -> None:
    tls.server_context(*CERTIFICATE)
    assert not list(Path(tempfile.gettempdir()).glob("bura-*/certificate.pem"))
