"""Scripted hands at full tables: a constructed deal, and what each player says in turn.

Here: `play_script`, which plays lines such as `A lead AS` through real sessions. Never: a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from bura_p2p.conformance.hall import Hall, Scripted
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.rules.notation import parse_action
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.verify import Verdict, verify_file


def play_script(
    rules: Ruleset, hands: Sequence[str], turned: str, draws: str, script: Sequence[str], *, label: str = "script"
) -> tuple[Hall, dict[str, int]]:
    """One hand: A, who leads first, holds `hands[0]`, the next in turn order `hands[1]` and so on.

    Every line of the script is `letter action`; all are played, and all logs verify. Gives the hall and the
    letters' seats.
    """
    seats = len(hands)
    scripted = [Scripted(str(seat)) for seat in range(seats)]
    hall = Hall(label, ruleset=rules, seats=seats, players=scripted)
    stack(hall, hands, turned, draws)
    seat_of = dict(zip("ABCDEF", turn(hall), strict=False))
    for line in script:
        who, _, said = line.partition(" ")
        scripted[seat_of[who]].lines.append(parse_action(said))
    hall.run()
    assert not any(player.lines for player in scripted), "lines are left over"
    assert len({hall.file(seat) for seat in range(seats)}) == 1
    report = verify_file(hall.file())
    assert report.verdict is Verdict.FAIR
    return hall, seat_of
