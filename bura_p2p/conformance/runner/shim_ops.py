"""What our own shim can be asked: an operation for each group of vectors, and one for whole games.

Here: from a request's `in` to its outputs, by the package. Never: lines and pipes (`shim`), or an expectation.
`protocol/README.md` says the same for every language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from ...cards import Card, Rank, Suit
from ...crypto import masking
from ...crypto.challenge import Label, Purpose, context, hash_to_scalar, vec
from ...crypto.elgamal import cards_from_bytes
from ...crypto.group import Element, multiply, multiply_base, total
from ...crypto.identity import Identity, check_identity_key, pae, verify_signature
from ...crypto.masking import HandKey, MaskedCard
from ...crypto.proved import SEAL, ProvedKey
from ...crypto.shuffle import verify_shuffle
from ...crypto.sswu import expand_message_xmd, hash_to_curve
from ...errors import Code, LocalError, PeerError
from ...log.entry import MEDIA_TYPE, SignedEntry, next_head, open_entry, table_id
from ...log.file import read_game
from ...log.log import Log
from ...net.auth import Handshake, Role
from ...net.invite import Invite
from ...rules.builtin import check_name
from ...rules.ruleset import decode_ruleset
from ...session.resume import compare, level, rounds_told, word
from ...table.closing import PLACES_LABEL
from ...table.table import Table
from ...verify import Replay, verify_file
from ...wire.codec import decode_body, decode_link, encode_link, encode_payload, unpack_strict
from ...wire.framing import FrameReader
from ...wire.messages import FIRST_LEADERS, HeldEntry, Resume
from ..pens import FIELD
from .notation import notation, plain, snake

Given = Mapping[str, Any]
Run = Callable[[Given], Given]

NOT_OK: Final[Given] = {"ok": False}
"""Refused, where no code is defined."""


def _raw(given: Given, name: str) -> bytes:
    return bytes.fromhex(given[name])


# --- encoding ----------------------------------------------------------------------------------------------


def _frames(given: Given) -> Given:
    reader, found = FrameReader(given["bound"]), []
    reader.push(_raw(given, "stream"))
    while (payload := reader.pull()) is not None:
        found.append(payload.hex())
    reader.at_end()
    return {"payloads": found}


def _values(given: Given) -> Given:
    return {"value": notation(unpack_strict(_raw(given, "bytes")))}


def _bodies(given: Given) -> Given:
    message = decode_body(_raw(given, "body")).message()
    return {"type": snake(type(message).__name__), "payload": notation(encode_payload(message))}


def _links(given: Given) -> Given:
    message = decode_link(_raw(given, "payload"))
    if message is None:
        return {"type": None}
    return {"type": snake(type(message).__name__), "payload": notation(encode_payload(message))}


# --- places ------------------------------------------------------------------------------------------------


def _ctx(given: Given) -> Given:
    place = (given["hand"], given["round"], given["seat"])
    return {"ctx": context(_raw(given, "table_id"), *place, _raw(given, "head"))}


def _signature(given: Given) -> Given:
    check_identity_key(_raw(given, "public"))
    verify_signature(_raw(given, "public"), pae(MEDIA_TYPE, _raw(given, "body")), _raw(given, "signature"))
    return {}


def _key_commit(given: Given) -> Given:
    made = masking.key_commitment(*(_raw(given, name) for name in ("ctx", "key", "proof", "nonce")))
    if made != _raw(given, "commitment"):
        raise PeerError(Code.COMMITMENT)
    return {}


def _places(given: Given) -> Given:
    root = sha256(vec(PLACES_LABEL, _raw(given, "table_id"), *map(bytes.fromhex, given["nonces"]))).digest()
    order = sorted(range(len(given["nonces"])), key=lambda seat: sha256(root + bytes([seat])).digest())
    named = (seat for seat, feature in FIRST_LEADERS.items() if feature in given["features"])
    return {"order": order, "leader": next(named, order[0])}


def _cards(given: Given) -> Given:
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


# --- relation and shuffle ----------------------------------------------------------------------------------


def _own_key(given: Given) -> Given:
    masking.verify_own_key(_raw(given, "ctx"), _raw(given, "key"), _raw(given, "proof"))
    return {}


def _listed(given: Given, name: str) -> tuple[MaskedCard, ...]:
    return cards_from_bytes(_raw(given, name), len(_raw(given, name)) // 66)


def _key(given: Given, name: str = "key") -> ProvedKey:
    return ProvedKey(Element.from_bytes(_raw(given, name)), SEAL)


def _shares(given: Given) -> Given:
    label, cards = Label(given["label"]), _listed(given, "cards")
    masking.verify_shares(
        label, _raw(given, "ctx"), _key(given), cards, _raw(given, "shares"), _raw(given, "proof")
    )
    return {}


def _points(given: Given) -> Given:
    cards = _listed(given, "cards")
    masking.verify_points(_raw(given, "ctx"), _key(given), cards, given["points"], _raw(given, "proof"))
    return {}


def _sealed_points(given: Given) -> Given:
    cards, owner = _listed(given, "cards"), _key(given, "owner")
    masking.verify_sealed_points(
        _raw(given, "ctx"), _key(given), cards, owner, _raw(given, "sealed"), _raw(given, "proof")
    )
    return {}


def _sealed_total(given: Given) -> Given:
    sealed = _listed(given, "sealed")
    masking.verify_sealed_total(_raw(given, "ctx"), _key(given), sealed, given["points"], _raw(given, "proof"))
    return {}


def _suit(given: Given) -> Given:
    cards, suit = _listed(given, "cards"), Suit(given["suit"])
    masking.verify_suit(_raw(given, "ctx"), _key(given), cards, suit, _raw(given, "proof"))
    return {}


def _rank(given: Given) -> Given:
    cards = _listed(given, "cards")
    masking.verify_rank(_raw(given, "ctx"), _key(given), cards, Rank.ACE, _raw(given, "proof"))
    return {}


def _one_suit(given: Given) -> Given:
    masking.verify_one_suit(_raw(given, "ctx"), _key(given), _listed(given, "cards"), _raw(given, "proof"))
    return {}


def _shuffle(given: Given) -> Given:
    code = Code.SHUFFLE_PROOF if given["label"] == "deck" else Code.MIX_PROOF
    key, inputs = Element.from_bytes(_raw(given, "key")), _listed(given, "inputs")
    verify_shuffle(
        Label(given["label"]), _raw(given, "ctx"), key, inputs, _raw(given, "outputs"), _raw(given, "proof"), code
    )
    return {}


# --- link and resume ---------------------------------------------------------------------------------------


def _handshake(given: Given) -> Handshake:
    """The receiver of what `role` says."""
    expected = given.get("expected")
    return Handshake(
        Role[given["role"].upper()].other,
        Identity.from_secret(bytes.fromhex(given["own"]["secret"])),
        tls_bind=_raw(given, "tls_bind"),
        secret=_raw(given, "invite_secret"),
        entropy=lambda n: bytes.fromhex(given["own"]["nonce"]),
        expected=None if expected is None else bytes.fromhex(expected),
    )


def _greet(given: Given) -> Given:
    _handshake(given).receive(_raw(given, "payload"))
    return {}


def _auth(given: Given) -> Given:
    receiver = _handshake(given)
    receiver.receive(_raw(given, f"{given['role']}_greet"))
    receiver.receive(_raw(given, "payload"))
    return {} if receiver.agreed else NOT_OK


def _invite(given: Given) -> Given:
    try:
        found = Invite.parse(given["text"], now=given["now"])
    except LocalError:
        return NOT_OK
    candidates = tuple((int(each.kind), each.address, each.port) for each in found.candidates)
    return {"fields": notation((1, found.secret, found.certificate, found.host, found.expires, candidates))}


def _log_of(given: Given) -> Log:
    """The log of who holds the first entries of a game."""
    game = read_game(_raw(given, "file"))
    replay = Replay(game.identities)
    for entry in game.entries[: given["entries"]]:
        replay.feed(entry)
    return replay.table.log


def _own_word(given: Given) -> Given:
    return {"payload": encode_link(word(_log_of(given)))}


def _answer(given: Given) -> Given:
    log, heads = _log_of(given), _raw(given, "heads")
    listed = tuple(heads[at : at + 32] for at in range(0, len(heads), 32))
    held = tuple(HeldEntry(seat, bytes.fromhex(hashed)) for seat, hashed in given["held"])
    theirs = Resume(_raw(given, "table_id"), given["round"], listed, held)
    entries = [*log.entries()]
    sent = [entries.index(entry) for entry in compare(log, theirs).send]
    return {"send": sent, "may_sign": level(log, theirs, given["seat"])}


# --- what comes from other sources -------------------------------------------------------------------------


def _hash_to_curve(given: Given) -> Given:
    point = hash_to_curve(given["message"].encode("utf-8"), given["dst"].encode("ascii")).to_bytes()
    x = int.from_bytes(point[1:], "big")
    root = pow(x**3 + 7, (FIELD + 1) // 4, FIELD)
    y = root if root % 2 == point[0] % 2 else FIELD - root
    return {"p": {"x": f"{x:064x}", "y": f"{y:064x}"}}


def _expand(given: Given) -> Given:
    message, dst = given["message"].encode("utf-8"), given["dst"].encode("ascii")
    return {"uniform": expand_message_xmd(message, dst, given["length"])}


def _hash_to_scalar(given: Given) -> Given:
    return {"scalar": f"{hash_to_scalar(_raw(given, 'message'), Purpose(given['purpose'])):064x}"}


def _verify(given: Given) -> Given:
    check_identity_key(_raw(given, "public"))
    verify_signature(_raw(given, "public"), _raw(given, "message"), _raw(given, "signature"))
    return {}


# --- whole games -------------------------------------------------------------------------------------------


def _verdict(given: Given) -> Given:
    report = verify_file(_raw(given, "file"), map(bytes.fromhex, given["others"]))
    culprit = report.culprit
    named = {} if culprit is None else {"seat": culprit.seat, "round": culprit.round, "code": culprit.code.label}
    seen = {"rounds": report.rounds, "head": report.head, "table_id": report.table_id}
    return {"verdict": report.verdict.label} | seen | named


class Hand:
    """The table of the vectors `hand`: its entries come one request after another."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._identities: Sequence[bytes] = ()

    def judge(self, given: Given) -> Given:
        """One entry; `head` where it closes its round."""
        if given["first"] or self._table is None:
            self._identities = tuple(map(bytes.fromhex, given["identities"]))
            self._table = Table(self._identities)
        table, seat = self._table, given["seat"]
        round_ = table.round
        signed = SignedEntry(seat, _raw(given, "body"), _raw(given, "signature"))
        table.apply(open_entry(signed, self._identities[seat]))
        return {"head": table.head} if table.round > round_ else {}


