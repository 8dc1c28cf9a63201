"""Hands of two whole sessions, and what may be held against the one that is watched.

Here: the hands, and for every play what everybody has (`Play`), what the other side has beside (`Game`), and apart
from both what is true (`Truth`). Never: a guess.

The watched seat chooses by chance alone, so that what is guessed can come from the messages only, and the chance of a
guess is known exactly. It leads one card, each of its hand as likely; it follows with as many as were led, each set
as likely; in every other hand it answers openly when that set happens to beat, in the rest it always gives, so that a
give says nothing of its cards. The other seat leads several cards where it can. All names of cards are told by rank,
as a player's client may. Not counted are plays from a hand that holds the turned trump, which everybody saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

from bura_p2p.cards import Card
from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.challenge import Purpose, context, nonces, root
from bura_p2p.crypto.elgamal import MaskedCard, cards_from_bytes, cards_to_bytes
from bura_p2p.crypto.group import Element, Scalar, multiply, multiply_base, scalar_to_bytes
from bura_p2p.crypto.masking import HandKey, card_at, own_share, start_deck, unmask
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import CLOSED
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.ruleset import Bura, Ruleset, ShortStock, SpecialsWhen
from bura_p2p.session.makers import Maker
from bura_p2p.session.secrets import Kind
from bura_p2p.table.events import Answered, Led
from bura_p2p.table.view import View
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import Body, decode_body
from tests.hiding.weak import session_with

SMALL = replace(
    CLOSED, name="hiding", players=(2, 2), deck=20, short_stock=ShortStock.DRAW_REST, specials=(),
    specials_when=SpecialsWhen.NEVER, bura=Bura.NOTHING,
)  # fmt: skip
"""Closed cards, nothing announced, nothing counted at the end: the rules show open cards and nothing else."""

LARGE = replace(SMALL, name="hiding-large", deck=36, hand=4, lead=(1, 2, 3, 4))
TELLING = replace(SMALL, name="hiding-telling", deck=36, points_shown=True)
"""Here a give is told with its points, and their proof."""

TABLES = (SMALL, LARGE, TELLING)


@dataclass(eq=False)
class Game:
    """What the opponent of the watched seat has of a hand when it is over: the whole log, and all its own secrets."""

    number: int
    rules: Ruleset
    log: list[m.EntryMessage]
    X: Element
    """The watched seat's hand key."""
    key: HandKey
    """The opponent's."""
    decks: tuple[tuple[MaskedCard, ...], ...]
    """Before the first shuffle, and after each."""
    psi: tuple[int, ...]
    factors: tuple[Scalar, ...]
    """The opponent's permutation, and its factors by input position."""
    at: int
    """Whether the opponent shuffled first (0) or last (1)."""
    plays: list[Play] = field(default_factory=list)
    unseen: frozenset[Card] = frozenset()
    """What the watched seat may have given: no card of the opponent's, none that was ever open."""

    def before(self, position: int) -> MaskedCard:
        """The card at this position of the last deck, without what the opponent did to it."""
        deck = self.decks[-1]
        if self.at == 0:
            return deck[position]
        r = -self.factors[self.psi[position]]
        P = self.key.X + self.X
        return MaskedCard(deck[position].A + multiply_base(r), deck[position].B + multiply(r, P))


@dataclass(eq=False)
class Play:
    """One play as all see it; and even where every card of the hand before it came from is told."""

    game: Game
    number: int
    ctx: bytes
    inputs: tuple[MaskedCard, ...]
    outputs: tuple[MaskedCard, ...]
    """The mixed hand, the cards that are played first."""
    draws: tuple[int, ...]
    """The deck position that each input was drawn from: what was to be found out before is told."""
    message: m.Lead | m.Answer | m.Give
    count: int
    """How many cards are played."""
    asked: int
    """Which of them is to be traced; drawn by lot, one a play, so that the guesses are independent."""
    clean: bool
    """Whether it is a give that says nothing of its cards."""
    truth: Truth = field(repr=False)

    @property
    def given(self) -> bool:
        return isinstance(self.message, m.Give)

    @property
    def told(self) -> int | None:
        """The points that a give is told with."""
        return self.message.points if self.given else None

    @property
    def readable(self) -> bool:
        """Whether the cards are all as likely: of several cards only the sum may be told, which makes them unlike."""
        return self.told is None or self.count == 1

    def may_be(self, card: Card) -> bool:
        """Whether a card given here may be this one, by what is told."""
        return self.told is None or self.count > 1 or cards_points([card]) == self.told


