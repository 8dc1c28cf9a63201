"""Three words: the list, what people type, and the exchange that turns them into an invite. No sockets here."""

from __future__ import annotations

import itertools
import math

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net.word_list import WORDS
from bura_p2p.net.words import BITS, COUNT, GuestWords, HostWords, new_words, read_words, words_work
from bura_p2p.wire.codec import pack, unpack_strict
from tests.net.bare_spake import BASE, ZERO, BareGuest, L, read, written
from tests.net.helpers import BIND
from tests.store.helpers import child

THREE = ("amber", "cliff", "tower")
TEXT = "BURA:" + "A" * 300
TABLE = b"abcd"

# --- words -----------------------------------------------------------------------------------------------------


def test_the_list() -> None:
    assert len(WORDS) == len(set(WORDS)) == 2**BITS == 1024
    assert math.log2(len(WORDS)) * COUNT >= 30
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 7 for word in WORDS)
    assert not [(a, b) for a, b in itertools.pairwise(WORDS) if b.startswith(a)]  # sorted: neighbours do
    holes = [word[:at] + "?" + word[at + 1 :] for word in WORDS for at in range(len(word))]
    assert len(set(holes)) == len(holes)


def test_words_come_from_thirty_bits_of_entropy() -> None:
    assert new_words(bytes) == (WORDS[0],) * 3
    assert new_words(lambda n: b"\xff" * n) == (WORDS[-1],) * 3
    drawn = {word for number in range(6000) for word in new_words(Tape(f"words {number}"))}
    assert drawn == set(WORDS)
    flips = {new_words(lambda n, bit=bit: (1 << bit).to_bytes(n, "big")) for bit in range(30)}
    assert len(flips) == 30
    assert (WORDS[0],) * 3 not in flips


@pytest.mark.parametrize(
    "typed",
    ["amber cliff tower", " Amber, CLIFF - tower. ", "ambercliff tower", "ambercliFFtower", "1 amber 2 cliff tower"],
)
def test_words_as_people_type_them(typed: str) -> None:
    assert read_words(typed) == THREE


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "three words"),
        ("amber cliff", "three words"),
        ("amber cliff tower axis", "three words"),
        ("amber clif tower", "'clif' is none"),
        ("янтарь утёс башня", "'янтарь' is none"),
        ("amber cliff tower" + "x" * 5000, "none of the words"),
        ("\x1b[2J amber cliff", "'j' is none"),
    ],
)
def test_words_that_are_none(typed: str, says: str) -> None:
    with pytest.raises(LocalError, match=says) as caught:
        read_words(typed)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 100


def test_without_the_library() -> None:
    with child(
        "import sys; sys.modules['spake2'] = None\nfrom bura_p2p.net.words import *\nprint(words_work())\n"
        "try: GuestWords(('a',), tls_bind=b'', table=None, entropy=bytes).ask()\n"
        "except LocalError as fault: print(fault)"
    ) as process:
        out, err = process.communicate()
    assert (out, err) == ("False\nThree words need the library spake2, which is not installed; use the invite.\n", "")
    assert words_work()


# --- the exchange ----------------------------------------------------------------------------------------------


def guest(words=THREE, bind=BIND, table: bytes | None = TABLE) -> GuestWords:
    return GuestWords(words, tls_bind=bind, table=table, entropy=Tape("guest"))


def host(words=THREE, bind=BIND) -> HostWords:
    return HostWords(words, tls_bind=bind, table=TABLE, entropy=Tape("host"))


@pytest.mark.parametrize("table", [TABLE, None])
def test_the_right_words(table: bytes | None) -> None:
    one, other = guest(table=table), host()
    proof = one.prove(other.answer(one.ask()))
    other.check(proof)
    gift = other.gift(TEXT)
    assert one.open(gift) == TEXT
    assert TEXT.encode() not in gift
    shown = repr(one) + repr(other)
    assert not any(word in shown for word in THREE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (guest(words=("amber", "cliff", "axis")), host()),
        (guest(words=THREE[::-1]), host()),
        (guest(), host(bind=bytes(32))),
    ],
    ids=["other words", "another order", "another certificate"],
)
def test_neither_side_is_taken_in(one: GuestWords, other: HostWords) -> None:
    proof = one.prove(other.answer(one.ask()))
    with pytest.raises(PeerError) as caught:
        other.check(proof)
    assert caught.value.code is Code.AUTHENTICATION
    with pytest.raises(PeerError) as caught:  # a host that gives all the same
        one.open(other.gift(TEXT))
    assert caught.value.code is Code.AUTHENTICATION


def test_a_guest_who_looks_for_another_table() -> None:
    with pytest.raises(PeerError) as caught:
        host().answer(guest(table=b"dcba").ask())
    assert caught.value.code is Code.AUTHENTICATION


