"""Deliveries at a larger table that are no lie: late, out of order, to some seats only."""

from __future__ import annotations

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.scenes import THREE
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m


def without_a_commitment() -> tuple[Hall, m.EntryFrame]:
    """A table of three that goes on as far as it can while seat 2 is not given the commitment of seat 0; and that."""
    hall = Hall("delivery", ruleset=THREE.rules, seats=3, players=[card_player(seat) for seat in range(3)])
    queue = hall.mail[0, 2]

    def committed(hall: Hall) -> bool:
        return bool(queue) and hall.sessions[0].table.stage is Stage.COMMIT and isinstance(queue[-1], m.EntryFrame)

    hall.run(committed)
    kept = queue.pop()
    hall.run(lambda hall: not any(hall.mail.values()))
    return hall, kept


def test_an_entry_that_only_one_seat_is_given() -> None:
    """The other waits for it, whatever else it is told: it shows no share, and nobody is named."""
    hall, kept = without_a_commitment()
    waits = hall.sessions[2]
    assert waits.table.stage is Stage.COMMIT
    assert waits.table.owing() == (0,)
    assert not waits.closed
    report = verify_file(hall.file(2))
    assert (report.verdict, report.culprit, report.owing) == (Verdict.OPEN, None, (0,))
    hall.note(2, waits.receive(kept, 0))
    assert verify_file(hall.run().file(2)).verdict is Verdict.FAIR


def test_an_entry_that_comes_after_its_successor() -> None:
    """It is kept until its round is open: the game goes on as if nothing had been."""
    hall, commitment = without_a_commitment()
    assert [session.table.stage for session in hall.sessions] == [Stage.REVEAL, Stage.REVEAL, Stage.COMMIT]
    hall.note(2, hall.sessions[2].receive(commitment, 0))
    hall.run(lambda hall: not any(hall.mail.values()))
    assert len({session.table.head for session in hall.sessions}) == 1
    assert hall.sessions[2].table.stage is not Stage.REVEAL
    assert verify_file(hall.run().file(2)).verdict is Verdict.FAIR
