"""What is said of cards that lie face down: no more and no less than there is to say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import open_entry, sign_entry
from bura_p2p.rules import actions as a
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body
from tests.support.cheat import at, fork, refused_at_table
from tests.support.rulesets import THREE


def counting() -> tuple[Hall, int, m.Count]:
    """A hall in which a seat owes the sums of two piles, and what it would say."""
    for number in range(20):
        players = [card_player(number + seat) for seat in range(3)]
        hall = Hall(f"two piles {number}", ruleset=THREE, seats=3, players=players).run()
        for place, entry in enumerate(hall.entries()):
            message = decode_body(entry.body).message()
            if isinstance(message, m.Count) and len(message.piles) == 2:
                return hall, place, message
    raise AssertionError("no seat has given into two piles")


def test_one_sum_for_every_pile() -> None:
    hall, place, honest = counting()
    publics = [identity.public for identity in hall.identities]
    table = type(hall.table)(publics)
    for entry in hall.entries()[:place]:
        table.apply(open_entry(entry, publics[entry.seat]))
    signed = hall.entries()[place]
    body = decode_body(signed.body)
    for piles in (honest.piles[:1], honest.piles[1:], (*honest.piles, honest.piles[0]), honest.piles[::-1]):
        lie = encode_body(1, body.table_id, body.round, body.seat, body.prev, m.Count(piles))
        with pytest.raises(PeerError) as caught:
            fork(table).apply(open_entry(sign_entry(hall.identities[body.seat], lie, body.seat), publics[body.seat]))
        assert caught.value.code is (Code.STATEMENT_PROOF if len(piles) == 2 else Code.LENGTH)
    table.apply(open_entry(signed, publics[signed.seat]))


@pytest.mark.parametrize(("points", "proof"), [(3, b""), (0, b""), (None, b"\0"), (3, bytes(128))])
def test_a_give_tells_no_points_where_none_are_shown(points: int | None, proof: bytes) -> None:
    cheat = at("follow", 1)
    give = cheat.message(cheat.action(a.Give))
    assert (give.points, give.points_proof) == (None, b"")
    refused_at_table(cheat, cheat.signed(replace(give, points=points, points_proof=proof)), Code.LENGTH)


def test_a_give_tells_its_points_where_they_are_shown() -> None:
    cheat = at("follow shown", 1)
    give = cheat.message(cheat.action(a.Give))
    refused_at_table(cheat, cheat.signed(replace(give, points=None)), Code.LENGTH)
    refused_at_table(cheat, cheat.signed(replace(give, points=None, points_proof=b"")), Code.LENGTH)
    refused_at_table(cheat, cheat.signed(replace(give, points_proof=b"")), Code.LENGTH)
    refused_at_table(cheat, cheat.signed(replace(give, points=give.points + 1)), Code.STATEMENT_PROOF)