@dataclass(frozen=True)
class Truth:
    """What nobody but the watched seat knows: per card played, which input it was, and its face."""

    slots: tuple[int, ...]
    faces: tuple[Card, ...]


class Noted(Tape):
    """A tape that keeps what it gave: the opponent remembers its own chance."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.given: list[bytes] = []

    def __call__(self, n: int) -> bytes:
        self.given.append(super().__call__(n))
        return self.given[-1]


@dataclass
class Seen:
    """What is noted when the watched seat plays."""

    round: int
    ctx: bytes
    inputs: tuple[MaskedCard, ...]
    faces: tuple[Card, ...]
    count: int
    trump_held: bool


class Room(Hall):
    """One hand: seat `watched` writes with `maker` and plays by chance; the other seat looks."""

    def __init__(self, label: str, watched: int, rules: Ruleset, maker: type[Maker] | None, *, answers: bool) -> None:
        super().__init__(label, ruleset=rules)
        self.watched, self.opponent, self.answers = watched, 1 - watched, answers
        self.chance = Random(label)
        self.seen: list[Seen] = []
        self.keys: dict[int, HandKey] = {}
        self.known: set[Card] = set()
        """What the opponent has held itself, and the turned trump."""
        self.tapes[self.opponent] = Noted(f"{label} opponent")
        publics = [identity.public for identity in self.identities]
        for seat, kind in ((watched, session_with(maker)), (self.opponent, session_with(None))):
            self.sessions[seat] = kind(
                seat=seat, identity=self.identities[seat], identities=publics, ruleset=rules,
                name=f"player {seat}", entropy=self.tapes[seat],
            )  # fmt: skip
        self.players[watched], self.players[self.opponent] = self.by_chance, self.boldly

    def by_chance(self, view: View) -> a.Action:
        """The watched seat's play."""
        kinds = {type(action): action for action in view.legal}
        if a.Lead in kinds:
            action: a.Action = a.Lead((self.chance.choice(view.held),))
        elif a.Give in kinds:
            chosen = self.chance.sample(view.held, len(kinds[a.Give].cards))
            by_rank = tuple(sorted(chosen, key=lambda card: (card.rank, card.suit)))
            beats = a.Answer(tuple(sorted(chosen))) in view.legal
            told = cards_points(by_rank) if view.position.gives_tell else None
            action = a.Answer(by_rank) if self.answers and beats else a.Give(by_rank, told)
        else:
            return a.Pass()
        self.note_play(view, len(action.cards))
        return action

    def note_play(self, view: View, count: int) -> None:
        session, trump = self.sessions[self.watched], view.position.trump_card
        self.keys = {seat: each._secrets.key for seat, each in enumerate(self.sessions)}
        held = session.table.state.cards.held[self.watched]
        faces = session._maker.read(session._secrets, held)
        ctx = session.table.context(self.watched)
        self.seen.append(Seen(view.round, ctx, held, faces, count, trump in faces))

    def boldly(self, view: View) -> a.Action:
        """The other seat's: it takes the lead where it can, and leads as many cards as it can."""
        self.known |= {*view.held, view.position.trump_card}
        plays = [action for action in view.legal if isinstance(action, a.Lead | a.Answer | a.Give)]
        if not plays:
            return a.Pass()
        leads = [action for action in plays if isinstance(action, a.Lead)]
        beats = [action for action in plays if isinstance(action, a.Answer)]
        most = max((len(lead.cards) for lead in leads), default=0)
        return self.chance.choice([lead for lead in leads if len(lead.cards) == most] or beats or plays)


