"""What is hidden changes nothing of what others see: the same hand twice, but for one card that nobody has shown.

Both games are played with the same names, chance and words; only the last shuffler's permutation differs, so that
other cards lie where nobody else looks. Then views, events, representations and the form of every frame must be the
same; what differs are ciphertexts, proofs, heads and signatures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import msgpack
import pytest

from bura_p2p.conformance.hall import Hall
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.masking import card_at, own_share, unmask
from bura_p2p.rules.builtin import CLOSED, RUSSIAN, TELEGRAM
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire.codec import encode_link, unpack_strict
from tests.support.rogues import Rogues, Setting

SEALED = replace(TELEGRAM, name="sealed", deck=20, instant=())
UNSHOWN = replace(SEALED, name="unshown", points_shown=False)
SHUT = replace(CLOSED, name="shut", deck=20)
OPEN = replace(RUSSIAN, name="open", deck=20)


@dataclass
class Seen:
    """Everything that one seat has at one moment."""

    views: list[str]
    events: list[e.Event]
    texts: list[str]
    frames: list[Any]


def seen(hall: Hall, seat: int, views: list[str]) -> Seen:
    session = hall.sessions[seat]
    parts = (session, session.view(), session.table.state.cards, session.table.state.position)
    texts = [re.sub("0x[0-9a-f]+", "", repr(part)) for part in parts]
    frames = [form(message) for _, receiver, message in hall.carried if receiver == seat]
    return Seen(views, [event for event in hall.events[seat] if not isinstance(event, e.TableOpened)], texts, frames)


def form(message: Any) -> Any:
    """A frame with every byte string replaced by its length; bodies are opened first."""
    def shape(value: Any) -> Any:
        if isinstance(value, bytes):
            return ("bytes", len(value))
        return tuple(map(shape, value)) if isinstance(value, tuple | list) else value

    kind, payload = unpack_strict(encode_link(message))
    if kind == 6:  # the body, which is a frame's second field, is read too
        payload = (payload[0], msgpack.unpackb(payload[1], use_list=False), payload[2])
    return shape((kind, payload))


def plain(view: Any) -> str:
    """A view in full, without the head."""
    return repr({field.name: getattr(view, field.name) for field in fields(view) if field.name != "head"}
                | {"position": {field.name: getattr(view.position, field.name) for field in fields(view.position)}
                   if view.position else None})  # fmt: skip


def played(setting: Setting, watchers: Sequence[str]) -> tuple[Rogues, list[Seen]]:
    """The hand of `setting` up to its moment, and everything that each of `watchers` has seen by then."""
    hall = Rogues(setting, "alike")
    views: dict[str, list[str]] = {who: [] for who in watchers}
    rogue, scripted = hall.letters[setting.who], list(hall.players)

    def here(hall: Hall) -> bool:
        for who, shown in views.items():
            shown.append(plain(hall.sessions[hall.letters[who]].view()))
        waiting = hall.table.stage is setting.stage and rogue in hall.table.owing()
        return waiting and not any(player.lines for player in scripted) and not any(hall.mail.values())

    hall.run(here)
    assert hall.table.stage is setting.stage
    return hall, [seen(hall, hall.letters[who], shown) for who, shown in views.items()]


def alike(first: Setting, second: Setting, watchers: Sequence[str]) -> list[Rogues]:
    """Every watcher sees the same in both; gives the two halls."""
    (one, before), (two, after) = played(first, watchers), played(second, watchers)
    assert one.letters == two.letters
    assert one.entries() != two.entries()
    assert before == after
    return [one, two]


def given(rules: Ruleset, card: str, who: str, stage: Stage, *more: str) -> Setting:
    """B gives this card, of three that it holds, to A's ace."""
    hands = ("AD JS QS", f"{card} KH JC", "10H KC QH")
    return Setting(rules, hands, "JD", stage, who, ("A lead AD", f"B give {card}", *more), "KD QD 10D")


@pytest.mark.parametrize("rules", [SEALED, UNSHOWN], ids=lambda rules: rules.name)
def test_a_sealed_sum_is_its_readers_alone(rules: Ruleset) -> None:
    """B gives a queen or a jack: C sees no difference, and A, which took the trick, only in its own points."""
    halls = alike(*(given(rules, card, "A", Stage.LEAD, "C give 10H") for card in ("QC", "JH")), ["C"])
    views = [{who: hall.sessions[hall.letters[who]].view() for who in "ABC"} for hall in halls]
    told = [{who: view.own_points for who, view in each.items()} for each in views]
    assert told == [{"A": 24, "B": 0, "C": 0}, {"A": 23, "B": 0, "C": 0}] if rules.points_shown else all(
        set(each.values()) == {None} for each in told)  # fmt: skip
    assert repr(views[0]["A"]) == repr(views[1]["A"])


@pytest.mark.parametrize("rules", [SHUT, SEALED], ids=lambda rules: rules.name)
def test_a_given_card_is_its_givers_alone(rules: Ruleset) -> None:
    """Right after the give, neither who led nor who follows sees what it was."""
    alike(*(given(rules, card, "C", Stage.FOLLOW) for card in ("10S", "KS")), ["A", "C"])


def molodka(suit: str) -> Setting:
    """B announces three of one suit; A is to lead, and holds none of either."""
    other = {"C": "S", "S": "C"}[suit]
    hands = ("QH JH KD", f"J{suit} K{suit} A{suit}", f"Q{other} 10H QD")
    return Setting(OPEN, hands, "JD", Stage.LEAD, "A")


def test_one_suit_does_not_tell_which() -> None:
    """Clubs or spades: the leader sees one and the same announcement."""
    for hall in alike(molodka("C"), molodka("S"), ["A"]):
        assert [event.what for event in hall.events[0] if isinstance(event, e.Announced)] == ["molodka"]


@pytest.mark.parametrize("rules", [SHUT, SEALED, OPEN], ids=lambda rules: rules.name)
def test_all_others_together_read_no_card(rules: Ruleset) -> None:
    """Two of three in league, with both keys: nothing of the third's hand, of what it gave, or of the stock opens."""
    setting = Setting(rules, ("AD JS QS", "10S KH JC", "10H KC QH"), "JD", Stage.FOLLOW, "B", ("A lead AD",))
    hall, _ = played(setting, ())
    cards = hall.table.state.cards
    for seat, session in enumerate(hall.sessions):
        league = [other._secrets.key.x for other in hall.sessions if other is not session]
        for masked in (*cards.held[seat], *cards.given_by(seat)):
            assert card_at(unmask(masked, [])) is None
            assert not {card_at(unmask(masked, [own_share(x, masked)])) for x in league} - {None}
        public = set(cards.shares)
        for at, masked in enumerate(cards.deck):
            if at not in public:
                assert card_at(opened(masked, league)) is None
        own = session._secrets.key.x
        assert all(card_at(unmask(masked, [own_share(own, masked)])) for masked in cards.held[seat])


def opened(masked: MaskedCard, keys: Sequence[Any]) -> Any:
    return unmask(masked, [own_share(x, masked) for x in keys])


def test_the_comparison_finds_what_differs() -> None:
    """The giver sees what it gave, and the winner what was sealed for it: there the two games are not alike."""
    for watcher, stage, who, more in (("B", Stage.FOLLOW, "C", ()), ("A", Stage.LEAD, "A", ("C give 10H",))):
        with pytest.raises(AssertionError):
            alike(*(given(SEALED, card, who, stage, *more) for card in ("QC", "JH")), [watcher])
