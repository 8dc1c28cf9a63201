"""Hidden stays hidden: nothing of a seat's secrets in anything that another seat has, at any moment of many hands.

What is searched: every frame that another seat received (its bytes, and every text in it), its view, its events,
its lines on both screens, and the raw files of its store. What is looked for: the x-coordinate of every hidden card's
point (32 bytes, so both encodings are covered), hand key, nonce until it is revealed, permutation of the deck, and
the card's text. A text of two letters occurs by chance in random bytes, so it is looked for in what is text: strings,
views, events, lines, and in the store with its point. The same search must find all of it in the owner's own store.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player, random_player
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import Scalar, multiply
from bura_p2p.crypto.masking import card_point, read_sealed_points
from bura_p2p.net.driver import Update
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import GiveFace, Ruleset, Win
from bura_p2p.session.effects import Effects
from bura_p2p.store import Store
from bura_p2p.table.events import to_json
from bura_p2p.table.phases import Stage
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.machine import MachineScreen
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_link, unpack_strict

GAMES, HANDS = 10, 5


def x_of(card: Card) -> bytes:
    return card_point(card).to_bytes()[1:]


def texts(value: object) -> Iterator[str]:
    """Every text in a value, however deep; cards as people write them."""
    if isinstance(value, Card):
        yield str(value)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def strings_in(frame: bytes) -> Iterator[str]:
    """Every msgpack text in a frame and in the body that it carries."""
    value = unpack_strict(frame)
    yield from texts(value)
    if value[0] == 6:
        yield from texts(unpack_strict(value[1][1]))


def names_card(text: str, card: Card) -> bool:
    return re.search(rf"(?<![0-9A-Z]){card}(?![0-9A-Z])", text) is not None


@dataclass
class Hidden:
    """What a seat must keep to itself at one moment."""

    cards: tuple[Card, ...]
    blobs: dict[str, bytes]


class Watched(Hall):
    """A hall whose seats have real stores and screens, searched after every step."""

    def __init__(self, folder: Path, label: str, **options) -> None:
        super().__init__(label, **options)
        self.seats = range(len(self.sessions))
        self.stores = [Store.open(folder / f"seat{seat}") for seat in self.seats]
        publics = [identity.public for identity in self.identities]
        names = ("",) * len(self.seats)
        self.games = [
            store.begin_game(seat=seat, ruleset=self.ruleset.name, identities=publics, names=names, started=1.0)
            for seat, store in enumerate(self.stores)
        ]
        self.screens = [[PlainScreen(seat, Faces()), MachineScreen(seat)] for seat in self.seats]
        self.traffic = [bytearray() for _ in self.seats]
        self.fresh: list[list[str]] = [[] for _ in self.seats]
        self.permutations: list[bytes | None] = [None for _ in self.seats]
        self.looked = dict.fromkeys(("cards", "key", "nonce", "permutation", "events", "sums"), 0)
        self.gone: list[tuple[int, bytes]] = []

    def note(self, seat: int, effects: Effects) -> None:
        self.stores[seat].commit(
            self.games[seat], effects.entries, secrets=effects.secrets, erase=effects.erase, now=2.0
        )
        for _, kind, value in effects.secrets:
            if kind == "permutation":
                self.permutations[seat] = value
        if effects.erase:
            self.gone.append((seat, self.permutations[seat]))
            self.permutations[seat] = None
        for message in effects.send:
            frame = encode_link(message)
            for other in self.others(seat):
                self.traffic[other] += frame
                self.fresh[other] += strings_in(frame)
        super().note(seat, effects)
        self.show(seat, effects)
        if effects.events or len(self.seats) == 2:  # at larger tables, when a round has closed
            self.search()

    def others(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def show(self, seat: int, effects: Effects) -> None:
        view = self.sessions[seat].view()
        for screen in self.screens[seat]:
            self.fresh[seat] += screen.show(Update(1, effects.events, view))
        self.fresh[seat] += [json.dumps(to_json(event)) for event in effects.events]
        self.fresh[seat] += texts(view)
        state = self.table.state
        self.fresh[seat] += map(repr, (view, effects, self.sessions[seat], state.position, state.cards))

    def hidden(self, seat: int) -> Hidden:
        session = self.sessions[seat]
        view, secrets = session.view(), session._secrets
        turned = view.position.trump_card if view.position else None
        cards = tuple(card for card in (*view.held, *view.given) if card != turned)
        blobs = {}
        if secrets is not None:
            blobs["key"] = secrets.key.to_bytes()
            if not any(secrets.nonce in entry.body for entry in session.entries()):
                blobs["nonce"] = secrets.nonce
        if self.permutations[seat] is not None:
            blobs["permutation"] = self.permutations[seat]
        return Hidden(cards, blobs)

    def sums(self, seat: int) -> set[bytes]:
        """What was sealed for this seat, as the points that it opens to."""
        session = self.sessions[seat]
        if session._secrets is None or session.table.state.cards is None:
            return set()
        sealed = session.table.state.cards.sealed[seat]
        read = [read_sealed_points(session._secrets.key, C) for C in sealed]
        return {multiply(Scalar(p), H_POINTS).to_bytes()[1:] for p in {*read, sum(p or 0 for p in read)} if p}

    def files(self, seat: int) -> bytes:
        return b"".join(path.read_bytes() for path in sorted(self.stores[seat].folder.iterdir()) if path.is_file())

    def search(self) -> None:
        files = [self.files(seat) for seat in self.seats]
        for owner in self.seats:
            hidden, own = self.hidden(owner), files[owner]
            there = b"".join(bytes(self.traffic[other]) + files[other] for other in self.others(owner))
            fresh = "\n".join(dict.fromkeys(text for other in self.others(owner) for text in self.fresh[other]))
            self.look(hidden, own, there, fresh)
            for point in self.sums(owner):
                assert point not in there
                assert point not in own
                self.looked["sums"] += 1
        self.looked["events"] += 1
        self.fresh = [[] for _ in self.seats]

    def look(self, hidden: Hidden, own: bytes, there: bytes, fresh: str) -> None:
        for kind, blob in hidden.blobs.items():
            assert blob not in there, kind
            assert blob in own, kind
            self.looked[kind] += 1
        for card in hidden.cards:
            assert x_of(card) not in there
            assert not names_card(fresh, card)
            assert x_of(card) + f"{card!s:3}".encode() in own
            self.looked["cards"] += 1


@pytest.mark.parametrize("number", range(GAMES))
def test_nothing_hidden_is_anywhere_on_the_other_side(tmp_path: Path, number: int) -> None:
    players = [random_player(number), card_player(number)] if number % 2 else [card_player(1), card_player(2)]
    hall = Watched(tmp_path, f"hidden {number}", players=players)
    hall.run(hands=HANDS)
    assert len([x for x in hall.events[0] if type(x).__name__ == "HandOver"]) == HANDS
    assert all(count for what, count in hall.looked.items() if what != "sums"), hall.looked
    forgotten(hall)


def forgotten(hall: Watched) -> None:
    """Nothing of a hand outlives it."""
    for seat, permutation in hall.gone:
        assert permutation not in hall.files(seat)
    for store in hall.stores:
        assert store.secrets(1) == ()
        store.close()


def small(name: str, **changes: Any) -> Ruleset:
    """The same rules with fewer cards, or changed more, under another name."""
    return replace(find_ruleset(name), **{"name": f"small-{name}", "deck": 20} | changes)


TABLES = [
    (small("closed"), 3),
    (small("telegram", instant=()), 3),
    (small("telegram", instant=(), points_shown=False), 2),
    (find_ruleset("classic"), 2),
    (small("kozel", players=(2, 4)), 3),
    (find_ruleset("georgian", maliutka="anytime"), 2),
    (small("georgian-pairs", hand=3, lead=(1, 2, 3), give_face=GiveFace.DOWN), 4),
]


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda item: getattr(item, "name", item))
def test_nothing_hidden_is_anywhere_at_other_tables(tmp_path: Path, rules: Ruleset, seats: int) -> None:
    """Announcements, sealed sums, claims, sides, three and more seats."""
    players = [card_player(seat) for seat in range(seats)]
    hall = Watched(tmp_path, f"hidden {rules.name}", ruleset=rules, seats=seats, players=players)
    hall.run(hands=1)
    assert hall.table.stage is Stage.COMPLETE
    sealed = rules.win is Win.AUTO
    assert all(count for what, count in hall.looked.items() if what != "sums" or sealed), hall.looked
    forgotten(hall)


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    """The instrument itself: plant one secret of each kind where it must not be, and see the search fail."""
    for plant in ("frame", "line", "store", "view"):
        hall = Watched(tmp_path / plant, "instrument", players=[card_player(1), card_player(2)])
        hall.run(until=lambda hall: len(hall.sessions[0].view().held) == 3 and not any(hall.mail.values()))
        card = hall.hidden(0).cards[0]
        if plant == "frame":
            hall.traffic[1] += x_of(card)
        elif plant == "line":
            hall.fresh[1].append(f"he holds {card}, I think")
        elif plant == "view":
            hall.fresh[1] += texts((("deep", [card]),))
        else:
            (hall.stores[1].folder / "leak").write_bytes(hall.sessions[0]._secrets.key.to_bytes())
        with pytest.raises(AssertionError):
            hall.search()
        for store in hall.stores:
            store.close()


def test_strings_are_found_inside_bodies() -> None:
    hall = Hall("strings", players=[card_player(1), card_player(2)])
    hall.start()
    (frame,) = [message for message in hall.effects[0][0].send if isinstance(message, m.EntryFrame)]
    assert "player 0" in list(strings_in(encode_link(frame)))
