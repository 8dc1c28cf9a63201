"""A host's three words, told from an invite and from other talk."""

from __future__ import annotations

import pytest

from bura_p2p.ui.three_words import host_words, looks_like_words


@pytest.mark.parametrize(
    "text",
    [" Bus, fifty, FIRE. ", "bus-fifty-fire", "bus\nfifty\nfire\n", "'bus fifty fire'", "busfiftyfire"],
)
def test_the_three_words_of_a_host(text):
    assert host_words(text) == "bus fifty fire"
    assert looks_like_words(text)


@pytest.mark.parametrize(
    "text",
    ["", "bus", "bus fifty", "bus bus bus bus", "1 bus fifty fire", "BURA:ABCD", "bus fifty fire" + " " * 200],
)
def test_what_is_something_else(text):
    assert host_words(text) is None
    assert not looks_like_words(text)


def test_a_slip_of_the_fingers():
    assert host_words("bus fifty fier") is None
    assert looks_like_words("bus fifty fier")
