"""Secrets end with their hand: in memory, in what a fault prints, in the game file.

Here: what `tests/test_hidden.py` does not look at: everything that a session still refers to, tracebacks, and what
a thief of one side's store can read.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from traceback import TracebackException

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.crypto.masking import HandKey, MaskedCard, card_at, own_share, unmask
from bura_p2p.session.secrets import HandSecrets, Kind, secrets_of
from bura_p2p.session.session import Session
from bura_p2p.store import Store
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m

CODE = (type, types.ModuleType, types.FunctionType, types.CodeType, types.MethodType, types.FrameType)


@dataclass(frozen=True)
class Marks:
    """The secrets of one seat in one hand; the nonce is one until it is revealed, before the cards are dealt."""

    key: bytes
    nonce: bytes
    permutation: bytes

    @property
    def texts(self) -> tuple[str, ...]:
        """Every way in which Python may print one of them."""
        number = int.from_bytes(self.key, "big")
        order = list(self.permutation)
        return (str(number), self.key.hex(), repr(self.key)[2:-1], str(order), str(tuple(order))[1:-1])


def marks(session: Session, effects: list) -> Marks:
    """What a session in the middle of a hand keeps to itself."""
    secrets = session._secrets
    (permutation,) = [value for each in effects for _, kind, value in each.secrets if kind == Kind.PERMUTATION][-1:]
    return Marks(secrets.key.to_bytes(), secrets.nonce, permutation)


def reachable(root: object) -> Iterator[object]:
    """Everything that `root` refers to, directly or not; no code and no module."""
    seen, todo = {id(root)}, [root]
    while todo:
        found = todo.pop()
        yield found
        for child in gc.get_referents(found):
            if id(child) not in seen and not isinstance(child, CODE):
                seen.add(id(child))
                todo.append(child)


def kept(root: object, secret: Marks) -> set[str]:
    """Which of the secrets `root` still refers to, as number, bytes or tuple; a revealed nonce lies in the log."""
    number, found = int.from_bytes(secret.key, "big"), set()
    for value in reachable(root):
        if isinstance(value, int) and value == number:
            found.add("key")
        elif isinstance(value, bytes):
            found |= {name for name in ("key", "permutation") if getattr(secret, name) in value}
            if value == secret.nonce:
                found.add("nonce")
        elif isinstance(value, tuple | list) and len(value) == len(secret.permutation):
            if all(isinstance(item, int) for item in value) and bytes(value) == secret.permutation:
                found.add("permutation")
        elif isinstance(value, HandKey) and value.to_bytes() == secret.key:
            found.add("key")
    return found


def in_a_hand(hall: Hall) -> bool:
    return hall.table.stage is Stage.LEAD and not any(hall.mail.values())


def test_a_session_forgets_a_settled_hand() -> None:
    """Nothing that either session refers to after a hand is its key, its nonce or its permutation."""
    hall = Hall("forgets", players=[card_player(1), card_player(2)])
    hall.run(in_a_hand, hands=2)
    old = [marks(session, hall.effects[seat]) for seat, session in enumerate(hall.sessions)]
    for session, secret in zip(hall.sessions, old, strict=True):
        assert {"key", "nonce"} <= kept(session, secret)  # the instrument finds what is there
    for effects in hall.effects:
        effects.clear()  # the hall's own notes, which a driver does not keep
    hall.run(lambda hall: hall.table.state.hand == 2 and in_a_hand(hall), hands=2)
    for effects in hall.effects:
        effects.clear()
    for session, secret in zip(hall.sessions, old, strict=True):
        assert kept(session, secret) == set()


def test_no_secrets_of_a_hand_are_left_after_the_game() -> None:
    """No object of a hand's secrets lives on anywhere in the process."""
    gc.collect()
    before = {id(each) for each in gc.get_objects() if isinstance(each, HandSecrets)}
    hall = Hall("no objects", players=[card_player(1), card_player(2)]).run()
    assert hall.table.ended
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, HandSecrets) and id(each) not in before]


