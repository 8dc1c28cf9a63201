"""Good inputs, from which others are made: the vectors and games of `protocol/`, and what is played in `prepared`.

Here: one function a target, each giving bytes in the target's own form. Never: an input that is no good.
"""

from __future__ import annotations

import json
from functools import cache
from ipaddress import IPv4Address
from pathlib import Path

from bura_p2p.crypto.challenge import context
from bura_p2p.crypto.masking import HandKey, prove_own_key
from bura_p2p.log.file import MAGIC
from bura_p2p.net.auth import Handshake, Role, greeting
from bura_p2p.net.invite import Candidate, Invite, Kind
from bura_p2p.net.portmap import natpmp, pcp
from bura_p2p.net.reply import Reply
from bura_p2p.net.word_list import WORDS
from bura_p2p.net.words import GuestWords, HostWords
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.ui.replay import replay_text
from bura_p2p.wire.codec import encode_link
from bura_p2p.wire.messages import Greet

from .halls import Tape
from .mutation import joined_frames
from .prepared import GAMES, identities, moments, places, played, shorts, stream

PROTOCOL = Path(__file__).parents[2] / "protocol"


def vector(name: str, group: str, *keys: str) -> list[bytes]:
    """Fields of every test of a group in `protocol/vectors/` that has them, one after the other."""
    groups = json.loads((PROTOCOL / "vectors" / f"{name}.json").read_text("utf-8"))["groups"]
    tests = [test["in"] for each in groups if each["name"] == group for test in each["tests"]]
    rows = [[test[key] for key in keys] for test in tests if set(keys) <= set(test)]
    return [b"".join(value.encode() if keys == ("text",) else bytes.fromhex(value) for value in row) for row in rows]


def game_files(longest: int) -> list[bytes]:
    """The games of `protocol/games/` that have at most so many bytes."""
    paths = sorted((PROTOCOL / "games").rglob("*.bura"))
    return [path.read_bytes() for path in paths if path.stat().st_size <= longest]


# --- of_wire -----------------------------------------------------------------------------------------------


def streams() -> list[bytes]:
    """Bound, step, stream."""
    found = [*vector("encoding", "frames", "stream"), joined_frames([b"\xc0", bytes(17), b"x" * 300])]
    return [bytes((bound, step)) + each for each in found for bound, step in ((0, 0), (1, 6), (2, 255))]


def values() -> list[bytes]:
    """Packed values."""
    return vector("encoding", "values", "bytes")


def links() -> list[bytes]:
    """Payloads of frames."""
    return [*vector("encoding", "links", "payload"), *(frame for moment in moments() for frame in stream(moment))]


def bodies() -> list[bytes]:
    """Bodies of entries: of vectors, and of every type at a real table."""
    own = [place.entry.body for place in places() if len(place.entry.body) < 1500]
    return [*vector("encoding", "bodies", "body"), *vector("encoding", "outer", "body"), *own]


def entries() -> list[bytes]:
    """Seat, key, signature, body."""
    told = [bytes(1) + fields for fields in vector("places", "signature", "public", "signature", "body")]
    return told + [bytes([place.entry.seat]) + bytes(96) + place.entry.body for place in places()[::9]]


KEY_PLACE = context(bytes(32), 1, 1, 0, bytes(32))
"""The context of the proof in `owned_key`."""


@cache
def owned_key() -> bytes:
    """A hand key and the proof of it: 33 and 64 bytes."""
    key = HandKey.generate(Tape("fuzz key"))
    return key.X.to_bytes() + prove_own_key(KEY_PLACE, key, Tape("fuzz proof"))


def elements() -> list[bytes]:
    """Point, proof, scalar, masked card."""
    key = owned_key()
    return [key + bytes(31) + b"\1" + key[:33] * 2, *vector("relation", "own-key", "proof")]


# --- of_games ----------------------------------------------------------------------------------------------


def files() -> list[bytes]:
    """Game files, and their first bytes."""
    found = [*game_files(14_000), *(short.file for short in shorts())]
    return [*found, *(each[:2000] for each in found[:5]), MAGIC]


