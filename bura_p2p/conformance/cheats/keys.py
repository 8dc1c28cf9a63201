"""Lies about hand keys: other keys than were committed to, keys that are not owned, keys that are no points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ...crypto import masking
from ...crypto.challenge import context
from ...crypto.group import Element
from ...crypto.masking import HandKey
from ...errors import Code
from ...wire import messages as m
from ..cheat import Chapter, Layer, Make, Scene
from ..pens import BAD_POINTS, BAD_SCALARS, POINT_LINES, SCALAR_LINES, put
from ..rogue import Rogue
from ..scenes import COMMIT, COMMIT_LAST, REVEAL, REVEAL_LAST

KEYS = Chapter(Layer.KEYS)

Pair = tuple[bytes, bytes]
"""A key and a proof that it is owned, whatever they are."""


# --- what was committed to is not what is shown ------------------------------------------------------------


def _another(field: str) -> Make:
    def make(liar: Rogue) -> m.Reveal:
        value = bytearray(getattr(liar.honest(m.Reveal), field))
        value[-1] ^= 1
        return replace(liar.honest(m.Reveal), **{field: bytes(value)})

    return make


for _field in ("key", "proof", "nonce"):
    KEYS.add(
        f"Reveal.{_field}", f"another-{_field}-than-committed",
        f"The {_field} that is shown differs in its last bit from the one committed to.", REVEAL, Code.COMMITMENT,
        "proof of another key", _another(_field),
    )  # fmt: skip


@KEYS.cheat("Reveal", REVEAL, Code.COMMITMENT, "proof of another key")
def key_chosen_after_the_commitment(liar: Rogue) -> m.Reveal:
    """A fresh key with a good proof of ownership, but not the one committed to."""
    key = HandKey.generate(liar.entropy)
    return m.Reveal(
        key.X.to_bytes(), masking.prove_own_key(liar.secrets.ctx, key, liar.entropy), liar.secrets.nonce
    )


@KEYS.cheat("Reveal", REVEAL_LAST, Code.COMMITMENT, "proof of another key",
            source="faults 7: the rogue key")  # fmt: skip
def rogue_key_after_seeing(liar: Rogue) -> m.Reveal:
    """Having seen the others' keys, the liar shows yG less their sum, so that it alone could read the deck."""
    y = HandKey.generate(liar.entropy)
    X = y.X
    for seat in liar.others:
        X -= Element.from_bytes(liar.said(m.Reveal, seat).key)
    return replace(
        liar.honest(m.Reveal), key=X.to_bytes(), proof=masking.prove_own_key(liar.secrets.ctx, y, liar.entropy)
    )


def _mirror(liar: Rogue) -> m.Commit:
    return liar.said(m.Commit, liar.others[0])


@KEYS.cheat("Commit.commitment", REVEAL_LAST, Code.COMMITMENT, "proof of another seat",
            before=(COMMIT_LAST, _mirror), source="faults 8: the replayed proof of ownership")  # fmt: skip
def mirrored_commitment(liar: Rogue) -> m.Reveal:
    """Another seat's commitment and its opening, said again: the place is hashed with it, so it opens nothing."""
    return liar.said(m.Reveal, liar.others[0])


# --- what was committed to is no key of this seat ----------------------------------------------------------


def _committing(to: Callable[[Rogue], Pair], scene: Scene = COMMIT) -> tuple[Scene, Make]:
    """First the commitment to a key and a proof, whatever they are; then they are shown."""

    def commit(liar: Rogue) -> m.Commit:
        (key, proof), nonce = to(liar), liar.entropy(32)
        liar.prepared = m.Reveal(key, proof, nonce)
        return m.Commit(masking.key_commitment(liar.ctx, key, proof, nonce))

    return scene, commit


def _shown(liar: Rogue) -> m.Reveal:
    return liar.opening(m.Reveal)


def _owned(
    what: str, code: Code, line: str, *, source: str = "", insider: bool = False
) -> Callable[[Callable[[Rogue], Pair]], Callable[[Rogue], Pair]]:
    """Write down a key with its proof, committed to and shown, that must not pass as owned."""

    def note(to: Callable[[Rogue], Pair]) -> Callable[[Rogue], Pair]:
        name, lie = to.__name__.replace("_", "-"), to.__doc__ or ""
        before = _committing(to, COMMIT_LAST if insider else COMMIT)
        KEYS.add(f"Reveal.{what}", name, lie, REVEAL, code, line, _shown, before=before, source=source,
                 insider=insider)  # fmt: skip
        return to

    return note


