"""Knocks at the door: what goes wrong before a game has begun, in TLS, in the authentication, in the first words.

Here: the knocks as data, played from either end. Never: a lie in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import trio

from ...crypto.identity import Identity
from ...errors import Code, PeerError
from ...net import timers
from ...net.auth import Handshake, Role, greeting
from ...net.faults import Goodbye, PeerLost
from ...net.handshake import next_payload
from ...net.tls import Stream, client_context, server_context, speak
from ...rules.ruleset import Ruleset
from ...session.session import Session
from ...wire import limits
from ...wire import messages as m
from ...wire.codec import decode_body, decode_link, encode_link, pack
from ...wire.framing import FrameReader, encode_frame
from ..tape import Tape
from .honest import OPEN_MATCH
from .lying import GOOD, Seen, closed
from .meeting import Meeting, certificate
from .process import Hangup, Unusable
from .results import Level, Outcome
from .seat import offered
from .wire import End, How, Wire


@dataclass(frozen=True, kw_only=True)
class Knock:
    """One knock. `hears`: the most that the one under test may say in it: nothing, its greet, or a proof as well.

    `invite`: fields of the invite that a guest gets, made false. `handshake`: what this side's authentication does
    otherwise. `payload`: said in place of this side's greet; `greet`: with what its mac is made instead; `auth`: what
    becomes of this side's auth.
    `protocols`, `old`: what TLS offers. `first`: what a host says in place of its offer. `leads`: a host never
    offers; it says `resume` of a game that waits for the guest, and a hello that names this seat as first leader.
    """

    id: str
    about: str
    requirements: tuple[str, ...]
    roles: tuple[Role, ...]
    expect: str = "close (authentication)"
    hears: int = 0
    invite: Mapping[str, Any] = field(default_factory=dict)
    handshake: Mapping[str, Any] = field(default_factory=dict)
    payload: bytes | None = None
    greet: Mapping[str, bytes] | None = None
    auth: Callable[[m.Auth], m.Auth] | None = None
    protocols: tuple[str, ...] | None = None
    old: bool = False
    first: tuple[m.LinkMessage | bytes, ...] | None = None
    leads: int | None = None
    level: Level = Level.MUST

    @property
    def code(self) -> Code | None:
        """Why the link is to be closed; None where it is no fault."""
        return next((code for code in Code if f"({code.label})" in self.expect), None)

    @property
    def kinds(self) -> tuple[Ruleset, ...]:
        """Any rules do."""
        return (OPEN_MATCH,)


AT_ONCE: Final = 0.8 * timers.ADMISSION
"""Seconds after which a link that is closed was closed for its age, whatever was said."""

GUEST, HOST = (Role.GUEST,), (Role.HOST,)
STRANGER: Final = Identity.generate(Tape("conformance stranger"))
OTHER: Final = bytes(range(16))


def _other_mac(auth: m.Auth) -> m.Auth:
    return m.Auth(auth.signature, bytes([auth.mac[0] ^ 1]) + auth.mac[1:])


def _other_signature(auth: m.Auth) -> m.Auth:
    return m.Auth(bytes([auth.signature[0] ^ 1]) + auth.signature[1:], auth.mac)


_LONG: Final = (limits.MAX_FRAME_BEFORE_AUTH + 1).to_bytes(4, "big")

KNOCKS: Final[tuple[Knock, ...]] = (
    Knock(id="knock-other-certificate", about="The certificate shown has not the invite's hash.", roles=GUEST,
          requirements=("N3",), invite={"certificate": bytes(32)}),
    Knock(id="knock-other-host", about="The host that greets is not the invite's.", roles=GUEST,
          requirements=("N10",), hears=1, handshake={"identity": STRANGER}),
    Knock(id="knock-no-protocol", about="TLS agrees on no application protocol.", roles=(*GUEST, *HOST),
          requirements=("N4",), protocols=()),
    Knock(id="knock-other-protocol", about="TLS offers another application protocol only.", roles=(*GUEST, *HOST),
          requirements=("N4",), protocols=("bura/2",)),
    Knock(id="knock-old-tls", about="TLS 1.2 is the newest that is offered.", roles=(*GUEST, *HOST),
          requirements=("N1",), old=True),
    Knock(id="knock-other-secret", about="A greet made with another secret.", roles=(*GUEST, *HOST),
          requirements=("N16",), greet={"secret": OTHER}),
    Knock(id="knock-other-binding", about="A greet made for another certificate.", roles=(*GUEST, *HOST),
          requirements=("N16",), greet={"tls_bind": bytes(32)}),
    Knock(id="knock-no-common-version", about="A greet of version 2 only.", roles=(*GUEST, *HOST),
          requirements=("N8",), expect="close (version)", hears=1, handshake={"versions": (2,)}),
    Knock(id="knock-required-feature", about="A greet with an unknown even feature.", roles=(*GUEST, *HOST),
          requirements=("N9", "V2a"), expect="close (feature)", hears=1, handshake={"features": (48,)}),
    Knock(id="knock-words-before-greet", about="A ping in place of the greet.", roles=(*GUEST, *HOST),
          requirements=("N13",), expect="close (link_order)", payload=encode_frame(encode_link(m.Ping(1)))),
    Knock(id="knock-unknown-type", about="An unknown odd type in place of the greet.", roles=(*GUEST, *HOST),
          requirements=("N13",), expect="close (link_order)", payload=encode_frame(pack((201, ())))),
    Knock(id="knock-long-frame", about="A frame that is a byte longer than any before authentication.",
          roles=(*GUEST, *HOST), requirements=("F3",), expect="close (frame_too_long)", payload=_LONG),
    Knock(id="knock-empty-frame", about="A frame of no bytes in place of the greet.", roles=(*GUEST, *HOST),
          requirements=("F2",), expect="close (frame_empty)", payload=bytes(4)),
    Knock(id="knock-garbage", about="A greet that is no msgpack.", roles=(*GUEST, *HOST),
          requirements=("M6",), expect="close (link_message)", payload=encode_frame(b"\xc1")),
    Knock(id="knock-auth-other-mac", about="An auth with another mac.", roles=(*GUEST, *HOST),
          requirements=("N11",), hears=1, auth=_other_mac),
    Knock(id="knock-auth-other-signature", about="An auth with another signature.", roles=(*GUEST, *HOST),
          requirements=("N11a",), expect="close (signature)", hears=1, auth=_other_signature),
    Knock(id="knock-greet-again", about="A second greet, after the authentication.", roles=(*GUEST, *HOST),
          requirements=("N13",), expect="close (link_order)",
          first=(m.Greet((1,), (), STRANGER.public, bytes(32), bytes(32)),)),
    Knock(id="knock-entry-before-offer", about="A refusal before the offer.", roles=GUEST,
          requirements=("L3",), expect="close (link_order)", first=(m.Refuse(0, 0, 12),)),
    Knock(id="knock-two-offers", about="A second offer.", roles=GUEST, requirements=("L3",),
          expect="close (link_order)",
          first=(m.Offer(2, OPEN_MATCH.canonical_bytes()), m.Offer(2, OPEN_MATCH.canonical_bytes()))),
    Knock(id="knock-table-for-three", about="An offer of a table for three over a link of two.", roles=GUEST,
          requirements=("L2",), expect="bye (left)", first=(m.Offer(3, OPEN_MATCH.canonical_bytes()),)),
    Knock(id="knock-leader-without-offer", about="A hello that names its own seat as first leader, and no offer.",
          roles=GUEST, requirements=("J3k", "H1c"), expect="bye (left)", leads=0),
    Knock(id="knock-used-invite", about="A stranger with an invite that is used up.", roles=HOST,
          requirements=("N12", "J1a", "N5"), hears=1, level=Level.MUST, handshake={"identity": STRANGER}),
)  # fmt: skip
"""Every knock."""


async def try_knock(knock: Knock, meeting: Meeting, rules: Ruleset, number: int) -> Seen | None:
    """Knock, hear what comes, and, where a host was knocked at, come in honestly afterwards. Raises Unusable."""
    if knock.first is not None:
        return await _first_words(knock, meeting)
    if knock.leads is not None:
        return await _leads_first(knock.leads, meeting, rules)
    wire = await _guest_of(meeting) if knock.id == "knock-used-invite" else None
    seen = await _at_the_door(knock, meeting)
    if seen[0] is not Outcome.PASS:
        return seen
    return await (_still_open(meeting, wire) if meeting.role is Role.GUEST else _still_sane(meeting))


async def _still_sane(meeting: Meeting) -> Seen:
    """A guest may end, or try again; it does not crash."""
    program = meeting.program
    return (Outcome.UNCLEAN, f"it crashed; {program.complaint}") if await program.crashes() else GOOD


async def _guest_of(meeting: Meeting) -> Wire:
    wire = await meeting.link()
    await offered(wire, meeting.testee.patience)
    return wire


async def _still_open(meeting: Meeting, wire: Wire | None) -> Seen:
    """Whoever was let in is still there; or the invite is still good for an honest guest."""
    if wire is not None:
        await wire.say(m.Ping(77))
        while not isinstance(heard := await wire.hear(meeting.testee.patience), m.Pong | m.EntryFrame):
            if isinstance(heard, End):
                return Outcome.FAIL, f"the guest that was in lost its link: it {heard}"
        return GOOD
    try:
        wire = await _guest_of(meeting)
    except Unusable as fault:
        return Outcome.FAIL, f"an honest guest was not let in afterwards: {fault}"
    await wire.leave(Goodbye.LEFT)
    return GOOD


async def _first_words(knock: Knock, meeting: Meeting) -> Seen:
    """Authenticated, and then another word than the next."""
    wire = await meeting.link()
    await wire.say(*(knock.first or ()))
    end = await wire.closes(meeting.testee.patience)
    if wire.entries_after and meeting.role is Role.HOST and knock.id != "knock-two-offers":
        return Outcome.FAIL, "it signed an entry"
    if knock.code is None:
        right = end.how is How.BYE and end.reason == Goodbye.LEFT
        return GOOD if right else (Outcome.NOT_STRICT if end.closed else Outcome.FAIL, f"it {end}")
    return closed(wire, end, knock.code)


async def _leads_first(leader: int, meeting: Meeting, rules: Ruleset) -> Seen:
    """The guest may take the seat or not; it may refuse the hello, or leave; but it never names that leader too."""
    wire = await meeting.link()
    session = Session(
        seat=meeting.seat, identity=meeting.identity, identities=meeting.identities, ruleset=rules, name="runner",
        entropy=Tape(f"{meeting.label} session"), first_leader=leader,
    )  # fmt: skip
    hello = session.start().send
    await wire.say(session.meet_again())
    if isinstance(heard := await wire.hear(meeting.testee.patience), m.Resume):
        await wire.say(*hello)
        end = await wire.closes(meeting.testee.patience)
    else:
        end = heard if isinstance(heard, End) else await wire.closes(meeting.testee.patience)
    if any(_names_a_leader(entry) for entry in wire.entries_after):
        return Outcome.FAIL, "it took the first leader from the other side's hello"
    refused = any(isinstance(word, m.Refuse) and word.code == Code.RULESET_DIFFERS for word in wire.heard)
    if refused or (end.how is How.BYE and end.reason == Goodbye.LEFT):
        return GOOD
    return (Outcome.NOT_STRICT if end.closed else Outcome.FAIL), f"it {end}"


def _names_a_leader(entry: m.EntryFrame) -> bool:
    hello = decode_body(entry.body).message()
    return not isinstance(hello, m.Hello) or bool(set(m.FIRST_LEADERS.values()) & set(hello.features))


# --- before the authentication -----------------------------------------------------------------------------


async def _at_the_door(knock: Knock, meeting: Meeting) -> Seen:
    """One connection: what the other side says in it is counted, and then it has to close."""
    try:
        stream = await meeting.secure(_context(knock, meeting.role))
    except Hangup:
        if knock.old or knock.protocols is not None or knock.invite:
            return GOOD
        raise
    heard, most = list[m.LinkMessage](), may_say(knock, meeting.role)
    try:
        with trio.fail_at(min(trio.current_time() + meeting.testee.patience, meeting.since + AT_ONCE)):
            await _talk(knock, meeting, stream, heard, most)
    except trio.TooSlowError:
        return Outcome.FAIL, "the link was not closed for what was said"
    except PeerError as fault:
        return Outcome.FAIL, f"it sent what is no message ({fault.code.label})"
    finally:
        await trio.aclose_forcefully(stream)
    if len(heard) > most:
        words = [type(word).__name__.lower() for word in heard]
        return Outcome.FAIL, f"it went on: it said {', '.join(words)}"
    return GOOD


def may_say(knock: Knock, role: Role) -> int:
    """How many messages may be heard: a guest under test greets first, if the certificate is right."""
    if knock.old or knock.protocols is not None or knock.invite:
        return 0
    if role is Role.GUEST:
        return knock.hears
    return 2 if knock.auth is not None else 1


async def _talk(
    knock: Knock, meeting: Meeting, stream: Stream, heard: list[m.LinkMessage], most: int
) -> None:
    """This side's part of the authentication, and everything that is heard until the end, or until it is too much."""
    handshake, reader = meeting.handshake(**knock.handshake), FrameReader(limits.MAX_FRAME)
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError, PeerLost):
        if meeting.role is Role.GUEST:
            first = (_changed(knock, meeting, payload) for payload in handshake.start())
            await _send(meeting, stream, knock.payload or b"".join(map(encode_frame, first)))
        while len(heard) <= most:
            payload = await next_payload(stream, reader)
            meeting.exchange.heard(payload)
            message = decode_link(payload)
            if message is None or isinstance(message, m.Bye):
                continue
            heard.append(message)
            if knock.payload is None:
                for answer in _answers(handshake, payload):
                    await _send(meeting, stream, encode_frame(_changed(knock, meeting, answer)))
            elif len(heard) == 1 and meeting.role is Role.HOST:
                await _send(meeting, stream, knock.payload)


