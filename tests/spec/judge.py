"""From the text of spec.md: a whole verifier, by sections 7, 9, 10, 12, for any ruleset and any number of seats.

`reader.py` has bytes, `curve.py` and `proofs.py` the mathematics, `rules.py` a ruleset, `state.py` the state,
`match.py`, `calls.py`, `play.py` what is done to it, `verdict.py` section 15.2. None of them imports anything of the
package that they stand against, or checks what the text does not ask for.
"""

from __future__ import annotations

from typing import Any

from .curve import combine, decode, minus
from .play import Plays
from .proofs import CARDS, POINT_OF, G, linear, shares, shuffled
from .reader import FIRST, LIMITS, TYPES, ZERO, Refused, fields, need, next_head, sha, signed, strict, table_id, vec
from .rules import Rules
from .state import DUE, Hand


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
            self.resign(quitters)
        else:
            getattr(self, f"after_{self.stage}")({seat: value for seat, (_, value) in said.items()})

    # --- before the cards ----------------------------------------------------------------------------------

    def on_hello(self, seat: int, **m: Any) -> Any:
        need(m["identity"] == self.identities[seat], "identity_key")
        need(1 in m["versions"], "version")
        need(all(feature % 2 or feature in FIRST for feature in m["features"]), "feature")
        named = [seat for feature, seat in FIRST.items() if feature in m["features"]]
        need(len(named) < 2, "feature")
        rules = Rules(m["ruleset"])
        low, high = rules.numbers("players")
        need(m["seats"] == self.n and low <= self.n <= high, "ruleset_differs")
        terms = (m["ruleset"], *named)
        need(all(other[1][1] == terms for other in self.said.values()), "ruleset_differs")
        return rules, terms

    def after_hello(self, said: dict[int, Any]) -> None:
        self.answers, (_, *self.leads_first) = said[0]
        self.dealer = self.dealer_of(self.leader)
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
        keys = {seat: key for seat, (key, _) in said.items()}
        joint = combine(*[(1, key) for key in keys.values()])
        if joint is None or len(set(keys.values())) < len(keys):
            self.stage = "void"
            return
        if not self.seated:
            self.draw_places([nonce for _, nonce in said.values()])
        deck = [(G, combine((1, POINT_OF[card]), (1, joint))) for card in self.rules.cards()]
        held, piles, sealed = ([[] for _ in range(self.n)] for _ in range(3))
        self.hand = Hand(keys, joint, deck, held, piles, sealed, self.leader)
        self.stage = "shuffle"

    def draw_places(self, nonces: list[bytes]) -> None:
        """11.5."""
        self.seated = True
        root = sha(vec(b"BURA-P2P-V1-places", self.table_id, *nonces))
        self.order = sorted(self.order, key=lambda seat: sha(root + bytes([seat])))
        first = [seat for seat in self.leads_first if seat in self.order] or self.order
        self.leader = self.leader if self.won else first[0]
        self.dealer = self.dealer_of(self.leader)

    def on_shuffle(self, seat: int, deck: bytes, proof: bytes) -> Any:
        return shuffled("deck", self.ctx(seat), self.h.joint, self.h.deck, deck, proof, "shuffle_proof")

    def after_shuffle(self, said: dict[int, Any]) -> None:
        (self.h.deck,) = said.values()
        self.h.shuffles += 1
        if self.h.shuffles == len(self.order):
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
        hand = self.h
        for p, owner in enumerate(self.dealt()):
            hand.held[owner].append(self.private(owner, p))
        card = CARDS.get(minus(hand.deck[self.turned][1], *hand.shown[self.turned].values()))
        if card not in self.rules.cards():
            self.stage = "void"
            return
        hand.turned = card
        hand.stock = [*range(self.turned + 1, self.rules.number("deck")), self.turned]
        self.lead_next(self.leader)
