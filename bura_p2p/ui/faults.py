"""What a seat did wrong, for players and for whoever checks it again.

Here: the one table of sentences, and the requirement of spec.md that each refusal stands on. Never: a verdict; text
from a peer, but for the name that the caller has made harmless.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ..errors import Code
from ..sentences import N_
from ..wire.messages import ENTRY_MESSAGES
from .tongue import t
from .words import either

SENTENCES: Final[Mapping[Code, str]] = MappingProxyType(
    {
        Code.SHAPE: N_("{whose} entry has a field that is missing, or too long, or of the wrong kind"),
        Code.TYPE_UNKNOWN: N_("{who} signed an entry of a kind that does not exist"),
        Code.EQUIVOCATION: N_("{who} signed two different entries for one place"),
        Code.VERSION: N_("{whose} entry is of another version of the protocol than the game"),
        Code.TYPE_NOT_DUE: N_("{who} spoke out of turn, or made a move of a kind that was not due"),
        Code.LENGTH: N_("{whose} entry holds too many or too few cards, shares or proofs"),
        Code.POINT: N_("{whose} entry holds bytes that cannot be a card, a share or a key"),
        Code.SCALAR: N_("{whose} entry holds a proof with a number that is out of range"),
        Code.COMMITMENT: N_("{who} showed another key for this hand than the one promised before"),
        Code.KEY_PROOF: N_("{who} did not prove to own the key shown for this hand"),
        Code.SHUFFLE_PROOF: N_("{whose} shuffled deck is not proved to hold the same cards as the deck before"),
        Code.SHARE_PROOF: N_("{whose} part in handing out cards does not match the shuffled deck"),
        Code.OPEN_PROOF: N_("{whose} opening does not match the card dealt to them"),
        Code.MIX_PROOF: N_("{whose} hand, mixed anew for this play, is not proved to be the hand held before"),
        Code.STATEMENT_PROOF: N_("what {who} said about closed cards is not proved"),
        Code.LEAD_ILLEGAL: N_("{who} led what the rules of the game do not allow there"),
        Code.ANSWER_ILLEGAL: N_("{who} answered with what the rules of the game do not allow there"),
        Code.GIVE_ILLEGAL: N_("{who} gave cards as the rules of the game do not allow there"),
        Code.CLAIM_ILLEGAL: N_("{who} claimed where the rules of the game do not allow it"),
        Code.RAISE_ILLEGAL: N_("{who} raised, or answered a raise, as the rules of the game do not allow there"),
        Code.POINTS_ILLEGAL: N_("{who} told points that those cards cannot be worth, or that do not win"),
        Code.RESULT_WRONG: N_("{who} signed another result than the one that follows from the play"),
    }
)
"""For each code that can convict a seat (registry of refusals), what a player is told; `who` is a name."""

REFINED: Final[Mapping[tuple[str, Code], str]] = MappingProxyType(
    {
        ("deal", Code.SHARE_PROOF): N_("{whose} part in dealing does not match the shuffled deck"),
        ("shares", Code.SHARE_PROOF): N_("{whose} part in drawing new cards does not match the shuffled deck"),
        ("open", Code.OPEN_PROOF): N_("{whose} opening does not match the cards given face down"),
        ("give", Code.STATEMENT_PROOF): N_("the points that {who} told for the cards given are not proved"),
        ("count", Code.STATEMENT_PROOF): N_("the points that {who} counted are not proved to be those of the cards"),
        ("points", Code.STATEMENT_PROOF): N_("the points that {who} sealed are not proved to be those of the cards"),
        ("win", Code.STATEMENT_PROOF): N_("the points by which {who} claimed to win are not proved"),
        ("announce", Code.STATEMENT_PROOF): N_("the combination that {who} announced is not proved"),
        ("announce", Code.LEAD_ILLEGAL): N_("{who} announced a combination that the hand cannot be"),
        ("raise", Code.RAISE_ILLEGAL): N_("{who} raised as the rules of the game do not allow there"),
        ("accept", Code.RAISE_ILLEGAL): N_("{who} accepted a raise that was not open"),
        ("decline", Code.RAISE_ILLEGAL): N_("{who} declined a raise that was not open"),
        ("give", Code.POINTS_ILLEGAL): N_("{who} told points that the cards given cannot be worth"),
        ("count", Code.POINTS_ILLEGAL): N_("{who} counted points that the cards given cannot be worth"),
        ("pass", Code.POINTS_ILLEGAL): N_("{who} passed with points that win"),
        ("win", Code.POINTS_ILLEGAL): N_(
            "{who} claimed to win by points that do not win, or that the pile cannot hold"
        ),
    }
)
"""The same where the kind of the entry says more."""

ANY_MESSAGE: Final[Mapping[Code, tuple[str, ...]]] = MappingProxyType(
    {
        Code.SHAPE: ("E14",),
        Code.TYPE_UNKNOWN: ("E14",),
        Code.EQUIVOCATION: ("E2",),
        Code.VERSION: ("E14",),
        Code.TYPE_NOT_DUE: ("E15",),
    }
)
"""The requirements of spec.md that entries of every kind break so."""

_MIXED: Final = {
    Code.LENGTH: "P11 P12 P12a",
    Code.POINT: "P11",
    Code.SCALAR: "P11 P12a",
    Code.MIX_PROOF: "P11",
}
_BY_MESSAGE: Final[Mapping[str, Mapping[Code, str]]] = {
    "reveal": {Code.COMMITMENT: "K3", Code.POINT: "K4", Code.SCALAR: "K5", Code.KEY_PROOF: "K5"},
    "shuffle": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.SHUFFLE_PROOF), "S2"),
    "deal": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.SHARE_PROOF), "D2"),
    "shares": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.SHARE_PROOF), "D5"),
    "lead": {
        Code.LENGTH: "P2 P3 P3a",
        Code.POINT: "P3a P4",
        Code.SCALAR: "P3a P4",
        Code.MIX_PROOF: "P3a",
        Code.OPEN_PROOF: "P4",
        Code.LEAD_ILLEGAL: "P6",
    },
    "answer": dict.fromkeys(
        (Code.LENGTH, Code.POINT, Code.SCALAR, Code.MIX_PROOF, Code.OPEN_PROOF, Code.ANSWER_ILLEGAL), "P8"
    ),
    "give": _MIXED | {Code.STATEMENT_PROOF: "P12a", Code.GIVE_ILLEGAL: "P10", Code.POINTS_ILLEGAL: "P13"},
    "claim": {Code.CLAIM_ILLEGAL: "R1", Code.TYPE_NOT_DUE: "E15 R1"},
    "raise": {Code.RAISE_ILLEGAL: "R2"},
    "open": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.OPEN_PROOF), "C2"),
    "count": {Code.LENGTH: "C5", Code.SCALAR: "C5", Code.STATEMENT_PROOF: "C5", Code.POINTS_ILLEGAL: "C6"},
    "result": {Code.RESULT_WRONG: "Z2"},
    "announce": dict.fromkeys((Code.LENGTH, Code.SCALAR, Code.STATEMENT_PROOF), "Q4")
    | {Code.TYPE_NOT_DUE: "E15 Q4", Code.LEAD_ILLEGAL: "Q5"},
    "cede": {Code.TYPE_NOT_DUE: "E15 Q6"},
    "points": dict.fromkeys((Code.POINT, Code.SCALAR, Code.STATEMENT_PROOF), "T2"),
    "win": {Code.SCALAR: "T4", Code.STATEMENT_PROOF: "T4", Code.POINTS_ILLEGAL: "T5"},
}

EQUATIONS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "G1": ("11.1", "a point is 33 bytes: 02 or 03, then x < p, on the curve"),
        "G2": ("11.1", "a scalar is 32 bytes, big-endian, < n"),
        "G6": ("11.8", "e = HashToScalar(vec(S, T_1 ... T_rows), linear-challenge)"),
        "G7": (
            "11.9",
            "k = HashToScalar(vec(d, c_hat_1...c_hat_N, t_1, t_2, t_3, t_4B, t_4A, t_hat_1...t_hat_N), shuffle-k)",
        ),
        "G8": ("11.8", "0 <= p <= 11k"),
        "G9": ("11.8", "no masked card stands twice in a statement"),
        "K3": ("9.3", "commitment = SHA-256(vec(key-commit, ctx, X, proof, nonce))"),
        "Z2": ("9.17", "every field of a result is what the table computes"),
    }
)
"""The checks that a `Failed` may name: their section of spec.md, and what they demand, in ASCII."""

ONE_HASH: Final = frozenset({"G6", "G7"})
"""Those in which one hash stands for many equations."""

SHORT: Final = frozenset({"G1", "G2", "G8", "Z2"})
"""Those whose values a person can read."""


def sentence(message: str, code: Code, who: str) -> str:
    """What the player called `who` (harmless) did with an entry of the type `message`, without a full stop."""
    return t(
        REFINED.get((message, code)) or SENTENCES.get(code) or N_("{whose} entry was refused"),
        who=who,
        whose=whose(who),
    )


def whose(who: str) -> str:
    """`Anna's`: who has or did something, as it stands before the thing."""
    return t("{who}'s", who=who)


def requirements(message: str, code: Code) -> tuple[tuple[str, str], ...]:
    """What of spec.md such a refusal stands on: names and sections. ('', section) where a section has no name for it.

    With several, it is one of them that the entry breaks.
    """
    named = _BY_MESSAGE.get(message, {}).get(code)
    tags = ANY_MESSAGE.get(code, ("",)) if named is None else tuple(named.split())
    return tuple((tag, "7" if tag.startswith("E") else _section(message)) for tag in tags)


def cited(message: str, code: Code) -> str:
    """`P2 or P3 in section 9.7`, or only the section."""
    sections: dict[str, list[str]] = {}
    for tag, section in requirements(message, code):
        sections.setdefault(section, []).extend([tag] if tag else [])
    return either([_cited(section, tags) for section, tags in sections.items()])


def _cited(section: str, tags: Sequence[str]) -> str:
    if not tags:
        return t("section {section}", section=section)
    return t("{rules} in section {section}", rules=either(tags), section=section)


def _section(message: str) -> str:
    """Section 9 has a subsection for each type of entry, in the order of their numbers."""
    return next((f"9.{number + 1}" for number, cls in ENTRY_MESSAGES.items() if cls.__name__.lower() == message), "9")
