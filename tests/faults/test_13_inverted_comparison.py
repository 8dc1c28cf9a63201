"""Fault 13: a comparison the wrong way round, in a branch of the verifier that no test calls.

Published: LibTMCG's newest check of a masking refuses every honest proof: nothing had ever called it.

A habit, so the habit is tested: in `crypto/`, `log/`, `table/` and `wire/` every `raise PeerError` is reached by the
public negative data (`protocol/vectors`, `protocol/games/bad`) or by a call below, and every `if` that guards one is
passed by the public good data. An inverted guard would therefore refuse what is good, and a deleted one would let
pass what is bad. (What a copy of the package reaches is marked in its source; which line that is, Python knows.)
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bura_p2p.conformance.cheats.plays import GIVING
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.crypto import masking, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import G, scalar_from_bytes
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import SignedEntry, open_entry
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import CLASSIC, find_ruleset
from bura_p2p.table.table import Table
from bura_p2p.verify import Replay, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, unpack_strict
from bura_p2p.wire.limits import MAX_BODY, MAX_FRAME
from tests.crypto.hands import CTX, masked_deck, new_key, proved
from tests.faults.test_06_no_shuffle_proof import junk
from tests.faults.weakened import REACHED, ROOT, Edit, Weakened
from tests.support.cheat import Cheat, at, both
from tests.vectors import by_package
from tests.vectors.form import PROTOCOL, cases, load
from tests.vectors.test_vectors import bytes_of

PARTS = ("crypto", "log", "table", "wire")

# --- every guard, both ways --------------------------------------------------------------------------------

Place = tuple[str, int]


def refuses(node: ast.stmt) -> bool:
    """Whether this is `raise PeerError(…)`."""
    raised = node.exc if isinstance(node, ast.Raise) else None
    return isinstance(raised, ast.Call) and isinstance(raised.func, ast.Name) and raised.func.id == "PeerError"


def sources() -> Iterator[tuple[str, Path]]:
    for part in PARTS:
        for path in sorted((ROOT / "bura_p2p" / part).glob("*.py")):
            yield f"{part}.{path.stem}", path


def guards(tree: ast.AST) -> Iterator[tuple[ast.If | None, ast.stmt]]:
    """Each refusal of a module, with the `if` whose body it ends; None where an `except` or a `match` leads to it."""
    under = {id(node.body[-1]): node for node in ast.walk(tree) if isinstance(node, ast.If)}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and refuses(node):
            yield under.get(id(node)), node


def marked(name: str, path: Path) -> tuple[Edit | None, set[Place], set[Place]]:
    """An edit that notes which guards and refusals of a module are reached, and the places of both."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    found: tuple[set[Place], set[Place]] = (set(), set())
    for guard, refusal in guards(ast.parse(text)):
        for node, places in zip((guard, refusal), found, strict=True):
            if node is None or (name, node.lineno) in places:
                continue
            line = lines[node.lineno - 1]
            indent = len(line) - len(line.lstrip())
            if line.lstrip().startswith("elif"):
                continue
            note = f"__import__('tests.faults.weakened').faults.weakened.REACHED.add({(name, node.lineno)!r})"
            lines[node.lineno - 1] = f"{' ' * indent}{note}\n{line}"
            places.add((name, node.lineno))
    changed = "\n".join(lines)
    return (Edit(name, text, changed) if changed != text else None, *found)


MODULES = [marked(*source) for source in sources()]
GUARDS = set().union(*[guards for _, guards, _ in MODULES])
REFUSALS = set().union(*[refusals for _, _, refusals in MODULES])
MARKED = Weakened("no mistake: it only notes what is reached", *[edit for edit, _, _ in MODULES if edit])


GOOD = (
    "declined",
    "claim-opening-right",
    "kozel-aces",
    "telegram-sealed",
    "telegram-tells",
    "closed-opening",
    "whole-hand",
)
"""Games that between them have every kind of entry."""


