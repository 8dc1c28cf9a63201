"""Runs vectors with the package: from a test's `in` to its `expect`.

The operations are those that the package puts behind its own shim.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bura_p2p.conformance.runner.shim_ops import Run, answer, operations

from .form import PROTOCOL

FILES = ("encoding", "places", "relation", "shuffle", "rulesets", "link", "resume")
"""Files whose tests each stand alone."""

RUN: dict[str, dict[str, Run]] = {name: {} for name in FILES}
"""File, group: how a test of it is run."""
for _operation, _run in operations().items():
    _name, _kind = _operation.split("/")
    if _name in RUN:
        RUN[_name][_kind] = _run


def outcome(name: str, kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """`expect` as the package gives it, without parts."""
    if "of" in given:
        game = PROTOCOL / "games" / f"{given['of']}.bura"
        given = {**given, "file": game.read_bytes().hex()}
    found = answer(RUN[name][kind], given)
    if "code" in found:
        del found["ok"]
    return found