def _ruleset(given: Given) -> Given:
    rules = decode_ruleset(_raw(given, "ruleset"))
    check_name(rules)
    return {"name": rules.name}


def operations() -> dict[str, Run]:
    """Every operation by its name."""
    return {
        "encoding/frames": _frames, "encoding/values": _values, "encoding/bodies": _bodies, "encoding/outer": _bodies,
        "encoding/links": _links,
        "places/vec": lambda given: {"bytes": vec(*map(bytes.fromhex, given["parts"]))},
        "places/ctx": _ctx,
        "places/head": lambda given: {
            "head": next_head(_raw(given, "before"), [*map(bytes.fromhex, given["bodies"])])
        },
        "places/table_id": lambda given: {"table_id": table_id(_raw(given, "head"))},
        "places/signature": _signature, "places/key_commit": _key_commit, "places/places": _places,
        "places/cards": _cards,
        "relation/own-key": _own_key, "relation/share": _shares, "relation/open": _shares,
        "relation/points": _points, "relation/sealed-points": _sealed_points,
        "relation/sealed-total": _sealed_total, "relation/suit": _suit, "relation/rank": _rank,
        "relation/one-suit": _one_suit,
        "shuffle/hand": _shuffle, "shuffle/deck": _shuffle, "rulesets/forms": _ruleset,
        "hand/hand": Hand().judge,
        "link/certificate": lambda given: {"tls_bind": sha256(_raw(given, "der")).digest()},
        "link/greet": _greet, "link/auth": _auth, "link/invite": _invite,
        "resume/frames": lambda given: {"type": _links(given)["type"]},
        "resume/rounds": lambda given: {"rounds": list(rounds_told(given["round"]))},
        "resume/own": _own_word, "resume/answers": _answer,
        "hash-to-group/hash_to_curve": _hash_to_curve, "hash-to-group/expand_message_xmd": _expand,
        "hash-to-group/hash_to_scalar": _hash_to_scalar,
        "identity/verify": _verify,
        "games/verdict": _verdict,
    }  # fmt: skip


def answer(run: Run, given: Given) -> dict[str, Any]:
    """The `result` of a request."""
    try:
        found: dict[str, Any] = {"ok": True} | plain(run(given))
    except PeerError as fault:
        return {"ok": False, "code": fault.code.label}
    return found
