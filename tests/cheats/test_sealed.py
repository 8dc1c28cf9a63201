"""Sealed sums and totals that are true, in league and out of it; claims that open nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.conformance.cheats.sealed import HANDS, RULES, SHUT, TRICK, sealing, winning
from bura_p2p.crypto.group import IDENTITY, ORDER
from bura_p2p.errors import Code
from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import frame
from tests.support.rogues import Liar, Setting, carry, liar

GIVEN = Setting(RULES, HANDS, "JD", Stage.POINTS, "B", TRICK)
"""B and C have each given a ten to A's ace of trumps: 31 points, and A alone will know."""
REACHED = replace(GIVEN, stage=Stage.TALLY, who="A")
SHORT = replace(REACHED, script=(*TRICK[:2], "C give KC"))
"""The same with a king from C: 25 points, where up to 33 could lie."""


def test_nothing_is_told_below_the_target() -> None:
    assert liar(SHORT).withheld == m.Pass()


def test_the_honest_sum_is_taken() -> None:
    """The liar's own pen writes what is true, so what is refused below is refused for the lie."""
    cheat = liar(GIVEN)
    cheat.says(sealing(cheat.session, 10))
    cheat.hall.run()
    assert cheat.honest.table.state.outcome.reason is Reason.REACHED


def test_two_sums_for_one_give() -> None:
    """Another body in the same place, be it as true: the same sum with another factor."""
    cheat = liar(GIVEN)
    first, second = (cheat.signed(sealing(cheat.session, 10, r=r)) for r in (5, 6))
    honest = cheat.honest
    kept = honest.receive(frame(first)).entries
    late = honest.receive(frame(second))
    assert [message.code for message in late.send] == [Code.EQUIVOCATION]
    stored = [e for effects in cheat.hall.effects[cheat.witness] for e in effects.entries]
    report = verify_file(cheat.file([*stored, *kept, *late.entries]))
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, cheat.seat)


def test_the_honest_total_wins() -> None:
    cheat = liar(REACHED)
    assert cheat.withheld.points == 20
    cheat.says(winning(cheat.session, 20))
    outcome = cheat.honest.table.state.outcome
    assert (outcome.winner, outcome.reason, outcome.claimed) == (cheat.seat, Reason.REACHED, (31, 31))


# --- allowed ---------------------------------------------------------------------------------------------------


def test_passing_although_the_points_are_reached() -> None:
    """Nobody else can know. It gains nothing: a win is worth the same later, and until then others can win.

    (Where the stake could rise in between it would gain: so no ruleset has both raises and sealed sums.)
    """
    cheat = liar(REACHED)
    cheat.says(m.Pass())
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    assert verify_file(cheat.hall.file(cheat.witness)).verdict is Verdict.FAIR


LEAGUE = replace(GIVEN, league="C")
"""B and C, in league, have both still to tell."""


@pytest.mark.parametrize("factors", [(5, ORDER - 5), (5, 5)], ids=["cancel", "equal"])
def test_givers_in_league_cannot_keep_the_winner_from_telling(factors: tuple[int, int]) -> None:
    """B and C choose their factors together: they cancel, or both sums are the same bytes."""
    cheat = liar(LEAGUE)
    for who, r in zip((cheat, cheat.friend("C")), factors, strict=True):
        who.says(sealing(who.session, 10, r=r))
    winner = cheat.seat_of("A")
    state = cheat.hall.sessions[winner].table.state
    first, second = state.cards.sealed[winner]
    assert (first == second) if factors == (5, 5) else (first.A + second.A == IDENTITY)
    assert (state.outcome.reason, state.outcome.claimed) == (Reason.REACHED, (31, 31))
    cheat.hall.run()
    assert verify_file(cheat.hall.file(winner)).verdict is Verdict.FAIR


# --- forks -----------------------------------------------------------------------------------------------------


