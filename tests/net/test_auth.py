"""The exchange inside TLS, without TLS: who is refused, and that the host shows nothing first."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net.auth import Agreed, Handshake, Role, greeting
from bura_p2p.wire.codec import decode_link, encode_link
from bura_p2p.wire.messages import Auth, Chat, Greet
from tests.net.helpers import GUEST, HOST

SECRET = b"s" * 16
BIND = b"b" * 32


def guest(identity: Identity = GUEST, **options) -> Handshake:
    settings = {"tls_bind": BIND, "secret": SECRET, "entropy": Tape("guest nonce"), "expected": HOST.public}
    return Handshake(Role.GUEST, identity, **(settings | options))


def host(identity: Identity = HOST, **options) -> Handshake:
    settings = {"tls_bind": BIND, "secret": SECRET, "entropy": Tape("host nonce")}
    return Handshake(Role.HOST, identity, **(settings | options))


def run(one: Handshake, other: Handshake) -> list[bytes]:
    """Carry payloads between guest and host until both are quiet; the answer is all of them in order."""
    said: list[bytes] = []
    ways = [(other, payload) for payload in one.start()]
    while ways:
        to, payload = ways.pop(0)
        said.append(payload)
        back = one if to is other else other
        ways += [(back, answer) for answer in to.receive(payload)]
    return said


def refused(code: Code, one: Handshake, other: Handshake) -> None:
    with pytest.raises(PeerError) as caught:
        run(one, other)
    assert caught.value.code is code


def test_both_are_proved() -> None:
    one, other = guest(), host()
    said = [type(decode_link(payload)) for payload in run(one, other)]
    assert said == [Greet, Greet, Auth, Auth]
    assert one.agreed == Agreed(HOST.public, 1, ())
    assert other.agreed == Agreed(GUEST.public, 1, ())


def test_host_may_know_whom_it_expects() -> None:
    refused(Code.AUTHENTICATION, guest(), host(expected=b"x" * 32))
    run(guest(), host(expected=GUEST.public))


def greeted(role: Role, *fields: object, secret: bytes = SECRET) -> bytes:
    """A greeting's payload with a proper MAC, whatever it says."""
    return encode_link(greeting(role, Greet(*fields, b""), tls_bind=BIND, secret=secret))


def test_wrong_secret_and_the_host_says_nothing() -> None:
    one, other = guest(secret=b"t" * 16), host()
    (payload,) = one.start()
    with pytest.raises(PeerError) as caught:
        other.receive(payload)
    assert caught.value.code is Code.AUTHENTICATION
    assert other.parting == ()
    assert one.agreed is None
    assert other.agreed is None


@pytest.mark.parametrize("at", range(5))
def test_a_greeting_that_was_changed_gets_no_answer(at: int) -> None:
    """Without the invite: no field can be changed, and none made up; a version unknown here gets no answer either."""
    greet = decode_link(guest().start()[0])
    assert isinstance(greet, Greet)
    fields = [greet.versions, greet.features, greet.identity, greet.nonce, greet.mac]
    fields[at] = [(9,), (1,), HOST.public, b"n" * 32, bytes(32)][at]
    other = host()
    with pytest.raises(PeerError) as caught:
        other.receive(encode_link(Greet(*fields)))
    assert caught.value.code is Code.AUTHENTICATION
    assert other.parting == ()


def test_a_hosts_greeting_is_checked_as_well() -> None:
    one = guest()
    fields = ((1,), (), HOST.public, b"n" * 32)
    for forged in (greeted(Role.HOST, *fields, secret=b"t" * 16), greeted(Role.GUEST, *fields)):
        with pytest.raises(PeerError) as caught:
            one.receive(forged)
        assert caught.value.code is Code.AUTHENTICATION
    assert one.receive(greeted(Role.HOST, *fields))


def test_a_secret_without_its_own_auth() -> None:
    """The greeting's MAC is good; the proof's is another's."""
    one, other = guest(), host()
    (payload,) = one.start()
    other.receive(payload)
    with pytest.raises(PeerError) as caught:
        other.receive(encode_link(Auth(bytes(64), bytes(32))))
    assert caught.value.code is Code.AUTHENTICATION
    assert other.agreed is None


def test_another_certificate_between() -> None:
    """A man in the middle shows each side a certificate of its own and passes everything else on."""
    refused(Code.AUTHENTICATION, guest(tls_bind=b"m" * 32), host())


def test_another_host_than_the_invites() -> None:
    refused(Code.AUTHENTICATION, guest(), host(Identity.generate(Tape("somebody"))))


def test_own_key_come_back() -> None:
    refused(Code.IDENTITY_REPEATED, guest(HOST, expected=None), host())
    one = guest(expected=None)
    with pytest.raises(PeerError) as caught:
        one.receive(greeted(Role.HOST, (1,), (), GUEST.public, b"n" * 32))
    assert caught.value.code is Code.IDENTITY_REPEATED


def test_own_greeting_come_back() -> None:
    one = guest(expected=None)
    with pytest.raises(PeerError) as caught:
        one.receive(one.start()[0])
    assert caught.value.code is Code.AUTHENTICATION


def test_own_nonce_come_back() -> None:
    other = host(entropy=Tape("guest nonce"))
    refused(Code.IDENTITY_REPEATED, guest(), other)


