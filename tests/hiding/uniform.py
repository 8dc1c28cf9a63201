"""Whether every card comes to every place: what is counted, and shufflers that are not fair.

Here: decks by three ways, the counts, their p-values. Never: a permutation of its own that is fair.

- *drawn*: `random_permutation`, which is what a session draws when its turn to shuffle comes, once for each shuffler,
  one after the other; nothing is masked.
- *masked*: `shuffle` itself with such permutations, both masks and both proofs; then every card is opened with both
  hand keys. That the deck is what the permutations say is checked every time, so *drawn* tells of real decks.
- *played*: two whole sessions up to the deal, with every message, signature and check of both.
- *seated*: how a table makes places and the first leader of all nonces; all but one of these always the same.

Of a position the cards are counted (chi-square, one degree of freedom less than cards); of two places, how far apart
their cards lie in the start deck (the same, without zero), which finds shufflers that keep neighbours together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bura_p2p.cards import deck as deck_of
from bura_p2p.crypto.challenge import Label, context
from bura_p2p.crypto.group import Entropy
from bura_p2p.crypto.identity import Identity
from bura_p2p.crypto.masking import HandKey, card_at, own_share, start_deck, unmask
from bura_p2p.crypto.shuffle import random_permutation, shuffle
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.deal import turned_position
from bura_p2p.rules.match import Match
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.session import Session
from bura_p2p.table.closing import _seat_players
from bura_p2p.table.phases import Stage
from bura_p2p.table.state import State
from tests.hiding.stats import chi_square

Order = Sequence[int]
"""Of each position of the shuffled deck, the place in the start deck."""

Shuffler = Callable[[int, Entropy], Order]


# --- shufflers that are not fair ----------------------------------------------------------------------------


def _swaps(N: int, other: Callable[[int], int]) -> Order:
    """Fisher-Yates, with any choice of the other place."""
    order = list(range(N))
    for last in range(N - 1, 0, -1):
        at = other(last)
        order[last], order[at] = order[at], order[last]
    return order


def _below(limit: int, entropy: Entropy) -> int:
    return int.from_bytes(entropy(8), "big") % limit


def sattolo(N: int, entropy: Entropy) -> Order:
    """Never the place itself (Sattolo's algorithm): one cycle, so no card stays where it is."""
    return _swaps(N, lambda last: _below(last, entropy))


def never_last(N: int, entropy: Entropy) -> Order:
    """One place too few: the last card stays last."""
    return [*_swaps(N - 1, lambda last: _below(last + 1, entropy)), N - 1]


def one_byte(N: int, entropy: Entropy) -> Order:
    """The rest of one byte: 256 is no multiple of most numbers."""
    return _swaps(N, lambda last: entropy(1)[0] % (last + 1))


def any_place(N: int, entropy: Entropy) -> Order:
    """With any place each time, not only those that are left."""
    return _swaps(N, lambda last: _below(N, entropy))


def cut(N: int, entropy: Entropy) -> Order:
    """The deck is only cut: every card comes to every place, but the neighbours stay."""
    at = _below(N, entropy)
    return [*range(at, N), *range(at)]


UNFAIR: dict[str, Shuffler] = {
    "never moves a card to itself": sattolo,
    "never moves the last card": never_last,
    "takes the rest of one byte": one_byte,
    "swaps with any place": any_place,
    "only cuts": cut,
}


# --- decks --------------------------------------------------------------------------------------------------


def then(first: Order, second: Order) -> Order:
    """The deck after `second` has shuffled what `first` left."""
    return [first[at] for at in second]


def drawn(N: int, entropy: Entropy, shufflers: Sequence[Shuffler] = (random_permutation,) * 2) -> Order:
    """One deck by permutations alone."""
    order: Order = range(N)
    for shuffler in shufflers:
        order = then(order, shuffler(N, entropy))
    return order


def masked(N: int, entropy: Entropy) -> Order:
    """One deck by two shuffles with masks and proofs, opened with both keys."""
    cards, keys = deck_of(36)[36 - N :], [HandKey.generate(entropy) for _ in range(2)]
    joint, order = keys[0].X + keys[1].X, range(N)
    now = start_deck(cards, joint)
    for seat, key in enumerate(keys):
        ctx = context(entropy(32), 1, 3 + seat, seat, entropy(32))
        psi = random_permutation(N, entropy)
        now, _ = shuffle(Label.DECK, ctx, joint, now, psi, key.x, entropy)
        order = then(order, psi)
    opened = [card_at(unmask(card, [own_share(key.x, card) for key in keys])) for card in now]
    assert opened == [cards[at] for at in order]
    return order


@dataclass(frozen=True)
class Deal:
    """A deal by two sessions: the deck, the place of the turned trump, the seat that leads."""

    order: Order
    turned: int
    leader: int


def played(rules: Ruleset, entropy: Entropy) -> Deal:
    """One deal by two sessions."""
    identities = [Identity.generate(entropy) for _ in range(2)]
    publics = [identity.public for identity in identities]
    sessions = [
        Session(seat=seat, identity=each, identities=publics, ruleset=rules, name="", entropy=entropy)
        for seat, each in enumerate(identities)
    ]
    mail = [(1 - seat, message) for seat, session in enumerate(sessions) for message in session.start().send]
    while mail and sessions[0].table.stage is not Stage.LEAD:
        seat, message = mail.pop(0)
        mail += [(1 - seat, answer) for answer in sessions[seat].receive(message).send]
    state = sessions[0].table.state
    keys = [session._secrets.key for session in sessions]
    opened = [card_at(unmask(card, [own_share(key.x, card) for key in keys])) for card in state.cards.deck]
    start = list(deck_of(rules.deck))
    order = [start.index(card) for card in opened]
    assert state.position.trump_card == opened[state.cards.turned_position]
    return Deal(order, state.cards.turned_position, state.match.leader)


def seated(seats: int, entropy: Entropy, fresh: int = -1) -> Order:
    """The seats from the first leader on, where only one seat's nonce is fresh: by default the last one's."""
    rules = find_ruleset("russian")
    state = State(tuple(bytes([seat]) * 32 for seat in range(seats)), ruleset=rules, table_id=bytes(range(32)))
    state.match = Match.start(rules, range(seats), 0)
    nonces = [bytes(32)] * seats
    nonces[fresh] = entropy(32)
    _seat_players(state, nonces)
    assert state.match.leader == state.match.order[0]
    return state.match.order


# --- counts -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    """How often what came where, in `decks` decks of N cards, the trump turned at position `turned`."""

    name: str
    N: int
    turned: int
    decks: int
    places: tuple[Counter[int], ...]
    apart: dict[str, Counter[int]]

    @cached_property
    def p_values(self) -> dict[str, float]:
        """By name: every position, and the pairs of places. Chi-square holds from about five of each expected on."""
        if self.decks < 5 * self.N:
            raise ValueError(f"{self.decks} decks of {self.N} cards are too few to count")
        rows = [[place[card] for card in range(self.N)] for place in self.places]
        found = {f"position {at}": chi_square(row)[1] for at, row in enumerate(rows)}
        for name, counts in self.apart.items() if self.N > 2 else ():
            found[name] = chi_square([counts[far] for far in range(1, self.N)])[1]
        return found

    @property
    def corrected(self) -> float:
        """The least p, times how many there are (Bonferroni)."""
        found = self.p_values
        return min(1.0, min(found.values()) * len(found))

    def __str__(self) -> str:
        found = self.p_values
        least = min(found, key=found.__getitem__)
        return (
            f"{self.name:36} {self.N:5} {self.decks:7}  {found[f'position {self.N - 1}']:8.1e}"
            f"  {found[f'position {self.turned}']:8.1e}  {len(found):5}  {found[least]:8.1e} {least:14}"
            f"  {self.corrected:9.1e}"
        )


HEAD = (
    f"{'shuffled':36} {'cards':>5} {'decks':>7}  {'last: p':>8}  {'trump: p':>8}  {'tests':>5}"
    f"  {'least p':>8} {'where':14}  {'corrected':>9}"
)


def count(name: str, N: int, turned: int, decks: Iterable[Order]) -> Counted:
    """Count these decks."""
    places: tuple[Counter[int], ...] = tuple(Counter() for _ in range(N))
    pairs = {"first two": (0, 1), "trump and last": (turned, N - 1)}
    apart: dict[str, Counter[int]] = {pair: Counter() for pair in pairs}
    total = 0
    for order in decks:
        total += 1
        for place, card in zip(places, order, strict=True):
            place[card] += 1
        for pair, (one, two) in pairs.items():
            apart[pair][(order[two] - order[one]) % N] += 1
    return Counted(name, N, turned, total, places, apart)


RULES = {20: find_ruleset("georgian"), 32: find_ruleset("russian-32"), 36: find_ruleset("classic")}
"""Rulesets by the size of their deck."""


def turned_at(N: int) -> int:
    """Where the turned trump lies, with two seats."""
    return turned_position(RULES[N], 2)