def left_the_house(cheat: Liar, letter: str, kind: type) -> bool:
    """Whether a message of this type of that seat was ever carried or is on its way."""
    seat = cheat.seat_of(letter)
    on_its_way = [message for (sender, _), queue in cheat.hall.mail.items() if sender == seat for message in queue]
    sent = [message for sender, _, message in cheat.hall.carried if sender == seat] + on_its_way
    return any(isinstance(message, m.EntryFrame) and isinstance(decode_body(message.body).message(), kind)
               for message in sent if isinstance(message, m.EntryFrame) and message.seat == seat)  # fmt: skip


def test_a_total_is_held_back_until_all_tell_one_head() -> None:
    """B tells A one sum and C another: A, which has won on its head, shows nothing, and both stop, naming nobody."""
    cheat = liar(GIVEN)
    hall, a, b, c = cheat.hall, *(cheat.seat_of(letter) for letter in "ABC")
    for to, r in ((a, 5), (c, 6)):
        hall.mail[b, to].append(frame(cheat.signed(sealing(cheat.session, 10, r=r))))
        carry(hall, (b, to))
    assert hall.sessions[a].table.stage is Stage.RESULT
    assert any(isinstance(decode_body(e.body).message(), m.Win) for e in hall.sessions[a].entries())
    carry(hall, (a, c))
    assert not left_the_house(cheat, "A", m.Win)
    for seat in (a, c):
        assert hall.sessions[seat].closed
        assert [(event.code, event.seat) for event in hall.events[seat][-1:]] == [("forked", None)]
    report = verify_file(hall.file(a), [hall.file(c)])
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, b)


def test_a_total_waits_for_the_word_of_every_seat() -> None:
    """B says honestly what it gave, but not where it stands: the total waits, and leaves with B's word."""
    cheat = liar(GIVEN)
    hall, a, b = cheat.hall, cheat.seat_of("A"), cheat.seat
    effects = cheat.session.say(sealing(cheat.session, 10))
    words = [message for message in effects.send if isinstance(message, m.Have)]
    hall.note(b, replace(effects, send=tuple(message for message in effects.send if message not in words)))
    while any(hall.mail.values()):
        hall.deliver_one()
        for link, queue in hall.mail.items():
            if link[0] == b:
                words += [message for message in queue if isinstance(message, m.Have)]
                hall.mail[link] = type(queue)(message for message in queue if not isinstance(message, m.Have))
    assert hall.sessions[a].table.stage is Stage.RESULT
    assert not left_the_house(cheat, "A", m.Win)
    hall.note(a, hall.sessions[a].receive_have(b, words[0]))
    assert left_the_house(cheat, "A", m.Win)


# --- claims ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "led", "reason"),
    [
        (("AD 10D KD", "QS JS JC", "QC QH JH"), "AD 10D KD", Reason.CLAIM_RIGHT),
        (("JD QS KS", "JS QC KC", "JC QH KH"), "JD", Reason.CLAIM_WRONG),
    ],
    ids=["right", "wrong"],
)
def test_a_claim_that_open_cards_decide_opens_nothing(hands: tuple[str, ...], led: str, reason: Reason) -> None:
    """The lowest that can lie there is enough, or the highest is not: nobody has to show what it gave."""
    count = len(led.split())
    gives = [f"{who} give {' '.join(hand.split()[:count])}" for who, hand in zip("BC", hands[1:], strict=True)]
    cheat = liar(Setting(SHUT, hands, "10C", Stage.LEAD, "A", (f"A lead {led}", *gives)))
    cheat.says(m.Claim())
    cheat.hall.run()
    state = cheat.honest.table.state
    assert (state.outcome.winner is not None, state.outcome.reason) == (reason is Reason.CLAIM_RIGHT, reason)
    assert state.counts.given_opened == 0
    types = {decode_body(entry.body).type for entry in cheat.honest.entries()}
    assert not {14, 15} & types
    assert verify_file(cheat.hall.file(cheat.witness)).verdict is Verdict.FAIR
