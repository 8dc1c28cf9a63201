"""What a page or a drawn table says of routers and of codes that are out: nothing that is typed."""

from __future__ import annotations

import re

import pytest

from bura_p2p.net.portmap.outcome import INSTALL, Snag
from bura_p2p.ui.feed.advice import _INSTEAD, reach_text, windowed
from bura_p2p.ui.tongue import t, use
from bura_p2p.ui.words import BOTS, player

TYPED = re.compile(r"--[a-z]|'bura |pip ")


def values(*snags: Snag, direct: bool = False, pinhole: bool | None = None) -> dict:
    failures = [{"way": "pcp", "router": "192.168.1.1", "why": snag.value, "outside": None} for snag in snags]
    mapping = {"way": "upnp", "router": "192.168.1.1", "address": "203.0.113.9:4242", "pinhole": bool(pinhole)}
    return {"mappings": [] if pinhole is None else [mapping], "failures": failures, "direct": direct}


@pytest.mark.parametrize("snag", Snag)
def test_no_advice_is_a_command(snag):
    told = reach_text(values(snag))
    assert told.endswith((".", "?"))
    assert not TYPED.search(told)
    assert INSTALL not in told


def test_the_snag_that_says_most():
    assert "many customers" in reach_text(values(Snag.SILENT, Snag.CARRIER_NAT))
    assert "UPnP" in reach_text(values(Snag.NO_LIBRARY))
    assert "invite you" not in reach_text(values(Snag.NO_GATEWAY))


def test_a_way_that_is_open_needs_no_advice():
    assert reach_text(values(pinhole=False)) == "Your router opened 203.0.113.9:4242 for a friend outside (by upnp)."
    assert "own" in reach_text(values(Snag.SILENT, direct=True))
    assert "paste here" in reach_text(values(Snag.SILENT, pinhole=True))
    assert reach_text(values()) == ""


@pytest.mark.parametrize("language", ["en", "ru", "ka"])
def test_codes_that_are_out_and_bots_in_every_language(language):
    use(language)
    try:
        for typed in _INSTEAD:
            assert "bura" in t(typed)
            assert "bura" not in windowed(t(typed))
        assert windowed("Something else.") == "Something else."
        called = {player([name], 0) for name in BOTS}
        assert len(called) == len(BOTS)
        assert (called == set(BOTS.values())) == (language == "en")
        assert player(["Robo bot"], 0) == "Robo bot"
    finally:
        use("en")
