"""Fault 14: an exception taken for "undecided", so that whatever makes a check raise, passes it.

Published: chia-gaming, issue 413: a check of a move that ended in an exception was no refusal.

A habit, so the habit is tested: in `crypto/`, `log/`, `table/` and `wire/` no `except` goes on as if nothing had
happened (the few that do not raise are listed with what they do); whatever a provider of arithmetic raises in the
middle of a check, nothing is accepted, stored or signed, and nobody is convicted by it; when it works again, the same
entry is taken. And a copy that does take a malformed proof for an open question lets an owner lead any card.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bura_p2p.cards import Card
from bura_p2p.crypto import group
from bura_p2p.crypto.group import load_provider, using
from bura_p2p.crypto.masking import card_point, cards_from_bytes
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import Entry, SignedEntry, open_entry
from bura_p2p.rules import actions as a
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from tests.faults.scenes import SETTINGS, about_to_play, believed
from tests.faults.test_01_related_generators import other_points
from tests.faults.test_06_no_shuffle_proof import junk
from tests.faults.test_07_rogue_key import rogue
from tests.faults.test_18_forgotten_base import opening_of_nothing
from tests.faults.weakened import ROOT, Edit, Weakened
from tests.support.cheat import Cheat, at, both, frame
from tests.support.rogues import caught
from tests.support.trials import picture

PARTS = ("crypto", "log", "table", "wire")

# --- no `except` goes on -----------------------------------------------------------------------------------

GOES_ON = {
    "crypto/group.py default_provider": "another provider of the same arithmetic, before anything is checked",
    "log/entry.py _place": "sorts entries that were judged before; an unreadable one comes last",
    "log/file.py game_key": "says which files are of one game, of the beginning of a file; its check comes later",
    "table/evidence.py differing": "names fields for whoever reads a refusal, after it was made",
    "table/closing.py _reveal": "the hand is void: equal keys name nobody and end it",
}
"""Every handler in these packages that does not raise, and why that accepts nothing."""


def handlers() -> Iterator[tuple[str, ast.ExceptHandler]]:
    for part in PARTS:
        for path in sorted((ROOT / "bura_p2p" / part).glob("*.py")):
            for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef):
                    for node in ast.walk(function):
                        if isinstance(node, ast.ExceptHandler):
                            yield f"{part}/{path.name} {function.name}", node


def test_no_handler_goes_on() -> None:
    found = list(handlers())
    assert len(found) > 8
    quiet = {name for name, handler in found if not isinstance(handler.body[-1], ast.Raise)}
    assert quiet == set(GOES_ON)


def test_no_handler_takes_everything() -> None:
    """Each names what it expects; a fault of this program is never one of them."""
    broad = {"Exception", "BaseException", "BuraError"}
    for name, handler in handlers():
        assert handler.type is not None, name
        assert not broad & {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}, name


def test_nothing_is_suppressed() -> None:
    for part in PARTS:
        for path in (ROOT / "bura_p2p" / part).glob("*.py"):
            assert "suppress(" not in path.read_text(encoding="utf-8"), path
            assert not [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if in_finally(n)], path


def in_finally(node: ast.AST) -> bool:
    """A `return`, `break` or `continue` in a `finally` would swallow what was raised."""
    leaves = ast.Return | ast.Break | ast.Continue
    body = [part for final in node.finalbody for part in ast.walk(final)] if isinstance(node, ast.Try) else []
    return any(isinstance(part, leaves) for part in body)


# --- whatever is raised, nothing is accepted ---------------------------------------------------------------


class Failing:
    """Arithmetic that fails once, at a chosen call of a chosen kind, with a chosen exception."""

    name = "failing"

    def __init__(self, kind: str, number: int, fault: Exception) -> None:
        self.inner = load_provider(group.provider_name())
        self.kind, self.left, self.fault = kind, number, fault

    def __getattr__(self, name: str) -> Callable[..., Any]:
        call = getattr(self.inner, name)

        def counted(*arguments: object) -> Any:
            if name == self.kind:
                self.left -= 1
                if self.left < 0:
                    raise self.fault
            return call(*arguments)

        return counted


FAULTS = [ValueError("a"), RuntimeError("b"), MemoryError(), ZeroDivisionError(), OverflowError(), KeyError(0)]
any_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)

LIES: dict[str, Callable[[Cheat], m.EntryMessage]] = {
    "deal": lambda cheat: replace(cheat.withheld, proof=cheat.withheld.proof[:63] + b"\x00"),
    "shuffle": junk,
    "lead": opening_of_nothing,
    "follow shown": other_points,
    "reveal": lambda cheat: rogue(cheat)[1],
    "count": lambda cheat: replace(cheat.withheld, piles=(m.PileSum(60, bytes(128)),)),
}
"""A lie by every kind of check that computes; several are attacks of other faults."""


def calls_of(cheat: Cheat, entry: Entry, kind: str) -> int:
    """How often the check of this entry calls the arithmetic of that kind, when nothing fails."""
    provider = Failing(kind, 10_000, RuntimeError())
    with using(provider), pytest.raises(PeerError):
        cheat.honest.table.apply(entry)
    return 10_000 - provider.left


@pytest.mark.parametrize("scene", LIES)
@any_fault
def test_a_check_that_fails_accepts_nothing(scene: str, fault: Exception) -> None:
    """The first, some and the last call of the arithmetic fail while a lie is judged: it is never taken."""
    cheat = at(scene, 1)
    entry = open_entry(cheat.signed(LIES[scene](cheat)), cheat.hall.identities[1].public)
    table, before = cheat.honest.table, picture(cheat.honest.table)
    for kind in ("mul_sum", "decompress", "add", "mul", "mul_base"):
        count = calls_of(cheat, entry, kind)
        for number in sorted({0, count // 3, count - 1} & set(range(count))):
            # only what is no point may be taken for a refusal, and then it is one
            refusals = (type(fault), PeerError) if (kind, type(fault)) == ("decompress", ValueError) else type(fault)
            with using(Failing(kind, number, fault)), pytest.raises(refusals):
                table.apply(entry)
            assert picture(table) == before


def honest_lead(seat: int) -> tuple[Cheat, SignedEntry]:
    """A good entry that the other side has not seen yet."""
    cheat = at("lead", seat)
    return cheat, cheat.signed(cheat.message(cheat.action(a.Lead)))


@both
@pytest.mark.parametrize("fault", FAULTS[:3], ids=lambda fault: type(fault).__name__)
def test_a_session_signs_and_convicts_nothing_and_goes_on(seat: int, fault: Exception) -> None:
    cheat, signed = honest_lead(seat)
    before = cheat.honest.entries()
    with using(Failing("mul_sum", 2, fault)), pytest.raises(type(fault)):
        cheat.honest.receive(frame(signed))
    assert cheat.honest.entries() == before
    assert not cheat.honest.closed
    effects = cheat.honest.receive(frame(signed))
    assert signed in effects.entries
    assert not any(isinstance(message, m.Refuse) for message in effects.send)


@pytest.mark.parametrize("fault", FAULTS[:3], ids=lambda fault: type(fault).__name__)
def test_a_stranger_says_nothing_about_what_it_could_not_check(fault: Exception) -> None:
    game = at("lead", 0).hall.file(0)
    assert verify_file(game).culprit is None
    for number in (0, 50):
        with using(Failing("mul_sum", number, fault)), pytest.raises(type(fault)):
            verify_file(game)


# --- the attack --------------------------------------------------------------------------------------------

VERIFY = "verify(statements.shares(label, ctx, key.X, [card.A for card in cards], D), proof, _SHARE_CODES[label])\n"
UNDECIDED = """try:
        {}\
    except PeerError as fault:
        if fault.code is not Code.SCALAR:
            raise