def scripts() -> list[bytes]:
    """Which short game, and what is done to it (`of_games.verify`)."""
    places_of_kinds = enumerate((0, 4, 2, 6, 3, 5, 1, 7))
    kinds = [bytes((game, 0, kind, at, 3, 1)) for kind, at in places_of_kinds for game in range(8)]
    return [bytes([game]) for game in range(8)] + kinds


def signed() -> list[bytes]:
    """Place, body."""
    return [number.to_bytes(2, "big") + place.entry.body for number, place in enumerate(places())]


def links_to_sessions() -> list[bytes]:
    """Which session, frames."""
    found = [bytes([number]) + joined_frames(stream(moment)) for number, moment in enumerate(moments())]
    return [each for each in found if len(each) < 12_000]


SECRET, BIND = bytes(range(16)), bytes(range(32))
"""An invite's secret and the hash of a certificate."""


def handshakes() -> list[bytes]:
    """Role and how much is made right, frames: a greeting, a proof."""
    guest, host = (
        Handshake(role, identity, tls_bind=BIND, secret=SECRET, entropy=Tape(f"fuzz {role.name}"))
        for role, identity in zip((Role.GUEST, Role.HOST), identities(), strict=True)
    )
    (hello,) = guest.start()
    (back,) = host.receive(hello)
    (proof,) = guest.receive(back)
    (last,) = host.receive(proof)
    strange = Greet((2, 3), (4, 7), identities()[0].public, bytes(range(32)), bytes(32))
    other = encode_link(greeting(Role.GUEST, strange, tls_bind=BIND, secret=SECRET))
    heads = [(0, [hello, proof]), (1, [back, last]), (2, [hello, proof]), (3, [back, last]), (2, [other])]
    return [bytes([head]) + joined_frames(frames) for head, frames in heads]


# --- of_net ------------------------------------------------------------------------------------------------

SOME = (
    Candidate(Kind.LAN, bytes((192, 168, 1, 5)), 4000),
    Candidate(Kind.PUBLIC, bytes(range(32, 48)), 65_535),
    Candidate(Kind.MAPPED, "example.org", 1),
)


def invites() -> list[bytes]:
    """Invites as text, and as the packed value in one (behind a zero byte)."""
    own = Invite(SECRET, BIND, BIND, 2**32 - 1, SOME).text().encode()
    found = [*vector("link", "invite", "text"), own, own.lower(), own[:-3]]
    return [b"\1" + each for each in found] + _payloads()


def _payloads() -> list[bytes]:
    return [b"\0" + each for each in vector("encoding", "values", "bytes")[:40]]


def replies() -> list[bytes]:
    """The same of reply codes."""
    own = Reply.to(SECRET, SOME, 2**32 - 1).text().encode()
    return [b"\1" + each for each in (own, own.lower(), own[:-3], b"BURA-R:")] + _payloads()


def words() -> list[bytes]:
    """The four messages of the exchange."""
    three = WORDS[:3]
    guest = GuestWords(three, tls_bind=BIND, table=bytes(4), entropy=Tape("fuzz guest"))
    host = HostWords(three, tls_bind=BIND, table=bytes(4), entropy=Tape("fuzz host"))
    ask = guest.ask()
    answer = host.answer(ask)
    proof = guest.prove(answer)
    host.check(proof)
    return [ask, answer, proof, host.gift("BURA:AAAA")]


def _sized(*parts: bytes) -> bytes:
    return b"".join(bytes([len(part)]) + part for part in parts)


def records() -> list[bytes]:
    """Port, name of the instance, v, id, g, addresses."""
    return [
        b"\x9c\x40" + _sized(name.encode(), b"1", b"0a1b2c3d", b"georgian", b"192.168.1.5", b"fd00::1", b"8.8.8.8")
        for name in ("Nino-0a1b", "0a1b", "\u202eoniN \x1b[31m-0a1b")
    ]


WISH = pcp.Wish(IPv4Address("192.168.1.5"), bytes(range(12)), 4000, 4001, 7200)
"""What routers answer to."""


