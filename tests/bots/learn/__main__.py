"""Learns what a moment of a hand is worth, and writes it where the good bot finds it.

    python -m tests.bots.learn georgian              learn anew what ships for these rules
    python -m tests.bots.learn classic --part 0.1 --number 2 --to other.values

Here: compiling and running `learn.c`, writing its net as a file of `bura_p2p.bots.learned`. Never: how it learns.

A C compiler is needed (`cc`, or what CC names): two million hands, each looked at from a dozen sides, are half an
hour's work for one core. The same number makes the same file on one machine; another compiler may round otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path

from bura_p2p.bots.learned import FOLDER, answer
from bura_p2p.bots.sight import INPUTS
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import GiveFace, Ruleset

SOURCES = Path(__file__).parent

WIDE, NARROW = 128, 32
SHAPE = (INPUTS * WIDE, WIDE, WIDE * NARROW, NARROW, NARROW, 1)
"""How many numbers each part of a net has, in the order of its file."""

QUESTIONS = (
    "deck", "hand", "target", "lead", "short_stock", "give_face", "specials", "specials_when", "three_aces", "bura",
    "maliutka", "instant", "win", "exhausted", "raises", "points_shown",
)  # fmt: skip
"""What rules must answer alike for the same values."""

ROUNDS = ((1_500_000, 0.008), (600_000, 0.003))
"""How the files that ship were learned: so many hands, and how far each moves the weights, at first. A round begins
with what the one before has learned.
"""

ALIKE = {"closed": 0.35, "open": 0.2}
"""A part of the hands is played against the net itself, so that it does not only know how to beat one player."""


def compiler() -> str | None:
    """The C compiler of this machine, if there is one."""
    return shutil.which(os.environ.get("CC", "cc"))


def compiled(folder: Path, *flags: str) -> Path:
    """The program, in `folder`."""
    program = folder / "learn"
    command = [compiler() or "cc", *flags, "-std=gnu11", "-o", str(program), str(SOURCES / "learn.c"), "-lm"]
    subprocess.run(command, check=True)
    return program


def kind(rules: Ruleset) -> str:
    """What the program calls such rules."""
    return "open" if rules.give_face is GiveFace.UP else "closed"


def packed(rules: Ruleset, net: bytes) -> bytes:
    """A file of learned values."""
    numbers, values, scales, at = array("f", net), array("h"), [], 0
    for count in SHAPE:
        part = numbers[at : at + count]
        scales.append(max(map(abs, part), default=0.0) / 32767 or 1.0)
        values.extend(round(number / scales[-1]) for number in part)
        at += count
    if at != len(numbers):
        raise SystemExit("The net has another shape.")
    if sys.byteorder == "big":
        values.byteswap()
    answers = {question: [answer(rules, question)] for question in QUESTIONS}
    about = {"answers": answers, "shape": [INPUTS, WIDE, NARROW], "scales": scales}
    return json.dumps(about).encode() + b"\n" + values.tobytes()


def learned(rules: Ruleset, number: int, part: float) -> bytes:
    """The net after all rounds, or after so much of each."""
    with tempfile.TemporaryDirectory() as name:
        program = compiled(Path(name), "-O3", "-march=native", "-ffast-math")
        before = list[Path]()
        for at, (games, rate) in enumerate(ROUNDS):
            net = Path(name) / f"net-{at}"
            how = [round(games * part), number + at, rate, ALIKE[kind(rules)], net, *before[-1:]]
            subprocess.run([str(program), kind(rules), *map(str, how)], check=True)
            before.append(net)
        return before[-1].read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bots.learn")
    parser.add_argument("rules", choices=["georgian", "classic"])
    parser.add_argument("--part", type=float, default=1.0, help="learn from so much of the hands only")
    parser.add_argument("--number", type=int, default=1, help="which luck: another number, another net")
    parser.add_argument("--to", type=Path, help="the file to write")
    wanted = parser.parse_args()
    rules = find_ruleset(wanted.rules)
    path = wanted.to or FOLDER / f"{kind(rules)}.values"
    path.write_bytes(packed(rules, learned(rules, wanted.number, wanted.part)))


if __name__ == "__main__":
    main()
