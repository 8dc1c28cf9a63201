"""Learned values: what a moment is worth, as many played hands have shown.

Here: reading them from files, which rules they are for, the sum that makes a value of inputs. Never: what the inputs
mean (see `sight`), a choice. How they are learned: `python -m tests.bots.learn --help`.

A file is one line of JSON, then whole numbers of two bytes, the low one first: the rows of every input, the first
layer's bias, its weights to the second, that one's bias, the weights of the result and its bias.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any, Final

from ..errors import LocalError
from ..rules.ruleset import Ruleset

FOLDER: Final = Path(__file__).with_name("values")

LEAK: Final = 0.01
"""What a unit lets through of what is below 0."""

Row = tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Values:
    """Two layers of units over inputs that are 0 or 1."""

    rows: Sequence[Row]
    first: Row
    across: Sequence[Row]
    second: Row
    last: Row
    bias: float

    def of(self, inputs: Sequence[int]) -> float:
        """The value of what these inputs say, each a number of one that is 1."""
        rows = [self.rows[at] for at in inputs]
        hidden = [x if x > 0 else LEAK * x for x in map(sum, zip(self.first, *rows, strict=True))]
        value = self.bias
        for weights, bias, last in zip(self.across, self.second, self.last, strict=True):
            x = bias + sum(map(mul, weights, hidden))
            value += last * (x if x > 0 else LEAK * x)
        return value


def answer(rules: Ruleset, question: str) -> Any:
    """What rules answer to a question, as a file has it."""
    found = getattr(rules, question)
    if isinstance(found, tuple):
        return [str(each) if isinstance(each, StrEnum) else each for each in found]
    return str(found) if isinstance(found, StrEnum) else found


@cache
def learned(rules: Ruleset) -> Values | None:
    """What has been learned for rules that answer so; None where nothing has."""
    for path in sorted(FOLDER.glob("*.values")):
        with path.open("rb") as file:
            asked = json.loads(file.readline())["answers"]
        if all(answer(rules, question) in found for question, found in asked.items()):
            return _read(path)
    return None


@cache
def _read(path: Path) -> Values:
    line, _, body = path.read_bytes().partition(b"\n")
    about, numbers = json.loads(line), array("h")
    try:
        numbers.frombytes(body)
    except ValueError:
        raise LocalError("A file of learned values is broken.") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    return _values(about, numbers)


def _values(about: dict[str, Any], numbers: array[int]) -> Values:
    (inputs, wide, narrow), scales, at = about["shape"], about["scales"], 0

    def rows(count: int, length: int, scale: float) -> list[Row]:
        nonlocal at
        begun, at = at, at + count * length
        return [tuple(scale * n for n in numbers[a : a + length]) for a in range(begun, at, length)]

    first, (bias,) = rows(inputs, wide, scales[0]), rows(1, wide, scales[1])
    across, (second,) = rows(wide, narrow, scales[2]), rows(1, narrow, scales[3])
    (last,), ((end,),) = rows(1, narrow, scales[4]), rows(1, 1, scales[5])
    return Values(first, bias, list(zip(*across, strict=True)), second, last, end)