def test_a_key_that_is_none() -> None:
    for key in (bytes(32), b"\x01" + bytes(31), b"\xff" * 32):
        with pytest.raises(PeerError) as caught:
            host().receive(greeted(Role.GUEST, (1,), (), key, b"n" * 32))
        assert caught.value.code is Code.IDENTITY_KEY


def test_no_common_version_is_told_to_both() -> None:
    one, other = guest(versions=(2, 3)), host()
    (payload,) = one.start()
    with pytest.raises(PeerError) as caught:
        other.receive(payload)
    assert caught.value.code is Code.VERSION
    (parting,) = other.parting
    with pytest.raises(PeerError) as caught:
        one.receive(parting)
    assert caught.value.code is Code.VERSION


def test_highest_common_version_and_common_features() -> None:
    one = guest(versions=(1, 2, 5), features=(1, 3, 4))
    other = host(versions=(1, 2, 3), features=(3, 4, 7))
    run(one, other)
    assert one.agreed == Agreed(HOST.public, 2, (3, 4))
    assert other.agreed == Agreed(GUEST.public, 2, (3, 4))


def test_required_feature_that_is_unknown() -> None:
    refused(Code.FEATURE, guest(features=(2,)), host())
    run(guest(features=(3,)), host())


@pytest.mark.parametrize("change", [{"versions": (1,)}, {"features": ()}])
def test_a_stripped_option_is_caught(change: dict) -> None:
    """Somebody between (who would need the host's TLS key, and the invite) rewrites the guest's greeting."""
    one, other = guest(versions=(1, 2), features=(1,)), host(versions=(1, 2), features=(1,))
    greet = decode_link(one.start()[0])
    assert isinstance(greet, Greet)
    fields = {name: getattr(greet, name) for name in ("versions", "features", "identity", "nonce")}
    (answer,) = other.receive(greeted(Role.GUEST, *(fields | change).values()))
    (proof,) = one.receive(answer)
    with pytest.raises(PeerError) as caught:
        other.receive(proof)
    assert caught.value.code is Code.AUTHENTICATION


def test_a_proof_of_another_time_is_worth_nothing() -> None:
    said = run(guest(), host())
    later = host(entropy=Tape("another nonce"))
    later.receive(said[0])
    with pytest.raises(PeerError) as caught:
        later.receive(said[2])
    assert caught.value.code is Code.AUTHENTICATION


def test_a_guests_proof_is_not_a_hosts() -> None:
    one, other = guest(), host()
    (payload,) = one.start()
    (answer,) = other.receive(payload)
    (proof,) = one.receive(answer)
    with pytest.raises(PeerError) as caught:
        one.receive(proof)
    assert caught.value.code is Code.AUTHENTICATION


def test_the_secret_without_the_key() -> None:
    """Somebody who read the invite over the shoulder claims another's identity."""
    thief = guest(Identity.generate(Tape("thief")))
    (payload,) = thief.start()
    greet = decode_link(payload)
    assert isinstance(greet, Greet)
    other = host()
    forged = greeted(Role.GUEST, greet.versions, greet.features, GUEST.public, greet.nonce)
    (answer,) = other.receive(forged)
    thief._greet = decode_link(forged)  # it signs what the host has seen
    (proof,) = thief.receive(answer)
    with pytest.raises(PeerError) as caught:
        other.receive(proof)
    assert caught.value.code is Code.SIGNATURE


def test_order() -> None:
    auth = encode_link(Auth(bytes(64), bytes(32)))
    for payload in (auth, encode_link(Chat("hello"))):
        with pytest.raises(PeerError) as caught:
            host().receive(payload)
        assert caught.value.code is Code.LINK_ORDER
    other = host()
    (payload,) = guest().start()
    other.receive(payload)
    with pytest.raises(PeerError) as caught:
        other.receive(payload)
    assert caught.value.code is Code.LINK_ORDER


def test_after_the_end() -> None:
    one, other = guest(), host()
    said = run(one, other)
    for side in (one, other):
        with pytest.raises(PeerError) as caught:
            side.receive(said[2])
        assert caught.value.code is Code.LINK_ORDER


@pytest.mark.parametrize("payload", [b"", b"\x00", b"GET / HTTP/1.1", encode_link(Chat("x"))[:-1]])
def test_bytes_that_are_no_message(payload: bytes) -> None:
    with pytest.raises(PeerError) as caught:
        host().receive(payload)
    assert caught.value.code is Code.LINK_MESSAGE


def test_admission_is_asked_last_and_once() -> None:
    asked: list[Agreed] = []
    run(guest(), host(admit=asked.append))
    assert asked == [Agreed(GUEST.public, 1, ())]
    refused(Code.AUTHENTICATION, guest(secret=b"t" * 16), host(admit=asked.append))
    assert len(asked) == 1


def test_refused_admission() -> None:
    def no(_: Agreed) -> None:
        raise PeerError(Code.AUTHENTICATION, "used up")

    other = host(admit=no)
    refused(Code.AUTHENTICATION, guest(), other)
    assert other.agreed is None


def test_no_secret_no_handshake() -> None:
    with pytest.raises(LocalError):
        host(secret=b"")


def test_no_secret_in_any_repr() -> None:
    side = host(secret=b"VERY-SECRET-WORD")
    assert "VERY" not in repr(side) + str(side)
