"""Runs vectors with the package: from a test's `in` to its `expect`, or to a `PeerError`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from bura_p2p.cards import Card, Rank, Suit
from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import Label, context, vec
from bura_p2p.crypto.elgamal import cards_from_bytes
from bura_p2p.crypto.group import Element, multiply, multiply_base, total
from bura_p2p.crypto.identity import Identity, check_identity_key, pae, verify_signature
from bura_p2p.crypto.masking import HandKey, MaskedCard
from bura_p2p.crypto.proved import SEAL, ProvedKey
from bura_p2p.crypto.shuffle import verify_shuffle
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import MEDIA_TYPE, next_head, table_id
from bura_p2p.log.file import read_game
from bura_p2p.log.log import Log
from bura_p2p.net.auth import Handshake, Role
from bura_p2p.net.invite import Invite
from bura_p2p.rules.builtin import check_name
from bura_p2p.rules.ruleset import decode_ruleset
from bura_p2p.session.resume import compare, level, rounds_told, word
from bura_p2p.table.closing import PLACES_LABEL
from bura_p2p.verify import Replay
from bura_p2p.wire.codec import decode_body, decode_link, encode_link, encode_payload, unpack_strict
from bura_p2p.wire.framing import FrameReader
from bura_p2p.wire.messages import HeldEntry, Resume
from tests.support.spec_tables import snake

from .form import PROTOCOL, notation, plain

Given = Mapping[str, Any]


def raw(given: Given, name: str) -> bytes:
    return bytes.fromhex(given[name])


def frames(given: Given) -> Given:
    reader, found = FrameReader(given["bound"]), []
    reader.push(raw(given, "stream"))
    while (payload := reader.pull()) is not None:
        found.append(payload.hex())
    reader.at_end()
    return {"payloads": found}


def values(given: Given) -> Given:
    return {"value": notation(unpack_strict(raw(given, "bytes")))}


def bodies(given: Given) -> Given:
    message = decode_body(raw(given, "body")).message()
    return {"type": snake(type(message).__name__), "payload": notation(encode_payload(message))}


def links(given: Given) -> Given:
    message = decode_link(raw(given, "payload"))
    if message is None:
        return {"type": None}
    return {"type": snake(type(message).__name__), "payload": notation(encode_payload(message))}


def ctx(given: Given) -> Given:
    return {"ctx": context(raw(given, "table_id"), given["hand"], given["round"], given["seat"], raw(given, "head"))}


def signature(given: Given) -> Given:
    check_identity_key(raw(given, "public"))
    verify_signature(raw(given, "public"), pae(MEDIA_TYPE, raw(given, "body")), raw(given, "signature"))
    return {}


def key_commit(given: Given) -> Given:
    made = masking.key_commitment(*(raw(given, name) for name in ("ctx", "key", "proof", "nonce")))
    if made != raw(given, "commitment"):
        raise PeerError(Code.COMMITMENT)
    return {}


def places(given: Given) -> Given:
    root = sha256(vec(PLACES_LABEL, raw(given, "table_id"), *map(bytes.fromhex, given["nonces"]))).digest()
    seats = range(len(given["nonces"]))
    return {"order": sorted(seats, key=lambda seat: sha256(root + bytes([seat])).digest())}


def cards(given: Given) -> Given:
    card, r = Card.parse(given["card"]), int(given["r"], 16)
    keys = [HandKey(int(x, 16)) for x in given["x"]]
    P = total(key.X for key in keys)
    (start,) = masking.start_deck((card,), P)
    masked = MaskedCard(start.A + multiply_base(r), start.B + multiply(r, P))
    share = masking.own_share(keys[1].x, masked)
    own = masking.private(masked, (share,))
    opening = masking.own_share(keys[0].x, own)
    return {
        "joint_key": P, "card_point": masking.card_point(card), "start": start.to_bytes(),
        "masked": masked.to_bytes(), "share": share, "private": own.to_bytes(), "opening": opening,
        "read": masking.unmask(own, (opening,)),
    }  # fmt: skip


def own_key(given: Given) -> Given:
    masking.verify_own_key(raw(given, "ctx"), raw(given, "key"), raw(given, "proof"))
    return {}


def listed(given: Given, name: str) -> tuple[MaskedCard, ...]:
    return cards_from_bytes(raw(given, name), len(raw(given, name)) // 66)


def key_of(given: Given) -> ProvedKey:
    return ProvedKey(Element.from_bytes(raw(given, "key")), SEAL)


def shares(given: Given) -> Given:
    masking.verify_shares(
        Label(given["label"]), raw(given, "ctx"), key_of(given), listed(given, "cards"),
        raw(given, "shares"), raw(given, "proof"),
    )  # fmt: skip
    return {}


def points(given: Given) -> Given:
    masking.verify_points(
        raw(given, "ctx"), key_of(given), listed(given, "cards"), given["points"], raw(given, "proof")
    )
    return {}


def sealed_points(given: Given) -> Given:
    owner = ProvedKey(Element.from_bytes(raw(given, "owner")), SEAL)
    masking.verify_sealed_points(
        raw(given, "ctx"), key_of(given), listed(given, "cards"), owner, raw(given, "sealed"), raw(given, "proof")
    )
    return {}


def sealed_total(given: Given) -> Given:
    masking.verify_sealed_total(
        raw(given, "ctx"), key_of(given), listed(given, "sealed"), given["points"], raw(given, "proof")
    )
    return {}


def ruleset(given: Given) -> Given:
    rules = decode_ruleset(raw(given, "ruleset"))
    check_name(rules)
    return {"name": rules.name}


def suit(given: Given) -> Given:
    cards = listed(given, "cards")
    masking.verify_suit(raw(given, "ctx"), key_of(given), cards, Suit(given["suit"]), raw(given, "proof"))
    return {}


def rank(given: Given) -> Given:
    masking.verify_rank(raw(given, "ctx"), key_of(given), listed(given, "cards"), Rank.ACE, raw(given, "proof"))
    return {}


def one_suit(given: Given) -> Given:
    masking.verify_one_suit(raw(given, "ctx"), key_of(given), listed(given, "cards"), raw(given, "proof"))
    return {}


def shuffle(given: Given) -> Given:
    code = Code.SHUFFLE_PROOF if given["label"] == "deck" else Code.MIX_PROOF
    verify_shuffle(
        Label(given["label"]), raw(given, "ctx"), Element.from_bytes(raw(given, "key")), listed(given, "inputs"),
        raw(given, "outputs"), raw(given, "proof"), code,
    )  # fmt: skip
    return {}


def handshake(given: Given) -> Handshake:
    """The receiver of what `role` says."""
    expected = given.get("expected")
    return Handshake(
        Role[given["role"].upper()].other,
        Identity.from_secret(bytes.fromhex(given["own"]["secret"])),
        tls_bind=raw(given, "tls_bind"),
        secret=raw(given, "invite_secret"),
        entropy=lambda n: bytes.fromhex(given["own"]["nonce"]),
        expected=None if expected is None else bytes.fromhex(expected),
    )


def greet(given: Given) -> Given:
    handshake(given).receive(raw(given, "payload"))
    return {}


def auth(given: Given) -> Given:
    receiver = handshake(given)
    receiver.receive(raw(given, f"{given['role']}_greet"))
    receiver.receive(raw(given, "payload"))
    return {} if receiver.agreed else {"ok": False}


def invite(given: Given) -> Given:
    try:
        found = Invite.parse(given["text"], now=given["now"])
    except LocalError:
        return {"ok": False}
    candidates = tuple((int(each.kind), each.address, each.port) for each in found.candidates)
    return {"fields": notation((1, found.secret, found.certificate, found.host, found.expires, candidates))}


def kind_of_frame(given: Given) -> Given:
    return {"type": links(given)["type"]}


def log_of(given: Given) -> Log:
    """The log of who holds the first entries of a game."""
    game = read_game((PROTOCOL / "games" / f"{given['of']}.bura").read_bytes())
    replay = Replay(game.identities)
    for entry in game.entries[: given["entries"]]:
        replay.feed(entry)
    return replay.table.log


def own_word(given: Given) -> Given:
    return {"payload": encode_link(word(log_of(given)))}


def answer(given: Given) -> Given:
    log, heads = log_of(given), raw(given, "heads")
    listed_heads = tuple(heads[at : at + 32] for at in range(0, len(heads), 32))
    held = tuple(HeldEntry(seat, bytes.fromhex(hashed)) for seat, hashed in given["held"])
    theirs = Resume(raw(given, "table_id"), given["round"], listed_heads, held)
    entries = [*log.entries()]
    sent = [entries.index(entry) for entry in compare(log, theirs).send]
    return {"send": sent, "may_sign": level(log, theirs, given["seat"])}


RUN: dict[str, dict[str, Callable[[Given], Given]]] = {
    "encoding": {"frames": frames, "values": values, "bodies": bodies, "outer": bodies, "links": links},
    "places": {
        "vec": lambda given: {"bytes": vec(*map(bytes.fromhex, given["parts"]))},
        "ctx": ctx,
        "head": lambda given: {"head": next_head(raw(given, "before"), [*map(bytes.fromhex, given["bodies"])])},
        "table_id": lambda given: {"table_id": table_id(raw(given, "head"))},
        "signature": signature,
        "key_commit": key_commit,
        "places": places,
        "cards": cards,
    },
    "relation": {
        "own-key": own_key, "share": shares, "open": shares, "points": points, "sealed-points": sealed_points,
        "sealed-total": sealed_total, "suit": suit, "rank": rank, "one-suit": one_suit,
    },
    "shuffle": {"hand": shuffle, "deck": shuffle},
    "rulesets": {"forms": ruleset},
    "link": {
        "certificate": lambda given: {"tls_bind": sha256(raw(given, "der")).digest()},
        "greet": greet,
        "auth": auth,
        "invite": invite,
    },
    "resume": {
        "frames": kind_of_frame,
        "rounds": lambda given: {"rounds": list(rounds_told(given["round"]))},
        "own": own_word,
        "answers": answer,
    },
}
"""File, group: how a test of it is run."""


def outcome(name: str, kind: str, given: Given) -> dict[str, Any]:
    """`expect` as the package gives it, without parts."""
    try:
        found: dict[str, Any] = {"ok": True} | plain(RUN[name][kind](given))
    except PeerError as fault:
        return {"code": fault.code.label}
    return found
