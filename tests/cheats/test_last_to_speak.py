"""Who speaks last in a round of shares has all that it is owed before it gives anything: what it has then, exactly.

Nothing prevents it (spec.md, section 3: the last to speak in `deal` or `shares` may look first and leave). These
tests are the limits: it reads the cards that were dealt to it and the turned trump, a round early, and
nothing else; and who says that it leaves has lost the hand.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bura_p2p.cards import Card
from bura_p2p.crypto.group import Element
from bura_p2p.crypto.masking import MaskedCard, card_at, own_share, unmask
from bura_p2p.table.phases import Stage
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import Cheat, at, both, frame


def told(cheat: Cheat) -> dict[int, Element]:
    """The other's shares by position: all of earlier rounds, and those that wait in the open one."""
    cards, draws, other = cheat.cards, cheat.table.state.draws, 1 - cheat.seat
    message = decode_body(cheat.table.log.open[other].body).message()
    owed = cards.owed_at_deal(other) if isinstance(message, m.Deal) else cards.owed_for(draws, other)
    new = [Element.from_bytes(message.shares[at : at + 33]) for at in range(0, len(message.shares), 33)]
    known = {position: shares[other] for position, shares in cards.shares.items() if other in shares}
    return known | dict(zip(owed, new, strict=True))


def read(cheat: Cheat, masked: MaskedCard, shares: Iterable[Element]) -> set[Card]:
    """What opens of a card of the deck with the cheat's own share and any one of these, or none."""
    mine = own_share(cheat.secrets.key.x, masked)
    tried = [(), (mine,), *((mine, share) for share in shares), *((share,) for share in shares)]
    return {face for each in tried if (face := card_at(unmask(masked, each))) is not None}


def looks(cheat: Cheat) -> dict[int, Card]:
    """Every position of the deck that the cheat can read before it has spoken."""
    shares = told(cheat)
    found = {at: read(cheat, masked, shares.values()) for at, masked in enumerate(cheat.cards.deck)}
    return {at: face for at, faces in found.items() for face in faces}


@both
def test_at_the_deal_it_reads_its_own_cards_and_the_trump(seat: int) -> None:
    cheat = at("deal", seat)
    assert cheat.table.owing() == (seat,)
    mine = [position for position, owner in enumerate(cheat.cards.dealt) if owner == seat]
    seen = looks(cheat)
    assert sorted(seen) == sorted([*mine, cheat.cards.turned_position])
    assert len(set(seen.values())) == len(seen)
    trump, hand = seen.pop(cheat.cards.turned_position), set(seen.values())
    cheat.session.say(cheat.withheld)
    assert (cheat.cards.turned, set(cheat.session.view().held)) == (trump, hand)


@both
def test_at_a_draw_it_reads_what_it_has_drawn(seat: int) -> None:
    cheat = at("shares", seat)
    assert cheat.table.owing() == (seat,)
    state = cheat.table.state
    before = set(cheat.session.view().held)
    drawn = [draw.deck_position for draw in state.draws if draw.seat == seat]
    mine = {p for p, shares in cheat.cards.shares.items() if set(shares) == {1 - seat}} | set(drawn)
    assert sorted(looks(cheat)) == sorted({*mine, cheat.cards.turned_position})
    assert before <= set(looks(cheat).values())


@both
@pytest.mark.parametrize("scene", ["deal", "shares", "reveal"])
def test_who_has_looked_and_resigns_has_lost(scene: str, seat: int) -> None:
    """And does not come by the lead: of the next hand it is the winner's."""
    cheat = at(scene, seat)
    assert cheat.table.owing() == (seat,)
    effects = cheat.honest.receive(frame(cheat.signed(m.Resign())))
    assert cheat.honest.table.stage is Stage.RESULT
    outcome = cheat.honest.table.state.outcome
    assert (outcome.winner, outcome.reason.name) == (1 - seat, "RESIGNED")
    assert cheat.honest.table.state.next_match.leader == 1 - seat
    assert not any(isinstance(message, m.Refuse) for message in effects.send)


@both
@pytest.mark.parametrize("scene", ["deal", "shares"])
def test_who_has_looked_and_says_nothing_is_seen_to_owe(scene: str, seat: int) -> None:
    cheat = at(scene, seat)
    report = verify_file(cheat.hall.file(1 - seat))
    assert (report.verdict.label, report.owing, report.waits_for, report.culprit) == ("open", (seat,), scene, None)
