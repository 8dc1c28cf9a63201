"""`places.json`: lists, contexts, heads, signatures, commitments, playing places, masked cards."""

from __future__ import annotations

import hashlib
from typing import Any

from bura_p2p.cards import Card
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import context, vec
from bura_p2p.crypto.group import multiply, multiply_base, total
from bura_p2p.crypto.identity import Identity, pae
from bura_p2p.crypto.masking import (
    HandKey,
    MaskedCard,
    card_point,
    cards_to_bytes,
    key_commitment,
    own_share,
    private,
    prove_own_key,
    start_deck,
    unmask,
)
from bura_p2p.log.entry import MEDIA_TYPE, next_head, sign_entry, table_id
from bura_p2p.table.closing import PLACES_LABEL
from bura_p2p.wire.messages import FIRST_LEADERS

from .form import bad, case, document, group, scalar

TABLE, HEAD = b"\x01" * 32, b"\x02" * 32
ORDER25519 = 2**252 + 27742317777372353535851937790883648493


def lists() -> list[dict[str, Any]]:
    given = {"none": (), "one empty": (b"",), "two": (b"a", b"bc"), "split otherwise": (b"ab", b"c")}
    given["long"] = (bytes(300),)
    return [
        case(f"vec {name}", "", {"parts": parts}, {"ok": True, "bytes": vec(*parts)}) for name, parts in given.items()
    ]


def contexts() -> list[dict[str, Any]]:
    places = [
        (TABLE, 1, 1, 0, HEAD),
        (TABLE, 1, 2, 1, HEAD),
        (TABLE, 2, 300, 5, HEAD),
        (HEAD, 2**32 - 1, 2**32 - 1, 0, TABLE),
    ]
    names = ("table_id", "hand", "round", "seat", "head")
    return [
        case(f"ctx {n}", "", dict(zip(names, place, strict=True)), {"ok": True, "ctx": context(*place)})
        for n, place in enumerate(places)
    ]


def heads() -> list[dict[str, Any]]:
    bodies = (b"first", b"second")
    first = next_head(bytes(32), bodies)
    return [
        case(
            "head of round 0", "bodies by seat", {"before": bytes(32), "bodies": bodies}, {"ok": True, "head": first}
        ),
        case(
            "head exchanged",
            "bodies in another order make another head",
            {"before": bytes(32), "bodies": bodies[::-1]},
            {"ok": True, "head": next_head(bytes(32), bodies[::-1])},
        ),
        case(
            "head of one",
            "one speaker",
            {"before": first, "bodies": (b"third",)},
            {"ok": True, "head": next_head(first, (b"third",))},
        ),
    ]


def tables() -> list[dict[str, Any]]:
    return [case("table id", "", {"head": HEAD}, {"ok": True, "table_id": table_id(HEAD)})]


def signatures() -> list[dict[str, Any]]:
    """Of any bytes: what is signed is not decoded before."""
    identity = Identity.generate(Tape("vectors identity"))
    found = []
    for name, body in {
        "text": b"a body",
        "zero bytes": bytes(3),
        "line ends": b"1\r\n2\n",
        "long": b"x" * 1000,
    }.items():
        given = {"body": body, "public": identity.public, "signature": sign_entry(identity, body, 0).signature}
        mid = {"secret": identity.secret, "media_type": MEDIA_TYPE, "pae": pae(MEDIA_TYPE, body)}
        found.append(case(f"signature {name}", "", given, mid=mid))
    base = found[0]
    sign, other = bytes.fromhex(base["in"]["signature"]), Identity.generate(Tape("vectors other")).public
    found += [
        bad(base, "signature of body alone", "no PAE", "signature", signature=identity.sign(b"a body").hex()),
        bad(
            base,
            "signature other type",
            "a link's media type",
            "signature",
            signature=identity.sign(pae("application/vnd.bura-p2p.link-host+msgpack;v=1", b"a body")).hex(),
        ),
        bad(
            base,
            "signature flipped",
            "last bit of R",
            "signature",
            signature=(sign[:31] + bytes([sign[31] ^ 1]) + sign[32:]).hex(),
        ),
        bad(base, "signature short", "63 bytes", "signature", signature=sign[:-1].hex()),
        bad(base, "signature other key", "another identity", "signature", public=other.hex()),
        bad(base, "signature low order", "the key of order one", "identity_key", public=(b"\x01" + bytes(31)).hex()),
        bad(base, "signature other body", "one byte more", "signature", body=b"a body\0".hex()),
        *edges(base, sign),
        bad(base, "signature R neutral, S for it", "only R's form is wrong: S·B − k·key is R", "signature",
            signature=without_nonce(identity, b"a body").hex()),
    ]  # fmt: skip
    return found


