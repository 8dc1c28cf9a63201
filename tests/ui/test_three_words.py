"""A host's three words, told from an invite and from other talk."""

from __future__ import annotations

import pytest

from bura_p2p.errors import LocalError, UsageError
from bura_p2p.ui.play_command import join_command
from bura_p2p.ui.three_words import at_address, host_words, looks_like_words


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


def test_words_behind_an_address():
    assert at_address("192.0.2.9:4242 bus fifty fire") == ("192.0.2.9:4242", "bus fifty fire")
    assert at_address(" [2001:db8::5]:42  bus-fifty-fier ") == ("[2001:db8::5]:42", "bus-fifty-fier ")
    for text in ("192.0.2.9:4242", "192.0.2.9:4242 bus fifty", "192.0.2.9 bus fifty fire", "bus fifty fire", ""):
        assert at_address(text) is None


def test_a_slip_of_the_fingers():
    assert host_words("bus fifty fier") is None
    assert looks_like_words("bus fifty fier")


def test_a_table_that_is_drawn_gets_what_join_was_given():
    assert join_command(None, nearby=True) == {"do": "look"}
    assert join_command("BURA:ABC", nearby=False) == {"do": "join", "invite": "BURA:ABC"}
    assert join_command("bus fifty, FIRE", nearby=True) == {"do": "join_nearby", "words": "bus fifty fire"}
    wanted = {"do": "join_nearby", "address": "192.0.2.9:4242", "words": "bus fifty fire"}
    assert join_command("192.0.2.9:4242 bus fifty, FIRE", nearby=True) == wanted
    assert join_command("192.0.2.9:4242", nearby=True) == {"do": "join", "invite": "192.0.2.9:4242"}
    with pytest.raises(UsageError, match="found on the local network"):
        join_command("192.0.2.9:4242 bus fifty fire", nearby=False)
    with pytest.raises(LocalError, match="'fier' is none of the words"):
        join_command("bus fifty fier", nearby=True)
    with pytest.raises(UsageError, match="found on the local network"):
        join_command("bus fifty fire", nearby=False)
