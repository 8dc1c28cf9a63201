"""Each message at the ends of each field and just beyond them; bodies; link frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.wire import limits
from bura_p2p.wire.codec import (
    decode_body,
    decode_link,
    decode_payload,
    encode_body,
    encode_link,
    encode_payload,
    pack,
)
from bura_p2p.wire.fields import AnyArray, Record, columns_of, plain
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import (
    ENTRY_MESSAGES,
    LINK_MESSAGES,
    BodyFields,
    Chat,
    Claim,
    Commit,
    Count,
    EntryFrame,
    FrameFields,
    Give,
    Hello,
    PileSum,
    Ping,
    Raise,
    Refuse,
    Result,
)

from .samples import MESSAGES, beyond, largest, smallest, values

TABLE = bytes(range(32))
PREV = bytes(range(32, 64))
FAST = settings(deadline=None, database=None, max_examples=60)


def body_of(message: Any) -> bytes:
    return encode_body(1, TABLE, 7, 1, PREV, message)


def number_of(cls: type) -> tuple[int, bool]:
    """The type number of a message class, and whether it is an entry's."""
    for table in (ENTRY_MESSAGES, LINK_MESSAGES):
        for number, known in table.items():
            if known is cls:
                return number, table is ENTRY_MESSAGES
    raise LookupError(cls)


def read_body(data: bytes) -> tuple[Any, ...]:
    """A body with its content, as a receiver reads it once the place is right."""
    body = decode_body(data)
    return body.table_id, body.round, body.seat, body.prev, body.message()


def send(cls: type, payload: tuple[Any, ...]) -> Any:
    """Decodes `payload`, written without the sender's checks, as a message of type `cls`."""
    number, signed = number_of(cls)
    if signed:
        return decode_body(pack((1, TABLE, 7, 1, PREV, number, payload))).message()
    return decode_link(pack((number, payload)))


def refused(cls: type, payload: tuple[Any, ...], detail: str = "") -> None:
    with pytest.raises(PeerError) as caught:
        send(cls, payload)
    signed = number_of(cls)[1]
    assert caught.value.code is (Code.SHAPE if signed else Code.LINK_MESSAGE)
    assert detail in caught.value.detail


def round_trip(message: Any) -> None:
    cls = type(message)
    if number_of(cls)[1]:
        body = decode_body(body_of(message))
        assert (body.version, body.table_id, body.round, body.seat, body.prev) == (1, TABLE, 7, 1, PREV)
        assert (body.type, body.message()) == (number_of(cls)[0], message)
        assert type(body.message()) is cls
    else:
        assert decode_link(encode_link(message)) == message


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_each_field_at_its_ends(cls: type) -> None:
    low, high = smallest(Record(cls)), largest(Record(cls))
    round_trip(low)
    round_trip(high)
    for column in columns_of(cls):
        round_trip(replace(low, **{column.name: largest(column.kind)}))
        round_trip(replace(high, **{column.name: smallest(column.kind)}))


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_each_field_beyond_its_ends(cls: type) -> None:
    message = largest(Record(cls))
    good = plain(message)
    for place, column in enumerate(columns_of(cls)):
        for wrong in beyond(column.kind):
            refused(cls, (*good[:place], plain_value(wrong), *good[place + 1 :]), f"{cls.__name__}.{column.name}")
            with pytest.raises(LocalError):
                encode_payload(replace(message, **{column.name: wrong}))


