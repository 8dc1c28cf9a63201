"""What the attacks share: a hand in which a false mix pays, who believes a lie, and the linear algebra of cards.

Here: scenes and judgements that work in this package and in a weakened copy of it alike. Never: a mistake (see
`weakened.py`), an attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bura_p2p.cards import Card
from bura_p2p.conformance.stacked import cards
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.masking import CARD_POINTS, MaskedCard, cards_to_bytes, prove_shares
from bura_p2p.log.entry import SignedEntry
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.crypto.forge import Forgery, Matrix, by_matrix, inverse, multiplied, transposed
from tests.support.cheat import Cheat, frame
from tests.support.rogues import Liar, Setting, liar

RULES = find_ruleset("georgian", match_to=0)
HELD = "JD QH 10S"
"""What the cheat really holds; hearts are trumps."""
SAME_SUM = "JH QH 10H"
"""As many ranks, suits and points in all, and three trumps."""
BEST = "AH 10H QH"
"""Three trumps that add up to something else."""

SETTINGS = {
    "A": Setting(RULES, (HELD, "AC AD KS"), "KH", Stage.LEAD, "A"),
    "B": Setting(RULES, ("AC KC QC", HELD), "KH", Stage.FOLLOW, "B", script=("A lead AC KC QC",)),
}
"""A is about to lead, and would win the hand at once by three trumps; B to answer three clubs, which it cannot beat
without them.
"""


def about_to_play(who: str) -> Liar:
    """The cheat before its play, with `HELD` in its hand."""
    return liar(SETTINGS[who])


# --- cards as vectors --------------------------------------------------------------------------------------


def vector(card: Card) -> list[int]:
    """The coordinates of a card on its three axes."""
    return [card.rank + 1, card.suit + 1, CARD_POINTS[card.rank]]


def exchanging(cheat: Cheat, wanted: str) -> Matrix:
    """M with e_j = Σᵢ M_ij·e'ᵢ where e is the cheat's hand of three, and e' opens to `wanted`."""
    held = cheat.maker.read(cheat.secrets, cheat.ciphers)
    have, want = ([vector(card) for card in each] for each in (held, cards(wanted)))
    return transposed(multiplied(have, inverse(want)))


def mixed_to(cheat: Cheat, wanted: str, **how: Any) -> Forgery:
    """A mix of the cheat's hand whose outputs open to `wanted`; `how` says what the forger claims."""
    M = exchanging(cheat, wanted)
    forgery = by_matrix(cheat.secrets.key.X, cheat.ciphers, M, label=Label.HAND, ctx=cheat.ctx, **how)
    assert cheat.maker.read(cheat.secrets, forgery.statement.e_) == cards(wanted)
    return forgery


def play_of(cheat: Cheat, outputs: Sequence[MaskedCard], proof: bytes, count: int = 3) -> m.Lead | m.Answer:
    """A play of the first `count` of `outputs`, rightly opened."""
    kind = m.Answer if cheat.table.stage is Stage.FOLLOW else m.Lead
    key = cheat.secrets.key
    opened = prove_shares(Label.OPEN, cheat.ctx, key, outputs[:count], cheat.entropy)
    return kind(cards_to_bytes(outputs), proof, *opened)


# --- where a lie is believed -------------------------------------------------------------------------------


def believed(cheat: Cheat, lie: m.EntryMessage | SignedEntry, mute: Stage | None = None) -> list[e.Event]:
    """The lie is taken by every table and by a stranger; what the honest side heard of it, all mail carried.

    `mute` is the stage in which the cheat keeps back its next forced entry.
    """
    signed = lie if isinstance(lie, SignedEntry) else cheat.signed(lie)
    hall, honest = cheat.hall, cheat.honest
    before = len(hall.events[honest.seat])
    cheat.session.keeps_back(mute)
    for session in (cheat.session, *[other for other in hall.sessions if other is not cheat.session]):
        effects = session.receive(frame(signed))
        hall.note(session.seat, effects)
        assert not any(isinstance(message, m.Refuse) for message in effects.send)
    while any(hall.mail.values()):
        hall.deliver_one()
    assert signed in honest.entries()
    report = verify_file(hall.file(honest.seat))
    assert report.culprit is None, report.reason
    assert report.verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT, Verdict.FAIR, Verdict.VOID)
    return hall.events[honest.seat][before:]


def pays(cheat: Cheat, lie: m.Lead | m.Answer) -> None:
    """The lie is believed, and with it the cheat wins the hand at once, or takes the trick."""
    assert not any(isinstance(event, e.Refused) for event in believed(cheat, lie))
    events = cheat.hall.events[cheat.honest.seat]
    cheat.hall.run(lambda hall: any(isinstance(event, e.TrickTaken | e.HandOver) for event in events))
    first = next(event for event in events if isinstance(event, e.TrickTaken | e.HandOver))
    assert (first.winner if isinstance(first, e.HandOver) else first.seat) == cheat.seat
