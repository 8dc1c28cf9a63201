"""Players whose hands are mixed badly: every proof that they send holds, every table takes their entries.

Here: sessions with a worse `Maker._mix`, each by one step; a prover without nonces. Never: a lie (whoever mixes so
harms only itself; no check can see it, so only these tests can).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bura_p2p.cards import Card
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.elgamal import MaskedCard, cards_to_bytes
from bura_p2p.crypto.group import Entropy, Scalar, multiply, multiply_base
from bura_p2p.session.makers import Maker
from bura_p2p.session.secrets import HandSecrets, in_random_order
from bura_p2p.session.session import Session
from bura_p2p.table.state import need

Mixed = tuple[Sequence[MaskedCard], bytes, bytes]


class WeakMaker(Maker):
    """The package's mix in two steps that can be replaced: the orders of both parts, and the masking."""

    def _mix(self, secrets: HandSecrets, played: tuple[Card, ...]) -> Mixed:
        held = need(self.state.cards).held[self.seat]
        faces = self.read(secrets, held)
        chosen = [faces.index(card) for card in played]
        rest = [index for index in range(len(held)) if index not in chosen]
        if len(held) < 2:
            return held, b"", b""
        psi = (*self.ordered(chosen, faces), *self.ordered(rest, faces))
        outputs, proof = self.masked(secrets, held, psi)
        return outputs, cards_to_bytes(outputs), proof

    def ordered(self, part: Sequence[int], faces: Sequence[Card]) -> Sequence[int]:
        return in_random_order(part, self.entropy)

    def masked(
        self, secrets: HandSecrets, held: Sequence[MaskedCard], psi: Sequence[int]
    ) -> tuple[Sequence[MaskedCard], bytes]:
        return argument.shuffle(
            Label.HAND, self.ctx, secrets.key.X, held, psi, secrets.key.x, self.entropy
        )

    def masked_by(
        self,
        secrets: HandSecrets,
        held: Sequence[MaskedCard],
        psi: Sequence[int],
        factors: Sequence[int],
        prove: Callable[..., bytes] = argument._prove,
    ) -> tuple[Sequence[MaskedCard], bytes]:
        """With these factors, and a proof that holds."""
        P, r_ = secrets.key.X, [Scalar(r) for r in factors]
        new = [MaskedCard(e.A + multiply_base(r), e.B + multiply(r, P)) for e, r in zip(held, r_, strict=True)]
        outputs = tuple(new[j] for j in psi)
        statement = argument._Statement(Label.HAND, self.ctx, P, tuple(held), outputs)
        return outputs, prove(statement, psi, r_, self.entropy)


def bare_proof(
    statement: argument._Statement, psi: Sequence[int], r_: Sequence[Scalar], entropy: Entropy | None = None
) -> bytes:
    """A proof that holds, all of whose nonces are zero: every field tells the witness."""
    N = statement.N
    c = [statement.bases[tuple(psi).index(j)] for j in range(N)]
    d = argument._digest(statement, c)
    u = argument._u(d, N)
    chain = [argument.h]
    for j in psi:
        chain.append(multiply(u[j], chain[-1]))
    zeros = [Scalar(0)] * N
    t, t_hat = argument._commit(statement, chain[:-1], [Scalar(0)] * 4, zeros, zeros)
    k = argument._challenge(d, chain[1:], t, t_hat)
    rho = sum(r_j * u_j for r_j, u_j in zip(r_, u, strict=True))
    s = argument._respond([Scalar(0)] * 4, (0, 0, 0, rho), k)
    s_ = argument._respond(zeros, [u[j] for j in psi], k)
    return argument._Proof(k, s, tuple(zeros), s_, tuple(c), tuple(chain[1:])).to_bytes()


class NoMix(WeakMaker):
    """The hand is not mixed: the cards that are played are taken out as they are."""

    def ordered(self, part: Sequence[int], faces: Sequence[Card]) -> Sequence[int]:
        return sorted(part)

    def masked(self, secrets: HandSecrets, held: Sequence[MaskedCard], psi: Sequence[int]) -> Any:
        return self.masked_by(secrets, held, psi, [0] * len(held))


class Sorted(WeakMaker):
    """Masked anew, but in the order of the ranks."""

    def ordered(self, part: Sequence[int], faces: Sequence[Card]) -> Sequence[int]:
        return sorted(part, key=lambda at: (faces[at].rank, faces[at].suit))


class InOrder(WeakMaker):
    """Masked anew, but in the order in which the cards were drawn."""

    def ordered(self, part: Sequence[int], faces: Sequence[Card]) -> Sequence[int]:
        return sorted(part)


class NeverLast(WeakMaker):
    """Masked anew, in an order that is random but for the last card, which never moves (an off-by-one)."""

    def ordered(self, part: Sequence[int], faces: Sequence[Card]) -> Sequence[int]:
        return (*in_random_order(part[:-1], self.entropy), *part[-1:])


class OneFactor(WeakMaker):
    """In random order, but all cards masked by one factor."""

    def masked(self, secrets: HandSecrets, held: Sequence[MaskedCard], psi: Sequence[int]) -> Any:
        r = int.from_bytes(self.entropy(31), "big")
        return self.masked_by(secrets, held, psi, [r] * len(held))


class NoNonces(WeakMaker):
    """Mixed well, but with a proof that shows its witness."""

    def masked(self, secrets: HandSecrets, held: Sequence[MaskedCard], psi: Sequence[int]) -> Any:
        r_ = [Scalar(int.from_bytes(self.entropy(31), "big")) for _ in held]
        return self.masked_by(secrets, held, psi, r_, bare_proof)


WEAK: dict[str, type[WeakMaker]] = {
    "no hand mix": NoMix,
    "a mix that sorts": Sorted,
    "a mix in order of draws": InOrder,
    "never moves the last card": NeverLast,
    "one factor for all cards": OneFactor,
    "a proof without nonces": NoNonces,
}


def session_with(maker: type[Maker] | None) -> type[Session]:
    """The package's session, with another pen for its entries where one is named."""

    class Weakened(Session):
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            if maker is not None:
                self._maker = maker(self.table, self.seat, self._entropy)

    return Session if maker is None else Weakened
