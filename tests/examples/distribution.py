"""What many game files came to: verdicts, codes, the layers that they reached.

Here: counting, by the registry of refusals. Never: a verdict of its own; the codes that no verifier tells, since they
name nobody, are the package's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import open_entry
from bura_p2p.log.file import MalformedFile, read_game
from bura_p2p.verify import Replay

from .games import Case
from .verifiers import Told

NEVER = {
    **dict.fromkeys(
        (Code.FRAME_EMPTY, Code.FRAME_TOO_LONG, Code.LINK_MESSAGE, Code.LINK_ORDER, Code.AUTHENTICATION),
        "refused on a link; a file with such a frame is malformed before any entry is judged (X1)",
    ),
    Code.DECK_BROKEN: "needs a proof of something false that holds (section 14)",
}
"""Codes that no file can show, and why."""


@dataclass
class Found:
    """`told`: (verdict, code) as all verifiers say it; `first`: (verdict, first refusal in the file's own order)."""

    games: int = 0
    told: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, case: Case, told: Told) -> None:
        verdict = str(told.get("verdict"))
        code = str(told.get("code", ""))
        self.games += 1
        self.told[verdict, code] += 1
        self.first[verdict, code or first_refusal(case)] += 1

    @property
    def codes(self) -> set[str]:
        """All that came."""
        return {code for _, code in self.first}

    @property
    def unreached(self) -> list[str]:
        """The codes that a file can show, and none of these did."""
        return [code.label for code in Code if code not in NEVER and code.label not in self.codes]


def first_refusal(case: Case) -> str:
    """The code with which the first entry of the file's own is refused; why a hand is void; or empty."""
    try:
        game = read_game(case.data)
        replay = Replay(game.identities)
        for signed in game.entries:
            if not replay.table.log.check(open_entry(signed, game.identities[signed.seat])):
                return "twice"
            replay.feed(signed)
    except MalformedFile:
        return "no game file"
    except PeerError as fault:
        return fault.code.label
    void = replay.table.state.void
    return "" if void is None else void.label


def lines(found: Found) -> Iterator[str]:
    """Verdicts; verdict × code; what never came."""
    verdicts: Counter[str] = Counter()
    for (verdict, _), count in found.told.items():
        verdicts[verdict] += count
    yield "verdicts: " + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    yield "convicted by: " + told_of(found.told, named=True)
    yield "of the others the first refusal: " + told_of(found.first - found.told, named=False)
    yield "codes never reached: " + (", ".join(found.unreached) or "none of those that a file can show")
    yield "codes that no file can show: " + ", ".join(code.label for code in NEVER)


def told_of(counted: Counter[tuple[str, str]], *, named: bool) -> str:
    chosen = [(key, count) for key, count in counted.most_common() if key[1] or not named]
    return ", ".join(f"{count} {verdict} {code}".rstrip() for (verdict, code), count in chosen)