def good_data() -> None:
    """Whatever is good in the vectors and games."""
    for name, kinds in by_package.RUN.items():
        for kind, test in cases(f"vectors/{name}.json").values():
            if kind in kinds and "code" not in test["expect"]:
                by_package.outcome(name, kind, test["in"])
    for name in GOOD:
        assert verify_file(bytes_of(f"good/{name}")).exit_code == 0


def bad_data() -> None:
    """Whatever is bad in the vectors and games."""
    for name, kinds in by_package.RUN.items():
        for kind, test in cases(f"vectors/{name}.json").values():
            if kind in kinds and "code" in test["expect"]:
                by_package.outcome(name, kind, test["in"])
    for path in sorted((PROTOCOL / "games" / "bad").glob("*.json")):
        game = load(f"games/bad/{path.stem}.json")
        verify_file(bytes_of(game["id"]), [bytes_of(other) for other in game["in"]["others"]])


def other_rules() -> None:
    """Two hellos that name different rulesets."""
    halls = [Hall("other rules", ruleset=rules) for rules in (CLASSIC, find_ruleset("georgian"))]
    replay = Replay([identity.public for identity in halls[0].identities])
    for seat, hall in enumerate(halls):
        hall.start()
        replay.feed(hall.entries(seat)[0])


def closed_give() -> None:
    """Cards face down, where the rules have them open."""
    hall = Hall("closed give", ruleset=CLASSIC, players=[card_player(0), card_player(1)])
    hall.run(lambda hall: hall.table.stage.value == "follow" and not any(hall.mail.values()))
    (seat,) = hall.table.owing()
    session = hall.sessions[seat]
    played = session.view().held[: len(hall.table.state.position.standing.shown)]
    hand, mix_proof, _, _ = session._maker._open_play(session._secrets, played)
    session._speak(m.Give(hand, mix_proof, None, b""))


def lies(scene: str, lie: Callable[[Cheat], m.EntryMessage]) -> None:
    """A lie at the honest table."""
    cheat = at(scene, 0)
    signed = cheat.signed(lie(cheat))
    cheat.honest.table.apply(open_entry(signed, cheat.hall.identities[0].public))


def single_mixed(cheat: Cheat) -> m.EntryMessage:
    """The last card, with a mix proof."""
    return replace(cheat.message(cheat.action(a.Lead)), mix_proof=bytes(290))


def shorter_than_the_lead() -> None:
    """A give from a hand of one where two were led; no lead can be so large, so the table is made to hold it."""
    cheat = at("follow two", 0)
    signed = cheat.signed(cheat.message(a.Give(cheat.losers(2)[0])))
    held = cheat.honest.table.state.cards.held
    held[0] = held[0][:1]
    cheat.honest.table.apply(open_entry(signed, cheat.hall.identities[0].public))


