"""Which requirements of `spec.md` a lie breaks: what its receiver must refuse it by.

Here: ids by message and code. Never: a sentence of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...errors import Code
from ..cheat import Cheat, Layer

_ANYWHERE: Final[Mapping[Code, tuple[str, ...]]] = {
    Code.FRAME_EMPTY: ("F2",),
    Code.FRAME_TOO_LONG: ("F3",),
    Code.LINK_MESSAGE: ("M6",),
    Code.SIGNATURE: ("E6",),
    Code.IDENTITY_KEY: ("E6",),
    Code.ENCODING: ("E7",),
    Code.SHAPE: ("E14",),
    Code.TYPE_UNKNOWN: ("E14",),
    Code.VERSION: ("E14",),
    Code.TABLE_WRONG: ("E10",),
    Code.ROUND_WRONG: ("E9", "E12"),
    Code.SEAT_WRONG: ("E4", "E8"),
    Code.PREV_WRONG: ("E13",),
    Code.EQUIVOCATION: ("E11a",),
    Code.TYPE_NOT_DUE: ("E15",),
}
"""Of every message, where its own section does not say more."""

_OWN: Final[Mapping[str, Mapping[Code, tuple[str, ...]]]] = {
    "Hello": {
        Code.IDENTITY_KEY: ("H2",), Code.VERSION: ("H3",), Code.FEATURE: ("H4", "V2a"), Code.RULESET: ("H5",),
        Code.RULESET_DIFFERS: ("H6",), Code.TABLE_WRONG: ("E11a",),
    },
    "Reveal": {
        Code.COMMITMENT: ("K3",), Code.POINT: ("K4",), Code.SCALAR: ("K5",), Code.KEY_PROOF: ("K5",),
        Code.LENGTH: ("K5",),
    },
    "Commit": {Code.COMMITMENT: ("K3",)},
    "Shuffle": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.SHUFFLE_PROOF), ("S2",)),
    "Deal": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.SHARE_PROOF), ("D2",)),
    "Shares": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.SHARE_PROOF), ("D5",)),
    "Lead": {
        Code.LENGTH: ("P2", "P3", "P3a"), Code.POINT: ("P3a", "P4"), Code.SCALAR: ("P3a", "P4"),
        Code.MIX_PROOF: ("P3a",),
        Code.OPEN_PROOF: ("P4",), Code.LEAD_ILLEGAL: ("P6",),
    },
    "Answer": dict.fromkeys(
        (Code.LENGTH, Code.POINT, Code.SCALAR, Code.MIX_PROOF, Code.OPEN_PROOF, Code.ANSWER_ILLEGAL), ("P8",)
    ),
    "Give": {
        Code.GIVE_ILLEGAL: ("P10",), Code.LENGTH: ("P11", "P12", "P12a"), Code.POINT: ("P11",),
        Code.SCALAR: ("P11", "P12a"),
        Code.MIX_PROOF: ("P11",), Code.STATEMENT_PROOF: ("P12a",), Code.POINTS_ILLEGAL: ("P13",),
    },
    "Claim": {Code.TYPE_NOT_DUE: ("R1", "E15"), Code.CLAIM_ILLEGAL: ("R1",)},
    "Raise": {Code.RAISE_ILLEGAL: ("R2",)},
    "Open": dict.fromkeys((Code.LENGTH, Code.POINT, Code.SCALAR, Code.OPEN_PROOF), ("C2",)),
    "Count": {
        Code.LENGTH: ("C5",), Code.SCALAR: ("C5",), Code.STATEMENT_PROOF: ("C5",), Code.POINTS_ILLEGAL: ("C6",),
    },
    "Result": {Code.RESULT_WRONG: ("Z2",)},
    "Announce": {
        Code.TYPE_NOT_DUE: ("Q4",), Code.LENGTH: ("Q4",), Code.SCALAR: ("Q4",), Code.STATEMENT_PROOF: ("Q4",),
        Code.LEAD_ILLEGAL: ("Q5",),
    },
    "Cede": {Code.TYPE_NOT_DUE: ("Q6",)},
    "Points": dict.fromkeys((Code.POINT, Code.SCALAR, Code.STATEMENT_PROOF), ("T2",)),
    "Win": {Code.SCALAR: ("T4",), Code.STATEMENT_PROOF: ("T4",), Code.POINTS_ILLEGAL: ("T5",)},
    "Resume": {Code.TABLE_WRONG: ("J6a",), Code.LENGTH: ("J6b",)},
    "body": {Code.SHAPE: ("E7",)},
}  # fmt: skip
"""By message, what the message's own section says."""

_FRAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "framing-unknown-even-type": ("V3",),
    "framing-frame-cut": ("F4a",),
    "framing-header-cut": ("F4a",),
}


def requirements_of(cheat: Cheat) -> tuple[str, ...]:
    """The ids by which a receiver refuses this lie, or closes on it."""
    if cheat.id in _FRAMES:
        return _FRAMES[cheat.id]
    ids = _OWN.get(cheat.message, {}).get(cheat.code) or _ANYWHERE.get(cheat.code, ())
    said = ("L12", "L12a", "E17") if cheat.layer not in (Layer.FRAMING, Layer.RESOURCES, Layer.RESUME) else ()
    return (*ids, *said)