async def _send(meeting: Meeting, stream: Stream, data: bytes) -> None:
    meeting.exchange.sent(data)
    await stream.send_all(data)


def _answers(handshake: Handshake, payload: bytes) -> tuple[bytes, ...]:
    """What this side says to it. A liar does not take offence."""
    try:
        return handshake.receive(payload)
    except PeerError:
        return handshake.parting


def _changed(knock: Knock, meeting: Meeting, payload: bytes) -> bytes:
    """What this side says, after the lie has been put into it."""
    message = decode_link(payload)
    if knock.auth is not None and isinstance(message, m.Auth):
        return encode_link(knock.auth(message))
    if knock.greet is not None and isinstance(message, m.Greet):
        with_what = {"tls_bind": meeting.invite.certificate, "secret": meeting.invite.secret} | dict(knock.greet)
        return encode_link(greeting(meeting.role, message, **with_what))
    return payload


def _context(knock: Knock, role: Role) -> Any:
    """TLS as this knock offers it; None: as usual."""
    if not knock.old and knock.protocols is None:
        return None
    context = client_context() if role is Role.GUEST else server_context(*certificate())
    if knock.protocols is not None:
        speak(context, *knock.protocols)
    if knock.old:
        version = type(context.minimum_version).TLSv1_2
        context.minimum_version = version
        context.maximum_version = version
    return context
