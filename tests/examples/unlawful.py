"""Lies with everything proved: plays that the rules do not allow, made by the pen of the seat that would make a
lawful one; keys in league; and the lies of the catalogue, each at its table.

Here: what is said, signed in its place, and what was said before it. Never: a change of bytes, a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from bura_p2p.conformance.cheat import Cheat, Scene
from bura_p2p.conformance.cheats import CHEATS
from bura_p2p.conformance.hall import Hall
from bura_p2p.crypto import masking
from bura_p2p.crypto.group import ORDER
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import BuraError
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.rules import actions as a
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table.phases import Stage
from bura_p2p.table.view import PLAYER_STAGES
from bura_p2p.verify import Replay
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body
from tests.support.trials import Trial, told

Entries = tuple[SignedEntry, ...]


@dataclass(frozen=True)
class Lie:
    """An entry that its seat signed for its place, and the log that it follows; `what` is the catalogue's id, or
    the action.
    """

    what: str
    before: Entries
    entry: SignedEntry


# --- plays -------------------------------------------------------------------------------------------------


def told_here(hall: Hall, random: Random) -> Iterator[Lie]:
    """A play of the seat that is to choose now, with its true proofs, which the rules mostly forbid; or nothing."""
    table = hall.table
    if table.stage not in PLAYER_STAGES or any(hall.mail.values()):
        return
    session = hall.sessions[random.choice(table.owing())]
    action = unlawful(session, random)
    with suppress(BuraError, LookupError, ValueError, TypeError):
        message = session._maker.play(session._secrets, action)
        place = (table.state.table_id, table.round, session.seat, table.head)
        body = encode_body(m.PROTOCOL_VERSION, *place, message)
        entry = sign_entry(hall.identities[session.seat], body, session.seat)
        yield Lie(type(action).__name__.lower(), hall.entries(session.seat), entry)


def unlawful(session: Session, random: Random) -> a.Action:
    """An action that is not among the legal ones, where twenty tries find one."""
    legal, action = session.view().legal, a.Resign()
    for _ in range(20):
        action = any_action(session, random)
        if action not in legal:
            break
    return action


def any_action(session: Session, random: Random) -> a.Action:
    held = session.view().held
    cards = tuple(random.sample(held, random.randint(1, len(held)))) if held else ()
    plays: Sequence[a.Action] = (a.Lead(cards), a.Answer(cards), a.Give(cards))
    usual = {Stage.FOLLOW: plays[1:]}.get(session.table.stage, plays[:1])
    words = (a.Claim(), a.Pass(), a.Accept(), a.Decline(), a.Cede(), a.Raise(random.randint(2, 6)))
    return random.choice(random.choice((usual, usual, plays, words, words[:1], words[-1:])))


# --- keys --------------------------------------------------------------------------------------------------


def keys_of(number: int, random: Random) -> tuple[str, list[masking.HandKey], set[int]]:
    """Keys for so many seats, and whose proof is none: two are one, all add up to nothing, or one is not owned."""
    keys = [masking.HandKey(random.randrange(1, ORDER)) for _ in range(number)]
    match random.randrange(3):
        case 0:
            one, other = random.sample(range(number), 2)
            keys[one] = keys[other]
            return "one key twice", keys, set()
        case 1:
            keys[-1] = masking.HandKey(-sum(key.x for key in keys[:-1]) % ORDER)
            return "keys that cancel out", keys, set()
        case _:
            return "a key that is not owned", keys, {random.randrange(number)}


def league(identities: Sequence[Identity], hellos: Entries, random: Random) -> tuple[str, list[SignedEntry]]:
    """Hellos, commits and reveals of seats that have agreed on their keys."""
    replay, taken = Replay([identity.public for identity in identities]), list(hellos)
    for entry in hellos:
        replay.feed(entry)
    what, keys, unowned = keys_of(len(identities), random)
    reveals = []
    for seat, key in enumerate(keys):
        ctx, nonce = replay.table.context(seat), random.randbytes(32)
        proof = random.randbytes(64) if seat in unowned else masking.prove_own_key(ctx, key, random.randbytes)
        if seat in unowned:
            proof = random.choice((proof, bytes(64), bytes(64), b"\xff" * 64, proof[:32] + bytes(32)))
        reveals.append((masking.key_commitment(ctx, key.X.to_bytes(), proof, nonce), key.X.to_bytes(), proof, nonce))
    for kind in (m.Commit, m.Reveal):
        for seat, (commitment, *reveal) in enumerate(reveals):
            message = m.Commit(commitment) if kind is m.Commit else m.Reveal(*reveal)
            table = replay.table
            body = encode_body(m.PROTOCOL_VERSION, table.state.table_id, table.round, seat, table.head, message)
            taken.append(sign_entry(identities[seat], body, seat))
            try:
                replay.feed(taken[-1])
            except BuraError:
                return what, taken
    return what, taken


# --- the catalogue -----------------------------------------------------------------------------------------


def by_scene() -> dict[Scene, list[Cheat]]:
    """The catalogue, by the scene in which a lie begins."""
    found: dict[Scene, list[Cheat]] = {}
    for cheat in CHEATS.values():
        found.setdefault(cheat.begins, []).append(cheat)
    return found


def trial(cheat: Cheat, seat: int | None = None) -> Trial:
    """The lie, told at its usual kind of table by the first seat that can."""
    scene = cheat.begins
    return told(cheat, scene.kinds[0], scene.from_seat if seat is None else seat)


def written(found: Trial) -> tuple[Entries, ...]:
    """The files that come of a lie: an honest side's with the lie behind it, of two words one for each; none of what
    is said on a link only.
    """
    before = tuple(found.stored(found.liar.others[0], Effects()))
    frames = [each for each in found.words if isinstance(each, m.EntryFrame)]
    words = [SignedEntry(each.seat, each.body, each.signature) for each in frames]
    if found.cheat.split:
        return tuple((*before, word) for word in words)
    return ((*before, words[-1]),) if isinstance(found.words[-1], m.EntryFrame) else ()
