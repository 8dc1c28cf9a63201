"""Two of three in league: keys that they choose together, and what that gets them."""

from __future__ import annotations

from dataclasses import replace

from bura_p2p.conformance.hall import Hall
from bura_p2p.crypto import masking
from bura_p2p.crypto.group import ORDER
from bura_p2p.crypto.masking import HandKey, card_at, own_share, unmask
from bura_p2p.rules.builtin import CLOSED
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file

from .test_leaving import Company

SHUT = replace(CLOSED, name="shut", deck=20)
SECRET = 0x1234567890ABCDEF
LEAGUE = (1, 2)


def league(first: int, second: int) -> Hall:
    """A table of three at which seats 1 and 2 have committed to keys of these secrets; seat 0 is honest."""
    hall = Company(f"league {first == second}", SHUT)
    for seat in LEAGUE:
        hall.sessions[seat].keeps_back(Stage.COMMIT)
    hall.run(lambda hall: all(hall.sessions[seat].withheld for seat in LEAGUE) and not any(hall.mail.values()))
    for seat, secret in zip(LEAGUE, (first, second), strict=True):
        session, key = hall.sessions[seat], HandKey(secret)
        proof = masking.prove_own_key(session._maker.ctx, key, session._maker.entropy)
        session._secrets = replace(session._maker.begin_hand(), key=key, proof=proof)
        hall.note(seat, session.say(session._maker.commit(session._secrets)))
    return hall


def test_equal_keys_void_the_table() -> None:
    """Seen before any card is dealt; nobody is named, for nobody can tell whether one copied or both agreed."""
    hall = league(SECRET, SECRET).run()
    assert [session.table.stage for session in hall.sessions] == [Stage.VOID] * 3
    assert hall.events[0][-1] == e.Voided("keys_equal")
    report = verify_file(hall.file())
    assert (report.verdict, report.culprit) == (Verdict.VOID, None)


def test_keys_that_cancel_open_nothing_of_the_third() -> None:
    """x and −x: the deck is masked under the third's key alone. That shows the league's own cards, and no others."""
    hall = league(SECRET, ORDER - SECRET)
    hall.run(lambda hall: hall.table.stage in (Stage.ANNOUNCE, Stage.LEAD) and not any(hall.mail.values()))
    cards = hall.table.state.cards
    assert cards.joint == cards.keys[0].X
    keys = [hall.sessions[seat]._secrets.key.x for seat in LEAGUE]
    for masked in (*cards.held[0], *(card for at, card in enumerate(cards.deck) if at not in cards.shares)):
        for shares in ([], *([own_share(x, masked)] for x in keys), [own_share(x, masked) for x in keys]):
            assert card_at(unmask(masked, shares)) is None
    hall.run()
    assert hall.table.stage is Stage.COMPLETE
    assert verify_file(hall.file()).verdict is Verdict.FAIR
