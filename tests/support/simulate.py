"""Thousands of hands of every ruleset on the rules alone, each looked at after every action; and a report.

    python -m tests.support.simulate [--hands 10000] [--rules ID ...] [--no-options] [--jobs N] [--json]

10,000 hands of all rulesets and numbers of seats take half an hour of one core, the options a quarter more.

Every hand is played at all seats at once (`walk`) and checked after every action (`invariants`). Every second one is
dealt fairly; the others are biased so that what is rare happens (`deals`). Beside them go whole matches, livelier and
with a second book of dealers, leaders and chips (`matches`); of these nothing is counted below.

What the figures mean, and what fails (exit 1):

- any check that does not hold, or a hand that does not end in `MOST_TURNS` actions;
- `chosen`: claims, raises, declines and resignations, in % of all turns; over 1 % fails. An announced combination, a
  ceded lead and an accepted raise are none of them. Where points win by themselves ("As soon as a player reaches 31,
  the game is over") the winner's client says so without being asked: that is not chosen either;
- `cards out`: all cards were played and nobody had won before: most points, equal points, or a dead hand;
- `automatic`: the rules ended the hand, nobody stopped it: 31 points where they win by themselves, a bura, a hand
  that wins by being held or announced. Together with `cards out` under 60 % fails;
- `claims`, `given up`: the rest, ended by a claim, right or wrong; by a decline or a resignation;
- what a ruleset has (its combinations announced, led and where that counts answered, two of a kind, one over another,
  equal totals, a short stock, no legal lead) under 100 times in 10,000 hands fails (fewer hands: in proportion);
  `counts.expected` lists it and says what there cannot be.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.match import Match
from bura_p2p.rules.ruleset import MATCH_LENGTHS, Ruleset
from tests.support.counts import AUTOMATIC, CARDS_OUT, CHOSEN, FLOOR, count_turn, expected
from tests.support.deals import biased, fair
from tests.support.invariants import check_settled, check_turn
from tests.support.matches import play_match
from tests.support.walk import walk

BOLDNESS: Final = 0.007
MOST_CHOSEN: Final = 0.01
LEAST_PLAYED_OUT: Final = 0.6
MOST_TURNS: Final = 400
HANDS_PER_MATCH: Final = 40
"""One match for as many single hands."""

OPTIONS: Final = {
    "western in_trick": find_ruleset("western", special_sets="in_trick"),
    "russian takes_pot right": find_ruleset("russian", three_aces="takes_pot", first_lead="right"),
    "closed no molodka": find_ruleset("closed", molodka="off"),
    "georgian anytime": find_ruleset("georgian", maliutka="anytime"),
    "georgian shown": find_ruleset("georgian", points_shown=True),
    "georgian-5 anytime down": find_ruleset("georgian-5", maliutka="anytime", give_face="down"),
    "georgian-pairs anytime down": find_ruleset("georgian-pairs", maliutka="anytime", give_face="down"),
}
"""Options that change the play, several at once where they do not touch each other."""

TABLES: Final = {
    f"{name}, {seats}": (rules, seats)
    for name, rules in (*RULESETS.items(), *OPTIONS.items())
    for seats in range(rules.players[0], rules.players[1] + 1)
}
"""Every ruleset with every number of seats, by name; the options behind them."""


@dataclass
class Row:
    """What happened at one table, and what went wrong."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def share(self, names: Iterable[str], of: str) -> float:
        """Of all `of`, those counted under `names`."""
        return sum(self.counts[name] for name in names) / max(1, self.counts[of])

    @property
    def chosen(self) -> float:
        """The share of turns that nobody had to make so."""
        return self.share([f"chosen {kind.__name__.lower()}" for kind in CHOSEN], "turns")

    def ended(self, reasons: Iterable[Any]) -> float:
        """The share of hands that ended for one of these reasons."""
        return self.share([f"end {reason.label}" for reason in reasons], "hands")

    @property
    def played_out(self) -> float:
        """The share of hands that reached the end of the cards or an automatic win."""
        return self.ended((*CARDS_OUT, *AUTOMATIC))

    def shortfalls(self) -> Iterator[str]:
        """One sentence for every floor that was missed."""
        yield from self.faults
        hands = self.counts["hands"]
        if self.chosen > MOST_CHOSEN:
            yield f"{self.name}: {self.chosen:.2%} of the turns were chosen"
        if self.played_out < LEAST_PLAYED_OUT:
            yield f"{self.name}: only {self.played_out:.0%} of the hands were played out"
        for what in expected(*TABLES[self.name]):
            if self.counts[what] < FLOOR * hands // 10_000:
                yield f"{self.name}: '{what}' happened only {self.counts[what]} times in {hands} hands"

    def as_json(self) -> dict[str, Any]:
        """The row as plain values."""
        counts = dict(sorted(self.counts.items()))
        return {"table": self.name, "chosen": self.chosen, "played_out": self.played_out, "counts": counts}


# --- playing -----------------------------------------------------------------------------------------------


