"""Golden playthroughs: a hand of every ruleset through full sessions, with what each seat saw, as text.

    python -m tests.support.golden           write tests/golden/*.txt anew
    python -m tests.support.golden --check   only compare; status 1 on any difference

Here: the hands that are kept, how they are played and written down. Never: bytes of the protocol (those are vectors):
a golden text changes only when the game, or what a seat may see of it, does. Seats are letters in turn order: A leads
first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from bura_p2p.cards import deck
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.deal import deal_order, stock_positions, turned_position
from bura_p2p.rules.notation import format_action, format_hand
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table import events as e
from bura_p2p.table.view import View

FOLDER = Path(__file__).parents[1] / "golden"

HANDS: dict[str, tuple[str, int, dict[str, object], int]] = {
    "georgian": ("georgian", 2, {}, 22),
    "georgian-5": ("georgian-5", 2, {}, 23),
    "georgian-pairs": ("georgian-pairs", 4, {}, 7),
    "classic": ("classic", 2, {}, 9),
    "russian-2": ("russian", 2, {}, 23),
    "russian-3": ("russian", 3, {}, 9),
    "russian-6": ("russian", 6, {}, 9),
    "closed-2": ("closed", 2, {}, 22),
    "closed-4": ("closed", 4, {}, 10),
    "russian-32-2": ("russian-32", 2, {}, 23),
    "russian-32-5": ("russian-32", 5, {}, 9),
    "kozel-2": ("kozel", 2, {}, 25),
    "kozel-5": ("kozel", 5, {}, 12),
    "western-2": ("western", 2, {}, 14),
    "western-in-trick-3": ("western", 3, {"special_sets": "in_trick"}, 10),
    "telegram-2": ("telegram", 2, {}, 22),
    "telegram-3": ("telegram", 3, {}, 24),
    "georgian-maliutka": ("georgian", 2, {"maliutka": "anytime", "points_shown": True}, 21),
}
"""File name to (ruleset, seats, options, number): the number orders the deck and drives the players."""


def player(number: int) -> Callable[[View], a.Action]:
    """Plays cards, and now and then does something else that is open to it; never resigns."""
    generator = Random(number)

    def choose(view: View) -> a.Action:
        cards = [action for action in view.legal if isinstance(action, a.Lead | a.Answer | a.Give)]
        others = [action for action in view.legal if action not in cards]
        sets = [action for action in cards if len(action.cards) > 1 or isinstance(action, a.Answer)]
        if others and (not cards or generator.random() < 0.08):
            return generator.choice(others)
        return generator.choice(sets if sets and generator.random() < 0.7 else cards)

    return choose


def biased_deck(rules: Ruleset, seats: int, number: int) -> tuple[list[str], str, str]:
    """Hands in turn order, the turned card, the draws: at random, but trumps, aces and suits lie close together."""
    generator = Random(number)
    order = tuple(range(seats))
    cards = sorted(deck(rules.deck), key=lambda card: generator.random() + 0.25 * card.suit + 0.1 * card.rank)
    dealt = deal_order(rules, order, 0)
    places = [at for seat in order for at, owner in enumerate(dealt) if owner == seat]
    laid = dict(zip([*places, turned_position(rules, seats)], cards, strict=False))
    rest = cards[len(laid) :]
    generator.shuffle(rest)
    laid |= dict(zip(stock_positions(rules, seats)[:-1], rest, strict=True))
    hands = [format_hand([laid[at] for at, owner in enumerate(dealt) if owner == seat]) for seat in order]
    draws = format_hand([laid[at] for at in stock_positions(rules, seats)[:-1]])
    return hands, str(laid[turned_position(rules, seats)]), draws


def _shown(event: e.Event, key: str, value: object, name: dict[int | None, str]) -> object:
    """A field with letters for seats, and in an order that no chance of the mathematics decides."""
    if key in ("order", "left", "stopped"):
        return sorted(name[seat] for seat in value)
    if key in ("totals", "score", "chips"):
        return dict(sorted((name[seat], points) for seat, points in enumerate(value)))
    if key == "sums":
        return dict(sorted((name[seat], points) for seat, points in value))
    if key == "cards" and isinstance(value, list):
        return " ".join(sorted(value))
    by_seat = key in {"seat", "owner", "leader", "dealer", "winner"} or (key == "to" and isinstance(event, e.Ceded))
    return name[value] if by_seat else value


def _event_line(event: e.Event, name: dict[int | None, str]) -> str:
    told = e.to_json(event)
    parts = [
        f"{key}={_shown(event, key, value, name)}"
        for key, value in told.items()
        if key != "event" and value not in (None, [], "")
    ]
    return f"{told['event']} {' '.join(parts)}".replace("'", "").rstrip()


def _public(hall: Hall, told: int, name: dict[int | None, str]) -> list[str]:
    """The events since number `told`, but for what one seat alone sees, and for whose turn it was to shuffle."""
    return [
        _event_line(event, name) for event in hall.events[0][told:] if not isinstance(event, e.Held | e.Shuffled)
    ]


def _view_line(view: View) -> str:
    parts = [f"held {format_hand(view.held) or '-'}"]
    if view.given:
        parts.append(f"given {format_hand(sorted(view.given))}")
    if view.own_points is not None:
        parts.append(f"points {view.own_points}")
    if view.legal:
        parts.append("may " + "; ".join(map(format_action, view.legal)))
    return ", ".join(parts)


def playthrough(key: str) -> str:
    """One hand, as text: every public event, and under it each seat's view where it has changed."""
    ruleset, seats, options, number = HANDS[key]
    rules = find_ruleset(ruleset, **options)
    players = [player(0)] * seats
    hall = Hall(f"golden {key}", ruleset=rules, seats=seats, players=players)
    stack(hall, *biased_deck(rules, seats, number))
    order = turn(hall)
    name: dict[int | None, str] = dict(zip(order, "ABCDEF", strict=False))
    for place, seat in enumerate(order):
        hall.players[seat] = player(10 * number + place)
    lines, told = [f"{key}: {ruleset}, {seats} seats, {options or 'no options'}"], len(hall.events[0])
    seen: dict[int, str] = {}
    while hall.step():
        if any(hall.mail.values()):
            continue
        lines += _public(hall, told, name)
        told = len(hall.events[0])
        for seat in order:
            line = _view_line(hall.sessions[seat].view())
            if seen.get(seat) != line:
                lines.append(f"    {name[seat]}: {line}")
                seen[seat] = line
    return "\n".join([*lines, *_public(hall, told, name)]) + "\n"


def main() -> int:
    wrong = 0
    for key in HANDS:
        path, text = FOLDER / f"{key}.txt", playthrough(key)
        if "--check" in sys.argv:
            wrong += not path.exists() or path.read_text("utf-8") != text
        else:
            path.write_text(text, "utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