def everything_shown(session: Session) -> Iterator[str]:
    """`repr` and `str` of everything of the package that a session refers to."""
    for value in reachable(session):
        if type(value).__module__.startswith("bura_p2p"):
            yield repr(value)
            yield f"{value}"


def test_no_object_shows_a_secret() -> None:
    hall = Hall("shows", players=[card_player(1), card_player(2)]).run(in_a_hand)
    for seat, session in enumerate(hall.sessions):
        secret = marks(session, hall.effects[seat])
        # `Scalar` is a number and prints as one: it is shown by nothing that holds it
        shown = "\n".join(everything_shown(session))
        assert not [text for text in secret.texts if text in shown]
        assert hall.identities[seat].secret.hex() not in shown


class NoEntropyError(OSError):
    """The source of randomness fails."""


class Fuse:
    """Entropy that fails once, at its `left`-th use."""

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self.source = source
        self.left = 0

    def __call__(self, n: int) -> bytes:
        self.left -= 1
        if self.left == 0:
            raise NoEntropyError("no entropy")
        return self.source(n)


@pytest.mark.parametrize("turn", [1, 2, 3, 5, 8, 13, 21])
def test_a_fault_shows_no_secret(turn: int) -> None:
    """A traceback as Python prints it, from within the mathematics."""
    hall = Hall("faults", players=[card_player(1), card_player(2)])
    fuse = Fuse(hall.tapes[0])
    hall.sessions[0] = Session(
        seat=0,
        identity=hall.identities[0],
        identities=[each.public for each in hall.identities],
        ruleset=hall.ruleset,
        name="fused",
        entropy=fuse,
    )
    hall.run(in_a_hand)
    secret = marks(hall.sessions[0], hall.effects[0])
    fuse.left = turn
    with pytest.raises(NoEntropyError) as caught:
        hall.run()
    printed = "".join(TracebackException.from_exception(caught.value).format())
    assert "no entropy" in printed
    assert not [text for text in secret.texts if text in printed]


def test_a_stolen_store_reads_no_other_hand(tmp_path: Path) -> None:
    """One side's raw store and the whole log: of the other side's cards and of the stock, nothing opens."""
    hall = Hall("stolen", players=[card_player(1), card_player(2)])
    store = Store.open(tmp_path)
    game = store.begin_game(
        seat=0, ruleset="georgian", identities=[each.public for each in hall.identities], names=["", ""], started=1.0
    )
    hall.run(lambda hall: hall.table.stage is Stage.FOLLOW and any(hall.table.state.position.tricks_won))
    for effects in hall.effects[0]:
        store.commit(game, effects.entries, secrets=effects.secrets, erase=effects.erase, now=2.0)
    stolen = {(secret.hand, secret.kind): secret.value for secret in store.secrets(game)}
    store.close()
    key = secrets_of(1, stolen, b"").key
    cards = hall.table.state.cards

    def read(masked: MaskedCard) -> set[Card | None]:
        return {card_at(unmask(masked, [])), card_at(unmask(masked, [own_share(key.x, masked)]))}

    assert all(read(masked) != {None} for masked in cards.held[0])  # it reads its own
    stock = [masked for at, masked in enumerate(cards.deck) if at not in cards.shares]
    assert stock
    for masked in (*cards.held[1], *cards.given_by(1), *stock):
        assert read(masked) == {None}


def test_a_game_file_holds_no_secret() -> None:
    """Of both sides, in the middle of a hand and after it."""
    hall = Hall("file", players=[card_player(1), card_player(2)]).run(in_a_hand)
    secrets = [marks(session, hall.effects[seat]) for seat, session in enumerate(hall.sessions)]
    files = [hall.file(0)]
    hall.run()
    files += [hall.file(seat) for seat in (0, 1)]
    for secret in secrets:
        for data in files:
            assert secret.key not in data
            assert secret.permutation not in data
    frames = [message for _, _, message in hall.carried if isinstance(message, m.EntryFrame)]
    assert not [frame for frame in frames if any(secret.key in frame.body for secret in secrets)]
