"""What has happened in many hands, counted by name, and how often it should have.

Here: counting one turn, and the floors for a ruleset. Never: a check that a turn was right (`invariants`).

Names: `hands`, `turns`, `tricks`; `end <reason>`; `chosen <kind>`: claims, raises, declines and resignations of free
will; `announced`, `led`, `answered` with a combination (an answered one lies open, on a lead of as many cards);
`two <combination>`: announced, led against an announcement, or where combinations count in the trick put into one
trick by two; `two kinds at once`: announced; `over an announcement`: a higher one announced after a lower, or led
over it; `ceded`; `short stock` (once a hand): cards were left, but too few for all; `no legal lead`: somebody has no
card to answer with while others still hold some.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bura_p2p.rules.actions import Action, Announce, Answer, Cede, Claim, Decline, Lead, Pass, Raise, Resign
from bura_p2p.rules.calls import HEIGHT
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.position import Phase
from bura_p2p.rules.ruleset import Bura, Exhausted, Ruleset, Special, SpecialsWhen, Win
from tests.support.invariants import hands_stay_equal
from tests.support.walk import Turn, name_of

CHOSEN: Final = (Claim, Raise, Decline, Resign)
"""What nobody has to do."""

CARDS_OUT: Final = (Reason.CARDS_OUT, Reason.DRAW, Reason.SPLIT, Reason.DEAD)
"""The cards were played out, and nobody had won by playing."""

AUTOMATIC: Final = (Reason.REACHED, Reason.BURA, Reason.COMBINATION)
"""A win that the rules give without anybody's choosing to stop: the points where they win by themselves, a bura, a
hand that wins by being held or announced."""

FLOOR: Final = 100
"""How often everything of `expected` is to happen in 10,000 hands."""


def count_turn(counts: Counter[str], turn: Turn) -> None:
    """Add what this turn was."""
    counts["turns"] += 1
    if turn.bold:
        counts[f"chosen {_kind(turn.action)}"] += 1
    counts.update(_combinations(turn))
    counts["tricks"] += turn.step.trick is not None
    counts.update(_shortage(turn))
    outcome = turn.step.outcome
    if outcome is not None:
        counts["hands"] += 1
        counts[f"end {outcome.reason.label}"] += 1
        counts["equal totals"] += outcome.reason in {Reason.DRAW, Reason.SPLIT}


def _kind(action: Action) -> str:
    return type(action).__name__.lower()


def _combinations(turn: Turn) -> Iterator[str]:
    before, action = turn.before, turn.action
    match action:
        case Announce(what):
            yield f"announced {what}"
        case Cede():
            yield "ceded"
        case Lead(cards) | Answer(cards):
            name = name_of(before, cards)
            if name is not None:
                yield f"{'led' if isinstance(action, Lead) else 'answered'} {name}"
        case _:
            pass
    yield from _several(turn)


def _several(turn: Turn) -> Iterator[str]:
    """Combinations against each other, counted when the last of them is known."""
    before, after = turn.before, turn.step.position
    said = [str(what) for _, what in after.announced]
    heights = [HEIGHT[what] for _, what in after.announced]
    if before.phase is Phase.ANNOUNCE and after.phase is not Phase.ANNOUNCE:
        yield from {f"two {what}" for what in said if said.count(what) > 1}
        yield from ["two kinds at once"] * (len(set(said)) > 1)
        yield from ["over an announcement"] * any(one < two for one, two in pairwise(heights))
    elif before.phase is Phase.LEAD and isinstance(turn.action, Lead) and said:
        name = str(name_of(before, turn.action.cards))
        yield from [f"two {name}"] * (said.count(name) == 1)
        yield from ["over an announcement"] * (HEIGHT[Special(name)] > max(heights))
    if turn.step.trick is not None and before.ruleset.specials_when is SpecialsWhen.IN_TRICK:
        put = [name_of(before, play.shown) for play in turn.step.trick.plays]
        yield from {f"two {name}" for name in put if name is not None and put.count(name) > 1}


def _shortage(turn: Turn) -> Iterator[str]:
    """How a refill went: after a trick, or after the tally that some of these rules put between."""
    before, after, rules = turn.before, turn.step.position, turn.before.ruleset
    tallied = before.phase is Phase.TALLY and isinstance(turn.action, Pass)
    refilled = turn.step.outcome is None or turn.step.outcome.reason in CARDS_OUT
    if not (tallied or turn.step.trick) or not refilled or after.phase is Phase.TALLY:
        return
    sizes = [len(after.hands[seat]) for seat in after.order]
    wanted = sum(rules.hand - size for size in sizes) + len(turn.step.draws)
    # Where nobody draws from a short stock, it is short after every further trick: the first time counts.
    first = turn.step.trick is None or len(turn.step.trick.plays[0].cards) + min(sizes) >= rules.hand
    if 0 < len(before.stock) < wanted and (first or turn.step.draws):
        yield "short stock"
    if min(sizes) == 0 < max(sizes):
        yield "no legal lead"


# --- how often ---------------------------------------------------------------------------------------------


def expected(rules: Ruleset, seats: int) -> list[str]:
    """Everything that these rules have and that is to happen `FLOOR` times in 10,000 hands."""
    names = [*_expected_specials(rules, seats), *(f"announced {what}" for what in rules.instant)]
    if rules.instant:
        names += [f"two {rules.instant[0]}", "two kinds at once"]
    if rules.bura is Bura.WHOLE_HAND_ON_LEAD:
        names += ["led bura", "led molodka"]
    if (rules.win, seats) != (Win.AUTO, 2):
        # With two seats and 31 points that win at once the stock is never short: two or four cards would have to be
        # left, 32 be won, and the least that those are worth is 76; so one of the two has 38.
        names.append("short stock")
    if rules.exhausted is Exhausted.MOST_POINTS and (rules.win is not Win.AUTO or seats == 4):
        # Where 31 points win at once, only four seats can be equal (30 each); of two one has 60, of three 40.
        names.append("equal totals")
    if not hands_stay_equal(rules, seats):
        names.append("no legal lead")
    return names


def _expected_specials(rules: Ruleset, seats: int) -> Iterator[str]:
    """Two hands of three aces there cannot be; an answered combination counts where the rules say that it does."""
    in_trick = rules.specials_when is SpecialsWhen.IN_TRICK
    for what in rules.specials or rules.announced:
        yield f"answered {what}" if in_trick else f"announced {what}"
        yield f"led {what}"
        if what is not Special.THREE_ACES:
            yield f"two {what}"
    if rules.bura in {Bura.MUST_WIN_TRICK, Bura.PLAY_ENDS_ROUND} and not in_trick:
        yield "answered bura"
    if len(rules.specials) > 1 and not in_trick:
        yield "over an announcement"
        if seats > 2:
            yield "two kinds at once"
