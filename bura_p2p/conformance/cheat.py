"""A lie as a record: what is said instead of the truth, when, and what everybody must make of it.

Here: `Scene`, `Cheat`, and the chapters in which cheats are gathered. Never: the lies themselves (`cheats`), or how
one is told (`rogue`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from ..errors import Code, LocalError
from ..log.entry import SignedEntry
from ..rules.ruleset import Ruleset
from ..table.phases import Stage
from ..verify import Verdict
from ..wire import messages as m
from .hall import Player, card_player

if TYPE_CHECKING:
    from .rogue import Rogue


class Layer(StrEnum):
    """Which layer of the protocol must catch a lie."""

    FRAMING = "framing"
    ENCODING = "encoding"
    ENTRY = "entry"
    TEXT = "text"
    NEGOTIATION = "negotiation"
    ORDER = "order"
    KEYS = "keys"
    DECK = "deck"
    SHARES = "shares"
    HANDS = "hands"
    GAME = "game"
    RESUME = "resume"
    THREE_SEATS = "three-seats"
    RESOURCES = "resources"


Where = Callable[["Rogue"], bool]
"""What else must hold for a scene to have come; asked of the seat that is about to lie."""


@dataclass(frozen=True)
class Kind:
    """A kind of table: what is played there, and by how many."""

    rules: Ruleset
    seats: int = 2


@dataclass(frozen=True)
class Deal:
    """A constructed hand: how the cards lie, who plays what with them, and who is the liar.

    `hands`: those of A, who leads first, and then in turn order; `draws`: the first cards of the stock; `script`:
    lines such as `A lead AS`, all played before the scene comes. `who`: the liar's letter; `quiet`: who else keeps
    back what it owes in that stage, so that it is not past before the liar speaks.
    """

    hands: tuple[str, ...]
    turned: str
    who: str
    script: tuple[str, ...] = ()
    draws: str = ""
    quiet: str = ""


@dataclass(frozen=True)
class Scene:
    """A moment in which a seat can lie.

    It has come when the table waits for `stage`, this seat owes an entry there (`mine`; else: owes none), and `where`
    holds, `when` in words: all of this the seat sees by itself, at any table and whoever drives it. `last`: it waits
    until the others have spoken in this round. It cannot come for a seat below `from_seat`, or after round `by`. The
    rest says how a table in memory gets there: the `kinds` of table at which it comes about, the usual one first, and
    either players of the liar and of the others (made from a number), or a `deal`, whose script is played before
    `where` holds.
    """

    name: str
    stage: Stage
    kinds: tuple[Kind, ...]
    where: Where = lambda liar: True
    mine: bool = True
    last: bool = False
    from_seat: int = 0
    by: int = 1000
    liar: Callable[[int], Player] = card_player
    others: Callable[[int], Player] = card_player
    deal: Deal | None = None
    when: str = ""


Told = m.EntryMessage | SignedEntry | m.LinkMessage | bytes
"""What is said: a message that the liar signs for its place, an entry that it has signed itself, a link message; or
bytes that are written on the stream of a link as they are.
"""

Make = Callable[["Rogue"], Told | tuple[Told, ...]]
"""Makes the lie, in its scene, from what the liar has; of several words the last is the lie."""

X = TypeVar("X")


def fixed(told: Told) -> Make:
    """A lie that needs nothing of the liar."""
    return lambda liar: told


def bound(lie: Callable[[Rogue, X], Told], x: X) -> Make:
    """One of a family of lies."""
    return lambda liar: lie(liar, x)


@dataclass(frozen=True, kw_only=True)
class Cheat:
    """One lie. Two cheats are the same when `message`, `field` and `lie` are.

    `id` is in kebab-case. `message` is the type of what is said, `field` what of it is not true, `lie` one plain
    sentence. `before`: what the table takes first, in an earlier scene. `code`: the refusal; `verdict`: of the honest
    side's file, which names the liar for FAULT and EQUIVOCATION and nobody for anything else. `split`: of two words
    the first goes to one seat and the second to the others, and EQUIVOCATION is what two sides' files say together.
    `line` is what it covers of the list of cheats (`cheats.LINES`), or empty; `source` a paper or a published fault.
    `insider`: it takes secrets of another seat, so it is told only at tables in memory.
    """

    id: str
    layer: Layer
    message: str
    field: str
    lie: str
    scene: Scene
    make: Make
    code: Code
    verdict: Verdict
    line: str
    source: str
    before: tuple[Scene, Make] | None
    insider: bool
    split: bool

    @property
    def begins(self) -> Scene:
        """The scene in which the liar first says what honesty would not."""
        return self.scene if self.before is None else self.before[0]

    @property
    def convicts(self) -> bool:
        """Whether the honest side's file names the liar."""
        return self.verdict in (Verdict.FAULT, Verdict.EQUIVOCATION)


class Chapter:
    """The cheats of one layer, in the order in which they are written down."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self._cheats: dict[str, Cheat] = {}

    def __iter__(self) -> Iterator[Cheat]:
        return iter(self._cheats.values())

    def cheat(
        self,
        what: str,
        scene: Scene,
        code: Code,
        line: str,
        *,
        verdict: Verdict = Verdict.FAULT,
        source: str = "",
        before: tuple[Scene, Make] | None = None,
        insider: bool = False,
        split: bool = False,
    ) -> Callable[[Make], Make]:
        """Write the decorated function down: its name becomes the id, its docstring the lie.

        `what`: `Message.field`, or `Message` where the whole of it is the lie.
        """

        def note(make: Make) -> Make:
            name, lie = make.__name__.strip("_").replace("_", "-"), " ".join((make.__doc__ or "").split())
            self.add(what, name, lie, scene, code, line, make, verdict=verdict, source=source, before=before,
                     insider=insider, split=split)  # fmt: skip
            return make

        return note

    def add(
        self,
        what: str,
        name: str,
        lie: str,
        scene: Scene,
        code: Code,
        line: str,
        make: Make,
        *,
        verdict: Verdict = Verdict.FAULT,
        source: str = "",
        before: tuple[Scene, Make] | None = None,
        insider: bool = False,
        split: bool = False,
    ) -> None:
        """Write down one of a family of cheats. Raises `LocalError` for an id that is taken."""
        message, _, field = what.partition(".")
        id_ = f"{self.layer}-{name}"
        if id_ in self._cheats:
            raise LocalError(f"Two cheats are called {id_}.")
        self._cheats[id_] = Cheat(
            id=id_, layer=self.layer, message=message, field=field, lie=lie, scene=scene, make=make, code=code,
            verdict=verdict, line=line, source=source, before=before, insider=insider,
            split=split,
        )  # fmt: skip
