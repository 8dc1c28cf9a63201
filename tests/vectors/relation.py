"""`relation.json`: the linear proof for each label in use, with all that the prover had, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bura_p2p.cards import Card
from bura_p2p.crypto import relation, statements
from bura_p2p.crypto.challenge import Label, Purpose, context, hash_to_scalar, nonces, root, vec
from bura_p2p.crypto.group import ORDER, multiply, scalar_to_bytes, total
from bura_p2p.crypto.masking import HandKey, MaskedCard, cards_to_bytes, own_share
from bura_p2p.crypto.relation import Statement
from tests.crypto.hands import private_cards
from tests.support.tape import Tape

from .form import bad, case, document, group, scalars

CTX = context(b"\x01" * 32, 1, 7, 0, b"\x02" * 32)
OTHER_CTX = context(b"\x01" * 32, 1, 7, 1, b"\x02" * 32)
KEY = HandKey.generate(Tape("vectors relation"))
FACES = tuple(Card.parse(text) for text in ("AS", "10H", "JC"))
CARDS = private_cards(KEY, FACES, "vectors relation")


def proved(statement: Statement, witness: Sequence[int], fresh: bytes) -> tuple[dict[str, Any], bytes]:
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
    proof = relation.prove(statement, witness, lambda n: fresh)
    assert proof == b"".join(map(scalar_to_bytes, [e, *z]))
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


def wrong_proofs(base: dict[str, Any], code: str) -> list[dict[str, Any]]:
    proof = bytes.fromhex(base["in"]["proof"])
    name, order = base["id"], ORDER.to_bytes(32, "big")
    found = [
        bad(base, f"{name} short", "proof one byte short", "length", proof=proof[:-1].hex()),
        bad(base, f"{name} long", "proof 32 bytes longer", "length", proof=(proof + bytes(32)).hex()),
        bad(base, f"{name} ctx", "another seat in ctx", code, ctx=OTHER_CTX.hex()),
    ]
    for at in range(len(proof) // 32):
        field = "e" if at == 0 else f"z_{at}"
        value = int.from_bytes(proof[32 * at : 32 * at + 32], "big")
        others = {
            "plus 1": ((value + 1) % ORDER, code),
            "zero": (0, code),
            "n": (order, "scalar"),
            "2^256-1": (b"\xff" * 32, "scalar"),
        }
        for how, (other, why) in others.items():
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


def make() -> dict[str, Any]:
    return document(
        "relation",
        "Build the statement of `label` from the inputs (section 11.8), then judge `proof`. `mid` holds what the "
        "prover had: fresh bytes, witness, statement bytes S, root and nonces w of section 11.10, T, e, z.",
        [
            group("own-key", "As K4 and K5, without a commitment.", own_key()),
            group("share", "As D2 for `cards`.", [*shares(Label.SHARE, CARDS[:1]), *shares(Label.SHARE, CARDS)]),
            group("open", "As C2 for `cards`.", [*shares(Label.OPEN, CARDS[:1]), *shares(Label.OPEN, CARDS)]),
            group("points", "As C5 for one pile of `cards`.", points()),
        ],
    )