def plain_value(value: Any) -> Any:
    return tuple(map(plain_value, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_fields_missing_and_too_many(cls: type) -> None:
    good = plain(smallest(Record(cls)))
    refused(cls, (*good, None), "items")
    refused(cls, (good,) if len(good) != 1 else (good, good))
    if good:
        refused(cls, good[:-1], "items")
        refused(cls, ())


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_payload_must_be_an_array(cls: type) -> None:
    for payload in (None, 0, b"", "", True):
        refused(cls, payload)  # type: ignore[arg-type]


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_any_message_round_trips(cls: type) -> None:
    @FAST
    @given(values(Record(cls)))
    def check(message: Any) -> None:
        round_trip(message)

    check()


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_largest_fits(cls: type) -> None:
    message = largest(Record(cls))
    if number_of(cls)[1]:
        top = limits.MAX_SEATS - 1
        body = encode_body(1, b"\xff" * 32, 2**32 - 1, top, b"\xff" * 32, message)
        assert len(body) <= limits.MAX_BODY
    else:
        encode_frame(encode_link(message))
        if cls is not EntryFrame:
            assert len(encode_link(message)) <= limits.MAX_FRAME_BEFORE_AUTH


def test_items_of_a_count() -> None:
    good = (5, bytes(128))
    assert send(Count, ((good, good),)).piles == (PileSum(5, bytes(128)), PileSum(5, bytes(128)))
    for wrong in ((121, bytes(128)), (True, bytes(128)), (5, bytes(127)), (5,), (5, bytes(128), 1), 5, None):
        refused(Count, ((good, wrong),), "Count.piles")


def test_nil_stands_only_where_it_may() -> None:
    assert send(Give, (b"", b"", None, b"")) == Give(b"", b"", None, b"")
    refused(Give, (None, b"", None, b""))
    refused(Raise, (None,))
    assert send(Result, (1, None, 7, 0, (0, 0), (0, 0), 0, None, False)).winner is None
    refused(Result, (1, None, 7, None, (0, 0), (0, 0), 0, None, False))


def test_only_chips_may_be_below_zero() -> None:
    """A number below 0 is sound msgpack (section 6), and still no number of cards, points or seats."""
    owed = (1, None, 7, 0, (0, 0), (-limits.MAX_UINT, limits.MAX_UINT), 0, None, False)
    assert send(Result, owed).chips == (-limits.MAX_UINT, limits.MAX_UINT)
    refused(Result, (*owed[:6], -1, *owed[7:]))
    refused(Result, (*owed[:4], (0, -1), *owed[5:]))
    refused(Raise, (-2,))
    refused(Ping, (-1,))
    for at in (0, 2, 3, 5):
        with pytest.raises(PeerError) as caught:
            decode_body(pack((*BODY[:at], -1, *BODY[at + 1 :])))
        assert caught.value.code is Code.SHAPE


def test_booleans_and_integers_are_apart() -> None:
    refused(Result, (1, None, 7, 0, (0, 0), (0, 0), 0, None, 1))
    refused(Result, (1, None, 7, 0, (0, 0), (0, 0), 0, None, 0))
    refused(Result, (True, None, 7, 0, (0, 0), (0, 0), 0, None, True))
    refused(Ping, (True,))


def test_text_is_bounded_in_bytes_and_kept_as_sent() -> None:
    wild = "\x1b[31m\u202e<script>\u0301\u200b\n"
    assert send(Chat, (wild,)) == Chat(wild)
    assert send(Chat, ("ა" * 93,)) == Chat("ა" * 93)
    refused(Chat, ("ა" * 94,), "Chat.text")
    assert send(Chat, ("e\u0301",)) != send(Chat, ("\u00e9",))


def test_numbers_and_enumerations() -> None:
    message = Refuse(3, 1, Code.SHUFFLE_PROOF)
    assert decode_link(encode_link(message)) == Refuse(3, 1, 55) == message
    assert type(decode_link(encode_link(message)).code) is int  # type: ignore[union-attr]
    assert send(Refuse, (3, 1, 255)).code == 255


BODY = (1, TABLE, 7, 1, PREV, 9, ())


@pytest.mark.parametrize("place", range(7), ids=[column.name for column in columns_of(BodyFields)])
def test_body_fields_beyond(place: int) -> None:
    column = columns_of(BodyFields)[place]
    assert decode_body(pack(BODY)).message() == Claim()
    for wrong in beyond(column.kind):
        with pytest.raises(PeerError) as caught:
            decode_body(pack((*BODY[:place], wrong, *BODY[place + 1 :])))
        assert caught.value.code is Code.SHAPE
        assert f"body.{column.name}" in caught.value.detail
        if not isinstance(column.kind, AnyArray) and column.name != "type":
            named = dict(zip(["version", "table_id", "round", "seat", "prev"], BODY[:5], strict=True))
            with pytest.raises(LocalError):
                encode_body(**{**named, column.name: wrong}, message=Claim())


def test_body_ends() -> None:
    for seat, number, table in ((0, 0, bytes(32)), (5, 2**32 - 1, b"\xff" * 32)):
        body = decode_body(encode_body(1, table, number, seat, table, Claim()))
        assert (body.seat, body.round, body.table_id, body.prev) == (seat, number, table, table)


@pytest.mark.parametrize("value", [(), BODY[:-1], (*BODY, ()), None, 5, b"x", (BODY,)], ids=repr)
def test_body_of_another_shape(value: Any) -> None:
    with pytest.raises(PeerError) as caught:
        decode_body(pack(value))
    assert caught.value.code is Code.SHAPE


def test_body_of_another_version() -> None:
    for version in (0, 2, 65_535):
        body = decode_body(pack((version, *BODY[1:5], 255, (1, 2, 3))))
        with pytest.raises(PeerError) as caught:
            body.message()
        assert caught.value.code is Code.VERSION
        with pytest.raises(LocalError):
            encode_body(version, TABLE, 7, 1, PREV, Claim())


def test_every_unknown_type_of_an_entry_is_refused() -> None:
    for number in range(256):
        if number not in ENTRY_MESSAGES:
            body = decode_body(pack((*BODY[:5], number, ())))
            with pytest.raises(PeerError) as caught:
                body.message()
            assert caught.value.code is Code.TYPE_UNKNOWN
            with pytest.raises(PeerError):
                decode_payload(number, ())


def test_body_too_long_or_not_strict() -> None:
    for data in (pack(bytes(limits.MAX_BODY)), pack(BODY) + b"\0", b"\xdc\x00\x07" + pack(BODY)[1:], b""):
        with pytest.raises(PeerError) as caught:
            decode_body(data)
        assert caught.value.code is Code.ENCODING


def test_unknown_types_of_a_link() -> None:
    for number in range(256):
        if number in LINK_MESSAGES:
            continue
        for payload in ((), (1, "x", (b"",))):
            if number % 2:
                assert decode_link(pack((number, payload))) is None
            else:
                with pytest.raises(PeerError, match="type_unknown") as caught:
                    decode_link(pack((number, payload)))
                assert caught.value.code is Code.LINK_MESSAGE


ODD_SHAPES = [(), (1,), (1, (3,), 0), (256, ()), (True, (3,)), (7, 3), (7, None), None, 1]


@pytest.mark.parametrize("value", ODD_SHAPES, ids=repr)
def test_link_frames_of_another_shape(value: Any) -> None:
    with pytest.raises(PeerError) as caught:
        decode_link(pack(value))
    assert caught.value.code is Code.LINK_MESSAGE


def test_link_frames_that_are_not_strict() -> None:
    good = encode_link(Ping(1))
    wide = (b"\xdc\0\2" + good[1:], good[:-1] + b"\xcc\1")
    for data in (b"", good + b"\0", good[:-1], *wide, bytes([0x92, 7, 0x91, 0x80])):
        with pytest.raises(PeerError, match="encoding") as caught:
            decode_link(data)
        assert caught.value.code is Code.LINK_MESSAGE
    assert len(columns_of(FrameFields)) == 2


def test_each_message_has_its_own_door() -> None:
    with pytest.raises(LocalError):
        encode_body(1, TABLE, 7, 1, PREV, Ping(1))  # type: ignore[arg-type]
    with pytest.raises(LocalError):
        encode_link(Claim())  # type: ignore[arg-type]
    with pytest.raises(LocalError):
        encode_link(Chat("\ud800"))


def test_no_detail_quotes_the_peer() -> None:
    for payload in (("secret" * 60,), (b"secret",)):
        with pytest.raises(PeerError) as caught:
            send(Chat, payload)
        assert "secret" not in str(caught.value)


EXAMPLES = {
    Claim(): "97 01 c420" + TABLE.hex() + "07 01 c420" + PREV.hex() + "09 90",
    Raise(3): "97 01 c420" + TABLE.hex() + "07 01 c420" + PREV.hex() + "0b 9103",
    Commit(b"\xab" * 32): "97 01 c420" + TABLE.hex() + "07 01 c420" + PREV.hex() + "01 91c420" + "ab" * 32,
    Result(1, 0, 0, 2, (2, 0), (-3, 3), 0, 0, True): (
        "97 01 c420" + TABLE.hex() + "07 01 c420" + PREV.hex() + "10 99 01 00 00 02 920200 92fd03 00 00 c3"
    ),
    Hello(b"\1" * 32, b"\2" * 32, (1,), (), 2, b"r", "ნ"): (
        "97 01 c420" + TABLE.hex() + "07 01 c420" + PREV.hex()
        + "00 97 c420" + "01" * 32 + "c420" + "02" * 32 + "9101 90 02 c40172 a3e1839c"
    ),
}  # fmt: skip


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_bytes_written_by_hand(message: Any) -> None:
    assert body_of(message) == bytes.fromhex(EXAMPLES[message])


def test_link_bytes_written_by_hand() -> None:
    assert encode_link(Ping(300)) == bytes.fromhex("920191cd012c")
    assert encode_link(EntryFrame(1, b"\7", bytes(64))) == bytes.fromhex("92069301c40107c440" + "00" * 64)


@settings(deadline=None, database=None, max_examples=300)
@given(st.binary(max_size=120) | st.builds(lambda rest: pack(BODY)[:-1] + rest, st.binary(max_size=8)))
def test_random_bytes_raise_only_wire_codes(data: bytes) -> None:
    for decode, codes in (
        (decode_body, {Code.ENCODING, Code.SHAPE}),
        (read_body, {Code.ENCODING, Code.SHAPE, Code.VERSION, Code.TYPE_UNKNOWN}),
        (decode_link, {Code.LINK_MESSAGE}),
    ):
        try:
            decode(data)
        except PeerError as fault:
            seen = fault.code
        else:
            continue
        assert seen in codes


@pytest.mark.parametrize("cls", MESSAGES, ids=lambda cls: cls.__name__)
def test_one_byte_changed_is_refused_or_another_message(cls: type) -> None:
    message = smallest(Record(cls))
    good = body_of(message) if number_of(cls)[1] else encode_link(message)
    decode: Any = read_body if number_of(cls)[1] else decode_link
    before = decode(good)
    for place in range(len(good)):
        for flip in (1, 0x10, 0x80, 0xFF):
            data = good[:place] + bytes([good[place] ^ flip]) + good[place + 1 :]
            try:
                after = decode(data)
            except PeerError:
                continue
            assert after != before