def test_a_gift_that_was_changed() -> None:
    one, other = guest(), host()
    other.check(one.prove(other.answer(one.ask())))
    number, (mac, box) = unpack_strict(other.gift(TEXT))
    for fields in ((mac, box[:-1] + bytes([box[-1] ^ 1])), (bytes(32), box), (mac, b"x")):
        with pytest.raises(PeerError) as caught:
            one.open(pack((number, fields)))
        assert caught.value.code is Code.AUTHENTICATION


def test_an_answer_and_a_proof_do_for_their_own_connection_only() -> None:
    """Also under the same words: what was heard once is of no use."""
    one, other = guest(), host()
    ask = one.ask()
    proof = one.prove(other.answer(ask))
    later = HostWords(THREE, tls_bind=BIND, table=TABLE, entropy=Tape("later"))
    later.answer(ask)
    with pytest.raises(PeerError) as caught:
        later.check(proof)
    assert caught.value.code is Code.AUTHENTICATION


ELEMENTS = {
    "zero": written(ZERO),
    "zero, with a sign": (2**255 + 1).to_bytes(32, "little"),
    "zero, not reduced": (2**255 - 18).to_bytes(32, "little"),
    "zero, neither": (2**256 - 18).to_bytes(32, "little"),
    "of order two": (2**255 - 20).to_bytes(32, "little"),
    "off the curve": (2).to_bytes(32, "little"),
    "of another order": written((0, 2**255 - 20))[:31] + b"\xff",
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements_that_are_none(name: str) -> None:
    for refuse in (
        lambda element: host().answer(pack((1, (1, TABLE, element)))),
        lambda element: begun().prove(pack((2, (element,)))),
    ):
        with pytest.raises(PeerError) as caught:
            refuse(ELEMENTS[name])
        assert caught.value.code is Code.POINT


def begun() -> GuestWords:
    one = guest()
    one.ask()
    return one


def test_ones_own_element_come_back() -> None:
    one = guest()
    element = unpack_strict(one.ask())[1][2]
    with pytest.raises(PeerError) as caught:
        one.prove(pack((2, (element,))))
    assert caught.value.code is Code.POINT


GARBAGE = [
    b"",
    b"\xc1",
    b"GET / HTTP/1.1\r\n\r\n",
    pack(()),
    pack((1, ())),
    pack((2, (bytes(32), bytes(32)))),
    pack((True, (1, None, bytes(32)))),
    pack((1, (2, None, bytes(32)))),
    pack((1, (1, b"abc", bytes(32)))),
    pack((1, (1, TABLE, bytes(31)))),
    pack((3, (bytes(31),))),
    pack((4, (bytes(32), b""))),
    pack((4, (bytes(32), bytes(4001)))),
    pack((9, ())),
]


@pytest.mark.parametrize("payload", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_in_each_place(payload: bytes) -> None:
    one, other = guest(), host()
    proof = one.prove(other.answer(one.ask()))
    other.check(proof)
    for refuse in (host().answer, begun().prove, one.open, other.check):
        with pytest.raises(PeerError) as caught:
            refuse(payload)
        assert caught.value.code is Code.LINK_MESSAGE
        assert "bytes(" not in str(caught.value)


# --- a stranger's client ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [TABLE, None])
def test_a_guest_written_from_the_specification(table: bytes | None) -> None:
    one, other = BareGuest(" ".join(THREE), BIND, table, 0x1234567), host()
    other.check(one.proof(other.answer(one.ask)))
    assert one.invite(other.gift(TEXT)) == TEXT
    assert read(written(BASE)) == BASE


def test_the_bytes_of_the_specification() -> None:
    """The vector that the section on words gives: words, certificate and entropy are fixed."""
    one = GuestWords(THREE, tls_bind=b"c" * 32, table=TABLE, entropy=lambda n: b"\x01" * n)
    other = HostWords(THREE, tls_bind=b"c" * 32, table=TABLE, entropy=lambda n: b"\x02" * n)
    ask = one.ask()
    answer = other.answer(ask)
    proof = one.prove(answer)
    other.check(proof)
    assert [payload.hex() for payload in (ask, answer, proof, other.gift("BURA:AAAA"))] == VECTOR
    bare = BareGuest(" ".join(THREE), b"c" * 32, TABLE, int.from_bytes(b"\x01" * 64, "big") % L)
    assert [payload.hex() for payload in (bare.ask, bare.proof(bytes.fromhex(VECTOR[1])))] == VECTOR[::2]
    assert bare.invite(bytes.fromhex(VECTOR[3])) == "BURA:AAAA"


VECTOR = [
    "92019301c40461626364c420243b1a2e43f37ee5bd79476d5a3b0eef5f20b1e4e1ca45996702b13d43e10ed3",
    "920291c420966831f9444055a2207c9c6c46510cee33fa5bdd46bdfb2929a9a694850d48a2",
    "920391c420a9b407dfea08c884315cf944cedb174983d654854c6155f3c781ed717ed56091",
    "920492c420cd719418cd4fc0b50b877dd18a6eb4148c55e6be0d97c6b0014eee06f7c04ea0c419afbcf7ae6efd5cf50773cd"
    "8f0c61cb5c44d38dce2f285c45c2",
]
