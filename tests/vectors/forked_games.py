"""`protocol/games/forked/`: entries on a head that the file does not know, and what other files of the game mend.

Here: holes, orders, and two files that differ. Never: a lie inside one log; those are in `bad_games.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgpack

from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.wire.codec import decode_body

from .bad_games import BASE, fields_of, signed
from .games import HOLE, Game, at, base_game, hall_of, publics

THREE = "good/russian-aces"


def forked() -> list[Game]:
    return [*alone(), *with_another(), *of_three()]


def alone() -> list[Game]:
    hall, entries = base_game()
    who, fields = publics(hall), fields_of(entries[3])

    def file(name: str, comment: str, entries_: Sequence[SignedEntry], mutation: str) -> Game:
        return Game(name, comment, write_game(who, entries_), "forked", None, BASE, mutation)

    unknown = signed(entries[3], (*fields[:4], bytes(32), *fields[5:]))
    early = signed(entries[3], (*fields[:2], 2, *fields[3:]))
    return [
        file("hole", "the entry behind it stands on an unknown head", [*entries[:3], *entries[4:6]], HOLE),
        file("head-unknown", "", [*entries[:3], unknown], "another head"),
        file("round-to-come", "", [*entries[:3], early], "round 2 in round 1"),
        file(
            "scrambled", "all are honest; an entry stands before its round", [*entries[:3], entries[4], entries[3]],
            "entry 4 before entry 3",
        ),
    ]  # fmt: skip


def with_another() -> list[Game]:
    hall, entries = base_game()
    who = publics(hall)
    hole, scrambled = [*entries[:3], *entries[4:6]], [*entries[:3], entries[4], entries[3]]
    other = signed(entries[3], (*fields_of(entries[3])[:6], (bytes(32),)))
    behind = [*entries[:3], entries[4], other]

    def lent(name: str, comment: str, entries_: Sequence[SignedEntry], verdict: str, mutation: str) -> Game:
        culprit = (1, 1, "equivocation") if verdict == "equivocation" else None
        return Game(name, comment, write_game(who, entries_), verdict, culprit, BASE, mutation, (BASE,))

    return [
        lent("cut-but-lent", "", entries[:7], "fair", "first 7 entries"),
        lent("hole-but-lent", "", hole, "fair", HOLE),
        lent("scrambled-but-lent", "", scrambled, "fair", "entry 4 before entry 3"),
        lent(
            "equivocation-two-files", "sound alone; another file holds another commit", [*entries[:3], other],
            "equivocation", "another commit",
        ),
        lent(
            "equivocation-behind-a-hole", "the other commit stands behind the place where the check of the file ends",
            behind, "equivocation", "entry 4, then another commit",
        ),
        Game(
            "equivocation-behind-six", "six files that tell nothing come before the one that tells",
            write_game(who, [*entries[:3], other]), "equivocation", (1, 1, "equivocation"), BASE, "another commit",
            (*["forked/hole"] * 6, BASE),
        ),
        Game(
            "other-game-lends-nothing", "", write_game(who, entries[:7]), "open", None, BASE, "first 7 entries",
            ("good/match",),
        ),
    ]  # fmt: skip


def of_three() -> list[Game]:
    """Where a live table would hold what comes early, a verifier does not."""
    hall = hall_of(THREE)
    entries, who = hall.entries(), publics(hall)
    reveal = at(entries, 2)
    early = [*entries[: reveal - 1], entries[reveal], entries[reveal - 1]]
    said = f"entry {reveal} before entry {reveal - 1}"
    fields = fields_of(entries[reveal - 1])
    body = decode_body(entries[reveal - 1].body)
    other = sign_entry(hall.identities[body.seat], msgpack.packb((*fields[:6], (bytes(32),))), body.seat)
    culprit = (body.seat, body.round, "equivocation")
    return [
        Game("early-of-three", "", write_game(who, early), "forked", None, THREE, said),
        Game(
            "equivocation-of-three", "another file holds another commit",
            write_game(who, [*entries[: reveal - 1], other]), "equivocation", culprit, THREE, "another commit",
            (THREE,),
        ),
    ]  # fmt: skip
