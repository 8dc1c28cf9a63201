"""Runs vectors with the reader of `tests/spec`, written from the text of spec.md: where it covers them.

Imports nothing of the package.
"""

from __future__ import annotations

import copy
import hmac
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tests.spec import again, judge, link
from tests.spec import curve as c
from tests.spec import proofs as f
from tests.spec import reader as r
from tests.spec.rules import Rules

Given = Mapping[str, Any]
GAMES = Path(__file__).parents[2] / "protocol" / "games"
LINK_TYPES = {int(row[0]): row[1] for row in r.rows("link types")}


def raw(given: Given, name: str) -> bytes:
    return bytes.fromhex(given[name])


def notation(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    return [notation(item) for item in value] if isinstance(value, tuple) else value


def values(given: Given) -> Given:
    return {"value": notation(r.strict(raw(given, "bytes")))}


def bodies(given: Given) -> Given:
    r.need(len(raw(given, "body")) <= r.LIMITS["max_body"], "encoding")
    body = r.fields(r.strict(raw(given, "body")), "body")
    r.need(body["version"] == 1, "version")
    r.need(body["type"] in r.TYPES, "type_unknown")
    name = r.TYPES[body["type"]]
    r.fields(body["payload"], f"entry {name}")
    return {"type": name, "payload": notation(body["payload"])}


def links(given: Given) -> Given:
    try:
        frame = r.fields(r.strict(raw(given, "payload")), "frame")
        number = frame["type"]
        if number not in LINK_TYPES and number % 2:
            return {"type": None}
        r.need(number in LINK_TYPES, "link_message")
        r.fields(frame["payload"], f"link {LINK_TYPES[number]}")
    except r.Refused:
        raise r.Refused("link_message") from None
    return {"type": LINK_TYPES[number], "payload": notation(frame["payload"])}


def ctx(given: Given) -> Given:
    place = [given[name].to_bytes(4, "big") for name in ("hand", "round")]
    return {"ctx": r.vec(raw(given, "table_id"), *place, bytes([given["seat"]]), raw(given, "head")).hex()}


def signature(given: Given) -> Given:
    r.signed(raw(given, "public"), raw(given, "body"), raw(given, "signature"))
    return {}


def key_commit(given: Given) -> Given:
    hashed = r.vec(b"key-commit", *(raw(given, name) for name in ("ctx", "key", "proof", "nonce")))
    r.need(r.sha(hashed) == raw(given, "commitment"), "commitment")
    return {}


def places(given: Given) -> Given:
    root = r.sha(r.vec(b"BURA-P2P-V1-places", raw(given, "table_id"), *map(bytes.fromhex, given["nonces"])))
    order = sorted(range(len(given["nonces"])), key=lambda seat: r.sha(root + bytes([seat])))
    named = [seat for feature, seat in r.FIRST.items() if feature in given["features"]]
    return {"order": order, "leader": (named or order)[0]}


def cards(given: Given) -> Given:
    x = [int(secret, 16) for secret in given["x"]]
    factor, text = int(given["r"], 16), given["card"]
    ranks = {
        line.split(" | ")[1]: int(line.split(" | ")[0][2:])
        for line in r.BLOCKS["axes"].split("\n\n")[0].splitlines()[2:]
    }
    card = "CDHS".index(text[-1]), ranks[text[:-1]]
    joint = c.combine((x[0], f.G), (x[1], f.G))
    start = (f.G, c.combine((1, f.POINT_OF[card]), (1, joint)))
    masked = (c.combine((1, start[0]), (factor, f.G)), c.combine((1, start[1]), (factor, joint)))
    share = c.combine((x[1], masked[0]))
    private = (masked[0], c.minus(masked[1], share))
    opening = c.combine((x[0], private[0]))
    found = {
        "joint_key": (joint,), "card_point": (f.POINT_OF[card],), "start": start, "masked": masked, "share": (share,),
        "private": private, "opening": (opening,), "read": (c.minus(private[1], opening),),
    }  # fmt: skip
    return {name: b"".join(map(c.encode, points)).hex() for name, points in found.items()}


def own_key(given: Given) -> Given:
    f.linear("own-key", raw(given, "ctx"), [(c.decode(raw(given, "key")), [f.G])], raw(given, "proof"), "key_proof")
    return {}


def shares(given: Given) -> Given:
    key, listed = c.decode(raw(given, "key")), f.masked(raw(given, "cards"))
    f.shares(given["label"], raw(given, "ctx"), key, listed, raw(given, "shares"), raw(given, "proof"))
    return {}


def points(given: Given) -> Given:
    key, listed = c.decode(raw(given, "key")), f.masked(raw(given, "cards"))
    f.sum_of_points(raw(given, "ctx"), key, listed, given["points"], raw(given, "proof"))
    return {}


def said(given: Given) -> tuple[bytes, Any, list[f.Masked]]:
    """ctx, key and cards of a statement."""
    return raw(given, "ctx"), c.decode(raw(given, "key")), f.masked(raw(given, "cards"))


def sealed_points(given: Given) -> Given:
    owner = c.decode(raw(given, "owner"))
    f.sealed_points(*said(given), owner, raw(given, "sealed"), raw(given, "proof"))
    return {}


def sealed_total(given: Given) -> Given:
    key, pairs = c.decode(raw(given, "key")), f.masked(raw(given, "sealed"))
    f.sealed_total(raw(given, "ctx"), key, pairs, given["points"], raw(given, "proof"))
    return {}


def suit(given: Given) -> Given:
    f.of_suit(*said(given), given["suit"], raw(given, "proof"))
    return {}


def rank(given: Given) -> Given:
    f.of_rank(*said(given), f.ACE, raw(given, "proof"))
    return {}


def one_suit(given: Given) -> Given:
    f.of_one_suit(*said(given), raw(given, "proof"))
    return {}


def shuffle(given: Given) -> Given:
    code = "shuffle_proof" if given["label"] == "deck" else "mix_proof"
    key, inputs = c.decode(raw(given, "key")), f.masked(raw(given, "inputs"))
    f.shuffled(given["label"], raw(given, "ctx"), key, inputs, raw(given, "outputs"), raw(given, "proof"), code)
    return {}


def frame(given: Given, name: str) -> dict[str, Any]:
    """The message of a frame that is due as `name` (N13)."""
    said = links(given)
    r.need(said["type"] == name, "link_order")
    return link.read(raw(given, "payload"), name)


def greet(given: Given) -> Given:
    said = frame(given, "greet")
    right = link.greet(given["role"], raw(given, "invite_secret"), raw(given, "tls_bind"), *list(said.values())[:4])
    r.need(raw(given, "payload") == right, "authentication")
    own = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(given["own"]["secret"])).public_key().public_bytes_raw()
    again = said["identity"] == own or said["nonce"].hex() == given["own"]["nonce"]
    r.need(not again, "identity_repeated")
    r.need(r.strict_key(said["identity"]), "identity_key")
    r.need(1 in said["versions"], "version")
    r.need(all(feature % 2 for feature in said["features"]), "feature")
    r.need(given["expected"] in (None, said["identity"].hex()), "authentication")
    return {}


