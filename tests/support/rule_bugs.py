"""Rule bugs that public Bura programs have had, each put in on purpose: some test must turn red.

    python -m tests.support.rule_bugs [NAME ...]

A bug is a change of the package's text, in a copy, that must fit exactly once; the tests that are to see it then run
against the copy. Here: the bugs and the tool. Never: a change of the checkout, or in a running process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

COPIED: Final = ("bura_p2p", "tests/__init__.py", "tests/rules", "tests/crypto", "tests/support")
"""What the tests below need of the checkout."""

def _rules(*parts: str) -> tuple[str, ...]:
    return tuple(f"tests/rules/test_{part}.py" for part in parts)


POINTS: Final = _rules("points")
TRICKS: Final = _rules("tricks")
CLAIMS: Final = _rules("claims", "constructed")
ENDS: Final = _rules("constructed_ends")
STAKES: Final = _rules("stakes", "constructed_ends")
ALL: Final = tuple(sorted({*POINTS, *TRICKS, *CLAIMS, *STAKES}))
"""Small tests of the rules with constructed positions: a bug is shown to those that are nearest to it."""

SHUFFLE: Final = ("tests/crypto/test_permutation.py",)


@dataclass(frozen=True)
class Patch:
    """In `file` (of the package) the text `old` becomes `new`; `old` must be there exactly once."""

    file: str
    old: str
    new: str

    def apply(self, package: Path) -> None:
        """Change a copy of the package. Raises `ValueError` if the text does not fit."""
        path = package / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times, not once: {self.old.strip()!r}")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


@dataclass(frozen=True)
class Bug:
    """What is wrong with the rules when these patches are in, and the tests that are to see it."""

    patches: tuple[Patch, ...]
    tests: tuple[str, ...]


def _early(lines: str) -> Bug:
    """A bug that answers before `set_beats` comes to compare anything."""
    length = "    if len(cards) != len(standing):\n        return False\n"
    return _one(POINTS, "rules/points.py", length, length + lines)


def _one(tests: tuple[str, ...], file: str, old: str, new: str) -> Bug:
    return Bug((Patch(file, old, new),), tests)


_RANKS = '"9", "J", "Q", "K", "10", "A"'
_ORDER = "    JACK = 4\n    QUEEN = 5\n    KING = 6\n    TEN = 7\n"
_REFILL = "    position, draws = refill(position)\n"
_LED = "        return end_hand(position, won_by(position, seat, reason))\n    return Step(position)\n"
_DECLINED = "    return end_hand(position, lost_by(position, seat, Reason.DECLINED))\n"
_CLAIMED = "    position = position.but(claimant=seat)\n"
_RIGHT = "    if claimed[0] >= _target(position):\n"
_TARGET = "points to claim.\")\n    return position.ruleset.target\n"
_REACHED = "points to reach.\")\n    return position.ruleset.target\n"
_FIVE = "hand=5, target=61"

BUGS: Final[dict[str, Bug]] = {
    "ten below jack": Bug((
        Patch("cards.py", _ORDER, "    TEN = 4\n    JACK = 5\n    QUEEN = 6\n    KING = 7\n"),
        Patch("cards.py", _RANKS, '"9", "10", "J", "Q", "K", "A"'),
        Patch("cards.py", "20: Rank.JACK", "20: Rank.TEN"),
    ), POINTS),
    "ten below king": Bug((
        Patch("cards.py", _ORDER, "    JACK = 4\n    QUEEN = 5\n    TEN = 6\n    KING = 7\n"),
        Patch("cards.py", _RANKS, '"9", "J", "Q", "10", "K", "A"'),
    ), POINTS),
    "positional pairing": _early("    return all(map(card_beats, [trump] * len(cards), cards, standing))\n"),
    "greedy pairing": _early(
        "    left = list(cards)\n"
        "    for led in standing:\n"
        "        fitting = [card for card in left if card_beats(trump, card, led)]\n"
        "        if not fitting:\n"
        "            return False\n"
        "        left.remove(fitting[0])\n"
        "    return True\n"
    ),
    "comparing point totals": _early("    return cards_points(cards) > cards_points(standing)\n"),
    "comparing the highest cards": _early(
        "    best = [max(side, key=lambda card: (card.suit == trump, card.rank)) for side in (cards, standing)]\n"
        "    return card_beats(trump, *best)\n"
    ),
    "answers of one suit demanded": _early(
        "    if len({card.suit for card in cards}) > 1:\n        return False\n"
    ),
    "beating the leader with three and more": Bug((
        Patch("rules/tricks.py",
              "    standing = position.standing.shown\n    sets =",
              "    standing = position.trick[0].shown\n    sets ="),
        Patch("rules/tricks.py",
              "    standing = position.standing.shown\n    if len",
              "    standing = position.trick[0].shown\n    if len"),
    ), TRICKS),
    "a card beats itself": _one(
        POINTS, "rules/points.py", "return card.rank > other.rank\n", "return card.rank >= other.rank\n"
    ),
    "an equal rank of another suit beats": _one(
        POINTS,
        "rules/points.py",
        "    return card.suit == trump\n",
        "    return card.suit == trump or card.rank == other.rank\n",
    ),
    "hands filled player by player": _one(
        TRICKS, "rules/taking.py",
        "    for _ in range(max(missing) if stock else 0):\n        for seat in turn:\n",
        "    for seat in turn:\n        for _ in range(full):\n",
    ),
    "lead before the refill": Bug((
        Patch("rules/taking.py", _REFILL,
              "    position, draws = (position, ()) if position.shortest_hand else refill(position)\n"),
        Patch("rules/tricks.py", _LED, _LED.replace("return Step(position)", "return Step(refill(position)[0])")),
        Patch("rules/tricks.py", "from .taking import take_trick", "from .taking import refill, take_trick"),
    ), TRICKS),
    "short stock the other way round": _one(
        TRICKS, "rules/taking.py", "short_stock is ShortStock.NO_DRAW", "short_stock is ShortStock.DRAW_REST"
    ),
    "a claim counts the running trick": _one(
        CLAIMS, "rules/claims.py", _CLAIMED,
        _CLAIMED + "    running = tuple(card for play in position.trick for card in play.shown)\n"
        "    own = replace(position.piles[seat], open=position.piles[seat].open + running)\n"
        "    piles = [own if at == seat else pile for at, pile in enumerate(position.piles)]\n"
        "    position = position.but(piles=tuple(piles))\n",
    ),
    "a wrong claim is only warned": _one(
        CLAIMS, "rules/claims.py", "    if position.ruleset.wrong is Wrong.LOSE_HAND",
        "    if not position.owing:\n        return Step(position.but(claimant=None))\n"
        "    if position.ruleset.wrong is Wrong.LOSE_HAND",
    ),
    "31 and 61 are not enough": _one(CLAIMS, "rules/claims.py", _RIGHT, _RIGHT.replace(">=", ">")),
    "30 and 60 are enough": _one(CLAIMS, "rules/claims.py", _TARGET, _TARGET.replace(".target\n", ".target - 1\n")),
    "31 does not win by itself": _one(
        ENDS, "rules/taking.py", _REACHED, _REACHED.replace(".target\n", ".target + 1\n")
    ),
    "30 wins by itself": _one(ENDS, "rules/taking.py", _REACHED, _REACHED.replace(".target\n", ".target - 1\n")),
    "five cards go to 60": _one(ENDS, "rules/builtin.py", _FIVE, "hand=5, target=60"),
    "five cards go to 62": _one(ENDS, "rules/builtin.py", _FIVE, "hand=5, target=62"),
    "raising twice in a row": _one(STAKES, "rules/stakes.py", "None if again or to not in", "None if to not in"),
    "the partner raises again": _one(
        STAKES, "rules/stakes.py", "position.last_raiser in position.side(seat)", "position.last_raiser == seat"
    ),
    "a decline scored at the new stake": _one(
        STAKES, "rules/stakes.py", _DECLINED,
        "    position = position.but(stake=position.raise_to or position.stake)\n" + _DECLINED,
    ),
    "a shuffle that swaps with any": Bug(
        (Patch("crypto/shuffle.py", "choices = last + 1\n", "choices = N\n"),), SHUFFLE
    ),
    "a shuffle that leaves none in its place": Bug(
        (Patch("crypto/shuffle.py", "choices = last + 1\n", "choices = last\n"),), SHUFFLE
    ),
}  # fmt: skip
"""The list of the survey of public programs, some entries in several forms."""

_SETTINGS = "[pytest]\naddopts = -p no:cacheprovider\nfilterwarnings = error\n"


def copied(folder: Path) -> None:
    """The part of the checkout that is needed, in an empty folder."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)
    (folder / "pytest.ini").write_text(_SETTINGS, encoding="ascii")


