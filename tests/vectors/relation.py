"""`relation.json`: the linear proof for each label in use, with all that the prover had, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bura_p2p.cards import Card, Rank, Suit
from bura_p2p.conformance.pens import ALIAS
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import relation, statements
from bura_p2p.crypto.challenge import Label, Purpose, context, hash_to_scalar, nonces, root, vec
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import ORDER, multiply, multiply_base, scalar_to_bytes, total
from bura_p2p.crypto.masking import CARD_POINTS, HandKey, MaskedCard, cards_to_bytes, own_share
from bura_p2p.crypto.relation import Statement
from tests.crypto.hands import private_cards

from .form import bad, case, document, group, scalars

CTX = context(b"\x01" * 32, 1, 7, 0, b"\x02" * 32)
OTHER_CTX = context(b"\x01" * 32, 1, 7, 1, b"\x02" * 32)
KEY = HandKey.generate(Tape("vectors relation"))
OWNER = HandKey.generate(Tape("vectors owner"))
FACES = tuple(Card.parse(text) for text in ("AS", "10H", "JC"))
CARDS = private_cards(KEY, FACES, "vectors relation")


def proved(
    statement: Statement, witness: Sequence[int], fresh: bytes, *, holds: bool = True
) -> tuple[dict[str, Any], bytes]:
    """(what the prover has on its way, the proof)."""
    hashed = statement.to_bytes()
    x = [secret % ORDER for secret in witness]
    root_ = root(lambda n: fresh, statement.label.encode(), statement.ctx, hashed, b"".join(map(scalar_to_bytes, x)))
    w = nonces(root_, len(x))
    T = [
        total([multiply(w_j, B) for w_j, B in zip(w, row.bases, strict=True) if B is not None])
        for row in statement.equations
    ]
    e = hash_to_scalar(vec(hashed, *[T_k.to_bytes() for T_k in T]), Purpose.LINEAR_CHALLENGE)
    z = [(w_j + e * x_j) % ORDER for w_j, x_j in zip(w, x, strict=True)]
    proof = b"".join(map(scalar_to_bytes, [e, *z]))
    assert not holds or proof == relation.prove(statement, witness, lambda n: fresh)
    mid = {
        "fresh": fresh,
        "witness": scalars(x),
        "statement": hashed,
        "root": root_,
        "w": scalars(w),
        "T": T,
        "e": scalars([e])[0],
        "z": scalars(z),
    }
    return mid, proof


def wrong_proofs(base: dict[str, Any], code: str, *, few: bool = False) -> list[dict[str, Any]]:
    """Lengths, ctx, every field of the proof; or of the fields the first two and the last (`few`), in two ways."""
    proof = bytes.fromhex(base["in"]["proof"])
    name, order = base["id"], ORDER.to_bytes(32, "big")
    found = [
        bad(base, f"{name} short", "proof one byte short", "length", proof=proof[:-1].hex()),
        bad(base, f"{name} long", "proof 32 bytes longer", "length", proof=(proof + bytes(32)).hex()),
        bad(base, f"{name} ctx", "another seat in ctx", code, ctx=OTHER_CTX.hex()),
    ]
    fields = range(len(proof) // 32)
    for at in dict.fromkeys([*fields[:2], fields[-1]]) if few else fields:
        field = "e" if at == 0 else f"z_{at}"
        value = int.from_bytes(proof[32 * at : 32 * at + 32], "big")
        others = {
            "plus 1": ((value + 1) % ORDER, code),
            "zero": (0, code),
            "n": (order, "scalar"),
            "2^256-1": (b"\xff" * 32, "scalar"),
        }
        for how, (other, why) in list(others.items())[:: 2 if few else 1]:
            piece = other if isinstance(other, bytes) else scalar_to_bytes(other)
            changed = proof[: 32 * at] + piece + proof[32 * at + 32 :]
            found.append(bad(base, f"{name} {field} {how}", f"{field}: {how}", why, proof=changed.hex()))
    return found


def own_key() -> list[dict[str, Any]]:
    mid, proof = proved(statements.own_key(CTX, KEY.X), [KEY.x], b"\x05" * 32)
    given = {"label": "own-key", "ctx": CTX, "key": KEY.X, "proof": proof}
    base = case("own-key", "", given, mid=mid)
    return [
        base,
        *wrong_proofs(base, "key_proof"),
        bad(base, "own-key other", "the key negated", "key_proof", key=(-KEY.X).to_bytes().hex()),
        bad(base, "own-key uncompressed", "first byte 04", "point", key="04" + base["in"]["key"][2:]),
        bad(base, "own-key identity", "33 zero bytes", "point", key="00" * 33),
        bad(base, "own-key hybrid", "first byte 06", "point", key="06" + base["in"]["key"][2:]),
        bad(base, "own-key x not reduced", "x = p + 1; that of x = 1 is a point", "point", key=ALIAS.hex()),
    ]


def shares(label: Label, cards: Sequence[MaskedCard]) -> list[dict[str, Any]]:
    D = [own_share(KEY.x, card) for card in cards]
    statement = statements.shares(label, CTX, KEY.X, [card.A for card in cards], D)
    mid, proof = proved(statement, [KEY.x], b"\x06" * 32)
    flat = b"".join(share.to_bytes() for share in D)
    given = {
        "label": label.value,
        "ctx": CTX,
        "key": KEY.X,
        "cards": cards_to_bytes(cards),
        "shares": flat,
        "proof": proof,
    }
    base = case(f"{label} {len(cards)}", "", given, mid=mid)
    code = f"{label}_proof"
    if len(cards) == 1:
        return [base]
    other = "open" if label == "share" else "share"
    return [
        base,
        *wrong_proofs(base, code),
        bad(
            base,
            f"{label} exchanged",
            "the first two shares exchanged",
            code,
            shares=(flat[33:66] + flat[:33] + flat[66:]).hex(),
        ),
        bad(base, f"{label} one less", "a share is missing", "length", shares=flat[:-33].hex()),
        bad(base, f"{label} one more", "a share twice", "length", shares=(flat + flat[:33]).hex()),
        bad(base, f"{label} a byte less", "the last byte is missing", "length", shares=flat[:-1].hex()),
        bad(base, f"{label} identity", "a share of zeros", "point", shares=(bytes(33) + flat[33:]).hex()),
        bad(
            base,
            f"{label} off the curve",
            "x = 5",
            "point",
            shares=(b"\x02" + (5).to_bytes(32, "big") + flat[33:]).hex(),
        ),
        bad(
            base,
            f"{label} point before scalar",
            "a share of zeros and e = n: the point counts",
            "point",
            shares=(bytes(33) + flat[33:]).hex(),
            proof=(ORDER.to_bytes(32, "big") + proof[32:]).hex(),
        ),
        bad(base, f"{label} other label", f"label {other}", f"{other}_proof", label=other),
    ]


def points() -> list[dict[str, Any]]:
    found = []
    for count, worth in ((3, 23), (2, 21), (1, 11)):
        cards = CARDS[:count]
        statement = statements.points(CTX, KEY.X, cards, worth)
        mid, proof = proved(statement, statements.points_witness(KEY.x, FACES[:count]), b"\x07" * 32)
        given = {
            "label": "points",
            "ctx": CTX,
            "key": KEY.X,
            "cards": cards_to_bytes(cards),
            "points": worth,
            "proof": proof,
        }
        found.append(case(f"points {count}", " ".join(map(str, FACES[:count])), given, mid=mid))
    base, flat = found[0], cards_to_bytes(CARDS)
    code = "statement_proof"
    return [
        *found,
        *wrong_proofs(base, code),
        bad(base, "points 22", "one less", code, points=22),
        bad(base, "points 34", "more than 11 a card", code, points=34),
        bad(base, "points 34 before length", "more than 11 a card, and no proof", code, points=34, proof=""),
        bad(
            base,
            "points other order",
            "the cards turned round: the same sums, so the same statement",
            "ok",
            cards=cards_to_bytes(CARDS[::-1]).hex(),
        )
        | {"expect": {"ok": True}},
        bad(base, "points other cards", "the last card is missing", code, cards=flat[:-66].hex()),
        bad(base, "points twice", "the first card twice", code, cards=(flat[:132] + flat[:66]).hex()),
    ]


# --- sums for one seat's eyes ------------------------------------------------------------------------------


def sealed(faces: Sequence[Card], cards: Sequence[MaskedCard], label: str) -> tuple[MaskedCard, int, int]:
    """(C, p, r): what the cards are worth, for OWNER."""
    p = sum(CARD_POINTS[card.rank] for card in faces)
    (r,) = nonces(root(Tape(label), b"vectors"), 1)
    return MaskedCard(multiply_base(r), multiply(p, H_POINTS) + multiply(r, OWNER.X)), p, r


def sealed_points() -> list[dict[str, Any]]:
    found = []
    for count in (3, 1):
        faces, cards = FACES[:count], CARDS[:count]
        C, p, r = sealed(faces, cards, f"vectors sealed {count}")
        statement = statements.sealed_points(CTX, KEY.X, cards, OWNER.X, C)
        mid, proof = proved(statement, statements.sealed_points_witness(KEY.x, r, p, faces), b"\x08" * 32)
        given = {
            "label": "sealed-points", "ctx": CTX, "key": KEY.X, "cards": cards_to_bytes(cards), "owner": OWNER.X,
            "sealed": C.to_bytes(), "proof": proof,
        }  # fmt: skip
        mid |= {"points": p, "r": scalars([r])[0], "owner_x": scalars([OWNER.x])[0]}
        found.append(case(f"sealed-points {count}", " ".join(map(str, faces)), given, mid=mid))
    base, flat, code = found[0], cards_to_bytes(CARDS), "statement_proof"
    C, *_ = sealed(FACES, CARDS, "vectors sealed 3")
    more, turned = MaskedCard(C.A, C.B + H_POINTS), MaskedCard(C.B, C.A)
    return [
        *found,
        *wrong_proofs(base, code, few=True),
        bad(base, "sealed-points a point more", "C_2 plus H_points", code, sealed=more.to_bytes().hex()),
        bad(base, "sealed-points other owner", "another seat's key", code, owner=KEY.X.to_bytes().hex()),
        bad(base, "sealed-points other cards", "the last card is missing", code, cards=flat[:-66].hex()),
        bad(base, "sealed-points twice", "the first card twice", code, cards=(flat[:132] + flat[:66]).hex()),
        bad(base, "sealed-points identity", "C_1 of zeros", "point", sealed=(bytes(33) + C.B.to_bytes()).hex()),
        bad(base, "sealed-points turned", "C_1 and C_2 exchanged", code, sealed=turned.to_bytes().hex()),
    ]


def sealed_total() -> list[dict[str, Any]]:
    pairs = [sealed(FACES[at : at + 1], CARDS[at : at + 1], f"vectors total {at}") for at in range(3)]
    cancel = MaskedCard(-pairs[0][0].A, multiply(-pairs[0][2] % ORDER, OWNER.X))
    cases = {"3": pairs, "1": pairs[:1], "cancelled": [pairs[0], (cancel, 0, 0)]}
    found = []
    for name, each in cases.items():
        C, p = [pair for pair, _, _ in each], sum(points_ for _, points_, _ in each)
        statement = statements.sealed_total(CTX, OWNER.X, C, p)
        mid, proof = proved(statement, [OWNER.x], b"\x09" * 32)
        given = {
            "label": "sealed-total", "ctx": CTX, "key": OWNER.X, "sealed": cards_to_bytes(C), "points": p,
            "proof": proof,
        }  # fmt: skip
        comment = "the sum of all C_1 is the identity" if name == "cancelled" else ""
        found.append(case(f"sealed-total {name}", comment, given, mid=mid))
    base, code, flat = found[0], "statement_proof", bytes.fromhex(found[0]["in"]["sealed"])
    return [
        *found,
        *wrong_proofs(base, code, few=True),
        bad(base, "sealed-total less", "a point less", code, points=base["in"]["points"] - 1),
        bad(base, "sealed-total missing", "the last pair is missing", code, sealed=flat[:-66].hex()),
        bad(base, "sealed-total twice", "the first pair twice", code, sealed=(flat + flat[:66]).hex()),
        bad(base, "sealed-total none", "no pair", "length", sealed=""),
        bad(base, "sealed-total other order", "the pairs turned round: the same statement", "ok",
            sealed=(flat[132:] + flat[66:132] + flat[:66]).hex()) | {"expect": {"ok": True}},
    ]  # fmt: skip


# --- what a whole hand is ----------------------------------------------------------------------------------


def whole_hands() -> dict[str, list[dict[str, Any]]]:
    """By label; each with a hand that is not what is said, under a proof that was made for it all the same."""
    trumps, aces, mixed = (tuple(map(Card.parse, text.split())) for text in ("7S QS AS", "AC AH AS", "7S QS AH"))
    worth = {faces: [CARD_POINTS[card.rank] for card in faces] for faces in (trumps, aces, mixed)}

    def told(label: str, faces: tuple[Card, ...], statement: Any, witness: Any, **more: Any) -> dict[str, Any]:
        cards = private_cards(KEY, faces, f"vectors {label}")
        mid, proof = proved(statement(cards), witness(faces), b"\x0a" * 32, holds=faces is not mixed)
        given = {"label": label, "ctx": CTX, "key": KEY.X, "cards": cards_to_bytes(cards), **more, "proof": proof}
        name = f"{label} {len(faces)}" if faces is not mixed else f"{label} that is none"
        return case(name, " ".join(map(str, faces)), given, mid=mid)

    makers = {
        "suit": (trumps, lambda cards: statements.suit(CTX, KEY.X, cards, Suit.SPADES),
                 lambda faces: statements.suit_witness(KEY.x, faces, worth[faces]), {"suit": 3}),
        "rank": (aces, lambda cards: statements.rank(CTX, KEY.X, cards, Rank.ACE, 11),
                 lambda faces: statements.rank_witness(KEY.x, faces), {}),
        "one-suit": (trumps, lambda cards: statements.one_suit(CTX, KEY.X, cards),
                     lambda faces: statements.one_suit_witness(KEY.x, faces, worth[faces]), {}),
    }  # fmt: skip
    found = {}
    for label, (faces, statement, witness, more) in makers.items():
        base = told(label, faces, statement, witness, **more)
        false = told(label, mixed, statement, witness, **more) | {"expect": {"code": "statement_proof"}}
        flat = bytes.fromhex(base["in"]["cards"])
        tests = [
            base,
            {key: value for key, value in false.items() if key != "mid"},
            *wrong_proofs(base, "statement_proof", few=True),
            bad(base, f"{label} twice", "the first card twice", "statement_proof",
                cards=(flat[:132] + flat[:66]).hex()),
            bad(base, f"{label} fewer", "two cards", "length", cards=flat[:-66].hex()),
        ]  # fmt: skip
        if label == "suit":
            tests.append(bad(base, "suit hearts", "another suit", "statement_proof", suit=2))
        found[label] = tests
    return found


def make() -> dict[str, Any]:
    hands = whole_hands()
    return document(
        "relation",
        "Build the statement of the `label` in `in` (by which the code is named too) from the inputs (section 11.8), "
        "then judge `proof`. `mid` holds what the "
        "prover had: fresh bytes, witness, statement bytes S, root and nonces w of section 11.10, T, e, z.",
        [
            group("own-key", "As K4 and K5, without a commitment.", own_key()),
            group("share", "As D2 for `cards`.", [*shares(Label.SHARE, CARDS[:1]), *shares(Label.SHARE, CARDS)]),
            group("open", "As C2 for `cards`.", [*shares(Label.OPEN, CARDS[:1]), *shares(Label.OPEN, CARDS)]),
            group("points", "As C5 for one pile of `cards`.", points()),
            group("sealed-points", "As T2 for `cards`; `owner` is the key of the trick's winner.", sealed_points()),
            group("sealed-total", "As T4; `sealed`: the pairs that the seat of `key` has been told.", sealed_total()),
            group("suit", "As Q4 for `trumps`, the trump suit being `suit`.", hands["suit"]),
            group("rank", "As Q4 for `aces`.", hands["rank"]),
            group("one-suit", "As Q4 for `one_suit`.", hands["one-suit"]),
        ],
    )
