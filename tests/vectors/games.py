"""`protocol/games/`: games with the verdict of each. Here: those that are sound, or end early.

`bad_games.py` has those that are not, `ruleset_games.py` how the other rulesets are played. A game that begins as a
sound one does is kept as the entries that differ. Never: a verdict computed; each is said by hand, and tests compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from typing import Any

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.runner.notation import snake
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import context
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.log.file import MalformedFile, read_game, write_game
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body
from bura_p2p.wire.messages import ENTRY_MESSAGES

from . import hand, ruleset_games
from .form import PROTOCOL
from .made import Made, bura_leader, claimer, declining, playing, resigner, scripted, stubborn
from .required import of_game

FOLDER = PROTOCOL / "games"
HOLE = "first 6 entries without entry 3"
MOST = 4
"""More entries than this of its own, and a game is a file."""


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


GEORGIAN = {
    "whole-hand": Made("to the last card; raise, accept, count; the game of hand.json", hand.fresh),
    "claim-right": playing("a claim that open cards decide", "right 0", *[partial(claimer, True)] * 2),
    "claim-wrong": playing("a claim that cannot be right", "wrong 0", *[partial(claimer, False)] * 2),
    "claim-opening-wrong": playing("cards are opened, not enough", "opening 0", *[partial(claimer, None)] * 2),
    "claim-opening-right": playing("cards are opened, enough", "opening 5", *[partial(claimer, None)] * 2),
    "declined": playing("a raise is declined", "declined 0", declining, declining),
    "resigned": playing("the leader resigns", "resigned", lambda: resigner, lambda: resigner),
    "bura": playing("a hand of trumps is led", "bura 149", bura_leader, bura_leader),
    "match": playing(
        "match to 3, raises, a hand without them", "match 0", *stubborn(),
        ruleset=find_ruleset("georgian", match_to=3), hands=9,
    ),
}  # fmt: skip

FIRST_LEADER = {
    "seat-0-leads": playing(
        "three seats and a dealer: seat 0 leads first, not the first of the order; it gives up", "first 0",
        *[lambda: resigner] * 3, ruleset=find_ruleset("western"), first_leader=0,
    ),
    "seat-1-leads": playing(
        "seat 1 leads first, and not seat 0, which is drawn; a raise is declined", "first 2", declining, declining,
        first_leader=1,
    ),
}  # fmt: skip

TO_THE_LAST_CARD = {
    "draw": scripted(
        "to the last card, 60 points each, counted: nobody wins", "draw", find_ruleset("georgian"),
        ["AS KD KS", "JD JS KH"], "QS",
        "A lead KS AS", "B give JD KH", "A lead KD", "B give JS", "A lead JH AH", "B answer 10H 10S", "B lead QD AD",
        "A give 10D QH", "B lead JC QC AC", "A answer KC 10C QS", "A pass",
        draws="KC AC JH 10H AH 10S QD 10D AD QH QC 10C JC QS",
    ),
    "classic-dead": playing(
        "nobody says var, in the last word neither: the hand is dead and the pot stays", "dead 0",
        partial(card_player, 0), partial(card_player, 1), ruleset=find_ruleset("classic"),
    ),
}  # fmt: skip

GOOD: dict[str, Made] = {**GEORGIAN, **ruleset_games.GAMES, **TO_THE_LAST_CARD, **FIRST_LEADER}


@cache
def hall_of(name: str) -> Hall:
    """The good game `good/NAME`, played to its end."""
    return fresh(name).run(hands=GOOD[name.removeprefix("good/")].hands)


def fresh(name: str) -> Hall:
    """The same game, not yet played: run further, it has the same entries."""
    made = GOOD[name.removeprefix("good/")]
    hall = made.make()
    hall.hands_wanted = made.hands
    return hall


def publics(hall: Hall) -> list[bytes]:
    return [identity.public for identity in hall.identities]


def base_game() -> tuple[Hall, tuple[SignedEntry, ...]]:
    hall = hall_of("good/whole-hand")
    return hall, hall.entries()


def at(entries: Sequence[SignedEntry], kind: int, count: int = 0) -> int:
    """The place in the file of the entry of this type, `count` of them passed over."""
    return [n for n, entry in enumerate(entries) if decode_body(entry.body).type == kind][count]


def good() -> list[Game]:
    return [Game(name, made.comment, hall_of(name).file(), "fair") for name, made in GOOD.items()]


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

    def cut(name: str, count: int) -> Game:
        return Game(name, "", write_game(who, entries[:count]), "open", None, base, f"first {count} entries")

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
        Game("keys-equal", "two seats reveal one key", equal_keys(), "void", None, base, "another commit and reveal"),
        *ruleset_cuts(),
    ]


def ruleset_cuts() -> list[Game]:
    """Cut where the other rulesets wait for somebody."""
    found = []
    for name, base, kind in (
        ("announce-owed", "classic-bura", 18),
        ("cede-or-lead-owed", "classic-bura", 19),
        ("points-owed", "telegram-sealed", 20),
        ("win-owed", "telegram-sealed", 21),
        ("one-result-of-three", "russian-aces", 16),
    ):
        hall = hall_of(f"good/{base}")
        count = at(hall.entries(), kind) + (kind == 16)
        data = write_game(publics(hall), hall.entries()[:count])
        verdict = "unsigned_result" if kind == 16 else "open"
        found.append(Game(name, "", data, verdict, None, f"good/{base}", f"first {count} entries"))
    return found


def sidecar(folder: str, game: Game) -> dict[str, Any]:
    """What stands in the JSON of a game. Raises `LookupError` where the package does not conclude what is said."""
    report = verify_file(game.data, [data_of(other) for other in game.others])
    culprit: Any = report.culprit and (report.culprit.seat, report.culprit.round, report.culprit.code.label)
    if (report.verdict.label, culprit) != (game.verdict, game.culprit):
        raise LookupError(f"{game.name}: {report.reason}")
    expect: dict[str, Any] = {"verdict": game.verdict, "exit_code": report.exit_code}
    if game.culprit is not None:
        expect |= dict(zip(("seat", "round", "code"), game.culprit, strict=True))
    expect |= {"rounds": report.rounds, "head": report.head.hex(), "table_id": report.table_id.hex()}
    given = recipe(game) or {"file": f"{game.name}.bura"}
    req = of_game(f"{folder}/{game.name}", kind_of(given), expect)
    found: dict[str, Any] = {"format": "bura-game 1", "id": f"{folder}/{game.name}", "req": req}
    found["comment"] = game.comment
    if game.base is not None:
        found |= {"base": game.base, "mutation": game.mutation}
    return found | {"in": given | {"others": list(game.others)}, "expect": expect}


def kind_of(given: dict[str, Any]) -> str | None:
    """The type of the last entry that is the game's own, where it can be read."""
    try:
        return snake(ENTRY_MESSAGES[decode_body(bytes.fromhex(given["more"][-1][1])).type].__name__)
    except (KeyError, IndexError, PeerError):
        return None


def recipe(game: Game) -> dict[str, Any] | None:
    """The first entries of the base, and what follows them; None where the game has to be a file of its own."""
    if game.base is None:
        return None
    try:
        entries = read_game(game.data).entries
    except MalformedFile:
        return None
    pairs = zip(entries, hall_of(game.base).entries(), strict=False)
    count = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    rest = entries[count:]
    if len(rest) > MOST or whole(game.base, count, rest) != game.data:
        return None
    more = [[entry.seat, entry.body.hex(), entry.signature.hex()] for entry in rest]
    return {"of": game.base, "entries": count, "more": more}


def whole(base: str, count: int, rest: Sequence[SignedEntry]) -> bytes:
    """The file that a recipe means."""
    hall = hall_of(base)
    return write_game(publics(hall), [*hall.entries()[:count], *rest])


def hole() -> bytes:
    """The bytes of `forked/hole`."""
    hall, entries = base_game()
    return write_game(publics(hall), [*entries[:3], *entries[4:6]])


def data_of(name: str) -> bytes:
    """The bytes of the good game `good/NAME`, or of the hole."""
    return hole() if name == "forked/hole" else hall_of(name).file()