def without_nonce(identity: Identity, body: bytes) -> bytes:
    """R is the neutral point and S = k·a: the equation of strict verification holds, and shows the secret a."""
    half = hashlib.sha512(identity.secret).digest()[:32]
    a = int.from_bytes(half, "little") & (2**254 - 8) | 2**254
    R = b"\x01" + bytes(31)
    k = int.from_bytes(hashlib.sha512(R + identity.public + pae(MEDIA_TYPE, body)).digest(), "little")
    return R + (k * a % ORDER25519).to_bytes(32, "little")


def edges(base: dict[str, Any], sign: bytes) -> list[dict[str, Any]]:
    """What lenient verifiers take. All published ones: `identity.json`."""
    R, S = sign[:32], int.from_bytes(sign[32:], "little")
    signatures_ = {
        "S + L": ("L added to S", R + (S + ORDER25519).to_bytes(32, "little")),
        "S as L": ("S is L", R + ORDER25519.to_bytes(32, "little")),
        "S flipped": ("first bit of S", R + bytes([sign[32] ^ 1]) + sign[33:]),
        "S high": ("last bit of S", sign[:63] + bytes([sign[63] ^ 0x80])),
        "R neutral": ("R is the neutral point", b"\x01" + bytes(31) + sign[32:]),
        "R too large": ("y of R is 2^255-18, which is 1", (2**255 - 18).to_bytes(32, "little") + sign[32:]),
        "zeros": ("64 zero bytes", bytes(64)),
        "long by one": ("65 bytes", sign + b"\0"),
        "empty": ("no byte", b""),
    }
    keys = {
        "key zero": ("y = 0, of order four", bytes(32)),
        "key too large": ("y = 2^255-18, which is 1", (2**255 - 18).to_bytes(32, "little")),
        "key off the curve": ("y = 2", b"\x02" + bytes(31)),
        "key short": ("31 bytes", bytes.fromhex(base["in"]["public"])[:-1]),
    }
    return [
        bad(base, f"signature {name}", said, "signature", signature=data.hex())
        for name, (said, data) in signatures_.items()
    ] + [
        bad(base, f"signature {name}", said, "identity_key", public=data.hex()) for name, (said, data) in keys.items()
    ]


def commitments() -> list[dict[str, Any]]:
    ctx = context(TABLE, 1, 1, 0, HEAD)
    key = HandKey.generate(Tape("vectors key"))
    proof, nonce = prove_own_key(ctx, key, Tape("vectors own-key")), b"\x03" * 32
    commitment = key_commitment(ctx, key.X.to_bytes(), proof, nonce)
    given = {"ctx": ctx, "key": key.X, "proof": proof, "nonce": nonce, "commitment": commitment}
    base = case("key-commit", "the proof and ctx are those of the commit round", given, mid={"x": scalar(key.x)})
    changes = {
        "ctx": context(TABLE, 1, 2, 0, HEAD),
        "key": (-key.X).to_bytes(),
        "proof": proof[:-1] + bytes([proof[-1] ^ 1]),
        "nonce": b"\x04" * 32,
        "commitment": bytes(32),
    }
    seat, hand = context(TABLE, 1, 1, 1, HEAD), context(TABLE, 2, 1, 0, HEAD)
    return [
        base,
        bad(base, "key-commit seat", "ctx of another seat", "commitment", ctx=seat.hex()),
        bad(base, "key-commit hand", "ctx of another hand", "commitment", ctx=hand.hex()),
        bad(base, "key-commit moved", "the nonce's first byte stands behind the proof", "commitment",
            proof=(proof + nonce[:1]).hex(), nonce=nonce[1:].hex()),
        *[
            bad(base, f"key-commit {name}", f"another {name}", "commitment", **{name: value.hex()})
            for name, value in changes.items()
        ],
    ]  # fmt: skip


