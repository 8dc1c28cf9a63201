"""`resume.json`: the frames of a new link, which heads they tell, and what follows from the other side's word."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import msgpack

from bura_p2p.log.entry import ZERO_HASH, SignedEntry, next_head, table_id
from bura_p2p.session.resume import rounds_told
from bura_p2p.wire.codec import decode_body, encode_link
from bura_p2p.wire.messages import HeldEntry, MoreTime, OfferEnd, Resume

from .form import bad, case, document, group
from .games import hall_of

GAME = "good/whole-hand"
"""Its first rounds: hello, commit, reveal, of both seats each."""
HELD = 5
"""Entries of it that seat 0 holds: round 2 is open, its own reveal is there."""
ENDED = "good/resigned"
UNKNOWN = b"\x07" * 32


def entries_of(game: str, most: int | None = None) -> tuple[SignedEntry, ...]:
    return hall_of(game).entries()[:most]


def hashed(entry: SignedEntry) -> bytes:
    return hashlib.sha256(entry.body).digest()


class Told:
    """What a side says that holds these entries; rounds that all seats of the game have spoken in are closed."""

    def __init__(self, entries: Sequence[SignedEntry], speakers: Mapping[int, int]) -> None:
        rounds: dict[int, list[SignedEntry]] = {}
        for entry in entries:
            rounds.setdefault(decode_body(entry.body).round, []).append(entry)
        self.heads, self.table_id, self.held = [ZERO_HASH], ZERO_HASH, []
        for at, spoken in sorted(rounds.items()):
            if len(spoken) < speakers[at]:
                self.held = spoken
                continue
            self.heads.append(next_head(self.heads[-1], [entry.body for entry in spoken]))
            self.table_id = self.table_id if at else table_id(self.heads[-1])

    def word(self, **changed: Any) -> Resume:
        """`round` the open one unless it is changed; a head that is not known is `UNKNOWN`."""
        at = changed.pop("round", len(self.heads) - 1)
        heads = [self.heads[told] if told < len(self.heads) else UNKNOWN for told in rounds_told(at)]
        held = [(entry.seat, hashed(entry)) for entry in self.held]
        fields: dict[str, Any] = {"table_id": self.table_id, "heads": heads, "held": held} | changed
        held = tuple(HeldEntry(*item) for item in fields["held"])
        return Resume(fields["table_id"], at, tuple(fields["heads"]), held)


def told(game: str, entries: Sequence[SignedEntry]) -> Told:
    rounds = [decode_body(entry.body).round for entry in hall_of(game).entries()]
    return Told(entries, {at: rounds.count(at) for at in rounds})


# --- frames ------------------------------------------------------------------------------------------------


def frames() -> list[dict[str, Any]]:
    def good(name: str, message: Any, comment: str = "") -> dict[str, Any]:
        kind = {Resume: "resume", OfferEnd: "offer_end", MoreTime: "more_time"}[type(message)]
        return case(name, comment, {"payload": encode_link(message)}, {"ok": True, "type": kind})

    number = count(1)

    def lie(base: dict[str, Any], name: str, *payload: Any) -> dict[str, Any]:
        data = bytes(msgpack.packb(payload))
        return bad(base, f"{base['id']} {next(number)}", name, "link_message", payload=data.hex())

    word, pair = good("resume", Resume(ZERO_HASH, 0, (ZERO_HASH,), ())), (0, ZERO_HASH)
    two = Resume(ZERO_HASH, 0, (ZERO_HASH,), (HeldEntry(5, UNKNOWN), HeldEntry(0, UNKNOWN)))
    time = good("more_time", MoreTime(1))
    return [
        word,
        good("resume, held 5 and 0", two, "the form asks for no order of `held`"),
        lie(word, "no head", 14, (ZERO_HASH, 0, (), ())),
        lie(word, "a head of 31 bytes", 14, (ZERO_HASH, 0, (bytes(31),), ())),
        lie(word, "table_id of 33 bytes", 14, (bytes(33), 0, (ZERO_HASH,), ())),
        lie(word, "round 2^32", 14, (ZERO_HASH, 2**32, (ZERO_HASH,), ())),
        lie(word, "7 held", 14, (ZERO_HASH, 0, (ZERO_HASH,), (pair,) * 7)),
        lie(word, "held of seat 6", 14, (ZERO_HASH, 0, (ZERO_HASH,), ((6, ZERO_HASH),))),
        lie(word, "a held hash of 31 bytes", 14, (ZERO_HASH, 0, (ZERO_HASH,), ((0, bytes(31)),))),
        lie(word, "a held item of three", 14, (ZERO_HASH, 0, (ZERO_HASH,), ((*pair, 0),))),
        lie(word, "five fields", 14, (ZERO_HASH, 0, (ZERO_HASH,), (), ())),
        lie(word, "three fields", 14, (ZERO_HASH, 0, (ZERO_HASH,))),
        lie(word, "no table_id", 14, (None, 0, (ZERO_HASH,), ())),
        lie(word, "table_id as text", 14, ("0" * 32, 0, (ZERO_HASH,), ())),
        lie(word, "round -1", 14, (ZERO_HASH, -1, (ZERO_HASH,), ())),
        lie(word, "a bool for the round", 14, (ZERO_HASH, False, (ZERO_HASH,), ())),
        lie(word, "35 heads", 14, (ZERO_HASH, 0, (ZERO_HASH,) * 35, ())),
        lie(word, "a head as text", 14, (ZERO_HASH, 0, ("0" * 32,), ())),
        lie(word, "one head, and no list of them", 14, (ZERO_HASH, 0, ZERO_HASH, ())),
        lie(word, "held of seat -1", 14, (ZERO_HASH, 0, (ZERO_HASH,), ((-1, ZERO_HASH),))),
        lie(word, "a held item of one", 14, (ZERO_HASH, 0, (ZERO_HASH,), ((0,),))),
        lie(word, "no list of held", 14, (ZERO_HASH, 0, (ZERO_HASH,), None)),
        lie(word, "an unknown even type", 16, (ZERO_HASH, 0, (ZERO_HASH,), ())),
        end := good("offer_end", OfferEnd()),
        lie(end, "a field", 7, (0,)),
        lie(end, "nil for the fields", 7, None),
        lie(end, "no fields at all", 7),
        lie(end, "a third item", 7, (), 0),
        time,
        good("more_time 600", MoreTime(600)),
        lie(time, "0 seconds", 9, (0,)),
        lie(time, "601 seconds", 9, (601,)),
        lie(time, "-1 seconds", 9, (-1,)),
        lie(time, "a bool for the seconds", 9, (True,)),
        lie(time, "seconds as text", 9, ("60",)),
        lie(time, "two fields", 9, (60, 60)),
        lie(time, "no field", 9, ()),
        lie(time, "nil", 9, (None,)),
        lie(time, "seconds as bin", 9, (b"60",)),
    ]


def rounds() -> list[dict[str, Any]]:
    return [
        case(f"rounds {at}", "", {"round": at}, {"ok": True, "rounds": list(rounds_told(at))})
        for at in (0, 1, 2, 3, 4, 5, 9, 2**32 - 1)
    ]


def own() -> list[dict[str, Any]]:
    """What this side says."""
    found = [(GAME, 1), (GAME, HELD), (ENDED, len(entries_of(ENDED)))]
    return [
        case(f"own {game} {most}", "", {"of": game, "entries": most},
             {"ok": True, "payload": encode_link(told(game, entries_of(game, most)).word())})
        for game, most in found
    ]  # fmt: skip


# --- what follows ------------------------------------------------------------------------------------------

Answer = tuple[str, Resume, list[int], bool]
"""What is special; the other's word; the entries sent, by their place in the file; whether seat 0 may sign."""