def run(folder: Path, tests: tuple[str, ...]) -> tuple[int, str]:
    """Run these tests in a copy up to the first failure: (exit code, what pytest said)."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=line", "--no-header", *tests]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


def failure(name: str, folder: Path) -> str:
    """Put a bug into a copy in `folder` (empty) and return the line of pytest's summary that names the red test.

    Raises `AssertionError` where no test fails as a test (what does not even load is no catch).
    """
    copied(folder)
    for patch in BUGS[name].patches:
        patch.apply(folder / "bura_p2p")
    code, said = run(folder, BUGS[name].tests)
    assert code == 1, f"'{name}' turned no test red:\n{said}"
    red = [line for line in said.splitlines() if line.startswith("FAILED")]
    broken = [fault for fault in ("NameError", "AttributeError", "TypeError", "ImportError") if fault in said]
    assert len(red) == 1, f"'{name}' turned no one test red:\n{said}"
    assert not broken, f"'{name}' broke more than the rules:\n{said}"
    return red[0]


def main() -> int:
    """The command; 0 if every bug turned a test red."""
    missed = 0
    for name in sys.argv[1:] or BUGS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                print(f"{name}: {failure(name, Path(folder))}", flush=True)
            except (AssertionError, ValueError) as fault:
                missed += 1
                print(f"{name}: NOT CAUGHT: {fault}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