CARD = masked_deck(2, new_key("owner").X)[0]
UNUSUAL: dict[str, tuple[Code, Callable[[], object]]] = {
    "a card of no bytes": (Code.LENGTH, lambda: masking.MaskedCard.from_bytes(b"")),
    "a scalar of no bytes": (Code.LENGTH, lambda: scalar_from_bytes(b"")),
    "points beyond 11 a card": (
        Code.STATEMENT_PROOF,
        lambda: masking.verify_points(CTX, proved(new_key("owner")), [CARD], 12, bytes(128)),
    ),
    "a statement of no card": (Code.LENGTH, lambda: statements.points(CTX, G, [], 0)),
    "a card named twice": (Code.STATEMENT_PROOF, lambda: statements.points(CTX, G, [CARD, CARD], 3)),
    "a share too few": (Code.LENGTH, lambda: statements.shares(Label.SHARE, CTX, G, [G], [])),
    "one card of one suit": (Code.LENGTH, lambda: statements.one_suit(CTX, G, [CARD])),
    "a body too long to be signed": (
        Code.ENCODING,
        lambda: open_entry(SignedEntry(0, bytes(MAX_BODY + 1), bytes(64)), bytes(32)),
    ),
    "a body too long": (Code.ENCODING, lambda: decode_body(bytes(MAX_BODY + 1))),
    "a frame too long": (Code.ENCODING, lambda: unpack_strict(bytes(MAX_FRAME + 1))),
    "one identity twice": (
        Code.IDENTITY_REPEATED,
        lambda: Table([Hall("x").identities[0].public] * 2),
    ),
    "two rulesets": (Code.RULESET_DIFFERS, other_rules),
    "face down where cards are open": (Code.GIVE_ILLEGAL, closed_give),
    "no points where points are shown": (
        Code.LENGTH,
        lambda: lies(
            "follow shown", lambda cheat: replace(GIVING[0].honest(cheat.session), points=None, points_proof=b"")
        ),
    ),
    "a mix of one card": (Code.LENGTH, lambda: lies("last card", single_mixed)),
    "two piles where there is one": (
        Code.LENGTH,
        lambda: lies("count", lambda cheat: replace(cheat.withheld, piles=cheat.withheld.piles * 2)),
    ),
    "a hand shorter than the lead": (Code.GIVE_ILLEGAL, shorter_than_the_lead),
    "two equal keys": (Code.KEYS_EQUAL, lambda: masking.joint_key([proved(new_key("owner"))] * 2)),
}
"""What the published data does not hold, since no message or file can bring it there, or only an odd table."""


def unusual() -> None:
    """Each is refused as it should be; a session that is to sign one tells its own player, in the same words."""
    for code, call in UNUSUAL.values():
        with pytest.raises((PeerError, LocalError), match=code.label):
            call()


def reached(call: str) -> set[Place]:
    """The places that a call reaches in a marked copy."""
    REACHED.clear()
    getattr(MARKED(__name__), call)()
    return set(REACHED)


@cache
def refused_somewhere() -> set[Place]:
    return reached("bad_data") | reached("unusual")


def test_the_unusual_is_refused() -> None:
    unusual()


def test_every_refusal_is_reached_by_something_bad() -> None:
    assert len(REFUSALS) > 45
    assert REFUSALS - refused_somewhere() == set()


def test_every_guard_is_passed_by_something_good() -> None:
    """A good entry that comes by a guard and is not refused: turned round, the guard would refuse it."""
    passed = reached("good_data")
    assert len(GUARDS) > 35
    assert GUARDS - passed == set()


# --- the fault itself --------------------------------------------------------------------------------------

INVERTED = {
    "relation": Weakened(
        "the check of a linear relation is the wrong way round",
        Edit("crypto.relation", "if not _holds(statement, e, z,", "if _holds(statement, e, z,"),
    ),
    "shuffle": Weakened(
        "the check of a shuffle is the wrong way round",
        Edit("crypto.shuffle", "if not _holds(statement, _Proof", "if _holds(statement, _Proof"),
    ),
}


@pytest.mark.parametrize(("name", "round_"), [("relation", 2), ("shuffle", 3)])
def test_turned_round_it_refuses_every_honest_proof(name: str, round_: int) -> None:
    """And convicts the honest: the first proof of its kind is called a fault."""
    report = INVERTED[name]("bura_p2p.verify").verify_file(bytes_of("good/declined"))
    assert (report.verdict.label, report.culprit.round) == ("fault", round_)
    assert verify_file(bytes_of("good/declined")).culprit is None


@both
def test_turned_round_it_believes_a_lie(seat: int) -> None:
    cheat = at("shuffle", seat)
    game = cheat.file([*cheat.hall.entries(1 - seat), cheat.signed(junk(cheat))])
    culprit = verify_file(game).culprit
    assert (culprit.seat, culprit.code) == (seat, Code.SHUFFLE_PROOF)
    theirs = INVERTED["shuffle"]("bura_p2p.verify").verify_file(game).culprit
    # of the honest shuffle before it, if there is one, it says that it is a fault
    assert theirs is None or theirs.seat != seat