def honest() -> dict[str, Answer]:
    whole = entries_of(GAME)

    def at(*places: int) -> Resume:
        return told(GAME, [whole[place] for place in places]).word()

    return {
        "level": ("", at(0, 1, 2, 3, 4), [], True),
        "lacks my reveal": ("", at(0, 1, 2, 3), [4], True),
        "has revealed too": ("the round closes when its entry comes", at(0, 1, 2, 3, 5), [4], True),
        "a round behind": ("", at(0, 1, 3), [2, 4], True),
        "in round 0": ("the table id is zero, and not another one", at(1), [0, 2, 3, 4], True),
        "a round ahead": ("nothing is signed before this seat is there too", at(0, 1, 2, 3, 4, 5), [], False),
        "two rounds ahead": ("", at(0, 1, 2, 3, 4, 5, 6), [], False),
    }


def strange() -> dict[str, Answer]:
    """What no honest side says to this one, unless a store went back or was copied."""
    whole = entries_of(GAME)
    mine, behind = told(GAME, whole[:HELD]), told(GAME, whole[:2])
    differs = told(GAME, [*whole[:3], SignedEntry(1, other_commit(whole[3]), b"")])
    heads, right = differs.heads, mine.word().heads
    return {
        "knows another reveal of mine": ("", mine.word(held=[(0, UNKNOWN)]), [4], False),
        "knows another commit of mine": ("of a closed round", behind.word(held=[(0, UNKNOWN)]), [2, 3, 4], False),
        "knows my commit": ("", behind.word(held=[(0, hashed(whole[2]))]), [3, 4], True),
        "holds what is of another round": (
            "`held` is of round 1 alone", behind.word(held=[(0, hashed(whole[4]))]), [2, 3, 4], False,
        ),
        "holds in any order": (
            "of no seat of the table, of another seat, twice",
            mine.word(held=[(5, UNKNOWN), (1, UNKNOWN), *[(0, hashed(whole[4]))] * 2]), [], True,
        ),
        "table id zero": ("no other table than this one", mine.word(table_id=ZERO_HASH), [], True),
        "another commit": ("the logs differ", mine.word(heads=heads[::-1], held=[]), [2, 3, 4], True),
        "another commit, my reveal": ("`held` counts for nothing", mine.word(heads=heads[::-1]), [2, 3, 4], True),
        "another commit, ahead": ("round 1 is not named", differs.word(round=4), [0, 1, 2, 3, 4], False),
        "no head known": ("not even that before round 0", mine.word(heads=[UNKNOWN] * 3), [0, 1, 2, 3, 4], True),
        "heads from the first on": ("round 1 alone fits", mine.word(heads=right[::-1]), [2, 3, 4], True),
        "far ahead": ("round 0 alone is known here", mine.word(round=12, held=[]), [], False),
    }  # fmt: skip


