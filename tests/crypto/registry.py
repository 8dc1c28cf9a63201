"""The public data that comes from the code of `bura_p2p.crypto`: registries of generators and of purposes.

`python -m tests.crypto.registry` writes them anew; `test_registry.py` compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bura_p2p.cards import deck
from bura_p2p.crypto.challenge import PROTOCOL, Label, Purpose, u16
from bura_p2p.crypto.generators import H_POINTS, H_RANK, H_SUIT, SHUFFLE_BASES, SHUFFLE_H
from bura_p2p.crypto.group import G
from bura_p2p.crypto.masking import card_point

ROOT = Path(__file__).resolve().parents[2] / "protocol" / "registry"

TO_GROUP = (Purpose.CARD_AXIS, Purpose.SHUFFLE_BASE)
PRIVATE = (Purpose.NONCE, Purpose.MASKING_FACTOR, Purpose.HAND_KEY)
PURPOSES = {
    Purpose.CARD_AXIS: "'rank', 'suit', 'points': the axes of a card point",
    Purpose.SHUFFLE_BASE: "'h', and 'h' || u16 i for i = 1..36: the bases of the shuffle argument",
    Purpose.SHUFFLE_U: "d || u16 i: u_i of the shuffle argument, i = 1..N",
    Purpose.SHUFFLE_K: "vec(d, chain, commitments): the challenge k of the shuffle argument",
    Purpose.LINEAR_CHALLENGE: "vec(statement bytes, T_1..T_rows): the challenge e of a linear relation",
    Purpose.NONCE: "root || u16 index: one nonce of one proof",
    Purpose.MASKING_FACTOR: "root || u16 index: one factor of one re-masking, or of one sealed sum",
    Purpose.HAND_KEY: "32 fresh bytes: the secret of a hand key",
}
LABELS = {
    Label.KEY_COMMIT: "the commitment of the round commit",
    Label.OWN_KEY: "I own this key",
    Label.SHARE: "these shares for another seat's cards or the turned card are right",
    Label.OPEN: "these openings of my own cards are right",
    Label.POINTS: "these cards of mine are worth p together",
    Label.SEALED_POINTS: "these cards of mine are worth what this ciphertext holds",
    Label.SEALED_TOTAL: "these ciphertexts under my key hold p together",
    Label.SUIT: "each of these cards of mine is of suit s",
    Label.RANK: "each of these cards of mine is of rank r",
    Label.ONE_SUIT: "these cards of mine are of one suit",
    Label.DECK: "this deck is a shuffle of that deck under the joint key",
    Label.HAND: "this hand is a shuffle of that hand under its owner's key",
}


def _tag(purpose: Purpose) -> str:
    suite = "secp256k1_XMD:SHA-256_SSWU_RO_" if purpose in TO_GROUP else "secp256k1_XMD:SHA-256"
    return f"{PROTOCOL}{purpose}-with-{suite}"


def purposes() -> dict[str, Any]:
    return {
        "purposes": [
            {
                "name": purpose.value,
                "hashes_to": "group" if purpose in TO_GROUP else "scalar",
                "dst": _tag(purpose),
                "message": message,
                "private": purpose in PRIVATE,
            }
            for purpose, message in PURPOSES.items()
        ],
        "labels": [{"name": label.value, "says": says} for label, says in LABELS.items()],
    }


def generators() -> dict[str, Any]:
    axes = zip(("rank", "suit", "points"), (H_RANK, H_SUIT, H_POINTS), strict=True)
    bases = [("h", SHUFFLE_H), *[(f"h_{i}", base) for i, base in enumerate(SHUFFLE_BASES, 1)]]
    return {
        "G": G.to_bytes().hex(),
        "card_axis": [
            {"name": f"H_{name}", "message": name.encode().hex(), "point": axis.to_bytes().hex()}
            for name, axis in axes
        ],
        "shuffle_base": [
            {
                "name": name,
                "message": (b"h" + (u16(i) if i else b"")).hex(),
                "point": base.to_bytes().hex(),
            }
            for i, (name, base) in enumerate(bases)
        ],
        "cards": [{"card": str(card), "point": card_point(card).to_bytes().hex()} for card in deck(36)],
    }


FILES = {"purposes.json": purposes, "generators.json": generators}


def main() -> None:
    ROOT.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        text = json.dumps(make(), indent=2, ensure_ascii=False) + "\n"
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