def play_hands(name: str, first: int, count: int) -> Row:
    """Hands number `first` and on of this table, and the matches that belong to them."""
    row = Row(name)
    rules, seats = TABLES[name]
    for number in range(first, first + count):
        try:
            _play_hand(row, rules, seats, number)
            if number % HANDS_PER_MATCH == 0:
                _play_match(row, rules, seats, number)
        except Exception as error:  # noqa: BLE001 (whatever it is, it is a fault of this hand, and the report goes on)
            row.faults.append(f"{name}: hand {number}: {type(error).__name__}: {error}")
    return row


def _play_hand(row: Row, rules: Ruleset, seats: int, number: int) -> None:
    tape = random.Random(f"{row.name}, hand {number}")
    order = tape.sample(range(seats), seats)
    match = Match.start(rules, order, tape.choice(order))
    deal = (biased if number % 2 else fair)(tape, match)
    tricks = 0
    for turns, turn in enumerate(walk(tape, match, deal, BOLDNESS)):
        assert turns < MOST_TURNS, "every hand ends"
        check_turn(turn)
        count_turn(row.counts, turn)
        tricks += turn.step.trick is not None
        if turn.step.outcome is not None:
            check_settled(match, turn.step.outcome)
    row.counts[f"hands of {tricks} tricks"] += 1


def _play_match(row: Row, rules: Ruleset, seats: int, number: int) -> None:
    tape = random.Random(f"{row.name}, match {number}")
    if rules.raises:
        rules = replace(rules, match_to=tape.choice(MATCH_LENGTHS))
    play_match(tape, rules, seats, row.counts)


CHUNK: Final = 200


def simulate(names: Sequence[str], hands: int, jobs: int) -> list[Row]:
    """Every table played, on `jobs` processes."""
    rows = {name: Row(name) for name in names}
    chunks = [(name, at, min(CHUNK, hands - at)) for name in names for at in range(0, hands, CHUNK)]
    with multiprocessing.Pool(jobs) as pool:
        for part in pool.imap_unordered(_chunk, chunks):
            rows[part.name].counts.update(part.counts)
            rows[part.name].faults += part.faults
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return list(rows.values())


def _chunk(chunk: tuple[str, int, int]) -> Row:
    return play_hands(*chunk)


# --- telling -----------------------------------------------------------------------------------------------

CLAIMS: Final = ("claim_right", "claim_wrong")
GIVEN_UP: Final = ("declined", "resigned", "void")


def report(rows: Sequence[Row]) -> str:
    """The tables of figures as text."""
    head = "table, seats                     hands  tricks (from-to)   cards out  automatic  claims  given up  chosen"
    lines = [head, *map(_line, rows)]
    lines += ["", "what happened (times)"]
    lines += [f"{row.name}: {_happened(row)}" for row in rows]
    lines += ["", "matches"]
    lines += [f"{row.name}: {_matches(row)}" for row in rows]
    return "\n".join(lines)


def _line(row: Row) -> str:
    tricks = sorted(int(name.split()[2]) for name in row.counts if name.startswith("hands of "))
    mean = row.counts["tricks"] / max(1, row.counts["hands"])
    shares = [row.ended(CARDS_OUT), row.ended(AUTOMATIC)]
    shares += [row.share([f"end {name}" for name in names], "hands") for names in (CLAIMS, GIVEN_UP)]
    return (
        f"{row.name:30} {row.counts['hands']:7} {mean:7.1f} ({tricks[0]}-{tricks[-1]})".ljust(57)
        + " {:9.1%}  {:9.1%} {:7.1%} {:9.1%}".format(*shares)
        + f" {row.chosen:7.2%}"
    )


def _happened(row: Row) -> str:
    hidden = ("hands", "turns", "tricks", "chosen", "match")
    shown = {name: number for name, number in sorted(row.counts.items()) if not name.startswith(hidden) and number}
    chosen = {name: number for name, number in sorted(row.counts.items()) if name.startswith("chosen")}
    return ", ".join(f"{name} {number}" for name, number in (shown | chosen).items())


def _matches(row: Row) -> str:
    names = sorted(name for name, number in row.counts.items() if name.startswith("match") and number)
    return ", ".join(f"{name.removeprefix('match ')} {row.counts[name]}" for name in names)


def main() -> int:
    """The command; 0 if every floor was reached."""
    parser = argparse.ArgumentParser(description="Play many hands on the rules alone and check every one.")
    parser.add_argument("--hands", type=int, default=10_000, help="hands for each ruleset and number of seats")
    parser.add_argument("--rules", action="append", help="only tables whose name begins so (more than once: any)")
    parser.add_argument("--no-options", action="store_true", help="only the rulesets as they ship")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the tables")
    chosen = parser.parse_args()
    names = [name for name, (rules, _) in TABLES.items() if rules in RULESETS.values() or not chosen.no_options]
    names = [name for name in names if not chosen.rules or name.startswith(tuple(chosen.rules))]
    rows = simulate(names, chosen.hands, chosen.jobs)
    shortfalls = [sentence for row in rows for sentence in row.shortfalls()]
    if chosen.json:
        print(json.dumps({"rows": [row.as_json() for row in rows], "shortfalls": shortfalls}))
    else:
        print(report(rows))
        print("\n".join(["", *shortfalls, f"{len(rows)} tables, {len(shortfalls)} floors missed"]))
    return 1 if shortfalls or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
