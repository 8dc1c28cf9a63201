"""`shuffle.json`: the shuffle argument with every value on the way, and proofs of which a known part is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bura_p2p.cards import deck
from bura_p2p.conformance.forge import Attack, forge
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label, Purpose, context, nonces, root, u16, vec
from bura_p2p.crypto.group import ORDER, Element, scalar_to_bytes
from bura_p2p.crypto.masking import HandKey, MaskedCard, cards_to_bytes, start_deck
from bura_p2p.errors import PeerError
from tests.crypto.hands import private_cards

from .form import bad, case, document, group, scalar, scalars

CTX = context(b"\x01" * 32, 1, 3, 0, b"\x02" * 32)
KEY = HandKey.generate(Tape("vectors shuffle"))
JOINT = HandKey.generate(Tape("vectors joint")).X
T_NAMES = ("t_1", "t_2", "t_3", "t_4B", "t_4A")


def computed(given: dict[str, Any]) -> dict[str, Element]:
    """The verifier's t's, by name; fails as `_Proof.from_bytes` does."""
    inputs, proof = cards_of(given["inputs"]), bytes.fromhex(given["proof"])
    N, key = len(inputs), Element.from_bytes(bytes.fromhex(given["key"]))
    ctx, outputs = bytes.fromhex(given["ctx"]), cards_of(given["outputs"])
    statement = argument._Statement(Label(given["label"]), ctx, key, inputs, outputs)
    fields = argument._Proof.from_bytes(proof, N)
    t, t_hat = argument._recompute(statement, fields, argument._u(argument._digest(statement, fields.c), N))
    return dict(zip(T_NAMES, t, strict=True)) | {f"t_hat_{i}": value for i, value in enumerate(t_hat, 1)}


def cards_of(data: str) -> tuple[MaskedCard, ...]:
    flat = bytes.fromhex(data)
    return tuple(MaskedCard.from_bytes(flat[at : at + 66]) for at in range(0, len(flat), 66))


def whole(
    name: str, label: Label, key: Element, x: int, cards: Sequence[MaskedCard], psi: Sequence[int]
) -> dict[str, Any]:
    """A good test with all that the prover had (the letters of section 11.9)."""
    fresh = [b"\x08" * 32, b"\x09" * 32]
    rest = iter(fresh)
    outputs, proof = argument.shuffle(label, CTX, key, cards, psi, x, lambda n: next(rest))
    N, statement = len(cards), argument._Statement(label, CTX, key, tuple(cards), outputs)
    factors = root(lambda n: fresh[0], scalar_to_bytes(x), CTX, cards_to_bytes(cards))
    r_ = nonces(factors, N, Purpose.MASKING_FACTOR)
    witness = b"".join([*map(u16, psi), *map(scalar_to_bytes, r_)])
    hedged = root(lambda n: fresh[1], label.encode(), CTX, vec(*statement.parts()), witness)
    drawn = iter(nonces(hedged, 4 * N + 4))
    r, r_hat, w, w_hat, w_ = ([next(drawn) for _ in range(count)] for count in (N, N, 4, N, N))
    fields = argument._Proof.from_bytes(proof, N)
    d = argument._digest(statement, fields.c)
    u = argument._u(d, N)
    t, t_hat = argument._commit(statement, (argument.h, *fields.c_hat)[:-1], w, w_hat, w_)
    mid = {
        "x": scalar(x),
        "permutation": list(psi),
        "fresh_factors": fresh[0],
        "root_factors": factors,
        "r_prime": scalars(r_),
        "fresh": fresh[1],
        "root": hedged,
        "r": scalars(r),
        "r_hat": scalars(r_hat),
        "omega": scalars(w),
        "omega_hat": scalars(w_hat),
        "omega_prime": scalars(w_),
        "c": fields.c,
        "d": d,
        "u": scalars(u),
        "u_prime": scalars([u[j] for j in psi]),
        "c_hat": fields.c_hat,
        **sums(psi, r_, r, r_hat, u),
        **dict(zip(T_NAMES, t, strict=True)),
        "t_hat": t_hat,
        "k": scalar(fields.k),
        "s": scalars(fields.s),
        "s_hat": scalars(fields.s_hat),
        "s_prime": scalars(fields.s_),
    }
    given = {
        "label": label.value,
        "ctx": CTX,
        "key": key,
        "inputs": cards_to_bytes(cards),
        "outputs": cards_to_bytes(outputs),
        "proof": proof,
    }
    return case(name, "", given, mid=mid)


def sums(
    psi: Sequence[int], r_: Sequence[int], r: Sequence[int], r_hat: Sequence[int], u: Sequence[int]
) -> dict[str, str]:
    """Step 4."""
    v, r_circle = 1, 0
    for i in reversed(range(len(psi))):
        r_circle, v = r_circle + r_hat[i] * v, v * u[psi[i]] % ORDER
    r_tilde = sum(a * b for a, b in zip(r, u, strict=True))
    rho = sum(a * b for a, b in zip(r_, u, strict=True))
    found = {"r_bar": sum(r), "r_circle": r_circle, "r_tilde": r_tilde, "rho": rho}
    return {name: scalar(value % ORDER) for name, value in found.items()}


def tampered(base: dict[str, Any], name: str, mutation: str, **changed: str) -> dict[str, Any]:
    """A test with another input; code and failing part are the package's, the part by comparing the t's."""
    found = bad(base, f"{base['id']} {name}", mutation, "", **changed)
    code = "shuffle_proof" if base["in"]["label"] == "deck" else "mix_proof"
    N = len(base["in"]["inputs"]) // 132
    parts: list[str] = []
    given = base["in"] | found["in"]
    if len(given["outputs"]) != 132 * N or len(given["proof"]) != 2 * (130 * N + 160):
        code = "length"
    else:
        try:
            before, after = computed(base["in"]), computed(given)
            parts = [part for part, value in after.items() if value != before[part]] or ["k"]
        except PeerError as fault:
            code = fault.code.label
    return found | {"expect": {"code": code, "part": parts or [mutation]}}


def fields_of(N: int) -> dict[str, tuple[int, int]]:
    """Field of a proof: (offset, size)."""
    names = ["k", *(f"s_{i}" for i in range(1, 5)), *(f"s_hat_{i + 1}" for i in range(N))]
    names += [f"s_prime_{i + 1}" for i in range(N)]
    found = {name: (32 * at, 32) for at, name in enumerate(names)}
    edge = 32 * len(names)
    points = [f"c_{i + 1}" for i in range(N)] + [f"c_hat_{i + 1}" for i in range(N)]
    return found | {name: (edge + 33 * at, 33) for at, name in enumerate(points)}


def changed_fields(base: dict[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    proof, found = bytes.fromhex(base["in"]["proof"]), []
    for name in names:
        at, size = fields_of(len(base["in"]["inputs"]) // 132)[name]
        value = proof[at : at + size]
        if size == 32:
            others = {
                "plus 1": scalar_to_bytes((int.from_bytes(value, "big") + 1) % ORDER),
                "n": ORDER.to_bytes(32, "big"),
            }
        else:
            others = {"negated": bytes([value[0] ^ 1]) + value[1:], "zeros": bytes(33)}
        for how, piece in others.items():
            proof_ = (proof[:at] + piece + proof[at + size :]).hex()
            found.append(tampered(base, f"{name} {how}", f"{name}: {how}", proof=proof_))
    return found


def lies(base: dict[str, Any], attacks: Sequence[Attack]) -> list[dict[str, Any]]:
    """False shuffles by provers who cheat as well as can be: one equation alone stands in their way."""
    found = []
    label, key = Label(base["in"]["label"]), Element.from_bytes(bytes.fromhex(base["in"]["key"]))
    code = "shuffle_proof" if label is Label.DECK else "mix_proof"
    for attack in attacks:
        lie = forge(attack, label, CTX, key, cards_of(base["in"]["inputs"]), Tape(f"vectors {attack.name}"))
        expect = {"part": sorted(lie.unsatisfied)}
        name = f"{base['id']} lie {attack.equation}"
        found.append(
            bad(base, name, attack.value, code, outputs=lie.data.hex(), proof=lie.proof.hex(), expect=expect)
        )
    return found


def outputs(base: dict[str, Any]) -> list[dict[str, Any]]:
    out, proof = base["in"]["outputs"], base["in"]["proof"]
    other = context(b"\x01" * 32, 1, 3, 1, b"\x02" * 32).hex()
    return [
        tampered(base, "exchanged", "the first two outputs exchanged", outputs=out[132:264] + out[:132] + out[264:]),
        tampered(base, "same card twice", "the first output twice", outputs=out[:132] * 2 + out[264:]),
        tampered(base, "output zeros", "A of the first output: zeros", outputs="00" * 33 + out[66:]),
        tampered(base, "outputs short", "an output less", outputs=out[:-132]),
        tampered(base, "outputs long", "an output more", outputs=out + out[:132]),
        tampered(base, "proof short", "a byte less", proof=proof[:-2]),
        tampered(base, "proof empty", "no proof", proof=""),
        tampered(base, "ctx", "another seat in ctx", ctx=other),
        tampered(
            base, "key", "the key negated", key=f"{int(base['in']['key'][:2], 16) ^ 1:02x}" + base["in"]["key"][2:]
        ),
    ]


def make() -> dict[str, Any]:
    two = private_cards(KEY, deck(20)[3:5], "vectors shuffle")
    hand = whole("hand of 2", Label.HAND, KEY.X, KEY.x, two, (1, 0))
    still = whole("hand of 2 in order", Label.HAND, KEY.X, KEY.x, two, (0, 1))
    order = [7 * i % 20 for i in range(20)]
    twenty = whole("deck of 20", Label.DECK, JOINT, KEY.x, start_deck(deck(20), JOINT), order)
    some = ["k", "s_hat_20", "s_prime_1", "c_20"]
    small = [hand, still, *outputs(hand), *changed_fields(hand, list(fields_of(2))), *lies(hand, list(Attack))]
    large = [twenty, *changed_fields(twenty, some), *lies(twenty, [Attack.T_1, Attack.T_4A])]
    return document(
        "shuffle",
        "Judge `outputs` as a shuffle of `inputs` under `key` (section 11.9). `mid` holds what the prover had, in "
        "the letters of that section; lists by index, `r_prime`, `r` and `c` by input. `part` of a refusal: the "
        "equations whose t is another than the one that was hashed (in lies), or than the base's; else the field "
        "that has no right length, or is no point or scalar.",
        [group("hand", "Label `hand`, N = 2.", small), group("deck", "Label `deck`, N = 20.", large)],
    )
