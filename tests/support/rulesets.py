"""Rulesets that only tests play: the engine's questions answered as no shipped ruleset does.

Here: literals. Never: a rule.
"""

from __future__ import annotations

from dataclasses import replace

from bura_p2p.rules.builtin import GEORGIAN
from bura_p2p.rules.ruleset import NoRaise

THREE = replace(GEORGIAN, name="three", players=(2, 3), deck=36, raises=(), no_raise=NoRaise.NEVER)
"""The Georgian rules for up to three seats with 36 cards and no raises."""
