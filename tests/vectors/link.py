"""`link.json`: the certificate's hash, greetings, authentications, invites."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any

import msgpack

from bura_p2p.conformance.runner.notation import notation
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity, pae
from bura_p2p.net.auth import Role, greeting
from bura_p2p.net.invite import Candidate, Invite, Kind
from bura_p2p.wire.codec import encode_link, pack
from bura_p2p.wire.messages import Auth, Greet, Ping

from .form import bad, case, document, group

CERTIFICATE = (
    "308201423081e8a00302010202141cef519d40f3f348e1f84d15ce9d7b5b61dc02a1300a06082a8648ce3d04030230173115301306035504"
    "030c0c627572612e696e76616c69643020170d3230303130313030303030305a180f39393939313233313233353935395a30173115301306"
    "035504030c0c627572612e696e76616c69643059301306072a8648ce3d020106082a8648ce3d030107034200047b4051121f1072862cc21d"
    "71b982066b0ab7f6e202c32e5c1ccdaebe3e08cfe7c26b5fc9ba5e47d92ccf098d3f6c7059346b81e43838a7045011b08cbf18ef80a31030"
    "0e300c0603551d130101ff04023000300a06082a8648ce3d0403020349003046022100b7b9bf2977236ede25419b52cb5b7415867a5e54bb"
    "c3d8f998f2ff8523cb8dcb022100d19bc1ee1fac2722297b0d6884c4be0ba9a56bf6d8b1c8582d9ca53f4f97e08d"
)
"""DER of a certificate that `make_certificate` made once."""

BIND = hashlib.sha256(bytes.fromhex(CERTIFICATE)).digest()
SECRET = bytes(range(16))
OTHER_SECRET, OTHER_BIND = bytes(16), bytes(32)
WHO = {role: Identity.generate(Tape(f"vectors link {role.name}")) for role in Role}
NONCE = {Role.GUEST: b"\x0a" * 32, Role.HOST: b"\x0b" * 32}


def greet(role: Role, **changed: Any) -> Greet:
    """The greeting of a role; `changed` are its fields, and the secret and certificate that its mac is made with."""
    keys = {name: changed.pop(name, right) for name, right in (("secret", SECRET), ("tls_bind", BIND))}
    pen = changed.pop("pen", role)
    fields = {"versions": (1,), "features": (), "identity": WHO[role].public, "nonce": NONCE[role]} | changed
    return greeting(pen, Greet(**fields, mac=b""), **keys)


def auth(role: Role, **changed: Any) -> bytes:
    """The proof of a role, over what both said; `changed`: what it is made with."""
    said = pack((changed.get("tls_bind", BIND), *(encode_link(greet(each)) for each in (Role.GUEST, Role.HOST))))
    message = pae(changed.get("pen", role).value, said)
    mac = hmac.digest(changed.get("secret", SECRET), message, hashlib.sha256)
    return encode_link(Auth(changed.get("who", WHO[role]).sign(changed.get("signed", message)), mac))


def certificates() -> list[dict[str, Any]]:
    return [case("tls_bind", "", {"der": CERTIFICATE}, {"ok": True, "tls_bind": BIND})]


def greets(role: Role) -> list[dict[str, Any]]:
    """As the other role takes it."""
    name, mine = role.name.lower(), greet(role)
    bound = pack((BIND, (mine.versions, mine.features, mine.identity, mine.nonce)))
    own = {"secret": WHO[role.other].secret, "nonce": NONCE[role.other]}
    expected = WHO[Role.HOST].public if role is Role.HOST else None
    base = case(
        f"greet {name}", "",
        {"role": name, "tls_bind": BIND, "invite_secret": SECRET, "own": own, "expected": expected,
         "payload": encode_link(mine)},
        mid={"secret": WHO[role].secret, "C": bound, "pae": pae(role.greeting, bound), "mac": mine.mac},
    )  # fmt: skip

    def lie(what: str, mutation: str, code: str, **changed: Any) -> dict[str, Any]:
        return bad(base, f"greet {name} {what}", mutation, code, payload=encode_link(greet(role, **changed)).hex())

    found = [
        base,
        lie("other secret", "mac under another secret", "authentication", secret=OTHER_SECRET),
        lie("other certificate", "mac over another certificate", "authentication", tls_bind=OTHER_BIND),
        lie("other role", "mac of the other role", "authentication", pen=role.other),
        lie("own identity", "the receiver's identity", "identity_repeated", identity=WHO[role.other].public),
        lie("own nonce", "the receiver's nonce", "identity_repeated", nonce=NONCE[role.other]),
        lie("no key", "an identity of low order", "identity_key", identity=b"\x01" + bytes(31)),
        lie("version", "versions 2 and 3", "version", versions=(2, 3)),
        lie("feature", "feature 2, even", "feature", features=(2,)),
        lie("feature odd", "feature 3, odd", "", features=(3,)) | {"expect": {"ok": True}},
        lie("versions", "versions 1 and 7", "", versions=(1, 7)) | {"expect": {"ok": True}},
        bad(base, f"greet {name} other message", "a ping", "link_order", payload=encode_link(Ping(1)).hex()),
        bad(base, f"greet {name} odd", "an unknown odd type", "link_order", payload=msgpack.packb((7, ())).hex()),
        bad(base, f"greet {name} shape", "the mac cut off", "link_message",
            payload=msgpack.packb((0, msgpack.unpackb(encode_link(mine))[1][:4])).hex()),
    ]  # fmt: skip
    if role is Role.HOST:
        other = Identity.generate(Tape("vectors link other")).public
        found.append(lie("other host", "another host than the invite's", "authentication", identity=other))
    return found


def auths(role: Role) -> list[dict[str, Any]]:
    name, other = role.name.lower(), Identity.generate(Tape("vectors link other"))
    said = pack((BIND, *(encode_link(greet(each)) for each in (Role.GUEST, Role.HOST))))
    given = {
        "role": name, "tls_bind": BIND, "invite_secret": SECRET,
        "own": {"secret": WHO[role.other].secret, "nonce": NONCE[role.other]},
        "guest_greet": encode_link(greet(Role.GUEST)), "host_greet": encode_link(greet(Role.HOST)),
        "payload": auth(role),
    }  # fmt: skip
    mid = {"secret": WHO[role].secret, "H": said, "pae": pae(role.value, said)}
    base = case(f"auth {name}", "", given, mid=mid)

    def lie(what: str, mutation: str, code: str, **changed: Any) -> dict[str, Any]:
        return bad(base, f"auth {name} {what}", mutation, code, payload=auth(role, **changed).hex())

    return [
        base,
        lie("other secret", "mac under another secret", "authentication", secret=OTHER_SECRET),
        lie("other certificate", "both over another certificate", "authentication", tls_bind=OTHER_BIND),
        lie("other role", "both of the other role", "authentication", pen=role.other),
        lie("other signer", "signed by another identity", "signature", who=other),
        lie("other message", "the signature over H without PAE", "signature", signed=said),
        bad(
            base,
            f"auth {name} again greet",
            "a greet once more",
            "link_order",
            payload=encode_link(greet(role)).hex(),
        ),
    ]


def invite_text(payload: bytes, checksum: bytes | None = None) -> str:
    data = payload + (hashlib.sha256(payload).digest()[:4] if checksum is None else checksum)
    return "BURA:" + base64.b32encode(data).decode().rstrip("=")


def fields_of(invite: Invite) -> tuple[Any, ...]:
    candidates = tuple((int(each.kind), each.address, each.port) for each in invite.candidates)
    return (1, invite.secret, invite.certificate, invite.host, invite.expires, candidates)


def invites() -> list[dict[str, Any]]:
    candidates = (
        Candidate(Kind.LAN, bytes((192, 168, 1, 5)), 4321),
        Candidate(Kind.PUBLIC, bytes.fromhex("20010db8000000000000000000000001"), 443),
        Candidate(Kind.PUBLIC, "example.org", 65535),
        Candidate(Kind.LOOPBACK, bytes((127, 0, 0, 1)), 1),
    )
    invite = Invite(SECRET, BIND, WHO[Role.HOST].public, 4_000_000_000, candidates)
    right, text = fields_of(invite), invite.text()
    bare = Invite(SECRET, BIND, WHO[Role.HOST].public, 4_000_000_000, ())

    def good(name: str, comment: str, text_: str, fields: tuple[Any, ...] = right) -> dict[str, Any]:
        return case(name, comment, {"text": text_, "now": 1_800_000_000}, {"ok": True, "fields": notation(fields)})

    base = good("invite", "", text) | {"mid": {"payload": pack(right).hex()}}

    def lie(name: str, mutation: str, text_: str, **more: Any) -> dict[str, Any]:
        return bad(base, f"invite {name}", mutation, "", text=text_, **more) | {"expect": {"ok": False}}

    def with_fields(*path: Any) -> str:
        at, value = path
        return invite_text(msgpack.packb((*right[:at], value, *right[at + 1 :])))

    folded = [text.lower()[at : at + 40] for at in range(0, len(text), 40)]
    soft, unknown = text[:9] + "\u00ad" + text[9:50] + "\u200b" + text[50:], ((200, b"\1\2\3\4", 5),)
    return [
        base,
        good("invite without addresses", "", bare.text(), fields_of(bare)),
        good("invite folded", "lower case, line ends, blanks", " \n".join(folded)),
        good("invite soft", "a soft hyphen and a zero-width blank", soft),
        good("invite unknown kind", "kept, and not dialled", with_fields(5, unknown), (*right[:5], unknown)),
        lie("without prefix", "BURA: is missing", text[5:]),
        lie("mistyped", "one letter", text[:20] + ("A" if text[20] != "A" else "B") + text[21:]),
        lie("cut", "the last letter is missing", text[:-1]),
        lie("checksum", "zeros for the checksum", invite_text(pack(right), bytes(4))),
        lie("long s", "a letter outside ASCII, whose upper case is S", text.replace("S", "\u017f", 1)),
        lie("padded", "a padding character", text + "="),
        lie("empty", "no payload", invite_text(b"")),
        lie("long", "more than 4,096 characters", text + " " * 4096),
        lie("expired", "now is `expires`", text, now=4_000_000_000),
        lie("newer", "version 2", with_fields(0, 2)),
        lie("secret", "a secret of 15 bytes", with_fields(1, bytes(15))),
        lie("nine", "nine addresses", with_fields(5, ((0, b"\1\2\3\4", 5),) * 9)),
        lie("port", "port 0", with_fields(5, ((0, b"\1\2\3\4", 0),))),
        lie("address", "an address of 5 bytes", with_fields(5, ((0, b"\1\2\3\4\5", 5),))),
        lie("host", "a label of 64 letters", with_fields(5, ((1, "a" * 64 + ".org", 5),))),
        lie("dots", "an empty label", with_fields(5, ((1, "a..org", 5),))),
        lie("onion", "no host name, of the kind of an onion service", with_fields(5, ((3, "a_b.onion", 5),))),
        lie("longer form", "version as uint 8", invite_text(b"\x96\xcc\x01" + pack(right)[2:])),
    ]  # fmt: skip


def make() -> dict[str, Any]:
    return document(
        "link",
        "What a link stands on before the game.",
        [
            group("certificate", "tls_bind of a certificate in DER (N2).", certificates()),
            group(
                "greet",
                "Take `payload` as the greet of `role`: the receiver is the other role, with its own identity "
                "(`own`, an Ed25519 secret) and nonce; a guest knows the invite's host, `expected` (N16, N6 to N10).",
                [*greets(Role.GUEST), *greets(Role.HOST)],
            ),
            group(
                "auth",
                "After both greets take `payload` as the auth of `role` (N11).",
                [*auths(Role.GUEST), *auths(Role.HOST)],
            ),
            group(
                "invite",
                "Read `text` at the time `now` (N14). `ok` false: no invite that can be used; there is no code.",
                invites(),
            ),
        ],
    )
