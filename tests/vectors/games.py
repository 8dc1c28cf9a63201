"""`protocol/games/`: files with the verdict of each. Here: the files that are sound, or end early.

`bad_games.py` has those that are not. Never: a verdict computed; each is said by hand, and the tests compare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import context
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import GEORGIAN, find_ruleset
from bura_p2p.rules.ruleset import GiveFace, Ruleset
from bura_p2p.table.view import View
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body
from tests.support.hall import Hall, Player, card_player
from tests.support.rulesets import THREE
from tests.support.tape import Tape

from . import hand
from .form import PROTOCOL

FOLDER = PROTOCOL / "games"
HOLE = "first 6 entries without entry 3"
OPEN_GIVES = replace(GEORGIAN, name="open-gives", give_face=GiveFace.UP)


@dataclass(frozen=True)
class Game:
    """A file of `folder`, and what a check of it, beside `others`, must say."""

    name: str
    comment: str
    data: bytes
    verdict: str
    culprit: tuple[int, int, str] | None = None
    base: str | None = None
    mutation: str | None = None
    others: tuple[str, ...] = ()


def first(*kinds: type[a.Action], number: int = 0) -> Player:
    """Does the first of these things that is legal, else plays cards."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        wanted = [action for kind in kinds for action in view.legal if isinstance(action, kind)]
        return wanted[0] if wanted else cards(view)

    return choose


def resigner(view: View) -> a.Action:
    return a.Resign()


def claimer(right: bool | None) -> Player:
    """Claims where the closed cards decide it (None), or where it is certain to be right or wrong."""
    cards = card_player(3)

    def choose(view: View) -> a.Action:
        low, high = view.position.piles[view.seat].points(view.ruleset.deck)
        certain = True if low >= 31 else False if high < 31 else None
        return a.Claim() if a.Claim() in view.legal and certain is right else cards(view)

    return choose


def bura_leader(view: View) -> a.Action:
    trumps = [x for x in view.legal if isinstance(x, a.Lead) and len(x.cards) == 3]
    trump = view.position.trump
    return next((x for x in trumps if all(card.suit == trump for card in x.cards)), card_player(4)(view))


def play(label: str, *players: Player, ruleset: Ruleset | None = None, hands: int = 1) -> Callable[[], Hall]:
    def run() -> Hall:
        return Hall(f"vectors {label}", ruleset=ruleset, seats=len(players), players=players).run(hands=hands)

    return cache(run)


def plain(number: int) -> Player:
    return card_player(number)


HALLS: dict[str, tuple[str, Callable[[], Hall]]] = {
    "whole-hand": ("to the last card; raise, accept, count; the game of hand.json", hand.played),
    "claim-right": ("a claim that open cards decide", play("right 0", claimer(True), claimer(True))),
    "claim-wrong": ("a claim that cannot be right", play("wrong 0", claimer(False), claimer(False))),
    "claim-opening-wrong": ("cards are opened, not enough", play("opening 0", claimer(None), claimer(None))),
    "claim-opening-right": ("cards are opened, enough", play("opening 5", claimer(None), claimer(None))),
    "declined": ("a raise is declined", play("declined 0", first(a.Raise, a.Decline), first(a.Raise, a.Decline))),
    "resigned": ("the leader resigns", play("resigned", resigner, resigner)),
    "bura": ("a hand of trumps is led", play("bura 149", bura_leader, bura_leader)),
    "match": (
        "match to 3, raises, a hand without them",
        play(
            "match 0", first(a.Raise, a.Claim, a.Accept), first(a.Claim, a.Decline),
            ruleset=find_ruleset("georgian", match_to=3), hands=9,
        ),
    ),
    "points-shown": (
        "each give tells its points",
        play("points", plain(1), plain(2), ruleset=find_ruleset("georgian", points_shown=True)),
    ),
    "open-gives": ("gives lie open; another ruleset", play("open gives", plain(1), plain(2), ruleset=OPEN_GIVES)),
    "three-seats": (
        "three seats, 36 cards, another ruleset", play("three", claimer(False), plain(2), plain(3), ruleset=THREE),
    ),
}  # fmt: skip


def publics(hall: Hall) -> list[bytes]:
    return [identity.public for identity in hall.identities]