def auth(given: Given) -> Given:
    said = frame(given, "auth")
    greets = [raw(given, f"{role}_greet") for role in ("guest", "host")]
    message = link.proved(given["role"], raw(given, "tls_bind"), *greets)
    r.need(hmac.digest(raw(given, "invite_secret"), message, "sha256") == said["mac"], "authentication")
    public = link.read(raw(given, f"{given['role']}_greet"), "greet")["identity"]
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(said["signature"], message)
    except InvalidSignature:
        raise r.Refused("signature") from None
    return {}


def kind_of_frame(given: Given) -> Given:
    return {"type": links(given)["type"]}


@cache
def table_of(game: str, count: int) -> tuple[judge.Table, list[again.Entry]]:
    """The table after the first entries of a game, which are given too; nobody may change either."""
    identities, entries = r.read_file((GAMES / f"{game}.bura").read_bytes())
    if count == 0:
        return judge.Table(identities), []
    table = copy.deepcopy(table_of(game, count - 1)[0])
    assert table.judge(*entries[count - 1])
    return table, entries[:count]


def own_word(given: Given) -> Given:
    return {"payload": again.Seat(0, *table_of(given["of"], given["entries"])).new_link().hex()}


def answer(given: Given) -> Given:
    seat = again.Seat(given["seat"], *table_of(given["of"], given["entries"]))
    seat.new_link()
    heads = raw(given, "heads")
    listed = tuple(heads[at : at + 32] for at in range(0, len(heads), 32))
    held = tuple((owner, bytes.fromhex(hashed)) for owner, hashed in given["held"])
    try:
        sent = seat.receive(link.frame("resume", raw(given, "table_id"), given["round"], listed, held))
    except again.Closed as closed:
        raise r.Refused(closed.code) from None
    frames = [link.frame("entry_frame", *entry) for entry in seat.entries_from(0)]
    sent = [each for each in sent if each not in seat.farewell()]
    return {"send": [frames.index(each) for each in sent], "may_sign": seat.may_sign()}


RUN: dict[str, dict[str, Callable[[Given], Given]]] = {
    "encoding": {"values": values, "bodies": bodies, "outer": bodies, "links": links},
    "places": {
        "vec": lambda given: {"bytes": r.vec(*map(bytes.fromhex, given["parts"])).hex()},
        "ctx": ctx,
        "head": lambda given: {"head": r.next_head(raw(given, "before"), map(bytes.fromhex, given["bodies"])).hex()},
        "table_id": lambda given: {"table_id": r.table_id(raw(given, "head")).hex()},
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
    "rulesets": {"forms": lambda given: {"name": Rules(raw(given, "ruleset"))["name"]}},
    "link": {
        "certificate": lambda given: {"tls_bind": r.sha(raw(given, "der")).hex()},
        "greet": greet,
        "auth": auth,
    },
    "resume": {
        "frames": kind_of_frame,
        "rounds": lambda given: {"rounds": again.named(given["round"])},
        "own": own_word,
        "answers": answer,
    },
}
"""File, group: how a test of it is run."""


def outcome(name: str, kind: str, given: Given) -> dict[str, Any] | None:
    """`expect` as the reader gives it, without parts; None where it has no such part."""
    if kind not in RUN[name]:
        return None
    try:
        return {"ok": True, **RUN[name][kind](given)}
    except r.Refused as fault:
        return {"code": fault.code}