def routers() -> list[bytes]:
    """Which reader, datagram or text."""
    grant = pcp.map_request(WISH)
    outside = bytes((93, 184, 216, 34))
    answer = bytes.fromhex("0281000000001c20") + bytes(16) + grant[24:44] + bytes(10) + b"\xff\xff" + outside
    told = bytes.fromhex("0080000000000000") + outside
    mapped = bytes.fromhex("00820000000000000fa00fa100001c20")
    linux = b"Iface Destination Gateway Flags RefCnt Use Metric Mask\neth0 00000000 0101A8C0 0003 0 0 100 00000000\n"
    bsd = b"default 192.168.1.1 UGScg en0\n0.0.0.0 0.0.0.0 192.168.1.1 192.168.1.7 25\n12 ::/0 25 fe80::1\n"
    six = b"0" * 32 + b" 00 " + b"0" * 32 + b" 00 fe80000000000000 00000400 00000001 00000000 00000003 eth0\n"
    first = [b"\0" + answer, b"\1" + bytes((2, 0x80, 0, 0)) + bytes(20), b"\2" + told, b"\3" + mapped]
    texts = [b"\4" + linux, b"\5" + six, b"\6" + bsd, b"\x07" + b"93.184.216.34"]
    return [*first, b"\0" + natpmp.map_request(1, 2, 3), *texts]


def proxies() -> list[bytes]:
    """Which host, what a proxy answers."""
    where = (b"\1" + bytes(6), b"\4" + bytes(18), b"\3\x0bexample.org\0\0")
    return [bytes([host]) + b"\5\0\5\0\0" + each for host in range(4) for each in where] + [b"\0\5\0\5\xf0\0\1"]


# --- of_text -----------------------------------------------------------------------------------------------


def games_as_text() -> list[bytes]:
    """Whole games in the notation, without their remarks and with them."""
    texts = [replay_text(played(name).file()) for name in ("raised", "sealed", "announced", "held")]
    bare = ["\n".join(line for line in text.split("\n") if not line.startswith("#")) for text in texts]
    quoted = bare[0].replace("player 0", '"\\u041b\\u0435\\u0432"', 1)
    return [each.encode() for each in [*texts[:1], *bare, quoted]]


def lines() -> list[bytes]:
    """Which reader, a line."""
    said = (
        "lead AS 10S", "give KS", "give 2 closed for 7", "raise 2", "raise davi", "count 4 0", "claim for 17",
        "announce three_aces", "answer ♠A", "q s", "chat hello", "resign", "all", "none", "bura, molodka", "help",
        "claim", "1 2", " ".join(WORDS[:3]), "[::1]:4000", "example.org:80", "192.168.1.5", "more time", "AS ? 10d",
    )  # fmt: skip
    return [bytes([reader]) + each.encode() for reader in range(8) for each in said[reader % 3 :: 3]]


def rulesets() -> list[bytes]:
    """Canonical bytes."""
    return [rules.canonical_bytes() for rules in (*RULESETS.values(), *(game[0] for game in GAMES.values()))]


def cases() -> list[bytes]:
    """The shipped rule cases, one by one."""
    text = (PROTOCOL / "rules" / "cases.yaml").read_text("utf-8")
    single = ["- id:" + part for part in ("\n" + text).split("\n- id:")[1:]]
    return [case.encode() for case in single if len(case) < 1500]


def texts() -> list[bytes]:
    """Width, text."""
    told = (
        "Ann", "ნინო", "\x1b[31mred", "\u202eneB", "a\u0301\u0301\u0301", "漢字", "you", 'Ben" wins', "a\r\nb",
        "\u3164", "\U0001f469\u200d\U0001f467",
    )  # fmt: skip
    return [bytes([width]) + each.encode() for width in (0, 3, 20, 119) for each in told]


def names() -> list[bytes]:
    """Which face, which moment, names, a line of chat."""
    found = [each[1:] for each in texts()[:11]]
    return [bytes((number, 7 * number)) + _sized(name, found[number - 1], name) for number, name in enumerate(found)]