def other_commit(entry: SignedEntry) -> bytes:
    """Another one for the place of this one."""
    outer = msgpack.unpackb(entry.body, use_list=False)
    return bytes(msgpack.packb((*outer[:6], (UNKNOWN,))))


def answers() -> list[dict[str, Any]]:
    mine, begun = told(GAME, entries_of(GAME, HELD)), told(GAME, entries_of(GAME, 1))
    heads, level = mine.word().heads, {"of": GAME, "entries": HELD, "seat": 0} | said(mine.word())
    found: list[dict[str, Any]] = []
    for name, (comment, word, sent, signs) in (honest() | strange()).items():
        given = {key: value for key, value in said(word).items() if value != level[key]} if found else level
        base = {"base": "level", "mutation": comment or name} if found else {}
        found.append(case(name, "", given, {"ok": True, "send": sent, "may_sign": signs}, **base))
    refused = {
        "a head less": ("length", mine.word(heads=heads[:-1])),
        "a head more": ("length", mine.word(heads=[*heads, ZERO_HASH])),
        "round 3 with the heads of 2": ("length", mine.word(round=3, heads=heads)),
        "another table": ("table_wrong", mine.word(table_id=UNKNOWN)),
        "another table, a head less": ("table_wrong", mine.word(table_id=UNKNOWN, heads=heads[:-1])),
        "another hello": ("table_wrong", begun.word(held=[(1, UNKNOWN)])),
        "another hello of mine, a head more": ("table_wrong", begun.word(held=[(0, UNKNOWN)], heads=[ZERO_HASH] * 2)),
    }
    for name, (code, word) in refused.items():
        given = {key: value for key, value in said(word).items() if value != level[key]}
        found.append(bad(found[0], name, name, code, **given))
    return [*found, *ended()]


def said(word: Resume) -> dict[str, Any]:
    """The fields of a word, the heads as one concatenation."""
    return {
        "table_id": word.table_id.hex(), "round": word.round, "heads": b"".join(word.heads).hex(),
        "held": [[seat, body_hash.hex()] for seat, body_hash in word.held],
    }  # fmt: skip


def ended() -> list[dict[str, Any]]:
    """A complete game is answered as well."""
    entries = entries_of(ENDED)
    most, found = len(entries), []
    for name, held in (("complete, the other lacks a result", most - 1), ("complete on both sides", most)):
        given = {"of": ENDED, "entries": most, "seat": 0} | said(told(ENDED, entries[:held]).word())
        expect = {"ok": True, "send": list(range(held, most)), "may_sign": True}
        found.append(case(name, "", given, expect))
    return found


def make() -> dict[str, Any]:
    return document(
        "resume",
        "A new link to a game of two that has begun (sections 9.32, 9.33, 13.4).",
        [
            group("frames", "Read `payload` of a frame by its form (section 9).", frames()),
            group("rounds", "The rounds whose heads a `resume` with `round` tells, in its order (9.32).", rounds()),
            group("own", "This side holds the first `entries` entries of the game `of`: its `resume`.", own()),
            group(
                "answers",
                "Seat `seat` holds the first `entries` entries of the game `of`, and hears these four fields. "
                "`send`: the entries that go out, by their place in the file from 0, in this order (J5); `may_sign`: "
                "whether it may sign then (J4); or the `code` with which it closes (J6).",
                answers(),
            ),
        ],
    )
