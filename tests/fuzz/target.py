"""What a target is, and what every one of them asks.

Here: the record of a target, the list that they stand in, the two oracles that many share. Never: one target.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bura_p2p.errors import Code, PeerError

from .mutation import Change, bytes_changed

Examples = Callable[[], Sequence[bytes]]


@dataclass(frozen=True)
class Target:
    """One reader: `run` takes any bytes and raises only where the package has a fault.

    `aims` are the modules whose lines are counted (names below `bura_p2p`), `examples` good inputs, `change` makes
    other inputs of them, and `longest` bounds their bytes.
    """

    name: str
    run: Callable[[bytes], None]
    aims: tuple[str, ...]
    examples: Examples
    change: Change
    longest: int


FOUND: dict[str, Target] = {}
"""Every target by its name, as far as its module has been imported (`targets` imports them all)."""


def target(
    *aims: str, examples: Examples, change: Change = bytes_changed, longest: int = 4096
) -> Callable[[Callable[[bytes], None]], Callable[[bytes], None]]:
    """Puts a function into the list, under its own name."""

    def put(run: Callable[[bytes], None]) -> Callable[[bytes], None]:
        FOUND[run.__name__] = Target(run.__name__, run, aims, examples, change, longest)
        return run

    return put


def refused(fault: PeerError, *codes: Code) -> None:
    """The refusal is one of these, and its words hold nothing that a peer has written."""
    assert fault.code in codes, fault
    harmless(str(fault))


_HARMLESS = re.compile(r"[ -~]*")
_NEVER = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def harmless(*lines: str) -> None:
    """Lines for a terminal: nothing that moves, hides, reverses or paints, and no tower of marks."""
    for line in lines:
        if _HARMLESS.fullmatch(line):
            continue
        kinds = [unicodedata.category(character) for character in line]
        assert not _NEVER.intersection(kinds), ascii(line)
        assert "MMM" not in "".join(kind[0] for kind in kinds), ascii(line)
