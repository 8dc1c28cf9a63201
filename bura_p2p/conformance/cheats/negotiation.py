"""Lies in a hello: no table comes about.

Nobody is named: a hello names no table, and other software may know more than this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ...errors import Code
from ...rules.builtin import find_ruleset
from ...table.phases import Stage
from ...verify import Verdict
from ...wire import messages as m
from ..cheat import Chapter, Layer, Make, Scene
from ..rogue import Rogue
from ..scenes import HELLO, PLAIN

NEGOTIATION = Chapter(Layer.NEGOTIATION)
TEXT = Chapter(Layer.TEXT)

HELLO_LAST: Final = Scene("hello after the others", Stage.HELLO, (PLAIN,), last=True)


def _with(change: Callable[[Rogue], dict[str, Any]]) -> Make:
    return lambda liar: replace(liar.honest(m.Hello), **change(liar))


OTHER_RULES: Final = find_ruleset("georgian", match_to=1).canonical_bytes()
FALSE_NAME: Final = replace(find_ruleset("georgian"), target=41).canonical_bytes()

_HELLOS: dict[str, tuple[str, str, str, Code, Verdict, Callable[[Rogue], dict[str, Any]]]] = {
    "identity-of-another-seat": (
        "identity", "The identity of another seat, come back from it.", "own key reflected", Code.IDENTITY_KEY,
        Verdict.MALFORMED, lambda liar: {"identity": liar._identities[liar.others[0]]},
    ),
    "identity-of-nobody": (
        "identity", "Another identity than the link has proved.", "same identity in two seats", Code.IDENTITY_KEY,
        Verdict.MALFORMED, lambda liar: {"identity": bytes(range(32))},
    ),
    "newer-versions-only": (
        "versions", "Only versions that the other side cannot know.", "no common version", Code.VERSION,
        Verdict.UNSUPPORTED, lambda liar: {"versions": (2, 3)},
    ),
    "required-feature": (
        "features", "A feature without which the liar will not play, and which the other side does not know.",
        "unknown required feature", Code.FEATURE, Verdict.UNSUPPORTED, lambda liar: {"features": (6,)},
    ),
    "two-first-leaders": (
        "features", "Two seats that are both to lead first.", "unknown required feature", Code.FEATURE,
        Verdict.UNSUPPORTED, lambda liar: {"features": (2, 4)},
    ),
    "features-of-both-kinds": (
        "features", "Odd features, which may be ignored, and a required one among them.", "unknown required feature",
        Code.FEATURE, Verdict.UNSUPPORTED, lambda liar: {"features": (2, 3, 6)},
    ),
    "more-seats": (
        "seats", "A seat more than the table has.", "stripped option", Code.RULESET_DIFFERS, Verdict.MALFORMED,
        lambda liar: {"seats": len(liar.others) + 2},
    ),
    "unreadable-rules": (
        "ruleset", "Rules of a single byte.", "stripped option", Code.RULESET, Verdict.UNSUPPORTED,
        lambda liar: {"ruleset": b"\x00"},
    ),
    "rules-cut": (
        "ruleset", "The right rules without their last byte.", "stripped option", Code.RULESET, Verdict.UNSUPPORTED,
        lambda liar: {"ruleset": liar.honest(m.Hello).ruleset[:-1]},
    ),
    "rules-under-a-false-name": (
        "ruleset", "Rules that bear the name of well-known ones and answer a question otherwise.", "stripped option",
        Code.RULESET, Verdict.UNSUPPORTED, lambda liar: {"ruleset": FALSE_NAME},
    ),
}  # fmt: skip
for _name, (_field, _lie, _line, _code, _verdict, _change) in _HELLOS.items():
    NEGOTIATION.add(f"Hello.{_field}", _name, _lie, HELLO, _code, _line, _with(_change), verdict=_verdict)


@NEGOTIATION.cheat("Hello.ruleset", HELLO_LAST, Code.RULESET_DIFFERS, "stripped option",
                   verdict=Verdict.MALFORMED)  # fmt: skip
def other_rules(liar: Rogue) -> m.Hello:
    """The liar agrees to another match than the others have named."""
    return replace(liar.honest(m.Hello), ruleset=OTHER_RULES)


@NEGOTIATION.cheat("Hello.features", HELLO_LAST, Code.RULESET_DIFFERS, "stripped option",
                   verdict=Verdict.MALFORMED)  # fmt: skip
def leads_first(liar: Rogue) -> m.Hello:
    """The liar names who leads first, which the others have left to be drawn."""
    return replace(liar.honest(m.Hello), features=(m.Feature.SEAT_0_LEADS,))


# --- text --------------------------------------------------------------------------------------------------


def _hello(**change: object) -> Make:
    def make(liar: Rogue) -> Any:
        hello = liar.honest(m.Hello)
        fields = {name: getattr(hello, name) for name in hello.__slots__} | change
        return liar.signed_raw(0, tuple(fields.values()))

    return make


for _name, _lie, _value in (
    ("name-too-long", "A name that is a byte longer than any.", "x" * 65),
    ("name-too-long-in-bytes", "A name of a thousand combining marks, each of two bytes.", "x" + "̀" * 1000),
    ("name-as-bytes", "A name that is bytes, which no face could show.", b"rogue"),
    ("name-nil", "No name at all.", None),
):
    TEXT.add("Hello.name", _name, _lie, HELLO, Code.SHAPE, "a thousand combining marks", _hello(name=_value),
             verdict=Verdict.MALFORMED)  # fmt: skip