def places() -> list[dict[str, Any]]:
    found = []
    for seats, features in ((2, ()), (3, ()), (6, ()), (2, (2,)), (2, (4,)), (3, (2, 7)), (6, (3, 4))):
        nonces = [bytes([seats, seat]) * 16 for seat in range(seats)]
        root = hashlib.sha256(vec(PLACES_LABEL, TABLE, *nonces)).digest()
        hashes = [hashlib.sha256(root + bytes([seat])).digest() for seat in range(seats)]
        order = sorted(range(seats), key=hashes.__getitem__)
        mid = {"root": root, "hashes": hashes}
        leader = next((seat for seat, feature in FIRST_LEADERS.items() if feature in features), order[0])
        name = " ".join(map(str, ("places", seats, *features)))
        given = {"table_id": TABLE, "nonces": nonces, "features": features}
        found.append(case(name, "", given, {"ok": True, "order": order, "leader": leader}, mid=mid))
    return found


def cards() -> list[dict[str, Any]]:
    """A card from the start deck to its holder's eye: one re-masking, one share, one opening."""
    keys = [HandKey.generate(Tape(f"vectors card key {seat}")) for seat in (0, 1)]
    P, r = total(key.X for key in keys), HandKey.generate(Tape("vectors factor")).x
    found = []
    for name in ("6C", "10H", "AS"):
        card = Card.parse(name)
        (first,) = start_deck((card,), P)
        masked = MaskedCard(first.A + multiply_base(r), first.B + multiply(r, P))
        share = own_share(keys[1].x, masked)
        own = private(masked, (share,))
        opening = own_share(keys[0].x, own)
        expect = {
            "ok": True,
            "joint_key": P,
            "card_point": card_point(card),
            "start": cards_to_bytes((first,)),
            "masked": cards_to_bytes((masked,)),
            "share": share,
            "private": cards_to_bytes((own,)),
            "opening": opening,
            "read": unmask(own, (opening,)),
        }
        given = {"card": name, "x": [scalar(key.x) for key in keys], "r": scalar(r)}
        found.append(case(f"card {name}", "seat 0 holds it", given, expect, mid={"keys": [key.X for key in keys]}))
    return found


def make() -> dict[str, Any]:
    return document(
        "places",
        "What is hashed and signed, and how a card is masked and opened.",
        [
            group("vec", "bytes = vec of `parts` (section 7).", lists()),
            group("ctx", "ctx of a place (section 11.2).", contexts()),
            group("head", "The head after a round with these `bodies`, from the head `before` (section 7).", heads()),
            group("table_id", "The table id from the head after round 0 (section 7).", tables()),
            group(
                "signature",
                "Strict verification of `signature` over PAE(T, body) under `public` (E5, E6).",
                signatures(),
            ),
            group("key_commit", "K3 alone.", commitments()),
            group(
                "places",
                "The order of play at the first reveal that closes, and who leads then, where the hellos name these "
                "`features` (section 11.5).",
                places(),
            ),
            group(
                "cards",
                "Start deck under the joint key of `x`, re-masked with the factor `r`; the share of seat 1; the "
                "private card of seat 0, its opening, and the card point read (sections 11.4 to 11.7).",
                cards(),
            ),
        ],
    )