@_owned("key", Code.KEY_PROOF, "proof of another key", source="faults 7: the rogue key", insider=True)
def rogue_key(liar: Rogue) -> Pair:
    """The liar knew the other's key and commits to yG less it, with a proof for y: nobody owns what is shown."""
    y, theirs = HandKey.generate(liar.entropy), liar.league[liar.others[0]]
    X = y.X - (theirs._secrets.key.X if theirs._secrets else y.X)
    return X.to_bytes(), masking.prove_own_key(liar.ctx, y, liar.entropy)


@_owned("key", Code.KEY_PROOF, "proof of another key", insider=True)
def key_of_another_seat(liar: Rogue) -> Pair:
    """Another seat's key under the liar's own proof."""
    theirs = liar.league[liar.others[0]]._secrets
    key = liar.secrets.key
    return (theirs.key if theirs else key).X.to_bytes(), masking.prove_own_key(liar.ctx, key, liar.entropy)


@_owned("proof", Code.KEY_PROOF, "proof of another key")
def proof_of_another_key(liar: Rogue) -> Pair:
    """The liar's key under a proof that it owns another one."""
    other = HandKey.generate(liar.entropy)
    return liar.secrets.key.X.to_bytes(), masking.prove_own_key(liar.ctx, other, liar.entropy)


@_owned("proof", Code.KEY_PROOF, "zero key")
def zero_proof(liar: Rogue) -> Pair:
    """Challenge and response are zero: scalars that are allowed, and prove nothing."""
    return liar.secrets.key.X.to_bytes(), bytes(64)


def _elsewhere(name: str, line: str, what: str, **other: object) -> None:
    def to(liar: Rogue) -> Pair:
        table = liar.table
        place = {
            "table_id": table.state.table_id, "hand": table.state.hand, "round": table.round, "seat": liar.seat,
            "head": table.head,
        } | other  # fmt: skip
        if other.get("seat") == "another":
            place["seat"] = liar.others[0]
        key = liar.secrets.key
        return key.X.to_bytes(), masking.prove_own_key(context(**place), key, liar.entropy)  # type: ignore[arg-type]

    KEYS.add("Reveal.proof", f"proof-for-another-{name}", f"A proof of ownership that was made for another {what}.",
             REVEAL, Code.KEY_PROOF, line, _shown, before=_committing(to),
             source="faults 8: the replayed proof of ownership")  # fmt: skip


_elsewhere("seat", "proof of another seat", "seat", seat="another")
_elsewhere("hand", "proof of another hand", "hand of the same table", hand=2)
_elsewhere("round", "proof of another hand", "round", round=2)
_elsewhere("head", "proof of another table", "head", head=bytes(32))
_elsewhere("table", "proof of another table", "table", table_id=bytes(32))


# --- forms -------------------------------------------------------------------------------------------------


def _scalar(start: int, value: bytes) -> Callable[[Rogue], Pair]:
    return lambda liar: (liar.secrets.key.X.to_bytes(), put(liar.secrets.proof, start, value))


for _start, _what in ((0, "challenge"), (32, "response")):
    for _name, (_done, _value) in BAD_SCALARS.items():
        KEYS.add(
            f"Reveal.proof, {_what}", f"{_what}-{_name}", f"The {_what} of the proof of ownership is {_done}.",
            REVEAL,
            Code.KEY_PROOF if _name == "zero" else Code.SCALAR, SCALAR_LINES[_name], _shown,
            before=_committing(_scalar(_start, _value)),
        )  # fmt: skip

def _no_key(point: bytes, liar: Rogue) -> Pair:
    return point, bytes(64)


for _name, (_what, _point) in BAD_POINTS.items():
    KEYS.add(
        "Reveal.key", f"key-{_name}", f"The key is {_what}.", REVEAL, Code.POINT,
        "zero key" if _name == "identity" else POINT_LINES[_name], _shown,
        before=_committing(partial(_no_key, _point)),
    )  # fmt: skip
