"""Lengths come first, then proofs, then the rules: of two faults the earlier one is named."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.wire import messages as m
from tests.support.cheat import Cheat, at, refused_at_table

POINT = 33


@cache
def leader() -> Cheat:
    return at("lead", 0)


@cache
def honest() -> m.Lead:
    return leader().message(leader().action(a.Lead))


def refused(lie: m.EntryMessage, code: Code) -> None:
    refused_at_table(leader(), leader().signed(lie), code)


@pytest.mark.parametrize("length", [POINT + 1, 2 * POINT - 1, 4 * POINT, 5 * POINT])
def test_the_openings_are_counted_before_the_mix_is_judged(length: int) -> None:
    lead, openings = honest(), (honest().openings * 5)[:length]
    mixed_wrong = lead.mix_proof[:-1] + bytes([lead.mix_proof[-1] ^ 1])
    refused(replace(lead, openings=openings), Code.LENGTH)
    refused(replace(lead, openings=openings, mix_proof=mixed_wrong), Code.LENGTH)


def test_the_mix_is_judged_before_the_openings() -> None:
    lead = honest()
    fields = bytearray(lead.mix_proof)
    fields[31] ^= 1  # its challenge
    wrong = lead.proof[:-1] + bytes([lead.proof[-1] ^ 1])
    refused(replace(lead, mix_proof=bytes(fields)), Code.MIX_PROOF)
    refused(replace(lead, mix_proof=bytes(fields), proof=wrong), Code.MIX_PROOF)
    refused(replace(lead, proof=wrong), Code.OPEN_PROOF)
    refused(replace(lead, hand=lead.hand[:-66], proof=wrong), Code.LENGTH)