"""
OPEN_QUESTION = Weakened(
    "a proof that cannot be read leaves the question open",
    Edit("crypto.masking", VERIFY, UNDECIDED.format(VERIFY)),
)


def any_card(cheat: Cheat) -> m.Lead | m.Answer:
    """The honest mix, whose first card is "opened" to the ace of trumps, with scalars beyond the order."""
    view = cheat.session.view()
    answering = cheat.table.stage is Stage.FOLLOW
    kind = m.Answer if answering else m.Lead
    count = len(cheat.standing) if answering else 1
    honest = kind(*cheat.maker._open_play(cheat.secrets, view.held[:count]))
    wanted = [Card.parse(word) for word in ("AH", "10H", "JH")][:count]
    masked = cards_from_bytes(honest.hand, 3)[:count]
    openings = b"".join(
        (card.B - card_point(face)).to_bytes() for card, face in zip(masked, wanted, strict=True)
    )
    return replace(honest, openings=openings, proof=b"\xff" * 64)


def leads_any_card(who: str) -> None:
    """What an open question is worth."""
    cheat = about_to_play(who)
    assert Card.parse("AH") not in cheat.held
    happened = believed(cheat, any_card(cheat))
    shown = next(event for event in happened if isinstance(event, e.Led | e.Answered))
    assert Card.parse("AH") in shown.cards


@pytest.mark.parametrize("who", SETTINGS)
def test_an_open_question_shows_any_card(who: str) -> None:
    OPEN_QUESTION(__name__).leads_any_card(who)


@pytest.mark.parametrize("who", SETTINGS)
def test_a_proof_that_cannot_be_read_is_refused(who: str) -> None:
    caught(SETTINGS[who], any_card, Code.SCALAR)


def test_the_list_is_of_this_package() -> None:
    assert all((ROOT / "bura_p2p" / Path(name.split()[0])).exists() for name in GOES_ON)
