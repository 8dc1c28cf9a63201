"""From the text of spec.md: a whole verifier, by sections 7, 9, 10, 12 and 15, for any number of seats.

`reader.py` has bytes and proofs, `state.py` the state, `play.py` the plays. None of them imports anything of the
package that they stand against, or checks what the text does not ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from .play import Plays
from .reader import (
    CARDS,
    LIMITS,
    POINT_OF,
    TYPES,
    ZERO,
    G,
    Malformed,
    Refused,
    combine,
    decode,
    fields,
    linear,
    minus,
    need,
    next_head,
    read_file,
    sha,
    shares,
    shuffled,
    signed,
    strict,
    table_id,
    vec,
)
from .state import DUE, Hand, keeps_its_name, ruleset


class Table(Plays):
    """Judges entries one by one."""

    # --- section 7 -----------------------------------------------------------------------------------------

    def judge(self, seat: int, body: bytes, signature: bytes) -> bool:
        """Whether the entry is new."""
        need(seat < self.n, "seat_wrong")
        need(len(body) <= LIMITS["max_body"], "encoding")
        signed(self.identities[seat], body, signature)
        b = fields(strict(body), "body")
        need(b["seat"] == seat, "seat_wrong")
        number = len(self.closed)
        need(b["round"] <= number, "round_wrong_later")
        need(b["table_id"] == (ZERO if b["round"] == 0 else self.table_id), "table_wrong")
        taken = self.open if b["round"] == number else self.closed[b["round"]]
        if seat in taken:
            if taken[seat] == body:
                return False
            raise Refused("equivocation" if b["round"] else "table_wrong")
        need(b["round"] == number, "round_wrong")
        need(b["prev"] == self.head, "prev_wrong")
        try:
            self.stands_well(seat, b)
        except Refused as fault:
            raise Refused(fault.code, well=True) from None
        self.open[seat] = body
        if all(speaker in self.open for speaker in self.speakers()):
            self.close()
        return True

    def stands_well(self, seat: int, b: dict[str, Any]) -> None:
        need(b["version"] == 1, "version")
        need(b["type"] in TYPES, "type_unknown")
        name = TYPES[b["type"]]
        message = fields(b["payload"], f"entry {name}")
        need(seat in self.speakers() and name in DUE[self.stage][1], "type_not_due")
        self.said[seat] = (name, getattr(self, f"on_{name}")(seat, **message))

    def close(self) -> None:
        self.head = next_head(self.head, [self.open[seat] for seat in sorted(self.open)])
        if not self.closed:
            self.table_id = table_id(self.head)
        self.closed.append(self.open)
        said, self.open, self.said = dict(sorted(self.said.items())), {}, {}
        quitters = [seat for seat, (name, _) in said.items() if name == "resign"]
        if quitters:
            if len(quitters) == self.n:
                self.end(None, "void", 0)
            else:
                self.lose(quitters[0], "declined" if self.stage == "raised" else "resigned")
        else:
            getattr(self, f"after_{self.stage}")({seat: value for seat, (_, value) in said.items()})

    # --- before the cards ----------------------------------------------------------------------------------

    def on_hello(self, seat: int, **m: Any) -> Any:
        need(m["identity"] == self.identities[seat], "identity_key")
        need(1 in m["versions"], "version")
        need(all(feature % 2 for feature in m["features"]), "feature")
        rules = ruleset(m["ruleset"])
        need(keeps_its_name(rules), "ruleset")
        low, high = map(int, rules["players"].split(" "))
        need(m["seats"] == self.n and low <= self.n <= high, "ruleset_differs")
        need(all(other[1][1] == m["ruleset"] for other in self.said.values()), "ruleset_differs")
        return rules, m["ruleset"]

    def after_hello(self, said: dict[int, Any]) -> None:
        self.rules = said[0][0]
        self.begin()

    def on_commit(self, seat: int, commitment: bytes) -> Any:
        return commitment, self.ctx(seat)

    def after_commit(self, said: dict[int, Any]) -> None:
        self.commits, self.stage = said, "reveal"

    def on_reveal(self, seat: int, key: bytes, proof: bytes, nonce: bytes) -> Any:
        commitment, ctx = self.commits[seat]
        need(sha(vec(b"key-commit", ctx, key, proof, nonce)) == commitment, "commitment")
        point = decode(key)
        linear("own-key", ctx, [(point, [G])], proof, "key_proof")
        return point, nonce

    def after_reveal(self, said: dict[int, Any]) -> None:
        keys = [key for key, _ in said.values()]
        joint = combine(*[(1, key) for key in keys])
        if joint is None or len(set(keys)) < len(keys):
            self.stage = "void"
            return
        if not self.seated:
            self.seated = True
            root = sha(vec(b"BURA-P2P-V1-places", self.table_id, *[nonce for _, nonce in said.values()]))
            self.order = sorted(range(self.n), key=lambda seat: sha(root + bytes([seat])))
            self.first = self.first if any(self.score) else self.order[0]
        deck = [(G, combine((1, POINT_OF[card]), (1, joint))) for card in self.cards()]
        self.hand = Hand(keys, deck, self.turn(self.first), leader=self.first)
        self.hand.piles = [[] for _ in range(self.n)]
        self.stage = "shuffle"

    def on_shuffle(self, seat: int, deck: bytes, proof: bytes) -> Any:
        joint = combine(*[(1, key) for key in self.h.keys])
        return shuffled("deck", self.ctx(seat), joint, self.h.deck, deck, proof, "shuffle_proof")

    def after_shuffle(self, said: dict[int, Any]) -> None:
        (self.h.deck,) = said.values()
        self.h.shuffles += 1
        if self.h.shuffles == self.n:
            self.stage = "deal"

    # --- dealing and drawing -------------------------------------------------------------------------------

    def on_deal(self, seat: int, **m: bytes) -> Any:
        positions = self.owed(seat)
        cards = [self.h.deck[p] for p in positions]
        given = shares("share", self.ctx(seat), self.h.keys[seat], cards, m["shares"], m["proof"])
        return dict(zip(positions, given, strict=True))

    on_shares = on_deal

    def after_deal(self, said: dict[int, Any]) -> None:
        self.take(said)
        hand, turned = self.h, self.n * self.ask("hand")
        hand.held = [[] for _ in range(self.n)]
        for p, owner in enumerate(self.dealt()):
            hand.held[owner].append(self.private(owner, p))
        card = CARDS.get(minus(hand.deck[turned][1], *hand.shown[turned].values()))
        if card not in self.cards():
            self.stage = "void"
            return
        hand.turned = card
        hand.stock = [*range(turned + 1, self.ask("deck")), turned]
        self.stage = "lead"




Entry = tuple[int, bytes, bytes]
Verdict = tuple[str, tuple[int, int, str] | None]
DROPPED = {"table_wrong", "round_wrong", "round_wrong_later", "seat_wrong", "prev_wrong"}


def verdict(data: bytes, others: Sequence[bytes] = ()) -> tuple[str, tuple[int, int, str] | None, Table | None]:
    """Section 15.2: verdict, (seat, round, code) where it convicts, the table."""
    try:
        identities, entries = read_file(data)
    except Malformed:
        return "malformed", None, None
    table = Table(identities)
    lent = borrowed(table, identities, entries, others)
    found = own(table, entries)
    if lent and (found is None or found[0] == "forked"):
        found = mend(table, entries, lent, found)
    found = found or (ENDINGS.get(table.stage, "open"), None)
    if found[0] not in ("fault", "equivocation", "malformed", "unsupported"):
        found = two_bodies(table, sorted([*entries, *lent], key=place_of)) or found
    return *found, table


ENDINGS = {"complete": "fair", "void": "void", "result": "unsigned_result"}


def borrowed(
    table: Table, identities: tuple[bytes, ...], entries: list[Entry], others: Sequence[bytes]
) -> list[Entry]:
    alike: list[list[Entry]] = []
    for data in others:
        with suppress(Malformed):
            same, lent = read_file(data)
            if (same, first_body(lent)) == (identities, first_body(entries)):
                alike.append(list(takewhile(lambda entry: authentic(table, *entry) is not None, lent)))
    found = dict.fromkeys(entry for lent in alike[:6] for entry in lent)
    return [entry for entry in found if entry not in entries]


def first_body(entries: list[Entry]) -> bytes | None:
    """Of seat 0."""
    return next((body for seat, body, _ in entries if seat == 0), None)


def own(table: Table, entries: list[Entry]) -> Verdict | None:
    for seat, body, signature in entries:
        try:
            if not table.judge(seat, body, signature):
                return "malformed", None
        except Refused as fault:
            return refused(table, seat, body, fault)
    return None


def mend(table: Table, entries: list[Entry], lent: list[Entry], found: Verdict | None) -> Verdict | None:
    """X3."""
    taken = accepted(table)
    at_hand = [entry for entry in [*entries, *lent] if entry[1] not in taken]
    refusal = lend(table, sorted(at_hand, key=place_of))
    if refusal is not None or found is None:
        return refusal
    taken = accepted(table)
    return found if any(body not in taken for _, body, _ in entries) else None


def accepted(table: Table) -> set[bytes]:
    return {body for spoken in (*table.closed, table.open) for body in spoken.values()}


def place_of(entry: Entry) -> tuple[int, int]:
    seat, body, _ = entry
    try:
        return fields(strict(body), "body")["round"], seat
    except Refused:
        return 2**53, seat


def lend(table: Table, lent: list[Entry]) -> Verdict | None:
    for seat, body, signature in lent:
        try:
            if authentic(table, seat, body, signature) is not None:
                table.judge(seat, body, signature)
        except Refused as fault:
            if table.closed and (fault.well or fault.code not in DROPPED):
                return refused(table, seat, body, fault)
    return None


def authentic(table: Table, seat: int, body: bytes, signature: bytes) -> dict[str, Any] | None:
    """E5 to E8."""
    try:
        signed(table.identities[seat], body, signature)
        found = fields(strict(body), "body")
    except Refused:
        return None
    return found if found["seat"] == seat else None


def two_bodies(table: Table, entries: list[Entry]) -> Verdict | None:
    """X4."""
    bodies: dict[tuple[int, int], bytes] = {}
    for seat, body, signature in entries:
        found = authentic(table, seat, body, signature)
        if found is None or found["table_id"] != table.table_id or not found["round"]:
            continue
        if bodies.setdefault((found["round"], seat), body) != body:
            return "equivocation", (seat, found["round"], "equivocation")
    return None


def refused(table: Table, seat: int, body: bytes, fault: Refused) -> tuple[str, tuple[int, int, str] | None]:
    if fault.code == "round_wrong_later" or (fault.code == "prev_wrong" and table.closed):
        return "forked", None
    if fault.code == "equivocation":
        return "equivocation", (seat, strict(body)[2], fault.code)
    if not fault.well or fault.code == "prev_wrong":
        return "malformed", None
    if not table.closed:
        return "unsupported" if fault.code in ("version", "feature", "ruleset") else "malformed", None
    return "fault", (seat, len(table.closed), fault.code)
