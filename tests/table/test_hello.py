"""Who may sit down, and what a hello must say, at tables of every size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import open_entry, sign_entry
from bura_p2p.rules.builtin import CLASSIC, GEORGIAN, RUSSIAN
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table import events as e
from bura_p2p.table.table import Table
from bura_p2p.wire.codec import encode_body
from bura_p2p.wire.messages import FIRST_LEADERS, Hello

IDENTITIES = [Identity.generate(Tape(f"hello {seat}")) for seat in range(7)]
PUBLIC = [identity.public for identity in IDENTITIES]


def hello(seat: int, ruleset: Ruleset, seats: int) -> Hello:
    return Hello(PUBLIC[seat], bytes([seat]) * 32, (1,), (), seats, ruleset.canonical_bytes(), f"player {seat}")


def say(table: Table, seat: int, message: Hello) -> tuple[e.Event, ...]:
    body = encode_body(1, bytes(32), 0, seat, bytes(32), message)
    return table.apply(open_entry(sign_entry(IDENTITIES[seat], body, seat), PUBLIC[seat]))


def refused(seats: int, message: Hello) -> Code:
    with pytest.raises(PeerError) as caught:
        say(Table(PUBLIC[:seats]), 0, message)
    assert (caught.value.seat, caught.value.round) == (0, 0)
    return caught.value.code


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_table_of_every_size_opens(seats: int) -> None:
    table = Table(PUBLIC[:seats])
    for seat in range(1, seats):
        assert say(table, seat, hello(seat, RUSSIAN, seats)) == ()
        assert table.owing() == (0, *range(seat + 1, seats))
    (opened,) = say(table, 0, hello(0, RUSSIAN, seats))
    assert opened == e.TableOpened(tuple(f"player {seat}" for seat in range(seats)), "russian", table.log.table_id)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_no_table_of_another_size(seats: int) -> None:
    with pytest.raises(LocalError):
        Table(PUBLIC[:seats])


@pytest.mark.parametrize(("seats", "said"), [(2, 3), (3, 2), (6, 5), (5, 6), (3, 6)])
def test_the_number_of_seats_is_that_of_the_table(seats: int, said: int) -> None:
    assert refused(seats, hello(0, RUSSIAN, said)) is Code.RULESET_DIFFERS


def test_no_more_seats_than_the_rules_allow() -> None:
    for ruleset in (GEORGIAN, CLASSIC):
        most = ruleset.players[1]
        assert most < 6
        say(Table(PUBLIC[:most]), 0, hello(0, ruleset, most))
        assert refused(most + 1, hello(0, ruleset, most + 1)) is Code.RULESET_DIFFERS


def test_a_name_that_is_known_stands_for_its_rules() -> None:
    assert refused(2, hello(0, replace(RUSSIAN, name="georgian"), 2)) is Code.RULESET
    say(Table(PUBLIC[:2]), 0, hello(0, replace(RUSSIAN, name="house"), 2))


@pytest.mark.parametrize("versions", [(2,), (0,), (2, 3), (0, 2)])
def test_the_version_is_spoken(versions: tuple[int, ...]) -> None:
    assert refused(2, replace(hello(0, RUSSIAN, 2), versions=versions)) is Code.VERSION
    say(Table(PUBLIC[:2]), 0, replace(hello(0, RUSSIAN, 2), versions=(1, 7)))


def test_a_feature_is_required_when_it_is_even() -> None:
    for features in ((0,), (1, 6), (65534,), (2, 6), (0, 2, 4)):
        assert refused(2, replace(hello(0, RUSSIAN, 2), features=features)) is Code.FEATURE
    say(Table(PUBLIC[:2]), 0, replace(hello(0, RUSSIAN, 2), features=(1, 3, 65535)))


def test_the_features_that_name_a_first_leader() -> None:
    for features in ((2,), (4,), (1, 2, 7), (3, 4)):
        say(Table(PUBLIC[:2]), 0, replace(hello(0, RUSSIAN, 2), features=features))
    for features in ((2, 4), (2, 3, 4)):
        assert refused(2, replace(hello(0, RUSSIAN, 2), features=features)) is Code.FEATURE
    assert dict(FIRST_LEADERS) == {0: 2, 1: 4}


@pytest.mark.parametrize(("first", "second"), [((), (2,)), ((2,), ()), ((2,), (4,)), ((4,), (2,)), ((4,), (3,))])
def test_all_name_one_first_leader_or_none(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    table = Table(PUBLIC[:3])
    say(table, 2, replace(hello(2, RUSSIAN, 3), features=first))
    with pytest.raises(PeerError) as caught:
        say(table, 0, replace(hello(0, RUSSIAN, 3), features=second))
    assert caught.value.code is Code.RULESET_DIFFERS
    assert table.owing() == (0, 1)
    say(table, 0, replace(hello(0, RUSSIAN, 3), features=(*first, 65535)))
    (opened,) = say(table, 1, replace(hello(1, RUSSIAN, 3), features=first))
    assert isinstance(opened, e.TableOpened)


def test_the_hello_is_of_the_seat_that_signs_it() -> None:
    assert min(PUBLIC) < PUBLIC[0] < max(PUBLIC)
    for other in PUBLIC[1:]:
        assert refused(2, replace(hello(0, RUSSIAN, 2), identity=other)) is Code.IDENTITY_KEY


def test_all_name_one_ruleset() -> None:
    table = Table(PUBLIC[:3])
    say(table, 1, hello(1, RUSSIAN, 3))
    for seat in (0, 2):
        with pytest.raises(PeerError) as caught:
            say(table, seat, hello(seat, replace(RUSSIAN, name="house"), 3))
        assert caught.value.code is Code.RULESET_DIFFERS
    assert table.owing() == (0, 2)


def test_nobody_sits_twice_and_no_key_is_a_weak_one() -> None:
    for publics, code in (
        ([PUBLIC[0], PUBLIC[0]], Code.IDENTITY_REPEATED),
        ([PUBLIC[0], PUBLIC[1], PUBLIC[0]], Code.IDENTITY_REPEATED),
        ([PUBLIC[0], bytes(32)], Code.IDENTITY_KEY),
        ([bytes(32), bytes(32)], Code.IDENTITY_KEY),
    ):
        with pytest.raises(PeerError) as caught:
            Table(publics)
        assert caught.value.code is code