def face_of(card: MaskedCard, *keys: HandKey) -> Card:
    face = card_at(unmask(card, [own_share(key.x, card) for key in keys]))
    assert face is not None
    return face


def play_hand(label: str, number: int, maker: type[Maker] | None) -> Game:
    """Hand `number` of a run, as the opponent of the watched seat has it in the end, with the plays to be judged."""
    rules = TABLES[number // 2 % 3]
    room = Room(f"{label} {number}", number // 6 % 2, rules, maker, answers=bool(number % 2))
    room.run()
    bodies = [decode_body(entry.body) for entry in room.entries()]
    game = _game(room, number, rules, bodies)
    _add_plays(game, room, {body.round: body.message() for body in bodies if body.seat == room.watched})
    return game


def _game(room: Room, number: int, rules: Ruleset, bodies: list[Body]) -> Game:
    key, X = room.keys[room.opponent], room.keys[room.watched].X
    shuffles = [body for body in bodies if isinstance(body.message(), m.Shuffle)]
    shuffled = [cards_from_bytes(body.message().deck, rules.deck) for body in shuffles]
    decks = (start_deck(deck_of(rules.deck), key.X + X), *shuffled)
    at = [body.seat for body in shuffles].index(room.opponent)
    stored = [secret for effects in room.effects[room.opponent] for secret in effects.secrets]
    psi = tuple(next(value for _, kind, value in stored if kind == Kind.PERMUTATION))
    ctx = context(shuffles[at].table_id, 1, shuffles[at].round, room.opponent, shuffles[at].prev)
    factors = _factors(room.tapes[room.opponent], key, ctx, psi, decks[at : at + 2])
    return Game(number, rules, [body.message() for body in bodies], X, key, decks, psi, factors, at)


def _factors(
    tape: Noted, key: HandKey, ctx: bytes, psi: Sequence[int], decks: Sequence[tuple[MaskedCard, ...]]
) -> tuple[Scalar, ...]:
    """The opponent's own factors, from its own chance: those that make its first output."""
    before, after = decks
    bound = (scalar_to_bytes(key.x), ctx, cards_to_bytes(before))
    for chunk in tape.given:
        factors = nonces(root(lambda n, chunk=chunk: chunk, *bound), len(before), Purpose.MASKING_FACTOR)
        if before[psi[0]].A + multiply_base(factors[psi[0]]) == after[0].A:
            return tuple(factors)
    raise AssertionError("the opponent does not know its own factors")


def _add_plays(game: Game, room: Room, messages: dict[int, m.EntryMessage]) -> None:
    key, lot = room.keys[room.watched], Random(f"asked {game.number}")
    position_of = {face_of(card, key, game.key): at for at, card in enumerate(game.decks[-1])}
    events = [event for event in room.events[room.opponent] if isinstance(event, Led | Answered)]
    opened = {card for event in events for card in event.cards}
    game.unseen = frozenset(deck_of(game.rules.deck)) - room.known - opened
    for seen in room.seen:
        if seen.trump_held:
            continue
        message = messages[seen.round]
        after = cards_from_bytes(message.hand, len(seen.inputs)) if message.hand else seen.inputs
        faces = tuple(face_of(card, key) for card in after[: seen.count])
        truth = Truth(tuple(map(seen.faces.index, faces)), faces)
        clean = isinstance(message, m.Give) and not room.answers
        draws = tuple(position_of[face] for face in seen.faces)
        asked = lot.randrange(seen.count)
        game.plays.append(
            Play(game, len(game.plays), seen.ctx, seen.inputs, after, draws, message, seen.count, asked, clean, truth)
        )


def hands(label: str, maker: type[Maker] | None = None, step: int = 1) -> Iterator[Game]:
    """Hand after hand of a run without end; with step 2 only those in which a give says nothing of its cards."""
    return (play_hand(label, number, maker) for number in count(0, step))
