"""A guest and an invite written from section 13 of spec.md, against the package."""

from __future__ import annotations

import hmac
import re

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, PeerError
from bura_p2p.net.auth import Handshake, Role
from bura_p2p.net.invite import Candidate, Invite, candidate_of
from bura_p2p.net.reply import Reply

from . import link
from .reader import TEXT

BIND, SECRET = bytes(range(32)), bytes(range(16))


def the_host(secret: bytes = SECRET) -> Handshake:
    identity = Identity.generate(Tape("spec link host"))
    return Handshake(Role.HOST, identity, tls_bind=BIND, secret=secret, entropy=Tape("spec link"))


def the_guest(role: str = "guest", secret: bytes = SECRET, bind: bytes = BIND) -> tuple[Ed25519PrivateKey, bytes]:
    key = Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\1")
    return key, link.greet(role, secret, bind, (1,), (), key.public_key().public_bytes_raw(), bytes(32))


def test_a_guest_from_the_text_is_let_in():
    host, (key, greet) = the_host(), the_guest()
    (answer,) = host.receive(greet)
    (proof,) = host.receive(link.auth("guest", SECRET, BIND, greet, answer, key))
    said = link.read(answer, "greet")
    identity = said["identity"]
    assert answer == link.greet("host", SECRET, BIND, *list(said.values())[:4])
    message, told = link.proved("host", BIND, greet, answer), link.read(proof, "auth")
    Ed25519PublicKey.from_public_bytes(identity).verify(told["signature"], message)
    assert told["mac"] == hmac.digest(SECRET, message, "sha256")
    assert host.agreed is not None
    assert host.agreed.peer == key.public_key().public_bytes_raw()


@pytest.mark.parametrize("role", ["guest", "host"])
@pytest.mark.parametrize("bind", [BIND, bytes(32)])
@pytest.mark.parametrize("secret", [SECRET, bytes(16)])
def test_nothing_else_is(role, bind, secret):
    if (role, bind, secret) == ("guest", BIND, SECRET):
        return
    host, (key, greet) = the_host(), the_guest()
    (answer,) = host.receive(greet)
    with pytest.raises(PeerError) as refused:
        host.receive(link.auth(role, secret, bind, greet, answer, key))
    assert refused.value.code is Code.AUTHENTICATION
    host, (_, greet) = the_host(), the_guest(role, secret, bind)
    with pytest.raises(PeerError) as refused:
        host.receive(greet)
    assert refused.value.code is Code.AUTHENTICATION
    assert host.parting == ()


def test_invites():
    candidates = (candidate_of("192.0.2.7", 4321), candidate_of("2001:db8::1", 4321), candidate_of("example.org", 1))
    invite = Invite(SECRET, BIND, bytes(32), 2**31, candidates)
    told = link.read_invite(invite.text())
    assert told["secret"] == SECRET
    assert told["certificate"] == BIND
    assert [tuple(item) for item in told["candidates"]] == [tuple(item) for item in candidates]
    assert link.write_invite(*told.values()) == invite.text()
    assert Invite.parse(link.write_invite(*told.values()).lower(), now=0.0) == invite


def test_reply_codes():
    candidates = ((1, bytes([192, 0, 2, 7]), 4321), (0, bytes(15) + b"\x05", 9))
    text = link.write_reply(SECRET, 2**31, *candidates)
    reply = Reply.parse(text.lower(), now=0.0)
    assert reply.answers(SECRET)
    assert not reply.answers(bytes(16))
    assert [tuple(candidate) for candidate in reply.candidates] == [*candidates]
    assert Reply.to(SECRET, (Candidate(*each) for each in candidates), 2**31).text() == text


def test_the_reply_code_of_the_text():
    (line,) = re.findall(r"secret 16 bytes 0x(\w\w), `expires` (\d+), .* `public` ([\d.]+) port (\d+): `(\S+)`", TEXT)
    byte, expires, address, port, text = line
    candidate = (1, bytes(map(int, address.split("."))), int(port))
    assert link.write_reply(bytes.fromhex(byte) * 16, int(expires), candidate) == text
