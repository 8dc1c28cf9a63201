"""The messages that one seat makes: each from the table's state, the seat's secrets and fresh entropy.

Here: one function per type that carries mathematics. Never: a decision (that is the player's), signing, sending.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card, Rank
from ..crypto import masking
from ..crypto.challenge import Label
from ..crypto.group import Entropy
from ..crypto.masking import MaskedCard
from ..crypto.shuffle import shuffle
from ..errors import LocalError, PeerError
from ..rules import actions as a
from ..rules.calls import proved_as
from ..rules.phases import apply
from ..rules.ruleset import Ruleset
from ..table.state import State, need
from ..table.table import Table
from ..wire import messages as m
from .secrets import HandSecrets, in_random_order


@dataclass(frozen=True, slots=True)
class Maker:
    """One seat's pen: `table` to read, `secrets` of the current hand, `entropy` for proofs."""

    table: Table
    seat: int
    entropy: Entropy

    @property
    def state(self) -> State:
        """The table's state."""
        return self.table.state

    @property
    def ctx(self) -> bytes:
        """The context of this seat's place in the open round."""
        return self.table.context(self.seat)

    def hello(
        self, identity: bytes, seats: int, ruleset: Ruleset, name: str, first_leader: int | None
    ) -> m.Hello:
        """The first word of a game. Raises `LocalError` for a first leader that no hello can name."""
        if first_leader not in (None, *m.FIRST_LEADERS):
            raise LocalError("Only seat 0 or seat 1 can be named to lead first.")
        return m.Hello(
            identity=identity,
            nonce=self.entropy(32),
            versions=(m.PROTOCOL_VERSION,),
            features=() if first_leader is None else (m.FIRST_LEADERS[first_leader],),
            seats=seats,
            ruleset=ruleset.canonical_bytes(),
            name=name,
        )

    def begin_hand(self) -> HandSecrets:
        """A fresh hand key, the proof that it is owned, and a nonce, for the commit round."""
        key = masking.HandKey.generate(self.entropy)
        proof = masking.prove_own_key(self.ctx, key, self.entropy)
        return HandSecrets(self.state.hand, key, proof, self.entropy(32), self.ctx)

    def commit(self, secrets: HandSecrets) -> m.Commit:
        """The commitment to `secrets`."""
        public = secrets.key.X.to_bytes()
        return m.Commit(masking.key_commitment(secrets.ctx, public, secrets.proof, secrets.nonce))

    def reveal(self, secrets: HandSecrets) -> m.Reveal:
        """The opening of the commitment."""
        return m.Reveal(secrets.key.X.to_bytes(), secrets.proof, secrets.nonce)

    def shuffle(self, secrets: HandSecrets, permutation: Sequence[int]) -> m.Shuffle:
        """The deck, permuted and re-masked, with its proof."""
        cards = need(self.state.cards)
        outputs, proof = shuffle(
            Label.DECK, self.ctx, cards.joint, cards.deck, permutation, secrets.key.x, self.entropy
        )
        return m.Shuffle(masking.cards_to_bytes(outputs), proof)

    def deal(self, secrets: HandSecrets) -> m.Deal:
        """This seat's shares for the cards dealt to others and for the turned trump."""
        return m.Deal(*self._shares(secrets, need(self.state.cards).owed_at_deal(self.seat)))

    def shares(self, secrets: HandSecrets) -> m.Shares:
        """This seat's shares for the cards that others have just drawn."""
        cards = need(self.state.cards)
        return m.Shares(*self._shares(secrets, cards.owed_for(self.state.draws, self.seat)))

    def _shares(self, secrets: HandSecrets, positions: Sequence[int]) -> tuple[bytes, bytes]:
        deck = need(self.state.cards).deck
        masked = [deck[position] for position in positions]
        return masking.prove_shares(Label.SHARE, self.ctx, secrets.key, masked, self.entropy)

    def read(self, secrets: HandSecrets, cards: Sequence[MaskedCard]) -> tuple[Card, ...]:
        """The faces of this seat's own private cards. Raises `LocalError` when one is no card."""
        faces = []
        for masked in cards:
            face = masking.card_at(masking.unmask(masked, [masking.own_share(secrets.key.x, masked)]))
            if face is None:
                raise LocalError("A card of this hand cannot be read: the deck is broken.")
            faces.append(face)
        return tuple(faces)

    def play(self, secrets: HandSecrets | None, action: a.Action) -> m.EntryMessage:
        """The message of an action that a player chooses. Raises `LocalError` for any other."""
        if isinstance(action, a.Raise):
            return m.Raise(action.to)
        if type(action) in _PLAIN:
            return _PLAIN[type(action)]()
        match action:
            case a.Lead() if secrets:
                return self.lead(secrets, action)
            case a.Answer() if secrets:
                return self.answer(secrets, action)
            case a.Give() if secrets:
                return self.give(secrets, action)
            case _:
                raise LocalError("This is not yours to say.")

    def lead(self, secrets: HandSecrets, action: a.Lead) -> m.Lead:
        """A lead of `action.cards`."""
        return m.Lead(*self._open_play(secrets, action.cards))

    def answer(self, secrets: HandSecrets, action: a.Answer) -> m.Answer:
        """An answer with `action.cards`, open."""
        return m.Answer(*self._open_play(secrets, action.cards))

    def _open_play(self, secrets: HandSecrets, cards: tuple[Card, ...]) -> tuple[bytes, bytes, bytes, bytes]:
        mixed, hand, mix_proof = self._mix(secrets, cards)
        played = mixed[: len(cards)]
        openings, proof = masking.prove_shares(Label.OPEN, self.ctx, secrets.key, played, self.entropy)
        return hand, mix_proof, openings, proof

    def give(self, secrets: HandSecrets, action: a.Give) -> m.Give:
        """A give of `action.known`, face down; with its points where the ruleset shows them."""
        mixed, hand, mix_proof = self._mix(secrets, action.known)
        if not need(self.state.position).gives_tell:
            return m.Give(hand, mix_proof, None, b"")
        given = mixed[: len(action.known)]
        points, proof = masking.prove_points(self.ctx, secrets.key, given, self.read(secrets, given), self.entropy)
        return m.Give(hand, mix_proof, points, proof)

    def _mix(self, secrets: HandSecrets, played: tuple[Card, ...]) -> tuple[Sequence[MaskedCard], bytes, bytes]:
        """The hand re-mixed with `played` first, both parts in random order; one card alone stays as it is."""
        held = need(self.state.cards).held[self.seat]
        faces = self.read(secrets, held)
        chosen = [faces.index(card) for card in played]
        rest = [index for index in range(len(held)) if index not in chosen]
        permutation = in_random_order(chosen, self.entropy) + in_random_order(rest, self.entropy)
        if len(held) < 2:
            return held, b"", b""
        owner = secrets.key.X
        outputs, proof = shuffle(Label.HAND, self.ctx, owner, held, permutation, secrets.key.x, self.entropy)
        return outputs, masking.cards_to_bytes(outputs), proof

    def open(self, secrets: HandSecrets) -> m.Open:
        """The openings of this seat's given cards in the claimant's pile."""
        cards = need(self.state.cards)
        position = need(self.state.position)
        closed = cards.closed_for(self.seat, position.side(need(position.claimant)))
        return m.Open(*masking.prove_shares(Label.OPEN, self.ctx, secrets.key, closed, self.entropy))

    def announce(self, secrets: HandSecrets, action: a.Announce) -> m.Announce:
        """The proof that this seat's whole hand is what `action` says."""
        held = need(self.state.cards).held[self.seat]
        values, ctx, key = self.read(secrets, held), self.ctx, secrets.key
        match proved_as(action.what):
            case "trumps":
                trump = need(self.state.position).trump
                return m.Announce(
                    m.Combination.TRUMPS, masking.prove_suit(ctx, key, held, values, trump, self.entropy)
                )
            case "aces":
                return m.Announce(
                    m.Combination.ACES, masking.prove_rank(ctx, key, held, values, Rank.ACE, self.entropy)
                )
            case _:
                return m.Announce(
                    m.Combination.ONE_SUIT, masking.prove_one_suit(ctx, key, held, values, self.entropy)
                )

    def points(self, secrets: HandSecrets) -> m.Points:
        """What this seat has just given, sealed for the winner of the trick."""
        cards, winner = need(self.state.cards), need(self.state.taker)
        given = cards.just_given(self.seat, winner)
        values, owner = self.read(secrets, given), cards.keys[winner]
        return m.Points(
            *masking.prove_sealed_points(self.ctx, secrets.key, given, values, owner, self.entropy)
        )

    def sealed_sum(self, secrets: HandSecrets) -> int | None:
        """The points of everything given into this seat's pile; None unless the givers have sealed all of it."""
        cards = need(self.state.cards)
        if len(cards.sealed[self.seat]) != len(cards.closed[self.seat]):
            return None
        sums = [masking.read_sealed_points(secrets.key, C) for C in cards.sealed[self.seat]]
        return sum(points or 0 for points in sums)

    def tally(self, secrets: HandSecrets) -> m.Win | m.Pass:
        """The target is reached, with the proof of it, or not yet."""
        sealed = need(self.state.cards).sealed[self.seat]
        points, proof = masking.prove_sealed_total(self.ctx, secrets.key, sealed, self.entropy)
        try:
            apply(need(self.state.position), self.seat, a.Claim(points))
        except PeerError:
            return m.Pass()
        return m.Win(points, proof)

    def count(self, secrets: HandSecrets) -> m.Count:
        """One proved sum for each pile that holds cards given by this seat."""
        cards = need(self.state.cards)
        piles = []
        for owner in cards.piles_of(self.seat):
            closed = cards.closed_cards(self.seat, owner)
            values = self.read(secrets, closed)
            piles.append(m.PileSum(*masking.prove_points(self.ctx, secrets.key, closed, values, self.entropy)))
        return m.Count(tuple(piles))


_PLAIN: dict[type[a.Action], type[m.Claim | m.Pass | m.Accept | m.Decline | m.Cede]] = {
    a.Claim: m.Claim,
    a.Pass: m.Pass,
    a.Accept: m.Accept,
    a.Decline: m.Decline,
    a.Cede: m.Cede,
}
"""Actions that carry nothing."""