def base_game() -> tuple[Hall, tuple[SignedEntry, ...]]:
    hall = hand.played()
    return hall, hall.entries()


def at(entries: Sequence[SignedEntry], kind: int, count: int = 0) -> int:
    """The place in the file of the entry of this type, `count` of them passed over."""
    return [n for n, entry in enumerate(entries) if decode_body(entry.body).type == kind][count]


def good() -> list[Game]:
    return [Game(name, comment, run().file(), "fair") for name, (comment, run) in HALLS.items()]


def equal_keys() -> bytes:
    """Two seats in league show one key."""
    hall, entries = base_game()
    key, publics_ = masking.HandKey.generate(Tape("vectors equal")), publics(hall)
    found = list(entries[:2])
    for kind in ("commit", "reveal"):
        report = verify_file(write_game(publics_, found))
        for seat in (0, 1):
            ctx = masking_context(report.table_id, entries, seat)
            proof = masking.prove_own_key(ctx, key, Tape("vectors equal proof"))
            public = key.X.to_bytes()
            commit = m.Commit(masking.key_commitment(ctx, public, proof, bytes(32)))
            message = commit if kind == "commit" else m.Reveal(public, proof, bytes(32))
            body = encode_body(1, report.table_id, report.rounds, seat, report.head, message)
            found.append(sign_entry(hall.identities[seat], body, seat))
    return write_game(publics_, found)


def masking_context(table_id: bytes, entries: Sequence[SignedEntry], seat: int) -> bytes:
    """ctx of the commit round of hand 1."""
    return context(table_id, 1, 1, seat, decode_body(entries[2].body).prev)


def open_games() -> list[Game]:
    hall, entries = base_game()
    base, who = "good/whole-hand", publics(hall)

    def cut(name: str, count: int, verdict: str = "open", others: tuple[str, ...] = ()) -> Game:
        return Game(name, "", write_game(who, entries[:count]), verdict, None, base, f"first {count} entries", others)

    hole = write_game(who, entries[:3] + entries[4:6])
    short, resigned_ = hall_of("good/resigned"), at(hall_of("good/resigned").entries(), 16)
    decided = [write_game(publics(short), short.entries()[: resigned_ + count]) for count in (0, 1)]
    return [
        cut("one-hello", 1),
        cut("one-commit", 3),
        cut("one-deal", at(entries, 4) + 1),
        cut("lead-owed", at(entries, 6)),
        cut("one-count", at(entries, 15) + 1),
        Game("no-result", "", decided[0], "unsigned_result", None, "good/resigned", "both results cut off"),
        Game("one-result", "", decided[1], "unsigned_result", None, "good/resigned", "the last result cut off"),
        cut("cut-but-lent", 7, "fair", ("good/whole-hand",)),
        Game(
            "hole",
            "the entry behind it stands on an unknown head",
            hole,
            "forked",
            None,
            base,
            "entry 10 is left out",
        ),
        Game("hole-but-lent", "", hole, "fair", None, base, HOLE, ("good/whole-hand",)),
        cut("other-game-lends-nothing", 7, others=("good/match",)),
        Game("keys-equal", "two seats reveal one key", equal_keys(), "void"),
    ]


def sidecar(folder: str, game: Game) -> dict[str, Any]:
    """What stands in the JSON beside a file."""
    report = verify_file(game.data, [data_of(other) for other in game.others])
    expect: dict[str, Any] = {"verdict": game.verdict, "exit_code": report.exit_code}
    if game.culprit is not None:
        expect |= dict(zip(("seat", "round", "code"), game.culprit, strict=True))
    expect |= {"rounds": report.rounds, "head": report.head.hex(), "table_id": report.table_id.hex()}
    found: dict[str, Any] = {"format": "bura-game 1", "id": f"{folder}/{game.name}", "comment": game.comment}
    if game.base is not None:
        found |= {"base": game.base, "mutation": game.mutation}
    return found | {"in": {"file": f"{game.name}.bura", "others": list(game.others)}, "expect": expect}


def data_of(name: str) -> bytes:
    """The bytes of the good game `good/NAME`."""
    return hall_of(name).file()


def hall_of(name: str) -> Hall:
    return HALLS[name.removeprefix("good/")][1]()
